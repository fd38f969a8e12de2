-- A channel limits what one order and what one day may come to. What does not fit is put on hold before it is sent, so a queued line may become held.

alter table channel add column single_limit_fen bigint check (single_limit_fen > 0);
create index payout_attempt_day on payout_attempt (channel_id, sent_at) include (amount_fen, state) where sent_at is not null;

alter table payout_event drop constraint payout_event_source_check,
  add constraint payout_event_source_check check (source in ('pay', 'send', 'query', 'notify', 'retry', 'cancel', 'recall'));

create or replace function app.may_move(from_state text, to_state text) returns boolean language sql immutable parallel safe as $$
  select from_state || '>' || to_state = any ('{invalid>ready,invalid>warned,invalid>excluded,warned>invalid,warned>ready,warned>excluded,ready>invalid,ready>warned,ready>excluded,excluded>invalid,excluded>warned,excluded>ready,ready>queued,warned>queued,queued>sent,queued>held,queued>cancelled,sent>processing,sent>success,sent>failed,sent>held,sent>unknown,processing>success,processing>failed,processing>held,processing>unknown,unknown>success,unknown>failed,unknown>held,unknown>processing,held>queued,held>cancelled,success>returned}'::text[])
$$;
