import { sql } from 'kysely'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'
import { accountsOfKind, bookings, isTransferRegistered } from '#/server/money/ledger/public.ts'

const isOnTaxAccount = sql`booking.account in ('tax_vat', 'tax_surcharge', 'tax_iit')`

const returnTaxTable = sql`(values ('vat'), ('surcharge'))`

// Declared months are immutable and equal the withheld tax, which is paid from the bank once (INV-14 to INV-16). The
// two VAT returns of a month sum to it (INV-74, INV-75).
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-14',
    title: 'the figures of a closed period do not change and are the sum of its lines; each declaration has a receipt with the figures of its day',
    broken: sql`select 'period ' || period.centre_id || ' ' || period.month as id from tax_declaration period
        left join lateral (select count(*) as people, coalesce(sum(gross_fen), 0) as gross, coalesce(sum(vat_fen), 0) as vat,
            coalesce(sum(city_fen + education_fen + local_education_fen), 0) as surcharge, coalesce(sum(withheld_fen), 0) as iit, coalesce(sum(difference_fen), 0) as difference
          from tax_line line where line.declaration_id = period.id and line.edition = period.edition) lines on true
        left join tax_period closed on closed.centre_id = period.centre_id and closed.mode = period.mode and closed.month = period.month
        left join tax_receipt receipt on receipt.declaration_id = period.id and receipt.edition = period.edition
      where (period.state <> 'open' and closed.month is null) or (period.state in ('declared', 'paid', 'certified', 'archived') and receipt.no is null)
        or (not period.is_computing and period.state not in ('open', 'closing') and (period.people, period.gross_fen, period.vat_fen, period.surcharge_fen, period.iit_fen, period.difference_fen)
          is distinct from (lines.people, lines.gross, lines.vat, lines.surcharge, lines.iit, lines.difference))
        or (receipt.vat_fen, receipt.surcharge_fen, receipt.iit_fen) <> (period.vat_fen, period.surcharge_fen, period.iit_fen)`,
  },
  {
    name: 'INV-15',
    title: 'tax declared as withheld equals the tax booked for the period and stored at its closing, tax by tax; no other journal moves the tax accounts',
    broken: sql`with counted as (
        select own.centre_id, own.month as period, booking.account as kind, booking.amount_fen as fen from tax_reservation own
          join ${bookings} booking on booking.ref_type = 'line' and booking.ref_id = own.line_id and booking.kind = 'payment' and ${isOnTaxAccount} where own.mode = 2
        union all
        select back.centre_id, back.period, booking.account, booking.amount_fen from tax_adjustment back cross join unnest(back.line_ids) line(id)
          join ${bookings} booking on booking.ref_type = 'line' and booking.ref_id = line.id and booking.kind = 'return' and ${isOnTaxAccount}
          where back.mode = 2 and back.kind = 'uncounted' and back.edition is not null
        union all
        select cleared.centre_id, cleared.period, booking.account, booking.amount_fen from tax_adjustment cleared
          join ${bookings} booking on booking.ref_type = 'tax_adjustment' and booking.ref_id = cleared.id and booking.kind = 'clearing' and ${isOnTaxAccount}
          where cleared.clearing_id is not null and cleared.edition is not null),
      stray as (
        select booking.centre_id, to_char(booking.month, 'YYYY-MM') as period, booking.account as kind, booking.amount_fen as fen from ${bookings} booking
          where ${isOnTaxAccount} and booking.mode = 2 and booking.kind not in ('payment', 'return', 'opening', 'tax', 'clearing')),
      taken as (select centre_id, period, kind, sum(fen) as fen from (select * from counted union all select * from stray) booked group by 1, 2, 3)
      select 'period ' || period.centre_id || ' ' || period.month || ' ' || tax.kind || ': declared ' || tax.fen || ', kept ' || coalesce(tax.kept::text, 'nothing')
          || ', books ' || coalesce(taken.fen, 0) as id
        from tax_declaration period
          cross join lateral (values ('tax_vat', period.vat_fen, period.booked_vat_fen), ('tax_surcharge', period.surcharge_fen, period.booked_surcharge_fen),
            ('tax_iit', period.iit_fen, period.booked_iit_fen)) tax(kind, fen, kept)
          left join taken on taken.centre_id = period.centre_id and taken.period = period.month and taken.kind = tax.kind
        where period.state not in ('open', 'closing') and not period.is_computing and (coalesce(taken.fen, 0) <> tax.fen or coalesce(taken.fen, 0) is distinct from tax.kept)
      union all
      select 'no payment: centre ' || centre_id || ' ' || period || ' ' || kind from stray group by centre_id, period, kind having sum(fen) <> 0`,
  },
  {
    name: 'INV-16',
    title: 'no more of each tax is paid than was declared, all of it once the period is paid, and each payment is booked once',
    broken: sql`select 'period ' || period.centre_id || ' ' || period.month || ' ' || tax.kind as id from tax_declaration period
        left join tax_receipt last on period.state = 'correcting' and last.declaration_id = period.id and last.edition = period.edition - 1
        cross join lateral (values ('vat', coalesce(last.vat_fen, period.vat_fen)), ('surcharge', coalesce(last.surcharge_fen, period.surcharge_fen)),
          ('iit', coalesce(last.iit_fen, period.iit_fen))) tax(kind, fen)
        cross join lateral (select coalesce(sum(amount_fen), 0) as fen from tax_payment paid where paid.declaration_id = period.id and paid.kind = tax.kind) paid
      where abs(paid.fen) > abs(tax.fen) or (period.state in ('paid', 'certified', 'archived') and paid.fen <> tax.fen)
      union all
      select 'payment ' || coalesce(paid.id, booked.ref_id) from tax_payment paid
        full join (select ref_id, sum(amount_fen) as fen, min(account) as kind from ${bookings} journal
            where account not in ('bank', 'overpaid_tax') and ref_type = 'tax_payment' group by ref_id) booked on booked.ref_id = paid.id
      where paid.id is null or booked.ref_id is null or booked.fen <> -paid.amount_fen or booked.kind <> 'tax_' || paid.kind`,
  },
  {
    name: 'INV-60',
    title: 'the settled and the remaining part of each credit case add up to the overpaid tax, and its account holds the rest',
    broken: sql`select 'credit ' || credit.id as id from tax_credit credit
        left join lateral (select coalesce(sum(amount_fen) filter (where kind <> 'opened'), 0) as settled, coalesce(sum(amount_fen) filter (where kind = 'opened'), 0) as opened,
            coalesce(sum(amount_fen) filter (where kind = 'applied'), 0) as applied from tax_credit_move move where move.credit_id = credit.id) moves on true
        left join lateral (select coalesce(-sum(amount_fen) filter (where amount_fen < 0), 0) as opened, coalesce(sum(amount_fen) filter (where amount_fen > 0), 0) as applied
          from tax_payment paid where paid.credit_id = credit.id) paid on true
      where credit.left_fen <> credit.amount_fen - moves.settled or moves.opened <> credit.amount_fen or paid.opened <> credit.amount_fen or paid.applied <> moves.applied
      union all
      select 'overpaid tax of centre ' || coalesce(account.centre_id, credit.centre_id) from ${accountsOfKind('overpaid_tax')} account
        full join (select centre_id, sum(left_fen) as fen from tax_credit group by centre_id) credit on credit.centre_id = account.centre_id
      where -coalesce(account.balance_fen, 0) <> coalesce(credit.fen, 0)`,
  },
  {
    name: 'INV-61',
    title: 'no declared line has a negative figure, and a return of a closed month is declared only in that month',
    broken: sql`select 'line of ' || line.operator_id || ' in ' || period.centre_id || ' ' || period.month as id from tax_declaration period
        join tax_line line on line.declaration_id = period.id and line.edition = period.edition
      where least(line.gross_fen, line.income_fen, line.exempt_fen, line.vat_fen, line.city_fen, line.education_fen, line.local_education_fen, line.withheld_fen, line.due_fen) < 0
        and not exists (select from tax_adjustment back where back.operator_id = line.operator_id and back.centre_id = line.centre_id and back.mode = 2
          and back.kind = 'uncounted' and back.period = period.month and back.month <> back.period)
      union all
      select 'return of ' || operator_id || ' in ' || centre_id || ' ' || month from tax_adjustment where mode = 2 and kind = 'uncounted' and period <> month and edition is null
      union all
      select 'edition of a return in ' || back.centre_id || ' ' || back.period from tax_adjustment back join tax_declaration period on period.centre_id = back.centre_id
        and period.mode = back.mode and period.month = back.period where back.mode = 2 and back.kind = 'uncounted' and back.edition > greatest(period.edition, 1)`,
  },
  {
    name: 'INV-63',
    title:
      'each confirmed entry is paid tax by tax, a reversed one is taken back whole, and the account of the surcharge holds what confirmed entries paid of it',
    broken: sql`select 'entry ' || entry.id as id from tax_entry entry
        cross join lateral (values ('vat', entry.vat_fen), ('surcharge', entry.surcharge_fen), ('iit', entry.iit_fen)) tax(kind, fen)
        cross join lateral (select coalesce(sum(amount_fen), 0) as net, coalesce(sum(amount_fen) filter (where reverses_id is null), 0) as first
          from tax_payment paid where paid.entry_id = entry.id and paid.kind = tax.kind) paid
      where case when entry.state in ('confirmed', 'reversing') then paid.net <> tax.fen or paid.first <> tax.fen
        when entry.state = 'reversed' then paid.net <> 0 or paid.first <> tax.fen else paid.first <> 0 end
        or not entry.is_carried and entry.state in ('proposed', 'confirmed', 'reversing') and not ${isTransferRegistered({ centre: sql`entry.centre_id`, serial: sql`entry.serial` })} and entry.vat_fen + entry.surcharge_fen + entry.iit_fen + entry.late_fen <> 0
      union all
      select 'surcharge of centre ' || coalesce(account.centre_id, entry.centre_id) from ${accountsOfKind('late_fee_cost')} account
        full join (select centre_id, sum(late_fen) as fen from tax_entry where state in ('confirmed', 'reversing') group by centre_id) entry on entry.centre_id = account.centre_id
      where -coalesce(account.balance_fen, 0) <> coalesce(entry.fen, 0)`,
  },
  {
    name: 'INV-74',
    title: 'the withholding return is the sum of its lines and a part of the month, and each VAT return with people has its number once declared',
    broken: sql`select 'returns of ' || period.centre_id || ' ' || period.month as id from tax_declaration period
        left join lateral (select count(*) filter (where (gross_fen, exempt_fen, vat_fen, city_fen, education_fen, local_education_fen) <> (withholding_gross_fen,
              withholding_exempt_fen, withholding_vat_fen, withholding_city_fen, withholding_education_fen, withholding_local_education_fen)) as agents,
            count(*) filter (where (withholding_gross_fen, withholding_exempt_fen, withholding_vat_fen, withholding_city_fen, withholding_education_fen,
              withholding_local_education_fen) <> (0, 0, 0, 0, 0, 0)) as withheld,
            coalesce(sum(withholding_gross_fen), 0) as gross, coalesce(sum(withholding_vat_fen), 0) as vat,
            coalesce(sum(withholding_city_fen + withholding_education_fen + withholding_local_education_fen), 0) as surcharge
          from tax_line line where line.declaration_id = period.id and line.edition = period.edition) lines on true
        left join tax_receipt receipt on receipt.declaration_id = period.id and receipt.edition = period.edition
      where not period.is_computing and period.state not in ('open', 'closing')
        and ((period.agent_people, period.withholding_people, period.withholding_gross_fen, period.withholding_vat_fen, period.withholding_surcharge_fen)
            is distinct from (lines.agents, lines.withheld, lines.gross, lines.vat, lines.surcharge)
          or (receipt.withholding_vat_fen, receipt.withholding_surcharge_fen) <> (period.withholding_vat_fen, period.withholding_surcharge_fen)
          or receipt.no is not null and period.withholding_people > 0 and receipt.withholding_no is null)
      union all
      select 'line of ' || line.operator_id || ' in ' || period.centre_id || ' ' || period.month from tax_declaration period
        join tax_line line on line.declaration_id = period.id and line.edition = period.edition
        cross join lateral (values (line.gross_fen, line.withholding_gross_fen), (line.exempt_fen, line.withholding_exempt_fen), (line.vat_fen, line.withholding_vat_fen),
          (line.city_fen, line.withholding_city_fen), (line.education_fen, line.withholding_education_fen),
          (line.local_education_fen, line.withholding_local_education_fen)) figure(whole, part)
      where line.gross_fen >= 0 and figure.whole >= 0 and figure.part not between 0 and figure.whole`,
  },
  {
    name: 'INV-75',
    title: 'no more of a tax is paid on a VAT return than it declared, and all of it once the period is paid',
    broken: sql`select 'period ' || period.centre_id || ' ' || period.month || ' ' || vat_return.name || ' ' || tax.kind as id from tax_declaration period
        left join tax_receipt last on period.state = 'correcting' and last.declaration_id = period.id and last.edition = period.edition - 1
        cross join (values ('vat_agent'), ('vat_withholding')) vat_return(name) cross join ${returnTaxTable} tax(kind)
        cross join lateral (select case tax.kind when 'vat' then coalesce(last.vat_fen, period.vat_fen) else coalesce(last.surcharge_fen, period.surcharge_fen) end as whole,
          case tax.kind when 'vat' then coalesce(last.withholding_vat_fen, period.withholding_vat_fen)
            else coalesce(last.withholding_surcharge_fen, period.withholding_surcharge_fen) end as withheld) declared
        cross join lateral (select case vat_return.name when 'vat_withholding' then declared.withheld else declared.whole - declared.withheld end as fen) accrued
        cross join lateral (select coalesce(sum(amount_fen), 0) as fen from tax_payment paid
          where paid.declaration_id = period.id and paid.kind = tax.kind and paid.vat_return = vat_return.name) paid
      where abs(paid.fen) > abs(accrued.fen) or (period.state in ('paid', 'certified', 'archived') and paid.fen <> accrued.fen)
      union all
      select 'payment ' || paid.id from tax_payment paid join tax_entry entry on entry.id = paid.entry_id
        where paid.kind <> 'iit' and paid.vat_return <> entry.vat_return
      union all
      select 'credit payment ' || paid.id from tax_payment paid join tax_credit credit on credit.id = paid.credit_id
        where paid.kind <> 'iit' and paid.vat_return <> credit.vat_return`,
  },
]
