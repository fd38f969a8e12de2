-- Official forms of tax offices, and the files that are filled from them.

-- An official file as a template, by kind and edition. A published edition never changes.
create table tax_form (
  id bigint generated always as identity primary key,
  kind text not null
    check (kind in ('person_collection', 'iit_withholding', 'iit_report', 'vat_agent', 'vat_withholding',
      'platform_identity', 'platform_income')),
  edition integer not null check (edition > 0),
  state text not null default 'draft' check (state in ('draft', 'published', 'dropped')),
  first_day date not null, -- first day of use
  file_id uuid not null references stored_file,
  file_name text not null check (length(file_name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  mapping jsonb not null, -- column of each field, found by the headings
  chosen jsonb not null default '{}', -- columns that a person chose instead of those found
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  edited_by bigint not null references app_user, -- person who last changed the first day or the columns
  published_by bigint references app_user,
  published_at timestamptz,
  version integer not null default 1,
  hands bigint[] not null default '{}', -- people who made or changed the form; they cannot publish it
  unique (kind, edition),
  constraint tax_form_published check (
    (state = 'published') = (published_at is not null) and (published_by is null) = (published_at is null)
  ),
  constraint tax_form_two_people check (
    published_by is null or published_by <> all (hands) and published_by <> made_by and published_by <> edited_by
  )
);
create unique index tax_form_day on tax_form (kind, first_day) where state = 'published';
alter table tax_form enable row level security;
create policy tax_form_change on tax_form using ((select app.sees_all()));
create policy tax_form_read on tax_form for select
  using ((select app.sees_all()) or (select app.centre_ids()) <> '{}'::bigint[]);
create trigger tax_form_by_other before update of published_by on tax_form for each row
  when (app.is_program() and new.published_by is not null and old.published_by is null)
  execute function app.expect_other_hand('published_by', 'hands');
create trigger tax_form_guard before update on tax_form for each row execute function app.guard_tax_form();
create trigger tax_form_hands before insert or update of first_day, chosen, edited_by on tax_form for each row
  execute function app.keep_hands('{}', 'made_by', 'edited_by');
grant select, insert, update (state, first_day, chosen, edited_by, published_by, published_at, version) on tax_form
  to app_rw;

-- A generated file for the tax office. Every download has the same bytes.
create table tax_file (
  id bigint generated always as identity primary key,
  kind text not null,
  centre_id bigint references centre, -- null: a report of the platform
  mode smallint check (mode in (1, 2)),
  period text not null check (period ~ '^[0-9]{4}(-(0[1-9]|1[0-2])|-Q[1-4])?$'), -- yyyy-MM, yyyy-Qn or yyyy
  form_id bigint references tax_form, -- official template; null: our own layout
  name text not null check (length(name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  row_count integer not null check (row_count >= 0),
  reason text not null check (length(reason) between 2 and 200),
  file_id uuid not null references stored_file,
  made_by bigint not null references app_user,
  made_at timestamptz not null
);
create index tax_file_kind on tax_file (kind, id desc);
create index tax_file_list on tax_file (centre_id, id desc);
alter table tax_file enable row level security;
create policy tax_file_scope on tax_file
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert on tax_file to app_rw;

create function app.guard_tax_form() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' then
    raise exception 'tax_form: a published or discarded template cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- Returns each unit's share in the declared months of people, with the receipt numbers of all returns.
create function app.tax_shares(of_month text, of_centres bigint[], of_units bigint[])
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
revoke execute on function app.tax_shares from public;
grant execute on function app.tax_shares to app_rw;
