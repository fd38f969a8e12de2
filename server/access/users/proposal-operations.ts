import { userRefusals } from '#/api/access/users.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { deleteFactorsOfUser, expectProof } from '#/server/access/auth/public.ts'
import * as blockers from '#/server/access/users/blockers.ts'
import { expectValidFields } from '#/server/access/users/editing.ts'
import { lockForUpdate } from '#/server/access/users/locking.ts'
import { notifyFormerMobile, printPassword } from '#/server/access/users/notifications.ts'
import { proposeAccountChange, recordChangeInTrail } from '#/server/access/users/proposing.ts'
import type { UserRow } from '#/server/access/users/store.ts'
import * as changes from '#/server/access/users/store-changes.ts'
import * as store from '#/server/access/users/store-proposals.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { endSessions } from '#/server/kernel/session/session.ts'

type ProposalOperations = Pick<Implementation<Modules['users']>, 'propose' | 'proposals' | 'decide' | 'withdraw'>

const maskFilled = (mobile: string) => (mobile === '' ? '' : maskMobile(mobile))

/** Returns the reason why the caller may not decide; null when allowed. `lockForUpdate` checks the account itself. */
function decideBlocker(ctx: Context, row: store.ProposalRow): blockers.Blocker {
  if (!ctx.actor.may('user:edit')) return 'noRight'
  if (row.user_id === ctx.actor.userId) return 'ownAccount'
  if (row.proposed_by === ctx.actor.userId) return 'ownProposal'
  return row.is_same_hand ? 'linkedProposer' : null
}

/** Applies an approved change, and returns the password to print. */
async function applyProposal(ctx: Context, row: store.ProposalRow, target: UserRow): Promise<string | null> {
  if (row.kind === 'paper') return printPassword(ctx, target.id)
  if (row.kind === 'mobile') {
    await changes.update(ctx, target.id, { mobile: row.mobile })
    await notifyFormerMobile(ctx, target, row.mobile)
    return null
  }
  await deleteFactorsOfUser(ctx, target.id)
  await endSessions(ctx.db, { userId: target.id, why: 'password', now: ctx.real })
  return null
}

/** Operations by which one person proposes a change of an account, and another person who may manage it decides. */
export const proposalOperations: ProposalOperations = {
  async propose(ctx, { id, kind, mobile = '', reason }) {
    const target = await lockForUpdate(ctx, id, kind)
    if (kind === 'mobile') {
      if (mobile === '') refuse(userRefusals, 'mobileNeeded')
      if (mobile === target.mobile) refuse(userRefusals, 'mobileSame')
      expectValidFields(ctx, { mobile })
    }
    const proposalId = await proposeAccountChange(ctx, target, { kind, mobile: kind === 'mobile' ? mobile : null, reason })
    return { proposalId }
  },

  async proposals(ctx) {
    if (!blockers.mayManageAccounts(ctx)) refuse(userRefusals, 'noPage')
    return (await store.pendingProposals(ctx)).map((row) => ({
      id: row.id,
      userId: row.user_id,
      username: row.username,
      name: row.name,
      kind: row.kind,
      mobile: maskFilled(row.mobile),
      mobileBefore: row.kind === 'mobile' ? maskFilled(row.mobile_before) : '',
      reason: row.reason,
      proposedBy: row.proposer,
      proposedAt: row.proposed_at.toISOString(),
      mayDecide: blockerText(ctx, userRefusals, decideBlocker(ctx, row)),
      mayWithdraw: ctx.actor.may('user:edit') ? '' : blockerText(ctx, userRefusals, 'noRight'),
    }))
  },

  async decide(ctx, { proposalId, isApproved, note: remark }) {
    const row = (await store.lock(ctx, proposalId)) ?? refuse(userRefusals, 'proposalGone')
    refuseIf(userRefusals, decideBlocker(ctx, row))
    if (!isApproved && [...remark].length < 2) refuse(userRefusals, 'noteNeeded')
    const target = await lockForUpdate(ctx, row.user_id, row.kind)
    await expectProof(ctx)
    await store.endProposal(ctx, proposalId, isApproved ? 'done' : 'rejected', remark)
    const password = isApproved ? await applyProposal(ctx, row, target) : null
    await store.eraseMobile(ctx, proposalId)
    recordChangeInTrail(ctx, target, row.kind, {
      reason: remark,
      isApproved,
      proposedBy: row.proposer,
      ...(row.mobile !== '' && { mobile: maskFilled(row.mobile) }),
    })
    return { password, username: target.username, name: target.name }
  },

  async withdraw(ctx, { proposalId }) {
    const row = (await store.lock(ctx, proposalId)) ?? refuse(userRefusals, 'proposalGone')
    const target = await lockForUpdate(ctx, row.user_id, 'paper')
    await store.endProposal(ctx, proposalId, 'withdrawn', '')
    await store.eraseMobile(ctx, proposalId)
    recordChangeInTrail(ctx, target, row.kind, {})
    return {}
  },
}
