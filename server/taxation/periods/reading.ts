import type { Turn } from '#/domain/paging.ts'
import type { Context } from '#/server/kernel/context.ts'
import { drawUp, policyOf } from '#/server/taxation/periods/drawing.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'
import * as store from '#/server/taxation/periods/store-lines.ts'

/** A page of the lines of a period, found in the caller's scope: of an edition as it was drawn up, or as they stand now while there is none. */
export async function readLines(ctx: Context, row: PeriodRow, edition: number | null, filter: store.LineFilter, turn: Turn) {
  return ctx.widen('lines of a declaration', async () => {
    const isLive = edition === null || row.state === 'open' || row.state === 'closing'
    const { ids, next, count } = await store.pageOfPeople(ctx, row, isLive ? null : edition, filter, turn)
    const lines = isLive ? await drawUp(ctx, row, ids, await policyOf(ctx, row.month), row.state === 'open') : await store.linesByPeople(ctx, row, edition, ids)
    return { lines, next, count }
  })
}

/** How many lines a period has: of an edition, or (null) as they stand now. */
export function countLines(ctx: Context, row: PeriodRow, edition: number | null): Promise<number> {
  return edition === null ? ctx.widen('lines of a declaration', () => store.countPeople(ctx, row)) : Promise.resolve(row.people)
}

/** The lines behind a person, in the order of people: of an edition as it was drawn up, or (null) as they stand now. */
export async function readOn(
  ctx: Context,
  row: Pick<PeriodRow, 'id' | 'centre_id' | 'month'>,
  edition: number | null,
  { after, most }: { after: number; most: number },
): Promise<store.LineRow[]> {
  return ctx.widen('lines of a declaration', async () => {
    if (edition !== null) return store.linesAfter(ctx, row, edition, { after, most })
    return drawUp(ctx, row, await store.nextPeople(ctx, row, after, most), await policyOf(ctx, row.month), true)
  })
}
