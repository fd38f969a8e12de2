import { api } from '#/web/kernel/api.ts'
import { useRead } from '#/web/kernel/query.ts'

const LOOK_MS = 30_000

/** How many messages are unread. */
export function useUnread() {
  return useRead(api.messages.unread, {}, { everyMs: LOOK_MS, follows: ['messages'] })
}
