-- What failed, or was given up, and what came back, by what it cost the unit: a figure about these lines is not the cost of all lines of their batches.
alter table payment_batch add column failed_cost_fen bigint not null default 0, add column returned_cost_fen bigint not null default 0;
comment on column payment_batch.failed_cost_fen is 'cost of the lines that failed or were given up';
comment on column payment_batch.returned_cost_fen is 'cost of the lines that came back';
grant update (failed_cost_fen, returned_cost_fen) on payment_batch to app_rw;
update payment_batch batch set failed_cost_fen = ended.failed, returned_cost_fen = ended.returned
from (select month, batch_id, coalesce(sum(cost_fen) filter (where state <> 'returned'), 0) as failed, coalesce(sum(cost_fen) filter (where state = 'returned'), 0) as returned
  from payment_line where state in ('failed', 'cancelled', 'returned') group by month, batch_id) ended
where ended.month = batch.month and ended.batch_id = batch.id;

-- A payment arrived on the day that its receipt names: of what was paid by hand that is the day on the bank's slip, not the day it was registered.
update payment_line line set finished_at = voucher.traded_at
from voucher join payment_batch batch on batch.id = voucher.batch_id
where voucher.kind = 'payment' and line.month = batch.month and line.id = voucher.line_id and line.state in ('success', 'returned')
  and line.finished_at is distinct from voucher.traded_at;
comment on column payment_line.finished_at is 'when it ended; of a payment, when it arrived: the moment on its receipt';

-- So a month that is over still gains what is registered late.
create function app.forget_late_months() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from added where date_trunc('month', traded_at at time zone 'Asia/Shanghai') < date_trunc('month', created_at at time zone 'Asia/Shanghai')) then
    perform app.lock_paid_months();
    delete from paid_month where month in (select to_char(traded_at at time zone 'Asia/Shanghai', 'YYYY-MM') from added where kind = 'payment');
  end if;
  return null;
end $$;
create trigger voucher_late after insert on voucher referencing new table as added for each statement execute function app.forget_late_months();
comment on table paid_month is 'What a past month came to for those who see the same rows, counted once; forgotten when a payment of it comes back or is registered late.';
delete from paid_month;

-- Nothing is added up by the day of payment any more.
drop index payment_batch_paid, payment_batch_unit_paid;
