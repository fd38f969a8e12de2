-- Orders to payment channels and their events.

-- An order to a channel to pay a line. A line has at most one attempt that is pending or successful.
create table payout_attempt (
  id bigint generated always as identity primary key,
  month date not null,
  line_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  attempt_no smallint not null,
  channel_id bigint not null references channel,
  request_no text not null unique, -- our number of the order
  channel_ref text, -- channel's number of the order
  amount_fen bigint not null check (amount_fen > 0),
  state text not null
    check (state in ('created', 'sent', 'processing', 'unknown', 'success', 'failed', 'held', 'cancelled', 'returned')),
  answer jsonb,
  created_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz
);
create index payout_attempt_day on payout_attempt (channel_id, sent_at) include (amount_fen, state)
  where sent_at is not null;
create index payout_attempt_finished on payout_attempt (channel_id, finished_at) where finished_at is not null;
create index payout_attempt_line on payout_attempt (line_id);
create unique index payout_attempt_live on payout_attempt (line_id) where state in ('created', 'sent', 'processing',
  'unknown', 'success');
create index payout_attempt_open on payout_attempt (channel_id, state) where state in ('created', 'sent', 'processing',
  'unknown', 'held');
alter table payout_attempt enable row level security;
create policy payout_attempt_scope on payout_attempt
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger payout_attempt_begins after insert on payout_attempt for each row
  when (current_user = 'app_rw' and new.state <> 'created')
  execute function app.refuse('a new attempt must be in the state created');
create trigger payout_attempt_line after insert on payout_attempt referencing new table as added for each statement
  execute function app.expect_attempt_lines();
create trigger payout_attempt_moves before update of state on payout_attempt for each row
  when (
    old.state is distinct from new.state
    and not (old.state = 'sent' and new.state = 'created')
    and not app.may_move(case old.state when 'created' then 'queued' else old.state end, new.state)
  )
  execute function app.refuse_move();
create trigger payout_attempt_stays before update of month, line_id on payout_attempt for each row
  execute function app.refuse_change();
grant select, insert, update (channel_ref, state, answer, sent_at, finished_at) on payout_attempt to app_rw;

-- A change of state of a line during payment. Append-only.
create table payout_event (
  id bigint generated always as identity primary key,
  line_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  from_state text not null,
  to_state text not null,
  -- cause of the change
  source text not null
    check (source in ('pay', 'send', 'query', 'notify', 'retry', 'cancel', 'recall', 'register', 'resolve')),
  notify_id text unique,
  detail jsonb not null default '{}',
  at timestamptz not null
);
create index payout_event_failed on payout_event (centre_id, at) include (line_id) where to_state = 'failed';
create index payout_event_line on payout_event (line_id, id);
create index payout_event_returned on payout_event (at) include (line_id) where to_state = 'returned';
alter table payout_event enable row level security;
create policy payout_event_scope on payout_event
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger lines_tell after insert on payout_event referencing new table as fresh for each statement
  execute function app.tell_lines();
create trigger payout_event_append_only before update or delete on payout_event for each row
  execute function app.refuse_change();
grant select, insert on payout_event to app_rw;

create function app.expect_attempt_lines() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from added left join payment_line line on line.month = added.month and line.id = added.line_id where line.id is null) then
    raise exception 'an attempt without its line' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function app.tell_lines() returns trigger language plpgsql as $$
begin
  perform app.tell('batches', jsonb_build_object('centre', centre_id, 'unit', unit_id)) from (select distinct centre_id, unit_id from fresh) place;
  return null;
end $$;
