import { type CellKind, type CleanCells, cleanRow, type RawCell } from '#/domain/base/cells.ts'
import { type Fen, parseYuan, plainAmount } from '#/domain/base/money.ts'

export type { RawCell } from '#/domain/base/cells.ts'

/** The cells of a payment line that users fill in, in template order. */
export const lineCellFields = [
  'name',
  'idNumber',
  'mobile',
  'bankName',
  'cardNo',
  'amountText',
  'entityName',
  'entityCreditCode',
  'service',
  'remark',
  'nickname',
  'userNo',
] as const
export type LineCellField = (typeof lineCellFields)[number]

/** The cells of one line as text, before or after cleaning. */
export type LineCells = Readonly<Record<LineCellField, string>>

export const emptyLineCells: LineCells = {
  name: '',
  idNumber: '',
  mobile: '',
  bankName: '',
  cardNo: '',
  amountText: '',
  entityName: '',
  entityCreditCode: '',
  service: '',
  remark: '',
  nickname: '',
  userNo: '',
}

export const lineCellKinds: Readonly<Record<LineCellField, CellKind>> = {
  name: 'name',
  idNumber: 'long',
  mobile: 'number',
  bankName: 'words',
  cardNo: 'long',
  amountText: 'amount',
  entityName: 'name',
  entityCreditCode: 'long',
  service: 'words',
  remark: 'words',
  nickname: 'words',
  userNo: 'code',
}

/** Cleans the cells of one line. Reports the corrections and the numbers that may have lost digits. */
export function cleanLineCells(raw: Readonly<Partial<Record<LineCellField, RawCell>>>): CleanCells<LineCellField> {
  return cleanRow(lineCellKinds, raw)
}

// The largest amount in fen: 10 digits of yuan.
const maxLineAmountFen = 9_999_999_999_99

/**
 * Parses the amount of a line: plain digits, above 0, at most 9,999,999,999.99 yuan. Returns null for any other text.
 */
export function parseLineAmount(text: string): Fen | null {
  if (plainAmount(text) !== text) return null
  const amount = parseYuan(text)
  return amount !== null && amount > 0 && amount <= maxLineAmountFen ? amount : null
}
