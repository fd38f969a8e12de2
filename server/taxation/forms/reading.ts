import { sheetRefusals } from '#/api/sheets.texts.ts'
import { formRefusals } from '#/api/taxation/forms.texts.ts'
import { maxFileMegabytes } from '#/domain/base/upload.ts'
import type { FormKind } from '#/domain/taxation/tax-form.ts'
import { formsByKind } from '#/domain/taxation/tax-form.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { refuseSheet } from '#/server/kernel/rows/sheet-file.ts'
import { unpackRawRows } from '#/server/lib/spreadsheet/chunks.ts'
import type { SheetProblem } from '#/server/lib/spreadsheet/sheet.ts'
import { MAX_SHEET_BYTES } from '#/server/lib/spreadsheet/spreadsheet.ts'
import type { TemplateSheet } from '#/server/lib/spreadsheet/template.ts'
import { problemOf, readInWorker } from '#/server/lib/spreadsheet/thread.ts'
import { type ColumnMapping, headingLines, mapForm } from '#/server/taxation/forms/mapping.ts'

type ReadTemplate = { readonly sheets: readonly TemplateSheet[] } | { readonly problem: SheetProblem }

const ZIP = 'PK\u0003\u0004'
const OLE = '\u00d0\u00cf\u0011\u00e0'

async function readBook(given: Uint8Array): Promise<ReadTemplate> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const start = bytes.toString('latin1', 0, 4)
  if (start === OLE) return { problem: { code: 'legacy_xls' } }
  if (start !== ZIP) return { problem: { code: 'not_a_spreadsheet' } }
  const outcome = await readInWorker({ kind: 'form', bytes })
  if (outcome.answer === null) return { problem: problemOf(outcome) }
  if (!outcome.answer.ok) return { problem: outcome.answer.problem }
  const sheets: TemplateSheet[] = []
  for (const { chunks, ...sheet } of outcome.answer.sheets) sheets.push({ ...sheet, rows: await unpackRawRows(chunks) })
  return { sheets }
}

/**
 * Reads the sheets of an uploaded workbook. Refuses files that are not workbooks, are encrypted or too large, or contain macros.
 */
export async function sheetsOf(ctx: Context, file: Upload): Promise<readonly TemplateSheet[]> {
  if (file.bytes.byteLength > MAX_SHEET_BYTES) refuse(sheetRefusals, 'fileTooLarge', { megabytes: maxFileMegabytes })
  const read = await ctx.outside('read a form', file.bytes, () => readBook(file.bytes))
  return 'problem' in read ? refuseSheet(read.problem) : read.sheets
}

/** Finds the columns of a form in an official file. Refuses the file of another form, or one that cannot be filled. */
export async function mappingOf(ctx: Context, kind: FormKind, file: Upload): Promise<ColumnMapping> {
  const sheets = await sheetsOf(ctx, file)
  const form = formsByKind[kind]
  const mapping = mapForm(sheets, form) ?? refuse(formRefusals, 'noHeadings', { form: form.title, lines: headingLines })
  const sheet = sheets.find(({ part }) => part === mapping.part)
  if (sheet?.hasFormulas) refuse(formRefusals, 'hasFormulas', { sheet: sheet.name })
  if (sheet?.isFillable === false) refuse(formRefusals, 'notFillable', { sheet: sheet.name })
  return mapping
}
