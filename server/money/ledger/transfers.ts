import { ledgerRefusals, transferUseNames } from '#/api/money/ledger.texts.ts'
import type { Fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask, question } from '#/server/kernel/declarations/question.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import * as store from '#/server/money/ledger/store-transfers.ts'

/** A transfer on the bank statement, with the record that books it. */
export interface BankTransfer extends store.NewTransfer {
  /** In fen, positive in both directions. */
  readonly amount: Fen
  /** Whether the ledger contains the transfer. If a second person has to confirm it, `markTransferBooked` follows. */
  readonly isBooked: boolean
}

/**
 * Returns the first of these references that reconciliation has booked. Locks their differences: they cannot be booked
 * before the transaction ends.
 */
export const bookedAsDifference =
  question<(references: readonly store.TransferReference[]) => Promise<store.TransferReference | undefined>>('ledger.bookedAsDifference')

/** Returns whether a bank statement of the centre shows a transfer with this reference. */
export const isOnStatement = question<(reference: store.TransferReference) => Promise<boolean>>('ledger.isOnStatement')

/**
 * Returns the closed day on which people decided the difference between this transfer and its row on a statement. Locks the
 * days of the row: they cannot be closed before the transaction ends.
 */
export const closedDayOfDifference = question<(reference: store.TransferReference) => Promise<string | undefined>>('ledger.closedDayOfDifference')

/**
 * Refuses to treat an outgoing transfer as never carried out: with `transferShown` if a statement shows it, and with
 * `serialBooked` if reconciliation has booked that it is missing.
 */
export async function expectNotCarriedOut(ctx: Context, { centreId, serial }: Pick<store.TransferReference, 'centreId' | 'serial'>): Promise<void> {
  const reference = { centreId, direction: 'out', serial } as const
  if (await ask(ctx, isOnStatement, reference)) refuse(ledgerRefusals, 'transferShown', { serial })
  if (await ask(ctx, bookedAsDifference, [reference])) refuse(ledgerRefusals, 'serialBooked', { serial })
}

/** Returns the name of a record that has a bank reference, such as "refund TK2026110001". */
export function holderName(ctx: Context, { ref_type: use, ref_no: no }: Pick<store.HolderRow, 'ref_type' | 'ref_no'>): { use: string; no: string } {
  return { use: translate(transferUseNames[use], ctx.language), no }
}

/**
 * Returns whether two manual payments may have one reference: the banks of two accounts may use the same one. Within a
 * channel, an index on the slips refuses it. Booked payments never release their reference.
 */
const isShared = (transfer: BankTransfer, holder: store.HolderRow) => transfer.use === 'payout_slip' && holder.ref_type === 'payout_slip' && holder.is_booked

/** Claims the references. If a record released one meanwhile, tries again. */
async function claimReferences(ctx: Context, transfers: readonly BankTransfer[]): Promise<void> {
  const added = await store.insert(ctx, transfers)
  if (added.length === transfers.length) return
  const addedKeys = new Set(added.map((row) => `${row.direction} ${row.ref_id}`))
  const remainingTransfers = transfers.filter(({ direction, id }) => !addedKeys.has(`${direction} ${id}`))
  const holders = new Map((await store.holdersOf(ctx, remainingTransfers)).map((holder) => [`${holder.direction} ${holder.requested_serial}`, holder]))
  const releasedTransfers = remainingTransfers.filter((transfer) => {
    const holder = holders.get(`${transfer.direction} ${transfer.serial}`)
    if (holder && !isShared(transfer, holder)) refuse(ledgerRefusals, 'serialTaken', { serial: transfer.serial, ...holderName(ctx, holder) })
    return !holder
  })
  if (releasedTransfers.length > 0) await claimReferences(ctx, releasedTransfers)
}

/**
 * Registers which records book transfers of the bank, once per reference. Refuses with `serialTaken` a reference of
 * another record, and with `serialBooked` a reference that reconciliation has booked.
 */
export async function registerTransfers(ctx: Context, transfers: readonly BankTransfer[]): Promise<void> {
  if (transfers.length === 0) return
  await claimReferences(ctx, transfers)
  const bookedReference = await ask(ctx, bookedAsDifference, transfers)
  if (bookedReference) refuse(ledgerRefusals, 'serialBooked', { serial: bookedReference.serial })
}

/** Registers one transfer, like `registerTransfers`. */
export function registerTransfer(ctx: Context, transfer: BankTransfer): Promise<void> {
  return registerTransfers(ctx, [transfer])
}

/**
 * Frees the bank references of a record that was declined or reversed, except those of earlier returned payments. Refuses
 * with `dayToReopen` if a closed day has a decided difference of a booked transfer. Its row could not change there.
 */
export async function releaseTransfer(ctx: Context, use: store.TransferUse, id: number): Promise<void> {
  for (const reference of await store.bookedTransfersOf(ctx, use, id)) {
    const day = await ask(ctx, closedDayOfDifference, reference)
    if (day) refuse(ledgerRefusals, 'dayToReopen', { day, serial: reference.serial })
  }
  await store.releaseTransfer(ctx, use, id)
}
