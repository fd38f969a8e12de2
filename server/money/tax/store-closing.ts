import { sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Waits for transactions that count lines, then blocks counting until this transaction ends. */
export async function lockAgainstCounting(ctx: Context): Promise<void> {
  await sql`lock table tax_reservation in share row exclusive mode`.execute(ctx.db)
}

export async function unpaidLines(ctx: Context, centreId: number, month: string) {
  const result = await sql<
    Row<'tax_reservation', 'line_id' | 'centre_id' | 'operator_id' | 'month'>
  >`select line_id, centre_id, operator_id, month from tax_reservation
    where centre_id = ${centreId} and mode = ${settlementMode.generalContract} and month = ${month} and is_open order by line_id`.execute(ctx.db)
  return result.rows
}

/** Marks moved lines as unpaid again. */
export async function markLinesUnpaid(ctx: Context, lineIds: readonly number[]): Promise<void> {
  await sql`update tax_reservation set is_open = true where line_id = any(${[...lineIds]}::bigint[])`.execute(ctx.db)
}

/** Closes the month, which fixes its figures. */
export async function insertClosing(ctx: Context, centreId: number, month: string): Promise<void> {
  await sql`insert into tax_period (centre_id, mode, month, closed_at) values (${centreId}, ${settlementMode.generalContract}, ${month}, ${ctx.now})
    on conflict do nothing`.execute(ctx.db)
}

export async function deleteClosing(ctx: Context, centreId: number, month: string): Promise<void> {
  await sql`delete from tax_period where centre_id = ${centreId} and mode = ${settlementMode.generalContract} and month = ${month}`.execute(ctx.db)
}

/** Assigns every undeclared return of the month to an edition. */
export async function assignReturnsToEdition(ctx: Context, centreId: number, month: string, edition: number): Promise<void> {
  await sql`update tax_adjustment set edition = ${edition} where centre_id = ${centreId} and mode = ${settlementMode.generalContract} and period = ${month}
    and kind = 'uncounted' and edition is null`.execute(ctx.db)
}

/** Releases the returns of the month from their edition. */
export async function releaseReturns(ctx: Context, centreId: number, month: string): Promise<void> {
  await sql`update tax_adjustment set edition = null where centre_id = ${centreId} and mode = ${settlementMode.generalContract} and period = ${month}
    and kind = 'uncounted' and edition is not null`.execute(ctx.db)
}

/** Waits for centres that are closing a month, and makes later closings wait for this transaction. */
export async function waitForMonthClosing(ctx: Context): Promise<void> {
  await sql`lock table tax_reservation in row exclusive mode`.execute(ctx.db)
}

interface CountingCentreRow extends Row<'tax_standing', 'centre_id'> {
  is_closed: boolean
}

/** Returns the centres that count payments to the natural person in the month. */
export async function countingCentres(ctx: Context, operatorId: number, month: string): Promise<CountingCentreRow[]> {
  const result = await sql<CountingCentreRow>`select standing.centre_id, closed.month is not null as is_closed from tax_standing standing
    left join tax_period closed on closed.centre_id = standing.centre_id and closed.mode = standing.mode and closed.month = standing.month
    where standing.operator_id = ${operatorId} and standing.month = ${month} and standing.mode = ${settlementMode.generalContract} order by 1`.execute(ctx.db)
  return result.rows
}
