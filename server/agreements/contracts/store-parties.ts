import { type Expression, type SqlBool, sql } from 'kysely'
import type { ConsentKind, SignerType } from '#/domain/agreements/contract.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import type { IdKind } from '#/domain/base/id-paper.ts'
import { dayOf } from '#/domain/base/period.ts'
import { businessesWithoutContract } from '#/server/agreements/contracts/store-businesses.ts'
import type { Context, Db, Mode } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { businessesOf, operatingBusinesses } from '#/server/people/entities/public.ts'
import { usualCard, worksWith } from '#/server/people/operators/public.ts'

export type CentreFacts = Row<
  'centre',
  'id' | 'name' | 'legal_name' | 'credit_code' | 'tax_authority' | 'account_name' | 'account_no' | 'account_bank' | 'modes'
>

/** Returns the centres for which the caller may draw up contracts. */
export async function centresOf(ctx: Context): Promise<CentreFacts[]> {
  const { scope } = ctx
  const centreCondition = scope.all
    ? sql<SqlBool>`true`
    : scope.centreId !== null
      ? sql<SqlBool>`centre.id = ${scope.centreId}`
      : sql<SqlBool>`centre.id in (select setting.centre_id from unit_setting setting where setting.unit_id = any(${[...scope.unitIds]}::bigint[]))`
  return ctx.rows<CentreFacts>`select centre.id, centre.name, centre.legal_name, centre.credit_code, centre.tax_authority, centre.account_name, centre.account_no,
    centre.account_bank, centre.modes from centre where centre.is_active and ${centreCondition} order by centre.id`
}

export interface UnitFacts extends Row<'unit', 'id' | 'name' | 'credit_code' | 'legal_person' | 'industry'> {
  rate_ppm: number | null
}

/** Returns a unit in the caller's scope with its fee rate at this centre in this mode. */
export async function unitById(ctx: Context, id: number, at: { centreId: number; mode: Mode }): Promise<UnitFacts | undefined> {
  const { scope } = ctx
  const unitCondition = scope.unitIds.length > 0 ? sql<SqlBool>`unit.id = any(${[...scope.unitIds]}::bigint[])` : sql<SqlBool>`true`
  return ctx.row<UnitFacts>`select unit.id, unit.name, unit.credit_code, unit.legal_person, unit.industry,
      (plan.tiers -> 0 ->> 'ratePpm')::integer as rate_ppm
    from unit left join app.unit_terms(${ctx.now}::timestamptz) setting on setting.unit_id = unit.id and setting.centre_id = ${at.centreId} and setting.mode = ${at.mode}
      left join app.fee_plans(${dayOf(ctx.now)}::date) plan on plan.id = setting.fee_plan_id
    where unit.id = ${id} and ${unitCondition}`
}

export interface OperatorFacts extends Row<'operator', 'id' | 'name'> {
  id_number: string
  mobile: string
  /** The active registered business, if any. */
  entity_id: Row<'contract'>['entity_id']
  entity_name: string | null
  entity_code: string | null
  bank_name: string | null
  card_no: string | null
}

function isOperatorInScope(ctx: Context): Expression<SqlBool> {
  const { scope } = ctx
  if (scope.operatorId !== null) return sql<SqlBool>`operator.id = ${scope.operatorId}`
  if (scope.unitIds.length > 0) return worksWith(sql`operator.id`, scope.unitIds)
  return scope.centreId === null ? sql<SqlBool>`${sql.lit(scope.all)}` : sql<SqlBool>`operator.centre_id = ${scope.centreId}`
}

