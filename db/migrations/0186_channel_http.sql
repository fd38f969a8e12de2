-- Channels that are asked over HTTP: what they tell by themselves comes into an inbox, once for each number of theirs; they say when they are closed and what
-- stands on the account; receipts and daily files come from them. An order that a channel surely did not take goes back into the queue under its number.

create or replace function app.may_move(from_state text, to_state text) returns boolean language sql immutable as $$
  select from_state || '>' || to_state = any ('{invalid>ready,invalid>warned,invalid>excluded,warned>invalid,warned>ready,warned>excluded,ready>invalid,ready>warned,ready>excluded,excluded>invalid,excluded>warned,excluded>ready,ready>queued,warned>queued,queued>sent,queued>held,queued>cancelled,sent>queued,sent>processing,sent>success,sent>failed,sent>held,sent>unknown,processing>success,processing>failed,processing>held,processing>unknown,unknown>success,unknown>failed,unknown>held,unknown>processing,held>queued,held>cancelled,held>unknown,failed>unknown,cancelled>unknown,success>returned}'::text[])
$$;

-- An attempt goes back to its beginning only from having just been sent: what was held is given up for a new number.
drop trigger payout_attempt_moves on payout_attempt;
create trigger payout_attempt_moves before update of state on payout_attempt for each row
  when (old.state is distinct from new.state and not (old.state = 'sent' and new.state = 'created')
    and not app.may_move(case old.state when 'created' then 'queued' else old.state end, new.state))
  execute function app.refuse_move();

alter table channel add column waits_until timestamptz, add column balance_fen bigint, add column balance_at timestamptz;
comment on column channel.waits_until is 'nothing is sent before: the channel is closed, by its own word or by its window';
comment on column channel.balance_fen is 'what stands on the account there, as the channel said last';
grant update (waits_until, balance_fen, balance_at) on channel to app_rw;

create table channel_notice (
  id bigint generated always as identity primary key,
  channel_id bigint not null references channel (id),
  centre_id bigint not null,
  notice_no text not null,
  sha256 text not null,
  content jsonb not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  unique (channel_id, notice_no)
);
comment on table channel_notice is 'Signed notices of channels, each number once; applied by whichever server comes first.';
comment on column channel_notice.notice_no is 'number that the channel gave it';
comment on column channel_notice.sha256 is 'of the body as it came: the same number with another body is refused';
comment on column channel_notice.content is 'what was read of it: order, result, amount; no numbers of people';
create index channel_notice_waiting on channel_notice (channel_id, id) where applied_at is null;
alter table channel_notice enable row level security;
create policy accounts on channel_notice to app_accounts using (true) with check (true);
create policy channel_notice_scope on channel_notice using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant insert, select on channel_notice to app_rw;
grant update (applied_at) on channel_notice to app_rw;

create table channel_file (
  id bigint generated always as identity primary key,
  channel_id bigint not null references channel (id),
  centre_id bigint not null,
  day date not null,
  file_id uuid not null,
  name text not null,
  sha256 text not null,
  fetched_at timestamptz not null,
  unique (channel_id, day)
);
comment on table channel_file is 'Daily files of channels: what the channel says it did on a day, kept as it came.';
alter table channel_file enable row level security;
create policy accounts on channel_file to app_accounts using (true) with check (true);
create policy channel_file_scope on channel_file using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant insert, select on channel_file to app_rw;

alter table voucher add column receipt_due_at timestamptz, add column receipt_tries smallint not null default 0, add column is_from_channel boolean not null default false;
comment on column voucher.receipt_due_at is 'when the channel is asked for its receipt; null: there is none to ask for, or it is here';
comment on column voucher.is_from_channel is 'the document is the receipt of the channel, not drawn here';
create index voucher_receipt_due on voucher (receipt_due_at) where receipt_due_at is not null;
grant update (receipt_due_at, receipt_tries, is_from_channel) on voucher to app_rw;
