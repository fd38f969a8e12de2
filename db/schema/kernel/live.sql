-- Live updates: each commit notifies which kind of data changed for whom.

-- Notifications carry addresses and never content.
create function app.tell(kind text, who jsonb) returns void language sql
  as $$ select pg_notify('live', (jsonb_build_object('kind', kind) || jsonb_strip_nulls(who))::text) $$;

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
