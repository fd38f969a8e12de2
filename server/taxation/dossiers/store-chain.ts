import { sql } from 'kysely'
import type { LineState } from '#/domain/money/line.ts'
import type { VoucherKind } from '#/domain/money/voucher.ts'
import type { InvoiceApplicationState } from '#/domain/taxation/invoice.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { feeShares } from '#/server/money/payouts/public.ts'
import { receiptNo } from '#/server/money/vouchers/public.ts'
import { businessFacts } from '#/server/people/entities/public.ts'
import { isLineOfTrail, isWholeBatch, type TrailStart } from '#/server/taxation/dossiers/store-beginning.ts'

// The batch ids of a trail were read in the caller's scope. Invoices, declarations and certificates are shown only for
// payments of these batches.

const trailLines = (of: TrailStart) => sql`payment_batch batch join payment_line line on line.month = batch.month and line.batch_id = batch.id
  and line.state <> 'excluded' and ${isLineOfTrail(of)} where batch.id = any(${of.batch_ids}::bigint[])`

export interface PaidSums {
  count: number
  net: number
  vat: number
  surcharge: number
  iit: number
  fee: number
  released: number
  returned: number
  lines: number
}

/**
 * Sums the lines of a trail. Reads outside the scope, because the lines of a month are found through tax rows that
 * units cannot read.
 */
export async function paidSums(ctx: Context, of: TrailStart): Promise<PaidSums> {
  const sum = (column: string, states: string) => sql`coalesce(sum(line.${sql.raw(column)}) filter (where line.state in (${sql.raw(states)})), 0)::bigint`
  const [row] = await ctx.widen(
    'papers along a money trail',
    () =>
      ctx.rows<PaidSums>`select count(*) filter (where line.state = 'success') as count, ${sum('net_fen', `'success'`)} as net, ${sum('vat_fen', `'success'`)} as vat,
      ${sum('surcharge_fen', `'success'`)} as surcharge, ${sum('iit_fen', `'success'`)} as iit, ${sum('fee_fen', `'success'`)} as fee,
      ${sum('cost_fen', `'failed', 'cancelled'`)} as released, ${sum('cost_fen', `'returned'`)} as returned, count(*) as lines from ${trailLines(of)}`,
  )
  if (!row) throw new Error('an aggregate without a row')
  return row
}

export interface TrailLine
  extends Row<
    'payment_line',
    'id' | 'seq' | 'no' | 'name' | 'state' | 'net_fen' | 'vat_fen' | 'surcharge_fen' | 'iit_fen' | 'fee_fen' | 'finished_at' | 'batch_id'
  > {
  state: LineState
  last_journal: number | null
  voucher_no: string | null
  invoices: { readonly id: number; readonly no: string }[]
  /** The tax month or quarter. The certificate is that of a person, or of a business's filing. */
  tax_period: string | null
  certificate_id: number | null
  filing_id: Row<'business_filing_certificate'>['filing_id']
}

/** Returns a page of the lines of a trail, each with its last journal, receipt, invoices and certificate. */
export function linesOfTrail(ctx: Context, of: TrailStart, { page, size }: { page: number; size: number }): Promise<TrailLine[]> {
  return ctx.widen('papers along a money trail', async () => {
    return ctx.rows<TrailLine>`with line as materialized (select line.* from ${trailLines(of)} order by line.batch_id, line.seq limit ${size} offset ${(page - 1) * size})
      select line.id, line.seq, line.no, line.name, line.state, line.net_fen, line.vat_fen, line.surcharge_fen, line.iit_fen, line.fee_fen, line.finished_at, line.batch_id,
        (select max(journal.id) from ledger_journal journal where journal.ref_type = 'line' and journal.ref_id = line.id) as last_journal,
        ${receiptNo({ line: sql`line.id` })} as voucher_no,
        (select coalesce(json_agg(json_build_object('id', asked.id, 'no', asked.no) order by asked.id), '[]') from invoice_application asked
          where asked.state not in ('withdrawn', 'rejected') and asked.id in (select part.application_id from invoice_line part where part.line_id = line.id and part.amount_fen > 0)) as invoices,
        coalesce(counted.month, filing.period) as tax_period, paper.id as certificate_id, filing.id as filing_id
      from line left join tax_reservation counted on counted.line_id = line.id and counted.mode = 2 and not counted.is_open
        left join tax_declaration period on period.centre_id = counted.centre_id and period.mode = counted.mode and period.month = counted.month
        left join tax_certificate paper on paper.declaration_id = period.id and paper.operator_id = counted.operator_id
        left join lateral (select filing.id, filing.period from business_filing filing where filing.entity_id = line.entity_id and filing.kind = 'vat'
          and filing.period = to_char(line.booked_at at time zone 'Asia/Shanghai', 'YYYY-"Q"Q') and exists (select from business_filing_certificate shown where shown.filing_id = filing.id)) filing on true
      order by line.batch_id, line.seq`
  })
}

