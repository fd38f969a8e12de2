-- Requests connect as a role that owns nothing (server/kernel/migrate.ts makes the roles). Sign-in, registration, passwords and tickets work on tables that
-- app_rw cannot see: they act as app_accounts, which has the rights of app_rw, these besides, and sees the rows of all tenants.

grant select, insert, update, delete on account_application, app_user, application, application_code, application_event, application_file, candidate_paper, file_link,
  invite, login_address, login_ticket, mobile_ask, outbox, recovery_ask, recovery_code, recovery_ticket, reg_ticket, registration_appeal, second_factor, session, sign_task,
  sign_ticket, staff_record, throttle, user_centre to app_accounts;
grant update on unit, partner to app_accounts;

-- Row by row every table with policies is open to it; called again after each migration, for tables that came since.
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
revoke execute on function app.open_to_accounts() from public;
