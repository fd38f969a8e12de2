-- Quarterly platform reports to the tax office, and the settings that decide who reports for which centres.

-- The reporters from a quarter on, and the rules for income that need not be reported. One person proposes the
-- settings, another confirms them.
create table reporter_plan (
  id bigint generated always as identity primary key,
  first_quarter text not null check (first_quarter ~ '^[0-9]{4}-Q[1-4]$' and first_quarter >= '2025-Q3'),
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'rejected', 'withdrawn')),
  platform_name text not null check (length(platform_name) between 2 and 60), -- name of this platform on tax forms
  holder_name text not null check (length(holder_name) between 2 and 100), -- holder of the licence of the platform
  holder_code text not null check (length(holder_code) = 18),
  licence_no text not null default '' check (length(licence_no) <= 60), -- 增值电信业务经营许可证
  tax_office text not null check (length(tax_office) between 2 and 100), -- office that receives the holder's report
  -- centres for which the holder reports; every other centre reports its own payments
  centre_ids bigint[] not null default '{}',
  grounds jsonb not null, -- rules for income that need not be reported, in order; the first matching rule applies
  reason text not null check (length(reason) between 4 and 200),
  proposed_by bigint not null references app_user,
  proposed_at timestamptz not null,
  decided_by bigint references app_user,
  decided_at timestamptz,
  answer text not null default '' check (length(answer) <= 200), -- reason of the decision
  constraint reporter_plan_decided check ((state = 'proposed') = (decided_at is null)
    and (decided_by is null) = (decided_at is null)),
  constraint reporter_plan_by_two check (state not in ('confirmed', 'rejected') or decided_by <> proposed_by)
);
create unique index reporter_plan_one_proposed on reporter_plan ((state = 'proposed')) where state = 'proposed';
create index reporter_plan_from on reporter_plan (first_quarter desc, id desc) where state = 'confirmed';
alter table reporter_plan enable row level security;
create policy reporter_plan_change on reporter_plan using ((select app.sees_all()));
create policy reporter_plan_read on reporter_plan for select
  using ((select app.sees_all()) or (select app.centre_ids()) <> '{}'::bigint[]);
create trigger reporter_plan_by_other before update of state on reporter_plan for each row
  when (app.is_program() and new.state in ('confirmed', 'rejected'))
  execute function app.expect_other_hand('decided_by', 'proposed_by');
create trigger reporter_plan_stays before update on reporter_plan for each row
  when (old.state <> 'proposed')
  execute function app.refuse_change();
create trigger reporter_plan_append_only before delete on reporter_plan for each row
  execute function app.refuse_change();
grant select, insert (first_quarter, platform_name, holder_name, holder_code, licence_no, tax_office, centre_ids,
  grounds, reason, proposed_by, proposed_at), update (state, decided_by, decided_at, answer) on reporter_plan to app_rw;

