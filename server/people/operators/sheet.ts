import { candidateFieldNames, candidateSheet, candidateStateNames, problemNames } from '#/api/people/operators.texts.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import { joinWords } from '#/domain/base/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import { presentCandidate } from '#/server/people/operators/presentation.ts'
import type { CandidateFilter, CandidateRow } from '#/server/people/operators/store-candidates.ts'

type CandidateEntry = ReturnType<typeof presentCandidate>

const matchOf = ({ match }: CandidateEntry) => (match ? `${match.name} ${match.likeness}% ${match.why}` : '')

const columns: readonly ListColumn<CandidateEntry>[] = [
  { heading: candidateSheet.unit, width: 30, value: (row) => row.unitName },
  { heading: candidateSheet.batch, width: 26, value: (row) => (row.batchNo === null ? '' : `${row.batchNo}${row.seq === null ? '' : ` #${row.seq}`}`) },
  { heading: candidateFieldNames.name, width: 14, value: (row) => row.name },
  { heading: candidateFieldNames.idNumber, width: 22, value: (row) => row.idNumber },
  { heading: candidateFieldNames.mobile, width: 16, value: (row) => row.mobile },
  { heading: candidateFieldNames.cardNo, width: 24, value: (row) => row.cardNo },
  {
    heading: candidateSheet.problems,
    width: 24,
    value: (row, language) =>
      joinWords(
        row.problems.map((code) => (problemNames[code] ? translate(problemNames[code], language) : code)),
        language,
      ),
  },
  { heading: candidateSheet.match, width: 26, value: (row) => matchOf(row) },
  { heading: candidateSheet.papers, width: 14, value: (row) => row.paperCount },
  { heading: candidateSheet.submitted, width: 20, value: (row) => dateTimeOf(new Date(row.submittedAt)) },
  { heading: candidateSheet.waiting, width: 16, value: (row) => row.waitingHours },
  { heading: candidateSheet.reviewer, width: 14, value: (row) => row.reviewer },
  { heading: candidateSheet.state, width: 10, value: (row, language) => translate(candidateStateNames[row.state], language) },
  { heading: candidateSheet.reason, width: 40, value: (row) => row.reason },
]

/** Returns the export of candidates, with numbers masked. */
export function candidateList(ctx: Context, filter: CandidateFilter, rows: readonly CandidateRow[]): ExportList<CandidateEntry> {
  const { language } = ctx
  return { name: translate(candidateSheet.name, language), language, filter, columns, rows: rows.map((row) => presentCandidate(ctx, row)) }
}
