-- A line counts in the month it was paid in (属期: 支付的当月). What was taken from a person may then be other than the tax of what was really paid: the difference stands
-- in rows of its own, and the month of a declared period is never rewritten.
alter table tax_reservation add column is_open boolean not null default true;
update tax_reservation set is_open = false from payment_line line where line.id = tax_reservation.line_id and line.state = 'success';
create index tax_reservation_open on tax_reservation (operator_id, centre_id) where is_open;
grant update (month, is_open) on tax_reservation to app_rw;

-- Something a person's later figures rest on has changed since they were computed.
alter table tax_standing add column needs_review boolean not null default false;
create index tax_standing_review on tax_standing (operator_id, centre_id) where needs_review;

-- A month that was closed for declaring: what is counted in it stands still.
create table tax_period (
  centre_id bigint not null references centre,
  mode smallint not null check (mode in (1, 2)),
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  closed_at timestamptz not null,
  primary key (centre_id, mode, month)
);
grant select on tax_period to app_rw;
alter table tax_period enable row level security;
create policy tax_period_scope on tax_period using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));

-- The month itself while it is open, otherwise the first one after the last that was closed.
create function app.open_month(centre bigint, of_mode smallint, wanted text) returns text language sql stable security definer set search_path = public, app as $$
  select greatest(wanted, coalesce((select to_char(to_date(max(month), 'YYYY-MM') + interval '1 month', 'YYYY-MM') from tax_period
    where tax_period.centre_id = centre and tax_period.mode = of_mode and closed_at is not null), wanted))
$$;

create table tax_adjustment (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  mode smallint not null check (mode in (1, 2)),
  operator_id bigint not null references operator,
  -- The month whose figures it corrects, and the period it is declared in.
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  period text not null check (period ~ '^\d{4}-\d{2}$' and period >= month),
  -- uncounted: a payment of a closed month that came back; difference: what was taken is more (−) or less (+) than the tax of what was paid.
  kind text not null check (kind in ('uncounted', 'difference')),
  gross_fen bigint not null default 0,
  income_fen bigint not null default 0,
  vat_fen bigint not null default 0,
  city_fen bigint not null default 0,
  education_fen bigint not null default 0,
  local_education_fen bigint not null default 0,
  withheld_fen bigint not null default 0,
  line_ids bigint[] not null default '{}',
  at timestamptz not null
);
create index tax_adjustment_person on tax_adjustment (operator_id, centre_id, mode, month);
create index tax_adjustment_period on tax_adjustment (centre_id, mode, period);
create trigger tax_adjustment_append_only before update or delete on tax_adjustment for each row execute function app.refuse_change();
create trigger tax_adjustment_no_truncate before truncate on tax_adjustment execute function app.refuse_change();
grant select, insert on tax_adjustment to app_rw;
alter table tax_adjustment enable row level security;
create policy tax_adjustment_scope on tax_adjustment using (
  (select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]) or operator_id = (select app.operator_id()));

create function app.months_stand_still() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from before join after using (centre_id, mode, operator_id, month) join tax_period closed using (centre_id, mode, month)
      where (before.gross_fen, before.income_fen, before.vat_fen, before.city_fen, before.education_fen, before.local_education_fen, before.withheld_fen)
        is distinct from (after.gross_fen, after.income_fen, after.vat_fen, after.city_fen, after.education_fen, after.local_education_fen, after.withheld_fen)) then
    raise exception 'the figures of a closed month stand still' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger tax_standing_closed after update on tax_standing referencing old table as before new table as after
  for each statement execute function app.months_stand_still();
