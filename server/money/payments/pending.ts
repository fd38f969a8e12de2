import { sql } from 'kysely'
import type { Permission } from '#/api/pages.ts'
import { isUnitUser, oldestAt, type PendingKind, type PlaceSum, sharedRead } from '#/server/kernel/declarations/pending.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import { manualChannels } from '#/server/organisations/centres/public.ts'

interface PendingWork {
  readonly rights: readonly Permission[]
  /** The list filters of the unit's page and of the page for centre and platform, which use different parameters. */
  readonly unit: string
  readonly centre: string
}

type PendingWorkKind = 'fix' | 'check' | 'audit' | 'topup' | 'pay' | 'byHand' | 'failed' | 'returned'

/** The permissions for each kind of work, and the list that shows it. */
const pendingWorkByKind: Readonly<Record<PendingWorkKind, PendingWork>> = {
  fix: { rights: ['zf:make'], unit: 'states=fixing', centre: 'states=fixing' },
  check: { rights: ['zf:check'], unit: 'states=checking', centre: 'states=checking' },
  audit: { rights: ['zf:audit'], unit: 'states=auditing&short=no', centre: 'tab=auditing&short=no' },
  topup: { rights: ['cz:apply', 'zf:audit'], unit: 'states=auditing&short=yes', centre: 'tab=auditing&short=yes' },
  pay: { rights: ['zf:pay'], unit: 'states=payable', centre: 'states=payable' },
  byHand: { rights: ['zf:offline'], unit: 'states=paying', centre: 'tab=byHand' },
  failed: { rights: ['zf:make', 'zf:retry'], unit: 'states=partial,failed&trouble=failed', centre: 'states=partial,failed&trouble=failed' },
  returned: { rights: ['zf:make', 'zf:retry'], unit: 'states=partial,failed&trouble=returned', centre: 'tab=returned&states=partial,failed' },
}

interface BatchSum extends PlaceSum {
  readonly kind: PendingWorkKind
}

// A batch that new figures sent back a step keeps its times, so that the start of the new wait is unknown.
const submittedAt = sql`case when batch.state_reason <> 'recalculated' then batch.submitted_at end`
const sentToCentreAt = sql`case when batch.state_reason <> 'recalculated' then case when batch.checker_id is null then batch.submitted_at else batch.checked_at end end`

/**
 * Returns pending batches by reason, with their cost.
 * A batch with failed and returned lines counts for both reasons, until another batch resends them.
 */
const waitingBatchSums = sharedRead(async (ctx, scope) => {
  return ctx.rows<BatchSum>`
    select reason.kind, batch.centre_id, batch.mode, count(*) as count, sum(reason.cost)::bigint as amount,
      ${oldestAt(sql`reason.since`)} as oldest_at
    from payment_batch batch cross join lateral (values
        ('fix', batch.state = 'fixing', batch.cost_fen, null::timestamptz), ('check', batch.state = 'checking', batch.cost_fen, ${submittedAt}),
        ('audit', batch.state = 'auditing' and not batch.is_insufficient, batch.cost_fen, ${sentToCentreAt}),
        ('topup', batch.state = 'auditing' and batch.is_insufficient, batch.cost_fen, null),
        ('pay', batch.state = 'payable', batch.cost_fen, batch.audited_at),
        ('byHand', batch.state = 'paying' and batch.channel_id in ${manualChannels}, batch.cost_fen, batch.paid_at),
        ('failed', batch.state in ('partial', 'failed') and batch.failed_count > batch.failed_resent_count, batch.failed_cost_fen - batch.failed_resent_cost_fen, batch.finished_at),
        ('returned', batch.state in ('partial', 'failed') and batch.returned_count > batch.returned_resent_count, batch.returned_cost_fen - batch.returned_resent_cost_fen, null)
      ) as reason(kind, holds, cost, since)
    where reason.holds and batch.state in ('fixing', 'checking', 'auditing', 'payable', 'paying', 'partial', 'failed') and ${inScope(scope, 'batch', { mode: true })}
    group by 1, 2, 3`
})

const kinds = Object.keys(pendingWorkByKind) as PendingWorkKind[]

/** Pending batches by the role that must act. */
export const pendingKinds: readonly PendingKind[] = kinds.flatMap((kind): PendingKind[] => {
  const { rights, unit, centre } = pendingWorkByKind[kind]
  const sums: PendingKind['sums'] = async (ctx, scope) => (await waitingBatchSums(ctx, scope)).filter((row) => row.kind === kind)
  return [
    { kind, page: 'zfPtList', query: unit, rights, isFor: isUnitUser, sums },
    { kind, page: 'zfPtListpt', query: centre, rights, isFor: (ctx) => !isUnitUser(ctx), sums },
  ]
})
