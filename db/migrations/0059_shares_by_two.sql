-- Two people give a partner, a marketer or a salesperson a share of the fees, or a higher or longer one. An older program
-- would let one person do so, which the database refuses. So this migration is compatible with none.

comment on column split_rule.needs_second is 'whether a second person must approve: a unit is below the floor, or a share grows';

alter table split_rule add constraint split_rule_approved check (state <> 'approved' or not needs_second or decided_by is not null);

create function app.expect_share_by_two() returns trigger language plpgsql as $$
declare
  held split_rule;
begin
  if tg_op = 'UPDATE' then
    raise exception 'split rule %: an approved share grows only by a new version', new.id using errcode = 'integrity_constraint_violation';
  end if;
  select * into held from split_rule before where before.id = new.previous_id and before.state = 'approved' and before.method = new.method
    and (before.centre_id, before.party_type) = (new.centre_id, new.party_type) and before.unit_id is not distinct from new.unit_id
    and before.party_id is not distinct from new.party_id and before.mode is not distinct from new.mode;
  if held.id is null or new.floor_rate_ppm < held.floor_rate_ppm or new.ratio_ppm > held.ratio_ppm
    or coalesce(new.effective_to, 'infinity') > coalesce(held.effective_to, 'infinity')
    or coalesce(new.agreed_to, 'infinity') > coalesce(held.effective_to, 'infinity') then
    raise exception 'centre %: two people give a share of the fees', new.centre_id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger split_rule_given before insert on split_rule for each row
  when (app.is_program() and new.party_type in ('partner', 'marketer', 'salesman')
    and (new.state <> 'pending' or not new.needs_second or new.decided_by is not null))
  execute function app.expect_share_by_two();
create trigger split_rule_longer before update of effective_from, effective_to, agreed_to on split_rule for each row
  when (app.is_program() and (new.effective_from < old.effective_from
    or coalesce(new.agreed_to, 'infinity') > coalesce(old.agreed_to, 'infinity')
    or coalesce(new.effective_to, 'infinity') > coalesce(old.agreed_to, 'infinity')))
  execute function app.expect_share_by_two();
