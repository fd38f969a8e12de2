import { ReloadOutlined } from '@ant-design/icons'
import { Alert, Button, Skeleton, Table, type TableColumnType, type TableProps, Tooltip } from 'antd'
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { ColumnSettings } from './ColumnSettings.tsx'
import { type ColumnChoice, shown } from './columns.ts'
import { useConditions } from './conditions.ts'
import { DataCards } from './DataCards.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Failure } from './Failure.tsx'
import { Pager, sayFound } from './Pager.tsx'
import type { Paging } from './paging.ts'
import { stickyTop } from './sticky.ts'
import { texts } from './texts.ts'
import { useColumnChoice } from './useColumnChoice.ts'
import { useIsNarrow } from './useIsNarrow.ts'
import { useSlow } from './useSlow.ts'
import './lists.css'

/** One column of a table. */
export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly render: (row: Row, index: number) => ReactNode
  /** Pixels. */
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
  readonly pin?: 'left' | 'right'
  /** Cannot be hidden. */
  readonly isAlways?: boolean
  readonly isHiddenAtFirst?: boolean
  /** Cuts long text with an ellipsis. */
  readonly isCut?: boolean
}

/** Where the rows come from: the result of `useRead` or `useReadPieces` fits. */
interface RowSource {
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly error: unknown
  readonly refetch: () => unknown
}

interface DataTableProps<Row> {
  /** Names the table in what is remembered (columns, density). */
  readonly id: string
  /** What the table lists, for those who do not see it. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => number | string
  readonly source: RowSource
  readonly empty: { readonly title?: string; readonly reason: string; readonly action?: ReactNode }
  /** Left side of the toolbar. */
  readonly toolbar?: ReactNode
  /** Page numbers; leave out for lists along a cursor and give `more`. */
  readonly paging?: Paging
  readonly more?: { readonly hasMore: boolean; readonly onMore: () => void; readonly isLoading: boolean; readonly count?: number | undefined }
  /** 本页合计 / 筛选合计, beside the pagination. */
  readonly totals?: ReactNode
  readonly selection?: {
    readonly keys: readonly (number | string)[]
    readonly onChange: (keys: (number | string)[]) => void
    readonly isBlocked?: (row: Row) => boolean
    /** What can be done with the selected rows. */
    readonly actions?: ReactNode
  }
  /** Enter or a click on the row. */
  readonly onOpen?: (row: Row) => void
  readonly openKey?: number | string | null
  /** Pixels; then only the table body scrolls, and rows are drawn as they come into view. */
  readonly height?: number
  /** Without a frame, column settings and sticky header: for tables inside drawers and dialogs. */
  readonly isPlain?: boolean
}

const sizes: Readonly<Record<ColumnChoice['density'], 'small' | 'medium' | 'large'>> = { compact: 'small', regular: 'medium', roomy: 'large' }

function toAntd<Row>(column: Column<Row>): TableColumnType<Row> {
  return {
    key: column.key,
    title: column.title,
    align: column.align ?? 'left',
    ellipsis: column.isCut ?? false,
    render: (_: unknown, row: Row, index: number) => column.render(row, index),
    ...(column.width ? { width: column.width } : {}),
    ...(column.pin ? { fixed: column.pin === 'left' ? ('start' as const) : ('end' as const) } : {}),
  }
}

function toRowSelection<Row>(
  selection: NonNullable<DataTableProps<Row>['selection']>,
  rowKey: (row: Row) => number | string,
): NonNullable<TableProps<Row>['rowSelection']> {
  return {
    fixed: true,
    columnWidth: 42,
    selectedRowKeys: [...selection.keys],
    onChange: (keys) => selection.onChange(keys as (number | string)[]),
    getCheckboxProps: (row) => ({ disabled: selection.isBlocked?.(row) ?? false, 'aria-label': String(rowKey(row)) }) as { disabled: boolean },
    preserveSelectedRowKeys: true,
  }
}

