import { sql } from 'kysely'
import { countWithoutPlace, isAboveUnits, type PendingKind } from '#/server/kernel/declarations/pending.ts'
import { inScope } from '#/server/kernel/session/scope.ts'

/** Units with an assignment that others proposed and no one has decided. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'assignments',
    page: 'userDwList',
    query: 'isForMe=1',
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
