-- What the program never does to a batch, its lines and their attempts, the database does not let it do either.

-- A rule that a trigger's condition found broken, in the trigger's own words.
create function app.refuse() returns trigger language plpgsql as $$
begin
  raise exception '%: %', tg_table_name, tg_argv[0] using errcode = 'integrity_constraint_violation';
end $$;
create function app.refuse_move() returns trigger language plpgsql as $$
begin
  raise exception '% cannot go from % to %', tg_table_name, old.state, new.state using errcode = 'integrity_constraint_violation';
end $$;

-- The legal moves of a batch (SM-BATCH); `domain/batch.ts` holds the same, and a test compares them.
create function app.batch_may_move(from_state text, to_state text) returns boolean language sql immutable parallel safe as $$
  select from_state || '>' || to_state = any ('{draft>fixing,draft>ready,draft>cancelled,fixing>ready,fixing>cancelled,ready>fixing,ready>checking,ready>auditing,ready>payable,ready>cancelled,checking>fixing,checking>ready,checking>auditing,checking>payable,checking>cancelled,auditing>fixing,auditing>checking,auditing>payable,auditing>cancelled,payable>fixing,payable>checking,payable>auditing,payable>paying,payable>cancelled,paying>paid,paying>partial,paying>failed,paid>paying,paid>partial,paid>closed,partial>paying,partial>closed,failed>paying,failed>closed,closed>paying,closed>partial}'::text[])
$$;
create trigger payment_batch_moves after update of state on payment_batch for each row
  when (old.state is distinct from new.state and not app.batch_may_move(old.state, new.state)) execute function app.refuse_move();
create trigger payment_batch_begins after insert on payment_batch for each row
  when (current_user = 'app_rw' and (new.state <> 'draft' or new.maker_id is distinct from app.doer() or num_nonnulls(new.checker_id, new.auditor_id, new.payer_id) > 0))
  execute function app.refuse('a new batch is a draft of the caller''s');
-- What was paid, on whose word and by which terms, once the money is on its way or the batch was given up.
create trigger payment_batch_fixed before update of line_count, error_count, warning_count, gross_fen, vat_fen, surcharge_fen, iit_fen, fee_fen, net_fen, cost_fen,
    channel_id, policy_version, fee_snapshot, setting_snapshot, checklist, file_id, file_sha256, checker_id, auditor_id, payer_id, submitted_at, checked_at, audited_at, paid_at
    on payment_batch for each row
  when (old.state in ('paying', 'paid', 'partial', 'failed', 'closed', 'cancelled')
    and (old.line_count, old.error_count, old.warning_count, old.gross_fen, old.vat_fen, old.surcharge_fen, old.iit_fen, old.fee_fen, old.net_fen, old.cost_fen,
      old.channel_id, old.policy_version, old.fee_snapshot, old.setting_snapshot, old.checklist, old.file_id, old.file_sha256, old.checker_id, old.auditor_id, old.payer_id,
      old.submitted_at, old.checked_at, old.audited_at, old.paid_at)
      is distinct from (new.line_count, new.error_count, new.warning_count, new.gross_fen, new.vat_fen, new.surcharge_fen, new.iit_fen, new.fee_fen, new.net_fen, new.cost_fen,
      new.channel_id, new.policy_version, new.fee_snapshot, new.setting_snapshot, new.checklist, new.file_id, new.file_sha256, new.checker_id, new.auditor_id, new.payer_id,
      new.submitted_at, new.checked_at, new.audited_at, new.paid_at))
  execute function app.refuse('the figures and terms of a batch that was sent or cancelled stay');

-- New lines lie where their batch lies and only come while it is prepared.
create function app.lines_begin() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from changed line left join payment_batch batch on batch.id = line.batch_id
      where line.state not in ('invalid', 'warned', 'ready', 'excluded') or batch.state is null or batch.state not in ('draft', 'fixing', 'ready')
        or (line.month, line.centre_id, line.unit_id, line.mode) is distinct from (batch.month, batch.centre_id, batch.unit_id, batch.mode)) then
    raise exception 'payment_line: a new line belongs to a batch that is prepared' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger payment_line_begins after insert on payment_line referencing new table as changed for each statement
  when (current_user = 'app_rw') execute function app.lines_begin();
