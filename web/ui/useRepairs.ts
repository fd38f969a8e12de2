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
  const pendingRepairs = useRef(new Map<number, Cells>())
  const isSending = useRef(false)
  const sendPending = async () => {
    if (isSending.current) return
    isSending.current = true
    while (pendingRepairs.current.size > 0) {
      const sentChanges = [...pendingRepairs.current].slice(0, MAX_CHANGES)
      for (const [id] of sentChanges) pendingRepairs.current.delete(id)
      await send(sentChanges.map(([key, cells]) => ({ key, cells })))
      await queryClient.invalidateQueries()
      setShown(new Map(pendingRepairs.current))
    }
    isSending.current = false
  }
  const withChange = (cells: Cells | undefined, column: string, text: string) => ({ ...cells, [column]: text }) as Cells
  const addChanges = (changes: readonly CellChange[]) => {
    for (const { key, column, text } of changes) pendingRepairs.current.set(Number(key), withChange(pendingRepairs.current.get(Number(key)), column, text))
    setShown((before) => {
      const next = new Map(before)
      for (const { key, column, text } of changes) next.set(Number(key), withChange(next.get(Number(key)), column, text))
      return next
    })
    void sendPending()
  }
  return { shown, edit: addChanges }
}
