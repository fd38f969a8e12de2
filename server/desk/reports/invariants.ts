import { sql } from 'kysely'
import type { Invariant, Violation } from '#/server/kernel/declarations/invariant.ts'
import { bookings, journals } from '#/server/money/ledger/public.ts'
import { isOfVoucherMonth, voucherMonths } from '#/server/taxation/accounting/public.ts'

/** Invariants of reports: vouchers and ledger have the same fees, vouchers and stored reports the same output VAT. */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-62',
    title: 'income, output VAT and subcontract cost in vouchers add up to the fees of the ledger, and output VAT equals the stored reports',
    broken: (of) => sql<Violation>`with place as materialized ${voucherMonths(of)}, now as (
        select place.centre_id, place.mode, place.month from place join ${journals} journal on ${isOfVoucherMonth}
        group by 1, 2, 3 having count(*) = max(place.journals)),
      issued as (select now.centre_id, now.mode, now.month, coalesce(line.of_unit, 0) as of_unit,
          sum(line.credit_fen - line.debit_fen) filter (where line.account in ('fee_income', 'revenue', 'output_vat', 'subcontract_cost')) as fee,
          sum(line.credit_fen - line.debit_fen) filter (where line.account = 'output_vat') as vat,
          bool_or(line.account = 'fee_income' and voucher.kind in ('payment', 'return')) as is_whole
        from now join acct_issue issue on (issue.centre_id, issue.mode, issue.month) = (now.centre_id, now.mode, now.month)
          join acct_voucher voucher on voucher.issue_id = issue.id join acct_voucher_line line on line.voucher_id = voucher.id group by 1, 2, 3, 4),
      booked as (select now.centre_id, now.mode, now.month, coalesce(journal.entry_unit_id, journal.unit_id, 0) as of_unit, sum(journal.amount_fen) as fee
        from now join ${bookings} journal on journal.centre_id = now.centre_id and journal.mode = now.mode
            and journal.at >= (now.month || '-01')::timestamp at time zone 'Asia/Shanghai' and journal.at < ((now.month || '-01')::date + interval '1 month') at time zone 'Asia/Shanghai'
            and journal.account = 'fee_income' and journal.month = (now.month || '-01')::date group by 1, 2, 3, 4)
      select 'fees of unit ' || of_unit || ' in ' || month || ' at ' || centre_id || '/' || mode as id
      from issued full join booked using (centre_id, mode, month, of_unit) where coalesce(issued.fee, 0) <> coalesce(booked.fee, 0)
      union all
      select 'output VAT of ' || sold.month || ' at ' || sold.centre_id || '/' || sold.mode
      from (select centre_id, mode, month, coalesce(sum(vat), 0) as vat from issued group by 1, 2, 3 having not bool_or(is_whole)) sold
        join report_month kept on kept.month = (sold.month || '-01')::date
        left join lateral (select coalesce(sum(case kind when 'paid' then sales_fen - sales_net_fen when 'returned' then sales_net_fen - sales_fen else 0 end), 0) as vat
          from report_day day where day.month = kept.month and day.centre_id = sold.centre_id and day.mode = sold.mode) reported on true
      where sold.vat <> reported.vat`,
  },
]
