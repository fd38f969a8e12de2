import { api } from '#/web/kernel/api.ts'
import { useRead } from '#/web/kernel/query.ts'

const LOOK_MS = 30_000

export function useUnread() {
  return useRead(api.messages.unread, {}, { everyMs: LOOK_MS, follows: ['messages'] })
}
