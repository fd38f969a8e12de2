import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { idleQuery } from '#/web/kernel/query.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { ColumnSettings } from './ColumnSettings.tsx'
import { type ColumnChoice, visibleColumns } from './columns.ts'
import { useClearConditions } from './conditions.ts'
import { DataCards } from './DataCards.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Failure } from './Failure.tsx'
import { Icon } from './Icon.tsx'
import { ReloadOutlined } from './icons.ts'
import { countText, Pager } from './Pager.tsx'
import { nearestPage, type PagingValues } from './paging.ts'
import { Skeleton } from './Skeleton.tsx'
import { formatReceivedTime } from './StaleNote.tsx'
import { Table, type TableSorting } from './Table.tsx'
import { Tooltip } from './Tooltip.tsx'
import { texts } from './texts.ts'
import { useColumnChoice } from './useColumnChoice.ts'
import { useIsNarrow } from './useIsNarrow.ts'
import { useSlow } from './useSlow.ts'
import './lists.css'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly render: (row: Row, index: number) => ReactNode
  /** Width in pixels. */
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
  readonly pin?: 'left' | 'right'
  /** The user cannot hide the column. */
  readonly isAlways?: boolean
  readonly isHiddenAtFirst?: boolean
  /** Cuts long text with an ellipsis. */
  readonly isCut?: boolean
  /** The `sort` values of this column, ascending and descending, which make the header sortable. */
  readonly sort?: { readonly up?: string; readonly down?: string }
  /** Total of the column, in the last row. */
  readonly total?: ReactNode
}

/** The read that provides the rows: a result of `useRead` or `useCursorRead`. */
export interface RowSource {
  readonly isPending: boolean
  readonly isFetching: boolean
  /** The browser is offline, so reads wait. */
  readonly isPaused?: boolean
  /** The rows belong to the previous query. */
  readonly isPlaceholderData?: boolean
  readonly error: unknown
  readonly refetch: () => unknown
  /** When the rows were received, in milliseconds by this machine's clock. */
  readonly dataUpdatedAt?: number
}

/** Identifies a row. */
type RowKey<Row> = (row: Row) => number | string

/** The default key. `RowKeyProps` admits it only for rows with an `id`. */
const idOf = (row: unknown) => (row as { readonly id: number | string }).id

/** The rows: `data.rows` of the read, or those given, with the read that they come from if there is one. */
type RowProps<Row> =
  | { readonly source: RowSource & { readonly data: { readonly rows: readonly Row[] } | undefined }; readonly rows?: undefined }
  | { readonly source?: RowSource | undefined; readonly rows: readonly Row[] }

/** Rows without an `id` need a key. */
type RowKeyProps<Row> = { readonly rowKey: RowKey<Row> } | (Row extends { readonly id: number | string } ? { readonly rowKey?: undefined } : never)

type DataTableProps<Row> = TableOptions<Row> & RowProps<Row> & RowKeyProps<Row>

/** The properties with their defaults filled in. */
interface TableParts<Row> extends TableOptions<Row> {
  readonly rows: readonly Row[]
  readonly rowKey: RowKey<Row>
  readonly source: RowSource
}

interface TableOptions<Row> {
  /** Key under which columns and density are stored. */
  readonly id: string
  /** Accessible name of the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** The problem with the filter, for which the list shows no rows; empty for none. */
  readonly blocked?: string
  readonly empty: { readonly title?: string; readonly reason: string; readonly action?: ReactNode }
  /** The current sort order, changed by headers with a `sort`. */
  readonly sorting?: TableSorting
  /** Left side of the toolbar. */
  readonly toolbar?: ReactNode
  /** Right side of the toolbar, before refresh and columns, e.g. the export button. */
  readonly tools?: ReactNode
  /** Page numbers. Cursor lists use `more` instead. */
  readonly paging?: PagingValues
  readonly more?: { readonly hasMore: boolean; readonly onMore: () => void; readonly isLoading: boolean; readonly count?: number | undefined }
  /** 本页合计 / 筛选合计, next to the pagination. */
  readonly totals?: ReactNode
  readonly selection?: {
    readonly keys: readonly (number | string)[]
    readonly onChange: (keys: (number | string)[]) => void
    readonly isBlocked?: (row: Row) => boolean
    /** Actions for the selected rows. */
    readonly actions?: ReactNode
  }
  /** Opens a row, by Enter or a click. */
  readonly onOpen?: (row: Row) => void
  readonly openKey?: number | string | null
  /** Maximum height in pixels; the table scrolls inside it. */
  readonly height?: number
  /** Omits the frame, column settings and sticky header, for tables inside drawers and dialogs. */
  readonly isPlain?: boolean
}

