import { type Expression, type SqlBool, sql } from 'kysely'
import { dayOf, monthOf, monthStart, shiftDay, shiftMonth, twelveMonthsTo } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import { feeShares } from '#/server/money/payouts/public.ts'

/** A month of a trend. `payments` is 0 for months whose sums were stored earlier. */
export interface MonthRow {
  month: string
  amount: number
  count: number
  payments: number
}

export const startTimeOfMonth = (month: string) => `${monthStart(month)}T00:00:00+08:00`

/** Returns the last twelve months, oldest first. */
export const lastTwelveMonths = (ctx: Context): string[] => twelveMonthsTo(monthOf(ctx.now))

/** Selects lines whose money arrived in these months and was not returned. */
export function receivedBetween(from: string, to: string): Expression<SqlBool> {
  return sql<SqlBool>`line.state = 'success' and line.finished_at >= ${startTimeOfMonth(from)}::timestamptz and line.finished_at < ${startTimeOfMonth(shiftMonth(to, 1))}::timestamptz`
}

function fillMonths(months: readonly string[], rows: readonly MonthRow[]): MonthRow[] {
  const rowsByMonth = new Map(rows.map((row) => [row.month, row]))
  return months.map((month) => rowsByMonth.get(month) ?? { month, amount: 0, count: 0, payments: 0 })
}

interface CountedMonth extends MonthRow {
  tax: number
}

/**
 * Sums months by arrival day: amount, payees and tax. Groups by person first, so that each payee counts once per
 * month.
 */
const countMonths = (ctx: Context, from: string, to: string): Promise<CountedMonth[]> => ctx.rows<CountedMonth>`
    select to_char(month, 'YYYY-MM') as month, sum(paid)::bigint as amount, count(operator_id) as count, sum(payments)::bigint as payments, sum(tax)::bigint as tax from (
      select date_trunc('month', line.finished_at at time zone 'Asia/Shanghai') as month, line.operator_id, sum(line.net_fen) as paid, count(*) as payments,
        sum(line.vat_fen + line.surcharge_fen + line.iit_fen) as tax
      from payment_line line where ${receivedBetween(from, to)} and ${inScope(ctx.scope, 'line', { mode: true })} group by 1, 2) person
    group by person.month`

async function storedMonths(ctx: Context, mode: number, from: string): Promise<MonthRow[]> {
  return ctx.rows<MonthRow>`select month, paid_fen as amount, payees as count, 0 as payments from paid_month
    where viewer = (select app.viewer()) and mode = ${mode} and month >= ${from}`
}

/** Counts the missing past months and stores them. */
async function countPastMonths(ctx: Context, mode: number, missing: readonly string[]): Promise<MonthRow[]> {
  const [from, to] = [missing[0], missing.at(-1)]
  if (from === undefined || to === undefined) return []
  await ctx.run`select app.lock_paid_months()`
  const countedByMonth = new Map((await countMonths(ctx, from, to)).map((row) => [row.month, row]))
  const rows = missing.map((month) => countedByMonth.get(month) ?? { month, amount: 0, count: 0, payments: 0, tax: 0 })
  await ctx.run`insert into paid_month (mode, month, paid_fen, payees, tax_fen) select ${mode}::smallint, month, amount, count, tax
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh(month text, amount bigint, count integer, tax bigint) on conflict do nothing`
  return rows
}

/**
 * Returns the net paid per month in the caller's scope. Months that ended over a day ago are stored per viewer until
 * one of their payments is returned.
 */
export async function paidMonths(ctx: Context): Promise<MonthRow[]> {
  const trendMonths = lastTwelveMonths(ctx)
  const thisMonth = monthOf(ctx.now)
  // Waits a day, because a transaction that began before midnight may still write into the ended month.
  const isOver = (month: string) => shiftDay(monthStart(shiftMonth(month, 1)), 1) <= dayOf(ctx.now)
  const mode = ctx.scope.mode ?? 0
  const storedRows = await storedMonths(ctx, mode, trendMonths[0] ?? thisMonth)
  const completeMonths = new Set(storedRows.map((row) => row.month))
  const missingMonths = trendMonths.filter((month) => isOver(month) && !completeMonths.has(month))
  const openMonths = trendMonths.filter((month) => !isOver(month))
  const pastMonths = await countPastMonths(ctx, mode, missingMonths)
  return fillMonths(trendMonths, [...storedRows, ...pastMonths, ...(await countMonths(ctx, openMonths[0] ?? thisMonth, thisMonth))])
}

/** Returns an operator's income and payments per month; never stored, because there are few lines. */
export async function receivedMonths(ctx: Context, operatorId: number): Promise<MonthRow[]> {
  const trendMonths = lastTwelveMonths(ctx)
  const rows = await ctx.widen(
    'own payments',
    () =>
      ctx.rows<MonthRow>`select to_char(line.finished_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, sum(line.net_fen)::bigint as amount, count(*) as count,
        count(*) as payments
      from payment_line line where ${receivedBetween(trendMonths[0] ?? '', trendMonths.at(-1) ?? '')} and line.operator_id = ${operatorId} group by 1`,
  )
  return fillMonths(trendMonths, rows)
}

/** Returns a partner's commission and number of units per month. */
export async function commissionMonths(ctx: Context, partnerId: number): Promise<MonthRow[]> {
  const trendMonths = lastTwelveMonths(ctx)
  const rows = await ctx.widen(
    'own commission',
    () =>
      ctx.rows<MonthRow>`select to_char(month, 'YYYY-MM') as month, sum(amount)::bigint as amount, count(*) as count, 0 as payments from (
        select date_trunc('month', at at time zone 'Asia/Shanghai') as month, unit_id, sum(amount_fen) as amount
        from ${feeShares} item where party_type = 'partner' and party_id = ${partnerId} and at >= ${startTimeOfMonth(trendMonths[0] ?? '')}::timestamptz group by 1, 2) per_unit
      group by per_unit.month`,
  )
  return fillMonths(trendMonths, rows)
}
