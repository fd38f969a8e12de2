import { sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'
import type { InvoiceDues } from '#/domain/people/entity.ts'
import type { GenerationBasis, InvoiceIssuer } from '#/domain/taxation/business-invoice.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { batchHeads } from '#/server/money/payments/public.ts'
import { taxKindSpans } from '#/server/people/entities/public.ts'

const mode = settlementMode.individualBusiness

export interface UninvoicedChoice {
  readonly unitId: number
  readonly centreId: number
  readonly basis: GenerationBasis
  readonly batchId: number | null
  readonly month: string | null
}

// Selects the uninvoiced amount of each successful payment, by issuer, with what decides its VAT rate: the month, and
// whether the business was then a general taxpayer.
function uninvoicedParts({ unitId, centreId, basis, batchId, month }: UninvoicedChoice) {
  const choiceCondition =
    basis === 'batch'
      ? sql`line.batch_id = ${batchId}`
      : sql`line.finished_at >= (${`${month}-01`}::date)::timestamp at time zone 'Asia/Shanghai'
          and line.finished_at < (${`${month}-01`}::date + interval '1 month')::timestamp at time zone 'Asia/Shanghai'`
  return sql`(with paid as materialized (select line.month, line.id, line.batch_id, line.entity_id, line.operator_id, line.finished_at, part.issuer,
        app.business_invoice_due(part.issuer, line.cost_fen, line.fee_unit_fen) - coalesce(kept.used_fen, 0) as fen
      from payment_line line cross join (values ('business'), ('centre')) part(issuer)
        left join business_invoice_use kept on kept.line_id = line.id and kept.issuer = part.issuer
      where line.unit_id = ${unitId} and line.centre_id = ${centreId} and line.mode = ${mode} and line.state = 'success' and line.entity_id is not null and ${choiceCondition}
        and app.business_invoice_due(part.issuer, line.cost_fen, line.fee_unit_fen) > coalesce(kept.used_fen, 0)),
      general as materialized (select entity.id as entity_id, span.starts_at, span.ends_at from operator_entity entity cross join lateral ${taxKindSpans} span
        where entity.id in (select entity_id from paid) and span.kind = 'general')
    select paid.month, paid.id, paid.batch_id, paid.entity_id, paid.operator_id, paid.issuer, to_char(paid.finished_at at time zone 'Asia/Shanghai', 'YYYY-MM') as paid_month,
        paid.issuer = 'business' and general.entity_id is not null as is_general, paid.fen
      from paid left join general on general.entity_id = paid.entity_id and paid.finished_at >= general.starts_at and paid.finished_at < general.ends_at)`
}

/** The latest authorisation of a business, with the alias `given`. */
const newestAuthorisationJoin = sql`left join lateral (select state, valid_from::text as valid_from, valid_to::text as valid_to from issue_authorisation
  where entity_id = business.id order by id desc limit 1) given on true`

interface AuthorisationDaysRow {
  given_state: Row<'issue_authorisation'>['state'] | null
  given_from: string | null
  given_to: string | null
}

export interface UninvoicedGroupRow
  extends AuthorisationDaysRow,
    Row<'invoice_application', 'issuer' | 'entity_id' | 'operator_id'>,
    Row<'operator_entity', 'name' | 'state' | 'tax_kind'> {
  issuer: InvoiceIssuer
  paid_month: string
  /** Whether the business was a general taxpayer at the time of these payments. */
  is_general: boolean
  business_code: string
  operator_name: string
  count: number
  batches: number
  fen: number
}

/** Returns the planned groups: for each business and for the centre's fee, one a month and taxpayer kind. */
export async function uninvoicedGroups(ctx: Context, choice: UninvoicedChoice): Promise<UninvoicedGroupRow[]> {
  return ctx.widen('businesses that are paid', async () => {
    return ctx.rows<UninvoicedGroupRow>`select free.*, coalesce(business.name, '') as name, coalesce(business.credit_code, '') as business_code,
        coalesce(business.state, '') as state, business.tax_kind, coalesce(owner.name, '') as operator_name,
        given.state as given_state, given.valid_from as given_from, given.valid_to as given_to
      from (select issuer, case when issuer = 'business' then entity_id end as entity_id, case when issuer = 'business' then operator_id end as operator_id,
          paid_month, is_general, count(*) as count, count(distinct batch_id) as batches, sum(fen)::bigint as fen from ${uninvoicedParts(choice)} line group by 1, 2, 3, 4, 5) free
        left join operator_entity business on business.id = free.entity_id left join operator owner on owner.id = free.operator_id ${newestAuthorisationJoin}
      order by free.issuer, business.name, free.entity_id, free.paid_month, free.is_general`
  })
}

/** Adds the payments of groups of one issuer to an application. Returns their total in fen. */
export async function addUninvoicedPayments(
  ctx: Context,
  invoicingId: number,
  choice: UninvoicedChoice,
  groups: readonly Pick<UninvoicedGroupRow, 'issuer' | 'entity_id' | 'paid_month' | 'is_general'>[],
): Promise<number> {
  const rows = await ctx.rows<{ fen: number }>`with taken as (
      insert into invoice_line (application_id, month, line_id, batch_id, centre_id, unit_id, mode, amount_fen)
        select ${invoicingId}, month, id, batch_id, ${choice.centreId}, ${choice.unitId}, ${mode}, fen from ${uninvoicedParts(choice)} free
        where exists (select from json_to_recordset(${JSON.stringify(groups)}::json) as chosen(issuer text, entity_id bigint, paid_month text, is_general boolean)
          where chosen.issuer = free.issuer and chosen.entity_id is not distinct from case when free.issuer = 'business' then free.entity_id end
            and chosen.paid_month = free.paid_month and chosen.is_general = free.is_general) order by id returning amount_fen)
    select coalesce(sum(amount_fen), 0)::bigint as fen from taken`
  return rows[0]?.fen ?? 0
}

// The uninvoiced amount of a unit's payments at a centre, without returned ones.
const freeAmountTable = sql`(select batch.id, batch.no, batch.unit_id, batch.centre_id, batch.paid_at,
    batch.success_cost_fen - coalesce((select sum(used_fen) from invoice_use kept where kept.batch_id = batch.id and not kept.is_returned), 0) as free
  from ${batchHeads} batch where batch.mode = ${mode} and batch.success_cost_fen > 0)`

export interface SourceRow extends Row<'payment_batch', 'unit_id' | 'centre_id'> {
  unit_name: string
  centre_name: string
  free: number
  count: number
}

/** Returns the units with uninvoiced payments in the caller's scope. */
export async function uninvoicedSources(ctx: Context, limit: number): Promise<SourceRow[]> {
  return ctx.rows<SourceRow>`select batch.unit_id, batch.centre_id, unit.name as unit_name, centre.name as centre_name,
      sum(batch.free)::bigint as free, count(*) as count
    from ${freeAmountTable} batch join unit on unit.id = batch.unit_id join centre on centre.id = batch.centre_id
    where batch.free > 0 and ${inScope(ctx.scope, 'batch')} group by 1, 2, 3, 4 order by unit.name, batch.centre_id limit ${limit}`
}

export interface BatchRow extends Row<'payment_batch', 'id' | 'no'> {
  paid_on: string | null
  free: number
}

/** Returns a unit's batches with an uninvoiced amount, oldest first. */
export async function uninvoicedBatches(ctx: Context, unitId: number, centreId: number, limit: number): Promise<BatchRow[]> {
  return ctx.rows<BatchRow>`select batch.id, batch.no, (batch.paid_at at time zone 'Asia/Shanghai')::date::text as paid_on, batch.free::bigint as free
    from ${freeAmountTable} batch where batch.unit_id = ${unitId} and batch.centre_id = ${centreId} and batch.free > 0 and ${inScope(ctx.scope, 'batch')}
    order by batch.id limit ${limit}`
}

export interface UninvoicedMonthRow {
  arrived_in: string
  free: number
}

/** Returns the months with uninvoiced payments of a unit. */
export async function uninvoicedMonths(ctx: Context, unitId: number, centreId: number): Promise<UninvoicedMonthRow[]> {
  return ctx.rows<UninvoicedMonthRow>`select to_char(line.finished_at at time zone 'Asia/Shanghai', 'YYYY-MM') as arrived_in,
      sum(line.cost_fen - coalesce(kept.used_fen, 0))::bigint as free
    from payment_line line left join invoice_use kept on kept.line_id = line.id
    where line.unit_id = ${unitId} and line.centre_id = ${centreId} and line.mode = ${mode} and line.state = 'success' and line.entity_id is not null
      and line.cost_fen > coalesce(kept.used_fen, 0) and ${inScope(ctx.scope, 'line')} group by 1 order by 1`
}

export interface SalesRow extends Row<'operator_entity', 'id'> {
  paid: number
  returned: number
}

/**
 * Returns the sales of businesses between two days, from all units, as their filings count them: booked payments minus
 * returns of those days.
 */
export async function salesOf(ctx: Context, businesses: readonly number[], { from, before }: { from: string; before: string }): Promise<SalesRow[]> {
  const withinSpan = (column: string) => sql`${sql.ref(column)} >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'
    and ${sql.ref(column)} < (${before}::date)::timestamp at time zone 'Asia/Shanghai'`
  return ctx.widen('businesses that are paid', async () => {
    return ctx.rows<SalesRow>`select business.id,
        coalesce(sum(app.business_invoice_due('business', line.cost_fen, line.fee_unit_fen)) filter (where ${withinSpan('line.booked_at')}), 0)::bigint as paid,
        coalesce(sum(app.business_invoice_due('business', line.cost_fen, line.fee_unit_fen)) filter (where ${withinSpan('line.returned_at')}), 0)::bigint as returned
      from operator_entity business join payment_line line on line.operator_id = business.operator_id and line.entity_id = business.id
      where business.id = any(${[...businesses]}::bigint[]) and line.booked_at is not null and line.state in ('success', 'returned')
        and (${withinSpan('line.booked_at')} or ${withinSpan('line.returned_at')}) group by 1`
  })
}

/** Returns the payments and applications that a business must still invoice or reverse. */
export async function invoiceDuesOf(ctx: Context, { id, operatorId }: { readonly id: number; readonly operatorId: number }): Promise<InvoiceDues> {
  const rows = await ctx.rows<InvoiceDues>`select
      count(*) filter (where line.state = 'success' and due.fen > coalesce(kept.used_fen, 0))::int as uninvoiced,
      count(*) filter (where line.state = 'returned' and kept.used_fen > 0)::int as "redDue",
      (select count(*) from invoice_application asked where asked.entity_id = ${id} and asked.issuer = 'business'
        and asked.state in ('pending', 'todo', 'issuing', 'part', 'failed'))::int as "openInvoices"
    from payment_line line cross join lateral (select app.business_invoice_due('business', line.cost_fen, line.fee_unit_fen) as fen) due
      left join business_invoice_use kept on kept.line_id = line.id and kept.issuer = 'business'
    where line.operator_id = ${operatorId} and line.entity_id = ${id} and line.mode = ${mode} and line.state in ('success', 'returned')`
  return rows[0] ?? { uninvoiced: 0, openInvoices: 0, redDue: 0 }
}

export interface LatestAuthorisationRow extends AuthorisationDaysRow, Row<'operator_entity', 'id' | 'tax_kind'> {}

export async function latestAuthorisations(ctx: Context, businesses: readonly number[]): Promise<LatestAuthorisationRow[]> {
  return ctx.widen('businesses that are paid', async () => {
    return ctx.rows<LatestAuthorisationRow>`select business.id, business.tax_kind, given.state as given_state, given.valid_from as given_from, given.valid_to as given_to
      from operator_entity business ${newestAuthorisationJoin} where business.id = any(${[...businesses]}::bigint[])`
  })
}

export interface PackRow extends Row<'invoice_file', 'file_id' | 'kind'>, Row<'invoice', 'price_fen' | 'tax_fen' | 'total_fen'> {
  paper_no: string
  day: string
  seller_name: string
  seller_no: string
  title_name: string
  is_red: boolean
}

// Restricts rows to the caller's scope. Operators see the invoices of their businesses at any centre.
const scopeCondition = (ctx: Context) =>
  ctx.actor.operatorId === null
    ? sql`(${inScope(ctx.scope, 'asked', { mode: true })} and asked.mode = ${mode})`
    : sql`(asked.operator_id = ${ctx.actor.operatorId} and asked.mode = ${mode})`

/** Returns the units with mode 1 invoices in the caller's scope. */
export async function invoicedUnits(ctx: Context, limit: number): Promise<Row<'unit', 'id' | 'name'>[]> {
  const result = await ctx.rows<
    Row<'invoice_application', 'unit_id'>
  >`select distinct asked.unit_id from invoice_application asked where ${scopeCondition(ctx)}`
  const ids = result.map((row) => row.unit_id)
  return ctx.widen('names on invoices', async () => {
    return ctx.rows<Row<'unit', 'id' | 'name'>>`select id, name from unit where id = any(${ids}::bigint[]) order by name limit ${limit}`
  })
}

/** Returns the files of a unit's invoices of a month, with negative amounts for red ones. */
export async function filesToPack(ctx: Context, unitId: number, month: string): Promise<PackRow[]> {
  const result = await ctx.rows<
    Row<'invoice_application', 'id'>
  >`select asked.id from invoice_application asked where asked.unit_id = ${unitId} and ${scopeCondition(ctx)}`
  const ids = result.map((row) => row.id)
  return ctx.widen('names on invoices', async () => {
    return ctx.rows<PackRow>`select file.file_id, file.kind, paper.number as paper_no, paper.issued_on::text as day, paper.price_fen, paper.tax_fen, paper.total_fen, paper.is_red,
        coalesce(business.name, centre.legal_name) as seller_name, coalesce(business.credit_code, centre.credit_code) as seller_no, asked.title->>'name' as title_name
      from (select id as invoice_id, null::bigint as red_id, application_id, number, issued_on, price_fen, tax_fen, total_fen, false as is_red from invoice
        union all select null, id, application_id, number, issued_on, -price_fen, -tax_fen, -amount_fen, true from red_letter) paper
        join invoice_application asked on asked.id = paper.application_id join centre on centre.id = asked.centre_id
        left join operator_entity business on business.id = asked.entity_id
        join invoice_file file on file.replaced_at is null and (file.invoice_id = paper.invoice_id or file.red_id = paper.red_id)
      where asked.id = any(${ids}::bigint[]) and paper.number is not null and to_char(paper.issued_on, 'YYYY-MM') = ${month}
      order by paper.issued_on, paper.number, file.kind`
  })
}
