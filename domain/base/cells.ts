import { plainAmount } from '#/domain/base/money.ts'
import { truncateUnits } from '#/domain/base/text.ts'

/**
 * A cell from a form or a spreadsheet. `suspicious` marks a long number stored as a number or in scientific notation.
 */
export type RawCell = string | { readonly text: string; readonly suspicious?: 'scientific' | 'precision' | undefined } | undefined

/**
 * The content of a cell, which decides how it is cleaned. `name`: a name of a person or company. `words`: a short text.
 * `prose`: a text that keeps its characters and line breaks. `number`: a number or code without spaces. `long`: a
 * number so long that a spreadsheet loses its last digits. `code`: a code of another system, which keeps letters and
 * hyphens. `amount`: an amount.
 */
export type CellKind = 'name' | 'words' | 'prose' | 'number' | 'long' | 'code' | 'amount'

/** Cleaned cells, with the corrections made and the numbers that may have lost digits. */
export interface CleanCells<F extends string> {
  readonly cells: Readonly<Record<F, string>>
  /** Cells from which full-width characters, spaces or separators were removed (E103). Users see them as corrected. */
  readonly fixed: readonly F[]
  /**
   * Long numbers that the spreadsheet stored as numbers or in scientific notation, so that their last digits are
   * unreliable (W108).
   */
  readonly doubtful: readonly F[]
  /** The original text of amounts that were not plain numbers. `cells` has the interpreted amount. */
  readonly written: Readonly<Partial<Record<F, string>>>
}

const maxCellLength = 200
/**
 * The length above which prose is truncated. The limits of all prose fields are lower, so that their checks report
 * texts that are too long.
 */
const maxProseLength = 4000
const maxQuotedLength = 30

/**
 * Returns whether the text needs no cleaning: only printable ASCII without spaces, Chinese characters and middle dots.
 * This check is fast, and most cells pass it.
 */
function needsNoCleaning(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (!((code > 0x20 && code < 0x7f) || (code >= 0x4e00 && code <= 0x9fff) || code === 0xb7)) return false
  }
  return true
}

/** Returns whether the text has only digits and a decimal point, so that it needs no correction. */
function isDigits(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (!((code >= 0x30 && code <= 0x39) || code === 0x2e)) return false
  }
  return true
}

