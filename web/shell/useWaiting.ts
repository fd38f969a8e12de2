import { api } from '#/web/kernel/api.ts'
import { useRead } from '#/web/kernel/query.ts'

const LOOK_MS = 30_000

/** What waits for the person who is signed in; one question for everything that shows it. */
export function useWaiting() {
  return useRead(api.tasks.waiting, {}, { everyMs: LOOK_MS, follows: ['batches', 'topups', 'candidates', 'applications', 'contracts'], isQuiet: true })
}
