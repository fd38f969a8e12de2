import { type RawBuilder, sql } from 'kysely'
import { isMovementReport, type ReportKey } from '#/api/desk/report-columns.texts.ts'
import { fen } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { figuresByGroup, netFigure, zeroMovement } from '#/server/desk/reports/detail.ts'
import { lineCondition, type MovementFilter, partnerIdOf, spanOfFilter } from '#/server/desk/reports/store-filter.ts'
import { movementsOf } from '#/server/desk/reports/store-movements.ts'
import { reportSums } from '#/server/desk/reports/store-sums.ts'
import { canSeeMonths, monthCondition, netTotals } from '#/server/desk/reports/store-tax.ts'
import type { Context } from '#/server/kernel/context.ts'
import { allOf, startOfDay } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { bookings } from '#/server/money/ledger/public.ts'

/**
 * The amounts that reports and ledger share, with their accounts. For `bank` it is the money that left the bank
 * account.
 */
const accountByFigure = { net: 'bank', vat: 'tax_vat', surcharge: 'tax_surcharge', iit: 'tax_iit', fee: 'fee_income' } as const
type ComparedAccount = keyof typeof accountByFigure

interface JournalFilter extends Pick<MovementFilter, 'period' | 'centreId' | 'mode' | 'unitId'> {}

/** Selects the journals of payments and returns for the same days and places. */
function journalSource(ctx: Context, filter: JournalFilter): RawBuilder<unknown> {
  const { from, to } = spanOfFilter(filter)
  const conditions = [
    inScope(ctx.scope, 'journal', { mode: true }),
    sql`journal.kind in ('payment', 'return') and journal.at >= ${startOfDay(from)} and journal.at < ${startOfDay(shiftDay(to, 1))}`,
  ]
  if (filter.centreId) conditions.push(sql`journal.centre_id = ${filter.centreId}`)
  if (filter.mode) conditions.push(sql`journal.mode = ${filter.mode}`)
  if (filter.unitId) conditions.push(sql`journal.unit_id = ${filter.unitId}`)
  // Tax, fee and bank accounts belong to the centre; the journals are limited to the caller's scope.
  return sql`${bookings} journal
    where ${allOf(conditions)}`
}

async function bookedTotals(ctx: Context, filter: JournalFilter): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.widen(
    'reports against the ledger',
    () =>
      ctx.rows<{
        account: string
        amount: number
      }>`select journal.account, sum(journal.amount_fen)::bigint as amount from ${journalSource(ctx, filter)} group by journal.account`,
  )
  return new Map(rows.map((row) => [row.account, row.amount]))
}

interface JournalDifference {
  which: string
  at: Row<'ledger_journal'>['at'] | null
  report: number
  ledger: number
}

/**
 * Returns up to 20 movements whose cost differs between line and journal. A line or journal without a counterpart
 * counts as a difference.
 */
async function unmatchedEntries(ctx: Context, filter: MovementFilter): Promise<JournalDifference[]> {
  const span = spanOfFilter(filter)
  const lineQuery = (kind: 'paid' | 'returned', sign: number, key: string) =>
    sql`select 'line:' || line.id || ${`:${key}`}::text as key, line.no, ${sign}::integer * line.cost_fen as amount
      from ${movementsOf(kind, lineCondition(ctx, filter, kind, span))}`
  const rows = await ctx.widen(
    'reports against the ledger',
    () =>
      ctx.rows<JournalDifference>`select coalesce(mine.no, theirs.no) as which, theirs.at, coalesce(mine.amount, 0) as report, coalesce(theirs.amount, 0) as ledger
      from (${lineQuery('paid', 1, 'paid')} union all ${lineQuery('returned', -1, 'returned')}) mine
        full join (select journal.idem_key as key, min(journal.ref_no) as no, min(journal.at) as at, sum(journal.amount_fen)::bigint as amount
          from ${journalSource(ctx, filter)} and journal.account in ('bank', 'tax_vat', 'tax_surcharge', 'tax_iit', 'fee_income') group by journal.idem_key) theirs using (key)
      where mine.amount is distinct from theirs.amount limit 20`,
  )
  return rows
}

/**
 * Returns the amount in fen to add to an account's booked total before comparing it with a monthly report. Monthly
 * reports count returns of closed months, and clearings, in the month that they correct. The booked total counts such
 * returns in the month of booking and omits clearings.
 */
async function sumMovedBetweenMonths(ctx: Context, filter: JournalFilter, account: string): Promise<number> {
  const { from, to } = spanOfFilter(filter)
  const conditions = [inScope(ctx.scope, 'journal', { mode: true }), sql`back.kind = 'uncounted'`]
  if (filter.centreId) conditions.push(sql`journal.centre_id = ${filter.centreId}`)
  if (filter.mode) conditions.push(sql`journal.mode = ${filter.mode}`)
  const rows = await ctx.widen(
    'reports against the ledger',
    () =>
      ctx.rows<{ moved: number }>`select coalesce(sum(journal.amount_fen * ((back.month >= ${from.slice(0, 7)} and back.month <= ${to.slice(0, 7)})::int
          - (journal.at >= ${startOfDay(from)} and journal.at < ${startOfDay(shiftDay(to, 1))})::int)), 0)::bigint as moved
      from tax_adjustment back cross join unnest(back.line_ids) line(id)
        join ${bookings} journal on journal.ref_type = 'line' and journal.ref_id = line.id and journal.kind = 'return' and journal.account = ${account}
      where ${allOf(conditions)}
      union all
      select coalesce(sum(journal.amount_fen), 0)::bigint from tax_adjustment back
        join ${bookings} journal on journal.ref_type = 'tax_adjustment' and journal.ref_id = back.id and journal.kind = 'clearing' and journal.account = ${account}
      where back.month >= ${from.slice(0, 7)} and back.month <= ${to.slice(0, 7)} and ${allOf(conditions)}`,
  )
  return rows.reduce((sum, row) => sum + row.moved, 0)
}

