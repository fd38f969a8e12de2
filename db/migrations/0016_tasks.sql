-- The dashboard asks what was paid by the month in which the money arrived.
create index payment_line_paid on payment_line (finished_at) where state = 'success';

-- Who looks, as row-level security knows it: two people who see the same rows are the same viewer.
create function app.viewer() returns text language sql stable parallel safe
  as $$ select concat_ws('|', current_setting('app.all', true), app.centre_ids(), app.unit_ids(), app.operator_id()) $$;

-- What a viewer's past months came to, counted once: a month that is over changes only when money comes back.
create table paid_month (
  viewer text not null default app.viewer(),
  -- 0: both modes
  mode smallint not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  paid_fen bigint not null,
  payees integer not null,
  tax_fen bigint not null,
  primary key (viewer, mode, month)
);
create index paid_month_month on paid_month (month);
grant select, insert on paid_month to app_rw;
alter table paid_month enable row level security;
create policy paid_month_scope on paid_month using (viewer = (select app.viewer()));

-- Held while past months are counted or forgotten, so that nobody keeps a count from before a return.
create function app.lock_paid_months() returns void language sql
  as $$ select pg_advisory_xact_lock(7120261, 0) $$;

create function app.forget_paid_months() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from changed join former using (id) where changed.is_returned and not former.is_returned) then
    perform app.lock_paid_months();
    delete from paid_month where month in (select to_char(changed.traded_at at time zone 'Asia/Shanghai', 'YYYY-MM')
      from changed join former using (id) where changed.is_returned and not former.is_returned);
  end if;
  return null;
end $$;
create trigger voucher_returned after update on voucher referencing old table as former new table as changed
  for each statement execute function app.forget_paid_months();
