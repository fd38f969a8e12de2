import { setImmediate } from 'node:timers/promises'
import { truncateUnits } from '#/domain/base/text.ts'
import { csvCell } from '#/server/lib/spreadsheet/cells.ts'
import { damagedError, MAX_COLUMNS, MAX_TEXT_LENGTH, type RawRow, type SheetCell, SheetError } from '#/server/lib/spreadsheet/sheet.ts'

/** Maximum length of a line, including quoted text. Longer than in any real list, as a guard against endless text. */
const MAX_LINE_LENGTH = 128 * 1024
/** Text is decoded in chunks of this size, between which other requests run. */
const CHUNK_BYTES = 2 * 1024 * 1024
/** The common separators: Excel's comma, the semicolon of other regions, the tab of bank exports. */
const SEPARATORS = [',', '\t', ';'] as const

const createNotASpreadsheetError = () => new SheetError({ code: 'not_a_spreadsheet' })

/** Decodes text. Returns undefined if the bytes are in another encoding. */
async function decodeBytes(encoding: string, bytes: Uint8Array): Promise<string | undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const pieces: string[] = []
  for (let from = 0; from < bytes.byteLength; from += CHUNK_BYTES) {
    let piece: string
    try {
      piece = decoder.decode(bytes.subarray(from, from + CHUNK_BYTES), { stream: from + CHUNK_BYTES < bytes.byteLength })
    } catch {
      return undefined
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a text with control characters is a binary file
    if (/[\u0000-\u0008\u000e-\u001f]/.test(piece)) throw createNotASpreadsheetError()
    pieces.push(piece)
    if (bytes.byteLength > CHUNK_BYTES) await setImmediate()
  }
  return pieces.join('')
}

/** Decodes UTF-8, UTF-16 with a byte order mark, or GB18030 as saved by Chinese Excel. Refuses anything else. */
export async function decodeCsvText(bytes: Uint8Array): Promise<string> {
  const [first, second] = bytes
  const utf16Encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  const text = utf16Encoding ? await decodeBytes(utf16Encoding, bytes) : ((await decodeBytes('utf-8', bytes)) ?? (await decodeBytes('gb18030', bytes)))
  if (text === undefined || /^\s*(?:<|%PDF|\{\\rtf)/.test(text.slice(0, MAX_LINE_LENGTH))) throw createNotASpreadsheetError()
  return text
}

function detectSeparator(text: string): string {
  const start = text.slice(0, 8_192)
  // Wallet exports add a tab after every value to mark it as text. Such a tab is not a separator.
  const counts = SEPARATORS.map((separator) => start.replace(/\t(?=[,;\r\n]|$)/g, '').split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Reads the field at a position and returns its value and end. A line must not extend beyond `last`. */
function readField(text: string, at: number, plain: RegExp, last: number): { value: string; end: number } {
  let value = ''
  let end = at
  if (text[at] === '"') {
    for (;;) {
      const quoteIndex = text.indexOf('"', end + 1)
      if (quoteIndex < 0) throw damagedError('open quote')
      // The line is longer than allowed, so its text is not collected.
      if (quoteIndex > last) return { value: '', end: quoteIndex }
      value += text.slice(end + 1, quoteIndex)
      end = quoteIndex + 1
      if (text[end] !== '"') break
      value += '"'
    }
  }
  plain.lastIndex = end
  const rest = plain.exec(text)?.[0] ?? ''
  return { value: value + rest, end: end + rest.length }
}

/**
 * Yields the rows of separated values. Quoted fields may contain separators, quotes and line breaks. `line` counts rows
 * as Excel shows them, so a line break inside quotes does not count.
 */
export function* csvRows(text: string): Generator<RawRow> {
  const separator = detectSeparator(text)
  const unquotedPattern = new RegExp(`[^${separator}\\r\\n]*`, 'y')
  let line = 1
  let column = 1
  let lineStart = 0
  let cells = new Map<number, SheetCell>()
  for (let at = 0; at < text.length; at += 1) {
    const field = readField(text, at, unquotedPattern, lineStart + MAX_LINE_LENGTH)
    if (field.end > lineStart + MAX_LINE_LENGTH) throw new SheetError({ code: 'line_too_long', line, max: MAX_LINE_LENGTH })
    const value = truncateUnits(field.value, MAX_TEXT_LENGTH)
    if (column <= MAX_COLUMNS && value.trim() !== '') cells.set(column, csvCell(value))
    at = field.end
    column += 1
    if (text[at] === separator) continue
    yield { line, cells }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    line += 1
    lineStart = at + 1
    column = 1
    cells = new Map()
  }
  if (cells.size > 0) yield { line, cells }
}