const taxColumns = { incomeTax: 'withheld_fen', incomeTaxSummary: 'withheld_fen', vatCumulative: 'vat_fen' } as const
type MonthReport = keyof typeof taxColumns

/**
 * Returns tax that personal months contain but the same month's booking does not: reserved and unpaid, booked in
 * another month, or declared in an older system.
 */
async function monthDifferences(ctx: Context, report: MonthReport, filter: MovementFilter): Promise<JournalDifference[]> {
  const { from, to } = spanOfFilter(filter)
  const [column, account] = [sql.ref(taxColumns[report]), taxColumns[report] === 'vat_fen' ? 'tax_vat' : 'tax_iit']
  const joinMonthConditions = (table: 'tax_reservation' | 'tax_earlier') => {
    const conditions = [
      inScope(ctx.scope, table, { mode: table === 'tax_reservation' }),
      sql`month >= ${from.slice(0, 7)} and month <= ${to.slice(0, 7)} and ${column} <> 0`,
    ]
    if (filter.centreId) conditions.push(sql`${sql.ref(`${table}.centre_id`)} = ${filter.centreId}`)
    if (filter.mode && table === 'tax_reservation') conditions.push(sql`mode = ${filter.mode}`)
    return allOf(conditions)
  }
  const includesPersons = filter.mode !== 1 && ctx.scope.mode !== 1
  const rows = await ctx.widen(
    'reports against the ledger',
    () =>
      ctx.rows<JournalDifference>`select coalesce(theirs.no, (select line.no from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id
          where attempt.line_id = mine.line_id limit 1), '') as which, theirs.at, coalesce(mine.amount, 0) as report, coalesce(theirs.amount, 0) as ledger
      from (select line_id, ${column} as amount from tax_reservation where ${joinMonthConditions('tax_reservation')}
          union all select 0, sum(${column})::bigint from tax_earlier where ${includesPersons}::boolean and ${joinMonthConditions('tax_earlier')} having sum(${column}) <> 0) mine
        full join (select journal.ref_id as line_id, min(journal.ref_no) as no, max(journal.at) as at, sum(journal.amount_fen)::bigint as amount
          from ${journalSource(ctx, filter)} and journal.account = ${account} group by journal.ref_id having sum(journal.amount_fen) <> 0) theirs using (line_id)
      where mine.amount is distinct from theirs.amount and not exists (select from tax_adjustment back where back.kind = 'uncounted' and line_id = any(back.line_ids))
      order by 1 limit 20`,
  )
  return rows
}

interface ReportComparison {
  readonly why: '' | 'basis' | 'partner' | 'reach'
  readonly figures: readonly { readonly account: ComparedAccount; readonly report: number; readonly ledger: number }[]
  readonly odd: readonly JournalDifference[]
}

const incomparableReport = (why: ReportComparison['why']): ReportComparison => ({ why, figures: [], odd: [] })

async function compareMovements(ctx: Context, filter: MovementFilter): Promise<ReportComparison> {
  if (filter.basis !== 'booked') return incomparableReport('basis')
  if (partnerIdOf(ctx, filter) !== null) return incomparableReport('partner')
  const [moved, bookedByAccount] = [
    figuresByGroup(await reportSums(ctx, filter, spanOfFilter(filter), null, false)).get('') ?? zeroMovement,
    await bookedTotals(ctx, filter),
  ]
  const figures = (Object.keys(accountByFigure) as ComparedAccount[]).map((account) => ({
    account,
    report: netFigure(moved, `${account}_fen`),
    ledger: bookedByAccount.get(accountByFigure[account]) ?? 0,
  }))
  return { why: '', figures, odd: figures.every(({ report, ledger }) => report === ledger) ? [] : await unmatchedEntries(ctx, filter) }
}

async function compareMonths(ctx: Context, report: MonthReport, movementFilter: MovementFilter): Promise<ReportComparison> {
  if (!canSeeMonths(ctx)) return incomparableReport('reach')
  const filter = report === 'vatCumulative' ? movementFilter : { ...movementFilter, mode: 2 }
  const total = await netTotals(ctx, monthCondition(ctx, filter, spanOfFilter(filter)))
  const account = report === 'vatCumulative' ? 'vat' : 'iit'
  const figures = [
    {
      account,
      report: account === 'vat' ? total.vat : total.withheld,
      ledger: ((await bookedTotals(ctx, filter)).get(accountByFigure[account]) ?? 0) + (await sumMovedBetweenMonths(ctx, filter, accountByFigure[account])),
    } as const,
  ]
  return { why: '', figures, odd: figures.every((figure) => figure.report === figure.ledger) ? [] : await monthDifferences(ctx, report, filter) }
}

/** Compares a report with the ledger for the same days and places: both figures, and the entries that differ. */
export async function compareReport(ctx: Context, report: ReportKey, filter: MovementFilter) {
  const { why, figures, odd } = await (isMovementReport(report) ? compareMovements(ctx, filter) : compareMonths(ctx, report, filter))
  return {
    why,
    isEven: why === '' && figures.every((figure) => figure.report === figure.ledger),
    figures: figures.map(({ account, report: reportFen, ledger }) => ({
      account,
      report: fen(reportFen),
      ledger: fen(ledger),
      difference: fen(reportFen - ledger),
    })),
    journals: odd.map((each) => ({ no: each.which, day: each.at ? dayOf(each.at) : null, report: fen(each.report), ledger: fen(each.ledger) })),
  }
}
