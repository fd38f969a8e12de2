import process from 'node:process'
import { parentPort } from 'node:worker_threads'

/** A task that the pool sends to a thread. */
export interface Task<Q> {
  readonly id: number
  readonly question: Q
}

/** A thread's reply to a task. */
export type Reply<A> = { readonly id: number; readonly answer: A } | { readonly id: number; readonly failure: string }

/**
 * Runs the tasks of a pool in a thread, one after the other. `transfers` returns the buffers of an answer that are
 * moved instead of copied.
 */
export function serveTasks<Q, A>(work: (question: Q) => Promise<A> | A, transfers: (answer: A) => ArrayBuffer[] = () => []): void {
  const port = parentPort
  if (!port) throw new Error('this file is a thread, not a program')
  // Discards output, because an uploaded file could flood the log through library messages. Piping the output to the
  // pool would keep the process alive.
  for (const stream of [process.stdout, process.stderr]) stream.write = () => true
  let last: Promise<void> = Promise.resolve()
  const replyTo = async ({ id, question }: Task<Q>) => {
    try {
      const answer = await work(question)
      port.postMessage({ id, answer } satisfies Reply<A>, transfers(answer))
    } catch (error) {
      port.postMessage({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Reply<A>)
    }
  }
  port.on('message', (task: Task<Q>) => {
    last = last.then(() => replyTo(task))
  })
}
