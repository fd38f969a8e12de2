// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid draws only the rows in view, which a table element cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell.

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { Checkbox } from './Checkbox.tsx'
import { isComposing } from './composing.ts'
import { GridKeyInput } from './GridKeyInput.tsx'
import { cellStyle, GridRow } from './GridRow.tsx'
import { gridTexts } from './grid.texts.ts'
import { cellAfterKey, columnOffsets, gridSizes, type OmittedCells, phoneColumns, visibleRows } from './grid.ts'
import { texts } from './texts.ts'
import { useEditGrid } from './useEditGrid.ts'
import { useIsNarrow } from './useIsNarrow.ts'
import './grid.css'

export interface CellIssue {
  readonly level: 'error' | 'warning' | 'fixed'
  readonly text: string
}

export interface GridColumn<Row> {
  readonly key: string
  readonly title: string
  readonly width: number
  /** The text to edit, to copy and, without `render`, to show. */
  readonly text: (row: Row) => string
  readonly render?: (row: Row) => ReactNode
  readonly align?: 'left' | 'right'
  readonly isEditable?: boolean
  /** Stays at the left while scrolling. */
  readonly isPinned?: boolean
}

export interface CellChange {
  readonly key: number | string
  readonly column: string
  readonly text: string
}

export interface EditGridProps<Row> {
  readonly label: string
  readonly columns: readonly GridColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => number | string
  readonly issuesOf?: (row: Row, column: string) => readonly CellIssue[]
  /** Issues of the row as a whole. */
  readonly rowIssuesOf?: (row: Row) => readonly CellIssue[]
  /** Receives committed edits: one cell or a pasted range. Without it the grid is read-only. */
  readonly onEdit?: (changes: readonly CellChange[]) => void
  /** Keys of the editable columns in the order of the sheets that users paste from; the visible order by default. */
  readonly pasteOrder?: readonly string[]
  readonly isRowLocked?: (row: Row) => boolean
  readonly isRowMuted?: (row: Row) => boolean
  readonly selection?: { readonly keys: ReadonlySet<number | string>; readonly onChange: (keys: ReadonlySet<number | string>) => void }
  readonly height: number
  readonly empty: ReactNode
  /** Called when the last rows become visible, for cursor lists. */
  readonly onEnd?: () => void
}

function GridHead<Row>({ grid, left, width }: { grid: EditGridProps<Row>; left: readonly number[]; width: number }) {
  const t = useText()
  const { columns, rows, rowKey, selection } = grid
  const isAllChosen = selection !== undefined && rows.length > 0 && rows.every((row) => selection.keys.has(rowKey(row)))
  return (
    <div role="row" aria-rowindex={1} className="k-grid-head" style={{ width, minWidth: '100%', height: gridSizes.head }}>
      {selection ? (
        <div role="columnheader" className="k-grid-cell k-grid-check" style={{ width: gridSizes.check, position: 'sticky', left: 0, zIndex: 3 }}>
          <Checkbox
            checked={isAllChosen}
            indeterminate={!isAllChosen && selection.keys.size > 0}
            aria-label={t(texts.all)}
            onChange={() => selection.onChange(isAllChosen ? new Set() : new Set(rows.map(rowKey)))}
          />
        </div>
      ) : null}
      {columns.map((column, at) => (
        <div
          key={column.key}
          role="columnheader"
          aria-colindex={at + 1}
          className="k-grid-cell"
          style={{ ...cellStyle(column, left[at] ?? 0), ...(column.isPinned ? { zIndex: 3 } : {}) }}
        >
          {column.title}
        </div>
      ))}
    </div>
  )
}

function useGridKeys<Row>(grid: EditGridProps<Row>, state: ReturnType<typeof useEditGrid<Row>>) {
  const { rows, columns, selection, rowKey, height } = grid
  const { active, editing } = state
  return (event: KeyboardEvent) => {
    if (editing !== null || isComposing(event)) return
    const hasControl = event.ctrlKey || event.metaKey
    const next = cellAfterKey(event.key, hasControl, active, rows.length, columns.length, Math.floor(height / gridSizes.row) - 2)
    const row = rows[active.row]
    if (next) state.setActive(next)
    else if (event.key === 'Enter' || event.key === 'F2') state.start(active)
    else if (event.key === 'Delete' || event.key === 'Backspace') state.clear(active)
    else if (event.key === ' ' && selection && row !== undefined) {
      const keys = new Set(selection.keys)
      if (!keys.delete(rowKey(row))) keys.add(rowKey(row))
      selection.onChange(keys)
    } else if (hasControl && event.key === 'c' && row !== undefined) void navigator.clipboard?.writeText(columns[active.column]?.text(row) ?? '')
    else return
    event.preventDefault()
  }
}