function Toolbar<Row>({ props, choice, onChoice }: { props: TableParts<Row>; choice: ColumnChoice; onChoice: (choice: ColumnChoice) => void }) {
  const t = useText()
  const { selection, source } = props
  const isSelecting = selection !== undefined && selection.keys.length > 0
  return (
    <div className="k-toolbar">
      <div className="k-row k-toolbar-left">
        {isSelecting ? (
          <>
            <span className="k-selected" role="status">
              {t(texts.selected, { count: selection.keys.length })}
            </span>
            {selection.actions}
            <Button type="link" onClick={() => selection.onChange([])}>
              {t(texts.clearSelection)}
            </Button>
          </>
        ) : (
          props.toolbar
        )}
      </div>
      {props.isPlain ? null : (
        <div className="k-row">
          {props.tools}
          <Tooltip title={t(texts.refresh)}>
            <Button
              type="text"
              icon={<Icon of={ReloadOutlined} isSpinning={source.isFetching && !source.isPending} />}
              aria-label={t(texts.refresh)}
              onClick={() => void source.refetch()}
            />
          </Tooltip>
          <ColumnSettings columns={props.columns} choice={choice} onChange={onChoice} />
        </div>
      )}
    </div>
  )
}

function TableFooter<Row>({ props }: { props: TableParts<Row> }) {
  const t = useText()
  const currentLanguage = useLanguage()
  const { more, totals, rows } = props
  // An empty list needs neither pages nor totals.
  const paging = rows.length > 0 || (props.paging?.page ?? 1) > 1 ? props.paging : undefined
  if (rows.length === 0 && !paging) return null
  if (!paging && !totals && !more) return null
  return (
    <div className="k-foot">
      <div className="k-totals">{totals}</div>
      {paging ? <Pager paging={paging} firstKey={rows[0] && props.rowKey(rows[0])} /> : null}
      {more?.count === undefined || rows.length === 0 ? null : <span className="k-note">{countText(t, more.count, currentLanguage)}</span>}
      {more && rows.length > 0 ? (
        more.hasMore ? (
          <Button onClick={more.onMore} loading={more.isLoading}>
            {t(texts.loadMore)}
          </Button>
        ) : (
          <span className="k-note">{t(texts.atEnd)}</span>
        )
      ) : null}
    </div>
  )
}

/** The empty state: offers to clear the filters if any are set, otherwise says that there are no rows yet. */
function EmptyRows<Row>({ props }: { props: TableParts<Row> }) {
  const t = useText()
  const clearConditions = useClearConditions()
  // A table among others in a drawer shows one line instead of a picture.
  if (props.isPlain)
    return (
      <p className="k-note">
        {props.empty.title} {props.empty.reason === '—' ? t(texts.emptyTitle) : props.empty.reason} {props.empty.action}
      </p>
    )
  if (props.blocked) return <EmptyState title={props.blocked} />
  if (!clearConditions) return <EmptyState {...props.empty} />
  return (
    <EmptyState
      title={t(texts.noMatch)}
      reason={t(texts.noMatchHint)}
      action={
        <span className="k-row">
          <Button onClick={clearConditions}>{t(texts.liftAll)}</Button>
          {props.empty.action}
        </span>
      }
    />
  )
}

