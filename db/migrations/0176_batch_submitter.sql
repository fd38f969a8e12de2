-- Who submitted a batch last, and so may take it back while nobody has checked it.
alter table payment_batch add column submitter_id bigint references app_user;
comment on column payment_batch.submitter_id is 'Who submitted it last.';
grant update (submitter_id) on payment_batch to app_rw;
update payment_batch set submitter_id = (select user_id from batch_deed where batch_id = payment_batch.id and deed = 'submit' order by first_at desc limit 1)
  where state in ('checking', 'auditing');

-- Of a batch that was sent it stays.
drop trigger payment_batch_fixed on payment_batch;
create trigger payment_batch_fixed before update of line_count, error_count, warning_count, gross_fen, vat_fen, surcharge_fen, iit_fen, fee_fen, net_fen, cost_fen, channel_id, policy_version,
  fee_snapshot, setting_snapshot, checklist, file_id, file_sha256, checker_id, auditor_id, payer_id, submitted_at, checked_at, audited_at, paid_at,
  recalculated_from, submitter_id on payment_batch for each row
  when (old.state in ('paying', 'paid', 'partial', 'failed', 'closed', 'cancelled')
    and (old.line_count, old.error_count, old.warning_count, old.gross_fen, old.vat_fen, old.surcharge_fen, old.iit_fen, old.fee_fen, old.net_fen,
      old.cost_fen, old.channel_id, old.policy_version, old.fee_snapshot, old.setting_snapshot, old.checklist, old.file_id, old.file_sha256,
      old.checker_id, old.auditor_id, old.payer_id, old.submitted_at, old.checked_at, old.audited_at, old.paid_at, old.recalculated_from, old.submitter_id)
    is distinct from (new.line_count, new.error_count, new.warning_count, new.gross_fen, new.vat_fen, new.surcharge_fen, new.iit_fen, new.fee_fen, new.net_fen,
      new.cost_fen, new.channel_id, new.policy_version, new.fee_snapshot, new.setting_snapshot, new.checklist, new.file_id, new.file_sha256,
      new.checker_id, new.auditor_id, new.payer_id, new.submitted_at, new.checked_at, new.audited_at, new.paid_at, new.recalculated_from, new.submitter_id))
  execute function app.refuse('the figures and terms of a batch that was sent or cancelled stay');
