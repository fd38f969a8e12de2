-- What the lines of a batch cost that another batch sends again: only the others are left to be dealt with, in count and in money.

alter table payment_batch add column failed_resent_cost_fen bigint not null default 0, add column returned_resent_cost_fen bigint not null default 0;
comment on column payment_batch.failed_resent_cost_fen is 'cost of the lines that failed_resent_count counts, in fen';
comment on column payment_batch.returned_resent_cost_fen is 'cost of the lines that returned_resent_count counts, in fen';
grant update (failed_resent_cost_fen, returned_resent_cost_fen) on payment_batch to app_rw;

create or replace function app.count_resent(of_batch bigint) returns void language sql as $$
  update payment_batch batch set failed_resent_count = resent.failed, failed_resent_cost_fen = resent.failed_cost, returned_resent_count = resent.returned,
    returned_resent_cost_fen = resent.returned_cost, version = version + 1
  from (select count(*) filter (where line.state in ('failed', 'cancelled')) as failed, count(*) filter (where line.state = 'returned') as returned,
      coalesce(sum(line.cost_fen) filter (where line.state in ('failed', 'cancelled')), 0) as failed_cost,
      coalesce(sum(line.cost_fen) filter (where line.state = 'returned'), 0) as returned_cost
    from payment_batch later join payment_line again on again.month = later.month and again.batch_id = later.id
      join payment_line line on line.month = (select month from payment_batch where id = of_batch) and line.id = again.retry_of_line_id
    where later.retry_of_batch_id = of_batch and later.state <> 'cancelled') resent
  where batch.id = of_batch
$$;
select app.count_resent(retry_of_batch_id) from (select distinct retry_of_batch_id from payment_batch where retry_of_batch_id is not null) repeated;
