import { sql } from 'kysely'
import { dayOf } from '#/domain/base/period.ts'
import { quarterBounds, reportableQuarters } from '#/domain/taxation/platform-report.ts'
import { isAboveUnits, type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import { planQuery } from '#/server/taxation/platformreports/store.ts'

/** Ended quarters whose newest edition is not reported by its reporter, a centre or the platform. */
const openQuarters: PendingKind['sums'] = async (ctx, scope) => {
  const quarters = reportableQuarters(dayOf(ctx.now)).map((quarter) => ({ quarter, last: quarterBounds(quarter).to }))
  if (quarters.length === 0) return []
  // A centre must report unless the platform reports for it. The platform makes one report for its centres.
  const openQuarterTable = sql`(select owed.centre_id, quarter.quarter from ${rowsFrom('quarter', { quarter: 'text', last: 'date' }, quarters)}
      left join lateral (${planQuery(sql`quarter.quarter`)}) plan on true
      cross join lateral (select centre.id as centre_id, (centre.created_at at time zone 'Asia/Shanghai')::date as since from centre
          where centre.is_active and centre.id <> all(coalesce(plan.centre_ids, '{}'))
        union all select null, null where cardinality(plan.centre_ids) > 0) owed
      left join lateral (select report.state from platform_report report where report.centre_id is not distinct from owed.centre_id and report.quarter = quarter.quarter
        order by report.edition desc limit 1) newest on true
    where case when newest.state is not null then newest.state <> 'reported' else owed.since is null or owed.since <= quarter.last end) waiting`
  return sumsByPlace(ctx, scope, { table: openQuarterTable, as: 'waiting' })
}

/** Quarterly platform reports. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'platformQuarters', page: 'platformReports', query: 'isOpen=1', rights: ['report:edit'], isFor: isAboveUnits, sums: openQuarters },
]
