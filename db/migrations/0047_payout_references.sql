-- Manual payments register the reference of their bank slip with all other transfers of the centre, without regard to
-- case, width or spaces. An older program would register slips without it. So this migration is compatible with none.

create function app.reference_key(reference text) returns text language sql immutable parallel safe strict as $$
  select upper(regexp_replace(normalize(reference, nfkc), '\s', '', 'g'))
$$;
revoke execute on function app.reference_key from public;
grant execute on function app.reference_key to app_rw;

alter table bank_transfer drop constraint bank_transfer_ref_type_check;
alter table bank_transfer add constraint bank_transfer_ref_type_check
  check (ref_type in ('topup', 'credit_return', 'refund', 'commission_bill', 'tax_entry', 'tax_credit_move',
    'tax_clearing_entry', 'tax_clearing_payment', 'transfer_return', 'payout_slip'));
alter table bank_transfer add column is_repeated boolean not null default false;
comment on column bank_transfer.is_repeated is 'an earlier version registered the reference twice, in another spelling';

-- The first record keeps the reference. A slip whose reference another record has stays without a row.
alter table bank_transfer disable trigger bank_transfer_stays;
update bank_transfer set is_repeated = true where exists (select from bank_transfer earlier
  where (earlier.centre_id, earlier.direction, app.reference_key(earlier.serial))
      = (bank_transfer.centre_id, bank_transfer.direction, app.reference_key(bank_transfer.serial)) and earlier.id < bank_transfer.id);
alter table bank_transfer enable trigger bank_transfer_stays;
create unique index bank_transfer_reference on bank_transfer (centre_id, direction, app.reference_key(serial)) where not is_repeated;

insert into bank_transfer (centre_id, direction, serial, amount_fen, ref_type, ref_id, ref_no, is_booked)
select moved.centre_id, case moved.result when 'success' then 'out' else 'in' end, moved.serial, attempt.amount_fen, 'payout_slip', attempt.id, line.no, moved.is_booked
from (
  select centre_id, attempt_id, result, serial, registered_at as at, true as is_booked from payout_slip where result <> 'failed'
  union all
  select centre_id, attempt_id, result, serial, reported_at, false from payout_report where result = 'returned' and state = 'waiting'
) moved
  join payout_attempt attempt on attempt.id = moved.attempt_id
  join payment_line line on line.month = attempt.month and line.id = attempt.line_id
order by moved.is_booked desc, moved.at, attempt.id
on conflict do nothing;
