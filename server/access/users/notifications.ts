import { userRefusals } from '#/api/access/users.texts.ts'
import type { PasswordDelivery } from '#/api/access/users.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { sendPasswordLink } from '#/server/access/recovery/public.ts'
import { formerMobileJob } from '#/server/access/users/jobs.ts'
import type { UserRow } from '#/server/access/users/store.ts'
import * as changes from '#/server/access/users/store-changes.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { newPasswordFor } from '#/server/kernel/session/passwords.ts'
import { endSessions } from '#/server/kernel/session/session.ts'
import { sendAccountNotice } from '#/server/services/messages/public.ts'

/** Replaces an account's password with an unknown one and ends all its sessions. */
async function replacePassword(ctx: Context, userId: number): Promise<string> {
  const { password, hash } = await newPasswordFor(ctx, `user ${userId}`)
  await changes.setPassword(ctx, userId, hash)
  await endSessions(ctx.db, { userId, why: 'password', now: ctx.real })
  await sendAccountNotice(ctx, userId, 'passwordChanged', {})
  return password
}

/**
 * Replaces the password with an unknown one, ends all sessions, and sends the owner a one-time link. Refuses when no
 * message can reach the owner.
 */
export async function sendResetLink(ctx: Context, userId: number): Promise<Omit<PasswordDelivery, 'isOnPaper'>> {
  await replacePassword(ctx, userId)
  return (await sendPasswordLink(ctx, userId, { isFirst: false })) ?? refuse(userRefusals, 'noWay')
}

/** Sets a one-time password and returns it for printing. The caller has checked that two people agreed. */
export function printPassword(ctx: Context, userId: number): Promise<string> {
  return replacePassword(ctx, userId)
}

/**
 * Notifies the owner of an account, in the app and at the former number, that another person changed the mobile number.
 */
export async function notifyFormerMobile(ctx: Context, row: Pick<UserRow, 'id' | 'username' | 'mobile'>, mobile: string): Promise<void> {
  await sendAccountNotice(ctx, row.id, 'mobileChanged', {})
  if (row.mobile === '' || !ctx.site.ways.sms) return
  const values = { username: row.username, by: ctx.actor.name, mobile: maskMobile(mobile) }
  await ctx.enqueue(formerMobileJob, { userId: row.id, sealed: ctx.vault.seal('mobile', row.mobile), language: ctx.language, values })
}
