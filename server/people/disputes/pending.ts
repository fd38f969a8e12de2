import { sql } from 'kysely'
import { byPlace, isUnitUser, type PendingKind } from '#/server/kernel/pending.ts'

/** Identity disputes that no one has decided. */
export const pending: readonly PendingKind[] = [
  {
    kind: 'disputes',
    page: 'userYzPtList',
    query: 'disputes=open',
    rights: ['user:audit'],
    isFor: (ctx) => !isUnitUser(ctx),
    sums: (ctx, scope) => byPlace(ctx, scope, { table: sql`identity_dispute dispute`, as: 'dispute', where: sql`dispute.state = 'open'` }),
  },
]
