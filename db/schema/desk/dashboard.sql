-- Monthly totals for the dashboard.

-- Totals of a past month for one viewer, computed once. They are deleted when a payment of the month is returned or
-- registered late.
create table paid_month (
  viewer text default app.viewer(), -- scope of the viewer
  mode smallint, -- 0: both modes
  month text check (month ~ '^\d{4}-\d{2}$'),
  paid_fen bigint not null,
  payees integer not null,
  tax_fen bigint not null,
  primary key (viewer, mode, month)
);
create index paid_month_month on paid_month (month);
alter table paid_month enable row level security;
create policy paid_month_scope on paid_month using (viewer = (select app.viewer()));
grant select, insert on paid_month to app_rw;
