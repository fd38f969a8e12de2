import { sql } from 'kysely'
import { isAboveUnits, type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'
import { awaitsCaller } from '#/server/onboarding/moving/store.ts'

/** Opening balances that others prepared, or asked to reverse. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'openings',
    page: 'openingList',
    query: 'pane=balances&isForMe=1',
    rights: ['opening:check'],
    isFor: isAboveUnits,
    sums: (ctx, scope) =>
      sumsByPlace(ctx, scope, {
        ...{ table: sql`opening_sheet sheet`, as: 'sheet', where: awaitsCaller(ctx), hasMode: true },
        since: sql`case sheet.state when 'undoing' then sheet.undo_asked_at else sheet.prepared_at end`,
      }),
  },
]
