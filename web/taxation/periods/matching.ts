import { api } from '#/web/kernel/api.ts'
import { useRead } from '#/web/kernel/query.ts'
import { signal } from '#/web/kernel/signal.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'

const POLL_MS = 3000

/** The task that matches the certificates uploaded last; 0 before the first upload. */
const matchingTaskId = signal(0)

/** Shows the progress of a matching on the pages of certificates. */
export function followMatching(taskId: number): void {
  matchingTaskId.set(taskId)
}

/** Returns the task that matches the certificates uploaded last; undefined without one. */
export function useMatchingTask() {
  const id = useSignal(matchingTaskId)
  const read = { isEnabled: id !== 0, keepLast: false, follows: ['tasks'] } as const
  const { data, error } = useRead(api.tasks.get, { id }, read)
  const isOver = data?.state === 'done' || data?.state === 'failed' || error !== null
  useRead(api.tasks.get, { id }, { ...read, everyMs: id === 0 || isOver ? null : POLL_MS })
  return { task: id === 0 ? undefined : data, isOver }
}

/** Returns the polling interval of the certificates while uploaded ones are being matched; otherwise null. */
export function useMatchingPoll(): number | null {
  const { task, isOver } = useMatchingTask()
  return task === undefined || isOver ? null : POLL_MS
}
