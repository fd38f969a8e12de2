import { sql } from 'kysely'
import type { Invariant, RecentRows, Violation } from '#/server/kernel/declarations/invariant.ts'
import { bookings, journals } from '#/server/money/ledger/public.ts'

// Journals, entries and vouchers are append-only, so only months with new issues or journals can violate an invariant.
// The hourly check reads those months. The nightly check and `npm run verify` read all, to find changes made outside
// the program.
const recentCondition = ({ since }: RecentRows) =>
  since === null
    ? sql`true`
    : sql`(issue.made_at >= ${since.month}::date or (issue.centre_id, issue.mode, issue.month) in (select journal.centre_id, journal.mode,
        to_char(journal.at at time zone 'Asia/Shanghai', 'YYYY-MM') from ${journals} journal where journal.id > ${since.journal}))`
// Months with issued vouchers, each with the number of its journals at the last issue. While that number is unchanged,
// the vouchers must be complete.
export const voucherMonths = (of: RecentRows) =>
  sql`(select centre_id, mode, month, max(journal_count) as journals from acct_issue issue where ${recentCondition(of)} group by 1, 2, 3)`
export const isOfVoucherMonth = sql`journal.centre_id = place.centre_id and journal.mode = place.mode and journal.at >= (place.month || '-01')::timestamp at time zone 'Asia/Shanghai'
  and journal.at < ((place.month || '-01')::date + interval '1 month') at time zone 'Asia/Shanghai'`

const surchargeAccounts = sql`('tax_surcharge', 'tax_city', 'tax_education', 'tax_local_education')`
const figures = ['sales', 'city', 'education', 'local_education'] as const
type Figure = (typeof figures)[number]

/** For each figure, its accounts in vouchers, and the one account that held the sum in earlier vouchers. */
const accountsByFigure: Readonly<Record<Figure, { readonly parts: readonly string[]; readonly whole: string }>> = {
  sales: { parts: ['revenue', 'output_vat'], whole: 'fee_income' },
  city: { parts: ['tax_city'], whole: 'tax_surcharge' },
  education: { parts: ['tax_education'], whole: 'tax_surcharge' },
  local_education: { parts: ['tax_local_education'], whole: 'tax_surcharge' },
}

const issuedColumns = (figure: Figure) => {
  const { parts, whole } = accountsByFigure[figure]
  const [name, isWhole] = [sql.ref(figure), sql.ref(`whole_${figure}`)]
  return sql`coalesce(sum(line.credit_fen - line.debit_fen) filter (where line.account = any(${[...parts]}::text[])), 0) as ${name},
    coalesce(bool_or(line.account = ${whole}), false) as ${isWhole}`
}

// Months whose vouchers contain every journal of the month.
const completeMonthTables = (of: RecentRows) => sql`place as materialized ${voucherMonths(of)},
  now as (select place.centre_id, place.mode, place.month, (place.month || '-01')::timestamp at time zone 'Asia/Shanghai' as starts,
      ((place.month || '-01')::date + interval '1 month') at time zone 'Asia/Shanghai' as ends
    from place join ${journals} journal on ${isOfVoucherMonth} group by 1, 2, 3 having count(*) = max(place.journals))`

