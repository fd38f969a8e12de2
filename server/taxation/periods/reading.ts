import { periodRefusals } from '#/api/taxation/periods.texts.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { computeLines, policyOf } from '#/server/taxation/periods/line-computation.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'
import * as store from '#/server/taxation/periods/store-lines.ts'

/**
 * Returns the edition whose lines the page of a period shows; null for live lines, which an open month has. Without a
 * request, the last complete edition: while a correction is prepared, its own lines are only a part. Refuses a request
 * for that part.
 */
export function shownEdition(row: Pick<PeriodRow, 'state' | 'edition' | 'is_computing' | 'done_count' | 'total_count'>, requested?: number): number | null {
  if (row.state === 'open' || row.state === 'closing') return null
  if (row.is_computing && requested === row.edition) refuse(periodRefusals, 'computing', { done: row.done_count, total: row.total_count })
  return requested ?? (row.is_computing ? row.edition - 1 : row.edition || null)
}

/**
 * Returns a page of a period's lines: those of an edition, or live ones if there is none. The caller checks the scope
 * of the period.
 */
export async function readLines(ctx: Context, row: PeriodRow, edition: number | null, filter: store.LineFilter, page: PageRequest) {
  return ctx.widen('lines of a declaration', async () => {
    const { ids, next, count } = await store.pageOfPeople(ctx, row, edition, filter, page)
    return { lines: await linesOf(ctx, row, edition, ids), next, count }
  })
}

async function linesOf(ctx: Context, row: Pick<PeriodRow, 'id' | 'centre_id' | 'month' | 'state'>, edition: number | null, ids: readonly number[]) {
  if (edition !== null) return store.linesByPeople(ctx, row, edition, ids)
  return computeLines(ctx, row, ids, await policyOf(ctx, row.month), row.state === 'open')
}

/** Returns the filter of lines by a name or an ID number. */
export function lineFilterOf(ctx: Context, keyword: string | undefined): store.LineFilter {
  return { keyword, numberIndex: keyword ? ctx.vault.index('id_number', keyword) : undefined }
}

/** Returns the payees of a period whose lines match the filter, ordered by id. */
export function matchingPayeeIds(ctx: Context, row: PeriodRow, edition: number | null, filter: store.LineFilter): Promise<number[]> {
  return ctx.widen('lines of a declaration', () => store.matchingPeople(ctx, row, edition, filter))
}

/** Counts the lines of an edition, or the live ones if `edition` is null. */
export function countLines(ctx: Context, row: PeriodRow, edition: number | null): Promise<number> {
  return ctx.widen('lines of a declaration', () => (edition === null ? store.countPeople(ctx, row) : store.countStoredLines(ctx, row, edition)))
}

interface Chunk {
  readonly after: number
  readonly most: number
  /** The only payees to read, ordered by id; null for all. */
  readonly payeeIds: readonly number[] | null
}

/**
 * Returns the lines after a payee, ordered by operator id: the lines of an edition, or the live lines if `edition` is
 * null.
 */
export async function readAfter(
  ctx: Context,
  row: Pick<PeriodRow, 'id' | 'centre_id' | 'month' | 'state'>,
  edition: number | null,
  { after, most, payeeIds }: Chunk,
): Promise<store.LineRow[]> {
  return ctx.widen('lines of a declaration', async () => {
    if (payeeIds === null && edition !== null) return store.linesAfter(ctx, row, edition, { after, most })
    const ids = payeeIds?.filter((id) => id > after).slice(0, most) ?? (await store.nextPeople(ctx, row, after, most))
    return linesOf(ctx, row, edition, ids)
  })
}
