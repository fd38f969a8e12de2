-- When the holder of a session last showed the login password, for what is asked of nobody who merely sits at an open screen.
alter table session add column proved_at timestamptz;
create function app.session_proved_at(session_id bigint) returns timestamptz
  language sql stable security definer set search_path to public, app
  as $$ select proved_at from session where id = session_id $$;
revoke execute on function app.session_proved_at(bigint) from public;
grant execute on function app.session_proved_at(bigint) to app_rw;
