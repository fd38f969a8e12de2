-- Totals for financial reports.

-- A past month whose rows are in report_day.
create table report_month (
  month date primary key,
  row_count integer not null check (row_count >= 0),
  built_at timestamptz not null
);
alter table report_month enable row level security;
create policy everybody on report_month to app_rw using (true) with check (true);
grant select, insert, delete, update (row_count) on report_month to app_rw;

-- Sums of the movements of a day in a past month, by place, unit and partner. Computed from the lines.
create table report_day (
  id bigint generated always as identity primary key,
  month date not null references report_month on delete cascade,
  kind text not null check (kind in ('paid', 'returned', 'failed')),
  centre_id bigint not null references centre,
  mode smallint not null check (mode in (1, 2)),
  unit_id bigint not null references unit,
  partner_id bigint references partner, -- partner of the unit when the batch was paid; null: none
  booked_on date not null, -- booking day of the success, return or failure
  arrived_on date not null, -- paid: day on which the bank paid; otherwise booked_on
  submitted_on date not null, -- paid and failed: day on which the batch was submitted; otherwise booked_on
  line_count integer not null check (line_count > 0),
  gross_fen bigint not null,
  vat_fen bigint not null,
  surcharge_fen bigint not null,
  iit_fen bigint not null,
  fee_fen bigint not null,
  sales_net_fen bigint not null, -- sales without VAT, rounded line by line
  net_fen bigint not null,
  cost_fen bigint not null,
  -- share of the platform in the fee; the next columns are those of the centre, the partner and staff
  platform_fen bigint not null,
  centre_fen bigint not null,
  partner_fen bigint not null,
  staff_fen bigint not null,
  sales_fen bigint not null, -- sales of the centre including VAT: mode 2 the whole price, mode 1 the service fee
  city_fen bigint not null,
  education_fen bigint not null,
  local_education_fen bigint not null,
  constraint report_day_surcharges check (surcharge_fen = city_fen + education_fen + local_education_fen)
);
create index report_day_arrived on report_day (centre_id, mode, arrived_on);
create index report_day_booked on report_day (centre_id, mode, booked_on);
create index report_day_month on report_day (month);
create index report_day_partner on report_day (partner_id, booked_on) where partner_id is not null;
create index report_day_submitted on report_day (centre_id, mode, submitted_on);
create index report_day_unit on report_day (unit_id, booked_on);
alter table report_day enable row level security;
create policy report_day_scope on report_day
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
    or partner_id = (select app.partner_id())
  );
grant select, insert, delete on report_day to app_rw;

-- Number of people paid at a place in a past month, by booking day: in total, by unit and by day. Computed from the
-- lines.
create table report_people (
  id bigint generated always as identity primary key,
  month date not null references report_month on delete cascade,
  centre_id bigint not null references centre,
  mode smallint not null check (mode in (1, 2)),
  unit_id bigint references unit, -- null: all units of the place
  day date, -- null: the whole month
  people integer not null check (people > 0),
  unique nulls not distinct (month, centre_id, mode, unit_id, day),
  check (unit_id is null or day is null)
);
alter table report_people enable row level security;
create policy report_people_scope on report_people
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
grant select, insert, delete on report_people to app_rw;

-- Sums of the channel fees of a day in a past month, by place, unit and partner. Computed from the lines of channel
-- files.
create table report_fee_day (
  id bigint generated always as identity primary key,
  month date not null references report_month on delete cascade,
  kind text not null check (kind in ('paid', 'returned')),
  centre_id bigint not null references centre,
  mode smallint not null check (mode in (1, 2)),
  unit_id bigint not null references unit,
  partner_id bigint references partner,
  booked_on date not null,
  arrived_on date not null,
  submitted_on date not null,
  fee_count integer not null check (fee_count > 0), -- payments or returns with a fee in a file
  fee_fen bigint not null
);
create index report_fee_day_arrived on report_fee_day (centre_id, mode, arrived_on);
create index report_fee_day_booked on report_fee_day (centre_id, mode, booked_on);
create index report_fee_day_month on report_fee_day (month);
create index report_fee_day_submitted on report_fee_day (centre_id, mode, submitted_on);
create index report_fee_day_unit on report_fee_day (unit_id, booked_on);
alter table report_fee_day enable row level security;
create policy report_fee_day_scope on report_fee_day
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, delete on report_fee_day to app_rw;

-- A channel file whose fees for payments of past months are in report_fee_day.
create table report_fee_file (
  recon_file_id bigint primary key references recon_file,
  summed_at timestamptz not null
);
alter table report_fee_file enable row level security;
create policy everybody on report_fee_file to app_rw using (true) with check (true);
grant select, insert on report_fee_file to app_rw;
