-- Monthly tax figures of each person at a payer, with closed months and corrections.

-- Income and tax of a person at a centre in a month, including reserved payments: the basis of cumulative withholding.
create table tax_standing (
  centre_id bigint references centre,
  operator_id bigint references operator,
  month text check (month ~ '^\d{4}-\d{2}$'),
  gross_fen bigint not null default 0, -- before tax
  income_fen bigint not null default 0, -- part of gross_fen that counts as income for withholding
  vat_fen bigint not null default 0,
  city_fen bigint not null default 0,
  education_fen bigint not null default 0,
  local_education_fen bigint not null default 0,
  withheld_fen bigint not null default 0, -- income tax
  version integer not null default 1,
  -- 1: as a registered business, 2: as a natural person; the two are never added
  mode smallint default 2 check (mode in (1, 2)),
  -- figures of an earlier month changed after this month was computed
  needs_review boolean not null default false,
  primary key (centre_id, mode, operator_id, month)
);
create index tax_standing_large on tax_standing (gross_fen desc, month) include (operator_id)
  where gross_fen >= 1000000;
create index tax_standing_month on tax_standing (centre_id, mode, month, operator_id);
create index tax_standing_person on tax_standing (operator_id, month) include (gross_fen);
create index tax_standing_review on tax_standing (operator_id, centre_id) where needs_review;
alter table tax_standing enable row level security;
create policy tax_standing_scope on tax_standing
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_standing_closed after update on tax_standing
  referencing old table as before new table as after for each statement
  execute function app.guard_closed_figures();
grant select, insert, update (gross_fen, income_fen, vat_fen, city_fen, education_fen, local_education_fen,
  withheld_fen, version, needs_review) on tax_standing to app_rw;

-- The amounts of one line in tax_standing. They count once, and the same amounts are released.
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
  withheld_fen bigint not null,
  is_open boolean not null default true -- not paid yet; the payment moves the amounts to its month
);
create index tax_reservation_batch on tax_reservation (batch_id);
create index tax_reservation_month on tax_reservation (centre_id, mode, month);
create index tax_reservation_open on tax_reservation (operator_id, centre_id) where is_open;
create index tax_reservation_person on tax_reservation (operator_id, month);
alter table tax_reservation enable row level security;
create policy tax_reservation_scope on tax_reservation
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_reservation_begins after insert on tax_reservation referencing new table as fresh for each statement
  execute function app.tax_periods_begin();
create trigger tax_reservation_moved after update on tax_reservation referencing new table as fresh for each statement
  execute function app.tax_periods_begin();
grant select, insert, delete, update (month, is_open) on tax_reservation to app_rw;

-- A month closed for declaration. The figures no longer change.
create table tax_period (
  centre_id bigint references centre,
  mode smallint check (mode in (1, 2)),
  month text check (month ~ '^\d{4}-\d{2}$'),
  closed_at timestamptz not null,
  primary key (centre_id, mode, month)
);
alter table tax_period enable row level security;
create policy tax_period_scope on tax_period
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_period_stays before delete on tax_period for each row execute function app.guard_month_reopening();
grant select, insert, delete on tax_period to app_rw;

-- A correction of a person's month, declared in the same or a later period.
create table tax_adjustment (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  mode smallint not null check (mode in (1, 2)),
  operator_id bigint not null references operator,
  month text not null check (month ~ '^\d{4}-\d{2}$'), -- corrected month
  -- declared month: the corrected month, or a later one for returns declared before 2026-11-26
  period text not null,
  -- uncounted: a payment of a closed month was returned, or tax was cleared; difference: tax due minus tax withheld
  kind text not null check (kind in ('uncounted', 'difference')),
  gross_fen bigint not null default 0,
  income_fen bigint not null default 0,
  vat_fen bigint not null default 0,
  city_fen bigint not null default 0,
  education_fen bigint not null default 0,
  local_education_fen bigint not null default 0,
  withheld_fen bigint not null default 0,
  line_ids bigint[] not null default '{}',
  at timestamptz not null,
  -- edition of the period that declares the correction; null: none yet, or the period is open
  edition integer check (edition > 0),
  clearing_id bigint references tax_clearing, -- clearing that removes an excess from the month or credits it to a line
  -- line whose payment uses the credit, or whose return reverses the clearing; null: the excess leaves the month
  clearing_line_id bigint,
  is_reversal boolean not null default false, -- the month owes cleared tax after a return
  check (period ~ '^\d{4}-\d{2}$' and period >= month),
  constraint tax_adjustment_clearing check (
    (clearing_line_id is null or clearing_id is not null)
    and (clearing_line_id is not null or not is_reversal)
    and (clearing_id is null or kind = 'uncounted' and mode = 2 and month = period and gross_fen = 0
      and line_ids = '{}')
  )
);
create index tax_adjustment_clearing_line on tax_adjustment (clearing_line_id)
  where clearing_line_id is not null;
create index tax_adjustment_clearing_of on tax_adjustment (clearing_id) where clearing_id is not null;
create index tax_adjustment_difference on tax_adjustment (month, centre_id, operator_id) where kind = 'difference'
  and mode = 2;
create index tax_adjustment_period on tax_adjustment (centre_id, mode, period);
create index tax_adjustment_person on tax_adjustment (operator_id, centre_id, mode, month);
create index tax_adjustment_undeclared on tax_adjustment (centre_id, period) where kind = 'uncounted' and mode = 2
  and edition is null;
alter table tax_adjustment enable row level security;
create policy tax_adjustment_scope on tax_adjustment
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_adjustment_append_only before delete on tax_adjustment for each row
  execute function app.refuse_change();
