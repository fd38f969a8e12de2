-- The trail can be asked: an id to point at a row, the program a person used, indexes for what is searched, and what its verifications found.

alter table audit_log add column agent text, add column id bigint generated always as identity;

-- The program is covered like every other column; rows from before it was kept have none, and their digests stay what they were.
create or replace function app.audit_digest(entry audit_log) returns bytea language sql immutable as $$
  select sha256(entry.previous || convert_to(concat_ws(chr(31), entry.chain, entry.seq,
    (extract(epoch from entry.at) * 1000000)::bigint, entry.request_id, entry.user_id, entry.usertype,
    coalesce(entry.centre_id::text, '-'), coalesce(entry.unit_id::text, '-'), coalesce(entry.mode::text, '-'), entry.ip, entry.action,
    coalesce(entry.ref_type, '-'), coalesce(entry.ref_id, '-'), entry.outcome, entry.detail::text, entry.agent), 'UTF8'))
$$;

create or replace function app.audit_append(entry jsonb) returns void language plpgsql security definer set search_path = public, app as $$
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
end $$;

-- Lists go back in time from a row; each condition that people search by leads to its rows in that order.
drop index audit_log_unit, audit_log_ref;
create index audit_log_ref on audit_log (ref_id, ref_type, at);
create index audit_log_no on audit_log ((detail ->> 'no')) where detail ->> 'no' is not null;
create unique index audit_log_id on audit_log (id);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_unit on audit_log (unit_id, at desc, id desc);
create index audit_log_centre on audit_log (centre_id, at desc, id desc);
create index audit_log_user on audit_log (user_id, at desc, id desc);
create index audit_log_module on audit_log (split_part(action, '.', 1), at desc, id desc);
create index audit_log_action on audit_log (action, at desc, id desc);
create index audit_log_ip on audit_log (ip, at desc, id desc);
create index audit_log_request on audit_log (request_id);
create index audit_log_refused on audit_log (at desc, id desc) where outcome <> 'done';

-- The chains' heads: whoever verifies compares the last row with them, so that rows cut off at the end are missed.
create function app.audit_heads() returns table (chain bigint, seq bigint, hash bytea) language sql stable security definer set search_path = public, app
  as $$ select chain, seq, hash from audit_chain where app.sees_all() or chain = any (app.centre_ids()) $$;

-- What a verification of the chains covered and found.
create table audit_verification (
  id bigint generated always as identity primary key,
  task_id bigint not null references task,
  -- null: every chain
  chain bigint,
  from_day date,
  to_day date,
  state text not null check (state in ('running', 'intact', 'broken', 'failed')),
  checked_count bigint not null default 0,
  total_count bigint not null default 0,
  broken jsonb,
  asked_by bigint not null references app_user,
  asked_at timestamptz not null,
  finished_at timestamptz
);
create index audit_verification_chain on audit_verification (chain, id desc);
grant select, insert, update on audit_verification to app_rw;
alter table audit_verification enable row level security;
create policy audit_verification_scope on audit_verification using (
  (select app.sees_all()) or chain = any ((select app.centre_ids())::bigint[]));
