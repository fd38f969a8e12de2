-- compatible with 0044_fee_receipts.sql
-- A transfer of the centre that the bank sent back: a refund of a unit, a commission bill or a refund of cleared tax. One
-- person enters it, another confirms it, and the record is unpaid again.

alter table bank_transfer add column is_returned boolean not null default false;
comment on column bank_transfer.is_returned is
  'whether the bank sent the money back, so that the record is paid again';
alter table bank_transfer
  add constraint bank_transfer_returned check (is_booked or not is_returned),
  drop constraint bank_transfer_of,
  drop constraint bank_transfer_ref_type_check,
  add constraint bank_transfer_ref_type_check check (ref_type in ('topup', 'credit_return', 'refund', 'commission_bill',
    'tax_entry', 'tax_credit_move', 'tax_clearing_entry', 'tax_clearing_payment', 'transfer_return'));
create index bank_transfer_record on bank_transfer (ref_type, ref_id);
create unique index bank_transfer_of on bank_transfer (ref_type, ref_id, direction) where not is_returned;
drop trigger bank_transfer_stays on bank_transfer;
create trigger bank_transfer_stays before update on bank_transfer for each row
  when (
    old.is_returned or old.is_booked and not new.is_returned
    or (old.centre_id, old.direction, old.serial, old.amount_fen, old.ref_type, old.ref_id)
      is distinct from (new.centre_id, new.direction, new.serial, new.amount_fen, new.ref_type, new.ref_id)
  )
  execute function app.refuse('a registered bank transfer cannot change');

create table transfer_return (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references bank_transfer,
  centre_id bigint not null references centre,
  returned_on date not null,
  serial text not null check (length(serial) between 4 and 40),
  file_id uuid not null references stored_file,
  sent_file_id uuid not null references stored_file,
  reason text not null check (length(reason) between 2 and 200),
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'declined')),
  created_by bigint not null references app_user,
  created_at timestamptz not null,
  decided_by bigint references app_user,
  decided_at timestamptz,
  answer text not null default '' check (length(answer) <= 200),
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
comment on table transfer_return is
  'An outgoing transfer that the bank sent back, entered with the slip of the bank. It counts once another person confirms it. The record of the transfer is then unpaid.';
comment on column transfer_return.serial is 'bank reference of the incoming money';
comment on column transfer_return.sent_file_id is
  'slip of the transfer, whose record may have another one later';
comment on column transfer_return.reason is 'reason of the bank';
comment on column transfer_return.answer is 'reason of a declined entry';

create function app.expect_returned_transfer() returns trigger language plpgsql as $$
begin
  if exists (select from bank_transfer transfer where transfer.ref_type = tg_argv[0] and transfer.ref_id = new.id and transfer.direction = 'out' and transfer.is_returned)
    and not exists (select from bank_transfer transfer where transfer.ref_type = tg_argv[0] and transfer.ref_id = new.id and transfer.direction = 'out' and not transfer.is_returned) then
    return new;
  end if;
  raise exception 'the record is unpaid only after the bank sent its transfer back' using errcode = 'integrity_constraint_violation';
end $$;

create function app.expect_confirmed_return() returns trigger language plpgsql as $$
begin
  if exists (select from transfer_return back where back.transfer_id = new.id and back.state = 'confirmed') then return new; end if;
  raise exception 'another person must confirm that the bank sent the money back' using errcode = 'integrity_constraint_violation';
end $$;

create trigger bank_transfer_returned_by_entry before update of is_returned on bank_transfer for each row
  when (app.is_program() and new.is_returned and not old.is_returned)
  execute function app.expect_confirmed_return();
grant update (is_returned) on bank_transfer to app_rw;

alter table refund
  drop constraint refund_state_check,
  drop constraint refund_slip,
  drop constraint refund_settled,
  add constraint refund_state_check
    check (state in ('applied', 'approved', 'rejected', 'withdrawn', 'paid', 'failing', 'failed', 'returned')),
  add constraint refund_slip check (num_nonnulls(paid_on, bank_serial, slip_file_id) = case
    when state in ('paid', 'returned') then 3 else 0 end),
  add constraint refund_settled check (
    (state in ('paid', 'failing', 'failed', 'returned')) = (paid_by is not null)
    and (paid_by is null) = (paid_at is null)
    and (paid_by is null or paid_by <> decided_by and paid_by <> applied_by)
  );
drop trigger refund_ended on refund;
create trigger refund_ended before update on refund for each row
  when (
    old.state in ('rejected', 'withdrawn', 'failed', 'returned')
    or old.state = 'paid' and (
      new.state not in ('paid', 'returned')
      or (old.answer, old.paid_on, old.bank_serial, old.slip_file_id, old.paid_by, old.paid_at)
        is distinct from (new.answer, new.paid_on, new.bank_serial, new.slip_file_id, new.paid_by, new.paid_at)
    )
  )
  execute function app.refuse('a decision cannot change');
drop trigger refund_moves on refund;
create trigger refund_moves before update of state on refund for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('applied', 'approved'), ('applied', 'rejected'), ('applied', 'withdrawn'),
      ('approved', 'paid'), ('approved', 'failing'), ('failing', 'approved'), ('failing', 'failed'),
      ('paid', 'returned'))
  )
  execute function app.refuse_move();
create trigger refund_returned_by_bank before update of state on refund for each row
  when (new.state = 'returned' and old.state <> 'returned')
  execute function app.expect_returned_transfer('refund');

