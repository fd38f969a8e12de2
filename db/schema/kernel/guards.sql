-- Triggers that many tables share. They keep tables append-only, refuse transitions, and require rows to start
-- disabled.

-- Refuses a new row that is enabled. Enabling a row is guarded like its content. One person can disable or pause it,
-- because that only stops money.
create function app.expect_disabled_start() returns trigger language plpgsql as $$
begin
  raise exception '%: a new row must start disabled', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create function app.expect_places() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from (select distinct centre_id, unit_id from added) place
             left join centre on centre.id = place.centre_id left join unit on unit.id = place.unit_id
             where centre.id is null or (place.unit_id is not null and unit.id is null)) then
    raise exception 'a row of % without its centre or unit', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

-- Refuses the change with the message that the trigger names.
create function app.refuse() returns trigger language plpgsql as $$
begin
  raise exception '%: %', tg_table_name, tg_argv[0] using errcode = 'integrity_constraint_violation';
end $$;

-- Keeps a table append-only.
create function app.refuse_change() returns trigger language plpgsql
  as $$ begin raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation'; end $$;

create function app.refuse_move() returns trigger language plpgsql as $$
begin
  raise exception '% cannot go from % to %', tg_table_name, old.state, new.state using errcode = 'integrity_constraint_violation';
end $$;