/** Returns an operator in the caller's scope, with its numbers unsealed. */
export async function operatorById(ctx: Context, id: number): Promise<OperatorFacts | undefined> {
  const [row] = await ctx.rows<OperatorFacts>`select operator.id, operator.name, operator.id_number_sealed as id_number, operator.mobile_sealed as mobile,
      entity.id as entity_id, entity.name as entity_name, entity.credit_code as entity_code, card.bank_name, card.card_no_sealed as card_no
    from operator left join lateral (select id, name, credit_code from ${businessesOf(sql`operator.id`)} owned
        where credit_code is not null and state <> 'cancelled' order by id desc limit 1) entity on true
      left join lateral ${usualCard(sql`operator.id`, ctx.scope.unitIds)} card on true
    where operator.id = ${id} and ${isOperatorInScope(ctx)}`
  if (!row) return undefined
  const { vault } = ctx
  return {
    ...row,
    id_number: vault.open('id_number', row.id_number),
    mobile: vault.open('mobile', row.mobile),
    card_no: row.card_no === null ? null : vault.open('card_no', row.card_no),
  }
}

/** Returns which of these operators are in the caller's scope. */
export async function operatorsInScope(ctx: Context, ids: readonly number[]): Promise<number[]> {
  const rows = await ctx.rows<
    Row<'operator', 'id'>
  >`select operator.id from operator where operator.id = any(${[...ids]}::bigint[]) and ${isOperatorInScope(ctx)}`
  return rows.map((row) => row.id)
}

export interface PartnerFacts {
  id: number
  name: string
  credit_code: string | null
  id_number: string | null
}

