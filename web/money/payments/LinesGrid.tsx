import { lineFields, lineStateNames } from '#/api/money/lines.texts.ts'
import { add, type Fen } from '#/domain/base/money.ts'
import type { Text } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { type Translate, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { checkTexts } from '#/web/parts/sheets/check.texts.ts'
import { issueText } from '#/web/parts/sheets/issues.ts'
import { useProblemColumn } from '#/web/parts/sheets/problem-column.tsx'
import { type CellIssue, EditGrid, type GridColumn } from '#/web/ui/EditGrid.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { gridSizes } from '#/web/ui/grid.ts'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { useRepairs } from '#/web/ui/useRepairs.ts'
import { LineTag, lineIssueTexts, type PaymentLine } from './line-tags.tsx'
import { prepareTexts } from './prepare-texts.ts'
import { texts } from './texts.ts'

type Cells = Partial<Record<CellName, string>>
type CellName =
  | 'name'
  | 'idNumber'
  | 'mobile'
  | 'bankName'
  | 'cardNo'
  | 'amountText'
  | 'entityName'
  | 'entityCreditCode'
  | 'service'
  | 'remark'
  | 'nickname'
  | 'userNo'

const GRID_HEIGHT = 460
/** The column order of the template, which differs from the grid's. */
const pasteOrder = [
  'name',
  'idNumber',
  'mobile',
  'cardNo',
  'bankName',
  'amountText',
  'entityName',
  'entityCreditCode',
  'service',
  'remark',
  'nickname',
  'userNo',
]
/** Pixels below the rows: a horizontal scroll bar and a part of an empty row. */
const SPACE_BELOW_ROWS = 30

/** Columns that few batches have. */
interface OptionalColumns {
  readonly claims: boolean
  readonly source: boolean
}

function columnsOf(
  t: Translate,
  displayedCells: ReadonlyMap<number, Cells>,
  problems: readonly GridColumn<PaymentLine>[],
  has: OptionalColumns,
): GridColumn<PaymentLine>[] {
  const cellColumn = (key: CellName, width: number, more: Partial<GridColumn<PaymentLine>> = {}): GridColumn<PaymentLine> => ({
    key,
    title: t(lineFields[key]),
    width,
    text: (row) => displayedCells.get(row.id)?.[key] ?? row[key],
    isEditable: true,
    ...more,
  })
  const figureColumn = (key: string, title: Text, value: (row: PaymentLine) => Fen, width = 110): GridColumn<PaymentLine> => ({
    key,
    title: t(title),
    width,
    align: 'right',
    text: (row) => formatMoney(value(row)),
  })
  const partColumn = (key: 'gross' | 'vat' | 'surcharge' | 'iit' | 'fee' | 'cost') => figureColumn(key, lineFields[key], (row) => row[key])
  // At 1440 px, payee, amount, tax and net are in view together.
  return [
    { key: 'seq', title: t(lineFields.seq), width: 48, text: (row) => String(row.seq), isPinned: true },
    {
      key: 'state',
      title: t(lineFields.state),
      width: 112,
      text: (row) => t(lineStateNames[row.state]),
      render: (row) => <LineTag line={row} />,
      isPinned: true,
    },
    cellColumn('name', 88, { isPinned: true }),
    ...problems,
    cellColumn('idNumber', 168),
    cellColumn('cardNo', 176),
    cellColumn('amountText', 108, { align: 'right' }),
    figureColumn('tax', texts.tax, (row) => add(row.vat, row.surcharge, row.iit), 92),
    figureColumn('net', lineFields.net, (row) => row.net, 108),
    cellColumn('mobile', 120),
    cellColumn('bankName', 140),
    cellColumn('entityName', 200),
    cellColumn('entityCreditCode', 190),
    cellColumn('service', 150),
    cellColumn('remark', 160),
    ...(has.source ? [cellColumn('nickname', 140), cellColumn('userNo', 150)] : []),
    ...(has.claims ? [{ key: 'claim', title: t(texts.claimTitle), width: 190, text: (row: PaymentLine) => row.claimNo ?? '' }] : []),
    ...(['gross', 'vat', 'surcharge', 'iit', 'fee', 'cost'] as const).map(partColumn),
  ]
}

interface LinesGridProps {
  readonly batchId: number
  readonly label: string
  readonly rows: readonly PaymentLine[]
  /** True until the first answer has arrived. */
  readonly isPending: boolean
  readonly isFiltered: boolean
  /** The order names a source platform. */
  readonly hasSource: boolean
  readonly canEdit: boolean
  readonly keys: ReadonlySet<number | string>
  readonly onKeys: (keys: ReadonlySet<number | string>) => void
  readonly onEnd: () => void
}

/**
 * The lines of a batch in preparation, with issues on their cells. The server checks each edit and returns the result.
 */
export function LinesGrid({ batchId, label, rows, isPending, isFiltered, hasSource, canEdit, keys, onKeys, onEnd }: LinesGridProps) {
  const t = useText()
  const repair = useSubmit(api.lines.repair)
  const { shown, edit } = useRepairs<CellName>((changes) => repair.submit({ batchId, changes: changes.map(({ key, cells }) => ({ lineId: key, cells })) }))
  const problems = useProblemColumn(rows, canEdit, lineIssueTexts)
  const rowIssues = (row: PaymentLine, matches: (field: string | null) => boolean): CellIssue[] =>
    row.issues.filter((issue) => matches(issue.field)).map((issue) => ({ level: issue.level, text: issueText(t, issue, lineIssueTexts) }))
  return (
    <EditGrid
      label={label}
      columns={columnsOf(t, shown, problems, {
        claims: rows.some((row) => row.claimNo !== null),
        source: hasSource || rows.some((row) => row.nickname !== '' || row.userNo !== ''),
      })}
      rows={rows}
      rowKey={(row) => row.id}
      issuesOf={(row, column) => rowIssues(row, (field) => (field === 'amount' ? 'amountText' : field) === column)}
      rowIssuesOf={(row) => rowIssues(row, (field) => field === null)}
      {...(canEdit ? { onEdit: edit, selection: { keys, onChange: onKeys } } : {})}
      pasteOrder={pasteOrder}
      isRowLocked={(row) => row.state === 'excluded'}
      isRowMuted={(row) => row.state === 'excluded'}
      height={rows.length === 0 ? GRID_HEIGHT : Math.min(GRID_HEIGHT, gridSizes.head + rows.length * gridSizes.row + SPACE_BELOW_ROWS)}
      empty={
        isPending ? (
          <Skeleton className="k-grid-waiting" rows={6} />
        ) : isFiltered ? (
          <EmptyState reason={t(checkTexts.noMatch)} />
        ) : (
          <EmptyState title={t(prepareTexts.noLines)} reason={t(prepareTexts.noLinesReason)} />
        )
      }
      onEnd={onEnd}
    />
  )
}
