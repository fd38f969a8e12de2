import { type Expression, type SqlBool, sql } from 'kysely'
import type { OperatorKind } from '#/api/people/operators.ts'
import type { IdKind } from '#/domain/base/id-paper.ts'
import { dayOf, monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import type { EntityState } from '#/domain/people/entity.ts'
import type { Levy, TaxKind } from '#/domain/people/obligation.ts'
import { watchThresholdFen } from '#/domain/people/operator.ts'
import { paperNoticeDays, type TaxResidence } from '#/domain/people/particulars.ts'
import type { Context } from '#/server/kernel/context.ts'
import { countOf, inOrder, type Keys, keysOf, type Listing, placesOf } from '#/server/kernel/page.ts'
import { inScope } from '#/server/kernel/scope.ts'
import { beginsWith } from '#/server/lib/database/prefix.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { openedRow, type SealedColumns } from '#/server/lib/vault/sealing.ts'

export interface Filter {
  readonly kind: OperatorKind
  readonly keyword?: string | undefined
  readonly centreId?: number | undefined
  readonly unitId?: number | undefined
  readonly yztype?: number | undefined
  readonly status?: number | undefined
  readonly isVerified?: boolean | undefined
  readonly isSigned?: boolean | undefined
  readonly isAuthorised?: boolean | undefined
  readonly isWatched?: boolean | undefined
  readonly entityState?: EntityState | undefined
  readonly paper?: 'soon' | 'over' | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Limits operators to the caller's scope: the centre's, the unit's linked ones, or the operator. */
export function visible({ scope }: Context): Expression<SqlBool> {
  if (scope.all) return sql<SqlBool>`true`
  const here = scope.centreId === null ? sql<SqlBool>`true` : sql<SqlBool>`operator.centre_id = ${scope.centreId}`
  if (scope.unitIds.length > 0) {
    return sql<SqlBool>`(${here} and operator.id in (select link.operator_id from unit_operator link
      where link.is_active and link.unit_id = any(${[...scope.unitIds]}::bigint[])))`
  }
  if (scope.centreId !== null) return here
  return scope.operatorId === null ? sql<SqlBool>`false` : sql<SqlBool>`operator.id = ${scope.operatorId}`
}

/** Limits unit links to those the caller may see. */
function tieSeen({ scope }: Context): Expression<SqlBool> {
  if (scope.all || scope.operatorId !== null) return sql<SqlBool>`true`
  if (scope.unitIds.length > 0) return sql<SqlBool>`link.unit_id = any(${[...scope.unitIds]}::bigint[])`
  return sql<SqlBool>`exists (select from unit_setting place where place.unit_id = link.unit_id and place.centre_id = ${scope.centreId})`
}

// The last valid day of an operator's documents is stored with the operator and cleared once it has passed.
const validUntil = { agreement: sql`operator.agreement_until`, filing: sql`operator.filing_until` } as const

/**
 * An index covers operators without a document. Those whose document ended since the last sweep are few and are read
 * separately.
 */
function without(ctx: Context, consent: keyof typeof validUntil): Expression<SqlBool>[] {
  return [sql<SqlBool>`${validUntil[consent]} is null`, sql<SqlBool>`${validUntil[consent]} < ${dayOf(ctx.now)}::date`]
}

// An operator who reached the watched sum in twelve months had at least one month with a twelfth of it divided by the
// number of payers. Large months have an index; with many payers all months are read.
const largeMonthFen = 1_000_000
function mayReach(payers: number): Expression<SqlBool> {
  const least = Math.floor(watchThresholdFen / (12 * payers))
  return least >= largeMonthFen ? sql<SqlBool>`standing.gross_fen >= ${least}::bigint` : sql<SqlBool>`true`
}

/** Selects operators above the watched sum in twelve months: from the asking unit, or from the visible payers. */
function earningMuch(ctx: Context, payers: number) {
  const { scope } = ctx
  const first = shiftMonth(monthOf(ctx.now), -11)
  if (scope.unitIds.length > 0) {
    return sql`select line.operator_id from payment_line line where line.unit_id = any(${[...scope.unitIds]}::bigint[]) and line.state = 'success'
        and line.finished_at >= ${`${monthStart(first)}T00:00:00+08:00`}::timestamptz and line.month >= ${monthStart(shiftMonth(first, -3))}::date
      group by line.operator_id having sum(line.gross_fen) > ${watchThresholdFen}::bigint`
  }
  const seen = (table: string) => (scope.centreId === null ? sql`true` : sql`${sql.ref(`${table}.centre_id`)} = ${scope.centreId}`)
  return sql`select standing.operator_id from tax_standing standing where standing.month >= ${first} and ${seen('standing')} and ${mayReach(payers)}
    and (select sum(each.gross_fen) from tax_standing each where each.operator_id = standing.operator_id and each.month >= ${first} and ${seen('each')}) > ${watchThresholdFen}::bigint`
}

function matching(ctx: Context, filter: Filter, payers: number): Expression<SqlBool> {
  const parts: Expression<SqlBool>[] = [visible(ctx), sql<SqlBool>`operator.kind = ${filter.kind}`]
  const { keyword } = filter
  if (keyword) {
    // Separate subqueries, each with its own index.
    parts.push(sql<SqlBool>`operator.id in (
      select named.id from operator named where ${beginsWith('named.name', keyword)}
      union all select known.id from operator known where known.id_number_index = ${ctx.vault.index('id_number', keyword.toUpperCase())}
      union all select reached.id from operator reached where reached.mobile_index = ${ctx.vault.index('mobile', keyword)}
      union all select coded.id from operator coded where coded.code = ${keyword.toUpperCase()})`)
  }
  if (filter.centreId !== undefined) parts.push(sql<SqlBool>`operator.centre_id = ${filter.centreId}`)
  if (filter.unitId !== undefined) {
    parts.push(
      sql<SqlBool>`operator.id in (select link.operator_id from unit_operator link where link.is_active and link.unit_id = ${filter.unitId} and ${tieSeen(ctx)})`,
    )
  }
  if (filter.yztype !== undefined) parts.push(sql<SqlBool>`operator.yztype = ${filter.yztype}`)
  if (filter.status !== undefined) parts.push(sql<SqlBool>`operator.status = ${filter.status}`)
  if (filter.isVerified !== undefined) parts.push(sql<SqlBool>`operator.is_identity_verified = ${filter.isVerified}`)
  if (filter.isSigned) parts.push(sql<SqlBool>`${validUntil.agreement} >= ${dayOf(ctx.now)}::date`)
  if (filter.isAuthorised) parts.push(sql<SqlBool>`${validUntil.filing} >= ${dayOf(ctx.now)}::date`)
  if (filter.isSigned === false && filter.isAuthorised === false) parts.push(sql<SqlBool>`(${sql.join(without(ctx, 'filing'), sql` or `)})`)
  if (filter.entityState) {
    parts.push(sql<SqlBool>`operator.id in (select business.operator_id from operator_entity business where business.state = ${filter.entityState})`)
  }
  if (filter.paper) {
    const [today, until] = [dayOf(ctx.now), shiftDay(dayOf(ctx.now), paperNoticeDays)]
    parts.push(
      filter.paper === 'over' ? sql<SqlBool>`operator.valid_to < ${today}::date` : sql<SqlBool>`operator.valid_to between ${today}::date and ${until}::date`,
    )
  }
  if (filter.isWatched) {
    parts.push(sql<SqlBool>`operator.id = any(array(${earningMuch(ctx, payers)}))`)
  }
  if (filter.from) parts.push(sql<SqlBool>`operator.created_at >= ${`${filter.from}T00:00:00+08:00`}::timestamptz`)
  if (filter.to) parts.push(sql<SqlBool>`operator.created_at < ${`${filter.to}T00:00:00+08:00`}::timestamptz + interval '1 day'`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** Every centre pays in two modes. */
async function payersOf(ctx: Context, filter: Filter): Promise<number> {
  if (!filter.isWatched) return 1
  if (ctx.scope.centreId !== null) return 2
  const { rows } = await sql<{ payers: number }>`select greatest(count(*), 1) * 2 as payers from centre`.execute(ctx.db)
  return rows[0]?.payers ?? 1
}

async function listing(ctx: Context, filter: Filter): Promise<Listing> {
  const { isSigned, isAuthorised, from, to } = filter
  return {
    table: sql`operator`,
    where: matching(ctx, filter, await payersOf(ctx, filter)),
    either: isSigned === false ? without(ctx, 'agreement') : isAuthorised === false ? without(ctx, 'filing') : undefined,
    id: sql`operator.id`,
    order: from || to ? { by: [sql`operator.created_at`] } : undefined,
    places: placesOf(ctx, 'operator'),
  }
}

/**
 * Returns the ids of a page, newest first. Unit links are outside a centre's row-level security, so the conditions
 * include the scope.
 */
export function pageOf(ctx: Context, filter: Filter, size: number, after?: number): Promise<Keys> {
  return ctx.widen('operators under a filter that names the scope', async () => keysOf(ctx, await listing(ctx, filter), { page: 1, size, after }))
}

export function count(ctx: Context, filter: Filter): Promise<number> {
  return ctx.widen('operators under a filter that names the scope', async () => countOf(ctx, await listing(ctx, filter)))
}

/** Clears expired document days, a limited number at a time. Returns how many operators. */
export async function clearEnded(ctx: Context): Promise<number> {
  const today = sql`${dayOf(ctx.now)}::date`
  const result = await sql`update operator set agreement_until = case when agreement_until >= ${today} then agreement_until end,
      filing_until = case when filing_until >= ${today} then filing_until end
    where id in (select id from operator where agreement_until < ${today} union select id from operator where filing_until < ${today} order by id limit 5000)`.execute(
    ctx.db,
  )
  return Number(result.numAffectedRows ?? 0n)
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
        levy: Levy | null
        reported_year: Row<'operator_entity'>['annual_report_year']
        overdue: number
        next_due: string | null
      })
    | null
  year: number
  month: number
  rolling: number
}

/** Selects the amounts that a unit has paid the person; for all others, those of the visible payers. */
function moneyOf(ctx: Context) {
  const { scope } = ctx
  const now = monthOf(ctx.now)
  const [year, rolling] = [`${now.slice(0, 4)}-01`, shiftMonth(now, -11)]
  if (scope.unitIds.length > 0) {
    const at = (month: string) => sql`${`${monthStart(month)}T00:00:00+08:00`}::timestamptz`
    // A line belongs to its batch's month of creation, which may precede the payment.
    return sql`select coalesce(sum(line.gross_fen) filter (where line.finished_at >= ${at(year)}), 0)::bigint as year,
        coalesce(sum(line.gross_fen) filter (where line.finished_at >= ${at(now)}), 0)::bigint as month, coalesce(sum(line.gross_fen), 0)::bigint as rolling
      from payment_line line where line.operator_id = operator.id and line.unit_id = any(${[...scope.unitIds]}::bigint[]) and line.state = 'success'
        and line.finished_at >= ${at(rolling)} and line.month >= ${monthStart(shiftMonth(rolling, -3))}::date`
  }
  const payer = scope.centreId === null ? sql`true` : sql`standing.centre_id = ${scope.centreId}`
  return sql`select coalesce(sum(standing.gross_fen) filter (where standing.month >= ${year}), 0)::bigint as year,
      coalesce(sum(standing.gross_fen) filter (where standing.month = ${now}), 0)::bigint as month, coalesce(sum(standing.gross_fen), 0)::bigint as rolling
    from tax_standing standing where standing.operator_id = operator.id and standing.month >= ${rolling} and ${payer}`
}

const sealed = ['id_number', 'mobile'] as const

// `offset 0` keeps the look-ups per row; as a join, all cards would be read.
/** Returns these operators in this order; invisible ones are left out. */
export async function byIds(ctx: Context, ids: readonly number[]): Promise<OperatorRow[]> {
  if (ids.length === 0) return []
  const today = dayOf(ctx.now)
  const result = await ctx.widen('operators whose query names the scope', () =>
    sql<Omit<OperatorRow, 'id_number' | 'mobile'> & Row<'operator', keyof SealedColumns<'id_number' | 'mobile'>>>`
    select operator.id, operator.code, operator.kind, operator.name, operator.id_number_sealed, operator.id_number_index, operator.mobile_sealed,
      operator.mobile_index, operator.birth::text, operator.yztype, operator.status, operator.status_reason, operator.is_identity_verified, operator.identity_verified_by, operator.verify_face, operator.centre_id,
      operator.id_kind, operator.sex, operator.nationality, operator.id_address_sealed, operator.valid_from::text as paper_from, operator.valid_to::text as paper_to,
      operator.tax_residence, centre.name as centre_name, operator.created_at, card.bank_name, card.card_tail, card.is_verified as card_verified, paper.agreement_to,
      coalesce(paper.is_authorised, false) as is_authorised, entity.name as entity_name, entity.facts as entity, ties.units, ties.unit_count, money.*
    from operator join centre on centre.id = operator.centre_id
      left join lateral (select bank_name, card_tail, is_verified from operator_card where operator_card.id = app.card_for(operator.id, ${[...ctx.scope.unitIds]}::bigint[]) offset 0) card on true
      left join lateral (select (max(coalesce(valid_to, 'infinity')) filter (where kind = 'agreement'))::text as agreement_to,
          bool_or(kind = 'tax_filing' and (valid_to is null or valid_to >= ${today}::date)) as is_authorised
        from consent where consent.operator_id = operator.id and consent.centre_id = operator.centre_id and consent.revoked_at is null) paper on true
      left join lateral (select business.name, jsonb_build_object('state', business.state, 'industry', business.industry, 'is_licensed', business.credit_code is not null,
          'licence_file_id', business.licence_file_id, 'tax_kind', business.tax_kind, 'levy', business.levy, 'reported_year', business.annual_report_year,
          'overdue', owed.overdue, 'next_due', owed.next_due) as facts
        from operator_entity business cross join lateral (select (count(*) filter (where duty.state = 'overdue'))::int as overdue, min(duty.due_on)::text as next_due
          from entity_obligation duty where duty.entity_id = business.id and duty.state in ('open', 'overdue') and duty.kind <> 'serviceFee') owed
        where business.operator_id = operator.id order by business.state = 'cancelled', business.id desc limit 1) entity on true
      cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('id', tie.id, 'name', tie.name) order by tie.id) filter (where tie.at <= 3), '[]') as units,
          count(*)::int as unit_count
        from (select unit.id, unit.name, row_number() over (order by unit.id) as at from unit_operator link join unit on unit.id = link.unit_id
          where link.operator_id = operator.id and link.is_active and ${tieSeen(ctx)}) tie) ties
      cross join lateral (${moneyOf(ctx)}) money
    where operator.id = any(${[...ids]}::bigint[]) and ${visible(ctx)}`.execute(ctx.db),
  )
  return inOrder(ids, result.rows).map((row) => ({ ...openedRow(ctx, row, sealed), id_number_index: row.id_number_index }))
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
  const cardSeen =
    ctx.scope.unitIds.length === 0
      ? sql`true`
      : sql`(kept.brought_by is null or kept.brought_by = any(${units})
    or exists (select from unit_operator link where link.card_id = kept.id and link.unit_id = any(${units})))`
  const ownCentre = ctx.scope.centreId === null ? sql`true` : sql`consent.centre_id = ${ctx.scope.centreId}`
  const paper =
    ctx.scope.unitIds.length === 0
      ? ownCentre
      : sql`(${ownCentre} and consent.centre_id in (select place.centre_id from unit_setting place
    where place.unit_id = any(${units})))`
  const result = await ctx.widen('data of an operator in sight', () =>
    sql<OperatorRelations>`select
      coalesce((select jsonb_agg(jsonb_build_object('id', card.id, 'verified_by', card.verified_by, 'bank_name', card.bank_name, 'card_tail', card.card_tail, 'is_default', card.is_usual, 'is_verified', card.is_verified,
        'verified_at', card.verified_at) order by card.is_usual desc, card.id desc)
        from (select kept.*, kept.id is not distinct from app.card_for(kept.operator_id, ${units}) as is_usual from operator_card kept
          where kept.operator_id = ${operatorId} and ${cardSeen}) card), '[]') as cards,
      coalesce((select jsonb_agg(jsonb_build_object('unit_id', link.unit_id, 'unit_name', unit.name, 'is_active', link.is_active, 'since', link.created_at)
        order by link.is_active desc, link.unit_id) from unit_operator link join unit on unit.id = link.unit_id
        where link.operator_id = ${operatorId} and ${tieSeen(ctx)}), '[]') as links,
      coalesce((select jsonb_agg(jsonb_build_object('kind', consent.kind, 'centre', centre.name, 'no', contract.no, 'given_at', consent.given_at,
        'valid_to', consent.valid_to, 'revoked_at', consent.revoked_at) order by consent.id desc)
        from consent join centre on centre.id = consent.centre_id left join contract on contract.id = consent.contract_id
        where consent.operator_id = ${operatorId} and ${paper}), '[]') as consents,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'credit_code', coalesce(credit_code, ''), 'state', state) order by id desc)
        from operator_entity where operator_id = ${operatorId}), '[]') as entities`.execute(ctx.db),
  )
  return result.rows[0] ?? { cards: [], links: [], consents: [], entities: [] }
}

/** Returns the person's income of twelve months, newest first. */
export async function incomeOf(ctx: Context, operatorId: number): Promise<{ month: string; gross: number; tax: number }[]> {
  const { scope } = ctx
  const first = shiftMonth(monthOf(ctx.now), -11)
  const own = sql`select to_char(line.finished_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, sum(line.gross_fen)::bigint as gross,
      sum(line.vat_fen + line.surcharge_fen + line.iit_fen)::bigint as tax
    from payment_line line where line.operator_id = ${operatorId} and line.unit_id = any(${[...scope.unitIds]}::bigint[]) and line.state = 'success'
      and line.finished_at >= ${`${monthStart(first)}T00:00:00+08:00`}::timestamptz and line.month >= ${monthStart(shiftMonth(first, -3))}::date
    group by 1 order by 1 desc`
  const payer = scope.centreId === null ? sql`true` : sql`centre_id = ${scope.centreId}`
  const all = sql`select month, sum(gross_fen)::bigint as gross, sum(vat_fen + city_fen + education_fen + local_education_fen + withheld_fen)::bigint as tax
    from tax_standing where operator_id = ${operatorId} and month >= ${first} and gross_fen > 0 and ${payer} group by month order by month desc`
  const query = scope.unitIds.length > 0 ? own : all
  const result = await ctx.widen('income of an operator in sight', () => sql<{ month: string; gross: number; tax: number }>`${query}`.execute(ctx.db))
  return result.rows
}

/** Returns units in the caller's scope for the filter. */
export async function unitsAmong(ctx: Context, of: { keyword: string; unitId?: number | undefined }, most: number): Promise<Row<'unit', 'id' | 'name'>[]> {
  const seen = ctx.scope.all
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from unit_setting place where place.unit_id = unit.id and ${inScope(ctx.scope, 'place')})`
  const word = of.unitId === undefined ? sql<SqlBool>`unit.name ilike ${`%${of.keyword.replace(/[\\%_]/g, '\\$&')}%`}` : sql<SqlBool>`unit.id = ${of.unitId}`
  const result = await sql<Row<'unit', 'id' | 'name'>>`select unit.id, unit.name from unit where ${seen} and ${word} order by unit.id limit ${most}`.execute(
    ctx.db,
  )
  return result.rows
}
