import { sheetRefusals } from '#/api/sheets.texts.ts'
import type { Language, Text } from '#/domain/text.ts'
import type { Context, NewFile, TrailNote, Upload } from '#/server/kernel/context.ts'
import { stampOf } from '#/server/kernel/export-stamp.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import type { Made, Step } from '#/server/kernel/task-work.ts'
import {
  type FlaggedValue,
  readSheet,
  type SheetProblem,
  type SheetReadOptions,
  type SheetResult,
  type SheetWriteOptions,
  sheetStream,
  sheetType,
  type WriteColumn,
  type WriteRow,
  type WriteSheet,
  writeSheet,
} from '#/server/lib/spreadsheet/spreadsheet.ts'

const plainDays = 1
const otherDays = 7

/** How many days a file that somebody takes along is kept: one with whole numbers a day, any other a week. */
export function exportDays(isPlain: boolean): number {
  return isPlain ? plainDays : otherDays
}
const megabyte = 1024 * 1024

/** The columns that stand around the template's in a file of faulty rows. */
export const errorHeadings = { rowNo: ['行号'], codes: ['错误码'], words: ['错误说明'], advice: ['建议'] } as const

const orNone = (words: readonly string[]) => (words.length > 0 ? words : '-')

/** The lines of hidden rows, the first of many. */
export function hiddenWords({ lines, count }: { readonly lines: readonly number[]; readonly count: number }): string {
  return `${lines.join(', ')}${count > lines.length ? '…' : ''}`
}

/** Refuses an unreadable file, saying what is wrong and where. */
export function refuseSheet(problem: SheetProblem): never {
  switch (problem.code) {
    case 'legacy_xls':
      return refuse(sheetRefusals, 'oldSpreadsheet')
    case 'encrypted':
      return refuse(sheetRefusals, 'lockedSpreadsheet')
    case 'macro':
      return refuse(sheetRefusals, 'macroSpreadsheet')
    case 'too_large':
      return refuse(sheetRefusals, 'fileTooLarge', { megabytes: Math.floor(problem.max / megabyte) })
    case 'too_slow':
      return refuse(sheetRefusals, 'readTooLong')
    case 'line_too_long':
      return refuse(sheetRefusals, 'lineTooLong', { line: problem.line })
    case 'too_many_rows':
      return refuse(sheetRefusals, 'tooManySheetRows', { limit: problem.max })
    case 'empty':
      return refuse(sheetRefusals, 'noRows')
    case 'hidden_rows':
      return refuse(sheetRefusals, 'hiddenRows', { rows: hiddenWords(problem), count: problem.count })
    case 'merged_cells':
      return refuse(sheetRefusals, 'mergedCells', { ranges: problem.ranges })
    case 'wrong_template_version':
      return refuse(sheetRefusals, 'otherTemplate')
    case 'headings_mismatch':
      if (problem.missing.includes(errorHeadings.rowNo[0])) return refuse(sheetRefusals, 'notAnErrorFile')
      return refuse(sheetRefusals, 'wrongHeader', { missing: orNone(problem.missing), unexpected: orNone(problem.unexpected) })
    default:
      return refuse(sheetRefusals, 'notASpreadsheet')
  }
}

/** Reads an uploaded list. Where no sheet fits, the first one tells: an empty template is empty, whatever its sheet of instructions looks like. */
export function readUpload<K extends string>(ctx: Context, bytes: Uint8Array, options: SheetReadOptions<K>): Promise<SheetResult<K>> {
  const asked = { ...options, takesHidden: ctx.takesHidden }
  return ctx.outside('read a list', [bytes, asked], async () => {
    const result = await readSheet(bytes, asked)
    return !result.ok && result.problem.code === 'headings_mismatch' ? readSheet(bytes, { ...asked, sheet: 1 }) : result
  })
}

/** The number of a row as an error file names it; null where it is none. */
export function rowNumber(text: string): number | null {
  const number = Number(text || Number.NaN)
  return Number.isSafeInteger(number) ? number : null
}

/** A sheet that explains a template. */
export function instructionSheet(rows: readonly (readonly [string, string])[]): WriteSheet {
  return {
    name: '说明',
    columns: [
      { heading: '项目', width: 20 },
      { heading: '说明', width: 90 },
    ],
    rows,
  }
}

/** Whose a file is. */
type Place = Pick<NewFile, 'unitId' | 'centreId'>

/** Writes a workbook and keeps it for a week, with whole numbers of people in it for a day; answers its file and digest. */
export async function keepBook(
  ctx: Context,
  file: { readonly name: string; readonly purpose: string } & Place,
  book: SheetWriteOptions,
  isPlain = false,
): Promise<{ id: string; sha256: string }> {
  const bytes = await ctx.outside('write a list', [file, book], () => writeSheet(book))
  return ctx.files.save({ ...file, mediaType: sheetType, keepDays: exportDays(isPlain), bytes })
}

/** A column of a list: its heading, its width (by default from the heading), and its value in a row. */
export interface ListColumn<Row> extends Pick<WriteColumn, 'kind' | 'width'> {
  readonly heading: Text
  readonly value: (row: Row, language: Language) => WriteRow[number]
}

interface ListRows<Row, Rows> {
  /** Of the file, and of the sheet in it. */
  readonly name: string
  readonly language: Language
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: Rows
}

