import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { clearingRefusals } from '#/api/money/clearings.texts.ts'
import { fen, negate, parseYuan, ZERO } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { applyPaperChoice } from '#/server/money/clearings/choices.ts'
import { notifyOfBounce, notifyOfRecovery } from '#/server/money/clearings/notifications.ts'
import { isReturnable } from '#/server/money/clearings/present.ts'
import { lockForStep, recordStep } from '#/server/money/clearings/steps.ts'
import * as store from '#/server/money/clearings/store.ts'
import * as entries from '#/server/money/clearings/store-entries.ts'
import {
  expectNotCarriedOut,
  markTransferBooked,
  markTransferReturned,
  postClearingPayment,
  registerTransfer,
  releaseTransfer,
  returnSerialOf,
} from '#/server/money/ledger/public.ts'
import { clearedAt } from '#/server/money/tax/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'

type Input<O extends keyof Modules['clearings']> = z.output<Modules['clearings'][O]['input']>

/** Refuses a bank transfer dated before the approval or in the future. */
export function expectTransferDay(ctx: Context, paidOn: string, approvedAt: Date | null): void {
  const approvedOn = dayOf(approvedAt ?? ctx.now)
  if (paidOn > dayOf(ctx.now)) refuse(clearingRefusals, 'dayAhead')
  if (paidOn < approvedOn) refuse(clearingRefusals, 'tooEarly', { day: approvedOn })
}

/** Enters money that the person paid back: a part of the debt, or more than the current debt. */
export async function recover(ctx: Context, { paidOn, serial, file, amount: text, ...target }: Input<'recover'>) {
  const row = await lockForStep(ctx, target, 'recover')
  const amount = parseYuan(text) ?? ZERO
  if (amount <= 0) refuse(clearingRefusals, 'noAmount')
  // Counts from the first approval, because the rest of a used credit may have been approved again as a refund.
  expectTransferDay(ctx, paidOn, await clearedAt(ctx, row.id))
  const { fileId } = await storeDocument(ctx, { upload: file, kinds: ['pdf', 'ofd'], pictures: true, purpose: 'tax_refund', centreId: row.centre_id })
  const id = await entries.insert(ctx, row, { kind: 'receipt', amount_fen: amount, serial, of_day: paidOn, file_id: fileId })
  const receipt = { centreId: row.centre_id, amount, use: 'tax_clearing_entry', id, no: row.month } as const
  await registerTransfer(ctx, { ...receipt, direction: 'in', serial, isBooked: false, paidOn })
  recordStep(ctx, row, row.state, { entered: amount, serial, paidOn, owed: fen(row.owed_fen) })
  return { id: row.id }
}

/** Enters a refund that the bank sent back or never carried out, for the whole amount of the refund. */
export async function bounce(ctx: Context, { clearingPaymentId, paidOn, bankSerial, isNeverSent, file, ...target }: Input<'bounce'>) {
  const serial = returnSerialOf({ bankSerial, isNeverSent })
  const row = await lockForStep(ctx, target, 'bounce')
  const payment = row.payments.find((each) => each.id === clearingPaymentId && isReturnable(each)) ?? refuse(clearingRefusals, 'nothingSent')
  if (paidOn > dayOf(ctx.now)) refuse(clearingRefusals, 'dayAhead')
  if (paidOn < payment.paidOn) refuse(clearingRefusals, 'beforeRefund', { day: payment.paidOn })
  const { fileId } = await storeDocument(ctx, { upload: file, kinds: ['pdf', 'ofd'], pictures: true, purpose: 'tax_refund', centreId: row.centre_id })
  const amount = fen(payment.amount)
  const id = await entries.insert(ctx, row, { kind: 'bounce', amount_fen: amount, serial, of_day: paidOn, file_id: fileId, payment_id: payment.id })
  const transfer = { centreId: row.centre_id, amount, use: 'tax_clearing_entry', id, no: row.month } as const
  if (serial === '') await expectNotCarriedOut(ctx, { centreId: row.centre_id, serial: payment.serial })
  else await registerTransfer(ctx, { ...transfer, direction: 'in', serial, isBooked: false, paidOn })
  recordStep(ctx, row, row.state, { bounced: amount, serial, paidOn })
  return { id: row.id }
}

/** Books a confirmed receipt or bounce. Money beyond the debt, and a refund that the bank sent back, is owed to the person. */
async function bookMoney(ctx: Context, row: store.ClearingRow, entry: entries.EntryRow): Promise<void> {
  const [amount, serial] = [fen(entry.amount_fen ?? 0), entry.serial ?? '']
  const participants = { approvedBy: ctx.actor.userId ?? 0, paidBy: entry.created_by, entryId: entry.id }
  const isBounce = entry.kind === 'bounce'
  const id = await store.addPayment(ctx, row, {
    kind: isBounce ? 'bounce' : 'recovery',
    amount,
    paidOn: entry.of_day,
    serial,
    fileId: entry.file_id,
    ...participants,
  })
  await postClearingPayment(ctx, { id, no: row.month, centreId: row.centre_id, mode: 2, amount: negate(amount), memo: serial })
  if (isBounce) await notifyOfBounce(ctx, row, amount, entry.of_day)
  else await notifyOfRecovery(ctx, row, { amount, day: entry.of_day, isBeyond: amount > row.owed_fen })
}

/** Confirms or rejects an entry of another person. Only a confirmed entry counts. */
export async function confirm(ctx: Context, { clearingEntryId, isConfirmed, reason, ...target }: Input<'confirm'>) {
  const row = await lockForStep(ctx, target, isConfirmed ? 'confirm' : 'dismiss')
  const entry = await entries.pendingEntryOf(ctx, row.id)
  if (entry?.id !== clearingEntryId) refuse(clearingRefusals, 'changed')
  if (await entries.isMobileOfPerson(ctx, row)) refuse(clearingRefusals, 'ownMoney')
  if (!isConfirmed && reason.length < 2) refuse(clearingRefusals, 'reasonNeeded')
  const bounced = entry.kind === 'bounce' && isConfirmed ? row.payments.find(({ id }) => id === entry.payment_id) : undefined
  if (bounced && entry.serial === '') await expectNotCarriedOut(ctx, { centreId: row.centre_id, serial: bounced.serial })
  await entries.decideEntry(ctx, entry, { state: isConfirmed ? 'confirmed' : 'rejected', answer: reason })
  await (isConfirmed ? markTransferBooked : releaseTransfer)(ctx, 'tax_clearing_entry', entry.id)
  if (bounced) await markTransferReturned(ctx, 'tax_clearing_payment', bounced.id)
  const isPaper = entry.kind === 'choice'
  if (isConfirmed && isPaper) await applyPaperChoice(ctx, row, entry)
  else await store.update(ctx, row, {})
  if (isConfirmed && !isPaper) await bookMoney(ctx, row, entry)
  const { state } = (await store.find(ctx, row.id)) ?? row
  const entryDetail = isPaper
    ? { choice: entry.choice, signedOn: entry.of_day, isConfirmed }
    : { [isConfirmed ? (entry.kind === 'bounce' ? 'returned' : 'recovered') : 'rejected']: fen(entry.amount_fen ?? 0), serial: entry.serial }
  recordStep(ctx, row, state, { entry: entry.kind, ...entryDetail, reason })
  return { id: row.id }
}
