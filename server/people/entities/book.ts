import { entityFields, entityFormNames, entityListName, entityStateNames, levyNames, taxKindNames } from '#/api/people/entities.texts.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import type { EntityFilter, EntityRow } from '#/server/people/entities/store.ts'

const columns: readonly ListColumn<EntityRow>[] = [
  { heading: entityFields.operatorCode, width: 16, value: (row) => row.operator_code },
  { heading: entityFields.operator, width: 14, value: (row) => row.operator_name },
  { heading: entityFields.name, width: 34, value: (row) => row.name },
  { heading: entityFields.form, width: 16, value: (row, language) => translate(entityFormNames[row.form], language) },
  { heading: entityFields.creditCode, width: 22, value: (row) => row.credit_code ?? '' },
  { heading: entityFields.industry, width: 16, value: (row, language) => presetName(row.industry, language) },
  { heading: entityFields.state, width: 16, value: (row, language) => translate(entityStateNames[row.state], language) },
  { heading: entityFields.taxKind, width: 14, value: (row, language) => (row.tax_kind ? translate(taxKindNames[row.tax_kind], language) : '') },
  { heading: entityFields.levy, width: 14, value: (row, language) => (row.levy ? translate(levyNames[row.levy], language) : '') },
  { heading: entityFields.levyRate, kind: 'rate', width: 12, value: (row) => (row.levy === 'deemed' ? row.levy_rate_ppm : '') },
  { heading: entityFields.licensedOn, width: 14, value: (row) => row.licensed_on ?? '' },
  { heading: entityFields.taxedOn, width: 16, value: (row) => row.taxed_on ?? '' },
  { heading: entityFields.bankName, width: 24, value: (row, language) => presetName(row.bank_name, language) },
  { heading: entityFields.accountNo, width: 16, value: (row) => (row.account_tail === '' ? '' : `**** ${row.account_tail}`) },
  { heading: entityFields.report, width: 14, value: (row) => row.annual_report_year },
  { heading: entityFields.overdue, width: 12, value: (row) => row.overdue },
  { heading: entityFields.nextDue, width: 14, value: (row) => row.next_due ?? '' },
  { heading: entityFields.annualFee, kind: 'money', width: 14, value: (row) => row.annual_fee_fen },
  { heading: entityFields.centre, width: 24, value: (row) => row.centre_name },
  { heading: entityFields.created, width: 20, value: (row) => dateTimeOf(row.created_at) },
]

/** Returns the export of businesses. */
export function entityExport({ language }: Context, filter: EntityFilter, rows: readonly EntityRow[]): ExportList<EntityRow> {
  return { name: translate(entityListName, language), language, filter, columns, rows }
}
