import { lineFields, lineStateNames } from '#/api/money/lines.texts.ts'
import type { Text } from '#/domain/text.ts'
import { api } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText, type Values } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { checkTexts } from '#/web/parts/sheets/check.texts.ts'
import { issueText } from '#/web/parts/sheets/issues.ts'
import { useProblemColumn } from '#/web/parts/sheets/problem-column.tsx'
import { type CellIssue, EditGrid, type GridColumn } from '#/web/ui/EditGrid.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { useRepairs } from '#/web/ui/useRepairs.ts'
import { type Line, LineTag, lineWords } from './line-tags.tsx'
import { prepareTexts } from './prepare-texts.ts'
import { texts } from './texts.ts'

type Translate = (text: Text, values?: Values) => string
type Cells = Partial<Record<CellName, string>>
type CellName = 'name' | 'idNumber' | 'mobile' | 'bankName' | 'cardNo' | 'amountText' | 'entityName' | 'entityCreditCode' | 'service' | 'remark'

const GRID_HEIGHT = 460

function columnsOf(say: Translate, shown: ReadonlyMap<number, Cells>, problems: readonly GridColumn<Line>[], hasClaims: boolean): GridColumn<Line>[] {
  const cell = (key: CellName, width: number, more: Partial<GridColumn<Line>> = {}): GridColumn<Line> => ({
    key,
    title: say(lineFields[key]),
    width,
    text: (row) => shown.get(row.id)?.[key] ?? row[key],
    isEditable: true,
    ...more,
  })
  const figure = (key: 'gross' | 'vat' | 'surcharge' | 'iit' | 'fee' | 'net' | 'cost'): GridColumn<Line> => ({
    key,
    title: say(lineFields[key]),
    width: 110,
    align: 'right',
    text: (row) => formatMoney(row[key]),
  })
  return [
    { key: 'seq', title: say(lineFields.seq), width: 60, text: (row) => String(row.seq), isPinned: true },
    {
      key: 'state',
      title: say(lineFields.state),
      width: 130,
      text: (row) => say(lineStateNames[row.state]),
      render: (row) => <LineTag line={row} />,
      isPinned: true,
    },
    cell('name', 110, { isPinned: true }),
    ...problems,
    cell('idNumber', 190),
    cell('mobile', 130),
    cell('cardNo', 200),
    cell('bankName', 140),
    cell('amountText', 120, { align: 'right' }),
    cell('entityName', 200),
    cell('entityCreditCode', 190),
    cell('service', 150),
    cell('remark', 160),
    ...(hasClaims ? [{ key: 'claim', title: say(texts.claimTitle), width: 190, text: (row: Line) => row.claimNo ?? '' }] : []),
    ...(['gross', 'vat', 'surcharge', 'iit', 'fee', 'net', 'cost'] as const).map(figure),
  ]
}

interface LinesGridProps {
  readonly batchId: number
  readonly label: string
  readonly rows: readonly Line[]
  /** The first answer has not arrived yet. */
  readonly isPending: boolean
  readonly isFiltered: boolean
  readonly canEdit: boolean
  readonly keys: ReadonlySet<number | string>
  readonly onKeys: (keys: ReadonlySet<number | string>) => void
  readonly onEnd: () => void
}

/**
 * The lines of a batch in preparation, with issues on their cells. The server checks each edit and returns the result.
 */
export function LinesGrid({ batchId, label, rows, isPending, isFiltered, canEdit, keys, onKeys, onEnd }: LinesGridProps) {
  const say = useText()
  const repair = useSubmit(api.lines.repair)
  const { shown, edit } = useRepairs<CellName>((changes) => repair.submit({ batchId, changes: changes.map(({ key, cells }) => ({ lineId: key, cells })) }))
  const problems = useProblemColumn(rows, canEdit, lineWords)
  const remarks = (row: Line, matches: (field: string | null) => boolean): CellIssue[] =>
    row.issues.filter((each) => matches(each.field)).map((each) => ({ level: each.level, text: issueText(say, each, lineWords) }))
  return (
    <EditGrid
      label={label}
      columns={columnsOf(
        say,
        shown,
        problems,
        rows.some((row) => row.claimNo !== null),
      )}
      rows={rows}
      rowKey={(row) => row.id}
      issuesOf={(row, column) => remarks(row, (field) => (field === 'amount' ? 'amountText' : field) === column)}
      rowIssuesOf={(row) => remarks(row, (field) => field === null)}
      {...(canEdit ? { onEdit: edit, selection: { keys, onChange: onKeys } } : {})}
      isRowLocked={(row) => row.state === 'excluded'}
      isRowMuted={(row) => row.state === 'excluded'}
      height={GRID_HEIGHT}
      empty={
        isPending ? (
          <Skeleton className="k-grid-waiting" rows={6} />
        ) : isFiltered ? (
          <EmptyState reason={say(checkTexts.noMatch)} />
        ) : (
          <EmptyState title={say(prepareTexts.noLines)} reason={say(prepareTexts.noLinesReason)} />
        )
      }
      onEnd={onEnd}
    />
  )
}
