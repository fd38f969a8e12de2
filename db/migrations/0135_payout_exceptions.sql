-- What a bank did and our books cannot take as it stands: posted to the suspense account at once, listed with its owner, and resolved by two people, or by a later
-- word of the same channel. The facts never change; every step is a row of its own.

create table payout_exception (
  id bigint generated always as identity primary key,
  no text not null unique,
  kind text not null check (kind in ('late_success', 'wrong_amount', 'not_booked', 'unknown_number', 'stray_return', 'return_amount', 'second_return', 'used_notice',
    'contradiction', 'absent', 'overdue', 'unreadable')),
  -- One exception for one fact: channel, number, kind, notice and amount. The same told again adds nothing.
  fact text not null unique,
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
  -- The channel's last word on the order; null when there was none.
  told text check (told in ('success', 'failed', 'returned')),
  ours_fen bigint check (ours_fen > 0),
  theirs_fen bigint check (theirs_fen > 0),
  -- What stands on the suspense account for it: below zero for money that left, above for money that came.
  suspense_fen bigint not null,
  stops text not null check (stops in ('none', 'unit', 'channel')),
  -- The channel's own number of the payment, where it told one.
  reference text not null default '' check (length(reference) <= 200),
  -- What the channel said, cleaned and cut; and how our books refused it.
  answer text not null check (length(answer) <= 2000),
  opened_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'proposed', 'resolved')),
  owner_id bigint references app_user,
  resolution text check (resolution in ('paid', 'as_ordered', 'returned', 'failed', 'undone', 'unit', 'adjustment', 'noted')),
  proposed_by bigint references app_user,
  resolved_at timestamptz,
  version integer not null default 1,
  check ((line_id is null) = (attempt_id is null) and (line_id is null) = (unit_id is null) and (line_id is null) = (batch_id is null)
    and (line_id is null) = (line_month is null) and (line_id is null) = (ours_fen is null)),
  check ((state = 'resolved') = (resolved_at is not null)),
  check (state <> 'proposed' or (resolution is not null and proposed_by is not null))
);
create index payout_exception_centre on payout_exception (centre_id, id desc);
create index payout_exception_unsettled on payout_exception (centre_id, state) include (suspense_fen, mode) where state <> 'resolved';
create index payout_exception_line on payout_exception (line_id) where state <> 'resolved';
create index payout_exception_batch on payout_exception (batch_id) where batch_id is not null;
create index payout_exception_number on payout_exception (channel_id, request_no);
create index payout_exception_stops_channel on payout_exception (channel_id) where state <> 'resolved' and stops = 'channel';
create index payout_exception_stops_unit on payout_exception (unit_id, centre_id) where state <> 'resolved' and stops = 'unit';

create table payout_exception_step (
  id bigint generated always as identity primary key,
  exception_id bigint not null references payout_exception,
  centre_id bigint not null references centre,
  kind text not null check (kind in ('opened', 'heard', 'taken', 'proposed', 'declined', 'resolved', 'closed')),
  by_id bigint references app_user,
  resolution text,
  reason text not null default '' check (length(reason) <= 2000),
  file_id uuid references stored_file,
  file_name text not null default '',
  at timestamptz not null,
  check (kind <> 'proposed' or (by_id is not null and resolution is not null and file_id is not null and length(reason) >= 2)),
  check (kind <> 'resolved' or (by_id is not null and resolution is not null))
);
create index payout_exception_step_of on payout_exception_step (exception_id, id);
create unique index payout_exception_step_heard on payout_exception_step (exception_id, md5(reason)) where kind = 'heard';
create trigger payout_exception_step_append_only before update or delete on payout_exception_step for each row execute function app.refuse_change();
create trigger payout_exception_step_no_truncate before truncate on payout_exception_step execute function app.refuse_change();

-- Every notice of a return that was settled, by the identifier that its channel gave it: told again it changes nothing, told otherwise it is an exception.
create table payout_notice (
  channel_id bigint not null references channel,
  notice_id text not null check (length(notice_id) <= 64),
  centre_id bigint not null references centre,
  request_no text not null,
  amount_fen bigint not null check (amount_fen > 0),
  outcome text not null check (outcome in ('returned', 'listed', 'closed')),
  at timestamptz not null,
  primary key (channel_id, notice_id)
);
create index payout_notice_number on payout_notice (channel_id, request_no);
create trigger payout_notice_append_only before update or delete on payout_notice for each row execute function app.refuse_change();
create trigger payout_notice_no_truncate before truncate on payout_notice execute function app.refuse_change();
insert into payout_notice (channel_id, notice_id, centre_id, request_no, amount_fen, outcome, at)
  select distinct on (attempt.channel_id, event.notify_id) attempt.channel_id, event.notify_id, attempt.centre_id, attempt.request_no, attempt.amount_fen, 'returned', event.at
  from payout_event event join payout_attempt attempt on attempt.line_id = event.line_id and attempt.state = 'returned'
    join channel on channel.id = attempt.channel_id and channel.kind <> 'offline'
  where event.notify_id is not null and length(event.notify_id) <= 64
  order by attempt.channel_id, event.notify_id, attempt.id;
