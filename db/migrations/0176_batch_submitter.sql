-- Who submitted a batch last, and so may take it back while nobody has checked it.
alter table payment_batch add column submitter_id bigint references app_user;
comment on column payment_batch.submitter_id is 'Who submitted it last.';
grant update (submitter_id) on payment_batch to app_rw;
update payment_batch set submitter_id = (select user_id from batch_deed where batch_id = payment_batch.id and deed = 'submit' order by first_at desc limit 1)
  where state in ('checking', 'auditing');
