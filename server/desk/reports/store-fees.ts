import { type Expression, type SqlBool, sql } from 'kysely'
import { monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import type { ReportGroup, ReportMovementKind, ReportSpan } from '#/domain/desk/report.ts'
import { conditionOfStoredSums, dayColumnOf, liveCondition, type MovementFilter } from '#/server/desk/reports/store-filter.ts'
import { loadFirstLiveDay } from '#/server/desk/reports/store-live.ts'
import { bookedAtByKind, type ChargedKind, chargedKinds, sumChargesByDay } from '#/server/desk/reports/store-movements.ts'
import { groupExpression } from '#/server/desk/reports/store-sums.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import { startOfDay } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Channel fees come from the lines of the channels' daily files. The last file of a month may arrive after the month
// was summed.

/** The fees of some movements in fen, and how many of them have a reported fee. */
export interface ChargedFees {
  readonly fen: number
  readonly count: number
}

/** Returns the channel fees of a span by group. A group without a reported fee has no entry. */
export async function chargedFees(
  ctx: Context,
  filter: MovementFilter,
  span: ReportSpan,
  { group, kinds = chargedKinds }: { readonly group: ReportGroup | null; readonly kinds?: readonly ReportMovementKind[] },
): Promise<Map<string, ChargedFees>> {
  const firstLiveDay = filter.operatorId ? '1970-01-01' : await loadFirstLiveDay(ctx)
  const kindCondition = sql`kept.kind = any(${[...kinds]}::text[])`
  const day = sql`${dayColumnOf(filter.basis)} as day`
  const rows = await ctx.rows<
    ChargedFees & { key: string }
  >`select ${groupExpression(group, span)} as key, sum(kept.fee_fen)::bigint as fen, sum(kept.fee_count)::bigint as count from (
      select kept.unit_id, kept.centre_id, ${day}, kept.fee_fen, kept.fee_count from report_fee_day kept where ${conditionOfStoredSums(ctx, filter, span)} and ${kindCondition}
      union all
      select kept.unit_id, kept.centre_id, ${day}, kept.fee_fen, kept.fee_count from (${sumChargesByDay((kind) => liveCondition(ctx, filter, kind, span, firstLiveDay))}) kept where ${kindCondition}) kept
    group by 1`
  return new Map(rows.map(({ key, fen, count }) => [key, { fen, count }]))
}

const columns = sql.raw('kind, centre_id, mode, unit_id, partner_id, booked_on, arrived_on, submitted_on, fee_count, fee_fen')

function bookedWithin(kind: ChargedKind, from: string, before: string): Expression<SqlBool> {
  return sql<SqlBool>`${bookedAtByKind[kind]} >= ${startOfDay(from)} and ${bookedAtByKind[kind]} < ${startOfDay(before)}`
}

const chargesOfMonth = (month: string) => sumChargesByDay((kind) => bookedWithin(kind, monthStart(month), monthStart(shiftMonth(month, 1))))

/** Locks the fee sums, so that a file that arrives while its month is being summed counts exactly once. */
const lockFeeSums = (ctx: { readonly db: Db }) => sql`select pg_advisory_xact_lock(7120263, 228)`.execute(ctx.db)

/** Stores the channel fees of a summed month. */
export async function storeMonthFees(ctx: { readonly db: Db }, month: string): Promise<void> {
  await lockFeeSums(ctx)
  await sql`insert into report_fee_day (month, ${columns}) select ${monthStart(month)}::date, ${columns} from (${chargesOfMonth(month)}) charged`.execute(
    ctx.db,
  )
}

/** Returns the imported channel files whose fees the stored months do not contain yet, oldest first. */
export async function unsummedFileIds(ctx: { readonly db: Db }): Promise<number[]> {
  const { rows } = await sql<Row<'recon_file', 'id'>>`select id from recon_file file where file.source = 'channel' and file.state = 'read'
    and not exists (select from report_fee_file summed where summed.recon_file_id = file.id) order by id limit 200`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Sums the fees again for the days, at the file's centre, on which the file's payments were booked. */
export async function sumFile(ctx: Pick<Context, 'db' | 'now'>, fileId: number): Promise<void> {
  await lockFeeSums(ctx)
  const { rows } = await sql<Row<'recon_file', 'centre_id'> & { booked: string; kept: string }>`
    select distinct file.centre_id, moved.day::text as booked, date_trunc('month', moved.day)::date::text as kept
    from recon_file file join recon_row charge on charge.file_id = file.id and charge.fee_fen is not null and charge.line_id is not null
      join payment_line line on line.month = charge.line_month and line.id = charge.line_id
      cross join lateral (select (case charge.direction when 'out' then line.booked_at when 'in' then line.returned_at end at time zone 'Asia/Shanghai')::date as day) moved
    where file.id = ${fileId} and moved.day is not null and exists (select from report_month known where known.month = date_trunc('month', moved.day)::date)`.execute(
    ctx.db,
  )
  for (const { centre_id, booked: day, kept: month } of rows) {
    await sql`delete from report_fee_day where centre_id = ${centre_id} and month = ${month}::date and booked_on = ${day}::date`.execute(ctx.db)
    const chargesOfDay = sumChargesByDay((kind) => sql<SqlBool>`line.centre_id = ${centre_id} and ${bookedWithin(kind, day, shiftDay(day, 1))}`)
    await sql`insert into report_fee_day (month, ${columns}) select ${month}::date, ${columns} from (${chargesOfDay}) charged`.execute(ctx.db)
  }
  await sql`insert into report_fee_file (recon_file_id, summed_at) values (${fileId}, ${ctx.now}) on conflict do nothing`.execute(ctx.db)
}

/**
 * Returns stored months whose fees differ from the channel files, except at centres with files still to be summed. With
 * `last`, checks only the last month.
 */
export async function brokenFees(db: Db, last: boolean): Promise<string[]> {
  const storedMonths = await sql<{
    kept: string
  }>`select to_char(month, 'YYYY-MM') as kept from report_month order by month desc ${last ? sql`limit 1` : sql``}`.execute(db)
  const mismatches: string[] = []
  for (const { kept: month } of storedMonths.rows) {
    const storedFees = sql`select ${columns} from report_fee_day where month = ${monthStart(month)}::date`
    const chargedFees = sql`select ${columns} from (${chargesOfMonth(month)}) charged`
    const { rows } = await sql<Row<'report_fee_day', 'unit_id' | 'booked_on'>>`select unit_id, booked_on::text as booked_on from (
        (${storedFees} except all ${chargedFees}) union all (${chargedFees} except all ${storedFees})) different
      where centre_id not in (select file.centre_id from recon_file file where file.source = 'channel' and file.state = 'read'
        and not exists (select from report_fee_file summed where summed.recon_file_id = file.id)) limit 5`.execute(db)
    mismatches.push(...rows.map((row) => `channel fees of unit ${row.unit_id} on ${row.booked_on}`))
  }
  return mismatches
}
