-- compatible with 0040_line_states.sql
-- A payment of a closed unit that comes back becomes an exception.

alter table payout_exception drop constraint payout_exception_kind_check;
alter table payout_exception add constraint payout_exception_kind_check
  check (kind in ('late_success', 'wrong_amount', 'not_booked', 'unknown_number', 'stray_return', 'return_amount',
    'second_return', 'used_notice', 'contradiction', 'absent', 'overdue', 'unreadable', 'closed_unit'));

-- Returns whether a record other than a top-up books this credit, such as a tax refund. Units see their credits, but no
-- transfers.
create function app.is_registered_credit(at_centre bigint, with_serial text, of_fen bigint) returns boolean
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return exists (select from bank_transfer where is_booked and direction = 'in' and centre_id = at_centre and serial = with_serial and amount_fen = of_fen);
end $$;
revoke execute on function app.is_registered_credit from public;
grant execute on function app.is_registered_credit to app_rw;
