-- Sales of a centre decide income, invoice and output VAT alike: as general contractor (mode 2) the whole price, in mode 1 its service fee (0086).

create function app.sales_of(of_mode smallint, cost bigint, fee bigint) returns bigint
  language sql immutable set search_path to 'public', 'app'
as $$ select case of_mode when 2 then cost else fee end $$;

-- Sales without the VAT inside them, by the general rate of the policy that the batch was computed by. Rounded line by line.
create function app.sales_net(sales bigint, policy_version text) returns bigint
  language sql stable set search_path to 'public', 'app'
as $$
  select round(sales * 1000000.0 / (1000000 + coalesce(
    (select (policy.params -> 'vat' ->> 'generalPpm')::bigint from tax_policy policy where policy.version = policy_version limit 1), 60000)))::bigint
$$;

-- Movements of a month as the accounts of the centre see them. The fee of a payment becomes income, output VAT and, in mode 2, subcontract cost.
-- A month whose vouchers already carry the fee as one sum keeps it so, supplements included.
create function app.book_moves(of_centre bigint, of_mode smallint, first_day date)
  returns table(kind text, account text, of_unit bigint, debit_fen bigint, credit_fen bigint)
  language sql stable set search_path to 'public', 'app'
as $$
  with journal as (select id, journal.kind, unit_id, ref_type, ref_id from ledger_journal journal
      where centre_id = of_centre and mode = of_mode and at >= first_day::timestamp at time zone 'Asia/Shanghai'
        and at < (first_day + interval '1 month') at time zone 'Asia/Shanghai'),
    whole as (select exists (select from acct_issue issue join acct_voucher voucher on voucher.issue_id = issue.id
        join acct_voucher_line line on line.voucher_id = voucher.id
      where issue.centre_id = of_centre and issue.mode = of_mode and issue.month = to_char(first_day, 'YYYY-MM')
        and voucher.kind in ('payment', 'return') and line.account = 'fee_income') as is_whole),
    moved as (
      select journal.kind, account.kind as account, coalesce(entry.unit_id, journal.unit_id) as of_unit, entry.amount_fen
        from journal cross join whole join ledger_entry entry on entry.journal_id = journal.id and entry.month = first_day
          join account on account.id = entry.account_id
        where whole.is_whole or account.kind <> 'fee_income' or journal.kind not in ('payment', 'return')
      union all
      select journal.kind, part.account, journal.unit_id, part.fen * case journal.kind when 'payment' then 1 else -1 end
        from journal cross join whole
          join payment_line line on line.centre_id = of_centre and line.mode = of_mode and line.id = journal.ref_id
          join payment_batch batch on batch.id = line.batch_id
          cross join lateral (select app.sales_of(line.mode, line.cost_fen, line.fee_fen) as fen) sales
          cross join lateral (select app.sales_net(sales.fen, batch.policy_version) as fen) net
          cross join lateral (values ('revenue', net.fen), ('output_vat', sales.fen - net.fen),
            ('subcontract_cost', line.fee_fen - sales.fen)) part(account, fen)
        where not whole.is_whole and journal.kind in ('payment', 'return') and journal.ref_type = 'line' and part.fen <> 0)
  select moved.kind, moved.account, moved.of_unit, coalesce(sum(-amount_fen) filter (where amount_fen < 0), 0)::bigint,
    coalesce(sum(amount_fen) filter (where amount_fen > 0), 0)::bigint
  from moved group by 1, 2, 3
$$;

revoke execute on function app.sales_of(smallint, bigint, bigint), app.sales_net(bigint, text), app.book_moves(bigint, smallint, date) from public;
grant execute on function app.sales_of(smallint, bigint, bigint), app.sales_net(bigint, text), app.book_moves(bigint, smallint, date) to app_rw;

-- Months that are kept are summed again by the job reports.month; until then reports read the lines.
delete from report_month;
alter table report_day rename column fee_net_fen to sales_net_fen;
alter table report_day add column sales_fen bigint not null;
comment on column report_day.sales_fen is 'what the centre sold: mode 2 the whole price, mode 1 the service fee, VAT included';
comment on column report_day.sales_net_fen is 'sales without VAT, rounded line by line';
