-- compatible with 0015_lost_orders.sql
-- A commit on a database that went back in time is refused: the log lacks the last heads that the server committed.

create or replace function app.audit_append(entry jsonb) returns jsonb
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