// Invisible spaces, direction marks, byte-order marks and control characters, which come with text copied from web
// pages and chats.
const invisibleCharacters = /(?![\t\n\r])[\p{Cc}\p{Cf}]/gu
const middleDots = /(?<=\p{Script=Han})[.•‧・●∙⋅](?=\p{Script=Han})/gu
const spacesInChinese = /(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu

function tidyText(text: string): string {
  return text.normalize('NFKC').replace(invisibleCharacters, '').replace(/\s+/g, ' ').trim()
}

function tidyName(text: string): string {
  return tidyText(text).replace(middleDots, '·').replace(spacesInChinese, '')
}

function tidyNumber(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(invisibleCharacters, '')
    .replace(/[\s'‘’]/g, '')
  // Changes only ASCII letters to upper case, because others may become several characters.
  return plain.replace(/[-‐‑–—]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase())
}

const tidyCode = (text: string) => text.normalize('NFKC').replace(invisibleCharacters, '').replace(/\s/g, '')

/** Expands a number such as 6.222E+15 to its digits; null for any other form. */
function expandScientific(text: string): string | null {
  const match = /^(\d)(?:\.(\d+))?[eE]\+?(\d{1,2})$/.exec(text)
  if (!match) return null
  const [, first = '', decimals = '', power = '0'] = match
  const exponent = Number(power)
  return exponent < decimals.length || exponent > 30 ? null : `${first}${decimals.padEnd(exponent, '0')}`
}

/** Converts an amount to plain digits. Other text keeps its wording, so that the parser refuses it. */
function cleanAmount(source: string): { text: string; wasFixed: boolean; isDoubtful: boolean } {
  const text = isDigits(source)
    ? source
    : (plainAmount(source.slice(0, maxCellLength).replace(invisibleCharacters, '')) ?? tidyText(source.slice(0, maxCellLength * 2)))
  return { text: text.slice(0, maxCellLength), wasFixed: text !== source && plainAmount(text) !== null, isDoubtful: false }
}

const tidyProse = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(invisibleCharacters, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()

function cleanCell(kind: CellKind, raw: Exclude<RawCell, undefined>): { text: string; wasFixed: boolean; isDoubtful: boolean } {
  const source = typeof raw === 'string' ? raw : raw.text
  const isLong = kind === 'long' || kind === 'code'
  if (kind === 'amount') return cleanAmount(source)
  if (kind === 'prose') return { text: truncateUnits(tidyProse(truncateUnits(source, maxProseLength)), maxProseLength), wasFixed: false, isDoubtful: false }
  const isUnbroken = isLong || kind === 'number'
  const isDoubtful = typeof raw !== 'string' && raw.suspicious !== undefined && isLong
  if (isUnbroken ? isDigits(source) : needsNoCleaning(source)) return { text: truncateUnits(source, maxCellLength), wasFixed: false, isDoubtful }
  const trimmed = truncateUnits(source, maxCellLength * 2).trim()
  const text = kind === 'name' ? tidyName(trimmed) : kind === 'code' ? tidyCode(trimmed) : isUnbroken ? tidyNumber(trimmed) : tidyText(trimmed)
  const expandedNumber = isUnbroken ? expandScientific(text) : null
  if (expandedNumber !== null) return { text: expandedNumber, wasFixed: false, isDoubtful: isLong }
  return { text: truncateUnits(text, maxCellLength), wasFixed: text !== trimmed && text !== trimmed.toUpperCase(), isDoubtful }
}

/**
 * Cleans the cells of one row by kind. Full-width characters become half-width (NFKC). Spaces, invisible characters and
 * separators are removed. Letters in numbers become capitals, and scientific notation becomes digits. Reports the
 * corrections and the numbers that may have lost digits. Absent cells become ''.
 */
export function cleanRow<F extends string>(kinds: Readonly<Record<F, CellKind>>, raw: Readonly<Partial<Record<F, RawCell>>>): CleanCells<F> {
  const cells: Record<string, string> = {}
  const fixed: F[] = []
  const doubtful: F[] = []
  const written: Partial<Record<F, string>> = {}
  for (const field in kinds) {
    const value = raw[field]
    if (value === undefined) {
      cells[field] = ''
      continue
    }
    const cleanedCell = cleanCell(kinds[field], value)
    cells[field] = cleanedCell.text
    if (cleanedCell.wasFixed) fixed.push(field)
    if (cleanedCell.wasFixed && kinds[field] === 'amount')
      written[field] = [...(typeof value === 'string' ? value : value.text)].slice(0, maxQuotedLength).join('')
    if (cleanedCell.isDoubtful) doubtful.push(field)
  }
  return { cells: cells as Record<F, string>, fixed, doubtful, written }
}

/** A row after an edit: all its cells, the edited fields (`touched`), and the results of cleaning them. */
export interface UpdatedRow<F extends string> extends CleanCells<F> {
  readonly touched: ReadonlySet<F>
}

/**
 * Applies new cells to a row. Each cell in an edit counts as touched, even if it is unchanged. In a file with every
 * cell (`isWholeRow`), only changed cells count.
 */
export function applyCells<F extends string>(
  kinds: Readonly<Record<F, CellKind>>,
  before: Readonly<Record<F, string>>,
  raw: Readonly<Partial<Record<F, RawCell>>>,
  isWholeRow: boolean,
): UpdatedRow<F> {
  const { cells: clean, fixed, doubtful, written } = cleanRow(kinds, raw)
  const cells = { ...before } as Record<F, string>
  const touched = new Set<F>()
  for (const field in kinds) {
    if (!isWholeRow && raw[field] === undefined) continue
    if (isWholeRow && clean[field] === cells[field]) continue
    cells[field] = clean[field]
    touched.add(field)
  }
  const isTouched = (field: F) => touched.has(field)
  return { cells, touched, fixed: fixed.filter(isTouched), doubtful: doubtful.filter(isTouched), written }
}

/** Returns whether two sets of cells are equal. */
export function areCellsEqual<F extends string>(kinds: Readonly<Record<F, unknown>>, a: Readonly<Record<F, string>>, b: Readonly<Record<F, string>>): boolean {
  for (const field in kinds) if (a[field] !== b[field]) return false
  return true
}
