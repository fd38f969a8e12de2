-- Two people loosen the terms of a unit: higher limits, no checker, no contract of payees. An older program would let one
-- person do so, which the database refuses. So this migration is compatible with none.

comment on column unit_setting_version.needs_second is 'whether a second person must approve: the fee is below a floor, or guarded terms are loosened';

create function app.expect_terms_by_two() returns trigger language plpgsql as $$
declare
  held unit_setting_version;
begin
  select * into held from unit_setting_version version
    where version.setting_id = new.setting_id and version.in_force_at <= app.moment() order by version.in_force_at desc, version.id desc limit 1;
  if found and (new.single_limit_fen > held.single_limit_fen or new.day_limit_fen > held.day_limit_fen or new.month_limit_fen > held.month_limit_fen
      or new.auto_audit_limit_fen > held.auto_audit_limit_fen or new.evidence_limit_fen > held.evidence_limit_fen
      or held.dual_control and not new.dual_control or held.sign_required and not new.sign_required) then
    raise exception 'setting %: two people loosen these terms', new.setting_id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger unit_setting_version_loosened before insert on unit_setting_version for each row
  when (app.is_program() and not new.needs_second)
  execute function app.expect_terms_by_two();
