-- Charges and interest of the bank. A row of a statement with the reference of a registered transfer and another amount
-- is one difference of amount, which two people book. An older program knows neither the accounts nor the treatments, so
-- this migration is compatible with none.

alter table account drop constraint account_kind_check, add constraint account_kind_check
  check (kind in ('unit_available', 'unit_frozen', 'unit_refund', 'bank', 'suspense', 'tax_vat', 'tax_surcharge',
    'tax_iit', 'overpaid_tax', 'cleared_tax', 'late_fee_cost', 'fee_income', 'adjustment', 'commission_cost',
    'commission_payable', 'bank_charge', 'bank_interest'));

alter table recon_row
  add column registered_fen bigint,
  add constraint recon_row_amounts check (registered_fen is null or registered_fen > 0 and not is_registered and not is_topup);
create index recon_row_other_amount on recon_row (centre_id, serial) where registered_fen is not null;
comment on column recon_row.registered_fen is
  'amount of the registered transfer with this reference, if the bank moved another amount; null: none';
create function app.expect_registered_amount() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from bank_transfer transfer where transfer.is_booked and not transfer.is_void
    and transfer.ref_type <> 'payout_slip' and transfer.centre_id = new.centre_id
    and transfer.direction = new.direction and app.reference_key(transfer.serial) = app.reference_key(new.serial)
    and transfer.amount_fen = new.registered_fen) then return new; end if;
  raise exception 'the registered amount of a row is that of its booked transfer' using errcode = 'integrity_constraint_violation';
end $$;
create trigger recon_row_of_transfer before update of registered_fen on recon_row for each row
  when (new.registered_fen is not null and new.registered_fen is distinct from old.registered_fen)
  execute function app.expect_registered_amount();
grant update (registered_fen) on recon_row to app_rw;

alter table recon_item
  drop constraint recon_item_ending_check,
  add constraint recon_item_ending_check
    check (ending in ('hang', 'charge', 'interest', 'book', 'return', 'exception', 'timing', 'matched')),
  drop constraint recon_item_proposal_check,
  add constraint recon_item_proposal_check check (proposal in ('hang', 'charge', 'interest', 'book', 'return'));
alter table recon_step
  drop constraint recon_step_kind_check,
  add constraint recon_step_kind_check
    check (kind in ('found', 'taken', 'waiting', 'proposed', 'withdrawn', 'declined', 'hung', 'toException', 'settled',
      'closed', 'reopened'));

create or replace function app.recon_item_by_two() returns trigger language plpgsql as $$
declare
  executed text := case
    when new.state = 'hung' and new.suspense_fen <> old.suspense_fen then 'hang'
    when new.state = 'settled' and old.state <> 'settled' and new.ending in ('hang', 'charge', 'interest', 'book', 'return')
      then new.ending end;
begin
  if new.state = 'proposed' and (old.state, old.proposal, old.proposed_by) is distinct from (new.state, new.proposal, new.proposed_by)
    and new.proposed_by is distinct from app.user_id() then
    raise exception 'the caller must be the proposer of the treatment' using errcode = 'integrity_constraint_violation';
  end if;
  if executed is null then return new; end if;
  if old.state <> 'proposed' or old.proposal <> executed then
    raise exception 'a difference is treated only as one person proposed and another approved' using errcode = 'integrity_constraint_violation';
  end if;
  if not app.is_other_hand(app.user_id(), array[old.proposed_by]) then perform app.refuse_same_hand(); end if;
  return new;
end $$;

create or replace function app.balanced_to(at_centre bigint, in_mode smallint) returns date
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when not exists (select from recon_item item where centre_id = at_centre and kind = 'amount' and state <> 'settled' and (mode = in_mode or mode is null)
      and (attempt_id is not null or not exists (select from recon_row row where row.channel_id = item.channel_id and row.source = 'bank' and row.serial = item.key and row.direction = item.direction and row.registered_fen is not null)))
    then (select max(day) from recon_day closed where centre_id = at_centre and state = 'closed'
      and not exists (select from recon_day earlier where earlier.centre_id = at_centre and earlier.state <> 'closed' and earlier.day <= closed.day)) end
$$;