function CellIssues<Row>({ grid, row, column }: { grid: EditGridProps<Row>; row: Row | undefined; column: string }) {
  const t = useText()
  const cellIssues = row === undefined ? [] : [...(grid.issuesOf?.(row, column) ?? []), ...(grid.rowIssuesOf?.(row) ?? [])]
  return (
    <div className="k-grid-note" role="status">
      {cellIssues.map((issue) => (
        <span key={issue.text} className={`k-note-${issue.level}`}>
          {issue.text}
        </span>
      ))}
      {cellIssues.length === 0 && grid.onEdit ? t(gridTexts.editHint) : null}
    </div>
  )
}

/** Requests more rows when the last row is visible. */
function useLoadMore(to: number, count: number, onEnd: (() => void) | undefined) {
  useEffect(() => {
    if (to >= count && count > 0) onEnd?.()
  }, [to, count, onEnd])
}

/**
 * Returns the rows to render and where they end. The edited cell stays rendered even when it is scrolled out of view.
 */
function rowsToRender(scrollTop: number, height: number, count: number, edited: number | null) {
  const { from, to } = visibleRows(scrollTop, height, gridSizes.row, count)
  const visibleIndexes = Array.from({ length: to - from }, (_, at) => from + at)
  return { drawn: edited !== null && !visibleIndexes.includes(edited) ? [...visibleIndexes, edited] : visibleIndexes, to }
}

/** Returns a function that reports rows and columns that were not pasted. */
function useOmittedNotice() {
  const t = useText()
  return ({ rows, columns, locked }: OmittedCells & { readonly locked: number }) => {
    if (rows > 0) showNotice('warning', t(gridTexts.rowsLeftOut, { rows }))
    if (locked > 0) showNotice('warning', t(gridTexts.lockedLeftOut, { rows: locked }))
    if (columns > 0) showNotice('warning', t(gridTexts.columnsLeftOut, { columns }))
  }
}

/**
 * A spreadsheet-like grid for thousands of rows that renders only the visible ones. Arrows move, Enter or typing edits,
 * ranges paste from Excel, and issues are shown on cells.
 */
export function EditGrid<Row>(all: EditGridProps<Row>) {
  const id = useId()
  const isNarrow = useIsNarrow()
  const grid = isNarrow ? { ...all, columns: phoneColumns(all.columns) } : all
  const { columns, height, selection, onEnd } = grid
  const offset = selection ? gridSizes.check : 0
  const offsets = columnOffsets(columns, offset)
  const state = useEditGrid(grid, offsets, useOmittedNotice())
  const { rows, box, active, editing } = state
  const props = { ...grid, rows }
  const gridHandlers = { onKeyDown: useGridKeys(props, state), onPaste: state.paste }
  const keyInput = useRef<HTMLInputElement>(null)
  const isEditable = grid.onEdit !== undefined
  const cell = rows.length ? `${id}-${active.row}-${active.column}` : undefined
  const { drawn, to } = rowsToRender(state.scrollTop, height, rows.length, editing ? active.row : null)
  const width = columns.reduce((sum, column) => sum + column.width, offset)
  useLoadMore(to, rows.length, onEnd)
  return (
    <div className="k-grid-frame">
      <div
        ref={box}
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        // An editable grid passes its focus to the field that captures typing.
        tabIndex={isEditable ? -1 : 0}
        className="k-grid"
        aria-activedescendant={isEditable ? undefined : cell}
        onFocus={(event) => event.target === event.currentTarget && keyInput.current?.focus({ preventScroll: true })}
        style={{ height }}
        {...gridHandlers}
        onScroll={(event) => state.setScrollTop(event.currentTarget.scrollTop)}
      >
        <GridHead grid={props} left={offsets} width={width} />
        {rows.length === 0 ? props.empty : null}
        <div role="presentation" style={{ position: 'relative', height: rows.length * gridSizes.row, width, minWidth: '100%' }}>
          {drawn.map((index) => {
            const row = rows[index]
            return row === undefined ? null : (
              <GridRow
                key={props.rowKey(row)}
                grid={props}
                row={row}
                index={index}
                lefts={offsets}
                id={id}
                active={active.row === index ? active.column : null}
                editing={active.row === index ? editing : null}
                onActivate={(column) => state.setActive({ row: index, column })}
                onStart={(column) => state.start({ row: index, column })}
                onCommit={(column, text, step) => state.commit({ row: index, column }, text, step)}
                onCancel={state.cancel}
              />
            )
          })}
        </div>
      </div>
      {isEditable ? <GridKeyInput element={keyInput} label={props.label} cell={cell} {...gridHandlers} onTyped={(text) => state.start(active, text)} /> : null}
      <CellIssues grid={props} row={rows[active.row]} column={columns[active.column]?.key ?? ''} />
    </div>
  )
}
