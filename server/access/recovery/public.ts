import type { PasswordDelivery } from '#/api/access/users.ts'
import { maskContact } from '#/domain/base/contact.ts'
import { accountById } from '#/server/access/auth/public.ts'
import { sendLinkJob } from '#/server/access/recovery/operations.ts'
import * as store from '#/server/access/recovery/store.ts'
import type { Context } from '#/server/kernel/context.ts'

/** Validity of a reset link in hours. The owner may be away when an administrator requests it. */
export const resetHours = 24

/**
 * Sends the owner of an account a one-time link to choose a password, by text message or otherwise by mail. Invalidates
 * earlier links and codes. Returns the masked recipient, or null when no message can reach the owner. Returns the
 * request's id only in the demo, which shows the message.
 */
export async function sendPasswordLink(ctx: Context, userId: number, { isFirst }: { isFirst: boolean }): Promise<Omit<PasswordDelivery, 'isOnPaper'> | null> {
  const account = await accountById(ctx.db, userId)
  const { ways, url } = ctx.site
  const contact =
    account?.mobile && ways.sms
      ? ({ way: 'sms', value: account.mobile } as const)
      : account?.email && ways.mail
        ? ({ way: 'mail', value: account.email.toLowerCase() } as const)
        : null
  if (!contact || url === null) return null
  const id = ctx.newId()
  await store.endRequests(ctx.db, userId, ctx.real)
  await store.endTickets(ctx.db, userId, ctx.real)
  await store.insertRequest(ctx.db, {
    id,
    user_id: userId,
    way: contact.way,
    recipient: contact.value,
    language: ctx.language,
    created_at: ctx.real,
    expires_at: new Date(ctx.real.getTime() + resetHours * 3_600_000),
  })
  await ctx.enqueue(sendLinkJob, { ask: id, isFirst })
  return { sentTo: maskContact(contact), sandboxAsk: ctx.isDemo ? id : null }
}
