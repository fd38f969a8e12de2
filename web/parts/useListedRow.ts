import { useRead } from '#/web/kernel/query.ts'
import { useOpenRow } from '#/web/ui/useOpenRow.ts'

interface ListAnswer<Row> {
  readonly rows: readonly Row[]
}

/**
 * Returns the row of a list whose drawer is open. Reads a row outside the page or filter by its id (`alone`), so the
 * drawer shows its current state.
 */
export function useListedRow<Row extends { readonly id: number }, I>(
  list: { readonly data?: ListAnswer<Row> | undefined },
  id: number,
  { call, alone }: { readonly call: Parameters<typeof useRead<I, ListAnswer<Row>>>[0]; readonly alone: I },
): Row | undefined {
  const isOpen = (row: Row) => row.id === id
  const isOutsideList = id !== 0 && list.data !== undefined && !list.data.rows.some(isOpen)
  const detailQuery = useRead(call, alone, { isEnabled: isOutsideList, keepLast: false })
  return useOpenRow(isOutsideList ? detailQuery.data?.rows : list.data?.rows, isOpen)
}
