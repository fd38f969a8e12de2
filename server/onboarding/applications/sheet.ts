import { applicationKindNames, applicationSheet, applicationSources, applicationStateNames } from '#/api/onboarding/applications.texts.ts'
import type { Language } from '#/domain/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import type { List } from '#/server/kernel/sheet-file.ts'
import type { WriteColumn, WriteRow } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { presentRow } from '#/server/onboarding/applications/review.ts'
import type { Filter, ReviewRow } from '#/server/onboarding/applications/store-review.ts'

const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

const order: readonly (readonly [Exclude<keyof typeof applicationSheet, 'name'>, number])[] = [
  ['no', 22],
  ['kind', 14],
  ['subject', 30],
  ['creditCode', 22],
  ['contact', 14],
  ['mobile', 16],
  ['source', 14],
  ['centre', 20],
  ['mode', 8],
  ['submitted', 20],
  ['waiting', 16],
  ['reviewer', 14],
  ['state', 10],
]

function line(ctx: Context, row: ReviewRow, language: Language): WriteRow {
  const shown = presentRow(ctx, row)
  return [
    shown.no,
    say(applicationKindNames[shown.kind], language),
    shown.name,
    shown.creditCode,
    shown.contact,
    shown.mobile,
    say(applicationSources[shown.source], language),
    shown.centreName,
    shown.mode === null ? '' : String(shown.mode),
    row.submitted_at ? shanghai.format(row.submitted_at) : '',
    String(shown.waitingHours),
    shown.reviewer,
    say(applicationStateNames[shown.state], language),
  ]
}

/** Applications to take along. */
export function applicationList(ctx: Context, filter: Filter, rows: readonly ReviewRow[]): List {
  const columns = order.map(([field, width]): WriteColumn => ({ heading: say(applicationSheet[field], ctx.language), width }))
  return { name: say(applicationSheet.name, ctx.language), filter, columns, rows: rows.map((row) => line(ctx, row, ctx.language)) }
}
