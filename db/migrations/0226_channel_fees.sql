-- What a channel charges for a payment, as its daily file tells it line by line, and the payment that the line is about.
alter table recon_row add column fee_fen bigint check (fee_fen >= 0);
alter table recon_row add column line_id bigint;
alter table recon_row add column line_month date;
alter table recon_row add constraint recon_row_line check ((line_id is null) = (line_month is null));
comment on column recon_row.fee_fen is 'what the channel charges for it; null: its file says nothing of fees';
comment on column recon_row.line_id is 'our payment, by the number of its order; null: not ours, or taken in before fees were kept';
create index recon_row_charged on recon_row (line_id, direction) include (fee_fen) where fee_fen is not null and line_id is not null;

-- The fees of what moved in a month that is over. A copy like report_day: `npm run reports` makes it anew.
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
  fee_count integer not null check (fee_count > 0),
  fee_fen bigint not null
);
comment on table report_fee_day is 'What channels charge for what moved on a day in a month that is over, by place, unit and partner; a copy of the lines of their files.';
comment on column report_fee_day.fee_count is 'payments or returns whose fee a file told';
create index report_fee_day_month on report_fee_day (month);
create index report_fee_day_booked on report_fee_day (centre_id, mode, booked_on);
create index report_fee_day_arrived on report_fee_day (centre_id, mode, arrived_on);
create index report_fee_day_submitted on report_fee_day (centre_id, mode, submitted_on);
create index report_fee_day_unit on report_fee_day (unit_id, booked_on);
alter table report_fee_day enable row level security;
create policy accounts on report_fee_day to app_accounts using (true) with check (true);
create policy report_fee_day_scope on report_fee_day
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, delete on report_fee_day to app_rw;

-- Files come after their day, the last of a month when the month is over: those whose fees the months that are kept have.
create table report_fee_file (
  recon_file_id bigint primary key references recon_file,
  summed_at timestamptz not null
);
comment on table report_fee_file is 'A file of a channel whose fees report_fee_day has, as far as its payments are of months that are over.';
alter table report_fee_file enable row level security;
create policy everybody on report_fee_file to app_rw using (true) with check (true);
grant select, insert on report_fee_file to app_rw;
insert into report_fee_file (recon_file_id, summed_at) select id, now() from recon_file where source = 'channel' and state = 'read';
