import { api } from '#/web/kernel/api.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'

const LOOK_MS = 30_000

/** The pending work of the signed-in user at every place of theirs; one query shared by everything that shows it. */
export function useWaiting() {
  // Whoever must change the password first is answered nothing else.
  const isEnabled = useUser()?.isEditPassWord !== 0
  return useRead(api.tasks.waiting, {}, { isEnabled, everyMs: LOOK_MS, follows: ['batches', 'topups', 'candidates', 'applications', 'contracts'] })
}
