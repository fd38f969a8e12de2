import { filingKindNames, filingRefusals, filingTaxNames } from '#/api/taxation/businessfilings.texts.ts'
import { add, type Fen, fen, formatYuan, negate, parseYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import {
  type AmountsByFilingTax,
  type DeclarationMethod,
  daysOfPeriod,
  type FilingTax,
  filingTaxes,
  isFilingSettled,
} from '#/domain/taxation/business-filing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { settleDeclaredObligation } from '#/server/people/entities/public.ts'
import { clearanceDayOf, declaredSales, declaredTaxes, recordFilingStep, unpaidTaxes } from '#/server/taxation/businessfilings/filing.ts'
import { markOutdated } from '#/server/taxation/businessfilings/outdated.ts'
import * as store from '#/server/taxation/businessfilings/store.ts'
import * as facts from '#/server/taxation/businessfilings/store-facts.ts'
import * as receipts from '#/server/taxation/businessfilings/store-receipts.ts'

/** Parses an amount that may be negative. */
export function signedYuan(text: string): Fen {
  const amount = parseYuan(text.replace(/^-/, '')) ?? fen(0)
  return text.startsWith('-') ? negate(amount) : amount
}

/** Refuses a day in the future or before the period's end. The period of a deregistered business ends early. */
function expectPastDay(ctx: Context, row: store.FilingRow, day: string): void {
  const to = clearanceDayOf(row) ?? daysOfPeriod(row.period).to
  if (day > dayOf(ctx.now) || day < to) refuse(filingRefusals, 'dayOutside', { from: to })
}

export interface DeclarationInput {
  readonly way: DeclarationMethod
  readonly no: string
  readonly declaredOn: string
  readonly fileId: string
}

/**
 * Refuses to declare outdated figures, and a correction of figures that an earlier correction can still change. Accepts a
 * declaration of a day before the change: the tax office has it, so it is registered and then corrected.
 */
async function expectCurrent(ctx: Context, row: store.FilingRow, declaredOn: string): Promise<void> {
  const { name, period } = row
  if (row.outdated_since !== null) {
    const day = dayOf(row.outdated_since)
    if (declaredOn >= day) refuse(filingRefusals, row.state === 'correcting' ? 'outdatedCorrection' : 'outdated', { name, period, day })
    return
  }
  if (row.state !== 'correcting') return
  const earlier = (await facts.earlierOpenQuarters(ctx, [row.id])).find((quarter) => quarter.id !== null)
  if (earlier) refuse(filingRefusals, 'earlierUndeclared', { name, period, earlier: earlier.period })
  // Income tax is computed from sales without VAT.
  const vatPeriod = await facts.correctedVatPeriod(ctx, row)
  if (vatPeriod) refuse(filingRefusals, 'earlierUndeclared', { name, period, earlier: `${translate(filingKindNames.vat, ctx.language)} ${vatPeriod}` })
}

/** Refuses an invalid declaration, before its file is stored. */
export async function expectDeclarable(ctx: Context, row: store.FilingRow, { way, no, declaredOn }: Omit<DeclarationInput, 'fileId'>): Promise<void> {
  expectPastDay(ctx, row, declaredOn)
  await expectCurrent(ctx, row, declaredOn)
  if (way === 'agent' && !(await facts.hasConsent(ctx, row.operator_id, row.centre_id, declaredOn))) refuse(filingRefusals, 'noConsentHeld', { name: row.name })
  const otherFiling = await receipts.otherFilingWithReceipt(ctx, row, no)
  if (otherFiling) refuse(filingRefusals, 'receiptUsed', { no, ...otherFiling })
}

/** Refuses amounts that differ from the tax due by even one fen. */
export function expectAmounts(ctx: Context, row: store.FilingRow, given: AmountsByFilingTax): void {
  const dueTaxes = declaredTaxes(row)
  const differingTax = filingTaxes.find((tax) => given[tax] !== dueTaxes[tax])
  if (differingTax)
    refuse(filingRefusals, 'declaredDiffers', {
      tax: translate(filingTaxNames[differingTax], ctx.language),
      given: formatYuan(given[differingTax]),
      due: formatYuan(dueTaxes[differingTax]),
    })
}

/** Refuses a zero declaration of a business with sales to declare. */
export function expectNoSales(row: store.FilingRow): void {
  const salesAmount = declaredSales(row)
  if (salesAmount > 0) refuse(filingRefusals, 'notZero', { name: row.name, period: row.period, gross: formatYuan(salesAmount) })
}

/** Marks a filing as paid once its unpaid amounts are zero. */
async function settleIfPaid(ctx: Context, row: store.FilingRow): Promise<void> {
  if (!isFilingSettled(unpaidTaxes(row, await receipts.paymentsOf(ctx, row.id)))) return
  await store.update(ctx, [row.id], { state: 'paid' })
  await store.addStep(ctx, [row], { kind: 'settled' })
  // A corrected filing keeps its certificate.
  if (row.paper_id !== null) await store.update(ctx, [row.id], { state: 'certified' })
}

/** Registers the declaration of a filing, and completes the duty in the calendar of the business. */
export async function registerDeclaration(ctx: Context, row: store.FilingRow, declared: DeclarationInput): Promise<void> {
  const { no, way, declaredOn, fileId } = declared
  const taxesDue = declaredTaxes(row)
  await receipts.addReceipt(ctx, row, declared)
  await store.update(ctx, [row.id], { state: 'declared', corrected_from: null })
  await store.addStep(ctx, [row], { kind: 'declared', amount: add(taxesDue.vat, taxesDue.surcharge, taxesDue.iit), reason: no })
  recordFilingStep(ctx, row, { step: 'declared', edition: row.edition, way, no, ...taxesDue })
  await settleDeclaredObligation(ctx, row.entity_id, { kind: row.kind, period: row.period, on: declaredOn, receiptNo: no, fileId })
  await settleIfPaid(ctx, { ...row, state: 'declared' })
  // A later filing may have been closed while the correction was stored.
  if (row.edition > 1) await markOutdated(ctx, [row.entity_id], row)
}

export interface PaymentInput {
  readonly tax: FilingTax
  readonly amount: Fen
  readonly paidOn: string
  readonly way: DeclarationMethod
  readonly serial: string
  readonly fileId: string
}

/** Returns the payment of a tax with the sign of its balance: negative for a refund. Refuses more than the balance. */
export async function paymentAmount(ctx: Context, row: store.FilingRow, { tax, amount, paidOn, serial }: Omit<PaymentInput, 'way' | 'fileId'>): Promise<Fen> {
  expectPastDay(ctx, row, paidOn)
  const payments = await receipts.paymentsOf(ctx, row.id)
  const unpaidAmount = unpaidTaxes(row, payments)[tax]
  const name = translate(filingTaxNames[tax], ctx.language)
  if (unpaidAmount === 0 || amount === 0) refuse(filingRefusals, 'nothingLeft', { tax: name })
  const signedAmount = unpaidAmount < 0 ? negate(amount) : amount
  if (Math.abs(signedAmount) > Math.abs(unpaidAmount))
    refuse(filingRefusals, 'tooMuch', { tax: name, left: formatYuan(unpaidAmount), amount: formatYuan(signedAmount) })
  if (payments.some((payment) => payment.serial === serial && payment.kind === tax)) refuse(filingRefusals, 'serialUsed', { serial })
  return signedAmount
}

/** Registers a tax payment of a business. The business pays from its own money, so nothing is booked. */
export async function recordPayment(ctx: Context, row: store.FilingRow, paid: PaymentInput): Promise<void> {
  const { tax, amount, serial } = paid
  await receipts.addPayment(ctx, row, { ...paid, kind: tax })
  await store.update(ctx, [row.id], {})
  await store.addStep(ctx, [row], { kind: 'paid', amount, reason: `${translate(filingTaxNames[tax], 'zh')} ${serial}` })
  recordFilingStep(ctx, row, { step: 'paid', tax, amount, way: paid.way, serial, of: filingKindNames[row.kind].zh })
  await settleIfPaid(ctx, row)
}
