import { settlementMode } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Waits for transactions that count lines, then blocks counting until this transaction ends. */
export const lockAgainstCounting = (ctx: Context): Promise<void> => ctx.run`lock table tax_reservation in share row exclusive mode`

export const unpaidLines = (ctx: Context, centreId: number, month: string) => ctx.rows<
  Row<'tax_reservation', 'line_id' | 'centre_id' | 'operator_id' | 'month'>
>`select line_id, centre_id, operator_id, month from tax_reservation
    where centre_id = ${centreId} and mode = ${settlementMode.generalContract} and month = ${month} and is_open order by line_id`

/** Marks moved lines as unpaid again. */
export const markLinesUnpaid = (ctx: Context, lineIds: readonly number[]): Promise<void> =>
  ctx.run`update tax_reservation set is_open = true where line_id = any(${[...lineIds]}::bigint[])`

/** Closes the month, which fixes its figures. */
export async function insertClosing(ctx: Context, centreId: number, month: string): Promise<void> {
  await ctx.run`insert into tax_period (centre_id, mode, month, closed_at) values (${centreId}, ${settlementMode.generalContract}, ${month}, ${ctx.now})
    on conflict do nothing`
}

export const deleteClosing = (ctx: Context, centreId: number, month: string): Promise<void> =>
  ctx.run`delete from tax_period where centre_id = ${centreId} and mode = ${settlementMode.generalContract} and month = ${month}`

/** Assigns every undeclared return of the month to an edition. */
export async function assignReturnsToEdition(ctx: Context, centreId: number, month: string, edition: number): Promise<void> {
  await ctx.run`update tax_adjustment set edition = ${edition} where centre_id = ${centreId} and mode = ${settlementMode.generalContract} and period = ${month}
    and kind = 'uncounted' and edition is null`
}

/** Releases the returns of the month from their edition. */
export async function releaseReturns(ctx: Context, centreId: number, month: string): Promise<void> {
  await ctx.run`update tax_adjustment set edition = null where centre_id = ${centreId} and mode = ${settlementMode.generalContract} and period = ${month}
    and kind = 'uncounted' and edition is not null`
}

/** Waits for centres that are closing a month, and makes later closings wait for this transaction. */
export const waitForMonthClosing = (ctx: Context): Promise<void> => ctx.run`lock table tax_reservation in row exclusive mode`

interface CountingCentreRow extends Row<'tax_standing', 'centre_id'> {
  is_closed: boolean
}

/** Returns the centres that count payments to the natural person in the month. */
export async function countingCentres(ctx: Context, operatorId: number, month: string): Promise<CountingCentreRow[]> {
  return ctx.rows<CountingCentreRow>`select standing.centre_id, closed.month is not null as is_closed from tax_standing standing
    left join tax_period closed on closed.centre_id = standing.centre_id and closed.mode = standing.mode and closed.month = standing.month
    where standing.operator_id = ${operatorId} and standing.month = ${month} and standing.mode = ${settlementMode.generalContract} order by 1`
}
