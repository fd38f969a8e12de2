import { sql } from 'kysely'
import { byPlace, isUnitUser, type PendingKind } from '#/server/kernel/pending.ts'

/** Undecided verifications with evidence from others. */
export const pending: readonly PendingKind[] = [
  {
    kind: 'verifications',
    page: 'userYzPtList',
    query: 'hand=mine',
    rights: ['user:audit'],
    isFor: (ctx) => !isUnitUser(ctx),
    sums: (ctx, scope) =>
      byPlace(ctx, scope, { table: sql`hand_verification hand`, as: 'hand', where: sql`hand.state = 'waiting' and hand.asked_by <> ${ctx.actor.userId}` }),
  },
]
