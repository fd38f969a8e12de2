-- Figures that a batch was stepped back for are history too, once it was sent.
drop trigger payment_batch_fixed on payment_batch;
create trigger payment_batch_fixed before update of line_count, error_count, warning_count, gross_fen, vat_fen, surcharge_fen, iit_fen, fee_fen, net_fen, cost_fen, channel_id, policy_version,
  fee_snapshot, setting_snapshot, checklist, file_id, file_sha256, checker_id, auditor_id, payer_id, submitted_at, checked_at, audited_at, paid_at,
  recalculated_from on payment_batch for each row
  when (old.state in ('paying', 'paid', 'partial', 'failed', 'closed', 'cancelled')
    and (old.line_count, old.error_count, old.warning_count, old.gross_fen, old.vat_fen, old.surcharge_fen, old.iit_fen, old.fee_fen, old.net_fen,
      old.cost_fen, old.channel_id, old.policy_version, old.fee_snapshot, old.setting_snapshot, old.checklist, old.file_id, old.file_sha256,
      old.checker_id, old.auditor_id, old.payer_id, old.submitted_at, old.checked_at, old.audited_at, old.paid_at, old.recalculated_from)
    is distinct from (new.line_count, new.error_count, new.warning_count, new.gross_fen, new.vat_fen, new.surcharge_fen, new.iit_fen, new.fee_fen, new.net_fen,
      new.cost_fen, new.channel_id, new.policy_version, new.fee_snapshot, new.setting_snapshot, new.checklist, new.file_id, new.file_sha256,
      new.checker_id, new.auditor_id, new.payer_id, new.submitted_at, new.checked_at, new.audited_at, new.paid_at, new.recalculated_from))
  execute function app.refuse('the figures and terms of a batch that was sent or cancelled stay');

-- A line that ended without payment is under way again only because two people found that the bank had paid it.
create function app.line_reopens() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if not exists (select from payout_exception where batch_id = old.batch_id and line_id = old.id and state = 'resolved' and resolution = 'paid') then
    raise exception 'payment_line: what ended without payment stays so, unless an exception found it paid' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payment_line_reopens before update of state on payment_line for each row
  when (new.state = 'unknown' and old.state in ('held', 'failed', 'cancelled')) execute function app.line_reopens();
