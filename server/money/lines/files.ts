import { issueMessages, issueSuggestions } from '#/api/money/line-issues.texts.ts'
import { lineFields, lineRefusals, lineStateNames } from '#/api/money/lines.texts.ts'
import { idKindNames } from '#/api/people/particulars.texts.ts'
import { type Mode, settlementMode } from '#/domain/base/codes.ts'
import { idKindLabel, idKindLabels } from '#/domain/base/id-paper.ts'
import { maskCard, maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import { sourceLimits } from '#/domain/base/source-name.ts'
import type { Language } from '#/domain/base/text.ts'
import { type LineCellField, lineCellFields } from '#/domain/money/line-cells.ts'
import { issueFieldOf } from '#/domain/money/line-issue.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { rowMark } from '#/server/kernel/rows/corrected-rows.ts'
import { stampOf } from '#/server/kernel/rows/export-stamp.ts'
import { faultySheet, instructionSheet, issueText, type ListColumn, listSheet, storeWorkbook } from '#/server/kernel/rows/sheet-file.ts'
import type { SheetWriteOptions, WriteColumn, WriteSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { cellsOf, parseIdKind, toWorkingLine, type WorkingLine } from '#/server/money/lines/preparation.ts'
import { canSeeUnmasked, issuesFor } from '#/server/money/lines/presentation.ts'
import { templateMark } from '#/server/money/lines/sheet.ts'
import * as store from '#/server/money/lines/store.ts'

interface TemplateColumn extends WriteColumn {
  readonly field: LineCellField | 'seq' | 'idKind'
}

/** The payee's account on the source platform of the order; only in batches of such orders. */
const sourceColumns: readonly TemplateColumn[] = [
  { field: 'nickname', heading: '来源平台昵称', width: 18, hint: `不超过 ${sourceLimits.nickname} 字` },
  { field: 'userNo', heading: '来源平台用户编号', width: 22, hint: '文本格式' },
]

/** Returns the columns of template T2. Business documents are always Chinese. */
function templateColumns(mode: Mode, basis: 'gross' | 'net', hasSource: boolean): TemplateColumn[] {
  const isEntityRequired = mode === settlementMode.individualBusiness
  return [
    { field: 'seq', heading: '序号', width: 6 },
    { field: 'name', heading: '姓名', width: 12, required: true },
    { field: 'idKind', heading: '证件类型', width: 12, choices: idKindLabels },
    { field: 'idNumber', heading: '证件号码', width: 22, required: true, hint: '文本格式' },
    { field: 'mobile', heading: '手机号', width: 14, required: true },
    { field: 'bankName', heading: '收款银行', width: 18 },
    { field: 'cardNo', heading: '收款账号', width: 24, required: true, hint: '16-19 位，文本格式' },
    { field: 'amountText', heading: basis === 'gross' ? '应发金额(元)' : '实发金额(元)', width: 16, required: true, hint: '大于 0，最多两位小数' },
    { field: 'entityName', heading: '个体户名称', width: 24, required: isEntityRequired },
    { field: 'entityCreditCode', heading: '统一社会信用代码', width: 22, required: isEntityRequired },
    { field: 'service', heading: '服务内容', width: 20 },
    { field: 'remark', heading: '备注', width: 20, hint: '不超过 40 字' },
    ...(hasSource ? sourceColumns : []),
  ]
}

function templateInstructions(mode: Mode, basis: 'gross' | 'net'): WriteSheet {
  const rows: [string, string][] = [
    ['模板版本', `${templateMark.id}-${templateMark.version}`],
    ['结算模式', mode === settlementMode.individualBusiness ? '个体工商户模式' : '总包分包模式'],
    ['金额口径', basis === 'gross' ? '应发金额（税前）' : '实发金额（税后，系统反推应发）'],
    ['行数', '单个批次最多 5000 行'],
    ['必填', '带 * 的列必填；表头请勿改名，数据区请勿合并单元格'],
    ['证件号码、收款账号', '请保持文本格式；科学计数法或末位变 0 的号码无法付款'],
    ['证件类型', `不填为居民身份证；可填：${idKindLabels.join('、')}`],
    ['手机号', '持居民身份证的填 11 位大陆手机号；其他证件可填境外号码，写作 + 国家或地区代码 + 号码，如 +85291234567'],
    ['金额', '大于 0，最多两位小数'],
    ['备注', '不超过 40 字，不含特殊字符'],
    ['来源平台昵称、用户编号', '选填，仅用于写明来源平台的订单：与来源平台上的一致；填昵称须同时填编号，编号与人一一对应'],
    ['示例', '张三 | 居民身份证 | 110000199001010013 | 13800000001 | 工商银行 | 6220000000000000016 | 5000.00'],
  ]
  return instructionSheet(rows)
}

async function storeExport(
  ctx: Context,
  name: string,
  purpose: string,
  book: SheetWriteOptions,
  of?: { batch: store.BatchRow; rows: number; plainReason?: string },
): Promise<{ fileId: string }> {
  // The error file has full numbers, because its reader corrects them.
  const isPlain = purpose === 'error_file' || of?.plainReason !== undefined
  const fileOwner = of ? { unitId: of.batch.unit_id, centreId: of.batch.centre_id } : {}
  const { id, sha256 } = await storeWorkbook(ctx, { name, purpose, ...fileOwner }, book, isPlain)
  if (of) {
    const detail = { no: of.batch.no, rows: of.rows, sha256, ...(of.plainReason !== undefined && { isPlain: true, reason: of.plainReason }) }
    ctx.note({ refType: 'batch', refId: of.batch.id, unitId: of.batch.unit_id, centreId: of.batch.centre_id, detail })
  }
  return { fileId: id }
}

/** Builds the template of a mode and amount basis, with an instruction sheet. */
export async function lineTemplate(ctx: Context, of: { mode: Mode; amountBasis: 'gross' | 'net'; hasSource: boolean }): Promise<{ fileId: string }> {
  const columns = templateColumns(of.mode, of.amountBasis, of.hasSource)
  const name = `批量支付模板-模式${of.mode}-${of.amountBasis === 'gross' ? '应发' : '实发'}.xlsx`
  const sheets = [{ name: '批量支付', columns, rows: [] }, templateInstructions(of.mode, of.amountBasis)]
  return storeExport(ctx, name, 'template', { sheets, template: templateMark })
}

/**
 * Builds the error file: the template's columns with 行号 first, then codes, messages, suggestions and marks, with faulty
 * cells in red.
 */
export async function lineErrorFile(ctx: Context, batch: store.BatchRow): Promise<{ fileId: string }> {
  if (!canSeeUnmasked(ctx, { unit_id: batch.unit_id, batch_state: batch.state })) refuse(lineRefusals, 'notEditable')
  const faultyLines = (await store.linesOf(ctx, batch)).filter((line) => line.state === 'invalid')
  if (faultyLines.length === 0) refuse(lineRefusals, 'nothingToExport')
  const columns = templateColumns(batch.mode, batch.amount_basis, batch.source_platform !== '').filter((column) => column.field !== 'seq')
  const rows = faultyLines.map((line) => {
    const cells: Record<string, string> = { ...cellsOf(line), idKind: idKindCell(line.id_kind) }
    return {
      seq: line.seq,
      mark: lineMark(batch, toWorkingLine(line)),
      values: columns.map(({ field }) => cells[field] ?? ''),
      issues: issuesFor(ctx, line.issues),
    }
  })
  const columnsWithIssueField = columns.map((column) => ({
    ...column,
    field: column.field === 'seq' || column.field === 'idKind' ? null : issueFieldOf(column.field),
  }))
  const sheet = faultySheet(ctx, columnsWithIssueField, rows, { messages: issueMessages, suggestions: issueSuggestions })
  return storeExport(ctx, `错误明细-${batch.no}.xlsx`, 'error_file', { sheets: [sheet] }, { batch, rows: rows.length })
}

/** Returns the mark of an exported line, which changes with its cells. */
export function lineMark(batch: Pick<store.BatchRow, 'no'>, { seq, cells, idKind }: WorkingLine): string {
  return rowMark(batch.no, seq, [idKind ?? '', ...lineCellFields.map((field) => cells[field])])
}

/** Returns the kind of ID document as the template writes it; unknown words become 其他. */
function idKindCell(stored: string): string {
  const kind = parseIdKind(stored)
  return kind === null ? '其他' : idKindLabel(kind)
}

function idKindName(stored: string, language: Language): string {
  const kind = parseIdKind(stored)
  return kind === null ? '' : translate(idKindNames[kind], language)
}

const maskByField: Partial<Record<LineCellField, (text: string) => string>> = { idNumber: maskIdNumber, mobile: maskMobile, cardNo: maskCard }
const figureFields = ['gross', 'vat', 'surcharge', 'iit', 'fee', 'net', 'cost'] as const

type ExportLine = store.LineRow & { readonly cells: Readonly<Record<LineCellField, string>>; readonly words: string }

const sourceFields: ReadonlySet<LineCellField> = new Set(['nickname', 'userNo'])

function exportColumns(isPlain: boolean, sourcePlatform: string): readonly ListColumn<ExportLine>[] {
  const display = (field: LineCellField, text: string) => (isPlain ? text : (maskByField[field]?.(text) ?? text))
  return [
    { heading: lineFields.seq, kind: 'number', width: 8, value: (line) => line.seq },
    { heading: lineFields.no, width: 28, value: (line) => line.no },
    { heading: lineFields.idKind, width: 22, value: (line, language) => idKindName(line.id_kind, language) },
    ...lineCellFields
      .filter((field) => field !== 'amountText' && (sourcePlatform !== '' || !sourceFields.has(field)))
      .map((field) => ({ heading: lineFields[field], width: 20, value: (line: ExportLine) => display(field, line.cells[field]) })),
    ...(sourcePlatform === '' ? [] : [{ heading: lineFields.sourcePlatform, width: 16, value: () => sourcePlatform }]),
    ...figureFields.map((field) => ({ heading: lineFields[field], kind: 'money' as const, value: (line: ExportLine) => line[`${field}_fen`] })),
    { heading: lineFields.state, width: 14, value: (line, language) => translate(lineStateNames[line.state], language) },
    { heading: lineFields.issues, width: 50, value: (line) => line.words },
  ]
}

/**
 * Exports all lines of a batch with their figures. Numbers are masked, or full for a reason that sheet and audit log
 * record.
 */
export async function exportBatch(ctx: Context, batch: store.BatchRow, plainReason: string | null): Promise<{ fileId: string }> {
  const lines = await store.linesOf(ctx, batch)
  if (lines.length === 0) refuse(lineRefusals, 'nothingToExport')
  const rows = lines.map((line) => ({ ...line, cells: cellsOf(line), words: issueText(ctx, issuesFor(ctx, line.issues), issueMessages) }))
  const stamp = await stampOf(ctx, { filter: { batch: batch.no, mode: batch.mode }, rows: lines.length, plainReason })
  return storeExport(
    ctx,
    `${batch.no}.xlsx`,
    'export',
    { sheets: [listSheet({ name: '明细', language: ctx.language, columns: exportColumns(plainReason !== null, batch.source_platform), rows }, stamp)] },
    { batch, rows: rows.length, ...(plainReason !== null && { plainReason }) },
  )
}
