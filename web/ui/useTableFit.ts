import { type RefObject, useLayoutEffect, useRef } from 'react'

// Fits tables to their content. Column widths are set for Chinese. In other languages, texts must not break words, hide
// an action or give rows different heights.

/**
 * The largest width of a text column, as a multiple of its set width. A longer text is truncated and becomes the title.
 */
const GROWTH = 1.8
/**
 * The number of passes. In a table that fills its box, widening one column narrows others, so a second pass may find
 * more.
 */
const PASSES = 3
/** The smallest height of a two-line row, as a multiple of a one-line row. */
const TWO_LINES = 1.5

/** Returns whether a cell is never truncated: headings, totals, tags and actions. */
const isNeverTruncated = (cell: HTMLElement) =>
  cell.tagName === 'TH' || cell.parentElement?.parentElement?.tagName === 'TFOOT' || cell.matches('.k-pin-right, .k-table-box, :has(.k-tag)')

/**
 * Returns a function that measures by how many pixels a cell's content exceeds the cell. An ellipsis starts at the
 * padding, before anything overflows, and hides a tag that does not fit.
 */
function measureFor(table: HTMLTableElement): (cell: HTMLElement) => number {
  const first = table.tBodies[0]?.rows[0]?.cells[0]
  const padding = first ? Number.parseFloat(getComputedStyle(first).paddingRight) : 0
  const contentRange = document.createRange()
  return (cell) => {
    contentRange.selectNodeContents(cell)
    const contentEnd = cell.getBoundingClientRect().right - padding
    return Math.max(cell.scrollWidth - cell.clientWidth, Math.ceil(contentRange.getBoundingClientRect().right - contentEnd - 0.05))
  }
}

/** Widens the columns whose content does not fit. Returns whether any changed. */
function widen(table: HTMLTableElement): boolean {
  const columns = [...table.querySelectorAll('col')]
  const previousWidths = columns.map((column) => Number.parseFloat(column.style.width))
  const widths = [...previousWidths]
  const missingWidthOf = measureFor(table)
  for (const row of table.rows)
    for (const [at, cell] of [...row.cells].entries()) {
      const missingWidth = missingWidthOf(cell)
      const setWidth = Number(columns[at]?.dataset.width)
      if (missingWidth <= 0 || cell.matches('.k-cut') || Number.isNaN(setWidth)) continue
      const limit = isNeverTruncated(cell) ? Number.POSITIVE_INFINITY : setWidth * GROWTH
      widths[at] = Math.max(widths[at] ?? 0, Math.min(cell.offsetWidth + missingWidth, limit))
    }
  if (widths.every((width, at) => width === previousWidths[at])) return false
  for (const [at, column] of columns.entries()) column.style.width = `${widths[at]}px`
  table.style.minWidth = `${widths.reduce((sum, width) => sum + width, 0)}px`
  return true
}

/** Sets the text of truncated cells as their title. */
function titleTruncatedCells(table: HTMLTableElement) {
  const missingWidthOf = measureFor(table)
  for (const cell of table.querySelectorAll<HTMLElement>('tbody td')) {
    const isCut = missingWidthOf(cell) > 0
    if (isCut && !cell.querySelector('[title]')) cell.title = cell.textContent ?? ''
    else if (!isCut && cell.title) cell.removeAttribute('title')
  }
}

/**
 * Sets all rows to the height of the tallest. In a plain table, where texts wrap, only one-line rows are aligned, with
 * or without a button.
 */
function equalizeRowHeights(table: HTMLTableElement, isPlain: boolean) {
  const heights = [...(table.tBodies[0]?.rows ?? [])].map((row) => row.offsetHeight)
  const lowestHeight = Math.min(...heights)
  const limit = Math.max(...heights.filter((height) => !isPlain || height < lowestHeight * TWO_LINES))
  if (heights.some((height) => height < limit)) table.style.setProperty('--row-height', `${limit}px`)
}

/** Stores the offsets of the pinned columns, and whether the table is wider than its box or scrolled to its end. */
function pin(box: HTMLElement) {
  let left = 0
  let right = 0
  for (const [at, head] of [...box.querySelectorAll<HTMLElement>('thead th')].entries()) {
    if (head.classList.contains('k-pin-right')) right += head.offsetWidth
    if (!head.classList.contains('k-pin-left')) continue
    box.style.setProperty(`--pin-${at}`, `${left}px`)
    left += head.offsetWidth
  }
  // Keeps a focused control out from under the pinned columns when it is scrolled into view.
  box.style.scrollPaddingInline = `${left}px ${right}px`
  box.toggleAttribute('data-overflows', box.scrollWidth > box.clientWidth + 1)
  box.toggleAttribute('data-at-end', box.scrollLeft + box.clientWidth >= box.scrollWidth - 1)
}

/** Undoes `widen` and `equalizeRowHeights`, because other rows may need less space. */
function reset(table: HTMLTableElement) {
  const columns = [...table.querySelectorAll('col')]
  for (const column of columns) column.style.width = `${column.dataset.width}px`
  table.style.minWidth = `${columns.reduce((sum, column) => sum + Number(column.dataset.width), 0)}px`
  table.style.removeProperty('--row-height')
}

/**
 * Fits the table in this box to its content. `of` are the columns and rows it depends on. In a plain table (drawer,
 * dialog) texts wrap, and only headings and actions widen columns.
 */
export function useTableFit(isPlain: boolean, of: readonly unknown[]): RefObject<HTMLElement | null> {
  const scroller = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    const table = box?.querySelector('table')
    if (!box || !table) return
    let width = box.clientWidth
    const fitTable = () => {
      for (let pass = 0; pass < PASSES && widen(table); pass += 1);
      if (!isPlain) titleTruncatedCells(table)
      equalizeRowHeights(table, isPlain)
      pin(box)
    }
    const handleScroll = () => pin(box)
    reset(table)
    fitTable()
    const resizeObserver = new ResizeObserver(() => {
      if (box.clientWidth === width) return handleScroll()
      width = box.clientWidth
      // Deferred, because changing the height inside the box's own observer is an error.
      requestAnimationFrame(fitTable)
    })
    resizeObserver.observe(box)
    box.addEventListener('scroll', handleScroll, { passive: true })
    return () => {
      resizeObserver.disconnect()
      box.removeEventListener('scroll', handleScroll)
    }
  }, [isPlain, ...of])
  return scroller
}
