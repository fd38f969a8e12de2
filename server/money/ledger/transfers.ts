import { ledgerRefusals, transferUseNames } from '#/api/money/ledger.texts.ts'
import type { Fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask, question } from '#/server/kernel/question.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { translate } from '#/server/kernel/translate.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type TransferUse = keyof typeof transferUseNames

/** The bank reference of a centre's transfer. */
interface TransferReference {
  readonly centreId: number
  readonly direction: 'out' | 'in'
  readonly serial: string
}

/** A transfer on the bank statement, with the record that books it. */
export interface BankTransfer extends TransferReference {
  readonly amount: Fen
  readonly use: TransferUse
  readonly id: number
  readonly no: string
  /** Whether the ledger contains the transfer. `markTransferBooked` follows when a second person has to confirm it. */
  readonly isBooked: boolean
}

/**
 * Returns whether reconciliation has booked this transfer. Locks its differences: they cannot be booked before the
 * transaction ends.
 */
export const isBookedAsDifference = question<(transfer: TransferReference) => Promise<boolean>>('ledger.isBookedAsDifference')

/**
 * Registers which record books a transfer of the bank, once per reference. Refuses with `serialTaken` a reference of
 * another record, and with `serialBooked` one that reconciliation has booked.
 */
export async function registerTransfer(ctx: Context, transfer: BankTransfer): Promise<void> {
  const { centreId, direction, serial, amount, use, id, no, isBooked } = transfer
  const reference = { centre_id: centreId, direction, serial }
  const added = await ctx.db
    .insertInto('bank_transfer')
    .values({ ...reference, amount_fen: amount, ref_type: use, ref_id: id, ref_no: no, is_booked: isBooked })
    .onConflict((conflict) => conflict.columns(['centre_id', 'direction', 'serial']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) {
    const holder = await holderOf(ctx, transfer)
    refuse(ledgerRefusals, 'serialTaken', { serial, use: translate(transferUseNames[holder.ref_type], ctx.language), no: holder.ref_no })
  }
  if (await ask(ctx, isBookedAsDifference, transfer)) refuse(ledgerRefusals, 'serialBooked', { serial })
}

async function holderOf(
  ctx: Context,
  { centreId, direction, serial }: TransferReference,
): Promise<Row<'bank_transfer', 'ref_no'> & { readonly ref_type: TransferUse }> {
  const { ref_type, ref_no } = await ctx.db
    .selectFrom('bank_transfer')
    .select(['ref_type', 'ref_no'])
    .where('centre_id', '=', centreId)
    .where('direction', '=', direction)
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow()
  return { ref_type: ref_type as TransferUse, ref_no }
}

/** Marks the transfers of a record as booked. */
export async function markTransferBooked(ctx: Context, use: TransferUse, id: number): Promise<void> {
  await ctx.db.updateTable('bank_transfer').set({ is_booked: true }).where('ref_type', '=', use).where('ref_id', '=', id).execute()
}

/** Frees the bank references of a record that was declined or reversed. */
export async function releaseTransfer(ctx: Context, use: TransferUse, id: number): Promise<void> {
  await ctx.db.deleteFrom('bank_transfer').where('ref_type', '=', use).where('ref_id', '=', id).execute()
}
