import { api } from '#/web/kernel/api.ts'
import { useRead } from '#/web/kernel/query.ts'

const LOOK_MS = 30_000

/** Reads the number of unread messages. */
export function useUnread() {
  return useRead(api.messages.unread, {}, { everyMs: LOOK_MS, follows: ['messages'] })
}
