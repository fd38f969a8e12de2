-- Payout exceptions: bank responses that people have to decide.

-- A bank response that cannot be booked. Two people or a later response of the channel resolve the exception.
create table payout_exception (
  id bigint generated always as identity primary key,
  no text not null unique,
  kind text not null
    check (kind in ('late_success', 'wrong_amount', 'not_booked', 'unknown_number', 'stray_return', 'return_amount',
      'second_return', 'used_notice', 'contradiction', 'absent', 'overdue', 'unreadable', 'closed_unit')),
  fact text not null unique, -- identity of the exception: channel, number, kind, notice and amount
  channel_id bigint not null references channel,
  centre_id bigint not null references centre,
  mode smallint not null check (mode in (1, 2)),
  unit_id bigint references unit,
  batch_id bigint references payment_batch,
  line_id bigint,
  line_month date,
  attempt_id bigint references payout_attempt,
  request_no text not null check (length(request_no) <= 64),
  notice_id text not null check (length(notice_id) <= 64),
  -- last result that the channel reported for the order; null: none
  told text check (told in ('success', 'failed', 'returned')),
  ours_fen bigint check (ours_fen > 0), -- amount of our order
  theirs_fen bigint check (theirs_fen > 0), -- amount reported by the channel
  suspense_fen bigint not null, -- amount on the suspense account; negative: money left, positive: money arrived
  stops text not null check (stops in ('none', 'unit', 'channel')), -- scope whose payouts stop until it is resolved
  reference text not null default '' check (length(reference) <= 200), -- channel's reference, if any
  -- channel's text, sanitised and truncated, and why the books refused it
  answer text not null check (length(answer) <= 2000),
  opened_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'proposed', 'resolved')),
  owner_id bigint references app_user,
  resolution text
    check (resolution in ('paid', 'as_ordered', 'returned', 'failed', 'undone', 'unit', 'adjustment', 'noted')),
  proposed_by bigint references app_user,
  resolved_at timestamptz,
  version integer not null default 1,
  check (
    (line_id is null) = (attempt_id is null)
    and (line_id is null) = (unit_id is null)
    and (line_id is null) = (batch_id is null)
    and (line_id is null) = (line_month is null)
    and (line_id is null) = (ours_fen is null)
  ),
  check ((state = 'resolved') = (resolved_at is not null)),
  check (state <> 'proposed' or resolution is not null and proposed_by is not null)
);
create index payout_exception_batch on payout_exception (batch_id) where batch_id is not null;
create index payout_exception_centre on payout_exception (centre_id, id desc);
create index payout_exception_line on payout_exception (line_id) where state <> 'resolved';
create index payout_exception_number on payout_exception (channel_id, request_no);
create index payout_exception_stops_channel on payout_exception (channel_id) where state <> 'resolved'
  and stops = 'channel';
create index payout_exception_stops_unit on payout_exception (unit_id, centre_id) where state <> 'resolved'
  and stops = 'unit';
create index payout_exception_unsettled on payout_exception (centre_id, state) include (suspense_fen, mode)
  where state <> 'resolved';
alter table payout_exception enable row level security;
create policy payout_exception_scope on payout_exception
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger payout_exception_by_other before update on payout_exception for each row
  when (app.is_program() and old.state = 'proposed' and new.state = 'resolved' and new.resolution is not null)
  execute function app.expect_other_hand('', 'proposed_by');
create trigger payout_exception_by_two before update on payout_exception for each row
  when (app.is_program())
  execute function app.payout_exception_by_two();
create trigger payout_exception_moves before update on payout_exception for each row
  execute function app.payout_exception_moves();
create trigger payout_exception_no_truncate before truncate on payout_exception for each statement
  execute function app.refuse_change();
create trigger payout_exception_stays before delete on payout_exception for each row
  execute function app.refuse_change();
create trigger payout_exception_tells after insert or update on payout_exception for each row
  execute function app.tell_place('batches');
grant select, insert, update (state, owner_id, resolution, proposed_by, resolved_at, version) on payout_exception
  to app_rw;

-- An event of an exception. Append-only.
create table payout_exception_step (
  id bigint generated always as identity primary key,
  exception_id bigint not null references payout_exception,
  centre_id bigint not null references centre,
  kind text not null check (kind in ('opened', 'heard', 'taken', 'proposed', 'declined', 'resolved', 'closed')),
  by_id bigint references app_user, -- null: the system
  resolution text,
  reason text not null default '' check (length(reason) <= 2000),
  file_id uuid references stored_file,
  file_name text not null default '',
  at timestamptz not null,
  check (
    kind <> 'proposed' or by_id is not null and resolution is not null and file_id is not null and length(reason) >= 2
  ),
  check (kind <> 'resolved' or by_id is not null and resolution is not null)
);
create unique index payout_exception_step_heard on payout_exception_step (exception_id, md5(reason))
  where kind = 'heard';
create index payout_exception_step_of on payout_exception_step (exception_id, id);
alter table payout_exception_step enable row level security;
create policy payout_exception_step_scope on payout_exception_step
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger payout_exception_step_append_only before update or delete on payout_exception_step for each row
  execute function app.refuse_change();
create trigger payout_exception_step_no_truncate before truncate on payout_exception_step for each statement
  execute function app.refuse_change();
grant select, insert on payout_exception_step to app_rw;

-- Returns whether an exception of a line is unresolved. Such a line can be neither repeated nor ended.
create function app.has_exception(of_line bigint) returns boolean
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from payout_exception where line_id = of_line and state <> 'resolved')
$$;
revoke execute on function app.has_exception from public;
grant execute on function app.has_exception to app_rw;

-- Checks that the caller is the proposer of a resolution, and that only a proposed resolution is applied. A later
-- response of the channel can close an exception too.
create function app.payout_exception_by_two() returns trigger language plpgsql as $$
begin
  if new.state = 'proposed' and (old.state, old.resolution, old.proposed_by) is distinct from (new.state, new.resolution, new.proposed_by)
    and new.proposed_by is distinct from app.user_id() then
    raise exception 'the caller must be the proposer of the resolution' using errcode = 'integrity_constraint_violation';
  end if;
  if app.user_id() <> 0 and new.state = 'resolved' and new.resolution is not null
    and (old.state, old.resolution, old.proposed_by) is distinct from ('proposed', new.resolution, new.proposed_by) then
    raise exception 'an exception is resolved only as one person proposed and another approved' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create function app.payout_exception_moves() returns trigger language plpgsql as $$
begin
  if old.state = 'resolved' or (to_jsonb(old) - '{state,owner_id,resolution,proposed_by,resolved_at,version}'::text[])
      is distinct from (to_jsonb(new) - '{state,owner_id,resolution,proposed_by,resolved_at,version}'::text[]) then
    raise exception 'the facts of an exception and resolved exceptions cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