/** Arrows move between rows, Enter opens, Space selects: as in the tables people know. */
function moveByKey(event: KeyboardEvent<HTMLElement>, onSelect: ((key: string) => void) | null) {
  const row = event.target as HTMLElement
  const key = row.dataset.rowKey
  if (key === undefined) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    let next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
    while (next && !(next as HTMLElement).dataset.rowKey) next = event.key === 'ArrowDown' ? next.nextElementSibling : next.previousElementSibling
    ;(next as HTMLElement | null)?.focus()
  } else if (event.key === 'Enter') {
    event.preventDefault()
    row.click()
  } else if (event.key === ' ' && onSelect) {
    event.preventDefault()
    onSelect(key)
  }
}

/** Clicks on controls inside a row are theirs, not the row's; so are those in a menu that a control opened, which React passes on though it stands elsewhere. */
const isOwnControl = (target: EventTarget, row: HTMLElement) =>
  !row.contains(target as HTMLElement) ||
  (target as HTMLElement).closest('a, button, input, label, .ant-checkbox-wrapper, .ant-table-selection-column') !== null

function Toolbar<Row>({ props, choice, onChoice }: { props: DataTableProps<Row>; choice: ColumnChoice; onChoice: (choice: ColumnChoice) => void }) {
  const say = useText()
  const { selection, source } = props
  const isSelecting = selection !== undefined && selection.keys.length > 0
  return (
    <div className="k-toolbar">
      <div className="k-row k-toolbar-left">
        {isSelecting ? (
          <>
            <span className="k-selected" role="status">
              {say(texts.selected, { count: selection.keys.length })}
            </span>
            {selection.actions}
            <Button type="link" onClick={() => selection.onChange([])}>
              {say(texts.clearSelection)}
            </Button>
          </>
        ) : (
          props.toolbar
        )}
      </div>
      {props.isPlain ? null : (
        <div className="k-row">
          <Tooltip title={say(texts.refresh)}>
            <Button
              type="text"
              icon={<ReloadOutlined spin={source.isFetching && !source.isPending} />}
              aria-label={say(texts.refresh)}
              onClick={() => void source.refetch()}
            />
          </Tooltip>
          <ColumnSettings columns={props.columns} choice={choice} onChange={onChoice} />
        </div>
      )}
    </div>
  )
}

function Foot<Row>({ props }: { props: DataTableProps<Row> }) {
  const say = useText()
  const spoken = useLanguage()
  const { more, totals, rows } = props
  // Nothing to turn and nothing to add up.
  const paging = rows.length > 0 || (props.paging?.page ?? 1) > 1 ? props.paging : undefined
  if (rows.length === 0 && !paging) return null
  if (!paging && !totals && !more) return null
  return (
    <div className="k-foot">
      <div className="k-totals">{totals}</div>
      {paging ? <Pager paging={paging} firstKey={rows[0] && props.rowKey(rows[0])} /> : null}
      {more?.count === undefined || rows.length === 0 ? null : <span className="k-note">{sayFound(say, more.count, spoken)}</span>}
      {more && rows.length > 0 ? (
        more.hasMore ? (
          <Button onClick={more.onMore} loading={more.isLoading}>
            {say(texts.loadMore)}
          </Button>
        ) : (
          <span className="k-note">{say(texts.atEnd)}</span>
        )
      ) : null}
    </div>
  )
}

/** Why there are no rows: conditions that can be taken back, or nothing yet. */
function Empty<Row>({ props }: { props: DataTableProps<Row> }) {
  const say = useText()
  const lift = useConditions()
  if (!lift || props.isPlain) return <EmptyState {...props.empty} />
  return (
    <EmptyState
      title={props.empty.reason}
      reason={say(texts.noMatchHint)}
      action={
        <span className="k-row">
          <Button onClick={lift}>{say(texts.liftAll)}</Button>
          {props.empty.action}
        </span>
      }
    />
  )
}

