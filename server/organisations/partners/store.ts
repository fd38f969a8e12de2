import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { AgreementStatus, PartnerState } from '#/domain/organisations/partner.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { agreementSummary } from '#/server/organisations/partners/questions.ts'
import { paidNet } from '#/server/organisations/units/public.ts'

export interface NewPartner {
  readonly code: string
  readonly kind: 'enterprise' | 'person'
  readonly name: string
  readonly creditCode: string | null
  readonly idNumber: string | null
  readonly contactName: string
  readonly contactMobile: string
  readonly area: string
  readonly introduction: string
  readonly signingCentreId: number | null
}

/** Finds the partner with this credit code or identity number. */
export async function findDuplicate(ctx: Context, by: { creditCode: string | null; idNumber: string | null }): Promise<{ name: string } | undefined> {
  const index = by.idNumber === null ? null : ctx.vault.index('id_number', by.idNumber)
  return await ctx.row<Row<'partner', 'name'>>`select name from partner where credit_code = ${by.creditCode} or id_number_index = ${index}`
}

/** Seals an account number; an empty one gives nulls. */
export function sealAccount(ctx: Context, accountNo: string) {
  if (accountNo === '') return { account_no_sealed: null, account_no_index: null }
  return { account_no_sealed: ctx.vault.seal('account_no', accountNo), account_no_index: ctx.vault.index('account_no', accountNo) }
}

/** Adds a partner with an encrypted identity number. Two people add the account later. */
export async function insert(ctx: Context, partner: NewPartner): Promise<number> {
  const { idNumber } = partner
  const row = await ctx.db
    .insertInto('partner')
    .values({
      code: partner.code,
      kind: partner.kind,
      name: partner.name,
      credit_code: partner.creditCode,
      contact_name: partner.contactName,
      contact_mobile: partner.contactMobile,
      area: partner.area,
      introduction: partner.introduction,
      signing_centre_id: partner.signingCentreId,
      ...(idNumber !== null && { id_number_sealed: ctx.vault.seal('id_number', idNumber), id_number_index: ctx.vault.index('id_number', idNumber) }),
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface PartnerRow extends Row<'partner'> {
  kind: 'enterprise' | 'person'
  units: number
  month_net: number
  users: number
  stand: AgreementStatus
  agreement: (Row<'contract', 'id' | 'no'> & { centre: Row<'centre'>['name']; from: string; to: string }) | null
}

export type PartnerFilter = FilterOf<Modules['partners']['list']>

const agreementStatus = sql`coalesce(held.stand, 'none')`

/** Returns the SQL equivalent of `partnerState`, for filters. */
function isInState(state: PartnerState): Expression<SqlBool> {
  if (state === 'disabled') return sql<SqlBool>`not partner.is_active`
  const agreementCondition = { ready: sql`= 'current'`, signing: sql`= 'signing'`, lacking: sql`not in ('current', 'signing')` }[state]
  return sql<SqlBool>`(partner.is_active and ${agreementStatus} ${agreementCondition})`
}

/** Partners with their agreement today. */
const tables = (ctx: Context) => sql`partner left join lateral app.partner_agreement(partner.id, ${dayOf(ctx.now)}::date) held on true`

/** Selects partners by the filter; none for callers outside the platform. */
function filterCondition(ctx: Context, { keyword, kind, standing: state, agreement }: PartnerFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [ctx.scope.all ? sql<SqlBool>`true` : sql<SqlBool>`false`]
  if (keyword) {
    const likePattern = containsPattern(keyword)
    conditions.push(
      sql<SqlBool>`(partner.name ilike ${likePattern} or partner.code = ${keyword.toUpperCase()} or partner.credit_code = ${keyword.toUpperCase()} or partner.contact_mobile = ${keyword})`,
    )
  }
  if (kind !== undefined) conditions.push(sql<SqlBool>`partner.kind = ${kind}`)
  if (state !== undefined) conditions.push(isInState(state))
  if (agreement !== undefined) conditions.push(sql<SqlBool>`${agreementStatus} = ${agreement}`)
  return allOf(conditions)
}

const columns = (ctx: Context) => sql`partner.*,
  (select count(*) from unit where unit.partner_id = partner.id and unit.status <> ${accountStatus.closed}) as units,
  ${ask(ctx, paidNet, sql<SqlBool>`voucher.unit_id in (select unit.id from unit where unit.partner_id = partner.id)`)} as month_net,
  (select count(*) from app_user where app_user.partner_id = partner.id and app_user.status = ${accountStatus.active}) as users, ${agreementStatus} as stand,
  ${ask(ctx, agreementSummary, sql`held.contract_id`)} as agreement`

/** Returns a page of partners, newest first. */
export async function list(ctx: Context, filter: PartnerFilter, page: { page: number; size: number }): Promise<{ rows: PartnerRow[]; count: number }> {
  const rows = await ctx.rows<PartnerRow>`select ${columns(ctx)} from ${tables(ctx)} where ${filterCondition(ctx, filter)} order by partner.id desc
    limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from ${tables(ctx)} where ${filterCondition(ctx, filter)}`
  return { rows, count: countResult?.count ?? 0 }
}

export const find = (ctx: Context, id: number): Promise<PartnerRow | undefined> =>
  ctx.row<PartnerRow>`select ${columns(ctx)} from ${tables(ctx)} where partner.id = ${id} and ${filterCondition(ctx, {})}`

/** Finds a partner and locks it until the transaction ends. */
export async function lock(ctx: Context, id: number): Promise<PartnerRow | undefined> {
  await ctx.run`select id from partner where id = ${id} and ${filterCondition(ctx, {})} for no key update`
  return find(ctx, id)
}

export interface PartnerChange {
  readonly name?: string
  readonly contact_name?: string
  readonly contact_mobile?: string
  readonly area?: string
  readonly introduction?: string
  readonly is_active?: boolean
  readonly status_reason?: string
}

/** Updates the fields of a locked partner that one person may change. */
export async function update(ctx: Context, id: number, to: PartnerChange): Promise<void> {
  await ctx.db
    .updateTable('partner')
    .set({ ...to, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export interface ReferredUnitRow extends Row<'unit', 'id' | 'code' | 'name' | 'status' | 'created_at'> {
  month_net: number
}

/** Returns the units that a partner brought, newest first. */
export async function referredUnits(
  ctx: Context,
  partnerId: number,
  page: { page: number; size: number },
): Promise<{ rows: ReferredUnitRow[]; count: number }> {
  const platformCondition = ctx.scope.all ? sql`true` : sql`false`
  const rows = await ctx.rows<ReferredUnitRow>`select unit.id, unit.code, unit.name, unit.status, unit.created_at,
      ${ask(ctx, paidNet, sql<SqlBool>`voucher.unit_id = unit.id`)} as month_net
    from unit where unit.partner_id = ${partnerId} and ${platformCondition} order by unit.id desc limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from unit where unit.partner_id = ${partnerId} and ${platformCondition}`
  return { rows, count: countResult?.count ?? 0 }
}
