import { lineRefusals } from '#/api/money/lines.texts.ts'
import { type IdKind, idKindOf } from '#/domain/base/id-paper.ts'
import { type LineCellField, lineCellFields, type RawCell } from '#/domain/money/line-cells.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { errorColumnHeadings, readUpload, refuseUnreadableSheet, rowNumber } from '#/server/kernel/rows/sheet-file.ts'
import type { SheetColumn, SheetProblem, SheetRow, TemplateMark } from '#/server/lib/spreadsheet/spreadsheet.ts'

export interface SheetLine {
  readonly raw: Readonly<Partial<Record<LineCellField, RawCell>>>
  /** Null for unknown words. */
  readonly idKind: IdKind | null
  /** The 行号 of an error file; null if it is not a number. */
  readonly rowNo: number | null
  /** The 行标识 of an error file. */
  readonly mark: string
}

export const templateMark: TemplateMark = { id: 'T2', version: '1' }

type Basis = 'gross' | 'net'
type ColumnKey = LineCellField | 'idKind' | 'rowNo' | 'ignored' | 'codes' | 'words' | 'advice' | 'mark'

// Our template's headings first, then names from other platforms' templates and payroll files.
const headingsByKey: Readonly<Record<Exclude<ColumnKey, 'amountText'>, readonly string[]>> = {
  ignored: ['序号', '编号'],
  name: ['姓名', '收款人', '收款人姓名', '收款方账户名', '经营者姓名', '户名'],
  idKind: ['证件类型'],
  idNumber: ['证件号码', '证件号', '身份证号', '身份证号码', '身份证'],
  mobile: ['手机号', '手机号码', '手机', '实名手机', '联系电话'],
  bankName: ['收款银行', '开户行', '开户银行', '银行名称'],
  cardNo: ['收款账号', '收款方账号', '银行卡号', '银行账号', '卡号', '收款卡号'],
  entityName: ['个体户名称', '个体工商户名称'],
  entityCreditCode: ['统一社会信用代码', '信用代码'],
  service: ['服务内容', '业务内容', '服务项目'],
  remark: ['备注', '附言', '用途'],
  nickname: ['来源平台昵称', '平台昵称', '昵称', '用户昵称', '主播昵称', '店铺(用户)名称', '用户名称'],
  userNo: ['来源平台用户编号', '平台用户编号', '用户编号', '用户ID', '会员编号', '平台账号ID', '店铺(用户)唯一标识码', '用户唯一标识码'],
  ...errorColumnHeadings,
}
const amountHeadings: Readonly<Record<Basis, readonly string[]>> = {
  gross: ['应发金额', '发放金额', '金额'],
  net: ['实发金额', '税后金额'],
}
const requiredKeys: ReadonlySet<ColumnKey> = new Set(['name', 'idNumber', 'mobile', 'cardNo', 'amountText'])

function columnsFor(basis: Basis, isErrorFile: boolean): SheetColumn<ColumnKey>[] {
  const fieldColumns: SheetColumn<ColumnKey>[] = Object.entries(headingsByKey).map(([key, names]) => ({
    key: key as ColumnKey,
    headings: names,
    required: requiredKeys.has(key as ColumnKey) || (isErrorFile && (key === 'rowNo' || key === 'mark')),
  }))
  return [...fieldColumns, { key: 'amountText', headings: amountHeadings[basis], required: true }]
}

function refuseFile(problem: SheetProblem, basis: Basis): never {
  if (problem.code === 'too_many_rows') return refuse(lineRefusals, 'tooManyRows', { limit: problem.max })
  if (problem.code !== 'headings_mismatch') return refuseUnreadableSheet(problem)
  const otherAmountHeadings = amountHeadings[basis === 'gross' ? 'net' : 'gross']
  const isOtherBasis =
    problem.missing.includes(amountHeadings[basis][0] ?? '') && problem.unexpected.some((heading) => otherAmountHeadings.some((name) => heading.includes(name)))
  return isOtherBasis && !problem.missing.includes(errorColumnHeadings.rowNo[0])
    ? refuse(lineRefusals, 'wrongBasis', { basis })
    : refuseUnreadableSheet(problem)
}

function isTotalRow(cells: SheetRow<ColumnKey>['cells']): boolean {
  return cells.idNumber.text === '' && cells.cardNo.text === '' && /^\s*(合计|总计|小计|备注|说明)/.test(cells.name.text || cells.ignored.text)
}

function lineOf({ cells }: SheetRow<ColumnKey>): SheetLine | null {
  const raw: Partial<Record<LineCellField, RawCell>> = {}
  let hasContent = false
  for (const field of lineCellFields) {
    const cell = cells[field]
    if (cell.text.trim() === '') continue
    raw[field] = cell.suspicious === undefined ? cell.text : cell
    hasContent = true
  }
  if (!hasContent || isTotalRow(cells)) return null
  return { raw, idKind: idKindOf(cells.idKind.text), rowNo: rowNumber(cells.rowNo.text), mark: cells.mark.text.trim() }
}

/**
 * Reads an uploaded file, skipping empty rows and totals. Refuses other files with the reason. With `isErrorFile` the
 * columns 行号 and 行标识 are required.
 */
export async function readLines(
  ctx: Context,
  bytes: Uint8Array,
  of: { basis: Basis; maxRows: number; isErrorFile?: boolean },
): Promise<{ lines: SheetLine[]; sha256: string }> {
  const columns = columnsFor(of.basis, of.isErrorFile ?? false)
  const result = await readUpload(ctx, bytes, { columns, maxRows: of.maxRows, template: templateMark })
  if (!result.ok) refuseFile(result.problem, of.basis)
  const lines = result.rows.map(lineOf).filter((line) => line !== null)
  return { lines, sha256: result.sha256 }
}
