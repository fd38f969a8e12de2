-- Drafts keep every person who worked on them, and another person publishes (decision 0093). A trigger compares the two people of every decision, also when the maker
-- set the decider's password within 24 hours.

-- Adds the people who write a draft to its hands: the caller, and the people in the columns named. A draft whose last content was agreed starts over; the first
-- argument lists the states in which it was.
create function app.keep_hands() returns trigger language plpgsql as $$
declare
  kept jsonb := to_jsonb(new);
  before bigint[] := '{}';
begin
  if tg_op = 'UPDATE' and not (to_jsonb(old) ->> 'state') = any (tg_argv[0]::text[]) then before := old.hands; end if;
  new.hands := array(select distinct hand from unnest(before || app.doer() || array(select (kept ->> made)::bigint from unnest(tg_argv[1:]) made)) hand
    where hand is not null order by hand);
  return new;
end $$;

alter table tax_form add column hands bigint[] not null default '{}';
comment on column tax_form.hands is 'every person who made or changed it: none of them publishes it';
alter table opening_sheet add column hands bigint[] not null default '{}';
comment on column opening_sheet.hands is 'every person who uploaded or replaced it: none of them confirms it';
alter table invoice_title add column hands bigint[] not null default '{}';
comment on column invoice_title.hands is 'every person who changed it since it was last approved: none of them approves it';

-- Earlier hands, as the columns and the trail remember them.
create function pg_temp.hands_of(kind text, id bigint, actions text[], known bigint[]) returns bigint[] language sql as $$
  select array(select distinct hand from (select unnest(known) as hand union all
    select user_id from audit_log where ref_type = kind and ref_id = id::text and outcome = 'done' and action = any (actions)) worked
    where hand is not null and hand <> 0 order by hand)
$$;
update tax_form set hands = pg_temp.hands_of('tax_form', id, '{forms.upload,forms.adjust}', array[made_by, edited_by]) where state = 'draft';
update opening_sheet set hands = pg_temp.hands_of('opening', id, '{moving.upload,moving.replace}', array[prepared_by]) where state in ('draft', 'prepared');
update invoice_title set hands = pg_temp.hands_of('invoice_title', id, '{titles.create,titles.change}', array[changed_by]) where state in ('pending', 'rejected');

create trigger tax_form_hands before insert or update of first_day, chosen, edited_by on tax_form for each row execute function app.keep_hands('{}', 'made_by', 'edited_by');
create trigger opening_sheet_hands before insert or update of file_id, prepared_by on opening_sheet for each row execute function app.keep_hands('{}', 'prepared_by');
create trigger invoice_title_hands before insert or update of name, tax_no, address, telephone, bank, account_no, email, changed_by on invoice_title for each row
  execute function app.keep_hands('{approved}', 'changed_by');

alter table tax_form drop constraint tax_form_two_people,
  add constraint tax_form_two_people check (published_by is null or (published_by <> all (hands) and published_by <> made_by and published_by <> edited_by));
alter table opening_sheet drop constraint opening_sheet_four_eyes, add constraint opening_sheet_four_eyes
  check ((confirmed_by is null or (confirmed_by <> all (hands) and confirmed_by <> prepared_by)) and (undone_by is null or undone_by is distinct from undo_asked_by));

-- Editors of drafts and their publishers.
create trigger tax_form_by_other before update of published_by on tax_form for each row
  when (app.is_program() and new.published_by is not null and old.published_by is null) execute function app.expect_other_hand('published_by', 'hands');
create trigger tax_draft_by_other before update of published_by on tax_draft for each row
  when (app.is_program() and new.published_by is not null and old.published_by is null) execute function app.expect_other_hand('published_by', 'hands');
create trigger tax_draft_left_by_other before update of left_by on tax_draft for each row
  when (app.is_program() and new.left_by is not null and old.left_by is null) execute function app.expect_other_hand('left_by', 'leave_by');
create trigger calendar_year_by_other before update of published_by on calendar_year for each row
  when (app.is_program() and new.published_by is not null and old.published_by is null) execute function app.expect_other_hand('published_by', 'hands');
create trigger opening_sheet_by_other before update of confirmed_by on opening_sheet for each row
  when (app.is_program() and new.confirmed_by is not null and old.confirmed_by is null) execute function app.expect_other_hand('confirmed_by', 'hands');
create trigger opening_sheet_undone_by_other before update of undone_by on opening_sheet for each row
  when (app.is_program() and new.undone_by is not null and old.undone_by is null) execute function app.expect_other_hand('undone_by', 'undo_asked_by');
create trigger import_sheet_by_other before update of committed_by on import_sheet for each row
  when (app.is_program() and new.kind = 'contracts' and new.committed_by is not null and old.committed_by is null)
  execute function app.expect_other_hand('committed_by', 'preparers');
