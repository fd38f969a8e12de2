import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { creditMoveNames, creditStateNames, creditFields as fields } from '#/api/taxation/period-corrections.texts.ts'
import { periodRefusals, taxKindNames, vatReturnNames } from '#/api/taxation/periods.texts.ts'
import { type Fen, fen, formatYuan, negate, parseYuan, subtract } from '#/domain/base/money.ts'
import { dateTimeOf, dayOf } from '#/domain/base/period.ts'
import type { Language } from '#/domain/base/text.ts'
import { payableTaxes } from '#/domain/taxation/vat-return.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { type ListColumn, storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { postOverpaidTax, postTaxPayment, registerTransfer } from '#/server/money/ledger/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { lockForUpdate, unpaidAmount } from '#/server/taxation/periods/period.ts'
import { settlePayments } from '#/server/taxation/periods/settling.ts'
import * as periods from '#/server/taxation/periods/store.ts'
import * as store from '#/server/taxation/periods/store-credits.ts'
import * as entries from '#/server/taxation/periods/store-entries.ts'
import * as receipts from '#/server/taxation/periods/store-receipts.ts'

type Input<O extends keyof Modules['periods']> = z.output<Modules['periods'][O]['input']>

const maxExportedCredits = 10_000
const documentKinds = ['pdf', 'ofd'] as const
const creditNo = (creditId: number) => `DK${String(creditId).padStart(6, '0')}`

/** Opens a credit case for each tax that is overpaid in the corrected month. */
export async function openCredits(ctx: Context, row: periods.PeriodRow, fileId: string): Promise<void> {
  if (row.edition < 2) return
  for (const dueTax of payableTaxes) {
    const unpaidFen = unpaidAmount(row, dueTax)
    if (unpaidFen >= 0) continue
    const { kind } = dueTax
    const amount = negate(unpaidFen)
    const id = await store.openCredit(ctx, { declarationId: row.id, centreId: row.centre_id, edition: row.edition, ...dueTax, amount })
    const serial = `${creditNo(id)}-0`
    const creditPayment = { ...dueTax, amount: unpaidFen, paidOn: dayOf(ctx.now), serial, fileId, creditId: id }
    const paymentId = await receipts.addPayment(ctx, row, creditPayment)
    const creditPosting = { id: paymentId, no: row.month, centreId: row.centre_id, mode: 2, kind, amount: unpaidFen, memo: serial, isCredit: true } as const
    await postTaxPayment(ctx, creditPosting)
    await store.addCreditMove(ctx, { id, centre_id: row.centre_id }, { kind: 'opened', amount, fileId })
    const reason = `${translate(taxKindNames[kind], 'zh')} ${creditNo(id)}`
    await periods.addStep(ctx, row, { kind: 'credited', amount, reason }, ctx.actor.userId)
  }
}

async function presentCredits(ctx: Context, rows: readonly store.CreditRow[]) {
  const movesOfCredits = await store.movesOf(
    ctx,
    rows.map((row) => row.id),
  )
  const byCredit = Map.groupBy(movesOfCredits, (move) => move.credit_id)
  return rows.map((row) => ({
    id: row.id,
    no: creditNo(row.id),
    ...fieldsOf(row, 'declaration_id', 'month', 'centre_name', 'edition', 'kind', 'amount_fen', 'left_fen', 'state'),
    ...fieldsOf(row, 'is_own', 'at', 'version'),
    vatReturn: row.kind === 'iit' ? null : row.vat_return,
    moves: (byCredit.get(row.id) ?? []).map((move) => ({
      ...fieldsOf(move, 'id', 'kind', 'amount_fen', 'month', 'paid_on', 'serial', 'file_id', 'reason', 'by_name', 'at'),
    })),
  }))
}

function taxName({ kind, vatReturn }: CreditEntry, language: Language): string {
  const tax = translate(taxKindNames[kind], language)
  return vatReturn === 'vat_withholding' ? `${tax} · ${translate(vatReturnNames[vatReturn], language)}` : tax
}

