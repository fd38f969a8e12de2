import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { businessListNames, businessInvoiceRefusals as refusals } from '#/api/taxation/businessinvoices.texts.ts'
import { invoiceRefusals } from '#/api/taxation/invoice-refusals.texts.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { checkDocument } from '#/server/services/files/public.ts'
import * as authorisations from '#/server/taxation/businessinvoices/authorisations.ts'
import { generate, preview, termsOf } from '#/server/taxation/businessinvoices/generating.ts'
import { startPacking } from '#/server/taxation/businessinvoices/packing.ts'
import { quarterStatusOf } from '#/server/taxation/businessinvoices/quarters.ts'
import { invoicesForExport } from '#/server/taxation/businessinvoices/sheet.ts'
import * as store from '#/server/taxation/businessinvoices/store.ts'
import * as invoices from '#/server/taxation/invoices/public.ts'

type Operations = Modules['businessinvoices']

const mode = settlementMode.individualBusiness
const maxSources = 500

function present(row: invoices.ApplicationRow) {
  return {
    ...fieldsOf(row, 'id', 'no', 'centre_name', 'unit_id', 'unit_name', 'issuer', 'seller_name', 'seller_no'),
    operatorName: row.operator_name ?? '',
    titleName: row.title.name,
    ...fieldsOf(row, 'kind', 'price_fen', 'tax_fen', 'amount_fen', 'batch_count'),
    number: row.numbers[0] ?? '',
    ...fieldsOf(row, 'issued_on', 'state', 'reason'),
    redDue: fen(row.red_due),
    ...fieldsOf(row, 'red_fen', 'applied_at', 'version'),
  }
}

/** Registers the invoice that an operator's own business issued. The XML must match the planned invoice to the fen. */
async function upload(
  ctx: Context,
  { invoicingId, version, number, issuedOn, file, picture }: z.output<Operations['upload']['input']>,
): Promise<{ id: number }> {
  const row = await invoices.lockForUpdate(ctx, { invoicingId, version }, 'issue')
  if (row.operator_id === null || row.operator_id !== ctx.actor.operatorId) refuse(refusals, 'ownOnly')
  const paper = (await invoices.invoicesOf(ctx, row.id))[0] ?? refuse(invoiceRefusals, 'invoiceNotFound')
  // A picture cannot be checked for amounts, so the XML is required.
  await ctx.outside('document', [file.bytes, ['xml'], []], () => checkDocument(file.bytes, ['xml']))
  await invoices.registerIssuedInvoice(ctx, row, paper, { number, issuedOn, files: picture ? [file, picture] : [file] })
  return { id: row.id }
}

export const businessinvoices = {
  async figures(ctx) {
    const isOperator = ctx.actor.operatorId !== null
    const row = await invoices.invoiceFigures(ctx, mode)
    return {
      free: fen(isOperator ? 0 : row.paid - row.used + row.red_due),
      waiting: fen(row.waiting),
      waitingCount: row.waiting_count,
      issued: fen(row.issued),
      issuedCount: row.issued_count,
      redDue: fen(row.red_due),
      redDueCount: row.red_due_count,
    }
  },

  async list(ctx, { page, size, after, before, isWhole, ...given }) {
    const filter = { ...given, mode }
    const [{ rows, next }, { count, sums }] = await Promise.all([
      invoices.listApplications(ctx, filter, { page, size, after, before }),
      invoices.applicationTotals(ctx, filter, isWhole),
    ])
    const messages = await quarterStatusOf(ctx, rows)
    return {
      rows: rows.map((row) => ({ ...present(row), ...messages(row) })),
      count,
      next,
      totals: sums && { amount: fen(sums.amount), price: fen(sums.price), tax: fen(sums.tax) },
    }
  },

  async exportList(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => invoicesForExport(ctx, filter), {}, { name: translate(businessListNames.invoices, ctx.language) })
    return { fileId }
  },

  async standing(ctx, { invoicingId }) {
    const row = (await invoices.findApplication(ctx, { id: invoicingId })) ?? refuse(invoiceRefusals, 'applicationNotFound')
    return (await quarterStatusOf(ctx, [row]))(row)
  },

  async sources(ctx) {
    return (await store.uninvoicedSources(ctx, maxSources)).map((row) => ({
      ...fieldsOf(row, 'unit_id', 'centre_id', 'unit_name', 'centre_name'),
      free: fen(row.free),
      count: row.count,
    }))
  },

  terms: termsOf,
  preview,
  generate,
  upload,

  async units(ctx) {
    return (await store.invoicedUnits(ctx, maxSources)).map((row) => ({ unitId: row.id, unitName: row.name }))
  },

  packMonth: startPacking,
  authorisations: authorisations.list,
  authorisation: authorisations.businessAuthorisations,
  authorise: authorisations.authorise,
  revokeAuthorisation: authorisations.revoke,
} satisfies Implementation<Modules['businessinvoices']>
