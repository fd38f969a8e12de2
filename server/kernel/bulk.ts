import { Refusal } from '#/server/kernel/refusal.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'

/** What happened to each of several things; what could not be done says why. */
export interface BulkResult {
  readonly ok: number[]
  readonly fail: { id: number; reason: string }[]
}

/**
 * Refuses the whole call unless everything it names was found in the caller's scope: of a list with own and other people's rows in it, nothing is done. Whether a
 * missing one is somebody else's or never was is not told.
 */
export function expectAllFound<Id extends number | string>(named: Iterable<Id>, found: Iterable<Id>): void {
  const known = new Set(found)
  const wanted = new Set(named)
  const missing = [...wanted].filter((id) => !known.has(id)).length
  if (missing > 0) throw new Refusal('not_all_there', kernelRefusals.notAllThere, { missing, count: wanted.size })
}

/**
 * Does something with each by itself, in the order of their ids, so that no two callers wait for each other; one that cannot be done keeps no other back. All of
 * them are found before anything is done: one outside of the caller's scope refuses the whole call.
 */
export async function forEachFound<Row>(
  ids: readonly number[],
  find: (id: number) => Promise<Row | undefined> | Row | undefined,
  work: (row: Row, id: number) => Promise<string>,
): Promise<BulkResult> {
  const rows = new Map<number, Row>()
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const row = await find(id)
    if (row !== undefined) rows.set(id, row)
  }
  expectAllFound(ids, rows.keys())
  const ok: number[] = []
  const fail: { id: number; reason: string }[] = []
  for (const [id, row] of rows) {
    const reason = await work(row, id)
    if (reason === '') ok.push(id)
    else fail.push({ id, reason })
  }
  return { ok, fail }
}
