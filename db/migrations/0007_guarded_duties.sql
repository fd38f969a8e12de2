-- Roles with a duty, the monthly limit of a person and accounts of applicants take two people (decision 0103).

alter table guarded_change drop constraint guarded_change_kind_check,
  add constraint guarded_change_kind_check check (kind in ('centre', 'channel', 'partner', 'einvoice_channel', 'gateway', 'seal_certificate', 'role', 'app_user', 'platform_setting'));

-- The same rule as carriesDuty of api/rights.ts.
create function app.carries_duty(permission text) returns boolean language sql immutable parallel safe as $$
  select permission ~ ':(audit|check|confirm|decide|pay|publish|settle)$'
    or permission in ('admin3', 'dwEmployeeCheck', 'employeeDw', 'fp:issue', 'integrity', 'role:edit', 'user:edit', 'zf:halt', 'zf:offline')
$$;

-- Before the first booking one person sets up accounts and roles; nothing can be stolen, and a second person must come from somewhere.
create function app.duties_need_two() returns boolean language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from ledger_journal)
$$;

-- Permissions with a duty that two people gave a role.
alter table role add column duties text[] not null default '{}';
comment on column role.duties is 'permissions with a duty that two people gave the role';
update role set duties = array(select permission from role_permission where role_id = role.id and app.carries_duty(permission) order by permission);

create function app.duty_needs_two() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not app.duties_need_two() or exists (select from role where id = new.role_id and new.permission = any (duties))
    or exists (select from role_permission where role_id = new.role_id and permission = new.permission) then
    return new;
  end if;
  raise exception 'role_permission: two people give a role a duty' using errcode = 'integrity_constraint_violation';
end $$;
create trigger role_permission_duty before insert or update on role_permission for each row when (app.is_program() and app.carries_duty(new.permission))
  execute function app.duty_needs_two();

-- The keeper of the machine, migrations, the demo's data and the first set-up give duties directly.
create function app.keep_duty() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update role set duties = array_append(duties, new.permission) where id = new.role_id and not new.permission = any (duties);
  return null;
end $$;
create trigger role_permission_keeps_duty after insert or update on role_permission for each row when (app.carries_duty(new.permission)) execute function app.keep_duty();

create function app.duty_ends() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update role set duties = array_remove(duties, old.permission) where id = old.role_id and old.permission = any (duties);
  return null;
end $$;
create trigger role_permission_ends after delete on role_permission for each row when (app.carries_duty(old.permission)) execute function app.duty_ends();

create trigger role_begins before insert on role for each row when (app.is_program() and new.duties <> '{}') execute function app.begins_out_of_use();
create trigger role_guarded before update on role for each row when (app.is_program() and not new.duties <@ old.duties)
  execute function app.expect_approved_change('role', 'duties');
create function app.give_duties() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into role_permission (role_id, permission) select new.id, duty from unnest(new.duties) duty on conflict do nothing;
  return null;
end $$;
create trigger role_gives_duties after update of duties on role for each row when (not new.duties <@ old.duties) execute function app.give_duties();

-- Roles with a duty that two people gave an account of the platform or a centre. Duties at units take a letter and a reviewer.
alter table app_user add column duty_roles bigint[] not null default '{}';
comment on column app_user.duty_roles is 'roles with a duty that two people gave an account of the platform or a centre';
update app_user set duty_roles = array(select role_id from user_role where user_id = app_user.id
  and exists (select from role_permission held where held.role_id = user_role.role_id and app.carries_duty(permission)) order by role_id)
where usertype in (1, 4);
grant select (duty_roles), update (duty_roles) on app_user to app_rw;
create policy app_user_duties on app_user for update using ((select app.sees_all()));

create function app.role_needs_two() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if app.duties_need_two() and exists (select from app_user where id = new.user_id and usertype in (1, 4) and not new.role_id = any (duty_roles))
    and exists (select from role_permission where role_id = new.role_id and app.carries_duty(permission))
    and not exists (select from user_role where user_id = new.user_id and role_id = new.role_id) then
    raise exception 'user_role: two people give an account a role with a duty' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger user_role_duty before insert or update on user_role for each row when (app.is_program()) execute function app.role_needs_two();

create function app.keep_duty_role() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update app_user set duty_roles = array_append(duty_roles, new.role_id) where id = new.user_id and usertype in (1, 4) and not new.role_id = any (duty_roles)
    and exists (select from role_permission where role_id = new.role_id and app.carries_duty(permission));
  return null;
end $$;
create trigger user_role_keeps_duty after insert or update on user_role for each row execute function app.keep_duty_role();

create function app.role_ends() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update app_user set duty_roles = array_remove(duty_roles, old.role_id) where id = old.user_id and old.role_id = any (duty_roles);
  return null;
end $$;
create trigger user_role_ends after delete on user_role for each row execute function app.role_ends();

create trigger app_user_begins before insert on app_user for each row when (app.is_program() and new.duty_roles <> '{}') execute function app.begins_out_of_use();
create trigger app_user_guarded before update of duty_roles on app_user for each row when (app.is_program() and not new.duty_roles <@ old.duty_roles)
  execute function app.expect_approved_change('app_user', 'duty_roles');
create function app.give_duty_roles() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into user_role (user_id, role_id) select new.id, role.id from role where role.id = any (new.duty_roles) and role.usertype = new.usertype on conflict do nothing;
  return null;
end $$;
create trigger app_user_gives_roles after update of duty_roles on app_user for each row when (not new.duty_roles <@ old.duty_roles) execute function app.give_duty_roles();

-- Limits of a centre, beside its accounts. Open proposals keep the limits as they are.
update guarded_change set becomes = becomes || (select jsonb_build_object('single_limit_fen', single_limit_fen, 'month_limit_fen', month_limit_fen) from centre where id = row_id)
where kind = 'centre' and state in ('waiting', 'approved');
drop trigger centre_guarded on centre;
create trigger centre_guarded before update on centre for each row
  when (app.is_program() and ((old.account_name, old.account_no, old.account_bank, old.invoice_bank, old.invoice_account_no, old.single_limit_fen, old.month_limit_fen)
    is distinct from (new.account_name, new.account_no, new.account_bank, new.invoice_bank, new.invoice_account_no, new.single_limit_fen, new.month_limit_fen)
    or (new.is_active and not old.is_active)))
  execute function app.expect_approved_change('centre', 'account_name', 'account_no', 'account_bank', 'invoice_bank', 'invoice_account_no', 'single_limit_fen',
    'month_limit_fen', 'is_active');

-- The one row of the settings gets a number, by which proposals name their row.
alter table platform_setting drop constraint platform_setting_id_check, alter column id drop default, alter column id type bigint using 1, alter column id set default 1,
  add constraint platform_setting_id_check check (id = 1);
create trigger platform_setting_guarded before update on platform_setting for each row
  when (app.is_program() and old.person_month_limit_fen is distinct from new.person_month_limit_fen)
  execute function app.expect_approved_change('platform_setting', 'person_month_limit_fen');

create trigger partner_begins before insert on partner for each row
  when (app.is_program() and (new.account_name <> '' or new.account_bank <> '' or new.account_no_sealed is not null)) execute function app.begins_out_of_use();
