import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { entryStateNames, periodRefusals, taxKindNames } from '#/api/taxation/periods.texts.ts'
import { add, type Fen, fen, formatYuan, negate, parseYuan, subtract, ZERO } from '#/domain/base/money.ts'
import { lateFee } from '#/domain/taxation/late-fee.ts'
import { type AmountsByTax, type TaxKind, taxKinds } from '#/domain/taxation/tax-declaration.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { markTransferBooked, postLateFee, postTaxPayment, registerTransfer, releaseTransfer } from '#/server/money/ledger/public.ts'
import { recordTaxReceipt, voidTaxReceipt } from '#/server/money/vouchers/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { declarationDueOn, dueReturns } from '#/server/taxation/periods/deadlines.ts'
import { type EntryDecision, entryBlocker, taxesOf } from '#/server/taxation/periods/entries.ts'
import { notifyPayment } from '#/server/taxation/periods/notifications.ts'
import { expectDay, lockForUpdate, periodDetails, unpaidAmount } from '#/server/taxation/periods/period.ts'
import { expectExplained } from '#/server/taxation/periods/results.ts'
import { settlePayments } from '#/server/taxation/periods/settling.ts'
import * as store from '#/server/taxation/periods/store.ts'
import * as entries from '#/server/taxation/periods/store-entries.ts'
import * as receipts from '#/server/taxation/periods/store-receipts.ts'

type Input<O extends keyof Modules['periods']> = z.output<Modules['periods'][O]['input']>

const documentKinds = ['pdf', 'ofd'] as const

function note(ctx: Context, row: store.PeriodRow, detail: Readonly<Record<string, unknown>>): void {
  ctx.note({ refType: 'tax_declaration', refId: row.id, centreId: row.centre_id, detail: { month: row.month, ...detail } })
}

const sumOf = (by: AmountsByTax): Fen => add(by.vat, by.surcharge, by.iit)

/**
 * Returns the amount of a tax with the sign of the unpaid amount: negative for a refund. Refuses more than that amount.
 */
function checkedAmount(ctx: Context, unpaid: Fen, amount: Fen, kind: TaxKind): Fen {
  if (amount === 0) return ZERO
  const tax = translate(taxKindNames[kind], ctx.language)
  if (unpaid === 0) return refuse(periodRefusals, 'nothingLeft', { tax })
  const signedAmount = unpaid < 0 ? negate(amount) : amount
  return Math.abs(signedAmount) > Math.abs(unpaid)
    ? refuse(periodRefusals, 'tooMuch', { tax, left: formatYuan(unpaid), amount: formatYuan(signedAmount) })
    : signedAmount
}

/** Registers the bank transfer of an entry. A negative amount is a refund by the tax office. */
export async function registerEntry(
  ctx: Context,
  row: Pick<store.PeriodRow, 'centre_id' | 'month'>,
  { amount, ...entry }: { id: number; serial: string; amount: Fen; isBooked: boolean; paidOn: string | null },
): Promise<void> {
  if (amount === 0) return
  const transfer = { ...entry, amount: fen(Math.abs(amount)), centreId: row.centre_id, use: 'tax_entry', no: row.month } as const
  await registerTransfer(ctx, { ...transfer, direction: amount > 0 ? 'out' : 'in' })
}

