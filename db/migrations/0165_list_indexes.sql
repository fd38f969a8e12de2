-- Lists show the first page of a million rows under any of their filters without reading the others: each filter has an index that ends in the order of the list.
-- They begin with the centre; whoever sees all centres has each of them read by itself.

-- What an operator signed for its centre is kept beside the operator, up to the last day on which it is in force: to look for those without it, papers cannot be read.
alter table operator add column agreement_until date, add column filing_until date;

create function app.operator_papers(ids bigint[]) returns void language sql security definer set search_path to 'public', 'app' as $$
  update operator set agreement_until = paper.agreement_until, filing_until = paper.filing_until
  from (select own.id, max(coalesce(consent.valid_to, 'infinity')) filter (where consent.kind = 'agreement') as agreement_until,
      max(coalesce(consent.valid_to, 'infinity')) filter (where consent.kind = 'tax_filing') as filing_until
    from operator own left join consent on consent.operator_id = own.id and consent.centre_id = own.centre_id and consent.revoked_at is null
    where own.id = any(ids) group by own.id) paper
  where operator.id = paper.id and (operator.agreement_until is distinct from paper.agreement_until or operator.filing_until is distinct from paper.filing_until)
$$;
revoke execute on function app.operator_papers(bigint[]) from public;

create function app.consents_changed() returns trigger language plpgsql security definer set search_path to 'public', 'app' as $$
begin
  perform app.operator_papers(array(select distinct operator_id from changed where kind <> 'personal_data' order by operator_id));
  return null;
end $$;
create trigger consent_added after insert on consent referencing new table as changed for each statement execute function app.consents_changed();
create trigger consent_changed after update on consent referencing new table as changed for each statement execute function app.consents_changed();

create function app.operator_moved() returns trigger language plpgsql security definer set search_path to 'public', 'app' as $$
begin
  perform app.operator_papers(array[new.id]);
  return null;
end $$;
create trigger operator_moved after update of centre_id on operator for each row when (old.centre_id <> new.centre_id) execute function app.operator_moved();

select app.operator_papers(array(select id from operator));

create index operator_agreement_ends on operator (agreement_until) where agreement_until < 'infinity';
create index operator_filing_ends on operator (filing_until) where filing_until < 'infinity';
create index operator_unsigned on operator (centre_id, kind, id desc) where agreement_until is null;
create index operator_signed on operator (centre_id, kind, id desc) where agreement_until is not null;
create index operator_unauthorised on operator (centre_id, kind, id desc) where filing_until is null;
create index operator_authorised on operator (centre_id, kind, id desc) where filing_until is not null;
create index operator_status on operator (centre_id, kind, status, id desc);
create index operator_yztype on operator (centre_id, kind, yztype, id desc);
create index operator_verified on operator (centre_id, kind, is_identity_verified, id desc);
create index operator_created on operator (centre_id, kind, created_at desc, id desc);
create index operator_entity_of_state on operator_entity (centre_id, state, operator_id desc);
create index consent_list on consent (centre_id, id desc);

create index payment_batch_cost on payment_batch (centre_id, mode, cost_fen desc, id desc);
create index payment_batch_unit_cost on payment_batch (unit_id, cost_fen desc, id desc);
create index payment_batch_created on payment_batch (centre_id, mode, created_at desc, id desc);
create index payment_batch_unit_created on payment_batch (unit_id, created_at desc, id desc);
create index payment_batch_unit_state on payment_batch (unit_id, state, id desc);
create index payment_batch_unit_paid on payment_batch (unit_id, paid_at) include (success_cost_fen, centre_id, mode) where paid_at is not null;
create index payment_batch_short on payment_batch (centre_id, mode, id desc) where is_insufficient;
create index payment_batch_unit_short on payment_batch (unit_id, id desc) where is_insufficient;
create index payment_batch_failed on payment_batch (centre_id, mode, id desc) where failed_count > 0;
create index payment_batch_unit_failed on payment_batch (unit_id, id desc) where failed_count > 0;
create index payment_batch_returned on payment_batch (centre_id, mode, id desc) where returned_count > 0;
create index payment_batch_unit_returned on payment_batch (unit_id, id desc) where returned_count > 0;

-- Nearly all receipts are of payments.
create index voucher_other on voucher (centre_id, mode, kind, id desc) where kind <> 'payment';
create index voucher_unit_other on voucher (unit_id, kind, id desc) where kind <> 'payment';
create index voucher_returned on voucher (centre_id, mode, id desc) where is_returned;
create index voucher_unit_returned on voucher (unit_id, id desc) where is_returned;
drop index voucher_traded;
create index voucher_traded on voucher (centre_id, mode, traded_at desc, id desc);
create index voucher_unit_traded on voucher (unit_id, traded_at desc, id desc);

