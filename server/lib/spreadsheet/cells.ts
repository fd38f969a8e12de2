import { truncateUnits } from '#/domain/base/text.ts'
import type { SheetCell } from '#/server/lib/spreadsheet/sheet.ts'

/** Excel stores 15 digits of a number and replaces the later digits by zeros. */
const EXACT_DIGITS = 15
const DAY_MS = 86_400_000

/** The maximum length of a number format in Excel. */
const MAX_FORMAT_LENGTH = 255

/** Days from day 0 of the calendar of 1900 to 1970. That calendar includes a nonexistent 29 February 1900. */
const DAYS_TO_1970 = 25_569
const DAYS_FROM_1900_TO_1904 = 1_462
const DAYS_TO_YEAR_10000 = 2_958_466

/** Returns 15 digits padded with zeros, as Excel shows a long number. */
function longDigits(value: number): string {
  const [mantissa = '', exponent] = value.toExponential(EXACT_DIGITS - 1).split('e')
  return Math.abs(value) < 1e21 ? mantissa.replace('.', '').padEnd(Number(exponent) + (value < 0 ? 2 : 1), '0') : String(value)
}

/** Formats a number in plain digits, as Excel does in a wide enough column. */
function plainDigits(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < 10 ** EXACT_DIGITS ? String(value) : longDigits(value)
  const shortText = String(Number(value.toPrecision(EXACT_DIGITS)))
  const [mantissa = '', exponent] = shortText.split('e-')
  if (exponent === undefined) return shortText
  return `${value < 0 ? '-' : ''}0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replace(/[-.]/g, '')}`
}

/** Reads a numeric cell. An id or card number of 16 digits or more is flagged, because its last digits are lost. */
export function numberCell(raw: string): SheetCell {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return { text: raw }
  if (Math.abs(value) < 10 ** EXACT_DIGITS) return { text: plainDigits(value) }
  return { text: plainDigits(value), suspicious: /e/i.test(raw) ? 'scientific' : 'precision' }
}

/** Reads a text cell. Removes the apostrophe with which Excel (and this program) marks text. */
export function textCell(raw: string): SheetCell {
  const text = /^'[=+\-@\t\d＝＋－＠]/.test(raw) ? raw.slice(1) : raw
  return /^\s*[1-9](?:\.\d+)?E\+?\d{2}\s*$/i.test(text) ? { text, suspicious: 'scientific' } : { text }
}

/** Reads a CSV cell. CSV cells are always text, but Excel may have truncated digits on saving. */
export function csvCell(raw: string): SheetCell {
  const quotedFormula = /^\s*="(.*)"\s*$/s.exec(raw)
  // WeChat Pay puts a backtick before every value to mark it as text.
  const cell = textCell((quotedFormula?.[1] ?? raw).replace(/^`/, ''))
  if (cell.suspicious || quotedFormula) return cell
  return /^\s*\d{15}0{2,5}\s*$/.test(cell.text) ? { text: cell.text, suspicious: 'precision' } : cell
}

const padTwo = (value: number) => String(value).padStart(2, '0')

/**
 * Formats a serial date as yyyy-MM-dd, with HH:mm:ss if it has a time, and a time alone as HH:mm:ss. Returns undefined
 * for other numbers.
 */
export function dateText(raw: string, from1904: boolean): string | undefined {
  const serial = Number(raw) + (from1904 ? DAYS_FROM_1900_TO_1904 : 0)
  if (raw.trim() === '' || !Number.isFinite(serial) || serial < 0 || serial >= DAYS_TO_YEAR_10000) return undefined
  const ms = Math.round((serial * DAY_MS) / 1000) * 1000
  const seconds = (ms % DAY_MS) / 1000
  const time = `${padTwo(Math.floor(seconds / 3600))}:${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}`
  const day = Math.floor(ms / DAY_MS)
  if (day === 0) return time
  const date = new Date((day - DAYS_TO_1970 + (day < 60 ? 1 : 0)) * DAY_MS).toISOString().slice(0, 10)
  return seconds === 0 ? date : `${date} ${time}`
}

/** Recognizes the built-in date and time formats, including East Asian ones. */
export function isDateFormatId(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
}

/**
 * Returns whether a custom format shows a date or time, that is year, month, day, hour or second outside quotes,
 * escapes and colours.
 */
export function isDateFormatCode(code: string): boolean {
  const bareCode = truncateUnits(code, MAX_FORMAT_LENGTH)
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '')
  return /[ymdhs]/i.test(bareCode.split(';')[0]?.replace(/general/i, '') ?? '')
}

/** Decodes XML control characters written as _x000D_. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Returns the column number (from 1) of an address such as AB12, or 0 if it has none. */
export function columnOf(address: string): number {
  let column = 0
  for (let at = 0; at < address.length; at += 1) {
    const letter = address.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
    if (column > 16_384) return 0
  }
  return column
}

/** Returns the letters of a column number (from 1). */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}
