import { sheetRefusals } from '#/api/sheets.texts.ts'
import { formRefusals } from '#/api/taxation/forms.texts.ts'
import { maxFileMegabytes } from '#/domain/base/upload.ts'
import type { FormKind } from '#/domain/taxation/tax-form.ts'
import { formsByKind } from '#/domain/taxation/tax-form.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { refuseUnreadableSheet } from '#/server/kernel/rows/sheet-file.ts'
import { unpackRawRows } from '#/server/lib/spreadsheet/chunks.ts'
import type { SheetProblem } from '#/server/lib/spreadsheet/sheet.ts'
import { MAX_SHEET_BYTES } from '#/server/lib/spreadsheet/spreadsheet.ts'
import type { TemplateSheet } from '#/server/lib/spreadsheet/template.ts'
import { readInWorker, sheetProblemOf } from '#/server/lib/spreadsheet/thread.ts'
import { type ColumnMapping, mapForm, maxHeadingLines } from '#/server/taxation/forms/mapping.ts'

type TemplateReading = { readonly sheets: readonly TemplateSheet[] } | { readonly problem: SheetProblem }

const zipSignature = 'PK\u0003\u0004'
const oleSignature = '\u00d0\u00cf\u0011\u00e0'

async function readWorkbook(given: Uint8Array): Promise<TemplateReading> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const signature = bytes.toString('latin1', 0, 4)
  if (signature === oleSignature) return { problem: { code: 'legacy_xls' } }
  if (signature !== zipSignature) return { problem: { code: 'not_a_spreadsheet' } }
  const outcome = await readInWorker({ kind: 'form', bytes })
  if (outcome.answer === null) return { problem: sheetProblemOf(outcome) }
  if (!outcome.answer.ok) return { problem: outcome.answer.problem }
  const sheets: TemplateSheet[] = []
  for (const { chunks, ...sheet } of outcome.answer.sheets) sheets.push({ ...sheet, rows: await unpackRawRows(chunks) })
  return { sheets }
}

/**
 * Reads the sheets of an uploaded workbook. Refuses files that are not workbooks, are encrypted or too large, or contain macros.
 */
export async function readSheets(ctx: Context, file: Upload): Promise<readonly TemplateSheet[]> {
  if (file.bytes.byteLength > MAX_SHEET_BYTES) refuse(sheetRefusals, 'fileTooLarge', { megabytes: maxFileMegabytes })
  const reading = await ctx.outside('read a form', file.bytes, () => readWorkbook(file.bytes))
  return 'problem' in reading ? refuseUnreadableSheet(reading.problem) : reading.sheets
}

/** Finds the columns of a form in an official file. Refuses the file of another form, or one that cannot be filled. */
export async function mappingOf(ctx: Context, kind: FormKind, file: Upload): Promise<ColumnMapping> {
  const sheets = await readSheets(ctx, file)
  const form = formsByKind[kind]
  const mapping = mapForm(sheets, form) ?? refuse(formRefusals, 'noHeadings', { form: form.title, lines: maxHeadingLines })
  const sheet = sheets.find(({ part }) => part === mapping.part)
  if (sheet?.hasFormulas) refuse(formRefusals, 'hasFormulas', { sheet: sheet.name })
  if (sheet?.isFillable === false) refuse(formRefusals, 'notFillable', { sheet: sheet.name })
  return mapping
}
