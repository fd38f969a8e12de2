import { useEffect, useRef } from 'react'

/**
 * Returns the open row of a list, or its last state after it left the list. The row stays open until the user closes
 * it.
 */
export function useOpenRow<Row>(rows: readonly Row[] | undefined, isOpen: (row: Row) => boolean): Row | undefined {
  const found = rows?.find(isOpen)
  const last = useRef(found)
  useEffect(() => {
    if (found !== undefined) last.current = found
  }, [found])
  return found ?? (last.current !== undefined && isOpen(last.current) ? last.current : undefined)
}
