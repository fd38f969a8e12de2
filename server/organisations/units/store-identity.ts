import { type Expression, type SqlBool, sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface IdentityChangeRow
  extends Row<'unit_identity_change', 'id' | 'name' | 'legal_person' | 'legal_related_id' | 'contact_mobile' | 'proposed_by' | 'proposed_at'> {
  proposer: Row<'app_user'>['name']
}

/** Selects open changes `change` of `unit` that the caller may decide. Only the platform decides for a unit of several centres. */
export function isForCaller(ctx: Context): Expression<SqlBool> {
  return sql<SqlBool>`change.state = 'waiting' and change.proposed_by <> ${ctx.actor.userId} and unit.status <> ${accountStatus.closed}
    and (${ctx.scope.all} or app.centres_of_unit(unit.id) = 1)`
}

/** Returns whether a unit has accounts, contracts or bookings, so that two people change its guarded data. */
export async function isInUse(ctx: Context, unitId: number): Promise<boolean> {
  const rows = await ctx.rows<{ is_in_use: boolean }>`select app.unit_in_use(${unitId}) as is_in_use`
  return rows[0]?.is_in_use ?? true
}

interface ProposedIdentity {
  readonly unitId: number
  readonly name: string
  readonly legalPerson: string
  /** Record of the new legal person, if the ID number is known. */
  readonly legalRelatedId: number | null
  readonly contactMobile: string
}

/** Proposes a name, a legal person and a contact number. Returns false when another change of the unit is open. */
export async function proposeIdentity(ctx: Context, of: ProposedIdentity): Promise<boolean> {
  const rows = await ctx.rows`insert into unit_identity_change (unit_id, name, legal_person, legal_related_id, contact_mobile, proposed_by, proposed_at)
    values (${of.unitId}, ${of.name}, ${of.legalPerson}, ${of.legalRelatedId}, ${of.contactMobile}, ${ctx.actor.userId}, ${ctx.now})
    on conflict (unit_id) where state = 'waiting' do nothing returning id`
  return rows.length > 0
}

/** Returns the open change of a unit. */
export async function openIdentityChange(ctx: Context, unitId: number): Promise<IdentityChangeRow | undefined> {
  return ctx.row<IdentityChangeRow>`select change.id, change.name, change.legal_person, change.legal_related_id, change.contact_mobile,
      change.proposed_by, change.proposed_at, proposer.name as proposer
    from unit_identity_change change join app_user proposer on proposer.id = change.proposed_by
    where change.unit_id = ${unitId} and change.state = 'waiting'`
}

/** Returns the unit of a change within the caller's scope. */
export async function unitOfIdentityChange(ctx: Context, id: number): Promise<number | undefined> {
  const rows = await ctx.rows<Row<'unit_identity_change', 'unit_id'>>`select unit_id from unit_identity_change where id = ${id}`
  return rows[0]?.unit_id
}

/** Decides an open change at the time of the transaction, as the triggers of it and of the unit require. */
export async function endIdentityChange(ctx: Context, id: number, to: 'approved' | 'rejected' | 'withdrawn', note: string): Promise<void> {
  await ctx.run`update unit_identity_change set state = ${to}, decided_by = ${ctx.actor.userId}, decided_at = app.moment(), decision_note = ${note}
    where id = ${id}`
}
