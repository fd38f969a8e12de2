-- VAT is filed by category of service, so a month can need two VAT returns. Lines, periods, receipts, payments and
-- credits know the part of the withholding return; the return as agent has the rest. An older program would close a month
-- without its returns, so this migration is compatible with none.

create trigger service_order_category before update of category on service_order for each row
  when (old.state <> 'draft' and old.category <> new.category)
  execute function app.refuse('the category of a published order cannot change');

alter table tax_declaration
  add column agent_people integer not null default 0,
  add column withholding_people integer not null default 0,
  add column withholding_gross_fen bigint not null default 0,
  add column withholding_vat_fen bigint not null default 0,
  add column withholding_surcharge_fen bigint not null default 0;
grant update (agent_people, withholding_people, withholding_gross_fen, withholding_vat_fen, withholding_surcharge_fen)
  on tax_declaration to app_rw;

alter table tax_line
  add column withholding_gross_fen bigint not null default 0,
  add column withholding_exempt_fen bigint not null default 0,
  add column withholding_vat_fen bigint not null default 0,
  add column withholding_city_fen bigint not null default 0,
  add column withholding_education_fen bigint not null default 0,
  add column withholding_local_education_fen bigint not null default 0;

alter table tax_receipt
  add column withholding_no text check (length(withholding_no) between 4 and 40),
  add column withholding_declared_on date,
  add column withholding_file_id uuid references stored_file,
  add column withholding_vat_fen bigint not null default 0,
  add column withholding_surcharge_fen bigint not null default 0,
  add constraint tax_receipt_withholding check (
    (withholding_no is null) = (withholding_declared_on is null)
    and (withholding_no is not null or withholding_file_id is null)
    and withholding_no is distinct from no
    and (withholding_no is null or withholding_no is distinct from vat_no)
  );
create index tax_receipt_withholding_file on tax_receipt (withholding_file_id) where withholding_file_id is not null;
create unique index tax_receipt_withholding_no on tax_receipt (centre_id, withholding_no) where withholding_no is not null;

alter table tax_payment add column vat_return text not null default 'vat_agent' check (vat_return in ('vat_agent', 'vat_withholding'));
alter table tax_entry add column vat_return text not null default 'vat_agent' check (vat_return in ('vat_agent', 'vat_withholding'));
alter table tax_credit
  add column vat_return text not null default 'vat_agent' check (vat_return in ('vat_agent', 'vat_withholding')),
  drop constraint tax_credit_once,
  add constraint tax_credit_once unique (declaration_id, edition, kind, vat_return);

grant insert (vat_return) on tax_entry to app_rw;

comment on column tax_declaration.agent_people is
  'VAT by return: the people on each, and the part of the withholding return; the return as agent has the rest';
comment on column tax_line.withholding_gross_fen is
  'part of the VAT figures on the withholding return; the return as agent has the rest';
comment on column tax_receipt.vat_no is
  'receipt of the VAT return as agent; null: none was due, or before 2026-11-27, when one number covered both';
comment on column tax_receipt.withholding_no is
  'receipt of the withholding return of VAT, with its part of the figures; null: none was due';
comment on column tax_receipt.withholding_file_id is 'null: the file of the income tax return covers it';
comment on column tax_payment.vat_return is 'return whose VAT or surcharges it pays; without meaning for income tax';
comment on column tax_entry.vat_return is 'return whose VAT and surcharges it pays';
comment on column tax_credit.vat_return is
  'return whose VAT or surcharges were paid too much; without meaning for income tax';

-- Closed months: everyone is on the return of the policy's default method, as before.
create temporary table by_payer on commit drop as select period.id from tax_declaration period
  join tax_policy policy on policy.code = 'CN' and policy.version = period.policy_version
  where policy.params -> 'vat' ->> 'naturalPersonWay' = 'PAYER_WITHHOLD_28';
alter table tax_line disable trigger tax_line_unaltered;
update tax_line set withholding_gross_fen = gross_fen, withholding_exempt_fen = exempt_fen, withholding_vat_fen = vat_fen,
    withholding_city_fen = city_fen, withholding_education_fen = education_fen,
    withholding_local_education_fen = local_education_fen
  where declaration_id in (select id from by_payer);
alter table tax_line enable trigger tax_line_unaltered;
alter table tax_receipt disable trigger tax_receipt_append_only;
update tax_receipt set withholding_no = vat_no, withholding_declared_on = vat_declared_on, withholding_file_id = vat_file_id,
    withholding_vat_fen = vat_fen, withholding_surcharge_fen = surcharge_fen, vat_no = null, vat_declared_on = null, vat_file_id = null
  where declaration_id in (select id from by_payer);
alter table tax_receipt enable trigger tax_receipt_append_only;
alter table tax_payment disable trigger tax_payment_append_only;
update tax_payment set vat_return = 'vat_withholding' where kind <> 'iit' and declaration_id in (select id from by_payer);
alter table tax_payment enable trigger tax_payment_append_only;
update tax_entry set vat_return = 'vat_withholding' where declaration_id in (select id from by_payer);
update tax_credit set vat_return = 'vat_withholding' where kind <> 'iit' and declaration_id in (select id from by_payer);
update tax_declaration set agent_people = case when is_payer then 0 else people end,
    withholding_people = case when is_payer then people else 0 end,
    withholding_gross_fen = case when is_payer then gross_fen else 0 end,
    withholding_vat_fen = case when is_payer then vat_fen else 0 end,
    withholding_surcharge_fen = case when is_payer then surcharge_fen else 0 end
  from (select period.id, exists (select from by_payer where by_payer.id = period.id) as is_payer from tax_declaration period) known
  where known.id = tax_declaration.id and edition > 0;

