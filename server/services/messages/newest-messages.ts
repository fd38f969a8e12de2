import type { Context } from '#/server/kernel/context.ts'
import { completeValues } from '#/server/services/messages/complete-values.ts'
import * as inbox from '#/server/services/messages/store-inbox.ts'

const maxNewestMessages = 20

/** Returns the caller's newest messages and the number of unread ones. */
export async function newestMessages(ctx: Context): Promise<{ unread: number; rows: inbox.MessageRow[] }> {
  const [rows, unread] = await Promise.all([inbox.list(ctx, { unread: false, after: undefined, size: maxNewestMessages }), inbox.countUnread(ctx)])
  return { unread, rows: rows.map((row) => ({ ...row, values: completeValues(row.kind, row.values) })) }
}
