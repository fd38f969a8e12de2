-- A batch that is halted sends nothing until somebody else lets it go on; one that was copied names its source.
alter table payment_batch
  add column halted_at timestamptz,
  add column halted_by bigint references app_user,
  add column halt_reason text not null default '' check (length(halt_reason) <= 200),
  add column copy_of_batch_id bigint references payment_batch,
  add constraint payment_batch_halt check ((halted_at is null) = (halted_by is null) and (halted_at is null) = (halt_reason = ''));
comment on column payment_batch.halted_at is 'from this moment on none of its lines is sent; null: nothing stands in the way';
comment on column payment_batch.copy_of_batch_id is 'batch whose people and amounts it began with';
grant update (halted_at, halted_by, halt_reason) on payment_batch to app_rw;
create index payment_batch_copies on payment_batch (copy_of_batch_id) where copy_of_batch_id is not null;
create index payment_batch_halted on payment_batch (centre_id, mode, id desc) where halted_at is not null;

-- Nobody lets go on what they halted themselves, and only what can still send is halted.
create function app.halt_by_two() returns trigger language plpgsql as $$
begin
  if old.halted_by is not null and new.halted_by is null and old.halted_by = app.doer() then
    raise exception 'payment_batch: whoever halted a batch does not let it go on' using errcode = 'integrity_constraint_violation';
  end if;
  if new.halted_by is not null and (old.halted_by is not null or new.halted_by is distinct from app.doer() or new.state not in ('checking', 'auditing', 'payable', 'paying')) then
    raise exception 'payment_batch: a batch is halted once, by the caller, while it can still send' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger payment_batch_halt_by_two after update of halted_by on payment_batch for each row
  when (old.halted_by is distinct from new.halted_by and current_user = 'app_rw') execute function app.halt_by_two();

-- Its channel stays once nothing more can be sent; while it is paid, what was not sent yet may go another way.
drop trigger payment_batch_fixed on payment_batch;
create trigger payment_batch_fixed before update of line_count, error_count, warning_count, gross_fen, vat_fen, surcharge_fen, iit_fen, fee_fen, net_fen, cost_fen, policy_version,
  fee_snapshot, setting_snapshot, checklist, file_id, file_sha256, checker_id, auditor_id, payer_id, submitted_at, checked_at, audited_at, paid_at,
  recalculated_from, submitter_id on payment_batch for each row
  when (old.state in ('paying', 'paid', 'partial', 'failed', 'closed', 'cancelled')
    and (old.line_count, old.error_count, old.warning_count, old.gross_fen, old.vat_fen, old.surcharge_fen, old.iit_fen, old.fee_fen, old.net_fen,
      old.cost_fen, old.policy_version, old.fee_snapshot, old.setting_snapshot, old.checklist, old.file_id, old.file_sha256,
      old.checker_id, old.auditor_id, old.payer_id, old.submitted_at, old.checked_at, old.audited_at, old.paid_at, old.recalculated_from, old.submitter_id)
    is distinct from (new.line_count, new.error_count, new.warning_count, new.gross_fen, new.vat_fen, new.surcharge_fen, new.iit_fen, new.fee_fen, new.net_fen,
      new.cost_fen, new.policy_version, new.fee_snapshot, new.setting_snapshot, new.checklist, new.file_id, new.file_sha256,
      new.checker_id, new.auditor_id, new.payer_id, new.submitted_at, new.checked_at, new.audited_at, new.paid_at, new.recalculated_from, new.submitter_id))
  execute function app.refuse('the figures and terms of a batch that was sent or cancelled stay');
create trigger payment_batch_channel_fixed before update of channel_id on payment_batch for each row
  when (old.state in ('paid', 'partial', 'failed', 'closed', 'cancelled') and old.channel_id is distinct from new.channel_id)
  execute function app.refuse('the figures and terms of a batch that was sent or cancelled stay');
create function app.channel_of_centre() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if not exists (select from channel where id = new.channel_id and centre_id = new.centre_id) then
    raise exception 'payment_batch: a batch is paid through a channel of its centre' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger payment_batch_channel_of_centre after update of channel_id on payment_batch for each row
  when (old.channel_id is distinct from new.channel_id and current_user = 'app_rw') execute function app.channel_of_centre();

-- What was confirmed of a batch: one letter for each state of its figures, never written again.
create table batch_letter (
  id bigint generated always as identity primary key,
  batch_id bigint not null references payment_batch,
  centre_id bigint not null references centre,
  unit_id bigint not null references unit,
  figures_sha256 text not null check (figures_sha256 ~ '^[0-9a-f]{64}$'),
  file_id uuid not null references stored_file,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  has_seal boolean not null,
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  unique (batch_id, figures_sha256)
);
comment on table batch_letter is 'A settlement letter of a batch: one for each state of its figures and seal, never written again.';
comment on column batch_letter.figures_sha256 is 'digest of the figures and of what it is sealed with: others make another letter';
alter table batch_letter enable row level security;
create policy batch_letter_scope on batch_letter using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]) or unit_id = any ((select app.unit_ids())::bigint[]));
create policy accounts on batch_letter to app_accounts using (true) with check (true);
grant select, insert on batch_letter to app_rw;

-- Receipts of fees, and those that people brought.
alter table voucher
  drop constraint voucher_kind_check,
  add constraint voucher_kind_check check (kind in ('payment', 'topup', 'refund', 'tax', 'fee')),
  add column is_uploaded boolean not null default false;
comment on column voucher.is_uploaded is 'the document was brought by a person, with what it replaced kept in voucher_upload';
grant update (is_uploaded) on voucher to app_rw;
create unique index voucher_fee on voucher (batch_id) where kind = 'fee';

create index voucher_missing on voucher (centre_id, mode, id desc) where receipt_tries > 0 and receipt_due_at is null and not is_from_channel and not is_uploaded;

create table voucher_upload (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  centre_id bigint not null references centre,
  unit_id bigint not null references unit,
  file_id uuid not null references stored_file,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  replaced_file_id uuid references stored_file,
  reason text not null check (length(reason) between 2 and 200),
  uploaded_by bigint not null references app_user,
  uploaded_at timestamptz not null
);
comment on table voucher_upload is 'A document that a person brought for a receipt, with what it replaced.';
comment on column voucher_upload.replaced_file_id is 'document that stood there before; null: none had been kept';
create index voucher_upload_of on voucher_upload (voucher_id, id);
alter table voucher_upload enable row level security;
create policy voucher_upload_scope on voucher_upload using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]) or unit_id = any ((select app.unit_ids())::bigint[]));
create policy accounts on voucher_upload to app_accounts using (true) with check (true);
grant select, insert on voucher_upload to app_rw;
