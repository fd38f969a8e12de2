import { sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'
import type { InvoiceIssuer } from '#/domain/taxation/business-invoice.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { businessFacts } from '#/server/people/entities/public.ts'
import type { NewApplication } from '#/server/taxation/invoices/store.ts'
import type { InvoiceOwner, NewStep } from '#/server/taxation/invoices/store-papers.ts'

/** The past payments that one application covers, counted and summed. */
export interface PastGroup
  extends Row<'invoice_application', 'centre_id' | 'unit_id' | 'issuer' | 'entity_id' | 'operator_id'>,
    Row<'operator_entity', 'tax_kind'> {
  issuer: InvoiceIssuer
  count: number
  batches: number
  fen: number
}

/** The past days and the units whose payments are to be invoiced. */
export interface PastSpan {
  readonly mode: Mode
  readonly from: string
  readonly to: string
  readonly unitIds: readonly number[]
}

const finishedWithin = (from: string, to: string) => sql`line.finished_at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'
  and line.finished_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`

/**
 * Groups uninvoiced payments of those days: in mode 2 by unit, in mode 1 by authorised business, with one more group
 * for the fee.
 */
export async function pastGroups(ctx: Context, { mode, from, to, unitIds }: PastSpan): Promise<PastGroup[]> {
  const isBusiness = mode === settlementMode.individualBusiness
  const issuerRows = isBusiness ? sql`(values ('business'), ('centre')) part(issuer)` : sql`(values ('centre')) part(issuer)`
  const dueColumn = isBusiness ? sql`app.business_invoice_due(part.issuer, line.cost_fen, line.fee_unit_fen)` : sql`line.cost_fen`
  const entityColumn = sql`case when part.issuer = 'business' then line.entity_id end`
  return ctx.rows<PastGroup>`select line.centre_id, line.unit_id, part.issuer, ${entityColumn} as entity_id, case when part.issuer = 'business' then business.operator_id end as operator_id,
      case when part.issuer = 'business' then business.tax_kind end as tax_kind, count(*) as count, count(distinct line.batch_id) as batches, sum(${dueColumn})::bigint as fen
    from payment_line line cross join ${issuerRows} left join lateral ${businessFacts(sql`line.entity_id`)} business on true
    where line.mode = ${mode} and line.unit_id = any(${[...unitIds]}::bigint[]) and line.state = 'success' and ${finishedWithin(from, to)} and ${dueColumn} > 0
      and ${isBusiness ? sql`line.entity_id is not null` : sql`true`}
      and (part.issuer = 'centre' or (business.state = 'operating' and business.tax_kind is not null and exists (select from issue_authorisation given
        where given.entity_id = line.entity_id and given.state = 'active' and (${ctx.now}::timestamptz at time zone 'Asia/Shanghai')::date between given.valid_from and given.valid_to)))
      and not exists (select from invoice_use kept where kept.line_id = line.id)
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3 desc, 4`
}

export type PastApplication = NewApplication &
  Pick<Row<'invoice_application'>, 'applied_by' | 'applied_at' | 'reviewed_by' | 'reviewed_at' | 'finished_at' | 'issued_count'> & { readonly title: string }

/** Adds completed applications. Returns their ids by number. */
export async function addPastApplications(ctx: Context, rows: readonly PastApplication[]): Promise<ReadonlyMap<string, number>> {
  const addedApplications = await ctx.db
    .insertInto('invoice_application')
    .values(rows.map((row) => ({ ...row, state: 'issued', version: 3 })))
    .returning(['id', 'no'])
    .execute()
  return new Map(addedApplications.map(({ id, no }) => [no, id]))
}

/** Adds the payments of those days to their applications. Returns the totals in fen by application. */
export async function addPastPayments(ctx: Context, { mode, from, to, unitIds }: PastSpan, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const isBusiness = mode === settlementMode.individualBusiness
  const amountColumn = isBusiness ? sql`app.business_invoice_due(asked.issuer, line.cost_fen, line.fee_unit_fen)` : sql`line.cost_fen`
  // Reads the payments first, because a join per application would search the whole year for each.
  const rows = await ctx.rows<Row<'invoice_line', 'application_id'> & { fen: number }>`with line as materialized (
      select month, id, batch_id, centre_id, unit_id, mode, entity_id, cost_fen, fee_unit_fen from payment_line line
      where line.mode = ${mode} and line.unit_id = any(${[...unitIds]}::bigint[]) and line.state = 'success' and ${finishedWithin(from, to)}
        and ${isBusiness ? sql`line.entity_id is not null` : sql`true`}),
    taken as (
      insert into invoice_line (application_id, month, line_id, batch_id, centre_id, unit_id, mode, amount_fen)
        select asked.id, line.month, line.id, line.batch_id, line.centre_id, line.unit_id, line.mode, ${amountColumn}
        from line join invoice_application asked on asked.id = any(${[...ids]}::bigint[]) and (asked.centre_id, asked.unit_id) = (line.centre_id, line.unit_id)
          and (asked.entity_id is null or asked.entity_id = line.entity_id)
        where ${amountColumn} > 0 order by asked.id, line.id
        returning application_id, amount_fen)
    select application_id, sum(amount_fen)::bigint as fen from taken group by 1`
  return new Map(rows.map(({ application_id: id, fen }) => [id, fen]))
}

type PastInvoice = InvoiceOwner &
  Pick<Row<'invoice'>, 'mode' | 'seq' | 'price_fen' | 'tax_fen' | 'total_fen' | 'rate_ppm' | 'issued_by' | 'issued_at'> & {
    readonly number: string
    readonly issued_on: string
  }

/** Adds issued invoices. Returns their ids by number. */
export async function addPastInvoices(ctx: Context, rows: readonly PastInvoice[]): Promise<ReadonlyMap<string, number>> {
  const addedInvoices = await ctx.db
    .insertInto('invoice')
    .values(rows.map((row) => ({ ...row, state: 'issued' })))
    .returning(['id', 'number'])
    .execute()
  return new Map(addedInvoices.map(({ id, number }) => [number ?? '', id]))
}

type PastFile = InvoiceOwner & Pick<Row<'invoice_file'>, 'invoice_id' | 'file_id' | 'name' | 'sha256' | 'added_by' | 'added_at'>

export async function addPastFiles(ctx: Context, rows: readonly PastFile[]): Promise<void> {
  await ctx.db
    .insertInto('invoice_file')
    .values(rows.map((row) => ({ ...row, kind: 'pdf' })))
    .execute()
}

export async function addPastSteps(ctx: Context, rows: readonly (NewStep & Pick<Row<'invoice_step'>, 'at' | 'by_id'>)[]): Promise<void> {
  await ctx.db
    .insertInto('invoice_step')
    .values([...rows])
    .execute()
}
