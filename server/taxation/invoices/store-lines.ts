import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { fen } from '#/domain/base/money.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { ApplicationBasis, InvoiceKind, LinePart } from '#/domain/taxation/invoice.ts'
import { usableCategories } from '#/server/agreements/orders/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, pageRows } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { batchHeads, batchNo } from '#/server/money/payments/public.ts'

const mode = settlementMode.generalContract

/** A centre where a unit may apply, with the terms of its contract. */
export interface ApplicationCentreRow
  extends Row<'centre', 'id' | 'name' | 'legal_name' | 'credit_code' | 'invoice_cap_fen' | 'invoice_bank' | 'invoice_account_no'> {
  kinds: InvoiceKind[]
  categories: string[]
  quota: number
}

export async function applicationCentres(ctx: Context, unitId: number, centreId: number | null = null, ofMode: Mode = mode): Promise<ApplicationCentreRow[]> {
  const oneCentreCondition = centreId === null ? sql`true` : sql`centre.id = ${centreId}`
  return ctx.rows<ApplicationCentreRow>`select centre.id, centre.name, centre.legal_name, centre.credit_code, centre.invoice_cap_fen, centre.invoice_bank, centre.invoice_account_no,
      centre.invoice_kinds as kinds, app.invoice_quota(centre.id, terms.unit_id, terms.mode) as quota,
      ${usableCategories(sql`agreed.names`)} as categories
    from app.unit_terms(${ctx.now}::timestamptz) terms join centre on centre.id = terms.centre_id
      cross join lateral (select case when cardinality(terms.invoice_categories) > 0 then terms.invoice_categories else centre.invoice_categories end as names) agreed
    where terms.unit_id = ${unitId} and terms.mode = ${ofMode} and ${oneCentreCondition} order by centre.id`
}

/**
 * Locks the unit's quota at a centre until the transaction ends, so that other applications wait. Returns the quota in
 * fen.
 */
export async function lockQuota(ctx: Context, unitId: number, centreId: number, ofMode: Mode = mode): Promise<number> {
  await ctx.run`insert into invoice_quota (centre_id, unit_id, mode) values (${centreId}, ${unitId}, ${ofMode}) on conflict do nothing`
  await ctx.run`select used_fen from invoice_quota where centre_id = ${centreId} and unit_id = ${unitId} and mode = ${ofMode} for no key update`
  const rows = await ctx.rows<{ quota: number }>`select app.invoice_quota(${centreId}, ${unitId}, ${ofMode}::smallint) as quota`
  return rows[0]?.quota ?? 0
}

/** The payments that an application covers. */
export interface InvoiceChoice {
  readonly unitId: number
  readonly centreId: number
  readonly basis: ApplicationBasis
  readonly batchIds: readonly number[]
  readonly from: string | null
  readonly to: string | null
  readonly amount: number
}

/**
 * Selects the chosen payments with the uninvoiced part of each, oldest first. For a given amount, splits the last
 * payment.
 */
function chosenLines({ unitId, centreId, basis, batchIds, from, to, amount }: InvoiceChoice) {
  const conditions = [sql`line.unit_id = ${unitId} and line.centre_id = ${centreId} and line.mode = ${mode} and line.state = 'success'`]
  if (basis === 'batches') conditions.push(sql`line.batch_id = any(${[...batchIds]}::bigint[])`)
  if (basis === 'period') {
    conditions.push(sql`line.finished_at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'
      and line.finished_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`)
  }
  const amountLimit = basis === 'amount' ? sql`${amount}::bigint` : sql`9000000000000000::bigint`
  return sql`(select month, id, batch_id, paid_month, least(free, ${amountLimit} - (upto - free))::bigint as part from (
      select line.month, line.id, line.batch_id, to_char(line.finished_at at time zone 'Asia/Shanghai', 'YYYY-MM') as paid_month, line.cost_fen - coalesce(kept.used_fen, 0) as free,
        sum(line.cost_fen - coalesce(kept.used_fen, 0)) over (order by line.finished_at, line.id) as upto
      from payment_line line left join invoice_use kept on kept.line_id = line.id where ${allOf(conditions)} and line.cost_fen > coalesce(kept.used_fen, 0)) free
    where upto - free < ${amountLimit})`
}

export interface ChoiceSums {
  amount: number
  lines: number
  batches: number
  /** The months in which the payments arrived (yyyy-MM), in order. */
  months: string[]
}

/** Returns which of the chosen batches belong to this unit at this centre. */
export async function chosenBatchesOfUnit(ctx: Context, { unitId, centreId, batchIds }: InvoiceChoice): Promise<number[]> {
  if (batchIds.length === 0) return []
  const rows = await ctx.rows<Row<'payment_line', 'batch_id'>>`select distinct batch_id from payment_line
    where unit_id = ${unitId} and centre_id = ${centreId} and batch_id = any(${[...batchIds]}::bigint[])`
  return rows.map((row) => row.batch_id)
}

