import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { oldestAt, type PendingFigure, type PendingKind, type PlaceSum, totalOf } from '#/server/kernel/declarations/pending.ts'

/**
 * Unit accounts that await review, by centre. A unit of several centres counts once: at the current centre if it works
 * there, otherwise at one of the others.
 */
const sumPendingAccounts: PendingKind['sums'] = async (ctx, scope) => {
  const at =
    scope.centreIds.length === 0
      ? sql`(select null::bigint as centre_id where ${scope.all} or asked.unit_id = any(${[...scope.unitIds]}::bigint[])) at`
      : sql`(select setting.centre_id from unit_setting setting where setting.unit_id = asked.unit_id and setting.centre_id = any(${[...scope.centreIds]}::bigint[])
          order by setting.centre_id <> ${ctx.scope.centreId ?? 0}, setting.centre_id limit 1) at`
  return ctx.rows<PlaceSum>`select at.centre_id, null::smallint as mode, count(*) as count, 0 as amount,
      ${oldestAt(sql`asked.requested_at`)} as oldest_at
    from account_application asked cross join lateral ${at} where asked.state = 'pending' group by 1`
}

/** Unit accounts to review. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'accounts', page: 'dwEmployeeCheck', query: 'state=pending', rights: ['user:edit'], sums: sumPendingAccounts },
]

/** Returns unit accounts waiting for the centre's review, within the caller's scope. */
export const countAccountsToReview = async (ctx: Context): Promise<PendingFigure> => ({
  count: totalOf(await sumPendingAccounts(ctx, ctx.scope)).count,
  amount: null,
})
