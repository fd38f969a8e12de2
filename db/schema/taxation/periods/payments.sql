-- Tax payments and certificates.

-- Tax of a period paid to the tax office; negative: refunded by it.
create table tax_payment (
  id bigint generated always as identity primary key,
  declaration_id bigint not null references tax_declaration,
  centre_id bigint not null references centre,
  kind text not null check (kind in ('vat', 'surcharge', 'iit')),
  amount_fen bigint not null check (amount_fen <> 0),
  paid_on date not null,
  serial text not null check (length(serial) between 4 and 40),
  file_id uuid not null references stored_file,
  by_id bigint not null references app_user,
  at timestamptz not null,
  -- credit that this row opens (negative) or applies; null: the bank moved the money
  credit_id bigint references tax_credit,
  entry_id bigint references tax_entry, -- entry of the payment; null: moved by a credit
  reverses_id bigint references tax_payment, -- payment that this row reverses
  -- return to which the VAT or surcharges belong; unused for income tax
  vat_return text not null default 'vat_agent' check (vat_return in ('vat_agent', 'vat_withholding')),
  constraint tax_payment_source check (num_nonnulls(entry_id, credit_id) = 1)
);
create index tax_payment_credit on tax_payment (credit_id) where credit_id is not null;
create index tax_payment_declaration on tax_payment (declaration_id, id);
create index tax_payment_entry on tax_payment (entry_id) where entry_id is not null;
create index tax_payment_file on tax_payment (file_id);
create unique index tax_payment_reverses on tax_payment (reverses_id) where reverses_id is not null;
create unique index tax_payment_serial on tax_payment (centre_id, serial, kind) where credit_id is not null;
alter table tax_payment enable row level security;
create policy tax_payment_scope on tax_payment
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_payment_append_only before update or delete on tax_payment for each row
  execute function app.refuse_change();
create trigger tax_payment_no_truncate before truncate on tax_payment for each statement
  execute function app.refuse_change();
create trigger tax_payment_within after insert on tax_payment for each row execute function app.tax_paid_within();
grant select, insert on tax_payment to app_rw;

-- An uploaded tax certificate, with the person, or the reason why no person matches.
create table tax_certificate (
  id bigint generated always as identity primary key,
  declaration_id bigint not null references tax_declaration,
  centre_id bigint not null references centre,
  operator_id bigint references operator,
  path text not null check (length(path) <= 300), -- name in the archive, with the person's ID number masked
  problem text not null default '' check (problem in ('', 'name', 'period', 'nobody', 'twice', 'notPdf', 'tooLarge')),
  is_by_hand boolean not null default false,
  file_id uuid references stored_file,
  sha256 text not null,
  by_id bigint not null references app_user,
  at timestamptz not null,
  constraint tax_certificate_kept check (file_id is not null or problem in ('notPdf', 'tooLarge')),
  constraint tax_certificate_matched check ((operator_id is not null) = (problem = ''))
);
create index tax_certificate_declaration on tax_certificate (declaration_id, id);
create index tax_certificate_file on tax_certificate (file_id) where file_id is not null;
create unique index tax_certificate_once on tax_certificate (declaration_id, operator_id) where operator_id is not null;
create index tax_certificate_person on tax_certificate (operator_id) where operator_id is not null;
alter table tax_certificate enable row level security;
create policy tax_certificate_scope on tax_certificate
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_certificate_stays before update or delete on tax_certificate for each row
  when (old.operator_id is not null)
  execute function app.refuse('a certificate assigned to a person cannot change');
grant select, insert, delete, update (operator_id, problem, is_by_hand, file_id) on tax_certificate to app_rw;

-- Splits a sum into the three surcharges in the proportion of a declaration. Callers pass running totals, so that the
-- parts of several payments add up exactly to the declared amounts.
create function app.surcharge_parts(
  sum_fen bigint, city bigint, education bigint, local_education bigint
) returns table(city_fen bigint, education_fen bigint, local_education_fen bigint)
  language sql immutable set search_path = public, app, pg_temp as $$
  select part.city, part.city_and_education - part.city, sum_fen - part.city_and_education
  from (select case total.fen when 0 then sum_fen else round(sum_fen::numeric * city / total.fen)::bigint end as city,
      case total.fen when 0 then sum_fen else round(sum_fen::numeric * (city + education) / total.fen)::bigint end as city_and_education
    from (select city + education + local_education as fen) total) part
$$;
revoke execute on function app.surcharge_parts from public;
grant execute on function app.surcharge_parts to app_rw;

-- Splits payments of surcharges. The parts of a payment are the parts of the total after the payment, less those of the
-- total before it. Each total is split by the edition declared at that time.
create function app.surcharges_paid(
  ids bigint[]
) returns table(tax_payment_id bigint, city_fen bigint, education_fen bigint, local_education_fen bigint)
  language sql stable set search_path = public, app, pg_temp as $$
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
revoke execute on function app.surcharges_paid from public;
grant execute on function app.surcharges_paid to app_rw;

-- Checks that payments do not exceed the declared amount of the tax and, for VAT and surcharges, of the return. A
-- reversal has the amount and the entry of the reversed payment.
create function app.tax_paid_within() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.reverses_id is not null then
    if not exists (select from tax_payment first join tax_entry entry on entry.id = first.entry_id where first.id = new.reverses_id and first.reverses_id is null
        and first.entry_id = new.entry_id and first.kind = new.kind and first.vat_return = new.vat_return and first.amount_fen = -new.amount_fen and first.declaration_id = new.declaration_id and entry.state = 'reversing') then
      raise exception 'a reversal must match a payment of the entry under reversal' using errcode = 'integrity_constraint_violation';
    end if;
    return null;
  end if;
  if new.entry_id is not null and not exists (select from tax_entry entry where entry.id = new.entry_id and entry.declaration_id = new.declaration_id and entry.state = 'confirmed'
      and (new.kind = 'iit' or new.vat_return = entry.vat_return) and new.amount_fen = case new.kind when 'vat' then entry.vat_fen when 'surcharge' then entry.surcharge_fen else entry.iit_fen end) then
    raise exception 'a payment needs a confirmed entry with the same amount of its tax' using errcode = 'integrity_constraint_violation';
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
