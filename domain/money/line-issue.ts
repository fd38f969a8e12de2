import type { CleanCells } from '#/domain/base/cells.ts'
import type { LineCellField } from '#/domain/money/line-cells.ts'

/** Issue codes of a payment line. E: error, W: warning. */
export const lineIssueCodes = [
  'E101',
  'E102',
  'E103',
  'E104',
  'W104',
  'E105',
  'E106',
  'E107',
  'W108',
  'E201',
  'E202',
  'W202',
  'E203',
  'E204',
  'W205',
  'W206',
  'E206',
  'E207',
  'E208',
  'E209',
  'E210',
  'E211',
  'W212',
  'E213',
  'W214',
  'E215',
  'E220',
  'E222',
  'E223',
  'E224',
  'E225',
  'E301',
  'E302',
  'W303',
  'W304',
  'W307',
  'E309',
  'W401',
  'W402',
] as const

export type LineIssueCode = (typeof lineIssueCodes)[number]

/** The cell that shows the issue. */
export type LineIssueField = 'name' | 'idNumber' | 'mobile' | 'cardNo' | 'amount' | 'remark' | 'entityName' | 'entityCreditCode' | 'nickname' | 'userNo'

type Values = Readonly<Record<string, string | number>>

/** A problem of a line: an error, a warning, or an automatic correction (`fixed`). */
export interface LineIssue {
  readonly code: LineIssueCode
  readonly level: 'error' | 'warning' | 'fixed'
  readonly field: LineIssueField | null
  readonly values: Values
}

/**
 * Returns an issue with its level. E103 is an automatic correction (`fixed`), other E codes are errors, and W codes are
 * warnings.
 */
export function lineIssue(code: LineIssueCode, field: LineIssueField | null, values: Values = {}): LineIssue {
  return { code, level: code === 'E103' ? 'fixed' : code.startsWith('E') ? 'error' : 'warning', field, values }
}

const displayFieldByCell: Readonly<Partial<Record<LineCellField, LineIssueField>>> = {
  name: 'name',
  idNumber: 'idNumber',
  mobile: 'mobile',
  cardNo: 'cardNo',
  amountText: 'amount',
  remark: 'remark',
  entityName: 'entityName',
  entityCreditCode: 'entityCreditCode',
  nickname: 'nickname',
  userNo: 'userNo',
}

/** Returns the field that shows the issues of a cell, or null for a cell without issues. */
export function issueFieldOf(cell: LineCellField): LineIssueField | null {
  return displayFieldByCell[cell] ?? null
}

/**
 * Returns the issues found while cleaning cells: corrections and reinterpreted amounts (E103), and long numbers that
 * may have lost digits (W108).
 */
export function cleaningIssues({ cells, fixed, doubtful, written }: CleanCells<LineCellField>): LineIssue[] {
  const reportedCells = new Set<LineCellField>(['name', 'idNumber', 'mobile', 'cardNo', 'entityName', 'entityCreditCode', 'userNo'])
  return [
    ...fixed.filter((cell) => reportedCells.has(cell)).map((cell) => lineIssue('E103', issueFieldOf(cell), { field: cell })),
    ...(written.amountText !== undefined && fixed.includes('amountText')
      ? [lineIssue('E103', 'amount', { field: 'amountText', text: written.amountText, amount: cells.amountText })]
      : []),
    ...doubtful.map((cell) => lineIssue('W108', issueFieldOf(cell), { field: cell })),
  ]
}

/**
 * Returns the earlier issues that remain after cells change. E103 and W108 describe the original file, so checking the
 * cleaned text again would not find them.
 */
export function remainingIssues(before: readonly LineIssue[], changed: ReadonlySet<LineIssueField | null>): LineIssue[] {
  return before.filter((each) => (each.code === 'E103' || each.code === 'W108') && !changed.has(each.field))
}
