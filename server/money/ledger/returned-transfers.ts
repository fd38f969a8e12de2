import { ledgerRefusals } from '#/api/money/ledger.texts.ts'
import type { Fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import * as store from '#/server/money/ledger/store-returns.ts'
import { markTransferBooked, releaseTransfer } from '#/server/money/ledger/store-transfers.ts'
import { registerTransfer } from '#/server/money/ledger/transfers.ts'

/** A paid record whose money the bank sent back, with the day and slip of its payment. */
interface PaidRecord extends store.SentRecord {
  readonly centreId: number
  readonly no: string
  readonly amount: Fen
  readonly paidOn: string
  readonly slipFileId: string
}

interface ReturnEntry {
  readonly returnedOn: string
  /** The bank reference of the incoming money. */
  readonly serial: string
  readonly reason: string
  readonly fileId: string
}

/**
 * Enters that the bank sent back the transfer of a record. It counts once another person confirms it. Refuses with
 * `returnDay` a day before the payment or in the future, with `returnKnown` a second return, and as `registerTransfer`.
 */
export async function enterReturn(ctx: Context, record: PaidRecord, { returnedOn, serial, reason, fileId }: ReturnEntry): Promise<void> {
  if (returnedOn < record.paidOn || returnedOn > dayOf(ctx.now)) refuse(ledgerRefusals, 'returnDay', { day: record.paidOn })
  const row = { centre_id: record.centreId, returned_on: returnedOn, serial, file_id: fileId, sent_file_id: record.slipFileId, reason }
  const id = (await store.addReturn(ctx, record, row)) ?? refuse(ledgerRefusals, 'returnKnown')
  const { centreId, amount, no } = record
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
  await store.decideReturn(ctx, entry.id, approve ? 'confirmed' : 'declined', approve ? '' : reason)
  if (approve) {
    await store.markReturned(ctx, entry.transfer_id)
    await markTransferBooked(ctx, 'transfer_return', entry.id)
  } else await releaseTransfer(ctx, 'transfer_return', entry.id)
  return entry
}