export async function choiceSums(ctx: Context, choice: InvoiceChoice): Promise<ChoiceSums> {
  const rows = await ctx.rows<ChoiceSums>`select coalesce(sum(part), 0)::bigint as amount, count(*) as lines, count(distinct batch_id) as batches,
      coalesce(array_agg(distinct paid_month order by paid_month), '{}') as months from ${chosenLines(choice)} chosen`
  return rows[0] ?? { amount: 0, lines: 0, batches: 0, months: [] }
}

/** Adds the chosen payments to an application. Returns their total in fen. */
export async function addPayments(ctx: Context, invoicingId: number, choice: InvoiceChoice): Promise<number> {
  const rows = await ctx.rows<{ amount: number }>`with taken as (
      insert into invoice_line (application_id, month, line_id, batch_id, centre_id, unit_id, mode, amount_fen)
        select ${invoicingId}, month, id, batch_id, ${choice.centreId}, ${choice.unitId}, ${mode}, part from ${chosenLines(choice)} chosen order by id returning amount_fen)
    select coalesce(sum(amount_fen), 0)::bigint as amount from taken`
  return rows[0]?.amount ?? 0
}

/** Releases all payments of an application. */
export async function releaseAllPayments(ctx: Context, invoicingId: number): Promise<void> {
  await ctx.run`insert into invoice_line (application_id, month, line_id, batch_id, centre_id, unit_id, mode, amount_fen)
    select application_id, month, line_id, batch_id, centre_id, unit_id, mode, -sum(amount_fen) from invoice_line where application_id = ${invoicingId}
    group by application_id, month, line_id, batch_id, centre_id, unit_id, mode having sum(amount_fen) > 0 order by line_id`
}

export interface HeldPart extends LinePart {
  readonly isReturned: boolean
}

/** Returns the part of each payment that an application still holds. */
export async function loadHeldParts(ctx: Context, invoicingId: number): Promise<HeldPart[]> {
  const rows = await ctx.rows<
    Row<'invoice_use', 'line_id' | 'is_returned'> & { fen: number }
  >`select part.line_id, sum(part.amount_fen)::bigint as fen, bool_or(kept.is_returned) as is_returned
    from invoice_line part join invoice_use kept on kept.line_id = part.line_id where part.application_id = ${invoicingId}
    group by part.line_id having sum(part.amount_fen) > 0`
  return rows.map((row) => ({ id: row.line_id, amount: fen(row.fen), isReturned: row.is_returned }))
}

export interface FullReversalRow {
  invoice_id: Row<'invoice'>['id']
  /** The latest red letter, which completed the reversal. */
  red_id: Row<'invoice'>['id']
  held_fen: number
}

/** Returns the wholly reversed invoices of an application, with the amount that their red letters have not released. */
export async function fullReversals(ctx: Context, invoicingId: number): Promise<FullReversalRow[]> {
  return ctx.rows<FullReversalRow>`select blue.id as invoice_id, max(red.id) as red_id,
      (blue.total_fen + coalesce((select sum(part.amount_fen) from invoice_line part join red_letter issued on issued.id = part.red_id
        where part.application_id = ${invoicingId} and issued.invoice_id = blue.id), 0))::bigint as held_fen
    from invoice blue join red_letter red on red.invoice_id = blue.id and red.is_issued
    where blue.application_id = ${invoicingId} and blue.state = 'red' group by blue.id order by blue.id`
}

/** Releases parts of payments after a red letter, or if their invoice will not be issued. */
export async function releaseLines(
  ctx: Context,
  of: { invoicingId: number; redId: number | null },
  parts: readonly { id: number; amount: number }[],
): Promise<void> {
  await ctx.run`insert into invoice_line (application_id, red_id, month, line_id, batch_id, centre_id, unit_id, mode, amount_fen)
    select ${of.invoicingId}, ${of.redId}::bigint, kept.month, kept.line_id, kept.batch_id, kept.centre_id, kept.unit_id, kept.mode, -part.amount
    from json_to_recordset(${JSON.stringify(parts)}::json) as part(id bigint, amount bigint) join invoice_use kept on kept.line_id = part.id order by kept.line_id`
}

export type LineFilter = FilterOf<Modules['invoices']['lines']>

export interface LineRow
  extends Row<'payment_line', 'id' | 'no' | 'batch_id' | 'name' | 'finished_at' | 'cost_fen'>,
    Row<'invoice_use', 'used_fen' | 'is_returned'> {
  batch_no: string
  unit_name: string
  /** In an application's list: the invoiced part and the released part. */
  part_fen: number
  back_fen: number
  /** In the list of returned payments: the latest application that still contains the payment. */
  holder_id: number | null
  holder_no: string | null
}

