import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { monthOf } from '#/domain/base/period.ts'
import { type PendingPeriodStep, type PeriodState, type PeriodStep, taxKinds } from '#/domain/taxation/tax-declaration.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type LegalEntity, legalEntityColumns } from '#/server/kernel/installation/legal-entity.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, pageKeys, placesInScope, sortByIds } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { correctionColumns, isOutstanding } from '#/server/taxation/periods/store-deadlines.ts'
import { type DeclaredReturns, declaredReturnColumns, paidWithholdingColumns } from '#/server/taxation/periods/store-returns.ts'

export type PeriodFilter = FilterOf<Modules['periods']['list']>

/** A period with its figures: stored, or computed live while it is open. `booksOf` reads the booked tax. */
export interface PeriodRow extends Omit<Row<'tax_declaration'>, `booked_${string}`>, LegalEntity, DeclaredReturns {
  state: PeriodState
  centre_name: string
  closed_by_name: string | null
  paid_fen: number
  paid_vat_fen: number
  paid_surcharge_fen: number
  paid_iit_fen: number
  /** The part of the paid VAT and surcharges on the withholding return. */
  paid_withholding_vat_fen: number
  paid_withholding_surcharge_fen: number
  /** Number of returned payments that no edition has declared yet. */
  to_correct: number
  /** When the correction of a declared month became necessary. Meaningful only for a month to correct. */
  correct_since: Date | null
}

/** Filters periods pending for the caller, as the task list counts them. */
function pendingStepCondition(ctx: Context, waits: PendingPeriodStep): Expression<SqlBool> {
  if (waits === 'toConfirm')
    return sql<SqlBool>`((period.state = 'closed' and period.closed_by <> ${ctx.actor.userId})
      or exists (select from tax_entry entry where entry.declaration_id = period.id and ((entry.state = 'proposed' and entry.by_id <> ${ctx.actor.userId}) or (entry.state = 'reversing' and entry.reverse_by <> ${ctx.actor.userId}))))`
  return sql<SqlBool>`((period.state in ('open', 'confirmed', 'declared', 'correcting') and period.month < ${monthOf(ctx.now)})
    or (period.state in ('declared', 'paid', 'certified', 'archived') and exists (select from tax_adjustment back where back.centre_id = period.centre_id
      and back.period = period.month and back.mode = 2 and back.kind = 'uncounted' and back.edition is null)))`
}

function listing(ctx: Context, filter: PeriodFilter): Listing {
  const conditions: Expression<SqlBool>[] = [inScope({ ...ctx.scope, unitIds: [] }, 'period', { mode: true })]
  if (filter.states?.length) conditions.push(sql<SqlBool>`period.state = any(${[...filter.states]}::text[])`)
  if (filter.month) conditions.push(sql<SqlBool>`period.month = ${filter.month}`)
  if (filter.isDue) conditions.push(isOutstanding(monthOf(ctx.now)))
  if (filter.waits) conditions.push(pendingStepCondition(ctx, filter.waits))
  return {
    table: sql`tax_declaration period`,
    where: allOf(conditions),
    id: sql`period.id`,
    order: { by: [sql`period.month`] },
    places: placesInScope(ctx, 'period'),
  }
}

const figures = ['gross_fen', 'vat_fen', 'withheld_fen', 'city_fen', 'education_fen', 'local_education_fen'] as const

const surcharge = sql.raw('city_fen + education_fen + local_education_fen')

const columns = (sign: '' | '-') => sql.raw(figures.map((name) => `${sign}${name} as ${name}`).join(', '))

/** Whether the figures of `period` are computed live. */
export const isLive = sql`(period.state in ('open', 'closing'))`

/**
 * Figures of an open period: payments counted in the month at the centre, and payment returns of closed months. Reads
 * nothing for other periods.
 */
