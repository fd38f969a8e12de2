import { bizKindNames, contractStatusNames, unitFields, unitStatusNames, unitTaskTexts } from '#/api/organisations/units.texts.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import { joinWords, type Language } from '#/domain/base/text.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import type { UnitFilter, UnitRow } from '#/server/organisations/units/store.ts'

const joinDistinct = (words: readonly string[], language: Language) => joinWords([...new Set(words)], language)
const sumOf = (row: UnitRow, kind: 'available' | 'frozen') => row.places.reduce((total, place) => total + place[kind], 0)

const columns: readonly ListColumn<UnitRow>[] = [
  { heading: unitFields.code, width: 22, value: (row) => row.code },
  { heading: unitFields.name, width: 30, value: (row) => row.name },
  { heading: unitFields.creditCode, width: 22, value: (row) => row.credit_code },
  { heading: unitFields.bizKind, width: 10, value: (row, language) => translate(bizKindNames[row.biz_kind], language) },
  { heading: unitFields.industry, width: 16, value: (row, language) => presetName(row.industry, language) },
  {
    heading: unitFields.centre,
    width: 30,
    value: (row, language) =>
      joinDistinct(
        row.places.map((place) => place.centre_name),
        language,
      ),
  },
  {
    heading: unitFields.plan,
    width: 26,
    value: (row, language) =>
      joinDistinct(
        row.places.map((place) => presetName(place.plan_name, language)),
        language,
      ),
  },
  {
    heading: unitFields.contract,
    width: 12,
    value: (row, language) =>
      joinDistinct(
        row.places.map((place) => translate(contractStatusNames[place.contract], language)),
        language,
      ),
  },
  { heading: unitFields.available, kind: 'money', width: 16, value: (row) => sumOf(row, 'available') },
  { heading: unitFields.frozen, kind: 'money', width: 16, value: (row) => sumOf(row, 'frozen') },
  { heading: unitFields.monthNet, kind: 'money', width: 16, value: (row) => row.month_net },
  { heading: unitFields.operators, width: 12, value: (row) => row.operators },
  { heading: unitFields.marketer, width: 12, value: (row) => row.marketer?.name ?? '' },
  { heading: unitFields.salesman, width: 12, value: (row) => row.salesman?.name ?? '' },
  { heading: unitFields.partner, width: 24, value: (row) => row.partner?.name ?? '' },
  { heading: unitFields.status, width: 12, value: (row, language) => translate(unitStatusNames[row.status], language) },
  { heading: unitFields.created, width: 20, value: (row) => dateTimeOf(row.created_at) },
]

/** Builds the export workbook of units. */
export function unitList(filter: UnitFilter, language: Language): Omit<ExportList<UnitRow>, 'rows'> {
  return { name: translate(unitTaskTexts.list, language), language, filter, columns }
}
