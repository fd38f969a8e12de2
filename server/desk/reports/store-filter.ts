import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { partColumns, type ReportColumnKey } from '#/api/desk/report-columns.texts.ts'
import { postStatus, userType } from '#/domain/codes.ts'
import { shiftDay } from '#/domain/period.ts'
import { type MovementKind, movementKinds, type ReportBasis, type ReportSpan, spanOf } from '#/domain/report.ts'
import { bookedAt, momentOf, movementsOf, startOf } from '#/server/desk/reports/store-movements.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/scope.ts'

/** What a report of movements is asked for. */
export interface MovementFilter {
  readonly period: string
  readonly basis: ReportBasis
  readonly centreId?: number | undefined
  readonly mode?: number | undefined
  readonly unitId?: number | undefined
  readonly partnerId?: number | undefined
  /** Of one person alone: from the lines, whatever is kept, as what is kept names nobody. */
  readonly operatorId?: number | undefined
  /** Which movements; all that move money where nothing is said. */
  readonly kind?: MovementKind | undefined
}

/** Payments and returns are what the books know; failures are shown where they are asked for. */
export const kindsOf = ({ kind }: Pick<MovementFilter, 'kind'>): readonly MovementKind[] => (kind ? [kind] : ['paid', 'returned'])
export const everyKind = movementKinds

/** Which columns the caller may not see: parts of fees are between platform, centre and those who earn them. */
export function hiddenFrom({ actor, scope }: Context): readonly ReportColumnKey[] {
  if (actor.usertype === userType.unit) return partColumns
  if (actor.partnerId !== null) return partColumns.filter((key) => key !== 'parts')
  const isSales = actor.poststatus === postStatus.marketer || actor.poststatus === postStatus.salesman
  return isSales && scope.unitIds.length > 0 ? partColumns : []
}

function places(ctx: Context, table: 'line' | 'kept', filter: MovementFilter): Expression<SqlBool>[] {
  const parts: Expression<SqlBool>[] = []
  // A partner's rows are those of the units that were its own when they were paid; nothing else of the scope is.
  if (ctx.actor.partnerId === null) parts.push(inScope(ctx.scope, table, { mode: true }))
  if (filter.centreId) parts.push(sql<SqlBool>`${sql.ref(`${table}.centre_id`)} = ${filter.centreId}`)
  if (filter.mode) parts.push(sql<SqlBool>`${sql.ref(`${table}.mode`)} = ${filter.mode}`)
  if (filter.unitId) parts.push(sql<SqlBool>`${sql.ref(`${table}.unit_id`)} = ${filter.unitId}`)
  // Without a place indexes that begin with one are read place by place.
  if (ctx.scope.all && !filter.centreId && !filter.unitId) parts.push(sql<SqlBool>`${sql.ref(`${table}.centre_id`)} in (select id from centre)`)
  if (ctx.scope.mode === null && !filter.mode && !filter.unitId) parts.push(sql<SqlBool>`${sql.ref(`${table}.mode`)} in (1, 2)`)
  return parts
}

/** The partner whose rows alone are meant: the caller, or one that is asked for. */
export const partnerOf = ({ actor }: Context, { partnerId }: MovementFilter): number | null => actor.partnerId ?? partnerId ?? null

const all = (parts: readonly Expression<SqlBool>[]) => sql<SqlBool>`(${sql.join(parts, sql` and `)})`

function between(ctx: Context, filter: MovementFilter, kind: MovementKind, { from, to }: Pick<ReportSpan, 'from' | 'to'>): Expression<SqlBool>[] {
  const moment: RawBuilder<Date> = momentOf(kind, filter.basis)
  const partner = partnerOf(ctx, filter)
  const parts = [
    ...places(ctx, 'line', filter),
    sql<SqlBool>`${moment} >= ${startOf(from)}::timestamptz and ${moment} < ${startOf(shiftDay(to, 1))}::timestamptz`,
  ]
  if (filter.operatorId) parts.push(sql<SqlBool>`line.operator_id = ${filter.operatorId}`)
  if (partner !== null) {
    parts.push(
      sql<SqlBool>`line.unit_id in (select unit_id from unit_assignment held where held.role = 'partner' and held.party_id = ${partner})`,
      sql<SqlBool>`app.unit_party(line.unit_id, 'partner', coalesce(batch.paid_at, batch.submitted_at)) = ${partner}`,
    )
  }
  return parts
}

/** Movements of the lines themselves between two days. */
export function lineWhere(ctx: Context, filter: MovementFilter, kind: MovementKind, span: Pick<ReportSpan, 'from' | 'to'>): Expression<SqlBool> {
  // A batch is made before it is paid: later months have nothing of these days.
  return all([...between(ctx, filter, kind, span), sql<SqlBool>`line.month <= ${span.to}::date`])
}

/** The payments between two days: what a query of units and persons selects from, as `line`. */
export function paidIn(ctx: Context, filter: MovementFilter, span: Pick<ReportSpan, 'from' | 'to'>): RawBuilder<unknown> {
  if (filter.basis !== 'booked' || partnerOf(ctx, filter) !== null) return movementsOf('paid', lineWhere(ctx, filter, 'paid', span))
  // Neither the batch nor the month is asked for, so that the index alone has all of it.
  return sql`payment_line line where line.booked_at is not null and ${all(between(ctx, filter, 'paid', span))}`
}

/** The same among movements that were booked from a moment on. */
export function liveWhere(ctx: Context, filter: MovementFilter, kind: MovementKind, span: Pick<ReportSpan, 'from' | 'to'>, live: string): Expression<SqlBool> {
  return sql<SqlBool>`${lineWhere(ctx, filter, kind, span)} and ${bookedAt[kind]} >= ${startOf(live)}::timestamptz`
}

const keptDay: Readonly<Record<ReportBasis, string>> = { booked: 'kept.booked_on', arrived: 'kept.arrived_on', submitted: 'kept.submitted_on' }

/** The day that kept sums are counted on. */
export const keptDayOf = (basis: ReportBasis) => sql.ref(keptDay[basis])

/** Kept sums between two days. */
export function keptWhere(ctx: Context, filter: MovementFilter, { from, to }: Pick<ReportSpan, 'from' | 'to'>): Expression<SqlBool> {
  if (filter.operatorId) return sql<SqlBool>`false`
  const partner = partnerOf(ctx, filter)
  const day = keptDayOf(filter.basis)
  const parts = [...places(ctx, 'kept', filter), sql<SqlBool>`${day} >= ${from}::date and ${day} <= ${to}::date`]
  if (partner !== null) parts.push(sql<SqlBool>`kept.partner_id = ${partner}`)
  return all(parts)
}

export const spanIn = ({ period }: Pick<MovementFilter, 'period'>) => spanOf(period)
