-- A session keeps the plan of a check from when it first made it; on the first day of a month the partition was empty then, and reading all of it was cheapest.
-- These checks go by the index whatever the planner believes, and a payment's attempts are matched with their lines per statement, in place of a foreign key
-- whose plan cannot be told so. A line that was queued is never deleted (payment_line_delete), and an attempt keeps to its line.
alter function app.ledger_post_entries() set enable_seqscan = off;
alter function app.ledger_journal_is_whole() set enable_seqscan = off;
create function app.attempts_have_lines() returns trigger language plpgsql security definer set search_path = public, app set enable_seqscan = off as $$
begin
  if exists (select from added left join payment_line line on line.month = added.month and line.id = added.line_id where line.id is null) then
    raise exception 'an attempt without its line' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger payout_attempt_line after insert on payout_attempt referencing new table as added
  for each statement execute function app.attempts_have_lines();
create trigger payout_attempt_stays before update of month, line_id on payout_attempt for each row execute function app.refuse_change();
alter table payout_attempt drop constraint payout_attempt_month_line_id_fkey;
