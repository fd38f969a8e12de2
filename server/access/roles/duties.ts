import { carriesDuty } from '#/api/rights.ts'
import { userType } from '#/domain/base/codes.ts'
import { appendNote } from '#/domain/base/text.ts'
import { proposeChange } from '#/server/access/changes/public.ts'
import * as store from '#/server/access/roles/store.ts'
import type { Context } from '#/server/kernel/context.ts'

/**
 * Splits the keys of a role: one person may grant `direct`. Two people must grant `added`, the keys with new duties.
 */
export async function splitDuties(ctx: Context, keys: readonly string[], held: readonly string[]): Promise<{ direct: string[]; added: string[] }> {
  const added = (await store.dutiesNeedTwoPeople(ctx)) ? keys.filter((key) => carriesDuty(key) && !held.includes(key)) : []
  return { direct: keys.filter((key) => !added.includes(key)), added }
}

/**
 * Returns a function that decides whether two people must give a role to an account. Unit roles with duties are
 * reviewed with a letter instead. Before the first booking one person may set up all accounts.
 */
export async function twoPersonCheck(ctx: Context): Promise<(role: { readonly usertype: number; readonly keys: readonly string[] }) => boolean> {
  const isEnforced = await store.dutiesNeedTwoPeople(ctx)
  return ({ usertype, keys }) => isEnforced && (usertype === userType.platform || usertype === userType.centre) && keys.some(carriesDuty)
}

/** Proposes new duties for a role. The present duties are unchanged until another person approves. */
export async function proposeDuties(ctx: Context, role: { id: number; name: string; kept: readonly string[]; added: readonly string[] }, why: string) {
  await proposeChange(ctx, {
    kind: 'role',
    rowId: role.id,
    rowName: role.name,
    centreId: null,
    becomes: { duties: [...role.kept.filter(carriesDuty), ...role.added].sort() },
    differences: [{ field: 'duties', before: '', after: role.added.join('\n'), isSecret: false }],
    reason: why,
  })
}

/** Proposes roles with a duty for an account. The account gets them once another person approves. */
export async function proposeRoles(ctx: Context, userId: number, added: readonly { id: number; name: string }[], why: string): Promise<void> {
  const account = await store.accountDuties(ctx, userId)
  const ids = new Set([...account.duty_roles, ...added.map(({ id }) => id)])
  await proposeChange(ctx, {
    kind: 'app_user',
    rowId: userId,
    rowName: appendNote(account.name, account.username, 'zh'),
    centreId: account.centre_id,
    becomes: { duty_roles: [...ids].sort((a, b) => a - b) },
    differences: [{ field: 'dutyRoles', before: '', after: added.map(({ name }) => name).join('\n'), isSecret: false }],
    reason: why,
  })
}
