import { type Expression, type SqlBool, sql } from 'kysely'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { watchThresholdFen } from '#/domain/people/operator.ts'
import type { Context } from '#/server/kernel/context.ts'
import { startOfDay } from '#/server/kernel/rows/conditions.ts'
import { monthsOfPeople } from '#/server/money/tax/public.ts'

// To reach the threshold in twelve months, an operator needs one month with a twelfth of it from one payer. Only large
// months have an index, so with many payers all months are read.
const largeMonthFen = 1_000_000
function canReachThreshold(payers: number): Expression<SqlBool> {
  const least = Math.floor(watchThresholdFen / (12 * payers))
  return least >= largeMonthFen ? sql<SqlBool>`standing.gross_fen >= ${least}::bigint` : sql<SqlBool>`true`
}

/** Selects operators above the threshold of twelve months: paid by the caller's units, or by all visible payers. */
export function highEarners(ctx: Context, payers: number) {
  const { scope } = ctx
  const first = shiftMonth(monthOf(ctx.now), -11)
  if (scope.unitIds.length > 0) {
    return sql`select line.operator_id from payment_line line where line.unit_id = any(${[...scope.unitIds]}::bigint[]) and line.state = 'success'
        and line.finished_at >= ${startOfDay(monthStart(first))} and line.month >= ${monthStart(shiftMonth(first, -3))}::date
      group by line.operator_id having sum(line.gross_fen) > ${watchThresholdFen}::bigint`
  }
  const centreCondition = (table: string) => (scope.centreId === null ? sql`true` : sql`${sql.ref(`${table}.centre_id`)} = ${scope.centreId}`)
  return sql`select standing.operator_id from ${monthsOfPeople} standing where standing.month >= ${first} and ${centreCondition('standing')} and ${canReachThreshold(payers)}
    and (select sum(each.gross_fen) from ${monthsOfPeople} each where each.operator_id = standing.operator_id and each.month >= ${first} and ${centreCondition('each')}) > ${watchThresholdFen}::bigint`
}

/** Selects the amounts paid to the person by the caller's unit. For other callers, by all payers that they can see. */
export function paidAmounts(ctx: Context) {
  const { scope } = ctx
  const now = monthOf(ctx.now)
  const [year, rolling] = [`${now.slice(0, 4)}-01`, shiftMonth(now, -11)]
  if (scope.unitIds.length > 0) {
    const startOfMonth = (month: string) => startOfDay(monthStart(month))
    // A line is stored under the month of its batch's creation, which may precede the payment.
    return sql`select coalesce(sum(line.gross_fen) filter (where line.finished_at >= ${startOfMonth(year)}), 0)::bigint as year,
        coalesce(sum(line.gross_fen) filter (where line.finished_at >= ${startOfMonth(now)}), 0)::bigint as month, coalesce(sum(line.gross_fen), 0)::bigint as rolling
      from payment_line line where line.operator_id = operator.id and line.unit_id = any(${[...scope.unitIds]}::bigint[]) and line.state = 'success'
        and line.finished_at >= ${startOfMonth(rolling)} and line.month >= ${monthStart(shiftMonth(rolling, -3))}::date`
  }
  const payerCondition = scope.centreId === null ? sql`true` : sql`standing.centre_id = ${scope.centreId}`
  return sql`select coalesce(sum(standing.gross_fen) filter (where standing.month >= ${year}), 0)::bigint as year,
      coalesce(sum(standing.gross_fen) filter (where standing.month = ${now}), 0)::bigint as month, coalesce(sum(standing.gross_fen), 0)::bigint as rolling
    from ${monthsOfPeople} standing where standing.operator_id = operator.id and standing.month >= ${rolling} and ${payerCondition}`
}

/** Selects the person's income of twelve months, newest first. */
export function yearIncome(ctx: Context, operatorId: number) {
  const { scope } = ctx
  const first = shiftMonth(monthOf(ctx.now), -11)
  const earningsFromUnits = sql`select to_char(line.finished_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, sum(line.gross_fen)::bigint as gross,
      sum(line.vat_fen + line.surcharge_fen + line.iit_fen)::bigint as tax
    from payment_line line where line.operator_id = ${operatorId} and line.unit_id = any(${[...scope.unitIds]}::bigint[]) and line.state = 'success'
      and line.finished_at >= ${startOfDay(monthStart(first))} and line.month >= ${monthStart(shiftMonth(first, -3))}::date
    group by 1 order by 1 desc`
  const payerCondition = scope.centreId === null ? sql`true` : sql`centre_id = ${scope.centreId}`
  const earningsFromAllPayers = sql`select month, sum(gross_fen)::bigint as gross, sum(tax_fen)::bigint as tax
    from ${monthsOfPeople} standing where operator_id = ${operatorId} and month >= ${first} and gross_fen > 0 and ${payerCondition} group by month order by month desc`
  return scope.unitIds.length > 0 ? earningsFromUnits : earningsFromAllPayers
}
