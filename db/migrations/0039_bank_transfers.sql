-- A reference of the bank stands for one movement of money, which one record books: a refund, a commission bill, a tax
-- payment and so on. Rows of bank statements that a record books are no differences. An older program would register
-- transfers without their reference. So this migration is compatible with none.

create table bank_transfer (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  direction text not null check (direction in ('out', 'in')),
  serial text not null check (serial <> ''),
  amount_fen bigint not null check (amount_fen > 0),
  ref_type text not null
    check (ref_type in ('topup', 'credit_return', 'refund', 'commission_bill', 'tax_entry', 'tax_credit_move',
      'tax_clearing_entry', 'tax_clearing_payment')),
  ref_id bigint not null,
  ref_no text not null,
  is_booked boolean not null,
  constraint bank_transfer_once unique (centre_id, direction, serial),
  constraint bank_transfer_of unique (ref_type, ref_id, direction)
);
comment on table bank_transfer is 'Reference of a transfer on a centre''s bank statement, with the one record that books it.';
comment on column bank_transfer.ref_type is 'kind of the record; ref_id and ref_no identify it';
comment on column bank_transfer.is_booked is 'whether the ledger contains the transfer; false: a second person has not confirmed it';
alter table bank_transfer enable row level security;
create policy bank_transfer_scope on bank_transfer
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger bank_transfer_stays before update on bank_transfer for each row
  when (
    old.is_booked
    or (old.centre_id, old.direction, old.serial, old.amount_fen, old.ref_type, old.ref_id)
      is distinct from (new.centre_id, new.direction, new.serial, new.amount_fen, new.ref_type, new.ref_id)
  )
  execute function app.refuse('a registered bank transfer cannot change');
create trigger bank_transfer_no_truncate before truncate on bank_transfer for each statement
  execute function app.refuse_change();
grant select, insert, delete, update (is_booked) on bank_transfer to app_rw;

-- Where earlier versions registered a reference twice, the first record keeps it.
insert into bank_transfer (centre_id, direction, serial, amount_fen, ref_type, ref_id, ref_no, is_booked)
select centre_id, direction, serial, amount_fen, ref_type, ref_id, ref_no, is_booked from (
  select topup.centre_id, 'in' as direction, credit.serial, topup.amount_fen, 'topup' as ref_type, topup.id as ref_id, topup.no as ref_no, true as is_booked,
      topup.decided_at as at
    from topup join bank_credit credit on credit.id = topup.bank_credit_id where topup.state = 'confirmed'
  union all
  select back.centre_id, 'in', credit.serial, credit.amount_fen, 'credit_return', back.id, credit.serial, back.state = 'confirmed', back.proposed_at
    from credit_return back join bank_credit credit on credit.id = back.credit_id where back.state <> 'declined'
  union all
  select back.centre_id, 'out', back.bank_serial, credit.amount_fen, 'credit_return', back.id, credit.serial, back.state = 'confirmed', back.proposed_at
    from credit_return back join bank_credit credit on credit.id = back.credit_id where back.state <> 'declined'
  union all
  select centre_id, 'out', bank_serial, amount_fen, 'refund', id, no, true, paid_at from refund where state = 'paid'
  union all
  select centre_id, 'out', bank_serial, amount_fen, 'commission_bill', id, no, state = 'paid', prepared_at from commission_bill where bank_serial is not null
  union all
  select entry.centre_id, case when paid.fen > 0 then 'out' else 'in' end, entry.serial, abs(paid.fen), 'tax_entry', entry.id, period.month,
      entry.state <> 'proposed', entry.at
    from tax_entry entry join tax_declaration period on period.id = entry.declaration_id
      cross join lateral (select entry.vat_fen + entry.surcharge_fen + entry.iit_fen + entry.late_fen as fen) paid
    where not entry.is_carried and entry.state in ('proposed', 'confirmed', 'reversing') and paid.fen <> 0
  union all
  select move.centre_id, 'in', move.serial, move.amount_fen, 'tax_credit_move', move.id, period.month, true, move.at
    from tax_credit_move move join tax_credit credit on credit.id = move.credit_id join tax_declaration period on period.id = credit.declaration_id
    where move.kind = 'refunded'
  union all
  select entry.centre_id, 'in', entry.serial, entry.amount_fen, 'tax_clearing_entry', entry.id, clearing.month, entry.state = 'confirmed', entry.created_at
    from tax_clearing_entry entry join tax_clearing clearing on clearing.id = entry.clearing_id where entry.kind = 'receipt' and entry.state <> 'rejected'
  union all
  select payment.centre_id, 'out', payment.serial, payment.amount_fen, 'tax_clearing_payment', payment.id, clearing.month, true, payment.paid_at
    from tax_clearing_payment payment join tax_clearing clearing on clearing.id = payment.clearing_id where payment.kind = 'refund'
) registered
order by at, ref_type, ref_id
on conflict (centre_id, direction, serial) do nothing;

-- bank_transfer holds the references of all records.
drop index credit_return_serial, refund_serial, commission_bill_serial, tax_entry_serial, tax_clearing_entry_serial,
  tax_clearing_payment_serial, tax_credit_move_serial;

alter table recon_row add column is_registered boolean not null default false;
comment on column recon_row.is_registered is 'a record other than a payment or a top-up books this row of a statement';
grant update (is_registered) on recon_row to app_rw;

alter table recon_day
  add column registered_count integer not null default 0,
  add column registered_fen bigint not null default 0;
comment on column recon_day.registered_fen is 'rows of the statement that refunds, commission, taxes and so on book; out less in';
grant update (registered_count, registered_fen) on recon_day to app_rw;
drop trigger recon_day_stands on recon_day;
create trigger recon_day_stands before update on recon_day for each row
  when (
    old.state = 'closed'
    and (old.ours_count, old.ours_fen, old.theirs_count, old.theirs_fen, old.bank_count, old.bank_fen, old.topup_count,
      old.topup_fen, old.registered_count, old.registered_fen)
      is distinct from (new.ours_count, new.ours_fen, new.theirs_count, new.theirs_fen, new.bank_count, new.bank_fen,
      new.topup_count, new.topup_fen, new.registered_count, new.registered_fen)
  )
  execute function app.refuse('the matching of a closed day cannot change');