create trigger tax_adjustment_begins after insert on tax_adjustment referencing new table as fresh for each statement
  execute function app.tax_periods_begin_corrected();
create trigger tax_adjustment_credit after insert on tax_adjustment referencing new table as fresh for each statement
  execute function app.clearing_credit_used();
create trigger tax_adjustment_no_truncate before truncate on tax_adjustment for each statement
  execute function app.refuse_change();
create trigger tax_adjustment_stays before update on tax_adjustment for each row
  when (to_jsonb(old.*) - 'edition' is distinct from (to_jsonb(new.*) - 'edition'))
  execute function app.refuse_change();
grant select, insert, update (edition) on tax_adjustment to app_rw;

-- Income and tax of a natural person in a month that the centre paid and declared in an older system. Included in
-- tax_standing.
create table tax_earlier (
  centre_id bigint references centre,
  operator_id bigint references operator,
  month text check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  gross_fen bigint not null check (gross_fen > 0),
  income_fen bigint not null check (income_fen >= 0),
  vat_fen bigint not null check (vat_fen >= 0),
  city_fen bigint not null check (city_fen >= 0),
  education_fen bigint not null check (education_fen >= 0),
  local_education_fen bigint not null check (local_education_fen >= 0),
  withheld_fen bigint not null check (withheld_fen >= 0),
  sheet_id bigint not null, -- import list; retention deletes the list before this row
  taken_at timestamptz not null,
  primary key (centre_id, operator_id, month),
  check (vat_fen + city_fen + education_fen + local_education_fen + withheld_fen <= gross_fen)
);
create index tax_earlier_person on tax_earlier (operator_id, month);
create index tax_earlier_sheet on tax_earlier (sheet_id);
alter table tax_earlier enable row level security;
create policy tax_earlier_scope on tax_earlier
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
grant select, insert, delete on tax_earlier to app_rw;

create function app.guard_closed_figures() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from before join after using (centre_id, mode, operator_id, month) join tax_period closed using (centre_id, mode, month)
      where (before.gross_fen, before.income_fen, before.vat_fen, before.city_fen, before.education_fen, before.local_education_fen, before.withheld_fen)
        is distinct from (after.gross_fen, after.income_fen, after.vat_fen, after.city_fen, after.education_fen, after.local_education_fen, after.withheld_fen)) then
    raise exception 'the figures of a closed month cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- Creates the tax period of a month at the first counted payment or correction.
create function app.tax_periods_begin() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into tax_declaration (centre_id, month) select distinct centre_id, month from fresh where mode = 2 order by 1, 2 on conflict do nothing;
  return null;
end $$;

create function app.guard_month_reopening() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from tax_declaration period where period.centre_id = old.centre_id and period.mode = old.mode and period.month = old.month
      and period.state <> 'open') then
    raise exception 'a month in declaration cannot be reopened' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;

-- Returns the month itself while it is open, otherwise the first month after the last closed one.
create function app.open_month(centre bigint, of_mode smallint, wanted text) returns text
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select greatest(wanted, coalesce((select to_char(to_date(max(month), 'YYYY-MM') + interval '1 month', 'YYYY-MM') from tax_period
    where tax_period.centre_id = centre and tax_period.mode = of_mode and closed_at is not null), wanted))
$$;

-- Sums the tax of a month in the books. In a closed month, a return or clearing counts once an edition declares it.
create function app.tax_booked(of_centre bigint, of_month text) returns table(tax text, amount_fen bigint)
  language sql stable as $$
  with counted as (
    select journal.id, journal.at from tax_reservation own
      join ledger_journal journal on journal.ref_type = 'line' and journal.ref_id = own.line_id and journal.kind = 'payment'
      where own.centre_id = of_centre and own.mode = 2 and own.month = of_month
    union all
    select journal.id, journal.at from tax_adjustment back cross join unnest(back.line_ids) line(id)
      join ledger_journal journal on journal.ref_type = 'line' and journal.ref_id = line.id and journal.kind = 'return'
      where back.centre_id = of_centre and back.mode = 2 and back.period = of_month and back.kind = 'uncounted'
        and (back.edition is not null or not exists (select from tax_period closed where closed.centre_id = of_centre and closed.mode = 2 and closed.month = of_month))
    union all
    select journal.id, journal.at from tax_adjustment cleared
      join ledger_journal journal on journal.ref_type = 'tax_adjustment' and journal.ref_id = cleared.id and journal.kind = 'clearing'
      where cleared.centre_id = of_centre and cleared.mode = 2 and cleared.period = of_month and cleared.clearing_id is not null
        and (cleared.edition is not null or not exists (select from tax_period closed where closed.centre_id = of_centre and closed.mode = 2 and closed.month = of_month))
    union all
    select journal.id, journal.at from ledger_journal journal
      where journal.centre_id = of_centre and journal.mode = 2 and journal.kind not in ('payment', 'return', 'opening', 'tax', 'clearing')
        and journal.at >= ((of_month || '-01')::timestamp at time zone 'Asia/Shanghai')
        and journal.at < (((of_month || '-01')::date + interval '1 month')::timestamp at time zone 'Asia/Shanghai'))
  select substr(account.kind, 5), sum(entry.amount_fen)::bigint
  from counted journal
    join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
    join account on account.id = entry.account_id and account.kind in ('tax_vat', 'tax_surcharge', 'tax_iit')
  group by 1
$$;

create function app.tax_periods_begin_corrected() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into tax_declaration (centre_id, month) select distinct centre_id, period from fresh where mode = 2 order by 1, 2 on conflict do nothing;
  return null;
end $$;
