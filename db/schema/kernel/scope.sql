-- Functions that read the scope of a transaction, which the kernel sets, and the policy for the accounts role.

create schema app;
grant usage on schema app, public to app_rw;

create function app.centre_ids() returns bigint[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.centres', true), ''), '{}')::bigint[] $$;

-- Returns the actor of the transaction: the person whose decision a job executes, or the caller; null for the system.
create function app.doer() returns bigint language sql stable parallel safe
  as $$ select nullif(coalesce(nullif(current_setting('app.doer', true), ''), nullif(current_setting('app.user', true), ''))::bigint, 0) $$;

-- Returns whether the program runs this statement. Migrations, demo data and the operator of the machine work as the
-- owner.
create function app.is_program() returns boolean language sql stable
  as $$ select current_user in ('app_rw', 'app_accounts') $$;

-- Returns the business time of the transaction. A demo can be ahead of the machine's clock.
create function app.moment() returns timestamptz language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) $$;

-- Gives the accounts role access to every table with row security. It is called after each migration.
create function app.open_to_accounts() returns void language plpgsql as $$
declare bare text;
begin
  for bare in select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relrowsecurity and not relispartition
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'accounts')
  loop
    execute format('create policy accounts on public.%I to app_accounts using (true) with check (true)', bare);
  end loop;
end $$;
revoke execute on function app.open_to_accounts from public;

create function app.operator_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.operator', true), '')::bigint $$;

create function app.partner_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.partner', true), '')::bigint $$;

-- Returns whether the transaction sees all rows. Like the other functions of the scope, it reads a setting that the
-- kernel makes with set_config(…, true). Policies read it once per statement.
create function app.sees_all() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.all', true), '') = 'on' $$;

create function app.unit_ids() returns bigint[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.units', true), ''), '{}')::bigint[] $$;

create function app.user_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.user', true), '')::bigint $$;

-- Returns the viewer for row-level security. People who see the same rows are the same viewer.
create function app.viewer() returns text language sql stable parallel safe
  as $$ select concat_ws('|', current_setting('app.all', true), app.centre_ids(), app.unit_ids(), app.operator_id()) $$;
