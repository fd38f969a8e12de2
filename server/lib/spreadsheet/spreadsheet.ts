import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import { unpackRows } from '#/server/lib/spreadsheet/chunks.ts'
import { MAX_SHEET_BYTES } from '#/server/lib/spreadsheet/reading.ts'
import type { SheetReadOptions, SheetResult } from '#/server/lib/spreadsheet/sheet.ts'
import { readInWorker, sheetProblemOf } from '#/server/lib/spreadsheet/thread.ts'

export { MAX_SHEET_BYTES } from '#/server/lib/spreadsheet/reading.ts'
export type { SheetColumn, SheetProblem, SheetReadOptions, SheetResult, SheetRow, TemplateMark } from '#/server/lib/spreadsheet/sheet.ts'
export type { FlaggedValue, SheetWriteOptions, WriteColumn, WriteRow, WriteSheet } from '#/server/lib/spreadsheet/write.ts'
export { sheetStream, writeSheet } from '#/server/lib/spreadsheet/write.ts'

export const sheetMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Reads a list from an .xlsx or .csv file in a worker. Returns all rows, or the problem of the file. The type is
 * detected from the bytes, not from the name. Throws only for server errors.
 */
export async function readSheet<K extends string>(bytes: Uint8Array, options: SheetReadOptions<K>): Promise<SheetResult<K>> {
  refuseInTransaction('reading a workbook')
  const max = options.maxBytes ?? MAX_SHEET_BYTES
  if (bytes.byteLength > max) return { ok: false, problem: { code: 'too_large', what: 'file', max } }
  const outcome = await readInWorker({ kind: 'list', bytes, options })
  if (outcome.answer === null) return { ok: false, problem: sheetProblemOf(outcome) }
  if (!outcome.answer.ok) return outcome.answer
  return { ok: true, rows: await unpackRows<K>(outcome.answer.rows), sha256: outcome.answer.sha256 }
}
