import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { OperatorKind } from '#/api/people/operators.ts'
import type { IdKind } from '#/domain/base/id-paper.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { EntityState } from '#/domain/people/entity.ts'
import type { LevyMethod, TaxKind } from '#/domain/people/obligation.ts'
import { paperNoticeDays, type TaxResidence } from '#/domain/people/particulars.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern, withinDays } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, type PageKeys, pageKeys, placesInScope, sortByIds } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import { beginsWith } from '#/server/lib/database/prefix.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { type SealedColumns, unsealRow } from '#/server/lib/vault/sealing.ts'
import * as questions from '#/server/people/operators/questions.ts'
import { usualCard } from '#/server/people/operators/store-fragments.ts'

export type RosterFilter = FilterOf<Modules['operators']['list']>

/** Limits operators to the caller's scope: the centre's, the unit's linked ones, or the operator. */
export function scopeCondition({ scope }: Context): Expression<SqlBool> {
  if (scope.all) return sql<SqlBool>`true`
  const atScopeCentre = scope.centreId === null ? sql<SqlBool>`true` : sql<SqlBool>`operator.centre_id = ${scope.centreId}`
  if (scope.unitIds.length > 0) {
    return sql<SqlBool>`(${atScopeCentre} and operator.id in (select link.operator_id from unit_operator link
      where link.is_active and link.unit_id = any(${[...scope.unitIds]}::bigint[])))`
  }
  if (scope.centreId !== null) return atScopeCentre
  return scope.operatorId === null ? sql<SqlBool>`false` : sql<SqlBool>`operator.id = ${scope.operatorId}`
}

/** Limits unit links to those the caller may see. */
function linkScopeCondition({ scope }: Context): Expression<SqlBool> {
  if (scope.all || scope.operatorId !== null) return sql<SqlBool>`true`
  if (scope.unitIds.length > 0) return sql<SqlBool>`link.unit_id = any(${[...scope.unitIds]}::bigint[])`
  return sql<SqlBool>`exists (select from unit_setting place where place.unit_id = link.unit_id and place.centre_id = ${scope.centreId})`
}

// The last valid day of an operator's documents is stored with the operator and cleared once it has passed.
const validUntilColumns = { agreement: sql`operator.agreement_until`, filing: sql`operator.filing_until` } as const

/**
 * Returns the conditions for operators without a valid document. An index covers operators without a stored day. Those
 * whose document ended since the last sweep are few and are read separately.
 */
function missingDocumentConditions(ctx: Context, consent: keyof typeof validUntilColumns): Expression<SqlBool>[] {
  return [sql<SqlBool>`${validUntilColumns[consent]} is null`, sql<SqlBool>`${validUntilColumns[consent]} < ${dayOf(ctx.now)}::date`]
}

