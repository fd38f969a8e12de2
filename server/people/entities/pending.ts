import { sql } from 'kysely'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { nearDueDays, obligationKinds } from '#/domain/people/obligation.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'
import {
  countWithoutPlace,
  oldestAt,
  type PendingFigure,
  type PendingKind,
  type PlaceSum,
  startOfDayAt,
  sumsByPlace,
  totalOf,
} from '#/server/kernel/declarations/pending.ts'
import { callerBlocker } from '#/server/people/entities/presentation.ts'
import { awaitsCaller } from '#/server/people/entities/store.ts'

/** Obligations of the caller's businesses that are overdue, or due within `nearDueDays`. */
const sumOwnObligations: PendingKind['sums'] = (ctx) => {
  const today = dayOf(ctx.now)
  return countWithoutPlace(
    ctx,
    sql`from entity_obligation where operator_id = ${ctx.actor.operatorId ?? 0} and kind <> 'serviceFee'
      and (state = 'overdue' or (state = 'open' and opens_on <= ${today}::date and due_on <= ${shiftDay(today, nearDueDays)}::date))`,
  )
}

/** The states in which a business waits for the centre's next step. */
const underwayStates = ['editing', 'registering', 'bank', 'tax', 'cancelling'] as const

/**
 * Counts businesses or their obligations by centre. Businesses belong to the centre, so users limited to units see
 * none.
 */
async function sumsByCentre(ctx: Context, scope: Scope, what: 'underway' | 'late'): Promise<PlaceSum[]> {
  const scopeCondition = scope.all ? sql`true` : scope.unitIds.length > 0 ? sql`false` : sql`centre_id = any(${[...scope.centreIds]}::bigint[])`
  const rows = what === 'underway' ? sql`operator_entity where state = any(${[...underwayStates]}::text[])` : sql`entity_obligation where state = 'overdue'`
  // The time of the last step of a registration is not recorded.
  const since = what === 'underway' ? undefined : startOfDayAt(sql`due_on + 1`)
  return ctx.rows<PlaceSum>`select centre_id, null::smallint as mode, count(*) as count, 0 as amount, ${oldestAt(since)} as oldest_at
    from ${rows} and ${scopeCondition} group by 1`
}

/** Counts tax changes of businesses that other people entered. */
const sumTaxChanges: PendingKind['sums'] = (ctx, scope) =>
  sumsByPlace(ctx, scope, { table: sql`entity_tax_change change`, as: 'change', where: awaitsCaller(ctx), since: sql`change.created_at` })

/**
 * Pending work: an operator's own filings; for a centre, businesses in registration or cancellation, their late
 * obligations, and tax changes to confirm.
 */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'ownFilings', page: 'index', query: 'isNow=1', isFor: ({ actor }) => actor.operatorId !== null, sums: sumOwnObligations },
  {
    kind: 'registrations',
    page: 'userYzList',
    query: `view=entities&states=${underwayStates.join(',')}`,
    rights: ['gth:edit'],
    sums: (ctx, scope) => sumsByCentre(ctx, scope, 'underway'),
  },
  {
    kind: 'taxChanges',
    page: 'userYzList',
    query: 'view=entities&isForMe=1',
    rights: ['gth:edit'],
    isFor: (ctx) => callerBlocker(ctx) === null,
    sums: sumTaxChanges,
  },
  {
    kind: 'obligations',
    page: 'taxCalendar',
    query: `duty=overdue&kinds=${obligationKinds.join(',')}`,
    rights: ['gth:edit'],
    sums: (ctx, scope) => sumsByCentre(ctx, scope, 'late'),
  },
]

/** Reports and declarations of businesses that are late, in the caller's scope. */
export const countLateObligations = async (ctx: Context): Promise<PendingFigure> => ({
  count: totalOf(await sumsByCentre(ctx, ctx.scope, 'late')).count,
  amount: null,
})
