import { sql } from 'kysely'
import type { ReportGroup, ReportSpan } from '#/domain/desk/report.ts'
import { type MovementFilter, partnerIdOf, paymentsIn } from '#/server/desk/reports/store-filter.ts'
import { loadFirstLiveDay } from '#/server/desk/reports/store-live.ts'
import { movementTime } from '#/server/desk/reports/store-movements.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Payees cannot be added up over days or units, because a person may occur in several. Common counts are stored; others
// are counted on request.

/** The number of payees by group and in total. */
export interface PeopleCounts {
  readonly byKey: ReadonlyMap<string, number>
  readonly all: number
}

interface PeopleRow extends Row<'report_people', 'people'> {
  /** Null for the total. */
  key: string | null
}

/**
 * Returns the place whose stored counts can be used: a past month by booking day, at one centre in one mode, over all
 * units. Otherwise null.
 */
async function storedPlace(ctx: Context, filter: MovementFilter, span: ReportSpan): Promise<{ centreId: number; mode: number } | null> {
  const [centreId, mode] = [ctx.scope.centreId ?? filter.centreId, ctx.scope.mode ?? filter.mode]
  const isUnfiltered = ctx.scope.unitIds.length === 0 && !filter.unitId && !filter.operatorId && partnerIdOf(ctx, filter) === null
  if (!centreId || !mode || !isUnfiltered || filter.basis !== 'booked' || span.kind !== 'month') return null
  return (await loadFirstLiveDay(ctx)) > span.to ? { centreId, mode } : null
}

/** Returns the number of payees by group and in total. */
export async function countPeople(ctx: Context, filter: MovementFilter, span: ReportSpan, group: ReportGroup): Promise<PeopleCounts> {
  const placeWithSums = await storedPlace(ctx, filter, span)
  const rows = placeWithSums ? await loadStoredPeople(ctx, placeWithSums, span.from, group) : await countLivePeople(ctx, filter, span, group)
  const byKey = new Map(rows.flatMap(({ key, people }) => (key === null ? [] : [[key, people] as const])))
  const all = rows.find(({ key }) => key === null)?.people ?? 0
  return { byKey: placeWithSums && group === 'centre' ? new Map([[String(placeWithSums.centreId), all]]) : byKey, all }
}

async function loadStoredPeople(ctx: Context, { centreId, mode }: { centreId: number; mode: number }, first: string, group: ReportGroup): Promise<PeopleRow[]> {
  const key = { unit: sql`unit_id::text`, centre: sql`null::text`, time: sql`to_char(day, 'YYYY-MM-DD')` }[group]
  return ctx.rows<PeopleRow>`select ${key} as key, people from report_people
    where month = ${first}::date and centre_id = ${centreId} and mode = ${mode} and (${key} is not null or (unit_id is null and day is null))`
}

async function countLivePeople(ctx: Context, filter: MovementFilter, span: ReportSpan, group: ReportGroup): Promise<PeopleRow[]> {
  const day = sql`(${movementTime('paid', filter.basis)} at time zone 'Asia/Shanghai')::date`
  const key = {
    unit: sql`line.unit_id::text`,
    centre: sql`line.centre_id::text`,
    time: sql`to_char(${day}, ${span.step === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'})`,
  }[group]
  return ctx.rows<PeopleRow>`with person as materialized (select distinct ${key} as key, line.operator_id from ${paymentsIn(ctx, filter, span)})
    select key, count(*) as people from person group by key union all select null, count(distinct operator_id) from person`
}
