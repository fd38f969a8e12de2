import { ledgerRefusals, transferUseNames } from '#/api/money/ledger.texts.ts'
import type { Fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask, question } from '#/server/kernel/declarations/question.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import * as store from '#/server/money/ledger/store-transfers.ts'

/** A transfer on the bank statement, with the record that books it. */
interface BankTransfer extends store.NewTransfer {
  /** In fen, positive in both directions. */
  readonly amount: Fen
  /** Whether the ledger contains the transfer. If a second person has to confirm it, `markTransferBooked` follows. */
  readonly isBooked: boolean
}

/**
 * Returns whether reconciliation has booked this transfer. Locks its differences: they cannot be booked before the
 * transaction ends.
 */
export const isBookedAsDifference = question<(transfer: store.TransferReference) => Promise<boolean>>('ledger.isBookedAsDifference')

/**
 * Registers which record books a transfer of the bank, once per reference. Refuses with `serialTaken` a reference of
 * another record, and with `serialBooked` a reference that reconciliation has booked.
 */
export async function registerTransfer(ctx: Context, transfer: BankTransfer): Promise<void> {
  const { serial } = transfer
  if (!(await store.insert(ctx, transfer))) {
    const { ref_type: use, ref_no: no } = await store.transferHolder(ctx, transfer)
    refuse(ledgerRefusals, 'serialTaken', { serial, use: translate(transferUseNames[use], ctx.language), no })
  }
  if (await ask(ctx, isBookedAsDifference, transfer)) refuse(ledgerRefusals, 'serialBooked', { serial })
}
