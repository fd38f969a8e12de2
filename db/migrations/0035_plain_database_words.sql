-- compatible with 0028_plain_comments.sql
-- Rewords comments and messages, and renames functions that only triggers call.

alter function app.tax_accounts_are_of_tax() rename to guard_tax_accounts;
alter function app.ledger_journals_are_whole() rename to expect_complete_journals;
alter function app.line_leaves_early() rename to guard_line_deletion;
alter function app.line_moves_legally() rename to refuse_line_move;
alter function app.months_stand_still() rename to guard_closed_figures;
alter function app.closed_months_stay() rename to guard_month_reopening;
alter function app.statements_stand() rename to guard_statement_months;
alter function app.acct_lines_stand() rename to guard_voucher_lines;
alter function app.acct_vouchers_stand() rename to guard_vouchers;
alter function app.tax_lines_stand() rename to guard_tax_lines;
alter function app.business_figures_stand() rename to guard_business_figures;
alter function app.red_mistake_whole() rename to expect_full_reversal;
alter function app.begins_out_of_use() rename to expect_disabled_start;
alter function app.places_exist() rename to expect_places;
alter function app.attempts_have_lines() rename to expect_attempt_lines;
alter function app.certificate_replaces() rename to replace_certificate;
alter function app.forget_late_months() rename to drop_late_totals;
alter function app.forget_paid_months() rename to drop_returned_totals;
alter function app.batch_frees_claims() rename to release_batch_claims;
alter function app.tax_books_kept() rename to store_booked_tax;

create or replace function app.named(kind text, word text, most integer) returns bigint[]
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare
  name text := case kind when 'app_user' then $name$(name || ' ' || username)$name$ when 'application' then 'subject_name' else 'name' end;
  found bigint[];
begin
  if kind not in ('operator', 'unit', 'partner', 'candidate', 'application', 'app_user') then
    raise exception '% has no index of names', kind;
  end if;
  -- Planned for this word: if it is frequent, a scan that stops at the limit is faster.
  execute format('select array_agg(id) from (select id from %I where app.name_parts(%s) @> $1 and %s ilike $2 limit $3) matching', kind, name, name)
    into found using app.word_parts(word), '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%', most + 1;
  return case when cardinality(found) > most then null else coalesce(found, '{}') end;
end $$;
create or replace function app.expect_complete_journals() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
declare
  empty bigint;
begin
  -- Other transactions show only complete journals.
  select id into empty from ledger_journal where id between new.first_id and new.last_id
    and not exists (select from ledger_entry where journal_id = ledger_journal.id and month = date_trunc('month', ledger_journal.at at time zone 'Asia/Shanghai')::date) limit 1;
  if found then
    raise exception 'journal % has no entries', empty using errcode = 'integrity_constraint_violation';
  end if;
  delete from ledger_unbooked where id = new.id;
  return null;
end $$;
create or replace function app.batch_is_covered() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
declare
  batch payment_batch;
  expected bigint := 0;
  aside bigint;
begin
  -- The row at the end of the transaction, not at the update that fired the trigger.
  select * into batch from payment_batch where id = new.id;
  if batch.is_frozen or batch.state in ('paying', 'paid', 'partial', 'failed', 'closed') then
    select coalesce(sum(cost_fen), 0) into expected from payment_line
      where month = batch.month and payment_line.batch_id = batch.id and state not in ('invalid', 'excluded');
  end if;
  aside := app.batch_set_aside(batch.id);
  if aside <> expected or (expected > 0 and batch.cost_fen <> expected) then
    raise exception 'batch %: % is set aside, its lines cost %', batch.no, aside, expected using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create or replace function app.batches_named(word text, most integer) returns bigint[]
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare
  found bigint[];