/** The sheet of a list whose rows are there, or come one after the other. */
export function listSheet<Row>(list: ListRows<Row, readonly Row[] | AsyncIterable<Row>>, stamp?: string): WriteSheet {
  const { name, language, columns, rows } = list
  const lineOf = (row: Row): WriteRow => columns.map(({ value }) => value(row, language))
  async function* lines(coming: AsyncIterable<Row>) {
    for await (const row of coming) yield lineOf(row)
  }
  return {
    name,
    ...(stamp !== undefined && { stamp }),
    columns: columns.map(({ heading, value: _value, ...rest }) => ({ heading: say(heading, language), ...rest })),
    rows: Symbol.asyncIterator in rows ? lines(rows) : rows.map(lineOf),
  }
}

/** An exported list. */
export interface List<Row> extends ListRows<Row, readonly Row[]> {
  /** What was asked for. */
  readonly filter: object
  /** Why numbers are whole; null when they are masked. */
  readonly plainReason?: string | null
}

/** Writes a list as a workbook whose first line tells whose it is; `of` is what was asked for. It is read once, however often the transaction begins. */
export function listFile<Row>(ctx: Context, of: unknown, read: () => Promise<List<Row>>) {
  const write = async (list: List<Row>) => {
    const stamp = stampOf(ctx, list.filter, list.rows.length, list.plainReason)
    const bytes = await writeSheet({ sheets: [listSheet(list, stamp)] })
    return { name: `${list.name}.xlsx`, mediaType: sheetType, bytes, count: list.rows.length, keepDays: exportDays(Boolean(list.plainReason)) }
  }
  return ctx.outside('write a list', of, write, read)
}

/** A list whose rows come one after the other. */
export interface ComingList<Row> extends ListRows<Row, AsyncIterable<Row>>, Pick<List<Row>, 'filter' | 'plainReason'> {
  /** How many rows were asked for. */
  readonly count: number
}

/** The same list of many rows, for a job: it is written while they are read, and none is held. */
export async function comingList<Row>(step: Step, { filter, plainReason = null, count, ...list }: ComingList<Row>): Promise<Made> {
  const stamp = await step(0, async (ctx) => stampOf(ctx, filter, count, plainReason))
  const stream = sheetStream({ sheets: [listSheet(list, stamp)] })
  return { name: `${list.name}.xlsx`, mediaType: sheetType, stream, count, keepDays: exportDays(plainReason !== null) }
}

/** Writes a list, keeps it for a time and notes it, with what the note says besides; answers the file and how many rows it has. */
export async function keepExport<Row>(
  ctx: Context,
  filter: object,
  read: () => Promise<List<Row>>,
  place: Place = {},
  detail: TrailNote['detail'] = {},
): Promise<{ fileId: string; count: number }> {
  const { count, ...file } = await listFile(ctx, filter, read)
  const { id, sha256 } = await ctx.files.save({ ...file, ...place, purpose: 'export' })
  ctx.note({ refType: 'file', refId: id, detail: { ...detail, rows: count, sha256, filter } })
  return { fileId: id, count }
}

/** Stores an uploaded file unchanged. */
export function keepUpload(ctx: Context, upload: Upload, of: { readonly purpose: string } & Place): Promise<{ id: string; sha256: string }> {
  return ctx.files.save({ name: upload.filename, mediaType: sheetType, bytes: upload.bytes, ...of })
}

/** What the message of an issue is made from. */
interface RowIssue {
  readonly code: string
  readonly level: string
  readonly field: string | null
  readonly values: Readonly<Record<string, string | number>>
}

/** The messages of issues in the reader's language, each once. */
export function issueText(ctx: Context, issues: readonly RowIssue[], texts: Readonly<Record<string, Text>>): string {
  const messages = issues.map((each) => {
    const text = texts[each.code]
    return text ? say(text, ctx.language, each.values) : each.code
  })
  return [...new Set(messages)].join('; ')
}

/** A column of a template, with the field whose issues make its cells red; null for one that has none. */
export interface FaultyColumn extends WriteColumn {
  readonly field: string | null
}

/**
 * Faulty rows as a sheet to correct and send back: the template's columns with 行号 in front, and codes, messages and suggestions behind; faulty cells are red.
 */
export function faultySheet(
  ctx: Context,
  columns: readonly FaultyColumn[],
  rows: readonly { readonly seq: number; readonly values: readonly string[]; readonly issues: readonly RowIssue[] }[],
  texts: { readonly messages: Readonly<Record<string, Text>>; readonly suggestions: Readonly<Record<string, Text>> },
): WriteSheet {
  const lines = rows.map(({ seq, values, issues }) => {
    const errors = issues.filter((issue) => issue.level === 'error')
    const wrong = new Set(errors.map((issue) => issue.field))
    const shown = columns.map(({ field }, at): string | FlaggedValue => {
      const value = values[at] ?? ''
      return field !== null && wrong.has(field) ? { value, flag: 'error' } : value
    })
    const codes = [...new Set(errors.map((issue) => issue.code))].join(' ')
    return [seq, ...shown, codes, issueText(ctx, errors, texts.messages), issueText(ctx, errors, texts.suggestions)]
  })
  const behind = [
    { heading: errorHeadings.codes[0], width: 16 },
    { heading: errorHeadings.words[0], width: 50 },
    { heading: errorHeadings.advice[0], width: 40 },
  ]
  return { name: '错误明细', columns: [{ heading: errorHeadings.rowNo[0], width: 8, kind: 'number' as const }, ...columns, ...behind], rows: lines }
}
