-- Commission that payments earned.

-- A party's share of the fee of one line. A returned payment adds a row that reverses the share.
create table commission_item (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  unit_id bigint not null,
  line_id bigint not null,
  party_type text not null check (party_type in ('platform', 'partner', 'centre', 'staff')),
  party_id bigint not null, -- partner, centre or account, by party_type; 0 for the platform
  base_fen bigint not null, -- basis of the fee; negative in a reversal
  amount_fen bigint not null,
  state text not null check (state in ('accrued', 'reversed', 'settled')),
  at timestamptz not null,
  mode smallint not null check (mode in (1, 2)),
  batch_id bigint not null,
  fee_fen bigint not null -- whole fee of the line; negative in a reversal
);
create unique index commission_item_once on commission_item (line_id, party_type, party_id, state);
create index commission_item_partner on commission_item (party_id, at) include (unit_id, amount_fen)
  where party_type = 'partner';
alter table commission_item enable row level security;
create policy commission_item_scope on commission_item
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger commission_item_days after insert on commission_item referencing new table as added for each statement
  execute function app.commission_days();
create trigger commission_item_places after insert on commission_item referencing new table as added for each statement
  execute function app.expect_places();
grant select, insert on commission_item to app_rw;