begin
  -- Planned for this word, as in app.named.
  execute $found$
    select array_agg(id) from (
      (select id from payment_batch where app.name_parts(no || ' ' || remark) @> $1 and no || ' ' || remark ilike $2)
      union all
      (select batch.id from service_order asked join payment_batch batch on batch.order_id = asked.id
        where app.name_parts(asked.no || ' ' || asked.title) @> $1 and asked.no || ' ' || asked.title ilike $2)
      union all
      (select batch.id from unit named join payment_batch batch on batch.unit_id = named.id where app.name_parts(named.name) @> $1 and named.name ilike $2)
      limit $3) matching
  $found$ into found using app.word_parts(word), '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%', most + 1;
  return case when cardinality(found) > most then null else coalesce(found, '{}') end;
end $$;
create or replace function app.batch_made() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(new.id, new.maker_id, 'create', new.created_at), app.keep_deed(new.id, app.doer(), 'create', new.created_at);
  -- A batch that repeats another has its figures and payees, so the makers of the other are makers here too.
  insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
    select new.id, user_id, 'repeat', new.centre_id, new.unit_id, min(first_at) from batch_deed where batch_id = new.retry_of_batch_id group by user_id;
  return null;
end $$;
create or replace function app.tax_credit_moves() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  -- The check of left_fen refuses a larger amount.
  update tax_credit set left_fen = left_fen - case new.kind when 'opened' then 0 else new.amount_fen end, version = version + 1,
      state = case when new.kind = 'opened' or left_fen > new.amount_fen then 'open' else new.kind end
    where id = new.credit_id and centre_id = new.centre_id and state = 'open';
  if not found then
    raise exception 'the credit case is settled' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create or replace function app.store_booked_tax() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.state = 'open' then
    new.booked_vat_fen := null;
    new.booked_surcharge_fen := null;
    new.booked_iit_fen := null;
    new.booked_at := null;
  elsif old.state = 'closing' and new.state = 'closed' or new.state = 'correcting' and old.is_computing and not new.is_computing then
    if new.booked_at is null then
      raise exception 'a period cannot be closed without the time of its comparison' using errcode = 'integrity_constraint_violation';
    end if;
    select coalesce(sum(amount_fen) filter (where tax = 'vat'), 0), coalesce(sum(amount_fen) filter (where tax = 'surcharge'), 0),
        coalesce(sum(amount_fen) filter (where tax = 'iit'), 0)
      into new.booked_vat_fen, new.booked_surcharge_fen, new.booked_iit_fen from app.tax_booked(new.centre_id, new.month);
    if (new.booked_vat_fen, new.booked_surcharge_fen, new.booked_iit_fen) <> (new.vat_fen, new.surcharge_fen, new.iit_fen) then
      raise exception 'the lines of a period differ from the books' using errcode = 'integrity_constraint_violation';
    end if;
  elsif new.booked_at is distinct from old.booked_at then
    raise exception 'the booked figures of a closed period cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create or replace function app.tax_paid_within() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.reverses_id is not null then
    if not exists (select from tax_payment first join tax_entry entry on entry.id = first.entry_id where first.id = new.reverses_id and first.reverses_id is null
        and first.entry_id = new.entry_id and first.kind = new.kind and first.vat_return = new.vat_return and first.amount_fen = -new.amount_fen and first.declaration_id = new.declaration_id and entry.state = 'reversing') then
      raise exception 'a reversal must match a payment of the entry under reversal' using errcode = 'integrity_constraint_violation';
    end if;
    return null;
  end if;
  if new.entry_id is not null and not exists (select from tax_entry entry where entry.id = new.entry_id and entry.declaration_id = new.declaration_id and entry.state = 'confirmed'
      and (new.kind = 'iit' or new.vat_return = entry.vat_return) and new.amount_fen = case new.kind when 'vat' then entry.vat_fen when 'surcharge' then entry.surcharge_fen else entry.iit_fen end) then
    raise exception 'a payment needs a confirmed entry with the same amount of its tax' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from tax_declaration period
      cross join lateral (select case new.kind when 'vat' then period.vat_fen when 'surcharge' then period.surcharge_fen else period.iit_fen end as whole,
          case new.kind when 'vat' then period.withholding_vat_fen when 'surcharge' then period.withholding_surcharge_fen else 0 end as withheld) month
      cross join lateral (select case new.vat_return when 'vat_withholding' then month.withheld else month.whole - month.withheld end as fen) accrued
      cross join lateral (select coalesce(sum(amount_fen), 0) as fen from tax_payment paid
        where paid.declaration_id = period.id and paid.kind = new.kind and paid.vat_return = new.vat_return) paid
    where period.id = new.declaration_id and case when new.amount_fen < 0 and new.credit_id is not null then paid.fen <> accrued.fen
      else sign(accrued.fen) <> sign(new.amount_fen) or abs(paid.fen) > abs(accrued.fen) end) then
    raise exception 'more tax paid than declared' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create or replace function app.guard_vouchers() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from acct_issue issue where issue.id in (select issue_id from added) and issue.xmin::text <> pg_current_xact_id()::xid::text) then
    raise exception 'acct_voucher: vouchers cannot be added to an issued month' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create or replace function app.guard_report_rows() returns trigger language plpgsql as $$
