-- Transfers of centres that the bank sent back or never carried out.

-- An outgoing transfer that the bank sent back or never carried out, entered with the slip of the bank. It counts once
-- another person confirms it. The record of the transfer is then unpaid.
create table transfer_return (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references bank_transfer,
  centre_id bigint not null references centre,
  returned_on date not null,
  -- bank reference of the incoming money; empty: the bank never carried out the transfer
  serial text not null check (serial = '' or length(serial) between 4 and 40),
  file_id uuid not null references stored_file,
  sent_file_id uuid not null references stored_file, -- slip of the transfer, whose record may have another one later
  reason text not null check (length(reason) between 2 and 200), -- reason of the bank
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'declined')),
  created_by bigint not null references app_user,
  created_at timestamptz not null,
  decided_by bigint references app_user,
  decided_at timestamptz,
  answer text not null default '' check (length(answer) <= 200), -- reason of a declined entry
  constraint transfer_return_decided check (
    (state = 'pending') = (decided_by is null) and (decided_by is null) = (decided_at is null)
    and decided_by <> created_by and (state = 'declined') = (answer <> '')
  )
);
create index transfer_return_centre on transfer_return (centre_id);
create index transfer_return_file on transfer_return (file_id);
create index transfer_return_sent_file on transfer_return (sent_file_id);
create unique index transfer_return_once on transfer_return (transfer_id) where state <> 'declined';
create index transfer_return_transfer on transfer_return (transfer_id);
alter table transfer_return enable row level security;
create policy transfer_return_scope on transfer_return
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger transfer_return_append_only before delete on transfer_return for each row
  execute function app.refuse_change();
create trigger transfer_return_by_other before update of state on transfer_return for each row
  when (app.is_program() and new.state in ('confirmed', 'declined'))
  execute function app.expect_other_hand('decided_by', 'created_by');
create trigger transfer_return_made_by_caller before insert on transfer_return for each row
  when (app.is_program() and (new.created_by is distinct from app.user_id() or new.state <> 'pending'))
  execute function app.refuse_change();
create trigger transfer_return_no_truncate before truncate on transfer_return for each statement
  execute function app.refuse_change();
create trigger transfer_return_stays before update on transfer_return for each row
  when (old.state <> 'pending')
  execute function app.refuse('a decision cannot change');
grant select, insert (transfer_id, centre_id, returned_on, serial, file_id, sent_file_id, reason, created_by,
  created_at), update (state, decided_by, decided_at, answer) on transfer_return to app_rw;

-- Checks that the bank sent back every transfer of this record. The argument is the kind of the record.
create function app.expect_returned_transfer() returns trigger language plpgsql as $$
begin
  if exists (select from bank_transfer transfer where transfer.ref_type = tg_argv[0] and transfer.ref_id = new.id and transfer.direction = 'out' and transfer.is_returned)
    and not exists (select from bank_transfer transfer where transfer.ref_type = tg_argv[0] and transfer.ref_id = new.id and transfer.direction = 'out' and not transfer.is_returned) then
    return new;
  end if;
  raise exception 'the record is unpaid only after the bank sent its transfer back' using errcode = 'integrity_constraint_violation';
end $$;

-- Checks that a second person confirmed the return of this transfer, and marks one that was never carried out.
create function app.expect_confirmed_return() returns trigger language plpgsql as $$
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

-- Checks that a booked transfer has the reference of a row and the registered amount.
create function app.expect_registered_amount() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from bank_transfer transfer where transfer.is_booked and not transfer.is_void
    and transfer.ref_type <> 'payout_slip' and transfer.centre_id = new.centre_id
    and transfer.direction = new.direction and app.reference_key(transfer.serial) = app.reference_key(new.serial)
    and transfer.amount_fen = new.registered_fen) then return new; end if;
  raise exception 'the registered amount of a row is that of its booked transfer' using errcode = 'integrity_constraint_violation';
end $$;
