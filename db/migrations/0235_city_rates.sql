-- The rate of the city maintenance tax of a centre, from the first day of a month on (0087). centre.city_rate_ppm is the rate that the centre began with and is
-- never changed; of several rows for one day the last counts.
create table centre_city_rate (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  rate_ppm integer not null check (rate_ppm between 0 and 999999),
  valid_from date not null check (extract(day from valid_from) = 1),
  made_by bigint not null references app_user,
  made_at timestamptz not null
);
create index centre_city_rate_centre on centre_city_rate (centre_id, valid_from desc, id desc);
create index centre_city_rate_maker on centre_city_rate (made_by);
alter table centre_city_rate enable row level security;
create policy accounts on centre_city_rate to app_accounts using (true) with check (true);
create policy centre_city_rate_read on centre_city_rate for select using (true);
create policy centre_city_rate_add on centre_city_rate for insert with check ((select app.sees_all()));
create trigger centre_city_rate_append_only before delete or update on centre_city_rate for each row execute function app.refuse_change();
grant insert, select on centre_city_rate to app_rw;
revoke update (city_rate_ppm) on centre from app_rw;
comment on table centre_city_rate is 'The rate of the city maintenance tax of a centre, from the first day of a month on; of several for one day the last counts.';
comment on column centre.city_rate_ppm is 'rate of the city maintenance tax that the centre began with; changes are rows of centre_city_rate';

-- The rate of the city maintenance tax of a centre on a day.
create function app.city_rate(centre centre, day date) returns integer
  language sql stable set search_path to 'public', 'app'
as $$
  select coalesce((select rate.rate_ppm from centre_city_rate rate where rate.centre_id = centre.id and rate.valid_from <= day
    order by rate.valid_from desc, rate.id desc limit 1), centre.city_rate_ppm)
$$;
revoke execute on function app.city_rate(centre, date) from public;
grant execute on function app.city_rate(centre, date) to app_rw;