begin
  if exists (select from platform_report report where report.id in (select report_id from added) and (report.xmin::text <> pg_current_xact_id()::xid::text)) then
    raise exception 'platform_report_row: the rows of a report are inserted with it and cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
drop trigger platform_report_order on platform_report;
create trigger platform_report_order before update on platform_report for each row
  when (
    old.state = 'reported'
    or old.state = 'exported' and new.state in ('generated', 'confirmed')
    or old.state = 'confirmed' and new.state = 'generated'
  )
  execute function app.refuse('a report cannot return to an earlier state, and a submitted report cannot change');
drop trigger platform_basic_once on platform_basic;
create trigger platform_basic_once before update on platform_basic for each row
  when (old.reported_on is not null)
  execute function app.refuse('reported basic data cannot change');
comment on column session.seen_at is 'time of the last request; an idle session ends';
comment on column session.proved_at is 'when the user last entered the login password again';
comment on column audit_log.agent is 'browser or program of the person; null in rows of earlier versions';
comment on column message.path is 'page that it links to';
comment on column client_error.failed_request_id is 'failed request before the error; null: none';
comment on column client_error.request_id is 'request that delivered the report';
comment on column article.group_id is 'article that this one translates; null: it is the first of its group';
comment on column app_user.failed_payments is 'the same for the payment password';
comment on column app_user.application_id is 'application that created the account or is pending for it';
comment on column recovery_ask.user_id is 'null: the contact does not belong to the account';
comment on column recovery_ticket.password_was is 'digest of the forgotten password; the ticket is void once the password differs';
comment on column user_centre.modes is 'modes in which the account works there';
comment on column guarded_change.becomes is 'every guarded column of the row after the change, except sealed settings';
comment on column guarded_change.effective_at is 'time from which the approved change may be applied';
comment on column permission_order.menu is 'group of the menu; general: permissions outside every group';
comment on column centre.city_rate_ppm is 'initial rate of the city maintenance tax; changes are rows of centre_city_rate';
comment on column centre.age_min is 'minimum age of payees; age_max is the maximum';
comment on column unit_setting_version.in_force_at is 'time from which it is in force; null unless approved';
comment on column customer_handover.unit_ids is 'null: all units on the day';
comment on column operator.filing_until is 'the same for the authorisation to file taxes';
comment on column operator.paper_told is 'days until the document expired at the last notification';
comment on column operator.sells_elsewhere is 'whether the person sells on other platforms, as stated at registration; null: not asked';
comment on table unit_operator is 'A unit that an operator works for.';
comment on column operator_entity.names is 'requested names, until the register chooses one';
comment on column operator_entity.calendar_from is 'day in the first period with obligations; null: no obligations yet';
comment on column operator_entity.calendar_edition is 'edition of the working days from which they were computed';
comment on column entity_levy_rate.file_id is 'notice of the tax office; null: entered in an earlier version';
comment on column identity_dispute.kept_by is 'person who first found the use genuine, with the reason and the evidence; another person confirms it';
comment on column contract.amount_cap_fen is 'maximum that may be paid under it; null: no limit';
comment on column contract.file_id is 'current file; earlier ones are in contract_revision';
comment on column contract.sheet_id is 'list that imported it; the list is deleted earlier';
comment on column sign_task.sealed_at is 'when the signature was added to the file';
comment on column sign_task.evidence is 'proof of the signer, the document and the time';
comment on column sign_ticket.is_known is 'whether the page skips the last digits: the signer is signed in, or signed before with the same mobile number';
comment on column sign_ticket.pass_hash is 'of the browser that entered the last digits of the signer''s number';
comment on column sign_ticket.face_likeness is 'similarity of picture and face, as reported by the verifier';
comment on column service_order.people_wanted is '0: any number';
comment on column order_paper.fingerprint is 'of a picture: a fingerprint of 256 bits that finds resaved copies';
comment on column ledger_journal.entries is 'number of entries';
comment on table balance_statement is 'The movements of a unit''s account at a centre and in a mode in one month. Its figures never change, and its month accepts no more journals.';
comment on column balance_statement.payment_fen is 'net amount to payees; negative, like fee and tax';
comment on table bank_credit is 'Money that arrived at a centre according to the bank statement.';
comment on column bank_credit.unit_id is 'unit of the account that it names; null: unknown';
comment on column bank_credit.imported_by is 'person who imported the statement; null: imported by an earlier version';
comment on column tax_standing.needs_review is 'figures of an earlier month changed after those of this one were computed';
comment on column tax_adjustment.clearing_id is 'clearing that takes an excess out of its month, or credits it to a line';
comment on column tax_earlier.sheet_id is 'list that imported it; the list is deleted earlier';
comment on column tax_policy.effective_to is 'last day; the day before the first if two people withdrew it; null: no known end';
comment on column tax_policy.draft_id is 'draft, if it was published in the browser; null: it is part of the program';
comment on column tax_policy.digest is 'digest of its figures when it was put in force';
comment on column payment_batch.failed_cost_fen is 'cost of the lines that failed or were cancelled';
comment on column payment_batch.copy_of_batch_id is 'batch that its people and amounts were copied from';
comment on column payment_batch.source_platform is 'source platform of its order at creation';
comment on column evidence.fingerprint is 'of a picture: a fingerprint of 256 bits that finds resaved copies';
comment on column payment_line.finished_at is 'when it ended; for a payment, the time of arrival, as on its receipt';
comment on table payout_exception is 'A bank response that cannot be booked. Two people settle it, or a later response of the channel.';
comment on table channel_notice is 'A signed notice of a channel. Each number is stored once, and one server applies it.';
comment on column channel_notice.sha256 is 'of the received body; the same number with another body is refused';
comment on column recon_file.skipped_count is 'rows that an earlier file already contained';
comment on column recon_row.day is 'day that it is matched on: its own, or the next open day if its own was closed';
comment on column recon_row.line_id is 'our payment, found by its order number; null: not ours, or imported by an earlier version';
comment on column commission_bill.carried_fen is 'part of it from days before the month';
comment on table other_sale is 'A person''s sales of a month outside the platform. A correction is a new version; only the last confirmed one counts. Another person of the centre or the platform confirms what the person or the centre entered.';
comment on column other_sale.gross_fen is 'including VAT; zero: the person declares that there were none';
comment on column other_sale.state is 'replaced: a newer version arrived before the decision';
comment on table custody_proof is 'A proof of a centre: an account that a bank supervises, or an agreement on entrusted payment with a legal opinion. Each proof is a new version. Another person, of the platform, confirms it, and the last confirmed one counts.';
comment on column custody_proof.account_no is 'likewise; the proof ends when the centre changes the account';
comment on column custody_proof.state is 'replaced: a newer version arrived before the decision';
comment on table residence_decision is 'The tax residence of a person from a day on. A change is a new decision. Another person of the centre or the platform confirms it, which sets operator.tax_residence.';
comment on column residence_decision.from_day is 'first day of the status';
comment on column residence_decision.days is 'days in China in the calendar year of the first day';
comment on column residence_decision.state is 'replaced: a newer version arrived before the decision';
comment on column residence_decision.settlement is 'how the tax of payments since the first day of non-residence was corrected';
comment on column collection.line_id is 'line that pays it; a claim is in one batch at a time';
comment on column voucher.file_id is 'PDF, generated when it is first opened';
comment on column tax_credit.vat_return is 'return on which VAT or surcharges were overpaid; unused for income tax';
comment on column tax_declaration.is_computing is 'the lines of the edition are being computed';
comment on column tax_line.back_gross_fen is 'part of it from returned payments of closed months; zero or negative';
comment on column tax_line.back_tax_fen is 'all taxes of these; zero or negative';
comment on column tax_receipt.vat_no is 'receipt of the VAT return as agent; null: no return was due, or before 2026-11-27, when one number covered both';
comment on column tax_receipt.withholding_no is 'receipt of the withholding return of VAT, with its part of the figures; null: no return was due';
comment on column tax_payment.entry_id is 'the entry that it belongs to; null: moved by a credit case';
comment on column tax_payment.vat_return is 'return whose VAT or surcharges it pays; unused for income tax';
comment on column tax_form.first_day is 'first day of use';
comment on column tax_form.chosen is 'columns that a person chose instead of the ones found';
comment on column tax_draft.base_version is 'policy that it is based on and succeeds';
comment on column tax_draft.policy_version is 'its version number after publication';
comment on column tax_draft.digest is 'digest of the first day, end and figures that examples and preview were computed with';
comment on column tax_draft.before_to is 'last day of the preceding policy before the publication';
comment on column tax_draft.leave_by is 'person who requests its withdrawal before its first day';
comment on column platform_report.reason is 'reason for the correction; empty in the first edition';
comment on column platform_report_row.facts is 'digest of the identity form, which shows changes';
comment on column einvoice_channel.test_result is 'fault found by the last test; empty: the channel answered correctly';
comment on table einvoice_exchange is 'A request to a channel: number, subject, digests of request and response, and result. Append-only.';
comment on column einvoice_exchange.asked_digest is 'SHA-256 of the sent body; empty: nothing was sent';
comment on table invoice_quota is 'The amount of a unit''s payments at a centre in open applications. Each application locks the row.';
comment on column invoice_application.finished_at is 'when the last invoice was issued, or the application ended without invoices';
comment on table invoice is 'An invoice, planned with its application and numbered when it is issued.';
comment on column application.round is 'number of submissions';
comment on column application.clause_version is 'accepted version of the privacy text; then time and address of the acceptance';
comment on column registration_appeal.centre_id is 'centre whose reviewers decide; null: the platform';
comment on column registration_appeal.upheld_by is 'person who first upheld an appeal that hands over an account, with the reason; another person executes it';
comment on column import_row.cells is 'all cells except people''s numbers';
comment on column import_row.made_id is 'operator, unit or order created from it';
comment on column import_file.position is 'place in the ZIP';
comment on column opening_sheet.ended_reason is 'why it was discarded or is to be reversed';
comment on column opening_row.cells is 'as in the sheet';
comment on table report_day is 'Sums of the movements of a day in a past month, by place, unit and partner. Computed from the lines.';
comment on column report_day.booked_on is 'booking day of the success, return or failure';
comment on column report_day.platform_fen is 'share of the platform in the fee; the next columns are those of the centre, the partner and staff';
comment on table report_people is 'Number of people paid at a place in a past month, by booking day: in total, by unit and by day. Computed from the lines.';
comment on column report_people.unit_id is 'null: all units of the place';
comment on column report_people.day is 'null: the whole month';
comment on table report_fee_day is 'Sums of the channel fees of a day in a past month, by place, unit and partner. Computed from the lines of channel files.';
comment on column account_closing.language is 'language of the operator, for the last message';
comment on column audit_verification.broken is 'first inconsistent entry';
comment on column gateway.test_result is 'fault found by the last test; empty: the gateway answered correctly';
comment on table gateway_call is 'A query to a provider: a reference to its subject, the result and the cost. Answers with a number are not stored.';
comment on column gateway_call.subject_index is 'blind index of the card, which limits the queries about a card per day';
comment on column gateway_call.question is 'Keyed digest of the whole query. The same query within a day gets this result at no cost.';
comment on column text_message.digest is 'keyed digest of number, subject and text, which finds repeated messages';
