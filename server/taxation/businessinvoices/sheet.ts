import {
  authorisationStatusNames,
  businessListNames,
  issuerNames,
  businessInvoiceFields as own,
  thresholdStatusNames,
} from '#/api/taxation/businessinvoices.texts.ts'
import { applicationStateNames, invoiceFields as fields, invoiceKindNames } from '#/api/taxation/invoices.texts.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import { quarterStatusOf } from '#/server/taxation/businessinvoices/quarters.ts'
import { type ApplicationFilter, type ApplicationRow, listApplications } from '#/server/taxation/invoices/public.ts'

type QuarterStatus = ReturnType<Awaited<ReturnType<typeof quarterStatusOf>>>
type SheetRow = ApplicationRow & QuarterStatus

const columns: readonly ListColumn<SheetRow>[] = [
  { heading: fields.no, width: 24, value: (row) => row.no },
  { heading: fields.unit, width: 28, value: (row) => row.unit_name },
  { heading: own.issuer, width: 14, value: (row, language) => translate(issuerNames[row.issuer], language) },
  { heading: fields.centre, width: 30, value: (row) => row.seller_name },
  { heading: own.sellerNo, width: 22, value: (row) => row.seller_no },
  { heading: own.operator, width: 12, value: (row) => row.operator_name ?? '' },
  { heading: fields.title, width: 28, value: (row) => row.title.name },
  { heading: fields.kind, width: 18, value: (row, language) => translate(invoiceKindNames[row.kind], language) },
  { heading: fields.amount, kind: 'money', width: 18, value: (row) => row.amount_fen },
  { heading: fields.price, kind: 'money', width: 18, value: (row) => row.price_fen },
  { heading: fields.tax, kind: 'money', width: 16, value: (row) => row.tax_fen },
  { heading: fields.state, width: 12, value: (row, language) => translate(applicationStateNames[row.state], language) },
  { heading: fields.number, width: 24, value: (row) => row.numbers.join(' ') },
  { heading: fields.issuedOn, width: 12, value: (row) => row.issued_on ?? '' },
  { heading: fields.red, kind: 'money', width: 16, value: (row) => row.red_fen },
  { heading: fields.redDue, kind: 'money', width: 16, value: (row) => row.red_due },
  { heading: own.quarter, kind: 'money', isSummed: false, width: 16, value: (row) => row.quarter?.sales ?? null },
  { heading: own.threshold, width: 18, value: (row, language) => (row.quarter ? translate(thresholdStatusNames[row.quarter.stand], language) : '') },
  {
    heading: own.authorisation,
    width: 14,
    value: (row, language) => (row.authorisation ? translate(authorisationStatusNames[row.authorisation], language) : ''),
  },
  { heading: own.generatedAt, width: 20, value: (row) => dateTimeOf(row.applied_at) },
]

export async function invoicesForExport(ctx: Context, filter: ApplicationFilter): Promise<ExportList<SheetRow>> {
  const rows = await exportRows(async (size) => (await listApplications(ctx, { ...filter, mode: settlementMode.individualBusiness }, { page: 1, size })).rows)
  const messages = await quarterStatusOf(ctx, rows)
  return {
    filter,
    columns,
    rows: rows.map((row) => ({ ...row, ...messages(row) })),
    name: translate(businessListNames.invoices, ctx.language),
    language: ctx.language,
  }
}
