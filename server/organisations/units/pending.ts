import { sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { oldestAt, type PendingKind, type PlaceSum } from '#/server/kernel/declarations/pending.ts'
import { managesUnits } from '#/server/organisations/units/blockers.ts'

/** Counts units whose change the caller may decide. Only the platform decides for a unit of several centres. */
function sumIdentityChanges(ctx: Context, scope: Scope): Promise<PlaceSum[]> {
  const at = scope.all
    ? sql`(select null::bigint as centre_id) at`
    : sql`(select min(setting.centre_id) as centre_id from unit_setting setting where setting.unit_id = change.unit_id
        having count(distinct setting.centre_id) = 1 and min(setting.centre_id) = any(${[...scope.centreIds]}::bigint[])) at`
  // Widened, because row security hides the other centres of a shared unit.
  return ctx.widen('changes of units of one centre', async () => {
    const { rows } = await sql<PlaceSum>`select at.centre_id, null::smallint as mode, count(*) as count, 0 as amount,
        ${oldestAt(sql`change.proposed_at`)} as oldest_at
      from unit_identity_change change join unit on unit.id = change.unit_id cross join lateral ${at}
      where change.state = 'waiting' and change.proposed_by <> ${ctx.actor.userId} and unit.status <> ${accountStatus.closed} group by 1`.execute(ctx.db)
    return rows
  })
}

/** Proposed names and contact numbers of units that the caller may decide. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'unitIdentities', page: 'userDwList', query: 'isChanging=yes', rights: ['unit:edit'], isFor: managesUnits, sums: sumIdentityChanges },
]
