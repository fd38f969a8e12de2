import { sql } from 'kysely'
import { userType } from '#/domain/base/codes.ts'
import type { ApplicationKind } from '#/domain/onboarding/application.ts'
import { type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'

/** Returns the pending work of one tab of the applications page. */
function pendingTab(kind: PendingKind['kind'], name: string, kinds: readonly ApplicationKind[]): PendingKind {
  const where = sql`application.state = 'pending' and application.kind = any(${[...kinds]}::text[])`
  const sums: PendingKind['sums'] = (ctx, scope) =>
    sumsByPlace(ctx, scope, { table: sql`application`, as: 'application', where, since: sql`application.submitted_at` })
  return { kind, page: 'hzhbList', query: `tab=${name}&state=pending`, rights: ['hzhb:audit'], sums }
}

/** Applications to review, and appeals about registered identities. */
export const pendingKinds: readonly PendingKind[] = [
  pendingTab('applications', 'unit', ['unit']),
  pendingTab('partnerApplications', 'partner', ['partner']),
  pendingTab('operatorApplications', 'operator', ['operator', 'international']),
  {
    kind: 'appeals',
    page: 'hzhbList',
    query: 'appeals=open',
    rights: ['hzhb:audit'],
    isFor: ({ actor, scope }) => scope.all || (actor.usertype === userType.centre && scope.centreIds.length > 0),
    sums: (ctx, scope) =>
      sumsByPlace(ctx, scope, {
        table: sql`registration_appeal appeal`,
        as: 'appeal',
        where: sql`appeal.state = 'open'`,
        since: sql`appeal.created_at`,
      }),
  },
]
