import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { ObjectionState, PaymentInvoiceStatus, PaymentTaxStatus, ReceivedPaymentState } from '#/domain/money/collection.ts'
import type { LineState } from '#/domain/money/line.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern, startOfDay, withinDays } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageKeys, sortByIds, totalsOf } from '#/server/kernel/rows/page.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { hasTaxProof, lineInvoiceStatus } from '#/server/money/collections/questions.ts'
import { isTaxMonthClosed } from '#/server/money/tax/public.ts'
import { hasReceipt } from '#/server/money/vouchers/public.ts'

// An operator's payments are rows of the paying units. The queries read outside the scope and always name the operator.

const lineStatesByReceivedState: Readonly<Record<ReceivedPaymentState, readonly LineState[]>> = {
  underway: ['queued', 'sent', 'processing', 'held', 'unknown'],
  arrived: ['success'],
  failed: ['failed', 'cancelled'],
  returned: ['returned'],
}

export function receivedState(state: LineState): ReceivedPaymentState {
  return state === 'success' ? 'arrived' : state === 'returned' ? 'returned' : lineStatesByReceivedState.failed.includes(state) ? 'failed' : 'underway'
}

export type ReceivedFilter = FilterOf<Modules['collections']['received']>

export interface ReceivedRow
  extends Row<
    'payment_line',
    | 'id'
    | 'month'
    | 'no'
    | 'service'
    | 'gross_fen'
    | 'vat_fen'
    | 'surcharge_fen'
    | 'iit_fen'
    | 'net_fen'
    | 'fee_operator_fen'
    | 'mode'
    | 'state'
    | 'finished_at'
    | 'card_tail'
    | 'calculation'
  > {
  mode: Mode
  state: LineState
  unit_name: string
  centre_name: string
  tax_fen: number
  tax_state: PaymentTaxStatus
  invoice_state: PaymentInvoiceStatus
  claim_no: string | null
  has_receipt: boolean
  objection_id: number | null
  objection_state: ObjectionState | null
}

const ownPayments = (operatorId: number) => sql<SqlBool>`line.operator_id = ${operatorId} and line.state not in ('invalid', 'warned', 'ready', 'excluded')`

function listing(operatorId: number, filter: ReceivedFilter): Listing {
  const parts: Expression<SqlBool>[] = [ownPayments(operatorId)]
  if (filter.states?.length) parts.push(sql<SqlBool>`line.state = any(${filter.states.flatMap((state) => lineStatesByReceivedState[state])}::text[])`)
  parts.push(...withinDays(sql`line.finished_at`, filter))
  if (filter.keyword) {
    parts.push(
      sql<SqlBool>`(line.no = ${filter.keyword} or line.service ilike ${containsPattern(filter.keyword)} or line.unit_id in (select id from unit where name ilike ${containsPattern(filter.keyword)}))`,
    )
  }
  return { table: sql`payment_line line`, where: allOf(parts), id: sql`line.id`, places: null }
}

/** The tax status of the payment `line`, up to the certificate of tax paid. */
const taxStatus = (ctx: Context) => sql`case when line.vat_fen + line.surcharge_fen + line.iit_fen = 0 then 'none' when line.state <> 'success' then 'waiting'
    when ${ask(ctx, hasTaxProof, 'certified')} then 'certified' when ${ask(ctx, hasTaxProof, 'declared')} then 'declared'
    when ${isTaxMonthClosed(sql`line.id`)} then 'closed' else 'withheld' end`

const selectPayments = (
  ctx: Context,
  operatorId: number,
) => sql`select line.id, line.month, line.no, line.mode, line.service, line.gross_fen, line.vat_fen, line.surcharge_fen, line.iit_fen,
    line.vat_fen + line.surcharge_fen + line.iit_fen as tax_fen, line.fee_operator_fen, line.net_fen, line.state, line.finished_at, line.card_tail, line.calculation,
    unit.name as unit_name, centre.name as centre_name, (select no from collection claim where claim.id = line.collection_id) as claim_no,
    ${taxStatus(ctx)} as tax_state, ${ask(ctx, lineInvoiceStatus)} as invoice_state,
    ${hasReceipt(sql`line.id`)} as has_receipt, objection.id as objection_id, objection.state as objection_state
  from payment_line line join unit on unit.id = line.unit_id join centre on centre.id = line.centre_id
    left join lateral (select id, state from payment_objection where line_id = line.id order by id desc limit 1) objection on true
  where ${ownPayments(operatorId)}`

