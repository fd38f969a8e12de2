import { type ClipboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { CellChange, EditGridProps } from './EditGrid.tsx'
import { type CellPosition, gridSizes, type OmittedCells, omittedCells, parseRange } from './grid.ts'

/**
 * The edited text of the active cell, and whether editing began with a typed letter, which replaces the whole old text.
 */
export interface EditState {
  readonly text: string
  readonly isTyped: boolean
}

/** Scrolls the active cell into view. */
function scrollToCell(box: HTMLElement, at: CellPosition, left: number, width: number, pinned: number) {
  const top = at.row * gridSizes.row
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + gridSizes.row + gridSizes.head > box.scrollTop + box.clientHeight) box.scrollTop = top + gridSizes.row + gridSizes.head - box.clientHeight
  if (left - pinned < box.scrollLeft) box.scrollLeft = Math.max(0, left - pinned)
  else if (left + width > box.scrollLeft + box.clientWidth) box.scrollLeft = left + width - box.clientWidth
}

type Key = number | string

/** The active cell, identified by row and column keys, because a refetch may move them. */
interface ChosenCell<Row> extends CellPosition {
  readonly rowKey: Key | undefined
  readonly columnKey: string | undefined
  /** The row as it was when the user chose the cell. */
  readonly shown: Row | undefined
}

/** Returns the rows including the edited one. A row that a refetch removed stays in place until the edit ends. */
function withEditedRow<Row>(rows: readonly Row[], rowKey: (row: Row) => Key, chosen: ChosenCell<Row>, isEditing: boolean): readonly Row[] {
  const { shown, rowKey: key } = chosen
  if (!isEditing || shown === undefined || rows.some((row) => rowKey(row) === key)) return rows
  return rows.toSpliced(chosen.row, 0, shown)
}

function positionOf<Row>(rows: readonly Row[], { columns, rowKey }: EditGridProps<Row>, chosen: ChosenCell<Row>): CellPosition {
  const row = rows.findIndex((each) => rowKey(each) === chosen.rowKey)
  const column = columns.findIndex(({ key }) => key === chosen.columnKey)
  return { row: row === -1 ? Math.max(0, Math.min(chosen.row, rows.length - 1)) : row, column: column === -1 ? chosen.column : column }
}

/**
 * Returns the changes of a range pasted at a cell, the columns that it may fill, and the number of locked rows among
 * its rows.
 */
function pasteChanges<Row>(
  { columns, rowKey, onEdit, isRowLocked, pasteOrder }: EditGridProps<Row>,
  rows: readonly Row[],
  from: CellPosition,
  range: readonly (readonly string[])[],
) {
  const changes: CellChange[] = []
  const firstIndex = pasteOrder?.indexOf(columns[from.column]?.key ?? '') ?? -1
  // The grid has columns without entries, which the copied range lacks.
  const places =
    firstIndex === -1
      ? columns.flatMap((column, at) => (at === from.column || (at > from.column && column.isEditable) ? [at] : []))
      : (pasteOrder ?? []).slice(firstIndex).map((key) => columns.findIndex((column) => column.key === key))
  let lockedCount = 0
  for (const [down, cells] of range.entries()) {
    const row = rows[from.row + down]
    if (row === undefined || !onEdit) break
    if (isRowLocked?.(row)) {
      lockedCount += 1
      continue
    }
    for (const [right, text] of cells.entries()) {
      const column = columns[places[right] ?? columns.length]
      if (column?.isEditable && column.text(row) !== text) changes.push({ key: rowKey(row), column: column.key, text: text.trim() })
    }
  }
  return { changes, places, locked: lockedCount }
}

/** The state of an editable grid: active cell, edited cell, scrolling, committing, pasting. */
export function useEditGrid<Row>(props: EditGridProps<Row>, left: readonly number[], onLeftOut: (left: OmittedCells & { readonly locked: number }) => void) {
  const { columns, rowKey, onEdit, isRowLocked } = props
  const box = useRef<HTMLDivElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const [chosen, setChosen] = useState<ChosenCell<Row>>({ row: 0, column: 0, rowKey: undefined, columnKey: undefined, shown: undefined })
  const [editing, setEditing] = useState<EditState | null>(null)
  const rows = withEditedRow(props.rows, rowKey, chosen, editing !== null)
  const activeCell = positionOf(rows, props, chosen)
  const setActive = ({ row, column }: CellPosition) => {
    const currentRow = rows[row]
    setChosen({ row, column, rowKey: currentRow && rowKey(currentRow), columnKey: columns[column]?.key, shown: currentRow })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only moving the active cell scrolls, so that the user's own scrolling is kept.
  useLayoutEffect(() => {
    const column = columns[activeCell.column]
    if (!box.current || !column) return
    // A pinned column is always in view horizontally.
    if (column.isPinned) return scrollToCell(box.current, activeCell, box.current.scrollLeft, 0, 0)
    const pinned = columns.filter((each) => each.isPinned).reduce((sum, each) => sum + each.width, props.selection ? gridSizes.check : 0)
    scrollToCell(box.current, activeCell, left[activeCell.column] ?? 0, column.width, pinned)
  }, [chosen])

  const canEdit = (at: CellPosition) => {
    const row = rows[at.row]
    return onEdit !== undefined && row !== undefined && columns[at.column]?.isEditable === true && !isRowLocked?.(row)
  }
  const startEditing = (at: CellPosition, text?: string) => {
    const row = rows[at.row]
    if (row === undefined || !canEdit(at)) return
    setActive(at)
    setEditing({ text: text ?? columns[at.column]?.text(row) ?? '', isTyped: text !== undefined })
  }
  const clear = (at: CellPosition) => {
    const [row, column] = [rows[at.row], columns[at.column]]
    if (row !== undefined && column && canEdit(at) && column.text(row) !== '') onEdit?.([{ key: rowKey(row), column: column.key, text: '' }])
  }
  const commit = (at: CellPosition, text: string, step: 'down' | 'right' | 'none') => {
    setEditing(null)
    const [row, column] = [rows[at.row], columns[at.column]]
    if (row !== undefined && column && column.text(row) !== text) onEdit?.([{ key: rowKey(row), column: column.key, text }])
    if (step === 'none') return
    box.current?.focus()
    setActive({
      row: step === 'down' ? Math.min(rows.length - 1, at.row + 1) : at.row,
      column: step === 'right' ? Math.min(columns.length - 1, at.column + 1) : at.column,
    })
  }
  const paste = (event: ClipboardEvent) => {
    if (!onEdit) return
    const range = parseRange(event.clipboardData.getData('text/plain'))
    // A single value is pasted into the edited text. Several values fill the cells from this one on.
    if (editing !== null && range.length <= 1 && (range[0]?.length ?? 0) <= 1) return
    event.preventDefault()
    setEditing(null)
    box.current?.focus()
    const { changes, places, locked } = pasteChanges(props, rows, activeCell, range)
    if (changes.length) onEdit(changes)
    onLeftOut({ ...omittedCells(range, rows.length - activeCell.row, places.length), locked })
  }
  const cancel = () => {
    setEditing(null)
    box.current?.focus()
  }
  return { rows, box, scrollTop, setScrollTop, active: activeCell, setActive, editing, start: startEditing, commit, clear, paste, cancel }
}
