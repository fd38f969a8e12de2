-- Two people assign a unit that pays to a partner, a marketer or a salesperson, and hand over units, because its commission
-- follows. An older program would let one person do so, which the database refuses. So this migration is compatible with
-- none.

alter table unit_assignment add column decided_by bigint references app_user;
alter table unit_assignment add column decided_at timestamptz;
alter table unit_assignment drop constraint unit_assignment_state_check;
alter table unit_assignment add constraint unit_assignment_state_check
  check (state in ('proposed', 'held', 'ahead', 'cancelled', 'lapsed', 'rejected'));
comment on column unit_assignment.state is 'proposed: waits for a second person; held: recorded in effect; ahead: takes effect at since; cancelled: before taking effect; lapsed: the party could not take the unit on that day; rejected: by the second person';
create index unit_assignment_proposed on unit_assignment (unit_id) where state = 'proposed';
drop policy unit_assignment_ahead on unit_assignment;
create policy unit_assignment_ahead on unit_assignment for insert
  with check (
    state in ('ahead', 'proposed')
    and ((select app.sees_all()) or exists (select from unit where unit.id = unit_assignment.unit_id))
  );
grant update (since, decided_by, decided_at) on unit_assignment to app_rw;

alter table customer_handover add column decided_by bigint references app_user;
alter table customer_handover add column decided_at timestamptz;
alter table customer_handover drop constraint customer_handover_state_check;
alter table customer_handover add constraint customer_handover_state_check
  check (state in ('proposed', 'scheduled', 'done', 'cancelled', 'rejected'));
create index customer_handover_proposed on customer_handover (from_user_id) where state = 'proposed';

create function app.unit_has_paid(unit bigint) returns boolean
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from payment_line line where line.unit_id = unit_has_paid.unit and line.booked_at is not null)
$$;

create function app.expect_assignment_by_two() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'unit_assignment' then
    if app.unit_has_paid(new.unit_id) then
      raise exception 'unit %: two people assign a unit that pays', new.unit_id using errcode = 'integrity_constraint_violation';
    end if;
  elsif app.unit_has_paid(new.id) and exists (
      select from (values ('partner', old.partner_id, new.partner_id), ('marketer', old.marketer_id, new.marketer_id),
        ('salesman', old.salesman_id, new.salesman_id)) change(role, before, after)
      where change.after is not null and change.after is distinct from change.before
        and change.after is distinct from app.unit_party(new.id, change.role, app.moment())
        and not exists (select from customer_handover handover where handover.state = 'scheduled' and handover.role = change.role
          and handover.from_user_id = change.before and handover.to_user_id = change.after
          and handover.effective_on <= (app.moment() at time zone 'Asia/Shanghai')::date
          and (handover.unit_ids is null or new.id = any (handover.unit_ids)))) then
    raise exception 'unit %: two people assign a unit that pays', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.unit_assignment_moves() returns trigger language plpgsql as $$
declare
  settled text[] := array['state', 'since', 'decided_by', 'decided_at'];
begin
  if tg_op = 'UPDATE' and old.state = 'proposed' and to_jsonb(new) - settled = to_jsonb(old) - settled
    and (new.state = 'cancelled' or new.decided_by is not null and (new.state = 'rejected' or new.state = 'ahead' and new.since >= greatest(old.since, app.moment() - interval '1 minute'))) then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.state = 'ahead' and to_jsonb(new) - 'state' = to_jsonb(old) - 'state'
    and ((new.state = 'cancelled' and old.since > app.moment()) or (new.state in ('held', 'lapsed') and old.since <= app.moment())) then
    return new;
  end if;
  raise exception 'past rows of % cannot change', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create function app.expect_handover_by_two() returns trigger language plpgsql as $$
begin
  raise exception 'handover %: another person approves it', new.id using errcode = 'integrity_constraint_violation';
end $$;

create trigger unit_assigned_by_two before update of partner_id, marketer_id, salesman_id on unit for each row
  when (app.is_program() and (new.partner_id, new.marketer_id, new.salesman_id)
    is distinct from (old.partner_id, old.marketer_id, old.salesman_id))
  execute function app.expect_assignment_by_two();
create trigger unit_assignment_by_other before update of decided_by on unit_assignment for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null and new.state <> 'cancelled')
  execute function app.expect_other_hand('decided_by', 'set_by');
create trigger unit_assignment_by_two before insert on unit_assignment for each row
  when (app.is_program() and new.state = 'ahead' and new.party_id is not null)
  execute function app.expect_assignment_by_two();
create trigger customer_handover_by_other before update of decided_by on customer_handover for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null and new.state <> 'cancelled')
  execute function app.expect_other_hand('decided_by', 'created_by');
create trigger customer_handover_proposed before insert on customer_handover for each row
  when (app.is_program() and (new.state <> 'proposed' or new.decided_by is not null))
  execute function app.expect_handover_by_two();
create trigger customer_handover_decided before update of state on customer_handover for each row
  when (app.is_program() and new.state in ('scheduled', 'done') and old.state <> 'scheduled' and new.decided_by is null)
  execute function app.expect_handover_by_two();