/** Returns a page of credit cases with their histories. */
export async function listCredits(ctx: Context, { page, size, ...filter }: Input<'credits'>) {
  const { rows, count } = await store.list(ctx, filter, { page, size })
  return { rows: await presentCredits(ctx, rows), count }
}

type CreditEntry = Awaited<ReturnType<typeof presentCredits>>[number]
type SheetRow = { readonly credit: CreditEntry; readonly move: CreditEntry['moves'][number] }

const columns: readonly ListColumn<SheetRow>[] = [
  { heading: fields.no, width: 14, value: ({ credit }) => credit.no },
  { heading: fields.month, width: 12, value: ({ credit }) => credit.month },
  { heading: fields.centre, width: 24, value: ({ credit }) => credit.centreName },
  { heading: fields.tax, width: 24, value: ({ credit }, language) => taxName(credit, language) },
  { heading: fields.amount, kind: 'money', isSummed: false, width: 16, value: ({ credit }) => credit.amount },
  { heading: fields.left, kind: 'money', isSummed: false, width: 16, value: ({ credit }) => credit.left },
  { heading: fields.state, width: 14, value: ({ credit }, language) => translate(creditStateNames[credit.state], language) },
  { heading: fields.step, width: 14, value: ({ move }, language) => translate(creditMoveNames[move.kind], language) },
  { heading: fields.moved, kind: 'money', width: 16, value: ({ move }) => move.amount },
  { heading: fields.against, width: 12, value: ({ move }) => move.month ?? '' },
  { heading: fields.paidOn, width: 14, value: ({ move }) => move.paidOn ?? '' },
  { heading: fields.serial, width: 24, value: ({ move }) => move.serial },
  { heading: fields.reason, width: 30, value: ({ move }) => move.reason },
  { heading: fields.who, width: 14, value: ({ move }) => move.byName },
  { heading: fields.at, width: 22, value: ({ move }) => dateTimeOf(new Date(move.at)) },
]

/** Exports the credit cases, one row per step. */
export async function exportCredits(ctx: Context, filter: Input<'exportCredits'>) {
  const { fileId } = await storeExport(ctx, filter, async () => {
    const rows = await exportRows(async (size) => (await store.list(ctx, filter, { page: 1, size })).rows, maxExportedCredits)
    const creditViews = await presentCredits(ctx, rows)
    return {
      filter,
      name: translate(fields.title, ctx.language),
      language: ctx.language,
      columns,
      rows: creditViews.flatMap((credit) => credit.moves.map((move) => ({ credit, move }))),
    }
  })
  return { fileId }
}

/** Locks an open credit case and checks the amount. Refuses a stale version or an amount above the remaining credit. */
async function lockOpenCredit(ctx: Context, { taxCreditId, version }: { taxCreditId: number; version: number }, amountText: string | null) {
  const credit = (await store.lock(ctx, taxCreditId)) ?? refuse(periodRefusals, 'creditNotFound')
  if (credit.version !== version) refuse(periodRefusals, 'creditChanged')
  if (credit.state !== 'open') refuse(periodRefusals, 'creditSettled', { state: translate(creditStateNames[credit.state], ctx.language) })
  const remainingCredit = fen(credit.left_fen)
  const amount: Fen = amountText === null ? remainingCredit : (parseYuan(amountText) ?? fen(0))
  if (amount <= 0 || amount > remainingCredit) refuse(periodRefusals, 'creditShort', { left: formatYuan(remainingCredit), amount: formatYuan(amount) })
  return { credit, amount }
}

async function creditView(ctx: Context, creditId: number): Promise<CreditEntry> {
  const row = (await store.lock(ctx, creditId)) ?? refuse(periodRefusals, 'creditNotFound')
  const [credit] = await presentCredits(ctx, [row])
  return credit ?? refuse(periodRefusals, 'creditNotFound')
}

function note(ctx: Context, credit: store.CreditRow, detail: Readonly<Record<string, unknown>>): void {
  ctx.note({ refType: 'tax_credit', refId: credit.id, centreId: credit.centre_id, detail: { month: credit.month, kind: credit.kind, ...detail } })
}

/**
 * Applies a credit to the same tax of another declared month of the same centre. Refuses the part for which a payment
 * is registered.
 */
