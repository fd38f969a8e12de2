-- Live updates: after each commit, servers learn which kind of data changed, and for whom.

-- Queues a hint for the listeners of all servers. The connection receives it as a notice, and the server sends it after
-- the commit. NOTIFY inside the transaction would make commits wait for each other.
create function app.hint(channel text, payload text) returns void language plpgsql as $$
begin
  raise notice using errcode = 'YC100', message = channel, detail = payload;
end $$;

-- Sends a hint that names the recipients and the kind of data, never its content.
create function app.tell(kind text, who jsonb) returns void language sql
  as $$ select app.hint('live', (jsonb_build_object('kind', kind) || jsonb_strip_nulls(who))::text) $$;

create function app.tell_centre() returns trigger language plpgsql as $$
begin
  perform app.tell(tg_argv[0], jsonb_build_object('centre', new.centre_id));
  return null;
end $$;

create function app.tell_place() returns trigger language plpgsql as $$
begin
  perform app.tell(tg_argv[0], jsonb_build_object('centre', new.centre_id, 'unit', new.unit_id));
  return null;
end $$;

create function app.tell_user() returns trigger language plpgsql as $$
begin
  perform app.tell(tg_argv[0], jsonb_build_object('user', new.user_id));
  return null;
end $$;
