import { useText } from '#/web/kernel/i18n.ts'
import type { GridColumn } from '#/web/ui/EditGrid.tsx'
import { checkTexts } from './check.texts.ts'
import { type IssueWords, reasonsOf, type ToldIssue } from './issues.ts'

const WIDTH = 260

interface Told {
  readonly issues: readonly ToldIssue[]
}

/** The column that names all that is wrong with a row. It is there while rows are put right, also when nothing is wrong: cells must not move under the cursor. */
export function useProblemColumn<Row extends Told>(rows: readonly Row[], canEdit: boolean, words: IssueWords): GridColumn<Row>[] {
  const say = useText()
  const text = (row: Row) => reasonsOf(say, row.issues, words)
  if (!canEdit && !rows.some((row) => text(row) !== '')) return []
  const render = (row: Row) => <span title={text(row)}>{text(row)}</span>
  return [{ key: 'problems', title: say(checkTexts.problems), width: WIDTH, text, render }]
}
