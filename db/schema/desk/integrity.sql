-- Checks of the books, and the stop of payouts after a broken check.

-- A check of the books, scheduled or at a person's request.
create table integrity_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('recent', 'whole')), -- recent: data since the last check; whole: all data
  due_at timestamptz, -- hour or night of the run, so that only one server executes it; null: at a person's request
  asked_by bigint references app_user,
  -- unchecked: a check could not run
  state text not null check (state in ('asked', 'running', 'holds', 'broken', 'unchecked', 'failed')),
  journal_id bigint not null default 0, -- newest journal when the run began
  started_at timestamptz not null,
  finished_at timestamptz,
  unique (kind, due_at)
);
alter table integrity_run enable row level security;
create policy integrity_run_scope on integrity_run using ((select app.sees_all()));
grant select, insert, update, delete on integrity_run to app_rw;

-- The result of one check in a run.
create table integrity_finding (
  run_id bigint references integrity_run on delete cascade,
  name text,
  result text not null check (result in ('holds', 'broken', 'unchecked')),
  offenders text[] not null default '{}', -- items for which the check failed
  milliseconds integer not null,
  primary key (run_id, name)
);
alter table integrity_finding enable row level security;
create policy integrity_finding_scope on integrity_finding using ((select app.sees_all()));
grant select, insert, update, delete on integrity_finding to app_rw;

-- A stop of all payouts after a check found the books broken. One administrator requests the release, another confirms
-- it.
create table payout_stop (
  id bigint generated always as identity primary key,
  run_id bigint not null references integrity_run,
  broken text[] not null check (cardinality(broken) > 0), -- checks that failed
  stopped_at timestamptz not null,
  asked_by bigint references app_user,
  asked_at timestamptz,
  reason text,
  released_by bigint references app_user,
  released_at timestamptz,
  check ((asked_by is null) = (asked_at is null) and (asked_by is null) = (reason is null)),
  check ((released_by is null) = (released_at is null)),
  check (released_by is null or asked_by is not null and released_by <> asked_by)
);
create unique index payout_stop_one on payout_stop ((true)) where released_at is null;
alter table payout_stop enable row level security;
create policy payout_stop_scope on payout_stop using ((select app.sees_all()));
create trigger payout_stop_by_other before update of released_by on payout_stop for each row
  when (app.is_program() and new.released_by is not null and old.released_by is null)
  execute function app.expect_other_hand('released_by', 'asked_by');
create trigger payout_stop_ended before update on payout_stop for each row
  when (old.released_at is not null)
  execute function app.refuse_change();
create trigger payout_stop_stays before delete on payout_stop for each row execute function app.refuse_change();
grant select, insert, update on payout_stop to app_rw;

-- An order that a server sent and the database lacks, because the database lost commits. The bank's answer becomes a
-- payout exception, which two people decide.
create table lost_order (
  id bigint generated always as identity primary key,
  channel_id bigint not null, -- without a reference: the channel may be lost too
  request_no text not null,
  amount_fen bigint not null check (amount_fen > 0),
  sent_at timestamptz not null,
  stop_id bigint not null references payout_stop,
  answer text not null default '', -- newest answer of the bank
  unique (channel_id, request_no)
);
alter table lost_order enable row level security;
create policy lost_order_scope on lost_order using ((select app.sees_all()));
create trigger lost_order_stays before delete on lost_order for each row execute function app.refuse_change();
create index lost_order_stop on lost_order (stop_id);
grant select, update (answer) on lost_order to app_rw;

-- Returns whether an unresolved bank event stops payments of a unit at a centre through a channel. Buttons, payment and
-- the sending worker all use this function.
create function app.payouts_stopped(of_unit bigint, at_centre bigint, through bigint) returns boolean
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return exists (select from payout_exception where channel_id = through and stops = 'channel' and state <> 'resolved')
    or exists (select from payout_exception where unit_id = of_unit and centre_id = at_centre and stops = 'unit' and state <> 'resolved')
    or exists (select from recon_item where channel_id = through and stops and state in ('open', 'waiting', 'proposed'));
end $$;
revoke execute on function app.payouts_stopped from public;
grant execute on function app.payouts_stopped to app_rw;

-- Returns whether all payments are stopped now. Callers who pay may know this, but not the reason.
create function app.all_payouts_stopped() returns boolean
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return exists (select from payout_stop where released_at is null);
end $$;
revoke execute on function app.all_payouts_stopped from public;
grant execute on function app.all_payouts_stopped to app_rw;
