import { sql } from 'kysely'
import { isAboveUnits, type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'
import { isForCaller, isUnsettled } from '#/server/money/residences/store.ts'

const page = 'residenceList'
const decisionTable = { table: sql`residence_decision decision`, as: 'decision' } as const

/** Pending work: proposals by another user, and past payments to people who were already non-residents. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'residencesToDecide',
    page,
    query: 'isForMe=1',
    rights: ['tax:check'],
    isFor: isAboveUnits,
    sums: (ctx, scope) => sumsByPlace(ctx, scope, { ...decisionTable, where: isForCaller(ctx), since: sql`decision.created_at` }),
  },
  {
    kind: 'nonResidentsPaid',
    page,
    query: 'isOpen=1',
    rights: ['tax:edit'],
    isFor: isAboveUnits,
    sums: (ctx, scope) => sumsByPlace(ctx, scope, { ...decisionTable, where: isUnsettled, since: sql`decision.decided_at` }),
  },
]