/** Registers a payment of income tax and the taxes of one VAT return. A second person must confirm it. */
export async function registerTaxPayment(
  ctx: Context,
  { vat, surcharge, iit, vatReturn: of, late, lateReason, paidOn, serial, file, ...target }: Input<'pay'>,
) {
  const row = await lockForUpdate(ctx, target, 'pay')
  await expectExplained(ctx, row)
  expectDay(ctx, row, paidOn)
  const vatReturn = of ?? dueReturns(row)[0] ?? 'vat_agent'
  const proposedAmounts = await entries.unconfirmedAmounts(ctx, row.id, vatReturn)
  const declaredTaxes = { vat, surcharge, iit }
  const amountOf = (kind: TaxKind) =>
    checkedAmount(ctx, subtract(unpaidAmount(row, { kind, vatReturn }), fen(proposedAmounts[kind])), parseYuan(declaredTaxes[kind]) ?? ZERO, kind)
  const taxes: AmountsByTax = { vat: amountOf('vat'), surcharge: amountOf('surcharge'), iit: amountOf('iit') }
  if (taxKinds.every((kind) => taxes[kind] === 0)) refuse(periodRefusals, 'nothingEntered')
  const dueOn = declarationDueOn(row)
  const lateDue = lateFee(sumOf(taxes), dueOn, paidOn)
  const lateFeeFen = late === undefined ? lateDue : (parseYuan(late) ?? ZERO)
  if (lateFeeFen !== lateDue && lateReason.length < 2) refuse(periodRefusals, 'lateDiffers', { due: formatYuan(lateDue), given: formatYuan(lateFeeFen) })
  const { fileId } = await storeDocument(ctx, { upload: file, kinds: documentKinds, pictures: true, purpose: 'tax_payment', centreId: row.centre_id })
  const entry = { ...taxes, late: lateFeeFen, lateDue, lateReason: lateFeeFen === lateDue ? '' : lateReason, dueOn, paidOn, serial, fileId, vatReturn }
  const id = await entries.addEntry(ctx, row, entry)
  await registerEntry(ctx, row, { id, serial, amount: add(sumOf(taxes), lateFeeFen), isBooked: false, paidOn })
  await store.update(ctx, row.id, {})
  await store.addStep(ctx, row, { kind: 'proposed', amount: sumOf(taxes) + lateFeeFen, reason: serial }, ctx.actor.userId)
  note(ctx, row, { step: 'proposed', taxEntryId: id, ...taxes, vatReturn, late: lateFeeFen, lateDue, serial })
  await notifyPayment(ctx, row, { amount: add(sumOf(taxes), lateFeeFen), isReversal: false })
  return periodDetails(ctx, row.id)
}

/** Locks the period and returns the entry if its version is still the one shown. Otherwise refuses with the reason. */
async function lockOpenEntry(ctx: Context, { taxEntryId, version }: { taxEntryId: number; version: number }, action: EntryDecision) {
  const unlockedEntry = (await entries.findEntry(ctx, taxEntryId)) ?? refuse(periodRefusals, 'entryNotFound')
  const row = (await store.find(ctx, unlockedEntry.declaration_id, true)) ?? refuse(periodRefusals, 'entryNotFound')
  const entry = (await entries.findEntry(ctx, taxEntryId)) ?? refuse(periodRefusals, 'entryNotFound')
  refuseIf(periodRefusals, entryBlocker(ctx, row, entry, action))
  if (entry.version !== version) refuse(periodRefusals, 'entryChanged')
  return { row, entry }
}

const lateFeePosting = (row: store.PeriodRow, entry: entries.EntryRow) =>
  ({ id: entry.id, no: row.month, centreId: row.centre_id, mode: 2, amount: fen(entry.late_fen), memo: entry.serial }) as const

/** Books every tax of a confirmed entry and its late payment surcharge. */
async function bookEntry(ctx: Context, row: store.PeriodRow, entry: entries.EntryRow): Promise<void> {
  const taxes = taxesOf(entry)
  for (const kind of taxKinds) {
    const amount = taxes[kind]
    if (amount === 0) continue
    const { paid_on: paidOn, serial, file_id: fileId, vat_return: vatReturn } = entry
    const id = await receipts.addPayment(ctx, row, { kind, vatReturn, amount, paidOn, serial, fileId, entryId: entry.id })
    await postTaxPayment(ctx, { id, no: row.month, centreId: row.centre_id, mode: 2, kind, amount, memo: serial })
    await recordTaxReceipt(ctx, id)
  }
  await postLateFee(ctx, lateFeePosting(row, entry))
}

/** Reverses every payment of an entry, with its late payment surcharge. A paid month becomes a declared one again. */
async function reverseEntry(ctx: Context, row: store.PeriodRow, entry: entries.EntryRow): Promise<void> {
  for (const bookedPayment of await entries.paymentsOfEntry(ctx, entry.id)) {
    const amount = negate(fen(bookedPayment.amount_fen))
    const taxDue = { kind: bookedPayment.kind, vatReturn: entry.vat_return }
    const reversalFields = { amount, paidOn: entry.paid_on, serial: entry.serial, fileId: entry.file_id, entryId: entry.id, reversesId: bookedPayment.id }
    const id = await receipts.addPayment(ctx, row, { ...taxDue, ...reversalFields })
    await postTaxPayment(ctx, { id, no: row.month, centreId: row.centre_id, mode: 2, kind: bookedPayment.kind, amount, memo: entry.serial })
    await voidTaxReceipt(ctx, bookedPayment.id)
  }
  await postLateFee(ctx, lateFeePosting(row, entry), true)
  if (row.state !== 'declared') await store.update(ctx, row.id, { state: 'declared' })
}