-- Steps of payment set none of these columns: what a paid line costs is not looked at again for each of them.
create trigger payment_line_fixed before update of seq, no, operator_id, entity_id, name, id_kind, bank_name, card_tail, entity_name, entity_credit_code, service, remark,
    amount_text, gross_fen, vat_fen, city_fen, education_fen, local_education_fen, surcharge_fen, iit_fen, tax_unit_fen, fee_fen, fee_unit_fen, fee_operator_fen, net_fen,
    cost_fen, income_fen, filing_way, calculation, retry_of_line_id on payment_line for each row
  when (old.state not in ('invalid', 'warned', 'ready', 'excluded')
    and (old.seq, old.no, old.operator_id, old.entity_id, old.name, old.id_kind, old.bank_name, old.card_tail, old.entity_name, old.entity_credit_code, old.service,
      old.remark, old.amount_text, old.gross_fen, old.vat_fen, old.city_fen, old.education_fen, old.local_education_fen, old.surcharge_fen, old.iit_fen, old.tax_unit_fen,
      old.fee_fen, old.fee_unit_fen, old.fee_operator_fen, old.net_fen, old.cost_fen, old.income_fen, old.filing_way, old.calculation::text, old.retry_of_line_id)
      is distinct from (new.seq, new.no, new.operator_id, new.entity_id, new.name, new.id_kind, new.bank_name, new.card_tail, new.entity_name, new.entity_credit_code,
      new.service, new.remark, new.amount_text, new.gross_fen, new.vat_fen, new.city_fen, new.education_fen, new.local_education_fen, new.surcharge_fen, new.iit_fen,
      new.tax_unit_fen, new.fee_fen, new.fee_unit_fen, new.fee_operator_fen, new.net_fen, new.cost_fen, new.income_fen, new.filing_way, new.calculation::text,
      new.retry_of_line_id))
  execute function app.refuse('what was handed over to be paid stays as it was');
-- The owner alone writes sealed numbers and their indexes anew, under a new key.
create trigger payment_line_numbers_fixed before update of id_number_sealed, id_number_index, mobile_sealed, mobile_index, card_no_sealed, card_no_index on payment_line for each row
  when (old.state not in ('invalid', 'warned', 'ready', 'excluded') and current_user = 'app_rw')
  execute function app.refuse('the numbers of a line that was handed over to be paid stay as they were');

create function app.lines_while_prepared() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if not exists (select from payment_batch where id = new.batch_id and state in ('draft', 'fixing', 'ready')) then
    raise exception 'payment_line: the lines of a batch that was submitted are not edited' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger payment_line_while_prepared after update of name, id_kind, id_number_index, mobile_index, bank_name, card_no_index, entity_name, entity_credit_code, service,
    remark, amount_text on payment_line for each row
  when (current_user = 'app_rw' and (old.name, old.id_kind, old.id_number_index, old.mobile_index, old.bank_name, old.card_no_index, old.entity_name,
      old.entity_credit_code, old.service, old.remark, old.amount_text) is distinct from (new.name, new.id_kind, new.id_number_index, new.mobile_index, new.bank_name,
      new.card_no_index, new.entity_name, new.entity_credit_code, new.service, new.remark, new.amount_text))
  execute function app.lines_while_prepared();
create trigger payment_line_left_while_prepared after update of state on payment_line for each row
  when (old.state <> new.state and 'excluded' in (old.state, new.state) and current_user = 'app_rw') execute function app.lines_while_prepared();

create function app.papers_while_prepared() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if not exists (select from payment_batch where id = coalesce(new.batch_id, old.batch_id) and state in ('draft', 'fixing', 'ready')) then
    raise exception 'evidence: the papers of a batch that was submitted stay' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger evidence_while_prepared after insert or delete on evidence for each row when (current_user = 'app_rw') execute function app.papers_while_prepared();

-- An attempt goes the way of its line; what waits to be sent is `created` here and `queued` there.
create trigger payout_attempt_moves before update of state on payout_attempt for each row
  when (old.state is distinct from new.state and not app.may_move(case old.state when 'created' then 'queued' else old.state end, new.state))
  execute function app.refuse_move();
create trigger payout_attempt_begins after insert on payout_attempt for each row when (current_user = 'app_rw' and new.state <> 'created')
  execute function app.refuse('an attempt begins with being created');

-- The bank's money and what is asked for it.
create trigger topup_moves after update of state on topup for each row
  when (old.state is distinct from new.state and not old.state || '>' || new.state = any ('{submitted>matched,submitted>withdrawn,submitted>rejected,matched>confirmed,matched>rejected}'::text[]))
  execute function app.refuse_move();
create trigger topup_decided before update on topup for each row
  when (old.state in ('confirmed', 'rejected', 'withdrawn') and old.* is distinct from new.*) execute function app.refuse('what was decided stays');
create trigger topup_begins after insert on topup for each row when (current_user = 'app_rw' and (new.state <> 'submitted' or new.submitted_by is distinct from app.doer()))
  execute function app.refuse('a top-up begins with being submitted by the caller');
create trigger bank_credit_moves after update of state on bank_credit for each row
  when (old.state is distinct from new.state and not old.state || '>' || new.state = any ('{unclaimed>matched,matched>unclaimed,matched>confirmed}'::text[]))
  execute function app.refuse_move();
create trigger bank_credit_booked before update on bank_credit for each row
  when (old.state = 'confirmed' and old.* is distinct from new.*) execute function app.refuse('what was booked stays');
create trigger bank_credit_begins after insert on bank_credit for each row when (current_user = 'app_rw' and new.state <> 'unclaimed')
  execute function app.refuse('a credit begins unclaimed');
create trigger relation_exception_decided before update on relation_exception for each row
  when (old.state <> 'pending' and old.* is distinct from new.*) execute function app.refuse('what was decided stays');
-- The application may lock an account's row, which takes the right to update something of it.
create trigger account_kind_stays before update of kind on account for each row when (old.kind is distinct from new.kind) execute function app.refuse('an account keeps its kind');
