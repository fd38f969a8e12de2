import { stampTexts } from '#/api/filters.texts.ts'
import { sheetRefusals } from '#/api/sheets.texts.ts'
import type { Language, Text } from '#/domain/base/text.ts'
import type { Context, NewFile, TrailNote, Upload } from '#/server/kernel/context.ts'
import type { TaskFile, TaskStep } from '#/server/kernel/jobs/task-work.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { stampOf } from '#/server/kernel/rows/export-stamp.ts'
import {
  type FlaggedValue,
  readSheet,
  type SheetProblem,
  type SheetReadOptions,
  type SheetResult,
  type SheetWriteOptions,
  sheetMediaType,
  sheetStream,
  type WriteColumn,
  type WriteRow,
  type WriteSheet,
  writeSheet,
} from '#/server/lib/spreadsheet/spreadsheet.ts'

const fullNumberKeepDays = 1
const defaultKeepDays = 7

/** Returns the number of days an export is stored: one with full numbers, otherwise seven. */
export function exportKeepDays(isPlain: boolean): number {
  return isPlain ? fullNumberKeepDays : defaultKeepDays
}
const megabyte = 1024 * 1024

/** Columns that a file of faulty rows adds to those of the template. */
export const errorColumnHeadings = { rowNo: ['行号'], codes: ['错误码'], words: ['错误说明'], advice: ['建议'], mark: ['行标识'] } as const

const orDash = (words: readonly string[]) => (words.length > 0 ? words : '-')

/** Returns the line numbers of hidden rows as text, with an ellipsis if there are more rows than lines. */
export function hiddenLinesText({ lines, count }: { readonly lines: readonly number[]; readonly count: number }): string {
  return `${lines.join(', ')}${count > lines.length ? '…' : ''}`
}

/** Refuses an unreadable file. The message names the problem and where it is. */
export function refuseUnreadableSheet(problem: SheetProblem): never {
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
      return refuse(sheetRefusals, 'hiddenRows', { rows: hiddenLinesText(problem), count: problem.count })
    case 'several_sheets':
      return refuse(sheetRefusals, 'severalSheets', { sheets: problem.sheets })
    case 'merged_cells':
      return refuse(sheetRefusals, 'mergedCells', { ranges: problem.ranges })
    case 'wrong_template_version':
      return refuse(sheetRefusals, 'otherTemplate')
    case 'headings_mismatch':
      if (problem.missing.includes(errorColumnHeadings.rowNo[0])) return refuse(sheetRefusals, 'notAnErrorFile')
      if (problem.missing.includes(errorColumnHeadings.mark[0])) return refuse(sheetRefusals, 'oldErrorFile')
      return refuse(sheetRefusals, 'wrongHeader', { missing: orDash(problem.missing), unexpected: orDash(problem.unexpected) })
    default:
      return refuse(sheetRefusals, 'notASpreadsheet')
  }
}

/**
 * Reads an uploaded list. If no sheet fits, reports the problems of the first sheet, because the template's second
 * sheet contains instructions.
 */
export function readUpload<K extends string>(ctx: Context, bytes: Uint8Array, options: SheetReadOptions<K>): Promise<SheetResult<K>> {
  const readOptions = { ...options, takesHidden: ctx.takesHidden }
  return ctx.outside('read a list', [bytes, readOptions], async () => {
    const result = await readSheet(bytes, readOptions)
    return !result.ok && result.problem.code === 'headings_mismatch' ? readSheet(bytes, { ...readOptions, sheet: 1 }) : result
  })
}

/** Returns the row number in an error file; null when it is invalid. */
export function rowNumber(text: string): number | null {
  const parsedNumber = Number(text || Number.NaN)
  return Number.isSafeInteger(parsedNumber) ? parsedNumber : null
}

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

type FilePlace = Pick<NewFile, 'unitId' | 'centreId'>

