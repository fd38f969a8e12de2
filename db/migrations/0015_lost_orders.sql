-- A server remembers outside the database what it committed and which orders it sent. When the database is behind that,
-- the orders it lacks are listed here.

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

comment on table lost_order is 'An order that a server sent and the database lacks, because the database went back in time. The bank''s answer becomes a payout exception, which two people decide.';
comment on column lost_order.channel_id is 'without a reference: the channel may be lost too';
comment on column lost_order.answer is 'newest answer of the bank';

-- Returns the new head of the chain, which the server remembers after its commit.
drop function app.audit_append(jsonb);
create function app.audit_append(entry jsonb) returns jsonb
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  head audit_chain;
  fresh audit_log;
begin
  insert into audit_chain values (coalesce((entry ->> 'chain')::bigint, 0), 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
  select * into head from audit_chain where chain = coalesce((entry ->> 'chain')::bigint, 0) for update;
  fresh.chain := head.chain;
  fresh.seq := head.seq + 1;
  fresh.at := entry ->> 'at';
  fresh.request_id := entry ->> 'requestId';
  fresh.user_id := entry ->> 'userId';
  fresh.usertype := entry ->> 'usertype';
  fresh.centre_id := entry ->> 'centreId';
  fresh.unit_id := entry ->> 'unitId';
  fresh.mode := entry ->> 'mode';
  fresh.ip := entry ->> 'ip';
  fresh.action := entry ->> 'action';
  fresh.ref_type := entry ->> 'refType';
  fresh.ref_id := entry ->> 'refId';
  fresh.outcome := entry ->> 'outcome';
  fresh.detail := coalesce(entry -> 'detail', '{}'::jsonb);
  fresh.agent := entry ->> 'agent';
  fresh.previous := head.hash;
  fresh.hash := app.audit_digest(fresh);
  insert into audit_log (chain, seq, at, request_id, user_id, usertype, centre_id, unit_id, mode, ip, action, ref_type, ref_id, outcome, detail, agent, previous, hash)
    values (fresh.chain, fresh.seq, fresh.at, fresh.request_id, fresh.user_id, fresh.usertype, fresh.centre_id, fresh.unit_id, fresh.mode, fresh.ip, fresh.action,
      fresh.ref_type, fresh.ref_id, fresh.outcome, fresh.detail, fresh.agent, fresh.previous, fresh.hash);
  update audit_chain set seq = fresh.seq, hash = fresh.hash where chain = head.chain;
  return jsonb_build_object('chain', fresh.chain, 'seq', fresh.seq, 'hash', encode(fresh.hash, 'hex'));
end $$;
