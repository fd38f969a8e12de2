import { sql } from 'kysely'
import { isAboveUnits, type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'
import { undoAwaitsCaller } from '#/server/onboarding/imports/store.ts'

/** Lists of earlier income that another person asked to undo. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'incomeUndos',
    page: 'openingList',
    query: 'isForMe=1',
    rights: ['opening:check'],
    isFor: isAboveUnits,
    sums: (ctx, scope) =>
      sumsByPlace(ctx, scope, { table: sql`import_sheet sheet`, as: 'sheet', where: undoAwaitsCaller(ctx), since: sql`sheet.undo_asked_at` }),
  },
]
