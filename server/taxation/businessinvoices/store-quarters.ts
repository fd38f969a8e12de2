import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { generalTimes } from '#/server/people/entities/public.ts'

/**
 * The invoices of a business issued here in a quarter for payments of one quarter, including VAT, less red letters. Red
 * letters for payments returned in the quarter or before have a row for each quarter of return.
 */
export interface IssuedQuarterRow {
  entity_id: Row<'operator_entity'>['id']
  quarter: string
  paid_quarter: string
  returned_quarter: string | null
  issued_fen: number
  special_fen: number
}

/** Condition that red letters reversed all special invoices of a payment before a quarter (yyyy-Qn). */
export const wasReversedBefore = (lineId: RawBuilder<unknown>, quarter: RawBuilder<unknown>) =>
  sql`(select sum(held.amount_fen) = 0 and bool_or(held.red_id is not null) from invoice_line held join invoice_application asked on asked.id = held.application_id left join red_letter red on red.id = held.red_id
    where held.line_id = ${lineId} and asked.issuer = 'business' and asked.kind = 'special' and (held.red_id is null or to_char(red.issued_on, 'YYYY"-Q"Q') < ${quarter}))`

/** Condition that a business `entity` issued a special invoice or a red letter of one from one day to before another. */
export const hasSpecialInvoice = (from: string, to: string) =>
  sql`exists (select from invoice_application asked where asked.issuer = 'business' and asked.entity_id = entity.id and asked.kind = 'special' and (
    exists (select from invoice paper where paper.application_id = asked.id and paper.number is not null and paper.issued_on >= ${from}::date and paper.issued_on < ${to}::date)
    or exists (select from red_letter red where red.application_id = asked.id and red.is_issued and red.issued_on >= ${from}::date and red.issued_on < ${to}::date)))`

/**
 * Returns the invoices that these businesses issued here from one day to before another, for payments that they received
 * as small-scale taxpayers. An invoice of several quarters is divided by its payments, a red letter by those it releases.
 */
export async function issuedQuarters(ctx: Context, businesses: readonly number[], from: string, to: string): Promise<IssuedQuarterRow[]> {
  return ctx.widen('payments of a business', async () => {
    const quarterOf = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY"-Q"Q')`
    return ctx.rows<IssuedQuarterRow>`select asked.entity_id, to_char(paper.issued_on, 'YYYY"-Q"Q') as quarter, part.paid_quarter, part.returned_quarter,
        sum(share.fen)::bigint as issued_fen, coalesce(sum(share.fen) filter (where asked.kind = 'special'), 0)::bigint as special_fen
      from invoice_application asked join operator_entity entity on entity.id = asked.entity_id cross join lateral (select ${generalTimes} as times) general
        cross join lateral (
          select issued_on, total_fen as fen, null::bigint as releasing_id from invoice where application_id = asked.id and number is not null
          union all select issued_on, -amount_fen, (select max(red_id) from invoice_line released where released.application_id = asked.id and released.red_id = red.id)
            from red_letter red where application_id = asked.id and is_issued) paper
        cross join lateral (
          select ${quarterOf(sql`line.booked_at`)} as paid_quarter, case when paper.releasing_id is not null and ${quarterOf(sql`line.returned_at`)} <= to_char(paper.issued_on, 'YYYY"-Q"Q')
              then ${quarterOf(sql`line.returned_at`)} end as returned_quarter, bool_or(general.times @> line.booked_at) as is_general,
            sum(abs(held.amount_fen)) as fen, sum(sum(abs(held.amount_fen))) over (order by min(line.booked_at), min(line.id)) as upto, sum(sum(abs(held.amount_fen))) over () as whole
          from invoice_line held join payment_line line on line.month = held.month and line.id = held.line_id
          where held.application_id = asked.id and case when paper.releasing_id is null then held.amount_fen > 0 else held.red_id = paper.releasing_id end
          group by 1, 2, general.times @> line.booked_at) part
        cross join lateral (select round(paper.fen * part.upto / part.whole) - round(paper.fen * (part.upto - part.fen) / part.whole) as fen) share
      where asked.issuer = 'business' and asked.entity_id = any(${[...businesses]}::bigint[]) and paper.issued_on >= ${from}::date and paper.issued_on < ${to}::date
        and not part.is_general group by 1, 2, 3, 4`
  })
}
