import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { invoiceRefusals } from '#/api/taxation/invoice-refusals.texts.ts'
import { redCodeNames } from '#/api/taxation/invoices.texts.ts'
import { fen, formatYuan, parseYuan, ppm, subtract, ZERO } from '#/domain/base/money.ts'
import { shortDateTimeOf } from '#/domain/base/period.ts'
import {
  canIssueRedInvoice,
  hasRedDeadline,
  nextRedCodes,
  partsReleasedByRedLetter,
  type RedCode,
  redHours,
  redInvoiceFigures,
} from '#/domain/taxation/invoice.ts'
import type { Context, JobContext, Upload } from '#/server/kernel/context.ts'
import { job, noPayload } from '#/server/kernel/jobs/job.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { isRedLetterExpired, lockForUpdate, recordStep } from '#/server/taxation/invoices/application.ts'
import { cancelChannelOrder } from '#/server/taxation/invoices/channel-orders.ts'
import { expectNewNumber, publishBusinessInvoice, storeInvoiceFile } from '#/server/taxation/invoices/issuing.ts'
import { notifyOfExpiredRedLetter, notifyUnit } from '#/server/taxation/invoices/notifications.ts'
import * as store from '#/server/taxation/invoices/store.ts'
import { fullReversals, loadHeldParts, releaseLines } from '#/server/taxation/invoices/store-lines.ts'
import * as papers from '#/server/taxation/invoices/store-papers.ts'

type Input<O extends keyof Modules['invoices']> = z.output<Modules['invoices'][O]['input']>

const hourMs = 3_600_000
const yuan = (amount: number) => formatYuan(fen(amount))

/** Starts a red letter for all or part of an invoice. Refuses more than the remaining amount. */
export async function requestRedLetter(ctx: Context, { invoiceId, reason, amount, ...target }: Input<'askRed'>): Promise<number> {
  const row = await lockForUpdate(ctx, target, 'red')
  const paper = (await papers.invoicesOf(ctx, row.id)).find((invoice) => invoice.id === invoiceId) ?? refuse(invoiceRefusals, 'invoiceNotFound')
  if (paper.number === null) refuse(invoiceRefusals, 'notIssued')
  const redAmount = parseYuan(amount) ?? fen(0)
  const remaining = { price: fen(paper.price_fen - paper.red_price), tax: fen(paper.tax_fen - paper.red_tax), total: fen(paper.total_fen - paper.red_asked) }
  if (redAmount <= 0 || redAmount > remaining.total) refuse(invoiceRefusals, 'redAboveBlue', { amount: yuan(redAmount), left: yuan(remaining.total) })
  if (reason === 'mistake' && redAmount !== paper.total_fen) refuse(invoiceRefusals, 'redMistakeWhole', { total: yuan(paper.total_fen) })
  const { price, tax, total } = redInvoiceFigures(redAmount, remaining, ppm(paper.rate_ppm))
  await papers.addRedLetter(ctx, {
    application_id: row.id,
    centre_id: row.centre_id,
    unit_id: row.unit_id,
    mode: row.mode,
    invoice_id: paper.id,
    reason,
    amount_fen: total,
    price_fen: price,
    tax_fen: tax,
  })
  await recordStep(ctx, row, { kind: 'redAsked', amount_fen: total, reason: paper.number ?? '' })
  return row.id
}

/** Locks a red letter and its application. Refuses a stale version. */
export async function lockRedLetter(
  ctx: Context,
  { redId, version }: { redId: number; version: number },
): Promise<{ red: papers.RedLetterRow; row: store.ApplicationRow }> {
  const red = (await papers.lockRedLetter(ctx, redId)) ?? refuse(invoiceRefusals, 'redNotFound')
  if (red.is_issued) refuse(invoiceRefusals, 'redIssued')
  if (red.version !== version) refuse(invoiceRefusals, 'redChanged')
  const row = (await store.find(ctx, { id: red.application_id }, true)) ?? refuse(invoiceRefusals, 'applicationNotFound')
  return { red, row }
}

/** Registers the tax office's state of a red letter. */
export async function recordRedLetterState(ctx: Context, { code, confirmNo, ...target }: Input<'moveRed'>): Promise<number> {
  const { red, row } = await lockRedLetter(ctx, target)
  const hadChannelOrder = await cancelChannelOrder(ctx, { redId: red.id })
  const isOver = isRedLetterExpired(ctx, red)
  // The tax office may have received a confirmation in time, or have voided the red letter. Staff must check its state
  // there.
  if (isOver && !hadChannelOrder) refuse(invoiceRefusals, 'redClockOver')
  if (!nextRedCodes(red.code, isOver).includes(code)) {
    refuse(invoiceRefusals, 'redMove', { from: translate(redCodeNames[red.code], ctx.language), to: translate(redCodeNames[code], ctx.language) })
  }
  const confirmNumber = confirmNo || red.confirm_no
  if (confirmNumber === '' && code !== '01' && code !== '08') refuse(invoiceRefusals, 'confirmNoNeeded')
  await changeRedLetterState(ctx, row, red, { code, confirmNo: confirmNumber })
  if (code === '07') await notifyOfExpiredRedLetter(ctx, row, red)
  else await notifyOfRedLetter(ctx, row, red, { code, confirmNo: confirmNumber })
  return row.id
}

