import { type Expression, type SqlBool, sql } from 'kysely'
import type { TrailKind } from '#/domain/taxation/trail.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { businessFacts } from '#/server/people/entities/public.ts'

/** The start of a money trail: its accounts, batches and lines. */
export interface TrailStart extends Row<'voucher', 'no' | 'centre_id' | 'mode' | 'line_id' | 'topup_id' | 'refund_id'> {
  mode: Mode
  unit_ids: number[]
  unit_name: string
  centre_name: string
  batch_ids: number[]
  invoice_id: number | null
  /** For a certificate: the payee and month. */
  operator_id: Row<'voucher'>['operator_id']
  tax_month: string | null
  /** For a filing: the business and the period of its payments. */
  entity_id: Row<'payment_line'>['entity_id']
  counts_from: Date | null
  counts_until: Date | null
}

const nullColumns = {
  line: sql`null::bigint`,
  topup: sql`null::bigint`,
  refund: sql`null::bigint`,
  invoice: sql`null::bigint`,
}

/** Selects the start of a trail from a row of one unit that names its batch, line, top-up or refund. */
function relatedRowsQuery(ctx: Context, table: string, id: number, of: Partial<Record<'batch' | keyof typeof nullColumns, string>>) {
  const columnOrNull = (part: keyof typeof nullColumns) => (of[part] ? sql.ref(of[part]) : nullColumns[part])
  const batchIdsColumn = of.batch ? sql`array_remove(array[${sql.ref(of.batch)}], null)` : sql`'{}'::bigint[]`
  return sql`select it.no, it.centre_id, it.mode, array[it.unit_id] as unit_ids, ${batchIdsColumn} as batch_ids, ${columnOrNull('line')} as line_id, ${columnOrNull('topup')} as topup_id,
      ${columnOrNull('refund')} as refund_id, ${columnOrNull('invoice')} as invoice_id, null::bigint as operator_id, null::text as tax_month, null::bigint as entity_id,
      null::timestamptz as counts_from, null::timestamptz as counts_until
    from ${sql.table(table)} it where it.id = ${id} and it.unit_id is not null and ${inScope(ctx.scope, 'it', { mode: true })}`
}

/** Selects an invoice application with the batches of its payments. */
const startOfInvoice = (ctx: Context, id: number) => sql`select asked.no, asked.centre_id, asked.mode, array[asked.unit_id] as unit_ids,
    array(select distinct part.batch_id from invoice_line part where part.application_id = asked.id and part.amount_fen > 0) as batch_ids, null::bigint as line_id, null::bigint as topup_id,
    null::bigint as refund_id, asked.id as invoice_id, null::bigint as operator_id, null::text as tax_month, null::bigint as entity_id, null::timestamptz as counts_from,
    null::timestamptz as counts_until
  from invoice_application asked where asked.id = ${id} and ${inScope(ctx.scope, 'asked', { mode: true })}`

/** Selects the payee's month of a tax certificate, with the payments that the caller can see. */
const startOfCertificate = (
  ctx: Context,
  id: number,
) => sql`select period.month || ' ' || operator.name as no, period.centre_id, period.mode, array_agg(distinct batch.unit_id) as unit_ids,
    array_agg(distinct batch.id) as batch_ids, null::bigint as line_id, null::bigint as topup_id, null::bigint as refund_id, null::bigint as invoice_id, operator.id as operator_id,
    period.month as tax_month, null::bigint as entity_id, null::timestamptz as counts_from, null::timestamptz as counts_until
  from tax_certificate paper join tax_declaration period on period.id = paper.declaration_id join operator on operator.id = paper.operator_id
    join tax_reservation counted on counted.operator_id = operator.id and counted.centre_id = period.centre_id and counted.mode = period.mode and counted.month = period.month and not counted.is_open
    join payment_batch batch on batch.id = counted.batch_id
  where paper.id = ${id} and ${inScope(ctx.scope, 'batch', { mode: true })} group by period.id, operator.id`

