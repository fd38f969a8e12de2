-- Row policies for every table that names a tenant, search paths that end with pg_temp, and tax policies that stay.

-- A person sees an account with its unit, operator or partner. Staff of platform and centres appear by name on rows of every tenant.
alter table app_user enable row level security;
create policy accounts on app_user to app_accounts using (true) with check (true);
create policy app_user_scope on app_user for select using (
  (select app.sees_all()) or id = (select app.user_id()) or unit_id = any((select app.unit_ids())::bigint[])
  or operator_id = (select app.operator_id()) or partner_id = (select app.partner_id())
  or (unit_id is null and operator_id is null and partner_id is null and (select cardinality(app.unit_ids()) + cardinality(app.centre_ids()) > 0
    or app.operator_id() is not null or app.partner_id() is not null))
  or exists (select from unit_setting setting where setting.unit_id = app_user.unit_id and setting.centre_id = any((select app.centre_ids())::bigint[]))
  or exists (select from unit where unit.id = app_user.unit_id and unit.partner_id = (select app.partner_id()))
  or exists (select from unit_operator link where link.unit_id = app_user.unit_id and link.operator_id = (select app.operator_id()))
  or exists (select from operator where operator.id = app_user.operator_id)
  or exists (select from partner where partner.id = app_user.partner_id));

-- Posts of staff: units, operators and partners notify the staff of the centres that they work with.
alter table user_centre enable row level security;
create policy accounts on user_centre to app_accounts using (true) with check (true);
create policy user_centre_scope on user_centre for select using (
  (select app.sees_all()) or user_id = (select app.user_id()) or centre_id = any((select app.centre_ids())::bigint[])
  or (select cardinality(app.unit_ids()) > 0 or app.operator_id() is not null or app.partner_id() is not null));

-- The role of accounts alone works on these. A right that another role is given by mistake shows no row.
do $$ declare bare text; begin
  foreach bare in array array['session', 'throttle', 'second_factor', 'recovery_code', 'login_ticket', 'login_address', 'recovery_ask', 'recovery_ticket', 'mobile_ask'] loop
    execute format('alter table %I enable row level security', bare);
    execute format('create policy accounts on %I to app_accounts using (true) with check (true)', bare);
  end loop;
end $$;

-- A function whose path does not name pg_temp looks there first, so that a temporary table takes the place of ours.
do $$ declare each record; begin
  for each in select oid::regprocedure as name, (select split_part(setting, '=', 2) from unnest(proconfig) setting where setting like 'search_path=%') as path
    from pg_proc where pronamespace in ('public'::regnamespace, 'app'::regnamespace) and prokind = 'f'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      and (prosecdef or exists (select from unnest(proconfig) setting where setting like 'search_path=%'))
      and not exists (select from unnest(proconfig) setting where setting like 'search_path=%pg_temp')
  loop
    execute format('alter function %s set search_path = %s', each.name, coalesce(nullif(each.path, ''), 'public, app') || ', pg_temp');
  end loop;
end $$;

-- A tax policy stays. One that two people withdraw before its first day ends on the day before it, and is never in force.
create or replace function app.guard_tax_policy() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'tax_policy: a policy is not deleted' using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'INSERT' then
    new.digest := app.policy_digest(new.params);
  end if;
  if current_user <> 'app_rw' then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if not exists (select from tax_draft draft where draft.id = new.draft_id and draft.state = 'published' and draft.params = new.params and draft.first_day = new.effective_from
        and draft.policy_version = new.version and draft.published_by <> all (draft.hands)) then
      raise exception 'tax_policy: only what two people published comes into force' using errcode = 'integrity_constraint_violation';
    end if;
    if app.policy_computed(new.effective_from, null) then
      raise exception 'tax_policy: days of it were computed already' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if old.effective_to < old.effective_from then
    raise exception 'tax_policy: a withdrawn policy does not change' using errcode = 'integrity_constraint_violation';
  end if;
  if new.effective_to < new.effective_from and not exists (select from tax_draft draft where draft.id = old.draft_id and draft.state = 'withdrawn') then
    raise exception 'tax_policy: only two people withdraw a policy before its first day' using errcode = 'integrity_constraint_violation';
  end if;
  if (old.effective_to is null or new.effective_to < old.effective_to) and app.policy_computed(new.effective_to + 1, old.effective_to) then
    raise exception 'tax_policy: days after its end were computed by it' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
comment on column tax_policy.effective_to is 'last day; the day before its first where two people withdrew it; null: no end is known';
insert into tax_policy (code, version, effective_from, effective_to, params, draft_id)
  select 'CN', policy_version, first_day, first_day - 1, params, id from tax_draft
  where state = 'withdrawn' and not exists (select from tax_policy where draft_id = tax_draft.id or (code = 'CN' and version = policy_version));
