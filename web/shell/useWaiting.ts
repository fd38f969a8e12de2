import { api } from '#/web/kernel/api.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'

const POLL_MS = 30_000

/** Reads the user's pending work in all centres and modes. All components share this query. */
export function useWaiting() {
  // Until a forced password change is done, the server refuses other calls.
  const isEnabled = useUser()?.isEditPassWord !== 0
  return useRead(api.tasks.waiting, {}, { isEnabled, everyMs: POLL_MS, follows: ['batches', 'topups', 'candidates', 'applications', 'contracts'] })
}
