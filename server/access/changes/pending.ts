import { sql } from 'kysely'
import { countWithoutPlace, isPlatformScope, type PendingKind } from '#/server/kernel/declarations/pending.ts'

/** Proposed changes of guarded data that the caller may decide. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'changes',
    page: 'changeList',
    query: 'isForMe=1',
    rights: ['change:decide'],
    isFor: isPlatformScope,
    sums: (ctx) => countWithoutPlace(ctx, sql`from guarded_change where state = 'waiting' and proposed_by <> ${ctx.actor.userId}`, { since: sql`proposed_at` }),
  },
]
