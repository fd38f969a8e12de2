import { type CellKind, type CleanCells, cleanRow, type RawCell } from '#/domain/cells.ts'
import { type Fen, parseYuan, plainAmount } from '#/domain/money.ts'

export type { RawCell } from '#/domain/cells.ts'

/** The cells of a payment line that a person fills in, in the order of the template. */
export const cellFields = ['name', 'idNumber', 'mobile', 'bankName', 'cardNo', 'amountText', 'entityName', 'entityCreditCode', 'service', 'remark'] as const
export type CellField = (typeof cellFields)[number]

/** The cells of one line as plain text, normalised or not. */
export type LineCells = Readonly<Record<CellField, string>>

/** Cells without anything in them. */
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
}

/** How each cell of a line is made clean. */
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
}

/** Makes the cells of one line clean, and says what was changed and what may have lost digits. */
export function cleanCells(raw: Readonly<Partial<Record<CellField, RawCell>>>): CleanCells<CellField> {
  return cleanRow(lineCellKinds, raw)
}

// 10 digits of yuan is the most that domain.md §4 lets a person type.
const largestYuan = 9_999_999_999_99

/** The amount of a line in fen, written in plain digits, more than 0 and at most 9,999,999,999.99; null when the text is no such amount. */
export function lineAmount(text: string): Fen | null {
  if (plainAmount(text) !== text) return null
  const amount = parseYuan(text)
  return amount !== null && amount > 0 && amount <= largestYuan ? amount : null
}
