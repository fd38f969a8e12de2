-- Whether a line waits to be sent or asked about. It is asked every two seconds, and planning a search of every month costs far more than the search: a session
-- plans this once, and goes by the index whatever it believed when the month was empty.
create function app.payouts_due(at timestamptz) returns boolean language plpgsql stable security definer
  set search_path = public, app set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return exists (select from payment_line where state in ('queued', 'sent', 'processing', 'unknown') and next_query_at <= payouts_due.at);
end $$;
revoke all on function app.payouts_due(timestamptz) from public;
grant execute on function app.payouts_due(timestamptz) to app_rw;

create index sandbox_payment_unannounced on sandbox_payment (outcome, received_at) where not notified;
