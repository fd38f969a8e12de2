import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { partColumns, type ReportColumnKey } from '#/api/desk/report-columns.texts.ts'
import { postStatus, userType } from '#/domain/base/codes.ts'
import { shiftDay } from '#/domain/base/period.ts'
import { type ReportBasis, type ReportMovementKind, type ReportSpan, reportMovementKinds, reportSpanOf } from '#/domain/desk/report.ts'
import { bookedAtByKind, movementsOf, movementTime } from '#/server/desk/reports/store-movements.ts'
import type { Context } from '#/server/kernel/context.ts'
import { allOf, startOfDay } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import { unitsEverOfPartner } from '#/server/organisations/units/public.ts'

export interface MovementFilter {
  readonly period: string
  readonly basis: ReportBasis
  readonly centreId?: number | undefined
  readonly mode?: number | undefined
  readonly unitId?: number | undefined
  readonly partnerId?: number | undefined
  /** One person only. These figures are read from the lines, because stored sums name no persons. */
  readonly operatorId?: number | undefined
  /** The kind of movement; by default all kinds that move money. */
  readonly kind?: ReportMovementKind | undefined
}

/** Returns the requested kind of movement. The default is payments and returns, because a failure moved no money. */
export const kindsOfFilter = ({ kind }: Pick<MovementFilter, 'kind'>): readonly ReportMovementKind[] => (kind ? [kind] : ['paid', 'returned'])
export const allMovementKinds = reportMovementKinds

/** Returns the columns hidden from the caller. Only the platform, the centre and the recipients may see fee shares. */
export function hiddenColumns({ actor, scope }: Context): readonly ReportColumnKey[] {
  if (actor.usertype === userType.unit) return partColumns
  if (actor.partnerId !== null) return partColumns.filter((key) => key !== 'parts')
  const isSalesStaff = actor.poststatus === postStatus.marketer || actor.poststatus === postStatus.salesman
  return isSalesStaff && scope.unitIds.length > 0 ? partColumns : []
}

function placeConditions(ctx: Context, table: 'line' | 'kept', filter: MovementFilter): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  // A partner sees units that were assigned to it at the time of payment. The caller's scope does not apply.
  if (ctx.actor.partnerId === null) conditions.push(inScope(ctx.scope, table, { mode: true }))
  if (filter.centreId) conditions.push(sql<SqlBool>`${sql.ref(`${table}.centre_id`)} = ${filter.centreId}`)
  if (filter.mode) conditions.push(sql<SqlBool>`${sql.ref(`${table}.mode`)} = ${filter.mode}`)
  if (filter.unitId) conditions.push(sql<SqlBool>`${sql.ref(`${table}.unit_id`)} = ${filter.unitId}`)
  // Lists every centre, because the indexes begin with the centre and each centre is read separately.
  if (ctx.scope.all && !filter.centreId && !filter.unitId) conditions.push(sql<SqlBool>`${sql.ref(`${table}.centre_id`)} in (select id from centre)`)
  if (ctx.scope.mode === null && !filter.mode && !filter.unitId) conditions.push(sql<SqlBool>`${sql.ref(`${table}.mode`)} in (1, 2)`)
  return conditions
}

/** Returns the partner to filter by: the calling partner, or the requested one. */
export const partnerIdOf = ({ actor }: Context, { partnerId }: MovementFilter): number | null => actor.partnerId ?? partnerId ?? null

function movementConditions(
  ctx: Context,
  filter: MovementFilter,
  kind: ReportMovementKind,
  { from, to }: Pick<ReportSpan, 'from' | 'to'>,
): Expression<SqlBool>[] {
  const moment: RawBuilder<Date> = movementTime(kind, filter.basis)
  const partner = partnerIdOf(ctx, filter)
  const conditions = [...placeConditions(ctx, 'line', filter), sql<SqlBool>`${moment} >= ${startOfDay(from)} and ${moment} < ${startOfDay(shiftDay(to, 1))}`]
  if (filter.operatorId) conditions.push(sql<SqlBool>`line.operator_id = ${filter.operatorId}`)
  if (partner !== null) {
    conditions.push(
      sql<SqlBool>`line.unit_id in ${unitsEverOfPartner(partner)}`,
      sql<SqlBool>`app.unit_party(line.unit_id, 'partner', coalesce(batch.paid_at, batch.submitted_at)) = ${partner}`,
    )
  }
  return conditions
}

/** Selects the lines' movements between two days. */
export function lineCondition(ctx: Context, filter: MovementFilter, kind: ReportMovementKind, span: Pick<ReportSpan, 'from' | 'to'>): Expression<SqlBool> {
  // A batch is created before it is paid, so a line of these days never belongs to a later month.
  return allOf([...movementConditions(ctx, filter, kind, span), sql<SqlBool>`line.month <= ${span.to}::date`])
}

/** Returns the payments between two days as a source named `line`. */
export function paymentsIn(ctx: Context, filter: MovementFilter, span: Pick<ReportSpan, 'from' | 'to'>): RawBuilder<unknown> {
  if (filter.basis !== 'booked' || partnerIdOf(ctx, filter) !== null) return movementsOf('paid', lineCondition(ctx, filter, 'paid', span))
  // Uses neither batch nor month, so that an index-only scan suffices.
  return sql`payment_line line where line.booked_at is not null and ${allOf(movementConditions(ctx, filter, 'paid', span))}`
}

/** Selects movements between two days, among those booked since `live`. */
export function liveCondition(
  ctx: Context,
  filter: MovementFilter,
  kind: ReportMovementKind,
  span: Pick<ReportSpan, 'from' | 'to'>,
  live: string,
): Expression<SqlBool> {
  return sql<SqlBool>`${lineCondition(ctx, filter, kind, span)} and ${bookedAtByKind[kind]} >= ${startOfDay(live)}`
}

const dayColumnByBasis: Readonly<Record<ReportBasis, string>> = { booked: 'kept.booked_on', arrived: 'kept.arrived_on', submitted: 'kept.submitted_on' }

/** Returns the column of stored sums that has the day of this basis. */
export const dayColumnOf = (basis: ReportBasis) => sql.ref(dayColumnByBasis[basis])

/** Selects stored sums between two days. */
export function conditionOfStoredSums(ctx: Context, filter: MovementFilter, { from, to }: Pick<ReportSpan, 'from' | 'to'>): Expression<SqlBool> {
  if (filter.operatorId) return sql<SqlBool>`false`
  const partner = partnerIdOf(ctx, filter)
  const day = dayColumnOf(filter.basis)
  const conditions = [...placeConditions(ctx, 'kept', filter), sql<SqlBool>`${day} >= ${from}::date and ${day} <= ${to}::date`]
  if (partner !== null) conditions.push(sql<SqlBool>`kept.partner_id = ${partner}`)
  return allOf(conditions)
}

export const spanOfFilter = ({ period }: Pick<MovementFilter, 'period'>) => reportSpanOf(period)
