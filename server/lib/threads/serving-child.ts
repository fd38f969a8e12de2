import { serveTasks } from '#/server/lib/threads/serving.ts'

// A thread for the pool's tests: depending on the question it answers, fails, hangs or exhausts memory.
serveTasks((question: string) => {
  const heldMemory: unknown[] = []
  if (question === 'fail') throw new Error('failed')
  if (question === 'exit') process.exit(1)
  while (question === 'loop' || question === 'buffers' || question === 'objects') {
    if (question === 'buffers') heldMemory.push(Buffer.alloc(1024 * 1024, 1))
    if (question === 'objects') heldMemory.push(Array.from({ length: 10_000 }, (_, at) => ({ at })))
  }
  return question
})
