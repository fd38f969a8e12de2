-- Databases from before the baseline get two triggers that a dump of PostgreSQL can restore: a trigger before an update
-- must not name a whole row with generated columns. The program keeps the sequences whose numbers it reads.

drop trigger topup_decided on topup;
create trigger topup_decided after update on topup for each row
  when (old.state in ('confirmed', 'rejected', 'withdrawn') and old.* is distinct from new.*)
  execute function app.refuse('what was decided stays');
drop trigger bank_credit_booked on bank_credit;
create trigger bank_credit_booked after update on bank_credit for each row
  when (old.state in ('confirmed', 'returned') and old.* is distinct from new.*)
  execute function app.refuse('what was booked stays');

revoke usage on all sequences in schema public from app_rw;
grant usage on sequence centre_id_seq, operator_id_seq, payment_line_id to app_rw;