alter table payout_notice enable row level security;
create policy payout_notice_scope on payout_notice using ((select app.sees_all()) or centre_id = any((select app.centre_ids())::bigint[]));
grant select, insert on payout_notice to app_rw;

create function app.payout_exception_moves() returns trigger language plpgsql as $$
begin
  if old.state = 'resolved' or (to_jsonb(old) - '{state,owner_id,resolution,proposed_by,resolved_at,version}'::text[])
      is distinct from (to_jsonb(new) - '{state,owner_id,resolution,proposed_by,resolved_at,version}'::text[]) then
    raise exception 'the facts of an exception do not change, nor one that is resolved' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payout_exception_moves before update on payout_exception for each row execute function app.payout_exception_moves();
create trigger payout_exception_stays before delete on payout_exception for each row execute function app.refuse_change();
create trigger payout_exception_no_truncate before truncate on payout_exception execute function app.refuse_change();
create trigger payout_exception_tells after insert or update on payout_exception for each row execute function app.tell_place('batches');

-- A centre's affair, and the platform's: a unit learns that its payouts are stopped, not what happened to others.
alter table payout_exception enable row level security;
create policy payout_exception_scope on payout_exception using ((select app.sees_all()) or centre_id = any((select app.centre_ids())::bigint[]));
alter table payout_exception_step enable row level security;
create policy payout_exception_step_scope on payout_exception_step using ((select app.sees_all()) or centre_id = any((select app.centre_ids())::bigint[]));
grant select, insert on payout_exception, payout_exception_step to app_rw;
grant update (state, owner_id, resolution, proposed_by, resolved_at, version) on payout_exception to app_rw;

-- Whether nothing may be paid to a unit of a centre through a channel now, because something that the bank did is not resolved: one answer for buttons, the payer
-- and the worker that sends.
create function app.payouts_stopped(of_unit bigint, at_centre bigint, through bigint) returns boolean language sql stable security definer set search_path = public, app as $$
  select exists (select from payout_exception where channel_id = through and stops = 'channel' and state <> 'resolved')
    or exists (select from payout_exception where unit_id = of_unit and centre_id = at_centre and stops = 'unit' and state <> 'resolved')
$$;
revoke all on function app.payouts_stopped(bigint, bigint, bigint) from public;
grant execute on function app.payouts_stopped(bigint, bigint, bigint) to app_rw;

-- Whether something that the bank did with a line is not resolved: it is neither repeated nor given up meanwhile.
create function app.has_exception(of_line bigint) returns boolean language sql stable security definer set search_path = public, app as $$
  select exists (select from payout_exception where line_id = of_line and state <> 'resolved')
$$;
revoke all on function app.has_exception(bigint) from public;
grant execute on function app.has_exception(bigint) to app_rw;

alter table ledger_journal drop constraint ledger_journal_kind_check,
  add constraint ledger_journal_kind_check check (kind in ('topup', 'freeze', 'unfreeze', 'payment', 'return', 'refund', 'adjustment', 'suspense'));

-- A line that ended without payment is under way again when two people settle that the bank paid it after all.
create or replace function app.may_move(from_state text, to_state text) returns boolean language sql immutable parallel safe as $$
  select from_state || '>' || to_state = any ('{invalid>ready,invalid>warned,invalid>excluded,warned>invalid,warned>ready,warned>excluded,ready>invalid,ready>warned,ready>excluded,excluded>invalid,excluded>warned,excluded>ready,ready>queued,warned>queued,queued>sent,queued>held,queued>cancelled,sent>processing,sent>success,sent>failed,sent>held,sent>unknown,processing>success,processing>failed,processing>held,processing>unknown,unknown>success,unknown>failed,unknown>held,unknown>processing,held>queued,held>cancelled,held>unknown,failed>unknown,cancelled>unknown,success>returned}'::text[])
$$;
alter table payout_event drop constraint payout_event_source_check,
  add constraint payout_event_source_check check (source in ('pay', 'send', 'query', 'notify', 'retry', 'cancel', 'recall', 'register', 'resolve'));

-- The sandbox bank keeps its channels apart.
alter table sandbox_payment add column channel_id bigint references channel;
update sandbox_payment set channel_id = attempt.channel_id from payout_attempt attempt where attempt.request_no = sandbox_payment.request_no;
