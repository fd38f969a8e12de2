import { sql } from 'kysely'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'

/** Invariants of invoices and their payments. Discounts issued before 2026-11-28 released their amount (0107). */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-13',
    title: 'invoices to a unit do not exceed its payments less returns, except for returns that wait for a red letter',
    broken: sql`select 'quota of unit ' || quota.unit_id || ' at centre ' || quota.centre_id as id from invoice_quota quota
        left join lateral (select sum(used_fen) as fen from invoice_use kept where kept.centre_id = quota.centre_id and kept.unit_id = quota.unit_id and kept.mode = quota.mode
          and kept.is_returned) due on true
      where quota.used_fen - coalesce(due.fen, 0) > app.invoice_paid(quota.centre_id, quota.unit_id, quota.mode)`,
  },
  {
    name: 'INV-45',
    title: 'the invoiced part of each payment and quota is the sum of the parts of its applications, and returned payments are marked',
    broken: sql`select 'use of line ' || coalesce(kept.line_id, held.line_id) as id from invoice_use kept
        full join (select line_id, sum(amount_fen) as fen from invoice_line group by line_id) held on held.line_id = kept.line_id
        left join payment_line line on line.month = kept.month and line.id = kept.line_id
      where line.id is null or kept.used_fen <> coalesce(held.fen, 0) or kept.is_returned <> (line.state = 'returned')
        or (kept.cost_fen, kept.batch_id, kept.centre_id, kept.unit_id, kept.mode) <> (line.cost_fen, line.batch_id, line.centre_id, line.unit_id, line.mode)
      union all
      select 'quota of unit ' || quota.unit_id || ' at centre ' || quota.centre_id from invoice_quota quota
        left join lateral (select sum(used_fen) as fen from invoice_use kept where kept.centre_id = quota.centre_id and kept.unit_id = quota.unit_id and kept.mode = quota.mode) used on true
      where quota.used_fen <> coalesce(used.fen, 0)`,
  },
  {
    name: 'INV-46',
    title:
      'every application is the sum of its invoices and holds their payments; red letters and releases free exactly their amounts (discounts none), never more than the invoice',
    broken: sql`select 'application ' || asked.no as id from invoice_application asked
        left join lateral (select coalesce(sum(total_fen), 0) as total, coalesce(sum(tax_fen), 0) as tax, count(*) as papers, count(number) as issued,
            coalesce(sum(total_fen) filter (where state = 'released'), 0) as released, count(*) filter (where state = 'released') as released_count, coalesce(sum(red_fen), 0) as red
          from invoice where application_id = asked.id) paper on true
        left join lateral (select coalesce(sum(amount_fen), 0) as fen, coalesce(sum(amount_fen) filter (where amount_fen > 0), 0) as taken,
            coalesce(-sum(amount_fen) filter (where red_id is not null), 0) as freed from invoice_line
          where application_id = asked.id) held on true
        left join lateral (select coalesce(sum(amount_fen) filter (where is_issued), 0) as fen from red_letter where application_id = asked.id) red on true
      where paper.total <> asked.amount_fen or paper.tax <> asked.tax_fen or paper.papers <> asked.invoice_count or paper.issued <> asked.issued_count
        or (paper.released, paper.released_count) <> (asked.released_fen, asked.released_count)
        or held.taken <> asked.amount_fen or red.fen <> paper.red
        or held.fen <> case when asked.state in ('withdrawn', 'rejected') then 0 else asked.amount_fen - held.freed - asked.released_fen end
      union all
      select 'red letter ' || red.number from red_letter red
        left join lateral (select coalesce(-sum(part.amount_fen), 0) as fen from invoice_line part where part.red_id = red.id) freed on true
        left join lateral (select coalesce(sum(other.amount_fen), 0) as fen from red_letter other
          where other.invoice_id = red.invoice_id and other.is_issued and other.reason = 'discount') discount on true
      where case when not red.is_issued then freed.fen <> 0 when red.reason = 'discount' then freed.fen not between 0 and discount.fen
        else freed.fen not between red.amount_fen and red.amount_fen + discount.fen end
      union all
      select 'invoice ' || blue.number from invoice blue join red_letter red on red.invoice_id = blue.id and red.code in ('01', '02', '03', '04', '10')
        group by blue.id having sum(red.amount_fen) > blue.total_fen or sum(red.price_fen) > blue.price_fen or sum(red.tax_fen) > blue.tax_fen`,
  },
  {
    name: 'INV-54',
    title: 'an invoice issued by a channel is stored with the channel’s number and day, and no order is under way for an issued or ended invoice',
    broken: sql`select 'order ' || command.request_no as id from invoice_order command join invoice_application asked on asked.id = command.application_id
        join invoice paper on paper.id = command.invoice_id left join red_letter red on red.id = command.red_id
      where (command.what = 'issue' and command.state = 'done' and (paper.number, paper.issued_on) is distinct from (command.number, command.issued_on))
        or (command.what = 'redIssue' and command.state = 'done' and (red.number, red.issued_on) is distinct from (command.number, command.issued_on))
        or (command.what = 'issue' and command.state in ('queued', 'asked') and (paper.number is not null or asked.state not in ('issuing', 'part')))
        or (command.red_id is not null and command.state in ('queued', 'asked') and red.is_issued)
        or (paper.application_id, paper.centre_id, paper.unit_id) <> (command.application_id, command.centre_id, command.unit_id)
        or (command.red_id is not null and red.invoice_id <> command.invoice_id)`,
  },
]
