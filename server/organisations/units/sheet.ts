import { bizKindNames, contractStandNames, unitFields, unitStatusNames, unitTaskTexts } from '#/api/organisations/units.texts.ts'
import { fen, plainYuan } from '#/domain/money.ts'
import type { Language } from '#/domain/text.ts'
import { say } from '#/server/kernel/say.ts'
import type { List } from '#/server/kernel/sheet-file.ts'
import type { WriteColumn, WriteRow } from '#/server/lib/spreadsheet/spreadsheet.ts'
import type { Filter, UnitRow } from '#/server/organisations/units/store.ts'

const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

const order: readonly (readonly [keyof typeof unitFields, number])[] = [
  ['code', 22],
  ['name', 30],
  ['creditCode', 22],
  ['bizKind', 10],
  ['industry', 16],
  ['centre', 30],
  ['plan', 26],
  ['contract', 12],
  ['available', 16],
  ['frozen', 16],
  ['monthPaid', 16],
  ['operators', 12],
  ['marketer', 12],
  ['salesman', 12],
  ['partner', 24],
  ['status', 12],
  ['created', 20],
]

/** A unit as a row of the workbook. */
export function unitLine(row: UnitRow, language: Language): WriteRow {
  const once = (words: readonly string[]) => [...new Set(words)].join('、')
  const sum = (kind: 'available' | 'frozen') => plainYuan(fen(row.places.reduce((total, place) => total + place[kind], 0)))
  return [
    row.code,
    row.name,
    row.credit_code,
    say(bizKindNames[row.biz_kind], language),
    row.industry,
    once(row.places.map((place) => place.centre_name)),
    once(row.places.map((place) => place.plan_name)),
    once(row.places.map((place) => say(contractStandNames[place.contract], language))),
    sum('available'),
    sum('frozen'),
    plainYuan(fen(row.month_paid)),
    row.operators,
    row.marketer?.name ?? '',
    row.salesman?.name ?? '',
    row.partner?.name ?? '',
    say(unitStatusNames[row.status], language),
    shanghai.format(row.created_at),
  ]
}

/** Units to take along. */
export function unitList(filter: Filter, rows: readonly WriteRow[], language: Language): List {
  const columns = order.map(([field, width]): WriteColumn => ({ heading: say(unitFields[field], language), width }))
  return { name: say(unitTaskTexts.list, language), filter, columns, rows }
}
