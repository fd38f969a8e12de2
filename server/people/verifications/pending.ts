import { sql } from 'kysely'
import { isUnitUser, type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'

/** Manual verifications that other people requested and that await a decision. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'verifications',
    page: 'userYzPtList',
    query: 'hand=mine',
    rights: ['user:audit'],
    isFor: (ctx) => !isUnitUser(ctx),
    sums: (ctx, scope) =>
      sumsByPlace(ctx, scope, {
        table: sql`hand_verification hand`,
        as: 'hand',
        where: sql`hand.state = 'waiting' and hand.asked_by <> ${ctx.actor.userId}`,
        since: sql`hand.asked_at`,
      }),
  },
]
