-- compatible with 0040_line_states.sql
-- A payment of a closed unit that comes back becomes an exception.

alter table payout_exception drop constraint payout_exception_kind_check;
alter table payout_exception add constraint payout_exception_kind_check
  check (kind in ('late_success', 'wrong_amount', 'not_booked', 'unknown_number', 'stray_return', 'return_amount',
    'second_return', 'used_notice', 'contradiction', 'absent', 'overdue', 'unreadable', 'closed_unit'));
