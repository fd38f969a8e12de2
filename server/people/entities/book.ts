import { entityBook, entityFields, entityFormNames, entityStateNames, levyNames, taxKindNames } from '#/api/people/entities.texts.ts'
import { fen, plainPercent, plainYuan, ppm } from '#/domain/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import type { List } from '#/server/kernel/sheet-file.ts'
import type { WriteColumn, WriteRow } from '#/server/lib/spreadsheet/spreadsheet.ts'
import type { EntityRow, Filter } from '#/server/people/entities/store.ts'

const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

const order: readonly (readonly [keyof typeof entityFields, number])[] = [
  ['operatorCode', 16],
  ['operator', 14],
  ['name', 34],
  ['form', 16],
  ['creditCode', 22],
  ['industry', 16],
  ['state', 16],
  ['taxKind', 14],
  ['levy', 14],
  ['levyRate', 12],
  ['licensedOn', 14],
  ['taxedOn', 16],
  ['bankName', 24],
  ['accountNo', 16],
  ['report', 14],
  ['overdue', 12],
  ['nextDue', 14],
  ['annualFee', 14],
  ['centre', 24],
  ['created', 20],
]

function lineOf(ctx: Context, row: EntityRow): WriteRow {
  return [
    row.operator_code,
    row.operator_name,
    row.name,
    say(entityFormNames[row.form], ctx.language),
    row.credit_code ?? '',
    row.industry,
    say(entityStateNames[row.state], ctx.language),
    row.tax_kind ? say(taxKindNames[row.tax_kind], ctx.language) : '',
    row.levy ? say(levyNames[row.levy], ctx.language) : '',
    row.levy === 'deemed' ? `${plainPercent(ppm(row.levy_rate_ppm))}%` : '',
    row.licensed_on ?? '',
    row.taxed_on ?? '',
    row.bank_name,
    row.account_tail === '' ? '' : `**** ${row.account_tail}`,
    row.annual_report_year === null ? '' : String(row.annual_report_year),
    String(row.overdue),
    row.next_due ?? '',
    plainYuan(fen(row.annual_fee_fen)),
    row.centre_name,
    shanghai.format(row.created_at),
  ]
}

/** Businesses to take along. */
export function listOf(ctx: Context, filter: Filter, rows: readonly EntityRow[]): List {
  const columns = order.map(([field, width]): WriteColumn => ({ heading: say(entityFields[field], ctx.language), width }))
  return { name: say(entityBook, ctx.language), filter, columns, rows: rows.map((row) => lineOf(ctx, row)) }
}