/** Returns a page of the operator's payments, newest first. */
export function list(ctx: Context, operatorId: number, filter: ReceivedFilter, page: PageRequest): Promise<{ rows: ReceivedRow[]; next: number | null }> {
  return ctx.widen('own payments', async () => {
    const { ids, next } = await pageKeys(ctx, listing(operatorId, filter), page)
    const rows = await ctx.rows<ReceivedRow>`${selectPayments(ctx, operatorId)} and line.id = any(${ids}::bigint[])`
    return { rows: sortByIds(ids, rows), next }
  })
}

export const find = (ctx: Context, operatorId: number, lineId: number): Promise<ReceivedRow | undefined> =>
  ctx.widen('own payments', () => ctx.row<ReceivedRow>`${selectPayments(ctx, operatorId)} and line.id = ${lineId}`)

interface Sums {
  gross: number
  tax: number
  fee: number
  net: number
}

const sumColumns = sql`coalesce(sum(gross_fen), 0)::bigint as gross, coalesce(sum(vat_fen + surcharge_fen + iit_fen), 0)::bigint as tax,
  coalesce(sum(fee_operator_fen), 0)::bigint as fee, coalesce(sum(net_fen), 0)::bigint as net`

/** Counts and sums the payments under the same filter. Payments that did not arrive count but add no amount. */
export function totals(ctx: Context, operatorId: number, filter: ReceivedFilter, isWhole: boolean): Promise<{ count: number; sums: Sums | null }> {
  const arrivedAmount = (column: string) => sql`case when line.state = 'success' then ${sql.ref(`line.${column}`)} else 0 end as ${sql.ref(column)}`
  const columns = ['gross_fen', 'vat_fen', 'surcharge_fen', 'iit_fen', 'fee_operator_fen', 'net_fen'].map(arrivedAmount)
  return ctx.widen('own payments', () => totalsOf<Sums>(ctx, listing(operatorId, filter), { columns: sql`${sql.join(columns)}`, sums: sumColumns, isWhole }))
}

/** Sums and counts the payments that arrived since the first day of a month. */
export async function sumsSince(ctx: Context, operatorId: number, month: string): Promise<Sums & { count: number }> {
  return (
    (await ctx.widen(
      'own payments',
      () =>
        ctx.row<
          Sums & { count: number }
        >`select count(*)::int as count, ${sumColumns} from payment_line line where line.operator_id = ${operatorId} and line.state = 'success'
      and line.finished_at >= ${startOfDay(monthStart(month))} and line.month >= ${monthStart(shiftMonth(month, -3))}::date`,
    )) ?? { count: 0, gross: 0, tax: 0, fee: 0, net: 0 }
  )
}

/** Returns the first month of this year and the current month. */
export function currentPeriodStarts(now: Date): { year: string; month: string } {
  return { year: `${monthOf(now).slice(0, 4)}-01`, month: monthOf(now) }
}

interface PayeeLine extends Row<'payment_line', 'month' | 'batch_id' | 'centre_id' | 'unit_id' | 'mode' | 'state'> {
  operator_id: Row<'operator'>['id']
}

/** Locks and returns a payment to the caller, so that only one objection at a time is made. */
export async function lockPayeeLine(ctx: Context, lineId: number): Promise<PayeeLine | undefined> {
  const { operatorId } = ctx.actor
  if (operatorId === null) return undefined
  return ctx.widen(
    'own payments',
    () =>
      ctx.row<PayeeLine>`select month, batch_id, centre_id, unit_id, mode, state, operator_id
      from payment_line line where ${ownPayments(operatorId)} and line.id = ${lineId} for update`,
  )
}
