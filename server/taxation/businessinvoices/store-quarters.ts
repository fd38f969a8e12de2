import { type RawBuilder, sql } from 'kysely'
import type { InvoicedPayment, InvoicePaper } from '#/domain/taxation/invoice-division.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { clearedAt, generalTimes } from '#/server/people/entities/public.ts'

/** Condition that a business `entity` issued a special invoice or a red letter of one from one day to before another. */
export const hasSpecialInvoice = (from: string, to: string) =>
  sql`exists (select from invoice_application asked where asked.issuer = 'business' and asked.entity_id = entity.id and asked.kind = 'special' and ${hasPaper(from, to)})`

/** Condition that an application `asked` has an invoice or a red letter from one day to before another. */
const hasPaper = (from: string, to: string) =>
  sql`(exists (select from invoice paper where paper.application_id = asked.id and paper.number is not null and paper.issued_on >= ${from}::date and paper.issued_on < ${to}::date)
    or exists (select from red_letter red where red.application_id = asked.id and red.is_issued and red.issued_on >= ${from}::date and red.issued_on < ${to}::date))`

/** An application of a business with its papers, oldest first, and its payments. Unreturned payments are grouped. */
export interface InvoicedApplicationRow extends Pick<Row<'invoice_application'>, 'kind'> {
  entity_id: Row<'operator_entity'>['id']
  papers: InvoicePaper[]
  payments: (InvoicedPayment & { readonly lineId: number | null; readonly paidQuarter: string; readonly isGeneral: boolean })[]
}

/**
 * Returns the applications with papers from one day to before another, and the special ones with payments returned then.
 * Their papers begin with the first. Returns that count in no filing of a small-scale taxpayer are left out.
 */
export async function invoicedApplications(ctx: Context, businesses: readonly number[], from: string, to: string): Promise<InvoicedApplicationRow[]> {
  const startOfDay = (day: string) => sql`(${day}::timestamp at time zone 'Asia/Shanghai')`
  const quarterOf = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY"-Q"Q')`
  const entities = sql`any(${[...businesses]}::bigint[])`
  return ctx.widen(
    'payments of a business',
    () =>
      ctx.rows<InvoicedApplicationRow>`with returned as (select held.application_id as id from payment_line line join invoice_line held on held.line_id = line.id
          where line.entity_id = ${entities} and line.booked_at is not null and line.returned_at >= ${startOfDay(from)} and line.returned_at < ${startOfDay(to)})
      select asked.entity_id, asked.kind, papers.listed as papers, payments.listed as payments
      from invoice_application asked join operator_entity entity on entity.id = asked.entity_id
        cross join lateral (select ${generalTimes} as times, ${clearedAt} as cleared_at offset 0) general
        cross join lateral (select json_agg(json_build_object('quarter', to_char(issued_on, 'YYYY"-Q"Q'), 'amount', fen, 'redId', red_id, 'isDiscount', is_discount)
            order by issued_on, red_id nulls first) as listed
          from (select issued_on, total_fen as fen, null::bigint as red_id, false as is_discount from invoice where application_id = asked.id and number is not null
            union all select issued_on, -amount_fen, id, reason = 'discount' from red_letter where application_id = asked.id and is_issued) paper
          where issued_on < ${to}::date) papers
        cross join lateral (select json_agg(json_build_object('lineId', line_id, 'paidQuarter', paid_quarter, 'returnedQuarter', returned_quarter, 'isGeneral', is_general,
            'redIds', red_ids, 'amount', fen)) as listed
          from (select case when returned_quarter is not null then line_id end as line_id, paid_quarter, returned_quarter, is_general, red_ids, sum(fen) as fen
            from (select held.line_id, sum(greatest(held.amount_fen, 0)) as fen, coalesce(array_agg(held.red_id order by held.red_id) filter (where held.red_id is not null), '{}') as red_ids,
                ${quarterOf(sql`line.booked_at`)} as paid_quarter, general.times @> line.booked_at as is_general,
                case when not general.times @> line.returned_at and line.returned_at < coalesce(general.cleared_at, 'infinity') then ${quarterOf(sql`line.returned_at`)} end as returned_quarter
              from invoice_line held join payment_line line on line.month = held.month and line.id = held.line_id
              where held.application_id = asked.id group by held.line_id, line.booked_at, line.returned_at) each
            group by 1, 2, 3, 4, 5) part) payments
      where asked.issuer = 'business' and asked.entity_id = ${entities} and papers.listed is not null
        and (${hasPaper(from, to)} or asked.kind = 'special' and asked.id in (select id from returned)) order by asked.id`,
  )
}