function Body<Row extends object>({ props, choice }: { props: DataTableProps<Row>; choice: ColumnChoice }) {
  const { rows, source, selection, onOpen, columns, rowKey } = props
  const top = useSignal(stickyTop)
  const isNarrow = useIsNarrow()
  const wrapper = useRef<HTMLElement>(null)
  const visible = useMemo(() => shown(columns, choice), [columns, choice])
  const isSlow = useSlow(source.isPending || (source.isFetching && rows.length === 0))
  const width = visible.reduce((sum, column) => sum + (column.width ?? 120), selection ? 48 : 0)
  const onSelect = selection
    ? (key: string) => {
        const row = rows.find((each) => String(rowKey(each)) === key)
        if (!row || selection.isBlocked?.(row)) return
        const own = rowKey(row)
        selection.onChange(selection.keys.includes(own) ? selection.keys.filter((each) => each !== own) : [...selection.keys, own])
      }
    : null
  // Without rows there is no table: its heads alone would push a narrow page wide, and nothing in them could take the focus to scroll.
  if (rows.length === 0)
    return (
      <section aria-label={props.label} aria-busy={source.isPending} className="k-no-rows">
        {source.isPending ? null : <Empty props={props} />}
        {source.isPending && isSlow ? <Skeleton active paragraph={{ rows: 4 }} title={false} /> : null}
      </section>
    )
  if (isNarrow)
    return (
      <DataCards
        label={props.label}
        columns={visible}
        rows={rows}
        rowKey={rowKey}
        isBusy={isSlow}
        onOpen={onOpen}
        openKey={props.openKey}
        selection={selection}
      />
    )
  return (
    <section ref={wrapper} aria-label={props.label} onKeyDown={(event) => moveByKey(event, onSelect)}>
      <Table<Row>
        className="k-table"
        columns={visible.map(toAntd)}
        dataSource={rows as Row[]}
        rowKey={rowKey}
        size={sizes[props.isPlain ? 'compact' : choice.density]}
        loading={isSlow}
        pagination={false}
        sticky={props.isPlain || props.height ? false : { offsetHeader: top }}
        scroll={{ x: width, ...(props.height ? { y: props.height } : {}) }}
        virtual={props.height !== undefined && rows.length > 100}
        rowClassName={(row) => (props.openKey !== undefined && props.openKey !== null && rowKey(row) === props.openKey ? 'k-row-open' : '')}
        onRow={(row, index) => ({
          tabIndex: index === 0 ? 0 : -1,
          ...(onOpen
            ? {
                onClick: (event) => {
                  if (!isOwnControl(event.target, event.currentTarget) && !window.getSelection()?.toString()) onOpen(row)
                },
                style: { cursor: 'pointer' },
              }
            : {}),
        })}
        {...(selection ? { rowSelection: toRowSelection(selection, rowKey) } : {})}
      />
    </section>
  )
}

/** The rows are the last ones that could be had. */
function Stale({ source }: { source: RowSource }) {
  const say = useText()
  return (
    <Alert
      type="error"
      showIcon
      className="k-stale"
      title={source.error instanceof Error ? source.error.message : say(texts.failedTitle)}
      action={
        <Button size="small" onClick={() => void source.refetch()}>
          {say(texts.retry)}
        </Button>
      }
    />
  )
}

/** A list: toolbar, table with remembered columns, totals, pagination; loading, empty and failed states; rows by keyboard. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const [choice, setChoice] = useColumnChoice(props.id, props.columns)
  const { source, rows } = props
  return (
    <div className={props.isPlain ? 'k-plain' : 'k-panel'}>
      {props.isPlain && !props.toolbar && !props.selection ? null : <Toolbar props={props} choice={choice} onChoice={setChoice} />}
      {source.error && rows.length > 0 ? <Stale source={source} /> : null}
      {source.error && rows.length === 0 ? <Failure error={source.error} onRetry={() => void source.refetch()} /> : <Body props={props} choice={choice} />}
      <Foot props={props} />
    </div>
  )
}