/** Returns a partner with a person's number unsealed; only the platform and centres sign with partners. */
export async function partnerById({ actor, db, vault }: Context, id: number): Promise<PartnerFacts | undefined> {
  if (actor.usertype !== userType.platform && actor.usertype !== userType.centre) return undefined
  const row = await db
    .selectFrom('partner')
    .select(['id', 'name', 'credit_code', 'id_number_sealed'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!row) return undefined
  const { id_number_sealed: sealed, ...facts } = row
  return { ...facts, id_number: sealed === null ? null : vault.open('id_number', sealed) }
}

/** A signer's mobile number, and the numbers whose last digits the signer enters as identification. */
export interface SignerContact {
  mobile: string | null
  id_number: string | null
  /** Null when the signer is not a person. */
  id_kind: IdKind | null
  credit_code: string | null
}

/** Returns a signer's mobile and identity numbers. */
export async function contactOf({ db, vault }: Context, type: SignerType, id: number): Promise<SignerContact> {
  const emptyContact: SignerContact = { mobile: null, id_number: null, id_kind: null, credit_code: null }
  if (type === 'operator') {
    const row = await db.selectFrom('operator').select(['mobile_sealed', 'id_number_sealed', 'id_kind']).where('id', '=', id).executeTakeFirst()
    if (!row) return emptyContact
    const { id_kind: kind, mobile_sealed: mobile, id_number_sealed: number } = row
    return { ...emptyContact, mobile: vault.open('mobile', mobile), id_number: vault.open('id_number', number), id_kind: kind as IdKind }
  }
  if (type === 'unit') {
    const row = await db.selectFrom('unit').select(['contact_mobile as mobile', 'credit_code']).where('id', '=', id).executeTakeFirst()
    return row ? { ...emptyContact, ...row } : emptyContact
  }
  if (type === 'centre') return emptyContact
  // A partner signs after the approval and before its account is active.
  const result = await sql<
    Row<'partner', 'credit_code'> & { mobile: string | null; sealed: string | null }
  >`select partner.credit_code, partner.id_number_sealed as sealed,
    coalesce((select mobile from app_user where app_user.partner_id = partner.id and status in (${accountStatus.signing}, ${accountStatus.active})
      order by status desc, id limit 1),
      nullif(partner.contact_mobile, '')) as mobile from partner where id = ${id}`.execute(db)
  const [row] = result.rows
  if (!row) return emptyContact
  const partnerContact = { ...emptyContact, mobile: row.mobile, credit_code: row.credit_code }
  return row.sealed === null ? partnerContact : { ...partnerContact, id_kind: 'id_card', id_number: vault.open('id_number', row.sealed) }
}

/** Returns the active accounts that act for a signer. */
export async function accountsOf(db: Db, type: SignerType, id: number): Promise<number[]> {
  if (type === 'centre') return []
  const column = { operator: 'operator_id', unit: 'unit_id', partner: 'partner_id' } as const
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where(column[type], '=', id)
    .where('status', '=', accountStatus.active)
    .orderBy('id')
    .limit(20)
    .execute()
  return rows.map((row) => row.id)
}

export interface SubjectRow {
  id: number
  name: string
  code: string
  consents: ConsentKind[]
}

const maxSubjects = 50

/** Returns possible contract parties with their consents. */
export async function subjects(
  ctx: Context,
  of: {
    type: 'unit' | 'business' | 'operator' | 'partner'
    centreId?: number | undefined
    unitId?: number | undefined
    keyword?: string | undefined
    missing?: ConsentKind | undefined
    isMissing?: boolean | undefined
  },
): Promise<SubjectRow[]> {
  const { scope } = ctx
  const keywordText = of.keyword ?? ''
  const containsKeyword = (column: string) => (keywordText === '' ? sql<SqlBool>`true` : sql<SqlBool>`position(${keywordText} in ${sql.ref(column)}) > 0`)
  const today = dayOf(ctx.now)
  if (of.type === 'operator') {
    const centreColumn = of.centreId === undefined ? sql`operator.centre_id` : sql`${of.centreId}`
    const heldConsentKinds = sql`array(select distinct kind from consent where consent.operator_id = operator.id and consent.centre_id = ${centreColumn} and revoked_at is null
      and (valid_to is null or valid_to >= ${today}))`
    const missingCondition = of.missing === undefined ? sql`true` : sql`not (${of.missing} = any(${heldConsentKinds}))`
    return ctx.rows<SubjectRow>`select operator.id, operator.name, operator.code, ${heldConsentKinds} as consents from operator
      where operator.status in (${accountStatus.pending}, ${accountStatus.signing}, ${accountStatus.active}) and ${isOperatorInScope(ctx)}
        and ${containsKeyword('operator.name')} and ${missingCondition} order by operator.id desc limit ${maxSubjects}`
  }
  if (of.type === 'business') {
    // A unit sees only businesses whose owners work with it.
    const unitId = ctx.actor.unitId ?? of.unitId ?? 0
    const missingCondition = of.isMissing ? businessesWithoutContract(unitId, today) : sql`true`
    const centreFilter = of.centreId === undefined ? sql`true` : sql`operator.centre_id = ${of.centreId}`
    return ctx.rows<SubjectRow>`select operator.id, entity.name, entity.credit_code || ' · ' || operator.name as code, '{}'::text[] as consents
      from operator join ${operatingBusinesses} entity on entity.operator_id = operator.id and entity.credit_code is not null
      where ${worksWith(sql`operator.id`, [unitId])} and operator.status = ${accountStatus.active} and ${isOperatorInScope(ctx)} and ${centreFilter} and ${containsKeyword('entity.name')} and ${missingCondition}
      order by operator.id desc limit ${maxSubjects}`
  }
  if (of.type === 'unit') {
    const unitCondition = scope.unitIds.length > 0 ? sql`unit.id = any(${[...scope.unitIds]}::bigint[])` : sql`true`
    return ctx.rows<SubjectRow>`select unit.id, unit.name, unit.code, '{}'::text[] as consents from unit where ${unitCondition} and ${containsKeyword('unit.name')} order by unit.id limit ${maxSubjects}`
  }
  if (ctx.actor.usertype !== userType.platform && ctx.actor.usertype !== userType.centre) return []
  return ctx.rows<SubjectRow>`select partner.id, partner.name, partner.code, '{}'::text[] as consents from partner
    where partner.is_active and ${containsKeyword('partner.name')} order by partner.id limit ${maxSubjects}`
}