function Body<Row extends object>({ props, choice }: { props: TableParts<Row>; choice: ColumnChoice }) {
  const { rows, source, selection, columns, rowKey, onOpen, openKey, label } = props
  const isNarrow = useIsNarrow()
  const shownColumns = useMemo(() => visibleColumns(columns, choice), [columns, choice])
  const isSlow = useSlow(source.isPending || (source.isFetching && rows.length === 0))
  // An empty list renders no table. A header alone would widen narrow pages, and users could not scroll it by keyboard.
  if (rows.length === 0)
    return (
      <section aria-label={label} aria-busy={source.isPending} className="k-no-rows">
        {source.isPending ? null : <EmptyRows props={props} />}
        {source.isPending && isSlow ? <Skeleton rows={4} /> : null}
      </section>
    )
  const tableProps = { label, columns: shownColumns, rows, rowKey, isBusy: isSlow, onOpen, openKey, selection }
  if (isNarrow) return <DataCards {...tableProps} />
  return (
    <Table
      {...tableProps}
      density={props.isPlain ? 'compact' : choice.density}
      isPlain={props.isPlain ?? false}
      height={props.height}
      sorting={props.sorting}
    />
  )
}

/** Returns the paging of the visible rows. Offline, the rows belong to the previous paging. */
function usePagingOfRows<Row>({ paging, source }: TableParts<Row>): { paging: PagingValues | undefined; isHeld: boolean } {
  const isShowingPreviousPage = source.isPaused === true && source.isPlaceholderData === true
  const last = useRef(paging)
  useEffect(() => {
    if (!isShowingPreviousPage) last.current = paging
  }, [isShowingPreviousPage, paging])
  return { paging: isShowingPreviousPage && paging && last.current ? { ...last.current, onChange: paging.onChange } : paging, isHeld: isShowingPreviousPage }
}

/** Redirects from a page beyond the last to the last one. Returns whether the redirect is still running. */
function useLastPage({ source, rows }: { readonly source: RowSource; readonly rows: readonly unknown[] }, paging: PagingValues | undefined): boolean {
  const isSettled = !source.isPending && !source.isFetching && source.isPlaceholderData !== true && !source.error
  const fallbackPage = paging && isSettled ? nearestPage(paging, rows.length) : null
  const latest = useRef(paging)
  latest.current = paging
  useEffect(() => {
    if (fallbackPage !== null) latest.current?.onChange(fallbackPage, latest.current.size, '')
  }, [fallbackPage])
  return fallbackPage !== null
}

/** A note that the rows could not be refreshed. */
function StaleRowsNote({ source }: { source: RowSource }) {
  const t = useText()
  return (
    <Alert
      type="error"
      showIcon
      className="k-stale"
      title={source.error instanceof Error ? source.error.message : t(texts.failedTitle)}
      description={source.dataUpdatedAt ? t(texts.asOf, { at: formatReceivedTime(source.dataUpdatedAt) }) : undefined}
      action={
        <Button size="small" onClick={() => void source.refetch()}>
          {t(texts.retry)}
        </Button>
      }
    />
  )
}

function partsOf<Row>(props: DataTableProps<Row>): TableParts<Row> {
  const { source = idleQuery, rowKey = idOf } = props
  return { ...props, source, rowKey, rows: props.rows ?? props.source.data?.rows ?? [] }
}

/** Returns a list without rows in place of a list whose filter cannot be applied. */
function withoutRows<Row>({ paging: _, more: __, ...props }: TableParts<Row>): TableParts<Row> {
  return { ...props, rows: [], source: idleQuery }
}

/** A list with toolbar, stored column settings, totals, pagination, and loading, empty and failed states. */
export function DataTable<Row extends object>(given: DataTableProps<Row>) {
  const props = given.blocked ? withoutRows(partsOf(given)) : partsOf(given)
  const [choice, setChoice] = useColumnChoice(props.id, props.columns)
  const { source, rows } = props
  const t = useText()
  const { paging, isHeld } = usePagingOfRows(props)
  const isChangingPage = useLastPage(props, paging)
  return (
    <div className={props.isPlain ? 'k-plain' : 'k-panel'}>
      {props.isPlain && !props.toolbar && !props.selection?.actions ? null : <Toolbar props={props} choice={choice} onChoice={setChoice} />}
      {source.error && rows.length > 0 ? <StaleRowsNote source={source} /> : null}
      {isHeld ? <Alert type="warning" showIcon role="status" className="k-stale" title={t(texts.held)} /> : null}
      {source.error && rows.length === 0 ? (
        <Failure error={source.error} onRetry={() => void source.refetch()} />
      ) : (
        <Body props={isChangingPage ? { ...props, source: { ...source, isPending: true } } : props} choice={choice} />
      )}
      <TableFooter props={paging ? { ...props, paging } : props} />
    </div>
  )
}
