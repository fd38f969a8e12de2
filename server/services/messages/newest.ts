import type { Context } from '#/server/kernel/context.ts'
import * as inbox from '#/server/services/messages/store-inbox.ts'

const maxNewest = 20

/** Returns the caller's newest messages and the number of unread ones. */
export async function newestMessages(ctx: Context): Promise<{ unread: number; rows: inbox.MessageRow[] }> {
  return { unread: await inbox.unread(ctx), rows: await inbox.list(ctx, { unread: false, after: undefined, size: maxNewest }) }
}
