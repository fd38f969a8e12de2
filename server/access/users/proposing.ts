import { dualControlKindNames, userRefusals, userTaskTexts } from '#/api/access/users.texts.ts'
import type { PasswordDelivery } from '#/api/access/users.ts'
import { pages } from '#/api/pages.ts'
import type { DualControlKind } from '#/domain/access/dual-control.ts'
import { userType } from '#/domain/base/codes.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { expectProof } from '#/server/access/auth/public.ts'
import { sendPasswordLink } from '#/server/access/recovery/public.ts'
import type { UserRow } from '#/server/access/users/store.ts'
import * as store from '#/server/access/users/store-proposals.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

type TargetAccount = Pick<UserRow, 'id' | 'username' | 'name' | 'usertype' | 'unit_id'>

/** Records a step of a change by two people in the trail. */
export function recordChangeInTrail(
  ctx: Context,
  row: Pick<TargetAccount, 'id' | 'username' | 'unit_id'>,
  kind: DualControlKind,
  detail: Record<string, unknown>,
): void {
  ctx.note({ refType: 'user', refId: row.id, unitId: row.unit_id, detail: { username: row.username, kind, words: dualControlKindNames[kind].zh, ...detail } })
}

/** Proposes a change of an account and notifies the people who may decide. Requires a fresh proof. */
export async function proposeAccountChange(
  ctx: Context,
  target: TargetAccount,
  { kind, mobile, reason }: { kind: DualControlKind; mobile: string | null; reason: string },
): Promise<number> {
  await expectProof(ctx)
  const proposalId = (await store.insert(ctx, { userId: target.id, kind, mobile, reason })) ?? refuse(userRefusals, 'openAlready')
  recordChangeInTrail(ctx, target, kind, { reason, ...(mobile !== null && { mobile: maskMobile(mobile) }) })
  await sendNotification(ctx, {
    kind: 'accountChangeToDecide',
    to: await store.deciderIds(ctx, target),
    values: { name: target.name, by: ctx.actor.name },
    path: target.usertype === userType.unit ? pages.employeeDw.path : pages.PtUserList.path,
    refType: 'user',
    refId: target.id,
  })
  return proposalId
}

/**
 * Sends the owner of a new account a one-time link to choose the first password. If no message can reach the owner,
 * proposes a password on paper, which another administrator prints. The caller never sees a password.
 */
export async function deliverFirstPassword(ctx: Context, target: TargetAccount): Promise<PasswordDelivery> {
  const linkDelivery = await sendPasswordLink(ctx, target.id, { isFirst: true })
  if (linkDelivery) return { ...linkDelivery, isOnPaper: false }
  await proposeAccountChange(ctx, target, { kind: 'paper', mobile: null, reason: translate(userTaskTexts.firstPaper, ctx.language) })
  return { sentTo: '', isOnPaper: true, sandboxAsk: null }
}
