-- How many of the failed and returned lines of a batch another batch sends again, unless that was cancelled: only the others are left to be dealt with.

alter table payment_batch add column failed_resent_count integer not null default 0, add column returned_resent_count integer not null default 0;
comment on column payment_batch.failed_resent_count is 'of the failed and cancelled lines, those that a batch repeats which was not cancelled';
comment on column payment_batch.returned_resent_count is 'the same of the returned lines';
grant update (failed_resent_count, returned_resent_count) on payment_batch to app_rw;
create index payment_batch_retries on payment_batch (retry_of_batch_id) where retry_of_batch_id is not null;

create function app.count_resent(of_batch bigint) returns void language sql as $$
  update payment_batch batch set failed_resent_count = resent.failed, returned_resent_count = resent.returned, version = version + 1
  from (select count(*) filter (where line.state in ('failed', 'cancelled')) as failed, count(*) filter (where line.state = 'returned') as returned
    from payment_batch later join payment_line again on again.month = later.month and again.batch_id = later.id
      join payment_line line on line.month = (select month from payment_batch where id = of_batch) and line.id = again.retry_of_line_id
    where later.retry_of_batch_id = of_batch and later.state <> 'cancelled') resent
  where batch.id = of_batch
$$;
select app.count_resent(retry_of_batch_id) from (select distinct retry_of_batch_id from payment_batch where retry_of_batch_id is not null) repeated;
