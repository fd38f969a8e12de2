import { useText } from '#/web/kernel/i18n.ts'
import type { GridColumn } from '#/web/ui/EditGrid.tsx'
import { checkTexts } from './check.texts.ts'
import { type IssueTexts, type ReportedIssue, reasonsOf } from './issues.ts'

const WIDTH = 236

interface RowWithIssues {
  readonly issues: readonly ReportedIssue[]
}

/**
 * Returns the column that lists the problems of a row. During correction the column stays even without problems, so
 * that cells do not move under the pointer.
 */
export function useProblemColumn<Row extends RowWithIssues>(rows: readonly Row[], canEdit: boolean, words: IssueTexts): GridColumn<Row>[] {
  const t = useText()
  const issuesTextOf = (row: Row) => reasonsOf(t, row.issues, words)
  if (!canEdit && !rows.some((row) => issuesTextOf(row) !== '')) return []
  const render = (row: Row) => <span title={issuesTextOf(row)}>{issuesTextOf(row)}</span>
  return [{ key: 'problems', title: t(checkTexts.problems), width: WIDTH, text: issuesTextOf, render }]
}
