import { Checkbox } from 'antd'
import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { afterKey, type Place, rangeOf, windowOf } from './grid.ts'
import { texts } from './texts.ts'

/** A remark on one cell. */
export interface CellIssue {
  readonly level: 'error' | 'warning' | 'fixed'
  readonly text: string
}

/** One column of an editable grid. */
export interface GridColumn<Row> {
  readonly key: string
  readonly title: string
  readonly width: number
  /** What is edited, copied and, unless `render` says otherwise, shown. */
  readonly text: (row: Row) => string
  readonly render?: (row: Row) => ReactNode
  readonly align?: 'left' | 'right'
  readonly isEditable?: boolean
  /** Stays at the left. */
  readonly isPinned?: boolean
}

/** One changed cell. */
export interface CellChange {
  readonly key: number | string
  readonly column: string
  readonly text: string
}

interface EditGridProps<Row> {
  readonly label: string
  readonly columns: readonly GridColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => number | string
  readonly issuesOf?: (row: Row, column: string) => readonly CellIssue[]
  /** Remarks on the row as a whole. */
  readonly rowIssuesOf?: (row: Row) => readonly CellIssue[]
  /** Committed edits: one cell, or a pasted range. Without it the grid is for reading. */
  readonly onEdit?: (changes: readonly CellChange[]) => void
  readonly isRowLocked?: (row: Row) => boolean
  readonly isRowMuted?: (row: Row) => boolean
  readonly selection?: { readonly keys: ReadonlySet<number | string>; readonly onChange: (keys: ReadonlySet<number | string>) => void }
  readonly height: number
  readonly empty: ReactNode
  /** Called when the last rows come into view; for lists along a cursor. */
  readonly onEnd?: () => void
}

const ROW = 34
const HEAD = 36
const CHECK = 40
const worst = (issues: readonly CellIssue[]) => (['error', 'warning', 'fixed'] as const).find((level) => issues.some((issue) => issue.level === level))

function lefts(columns: readonly GridColumn<never>[], start: number): number[] {
  let at = start
  return columns.map((column) => {
    const left = at
    at += column.width
    return left
  })
}

const cellStyle = (column: GridColumn<never>, left: number): CSSProperties => ({
  width: column.width,
  ...(column.isPinned ? { position: 'sticky', left, zIndex: 1 } : {}),
  ...(column.align === 'right' ? { justifyContent: 'flex-end' } : {}),
})

function Editor({ initial, label, onCommit, onCancel }: { initial: string; label: string; onCommit: (text: string, step: 'down' | 'right' | 'none') => void; onCancel: () => void }) {
  const [text, setText] = useState(initial)
  const isOver = useRef(false)
  const end = (act: () => void) => {
    if (isOver.current) return
    isOver.current = true
    act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    // While an input method composes, Enter belongs to it.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') end(() => onCommit(text, 'down'))
    else if (event.key === 'Tab') {
      event.preventDefault()
      end(() => onCommit(text, 'right'))
    } else if (event.key === 'Escape') end(onCancel)
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the person has just started to edit this very cell.
      autoFocus
      className="k-grid-editor" aria-label={label} value={text} onChange={(event) => setText(event.target.value)} onKeyDown={onKeyDown}
      onBlur={() => end(() => onCommit(text, 'none'))} onPaste={(event) => event.stopPropagation()} onFocus={(event) => event.target.select()}
    />
  )
}

interface RowProps<Row> {
  readonly grid: EditGridProps<Row>
  readonly row: Row
  readonly index: number
  readonly lefts: readonly number[]
  readonly id: string
  readonly active: number | null
  readonly editing: string | null
  readonly onActivate: (column: number) => void
  readonly onStart: (column: number) => void
  readonly onCommit: (column: number, text: string, step: 'down' | 'right' | 'none') => void
  readonly onCancel: () => void
}

