import { plainAmount } from '#/domain/money.ts'
import { cut } from '#/domain/text.ts'

/** A cell as a form sends it, or as a spreadsheet holds it: `suspicious` when a long number was kept as a number or in scientific notation. */
export type RawCell = string | { readonly text: string; readonly suspicious?: 'scientific' | 'precision' | undefined } | undefined

/**
 * What a cell holds, and so how it is made clean: a person's or a company's name; words; prose, which keeps its signs and lines as they are; a number or code
 * without a space in it; one so long that a spreadsheet loses its last digits; an amount.
 */
export type CellKind = 'name' | 'words' | 'prose' | 'number' | 'long' | 'amount'

/** Cells made clean, with what was repaired and which numbers may have lost digits on the way. */
export interface CleanCells<F extends string> {
  readonly cells: Readonly<Record<F, string>>
  /** Had full-width characters, spaces or separators that are gone now (E103, shown as repaired). */
  readonly fixed: readonly F[]
  /** Long numbers kept as numbers by the spreadsheet, or in scientific notation: the last digits cannot be trusted (W108). */
  readonly doubtful: readonly F[]
  /** Amounts that were not written as a number, as they were written; what they are read as stands in `cells`. */
  readonly written: Readonly<Partial<Record<F, string>>>
}

const largestLength = 200
/** Longer than any prose may be, so that what is too long is told and not cut in silence. */
const largestProse = 4000
const longestQuoted = 30

/** Whether a text is already as we keep it: printable ASCII without spaces, or Chinese characters. Looked at by code, because most cells are. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (!((code > 0x20 && code < 0x7f) || (code >= 0x4e00 && code <= 0x9fff) || code === 0xb7)) return false
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

function tidyNumber(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/[\s'‘’]/g, '')
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

/** What is no amount for certain stays as it was written, and is refused where it is read. */
function cleanAmount(source: string): { text: string; wasFixed: boolean; isDoubtful: boolean } {
  const text = isDigits(source) ? source : (plainAmount(source.slice(0, largestLength).replace(invisible, '')) ?? tidyText(source.slice(0, largestLength * 2)))
  return { text: text.slice(0, largestLength), wasFixed: text !== source && plainAmount(text) !== null, isDoubtful: false }
}

const tidyProse = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(invisible, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()

function cleanCell(kind: CellKind, raw: Exclude<RawCell, undefined>): { text: string; wasFixed: boolean; isDoubtful: boolean } {
  const source = typeof raw === 'string' ? raw : raw.text
  const isLong = kind === 'long'
  if (kind === 'amount') return cleanAmount(source)
  if (kind === 'prose') return { text: cut(tidyProse(cut(source, largestProse)), largestProse), wasFixed: false, isDoubtful: false }
  const isUnbroken = isLong || kind === 'number'
  const isDoubtful = typeof raw !== 'string' && raw.suspicious !== undefined && isLong
  if (isUnbroken ? isDigits(source) : isPlain(source)) return { text: cut(source, largestLength), wasFixed: false, isDoubtful }
  const trimmed = cut(source, largestLength * 2).trim()
  const text = kind === 'name' ? tidyName(trimmed) : isUnbroken ? tidyNumber(trimmed) : tidyText(trimmed)
  const expanded = isUnbroken ? fromScientific(text) : null
  if (expanded !== null) return { text: expanded, wasFixed: false, isDoubtful: isLong }
  return { text: cut(text, largestLength), wasFixed: text !== trimmed && text !== trimmed.toUpperCase(), isDoubtful }
}

/**
 * Makes the cells of one row clean, each as its kind asks: full-width becomes half-width (NFKC), spaces, invisible characters and separators go, an `x` at the end
 * of an ID number becomes `X`, scientific notation becomes digits. Says what was changed and what may have lost digits. Absent cells become ''.
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
    const clean = cleanCell(kinds[field], value)
    cells[field] = clean.text
    if (clean.wasFixed) fixed.push(field)
    if (clean.wasFixed && kinds[field] === 'amount') written[field] = [...(typeof value === 'string' ? value : value.text)].slice(0, longestQuoted).join('')
    if (clean.isDoubtful) doubtful.push(field)
  }
  return { cells: cells as Record<F, string>, fixed, doubtful, written }
}

/** A row after somebody changed cells of it: what was touched, and what cleaning those brought up. */
export interface TouchedRow<F extends string> extends CleanCells<F> {
  readonly touched: ReadonlySet<F>
}

/**
 * A row with other cells. A person who named a cell has looked at it, even when it stays as it was; of a file that names every cell (`isWholeRow`) only those
 * count that differ.
 */
export function touchRow<F extends string>(
  kinds: Readonly<Record<F, CellKind>>,
  before: Readonly<Record<F, string>>,
  raw: Readonly<Partial<Record<F, RawCell>>>,
  isWholeRow: boolean,
): TouchedRow<F> {
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

/** Whether two sets of cells say the same. */
export function sameCells<F extends string>(kinds: Readonly<Record<F, unknown>>, a: Readonly<Record<F, string>>, b: Readonly<Record<F, string>>): boolean {
  for (const field in kinds) if (a[field] !== b[field]) return false
  return true
}
