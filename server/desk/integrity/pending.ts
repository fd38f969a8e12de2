import { sql } from 'kysely'
import { countWithoutPlace, isPlatformScope, type PendingKind } from '#/server/kernel/declarations/pending.ts'

/** Pending work while all payouts are stopped. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'integrity',
    page: 'syslog',
    query: 'pane=checks',
    rights: ['integrity'],
    isFor: isPlatformScope,
    sums: (ctx) => countWithoutPlace(ctx, sql`from (select) one where app.all_payouts_stopped()`),
  },
]