export async function applyCredit(ctx: Context, { declarationId, declarationVersion, amount: text, ...target }: Input<'applyCredit'>) {
  const row = await lockForUpdate(ctx, { declarationId, version: declarationVersion }, 'pay')
  const { credit, amount } = await lockOpenCredit(ctx, target, text)
  if (row.centre_id !== credit.centre_id) refuse(periodRefusals, 'periodNotFound')
  const taxDue = { kind: credit.kind, vatReturn: credit.vat_return }
  const proposedAmounts = await entries.unconfirmedAmounts(ctx, row.id, credit.vat_return)
  const unpaidTax = subtract(unpaidAmount(row, taxDue), fen(proposedAmounts[credit.kind]))
  const tax = translate(taxKindNames[credit.kind], ctx.language)
  if (unpaidTax <= 0) refuse(periodRefusals, 'nothingLeft', { tax })
  if (amount > unpaidTax) refuse(periodRefusals, 'tooMuch', { tax, left: formatYuan(unpaidTax), amount: formatYuan(amount) })
  const moves = await store.movesOf(ctx, [credit.id])
  const serial = `${creditNo(credit.id)}-${moves.length}`
  const fileId = moves[0]?.file_id ?? refuse(periodRefusals, 'creditNotFound')
  const id = await receipts.addPayment(ctx, row, { ...taxDue, amount, paidOn: dayOf(ctx.now), serial, fileId, creditId: credit.id })
  await postTaxPayment(ctx, { id, no: row.month, centreId: row.centre_id, mode: 2, kind: credit.kind, amount, memo: serial, isCredit: true })
  await store.addCreditMove(ctx, credit, { kind: 'applied', amount, declarationId: row.id, serial, fileId })
  await periods.update(ctx, row.id, {})
  await periods.addStep(ctx, row, { kind: 'paid', amount, reason: `${translate(taxKindNames[credit.kind], 'zh')} ${serial}` }, ctx.actor.userId)
  note(ctx, credit, { step: 'applied', amount, against: row.month })
  await settlePayments(ctx, row.id)
  return creditView(ctx, credit.id)
}

/** Registers a refund by the tax office. Refuses the person who declared the correction. */
export async function refundCredit(ctx: Context, { amount: text, paidOn, serial, file, ...target }: Input<'refundCredit'>) {
  const { credit, amount } = await lockOpenCredit(ctx, target, text)
  if (credit.is_own) refuse(periodRefusals, 'ownCredit')
  if (paidOn > dayOf(ctx.now)) refuse(periodRefusals, 'dayAhead')
  if (paidOn < dayOf(credit.at)) refuse(periodRefusals, 'refundTooEarly', { day: dayOf(credit.at) })
  const { fileId } = await storeDocument(ctx, { upload: file, kinds: documentKinds, pictures: true, purpose: 'tax_payment', centreId: credit.centre_id })
  const id = await store.addCreditMove(ctx, credit, { kind: 'refunded', amount, paidOn, serial, fileId })
  const refundPosting = { id, no: credit.month, centreId: credit.centre_id, amount }
  await registerTransfer(ctx, { ...refundPosting, use: 'tax_credit_move', direction: 'in', serial, isBooked: true, paidOn })
  await postOverpaidTax(ctx, { ...refundPosting, mode: 2, to: 'bank', memo: serial })
  note(ctx, credit, { step: 'refunded', amount, serial, paidOn })
  return creditView(ctx, credit.id)
}

/** Withdraws the remainder of a credit at the centre's cost. Refuses the person who declared the correction. */
export async function withdrawCredit(ctx: Context, { reason, ...target }: Input<'withdrawCredit'>) {
  const { credit, amount } = await lockOpenCredit(ctx, target, null)
  if (credit.is_own) refuse(periodRefusals, 'ownCredit')
  const id = await store.addCreditMove(ctx, credit, { kind: 'withdrawn', amount, reason })
  await postOverpaidTax(ctx, { id, no: credit.month, centreId: credit.centre_id, mode: 2, amount, to: 'adjustment', memo: reason })
  note(ctx, credit, { step: 'withdrawn', amount, reason })
  return creditView(ctx, credit.id)
}
