-- compatible with 0039_bank_transfers.sql
-- The counts of the payment tabs ask for lines in a state. A query over all months is slow to plan, and a function in
-- PL/pgSQL is planned once a session.

create function app.has_line_in(of_month date, of_batch bigint, in_state text) returns boolean
  language plpgsql stable set search_path = public, app, pg_temp as $$
begin
  return exists (select from payment_line where month = of_month and batch_id = of_batch and state = in_state);
end $$;
revoke execute on function app.has_line_in from public;
grant execute on function app.has_line_in to app_rw;

-- Other indexes equal these two.
drop index payment_batch_retries, application_stale;
