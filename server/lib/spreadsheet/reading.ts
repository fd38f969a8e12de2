import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Archive, openArchive } from '#/server/lib/spreadsheet/archive.ts'
import { columnLetters, columnOf } from '#/server/lib/spreadsheet/cells.ts'
import { type CollectedSheet, SheetCollector } from '#/server/lib/spreadsheet/collect.ts'
import { csvRows, decodeCsvText } from '#/server/lib/spreadsheet/csv.ts'
import { readRows } from '#/server/lib/spreadsheet/rows.ts'
import { MARK_SHEET, type RawRow, SheetError, type SheetReadOptions, type SheetResult, type TemplateMark } from '#/server/lib/spreadsheet/sheet.ts'
import { openWorkbook, type Workbook, type WorkbookSheet } from '#/server/lib/spreadsheet/workbook.ts'

/** The maximum file size, unless the caller allows more (design: 10 MB). */
export const MAX_SHEET_BYTES = 10 * 1024 * 1024

const MAX_LISTED_ITEMS = 20
/** Number of lines of text after which other requests can run. */
const LINES_PER_TURN = 2_000
/** Maximum number of lines of a text, including empty lines. */
const MAX_LINES = 2_000_000
const ZIP_SIGNATURE = 'PK\u0003\u0004'
const OLE_SIGNATURE = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'

/** Returns the merged ranges that touch the data rows in the columns that are read. */
function mergedDataRanges(references: readonly string[], collected: CollectedSheet<string>): string[] {
  const touchedRanges: string[] = []
  for (const reference of references) {
    const [from = '', to = from] = reference.replaceAll('$', '').split(':')
    const [top, bottom] = [Number(from.replace(/^[A-Z]+/, '')), Number(to.replace(/^[A-Z]+/, ''))]
    const [left, right] = [columnOf(from), columnOf(to)]
    const isInRows = bottom > collected.headingLine && top <= collected.lastLine
    if (isInRows && collected.columns.some((column) => column >= left && column <= right))
      touchedRanges.push(`${columnLetters(left)}${top}:${columnLetters(right)}${bottom}`)
  }
  return touchedRanges
}

async function readDataSheet<K extends string>(
  archive: Archive,
  workbook: Workbook,
  sheet: WorkbookSheet,
  options: SheetReadOptions<K>,
): Promise<CollectedSheet<K>> {
  const collector = new SheetCollector(options)
  const mergedReferences = await readRows(archive, workbook, sheet.part, collector)
  const collected = collector.finish()
  const ranges = mergedDataRanges(mergedReferences, collected)
  if (ranges.length > 0) throw new SheetError({ code: 'merged_cells', ranges: ranges.slice(0, MAX_LISTED_ITEMS) })
  return collected
}

function selectSheets(workbook: Workbook, requested: string | number | undefined): readonly WorkbookSheet[] {
  const visibleSheets = workbook.sheets.filter((sheet) => sheet.visible)
  if (requested === undefined) return visibleSheets
  const sheet = typeof requested === 'number' ? visibleSheets[requested - 1] : workbook.sheets.find(({ name }) => name === requested)
  if (!sheet)
    throw new SheetError({ code: 'sheet_missing', sheet: String(requested), sheets: visibleSheets.map(({ name }) => name).slice(0, MAX_LISTED_ITEMS) })
  return [sheet]
}

async function checkTemplateMark(archive: Archive, workbook: Workbook, expected: TemplateMark): Promise<void> {
  const sheet = workbook.sheets.find(({ name }) => name === MARK_SHEET)
  if (!sheet) return
  const texts: string[] = []
  await readRows(archive, workbook, sheet.part, {
    columns: undefined,
    take: ({ cells }) => void (texts.length < 2 && texts.push(...[...cells.values()].map(({ text }) => text))),
  })
  const [id = '', version = ''] = texts
  if (id !== expected.id || version !== expected.version) throw new SheetError({ code: 'wrong_template_version', found: { id, version }, expected })
}

