import { sql } from 'kysely'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { isUnitUser, type PendingKind, type PlaceSum, sumsByPlace } from '#/server/kernel/declarations/pending.ts'

/** Failed and returned manual payments reported by someone other than the caller. */
const reportedResults: PendingKind['sums'] = (ctx, scope) => {
  const where = sql`report.state = 'waiting' and report.reported_by <> ${ctx.actor.userId}`
  return sumsByPlace(ctx, scope, {
    table: sql`payout_report report`,
    as: 'report',
    where,
    amount: sql`report.amount_fen`,
    since: sql`report.reported_at`,
    hasMode: true,
  })
}

/** Returns unresolved bank exceptions with their suspense amounts, without the caller's own proposals. */
function exceptionSums(ctx: Context, scope: Scope, state: 'open' | 'proposed'): Promise<PlaceSum[]> {
  const othersCondition = state === 'open' ? sql`true` : sql`exception.proposed_by <> ${ctx.actor.userId}`
  const where = sql`exception.state = ${state} and ${othersCondition}`
  // The time of a proposal is not recorded.
  const since = state === 'open' ? sql`exception.opened_at` : undefined
  return sumsByPlace(ctx, scope, { table: sql`payout_exception exception`, as: 'exception', where, amount: sql`abs(exception.suspense_fen)`, since })
}

/** Bank exceptions to investigate, other users' proposals to confirm, and reported results of manual payments. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'bankExceptions', page: 'zfycList', query: 'states=open', rights: ['zf:propose'], sums: (ctx, scope) => exceptionSums(ctx, scope, 'open') },
  { kind: 'toConfirm', page: 'zfycList', query: 'isForMe=1', rights: ['zf:settle'], sums: (ctx, scope) => exceptionSums(ctx, scope, 'proposed') },
  {
    kind: 'reportsToConfirm',
    page: 'zfPtListpt',
    query: 'tab=reports',
    rights: ['zf:offline'],
    isFor: (ctx) => !isUnitUser(ctx),
    sums: reportedResults,
  },
]