/** Writes a workbook and stores it for a week, or for a day if it has full numbers. Returns its id and digest. */
export async function storeWorkbook(
  ctx: Context,
  file: { readonly name: string; readonly purpose: string } & FilePlace,
  book: SheetWriteOptions,
  isPlain = false,
): Promise<{ id: string; sha256: string }> {
  const bytes = await ctx.outside('write a list', [file, book], () => writeSheet(book))
  return ctx.files.save({ ...file, mediaType: sheetMediaType, keepDays: exportKeepDays(isPlain), bytes })
}

/** A list column: heading, width (by default derived from the heading), and value per row. */
export interface ListColumn<Row> extends Pick<WriteColumn, 'kind' | 'width'> {
  readonly heading: Text
  readonly value: (row: Row, language: Language) => WriteRow[number]
  /**
   * Whether the last row shows the sum of the column. By default, amounts are summed. Balances and prices must not be.
   */
  readonly isSummed?: boolean
}

interface ListDefinition<Row, Rows> {
  /** Name of the file and of its sheet. */
  readonly name: string
  readonly language: Language
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: Rows
  /** False for files that another program reads, where a row of totals would count as a record. */
  readonly hasTotals?: boolean
}

const isSummedColumn = <Row>({ kind, isSummed = kind === 'money' }: ListColumn<Row>) => isSummed

/** Returns an accumulator for the row of totals. A list without summed columns or without rows gets no such row. */
function createSums<Row>(columns: readonly ListColumn<Row>[], language: Language) {
  const sums = columns.map(() => 0)
  let count = 0
  const labelIndex = columns.findIndex((column) => !isSummedColumn(column))
  return {
    add(line: WriteRow): void {
      count += 1
      for (const [at, cell] of line.entries()) if (typeof cell === 'number') sums[at] = (sums[at] ?? 0) + cell
    },
    rows(): WriteRow[] {
      if (count === 0 || !columns.some(isSummedColumn)) return []
      return [columns.map((column, at) => (isSummedColumn(column) ? (sums[at] ?? 0) : at === labelIndex ? translate(stampTexts.total, language) : null))]
    },
  }
}

/** Returns the sheet of a list with a row of totals at its end. The rows are an array or a stream. */
export function listSheet<Row>(list: ListDefinition<Row, readonly Row[] | AsyncIterable<Row>>, stamp?: string): WriteSheet {
  const { name, language, columns, rows, hasTotals = true } = list
  async function* lines() {
    const sums = createSums(columns, language)
    for await (const row of rows) {
      const line = columns.map(({ value }) => value(row, language))
      sums.add(line)
      yield line
    }
    if (hasTotals) yield* sums.rows()
  }
  return {
    name,
    ...(stamp !== undefined && { stamp }),
    columns: columns.map(({ heading, value: _value, isSummed: _isSummed, kind = 'auto', ...rest }) => ({
      heading: translate(heading, language),
      kind,
      ...rest,
    })),
    rows: lines(),
  }
}

export interface ExportList<Row> extends ListDefinition<Row, readonly Row[]> {
  readonly filter: object
  /** The reason for showing full numbers; null when they are masked. */
  readonly plainReason?: string | null
}

/**
 * Writes a list as a workbook with a stamp line. `of` identifies the request, so that the rows are read once even if
 * the transaction restarts.
 */
export function exportListFile<Row>(ctx: Context, of: unknown, read: () => Promise<ExportList<Row>>) {
  const readAndStamp = async () => {
    const list = await read()
    const { filter, plainReason, language } = list
    return { list, stamp: await stampOf(ctx, { filter, rows: list.rows.length, plainReason, language }) }
  }
  const write = async ({ list, stamp }: Awaited<ReturnType<typeof readAndStamp>>) => {
    const bytes = await writeSheet({ sheets: [listSheet(list, stamp)] })
    return { name: `${list.name}.xlsx`, mediaType: sheetMediaType, bytes, count: list.rows.length, keepDays: exportKeepDays(Boolean(list.plainReason)) }
  }
  return ctx.outside('write a list', of, write, readAndStamp)
}

/** A list whose rows are streamed. */
export interface StreamedList<Row> extends ListDefinition<Row, AsyncIterable<Row>>, Pick<ExportList<Row>, 'filter' | 'plainReason'> {
  readonly count: number
}

