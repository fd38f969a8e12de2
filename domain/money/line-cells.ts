import { type CellKind, type CleanCells, cleanRow, type RawCell } from '#/domain/base/cells.ts'
import { type Fen, parseYuan, plainAmount } from '#/domain/base/money.ts'

export type { RawCell } from '#/domain/base/cells.ts'

/** The cells of a payment line that users fill in, in template order. */
export const cellFields = [
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
export type CellField = (typeof cellFields)[number]

/** The cells of one line as text, before or after cleaning. */
export type LineCells = Readonly<Record<CellField, string>>

export const emptyCells: LineCells = {
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

export const lineCellKinds: Readonly<Record<CellField, CellKind>> = {
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
export function cleanCells(raw: Readonly<Partial<Record<CellField, RawCell>>>): CleanCells<CellField> {
  return cleanRow(lineCellKinds, raw)
}

// The largest amount in fen: 10 digits of yuan.
const largestYuan = 9_999_999_999_99

/**
 * Parses the amount of a line: plain digits, above 0, at most 9,999,999,999.99 yuan. Returns null for any other text.
 */
export function parseLineAmount(text: string): Fen | null {
  if (plainAmount(text) !== text) return null
  const amount = parseYuan(text)
  return amount !== null && amount > 0 && amount <= largestYuan ? amount : null
}
