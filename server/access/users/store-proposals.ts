import { sql } from 'kysely'
import type { DualControlKind } from '#/domain/access/dual-control.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { scopeCondition, type UserRow } from '#/server/access/users/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface ProposalRow
  extends Row<'account_change', 'id' | 'user_id' | 'kind' | 'reason' | 'proposed_by' | 'proposed_at'>,
    Row<'app_user', 'username' | 'name'> {
  kind: DualControlKind
  mobile: NonNullable<Row<'account_change'>['mobile']>
  mobile_before: NonNullable<Row<'app_user'>['mobile']>
  proposer: Row<'app_user'>['name']
  /** Whether the caller and the proposer count as one person. */
  is_same_hand: boolean
}

/** Inserts a proposal by the caller. Returns null when one of this kind is already pending. */
export async function insert(
  ctx: Context,
  of: { userId: number; kind: DualControlKind; mobile: Row<'account_change'>['mobile']; reason: string },
): Promise<number | null> {
  const rows = await ctx.rows<Row<'account_change', 'id'>>`insert into account_change (user_id, kind, mobile, reason, proposed_by, proposed_at)
    values (${of.userId}, ${of.kind}, ${of.mobile}, ${of.reason}, ${ctx.actor.userId}, ${ctx.now})
    on conflict (user_id, kind) where state = 'waiting' do nothing returning id`
  return rows[0]?.id ?? null
}

const proposalQuery = (
  ctx: Context,
) => sql`select change.id, change.user_id, change.kind, coalesce(change.mobile, '') as mobile, coalesce(app_user.mobile, '') as mobile_before,
    change.reason, change.proposed_by, change.proposed_at, app_user.username, app_user.name, proposer.name as proposer,
    change.proposed_by = any (app.hands_of(${ctx.actor.userId})) as is_same_hand
  from account_change change join app_user on app_user.id = change.user_id join app_user proposer on proposer.id = change.proposed_by
  where change.state = 'waiting' and ${scopeCondition(ctx)}`

/** Returns the pending proposals about accounts in the caller's scope, oldest first. */
export const pendingProposals = (ctx: Context): Promise<ProposalRow[]> => ctx.rows<ProposalRow>`${proposalQuery(ctx)} order by change.id limit 200`

/** Locks and returns a pending proposal in the caller's scope. */
export const lock = (ctx: Context, id: number): Promise<ProposalRow | undefined> =>
  ctx.row<ProposalRow>`${proposalQuery(ctx)} and change.id = ${id} for no key update of change`

export const endProposal = (ctx: Context, id: number, to: 'done' | 'rejected' | 'withdrawn', note: string): Promise<void> =>
  ctx.run`update account_change set state = ${to}, decided_by = ${ctx.actor.userId}, decided_at = app.moment(), decision_note = ${note} where id = ${id}`

/** Removes the mobile number from a decided proposal. The account and the log keep the number. */
export const eraseMobile = (ctx: Context, id: number): Promise<void> => ctx.run`update account_change set mobile = null where id = ${id} and mobile is not null`

/** Returns the people who may decide a change of this account, except the caller. */
export async function deciderIds(ctx: Context, target: Pick<UserRow, 'id' | 'usertype' | 'unit_id'>): Promise<number[]> {
  const rows = await ctx.rows<Row<'app_user', 'id'>>`select person.id from app_user person where person.status = ${accountStatus.active}
    and person.usertype = ${target.usertype} and person.unit_id is not distinct from ${target.unit_id} and person.id not in (${target.id}, ${ctx.actor.userId})
    and (person.usertype <> ${userType.centre} or exists (select from user_centre own join user_centre post using (centre_id) where own.user_id = ${target.id} and post.user_id = person.id))
    and exists (select from user_role join role_permission using (role_id) where user_id = person.id and permission in ('user:edit', 'admin3'))
    order by person.id limit 50`
  return rows.map(({ id }) => id)
}