function GridRow<Row>({ grid, row, index, lefts: left, id, active, editing, onActivate, onStart, onCommit, onCancel }: RowProps<Row>) {
  const say = useText()
  const key = grid.rowKey(row)
  const level = worst(grid.rowIssuesOf?.(row) ?? [])
  const isChosen = grid.selection?.keys.has(key) ?? false
  const classes = ['k-grid-row', grid.isRowMuted?.(row) ? 'k-grid-muted' : '', level ? `k-grid-row-${level}` : '', isChosen ? 'k-grid-chosen' : '']
  const toggle = () => {
    const next = new Set(grid.selection?.keys)
    if (!next.delete(key)) next.add(key)
    grid.selection?.onChange(next)
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell.
    <div role="row" aria-rowindex={index + 2} aria-selected={isChosen} className={classes.filter(Boolean).join(' ')} style={{ top: index * ROW, height: ROW }}>
      {grid.selection ? (
        <div role="gridcell" className="k-grid-cell k-grid-check" style={{ width: CHECK, position: 'sticky', left: 0, zIndex: 1 }}>
          <Checkbox checked={isChosen} onChange={toggle} aria-label={say(texts.selectRow, { row: index + 1 })} tabIndex={-1} />
        </div>
      ) : null}
      {grid.columns.map((column, at) => {
        const issues = grid.issuesOf?.(row, column.key) ?? []
        const mark = worst(issues)
        const isEdited = active === at && editing !== null
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys.
          <div
            key={column.key} id={`${id}-${index}-${at}`} role="gridcell" aria-colindex={at + 1} aria-invalid={mark === 'error' || undefined}
            className={['k-grid-cell', active === at ? 'k-grid-active' : '', mark ? `k-grid-${mark}` : ''].join(' ')}
            style={cellStyle(column as GridColumn<never>, left[at] ?? 0)}
            title={issues.map((issue) => issue.text).join('\n') || undefined}
            onClick={() => onActivate(at)} onDoubleClick={() => onStart(at)}
          >
            {isEdited ? (
              <Editor initial={editing} label={column.title} onCommit={(text, step) => onCommit(at, text, step)} onCancel={onCancel} />
            ) : (
              <span className="k-grid-text">{column.render ? column.render(row) : column.text(row)}</span>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Keeps the active cell in view. */
function reveal(box: HTMLElement, at: Place, left: number, width: number, pinned: number) {
  const top = at.row * ROW
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + ROW + HEAD > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW + HEAD - box.clientHeight
  if (left - pinned < box.scrollLeft) box.scrollLeft = Math.max(0, left - pinned)
  else if (left + width > box.scrollLeft + box.clientWidth) box.scrollLeft = left + width - box.clientWidth
}

function useGridState<Row>(props: EditGridProps<Row>, left: readonly number[]) {
  const { columns, rows, rowKey, onEdit, isRowLocked } = props
  const box = useRef<HTMLDivElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const [active, setActive] = useState<Place>({ row: 0, column: 0 })
  const [editing, setEditing] = useState<string | null>(null)

  useLayoutEffect(() => {
    const column = columns[active.column]
    if (!box.current || !column || column.isPinned) return
    const pinned = columns.filter((each) => each.isPinned).reduce((sum, each) => sum + each.width, props.selection ? CHECK : 0)
    reveal(box.current, active, left[active.column] ?? 0, column.width, pinned)
  }, [active, columns, left, props.selection])

  const canEdit = (at: Place) => {
    const row = rows[at.row]
    return onEdit !== undefined && row !== undefined && columns[at.column]?.isEditable === true && !isRowLocked?.(row)
  }
  const start = (at: Place, text?: string) => {
    const row = rows[at.row]
    if (row === undefined || !canEdit(at)) return
    setActive(at)
    setEditing(text ?? columns[at.column]?.text(row) ?? '')
  }
  const commit = (at: Place, text: string, step: 'down' | 'right' | 'none') => {
    setEditing(null)
    const [row, column] = [rows[at.row], columns[at.column]]
    if (row !== undefined && column && column.text(row) !== text) onEdit?.([{ key: rowKey(row), column: column.key, text }])
    if (step === 'none') return
    box.current?.focus()
    setActive({ row: step === 'down' ? Math.min(rows.length - 1, at.row + 1) : at.row, column: step === 'right' ? Math.min(columns.length - 1, at.column + 1) : at.column })
  }
  const paste = (event: ClipboardEvent) => {
    if (editing !== null || !onEdit) return
    event.preventDefault()
    const changes: CellChange[] = []
    for (const [down, texts] of rangeOf(event.clipboardData.getData('text/plain')).entries()) {
      for (const [right, text] of texts.entries()) {
        const at = { row: active.row + down, column: active.column + right }
        const [row, column] = [rows[at.row], columns[at.column]]
        if (row !== undefined && column && canEdit(at) && column.text(row) !== text) changes.push({ key: rowKey(row), column: column.key, text: text.trim() })
      }
    }
    if (changes.length) onEdit(changes)
  }
  const cancel = () => {
    setEditing(null)
    box.current?.focus()
  }
  return { box, scrollTop, setScrollTop, active, setActive, editing, start, commit, paste, cancel }
}

/** A spreadsheet-like grid for thousands of rows: only what is in view is drawn; arrows move, Enter or typing edits, ranges paste from Excel, remarks sit on cells. */
export function EditGrid<Row>(props: EditGridProps<Row>) {
  const say = useText()
  const id = useId()
  const { columns, rows, height, selection, onEnd } = props
  const offset = selection ? CHECK : 0
  const left = lefts(columns as readonly GridColumn<never>[], offset)
  const state = useGridState(props, left)
  const { box, active, editing } = state
  const { from, to } = windowOf(state.scrollTop, height, ROW, rows.length)
  const width = columns.reduce((sum, column) => sum + column.width, offset)
  useEffect(() => {
    if (to >= rows.length && rows.length > 0) onEnd?.()
  }, [to, rows.length, onEnd])

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing !== null) return
    const next = afterKey(event.key, event.ctrlKey || event.metaKey, active, rows.length, columns.length, Math.floor(height / ROW) - 2)
    const row = rows[active.row]
    if (next) state.setActive(next)
    else if (event.key === 'Enter' || event.key === 'F2') state.start(active)
    else if (event.key === 'Delete' || event.key === 'Backspace') state.commit(active, '', 'none')
    else if (event.key === ' ' && selection && row !== undefined) {
      const keys = new Set(selection.keys)
      if (!keys.delete(props.rowKey(row))) keys.add(props.rowKey(row))
      selection.onChange(keys)
    } else if ((event.ctrlKey || event.metaKey) && event.key === 'c' && row !== undefined) void navigator.clipboard?.writeText(columns[active.column]?.text(row) ?? '')
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) state.start(active, event.key)
    else return
    event.preventDefault()
  }
  const current = rows[active.row]
  const remarks = current === undefined ? [] : [...(props.issuesOf?.(current, columns[active.column]?.key ?? '') ?? []), ...(props.rowIssuesOf?.(current) ?? [])]
  const isAllChosen = selection !== undefined && rows.length > 0 && rows.every((row) => selection.keys.has(props.rowKey(row)))
  return (
    <div className="k-grid-frame">
      <div
        ref={box} role="grid" aria-label={props.label} aria-rowcount={rows.length + 1} aria-colcount={columns.length} tabIndex={0} className="k-grid"
        aria-activedescendant={rows.length ? `${id}-${active.row}-${active.column}` : undefined} style={{ height }} onKeyDown={onKeyDown} onPaste={state.paste}
        onScroll={(event) => state.setScrollTop(event.currentTarget.scrollTop)}
      >
        <div role="row" aria-rowindex={1} className="k-grid-head" style={{ width, minWidth: '100%', height: HEAD }}>
          {selection ? (
            <div role="columnheader" className="k-grid-cell k-grid-check" style={{ width: CHECK, position: 'sticky', left: 0, zIndex: 3 }}>
              <Checkbox
                checked={isAllChosen} indeterminate={!isAllChosen && selection.keys.size > 0} aria-label={say(texts.all)}
                onChange={() => selection.onChange(isAllChosen ? new Set() : new Set(rows.map(props.rowKey)))}
              />
            </div>
          ) : null}
          {columns.map((column, at) => (
            <div key={column.key} role="columnheader" aria-colindex={at + 1} className="k-grid-cell" style={{ ...cellStyle(column as GridColumn<never>, left[at] ?? 0), ...(column.isPinned ? { zIndex: 3 } : {}) }}>
              {column.title}
            </div>
          ))}
        </div>
        {rows.length === 0 ? props.empty : null}
        <div role="presentation" style={{ position: 'relative', height: rows.length * ROW, width, minWidth: '100%' }}>
          {rows.slice(from, to).map((row, at) => (
            <GridRow
              key={props.rowKey(row)} grid={props} row={row} index={from + at} lefts={left} id={id} active={active.row === from + at ? active.column : null}
              editing={active.row === from + at ? editing : null} onActivate={(column) => state.setActive({ row: from + at, column })}
              onStart={(column) => state.start({ row: from + at, column })} onCommit={(column, text, step) => state.commit({ row: from + at, column }, text, step)}
              onCancel={state.cancel}
            />
          ))}
        </div>
      </div>
      <div className="k-grid-note" role="status">
        {remarks.length ? remarks.map((issue) => <span key={issue.text} className={`k-note-${issue.level}`}>{issue.text}</span>) : props.onEdit ? say(texts.editHint) : ''}
      </div>
    </div>
  )
}
