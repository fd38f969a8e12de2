import { candidateFieldNames, candidateSheet, candidateStateNames, problemNames } from '#/api/people/operators.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import type { List } from '#/server/kernel/sheet-file.ts'
import type { WriteRow } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { presentRow } from '#/server/people/operators/presentation.ts'
import type { CandidateFilter, CandidateRow } from '#/server/people/operators/store-candidates.ts'

const minutes = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })
const widths = [30, 26, 14, 22, 16, 24, 24, 26, 14, 20, 16, 14, 10, 40]

function lineOf(ctx: Context, row: CandidateRow): WriteRow {
  const shown = presentRow(ctx, row)
  const { match } = shown
  return [
    shown.unitName,
    shown.batchNo === null ? '' : `${shown.batchNo}${shown.seq === null ? '' : ` #${shown.seq}`}`,
    shown.name,
    shown.idNumber,
    shown.mobile,
    shown.cardNo,
    shown.problems.map((code) => (problemNames[code] ? say(problemNames[code], ctx.language) : code)).join('、'),
    match ? `${match.name} ${match.likeness}% ${match.why}` : '',
    String(shown.paperCount),
    minutes.format(row.submitted_at),
    String(shown.waitingHours),
    shown.reviewer,
    say(candidateStateNames[shown.state], ctx.language),
    shown.reason,
  ]
}

/** People under review, to take along; numbers masked. */
export function candidateList(ctx: Context, filter: CandidateFilter, rows: readonly CandidateRow[]): List {
  const { unit, batch, problems, match, papers, submitted, waiting, reviewer, state, reason } = candidateSheet
  const { name, idNumber, mobile, cardNo } = candidateFieldNames
  const headings = [unit, batch, name, idNumber, mobile, cardNo, problems, match, papers, submitted, waiting, reviewer, state, reason]
  const columns = headings.map((heading, at) => ({ heading: say(heading, ctx.language), width: widths[at] ?? 16 }))
  return { name: say(candidateSheet.name, ctx.language), filter, columns, rows: rows.map((row) => lineOf(ctx, row)) }
}
