-- Whom a unit is assigned to from a day to come: rows of the same history, which payments read by their moment, so that nobody has to be awake at midnight.
alter table unit_assignment add column state text not null default 'held' check (state in ('held', 'ahead', 'cancelled', 'lapsed'));
comment on column unit_assignment.state is 'held: came about · ahead: comes about at its moment · cancelled before it · lapsed: whoever was to have the unit could not take it on the day';
create index unit_assignment_ahead on unit_assignment (since) where state = 'ahead';
grant insert (unit_id, role, party_id, since, set_by, state), update (state) on unit_assignment to app_rw;
create policy unit_assignment_ahead on unit_assignment for insert
  with check (state = 'ahead' and ((select app.sees_all()) or exists (select from unit where unit.id = unit_assignment.unit_id)));
create policy unit_assignment_end on unit_assignment for update
  using ((select app.sees_all()) or exists (select from unit where unit.id = unit_assignment.unit_id));

-- The past is never changed; what lies ahead is cancelled until its moment, and comes about or lapses from then on.
create function app.unit_assignment_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'ahead' and to_jsonb(new) - 'state' = to_jsonb(old) - 'state'
    and ((new.state = 'cancelled' and old.since > app.moment()) or (new.state in ('held', 'lapsed') and old.since <= app.moment())) then
    return new;
  end if;
  raise exception 'the past of % is not changed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
drop trigger unit_assignment_append_only on unit_assignment;
create trigger unit_assignment_moves before update or delete on unit_assignment for each row execute function app.unit_assignment_moves();

create or replace function app.unit_party(unit bigint, role text, at timestamptz) returns bigint language sql stable parallel safe as $$
  select held.party_id from unit_assignment held where held.unit_id = unit_party.unit and held.role = unit_party.role and held.since <= at
      and held.state in ('held', 'ahead')
    order by held.since desc, held.id desc limit 1
$$;

-- What was written ahead is not written again when the unit follows it.
create or replace function app.unit_assigned() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  insert into unit_assignment (unit_id, role, party_id, since, set_by)
    select new.id, held.role, held.party_id, case when tg_op = 'INSERT' then new.created_at else app.moment() end, app.doer()
    from (values ('partner', new.partner_id, case when tg_op = 'UPDATE' then old.partner_id end),
      ('marketer', new.marketer_id, case when tg_op = 'UPDATE' then old.marketer_id end),
      ('salesman', new.salesman_id, case when tg_op = 'UPDATE' then old.salesman_id end)) held(role, party_id, before)
    where held.party_id is distinct from held.before
      and (tg_op = 'INSERT' or held.party_id is distinct from app.unit_party(new.id, held.role, app.moment()));
  return null;
end $$;

-- Settings that nothing ever read (decision 0053).
alter table centre drop column verify_rules, drop column agency_until;
