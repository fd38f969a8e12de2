-- A registered business (mode 1) and the natural person behind it are two taxpayers: what one was paid never counts for the other.
alter table tax_standing add column mode smallint not null default 2 check (mode in (1, 2));
alter table tax_standing drop constraint tax_standing_pkey;
alter table tax_standing add primary key (centre_id, mode, operator_id, month);

-- Which line stands in a person's month with how much, so that it is counted once and taken back once, by exactly what was counted.
create table tax_reservation (
  line_id bigint primary key,
  batch_id bigint not null references payment_batch,
  centre_id bigint not null references centre,
  mode smallint not null,
  operator_id bigint not null references operator,
  month text not null,
  gross_fen bigint not null,
  income_fen bigint not null,
  vat_fen bigint not null,
  city_fen bigint not null,
  education_fen bigint not null,
  local_education_fen bigint not null,
  withheld_fen bigint not null
);
create index tax_reservation_batch on tax_reservation (batch_id);
grant select, insert, delete on tax_reservation to app_rw;
alter table tax_reservation enable row level security;
create policy tax_reservation_scope on tax_reservation using (
  (select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]) or operator_id = (select app.operator_id()));