/** Confirms or declines a payment that another person registered. The person who registered it may withdraw it. */
export async function decidePayment(ctx: Context, { isApproved, reason, ...target }: Input<'decidePayment'>) {
  const { row, entry } = await lockOpenEntry(ctx, target, isApproved ? 'confirm' : 'decline')
  if (entry.state !== 'proposed') refuse(periodRefusals, 'entryState', { state: translate(entryStateNames[entry.state], ctx.language) })
  if (entry.by_id !== ctx.actor.userId && !ctx.actor.may('tax:check')) refuse(periodRefusals, 'notChecker')
  const decisionColumns = { decided_by: ctx.actor.userId, decided_at: ctx.now }
  const amount = add(sumOf(taxesOf(entry)), fen(entry.late_fen))
  if (isApproved) {
    const taxes = taxesOf(entry)
    for (const kind of taxKinds) checkedAmount(ctx, unpaidAmount(row, { kind, vatReturn: entry.vat_return }), fen(Math.abs(taxes[kind])), kind)
    await entries.changeEntry(ctx, entry.id, { state: 'confirmed', ...decisionColumns })
    await markTransferBooked(ctx, 'tax_entry', entry.id)
    await bookEntry(ctx, row, entry)
  } else {
    if (reason.length < 2) refuse(periodRefusals, 'decisionReason')
    await entries.changeEntry(ctx, entry.id, { state: 'declined', reason, ...decisionColumns })
    await releaseTransfer(ctx, 'tax_entry', entry.id)
  }
  await store.update(ctx, row.id, {})
  await store.addStep(ctx, row, { kind: isApproved ? 'paid' : 'declined', amount, reason: [entry.serial, reason].filter(Boolean).join(' ') }, ctx.actor.userId)
  note(ctx, row, {
    step: isApproved ? 'paid' : 'declined',
    taxEntryId: entry.id,
    ...taxesOf(entry),
    late: fen(entry.late_fen),
    serial: entry.serial,
    ...(reason && { reason }),
  })
  if (isApproved) await settlePayments(ctx, row.id)
  return periodDetails(ctx, row.id)
}

/** Requests the reversal of a confirmed payment. A second person must decide. */
export async function requestReversal(ctx: Context, { reason, ...target }: Input<'reversePayment'>) {
  const { row, entry } = await lockOpenEntry(ctx, target, 'reverse')
  await entries.changeEntry(ctx, entry.id, { state: 'reversing', reverse_reason: reason, reverse_by: ctx.actor.userId, reverse_at: ctx.now })
  await store.update(ctx, row.id, {})
  const amount = add(sumOf(taxesOf(entry)), fen(entry.late_fen))
  await store.addStep(ctx, row, { kind: 'reversing', amount, reason: `${entry.serial} ${reason}` }, ctx.actor.userId)
  note(ctx, row, { step: 'reversing', taxEntryId: entry.id, serial: entry.serial, reason })
  await notifyPayment(ctx, row, { amount, isReversal: true })
  return periodDetails(ctx, row.id)
}

/** Confirms or declines the reversal that another person requested. */
export async function decideReversal(ctx: Context, { isApproved, reason, ...target }: Input<'decideReversal'>) {
  const { row, entry } = await lockOpenEntry(ctx, target, isApproved ? 'confirm' : 'decline')
  if (entry.state !== 'reversing') refuse(periodRefusals, 'entryState', { state: translate(entryStateNames[entry.state], ctx.language) })
  if (entry.reverse_by !== ctx.actor.userId && !ctx.actor.may('tax:check')) refuse(periodRefusals, 'notChecker')
  if (isApproved) {
    await reverseEntry(ctx, row, entry)
    await entries.changeEntry(ctx, entry.id, { state: 'reversed', reversed_by: ctx.actor.userId, reversed_at: ctx.now })
    await releaseTransfer(ctx, 'tax_entry', entry.id)
  } else {
    if (reason.length < 2) refuse(periodRefusals, 'decisionReason')
    await entries.changeEntry(ctx, entry.id, { state: 'confirmed', reason })
  }
  await store.update(ctx, row.id, {})
  const amount = add(sumOf(taxesOf(entry)), fen(entry.late_fen))
  const kind = isApproved ? 'reversed' : 'declined'
  await store.addStep(ctx, row, { kind, amount: isApproved ? -amount : amount, reason: [entry.serial, reason].filter(Boolean).join(' ') }, ctx.actor.userId)
  note(ctx, row, { step: kind, taxEntryId: entry.id, serial: entry.serial, ...(reason && { reason }) })
  return periodDetails(ctx, row.id)
}
