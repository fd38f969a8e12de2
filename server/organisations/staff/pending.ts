import { sql } from 'kysely'
import { countWithoutPlace, isAboveUnits, type PendingKind } from '#/server/kernel/declarations/pending.ts'

/** Staff whose units others proposed to hand over, undecided. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'handovers',
    page: 'employeeList',
    query: 'isForMe=1',
    rights: ['user:edit'],
    isFor: isAboveUnits,
    sums: (ctx) =>
      countWithoutPlace(ctx, sql`from customer_handover where state = 'proposed' and created_by <> ${ctx.actor.userId}`, {
        what: sql`distinct from_user_id`,
        since: sql`created_at`,
      }),
  },
]
