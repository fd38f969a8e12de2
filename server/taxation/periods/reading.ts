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
    const lines = isLive ? await drawUp(ctx, row, ids, await policyOf(ctx, row.month)) : await store.linesByPeople(ctx, row, edition, ids)
    return { lines, next, count }
  })
}
