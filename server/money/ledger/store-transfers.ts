import type { transferUseNames } from '#/api/money/ledger.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type TransferUse = keyof typeof transferUseNames

/** The bank reference of a centre's transfer. */
export interface TransferReference {
  readonly centreId: number
  readonly direction: 'out' | 'in'
  readonly serial: string
}

export interface NewTransfer extends TransferReference {
  readonly amount: number
  readonly use: TransferUse
  readonly id: number
  readonly no: string
  readonly isBooked: boolean
  /** Day of the payment. Null if statements need not show the transfer, because other rows prove it. */
  readonly paidOn: string | null
}

/** Adds transfers in a fixed order. Returns those that it added: other records have the references of the rest. */
export async function insert(ctx: Context, transfers: readonly NewTransfer[]): Promise<Row<'bank_transfer', 'ref_id' | 'direction'>[]> {
  return ctx.rows<Row<'bank_transfer', 'ref_id' | 'direction'>>`
    insert into bank_transfer (centre_id, direction, serial, amount_fen, ref_type, ref_id, ref_no, is_booked, paid_on)
    select "centreId", direction, serial, amount, use, id, no, "isBooked", "paidOn"
    from json_to_recordset(${JSON.stringify(transfers)}::json) as added("centreId" bigint, direction text, serial text, amount bigint, use text, id bigint, no text, "isBooked" boolean, "paidOn" date)
    order by "centreId", direction, app.reference_key(serial)
    on conflict (centre_id, direction, app.reference_key(serial)) where not is_repeated and not is_void do nothing
    returning ref_id, direction`
}

export interface HolderRow extends Row<'bank_transfer', 'direction' | 'ref_type' | 'ref_no' | 'is_booked'> {
  /** The requested reference, which may be spelled differently in the register. */
  readonly requested_serial: string
  direction: 'out' | 'in'
  ref_type: TransferUse
}

/** Returns the records that have these references. */
export async function holdersOf(ctx: Context, references: readonly TransferReference[]): Promise<HolderRow[]> {
  const requested = references.map(({ centreId, direction, serial }) => ({ centreId, direction, serial }))
  return ctx.rows<HolderRow>`select requested.serial as requested_serial, transfer.direction, transfer.ref_type, transfer.ref_no, transfer.is_booked
    from json_to_recordset(${JSON.stringify(requested)}::json) as requested("centreId" bigint, direction text, serial text)
      join bank_transfer transfer on transfer.centre_id = requested."centreId" and transfer.direction = requested.direction
        and app.reference_key(transfer.serial) = app.reference_key(requested.serial) and not transfer.is_repeated and not transfer.is_void`
}

/** Marks the transfers of a record as booked. */
export async function markTransferBooked(ctx: Context, use: TransferUse, id: number): Promise<void> {
  await ctx.db
    .updateTable('bank_transfer')
    .set({ is_booked: true })
    .where('ref_type', '=', use)
    .where('ref_id', '=', id)
    .where('is_returned', '=', false)
    .execute()
}

/** Marks the transfer of a record as sent back or never carried out, as a confirmed entry says. Its record can be paid again. */
export async function markTransferReturned(ctx: Context, use: TransferUse, id: number): Promise<void> {
  await ctx.db
    .updateTable('bank_transfer')
    .set({ is_returned: true })
    .where('ref_type', '=', use)
    .where('ref_id', '=', id)
    .where('direction', '=', 'out')
    .where('is_returned', '=', false)
    .execute()
}

interface BookedRow extends Row<'bank_transfer', 'centre_id' | 'direction' | 'serial'> {
  direction: 'out' | 'in'
}

/** Returns the booked transfers that `releaseTransfer` frees. */
export async function bookedTransfersOf(ctx: Context, use: TransferUse, id: number): Promise<TransferReference[]> {
  const rows = await ctx.rows<BookedRow>`select centre_id, direction, serial from bank_transfer
    where ref_type = ${use} and ref_id = ${id} and is_booked and not is_returned order by id`
  return rows.map(({ centre_id: centreId, direction, serial }) => ({ centreId, direction, serial }))
}

/** Frees the bank references of a record that was declined or reversed, except those of earlier returned payments. */
export async function releaseTransfer(ctx: Context, use: TransferUse, id: number): Promise<void> {
  await ctx.db.deleteFrom('bank_transfer').where('ref_type', '=', use).where('ref_id', '=', id).where('is_returned', '=', false).execute()
}

/** Frees the references of transfers that no person has confirmed, in one direction. */
export const releaseUnconfirmed = (ctx: Context, use: TransferUse, ids: readonly number[], direction: 'out' | 'in'): Promise<void> =>
  ctx.run`delete from bank_transfer where ref_type = ${use} and ref_id = any(${[...ids]}::bigint[]) and direction = ${direction} and not is_booked`
