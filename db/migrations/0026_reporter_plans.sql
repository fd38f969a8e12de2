-- compatible with 0023_plain_words.sql
-- The platform reports identities and income for several centres; rules say which income need not be reported.

create table reporter_plan (
  id bigint generated always as identity primary key,
  first_quarter text not null check (first_quarter ~ '^[0-9]{4}-Q[1-4]$' and first_quarter >= '2025-Q3'),
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'rejected', 'withdrawn')),
  platform_name text not null check (length(platform_name) between 2 and 60),
  holder_name text not null check (length(holder_name) between 2 and 100),
  holder_code text not null check (length(holder_code) = 18),
  licence_no text not null default '' check (length(licence_no) <= 60),
  tax_office text not null check (length(tax_office) between 2 and 100),
  centre_ids bigint[] not null default '{}',
  grounds jsonb not null,
  reason text not null check (length(reason) between 4 and 200),
  proposed_by bigint not null references app_user,
  proposed_at timestamptz not null,
  decided_by bigint references app_user,
  decided_at timestamptz,
  answer text not null default '' check (length(answer) <= 200),
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

alter table platform_report
  alter column centre_id drop not null,
  drop constraint platform_report_state_check,
  add constraint platform_report_state_check check (state in ('generated', 'confirmed', 'exported', 'reported')),
  drop constraint platform_report_centre_id_quarter_edition_key,
  add column plan_id bigint references reporter_plan,
  add column confirmed_by bigint references app_user,
  add column confirmed_at timestamptz,
  add constraint platform_report_editions unique nulls not distinct (centre_id, quarter, edition),
  add constraint platform_report_planned check (centre_id is not null or plan_id is not null),
  add constraint platform_report_by_two check ((confirmed_by is null) = (confirmed_at is null) and confirmed_by <> made_by),
  add constraint platform_report_confirmed check (
    case when centre_id is null then (state = 'generated') = (confirmed_by is null)
    else state <> 'confirmed' and confirmed_by is null end
  );
drop trigger platform_report_order on platform_report;
create trigger platform_report_order before update on platform_report for each row
  when (
    old.state = 'reported'
    or old.state = 'exported' and new.state in ('generated', 'confirmed')
    or old.state = 'confirmed' and new.state = 'generated'
  )
  execute function app.refuse('a report goes forward, and one that was reported stays');
create trigger platform_report_by_other before update of confirmed_by on platform_report for each row
  when (app.is_program() and new.confirmed_by is not null and old.confirmed_by is null)
  execute function app.expect_other_hand('confirmed_by', 'made_by');
grant select, insert, update (state, reported_on, receipt_no, receipt_file_id, reported_by, reported_at, version,
  confirmed_by, confirmed_at) on platform_report to app_rw;

alter table platform_report_row alter column centre_id drop not null;
alter table tax_file alter column centre_id drop not null;

create table platform_report_part (
  id bigint generated always as identity primary key,
  report_id bigint not null references platform_report,
  centre_id bigint not null references centre,
  operator_id bigint not null references operator,
  entity_id bigint references operator_entity,
  source_platform text not null default '',
  nickname text not null default '',
  user_no text not null default '',
  ground text check (ground in ('withheld', 'agent', 'convenience', 'declared')),
  rule integer check (rule > 0),
  gross_fen bigint not null check (gross_fen >= 0),
  refund_fen bigint not null check (refund_fen >= 0),
  net_fen bigint not null,
  fee_fen bigint not null,
  payment_count integer not null check (payment_count >= 0),
  constraint platform_report_part_net check (net_fen = gross_fen - refund_fen),
  constraint platform_report_part_rule check (ground is not null or rule is null)
);
create index platform_report_part_person on platform_report_part (report_id, operator_id);
create index platform_report_part_centre on platform_report_part (centre_id, report_id, id desc);
alter table platform_report_part enable row level security;
create policy platform_report_part_scope on platform_report_part
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));

-- Reports before there were rules: one part a person, and one flag for what was declared otherwise.
insert into platform_report_part (report_id, centre_id, operator_id, entity_id, ground, gross_fen, refund_fen, net_fen, fee_fen, payment_count)
select report_id, centre_id, operator_id, entity_id, case when is_covered then 'declared' end, gross_fen, refund_fen, net_fen, fee_fen, payment_count
from platform_report_row where gross_fen > 0 or refund_fen > 0 order by id;

create trigger platform_report_part_frozen after insert on platform_report_part
  referencing new table as added for each statement
  execute function app.guard_report_rows();
grant select, insert on platform_report_part to app_rw;

comment on table reporter_plan is 'Reporters from a quarter on, and the rules of income that need not be reported. One person proposes them, another confirms.';
comment on column reporter_plan.platform_name is 'of this platform on tax forms';
comment on column reporter_plan.holder_name is 'holder of the licence of the platform';
comment on column reporter_plan.licence_no is '增值电信业务经营许可证';
comment on column reporter_plan.tax_office is 'office that receives the holder''s report';
comment on column reporter_plan.centre_ids is 'centres that the holder reports for; every other centre reports itself';
comment on column reporter_plan.grounds is 'rules by which income need not be reported, in order; the first that matches applies';
comment on column reporter_plan.answer is 'reason of the decision';
comment on table platform_report is 'Identity and income of the people paid in a quarter, as a centre or the platform reported them; a correction is another edition.';
comment on column platform_report.centre_id is 'centre that reports; null: the platform, for the centres of the plan';
comment on column platform_report.covered_count is 'people whose whole income a rule excludes';
comment on column platform_report.plan_id is 'in force in the quarter; null: none, so every centre reports itself';
comment on column platform_report.confirmed_by is 'second person of a report of the platform';
comment on column platform_report_row.centre_id is 'null: in a report of the platform';
comment on column tax_file.centre_id is 'null: a report of the platform';
comment on table platform_report_part is 'Income of a person in a report from one centre, one account of a source platform, and under one rule.';
comment on column platform_report_part.centre_id is 'centre that paid';
comment on column platform_report_part.entity_id is 'registered business that was paid; null: the natural person';
comment on column platform_report_part.source_platform is 'empty: this platform';
comment on column platform_report_part.ground is 'why it need not be reported; null: it is reported. declared: in reports before there were rules';
comment on column platform_report_part.rule is 'number of the rule in the plan of the report';
comment on column platform_report_part.fee_fen is 'fees that the person bore';