export const liveFigureTable = sql`(select count(*) filter (where gross_fen <> 0 or vat_fen <> 0 or withheld_fen <> 0)::int as people, ${sql.join(
  figures.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`),
)}, coalesce(sum(${surcharge}), 0)::bigint as surcharge_fen, coalesce(sum(difference), 0)::bigint as difference_fen
  from (select operator_id, ${sql.join(figures.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}, sum(difference) as difference from (
      select operator_id, ${columns('')}, 0::bigint as difference from tax_standing where centre_id = period.centre_id and mode = 2 and month = period.month
      union all
      select operator_id, ${columns('-')}, 0 from tax_earlier where centre_id = period.centre_id and month = period.month
      union all
      select operator_id, ${columns('')}, 0 from tax_adjustment
        where centre_id = period.centre_id and mode = 2 and tax_adjustment.period = period.month and kind = 'uncounted' and (edition is not null or period.state = 'open')
      union all
      select operator_id, 0, 0, 0, 0, 0, 0, vat_fen + ${surcharge} + withheld_fen from tax_adjustment
        where centre_id = period.centre_id and mode = 2 and period = period.month and kind = 'difference') counted where ${isLive} group by operator_id) person)`

const liveOrStored = (name: string, from: string) => sql`case when ${isLive} then live.${sql.raw(from)} else period.${sql.raw(name)} end as ${sql.raw(name)}`

const paidSumColumns = sql`coalesce(sum(amount_fen), 0)::bigint as paid_fen, ${sql.join(
  taxKinds.map((kind) => sql`coalesce(sum(amount_fen) filter (where kind = ${sql.lit(kind)}), 0)::bigint as ${sql.ref(`paid_${kind}_fen`)}`),
)}, ${paidWithholdingColumns}`

function rowsOf(ctx: Context, where: Expression<SqlBool>) {
  return sql<PeriodRow>`select period.id, period.centre_id, period.mode, period.month, period.state, period.edition, period.is_computing, period.done_count, period.total_count,
      ${liveOrStored('people', 'people')}, ${liveOrStored('gross_fen', 'gross_fen')}, ${liveOrStored('vat_fen', 'vat_fen')}, ${liveOrStored('surcharge_fen', 'surcharge_fen')},
      ${liveOrStored('iit_fen', 'withheld_fen')}, ${liveOrStored('difference_fen', 'difference_fen')}, period.policy_version, period.closed_by, period.closed_at, period.confirmed_by,
      period.agent_people, period.withholding_people, period.withholding_gross_fen, period.withholding_vat_fen, period.withholding_surcharge_fen,
      period.told_on, period.due_on::text as due_on, period.version, period.corrected_from, centre.name as centre_name, ${legalEntityColumns}, closer.name as closed_by_name,
      paid.*,
      period.correction_told_at, ${correctionColumns}, ${declaredReturnColumns}
    from tax_declaration period join centre on centre.id = period.centre_id left join app_user closer on closer.id = period.closed_by
      left join lateral ${liveFigureTable} live on true
      left join lateral (select ${paidSumColumns} from tax_payment where declaration_id = period.id) paid on true
    where ${where}`.execute(ctx.db)
}

/** Returns a page of periods, newest month first. */
export async function list(ctx: Context, filter: PeriodFilter, page: PageRequest): Promise<{ rows: PeriodRow[]; count: number; next: number | null }> {
  const periodListing = listing(ctx, filter)
  const { ids, next } = await pageKeys(ctx, periodListing, page)
  const pageResult = await rowsOf(ctx, sql<SqlBool>`period.id = any(${ids}::bigint[])`)
  return { rows: sortByIds(ids, pageResult.rows), count: await countOf(ctx, periodListing), next }
}

/** Creates periods, to be declared as zero, for ended months in which a declaring centre paid no one. */
export async function createEmptyMonths(ctx: Context, from: string, to: string): Promise<void> {
  await ctx.run`insert into tax_declaration (centre_id, month) select known.centre_id, to_char(month, 'YYYY-MM')
    from (select centre_id, min(month) as first from tax_declaration where mode = 2 group by centre_id) known join centre on centre.id = known.centre_id and centre.is_active
      cross join generate_series(${`${from}-01`}::timestamp, ${`${to}-01`}::timestamp, interval '1 month') month
    where to_char(month, 'YYYY-MM') > known.first on conflict do nothing`
}

/** Returns a period in the caller's scope, locked if `isLocked`. */
export async function find(ctx: Context, id: number, isLocked = false): Promise<PeriodRow | undefined> {
  const visibleCondition = allOf([sql<SqlBool>`period.id = ${id}`, inScope({ ...ctx.scope, unitIds: [] }, 'period', { mode: true })])
  if (isLocked) await ctx.run`select from tax_declaration period where ${visibleCondition} for no key update`
  return (await rowsOf(ctx, visibleCondition)).rows[0]
}

/** Returns which of these ids are in the caller's scope. */
export async function idsInScope(ctx: Context, ids: readonly number[]): Promise<number[]> {
  const rows = await ctx.rows<Row<'tax_declaration', 'id'>>`select period.id from tax_declaration period
    where period.id = any(${[...ids]}::bigint[]) and ${inScope({ ...ctx.scope, unitIds: [] }, 'period', { mode: true })} order by period.id`
  return rows.map((row) => row.id)
}

/** A locked period whose lines are being written, without the figures, which would be recomputed for each part. */
export interface LockedPeriod extends Row<'tax_declaration', 'id' | 'centre_id' | 'month' | 'edition' | 'is_computing' | 'state'> {}

export async function lockPeriodForComputing(ctx: Context, id: number): Promise<LockedPeriod | undefined> {
  const lockedColumns = ['id', 'centre_id', 'month', 'edition', 'is_computing', 'state'] as const
  return ctx.db.selectFrom('tax_declaration').select(lockedColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/**
 * Returns another month of the centre that prevents a step out of order: an earlier open one, or a later closed one.
 */
export async function blockingMonth(ctx: Context, { centre_id, month }: PeriodRow, which: 'earlierOpen' | 'laterClosed'): Promise<string | null> {
  const blockingCondition =
    which === 'earlierOpen'
      ? sql`month < ${month} and not exists (select from tax_period closed where closed.centre_id = period.centre_id and closed.mode = 2 and closed.month = period.month)`
      : sql`month > ${month} and state <> 'open'`
  const row = await ctx.row<Row<'tax_declaration', 'month'>>`select month from tax_declaration period where centre_id = ${centre_id} and ${blockingCondition}
    order by month limit 1`
  return row?.month ?? null
}

type Change = Partial<Omit<Row<'tax_declaration'>, 'id' | 'centre_id' | 'mode' | 'month' | 'version'>>

/** Updates a period that the caller has locked. */
export async function update(ctx: Context, id: number, to: Change): Promise<void> {
  await ctx.db
    .updateTable('tax_declaration')
    .set((table) => ({ ...to, version: table('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Adds to the count of written lines. */
export async function addProgress(ctx: Context, id: number, lines: number): Promise<void> {
  await ctx.db
    .updateTable('tax_declaration')
    .set((table) => ({ done_count: table('done_count', '+', lines) }))
    .where('id', '=', id)
    .execute()
}

/** Deletes the lines of a reopened period. */
export const dropLines = (ctx: Context, id: number): Promise<void> => ctx.run`select app.drop_tax_lines(${id})`

export interface NewStep {
  readonly kind: PeriodStep
  readonly amount?: number | null
  readonly reason?: string
}

/** Adds a step to the history of a period; `byId` is null for automatic steps. */
export async function addStep(ctx: Context, row: Pick<PeriodRow, 'id' | 'centre_id' | 'edition'>, step: NewStep, byId: number | null): Promise<void> {
  const { kind, amount = null, reason = '' } = step
  await ctx.db
    .insertInto('tax_step')
    .values({ declaration_id: row.id, centre_id: row.centre_id, edition: row.edition, kind, amount_fen: amount, reason, at: ctx.now, by_id: byId })
    .execute()
}

export interface StepRow extends Row<'tax_step', 'kind' | 'edition' | 'at' | 'amount_fen' | 'reason'> {
  kind: PeriodStep
  by_name: string | null
}

export async function stepsOf(ctx: Context, id: number): Promise<StepRow[]> {
  return ctx.rows<StepRow>`select step.kind, step.edition, step.at, step.amount_fen, step.reason, app_user.name as by_name
    from tax_step step left join app_user on app_user.id = step.by_id where step.declaration_id = ${id} order by step.id`
}

/** The entry or credit case of a payment. A reversal also names the payment that it reverses. */
export interface StepSource {
  readonly creditId?: number
  readonly entryId?: number
  readonly reversesId?: number
}

/** Returns past periods to declare, pay or correct without a reminder today. */
export async function periodsToRemind(ctx: Context, thisMonth: string, today: string): Promise<PeriodRow[]> {
  const isWaiting = sql<SqlBool>`${isOutstanding(thisMonth)} and period.told_on is distinct from ${today}::date`
  return (await rowsOf(ctx, isWaiting)).rows
}

/** Records the day of the last reminder. */
export async function recordReminder(ctx: Context, id: number, day: string): Promise<void> {
  await ctx.db.updateTable('tax_declaration').set({ told_on: day }).where('id', '=', id).execute()
}

/** Records that the users who declare were notified of a month to correct. */
export async function recordCorrectionNotice(ctx: Context, id: number): Promise<void> {
  await ctx.db.updateTable('tax_declaration').set({ correction_told_at: ctx.now }).where('id', '=', id).execute()
}
