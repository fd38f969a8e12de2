import type { Readable } from 'node:stream'
import { type FormField, type FormKind, formsByKind, type TaxForm } from '#/domain/taxation/tax-form.ts'
import { sheetStream, type WriteColumn, type WriteRow, type WriteSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { fillTemplate, type TemplateCell } from '#/server/lib/spreadsheet/template.ts'
import type { ColumnMapping } from '#/server/taxation/forms/mapping.ts'

/** Values by field: amounts in fen, rates in ppm, codes by their key. */
export type FormRow = Readonly<Record<string, string | number | null | undefined>>
export type FormRows = readonly FormRow[] | AsyncIterable<FormRow>

/** The version name of the built-in layout, used if there is no official file. */
export const builtInVersion = 'built-in'

/** The target of a form: an official file with its mapping, or the built-in layout. */
export interface FormLayout {
  readonly kind: FormKind
  readonly templateId: number | null
  readonly version: string
  readonly unconfirmed: readonly string[]
  readonly official: { readonly bytes: Uint8Array; readonly mapping: ColumnMapping } | null
}

const cellKindByType: Readonly<Record<FormField['type'], NonNullable<WriteColumn['kind']>>> = {
  text: 'text',
  money: 'amount',
  day: 'text',
  number: 'number',
  rate: 'text',
  code: 'text',
}

const headingOf = (field: FormField) => (field.headings[0] ?? field.key).replaceAll('>', '-')
const percent = (rate: number) => `${rate / 10_000}%`

function throwFault(kind: FormKind, field: FormField, why: string): never {
  throw new RangeError(`${kind}.${field.key}: ${why}`)
}

/**
 * Converts a value for the file: codes to their texts and rates to percent. Amounts stay in fen. Throws for a value
 * that does not fit the field.
 */
function cellValue(kind: FormKind, field: FormField, value: FormRow[string]): string | number {
  if (value === null || value === undefined || value === '') return ''
  if (field.type === 'code') return field.codes?.[String(value)] ?? throwFault(kind, field, 'no such code')
  if (field.type === 'money' && !Number.isSafeInteger(value)) throwFault(kind, field, 'not an amount in fen')
  if (field.type === 'rate') return percent(Number(value))
  return value
}

async function* yieldRows(rows: FormRows): AsyncGenerator<FormRow> {
  yield* rows
}

async function* builtInRows(kind: FormKind, form: TaxForm, rows: FormRows): AsyncGenerator<WriteRow> {
  for await (const row of yieldRows(rows)) yield form.fields.map((field) => cellValue(kind, field, row[field.key]))
}

async function* officialRows(kind: FormKind, form: TaxForm, mapping: ColumnMapping, rows: FormRows): AsyncGenerator<readonly TemplateCell[]> {
  const fields = form.fields.filter(({ key }) => mapping.columns[key] !== undefined)
  for await (const row of yieldRows(rows)) {
    yield fields.map((field) => {
      const value = cellValue(kind, field, row[field.key])
      return { column: mapping.columns[field.key] as number, value: field.type === 'money' && typeof value === 'number' ? value / 100 : value }
    })
  }
}

/** Describes the unconfirmed parts of the built-in layout in the file itself. */
function notesSheet(kind: FormKind, form: TaxForm): WriteSheet {
  const rows = form.fields.map((field): WriteRow => [headingOf(field), field.isRequired ? '是' : '否', field.isUnconfirmed ? '未见官方文件，待确认' : '已确认'])
  return {
    name: '填写说明',
    notes: [`${form.title}：系统内置版式，尚未上传官方模板；报送前请以官方最新模板为准。`, `依据：${form.source}`, `表单代码：${kind}`],
    columns: [
      { heading: '列名', width: 40 },
      { heading: '必填', width: 8 },
      { heading: '是否确认', width: 30 },
    ],
    rows,
  }
}

function builtInFormStream(kind: FormKind, head: Readonly<Record<string, string>>, rows: FormRows): Readable {
  const form = formsByKind[kind]
  const headTexts = form.head.flatMap(({ key, headings }) => (head[key] === undefined ? [] : [`${headings[0]}：${head[key]}`]))
  const columns = form.fields.map((field): WriteColumn => ({ heading: headingOf(field), kind: cellKindByType[field.type], required: field.isRequired }))
  return sheetStream({ sheets: [{ name: form.title.slice(0, 31), notes: headTexts, columns, rows: builtInRows(kind, form, rows) }, notesSheet(kind, form)] })
}

/**
 * Writes a form as a stream, into the published official file, otherwise into the built-in layout. The stream fails
 * with a RangeError for values that a column cannot contain.
 */
export function formStream(layout: FormLayout, head: Readonly<Record<string, string>>, rows: FormRows): Readable {
  const { kind, official } = layout
  if (official === null) return builtInFormStream(kind, head, rows)
  const { mapping, bytes } = official
  const cells = new Map<string, string>()
  for (const [key, { address, label }] of Object.entries(mapping.head)) if (head[key] !== undefined) cells.set(address, `${label}：${head[key]}`)
  const { part, headingLine, footLine } = mapping
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return fillTemplate(buffer, { part, headingLine, footerLine: footLine, cells, rows: officialRows(kind, formsByKind[kind], mapping, rows) })
}
