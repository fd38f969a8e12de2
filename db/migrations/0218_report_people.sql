-- How many people were paid in a month that is over: persons of two days are not added together, and counting a million payments for each reader takes a second.
create table report_people (
  id bigint generated always as identity primary key,
  month date not null references report_month on delete cascade,
  centre_id bigint not null references centre,
  mode smallint not null check (mode in (1, 2)),
  unit_id bigint references unit,
  day date,
  people integer not null check (people > 0),
  check (unit_id is null or day is null),
  unique nulls not distinct (month, centre_id, mode, unit_id, day)
);
comment on table report_people is 'How many people were paid at a place in a month that is over, by the day in the books: in all, by unit, and by day; a copy of the lines.';
comment on column report_people.unit_id is 'null: by all units of the place';
comment on column report_people.day is 'null: in the whole month';
alter table report_people enable row level security;
create policy accounts on report_people to app_accounts using (true) with check (true);
create policy report_people_scope on report_people
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]) or unit_id = any ((select app.unit_ids())::bigint[]));
grant select, insert, delete on report_people to app_rw;

insert into report_people (month, centre_id, mode, unit_id, day, people)
  select moved.month, moved.centre_id, moved.mode, moved.unit_id, moved.day, count(distinct moved.operator_id)
  from (select date_trunc('month', line.booked_at at time zone 'Asia/Shanghai')::date as month, line.centre_id, line.mode, line.unit_id,
      (line.booked_at at time zone 'Asia/Shanghai')::date as day, line.operator_id
    from payment_line line where line.booked_at is not null) moved join report_month using (month)
  group by grouping sets ((month, centre_id, mode), (month, centre_id, mode, unit_id), (month, centre_id, mode, day));
