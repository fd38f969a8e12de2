import { api } from '#/web/kernel/api.ts'
import { useRead } from '#/web/kernel/query.ts'

const LOOK_MS = 30_000

/** The pending work of the signed-in user; one query shared by everything that shows it. */
export function useWaiting() {
  return useRead(api.tasks.waiting, {}, { everyMs: LOOK_MS, follows: ['batches', 'topups', 'candidates', 'applications', 'contracts'], isQuiet: true })
}
