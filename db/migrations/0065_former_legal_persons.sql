-- Two people end the relation of a former legal person, too. An older program would end it together with the registration of
-- the new one, which the database refuses. So this migration is compatible with none.

create or replace function app.unit_related_person_ends() returns trigger language plpgsql as $$
begin
  if new.end_proposed_by is distinct from old.end_proposed_by and new.end_proposed_by is not null
    and (old.end_proposed_by is not null or new.end_proposed_by is distinct from app.user_id()) then
    raise exception 'unit_related_person %: the caller must be the proposer', new.id using errcode = 'integrity_constraint_violation';
  end if;
  if old.ended_at is null and new.ended_at is not null
    and (old.end_proposed_by is null or new.end_proposed_by is distinct from old.end_proposed_by) then
    raise exception 'unit_related_person %: two people end a relation', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
