-- Two people withdraw approved terms of a unit before their first day, because looser ones may stay in force. New terms of
-- a place begin with a checker of batches. Two people move fee or tax between a unit and its payees, raise the charges of
-- a fee plan, or replace a planned version of one. An older program would let one person do so, which the database
-- refuses. So this migration is compatible with none.

alter table unit_setting_version add column withdraw_asked_by bigint references app_user;
alter table unit_setting_version add column withdraw_asked_at timestamptz;
alter table unit_setting_version add column withdraw_reason text not null default '' check (length(withdraw_reason) <= 200);
alter table unit_setting_version add column withdraw_confirmed_by bigint references app_user;
alter table unit_setting_version add column withdraw_confirmed_at timestamptz;
comment on column unit_setting_version.withdraw_asked_by is 'person who asked to withdraw approved terms before their first day; another person confirms';
alter table unit_setting_version add constraint unit_setting_version_withdrawal check (
  (withdraw_asked_by is null) = (withdraw_asked_at is null) and (withdraw_asked_by is null) = (withdraw_reason = '')
);
alter table unit_setting_version add constraint unit_setting_version_withdrawal_confirmed check (
  (withdraw_confirmed_by is null) = (withdraw_confirmed_at is null)
  and (withdraw_confirmed_by is null or withdraw_asked_by is not null and state = 'withdrawn')
);
create index unit_setting_version_withdrawal on unit_setting_version (setting_id) where withdraw_asked_by is not null;
create trigger unit_setting_version_withdrawn_by_other before update of state on unit_setting_version for each row
  when (app.is_program() and old.state = 'approved' and new.state = 'withdrawn')
  execute function app.expect_other_hand('withdraw_confirmed_by', 'withdraw_asked_by');
create trigger unit_setting_version_withdrawn_by_two before update of state on unit_setting_version for each row
  when (
    app.is_program() and old.state = 'approved' and new.state = 'withdrawn'
    and (old.withdraw_asked_by is null or new.withdraw_asked_by is distinct from old.withdraw_asked_by)
  )
  execute function app.refuse('another person must confirm the withdrawal of approved terms');
grant update (withdraw_asked_by, withdraw_asked_at, withdraw_reason, withdraw_confirmed_by, withdraw_confirmed_at) on unit_setting_version to app_rw;

comment on column unit_setting_version.needs_second is 'whether a second person must approve: the fee is below a floor or rises, terms are loosened, or bearers change';
create or replace function app.expect_terms_by_two() returns trigger language plpgsql as $$
declare
  held unit_setting_version;
begin
  select * into held from unit_setting_version version
    where version.setting_id = new.setting_id and version.in_force_at <= app.moment() order by version.in_force_at desc, version.id desc limit 1;
  if not found and not (new.dual_control and new.sign_required)
    or found and (new.single_limit_fen > held.single_limit_fen or new.day_limit_fen > held.day_limit_fen or new.month_limit_fen > held.month_limit_fen
      or new.auto_audit_limit_fen > held.auto_audit_limit_fen or new.evidence_limit_fen > held.evidence_limit_fen
      or held.dual_control and not new.dual_control or held.sign_required and not new.sign_required
      or (new.tax_bearer, new.fee_bearer, new.fee_unit_share_ppm) <> (held.tax_bearer, held.fee_bearer, held.fee_unit_share_ppm)) then
    raise exception 'setting %: two people loosen these terms or move fee and tax', new.setting_id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create function app.expect_plan_by_two() returns trigger language plpgsql as $$
declare
  held fee_plan_version;
begin
  select * into held from fee_plan_version before where before.plan_id = new.plan_id and before.state = 'approved'
    and before.effective_from < new.effective_from order by before.effective_from desc limit 1;
  if held.id is not null and (new.basis <> held.basis or new.minimum_fen > held.minimum_fen
      or (select max((tier ->> 'ratePpm')::int) from jsonb_array_elements(new.tiers) tier)
        > (select max((tier ->> 'ratePpm')::int) from jsonb_array_elements(held.tiers) tier)) then
    raise exception 'plan %: two people raise its charges', new.plan_id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger fee_plan_version_raised before insert on fee_plan_version for each row
  when (app.is_program() and new.state = 'approved')
  execute function app.expect_plan_by_two();
comment on column fee_plan_version.needs_second is 'whether a second person must approve: a unit is below a floor, or it charges more or replaces an approved version';
drop index fee_plan_version_day;
create unique index fee_plan_version_day on fee_plan_version (plan_id, effective_from) where state = 'approved';
