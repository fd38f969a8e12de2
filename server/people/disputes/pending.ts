import { sql } from 'kysely'
import { isUnitUser, type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'

/** Identity disputes that no one has decided. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'disputes',
    page: 'userYzPtList',
    query: 'disputes=open',
    rights: ['user:audit'],
    isFor: (ctx) => !isUnitUser(ctx),
    sums: (ctx, scope) =>
      sumsByPlace(ctx, scope, {
        table: sql`identity_dispute dispute`,
        as: 'dispute',
        where: sql`dispute.state = 'open'`,
        since: sql`dispute.created_at`,
      }),
  },
]