function filterCondition(ctx: Context, filter: RosterFilter, payers: number): Expression<SqlBool> {
  const sqlConditions: Expression<SqlBool>[] = [scopeCondition(ctx), sql<SqlBool>`operator.kind = ${filter.kind}`]
  const { keyword } = filter
  if (keyword) {
    // Separate subqueries, because each can use its own index.
    sqlConditions.push(sql<SqlBool>`operator.id in (
      select named.id from operator named where ${beginsWith('named.name', keyword)}
      union all select known.id from operator known where known.id_number_index = ${ctx.vault.index('id_number', keyword.toUpperCase())}
      union all select reached.id from operator reached where reached.mobile_index = ${ctx.vault.index('mobile', keyword)}
      union all select coded.id from operator coded where coded.code = ${keyword.toUpperCase()})`)
  }
  if (filter.centreId !== undefined) sqlConditions.push(sql<SqlBool>`operator.centre_id = ${filter.centreId}`)
  if (filter.unitId !== undefined) {
    sqlConditions.push(
      sql<SqlBool>`operator.id in (select link.operator_id from unit_operator link where link.is_active and link.unit_id = ${filter.unitId} and ${linkScopeCondition(ctx)})`,
    )
  }
  if (filter.yztype !== undefined) sqlConditions.push(sql<SqlBool>`operator.yztype = ${filter.yztype}`)
  if (filter.status !== undefined) sqlConditions.push(sql<SqlBool>`operator.status = ${filter.status}`)
  if (filter.isVerified !== undefined) sqlConditions.push(sql<SqlBool>`operator.is_identity_verified = ${filter.isVerified}`)
  if (filter.isSigned) sqlConditions.push(sql<SqlBool>`${validUntilColumns.agreement} >= ${dayOf(ctx.now)}::date`)
  if (filter.isAuthorised) sqlConditions.push(sql<SqlBool>`${validUntilColumns.filing} >= ${dayOf(ctx.now)}::date`)
  if (filter.isSigned === false && filter.isAuthorised === false)
    sqlConditions.push(sql<SqlBool>`(${sql.join(missingDocumentConditions(ctx, 'filing'), sql` or `)})`)
  if (filter.entityState) {
    sqlConditions.push(sql<SqlBool>`operator.id in ${ask(ctx, questions.operatorsWithBusiness, filter.entityState)}`)
  }
  if (filter.paper) {
    const [today, until] = [dayOf(ctx.now), shiftDay(dayOf(ctx.now), paperNoticeDays)]
    sqlConditions.push(
      filter.paper === 'over' ? sql<SqlBool>`operator.valid_to < ${today}::date` : sql<SqlBool>`operator.valid_to between ${today}::date and ${until}::date`,
    )
  }
  if (filter.isWatched) {
    sqlConditions.push(sql<SqlBool>`operator.id = any(array(${ask(ctx, questions.highEarners, payers)}))`)
  }
  sqlConditions.push(...withinDays(sql`operator.created_at`, filter))
  return allOf(sqlConditions)
}

/** Returns the number of payers that may have paid a person: each visible centre in two modes. */
async function countPayers(ctx: Context, filter: RosterFilter): Promise<number> {
  if (!filter.isWatched) return 1
  if (ctx.scope.centreId !== null) return 2
  const rows = await ctx.rows<{ payers: number }>`select greatest(count(*), 1) * 2 as payers from centre`
  return rows[0]?.payers ?? 1
}

async function listing(ctx: Context, filter: RosterFilter): Promise<Listing> {
  const { isSigned, isAuthorised, from, to } = filter
  return {
    table: sql`operator`,
    where: filterCondition(ctx, filter, await countPayers(ctx, filter)),
    alternatives:
      isSigned === false ? missingDocumentConditions(ctx, 'agreement') : isAuthorised === false ? missingDocumentConditions(ctx, 'filing') : undefined,
    id: sql`operator.id`,
    order: from || to ? { by: [sql`operator.created_at`] } : undefined,
    places: placesInScope(ctx, 'operator'),
  }
}

/**
 * Returns the ids of a page, newest first. Unit links are outside a centre's row-level security, so the conditions
 * include the scope.
 */
export function rosterPage(ctx: Context, filter: RosterFilter, size: number, after?: number): Promise<PageKeys> {
  return ctx.widen('operators under a filter that names the scope', async () => pageKeys(ctx, await listing(ctx, filter), { page: 1, size, after }))
}

export function count(ctx: Context, filter: RosterFilter): Promise<number> {
  return ctx.widen('operators under a filter that names the scope', async () => countOf(ctx, await listing(ctx, filter)))
}

/** Clears expired document days, a limited number at a time. Returns how many operators. */
export async function clearExpiredDocumentDays(ctx: Context): Promise<number> {
  const today = sql`${dayOf(ctx.now)}::date`
  return ctx.affected`update operator set agreement_until = case when agreement_until >= ${today} then agreement_until end,
      filing_until = case when filing_until >= ${today} then filing_until end
    where id in (select id from operator where agreement_until < ${today} union select id from operator where filing_until < ${today} order by id limit 5000)`
}

