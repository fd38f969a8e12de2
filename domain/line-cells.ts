import { type Fen, parseYuan } from '#/domain/money.ts'

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

/** A cell as a form sends it, or as a spreadsheet holds it: `suspicious` when a long number was kept as a number or in scientific notation. */
export type RawCell = string | { readonly text: string; readonly suspicious?: 'scientific' | 'precision' | undefined } | undefined

/** Cells made clean, with what was repaired and which numbers may have lost digits on the way. */
export interface CleanLine {
  readonly cells: LineCells
  /** Had full-width characters, spaces or separators that are gone now (E103, shown as repaired). */
  readonly fixed: readonly CellField[]
  /** Long numbers kept as numbers by the spreadsheet, or in scientific notation: the last digits cannot be trusted (W108). */
  readonly doubtful: readonly CellField[]
}

const largestLength = 200

/** Fields that are one unbroken number or code: nothing inside them is a space or a separator. */
const unbroken: ReadonlySet<CellField> = new Set(['idNumber', 'mobile', 'cardNo', 'amountText', 'entityCreditCode'])
const longNumbers: ReadonlySet<CellField> = new Set(['idNumber', 'cardNo', 'entityCreditCode'])

/** Whether a text is already as we keep it: printable ASCII without spaces, or Chinese characters. Looked at by code, because most cells are. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (!((code > 0x20 && code < 0x7f && code !== 0x27) || (code >= 0x4e00 && code <= 0x9fff) || code === 0xb7)) return false
  }
  return true
}

/** Digits, and the point of an amount: nothing to repair. */
function isDigits(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (!((code >= 0x30 && code <= 0x39) || code === 0x2e)) return false
  }
  return true
}

// Spaces nobody can see, direction marks, byte-order marks and control characters, which copying from web pages and chats brings in.
const invisible = /(?![\t\n\r])[\p{Cc}\p{Cf}]/gu
const dots = /(?<=\p{Script=Han})[.•‧・●∙⋅](?=\p{Script=Han})/gu
const spacesInChinese = /(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu

function tidyText(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').replace(/\s+/g, ' ').trim()
}

function tidyName(text: string): string {
  return tidyText(text).replace(dots, '·').replace(spacesInChinese, '')
}

function tidyNumber(field: CellField, text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/[\s'‘’]/g, '')
  if (field === 'amountText') return plain.replace(/[¥元,]/g, '')
  // Only the letters that numbers have: capitals of others may fall apart into several signs.
  return plain.replace(/[-‐‑–—]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase())
}

/** Reads a number written as 6.222E+15 as its digits; null when it is not written so. */
function fromScientific(text: string): string | null {
  const match = /^(\d)(?:\.(\d+))?[eE]\+?(\d{1,2})$/.exec(text)
  if (!match) return null
  const [, first = '', decimals = '', power = '0'] = match
  const length = Number(power)
  return length < decimals.length || length > 30 ? null : `${first}${decimals.padEnd(length, '0')}`
}

function cleanCell(field: CellField, raw: Exclude<RawCell, undefined>): { text: string; wasFixed: boolean; isDoubtful: boolean } {
  const source = typeof raw === 'string' ? raw : raw.text
  const isDoubtful = typeof raw !== 'string' && raw.suspicious !== undefined && longNumbers.has(field)
  if (unbroken.has(field) ? isDigits(source) : isPlain(source)) return { text: source.slice(0, largestLength), wasFixed: false, isDoubtful }
  const trimmed = source.slice(0, largestLength * 2).trim()
  const text = field === 'name' || field === 'entityName' ? tidyName(trimmed) : unbroken.has(field) ? tidyNumber(field, trimmed) : tidyText(trimmed)
  const expanded = unbroken.has(field) && field !== 'amountText' ? fromScientific(text) : null
  if (expanded !== null) return { text: expanded, wasFixed: false, isDoubtful: longNumbers.has(field) }
  return { text: text.slice(0, largestLength), wasFixed: text !== trimmed && text !== trimmed.toUpperCase(), isDoubtful }
}

/**
 * Makes the cells of one line clean: full-width becomes half-width (NFKC), spaces, invisible characters and separators go, an `x` at the end of an
 * identity number becomes `X`, scientific notation becomes digits. Says what was changed and what may have lost digits. Absent cells become ''.
 */
export function cleanCells(raw: Readonly<Partial<Record<CellField, RawCell>>>): CleanLine {
  const cells = { ...emptyCells } as Record<CellField, string>
  const fixed: CellField[] = []
  const doubtful: CellField[] = []
  for (const field of cellFields) {
    const value = raw[field]
    if (value === undefined || value === '') continue
    const clean = cleanCell(field, value)
    cells[field] = clean.text
    if (clean.wasFixed) fixed.push(field)
    if (clean.isDoubtful) doubtful.push(field)
  }
  return { cells, fixed, doubtful }
}

// 10 digits of yuan is the most that domain.md §4 lets a person type.
const largestYuan = 9_999_999_999_99

/** The amount of a line in fen, more than 0 and at most 9,999,999,999.99; null when the text is no such amount. */
export function lineAmount(text: string): Fen | null {
  const amount = parseYuan(text)
  return amount !== null && amount > 0 && amount <= largestYuan ? amount : null
}
