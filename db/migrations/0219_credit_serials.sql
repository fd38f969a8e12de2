-- Two banks may give the same serial: it counts once at each centre, not once in all.
alter table bank_credit drop constraint bank_credit_serial_key;
alter table bank_credit add constraint bank_credit_serial_key unique (serial, centre_id);
comment on column bank_credit.serial is 'of the bank; each is taken in once at its centre';
drop index topup_serial;
create unique index topup_serial on topup (bank_serial, centre_id) where state <> 'rejected' and state <> 'withdrawn';

-- Whoever looks at reconciliation sees by itself that a file was matched, and what colleagues did with a difference.
create trigger recon_day_tells after insert or update on recon_day for each row execute function app.tell_centre('recon');
create function app.tell_differences() returns trigger language plpgsql as $$
begin
  perform app.tell('recon', jsonb_build_object('centre', centre_id)) from (select distinct centre_id from fresh) place;
  return null;
end $$;
create trigger recon_item_tells after update on recon_item referencing new table as fresh for each statement execute function app.tell_differences();
-- The same of money that came in.
create trigger bank_credit_tells after update on bank_credit for each row execute function app.tell_centre('topups');
create function app.tell_credits() returns trigger language plpgsql as $$
begin
  perform app.tell('topups', jsonb_build_object('centre', centre_id)) from (select distinct centre_id from fresh) place;
  return null;
end $$;
create trigger bank_credits_tell after insert on bank_credit referencing new table as fresh for each statement execute function app.tell_credits();