/** Selects the period of a business filing, with the payments of its centre. */
const startOfFiling = (
  ctx: Context,
  id: number,
) => sql`select entity.name || ' ' || filing.period as no, filing.centre_id, filing.mode, array_agg(distinct line.unit_id) as unit_ids,
    array_agg(distinct line.batch_id) as batch_ids, null::bigint as line_id, null::bigint as topup_id, null::bigint as refund_id, null::bigint as invoice_id, null::bigint as operator_id,
    null::text as tax_month, filing.entity_id, span.counts_from, span.counts_until
  from business_filing filing join lateral ${businessFacts(sql`filing.entity_id`)} entity on true
    cross join lateral (select make_date(left(filing.period, 4)::int, case when filing.period like '%Q%' then right(filing.period, 1)::int * 3 - 2 else 1 end, 1) as first_day) begins
    cross join lateral (select begins.first_day::timestamp at time zone 'Asia/Shanghai' as counts_from,
      (begins.first_day + case when filing.period like '%Q%' then interval '3 months' else interval '1 year' end)::timestamp at time zone 'Asia/Shanghai' as counts_until) span
    join payment_line line on line.entity_id = filing.entity_id and line.centre_id = filing.centre_id and line.mode = filing.mode and line.booked_at >= span.counts_from
      and line.booked_at < span.counts_until
  where filing.id = ${id} and ${inScope(ctx.scope, 'line', { mode: true })} group by filing.id, entity.name, span.counts_from, span.counts_until`

const trailStartByKind: Readonly<Record<TrailKind, (ctx: Context, id: number) => ReturnType<typeof startOfInvoice>>> = {
  batch: (ctx, id) => relatedRowsQuery(ctx, 'payment_batch', id, { batch: 'it.id' }),
  line: (ctx, id) => relatedRowsQuery(ctx, 'payment_line', id, { batch: 'it.batch_id', line: 'it.id' }),
  topup: (ctx, id) => relatedRowsQuery(ctx, 'topup', id, { topup: 'it.id' }),
  voucher: (ctx, id) => relatedRowsQuery(ctx, 'voucher', id, { batch: 'it.batch_id', line: 'it.line_id', topup: 'it.topup_id', refund: 'it.refund_id' }),
  invoice: startOfInvoice,
  certificate: startOfCertificate,
  filing: startOfFiling,
}

/**
 * Returns the start of a trail within the caller's scope. The people of certificates and filings may be outside it, so
 * access is checked on their payments.
 */
export function trailStartOf(ctx: Context, from: TrailKind, id: number): Promise<TrailStart | undefined> {
  const startQuery = trailStartByKind[from](ctx, id)
  return ctx.widen('papers along a money trail', async () => {
    return ctx.row<TrailStart>`select begins.*, centre.name as centre_name, (select string_agg(unit.name, '、' order by unit.id) from unit where unit.id = any(begins.unit_ids)) as unit_name
      from (${startQuery}) begins join centre on centre.id = begins.centre_id`
  })
}

/** Restricts the lines of the batches to those of the trail. */
export function isLineOfTrail(of: TrailStart): Expression<SqlBool> {
  if (of.line_id !== null) return sql<SqlBool>`line.id = ${of.line_id}`
  if (of.invoice_id !== null)
    return sql<SqlBool>`exists (select from invoice_line part where part.application_id = ${of.invoice_id} and part.line_id = line.id and part.amount_fen > 0)`
  if (of.tax_month !== null)
    return sql<SqlBool>`exists (select from tax_reservation counted where counted.line_id = line.id and counted.operator_id = ${of.operator_id} and counted.month = ${of.tax_month}
      and not counted.is_open)`
  if (of.entity_id !== null)
    return sql<SqlBool>`(line.entity_id = ${of.entity_id} and line.booked_at >= ${of.counts_from} and line.booked_at < ${of.counts_until})`
  return sql<SqlBool>`true`
}

export const isWholeBatch = (of: TrailStart): boolean => of.line_id === null && of.invoice_id === null && of.tax_month === null && of.entity_id === null
