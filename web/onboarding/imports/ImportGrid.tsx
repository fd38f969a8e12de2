import { importResultNames, importRowStateNames } from '#/api/onboarding/import-states.texts.ts'
import { importFieldsOf, importMessages, importSuggestions } from '#/api/onboarding/imports.texts.ts'
import { type ImportCell, type ImportKind, importCellKinds } from '#/domain/onboarding/import-cells.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { checkTexts } from '#/web/parts/sheets/check.texts.ts'
import { issueText } from '#/web/parts/sheets/issues.ts'
import { useProblemColumn } from '#/web/parts/sheets/problem-column.tsx'
import { type CellIssue, EditGrid, type GridColumn } from '#/web/ui/EditGrid.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { useRepairs } from '#/web/ui/useRepairs.ts'
import { type ImportRow, RowTag } from './ImportTags.tsx'
import { texts } from './texts.ts'

const GRID_HEIGHT = 460
const NARROW_COLUMN_PX = 120
const widths: Readonly<Partial<Record<ImportCell, number>>> = {
  idNumber: 190,
  cardNo: 200,
  entityName: 200,
  entityCreditCode: 190,
  remark: 160,
  unitName: 220,
  creditCode: 190,
  address: 200,
  email: 170,
  centre: 180,
  plan: 180,
  partner: 170,
  titleBank: 170,
  titleAccountNo: 180,
  title: 200,
  category: 160,
  description: 260,
  criteria: 200,
  place: 160,
  sourcePlatform: 140,
  payerCode: 190,
  education: 140,
  localEducation: 160,
  contractKind: 140,
  contractNo: 210,
  scan: 220,
}

/** The messages of import issues, by code. */
export const issueTexts = { messages: importMessages, suggestions: importSuggestions }

/** Returns the columns of a kind of list, in template order. */
export function cellsOf(kind: ImportKind): ImportCell[] {
  return Object.keys(importCellKinds[kind]) as ImportCell[]
}

interface ImportGridProps {
  readonly importId: number
  readonly kind: ImportKind
  readonly rows: readonly ImportRow[]
  readonly isPending: boolean
  readonly isFiltered: boolean
  readonly canEdit: boolean
  readonly keys: ReadonlySet<number | string>
  readonly onKeys: (keys: ReadonlySet<number | string>) => void
  readonly onEnd: () => void
}

/** The rows of a list, with issues on their cells. The server checks each edit and returns the result. */
export function ImportGrid({ importId, kind, rows, isPending, isFiltered, canEdit, keys, onKeys, onEnd }: ImportGridProps) {
  const t = useText()
  const repair = useSubmit(api.imports.repair)
  const { shown, edit } = useRepairs<ImportCell>((changes) => repair.submit({ importId, changes: changes.map(({ key, cells }) => ({ rowId: key, cells })) }))
  const problems = useProblemColumn(rows, canEdit, issueTexts)
  const rowIssues = (row: ImportRow, field: string | null): CellIssue[] =>
    row.issues.filter((issue) => issue.field === field).map((issue) => ({ level: issue.level, text: issueText(t, issue, issueTexts) }))
  const cells = cellsOf(kind).map(
    (cell, at): GridColumn<ImportRow> => ({
      key: cell,
      title: t(importFieldsOf[kind][cell]),
      width: widths[cell] ?? NARROW_COLUMN_PX,
      text: (row) => shown.get(row.id)?.[cell] ?? row.cells[cell] ?? '',
      isEditable: true,
      ...(at === 0 && { isPinned: true }),
    }),
  )
  const columns: GridColumn<ImportRow>[] = [
    { key: 'seq', title: t(texts.seq), width: 60, text: (row) => String(row.seq), isPinned: true },
    {
      key: 'state',
      title: t(texts.state),
      width: 130,
      text: (row) => t(row.result === null ? importRowStateNames[row.state] : importResultNames[row.result]),
      render: (row) => <RowTag row={row} />,
      isPinned: true,
    },
    ...cells.slice(0, 1),
    ...problems,
    ...cells.slice(1),
  ]
  const emptyState = isFiltered ? <EmptyState reason={t(checkTexts.noMatch)} /> : <EmptyState title={t(texts.noRows)} />
  return (
    <EditGrid
      label={t(texts.grid)}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      issuesOf={rowIssues}
      rowIssuesOf={(row) => rowIssues(row, null)}
      {...(canEdit ? { onEdit: edit, selection: { keys, onChange: onKeys } } : {})}
      isRowLocked={(row) => row.state === 'excluded' || row.state === 'done'}
      isRowMuted={(row) => row.state === 'excluded'}
      height={GRID_HEIGHT}
      empty={isPending ? <Skeleton className="k-grid-waiting" rows={6} /> : emptyState}
      onEnd={onEnd}
    />
  )
}
