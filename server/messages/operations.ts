import type { Modules } from '#/api/modules.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import * as store from '#/server/messages/store-inbox.ts'

export const messages: Implementation<Modules['messages']> = {
  async list(ctx, { unread = false, after, size }) {
    const rows = await store.list(ctx, { unread, after, size })
    return {
      rows: rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        values: row.values,
        path: row.path,
        createdAt: row.created_at.toISOString(),
        isRead: row.read_at !== null,
      })),
      next: rows.length === size ? (rows.at(-1)?.id ?? null) : null,
    }
  },

  async unread(ctx) {
    return { count: await store.unread(ctx) }
  },

  async read(ctx, { ids = [], all = false }) {
    if (!all && ids.length === 0) return { count: 0 }
    const count = await store.markRead(ctx, all ? null : ids)
    ctx.note({ refType: 'message', refId: all ? 'all' : (ids[0] ?? 0), detail: { count } })
    return { count }
  },
}
