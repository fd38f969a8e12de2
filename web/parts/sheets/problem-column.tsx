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
  const text = (row: Row) => reasonsOf(t, row.issues, words)
  if (!canEdit && !rows.some((row) => text(row) !== '')) return []
  const render = (row: Row) => <span title={text(row)}>{text(row)}</span>
  return [{ key: 'problems', title: t(checkTexts.problems), width: WIDTH, text, render }]
}
