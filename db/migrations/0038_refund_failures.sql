-- A second person confirms that the bank did not pay a refund before its money is available to the unit again. An older
-- program would end a refund as failed by one person, which the database refuses, and does not know the new state. So
-- this migration is compatible with none.

alter table refund
  drop constraint refund_state_check,
  drop constraint refund_settled,
  add column confirmed_by bigint references app_user,
  add column confirmed_at timestamptz,
  add constraint refund_state_check
    check (state in ('applied', 'approved', 'rejected', 'withdrawn', 'paid', 'failing', 'failed')),
  add constraint refund_settled check (
    (state in ('paid', 'failing', 'failed')) = (paid_by is not null)
    and (paid_by is null) = (paid_at is null)
    and (paid_by is null or paid_by <> decided_by and paid_by <> applied_by)
  ),
  add constraint refund_failure_by_two check (
    (confirmed_by is null) = (confirmed_at is null)
    and (confirmed_by is null or state = 'failed' and confirmed_by <> paid_by and confirmed_by <> applied_by)
  );
comment on column refund.paid_by is 'person who registered the result of the bank: paid or not paid';
comment on column refund.confirmed_by is 'second person, who confirmed that the bank did not pay';

drop index refund_open;
create index refund_open on refund (centre_id, mode, state) where state in ('applied', 'approved', 'failing');
drop index refund_origin;
create index refund_origin on refund (unit_id, centre_id, mode, payee_account) where state in ('applied', 'approved',
  'failing', 'paid');

drop trigger refund_moves on refund;
create trigger refund_moves before update of state on refund for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('applied', 'approved'), ('applied', 'rejected'), ('applied', 'withdrawn'),
      ('approved', 'paid'), ('approved', 'failing'), ('failing', 'approved'), ('failing', 'failed'))
  )
  execute function app.refuse_move();
create trigger refund_failure_confirmed before update of state on refund for each row
  when (new.state = 'failed' and old.state <> 'failed' and new.confirmed_by is null)
  execute function app.refuse('another person must confirm that the bank did not pay');
create trigger refund_failure_by_other before update of confirmed_by on refund for each row
  when (app.is_program() and new.confirmed_by is not null and old.confirmed_by is null)
  execute function app.expect_other_hand('confirmed_by', 'applied_by', 'paid_by');
grant update (confirmed_by, confirmed_at) on refund to app_rw;
