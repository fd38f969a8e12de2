import { sql } from 'kysely'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { countWithoutPlace, isAboveUnits, oldestAt, type PendingKind, type PlaceSum } from '#/server/kernel/declarations/pending.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import { managesUnits } from '#/server/organisations/units/blockers.ts'
import { isForCaller } from '#/server/organisations/units/store-identity.ts'
import { awaitsCaller } from '#/server/organisations/units/store-terms.ts'

/** Counts units whose change the caller may decide, each once: in the current mode if the unit works in it. */
async function sumIdentityChanges(ctx: Context, scope: Scope): Promise<PlaceSum[]> {
  const at = scope.all
    ? sql`(select null::bigint as centre_id, null::smallint as mode) at`
    : sql`(select setting.centre_id, setting.mode from unit_setting setting where setting.unit_id = unit.id and setting.centre_id = any(${[...scope.centreIds]}::bigint[])
        order by setting.mode <> ${ctx.scope.mode ?? 0}, setting.mode limit 1) at`
  return ctx.rows<PlaceSum>`select at.centre_id, at.mode, count(*) as count, 0 as amount, ${oldestAt(sql`change.proposed_at`)} as oldest_at
    from unit_identity_change change join unit on unit.id = change.unit_id cross join lateral ${at} where ${isForCaller(ctx)} group by 1, 2`
}

/** Units with a name, a legal person, a contact number, terms or an assignment that others proposed and the caller may decide. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'unitIdentities', page: 'userDwList', query: 'forMe=identity', rights: ['unit:edit'], isFor: managesUnits, sums: sumIdentityChanges },
  {
    kind: 'unitTerms',
    page: 'ptbiliEdit',
    query: 'waiting=forMe',
    rights: ['ptbiliEdit'],
    isFor: managesUnits,
    sums: (ctx, scope) =>
      countWithoutPlace(
        ctx,
        sql`from unit_setting_version open join unit_setting setting on setting.id = open.setting_id
          where ${awaitsCaller(ctx)} and ${inScope(scope, 'setting', { mode: true })}`,
        { what: sql`distinct open.setting_id` },
      ),
  },
  {
    kind: 'assignments',
    page: 'userDwList',
    query: 'forMe=assignment',
    rights: ['unit:edit'],
    isFor: isAboveUnits,
    sums: (ctx, scope) =>
      countWithoutPlace(
        ctx,
        sql`from unit_assignment held where held.state = 'proposed' and held.set_by is distinct from ${ctx.actor.userId}
          and exists (select from unit_setting place where place.unit_id = held.unit_id and ${inScope(scope, 'place', { mode: true })})`,
        { what: sql`distinct held.unit_id` },
      ),
  },
]
