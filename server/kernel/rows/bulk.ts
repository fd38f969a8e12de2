import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'

/** The result of a bulk call: ids that succeeded, and failed ids with the reason of each. */
export interface BulkResult {
  readonly ok: number[]
  readonly fail: { id: number; reason: string }[]
}

/**
 * Refuses the whole call unless every id was found in the caller's scope. The refusal does not reveal whether a
 * missing row exists elsewhere.
 */
export function expectAllFound<Id extends number | string>(named: Iterable<Id>, rows: Iterable<Id>): void {
  const foundIds = new Set(rows)
  const requestedIds = new Set(named)
  const missing = [...requestedIds].filter((id) => !foundIds.has(id)).length
  if (missing > 0) throw new Refusal('not_all_there', kernelRefusals.notAllThere, { missing, count: requestedIds.size })
}

/**
 * Processes rows in id order, so that two callers cannot deadlock. A failing row does not stop the others.
 * All rows are loaded first: one outside the caller's scope refuses the whole call.
 */
export async function forEachRow<Row>(
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
