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

/** Adds a transfer. Returns false if another record has its reference. */
export async function insert(ctx: Context, { centreId, direction, serial, amount, use, id, no, isBooked, paidOn }: NewTransfer): Promise<boolean> {
  const added = await ctx.db
    .insertInto('bank_transfer')
    .values({ centre_id: centreId, direction, serial, amount_fen: amount, ref_type: use, ref_id: id, ref_no: no, is_booked: isBooked, paid_on: paidOn })
    .onConflict((conflict) => conflict.columns(['centre_id', 'direction', 'serial']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

interface HolderRow extends Row<'bank_transfer', 'ref_type' | 'ref_no'> {
  ref_type: TransferUse
}

/** Returns the record that has this reference. */
export async function transferHolder(ctx: Context, { centreId, direction, serial }: TransferReference): Promise<HolderRow> {
  const holder = ctx.db.selectFrom('bank_transfer').select(['ref_type', 'ref_no']).where('centre_id', '=', centreId)
  return (await holder.where('direction', '=', direction).where('serial', '=', serial).executeTakeFirstOrThrow()) as HolderRow
}

/** Marks the transfers of a record as booked. */
export async function markTransferBooked(ctx: Context, use: TransferUse, id: number): Promise<void> {
  await ctx.db.updateTable('bank_transfer').set({ is_booked: true }).where('ref_type', '=', use).where('ref_id', '=', id).execute()
}

/** Frees the bank references of a record that was declined or reversed. */
export async function releaseTransfer(ctx: Context, use: TransferUse, id: number): Promise<void> {
  await ctx.db.deleteFrom('bank_transfer').where('ref_type', '=', use).where('ref_id', '=', id).execute()
}
