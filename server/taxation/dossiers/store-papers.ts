import { sql } from 'kysely'
import { consentsGivenBy } from '#/server/agreements/contracts/public.ts'
import { orderDocuments, ordersWithContract } from '#/server/agreements/orders/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type FileFacts, fileFacts } from '#/server/kernel/files/store-files.ts'
import { digestedText, entriesAbout } from '#/server/kernel/request/store-trail.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { lastOrderOf } from '#/server/money/payouts/public.ts'
import { businessFacts } from '#/server/people/entities/public.ts'
import type { SettledRow } from '#/server/taxation/dossiers/store.ts'

// Every query restricts rows to the requester's scope. Row-level security enforces the same.

export interface PaperRow extends Row<'evidence', 'file_id' | 'sha256'>, Pick<FileFacts, 'name'> {}

export interface AgreementRow extends Row<'consent', 'kind' | 'document_sha256' | 'given_at' | 'revoked_at' | 'valid_to'>, Row<'payment_line', 'name'> {
  line_no: string
  contract_no: string | null
}

/** Returns the consents that the payees gave the centre before payment. */
export async function agreementsOf(ctx: Context, batch: SettledRow): Promise<AgreementRow[]> {
  return ctx.rows<AgreementRow>`select line.name, line.no as line_no, consent.kind, consent.contract_no, consent.given_at, consent.valid_to, consent.revoked_at,
      consent.document_sha256
    from payment_line line cross join lateral ${consentsGivenBy({
      operator: sql`line.operator_id`,
      centre: sql`line.centre_id`,
      by: sql`coalesce(line.finished_at, ${ctx.now}::timestamptz)`,
    })} consent
    where line.month = ${batch.month}::date and line.batch_id = ${batch.id} and line.state <> 'excluded'
    order by line.seq, consent.id`
}

export async function orderOf(ctx: Context, batch: SettledRow): Promise<unknown> {
  return (
    (await ctx.row`select orders.no, orders.title, orders.kind, orders.category, orders.description, orders.criteria, orders.budget_fen, orders.valid_from::text, orders.valid_to::text,
      orders.state, orders.place, orders.created_at, orders.contract_no
    from ${ordersWithContract} orders where orders.id = ${batch.order_id} and ${inScope(ctx.scope, 'orders', { mode: true })}`) ?? null
  )
}

/** Returns the documents of a batch and of its order. */
export const businessPapersOf = (ctx: Context, batch: SettledRow): Promise<PaperRow[]> => ctx.rows<PaperRow>`
    select evidence.file_id, 'batch_' || evidence.kind || '_' || file.name as name, evidence.sha256 from evidence
      join lateral ${fileFacts(sql`evidence.file_id`)} file on file.is_kept where evidence.batch_id = ${batch.id} and ${inScope(ctx.scope, 'evidence')}
    union all
    select paper.file_id, 'order_' || paper.kind || '_' || file.name, paper.sha256 from ${orderDocuments(batch.order_id)} paper
      join lateral ${fileFacts(sql`paper.file_id`)} file on file.is_kept where ${inScope(ctx.scope, 'paper')}
    order by name`

export interface LineRow
  extends Row<
    'payment_line',
    'seq' | 'no' | 'name' | 'card_tail' | 'state' | 'gross_fen' | 'vat_fen' | 'surcharge_fen' | 'iit_fen' | 'fee_fen' | 'net_fen' | 'cost_fen' | 'finished_at'
  > {
  last_request: string | null
  last_reference: string | null
}

/** Returns the lines of a batch, with the last digits of cards only. */
export async function linesOf(ctx: Context, batch: SettledRow): Promise<LineRow[]> {
  return ctx.rows<LineRow>`select line.seq, line.no, line.name, line.card_tail, line.state, line.gross_fen, line.vat_fen, line.surcharge_fen, line.iit_fen, line.fee_fen, line.net_fen,
      line.cost_fen, line.finished_at, attempt.request_no as last_request, attempt.channel_ref as last_reference
    from payment_line line left join lateral ${lastOrderOf(sql`line.id`)} attempt on true
    where line.month = ${batch.month}::date and line.batch_id = ${batch.id} and line.state <> 'excluded' order by line.seq`
}

/** The declaration of a payee's withheld tax. */
export interface DeclaredTaxRow
  extends Row<'operator', 'name'>,
    Row<'tax_reservation', 'month' | 'gross_fen' | 'vat_fen'>,
    Row<'payment_line', 'surcharge_fen' | 'iit_fen'> {
  receipt_no: string | null
  declared_on: string | null
  is_whole: boolean
  certificate_file: string | null
  certificate_sha256: string | null
}

/**
 * Returns the months in which a batch's payees were paid, with the unit's share. Includes the certificate if no other
 * unit paid the payee.
 */
