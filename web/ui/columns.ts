/** A user's column settings for one table. */
export interface ColumnChoice {
  /** Keys in order. Unlisted columns follow at the end. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  readonly pinned: readonly string[]
  readonly density: 'compact' | 'regular' | 'roomy'
}

interface ColumnLike {
  readonly key: string
  readonly isAlways?: boolean
  readonly isHiddenAtFirst?: boolean
  readonly pin?: 'left' | 'right'
}

/** Returns the default column settings. */
export function initialChoice(columns: readonly ColumnLike[]): ColumnChoice {
  return { order: [], hidden: columns.filter((column) => column.isHiddenAtFirst).map((column) => column.key), pinned: [], density: 'regular' }
}

/** Returns the columns in the chosen order. A column added in a later version keeps its place in the table. */
export function orderColumns<C extends ColumnLike>(columns: readonly C[], choice: ColumnChoice): C[] {
  const orderIndex = new Map(choice.order.map((key, index) => [key, index]))
  const orderedColumns = columns.filter((column) => orderIndex.has(column.key)).sort((a, b) => (orderIndex.get(a.key) ?? 0) - (orderIndex.get(b.key) ?? 0))
  const result: C[] = []
  let next = 0
  for (const column of columns) {
    if (!orderIndex.has(column.key)) result.push(column)
    else {
      const nextColumn = orderedColumns[next++]
      if (nextColumn) result.push(nextColumn)
    }
  }
  return result
}

/** Returns the visible columns: pinned ones first, actions last at the right. */
export function visibleColumns<C extends ColumnLike>(columns: readonly C[], choice: ColumnChoice): (C & { pin?: 'left' | 'right' })[] {
  const shownColumns = orderColumns(columns, choice).filter((column) => column.isAlways || !choice.hidden.includes(column.key))
  const pinnedColumns = shownColumns.map((column) => (choice.pinned.includes(column.key) ? { ...column, pin: 'left' as const } : column))
  const side = (column: ColumnLike) => (column.pin === 'left' ? 0 : column.pin === 'right' ? 2 : 1)
  return pinnedColumns.sort((a, b) => side(a) - side(b))
}

/** Returns the order after a column moved one place up or down. */
export function moveKey(keys: readonly string[], key: string, by: -1 | 1): string[] {
  const at = keys.indexOf(key)
  const targetIndex = at + by
  if (at < 0 || targetIndex < 0 || targetIndex >= keys.length) return [...keys]
  const next = [...keys]
  next.splice(at, 1)
  next.splice(targetIndex, 0, key)
  return next
}
