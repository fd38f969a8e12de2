-- The application role updates only those columns of money tables that the program ever updates; of the others not even a slip of the program could change one.

create function pg_temp.only_update(what regclass, kept text[]) returns void language plpgsql as $$
declare columns text;
begin
  select string_agg(quote_ident(attname), ', ') into strict columns from pg_attribute where attrelid = what and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all (kept);
  execute format('revoke update on %s from app_rw', what);
  execute format('grant update (%s) on %s to app_rw', columns, what);
end $$;
select pg_temp.only_update('payment_batch', '{id,no,month,centre_id,unit_id,mode,order_id,amount_basis,remark,retry_of_batch_id,maker_id,created_at}'),
  pg_temp.only_update('payment_line', '{month,id,batch_id,centre_id,unit_id,mode}'),
  pg_temp.only_update('payout_attempt', '{id,month,line_id,centre_id,unit_id,attempt_no,channel_id,request_no,amount_fen,created_at}'),
  pg_temp.only_update('topup', '{id,no,centre_id,unit_id,mode,amount_fen,payer_name,payer_account,bank_serial,slip_file_id,submitted_by,submitted_at}'),
  pg_temp.only_update('bank_credit', '{id,centre_id,serial,amount_fen,payer_name,payer_account,receiving_account,memo,credited_at,created_at}'),
  pg_temp.only_update('tax_standing', '{centre_id,mode,operator_id,month}'),
  pg_temp.only_update('channel', '{id,centre_id,kind}');
revoke update on voucher, sandbox_payment, evidence, service_order from app_rw;
revoke insert on service_order from app_rw;
grant update (is_returned, file_id) on voucher to app_rw;
grant update (queries, notified) on sandbox_payment to app_rw;
-- Lines are taken out of a batch by being excluded.
revoke delete on payment_line from app_rw;
