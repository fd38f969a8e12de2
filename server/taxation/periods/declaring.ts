import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { periodRefusals, taxKindNames } from '#/api/taxation/periods.texts.ts'
import { type Fen, fen, formatYuan, negate, parseYuan, ZERO } from '#/domain/base/money.ts'
import { type TaxKind, taxKinds } from '#/domain/taxation/tax-declaration.ts'
import type { VatReturn } from '#/domain/taxation/vat-return.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { openCredits } from '#/server/taxation/periods/credits.ts'
import { dueReturns } from '#/server/taxation/periods/deadlines.ts'
import { accruedTaxes, expectDay, lockForUpdate, periodDetails, vatReturnsOf } from '#/server/taxation/periods/period.ts'
import { expectExplained } from '#/server/taxation/periods/results.ts'
import { settlePayments } from '#/server/taxation/periods/settling.ts'
import * as store from '#/server/taxation/periods/store.ts'
import * as corrections from '#/server/taxation/periods/store-corrections.ts'
import * as receipts from '#/server/taxation/periods/store-receipts.ts'

type DeclareInput = z.output<Modules['periods']['declare']['input']>

const documentKinds = ['pdf', 'ofd'] as const

function signedYuan(text: string): Fen {
  const amount = parseYuan(text.replace(/^-/, '')) ?? fen(0)
  return text.startsWith('-') ? negate(amount) : amount
}

/**
 * Refuses while an earlier month of the year needs a correction. Also refuses if payments were returned since the lines
 * were computed, unless a later closed month prevents reopening this one.
 */
async function expectDeclarable(ctx: Context, row: store.PeriodRow): Promise<void> {
  const earlierMonth = row.state === 'correcting' ? await corrections.earliestCorrection(ctx, row) : null
  if (earlierMonth) refuse(periodRefusals, 'correctEarlier', { month: earlierMonth })
  if (row.to_correct === 0) return
  if (row.state === 'correcting' || !(await store.blockingMonth(ctx, row, 'laterClosed')))
    refuse(periodRefusals, 'returnedSince', { month: row.month, count: row.to_correct })
}

type ComparedAmounts = Partial<Record<TaxKind, { readonly given: Fen; readonly lines: Fen }>>

function expectSameAmounts(ctx: Context, amounts: ComparedAmounts): void {
  for (const kind of taxKinds) {
    const { given, lines } = amounts[kind] ?? { given: ZERO, lines: ZERO }
    if (given !== lines)
      refuse(periodRefusals, 'amountsDiffer', { tax: translate(taxKindNames[kind], ctx.language), given: formatYuan(given), lines: formatYuan(lines) })
  }
}

/** Refuses declared amounts, of income tax or a VAT return, that differ from the month's lines. */
function expectAmounts(ctx: Context, row: store.PeriodRow, input: DeclareInput): void {
  const { vat_agent: agent, vat_withholding: withheld } = vatReturnsOf(row)
  const compare = (text: string, lines: Fen) => ({ given: signedYuan(text), lines })
  expectSameAmounts(ctx, {
    vat: compare(input.vat, agent.accrued.vat),
    surcharge: compare(input.surcharge, agent.accrued.surcharge),
    iit: compare(input.iit, accruedTaxes(row).iit),
  })
  expectSameAmounts(ctx, {
    vat: compare(input.withholdingVat, withheld.accrued.vat),
    surcharge: compare(input.withholdingSurcharge, withheld.accrued.surcharge),
  })
}

/** Refuses a number of another return of the centre, and a VAT return with people but without a number. */
async function expectReturnNumbers(ctx: Context, row: store.PeriodRow, { no, vatNo, withholdingNo }: DeclareInput): Promise<void> {
  const numbersByReturn = { vat_agent: vatNo, vat_withholding: withholdingNo }
  const returnsDue = dueReturns(row)
  const missingReturn = returnsDue.find((each) => numbersByReturn[each] === undefined)
  if (missingReturn) refuse(periodRefusals, missingReturn === 'vat_agent' ? 'vatNoNeeded' : 'withholdingNoNeeded')
  if (withholdingNo !== undefined && !returnsDue.includes('vat_withholding')) refuse(periodRefusals, 'returnNotDue', { month: row.month })
  const numbers = [no, vatNo, withholdingNo].filter((each) => each !== undefined)
  if (new Set(numbers).size < numbers.length) refuse(periodRefusals, 'sameNumbers')
  for (const number of numbers) {
    const filedMonth = await receipts.monthOfReceipt(ctx, row.centre_id, number)
    if (filedMonth) refuse(periodRefusals, 'receiptUsed', { no: number, month: filedMonth })
  }
}

/** Stores the receipts of the accepted VAT returns. */
async function storeAcceptedReturns(ctx: Context, row: store.PeriodRow, input: DeclareInput): Promise<Record<VatReturn, receipts.AcceptedReturn | null>> {
  const { declaredOn, vatNo, vatDeclaredOn = declaredOn, vatFile, withholdingNo, withholdingDeclaredOn = declaredOn, withholdingFile } = input
  const acceptedReturn = async (no: string | undefined, day: string, upload: Upload | undefined) =>
    no === undefined ? null : { no, declaredOn: day, fileId: upload ? (await storeDocument(ctx, { ...receiptOptions(row), upload })).fileId : null }
  return {
    vat_agent: await acceptedReturn(vatNo, vatDeclaredOn, vatFile),
    vat_withholding: await acceptedReturn(withholdingNo, withholdingDeclaredOn, withholdingFile),
  }
}

const receiptOptions = (row: store.PeriodRow) => ({ kinds: documentKinds, pictures: true, purpose: 'tax_receipt', centreId: row.centre_id }) as const

/**
 * Registers the income tax return and the VAT returns of a month, each with its acceptance number of the tax office.
 */
export async function declarePeriod(ctx: Context, input: DeclareInput) {
  const { no, declaredOn, file, vatNo, vatDeclaredOn = declaredOn, withholdingNo, withholdingDeclaredOn = declaredOn } = input
  const row = await lockForUpdate(ctx, input, 'declare')
  await expectDeclarable(ctx, row)
  await expectExplained(ctx, row)
  for (const day of [declaredOn, vatDeclaredOn, withholdingDeclaredOn]) expectDay(ctx, row, day)
  expectAmounts(ctx, row, input)
  await expectReturnNumbers(ctx, row, input)
  const { fileId } = await storeDocument(ctx, { ...receiptOptions(row), upload: file })
  await receipts.addReceipt(ctx, row, { no, declaredOn, fileId, returns: await storeAcceptedReturns(ctx, row, input) })
  await store.update(ctx, row.id, { state: 'declared', corrected_from: null })
  const taxesAccrued = accruedTaxes(row)
  const numbersText = [no, vatNo, withholdingNo].filter(Boolean).join(' / ')
  await store.addStep(
    ctx,
    row,
    { kind: 'declared', amount: taxesAccrued.vat + taxesAccrued.surcharge + taxesAccrued.iit, reason: numbersText },
    ctx.actor.userId,
  )
  const detail = { month: row.month, step: 'declared', edition: row.edition, no, vatNo, withholdingNo, ...taxesAccrued }
  ctx.note({ refType: 'tax_declaration', refId: row.id, centreId: row.centre_id, detail })
  await openCredits(ctx, row, fileId)
  await settlePayments(ctx, row.id)
  return periodDetails(ctx, row.id)
}