/** Notifies the buyer of a red letter to confirm at the tax office, with the deadline. */
export async function notifyOfRedLetter(
  ctx: Context,
  row: store.ApplicationRow,
  red: papers.RedLetterRow,
  to: { code: RedCode; confirmNo: string },
): Promise<void> {
  if (to.code !== '02') return
  const confirmBy = shortDateTimeOf(new Date(ctx.now.getTime() + redHours * hourMs))
  await notifyUnit(ctx, row, 'redToConfirm', { no: row.no, number: red.blue_number, amount: yuan(red.amount_fen), confirmNo: to.confirmNo, until: confirmBy }, [
    row.applied_by,
  ])
}

/** Applies the tax office's state to a red letter. The deadline starts when the other party must confirm. */
export async function changeRedLetterState(
  ctx: Context,
  row: store.ApplicationRow,
  red: papers.RedLetterRow,
  to: { code: RedCode; confirmNo: string },
): Promise<void> {
  const expiresAt = hasRedDeadline(to.code) ? new Date(ctx.now.getTime() + redHours * hourMs) : null
  await papers.updateRedLetter(ctx, red.id, { code: to.code, confirm_no: to.confirmNo || red.confirm_no, expires_at: expiresAt })
  await recordStep(ctx, row, { kind: 'redMoved', amount_fen: red.amount_fen, reason: to.code })
}

/** Registers a red invoice that was issued manually. */
export async function registerRedInvoice(ctx: Context, { number, issuedOn, file, ...target }: Input<'issueRed'>): Promise<number> {
  const { red, row } = await lockRedLetter(ctx, target)
  await cancelChannelOrder(ctx, { redId: red.id })
  await completeRedLetter(ctx, row, red, { number, issuedOn, files: [file] })
  return row.id
}

/** Completes a red letter. Releases its amount unless it is a discount, returned payments first. */
export async function completeRedLetter(
  ctx: Context,
  row: store.ApplicationRow,
  red: papers.RedLetterRow,
  { number, issuedOn, files }: { number: string; issuedOn: string; files: readonly Upload[] },
): Promise<void> {
  if (!canIssueRedInvoice(red.code)) refuse(invoiceRefusals, 'redNotReady', { code: translate(redCodeNames[red.code], ctx.language) })
  const blueInvoice = (await papers.invoicesOf(ctx, row.id)).find((invoice) => invoice.id === red.invoice_id) ?? refuse(invoiceRefusals, 'invoiceNotFound')
  await expectNewNumber(ctx, number, issuedOn, blueInvoice.issued_on ?? '')
  await papers.updateRedLetter(ctx, red.id, { is_issued: true, number, issued_on: issuedOn, issued_by: ctx.actor.userId, issued_at: ctx.now })
  const expected = { number, issuedOn, price: -red.price_fen, tax: -red.tax_fen, total: -red.amount_fen, rate: ppm(blueInvoice.rate_ppm) }
  for (const file of files) await storeInvoiceFile(ctx, row, { red_id: red.id, expected }, file)
  await publishBusinessInvoice(ctx, row, issuedOn)
  await papers.addRedAmount(ctx, blueInvoice.id, red.amount_fen)
  const reversal = { reason: red.reason, amount: fen(red.amount_fen), isWhole: blueInvoice.red_fen + red.amount_fen === blueInvoice.total_fen }
  const [reversed] = (await fullReversals(ctx, row.id)).filter((each) => each.invoice_id === blueInvoice.id)
  const heldDiscounts = reversed ? subtract(fen(reversed.held_fen), red.reason === 'discount' ? ZERO : reversal.amount) : ZERO
  const parts = partsReleasedByRedLetter({ ...reversal, heldDiscounts }, await loadHeldParts(ctx, row.id))
  if (parts.length > 0) await releaseLines(ctx, { invoicingId: row.id, redId: red.id }, parts)
  await recordStep(ctx, row, { kind: 'redIssued', amount_fen: red.amount_fen, reason: number })
  await notifyUnit(ctx, row, 'redIssued', { no: row.no, amount: yuan(red.amount_fen) })
}

export const voidExpiredRedLettersJob = job('invoices.redClock', noPayload)

/** Voids red letters (code 07) that the other party did not confirm within 72 hours. */
export async function voidExpiredRedLetters(work: JobContext): Promise<void> {
  await work.run(voidExpiredRedLettersJob.name, async (ctx) => {
    for (const red of await papers.voidExpiredRedLetters(ctx)) {
      const row = await store.find(ctx, { id: red.application_id })
      if (!row) continue
      await papers.addSteps(
        ctx,
        [{ application_id: row.id, centre_id: row.centre_id, unit_id: row.unit_id, kind: 'redMoved', amount_fen: red.amount_fen, reason: '07' }],
        null,
      )
      ctx.note({ refType: 'red_letter', refId: red.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, code: '07' } })
      await notifyOfExpiredRedLetter(ctx, row, red)
    }
  })
}
