import { useEffect, useRef } from 'react'

/**
 * Returns the open row of a list, or its last state after it left the list. The row stays open until the user closes
 * it.
 */
export function useOpenRow<Row>(rows: readonly Row[] | undefined, isOpen: (row: Row) => boolean): Row | undefined {
  const row = rows?.find(isOpen)
  const last = useRef(row)
  useEffect(() => {
    if (row !== undefined) last.current = row
  }, [row])
  return row ?? (last.current !== undefined && isOpen(last.current) ? last.current : undefined)
}
