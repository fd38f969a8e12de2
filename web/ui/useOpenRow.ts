import { useEffect, useRef } from 'react'

/** The open row of a list: as the list has it, or as it was when it left the list. What a user has opened stays until they close it. */
export function useOpenRow<Row>(rows: readonly Row[] | undefined, isOpen: (row: Row) => boolean): Row | undefined {
  const found = rows?.find(isOpen)
  const last = useRef(found)
  useEffect(() => {
    if (found !== undefined) last.current = found
  }, [found])
  return found ?? (last.current !== undefined && isOpen(last.current) ? last.current : undefined)
}
