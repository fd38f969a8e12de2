-- The moment at which the books took a payment: the day of success of every report, however late the bank told of it.
alter table payment_line add column booked_at timestamptz;
comment on column payment_line.booked_at is 'when our books took the payment, as its journal says; the bank''s own moment is finished_at';
grant update (booked_at) on payment_line to app_rw;
update payment_line line set booked_at = journal.at from ledger_journal journal
  where journal.kind = 'payment' and journal.ref_type = 'line' and journal.ref_id = line.id and line.state in ('success', 'returned');
create trigger payment_line_booked_once before update of booked_at on payment_line for each row
  when (old.booked_at is distinct from new.booked_at and not (old.booked_at is null and new.state = 'success' and old.state <> 'success'))
  execute function app.refuse('a line that was handed over to be paid stays booked as it was, from its success on');

create index payment_line_booked on payment_line (centre_id, mode, booked_at, id) include (unit_id, operator_id) where booked_at is not null;
create index payment_line_booked_unit on payment_line (unit_id, booked_at, id) where booked_at is not null;
create index payment_line_arrived on payment_line (centre_id, mode, finished_at, id) where booked_at is not null;
create index payment_line_returned on payment_line (centre_id, mode, returned_at, id) where returned_at is not null;
create index payment_batch_submitted on payment_batch (centre_id, mode, submitted_at) where submitted_at is not null;
create index payment_batch_unit_submitted on payment_batch (unit_id, submitted_at) where submitted_at is not null;
create index payout_event_failed on payout_event (centre_id, at) include (line_id) where to_state = 'failed';

-- The months that report_day has. Nothing is ever booked in a month that is over, so what is there stands.
create table report_month (
  month date primary key,
  row_count integer not null check (row_count >= 0),
  built_at timestamptz not null
);
comment on table report_month is 'A month that is over and that report_day has.';
alter table report_month enable row level security;
create policy everybody on report_month to app_rw using (true) with check (true);
grant select, insert, delete on report_month to app_rw;
grant update (row_count) on report_month to app_rw;

-- What moved in a month that is over, by place, unit, partner and day. A copy: `npm run reports` makes it anew.
create table report_day (
  id bigint generated always as identity primary key,
  month date not null references report_month on delete cascade,
  kind text not null check (kind in ('paid', 'returned', 'failed')),
  centre_id bigint not null references centre,
  mode smallint not null check (mode in (1, 2)),
  unit_id bigint not null references unit,
  partner_id bigint references partner,
  booked_on date not null,
  arrived_on date not null,
  submitted_on date not null,
  line_count integer not null check (line_count > 0),
  gross_fen bigint not null,
  vat_fen bigint not null,
  surcharge_fen bigint not null,
  iit_fen bigint not null,
  fee_fen bigint not null,
  fee_net_fen bigint not null,
  net_fen bigint not null,
  cost_fen bigint not null,
  platform_fen bigint not null,
  centre_fen bigint not null,
  partner_fen bigint not null,
  staff_fen bigint not null
);
comment on table report_day is 'What moved on a day in a month that is over, by place, unit and partner; a copy of the lines.';
comment on column report_day.partner_id is 'whom the unit was assigned to when the batch was paid; null: nobody';
comment on column report_day.booked_on is 'day in the books: of success, of return, of failure';
comment on column report_day.arrived_on is 'day of the bank for what was paid; else as booked_on';
comment on column report_day.submitted_on is 'day on which the batch was submitted, for what was paid or failed; else as booked_on';
comment on column report_day.fee_net_fen is 'fee without VAT, rounded line by line';
comment on column report_day.platform_fen is 'parts of the fee: of the platform, and below of the centre, the partner and staff';
create index report_day_month on report_day (month);
create index report_day_booked on report_day (centre_id, mode, booked_on);
create index report_day_arrived on report_day (centre_id, mode, arrived_on);
create index report_day_submitted on report_day (centre_id, mode, submitted_on);
create index report_day_unit on report_day (unit_id, booked_on);
create index report_day_partner on report_day (partner_id, booked_on) where partner_id is not null;
alter table report_day enable row level security;
create policy accounts on report_day to app_accounts using (true) with check (true);
create policy report_day_scope on report_day
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]) or unit_id = any ((select app.unit_ids())::bigint[])
    or partner_id = (select app.partner_id()));
grant select, insert, delete on report_day to app_rw;
