-- Roles are edited by people: who changed one last, and a version so that two editors do not overwrite each other.

alter table role add column version integer not null default 1, add column updated_at timestamptz, add column updated_by bigint references app_user;
alter table role add constraint role_usertype check (usertype between 1 and 5);
grant insert, update, delete on role, role_permission, user_role to app_rw;

-- Everybody may read what roles there are and which they have; only those who see everything write them (whoever hands out roles for a unit or a centre widens to do so).
alter table role enable row level security;
create policy role_read on role for select using (true);
create policy role_write on role using ((select app.sees_all()));
alter table role_permission enable row level security;
create policy role_permission_read on role_permission for select using (true);
create policy role_permission_write on role_permission using ((select app.sees_all()));
alter table user_role enable row level security;
create policy user_role_read on user_role for select using (user_id = (select app.user_id()));
create policy user_role_write on user_role using ((select app.sees_all()));

-- Somebody who may sign in holds admin3, whatever else happens: two people who take it away at the same time wait for each other here.
create function app.has_admin() returns boolean language sql volatile security definer set search_path = public, app
  as $$ select exists (select from app_user join user_role on user_id = app_user.id join role_permission using (role_id)
    where app_user.status = 8 and permission = 'admin3') $$;

create function app.expect_admin() returns void language plpgsql as $$
begin
  perform app.lock_access();
  if not app.has_admin() then raise exception 'nobody would hold admin3 any more' using errcode = 'integrity_constraint_violation'; end if;
end $$;

create function app.keep_admin() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  perform app.expect_admin();
  return null;
end $$;

create function app.keep_admin_of_role() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from role_permission where role_id = old.role_id and permission = 'admin3') then perform app.expect_admin(); end if;
  return null;
end $$;

create function app.keep_admin_of_user() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from user_role join role_permission using (role_id) where user_id = old.id and permission = 'admin3') then perform app.expect_admin(); end if;
  return null;
end $$;

create constraint trigger role_permission_keeps_admin after delete or update on role_permission
  deferrable initially deferred for each row when (old.permission = 'admin3') execute function app.keep_admin();
create constraint trigger user_role_keeps_admin after delete or update on user_role
  deferrable initially deferred for each row execute function app.keep_admin_of_role();
create constraint trigger app_user_keeps_admin after update of status on app_user
  deferrable initially deferred for each row when (old.status = 8 and new.status <> 8) execute function app.keep_admin_of_user();
