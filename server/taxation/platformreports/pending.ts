import { sql } from 'kysely'
import { dayOf } from '#/domain/base/period.ts'
import { daysOf, reportableQuarters } from '#/domain/taxation/platform-report.ts'
import { byPlace, isStaffScope, type PendingKind } from '#/server/kernel/pending.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'

/** Past quarters whose newest edition the centre has not reported as a platform. */
const openQuarters: PendingKind['sums'] = async (ctx, scope) => {
  const quarters = reportableQuarters(dayOf(ctx.now)).map((quarter) => ({ quarter, last: daysOf(quarter).to }))
  if (quarters.length === 0) return []
  const table = sql`(select centre.id as centre_id, quarter.quarter from centre
      cross join ${rowsFrom('quarter', { quarter: 'text', last: 'date' }, quarters)}
      left join lateral (select report.state from platform_report report where report.centre_id = centre.id and report.quarter = quarter.quarter
        order by report.edition desc limit 1) newest on true
    where centre.is_active and case when newest.state is null then (centre.created_at at time zone 'Asia/Shanghai')::date <= quarter.last else newest.state <> 'reported' end) waiting`
  return byPlace(ctx, scope, { table, as: 'waiting' })
}

/** Quarterly platform reports. */
export const pending: readonly PendingKind[] = [
  { kind: 'platformQuarters', page: 'platformReports', query: 'isOpen=1', rights: ['report:edit'], isFor: isStaffScope, sums: openQuarters },
]