/** Writes a streamed list in a job, without holding its rows in memory. */
export async function streamList<Row>(step: TaskStep, { filter, plainReason = null, count, ...list }: StreamedList<Row>): Promise<TaskFile> {
  const stamp = await step(0, (ctx) => stampOf(ctx, { filter, rows: count, plainReason, language: list.language }))
  const stream = sheetStream({ sheets: [listSheet(list, stamp)] })
  return { name: `${list.name}.xlsx`, mediaType: sheetMediaType, stream, count, keepDays: exportKeepDays(plainReason !== null) }
}

/**
 * Writes a list, stores it temporarily and logs the export with `detail`. Returns the file id and the number of rows.
 */
export async function storeExport<Row>(
  ctx: Context,
  filter: object,
  read: () => Promise<ExportList<Row>>,
  place: FilePlace = {},
  detail: TrailNote['detail'] = {},
): Promise<{ fileId: string; count: number }> {
  const { count, ...file } = await exportListFile(ctx, filter, read)
  const { id, sha256 } = await ctx.files.save({ ...file, ...place, purpose: 'export' })
  ctx.note({ refType: 'file', refId: id, detail: { ...detail, rows: count, sha256, filter } })
  return { fileId: id, count }
}

/** Stores an uploaded file unchanged. */
export function storeUpload(ctx: Context, upload: Upload, of: { readonly purpose: string } & FilePlace): Promise<{ id: string; sha256: string }> {
  return ctx.files.save({ name: upload.filename, mediaType: sheetMediaType, bytes: upload.bytes, ...of })
}

/** The code and values from which an issue's message is built. */
interface RowIssue {
  readonly code: string
  readonly level: string
  readonly field: string | null
  readonly values: Readonly<Record<string, string | number>>
}

/** Returns the messages of issues in the reader's language, without duplicates. */
export function issueText(ctx: Context, issues: readonly RowIssue[], texts: Readonly<Record<string, Text>>): string {
  const messages = issues.map((issue) => {
    const text = texts[issue.code]
    return text ? translate(text, ctx.language, issue.values) : issue.code
  })
  return [...new Set(messages)].join('; ')
}

/** A template column, and the field whose issues colour its cells; null if there is none. */
export interface FaultyColumn extends WriteColumn {
  readonly field: string | null
}

/**
 * Returns faulty rows as a sheet that the user can correct and upload again. The sheet has the template's columns, 行号
 * first, then codes, messages, suggestions and the mark of each row. Faulty cells are red.
 */
export function faultySheet(
  ctx: Context,
  columns: readonly FaultyColumn[],
  rows: readonly { readonly seq: number; readonly mark: string; readonly values: readonly string[]; readonly issues: readonly RowIssue[] }[],
  texts: { readonly messages: Readonly<Record<string, Text>>; readonly suggestions: Readonly<Record<string, Text>> },
): WriteSheet {
  const lines = rows.map(({ seq, mark, values, issues }) => {
    const errors = issues.filter((issue) => issue.level === 'error')
    const faultyFields = new Set(errors.map((issue) => issue.field))
    const flaggedValues = columns.map(({ field }, at): string | FlaggedValue => {
      const value = values[at] ?? ''
      return field !== null && faultyFields.has(field) ? { value, flag: 'error' } : value
    })
    const codes = [...new Set(errors.map((issue) => issue.code))].join(' ')
    return [seq, ...flaggedValues, codes, issueText(ctx, errors, texts.messages), issueText(ctx, errors, texts.suggestions), mark]
  })
  const extraColumns = [
    { heading: errorColumnHeadings.codes[0], width: 16 },
    { heading: errorColumnHeadings.words[0], width: 50 },
    { heading: errorColumnHeadings.advice[0], width: 40 },
    { heading: errorColumnHeadings.mark[0], width: 36 },
  ]
  return { name: '错误明细', columns: [{ heading: errorColumnHeadings.rowNo[0], width: 8, kind: 'number' as const }, ...columns, ...extraColumns], rows: lines }
}
