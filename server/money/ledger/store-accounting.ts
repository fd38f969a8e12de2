import { sql } from 'kysely'
import type { Invariant, Offender } from '#/server/money/ledger/invariants.ts'
import type { RecentRows } from '#/server/money/ledger/store-recent.ts'

// Journals, entries and vouchers are append-only, so only months with new issues or journals can break. The hourly
// check reads those months. The nightly check and `npm run verify` read all, which also finds changes made outside the
// program within a day.
const isRecent = ({ since }: RecentRows) =>
  since === null
    ? sql`true`
    : sql`(issue.made_at >= ${since.month}::date or (issue.centre_id, issue.mode, issue.month) in (select journal.centre_id, journal.mode,
        to_char(journal.at at time zone 'Asia/Shanghai', 'YYYY-MM') from ledger_journal journal where journal.id > ${since.journal}))`
// Months with issued vouchers, and the number of journals at that time. While the number is unchanged, nothing may be
// missing.
export const places = (of: RecentRows) =>
  sql`(select centre_id, mode, month, max(journal_count) as journals from acct_issue issue where ${isRecent(of)} group by 1, 2, 3)`
export const isOfPlace = sql`journal.centre_id = place.centre_id and journal.mode = place.mode and journal.at >= (place.month || '-01')::timestamp at time zone 'Asia/Shanghai'
  and journal.at < ((place.month || '-01')::date + interval '1 month') at time zone 'Asia/Shanghai'`

// Vouchers issued to a centre's accounting program equal the ledger's movements and never change.
export const issuedVouchers: readonly Invariant[] = [
  {
    name: 'INV-56',
    title: 'every accounting voucher balances, and the vouchers of a month say of each account what the books moved when they were issued',
    broken: (of) => sql<Offender>`with place as materialized ${places(of)}
      select 'voucher ' || voucher.id as id from acct_voucher voucher join acct_issue issue on issue.id = voucher.issue_id
        join place on (place.centre_id, place.mode, place.month) = (issue.centre_id, issue.mode, issue.month)
        left join acct_voucher_line line on line.voucher_id = voucher.id
      group by voucher.id having coalesce(sum(line.debit_fen), 0) <> coalesce(sum(line.credit_fen), 0) or coalesce(sum(line.debit_fen), 0) <> voucher.debit_fen
      union all
      select 'month ' || coalesce(moved.centre_id, issued.centre_id) || '/' || coalesce(moved.mode, issued.mode) || ' ' || coalesce(moved.month, issued.month) || ' '
        || coalesce(moved.kind || ' ' || moved.account, issued.kind || ' ' || issued.account)
      from (
          select place.centre_id, place.mode, place.month, book.kind, book.account, coalesce(book.of_unit, 0) as of_unit, book.debit_fen as debit, book.credit_fen as credit
          from place cross join lateral app.book_moves(place.centre_id, place.mode, (place.month || '-01')::date) book) moved
        full join (
          select issue.centre_id, issue.mode, issue.month, voucher.kind, line.account, coalesce(line.of_unit, 0) as of_unit, sum(line.debit_fen) as debit, sum(line.credit_fen) as credit
          from acct_issue issue join place on (place.centre_id, place.mode, place.month) = (issue.centre_id, issue.mode, issue.month)
            join acct_voucher voucher on voucher.issue_id = issue.id join acct_voucher_line line on line.voucher_id = voucher.id group by 1, 2, 3, 4, 5, 6) issued
          on (issued.centre_id, issued.mode, issued.month, issued.kind, issued.account, issued.of_unit)
            = (moved.centre_id, moved.mode, moved.month, moved.kind, moved.account, moved.of_unit)
        left join (
          select place.centre_id, place.mode, place.month, count(*) = max(place.journals) as is_whole from place join ledger_journal journal on ${isOfPlace} group by 1, 2, 3) now
          on (now.centre_id, now.mode, now.month) = (moved.centre_id, moved.mode, moved.month)
      where coalesce(issued.debit, 0) > coalesce(moved.debit, 0) or coalesce(issued.credit, 0) > coalesce(moved.credit, 0)
        or (now.is_whole and (coalesce(issued.debit, 0), coalesce(issued.credit, 0)) <> (moved.debit, moved.credit))`,
  },
  {
    name: 'INV-57',
    title: 'what was issued has the digest it was issued with, and its numbers follow each other',
    broken: (of) => sql<Offender>`select 'issue ' || issue.id as id from acct_issue issue
        cross join lateral (select count(no) as numbered, coalesce(max(no) - min(no) + 1, 0) as span, coalesce(sum(debit_fen), 0) as debit
          from acct_voucher voucher where voucher.issue_id = issue.id) vouchers
      where ${isRecent(of)} and (issue.sha256 <> app.acct_digest(issue.id) or vouchers.numbered <> issue.voucher_count or vouchers.span <> vouchers.numbered
        or vouchers.debit <> issue.debit_fen)`,
  },
  {
    name: 'INV-62',
    title: 'income, output VAT and subcontract cost in vouchers together are the fees of the ledger, and output VAT is that of the kept reports',
    broken: (of) => sql<Offender>`with place as materialized ${places(of)}, now as (
        select place.centre_id, place.mode, place.month from place join ledger_journal journal on ${isOfPlace}
        group by 1, 2, 3 having count(*) = max(place.journals)),
      issued as (select now.centre_id, now.mode, now.month, coalesce(line.of_unit, 0) as of_unit,
          sum(line.credit_fen - line.debit_fen) filter (where line.account in ('fee_income', 'revenue', 'output_vat', 'subcontract_cost')) as fee,
          sum(line.credit_fen - line.debit_fen) filter (where line.account = 'output_vat') as vat,
          bool_or(line.account = 'fee_income' and voucher.kind in ('payment', 'return')) as is_whole
        from now join acct_issue issue on (issue.centre_id, issue.mode, issue.month) = (now.centre_id, now.mode, now.month)
          join acct_voucher voucher on voucher.issue_id = issue.id join acct_voucher_line line on line.voucher_id = voucher.id group by 1, 2, 3, 4),
      booked as (select now.centre_id, now.mode, now.month, coalesce(entry.unit_id, journal.unit_id, 0) as of_unit, sum(entry.amount_fen) as fee
        from now join ledger_journal journal on journal.centre_id = now.centre_id and journal.mode = now.mode
            and journal.at >= (now.month || '-01')::timestamp at time zone 'Asia/Shanghai' and journal.at < ((now.month || '-01')::date + interval '1 month') at time zone 'Asia/Shanghai'
          join ledger_entry entry on entry.journal_id = journal.id and entry.month = (now.month || '-01')::date
          join account on account.id = entry.account_id and account.kind = 'fee_income' group by 1, 2, 3, 4)
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
