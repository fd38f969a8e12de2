import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { applicationKindNames, applicationSheet, applicationSources, applicationStateNames } from '#/api/onboarding/applications.texts.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import { presentListedApplication } from '#/server/onboarding/applications/review.ts'
import type { ReviewFilter, ReviewRow } from '#/server/onboarding/applications/store-review.ts'

type ApplicationEntry = ReturnType<typeof presentListedApplication>

const columns: readonly ListColumn<ApplicationEntry>[] = [
  { heading: applicationSheet.no, width: 22, value: (row) => row.no },
  { heading: applicationSheet.kind, width: 14, value: (row, language) => translate(applicationKindNames[row.kind], language) },
  { heading: applicationSheet.subject, width: 30, value: (row) => row.name },
  { heading: applicationSheet.creditCode, width: 22, value: (row) => row.creditCode },
  { heading: applicationSheet.contact, width: 14, value: (row) => row.contact },
  { heading: applicationSheet.mobile, width: 16, value: (row) => row.mobile },
  { heading: applicationSheet.source, width: 14, value: (row, language) => translate(applicationSources[row.source], language) },
  { heading: applicationSheet.centre, width: 20, value: (row) => row.centreName },
  { heading: applicationSheet.mode, width: 16, value: (row, language) => (row.mode === null ? '' : translate(contractModeNames[row.mode], language)) },
  { heading: applicationSheet.submitted, width: 20, value: (row) => (row.submittedAt ? dateTimeOf(new Date(row.submittedAt)) : '') },
  { heading: applicationSheet.waiting, width: 16, value: (row) => row.waitingHours },
  { heading: applicationSheet.reviewer, width: 14, value: (row) => row.reviewer },
  { heading: applicationSheet.state, width: 10, value: (row, language) => translate(applicationStateNames[row.state], language) },
]

export function applicationList(ctx: Context, filter: ReviewFilter, rows: readonly ReviewRow[]): ExportList<ApplicationEntry> {
  const { language } = ctx
  return { name: translate(applicationSheet.name, language), language, filter, columns, rows: rows.map((row) => presentListedApplication(ctx, row)) }
}