export interface ReceiptSumRow extends Row<'voucher', 'kind'> {
  kind: VoucherKind
  count: number
  amount: number
}

/**
 * Sums the receipts of a trail by kind: those of its lines, of fees if it covers whole batches, and of its top-up or
 * refund.
 */
export async function receiptsOfTrail(ctx: Context, of: TrailStart): Promise<ReceiptSumRow[]> {
  const voucherCondition = isWholeBatch(of) ? sql`true` : sql`voucher.line_id in (select line.id from ${trailLines(of)})`
  return ctx.widen(
    'papers along a money trail',
    () =>
      ctx.rows<ReceiptSumRow>`select kind, count(*) as count, coalesce(sum(amount_fen), 0)::bigint as amount from voucher
    where ((voucher.batch_id = any(${of.batch_ids}::bigint[]) and ${voucherCondition}) or voucher.topup_id = ${of.topup_id}::bigint or voucher.refund_id = ${of.refund_id}::bigint)
      and ${inScope(ctx.scope, 'voucher', { mode: true })} group by kind order by kind`,
  )
}

export interface TrailInvoice extends Row<'invoice_application', 'id' | 'no' | 'state' | 'amount_fen' | 'applied_at'> {
  state: InvoiceApplicationState
  seller: string
  numbers: string[]
  issued_on: Row<'invoice'>['issued_on']
  red_fen: Row<'invoice'>['red_fen']
  of_lines: number
  all_count: number
}

const maxInvoices = 50

/** Returns the invoices for lines of a trail in either mode, with issuer, numbers and the amount of these lines. */
export function invoicesOfTrail(ctx: Context, of: TrailStart): Promise<TrailInvoice[]> {
  return ctx.widen('papers along a money trail', async () => {
    const partCondition = isWholeBatch(of) ? sql`true` : sql`part.line_id in (select line.id from ${trailLines(of)})`
    return ctx.rows<TrailInvoice>`with held as (
        select part.application_id, sum(part.amount_fen) filter (where part.amount_fen > 0)::bigint as of_lines from invoice_line part
        where part.batch_id = any(${of.batch_ids}::bigint[]) and ${partCondition} group by part.application_id)
      select asked.id, asked.no, asked.state, asked.amount_fen, asked.applied_at, coalesce(business.name, centre.legal_name) as seller, held.of_lines, count(*) over () as all_count,
        issued.numbers, issued.issued_on::text as issued_on, issued.red_fen
      from held join invoice_application asked on asked.id = held.application_id join centre on centre.id = asked.centre_id
        left join lateral ${businessFacts(sql`asked.entity_id`)} business on true
        cross join lateral (select coalesce(array_agg(invoice.number order by invoice.seq) filter (where invoice.number is not null), '{}') as numbers, max(invoice.issued_on) as issued_on,
          coalesce(sum(invoice.red_fen), 0)::bigint as red_fen from invoice where invoice.application_id = asked.id) issued
      where asked.state not in ('withdrawn', 'rejected') and ${inScope(ctx.scope, 'asked', { mode: true })} order by asked.id limit ${maxInvoices}`
  })
}

/** Counts the tax months of payees, or quarters of a business, and those with a certificate. */
export function countCertificates(ctx: Context, of: TrailStart): Promise<{ all: number; there: number }> {
  return ctx.widen('papers along a money trail', async () => {
    return (
      (await ctx.row<{ all: number; there: number }>`select count(*) as all, count(*) filter (where is_there) as there from (
      select distinct counted.operator_id as whose, counted.month as period, exists (select from tax_declaration period join tax_certificate paper on paper.declaration_id = period.id
          where period.centre_id = counted.centre_id and period.mode = 2 and period.month = counted.month and paper.operator_id = counted.operator_id) as is_there
        from tax_reservation counted where counted.line_id in (select line.id from ${trailLines(of)}) and counted.mode = 2 and not counted.is_open
      union all
      select paid.entity_id, paid.quarter, exists (select from business_filing filing join business_filing_certificate paper on paper.filing_id = filing.id
          where filing.entity_id = paid.entity_id and filing.kind = 'vat' and filing.period = paid.quarter)
        from (select distinct line.entity_id, to_char(line.booked_at at time zone 'Asia/Shanghai', 'YYYY-"Q"Q') as quarter from ${trailLines(of)}
          and line.mode = 1 and line.entity_id is not null and line.booked_at is not null) paid) proof`) ?? { all: 0, there: 0 }
    )
  })
}

/** Sums the commission on the lines of a trail by party. */
export const commissionOfTrail = (ctx: Context, of: TrailStart): Promise<(Row<'commission_item', 'party_type'> & { amount: number })[]> => ctx.rows<
  Row<'commission_item', 'party_type'> & { amount: number }
>`select party_type, sum(amount_fen)::bigint as amount from ${feeShares} item
    where item.line_id in (select line.id from ${trailLines(of)}) group by party_type order by party_type`