drop trigger commission_bill_is_paid on commission_bill;
create trigger commission_bill_is_paid before update on commission_bill for each row
  when (
    old.state = 'paid' and new.state = 'paid'
    and (old.invoice_no, old.invoice_file_id, old.paid_on, old.bank_serial, old.slip_file_id, old.prepared_by,
        old.paid_by)
      is distinct from (new.invoice_no, new.invoice_file_id, new.paid_on, new.bank_serial, new.slip_file_id,
        new.prepared_by, new.paid_by)
  )
  execute function app.refuse('a paid bill cannot change');
drop trigger commission_bill_moves on commission_bill;
create trigger commission_bill_moves before update of state on commission_bill for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('generated', 'disputed'), ('disputed', 'generated'), ('generated', 'confirmed'),
      ('confirmed', 'invoiced'), ('invoiced', 'confirmed'), ('invoiced', 'paid'), ('confirmed', 'paid'),
      ('paid', 'invoiced'), ('paid', 'confirmed'))
  )
  execute function app.refuse_move();
create trigger commission_bill_returned_by_bank before update of state on commission_bill for each row
  when (old.state = 'paid' and new.state <> 'paid')
  execute function app.expect_returned_transfer('commission_bill');
alter table commission_step
  drop constraint commission_step_kind_check,
  add constraint commission_step_kind_check
    check (kind in ('issued', 'confirmed', 'disputed', 'answered', 'proposed', 'adjusted', 'declined', 'invoiced',
      'invoiceReturned', 'prepared', 'notPaid', 'paid', 'bounced', 'notBounced', 'returned'));

alter table tax_clearing_entry add column payment_id bigint references tax_clearing_payment;
comment on column tax_clearing_entry.payment_id is 'refund that the bank sent back';
comment on table tax_clearing_entry is
  'An entry of the centre with a document: money that the person paid back, a refund that the bank sent back, or a choice on paper by a person without an account. An entry counts once another person confirms it.';
alter table tax_clearing_entry
  drop constraint tax_clearing_entry_kind_check,
  drop constraint tax_clearing_entry_kind,
  add constraint tax_clearing_entry_kind_check check (kind in ('receipt', 'choice', 'bounce')),
  add constraint tax_clearing_entry_kind check (
    (kind <> 'choice') = (amount_fen is not null) and (kind <> 'choice') = (serial is not null)
    and (kind = 'bounce') = (payment_id is not null)
    and (kind = 'choice') = (choice is not null) and (kind = 'choice') = (clearing_version is not null)
    and (choice is not distinct from 'refuse') = (reason <> '')
  );
create unique index tax_clearing_entry_payment on tax_clearing_entry (payment_id)
  where payment_id is not null and state <> 'rejected';
grant insert (payment_id) on tax_clearing_entry to app_rw;

alter table tax_clearing_payment
  drop constraint tax_clearing_payment_kind_check,
  add constraint tax_clearing_payment_kind_check check (kind in ('refund', 'recovery', 'bounce'));
comment on table tax_clearing_payment is
  'A bank transfer of a clearing. The person who registers it did not approve the clearing or confirm the entry.';
comment on column tax_clearing_payment.kind is
  'refund: to the person; recovery: from the person; bounce: a refund that the bank sent back';
comment on column tax_clearing_payment.approved_by is 'person who approved the clearing or confirmed the entry';
comment on column tax_clearing_payment.entry_id is 'confirmed entry of a recovery or bounce';
comment on column tax_clearing.refunded_fen is
  'refunds less those that the bank sent back; written by a trigger';
comment on column tax_clearing.recovered_fen is 'sum of the recoveries; written by a trigger';
create or replace function app.clearing_paid() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  refund bigint := case new.kind when 'refund' then new.amount_fen when 'bounce' then -new.amount_fen else 0 end;
  recovery bigint := case new.kind when 'recovery' then new.amount_fen else 0 end;
begin
  update tax_clearing set refunded_fen = refunded_fen + refund, recovered_fen = recovered_fen + recovery, transfer_fen = 0, version = version + 1,
      state = case when used_fen + reversed_fen + refunded_fen + refund - recovered_fen - recovery = amount_fen then 'done'
        when state = 'done' then case when chosen_at > decided_at then 'chosen' else 'approved' end else state end
    where id = new.clearing_id and centre_id = new.centre_id and operator_id = new.operator_id and greatest(refund, 0) = transfer_fen
      and (new.kind = 'refund' and state = 'approved' and decided_by = new.approved_by
        or state in ('approved', 'done', 'chosen') and (new.kind = 'recovery' and has_owed or new.kind = 'bounce')
          and exists (select from tax_clearing_entry entry left join tax_clearing_payment sent on sent.id = entry.payment_id
            where entry.id = new.entry_id and entry.clearing_id = new.clearing_id and entry.state = 'confirmed'
            and (entry.kind, entry.amount_fen, entry.serial, entry.of_day, entry.file_id, entry.created_by, entry.decided_by)
              = (case new.kind when 'bounce' then 'bounce' else 'receipt' end, new.amount_fen, new.serial, new.paid_on, new.file_id, new.paid_by, new.approved_by)
            and (entry.kind = 'receipt' or (sent.clearing_id, sent.kind, sent.amount_fen) = (new.clearing_id, 'refund', new.amount_fen))));
  if not found then
    raise exception 'tax_clearing_payment: not a transfer that was begun or a confirmed entry' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
