import { type Expression, type SqlBool, sql } from 'kysely'
import type { PageRequest } from '#/domain/base/paging.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { DeclarationMethod, FilingKind, FilingLevel, FilingState, FilingStep } from '#/domain/taxation/business-filing.ts'
import { currentPeriod, daysOfPeriod } from '#/domain/taxation/business-filing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { countOf, type Listing, pageKeys, placesInScope, sortByIds } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { isCreditUnused } from '#/server/taxation/businessfilings/store-facts.ts'

export interface FilingFilter {
  readonly kind: FilingKind
  readonly period?: string | undefined
  readonly isOver?: boolean | undefined
  readonly states?: readonly FilingState[] | undefined
  readonly levels?: readonly ('near' | 'reached')[] | undefined
  readonly unitId?: number | undefined
  readonly keyword?: string | undefined
}

export interface FigureRow extends Row<'business_filing_figure'> {
  basis: '' | 'receipts' | 'profit' | 'books'
  level: FilingLevel
  by_name: string | null
}

type DisplayedFigure =
  | 'gross_fen'
  | 'other_fen'
  | 'carried_fen'
  | 'credit_after_fen'
  | 'returned_fen'
  | 'entered_invoiced_fen'
  | 'exempt_fen'
  | 'income_fen'
  | 'vat_fen'
  | 'city_fen'
  | 'education_fen'
  | 'local_education_fen'
  | 'iit_fen'
  | 'cost_fen'
  | 'is_confirmed'
  | 'basis'
  | 'level'

export interface FilingRow
  extends Row<'business_filing'>,
    Row<'business_filing_figure', DisplayedFigure>,
    Row<'operator_entity', 'name' | 'credit_code' | 'tax_kind'> {
  kind: FilingKind
  state: FilingState
  basis: FigureRow['basis']
  level: FigureRow['level']
  entity_state: Row<'operator_entity'>['state']
  centre_name: string
  operator_name: string
  declared_way: DeclarationMethod | null
  paid_fen: number
  /** Whether no later VAT filing deducts the VAT that this one leaves overpaid. */
  is_credit_unused: boolean
  paper_id: string | null
}

const allOf = (parts: readonly Expression<SqlBool>[]) => sql<SqlBool>`${sql.join(parts, sql` and `)}`

function visibleCondition(ctx: Context): Expression<SqlBool> {
  const { operatorId } = ctx.scope
  return operatorId === null ? inScope({ ...ctx.scope, unitIds: [] }, 'filing', { mode: true }) : sql<SqlBool>`filing.operator_id = ${operatorId}`
}

