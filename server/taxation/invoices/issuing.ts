import { invoiceRefusals } from '#/api/taxation/invoice-refusals.texts.ts'
import { fen, formatYuan, ppm } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { InvoiceFileKind } from '#/domain/taxation/invoice.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { storeDocument, textInPdf } from '#/server/services/files/public.ts'
import { recordStep } from '#/server/taxation/invoices/application.ts'
import { type ExpectedInvoice, expectPdf, expectXml, readInvoice } from '#/server/taxation/invoices/einvoice.ts'
import { businessInvoiceIssued } from '#/server/taxation/invoices/events.ts'
import { mailJob } from '#/server/taxation/invoices/mailing.ts'
import { notifyOperator, notifyUnit } from '#/server/taxation/invoices/notifications.ts'
import type { ApplicationRow } from '#/server/taxation/invoices/store.ts'
import * as papers from '#/server/taxation/invoices/store-papers.ts'

const kindByMediaType: Readonly<Record<string, InvoiceFileKind>> = { 'application/pdf': 'pdf', 'application/ofd': 'ofd', 'application/xml': 'xml' }

/** Refuses a number of another invoice or red invoice, and an impossible issue day. */
export async function expectNewNumber(ctx: Context, number: string, issuedOn: string, from: string): Promise<void> {
  const numberHolder = await papers.holderOfNumber(ctx, number)
  if (numberHolder?.isSeen) refuse(invoiceRefusals, 'numberUsed', { number, no: numberHolder.no })
  if (numberHolder) refuse(invoiceRefusals, 'numberTaken', { number })
  if (issuedOn > dayOf(ctx.now)) refuse(invoiceRefusals, 'dayAhead')
  if (issuedOn < from) refuse(invoiceRefusals, 'dayBefore', { day: from })
}

/** Stores a file of an invoice or red invoice. Refuses an XML or PDF that contradicts the registered values. */
export async function storeInvoiceFile(
  ctx: Context,
  row: ApplicationRow,
  of: ({ invoice_id: number } | { red_id: number }) & { expected: Omit<ExpectedInvoice, 'sellerNo' | 'buyerNo'>; reason?: string },
  file: Upload,
): Promise<InvoiceFileKind> {
  const { expected, reason = '', ...whose } = of
  const storedFile = await storeDocument(ctx, {
    upload: { ...file, filename: `${expected.number}.${file.filename.split('.').at(-1) ?? ''}` },
    kinds: ['pdf', 'ofd', 'xml'],
    purpose: 'invoice',
    unitId: row.unit_id,
    centreId: row.centre_id,
    operatorId: row.operator_id,
  })
  const kind = kindByMediaType[storedFile.mediaType] ?? 'pdf'
  if (kind === 'xml') {
    const texts = await ctx.outside('texts of an XML', file.bytes, () => readInvoice(file.bytes))
    expectXml(texts, { ...expected, sellerNo: row.seller_no, buyerNo: row.title.taxNo }, ctx.language)
  }
  if (kind === 'pdf') expectPdf(await ctx.outside('words of a PDF', file.bytes, () => textInPdf(file.bytes)), expected, ctx.language)
  const fileOwner = { application_id: row.id, centre_id: row.centre_id, unit_id: row.unit_id }
  await papers.addFile(ctx, { ...fileOwner, ...whose, kind, file_id: storedFile.fileId, name: `${expected.number}.${kind}`, sha256: storedFile.sha256, reason })
  return kind
}

/** Returns the values that the XML of an invoice must have. */
export const expectedInvoiceOf = (paper: papers.InvoiceRow, number: string, issuedOn: string) => ({
  number,
  issuedOn,
  price: paper.price_fen,
  tax: paper.tax_fen,
  total: paper.total_fen,
  rate: ppm(paper.rate_ppm),
})

/** Informs higher modules of an invoice or red letter that a business issued. */
export async function publishBusinessInvoice(ctx: Context, row: ApplicationRow, issuedOn: string): Promise<void> {
  if (row.issuer === 'business' && row.entity_id !== null) await ctx.publish(businessInvoiceIssued, { entityId: row.entity_id, issuedOn })
}

/**
 * Registers an invoice of a locked application as issued. The last invoice completes the application, notifies the unit
 * and sends the mail.
 */
export async function registerIssuedInvoice(
  ctx: Context,
  row: ApplicationRow,
  paper: papers.InvoiceRow,
  of: { number: string; issuedOn: string; files: readonly Upload[] },
): Promise<void> {
  if (paper.number !== null) refuse(invoiceRefusals, 'alreadyIssued', { number: paper.number })
  await expectNewNumber(ctx, of.number, of.issuedOn, dayOf(row.applied_at))
  await papers.markIssued(ctx, paper.id, of)
  for (const file of of.files) await storeInvoiceFile(ctx, row, { invoice_id: paper.id, expected: expectedInvoiceOf(paper, of.number, of.issuedOn) }, file)
  await publishBusinessInvoice(ctx, row, of.issuedOn)
  const issuedCount = row.issued_count + 1
  const isLast = issuedCount === row.invoice_count
  const change = { issued_count: issuedCount, state: isLast ? 'issued' : 'part', reason: '', ...(isLast && { finished_at: ctx.now }) }
  await recordStep(ctx, row, { kind: 'issued', amount_fen: paper.total_fen, reason: of.number }, change)
  if (!isLast) return
  await notifyUnit(ctx, row, 'invoiceIssued', { no: row.no, count: row.invoice_count, amount: formatYuan(fen(row.amount_fen)) }, [row.applied_by])
  await notifyOperator(ctx, row, 'ownInvoiceIssued')
  if (ctx.site.ways.mail) await ctx.enqueue(mailJob, { invoicingId: row.id, email: row.email })
}
