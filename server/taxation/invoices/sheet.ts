import {
  applicationStateNames,
  invoiceFields as fields,
  invoiceKindNames,
  invoiceListNames,
  invoiceMediumName,
  redCodeNames,
  redReasonNames,
} from '#/api/taxation/invoices.texts.ts'
import { formatPpm } from '#/domain/base/money.ts'
import { dateTimeOf, dayOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import type { WriteSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import * as store from '#/server/taxation/invoices/store.ts'
import * as lines from '#/server/taxation/invoices/store-lines.ts'
import * as papers from '#/server/taxation/invoices/store-papers.ts'

const columns: readonly ListColumn<store.ApplicationRow>[] = [
  { heading: fields.no, width: 24, value: (row) => row.no },
  { heading: fields.unit, width: 28, value: (row) => row.unit_name },
  { heading: fields.title, width: 28, value: (row) => row.title.name },
  { heading: fields.kind, width: 18, value: (row, language) => translate(invoiceKindNames[row.kind], language) },
  { heading: fields.medium, width: 10, value: (_row, language) => translate(invoiceMediumName, language) },
  { heading: fields.category, width: 18, value: (row) => row.category },
  { heading: fields.amount, kind: 'money', width: 18, value: (row) => row.amount_fen },
  { heading: fields.price, kind: 'money', width: 18, value: (row) => row.price_fen },
  { heading: fields.tax, kind: 'money', width: 16, value: (row) => row.tax_fen },
  { heading: fields.batches, width: 10, value: (row) => row.batch_count },
  { heading: fields.state, width: 12, value: (row, language) => translate(applicationStateNames[row.state], language) },
  { heading: fields.number, width: 50, value: (row) => row.numbers.join(' ') },
  { heading: fields.issuedOn, width: 12, value: (row) => row.issued_on ?? '' },
  { heading: fields.red, kind: 'money', width: 16, value: (row) => row.red_fen },
  { heading: fields.redDue, kind: 'money', width: 16, value: (row) => row.red_due },
  { heading: fields.appliedAt, width: 20, value: (row) => dateTimeOf(row.applied_at) },
  { heading: fields.reason, width: 26, value: (row) => row.reason },
  { heading: fields.centre, width: 26, value: (row) => row.seller_name },
]

const partColumns: readonly ListColumn<lines.LineRow>[] = [
  { heading: fields.part, kind: 'money', width: 16, value: (row) => row.part_fen },
  { heading: fields.back, kind: 'money', width: 16, value: (row) => row.back_fen },
]
const holderColumns: readonly ListColumn<lines.LineRow>[] = [{ heading: fields.holder, width: 24, value: (row) => row.holder_no ?? '' }]
const documentColumns = { application: partColumns, returned: holderColumns, free: [] } as const satisfies Record<
  lines.LineFilter['show'],
  readonly ListColumn<lines.LineRow>[]
>

const lineColumns: readonly ListColumn<lines.LineRow>[] = [
  { heading: fields.line, width: 26, value: (row) => row.no },
  { heading: fields.batch, width: 24, value: (row) => row.batch_no },
  { heading: fields.unit, width: 28, value: (row) => row.unit_name },
  { heading: fields.payee, width: 14, value: (row) => row.name },
  { heading: fields.paidAt, width: 20, value: (row) => (row.finished_at ? dateTimeOf(row.finished_at) : '') },
  { heading: fields.cost, kind: 'money', width: 16, value: (row) => row.cost_fen },
  { heading: fields.used, kind: 'money', width: 16, value: (row) => row.used_fen },
  { heading: fields.free, kind: 'money', width: 16, value: (row) => (row.is_returned ? 0 : row.cost_fen - row.used_fen) },
  { heading: fields.returned, width: 10, value: (row, language) => (row.is_returned ? translate(fields.returned, language) : '') },
]

const redLetterColumns: readonly ListColumn<papers.RedLetterRow>[] = [
  { heading: fields.blue, width: 24, value: (row) => row.blue_number },
  { heading: fields.code, width: 28, value: (row, language) => translate(redCodeNames[row.code], language) },
  { heading: fields.redNumber, width: 24, value: (row) => row.number ?? '' },
  { heading: fields.issuedOn, width: 12, value: (row) => row.issued_on ?? '' },
  { heading: fields.amount, kind: 'money', width: 18, value: (row) => row.amount_fen },
  { heading: fields.price, kind: 'money', width: 18, value: (row) => row.price_fen },
  { heading: fields.tax, kind: 'money', width: 16, value: (row) => row.tax_fen },
  { heading: fields.reason, width: 14, value: (row, language) => translate(redReasonNames[row.reason], language) },
  { heading: fields.confirmNo, width: 22, value: (row) => row.confirm_no },
  { heading: fields.expires, width: 20, value: (row) => (row.expires_at ? dateTimeOf(row.expires_at) : '') },
  { heading: fields.no, width: 24, value: (row) => row.application_no },
  { heading: fields.unit, width: 28, value: (row) => row.unit_name },
  { heading: fields.askedAt, width: 20, value: (row) => dateTimeOf(row.created_at) },
]

function exportListOf<Row>(
  ctx: Context,
  name: 'applications' | 'lines' | 'reds',
  of: { filter: object; columns: readonly ListColumn<Row>[]; rows: readonly Row[] },
): ExportList<Row> {
  return { ...of, name: translate(invoiceListNames[name], ctx.language), language: ctx.language }
}

export async function applicationsForExport(ctx: Context, filter: store.ApplicationFilter): Promise<ExportList<store.ApplicationRow>> {
  const rows = await exportRows(async (size) => (await store.list(ctx, filter, { page: 1, size })).rows)
  return exportListOf(ctx, 'applications', { filter, columns, rows })
}

export async function linesForExport(ctx: Context, filter: lines.LineFilter): Promise<ExportList<lines.LineRow>> {
  const rows = await exportRows(async (size) => (await lines.listLines(ctx, filter, { page: 1, size })).rows)
  return exportListOf(ctx, 'lines', { filter, columns: [...lineColumns, ...documentColumns[filter.show]], rows })
}

export async function redLettersForExport(ctx: Context, filter: papers.RedLetterFilter): Promise<ExportList<papers.RedLetterRow>> {
  const rows = await exportRows(async (size) => (await papers.listRedLetters(ctx, filter, { page: 1, size })).rows)
  return exportListOf(ctx, 'reds', { filter, columns: redLetterColumns, rows })
}

const issueColumns: readonly {
  heading: string
  width: number
  kind?: 'money'
  value: (application: store.ApplicationRow, paper: papers.InvoiceRow) => string | number
}[] = [
  { heading: '申请单号', width: 24, value: (application) => application.no },
  { heading: '序号', width: 8, value: (_asked, paper) => paper.seq },
  { heading: '发票种类', width: 18, value: (application) => invoiceKindNames[application.kind].zh },
  { heading: '购方名称', width: 30, value: (application) => application.title.name },
  { heading: '购方税号', width: 24, value: (application) => application.title.taxNo },
  { heading: '购方地址', width: 30, value: (application) => application.title.address },
  { heading: '购方电话', width: 18, value: (application) => application.title.telephone },
  { heading: '购方开户行', width: 26, value: (application) => application.title.bank },
  { heading: '购方账号', width: 24, value: (application) => application.title.accountNo },
  { heading: '项目名称', width: 26, value: (application) => application.goods },
  { heading: '税收分类编码', width: 22, value: (application) => application.tax_code },
  { heading: '不含税金额', width: 18, kind: 'money', value: (_asked, paper) => paper.price_fen },
  { heading: '税率', width: 8, value: (_asked, paper) => `${formatPpm(paper.rate_ppm)}%` },
  { heading: '税额', width: 16, kind: 'money', value: (_asked, paper) => paper.tax_fen },
  { heading: '价税合计', width: 18, kind: 'money', value: (_asked, paper) => paper.total_fen },
  { heading: '备注', width: 30, value: (application) => application.remark },
  { heading: '收票邮箱', width: 26, value: (application) => application.email },
  { heading: '销方名称', width: 30, value: (application) => application.seller_name },
  { heading: '销方税号', width: 24, value: (application) => application.seller_no },
  { heading: '申请日期', width: 12, value: (application) => dayOf(application.applied_at) },
]

/** Builds the list for the issuing software, one row per invoice. Business documents are always Chinese. */
export function sheetToIssue(rows: readonly { asked: store.ApplicationRow; paper: papers.InvoiceRow }[]): WriteSheet {
  return {
    name: '待开清单',
    columns: issueColumns.map(({ heading, width, kind }) => ({ heading, width, ...(kind && { kind }) })),
    rows: rows.map(({ asked: application, paper }) => issueColumns.map(({ value }) => value(application, paper))),
  }
}
