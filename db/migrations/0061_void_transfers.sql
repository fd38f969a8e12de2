-- A registered transfer that the bank never carried out. Two people confirm it; its record is unpaid again, no statement
-- is expected to show it, and its reference is free. Registered references are found on statements in any spelling.

alter table bank_transfer add column is_void boolean not null default false;
comment on column bank_transfer.is_void is
  'whether two people confirmed that the bank never carried it out; no statement shows it, and its reference is free';
alter table bank_transfer
  add constraint bank_transfer_void check (is_returned or not is_void),
  drop constraint bank_transfer_once;
create unique index bank_transfer_once on bank_transfer (centre_id, direction, serial) where not is_void;
drop index bank_transfer_reference;
create unique index bank_transfer_reference on bank_transfer (centre_id, direction, app.reference_key(serial))
  where not is_repeated and not is_void;

alter table transfer_return
  drop constraint transfer_return_serial_check,
  add constraint transfer_return_serial_check check (serial = '' or length(serial) between 4 and 40);
comment on table transfer_return is
  'An outgoing transfer that the bank sent back or never carried out, entered with the slip of the bank. It counts once another person confirms it. The record of the transfer is then unpaid.';
comment on column transfer_return.serial is
  'bank reference of the incoming money; empty: the bank never carried out the transfer';

alter table tax_clearing_entry
  drop constraint tax_clearing_entry_serial_check,
  add constraint tax_clearing_entry_check check (length(serial) between 4 and 40 or serial = '' and kind = 'bounce');
comment on column tax_clearing_entry.serial is
  'reference of the bank; empty for a refund that the bank never carried out';
alter table tax_clearing_payment
  drop constraint tax_clearing_payment_serial_check,
  add constraint tax_clearing_payment_check check (length(serial) between 4 and 40 or serial = '' and kind = 'bounce');
comment on column tax_clearing_payment.serial is
  'reference of the bank; empty for a refund that the bank never carried out';

create or replace function app.expect_confirmed_return() returns trigger language plpgsql as $$
declare
  return_serial text;
begin
  select back.serial into return_serial from transfer_return back where back.transfer_id = new.id and back.state = 'confirmed';
  if return_serial is null and new.ref_type = 'tax_clearing_payment' then
    select back.serial into return_serial from tax_clearing_entry back where back.payment_id = new.ref_id and back.kind = 'bounce' and back.state = 'confirmed';
  end if;
  if return_serial is not null then
    new.is_void := return_serial = '';
    return new;
  end if;
  raise exception 'another person must confirm that the bank sent the money back' using errcode = 'integrity_constraint_violation';
end $$;

create index bank_transfer_key on bank_transfer (centre_id, app.reference_key(serial));
create index recon_row_reference on recon_row (channel_id, app.reference_key(serial)) where source = 'bank';
create or replace function app.is_registered_credit(at_centre bigint, with_serial text, of_fen bigint) returns boolean
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return exists (select from bank_transfer where is_booked and direction = 'in' and centre_id = at_centre
    and app.reference_key(serial) = app.reference_key(with_serial) and amount_fen = of_fen);
end $$;