export function taxesOf(ctx: Context, batch: SettledRow): Promise<DeclaredTaxRow[]> {
  return ctx.widen('shares of declared months', async () => {
    return ctx.rows<DeclaredTaxRow>`with share as materialized (select share.* from (select distinct month, centre_id from tax_reservation where batch_id = ${batch.id} and mode = 2 and not is_open) paid
          join payment_batch batch on batch.id = ${batch.id} cross join lateral app.tax_shares(paid.month, array[paid.centre_id], array[batch.unit_id]) share),
        payee as materialized (select distinct operator_id from tax_reservation where batch_id = ${batch.id})
        select operator.name, share.month, share.gross_fen, share.vat_fen, share.surcharge_fen, share.iit_fen, share.receipt_no, share.declared_on::text as declared_on,
          share.is_whole, share.certificate_file, file.sha256 as certificate_sha256
        from share join payee on payee.operator_id = share.operator_id join operator on operator.id = share.operator_id
          left join lateral ${fileFacts(sql`share.certificate_file`)} file on true order by share.month, share.operator_id`
  })
}

/** Returns the files of the invoices and red letters for payments of a batch, in either mode. Omits replaced files. */
export async function invoicePapersOf(ctx: Context, batch: SettledRow): Promise<PaperRow[]> {
  return ctx.rows<PaperRow>`select paper.file_id, asked.no || case when paper.red_id is null then '_' else '_red_' end || paper.name as name, paper.sha256
    from invoice_file paper join invoice_application asked on asked.id = paper.application_id join lateral ${fileFacts(sql`paper.file_id`)} file on file.is_kept
    where paper.replaced_at is null and ${inScope(ctx.scope, 'asked', { mode: true })}
      and exists (select from invoice_line part where part.application_id = asked.id and part.batch_id = ${batch.id} and part.amount_fen > 0)
    order by asked.id, paper.id`
}

/** An invoice or red letter, with its share of the batch. */
export interface InvoiceRow
  extends Row<'invoice', 'price_fen' | 'tax_fen' | 'total_fen' | 'number' | 'issued_on'>,
    Row<'invoice_application', 'no' | 'issuer'> {
  what: 'blue' | 'red'
  seller: string
  of_batch: number
}

/**
 * Returns the invoices for payments of a batch. In mode 1 each business invoices its part, and the centre invoices the
 * fee.
 */
export async function invoicesOf(ctx: Context, batch: SettledRow): Promise<InvoiceRow[]> {
  return ctx.rows<InvoiceRow>`select issued.what, asked.no, asked.issuer, coalesce(business.name, centre.legal_name) as seller, issued.number, issued.issued_on::text as issued_on,
      issued.price_fen, issued.tax_fen, issued.total_fen, held.fen as of_batch
    from invoice_application asked join centre on centre.id = asked.centre_id left join lateral ${businessFacts(sql`asked.entity_id`)} business on true
      cross join lateral (select 'blue' as what, id, number, issued_on, price_fen, tax_fen, total_fen from invoice where application_id = asked.id and number is not null
        union all select 'red', id, number, issued_on, -price_fen, -tax_fen, -amount_fen from red_letter where application_id = asked.id and is_issued) issued
      cross join lateral (select sum(amount_fen)::bigint as fen from invoice_line part where part.application_id = asked.id and part.batch_id = ${batch.id}) held
    where held.fen is not null and ${inScope(ctx.scope, 'asked', { mode: true })} order by asked.id, issued.what, issued.id`
}

export async function lettersOf(ctx: Context, batch: SettledRow): Promise<PaperRow[]> {
  return ctx.rows<PaperRow>`select letter.file_id, file.name, letter.sha256 from batch_letter letter join lateral ${fileFacts(sql`letter.file_id`)} file on true
    where letter.batch_id = ${batch.id} and ${inScope(ctx.scope, 'letter')} order by letter.id`
}

/** An audit row with the text behind its digest. */
export interface AuditRow extends Row<'audit_log', 'chain' | 'seq' | 'at' | 'action'> {
  before_hex: string
  hash_hex: string
  text: string
}

/** Returns the audit rows of a batch, with the text of each as `app.audit_digest` builds it. */
export async function trailOf(ctx: Context, batch: SettledRow): Promise<AuditRow[]> {
  return ctx.rows<AuditRow>`select entry.chain, entry.seq, entry.at, entry.action, encode(entry.previous, 'hex') as before_hex, encode(entry.hash, 'hex') as hash_hex,
      ${digestedText(sql`entry`)} as text
    from ${entriesAbout('batch', String(batch.id))} entry where entry.centre_id = ${batch.centre_id} order by entry.chain, entry.seq`
}

/** Returns the current heads of the audit chains of the batch's centre and the platform. */
export const chainHeadsOf = (ctx: Context, batch: SettledRow): Promise<(Row<'audit_chain', 'chain' | 'seq'> & { hash_hex: string })[]> =>
  ctx.rows<
    Row<'audit_chain', 'chain' | 'seq'> & { hash_hex: string }
  >`select chain, seq, encode(hash, 'hex') as hash_hex from app.audit_heads() where chain in (0, ${batch.centre_id}) order by chain`
