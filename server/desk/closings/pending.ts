import { sql } from 'kysely'
import { byPlace, isStaffScope, type PendingKind } from '#/server/kernel/pending.ts'

/** Operators' requests to close their accounts. */
export const pending: readonly PendingKind[] = [
  {
    kind: 'closings',
    page: 'userYzPtList',
    query: 'closings=open',
    rights: ['user:freeze'],
    isFor: isStaffScope,
    sums: (ctx, scope) => byPlace(ctx, scope, { table: sql`account_closing closing`, as: 'closing', where: sql`closing.state = 'open'` }),
  },
]
