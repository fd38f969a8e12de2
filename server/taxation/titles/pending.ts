import { sql } from 'kysely'
import { countWithoutPlace, type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'

/**
 * Invoice titles to review, counted at each centre and mode of their unit. Callers who see all centres get each title
 * once.
 */
const pendingTitles: PendingKind['sums'] = (ctx, scope) => {
  const isPending = sql`title.state = 'pending' and title.is_active`
  if (scope.all) return countWithoutPlace(ctx, sql`from invoice_title title where ${isPending}`, { since: sql`title.changed_at` })
  const pendingTitleTable = sql`(select distinct title.id, title.changed_at, place.centre_id, place.unit_id, place.mode from invoice_title title join unit_setting place on place.unit_id = title.unit_id
    where ${isPending}) waiting`
  return sumsByPlace(ctx, scope, { table: pendingTitleTable, as: 'waiting', since: sql`waiting.changed_at`, hasMode: true })
}

/** Pending work: invoice titles to review. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'titlesToReview',
    page: 'ttList',
    query: 'states=pending&isActive=1',
    rights: ['fp:check'],
    isFor: ({ actor }) => actor.may('fpListDz'),
    sums: pendingTitles,
  },
]
