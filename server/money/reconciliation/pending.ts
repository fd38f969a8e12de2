import { sql } from 'kysely'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { isAboveUnits, type PendingFigure, type PendingKind, type PlaceSum, sumsByPlace, totalOf } from '#/server/kernel/declarations/pending.ts'

/** Returns reconciliation differences: open ones, those proposed by others, or all unsettled ones. */
function differenceSums(ctx: Context, scope: Scope, which: 'open' | 'proposed' | 'unsettled'): Promise<PlaceSum[]> {
  const conditions = {
    open: sql`item.state in ('open', 'waiting')`,
    proposed: sql`item.state = 'proposed' and item.proposed_by <> ${ctx.actor.userId}`,
    unsettled: sql`item.state <> 'settled'`,
  }
  return sumsByPlace(ctx, scope, { table: sql`recon_item item`, as: 'item', where: conditions[which], amount: sql`abs(item.ours_fen - item.theirs_fen)` })
}

/** Days without reconciliation files at 10:00 on the next day. */
const lateFiles: PendingKind['sums'] = (ctx, scope) => {
  const where = sql`kept.state = 'waiting' and (kept.day + 1)::timestamp at time zone 'Asia/Shanghai' + interval '10 hours' <= ${ctx.now}`
  return sumsByPlace(ctx, scope, { table: sql`recon_day kept`, as: 'kept', where })
}

const editorPage = { page: 'zfdzList', rights: ['recon:edit'], isFor: isAboveUnits } as const
const checkerPage = { page: 'zfdzList', rights: ['recon:check'], isFor: isAboveUnits } as const

/** Pending reconciliation work: open differences, days with late files, and proposals of others. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'reconDue', ...editorPage, query: 'pane=items&states=open,waiting', sums: (ctx, scope) => differenceSums(ctx, scope, 'open') },
  { kind: 'reconFiles', ...editorPage, query: 'isLate=1', sums: lateFiles },
  { kind: 'reconToCheck', ...checkerPage, query: 'pane=items&toCheck=1', sums: (ctx, scope) => differenceSums(ctx, scope, 'proposed') },
]

/** Returns unsettled reconciliation differences within the caller's scope. */
export async function unsettledDifferences(ctx: Context): Promise<PendingFigure> {
  const sums = isAboveUnits(ctx, ctx.scope) ? await differenceSums(ctx, ctx.scope, 'unsettled') : []
  return { count: totalOf(sums).count, amount: null }
}
