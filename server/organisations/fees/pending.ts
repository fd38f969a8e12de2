import { sql } from 'kysely'
import { countWithoutPlace, isPlatformScope, type PendingKind } from '#/server/kernel/declarations/pending.ts'
import { awaitsCaller } from '#/server/organisations/fees/store-plans.ts'

/** Fee plans and split rules that others proposed, or asked to withdraw, and no one has decided. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'feePlans',
    page: 'shoufeiblList',
    query: 'isForMe=1',
    rights: ['fee:edit'],
    isFor: isPlatformScope,
    sums: (ctx) =>
      countWithoutPlace(ctx, sql`from fee_plan_version open where ${awaitsCaller(ctx)}`, {
        what: sql`distinct open.plan_id`,
        since: sql`coalesce(open.withdraw_asked_at, open.created_at)`,
      }),
  },
  {
    kind: 'splitRules',
    page: 'ysetgade',
    query: 'isForMe=1',
    rights: ['split:edit'],
    isFor: isPlatformScope,
    sums: (ctx) =>
      countWithoutPlace(ctx, sql`from split_rule where state = 'pending' and created_by is distinct from ${ctx.actor.userId}`, { since: sql`created_at` }),
  },
]
