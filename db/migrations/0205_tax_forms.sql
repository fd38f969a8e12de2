-- Files for tax offices: official templates by version, what was filled into them, and the quarterly report of a platform.

create table tax_form (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('person_collection', 'iit_withholding', 'iit_report', 'vat_agent', 'vat_withholding', 'platform_identity', 'platform_income')),
  edition integer not null check (edition > 0),
  state text not null default 'draft' check (state in ('draft', 'published', 'dropped')),
  first_day date not null,
  file_id uuid not null references stored_file,
  file_name text not null check (length(file_name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  mapping jsonb not null,
  chosen jsonb not null default '{}',
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  edited_by bigint not null references app_user,
  published_by bigint references app_user,
  published_at timestamptz,
  version integer not null default 1,
  unique (kind, edition),
  constraint tax_form_published check ((state = 'published') = (published_at is not null) and (published_by is null) = (published_at is null)),
  constraint tax_form_two_people check (published_by is distinct from made_by and published_by is distinct from edited_by)
);
comment on table tax_form is 'An official file as a template, by kind and edition; one that was published never changes.';
comment on column tax_form.first_day is 'first day on which it is filled in';
comment on column tax_form.mapping is 'where each field stands, as the texts of headings say';
comment on column tax_form.chosen is 'columns that a person chose instead';
comment on column tax_form.edited_by is 'who last changed first day or columns';
create unique index tax_form_day on tax_form (kind, first_day) where state = 'published';
alter table tax_form enable row level security;
create policy accounts on tax_form to app_accounts using (true) with check (true);
create policy tax_form_read on tax_form for select using ((select app.sees_all()) or (select app.centre_ids()) <> '{}'::bigint[]);
create policy tax_form_change on tax_form using ((select app.sees_all()));
grant select, insert, update (state, first_day, chosen, edited_by, published_by, published_at, version) on tax_form to app_rw;
create function app.guard_tax_form() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' then
    raise exception 'tax_form: a template that was published or dropped is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger tax_form_guard before update on tax_form for each row execute function app.guard_tax_form();

-- The official file itself is nobody's secret: every centre fills it in.
create policy stored_file_forms on stored_file for select
  using (purpose = 'taxForm' and (select app.centre_ids()) <> '{}'::bigint[]);

create table tax_file (
  id bigint generated always as identity primary key,
  kind text not null,
  centre_id bigint not null references centre,
  mode smallint check (mode in (1, 2)),
  period text not null check (period ~ '^[0-9]{4}(-(0[1-9]|1[0-2])|-Q[1-4])?$'),
  form_id bigint references tax_form,
  name text not null check (length(name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  row_count integer not null check (row_count >= 0),
  reason text not null check (length(reason) between 2 and 200),
  file_id uuid not null references stored_file,
  made_by bigint not null references app_user,
  made_at timestamptz not null
);
comment on table tax_file is 'A form as it was filled in: the same bytes whenever it is taken again.';
comment on column tax_file.period is 'yyyy-MM, yyyy-Qn or yyyy';
comment on column tax_file.form_id is 'official template; null: our own layout';
create index tax_file_list on tax_file (centre_id, id desc);
create index tax_file_kind on tax_file (kind, id desc);
alter table tax_file enable row level security;
create policy accounts on tax_file to app_accounts using (true) with check (true);
create policy tax_file_scope on tax_file using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert on tax_file to app_rw;
