import { formRefusals } from '#/api/taxation/forms.texts.ts'
import { type Fen, fen, parseYuan, plainAmount } from '#/domain/base/money.ts'
import { type FormKind, formsByKind } from '#/domain/taxation/tax-form.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { mapForm, maxHeadingLines } from '#/server/taxation/forms/mapping.ts'
import { readSheets } from '#/server/taxation/forms/reading.ts'

export interface ResultRow {
  readonly line: number
  readonly person: string
  readonly texts: Readonly<Record<string, string>>
  /** Amounts by field; null if unreadable. */
  readonly amounts: Readonly<Record<string, Fen | null>>
}

/** Parses an amount of a file. Refunded tax is negative. */
function amountOf(text: string): Fen | null {
  if (text.trim() === '') return fen(0)
  const isNegative = text.trim().startsWith('-')
  const plain = plainAmount(isNegative ? text.trim().slice(1) : text)
  const amount = plain === null ? null : parseYuan(plain)
  return amount === null ? null : fen(isNegative ? -amount : amount)
}

/**
 * Reads a results file by its headings. Refuses a file that is not a workbook, or has no column for the person's number
 * or one of the `requested` fields.
 */
export async function readResult(ctx: Context, kind: FormKind, file: Upload, requested: readonly string[] = []): Promise<readonly ResultRow[]> {
  const sheets = await readSheets(ctx, file)
  const form = formsByKind[kind]
  const mapping = mapForm(sheets, form) ?? refuse(formRefusals, 'noHeadings', { form: form.title, lines: maxHeadingLines })
  const person = form.person ?? 'idNumber'
  const missingColumns = [person, ...requested].filter((key) => mapping.columns[key] === undefined)
  if (missingColumns.length > 0)
    refuse(formRefusals, 'headingsGone', { fields: form.fields.filter(({ key }) => missingColumns.includes(key)).map(({ headings }) => headings[0] as string) })
  const fields = form.fields.filter(({ key }) => mapping.columns[key] !== undefined)
  const rows = sheets.find(({ part }) => part === mapping.part)?.rows ?? []
  return rows.flatMap(({ line, cells }) => {
    if (line <= mapping.headingLine) return []
    const text = (key: string) => cells.get(mapping.columns[key] ?? 0)?.text.trim() ?? ''
    const number = text(person).replace(/\s/g, '').toUpperCase()
    if (number === '') return []
    return {
      line,
      person: number,
      texts: Object.fromEntries(fields.map(({ key }) => [key, text(key)])),
      amounts: Object.fromEntries(fields.filter(({ type }) => type === 'money').map(({ key }) => [key, amountOf(text(key))])),
    }
  })
}
