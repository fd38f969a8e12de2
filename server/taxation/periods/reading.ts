import type { PageRequest } from '#/domain/base/paging.ts'
import type { Context } from '#/server/kernel/context.ts'
import { computeLines, policyOf } from '#/server/taxation/periods/line-computation.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'
import * as store from '#/server/taxation/periods/store-lines.ts'

/**
 * Returns a page of a period's lines: those of an edition, or live ones if there is none. The caller checks the scope
 * of the period.
 */
export async function readLines(ctx: Context, row: PeriodRow, edition: number | null, filter: store.LineFilter, page: PageRequest) {
  return ctx.widen('lines of a declaration', async () => {
    const isLive = edition === null || row.state === 'open' || row.state === 'closing'
    const { ids, next, count } = await store.pageOfPeople(ctx, row, isLive ? null : edition, filter, page)
    const lines = isLive
      ? await computeLines(ctx, row, ids, await policyOf(ctx, row.month), row.state === 'open')
      : await store.linesByPeople(ctx, row, edition, ids)
    return { lines, next, count }
  })
}

/** Counts the lines of an edition, or the live ones if `edition` is null. */
export function countLines(ctx: Context, row: PeriodRow, edition: number | null): Promise<number> {
  return edition === null ? ctx.widen('lines of a declaration', () => store.countPeople(ctx, row)) : Promise.resolve(row.people)
}

/**
 * Returns the lines after a payee, ordered by operator id: the lines of an edition, or the live lines if `edition` is
 * null.
 */
export async function readAfter(
  ctx: Context,
  row: Pick<PeriodRow, 'id' | 'centre_id' | 'month'>,
  edition: number | null,
  { after, most }: { after: number; most: number },
): Promise<store.LineRow[]> {
  return ctx.widen('lines of a declaration', async () => {
    if (edition !== null) return store.linesAfter(ctx, row, edition, { after, most })
    return computeLines(ctx, row, await store.nextPeople(ctx, row, after, most), await policyOf(ctx, row.month), true)
  })
}