-- Payments stay within the declared amount, VAT and surcharges within that of their return.
create or replace function app.tax_paid_within() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.reverses_id is not null then
    if not exists (select from tax_payment first join tax_entry entry on entry.id = first.entry_id where first.id = new.reverses_id and first.reverses_id is null
        and first.entry_id = new.entry_id and first.kind = new.kind and first.vat_return = new.vat_return and first.amount_fen = -new.amount_fen and first.declaration_id = new.declaration_id and entry.state = 'reversing') then
      raise exception 'a reversal undoes one payment of the entry being reversed' using errcode = 'integrity_constraint_violation';
    end if;
    return null;
  end if;
  if new.entry_id is not null and not exists (select from tax_entry entry where entry.id = new.entry_id and entry.declaration_id = new.declaration_id and entry.state = 'confirmed'
      and (new.kind = 'iit' or new.vat_return = entry.vat_return) and new.amount_fen = case new.kind when 'vat' then entry.vat_fen when 'surcharge' then entry.surcharge_fen else entry.iit_fen end) then
    raise exception 'a payment needs a confirmed entry, and settles one of its taxes' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from tax_declaration period
      cross join lateral (select case new.kind when 'vat' then period.vat_fen when 'surcharge' then period.surcharge_fen else period.iit_fen end as whole,
          case new.kind when 'vat' then period.withholding_vat_fen when 'surcharge' then period.withholding_surcharge_fen else 0 end as withheld) month
      cross join lateral (select case new.vat_return when 'vat_withholding' then month.withheld else month.whole - month.withheld end as fen) accrued
      cross join lateral (select coalesce(sum(amount_fen), 0) as fen from tax_payment paid
        where paid.declaration_id = period.id and paid.kind = new.kind and paid.vat_return = new.vat_return) paid
    where period.id = new.declaration_id and case when new.amount_fen < 0 and new.credit_id is not null then paid.fen <> accrued.fen
      else sign(accrued.fen) <> sign(new.amount_fen) or abs(paid.fen) > abs(accrued.fen) end) then
    raise exception 'more tax paid than declared' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- A unit sees the numbers of all returns.
create or replace function app.tax_shares(of_month text, of_centres bigint[], of_units bigint[])
  returns table(operator_id bigint, unit_id bigint, centre_id bigint, month text, payments bigint, gross_fen bigint,
    vat_fen bigint, surcharge_fen bigint, iit_fen bigint, is_whole boolean, declaration_id bigint, receipt_no text,
    declared_on date, has_report boolean, has_agent boolean, certificate_file uuid)
  language sql stable security definer set search_path = public, app, pg_temp as $$
  with paid as materialized (
    select own.operator_id, batch.unit_id, own.centre_id, own.month, own.gross_fen, own.vat_fen, own.city_fen + own.education_fen + own.local_education_fen as surcharge_fen, own.withheld_fen
    from tax_reservation own join payment_batch batch on batch.id = own.batch_id
    where own.mode = 2 and own.month = of_month and not own.is_open and not exists (select from tax_adjustment back where back.operator_id = own.operator_id and back.month = own.month
        and back.kind = 'uncounted' and back.edition is not null and own.line_id = any(back.line_ids)) and (of_centres is null or own.centre_id = any(of_centres))),
  share as materialized (
    select paid.operator_id, paid.unit_id, paid.centre_id, paid.month, count(*) as payments, sum(paid.gross_fen)::bigint as gross_fen, sum(paid.vat_fen)::bigint as vat_fen,
      sum(paid.surcharge_fen)::bigint as surcharge_fen, sum(paid.withheld_fen)::bigint as iit_fen,
      count(*) over (partition by paid.operator_id, paid.centre_id) = 1 as is_alone
    from paid group by paid.operator_id, paid.unit_id, paid.centre_id, paid.month)
  select share.operator_id, share.unit_id, share.centre_id, share.month, share.payments, share.gross_fen, share.vat_fen, share.surcharge_fen, share.iit_fen,
    share.is_alone
      and not exists (select from tax_adjustment back where back.operator_id = share.operator_id and back.centre_id = share.centre_id and back.mode = 2 and back.period = share.month
        and (back.kind = 'difference' or back.month <> share.month or back.clearing_id is not null))
      and not exists (select from tax_earlier earlier where earlier.operator_id = share.operator_id and earlier.centre_id = share.centre_id and earlier.month = share.month),
    period.id, nullif(concat_ws(' / ', receipt.no, receipt.vat_no, receipt.withholding_no), ''), receipt.declared_on,
    exists (select from tax_file file where file.centre_id = share.centre_id and file.mode = 2 and file.period = share.month and file.kind in ('iit_report', 'iit_withholding')),
    exists (select from tax_file file where file.centre_id = share.centre_id and file.mode = 2 and file.period = share.month and file.kind in ('vat_agent', 'vat_withholding')),
    (select paper.file_id from tax_certificate paper where paper.declaration_id = period.id and paper.operator_id = share.operator_id order by paper.id limit 1)
  from share left join tax_declaration period on period.centre_id = share.centre_id and period.mode = 2 and period.month = share.month
    left join tax_receipt receipt on receipt.declaration_id = period.id and receipt.edition = (select max(edition) from tax_receipt last where last.declaration_id = period.id)
  where of_units is null or share.unit_id = any(of_units)
$$;