export interface OperatorRow
  extends Row<
    'operator',
    | 'id'
    | 'code'
    | 'kind'
    | 'name'
    | 'id_number_index'
    | 'birth'
    | 'yztype'
    | 'status'
    | 'status_reason'
    | 'is_identity_verified'
    | 'identity_verified_by'
    | 'verify_face'
    | 'centre_id'
    | 'created_at'
    | 'sex'
    | 'id_kind'
    | 'tax_residence'
    | 'nationality'
    | 'id_address_sealed'
  > {
  kind: OperatorKind
  id_kind: IdKind
  paper_from: string | null
  /** Last day of the ID; 'infinity' without an end, null when unknown. */
  paper_to: string | null
  tax_residence: TaxResidence | null
  id_number: string
  mobile: string
  verify_face: 0 | 1 | 2
  centre_name: Row<'centre'>['name']
  units: Row<'unit', 'id' | 'name'>[]
  unit_count: number
  bank_name: Row<'operator_card'>['bank_name'] | null
  card_tail: Row<'operator_card'>['card_tail'] | null
  card_verified: Row<'operator_card'>['is_verified'] | null
  agreement_to: string | null
  is_authorised: boolean
  entity_name: Row<'operator_entity'>['name'] | null
  entity:
    | (Row<'operator_entity', 'state' | 'industry' | 'licence_file_id' | 'tax_kind' | 'levy'> & {
        state: EntityState
        is_licensed: boolean
        tax_kind: TaxKind | null
        levy: LevyMethod | null
        reported_year: Row<'operator_entity'>['annual_report_year']
        overdue: number
        next_due: string | null
      })
    | null
  year: number
  month: number
  rolling: number
}

const sealedColumns = ['id_number', 'mobile'] as const

// `offset 0` keeps the look-ups per row; as a join, all cards would be read.
/** Returns these operators in this order; invisible ones are left out. */
export async function listByIds(ctx: Context, ids: readonly number[]): Promise<OperatorRow[]> {
  if (ids.length === 0) return []
  const rows = await ctx.widen(
    'operators whose query names the scope',
    () =>
      ctx.rows<Omit<OperatorRow, 'id_number' | 'mobile'> & Row<'operator', keyof SealedColumns<'id_number' | 'mobile'>>>`
    select operator.id, operator.code, operator.kind, operator.name, operator.id_number_sealed, operator.id_number_index, operator.mobile_sealed,
      operator.mobile_index, operator.birth::text, operator.yztype, operator.status, operator.status_reason, operator.is_identity_verified, operator.identity_verified_by, operator.verify_face, operator.centre_id,
      operator.id_kind, operator.sex, operator.nationality, operator.id_address_sealed, operator.valid_from::text as paper_from, operator.valid_to::text as paper_to,
      operator.tax_residence, centre.name as centre_name, operator.created_at, card.bank_name, card.card_tail, card.is_verified as card_verified, paper.agreement_to,
      coalesce(paper.is_authorised, false) as is_authorised, entity.name as entity_name, entity.facts as entity, ties.units, ties.unit_count, money.*
    from operator join centre on centre.id = operator.centre_id
      left join lateral ${usualCard(sql`operator.id`, ctx.scope.unitIds)} card on true
      left join lateral (${ask(ctx, questions.consentsInForce)}) paper on true
      left join lateral (${ask(ctx, questions.businessOfOperator)}) entity on true
      cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('id', tie.id, 'name', tie.name) order by tie.id) filter (where tie.at <= 3), '[]') as units,
          count(*)::int as unit_count
        from (select unit.id, unit.name, row_number() over (order by unit.id) as at from unit_operator link join unit on unit.id = link.unit_id
          where link.operator_id = operator.id and link.is_active and ${linkScopeCondition(ctx)}) tie) ties
      cross join lateral (${ask(ctx, questions.paidAmounts)}) money
    where operator.id = any(${[...ids]}::bigint[]) and ${scopeCondition(ctx)}`,
  )
  return sortByIds(ids, rows).map((row) => ({ ...unsealRow(ctx, row, sealedColumns), id_number_index: row.id_number_index }))
}

