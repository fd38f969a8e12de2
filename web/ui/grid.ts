export interface CellPosition {
  readonly row: number
  readonly column: number
}

/** Returns the cell that an arrow, Home, End or page key leads to; null for other keys. */
export function cellAfterKey(key: string, isWithControl: boolean, at: CellPosition, rows: number, columns: number, pageRows: number): CellPosition | null {
  const clampPosition = (row: number, column: number): CellPosition => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  })
  switch (key) {
    case 'ArrowDown':
      return clampPosition(isWithControl ? rows - 1 : at.row + 1, at.column)
    case 'ArrowUp':
      return clampPosition(isWithControl ? 0 : at.row - 1, at.column)
    case 'ArrowLeft':
      return clampPosition(at.row, isWithControl ? 0 : at.column - 1)
    case 'ArrowRight':
      return clampPosition(at.row, isWithControl ? columns - 1 : at.column + 1)
    case 'Home':
      return clampPosition(isWithControl ? 0 : at.row, 0)
    case 'End':
      return clampPosition(isWithControl ? rows - 1 : at.row, columns - 1)
    case 'PageDown':
      return clampPosition(at.row + pageRows, at.column)
    case 'PageUp':
      return clampPosition(at.row - pageRows, at.column)
    default:
      return null
  }
}

/** Returns the rows to render for a scroll position, with spare rows on both sides. */
export function visibleRows(scrollTop: number, height: number, rowHeight: number, rows: number, spare = 8): { from: number; to: number } {
  const from = Math.max(0, Math.floor(scrollTop / rowHeight) - spare)
  return { from: Math.min(from, Math.max(0, rows - 1)), to: Math.min(rows, Math.ceil((scrollTop + height) / rowHeight) + spare) }
}

/** Parses a range copied from a spreadsheet (tabs, line ends, quoted cells) into rows of texts. */
export function parseRange(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isInQuotes = false
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]
    if (isInQuotes) {
      if (letter === '"' && text[index + 1] === '"') {
        cell += '"'
        index++
      } else if (letter === '"') isInQuotes = false
      else cell += letter
    } else if (letter === '"' && cell === '') isInQuotes = true
    else if (letter === '\t') {
      rows.at(-1)?.push(cell)
      cell = ''
    } else if (letter === '\n') {
      rows.at(-1)?.push(cell.replace(/\r$/, ''))
      cell = ''
      rows.push([])
    } else cell += letter
  }
  rows.at(-1)?.push(cell.replace(/\r$/, ''))
  return rows.at(-1)?.length === 1 && rows.at(-1)?.[0] === '' ? rows.slice(0, -1) : rows
}

/** Heights of a row and of the header, and the width of the check box column, in pixels. */
export const gridSizes = { row: 34, head: 36, check: 40 } as const

/** Returns the left offset of each column, in pixels. */
export function columnOffsets(columns: readonly { readonly width: number }[], start: number): number[] {
  let nextStart = start
  return columns.map((column) => {
    const columnStart = nextStart
    nextStart += column.width
    return columnStart
  })
}

/** Counts of pasted rows and columns that did not fit into the grid. */
export interface OmittedCells {
  readonly rows: number
  readonly columns: number
}

/** Counts the rows and columns of a pasted range beyond the last row and the last editable column. */
export function omittedCells(range: readonly (readonly string[])[], rows: number, columns: number): OmittedCells {
  return { rows: Math.max(0, range.length - rows), columns: Math.max(0, Math.max(0, ...range.map((cells) => cells.length)) - columns) }
}

/**
 * Returns the columns for a phone, where three pinned columns would hide the others. Only the last pinned column, which
 * names the row, stays pinned, and comes first.
 */
export function phoneColumns<C extends { readonly isPinned?: boolean }>(columns: readonly C[]): C[] {
  const name = columns.findLast(({ isPinned }) => isPinned)
  return name ? [name, ...columns.filter((column) => column !== name).map((column) => ({ ...column, isPinned: false }))] : [...columns]
}