/** Sales and each surcharge are the same in payments, vouchers, invoices and filings. */
const salesInvariant: Invariant = {
  name: 'INV-67',
  title: 'sales by mode are equal in payments, vouchers and invoices, and each surcharge is equal in payments, vouchers and filings',
  broken: (of) => sql<Violation>`with ${completeMonthTables(of)},
      issued as (select now.centre_id, now.mode, now.month, ${sql.join(figures.map(issuedColumns))}
        from now join acct_issue issue on (issue.centre_id, issue.mode, issue.month) = (now.centre_id, now.mode, now.month)
          join acct_voucher voucher on voucher.issue_id = issue.id and voucher.kind in ('payment', 'return')
          join acct_voucher_line line on line.voucher_id = voucher.id group by 1, 2, 3),
      moved as (select now.centre_id, now.mode, now.month, sum(line.sign * app.sales_of(line.mode, line.cost_fen, line.fee_fen)) as sales,
          sum(line.sign * line.city_fen) as city, sum(line.sign * line.education_fen) as education, sum(line.sign * line.local_education_fen) as local_education
        from now cross join lateral (
          select 1 as sign, mode, cost_fen, fee_fen, city_fen, education_fen, local_education_fen from payment_line
            where centre_id = now.centre_id and mode = now.mode and booked_at >= now.starts and booked_at < now.ends
          union all
          select -1, mode, cost_fen, fee_fen, city_fen, education_fen, local_education_fen from payment_line
            where centre_id = now.centre_id and mode = now.mode and booked_at is not null and returned_at >= now.starts and returned_at < now.ends) line
        group by 1, 2, 3)
    select figure.name || ' in vouchers of ' || month || ' at ' || centre_id || '/' || mode as id
    from issued full join moved using (centre_id, mode, month)
      cross join lateral (values ${sql.join(figures.map((name) => sql`(${sql.lit(name)}, issued.${sql.ref(name)}, moved.${sql.ref(name)}, issued.${sql.ref(`whole_${name}`)})`))})
        figure(name, issued, moved, is_whole)
    where not coalesce(figure.is_whole, false) and coalesce(figure.issued, 0) <> coalesce(figure.moved, 0)
    union all
    select 'surcharges in vouchers of ' || now.month || ' at ' || now.centre_id || '/' || now.mode from now
      left join lateral (select coalesce(sum(line.credit_fen - line.debit_fen), 0) as fen from acct_issue issue join acct_voucher voucher on voucher.issue_id = issue.id
          join acct_voucher_line line on line.voucher_id = voucher.id and line.account in ${surchargeAccounts}
        where (issue.centre_id, issue.mode, issue.month) = (now.centre_id, now.mode, now.month)) issued on true
      left join lateral (select coalesce(sum(journal.amount_fen), 0) as fen from ${bookings} journal
        where journal.account = 'tax_surcharge' and journal.month = (now.month || '-01')::date and journal.centre_id = now.centre_id and journal.mode = now.mode and journal.at >= now.starts and journal.at < now.ends) booked on true
    where issued.fen <> booked.fen
    union all
    select 'surcharges declared for ' || period.month || ' at ' || period.centre_id from tax_declaration period
      left join lateral (select coalesce(sum(city_fen), 0) as city, coalesce(sum(education_fen), 0) as education, coalesce(sum(local_education_fen), 0) as local_education
        from tax_line line where line.declaration_id = period.id and line.edition = period.edition) declared on true
      left join lateral (select coalesce(sum(city_fen), 0) as city, coalesce(sum(education_fen), 0) as education, coalesce(sum(local_education_fen), 0) as local_education
        from tax_adjustment where centre_id = period.centre_id and mode = 2 and period = period.month and clearing_id is not null and edition is not null) cleared on true
      left join lateral (select coalesce(sum(counted.sign * line.city_fen), 0) as city, coalesce(sum(counted.sign * line.education_fen), 0) as education,
          coalesce(sum(counted.sign * line.local_education_fen), 0) as local_education
        from (select own.line_id, 1 as sign from tax_reservation own where own.centre_id = period.centre_id and own.mode = 2 and own.month = period.month
          union all
          select line_id, -1 from tax_adjustment back cross join unnest(back.line_ids) line_id where back.centre_id = period.centre_id and back.mode = 2
            and back.period = period.month and back.kind = 'uncounted' and back.edition is not null) counted
          join payment_line line on line.centre_id = period.centre_id and line.mode = 2 and line.id = counted.line_id) paid on true
    where not period.is_computing and period.state not in ('open', 'closing') and ${of.since === null ? sql`true` : sql`period.booked_at >= ${of.since.month}::date`}
      and (declared.city, declared.education, declared.local_education) <> (paid.city + cleared.city, paid.education + cleared.education, paid.local_education + cleared.local_education)
    union all
    select 'invoiced part of line ' || used.line_id from invoice_use used join payment_line line on line.month = used.month and line.id = used.line_id
    where used.mode = 2 and used.cost_fen <> app.sales_of(line.mode, line.cost_fen, line.fee_fen) and ${of.since === null ? sql`true` : sql`used.month >= ${of.since.month}::date`}`,
}

/** Vouchers equal the ledger's movements and never change. Sales and surcharges are equal in all modules. */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-56',
    title: 'every accounting voucher balances, and the vouchers of a month equal the ledger movements of each account at issue',
    broken: (of) => sql<Violation>`with place as materialized ${voucherMonths(of)}
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
          select place.centre_id, place.mode, place.month, count(*) = max(place.journals) as is_whole from place join ${journals} journal on ${isOfVoucherMonth} group by 1, 2, 3) now
          on (now.centre_id, now.mode, now.month) = (moved.centre_id, moved.mode, moved.month)
      where coalesce(issued.debit, 0) > coalesce(moved.debit, 0) or coalesce(issued.credit, 0) > coalesce(moved.credit, 0)
        or (now.is_whole and (coalesce(issued.debit, 0), coalesce(issued.credit, 0)) <> (moved.debit, moved.credit))`,
  },
  {
    name: 'INV-57',
    title: 'issued vouchers have the digest of their issue, and consecutive numbers',
    broken: (of) => sql<Violation>`select 'issue ' || issue.id as id from acct_issue issue
        cross join lateral (select count(no) as numbered, coalesce(max(no) - min(no) + 1, 0) as span, coalesce(sum(debit_fen), 0) as debit
          from acct_voucher voucher where voucher.issue_id = issue.id) vouchers
      where ${recentCondition(of)} and (issue.sha256 <> app.acct_digest(issue.id) or vouchers.numbered <> issue.voucher_count or vouchers.span <> vouchers.numbered
        or vouchers.debit <> issue.debit_fen)`,
  },
  salesInvariant,
]