export interface OperatorRelations {
  cards: (Row<'operator_card', 'id' | 'bank_name' | 'card_tail' | 'is_verified' | 'verified_by'> & { is_default: boolean; verified_at: string | null })[]
  links: (Row<'unit_operator', 'unit_id' | 'is_active'> & { unit_name: Row<'unit'>['name']; since: string })[]
  consents: (Row<'consent', 'kind' | 'valid_to'> & {
    kind: 'agreement' | 'tax_filing' | 'personal_data' | 'face'
    centre: Row<'centre'>['name']
    no: Row<'contract'>['no'] | null
    given_at: string
    revoked_at: string | null
  })[]
  entities: (Row<'operator_entity', 'id' | 'name' | 'state'> & { credit_code: string })[]
}

/**
 * Returns a visible operator's cards, links, documents and businesses. Centres see only their own documents, units
 * those of their centres.
 */
export async function relationsOf(ctx: Context, operatorId: number): Promise<OperatorRelations> {
  const units = sql`${[...ctx.scope.unitIds]}::bigint[]`
  // A unit sees the cards it submitted or uses, and the person's own.
  const cardCondition =
    ctx.scope.unitIds.length === 0
      ? sql`true`
      : sql`(kept.brought_by is null or kept.brought_by = any(${units})
    or exists (select from unit_operator link where link.card_id = kept.id and link.unit_id = any(${units})))`
  const centreCondition = ctx.scope.centreId === null ? sql`true` : sql`consent.centre_id = ${ctx.scope.centreId}`
  const documentCondition =
    ctx.scope.unitIds.length === 0
      ? centreCondition
      : sql`(${centreCondition} and consent.centre_id in (select place.centre_id from unit_setting place
    where place.unit_id = any(${units})))`
  return (
    (await ctx.widen(
      'data of an operator in sight',
      () =>
        ctx.row<OperatorRelations>`select
      coalesce((select jsonb_agg(jsonb_build_object('id', card.id, 'verified_by', card.verified_by, 'bank_name', card.bank_name, 'card_tail', card.card_tail, 'is_default', card.is_usual, 'is_verified', card.is_verified,
        'verified_at', card.verified_at) order by card.is_usual desc, card.id desc)
        from (select kept.*, kept.id is not distinct from app.card_for(kept.operator_id, ${units}) as is_usual from operator_card kept
          where kept.operator_id = ${operatorId} and ${cardCondition}) card), '[]') as cards,
      coalesce((select jsonb_agg(jsonb_build_object('unit_id', link.unit_id, 'unit_name', unit.name, 'is_active', link.is_active, 'since', link.created_at)
        order by link.is_active desc, link.unit_id) from unit_operator link join unit on unit.id = link.unit_id
        where link.operator_id = ${operatorId} and ${linkScopeCondition(ctx)}), '[]') as links,
      ${ask(ctx, questions.consentsOf, operatorId, documentCondition)} as consents,
      ${ask(ctx, questions.businessesOfOperator, operatorId)} as entities`,
    )) ?? { cards: [], links: [], consents: [], entities: [] }
  )
}

/** Returns the person's income of twelve months, newest first. */
export async function incomeOf(ctx: Context, operatorId: number): Promise<{ month: string; gross: number; tax: number }[]> {
  const query = ask(ctx, questions.yearIncome, operatorId)
  return ctx.widen('income of an operator in sight', () => ctx.rows<{ month: string; gross: number; tax: number }>`${query}`)
}

/** Returns units in the caller's scope for the filter. */
export async function unitChoices(ctx: Context, of: { keyword: string; unitId?: number | undefined }, limit: number): Promise<Row<'unit', 'id' | 'name'>[]> {
  const seen = ctx.scope.all
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from unit_setting place where place.unit_id = unit.id and ${inScope(ctx.scope, 'place')})`
  const unitCondition = of.unitId === undefined ? sql<SqlBool>`unit.name ilike ${containsPattern(of.keyword)}` : sql<SqlBool>`unit.id = ${of.unitId}`
  return ctx.rows<Row<'unit', 'id' | 'name'>>`select unit.id, unit.name from unit where ${seen} and ${unitCondition} order by unit.id limit ${limit}`
}