function listing(ctx: Context, { show, invoicingId = 0, batchId, centreId, mode: ofMode }: LineFilter): Listing {
  const conditions: Expression<SqlBool>[] = [
    inScope(ctx.scope, 'line', { mode: true }),
    ...(show === 'application' ? [] : [sql<SqlBool>`line.mode = ${ofMode ?? mode}`]),
  ]
  if (batchId) conditions.push(sql<SqlBool>`line.batch_id = ${batchId}`)
  if (centreId) conditions.push(sql<SqlBool>`line.centre_id = ${centreId}`)
  if (show === 'free')
    conditions.push(sql<SqlBool>`line.state = 'success' and line.cost_fen > coalesce((select used_fen from invoice_use where line_id = line.id), 0)`)
  if (show === 'returned')
    conditions.push(sql<SqlBool>`exists (select from invoice_use kept where kept.line_id = line.id and kept.is_returned and kept.used_fen > 0)`)
  if (show === 'application') {
    conditions.push(
      sql<SqlBool>`exists (select from invoice_line part where part.application_id = ${invoicingId} and part.line_id = line.id and part.amount_fen > 0)`,
    )
  }
  return { table: sql`payment_line line`, where: allOf(conditions), id: sql`line.id` }
}

/** Returns a page of payments, newest first. */
export function listLines(ctx: Context, filter: LineFilter, page: PageRequest): Promise<{ rows: LineRow[]; next: number | null }> {
  const selection = sql<LineRow>`select line.id, line.no, line.batch_id, line.name, line.finished_at, line.cost_fen, ${batchNo(sql`line.batch_id`)} as batch_no, unit.name as unit_name,
      coalesce(kept.used_fen, 0)::bigint as used_fen, line.state = 'returned' as is_returned, coalesce(own.part, 0)::bigint as part_fen, coalesce(own.back, 0)::bigint as back_fen,
      holder.id as holder_id, holder.no as holder_no
    from payment_line line join unit on unit.id = line.unit_id left join invoice_use kept on kept.line_id = line.id
      left join lateral (select sum(amount_fen) filter (where amount_fen > 0) as part, -sum(amount_fen) filter (where amount_fen < 0) as back
        from invoice_line part where part.line_id = line.id and part.application_id = ${filter.show === 'application' ? (filter.invoicingId ?? 0) : 0}) own on true
      left join lateral (select asked.id, asked.no from invoice_line part join invoice_application asked on asked.id = part.application_id
        where part.line_id = line.id and ${filter.show === 'returned'} group by asked.id, asked.no having sum(part.amount_fen) > 0 order by asked.id desc limit 1) holder on true`
  return pageRows(ctx, listing(ctx, filter), page, selection)
}

export function countLines(ctx: Context, filter: LineFilter): Promise<number> {
  return countOf(ctx, listing(ctx, filter))
}

export interface BatchRow extends Row<'payment_batch', 'id' | 'no' | 'centre_id'> {
  paid_on: string | null
  free: number
}

/** Returns batches of a unit with an amount left to invoice, oldest first. */
export async function uninvoicedBatches(ctx: Context, unitId: number, limit: number): Promise<BatchRow[]> {
  return ctx.rows<BatchRow>`select batch.id, batch.no, batch.centre_id, (batch.paid_at at time zone 'Asia/Shanghai')::date::text as paid_on, free.fen as free
    from ${batchHeads} batch cross join lateral (select (batch.success_cost_fen - coalesce(sum(kept.used_fen) filter (where not kept.is_returned), 0))::bigint as fen
      from invoice_use kept where kept.batch_id = batch.id) free
    where batch.unit_id = ${unitId} and batch.mode = ${mode} and batch.success_cost_fen > 0 and free.fen > 0 order by batch.id limit ${limit}`
}

export interface ReturnedAmountRow extends Row<'invoice_line', 'application_id'> {
  count: number
  fen: number
}

/** Returns the amount of these returned payments that each application still contains. */
export async function returnedByApplication(ctx: Context, lineIds: readonly number[]): Promise<ReturnedAmountRow[]> {
  return ctx.rows<ReturnedAmountRow>`select application_id, count(*) as count, sum(fen)::bigint as fen
    from (select part.application_id, part.line_id, sum(part.amount_fen) as fen from invoice_line part join invoice_use kept on kept.line_id = part.line_id and kept.is_returned
      where part.line_id = any(${[...lineIds]}::bigint[]) group by part.application_id, part.line_id having sum(part.amount_fen) > 0) held
    group by application_id order by application_id`
}

export interface ReturnedPartRow extends Row<'payment_line', 'no'> {
  fen: number
  returned_on: string
}

/**
 * Returns the returned payments that this application still contains, oldest first. An issuing operator sees their
 * numbers.
 */
export async function returnedParts(ctx: Context, invoicingId: number): Promise<ReturnedPartRow[]> {
  return ctx.widen('names on invoices', async () => {
    return ctx.rows<ReturnedPartRow>`select line.no, held.fen, (line.returned_at at time zone 'Asia/Shanghai')::date::text as returned_on
      from (select part.month, part.line_id, sum(part.amount_fen)::bigint as fen from invoice_line part join invoice_use kept on kept.line_id = part.line_id and kept.is_returned
          where part.application_id = ${invoicingId} group by part.month, part.line_id having sum(part.amount_fen) > 0) held
        join payment_line line on line.month = held.month and line.id = held.line_id order by line.id`
  })
}
