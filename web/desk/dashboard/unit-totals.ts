import { fen, sumOf } from '#/domain/base/money.ts'

interface UnitRow {
  /** False for a unit that was moved away, which may still bring commission. */
  readonly isOwn: boolean
  readonly net: number
  readonly commission: number
}

/** Returns the totals of a partner's units. The list has no pages, so the rows are all units. */
export function unitTotals(rows: readonly UnitRow[]) {
  const own = rows.filter((row) => row.isOwn).length
  return { own, former: rows.length - own, net: sumOf(rows, (row) => fen(row.net)), commission: sumOf(rows, (row) => fen(row.commission)) }
}