-- A report of a centre or the platform on the identity and income of the people paid in a quarter. A correction is a
-- new edition.
create table platform_report (
  id bigint generated always as identity primary key,
  centre_id bigint references centre, -- reporting centre; null: the platform, for the centres of the plan
  quarter text not null check (quarter ~ '^[0-9]{4}-Q[1-4]$' and quarter >= '2025-Q3'),
  edition integer not null check (edition > 0),
  state text not null default 'generated' check (state in ('generated', 'confirmed', 'exported', 'reported')),
  -- reason for the correction; empty in the first edition
  reason text not null default '' check (length(reason) <= 200),
  row_count integer not null check (row_count >= 0),
  new_count integer not null,
  changed_count integer not null,
  left_count integer not null,
  covered_count integer not null, -- people whose whole income need not be reported
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
  -- settings in force in the quarter; null: none, so every centre reports its own payments
  plan_id bigint references reporter_plan,
  confirmed_by bigint references app_user, -- second person, for reports of the platform
  confirmed_at timestamptz,
  constraint platform_report_editions unique nulls not distinct (centre_id, quarter, edition),
  constraint platform_report_planned check (centre_id is not null or plan_id is not null),
  constraint platform_report_by_two check ((confirmed_by is null) = (confirmed_at is null) and confirmed_by <> made_by),
  constraint platform_report_confirmed check (
    case when centre_id is null then (state = 'generated') = (confirmed_by is null)
    else state <> 'confirmed' and confirmed_by is null end
  ),
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
  when (
    old.state = 'reported'
    or old.state = 'exported' and new.state in ('generated', 'confirmed')
    or old.state = 'confirmed' and new.state = 'generated'
  )
  execute function app.refuse('a report cannot return to an earlier state, and a submitted report cannot change');
create trigger platform_report_by_other before update of confirmed_by on platform_report for each row
  when (app.is_program() and new.confirmed_by is not null and old.confirmed_by is null)
  execute function app.expect_other_hand('confirmed_by', 'made_by');
grant select, insert, update (state, reported_on, receipt_no, receipt_file_id, reported_by, reported_at, version,
  confirmed_by, confirmed_at) on platform_report to app_rw;

-- One person, or one registered business, in a report.
create table platform_report_row (
  id bigint generated always as identity primary key,
  report_id bigint not null references platform_report,
  centre_id bigint references centre, -- null: in a report of the platform
  operator_id bigint not null references operator,
  entity_id bigint references operator_entity, -- registered business paid; null: the natural person
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
  facts text not null, -- digest of the identity data; a different digest marks the row as changed
  gross_fen bigint not null check (gross_fen >= 0),
  refund_fen bigint not null check (refund_fen >= 0),
  net_fen bigint not null,
  fee_fen bigint not null, -- fees borne by the person
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

-- Income of a person in a report, by paying centre, account on a source platform, and rule.
create table platform_report_part (
  id bigint generated always as identity primary key,
  report_id bigint not null references platform_report,
  centre_id bigint not null references centre, -- paying centre
  operator_id bigint not null references operator,
  entity_id bigint references operator_entity, -- registered business paid; null: the natural person
  source_platform text not null default '', -- empty: this platform
  nickname text not null default '',
  user_no text not null default '',
  -- why the income need not be reported; null: it is reported; declared: only in reports older than the rules
  ground text check (ground in ('withheld', 'agent', 'convenience', 'declared')),
  rule integer check (rule > 0), -- number of the rule in the plan of the report
  gross_fen bigint not null check (gross_fen >= 0),
  refund_fen bigint not null check (refund_fen >= 0),
  net_fen bigint not null,
  fee_fen bigint not null, -- fees borne by the person
  payment_count integer not null check (payment_count >= 0),
  constraint platform_report_part_net check (net_fen = gross_fen - refund_fen),
  constraint platform_report_part_rule check (ground is not null or rule is null)
);
create index platform_report_part_person on platform_report_part (report_id, operator_id);
create index platform_report_part_centre on platform_report_part (centre_id, report_id, id desc);
alter table platform_report_part enable row level security;
create policy platform_report_part_scope on platform_report_part
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger platform_report_part_frozen after insert on platform_report_part
  referencing new table as added for each statement
  execute function app.guard_report_rows();
grant select, insert on platform_report_part to app_rw;

-- A duty to report basic data of the platform (互联网平台企业基本信息报送表), open until a receipt is recorded.
create table platform_basic (
  id bigint generated always as identity primary key,
  centre_id bigint references centre, -- null: the holder of the platform reports
  cause text not null check (cause in ('started', 'changed')),
  happened_on date not null,
  due_on date not null,
  what text not null check (length(what) between 2 and 200), -- description of the start or change
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
  execute function app.refuse('reported basic data cannot change');
grant select, insert, update (reported_on, receipt_no, receipt_file_id, reported_by, reported_at, version)
  on platform_basic to app_rw;

create function app.guard_report_rows() returns trigger language plpgsql as $$
begin
  if exists (select from platform_report report where report.id in (select report_id from added) and (report.xmin::text <> pg_current_xact_id()::xid::text)) then
    raise exception 'platform_report_row: the rows of a report are inserted with it and cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
