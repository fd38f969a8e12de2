// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid draws only the rows in view, which a table element cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys.

import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Checkbox } from './Checkbox.tsx'
import { isComposing } from './composing.ts'
import type { CellIssue, EditGridProps, GridColumn } from './EditGrid.tsx'
import { gridTexts } from './grid.texts.ts'
import { gridSizes } from './grid.ts'
import type { EditState } from './useEditGrid.ts'

const worstLevel = (issues: readonly CellIssue[]) => (['error', 'warning', 'fixed'] as const).find((level) => issues.some((issue) => issue.level === level))

/** Returns the style of a cell: width, alignment and pinning. */
export const cellStyle = (column: Pick<GridColumn<never>, 'width' | 'isPinned' | 'align'>, left: number): CSSProperties => ({
  width: column.width,
  ...(column.isPinned ? { position: 'sticky', left, zIndex: 1 } : {}),
  ...(column.align === 'right' ? { justifyContent: 'flex-end' } : {}),
})

function Editor({
  initial,
  isTyped,
  label,
  onCommit,
  onCancel,
}: {
  initial: string
  isTyped: boolean
  label: string
  onCommit: (text: string, step: 'down' | 'right' | 'none') => void
  onCancel: () => void
}) {
  const [text, setText] = useState(initial)
  const hasEnded = useRef(false)
  const endEditing = (act: () => void) => {
    if (hasEnded.current) return
    hasEnded.current = true
    act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    // While an input method composes, it handles Enter.
    if (isComposing(event)) return
    if (event.key === 'Enter') endEditing(() => onCommit(text, 'down'))
    else if (event.key === 'Tab') {
      event.preventDefault()
      endEditing(() => onCommit(text, 'right'))
    } else if (event.key === 'Escape') endEditing(onCancel)
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user has just started to edit this cell.
      autoFocus
      className="k-grid-editor"
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => endEditing(() => onCommit(text, 'none'))}
      onFocus={(event) => (isTyped ? event.target.setSelectionRange(initial.length, initial.length) : event.target.select())}
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
  readonly editing: EditState | null
  readonly onActivate: (column: number) => void
  readonly onStart: (column: number) => void
  readonly onCommit: (column: number, text: string, step: 'down' | 'right' | 'none') => void
  readonly onCancel: () => void
}

export function GridRow<Row>({ grid, row, index, lefts: left, id, active, editing, onActivate, onStart, onCommit, onCancel }: RowProps<Row>) {
  const t = useText()
  const key = grid.rowKey(row)
  const level = worstLevel(grid.rowIssuesOf?.(row) ?? [])
  const isChosen = grid.selection?.keys.has(key) ?? false
  const classes = ['k-grid-row', grid.isRowMuted?.(row) ? 'k-grid-muted' : '', level ? `k-grid-row-${level}` : '', isChosen ? 'k-grid-chosen' : '']
  const toggle = () => {
    const next = new Set(grid.selection?.keys)
    if (!next.delete(key)) next.add(key)
    grid.selection?.onChange(next)
  }
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className={classes.filter(Boolean).join(' ')}
      style={{ top: index * gridSizes.row, height: gridSizes.row }}
    >
      {grid.selection ? (
        <div role="gridcell" className="k-grid-cell k-grid-check" style={{ width: gridSizes.check, position: 'sticky', left: 0, zIndex: 1 }}>
          <Checkbox checked={isChosen} onChange={toggle} aria-label={t(gridTexts.selectRow, { row: index + 1 })} tabIndex={-1} />
        </div>
      ) : null}
      {grid.columns.map((column, at) => {
        const issues = grid.issuesOf?.(row, column.key) ?? []
        const markLevel = worstLevel(issues)
        const isEditing = active === at && editing !== null
        return (
          <div
            key={column.key}
            id={`${id}-${index}-${at}`}
            role="gridcell"
            aria-colindex={at + 1}
            aria-invalid={markLevel === 'error' || undefined}
            className={['k-grid-cell', active === at ? 'k-grid-active' : '', markLevel ? `k-grid-${markLevel}` : ''].join(' ')}
            style={cellStyle(column, left[at] ?? 0)}
            title={issues.map((issue) => issue.text).join('\n') || undefined}
            onClick={() => onActivate(at)}
            onDoubleClick={() => onStart(at)}
          >
            {isEditing ? (
              <Editor
                initial={editing.text}
                isTyped={editing.isTyped}
                label={column.title}
                onCommit={(text, step) => onCommit(at, text, step)}
                onCancel={onCancel}
              />
            ) : (
              <span className="k-grid-text">{column.render ? column.render(row) : column.text(row)}</span>
            )}
          </div>
        )
      })}
    </div>
  )
}