create trigger invoice_title_by_other before update of state on invoice_title for each row
  when (app.is_program() and old.state = 'pending' and new.state = 'approved' and new.changed_at is not distinct from old.changed_at)
  execute function app.expect_other_hand('', 'hands');

-- Proposals of one person and decisions of another.
create trigger credit_return_by_other before update of decided_by on credit_return for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null) execute function app.expect_other_hand('decided_by', 'proposed_by');
create trigger refund_by_other before update of decided_by on refund for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null) execute function app.expect_other_hand('decided_by', 'applied_by');
create trigger refund_paid_by_other before update of paid_by on refund for each row
  when (app.is_program() and new.paid_by is not null and old.paid_by is null) execute function app.expect_other_hand('paid_by', 'applied_by', 'decided_by');
create trigger balance_adjustment_by_other before update of decided_by on balance_adjustment for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null and new.state <> 'withdrawn')
  execute function app.expect_other_hand('decided_by', 'proposed_by');
create trigger commission_bill_by_other before update of paid_by on commission_bill for each row
  when (app.is_program() and new.paid_by is not null and old.paid_by is null) execute function app.expect_other_hand('paid_by', 'prepared_by');
create trigger commission_adjustment_by_other before update of decided_by on commission_adjustment for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null and new.state <> 'withdrawn')
  execute function app.expect_other_hand('decided_by', 'proposed_by');
create trigger payment_objection_by_other before update of decided_by on payment_objection for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null) execute function app.expect_other_hand('decided_by', 'created_by');
create trigger identity_dispute_by_other before update of resolved_by on identity_dispute for each row
  when (app.is_program() and new.state in ('kept', 'ended') and old.state = 'open') execute function app.expect_other_hand('resolved_by', 'created_by');
create trigger hand_verification_by_other before update of decided_by on hand_verification for each row
  when (app.is_program() and new.state in ('confirmed', 'refused') and old.decided_by is null) execute function app.expect_other_hand('decided_by', 'asked_by');
create trigger relation_exception_by_other before update of decided_by on relation_exception for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null) execute function app.expect_other_hand('decided_by', 'created_by');
create trigger candidate_by_other before update of decided_by on candidate for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is distinct from new.decided_by) execute function app.expect_other_hand('decided_by', 'submitted_by');
create trigger account_application_by_other before update of decided_by on account_application for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null) execute function app.expect_other_hand('decided_by', 'requested_by');
create trigger fee_plan_version_by_other before update of decided_by on fee_plan_version for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null and new.state <> 'withdrawn')
  execute function app.expect_other_hand('decided_by', 'proposed_by');
create trigger split_rule_by_other before update of decided_by on split_rule for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null and new.state <> 'withdrawn')
  execute function app.expect_other_hand('decided_by', 'created_by');
create trigger unit_setting_version_by_other before update of decided_by on unit_setting_version for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null and new.state <> 'withdrawn')
  execute function app.expect_other_hand('decided_by', 'created_by');
create trigger tax_declaration_by_other before update of confirmed_by on tax_declaration for each row
  when (app.is_program() and new.confirmed_by is not null and old.confirmed_by is distinct from new.confirmed_by)
  execute function app.expect_other_hand('confirmed_by', 'closed_by');
create trigger acct_mapping_by_other before update of checked_by on acct_mapping for each row
  when (app.is_program() and new.checked_by is not null and old.checked_by is null) execute function app.expect_other_hand('checked_by', 'made_by');
create trigger invoice_application_by_other before update of reviewed_by on invoice_application for each row
  when (app.is_program() and new.reviewed_by is not null and old.reviewed_by is distinct from new.reviewed_by)
  execute function app.expect_other_hand('reviewed_by', 'applied_by');
create trigger contract_by_other before update of checked_by on contract for each row
  when (app.is_program() and new.checked_by is not null and old.checked_by is null) execute function app.expect_other_hand('checked_by', 'created_by');
create trigger payout_stop_by_other before update of released_by on payout_stop for each row
  when (app.is_program() and new.released_by is not null and old.released_by is null) execute function app.expect_other_hand('released_by', 'asked_by');

-- A payment to the tax office, and its reversal, are confirmed by another person.
create trigger tax_entry_by_other before update of state on tax_entry for each row
  when (app.is_program() and new.state = 'confirmed' and old.state = 'proposed') execute function app.expect_other_hand('decided_by', 'by_id');
create trigger tax_entry_reversed_by_other before update of state on tax_entry for each row
  when (app.is_program() and new.state = 'reversed') execute function app.expect_other_hand('reversed_by', 'reverse_by');
