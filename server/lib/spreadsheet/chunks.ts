import { setImmediate } from 'node:timers/promises'
import type { RawRow, SheetCell, SheetRow } from '#/server/lib/spreadsheet/sheet.ts'

/** A chunk ends at this many cells or characters, because the event loop can decode it in a few milliseconds. */
const maxChunkCells = 10_000
const maxChunkCharacters = 200_000

/**
 * Rows passed between threads, as JSON in chunks. A single object would be copied at once and block the event loop.
 */
export type JsonChunks = readonly Uint8Array<ArrayBuffer>[]

type PackedCell = string | readonly [text: string, suspicious: NonNullable<SheetCell['suspicious']>]
type PackedRow = readonly [line: number, ...cells: PackedCell[]]
type PackedRawRow = readonly [line: number, cells: readonly (readonly [column: number, cell: PackedCell])[]]

const packCell = ({ text, suspicious }: SheetCell): PackedCell => (suspicious === undefined ? text : [text, suspicious])
const unpackCell = (cell: PackedCell): SheetCell => (typeof cell === 'string' ? { text: cell } : { text: cell[0], suspicious: cell[1] })

function packItems<T>(items: readonly T[], cellsOf: (item: T) => number, packed: (item: T) => unknown): JsonChunks {
  const encoder = new TextEncoder()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let chunkItems: string[] = []
  let cells = 0
  let characters = 0
  const finishChunk = () => {
    chunks.push(encoder.encode(`[${chunkItems.join()}]`))
    chunkItems = []
    cells = 0
    characters = 0
  }
  for (const item of items) {
    const json = JSON.stringify(packed(item))
    chunkItems.push(json)
    cells += 1 + cellsOf(item)
    characters += json.length
    if (cells >= maxChunkCells || characters >= maxChunkCharacters) finishChunk()
  }
  if (chunkItems.length > 0) finishChunk()
  return chunks
}

async function unpackItems<P, T>(chunks: JsonChunks, unpacked: (item: P) => T): Promise<T[]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const items: T[] = []
  for (const [at, chunk] of chunks.entries()) {
    if (at > 0) await setImmediate()
    for (const item of JSON.parse(decoder.decode(chunk)) as P[]) items.push(unpacked(item))
  }
  return items
}

/** The packed rows of a list, with their common keys. */
export interface PackedRows {
  readonly keys: readonly string[]
  readonly chunks: JsonChunks
}

export function packRows<K extends string>(rows: readonly SheetRow<K>[]): PackedRows {
  const keys = Object.keys(rows[0]?.cells ?? {}) as K[]
  const chunks = packItems(
    rows,
    () => keys.length,
    ({ line, cells }): PackedRow => [line, ...keys.map((key) => packCell(cells[key]))],
  )
  return { keys, chunks }
}

/** Unpacks the rows of a list. Other requests run in between. */
export function unpackRows<K extends string>({ keys, chunks }: PackedRows): Promise<SheetRow<K>[]> {
  return unpackItems(chunks, ([line, ...cells]: PackedRow) => {
    const entries = keys.map((key, at) => [key, unpackCell(cells[at] ?? '')] as const)
    return { line, cells: Object.fromEntries(entries) as Record<K, SheetCell> }
  })
}

/** Packs rows with their original columns. */
export function packRawRows(rows: readonly RawRow[]): JsonChunks {
  return packItems(
    rows,
    ({ cells }) => cells.size,
    ({ line, cells }): PackedRawRow => [line, [...cells].map(([column, cell]) => [column, packCell(cell)] as const)],
  )
}

/** Unpacks rows with their original columns. Lets other requests run in between. */
export function unpackRawRows(chunks: JsonChunks): Promise<RawRow[]> {
  return unpackItems(chunks, ([line, cells]: PackedRawRow) => ({ line, cells: new Map(cells.map(([column, cell]) => [column, unpackCell(cell)])) }))
}
