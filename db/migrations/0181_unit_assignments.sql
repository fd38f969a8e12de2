-- Whose a unit was when: written by triggers, so that no way of changing it can forget. Fees are shared by who was assigned when the batch was paid.
create table unit_assignment (
  id bigint generated always as identity primary key,
  unit_id bigint not null references unit,
  role text not null check (role in ('partner', 'marketer', 'salesman')),
  party_id bigint,
  since timestamptz not null,
  set_by bigint references app_user
);
create index unit_assignment_of on unit_assignment (unit_id, role, since desc, id desc);
create trigger unit_assignment_append_only before update or delete on unit_assignment for each row execute function app.refuse_change();
alter table unit_assignment enable row level security;
create policy unit_assignment_scope on unit_assignment for select
  using ((select app.sees_all()) or exists (select from unit where unit.id = unit_assignment.unit_id));
create policy accounts on unit_assignment to app_accounts using (true) with check (true);
comment on table unit_assignment is 'To which partner, marketer and salesman a unit is assigned from a moment on.';
comment on column unit_assignment.party_id is 'partner, or account of a centre''s person; null: nobody any more';
grant select on unit_assignment to app_rw;

insert into unit_assignment (unit_id, role, party_id, since)
  select unit.id, held.role, held.party_id, unit.created_at from unit
    cross join lateral (values ('partner', unit.partner_id), ('marketer', unit.marketer_id), ('salesman', unit.salesman_id)) held(role, party_id)
    where held.party_id is not null;

create function app.unit_assigned() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  insert into unit_assignment (unit_id, role, party_id, since, set_by)
    select new.id, held.role, held.party_id, case when tg_op = 'INSERT' then new.created_at else app.moment() end, app.doer()
    from (values ('partner', new.partner_id, case when tg_op = 'UPDATE' then old.partner_id end),
      ('marketer', new.marketer_id, case when tg_op = 'UPDATE' then old.marketer_id end),
      ('salesman', new.salesman_id, case when tg_op = 'UPDATE' then old.salesman_id end)) held(role, party_id, before)
    where held.party_id is distinct from held.before;
  return null;
end $$;
create trigger unit_assigned after insert or update of partner_id, marketer_id, salesman_id on unit for each row execute function app.unit_assigned();

-- Who was assigned to a unit at a moment.
create function app.unit_party(unit bigint, role text, at timestamptz) returns bigint language sql stable parallel safe as $$
  select held.party_id from unit_assignment held where held.unit_id = unit_party.unit and held.role = unit_party.role and held.since <= at
    order by held.since desc, held.id desc limit 1
$$;
