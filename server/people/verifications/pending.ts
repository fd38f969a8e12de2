import { sql } from 'kysely'
import { isUnitUser, type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'

/** Undecided verifications with evidence from others. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'verifications',
    page: 'userYzPtList',
    query: 'hand=mine',
    rights: ['user:audit'],
    isFor: (ctx) => !isUnitUser(ctx),
    sums: (ctx, scope) =>
      sumsByPlace(ctx, scope, { table: sql`hand_verification hand`, as: 'hand', where: sql`hand.state = 'waiting' and hand.asked_by <> ${ctx.actor.userId}` }),
  },
]
