-- compatible with 0045_returned_transfers.sql
-- A registered transfer that no statement of its day shows is a difference. Earlier transfers have no day and stay as
-- they are. A row of a closed day whose transfer is released moves to the next open day.
alter table bank_transfer add column paid_on date;
comment on column bank_transfer.paid_on is 'day of the payment, when it should be on a statement; null: not expected there, or registered by an earlier version';
drop trigger bank_transfer_stays on bank_transfer;
create trigger bank_transfer_stays before update on bank_transfer for each row
  when (
    old.is_returned or old.is_booked and not new.is_returned
    or (old.centre_id, old.direction, old.serial, old.amount_fen, old.ref_type, old.ref_id, old.paid_on)
      is distinct from (new.centre_id, new.direction, new.serial, new.amount_fen, new.ref_type, new.ref_id, new.paid_on)
  )
  execute function app.refuse('a registered bank transfer cannot change');

alter table recon_item add column is_registered boolean not null default false;
comment on column recon_item.is_registered is 'a registered transfer that no statement shows; the sums of the day exclude it';
create index recon_item_registered on recon_item (centre_id, key) where is_registered;

create index recon_row_registered on recon_row (centre_id, serial) where is_registered;
grant update (day) on recon_row to app_rw;