create index topup_list on topup (centre_id, mode, id desc);
create index topup_submitted on topup (centre_id, mode, submitted_at desc, id desc);
create index topup_unit_list on topup (unit_id, id desc);
create index topup_unit_state on topup (unit_id, state, id desc);
create index topup_unit_submitted on topup (unit_id, submitted_at desc, id desc);

create index bank_credit_list on bank_credit (centre_id, mode, credited_at desc, id desc);
drop index bank_credit_open;
create index bank_credit_open on bank_credit (centre_id, mode, state, credited_at desc, id desc);

-- As with receipts.
create index ledger_journal_other on ledger_journal (centre_id, mode, kind, id desc) where kind <> 'payment';
create index ledger_journal_unit_other on ledger_journal (unit_id, kind, id desc) where kind <> 'payment';
create index ledger_journal_at on ledger_journal (centre_id, mode, at desc, id desc);
create index ledger_journal_unit_at on ledger_journal (unit_id, at desc, id desc);

create index contract_kind on contract (centre_id, mode, kind, id desc);
create index contract_state on contract (centre_id, mode, sign_state, id desc);
create index contract_created on contract (centre_id, mode, created_at desc, id desc);
create index contract_paper on contract (centre_id, mode, id desc) where source = 'paper';
create index contract_ending on contract (centre_id, mode, valid_to, id) where sign_state = 'done';
create index contract_unit_ending on contract (unit_id, valid_to, id) where sign_state = 'done' and unit_id is not null;
create index contract_begins on contract (centre_id, mode, valid_from) where sign_state in ('done', 'terminating');
create index contract_unit_list on contract (unit_id, id desc) where unit_id is not null;
create index contract_unit_kind on contract (unit_id, kind, id desc) where unit_id is not null;
create index contract_unit_state on contract (unit_id, sign_state, id desc) where unit_id is not null;
create index contract_unit_created on contract (unit_id, created_at desc, id desc) where unit_id is not null;

create index candidate_first on candidate (centre_id, (state in ('open', 'waiting')) desc, id desc);
create index candidate_unit_first on candidate (unit_id, (state in ('open', 'waiting')) desc, id desc);
create index candidate_submitted on candidate (centre_id, submitted_at desc, id desc);

create index application_first on application (kind, (state <> 'pending'), (case when state = 'pending' then submitted_at else 'infinity' end), (case when state = 'pending' then id else -id end)) where submitted_at is not null;
create index application_centre_first on application (centre_id, kind, (state <> 'pending'), (case when state = 'pending' then submitted_at else 'infinity' end), (case when state = 'pending' then id else -id end))
  where submitted_at is not null;
create index application_submitted on application (kind, submitted_at desc, id desc) where submitted_at is not null;
create index application_centre_submitted on application (centre_id, kind, submitted_at desc, id desc) where submitted_at is not null;

create index account_application_first on account_application ((state <> 'pending'), (case when state = 'pending' then id else -id end));
create index account_application_requested on account_application (requested_at desc, id desc);

create index identity_dispute_first on identity_dispute (centre_id, (state = 'open') desc, id desc);
create index relation_exception_first on relation_exception (centre_id, (state = 'pending') desc, id desc);
create index registration_appeal_first on registration_appeal (centre_id, (state = 'open') desc, id desc);

create index operator_entity_list_state on operator_entity (centre_id, state, id desc);
create index operator_entity_tax_kind on operator_entity (centre_id, tax_kind, id desc);
create index operator_entity_levy on operator_entity (centre_id, levy, id desc);
create index entity_obligation_state on entity_obligation (centre_id, state, due_on, id);
create index entity_obligation_kind on entity_obligation (centre_id, kind, due_on, id);

create index app_user_unit_list on app_user (unit_id, id desc) where unit_id is not null;
create index app_user_post on app_user (poststatus, id desc) where poststatus <> 0;
create index app_user_locked on app_user (id desc) where status = 9 or locked_until is not null;
drop index user_role_role;
create index user_role_role on user_role (role_id, user_id desc);

drop index client_error_age;
create index client_error_list on client_error (created_at desc, id desc);

-- Months of large income, from which those who come near a limit of twelve months are found.
create index tax_standing_large on tax_standing (gross_fen desc, month) include (operator_id) where gross_fen >= 1000000;

-- The number of what an entry of the log is about stands in its detail, where row-level security lets no index look. Whoever asks sees of the answer what is in sight.
create function app.audit_of_no(no text) returns setof bigint language sql stable security definer set search_path to 'public', 'app' as $$
  select id from audit_log where detail ->> 'no' = audit_of_no.no
$$;
revoke execute on function app.audit_of_no(text) from public;
grant execute on function app.audit_of_no(text) to app_rw;
