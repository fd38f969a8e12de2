-- What a centre pays by hand, through no channel that answers, is told by its people from the bank's slip: one word on every attempt, a return of a success beside
-- it, each of the bank's serials once at a channel. Nothing of it is ever changed.

create table payout_slip (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references payout_attempt,
  line_id bigint not null,
  channel_id bigint not null references channel,
  centre_id bigint not null references centre,
  unit_id bigint not null references unit,
  result text not null check (result in ('success', 'failed', 'returned')),
  serial text not null check (serial ~ '^[0-9A-Za-z][0-9A-Za-z._/:#-]{3,59}$'),
  happened_at timestamptz not null,
  reason text not null default '' check (length(reason) <= 200),
  file_id uuid references stored_file,
  file_name text not null default '',
  registered_by bigint not null references app_user,
  registered_at timestamptz not null,
  check (result = 'failed' or file_id is not null),
  check (result = 'success' or length(reason) >= 2)
);
create unique index payout_slip_serial on payout_slip (channel_id, upper(serial));
create unique index payout_slip_once on payout_slip (attempt_id, (result = 'returned'));
create index payout_slip_line on payout_slip (line_id);
create trigger payout_slip_append_only before update or delete on payout_slip for each row execute function app.refuse_change();
alter table payout_slip enable row level security;
create policy payout_slip_scope on payout_slip
  using ((select app.sees_all()) or centre_id = any((select app.centre_ids())::bigint[]) or unit_id = any((select app.unit_ids())::bigint[]));
grant select, insert on payout_slip to app_rw;

alter table payout_event drop constraint payout_event_source_check,
  add constraint payout_event_source_check check (source in ('pay', 'send', 'query', 'notify', 'retry', 'cancel', 'recall', 'register'));
