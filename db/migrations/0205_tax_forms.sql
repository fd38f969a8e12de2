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

-- What a platform tells the tax office each quarter of the people it paid (国务院令第810号).
create table platform_report (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  quarter text not null check (quarter ~ '^[0-9]{4}-Q[1-4]$' and quarter >= '2025-Q3'),
  edition integer not null check (edition > 0),
  state text not null default 'generated' check (state in ('generated', 'exported', 'reported')),
  reason text not null default '' check (length(reason) <= 200),
  row_count integer not null check (row_count >= 0),
  new_count integer not null,
  changed_count integer not null,
  left_count integer not null,
  covered_count integer not null,
  payment_count integer not null,
  gross_fen bigint not null check (gross_fen >= 0),
  refund_fen bigint not null check (refund_fen >= 0),
  net_fen bigint not null,
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  reported_on date,
  receipt_no text not null default '' check (length(receipt_no) <= 64),
  receipt_file_id uuid references stored_file,
  reported_by bigint references app_user,
  reported_at timestamptz,
  version integer not null default 1,
  unique (centre_id, quarter, edition),
  constraint platform_report_net check (net_fen = gross_fen - refund_fen),
  constraint platform_report_correction check ((edition = 1) = (reason = '')),
  constraint platform_report_reported check ((state = 'reported') = (reported_on is not null)
    and num_nonnulls(reported_on, receipt_file_id, reported_by, reported_at) in (0, 4))
);
comment on table platform_report is 'Identity and income of the people a centre paid in a quarter, as reported; a correction is another edition.';
comment on column platform_report.reason is 'why it is a correction; empty in the first edition';
comment on column platform_report.covered_count is 'people whose income was declared with withholding or by the platform already';
create index platform_report_list on platform_report (centre_id, quarter desc, edition desc);
alter table platform_report enable row level security;
create policy accounts on platform_report to app_accounts using (true) with check (true);
create policy platform_report_scope on platform_report using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update (state, reported_on, receipt_no, receipt_file_id, reported_by, reported_at, version) on platform_report to app_rw;
create trigger platform_report_order before update on platform_report for each row
  when (old.state = 'reported' or (old.state = 'exported' and new.state = 'generated'))
  execute function app.refuse('a report goes forward, and one that was reported stays');

create table platform_report_row (
  id bigint generated always as identity primary key,
  report_id bigint not null references platform_report,
  centre_id bigint not null references centre,
  operator_id bigint not null references operator,
  entity_id bigint references operator_entity,
  status text not null check (status in ('new', 'changed', 'left', 'same')),
  is_covered boolean not null,
  name text not null,
  id_kind text not null,
  id_number_sealed text not null,
  id_number_index text not null,
  nationality text not null,
  entity_name text not null default '',
  credit_code text not null default '',
  code text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  bank_name text not null default '',
  card_no_sealed text not null default '',
  card_no_index text not null default '',
  started_on date not null,
  ended_on date,
  facts text not null,
  gross_fen bigint not null check (gross_fen >= 0),
  refund_fen bigint not null check (refund_fen >= 0),
  net_fen bigint not null,
  fee_fen bigint not null,
  payment_count integer not null check (payment_count >= 0),
  constraint platform_report_row_net check (net_fen = gross_fen - refund_fen)
);
comment on table platform_report_row is 'One person, or one registered business, in a report.';
comment on column platform_report_row.entity_id is 'registered business that was paid; null: the natural person';
comment on column platform_report_row.facts is 'digest of what the identity form says, to see what changed';
comment on column platform_report_row.fee_fen is 'fees that the person bore';
create unique index platform_report_row_once on platform_report_row (report_id, operator_id, coalesce(entity_id, 0));
create index platform_report_row_person on platform_report_row (centre_id, operator_id, report_id);
alter table platform_report_row enable row level security;
create policy accounts on platform_report_row to app_accounts using (true) with check (true);
create policy platform_report_row_scope on platform_report_row using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert on platform_report_row to app_rw;
create function app.guard_report_rows() returns trigger language plpgsql as $$
begin
  if exists (select from platform_report report where report.id in (select report_id from added) and (report.xmin::text <> pg_current_xact_id()::xid::text)) then
    raise exception 'platform_report_row: rows come with their report and stay' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger platform_report_row_frozen after insert on platform_report_row referencing new table as added for each statement execute function app.guard_report_rows();

-- Basic data of the platform: due thirty days after it begins or changes.
create table platform_basic (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  cause text not null check (cause in ('started', 'changed')),
  happened_on date not null,
  due_on date not null,
  what text not null check (length(what) between 2 and 200),
  noted_by bigint not null references app_user,
  noted_at timestamptz not null,
  reported_on date,
  receipt_no text not null default '' check (length(receipt_no) <= 64),
  receipt_file_id uuid references stored_file,
  reported_by bigint references app_user,
  reported_at timestamptz,
  version integer not null default 1,
  constraint platform_basic_due check (due_on >= happened_on),
  constraint platform_basic_reported check (num_nonnulls(reported_on, receipt_file_id, reported_by, reported_at) in (0, 4))
);
comment on table platform_basic is 'Duty to report basic data of the platform (互联网平台企业基本信息报送表), open until it has a receipt.';
comment on column platform_basic.what is 'what began or changed';
create index platform_basic_list on platform_basic (centre_id, due_on desc);
alter table platform_basic enable row level security;
create policy accounts on platform_basic to app_accounts using (true) with check (true);
create policy platform_basic_scope on platform_basic using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update (reported_on, receipt_no, receipt_file_id, reported_by, reported_at, version) on platform_basic to app_rw;
create trigger platform_basic_once before update on platform_basic for each row
  when (old.reported_on is not null) execute function app.refuse('what was reported stays');
