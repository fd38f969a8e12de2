import { ledgerRefusals } from '#/api/money/ledger.texts.ts'
import type { Fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import * as store from '#/server/money/ledger/store-returns.ts'
import { markTransferBooked, markTransferReturned, releaseTransfer } from '#/server/money/ledger/store-transfers.ts'
import { expectNotCarriedOut, registerTransfer } from '#/server/money/ledger/transfers.ts'

/** A paid record whose money the bank sent back or never sent, with the day and slip of its payment. */
interface PaidRecord extends store.SentRecord {
  readonly centreId: number
  readonly no: string
  readonly amount: Fen
  readonly paidOn: string
  readonly slipFileId: string
}

interface ReturnEntry {
  readonly returnedOn: string
  /** The bank reference of the incoming money; empty if the bank never carried out the transfer. */
  readonly serial: string
  readonly reason: string
  readonly fileId: string
}

/** Returns the reference of a return; empty if the bank never carried out the transfer. Refuses with `serialNeeded`. */
export function returnSerialOf({ bankSerial, isNeverSent }: { readonly bankSerial?: string | undefined; readonly isNeverSent: boolean }): string {
  return isNeverSent ? '' : (bankSerial ?? refuse(ledgerRefusals, 'serialNeeded'))
}

/**
 * Enters that the bank sent back the transfer of a record, or never carried it out. It counts once another person confirms
 * it. Refuses with `returnDay` a day before the payment or in the future, with `returnKnown` a second return, and as
 * `registerTransfer` or `expectNotCarriedOut`.
 */
export async function enterReturn(ctx: Context, record: PaidRecord, { returnedOn, serial, reason, fileId }: ReturnEntry): Promise<void> {
  if (returnedOn < record.paidOn || returnedOn > dayOf(ctx.now)) refuse(ledgerRefusals, 'returnDay', { day: record.paidOn })
  const row = { centre_id: record.centreId, returned_on: returnedOn, serial, file_id: fileId, sent_file_id: record.slipFileId, reason }
  const { id, sent_serial: sentSerial } = (await store.addReturn(ctx, record, row)) ?? refuse(ledgerRefusals, 'returnKnown')
  const { centreId, amount, no } = record
  if (serial === '') return expectNotCarriedOut(ctx, { centreId, serial: sentSerial })
  await registerTransfer(ctx, { centreId, amount, no, use: 'transfer_return', id, direction: 'in', serial, isBooked: false, paidOn: returnedOn })
}

/**
 * Confirms or declines the return of a record's transfer. The caller books a confirmed one. Refuses with `noReturn`,
 * with `ownReturn` the person who entered it, and with `returnReason` a refusal without a reason.
 */
export async function decideReturn(
  ctx: Context,
  record: store.SentRecord,
  { approve, reason }: { readonly approve: boolean; readonly reason: string },
): Promise<store.PendingReturnRow> {
  const entry = (await store.lockPendingReturn(ctx, record)) ?? refuse(ledgerRefusals, 'noReturn')
  if (entry.created_by === ctx.actor.userId) refuse(ledgerRefusals, 'ownReturn')
  if (!approve && reason.length < 2) refuse(ledgerRefusals, 'returnReason')
  if (approve && entry.serial === '') await expectNotCarriedOut(ctx, { centreId: entry.centre_id, serial: entry.sent_serial })
  await store.decideReturn(ctx, entry.id, approve ? 'confirmed' : 'declined', approve ? '' : reason)
  if (approve) {
    await markTransferReturned(ctx, record.use, record.id)
    await markTransferBooked(ctx, 'transfer_return', entry.id)
  } else await releaseTransfer(ctx, 'transfer_return', entry.id)
  return entry
}
