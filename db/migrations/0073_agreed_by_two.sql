-- The first day of a fee plan version moves only by its approval, and only to a later day. A relation in force keeps its
-- first author. An older program would store another author, which the database refuses. So this migration is compatible
-- with none.

create trigger fee_plan_version_day_agreed before update of effective_from on fee_plan_version for each row
  when (
    app.is_program() and new.effective_from <> old.effective_from
    and (old.state <> 'pending' or new.state <> 'approved' or new.effective_from < old.effective_from)
  )
  execute function app.refuse('only the approval of a version moves its first day, and only to a later one');

create or replace function app.unit_related_person_ends() returns trigger language plpgsql as $$
begin
  if old.ended_at is null and new.created_by is distinct from old.created_by then
    raise exception 'unit_related_person %: the first author stays', new.id using errcode = 'integrity_constraint_violation';
  end if;
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
