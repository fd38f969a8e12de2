import { sql } from 'kysely'
import { isAboveUnits, type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'

/** Operators' requests to close their accounts. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'closings',
    page: 'userYzPtList',
    query: 'closings=open',
    rights: ['user:freeze'],
    isFor: isAboveUnits,
    sums: (ctx, scope) =>
      sumsByPlace(ctx, scope, {
        table: sql`account_closing closing`,
        as: 'closing',
        where: sql`closing.state = 'open'`,
        since: sql`closing.created_at`,
      }),
  },
]
