import { sql } from 'kysely'
import { type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'

/** Undecided requests to let a unit pay a related person. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'exceptions',
    page: 'datacheck',
    query: 'exceptions=open',
    rights: ['user:audit'],
    sums: (ctx, scope) =>
      sumsByPlace(ctx, scope, {
        table: sql`relation_exception asked`,
        as: 'asked',
        where: sql`asked.state = 'pending'`,
        since: sql`asked.created_at`,
      }),
  },
]
