import { sql } from 'kysely'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { isAboveUnits, oldestAt, type PendingKind, type PlaceSum, sumsByPlace } from '#/server/kernel/declarations/pending.ts'
import { isEndProposedByOther } from '#/server/organisations/relations/store.ts'

/** Counts proposed ends of relations. A unit of several centres counts at the current one if it works there. */
async function sumProposedEnds(ctx: Context, scope: Scope): Promise<PlaceSum[]> {
  const at = scope.all
    ? sql`(select null::bigint as centre_id) at`
    : sql`(select setting.centre_id from unit_setting setting where setting.unit_id = person.unit_id and setting.centre_id = any(${[...scope.centreIds]}::bigint[])
        order by setting.centre_id <> ${ctx.scope.centreId ?? 0}, setting.centre_id limit 1) at`
  return ctx.rows<PlaceSum>`select at.centre_id, null::smallint as mode, count(*) as count, 0 as amount,
      ${oldestAt(sql`person.end_proposed_at`)} as oldest_at
    from unit_related_person person cross join lateral ${at} where ${isEndProposedByOther({ ...ctx, scope })} group by 1`
}

/** Undecided requests to let a unit pay a related person, and proposed ends of relations. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'exceptions',
    page: 'datacheck',
    query: 'exceptions=open',
    rights: ['user:audit'],
    sums: (ctx, scope) =>
      sumsByPlace(ctx, scope, {
        table: sql`relation_exception asked`,
        as: 'asked',
        where: sql`asked.state = 'pending'`,
        since: sql`asked.created_at`,
      }),
  },
  { kind: 'relationEnds', page: 'datacheck', query: 'ends=mine', rights: ['user:audit'], isFor: isAboveUnits, sums: sumProposedEnds },
]
