-- The audit trail: entries in chains, and the only function that adds them.

-- An action of an account, or its refusal. Each row contains the digest of the row before it. Only app.audit_append
-- adds rows.
create table audit_log (
  chain bigint, -- centre; 0: the platform
  seq bigint,
  at timestamptz not null,
  request_id text not null,
  user_id bigint not null,
  usertype smallint not null,
  centre_id bigint,
  unit_id bigint,
  mode smallint,
  ip text not null,
  action text not null,
  ref_type text,
  ref_id text,
  outcome text not null,
  detail jsonb not null,
  previous bytea not null,
  hash bytea not null, -- digest of previous and all other columns
  agent text, -- browser or program of the person; null in rows of earlier versions
  id bigint generated always as identity,
  primary key (chain, seq)
);
create index audit_log_action on audit_log (action, at desc, id desc);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_centre on audit_log (centre_id, at desc, id desc);
create unique index audit_log_id on audit_log (id);
create index audit_log_ip on audit_log (ip, at desc, id desc);
create index audit_log_module on audit_log (split_part(action, '.', 1), at desc, id desc);
create index audit_log_no on audit_log ((detail ->> 'no')) where detail ->> 'no' is not null;
create index audit_log_of_unit on audit_log (unit_id, at desc, id desc) where action like 'units.%';
create index audit_log_ref on audit_log (ref_id, ref_type, at);
create index audit_log_refused on audit_log (at desc, id desc) where outcome <> 'done';
create index audit_log_request on audit_log (request_id);
create index audit_log_unit on audit_log (unit_id, at desc, id desc);
create index audit_log_user on audit_log (user_id, at desc, id desc);
alter table audit_log enable row level security;
create policy audit_log_scope on audit_log for select
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger audit_log_append_only before update or delete on audit_log for each row
  execute function app.refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement
  execute function app.refuse_change();
grant select on audit_log to app_rw;

-- The last row of each chain of the log.
create table audit_chain (
  chain bigint primary key,
  seq bigint not null,
  hash bytea not null
);

-- Adds an entry to the log, and is the only function that can. The kernel calls it at the end of each writing
-- transaction. Each centre has a chain; chain 0 is the platform. Returns the new head, which the server remembers after
-- its commit. Refuses when a head that the server expects is missing, because the database has lost commits.
create function app.audit_append(entry jsonb) returns jsonb
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  head audit_chain;
  fresh audit_log;
begin
  insert into audit_chain values (coalesce((entry ->> 'chain')::bigint, 0), 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
  select * into head from audit_chain where chain = coalesce((entry ->> 'chain')::bigint, 0) for update;
  if entry ? 'expects' and exists (select from jsonb_to_recordset(entry -> 'expects') as expected(chain bigint, seq bigint, hash text)
      where not exists (select from audit_log known where known.chain = expected.chain and known.seq = expected.seq and known.hash = decode(expected.hash, 'hex'))) then
    raise exception 'the database lacks rows of the trail that a server committed: %', entry -> 'expects' using errcode = 'YC002';
  end if;
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

-- Returns the digest of an entry over all its columns. Rows of earlier versions have no `agent`, and concat_ws skips
-- it, so their digests stay unchanged.
create function app.audit_digest(entry audit_log) returns bytea language sql immutable as $$
  select sha256(entry.previous || convert_to(concat_ws(chr(31), entry.chain, entry.seq,
    (extract(epoch from entry.at) * 1000000)::bigint, entry.request_id, entry.user_id, entry.usertype,
    coalesce(entry.centre_id::text, '-'), coalesce(entry.unit_id::text, '-'), coalesce(entry.mode::text, '-'), entry.ip, entry.action,
    coalesce(entry.ref_type, '-'), coalesce(entry.ref_id, '-'), entry.outcome, entry.detail::text, entry.agent), 'UTF8'))
$$;
