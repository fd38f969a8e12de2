import { sql } from 'kysely'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { storeMonthFees } from '#/server/desk/reports/store-fees.ts'
import { bookedAtByKind, figureNames, peopleInMonth, sumByDay } from '#/server/desk/reports/store-movements.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { CheckedUntil } from '#/server/kernel/declarations/invariant.ts'
import { startOfDay } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { journals } from '#/server/money/ledger/public.ts'

/** Stored sums do not depend on the caller, so their functions get only the database and the time. */
type QueryContext = Pick<Context, 'db' | 'now'>

const columns = sql.raw(['kind', 'centre_id', 'mode', 'unit_id', 'partner_id', 'booked_on', 'arrived_on', 'submitted_on', ...figureNames].join(', '))

const peopleColumns = sql.raw('centre_id, mode, unit_id, day, people')

const movementsOfMonth = (month: string) =>
  sumByDay(
    (kind) => sql`${bookedAtByKind[kind]} >= ${startOfDay(monthStart(month))} and ${bookedAtByKind[kind]} < ${startOfDay(monthStart(shiftMonth(month, 1)))}`,
  )

/** Sums a past month and replaces its stored sums. Returns the number of rows. */
export async function buildMonth(ctx: QueryContext, month: string): Promise<number> {
  await sql`delete from report_month where month = ${monthStart(month)}::date`.execute(ctx.db)
  await sql`insert into report_month (month, row_count, built_at) values (${monthStart(month)}::date, 0, ${ctx.now})`.execute(ctx.db)
  const { rows } = await sql<{
    count: number
  }>`with kept as (insert into report_day (month, ${columns}) select ${monthStart(month)}::date, ${columns} from (${movementsOfMonth(month)}) summed
      returning 1) update report_month set row_count = (select count(*) from kept) where month = ${monthStart(month)}::date returning row_count as count`.execute(
    ctx.db,
  )
  await sql`insert into report_people (month, ${peopleColumns}) select ${monthStart(month)}::date, ${peopleColumns} from (${peopleInMonth(month)}) counted`.execute(
    ctx.db,
  )
  await storeMonthFees(ctx, month)
  return rows[0]?.count ?? 0
}

/**
 * Returns past months without stored sums, oldest first, starting with the first booking. The stored months have no
 * gaps.
 */
export async function dueMonths(ctx: QueryContext): Promise<string[]> {
  const { rows } = await sql<{ first: string | null; kept: string | null }>`select
      (select to_char(max(month), 'YYYY-MM') from report_month) as kept,
      (select to_char(min(first at time zone 'Asia/Shanghai'), 'YYYY-MM') from (select min(line.booked_at) as first from payment_line line
        union all select min(event.at) from payout_event event where event.to_state = 'failed') moved) as first`.execute(ctx.db)
  const [row] = rows
  if (!row?.first) return []
  const monthsToBuild: string[] = []
  for (let month = row.kept ? shiftMonth(row.kept, 1) : row.first; month < monthOf(ctx.now); month = shiftMonth(month, 1)) monthsToBuild.push(month)
  return monthsToBuild
}

export async function deleteMonths(ctx: QueryContext): Promise<void> {
  await sql`delete from report_month`.execute(ctx.db)
}

/** Returns months whose stored sums differ from their lines. With `last`, checks only the last month. */
export async function brokenMonths(db: Db, last: boolean): Promise<string[]> {
  const storedMonths = await sql<{
    kept: string
  }>`select to_char(month, 'YYYY-MM') as kept from report_month order by month desc ${last ? sql`limit 1` : sql``}`.execute(db)
  const mismatches: string[] = []
  for (const { kept: month } of storedMonths.rows) {
    const result = await sql<Row<'report_day', 'unit_id' | 'booked_on'>>`select unit_id, booked_on::text as booked_on from (
        (select ${columns} from report_day where month = ${monthStart(month)}::date except all select ${columns} from (${movementsOfMonth(month)}) summed)
        union all
        (select ${columns} from (${movementsOfMonth(month)}) summed except all select ${columns} from report_day where month = ${monthStart(month)}::date)) different
      limit 5`.execute(db)
    mismatches.push(...result.rows.map((row) => `report of unit ${row.unit_id} on ${row.booked_on}`))
    const storedPeople = sql`select ${peopleColumns} from report_people where month = ${monthStart(month)}::date`
    const countedPeople = sql`select ${peopleColumns} from (${peopleInMonth(month)}) counted`
    const people = await sql<Row<'report_people', 'centre_id' | 'unit_id' | 'day'>>`select centre_id, unit_id, day::text as day from (
        (${storedPeople} except all ${countedPeople}) union all (${countedPeople} except all ${storedPeople})) different limit 5`.execute(db)
    mismatches.push(...people.rows.map((row) => `people of centre ${row.centre_id}, unit ${row.unit_id ?? '-'}, ${row.day ?? month}`))
  }
  return mismatches
}

/** Describes up to 20 lines whose booking times are missing or differ from their journals. */
export async function unbookedLines(db: Db, since: CheckedUntil | null): Promise<string[]> {
  const monthCondition = since ? sql`and line.month >= ${since.month}::date` : sql``
  const { rows } = await sql<Row<'payment_line', 'no'>>`select line.no from payment_line line
      left join ${journals} paid on paid.idem_key = 'line:' || line.id || ':paid'
      left join ${journals} returned on returned.idem_key = 'line:' || line.id || ':returned'
    where (line.state in ('success', 'returned') or line.booked_at is not null or line.returned_at is not null) ${monthCondition}
      and (line.booked_at is null or paid.at is distinct from line.booked_at or returned.at is distinct from line.returned_at)
    limit 20`.execute(db)
  return rows.map((row) => `line ${row.no}`)
}
