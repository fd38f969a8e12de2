-- Vouchers have one account for each of the three surcharges on VAT (0106). The ledger books their sum, because one
-- payment to the tax office pays all three. Lines and declarations hold each of them.

-- The part of a sum that falls on each surcharge, by the proportion of a declaration. Cumulative, so that the parts of
-- several payments add up to the declared amounts exactly.
create function app.surcharge_parts(sum_fen bigint, city bigint, education bigint, local_education bigint)
  returns table(city_fen bigint, education_fen bigint, local_education_fen bigint)
  language sql immutable set search_path to 'public', 'app', 'pg_temp'
as $$
  select part.city, part.city_and_education - part.city, sum_fen - part.city_and_education
  from (select case total.fen when 0 then sum_fen else round(sum_fen::numeric * city / total.fen)::bigint end as city,
      case total.fen when 0 then sum_fen else round(sum_fen::numeric * (city + education) / total.fen)::bigint end as city_and_education
    from (select city + education + local_education as fen) total) part
$$;

-- Splits these payments of surcharges. The part of a payment is the share of everything paid after it, less the share
-- before it, each by the edition that was declared at the time.
create function app.surcharges_paid(ids bigint[])
  returns table(tax_payment_id bigint, city_fen bigint, education_fen bigint, local_education_fen bigint)
  language sql stable set search_path to 'public', 'app', 'pg_temp'
as $$
  with period as materialized (select distinct paid.declaration_id from tax_payment paid where paid.id = any(ids) and paid.kind = 'surcharge'),
    sums as materialized (select line.declaration_id, line.edition, sum(line.city_fen)::bigint as city, sum(line.education_fen)::bigint as education,
        sum(line.local_education_fen)::bigint as local_education
      from tax_line line join period on period.declaration_id = line.declaration_id group by 1, 2),
    paid as (select paid.id, paid.declaration_id, sum(paid.amount_fen) over of_period as fen,
        coalesce((select max(receipt.edition) from tax_receipt receipt where receipt.declaration_id = paid.declaration_id and receipt.at <= paid.at), 1) as edition
      from tax_payment paid join period on period.declaration_id = paid.declaration_id where paid.kind = 'surcharge'
      window of_period as (partition by paid.declaration_id order by paid.id)),
    parts as (select paid.id, paid.declaration_id, part.* from paid
      left join sums on sums.declaration_id = paid.declaration_id and sums.edition = paid.edition
      cross join lateral app.surcharge_parts(paid.fen::bigint, coalesce(sums.city, 0), coalesce(sums.education, 0), coalesce(sums.local_education, 0)) part)
  select step.id, step.city, step.education, step.local_education
  from (select parts.id, parts.city_fen - coalesce(lag(parts.city_fen) over of_period, 0) as city,
      parts.education_fen - coalesce(lag(parts.education_fen) over of_period, 0) as education,
      parts.local_education_fen - coalesce(lag(parts.local_education_fen) over of_period, 0) as local_education
    from parts window of_period as (partition by parts.declaration_id order by parts.id)) step
  where step.id = any(ids)
$$;

-- Movements of a month as the accounts of the centre see them. The fee of a payment becomes income, output VAT and, in
-- mode 2, subcontract cost. Surcharges become three accounts. A month whose vouchers already carry one of them as one
-- sum keeps that form, supplements included.
create or replace function app.book_moves(of_centre bigint, of_mode smallint, first_day date)
  returns table(kind text, account text, of_unit bigint, debit_fen bigint, credit_fen bigint)
  language sql stable set search_path to 'public', 'app', 'pg_temp'
as $$
  with journal as materialized (select id, journal.kind, unit_id, ref_type, ref_id from ledger_journal journal
      where centre_id = of_centre and mode = of_mode and at >= first_day::timestamp at time zone 'Asia/Shanghai'
        and at < (first_day + interval '1 month') at time zone 'Asia/Shanghai'),
    issued as (select line.account from acct_issue issue join acct_voucher voucher on voucher.issue_id = issue.id
        join acct_voucher_line line on line.voucher_id = voucher.id
      where issue.centre_id = of_centre and issue.mode = of_mode and issue.month = to_char(first_day, 'YYYY-MM')
        and (voucher.kind in ('payment', 'return') and line.account = 'fee_income'
          or voucher.kind in ('payment', 'return', 'tax') and line.account = 'tax_surcharge')),
    whole as materialized (select coalesce(bool_or(issued.account = 'fee_income'), false) as fee, coalesce(bool_or(issued.account = 'tax_surcharge'), false) as surcharge
      from issued),
    moved as (
      select journal.kind, account.kind as account, coalesce(entry.unit_id, journal.unit_id) as of_unit, entry.amount_fen
        from journal cross join whole join ledger_entry entry on entry.journal_id = journal.id and entry.month = first_day
          join account on account.id = entry.account_id
        where case account.kind when 'fee_income' then whole.fee or journal.kind not in ('payment', 'return')
          when 'tax_surcharge' then whole.surcharge or journal.kind not in ('payment', 'return', 'tax') else true end
      union all
      select journal.kind, part.account, journal.unit_id, part.fen * case journal.kind when 'payment' then 1 else -1 end
        from journal cross join whole
          join payment_line line on line.centre_id = of_centre and line.mode = of_mode and line.id = journal.ref_id
          join payment_batch batch on batch.id = line.batch_id
          cross join lateral (select app.sales_of(line.mode, line.cost_fen, line.fee_fen) as fen) sales
          cross join lateral (select app.sales_net(sales.fen, batch.policy_version) as fen) net
          cross join lateral (values ('revenue', net.fen, whole.fee), ('output_vat', sales.fen - net.fen, whole.fee),
            ('subcontract_cost', line.fee_fen - sales.fen, whole.fee), ('tax_city', line.city_fen, whole.surcharge),
            ('tax_education', line.education_fen, whole.surcharge), ('tax_local_education', line.local_education_fen, whole.surcharge)) part(account, fen, is_whole)
        where journal.kind in ('payment', 'return') and journal.ref_type = 'line' and part.fen <> 0 and not part.is_whole
      union all
      select journal.kind, part.account, journal.unit_id, -part.fen
        from journal cross join whole
          join app.surcharges_paid((select array_agg(ref_id) from journal where journal.kind = 'tax' and journal.ref_type = 'tax_payment')) paid
            on paid.tax_payment_id = journal.ref_id
          cross join lateral (values ('tax_city', paid.city_fen), ('tax_education', paid.education_fen), ('tax_local_education', paid.local_education_fen)) part(account, fen)
        where journal.kind = 'tax' and journal.ref_type = 'tax_payment' and part.fen <> 0 and not whole.surcharge)
  select moved.kind, moved.account, moved.of_unit, coalesce(sum(-amount_fen) filter (where amount_fen < 0), 0)::bigint,
    coalesce(sum(amount_fen) filter (where amount_fen > 0), 0)::bigint
  from moved group by 1, 2, 3
$$;

revoke execute on function app.surcharge_parts(bigint, bigint, bigint, bigint), app.surcharges_paid(bigint[]) from public;
grant execute on function app.surcharge_parts(bigint, bigint, bigint, bigint), app.surcharges_paid(bigint[]) to app_rw;

-- Months that are kept are summed again by the job reports.month; until then reports read the lines.
delete from report_month;
alter table report_day add column city_fen bigint not null, add column education_fen bigint not null, add column local_education_fen bigint not null,
  add constraint report_day_surcharges check (surcharge_fen = city_fen + education_fen + local_education_fen);