/** Returns whether a sheet has the headings and at least one row. Reads no further than needed. */
async function hasRows<K extends string>(archive: Archive, workbook: Workbook, sheet: WorkbookSheet, options: SheetReadOptions<K>): Promise<boolean> {
  const collector = new SheetCollector({ ...options, maxRows: 0 })
  const take = (row: RawRow) => {
    collector.take(row)
    if (collector.isHopeless) throw new SheetError({ code: 'empty' })
  }
  try {
    await readRows(archive, workbook, sheet.part, {
      get columns() {
        return collector.columns
      },
      take,
    })
    return false
  } catch (error) {
    if (error instanceof SheetError) return error.problem.code === 'too_many_rows'
    throw error
  }
}

/** Refuses a workbook with further sheets that could be meant, because their rows would be lost silently. */
async function expectOnlySheet<K extends string>(archive: Archive, workbook: Workbook, chosen: WorkbookSheet, options: SheetReadOptions<K>): Promise<void> {
  const names = [chosen.name]
  for (const sheet of selectSheets(workbook, options.sheet)) {
    if (sheet !== chosen && (await hasRows(archive, workbook, sheet, options))) names.push(sheet.name)
  }
  if (names.length > 1) throw new SheetError({ code: 'several_sheets', sheets: names.slice(0, MAX_LISTED_ITEMS) })
}

/**
 * Reads the only sheet that has the headings and rows. Refuses several. If none has, throws the first problem, and wrong headings
 * rather than an empty sheet. Throws any other problem of a sheet immediately.
 */
async function readWorkbook<K extends string>(bytes: Buffer, options: SheetReadOptions<K>): Promise<CollectedSheet<K>> {
  const archive = await openArchive(bytes)
  const workbook = await openWorkbook(archive)
  if (options.template) await checkTemplateMark(archive, workbook, options.template)
  let first: SheetError | undefined
  for (const sheet of selectSheets(workbook, options.sheet).slice(0, MAX_LISTED_ITEMS)) {
    try {
      const collected = await readDataSheet(archive, workbook, sheet, options)
      await expectOnlySheet(archive, workbook, sheet, options)
      return collected
    } catch (error) {
      if (!(error instanceof SheetError)) throw error
      const { code } = error.problem
      if (code !== 'headings_mismatch' && code !== 'empty') throw error
      if (first === undefined || (first.problem.code === 'empty' && code === 'headings_mismatch')) first = error
    }
  }
  throw first ?? new SheetError({ code: 'empty' })
}

async function readCsv<K extends string>(bytes: Buffer, options: SheetReadOptions<K>): Promise<CollectedSheet<K>> {
  const collector = new SheetCollector(options)
  for (const row of csvRows(await decodeCsvText(bytes))) {
    collector.take(row)
    if (row.line > MAX_LINES) throw new SheetError({ code: 'too_many_rows', max: options.maxRows })
    if (row.line % LINES_PER_TURN === 0) await setImmediate()
  }
  return collector.finish()
}

/** Returns the error for an OLE container: an old .xls file or an encrypted workbook. */
function oleError(bytes: Buffer): SheetError {
  return new SheetError({ code: bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'encrypted' : 'legacy_xls' })
}

/** Reads a list like `readSheet`, on the calling thread. */
export async function readSheetOnThread<K extends string>(bytes: Uint8Array, options: SheetReadOptions<K>): Promise<SheetResult<K>> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const limit = options.maxBytes ?? MAX_SHEET_BYTES
    if (buffer.length > limit) throw new SheetError({ code: 'too_large', what: 'file', max: limit })
    if (buffer.length === 0) throw new SheetError({ code: 'empty' })
    const start = buffer.toString('latin1', 0, 8)
    if (start === OLE_SIGNATURE) throw oleError(buffer)
    const { rows } = start.startsWith(ZIP_SIGNATURE) ? await readWorkbook(buffer, options) : await readCsv(buffer, options)
    return { ok: true, rows, sha256: createHash('sha256').update(buffer).digest('hex') }
  } catch (error) {
    if (error instanceof SheetError) return { ok: false, problem: error.problem }
    throw error
  }
}
