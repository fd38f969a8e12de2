import { sql } from 'kysely'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { isAboveUnits, type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'
import { awaitsCaller } from '#/server/onboarding/imports/store.ts'

const sumsOfKind = (kind: 'income' | 'contracts') => (ctx: Context, scope: Scope) =>
  sumsByPlace(ctx, scope, {
    ...{ table: sql`import_sheet sheet`, as: 'sheet', where: sql`sheet.kind = ${kind} and ${awaitsCaller(ctx)}` },
    since: sql`coalesce(sheet.undo_asked_at, sheet.prepared_at)`,
  })

/** Lists from an older system that others prepared for confirmation, or asked to undo. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'earlierIncome',
    page: 'openingList',
    query: 'isForMe=1',
    rights: ['opening:check'],
    isFor: isAboveUnits,
    sums: sumsOfKind('income'),
  },
  {
    kind: 'earlierContracts',
    page: 'openingList',
    query: 'pane=contracts&isForMe=1',
    rights: ['opening:check'],
    isFor: isAboveUnits,
    sums: sumsOfKind('contracts'),
  },
]
