-- Quarterly platform reports to the tax office.

-- Identity and income of the people a centre paid in a quarter, as reported; a correction is another edition.
create table platform_report (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  quarter text not null check (quarter ~ '^[0-9]{4}-Q[1-4]$' and quarter >= '2025-Q3'),
  edition integer not null check (edition > 0),
  state text not null default 'generated' check (state in ('generated', 'exported', 'reported')),
  reason text not null default '' check (length(reason) <= 200), -- why it is a correction; empty in the first edition
  row_count integer not null check (row_count >= 0),
  new_count integer not null,
  changed_count integer not null,
  left_count integer not null,
  covered_count integer not null, -- people whose income was declared with withholding or by the platform already
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
  constraint platform_report_reported check (
    (state = 'reported') = (reported_on is not null)
    and num_nonnulls(reported_on, receipt_file_id, reported_by, reported_at) in (0, 4)
  ),
  constraint platform_report_correction check ((edition = 1) = (reason = ''))
);
create index platform_report_list on platform_report (centre_id, quarter desc, edition desc);
alter table platform_report enable row level security;
create policy platform_report_scope on platform_report
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger platform_report_order before update on platform_report for each row
  when (old.state = 'reported' or old.state = 'exported' and new.state = 'generated')
  execute function app.refuse('a report goes forward, and one that was reported stays');
grant select, insert, update (state, reported_on, receipt_no, receipt_file_id, reported_by, reported_at, version)
  on platform_report to app_rw;

-- One person, or one registered business, in a report.
create table platform_report_row (
  id bigint generated always as identity primary key,
  report_id bigint not null references platform_report,
  centre_id bigint not null references centre,
  operator_id bigint not null references operator,
  entity_id bigint references operator_entity, -- registered business that was paid; null: the natural person
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
  facts text not null, -- digest of what the identity form says, to see what changed
  gross_fen bigint not null check (gross_fen >= 0),
  refund_fen bigint not null check (refund_fen >= 0),
  net_fen bigint not null,
  fee_fen bigint not null, -- fees that the person bore
  payment_count integer not null check (payment_count >= 0),
  constraint platform_report_row_net check (net_fen = gross_fen - refund_fen)
);
create unique index platform_report_row_once on platform_report_row (report_id, operator_id, coalesce(entity_id, 0));
create index platform_report_row_person on platform_report_row (centre_id, operator_id, report_id);
alter table platform_report_row enable row level security;
create policy platform_report_row_scope on platform_report_row
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger platform_report_row_frozen after insert on platform_report_row
  referencing new table as added for each statement
  execute function app.guard_report_rows();
grant select, insert on platform_report_row to app_rw;

-- Duty to report basic data of the platform (互联网平台企业基本信息报送表), open until it has a receipt.
create table platform_basic (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  cause text not null check (cause in ('started', 'changed')),
  happened_on date not null,
  due_on date not null,
  what text not null check (length(what) between 2 and 200), -- what began or changed
  noted_by bigint not null references app_user,
  noted_at timestamptz not null,
  reported_on date,
  receipt_no text not null default '' check (length(receipt_no) <= 64),
  receipt_file_id uuid references stored_file,
  reported_by bigint references app_user,
  reported_at timestamptz,
  version integer not null default 1,
  constraint platform_basic_due check (due_on >= happened_on),
  constraint platform_basic_reported check (num_nonnulls(reported_on, receipt_file_id, reported_by, reported_at) in (0,
    4))
);
create index platform_basic_list on platform_basic (centre_id, due_on desc);
alter table platform_basic enable row level security;
create policy platform_basic_scope on platform_basic
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger platform_basic_once before update on platform_basic for each row
  when (old.reported_on is not null)
  execute function app.refuse('what was reported stays');
grant select, insert, update (reported_on, receipt_no, receipt_file_id, reported_by, reported_at, version)
  on platform_basic to app_rw;

create function app.guard_report_rows() returns trigger language plpgsql as $$
begin
  if exists (select from platform_report report where report.id in (select report_id from added) and (report.xmin::text <> pg_current_xact_id()::xid::text)) then
    raise exception 'platform_report_row: rows come with their report and stay' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
