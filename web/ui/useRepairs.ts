import { useRef, useState } from 'react'
import { queryClient } from '#/web/kernel/query.ts'
import type { CellChange } from './EditGrid.tsx'

const MAX_CHANGES = 500

/** A grid row with its changed cells. */
export interface CellRepair<Cell extends string> {
  readonly key: number
  readonly cells: Partial<Record<Cell, string>>
}

/** Sends edits one at a time, in order. Edits appear at once and are reverted when the server refuses them. */
export function useRepairs<Cell extends string>(send: (changes: readonly CellRepair<Cell>[]) => Promise<unknown>) {
  type Cells = Partial<Record<Cell, string>>
  const [shown, setShown] = useState<ReadonlyMap<number, Cells>>(new Map())
  const waiting = useRef(new Map<number, Cells>())
  const isSending = useRef(false)
  const drain = async () => {
    if (isSending.current) return
    isSending.current = true
    while (waiting.current.size > 0) {
      const sent = [...waiting.current].slice(0, MAX_CHANGES)
      for (const [id] of sent) waiting.current.delete(id)
      await send(sent.map(([key, cells]) => ({ key, cells })))
      await queryClient.invalidateQueries()
      setShown(new Map(waiting.current))
    }
    isSending.current = false
  }
  const withChange = (cells: Cells | undefined, column: string, text: string) => ({ ...cells, [column]: text }) as Cells
  const edit = (changes: readonly CellChange[]) => {
    for (const { key, column, text } of changes) waiting.current.set(Number(key), withChange(waiting.current.get(Number(key)), column, text))
    setShown((before) => {
      const next = new Map(before)
      for (const { key, column, text } of changes) next.set(Number(key), withChange(next.get(Number(key)), column, text))
      return next
    })
    void drain()
  }
  return { shown, edit }
}
