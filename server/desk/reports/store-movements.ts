import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { ReportBasis, ReportMovementKind } from '#/domain/desk/report.ts'
import { startOfDay } from '#/server/kernel/rows/conditions.ts'
import { batchHeads } from '#/server/money/payments/public.ts'
import { feeShares } from '#/server/money/payouts/public.ts'

// Movements computed from payment lines. Live figures, stored months and the check that compares them use only these
// queries.

const shanghaiDay = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone 'Asia/Shanghai')::date`

/**
 * The booking time of a movement. The booking time decides which month stores the movement, because nothing is booked
 * in the past.
 */
export const bookedAtByKind: Readonly<Record<ReportMovementKind, RawBuilder<Date>>> = {
  paid: sql<Date>`line.booked_at`,
  returned: sql<Date>`line.returned_at`,
  failed: sql<Date>`event.at`,
}

/**
 * Returns the time that decides on which day a movement counts. A payment has three: submission, booking and arrival. A
 * return always counts at its own time, so that no earlier day changes. A failure counts at its report, or at its
 * batch's submission.
 */
export function movementTime(kind: ReportMovementKind, basis: ReportBasis): RawBuilder<Date> {
  if (kind === 'returned' || basis === 'booked') return bookedAtByKind[kind]
  if (basis === 'submitted') return sql<Date>`batch.submitted_at`
  return kind === 'paid' ? sql<Date>`line.finished_at` : bookedAtByKind[kind]
}

const sourceByKind: Readonly<Record<ReportMovementKind, RawBuilder<unknown>>> = {
  paid: sql`payment_line line join ${batchHeads} batch on batch.id = line.batch_id`,
  returned: sql`payment_line line join ${batchHeads} batch on batch.id = line.batch_id`,
  failed: sql`payout_event event
    join payment_line line on line.centre_id = event.centre_id and line.mode in (1, 2) and line.id = event.line_id
    join ${batchHeads} batch on batch.id = line.batch_id`,
}

const kindConditions: Readonly<Record<ReportMovementKind, Expression<SqlBool>>> = {
  paid: sql<SqlBool>`line.booked_at is not null`,
  returned: sql<SqlBool>`line.returned_at is not null`,
  failed: sql<SqlBool>`event.to_state = 'failed'`,
}

/** Returns the rows of one kind of movement as a source named `line` and `batch`. */
export function movementsOf(kind: ReportMovementKind, where: Expression<SqlBool>, withParts = false): RawBuilder<unknown> {
  return sql`${sourceByKind[kind]} ${withParts ? joinFeeShares(kind) : sql``} where ${kindConditions[kind]} and ${where}`
}

/**
 * The centre's sales from a payment, with VAT: the whole price as general contractor (mode 2), the service fee in mode
 * 1 (decision 0086).
 */
export const salesAmount = sql<number>`(case line.mode when 2 then line.cost_fen else line.fee_fen end)`

/** Sales without VAT at the general rate of the batch's policy, rounded per line. */
export const salesNet = sql<number>`round(${salesAmount} * 1000000.0 / (1000000 + coalesce(
  (select (policy.params -> 'vat' ->> 'generalPpm')::bigint from tax_policy policy where policy.version = batch.policy_version limit 1), 60000)))::bigint`

/** The recipients of fee shares. */
export const feeShareParties = ['platform', 'centre', 'partner', 'staff'] as const

const feeShareSum = (party: (typeof feeShareParties)[number]) => sql<number>`sum(abs(item.amount_fen)) filter (where item.party_type = ${party})`
/** Selects the fee shares of one line: the accrued ones, or the reversed ones for a return. */
const feeSharesOfLine = (kind: ReportMovementKind) => sql`${feeShares} item where item.line_id = line.id and (item.state = 'reversed') = ${kind === 'returned'}`

/** Returns a party's share of one line's fee. */
export const feeShareOf = (kind: ReportMovementKind, party: (typeof feeShareParties)[number]) =>
  kind === 'failed' ? sql<number>`0::bigint` : sql<number>`(select ${feeShareSum(party)} from ${feeSharesOfLine(kind)})`

/** Joins all fee shares of a line as `part`, so that they are read once per line. */
function joinFeeShares(kind: ReportMovementKind): RawBuilder<unknown> {
  if (kind === 'failed') return sql`cross join lateral (select ${sql.join(feeShareParties.map((party) => sql`0::bigint as ${sql.ref(party)}`))}) part`
  return sql`cross join lateral (select ${sql.join(feeShareParties.map((party) => sql`${feeShareSum(party)} as ${sql.ref(party)}`))} from ${feeSharesOfLine(kind)}) part`
}

/** The figures that are summed and stored per day, in column order. */
export const figureNames = [
  'line_count',
  'gross_fen',
  'vat_fen',
  'surcharge_fen',
  'city_fen',
  'education_fen',
  'local_education_fen',
  'iit_fen',
  'fee_fen',
  'sales_fen',
  'sales_net_fen',
  'net_fen',
  'cost_fen',
  'platform_fen',
  'centre_fen',
  'partner_fen',
  'staff_fen',
] as const
export type FigureName = (typeof figureNames)[number]
export type MovementFigures = Readonly<Record<FigureName, number>>

const lineFigureNames = [
  ...(['gross_fen', 'vat_fen', 'surcharge_fen', 'city_fen', 'education_fen', 'local_education_fen'] as const),
  ...(['iit_fen', 'fee_fen', 'net_fen', 'cost_fen'] as const),
] as const

function dayColumns(kind: ReportMovementKind): RawBuilder<unknown> {
  const [at, booked] = [(basis: ReportBasis) => shanghaiDay(movementTime(kind, basis)), shanghaiDay(bookedAtByKind[kind])]
  return sql`${booked} as booked_on, coalesce(${at('arrived')}, ${booked}) as arrived_on, coalesce(${at('submitted')}, ${booked}) as submitted_on`
}

/** Sums movements by place, batch and day. Fee shares are optional, because they need another query per line. */
function sumByBatch(kind: ReportMovementKind, where: Expression<SqlBool>, withParts: boolean): RawBuilder<unknown> {
  const sums = lineFigureNames.map((name) => sql`sum(line.${sql.ref(name)})::bigint as ${sql.ref(name)}`)
  const parts = feeShareParties.map((party) => {
    const value = withParts ? sql`coalesce(sum(part.${sql.ref(party)}), 0)::bigint` : sql`0::bigint`
    return sql`${value} as ${sql.ref(`${party}_fen`)}`
  })
  const net = withParts ? sql`sum(${salesNet})::bigint` : sql`0::bigint`
  return sql`select ${sql.lit(kind)}::text as kind, line.centre_id, line.mode, line.unit_id, line.batch_id, min(coalesce(batch.paid_at, batch.submitted_at)) as paid_at,
      ${dayColumns(kind)}, count(*)::integer as line_count, ${sql.join(sums)}, sum(${salesAmount})::bigint as sales_fen, ${net} as sales_net_fen, ${sql.join(parts)}
    from ${movementsOf(kind, where, withParts)} group by line.centre_id, line.mode, line.unit_id, line.batch_id, booked_on, arrived_on, submitted_on`
}

/** Sums all three kinds by unit, partner and day, in the form of `report_day`. */
export function sumByDay(where: (kind: ReportMovementKind) => Expression<SqlBool>, withParts = true): RawBuilder<unknown> {
  const kindQueries = (['paid', 'returned', 'failed'] as const).map((kind) => sumByBatch(kind, where(kind), withParts))
  const sums = figureNames.map((name) => sql`sum(moved.${sql.ref(name)})::bigint as ${sql.ref(name)}`)
  return sql`select moved.kind, moved.centre_id, moved.mode, moved.unit_id, app.unit_party(moved.unit_id, 'partner', moved.paid_at) as partner_id,
      moved.booked_on, moved.arrived_on, moved.submitted_on, ${sql.join(sums)}
    from (${sql.join(kindQueries, sql` union all `)}) moved
    group by moved.kind, moved.centre_id, moved.mode, moved.unit_id, partner_id, moved.booked_on, moved.arrived_on, moved.submitted_on`
}

/** Counts the payees of a month by place, unit and day, in the form of `report_people` without the month. */
export function peopleInMonth(month: string): RawBuilder<unknown> {
  return sql`select moved.centre_id, moved.mode, moved.unit_id, moved.day, count(distinct moved.operator_id)::integer as people
    from (select line.centre_id, line.mode, line.unit_id, line.operator_id, (line.booked_at at time zone 'Asia/Shanghai')::date as day
      from payment_line line where line.booked_at >= ${startOfDay(monthStart(month))} and line.booked_at < ${startOfDay(monthStart(shiftMonth(month, 1)))}) moved
    group by grouping sets ((centre_id, mode), (centre_id, mode, unit_id), (centre_id, mode, day))`
}

/** A channel charges payments and returns in separate rows. */
const directionByKind = { paid: 'out', returned: 'in' } as const
export type ChargedKind = keyof typeof directionByKind
export const chargedKinds = Object.keys(directionByKind) as ChargedKind[]

/** Selects the channel file rows with the fee of a movement. */
export const chargesOn = (
  line: RawBuilder<unknown>,
  kind: RawBuilder<unknown>,
) => sql`recon_row charge where charge.line_id = ${line} and charge.fee_fen is not null
  and charge.source = 'channel' and charge.direction = case ${kind} when 'paid' then ${sql.lit(directionByKind.paid)} when 'returned' then ${sql.lit(directionByKind.returned)} end`

/** Sums channel fees by unit, partner and day, in the form of `report_fee_day`. */
export function sumChargesByDay(where: (kind: ChargedKind) => Expression<SqlBool>): RawBuilder<unknown> {
  const kindQueries = chargedKinds.map(
    (
      kind,
    ) => sql`select ${sql.lit(kind)}::text as kind, line.centre_id, line.mode, line.unit_id, line.batch_id, min(coalesce(batch.paid_at, batch.submitted_at)) as paid_at,
      ${dayColumns(kind)}, count(distinct line.id)::integer as fee_count, sum(charge.fee_fen)::bigint as fee_fen
    from ${sourceByKind[kind]} join recon_row charge on charge.line_id = line.id and charge.fee_fen is not null and charge.source = 'channel'
      and charge.direction = ${sql.lit(directionByKind[kind])}
    where ${kindConditions[kind]} and ${where(kind)} group by line.centre_id, line.mode, line.unit_id, line.batch_id, booked_on, arrived_on, submitted_on`,
  )
  return sql`select moved.kind, moved.centre_id, moved.mode, moved.unit_id, app.unit_party(moved.unit_id, 'partner', moved.paid_at) as partner_id,
      moved.booked_on, moved.arrived_on, moved.submitted_on, sum(moved.fee_count)::integer as fee_count, sum(moved.fee_fen)::bigint as fee_fen
    from (${sql.join(kindQueries, sql` union all `)}) moved
    group by moved.kind, moved.centre_id, moved.mode, moved.unit_id, partner_id, moved.booked_on, moved.arrived_on, moved.submitted_on`
}
