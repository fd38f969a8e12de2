import { csvCell } from '#/server/lib/spreadsheet/cells.ts'
import { damaged, type RawRow, type SheetCell, SheetTrouble } from '#/server/lib/spreadsheet/sheet.ts'

const MAX_COLUMNS = 512
/** The separators in use: Excel's comma, the semicolon of other regions, the tab of bank exports. */
const SEPARATORS = [',', '\t', ';'] as const

function decodedAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Text in UTF-8, UTF-16 with its mark, or GB18030 as Chinese Excel saves it; whatever else there is, is not a list. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  const utf16 = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  const text = utf16 ? decodedAs(utf16, bytes) : (decodedAs('utf-8', bytes) ?? decodedAs('gb18030', bytes))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text with control characters is a binary file
  if (text === undefined || /[\u0000-\u0008\u000e-\u001f]/.test(text) || /^\s*(?:<|%PDF|\{\\rtf)/.test(text)) {
    throw new SheetTrouble({ code: 'not_a_spreadsheet' })
  }
  return text
}

function separatorOf(text: string): string {
  const start = text.slice(0, 8_192)
  const counts = SEPARATORS.map((separator) => start.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** One field: what it says and where it ends. */
function fieldAt(text: string, at: number, plain: RegExp): { value: string; end: number } {
  let value = ''
  let end = at
  if (text[at] === '"') {
    for (;;) {
      const quote = text.indexOf('"', end + 1)
      if (quote < 0) throw damaged('open quote')
      value += text.slice(end + 1, quote)
      end = quote + 1
      if (text[end] !== '"') break
      value += '"'
    }
  }
  plain.lastIndex = end
  const rest = plain.exec(text)?.[0] ?? ''
  return { value: value + rest, end: end + rest.length }
}

/**
 * The rows of a text with separated values; quoted fields may hold separators, quotes and line breaks.
 * `line` counts rows as Excel shows them, so a line break inside quotes does not count.
 */
export function* csvRows(bytes: Uint8Array): Generator<RawRow> {
  const text = textOf(bytes)
  const separator = separatorOf(text)
  const plain = new RegExp(`[^${separator}\\r\\n]*`, 'y')
  let line = 1
  let column = 1
  let cells = new Map<number, SheetCell>()
  for (let at = 0; at < text.length; at += 1) {
    const field = fieldAt(text, at, plain)
    if (column <= MAX_COLUMNS && field.value.trim() !== '') cells.set(column, csvCell(field.value))
    at = field.end
    column += 1
    if (text[at] === separator) continue
    yield { line, cells }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    line += 1
    column = 1
    cells = new Map()
  }
  if (cells.size > 0) yield { line, cells }
}
