import { sql } from 'kysely'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { isAboveUnits, type PendingFigure, type PendingKind, type PlaceSum, startOfDayAt, sumsByPlace, totalOf } from '#/server/kernel/declarations/pending.ts'
import { isRequested } from '#/server/money/reconciliation/store-rules.ts'

/** Returns reconciliation differences: open ones, those proposed by others, or all unsettled ones. */
function differenceSums(ctx: Context, scope: Scope, which: 'open' | 'proposed' | 'unsettled'): Promise<PlaceSum[]> {
  const conditions = {
    open: sql`item.state in ('open', 'waiting')`,
    proposed: sql`item.state = 'proposed' and item.proposed_by <> ${ctx.actor.userId}`,
    unsettled: sql`item.state <> 'settled'`,
  }
  // The time of a proposal is not recorded.
  const since = which === 'proposed' ? undefined : sql`item.found_at`
  return sumsByPlace(ctx, scope, {
    table: sql`recon_item item`,
    as: 'item',
    where: conditions[which],
    amount: sql`abs(item.ours_fen - item.theirs_fen)`,
    since,
  })
}

/** Days without reconciliation files at 10:00 on the next day. */
const lateFiles: PendingKind['sums'] = (ctx, scope) => {
  const dueAt = sql`${startOfDayAt(sql`kept.day + 1`)} + interval '10 hours'`
  return sumsByPlace(ctx, scope, { table: sql`recon_day kept`, as: 'kept', where: sql`kept.state = 'waiting' and ${dueAt} <= ${ctx.now}`, since: dueAt })
}

/** Looser rules that another person asked for. */
const askedRules: PendingKind['sums'] = (ctx, scope) =>
  sumsByPlace(ctx, scope, {
    ...{ table: sql`recon_rule rule`, as: 'rule', where: sql`${isRequested} and rule.asked_by <> ${ctx.actor.userId}` },
    since: sql`rule.asked_at`,
  })

const editorPage = { page: 'zfdzList', rights: ['recon:edit'], isFor: isAboveUnits } as const
const checkerPage = { page: 'zfdzList', rights: ['recon:check'], isFor: isAboveUnits } as const

/** Pending reconciliation work: open differences, days with late files, and proposals of others. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'reconDue', ...editorPage, query: 'pane=items&states=open,waiting', sums: (ctx, scope) => differenceSums(ctx, scope, 'open') },
  { kind: 'reconFiles', ...editorPage, query: 'isLate=1', sums: lateFiles },
  { kind: 'reconToCheck', ...checkerPage, query: 'pane=items&toCheck=1', sums: (ctx, scope) => differenceSums(ctx, scope, 'proposed') },
  { kind: 'reconRules', ...checkerPage, query: 'rules=1', sums: askedRules },
]

/** Returns unsettled reconciliation differences within the caller's scope. */
export async function unsettledDifferences(ctx: Context): Promise<PendingFigure> {
  const sums = isAboveUnits(ctx, ctx.scope) ? await differenceSums(ctx, ctx.scope, 'unsettled') : []
  return { count: totalOf(sums).count, amount: null }
}
