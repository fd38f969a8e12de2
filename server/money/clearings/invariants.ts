import { sql } from 'kysely'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'
import { accountsOfKind, bookings, isBooked, isTransferRegistered } from '#/server/money/ledger/public.ts'
import { batchHeads } from '#/server/money/payments/public.ts'

const taxes = ['vat_fen', 'city_fen', 'education_fen', 'local_education_fen', 'withheld_fen'] as const
const taxColumnList = sql.raw(taxes.join(', '))
const total = sql.raw(taxes.join(' + '))
const sumsOf = (where = '') => sql.raw(taxes.map((name) => `coalesce(sum(${name})${where}, 0) as ${name}`).join(', '))
const least = (of: (name: string) => string) => sql.raw(`least(${taxes.map(of).join(', ')})`)

export const invariants: readonly Invariant[] = [
  {
    name: 'INV-65',
    title:
      'every fen of a cleared month is credited once, refunded once, being transferred, reversed by a return or open; the account of cleared tax holds what is owed to the people less what they owe; no month from which a clearing took tax counts less than nothing, or bore less than was taken',
    broken: sql`with used as (
        select clearing_id, coalesce(sum(${total}) filter (where not is_reversal), 0) as fen, coalesce(sum(${total}) filter (where is_reversal), 0) as reversed,
            ${sumsOf(' filter (where is_reversal)')}
          from tax_adjustment where clearing_line_id is not null group by clearing_id),
      taken as (
        select clearing_id, -sum(${total}) as fen from tax_adjustment where clearing_id is not null and clearing_line_id is null group by clearing_id),
      paid as (
        select clearing_id, coalesce(sum(case kind when 'refund' then amount_fen when 'bounce' then -amount_fen end), 0) as refunded, coalesce(sum(amount_fen) filter (where kind = 'recovery'), 0) as recovered
          from tax_clearing_payment group by clearing_id)
      select 'clearing ' || clearing.id as id from tax_clearing clearing
        left join used on used.clearing_id = clearing.id left join taken on taken.clearing_id = clearing.id left join paid on paid.clearing_id = clearing.id
      where clearing.used_fen <> coalesce(used.fen, 0) or clearing.reversed_fen <> coalesce(used.reversed, 0)
        or ${least((name) => `clearing.${name} - coalesce(used.${name}, 0)`)} < 0
        or clearing.refunded_fen <> coalesce(paid.refunded, 0) or clearing.recovered_fen <> coalesce(paid.recovered, 0)
        or clearing.left_fen - clearing.owed_fen
          <> clearing.amount_fen - clearing.used_fen - clearing.reversed_fen - clearing.refunded_fen - clearing.transfer_fen + clearing.recovered_fen
        or least(clearing.left_fen, clearing.owed_fen) <> 0
        or coalesce(taken.fen, 0) <> case when clearing.decided_at is not null and clearing.state in ('approved', 'done', 'chosen') then clearing.amount_fen else 0 end
        or (clearing.state = 'done') <> (clearing.left_fen = 0 and clearing.owed_fen = 0 and clearing.transfer_fen = 0)
      union all
      select 'payment ' || coalesce(paid.id, booked.ref_id) from tax_clearing_payment paid
        full join (select booking.ref_id, sum(booking.amount_fen) as fen from ${bookings} booking
          where booking.account = 'bank' and booking.kind = 'clearing' and booking.ref_type = 'tax_clearing_payment' group by booking.ref_id) booked on booked.ref_id = paid.id
      where booked.fen is distinct from case paid.kind when 'refund' then paid.amount_fen else -paid.amount_fen end
      union all
      select 'credit of line ' || clearing_line_id from tax_adjustment where clearing_line_id is not null and not is_reversal
        group by clearing_line_id having sum(${total}) < 0 or count(distinct operator_id) > 1
      union all
      select 'month ' || cleared.month || ' of ' || cleared.operator_id || ' at ' || cleared.centre_id from (select distinct centre_id, operator_id, month
          from tax_adjustment where clearing_id is not null and clearing_line_id is null) cleared
        cross join lateral (select ${sumsOf()} from (
            select ${taxColumnList} from tax_standing own where (own.centre_id, own.mode, own.operator_id, own.month) = (cleared.centre_id, 2, cleared.operator_id, cleared.month)
            union all
            select ${taxColumnList} from tax_adjustment own where (own.operator_id, own.centre_id, own.mode, own.month) = (cleared.operator_id, cleared.centre_id, 2, cleared.month)
              and own.kind = 'uncounted') part) counted
        cross join lateral (select ${sumsOf()} from (
            select ${sql.raw(taxes.map((name) => `own.${name}`).join(', '))} from tax_reservation own join ${batchHeads} batch on batch.id = own.batch_id
              join payment_line line on line.month = batch.month and line.id = own.line_id
              where (own.operator_id, own.centre_id, own.mode, own.month) = (cleared.operator_id, cleared.centre_id, 2, cleared.month)
                and line.tax_unit_fen = 0 and line.returned_at is null
            union all
            select ${taxColumnList} from tax_adjustment own where (own.operator_id, own.centre_id, own.mode, own.month) = (cleared.operator_id, cleared.centre_id, 2, cleared.month)
              and own.clearing_id is not null) part) borne
      where least(${least((name) => `counted.${name}`)}, ${least((name) => `borne.${name}`)}) < 0
      union all
      select 'cleared tax of centre ' || coalesce(account.centre_id, owed.centre_id)
        from ${accountsOfKind('cleared_tax')} account
        full join (select clearing.centre_id, sum(coalesce(taken.fen, 0) - clearing.refunded_fen + clearing.recovered_fen - coalesce(spent.fen, 0)) as fen from tax_clearing clearing
            left join taken on taken.clearing_id = clearing.id
            left join lateral (select sum(${total}) as fen from tax_adjustment own where own.clearing_id = clearing.id and own.clearing_line_id is not null
              and ${isBooked('tax_adjustment', sql`own.id`)}) spent on true
          group by clearing.centre_id) owed on owed.centre_id = account.centre_id
      where coalesce(account.balance_fen, 0) <> coalesce(owed.fen, 0)`,
  },
  {
    name: 'INV-72',
    title: 'a payment that is under way or succeeded uses exactly the credit that it was priced with, any other payment none',
    broken: sql`select 'line ' || own.line_id as id
      from (select distinct operator_id, centre_id from tax_clearing where decided_at is not null) person
        join tax_reservation own on own.operator_id = person.operator_id and own.centre_id = person.centre_id and own.mode = 2
        join ${batchHeads} batch on batch.id = own.batch_id join payment_line line on line.month = batch.month and line.id = own.line_id
        cross join lateral (select coalesce(vat + city + education + "localEducation" + iit, 0) as fen
          from json_to_record(coalesce(line.calculation -> 'credit', '{}')) as credit(vat bigint, city bigint, education bigint, "localEducation" bigint, iit bigint)) priced
        cross join lateral (select coalesce(sum(${total}), 0) as fen from tax_adjustment used where used.clearing_line_id = own.line_id and not used.is_reversal) used
      where used.fen <> case when own.is_open or line.state = 'success' then priced.fen else 0 end`,
  },
  {
    name: 'INV-77',
    title: 'money that a person paid back, or a refund that the bank sent back, is booked once for each entry that a second person confirmed, and for no other',
    broken: sql`select 'entry ' || entry.id as id from tax_clearing_entry entry left join tax_clearing_payment paid on paid.entry_id = entry.id
      where (entry.kind <> 'choice' and entry.state = 'confirmed') <> (paid.id is not null)
        or (paid.kind, paid.clearing_id, paid.amount_fen) is distinct from
          (case when paid.id is not null then case entry.kind when 'bounce' then 'bounce' else 'recovery' end end, case when paid.id is not null then entry.clearing_id end, case when paid.id is not null then entry.amount_fen end)
        or entry.kind <> 'choice' and entry.serial <> '' and entry.state <> 'rejected' and not ${isTransferRegistered({ centre: sql`entry.centre_id`, direction: sql`'in'`, serial: sql`entry.serial` })}`,
  },
]
