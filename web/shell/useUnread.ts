import { api } from '#/web/kernel/api.ts'
import { useRead } from '#/web/kernel/query.ts'

const POLL_MS = 30_000

export function useUnread() {
  return useRead(api.messages.unread, {}, { everyMs: POLL_MS, follows: ['messages'] })
}