const likePatternOf = (keyword: string) => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`

const startOfDay = (day: string) => sql`(${day}::timestamp at time zone 'Asia/Shanghai')`

function hasPaymentsOf(unitId: number, period: string | undefined): Expression<SqlBool> {
  const periodCondition = period
    ? sql`and line.booked_at >= ${startOfDay(daysOfPeriod(period).from)} and line.booked_at < ${startOfDay(daysOfPeriod(period).to)}`
    : sql``
  return sql<SqlBool>`exists (select from payment_line line where line.entity_id = filing.entity_id and line.unit_id = ${unitId} and line.booked_at is not null ${periodCondition})`
}

function listing(ctx: Context, filter: FilingFilter): Listing {
  const conditions: Expression<SqlBool>[] = [visibleCondition(ctx), sql<SqlBool>`filing.kind = ${filter.kind}`]
  if (filter.period) conditions.push(sql<SqlBool>`filing.period = ${filter.period}`)
  if (filter.isOver) conditions.push(sql<SqlBool>`filing.period < ${currentPeriod(filter.kind, dayOf(ctx.now))}`)
  if (filter.states?.length) conditions.push(sql<SqlBool>`filing.state = any(${[...filter.states]}::text[])`)
  if (filter.levels?.length)
    conditions.push(
      sql<SqlBool>`exists (select from business_filing_figure figure where figure.filing_id = filing.id and figure.edition = filing.edition and figure.level = any(${[...filter.levels]}::text[]))`,
    )
  if (filter.unitId) conditions.push(hasPaymentsOf(filter.unitId, filter.period))
  if (filter.keyword) {
    const keywordPattern = likePatternOf(filter.keyword)
    conditions.push(
      sql<SqlBool>`filing.entity_id in (select entity.id from operator_entity entity join operator on operator.id = entity.operator_id
        where entity.name ilike ${keywordPattern} or entity.credit_code = ${filter.keyword.toUpperCase()} or operator.name ilike ${keywordPattern})`,
    )
  }
  return {
    table: sql`business_filing filing`,
    where: allOf(conditions),
    id: sql`filing.id`,
    order: { by: [sql`filing.period`] },
    places: placesInScope(ctx, 'filing'),
  }
}

function rowsOf(ctx: Context, where: Expression<SqlBool>) {
  return ctx.widen('names of filings in sight', () =>
    sql<FilingRow>`select filing.id, filing.centre_id, filing.mode, filing.operator_id, filing.entity_id, filing.kind, filing.period, filing.state, filing.edition,
      filing.due_on::text as due_on, filing.closed_by, filing.closed_at, filing.told_on::text as told_on, filing.warned, filing.corrected_from, filing.ends_at, filing.outdated_since, filing.version, figure.gross_fen, figure.other_fen, figure.carried_fen, figure.credit_after_fen, figure.returned_fen, figure.entered_invoiced_fen, figure.exempt_fen,
      figure.income_fen, figure.vat_fen, figure.city_fen, figure.education_fen, figure.local_education_fen, figure.iit_fen, figure.cost_fen, figure.basis, figure.is_confirmed, figure.level,
      entity.name, entity.credit_code, entity.tax_kind, entity.state as entity_state, centre.name as centre_name, operator.name as operator_name, receipt.way as declared_way, paper.file_id as paper_id,
      (select coalesce(sum(amount_fen), 0)::bigint from business_filing_payment paid where paid.filing_id = filing.id) as paid_fen, ${isCreditUnused} as is_credit_unused
    from business_filing filing join business_filing_figure figure on figure.filing_id = filing.id and figure.edition = filing.edition
      join operator_entity entity on entity.id = filing.entity_id join operator on operator.id = filing.operator_id join centre on centre.id = filing.centre_id
      left join business_filing_receipt receipt on receipt.filing_id = filing.id and receipt.edition = filing.edition
      left join business_filing_certificate paper on paper.filing_id = filing.id
    where ${where}`.execute(ctx.db),
  )
}

/** Returns the units that paid businesses in a period, within the caller's scope. */
export async function payersOf(ctx: Context, period: string): Promise<Row<'unit', 'id' | 'name'>[]> {
  const { from, to } = daysOfPeriod(period)
  return ctx.rows<Row<'unit', 'id' | 'name'>>`select distinct unit.id, unit.name from payment_line line join unit on unit.id = line.unit_id
    where line.entity_id is not null and line.booked_at >= ${startOfDay(from)} and line.booked_at < ${startOfDay(to)} and ${inScope({ ...ctx.scope, unitIds: [] }, 'line')}
    order by unit.name limit 500`
}

/** Returns a page of filings of a kind, newest period first. */
export async function list(ctx: Context, filter: FilingFilter, page: PageRequest): Promise<{ rows: FilingRow[]; count: number; next: number | null }> {
  const filingListing = listing(ctx, filter)
  const { ids, next } = await pageKeys(ctx, filingListing, page)
  const pageResult = await rowsOf(ctx, sql<SqlBool>`filing.id = any(${ids}::bigint[])`)
  return { rows: sortByIds(ids, pageResult.rows), count: await countOf(ctx, filingListing), next }
}

/** Returns a filing in the caller's scope, locked if `isLocked`. */
export async function find(ctx: Context, id: number, isLocked = false): Promise<FilingRow | undefined> {
  const where = allOf([sql<SqlBool>`filing.id = ${id}`, visibleCondition(ctx)])
  if (isLocked) await ctx.run`select from business_filing filing where ${where} for no key update`
  return (await rowsOf(ctx, where)).rows[0]
}

/** Locks and returns the filings of a centre for a period, optionally of one state. */
export async function lockFilingsOfPeriod(ctx: Context, centreId: number, kind: FilingKind, period: string, state?: FilingState): Promise<FilingRow[]> {
  const conditions = [visibleCondition(ctx), sql<SqlBool>`filing.centre_id = ${centreId} and filing.kind = ${kind} and filing.period = ${period}`]
  if (state) conditions.push(sql<SqlBool>`filing.state = ${state}`)
  await ctx.run`select from business_filing filing where ${allOf(conditions)} order by filing.id for no key update`
  return (await rowsOf(ctx, sql<SqlBool>`${allOf(conditions)} order by filing.id`)).rows
}

type Change = Partial<
  Pick<Row<'business_filing'>, 'state' | 'edition' | 'corrected_from' | 'outdated_since' | 'closed_by' | 'closed_at' | 'told_on' | 'warned'>
>

/** Updates filings that the caller has locked. */
export async function update(ctx: Context, ids: readonly number[], to: Change): Promise<void> {
  if (ids.length === 0) return
  await ctx.db
    .updateTable('business_filing')
    .set((table) => ({ ...to, version: table('version', '+', 1) }))
    .where('id', 'in', [...ids])
    .execute()
}

export async function insertFilings(
  ctx: Context,
  rows: readonly { entity_id: number; operator_id: number }[],
  of: { centreId: number; kind: FilingKind; period: string; dueOn: string },
): Promise<void> {
  if (rows.length === 0) return
  const types = { entity_id: 'bigint', operator_id: 'bigint' } as const
  await ctx.run`insert into business_filing (centre_id, kind, period, due_on, entity_id, operator_id)
    select ${of.centreId}::bigint, ${of.kind}, ${of.period}, ${of.dueOn}::date, fresh.entity_id, fresh.operator_id from ${rowsFrom('fresh', types, rows)} on conflict do nothing`
}

/** Stores the ends of open filings that end before their period. */
export async function storeEnds(
  ctx: Context,
  rows: readonly { readonly id: number; readonly ends_at: Date | null }[],
  of: { readonly kind: FilingKind; readonly period: string },
): Promise<void> {
  const ends = sql`unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.ends_at?.toISOString() ?? null)}::timestamptz[]) as ending (entity_id, ends_at)`
  await ctx.run`update business_filing filing set ends_at = ending.ends_at from ${ends} where filing.entity_id = ending.entity_id and filing.kind = ${of.kind}
    and filing.period = ${of.period} and filing.state = 'open' and filing.ends_at is distinct from ending.ends_at`
}

/** Returns the ids of a centre's open filings for a period, by business. */
export async function openIds(ctx: Context, centreId: number, kind: FilingKind, period: string): Promise<Map<number, number>> {
  const rows = await ctx.rows<Row<'business_filing', 'id' | 'entity_id'>>`select id, entity_id from business_filing
    where centre_id = ${centreId} and kind = ${kind} and period = ${period} and state = 'open' order by id for no key update`
  return new Map(rows.map((row) => [row.entity_id, row.id]))
}

const types = {
  filing_id: 'bigint',
  edition: 'integer',
  centre_id: 'bigint',
  operator_id: 'bigint',
  policy_version: 'text',
  payments: 'integer',
  gross_fen: 'bigint',
  other_fen: 'bigint',
  carried_fen: 'bigint',
  invoiced_fen: 'bigint',
  special_fen: 'bigint',
  issued_fen: 'bigint',
  issued_special_fen: 'bigint',
  entered_invoiced_fen: 'bigint',
  entered_special_fen: 'bigint',
  sales_fen: 'bigint',
  exempt_fen: 'bigint',
  taxable_fen: 'bigint',
  vat_ppm: 'integer',
  vat_fen: 'bigint',
  city_fen: 'bigint',
  education_fen: 'bigint',
  local_education_fen: 'bigint',
  income_fen: 'bigint',
  basis: 'text',
  levy_ppm: 'integer',
  levy_source: 'text',
  is_confirmed: 'boolean',
  before_fen: 'bigint',
  iit_fen: 'bigint',
  advance_fen: 'bigint',
  returned_fen: 'bigint',
  return_vat_fen: 'bigint',
  late_special_fen: 'bigint',
  credit_before_fen: 'bigint',
  credit_after_fen: 'bigint',
  level: 'text',
  reason: 'text',
} as const

const columns = Object.keys(types) as (keyof typeof types)[]

const enteredColumns = sql.raw(
  columns
    .map((name) => (types[name] === 'text' ? `coalesce(fresh.${name}, '')` : types[name] === 'boolean' ? `fresh.${name}` : `coalesce(fresh.${name}, 0)`))
    .join(', '),
)

const columnUpdates = sql.raw(
  [...columns.slice(4), 'is_whole_price', 'is_credited', 'cost_fen', 'at', 'by_id'].map((name) => `${name} = excluded.${name}`).join(', '),
)

export type NewFigure = Omit<FigureRow, 'is_whole_price' | 'is_credited' | 'at' | 'by_id' | 'by_name'>

/** Stores the figures of editions. Replaces those of an open filing. */
export async function storeFigures(ctx: Context, rows: readonly NewFigure[]): Promise<void> {
  if (rows.length === 0) return
  // Costs have a separate `unnest`, because unknown costs (null) differ from zero.
  const costRows = sql`unnest(${rows.map((row) => row.filing_id)}::bigint[], ${rows.map((row) => row.cost_fen)}::bigint[]) as entered (filing_id, cost_fen)`
  await ctx.run`insert into business_filing_figure (${sql.raw(columns.join(', '))}, is_whole_price, is_credited, cost_fen, at, by_id)
    select ${enteredColumns}, true, true, entered.cost_fen, ${ctx.now}, ${ctx.actor.userId || null}::bigint from ${rowsFrom('fresh', types, rows)} join ${costRows} on entered.filing_id = fresh.filing_id
    on conflict (filing_id, edition) do update set ${columnUpdates}`
}

export interface ClosedFilingRow
  extends Row<'business_filing', 'id' | 'entity_id' | 'kind' | 'period' | 'outdated_since'>,
    Row<
      'business_filing_figure',
      'income_fen' | 'iit_fen' | 'vat_fen' | 'special_fen' | 'credit_before_fen' | 'credit_after_fen' | 'is_whole_price' | 'is_credited'
    > {
  kind: FilingKind
}

/**
 * Locks and returns the closed filings of these businesses that a change of a filing may affect: income tax for its
 * period and the later ones of its year. VAT affects its period and all later ones of both taxes, because it carries returns.
 */
export async function closedFilingsAfter(
  ctx: Context,
  entityIds: readonly number[],
  { kind, period }: { readonly kind: FilingKind; readonly period: string },
): Promise<ClosedFilingRow[]> {
  return ctx.widen(
    'payments of a business',
    () =>
      ctx.rows<ClosedFilingRow>`select filing.id, filing.entity_id, filing.kind, filing.period, filing.outdated_since, figure.income_fen, figure.iit_fen, figure.vat_fen, figure.special_fen, figure.credit_before_fen, figure.credit_after_fen, figure.is_whole_price, figure.is_credited
      from business_filing filing join business_filing_figure figure on figure.filing_id = filing.id and figure.edition = filing.edition
      where filing.entity_id = any(${[...entityIds]}::bigint[]) and filing.state <> 'open'
        and (filing.kind in ('incomeTax', 'incomeAnnual') and figure.is_whole_price
            and (left(filing.period, 4) = ${period.slice(0, 4)} and (filing.kind = 'incomeAnnual' or filing.period >= ${period})
              or ${kind} = 'vat' and left(filing.period, 4) > ${period.slice(0, 4)})
          or filing.kind = 'vat' and ${kind} = 'vat' and filing.period >= ${period})
      order by filing.period, filing.id for no key update of filing`,
  )
}

/** Returns the number of the next edition. Cancelled corrections keep theirs. */
export async function nextEdition(ctx: Context, id: number): Promise<number> {
  const rows = await ctx.rows<{ next: number }>`select max(edition) + 1 as next from business_filing_figure where filing_id = ${id}`
  return rows[0]?.next ?? 1
}

/** Returns every edition of a filing up to its current one, oldest first. */
export async function figuresOf(ctx: Context, id: number): Promise<FigureRow[]> {
  return ctx.rows<FigureRow>`select figure.*, app_user.name as by_name from business_filing_figure figure join business_filing filing on filing.id = figure.filing_id and figure.edition <= filing.edition
      left join app_user on app_user.id = figure.by_id where figure.filing_id = ${id} order by figure.edition`
}

export interface NewStep {
  readonly kind: FilingStep
  readonly amount?: number | null
  readonly reason?: string
}

export async function addStep(ctx: Context, rows: readonly Pick<FilingRow, 'id' | 'centre_id' | 'operator_id' | 'edition'>[], step: NewStep): Promise<void> {
  if (rows.length === 0) return
  const { kind, amount = null, reason = '' } = step
  const stepColumns = { kind, amount_fen: amount, reason: reason.slice(0, 500), at: ctx.now, by_id: ctx.actor.userId || null }
  await ctx.db
    .insertInto('business_filing_step')
    .values(rows.map((row) => ({ filing_id: row.id, centre_id: row.centre_id, operator_id: row.operator_id, edition: row.edition, ...stepColumns })))
    .execute()
}

export interface StepRow extends Row<'business_filing_step', 'kind' | 'edition' | 'at' | 'amount_fen' | 'reason'> {
  kind: FilingStep
  by_name: string | null
}

export async function stepsOf(ctx: Context, id: number): Promise<StepRow[]> {
  return ctx.rows<StepRow>`select step.kind, step.edition, step.at, step.amount_fen, step.reason, app_user.name as by_name
    from business_filing_step step left join app_user on app_user.id = step.by_id where step.filing_id = ${id} order by step.id`
}
