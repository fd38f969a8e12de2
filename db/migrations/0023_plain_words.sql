-- compatible with 0019_parts_of_differences.sql
-- Rewords the errors that functions and triggers raise, and comments of columns. The rules stay the same.

create or replace function app.account_made() returns trigger language plpgsql as $$
declare
  actor bigint := nullif(app.user_id(), 0);
  is_moved boolean;
begin
  if actor is null or actor = new.id then return new; end if;
  if tg_op = 'INSERT' then
    new.made_by := actor;
    return new;
  end if;
  is_moved := (nullif(new.mobile, ''), nullif(lower(new.email), '')) is distinct from (nullif(old.mobile, ''), nullif(lower(old.email), ''))
    and (nullif(new.mobile, '') is not null or nullif(new.email, '') is not null);
  if is_moved and exists (select from account_change change where change.user_id = new.id and change.kind = 'mobile' and change.state = 'done'
      and change.mobile = new.mobile and change.decided_by = actor) and new.email is not distinct from old.email then
    new.contact_moved := false;
    new.password_reset_by := actor;
    new.password_reset_at := app.moment();
  elsif is_moved and exists (select from registration_appeal appeal join app_user reviewer on reviewer.id = actor
      where appeal.unit_id = new.unit_id and appeal.state = 'open' and appeal.upheld_by is not null and appeal.upheld_by <> actor and reviewer.usertype in (1, 4)) then
    -- Two reviewers hand the account to an appellant.
    new.contact_moved := false;
    new.password_reset_by := actor;
    new.password_reset_at := app.moment();
  elsif is_moved then
    if old.status in (5, 8, 9) and app.moves_money(new.id) then
      raise exception 'app_user: only two people can change the mobile or e-mail of an account that moves money' using errcode = 'integrity_constraint_violation';
    end if;
    if exists (select from account_application request where request.user_id = new.id and request.state = 'pending') then
      raise exception 'app_user: a reviewer must compare the mobile and e-mail with the letter' using errcode = 'integrity_constraint_violation';
    end if;
    -- A person who sets the telephone can have a password sent to it.
    new.made_by := actor;
    new.owned_at := null;
    new.contact_moved := old.status in (5, 8, 9);
    new.password_reset_by := actor;
    new.password_reset_at := app.moment();
  elsif new.password_hash <> old.password_hash and new.made_by is not null and new.made_by <> actor then
    new.owned_at := app.moment();
    new.contact_moved := false;
  elsif new.password_hash <> old.password_hash and new.made_by is not null then
    new.owned_at := null;
  end if;
  return new;
end $$;

create or replace function app.expect_approved_change() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  change guarded_change;
  wanted jsonb;
begin
  select * into change from guarded_change where guarded_change.kind = tg_argv[0] and row_id = new.id and state = 'approved' for no key update;
  wanted := app.wanted_of(change);
  if change.id is null or change.decided_by = change.proposed_by or change.effective_at > app.moment()
    or exists (select from unnest(tg_argv[1:]) guarded where wanted -> guarded is distinct from to_jsonb(new) -> guarded) then
    raise exception '%: guarded columns change only by a proposal of one person that another approved', tg_argv[0] using errcode = 'integrity_constraint_violation';
  end if;
  update guarded_change set state = 'effective' where guarded_change.id = change.id;
  return new;
end $$;

create or replace function app.guarded_change_decided() returns trigger language plpgsql as $$
begin
  if new.decided_by is distinct from app.user_id() or app.user_id() is null
    or not ((old.state = 'waiting' and new.state in ('approved', 'rejected', 'withdrawn')) or (old.state = 'approved' and new.state = 'withdrawn'))
    or (new.state in ('approved', 'rejected') and new.decided_by = new.proposed_by)
    or (new.state = 'approved' and new.effective_at < new.decided_at + app.cooling_of(new)) then
    raise exception 'guarded_change: a person other than the proposer decides once, in their own name' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.guarded_change_made() returns trigger language plpgsql as $$
begin
  if new.state <> 'waiting' or new.proposed_by is distinct from app.user_id() then
    raise exception 'guarded_change: the caller must be the proposer' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.expect_admin() returns void language plpgsql as $$
begin
  perform app.lock_access();
  if not app.has_admin() then raise exception 'no account would hold admin3' using errcode = 'integrity_constraint_violation'; end if;
end $$;

create or replace function app.duty_needs_two() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not app.duties_need_two() or exists (select from role where id = new.role_id and new.permission = any (duties))
    or exists (select from role_permission where role_id = new.role_id and permission = new.permission) then
    return new;
  end if;
  raise exception 'role_permission: only two people can give a role a duty' using errcode = 'integrity_constraint_violation';
end $$;

create or replace function app.role_needs_two() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if app.duties_need_two() and exists (select from app_user where id = new.user_id and usertype in (1, 4) and not new.role_id = any (duty_roles))
    and exists (select from role_permission where role_id = new.role_id and app.carries_duty(permission))
    and not exists (select from user_role where user_id = new.user_id and role_id = new.role_id) then
    raise exception 'user_role: only two people can give an account a role with a duty' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.account_change_decided() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' and new.state is distinct from old.state or new.decided_by is distinct from app.user_id()
    or (new.user_id, new.kind, new.proposed_by, new.proposed_at) is distinct from (old.user_id, old.kind, old.proposed_by, old.proposed_at)
    or (new.mobile is distinct from old.mobile and (new.mobile is not null or new.state = 'waiting')) then
    raise exception 'account_change: a change is decided once, in the name of the decider' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.account_change_made() returns trigger language plpgsql as $$
begin
  if new.state <> 'waiting' or new.proposed_by is distinct from app.user_id() then
    raise exception 'account_change: the caller must be the proposer' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.guard_contract() returns trigger language plpgsql as $$
begin
  if old.sign_state in ('done', 'terminating', 'terminated') then
    if (new.file_id, new.sha256, new.parties, new.fields, new.kind, new.source, new.template_id, new.valid_from, new.centre_id, new.unit_id, new.operator_id, new.partner_id, new.entity_id)
        is distinct from (old.file_id, old.sha256, old.parties, old.fields, old.kind, old.source, old.template_id, old.valid_from, old.centre_id, old.unit_id, old.operator_id, old.partner_id, old.entity_id) then
      raise exception 'a signed contract cannot change' using errcode = 'integrity_constraint_violation';
    end if;
    if old.source = 'moved' and (new.origin_no, new.signed_on, new.sheet_id, new.created_by, new.checked_by, new.done_at, new.consents)
        is distinct from (old.origin_no, old.signed_on, old.sheet_id, old.created_by, old.checked_by, old.done_at, old.consents) then
      raise exception 'a contract taken over cannot change' using errcode = 'integrity_constraint_violation';
    end if;
    if old.source = 'moved' and old.sign_state = 'done' and new.sign_state = 'revoked' then
      if exists (select from app.rests_on_contracts(array[old.id])) then
        raise exception 'payments were made under this contract' using errcode = 'integrity_constraint_violation';
      end if;
    elsif new.sign_state not in ('done', 'terminating', 'terminated') or old.sign_state = 'terminated' and new.sign_state <> 'terminated' then
      raise exception 'a signature cannot be removed from a contract' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  if old.source = 'moved' and old.sign_state = 'revoked' and new.sign_state <> 'revoked' then
    raise exception 'a withdrawn contract cannot be restored' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.partner_agreement(partner bigint, today date) returns table(stand text, contract_id bigint)
  language sql stable security definer set search_path = public, app, pg_temp as $$
    select agreement.stand, agreement.id from (
      select contract.id, case
          when sign_state in ('done', 'terminating') and today between valid_from and valid_to then 'current'
          when sign_state in ('done', 'terminating') then case when today < valid_from then 'early' else 'over' end
          else sign_state end as stand
        from contract where contract.partner_id = partner and contract.kind = 'partner' and sign_state <> 'draft'
          -- A contract revoked before it was sent does not count.
          and (sign_state <> 'revoked' or sent_at is not null)
    ) agreement order by case agreement.stand when 'current' then 0 when 'signing' then 1 when 'early' then 1 else 2 end, agreement.id desc limit 1
  $$;

create or replace function app.guard_sign_task() returns trigger language plpgsql as $$
begin
  if old.state in ('signed', 'refused') and (new.state, new.signed_at, new.evidence, new.image_file_id, new.read_at, new.proved_at, new.signer_name, new.reason)
      is distinct from (old.state, old.signed_at, old.evidence, old.image_file_id, old.read_at, old.proved_at, old.signer_name, old.reason) then
    raise exception 'a signature cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.guard_order() returns trigger language plpgsql as $$
begin
  raise exception 'an order that ended cannot change' using errcode = 'integrity_constraint_violation';
end $$;

create or replace function app.guard_template() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' or old.edition > 0 and exists (select from contract where template_id = old.id) then
      raise exception 'a template that was in use cannot be deleted' using errcode = 'integrity_constraint_violation';
    end if;
    return old;
  end if;
  if old.state <> 'draft' and (new.name, new.kind, new.mode, new.for_centre_id, new.format, new.body, new.file_id, new.fields, new.signers, new.places, new.consents, new.edition, new.series_id)
      is distinct from (old.name, old.kind, old.mode, old.for_centre_id, old.format, old.body, old.file_id, old.fields, old.signers, old.places, old.consents, old.edition, old.series_id) then
    raise exception 'an enabled template cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  if old.state <> 'draft' and new.state = 'draft' then
    raise exception 'an enabled template cannot become a draft' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.guard_file() returns trigger language plpgsql as $$
begin
  if (new.id, new.sha256, new.size_bytes, new.media_type, new.created_by, new.created_at) is distinct from (old.id, old.sha256, old.size_bytes, old.media_type, old.created_by, old.created_at) then
    raise exception 'a stored file cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.begins_out_of_use() returns trigger language plpgsql as $$
begin
  raise exception '%: a new row must start disabled', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create or replace function app.expect_two_steps() returns trigger language plpgsql as $$
declare
  kept jsonb := to_jsonb(new);
  before jsonb := to_jsonb(old);
begin
  if kept ->> 'state' = tg_argv[0] and before ->> 'state' <> tg_argv[0] and (before ->> tg_argv[1] is null or kept ->> tg_argv[1] <> before ->> tg_argv[1]) then
    raise exception '%: two people must do this, one after the other', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  if kept ->> tg_argv[1] is distinct from before ->> tg_argv[1]
    and (before ->> tg_argv[1] is not null or (kept ->> tg_argv[1])::bigint is distinct from app.user_id()) then
    raise exception '%: the first person is recorded once, and must be the caller', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.refuse_same_hand() returns void language plpgsql as $$
begin
  raise exception 'a person who took part, or whose password a participant set within 24 hours, cannot decide' using errcode = 'YC001';
end $$;

create or replace function app.expect_hand() returns trigger language plpgsql as $$
begin
  if not exists (select from hand_verification done where done.operator_id = (to_jsonb(new) ->> tg_argv[0])::bigint and done.state = 'confirmed'
      and (case when tg_argv[1] = 'card' then done.card_id = new.id else done.card_id is null end)) then
    raise exception 'no person confirmed this by hand' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function app.ensure_month(parent text, starts date) returns bigint language plpgsql set lock_timeout = '5s' as $$
declare
  part text := format('%s_%s', parent, to_char(starts, 'YYYYMM'));
  rest text := parent || '_rest';
  ends date := (starts + interval '1 month')::date;
  moved bigint := 0;
begin
  if to_regclass(part) is not null then return 0; end if;
  -- Locks the table first, as every query does, then the partition. Until the end, the default partition takes no rows.
  execute format('lock table only %I in share update exclusive mode', parent);
  execute format('lock table %I in access exclusive mode', rest);
  if to_regclass(part) is not null then return 0; end if;
  execute format('create table %I (like %I including defaults including constraints)', part, parent);
  execute format('insert into %I select * from %I where month >= %L and month < %L', part, rest, starts, ends);
  get diagnostics moved = row_count;
  if moved > 0 then
    execute format('alter table %I disable trigger user', rest);
    execute format('delete from %I where month >= %L and month < %L', rest, starts, ends);
    execute format('alter table %I enable trigger user', rest);
  end if;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, starts, ends);
  return moved;
end $$;

create or replace trigger collection_stands before update on collection for each row
  when (
    old.state not in ('draft', 'returned')
    and (old.operator_id, old.unit_id, old.centre_id, old.mode, old.order_id, old.entity_id, old.amount_fen,
      old.period_from, old.period_to, old.content)
      is distinct from (new.operator_id, new.unit_id, new.centre_id, new.mode, new.order_id, new.entity_id,
      new.amount_fen, new.period_from, new.period_to, new.content)
  )
  execute function app.refuse('a submitted claim cannot change');

create or replace trigger payment_objection_ended before update on payment_objection for each row
  when (old.state in ('upheld', 'rejected', 'withdrawn'))
  execute function app.refuse('an objection that ended cannot change');

create or replace trigger commission_day_billed before update on commission_day for each row
  when (old.bill_id is not null)
  execute function app.refuse('billed commission cannot change');

create or replace trigger commission_bill_agreed before update on commission_bill for each row
  when (
    old.state not in ('generated', 'disputed')
    and (old.adjusted_fen, old.amount_fen) is distinct from (new.adjusted_fen, new.amount_fen)
  )
  execute function app.refuse('a bill that the party confirmed cannot change');

create or replace trigger commission_bill_is_paid before update on commission_bill for each row
  when (old.state = 'paid')
  execute function app.refuse('a paid bill cannot change');

create or replace trigger commission_adjustment_stands before update on commission_adjustment for each row
  when (old.state <> 'proposed')
  execute function app.refuse('a decision cannot change');

create or replace function app.debt_is_free() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from app.debts_of(array[new.month], array[new.id]) debt where debt.is_paid or debt.is_under_way) then
    raise exception 'payment_line: another line of this debt is paid or in progress' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.line_takes_claim() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update collection set state = 'paying', line_id = new.id, line_month = new.month, reason = '', version = version + 1
    where id = new.collection_id and state = 'confirmed' and (unit_id, centre_id, mode, amount_fen) = (new.unit_id, new.centre_id, new.mode, (new.amount_text::numeric * 100)::bigint);
  if not found then
    raise exception 'payment_line: a claim is paid once, with the confirmed unit and amount' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function app.line_tells_claim() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.state = 'success' then
    update collection set state = 'paid', paid_at = new.finished_at, came_back = false, version = version + 1 where id = new.collection_id and line_id = new.id and state = 'paying';
  elsif new.state in ('failed', 'cancelled', 'excluded') then
    update collection set state = 'confirmed', line_id = null, line_month = null, reason = left(new.fail_reason, 300), version = version + 1
      where id = new.collection_id and line_id = new.id and state = 'paying';
  elsif new.state = 'returned' then
    update collection set state = 'confirmed', line_id = null, line_month = null, paid_at = null, came_back = true, reason = left(new.fail_reason, 300), version = version + 1
      where id = new.collection_id and line_id = new.id and state = 'paid';
  elsif old.state in ('failed', 'cancelled') then
    update collection claim set state = 'paying', line_id = new.id, line_month = new.month, reason = '', submitted_at = coalesce(submitted_at, app.moment()),
        confirmed_by = coalesce(confirmed_by, app.doer()), confirmed_at = coalesce(confirmed_at, app.moment()), version = version + 1
      where id = new.collection_id and app.claim_takes_payment(claim, new.operator_id, new.unit_id, new.gross_fen);
    if not found then
      raise exception 'payment_line: the payment went out, but another line pays its claim, or the claim differs' using errcode = 'integrity_constraint_violation';
    end if;
  elsif old.state = 'excluded' then
    update collection set state = 'paying', line_id = new.id, line_month = new.month, reason = '', version = version + 1 where id = new.collection_id and state = 'confirmed';
    if not found then
      raise exception 'payment_line: another line now pays the claim of this excluded line' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  return null;
end $$;

create or replace trigger payment_line_booked_once before update of booked_at on payment_line for each row
  when (
    old.booked_at is distinct from new.booked_at
    and not (old.booked_at is null and new.state = 'success' and old.state <> 'success')
  )
  execute function app.refuse('the booking of a paid line cannot change');

create or replace trigger payment_line_fixed before update of seq, no, operator_id, entity_id, name, id_kind, bank_name, card_tail,
  entity_name, entity_credit_code, service, remark, amount_text, gross_fen, vat_fen, city_fen, education_fen,
  local_education_fen, surcharge_fen, iit_fen, tax_unit_fen, fee_fen, fee_unit_fen, fee_operator_fen, net_fen, cost_fen,
  income_fen, filing_way, calculation, retry_of_line_id on payment_line for each row
  when (
    old.state not in ('invalid', 'warned', 'ready', 'excluded')
    and (old.seq, old.no, old.operator_id, old.entity_id, old.name, old.id_kind, old.bank_name, old.card_tail,
      old.entity_name, old.entity_credit_code, old.service, old.remark, old.amount_text, old.gross_fen, old.vat_fen,
      old.city_fen, old.education_fen, old.local_education_fen, old.surcharge_fen, old.iit_fen, old.tax_unit_fen,
      old.fee_fen, old.fee_unit_fen, old.fee_operator_fen, old.net_fen, old.cost_fen, old.income_fen, old.filing_way,
      old.calculation::text, old.retry_of_line_id)
      is distinct from (new.seq, new.no, new.operator_id, new.entity_id, new.name, new.id_kind, new.bank_name,
      new.card_tail, new.entity_name, new.entity_credit_code, new.service, new.remark, new.amount_text, new.gross_fen,
      new.vat_fen, new.city_fen, new.education_fen, new.local_education_fen, new.surcharge_fen, new.iit_fen,
      new.tax_unit_fen, new.fee_fen, new.fee_unit_fen, new.fee_operator_fen, new.net_fen, new.cost_fen, new.income_fen,
      new.filing_way, new.calculation::text, new.retry_of_line_id)
  )
  execute function app.refuse('a line sent for payment cannot change');

create or replace trigger payment_line_numbers_fixed before update of id_number_sealed, id_number_index, mobile_sealed,
  mobile_index, card_no_sealed, card_no_index on payment_line for each row
  when (old.state not in ('invalid', 'warned', 'ready', 'excluded') and current_user = 'app_rw')
  execute function app.refuse('the numbers of a line sent for payment cannot change');

create or replace trigger payment_line_of_claim before update of collection_id, amount_text, id_number_index on payment_line
  for each row
  when (
    old.collection_id is distinct from new.collection_id and (old.collection_id is not null or current_user = 'app_rw')
    or old.collection_id is not null
      and (old.amount_text, old.id_number_index) is distinct from (new.amount_text, new.id_number_index)
  )
  execute function app.refuse('the claimed amount and payee of a line sent for payment cannot change');

create or replace function app.line_leaves_early() returns trigger language plpgsql as $$
begin
  if old.state not in ('invalid', 'warned', 'ready', 'excluded') then
    raise exception 'a queued line cannot be deleted' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;

create or replace function app.line_reopens() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from payout_exception where batch_id = old.batch_id and line_id = old.id and state = 'resolved' and resolution = 'paid') then
    raise exception 'payment_line: an unpaid final state changes only when an exception finds the payment' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.lines_begin() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from changed line left join payment_batch batch on batch.id = line.batch_id
      where line.state not in ('invalid', 'warned', 'ready', 'excluded') or batch.state is null or batch.state not in ('draft', 'fixing', 'ready')
        or (line.month, line.centre_id, line.unit_id, line.mode) is distinct from (batch.month, batch.centre_id, batch.unit_id, batch.mode)) then
    raise exception 'payment_line: new lines need a batch in preparation' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function app.lines_while_prepared() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from payment_batch where id = new.batch_id and state in ('draft', 'fixing', 'ready')) then
    raise exception 'payment_line: the lines of a submitted batch cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger payment_batch_begins after insert on payment_batch for each row
  when (
    current_user = 'app_rw'
    and (
      new.state <> 'draft'
      or new.maker_id is distinct from app.doer()
      or num_nonnulls(new.checker_id, new.auditor_id, new.payer_id) > 0
    )
  )
  execute function app.refuse('a new batch must be a draft of the caller');

create or replace trigger payment_batch_channel_fixed before update of channel_id on payment_batch for each row
  when (
    old.state in ('paid', 'partial', 'failed', 'closed', 'cancelled') and old.channel_id is distinct from new.channel_id
  )
  execute function app.refuse('the figures and terms of a sent or cancelled batch cannot change');

create or replace trigger payment_batch_fixed before update of line_count, error_count, warning_count, gross_fen, vat_fen,
  surcharge_fen, iit_fen, fee_fen, net_fen, cost_fen, policy_version, fee_snapshot, setting_snapshot, checklist,
  file_id, file_sha256, checker_id, auditor_id, payer_id, submitted_at, checked_at, audited_at, paid_at,
  recalculated_from, submitter_id on payment_batch for each row
  when (
    old.state in ('paying', 'paid', 'partial', 'failed', 'closed', 'cancelled')
    and (old.line_count, old.error_count, old.warning_count, old.gross_fen, old.vat_fen, old.surcharge_fen, old.iit_fen,
      old.fee_fen, old.net_fen, old.cost_fen, old.policy_version, old.fee_snapshot, old.setting_snapshot, old.checklist,
      old.file_id, old.file_sha256, old.checker_id, old.auditor_id, old.payer_id, old.submitted_at, old.checked_at,
      old.audited_at, old.paid_at, old.recalculated_from, old.submitter_id)
      is distinct from (new.line_count, new.error_count, new.warning_count, new.gross_fen, new.vat_fen,
      new.surcharge_fen, new.iit_fen, new.fee_fen, new.net_fen, new.cost_fen, new.policy_version, new.fee_snapshot,
      new.setting_snapshot, new.checklist, new.file_id, new.file_sha256, new.checker_id, new.auditor_id, new.payer_id,
      new.submitted_at, new.checked_at, new.audited_at, new.paid_at, new.recalculated_from, new.submitter_id)
  )
  execute function app.refuse('the figures and terms of a sent or cancelled batch cannot change');

create or replace function app.halt_by_two() returns trigger language plpgsql as $$
begin
  if old.halted_by is not null and new.halted_by is null and old.halted_by = app.doer() then
    raise exception 'payment_batch: a person other than the one who halted the batch must release it' using errcode = 'integrity_constraint_violation';
  end if;
  if new.halted_by is not null and (old.halted_by is not null or new.halted_by is distinct from app.doer() or new.state not in ('checking', 'auditing', 'payable', 'paying')) then
    raise exception 'payment_batch: a batch is halted once, by the caller, while it can still send' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function app.refuse_own_work() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  deciders bigint[] := array_remove(array[
    case when new.checker_id is distinct from old.checker_id then new.checker_id end, case when new.auditor_id is distinct from old.auditor_id then new.auditor_id end,
    case when new.payer_id is distinct from old.payer_id then new.payer_id end], null);
begin
  if exists (select from batch_deed join unnest(deciders) decider on user_id = any (app.hands_of(decider)) where batch_id = new.id) then
    raise exception 'a person who took part in making a batch, or whose password a participant set, cannot check, audit or pay it' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function app.papers_while_prepared() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from payment_batch where id = coalesce(new.batch_id, old.batch_id) and state in ('draft', 'fixing', 'ready')) then
    raise exception 'evidence: the documents of a submitted batch cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger payout_attempt_begins after insert on payout_attempt for each row
  when (current_user = 'app_rw' and new.state <> 'created')
  execute function app.refuse('a new attempt must be in the state created');

create or replace function app.payout_exception_by_two() returns trigger language plpgsql as $$
begin
  if new.state = 'proposed' and (old.state, old.resolution, old.proposed_by) is distinct from (new.state, new.resolution, new.proposed_by)
    and new.proposed_by is distinct from app.user_id() then
    raise exception 'the caller must be the proposer of the resolution' using errcode = 'integrity_constraint_violation';
  end if;
  if app.user_id() <> 0 and new.state = 'resolved' and new.resolution is not null
    and (old.state, old.resolution, old.proposed_by) is distinct from ('proposed', new.resolution, new.proposed_by) then
    raise exception 'an exception is resolved only as one person proposed and another approved' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.payout_exception_moves() returns trigger language plpgsql as $$
begin
  if old.state = 'resolved' or (to_jsonb(old) - '{state,owner_id,resolution,proposed_by,resolved_at,version}'::text[])
      is distinct from (to_jsonb(new) - '{state,owner_id,resolution,proposed_by,resolved_at,version}'::text[]) then
    raise exception 'the facts of an exception and resolved exceptions cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace trigger payout_report_begins after insert on payout_report for each row
  when (app.is_program() and (new.state <> 'waiting' or new.reported_by is distinct from app.user_id()))
  execute function app.refuse('the caller must be the reporter');

create or replace trigger payout_report_decided before update on payout_report for each row
  when (app.is_program() and new.decided_by is distinct from app.user_id())
  execute function app.refuse('the caller must be the decider of the report');

create or replace trigger payout_report_stands before update on payout_report for each row
  when (old.state <> 'waiting')
  execute function app.refuse('a decision cannot change');

create or replace function app.refuse_own_slip() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  people bigint[];
begin
  select array_agg(distinct hand) into people from added, unnest(app.hands_of(registered_by) || app.hands_of(confirmed_by)) hand;
  if exists (select from added join payout_attempt on payout_attempt.id = added.attempt_id
      join payment_line on payment_line.month = payout_attempt.month and payment_line.id = payout_attempt.line_id
      join batch_deed on batch_deed.batch_id = payment_line.batch_id and batch_deed.user_id = any (people)) then
    raise exception 'a person who took part in making a batch, or whose password a participant set, cannot register its payments' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger refund_begins before insert on refund for each row
  when (current_user = 'app_rw' and (new.state <> 'applied' or new.applied_by is distinct from app.doer()))
  execute function app.refuse('a new refund must be requested by the caller');

create or replace trigger refund_ended before update on refund for each row
  when (old.state in ('rejected', 'withdrawn', 'paid', 'failed'))
  execute function app.refuse('a decision cannot change');

create or replace trigger balance_adjustment_stands before update on balance_adjustment for each row
  when (old.state <> 'proposed')
  execute function app.refuse('a decision cannot change');

create or replace trigger balance_statement_agreed before update on balance_statement for each row
  when (old.state = 'confirmed')
  execute function app.refuse('an agreed statement cannot change');

create or replace trigger topup_begins after insert on topup for each row
  when (current_user = 'app_rw' and (new.state <> 'submitted' or new.submitted_by is distinct from app.doer()))
  execute function app.refuse('a new top-up must be submitted by the caller');

create or replace trigger topup_decided after update on topup for each row
  when (old.state in ('confirmed', 'rejected', 'withdrawn') and old.* is distinct from new.*)
  execute function app.refuse('a decision cannot change');

create or replace trigger bank_credit_begins after insert on bank_credit for each row
  when (current_user = 'app_rw' and new.state <> 'unclaimed')
  execute function app.refuse('a new credit must be unclaimed');

create or replace trigger bank_credit_booked after update on bank_credit for each row
  when (old.state in ('confirmed', 'returned') and old.* is distinct from new.*)
  execute function app.refuse('a booked or returned credit cannot change');

create or replace trigger credit_return_stands before update on credit_return for each row
  when (old.state <> 'proposed')
  execute function app.refuse('a decision cannot change');

create or replace function app.credit_imported() returns trigger language plpgsql as $$
begin
  if new.imported_by is distinct from app.user_id() then
    raise exception 'bank_credit: the person who registered a credit cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace trigger recon_day_stands before update on recon_day for each row
  when (
    old.state = 'closed'
    and (old.ours_count, old.ours_fen, old.theirs_count, old.theirs_fen, old.bank_count, old.bank_fen, old.topup_count,
      old.topup_fen)
      is distinct from (new.ours_count, new.ours_fen, new.theirs_count, new.theirs_fen, new.bank_count, new.bank_fen,
      new.topup_count, new.topup_fen)
  )
  execute function app.refuse('the matching of a closed day cannot change');

create or replace trigger recon_item_is_settled before update on recon_item for each row
  when (
    old.state = 'settled'
    and old.ending not in ('matched', 'timing')
    and (old.state, old.ending, old.ours_fen, old.theirs_fen, old.suspense_fen)
      is distinct from (new.state, new.ending, new.ours_fen, new.theirs_fen, new.suspense_fen)
  )
  execute function app.refuse('a settled difference cannot change');

create or replace function app.recon_item_by_two() returns trigger language plpgsql as $$
declare
  executed text := case
    when new.state = 'hung' and new.suspense_fen <> old.suspense_fen then 'hang'
    when new.state = 'settled' and old.state <> 'settled' and new.ending in ('hang', 'book', 'return') then new.ending end;
begin
  if new.state = 'proposed' and (old.state, old.proposal, old.proposed_by) is distinct from (new.state, new.proposal, new.proposed_by)
    and new.proposed_by is distinct from app.user_id() then
    raise exception 'the caller must be the proposer of the treatment' using errcode = 'integrity_constraint_violation';
  end if;
  if executed is null then return new; end if;
  if old.state <> 'proposed' or old.proposal <> executed then
    raise exception 'a difference is treated only as one person proposed and another approved' using errcode = 'integrity_constraint_violation';
  end if;
  if not app.is_other_hand(app.user_id(), array[old.proposed_by]) then perform app.refuse_same_hand(); end if;
  return new;
end $$;

create or replace function app.guard_tax_policy() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'tax_policy: a policy is not deleted' using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'INSERT' then
    new.digest := app.policy_digest(new.params);
  end if;
  if current_user <> 'app_rw' then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if not exists (select from tax_draft draft where draft.id = new.draft_id and draft.state = 'published' and draft.params = new.params and draft.first_day = new.effective_from
        and draft.policy_version = new.version and draft.published_by <> all (draft.hands)) then
      raise exception 'tax_policy: a policy takes effect only when two people publish it' using errcode = 'integrity_constraint_violation';
    end if;
    if app.policy_computed(new.effective_from, null) then
      raise exception 'tax_policy: tax was already computed for its days' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if old.effective_to < old.effective_from then
    raise exception 'tax_policy: a withdrawn policy cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  if new.effective_to < new.effective_from and not exists (select from tax_draft draft where draft.id = old.draft_id and draft.state = 'withdrawn') then
    raise exception 'tax_policy: two people can withdraw a policy, and only before its first day' using errcode = 'integrity_constraint_violation';
  end if;
  if (old.effective_to is null or new.effective_to < old.effective_to) and app.policy_computed(new.effective_to + 1, old.effective_to) then
    raise exception 'tax_policy: tax was already computed by it for days after its end' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.months_stand_still() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from before join after using (centre_id, mode, operator_id, month) join tax_period closed using (centre_id, mode, month)
      where (before.gross_fen, before.income_fen, before.vat_fen, before.city_fen, before.education_fen, before.local_education_fen, before.withheld_fen)
        is distinct from (after.gross_fen, after.income_fen, after.vat_fen, after.city_fen, after.education_fen, after.local_education_fen, after.withheld_fen)) then
    raise exception 'the figures of a closed month cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function app.closed_months_stay() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from tax_declaration period where period.centre_id = old.centre_id and period.mode = old.mode and period.month = old.month
      and period.state <> 'open') then
    raise exception 'a month in declaration cannot be reopened' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;

create or replace function app.guard_opening() returns trigger language plpgsql as $$
begin
  raise exception 'booked opening balances cannot change' using errcode = 'integrity_constraint_violation';
end $$;

create or replace trigger relation_exception_decided before update on relation_exception for each row
  when (old.state <> 'pending' and old.* is distinct from new.*)
  execute function app.refuse('a decision cannot change');

create or replace function app.unit_assignment_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'ahead' and to_jsonb(new) - 'state' = to_jsonb(old) - 'state'
    and ((new.state = 'cancelled' and old.since > app.moment()) or (new.state in ('held', 'lapsed') and old.since <= app.moment())) then
    return new;
  end if;
  raise exception 'past rows of % cannot change', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create or replace trigger acct_mapping_once before update on acct_mapping for each row
  when (old.state <> 'draft')
  execute function app.refuse('a decided mapping cannot change');

create or replace function app.acct_vouchers_stand() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from acct_issue issue where issue.id in (select issue_id from added) and issue.xmin::text <> pg_current_xact_id()::xid::text) then
    raise exception 'acct_voucher: an issued month takes no more vouchers' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function app.acct_lines_stand() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from acct_voucher voucher where voucher.id in (select voucher_id from added) and voucher.xmin::text <> pg_current_xact_id()::xid::text) then
    raise exception 'acct_voucher_line: issued vouchers cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from added group by voucher_id having sum(debit_fen) <> sum(credit_fen)) then
    raise exception 'acct_voucher_line: a voucher does not balance' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger business_filing_certificate_stays before delete on business_filing_certificate for each row
  when (old.filing_id is not null)
  execute function app.refuse('a certificate assigned to a business cannot change');

create or replace function app.business_figures_stand() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from business_filing filing where filing.id = new.filing_id and filing.centre_id = new.centre_id and filing.operator_id = new.operator_id
      and (filing.state = 'open' or (tg_op = 'INSERT' and filing.state = 'correcting')) and filing.edition = new.edition) then
    raise exception 'the figures of a closed filing cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace trigger issue_authorisation_stays before update on issue_authorisation for each row
  when (old.state <> 'active')
  execute function app.refuse('an authorisation that ended cannot change');

create or replace function app.guard_tax_form() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' then
    raise exception 'tax_form: a published or discarded template cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.keep_issued() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare is_wrong boolean;
begin
  if not exists (select from added where amount_fen < 0) then return null; end if;
  execute 'select exists (select from (select distinct application_id from added where amount_fen < 0) part
    where (select sum(amount_fen) from invoice_line held where held.application_id = part.application_id)
      < (select coalesce(sum(total_fen), 0) from invoice paper where paper.application_id = part.application_id and paper.number is not null)
        - (select coalesce(sum(amount_fen), 0) from red_letter red where red.application_id = part.application_id and red.is_issued))' into is_wrong;
  if is_wrong then
    raise exception 'invoice_line: only a red letter releases an issued amount' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function app.use_business_lines() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare expected bigint; found bigint; is_wrong boolean;
begin
  if not exists (select from added where mode = 1) then return null; end if;

  select count(*) into expected from (select distinct line_id, asked.issuer from added join invoice_application asked on asked.id = added.application_id
    where added.mode = 1 and added.amount_fen < 0) part;
  if expected > 0 then
    execute 'update business_invoice_use kept set used_fen = kept.used_fen + part.fen
      from (select added.line_id, asked.issuer, sum(added.amount_fen) as fen from added join invoice_application asked on asked.id = added.application_id
        where added.mode = 1 and added.amount_fen < 0 group by 1, 2) part
      where (kept.line_id, kept.issuer) = (part.line_id, part.issuer)';
    get diagnostics found = row_count;
    if found <> expected then
      raise exception 'invoice_line: an application releases only amounts that it holds' using errcode = 'integrity_constraint_violation';
    end if;
  end if;

  select count(*) into expected from (select distinct line_id, asked.issuer, asked.entity_id from added join invoice_application asked on asked.id = added.application_id
    where added.mode = 1 and added.amount_fen > 0) part;
  if expected > 0 then
    execute 'insert into business_invoice_use as kept (line_id, issuer, month, batch_id, centre_id, unit_id, due_fen, used_fen)
      select line.id, part.issuer, line.month, line.batch_id, line.centre_id, line.unit_id, app.business_invoice_due(part.issuer, line.cost_fen, line.fee_unit_fen), part.fen
        from (select added.month, added.line_id, asked.issuer, asked.entity_id, sum(added.amount_fen) as fen from added join invoice_application asked on asked.id = added.application_id
            where added.mode = 1 and added.amount_fen > 0 group by 1, 2, 3, 4) part
          join payment_line line on line.month = part.month and line.id = part.line_id
        where part.issuer = ''centre'' or line.entity_id = part.entity_id order by line.id, part.issuer
      on conflict (line_id, issuer) do update set used_fen = kept.used_fen + excluded.used_fen';
    get diagnostics found = row_count;
    if found <> expected then
      raise exception 'invoice_line: a business invoices only payments to it' using errcode = 'integrity_constraint_violation';
    end if;
    execute 'select exists (select from added join invoice_application asked on asked.id = added.application_id
      join business_invoice_use kept on kept.line_id = added.line_id and kept.issuer = asked.issuer
      where added.mode = 1 and added.amount_fen > 0 and kept.used_fen <> kept.due_fen)' into is_wrong;
    if is_wrong then
      raise exception 'invoice_line: a payment of mode 1 is invoiced in full' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  return null;
end $$;

create or replace function app.use_lines() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare place record; expected bigint; found bigint; is_wrong boolean;
begin
  execute 'select exists (select from added
    left join invoice_application asked on asked.id = added.application_id and (asked.centre_id, asked.unit_id, asked.mode) = (added.centre_id, added.unit_id, added.mode)
    left join red_letter red on red.id = added.red_id and red.application_id = added.application_id
    where asked.id is null or (added.red_id is not null and red.id is null))' into is_wrong;
  if is_wrong then
    raise exception 'invoice_line: the application must be the payer''s, and the red letter must belong to it' using errcode = 'integrity_constraint_violation';
  end if;

  -- Locks the quota before the payments, so a writer that waits for the quota holds no payment.
  for place in select centre_id, unit_id, mode, sum(amount_fen)::bigint as fen from added group by 1, 2, 3 order by 1, 2, 3 loop
    insert into invoice_quota (centre_id, unit_id, mode) values (place.centre_id, place.unit_id, place.mode) on conflict do nothing;
    update invoice_quota set used_fen = used_fen + place.fen, version = version + 1
      where (centre_id, unit_id, mode) = (place.centre_id, place.unit_id, place.mode);
  end loop;

  select count(*) into expected from (select distinct month, line_id, batch_id, centre_id, unit_id, mode from added where amount_fen < 0) part;
  if expected > 0 then
    execute 'update invoice_use kept set used_fen = kept.used_fen + part.fen
      from (select month, line_id, batch_id, centre_id, unit_id, mode, sum(amount_fen) as fen from added where amount_fen < 0 group by 1, 2, 3, 4, 5, 6) part
      where kept.line_id = part.line_id
        and (kept.month, kept.batch_id, kept.centre_id, kept.unit_id, kept.mode) = (part.month, part.batch_id, part.centre_id, part.unit_id, part.mode)';
    get diagnostics found = row_count;
    execute 'select exists (select from (select distinct application_id, line_id from added where amount_fen < 0) part
      where (select sum(held.amount_fen) from invoice_line held where (held.application_id, held.line_id) = (part.application_id, part.line_id)) < 0)' into is_wrong;
    if found <> expected or is_wrong then
      raise exception 'invoice_line: an application releases only amounts that it holds' using errcode = 'integrity_constraint_violation';
    end if;
  end if;

  select count(*) into expected from (select distinct month, line_id, batch_id, centre_id, unit_id, mode from added where amount_fen > 0) part;
  if expected > 0 then
    execute 'insert into invoice_use as kept (line_id, month, batch_id, centre_id, unit_id, mode, cost_fen, used_fen)
      select line.id, line.month, line.batch_id, line.centre_id, line.unit_id, line.mode, line.cost_fen, part.fen
        from (select month, line_id, batch_id, centre_id, unit_id, mode, sum(amount_fen) as fen from added where amount_fen > 0 group by 1, 2, 3, 4, 5, 6) part
          join payment_line line on line.month = part.month and line.id = part.line_id
        where line.state = ''success'' and (line.batch_id, line.centre_id, line.unit_id, line.mode) = (part.batch_id, part.centre_id, part.unit_id, part.mode)
        order by line.id for share of line
      on conflict (line_id) do update set used_fen = kept.used_fen + excluded.used_fen where not kept.is_returned';
    get diagnostics found = row_count;
    if found <> expected then
      raise exception 'invoice_line: only payments that were not returned are invoiced, and only to their payer' using errcode = 'integrity_constraint_violation';
    end if;
  end if;

  for place in select centre_id, unit_id, mode from added group by 1, 2, 3 having sum(amount_fen) > 0 loop
    if app.invoice_quota(place.centre_id, place.unit_id, place.mode) < 0 then
      raise exception 'invoice_line: the invoiced amount exceeds the payment' using errcode = 'integrity_constraint_violation';
    end if;
  end loop;
  return null;
end $$;

create or replace function app.expect_authorisation() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from issue_authorisation given join operator_entity business on business.id = given.entity_id
      where given.entity_id = new.entity_id and business.operator_id = new.operator_id and given.state = 'active' and business.state = 'operating'
        and (new.applied_at at time zone 'Asia/Shanghai')::date between given.valid_from and given.valid_to) then
    raise exception 'invoice_application: the business has not authorised invoices on its behalf' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace trigger invoice_released_stays before update on invoice for each row
  when (old.state = 'released')
  execute function app.refuse('a released invoice cannot be issued');

create or replace trigger invoice_stays before update on invoice for each row
  when (
    old.number is not null
    and (old.number, old.issued_on, old.issued_by, old.issued_at)
      is distinct from (new.number, new.issued_on, new.issued_by, new.issued_at)
  )
  execute function app.refuse('an issued invoice cannot change; a red letter reverses it');

create or replace trigger invoice_file_replaced before update on invoice_file for each row
  when (old.replaced_at is not null)
  execute function app.refuse('a replaced file cannot change');

create or replace trigger invoice_import_done before update on invoice_import for each row
  when (old.state = 'done')
  execute function app.refuse('applied results cannot change');

create or replace trigger invoice_order_stays before update on invoice_order for each row
  when (old.settled_at is not null)
  execute function app.refuse('a settled order cannot change');

create or replace trigger red_letter_stays before update on red_letter for each row
  when (old.is_issued)
  execute function app.refuse('an issued red letter cannot change');

create or replace function app.red_mistake_whole() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from invoice where id = new.invoice_id and total_fen <> new.amount_fen) then
    raise exception 'red_letter: an invoice issued in error is reversed in full' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function app.red_within_blue() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare blue invoice;
begin
  select * into blue from invoice where id = new.invoice_id for no key update;
  if blue.number is null or (blue.application_id, blue.centre_id, blue.unit_id) <> (new.application_id, new.centre_id, new.unit_id) then
    raise exception 'red_letter: the invoice to reverse does not exist' using errcode = 'integrity_constraint_violation';
  end if;
  if (select coalesce(sum(amount_fen), 0) from red_letter where invoice_id = new.invoice_id and code in ('01', '02', '03', '04', '10')) > blue.total_fen then
    raise exception 'red_letter: the amount exceeds the invoice' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger tax_line_unaltered before update on tax_line for each row
  execute function app.refuse('the lines of a closed period cannot change');

create or replace function app.tax_books_kept() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.state = 'open' then
    new.booked_vat_fen := null;
    new.booked_surcharge_fen := null;
    new.booked_iit_fen := null;
    new.booked_at := null;
  elsif old.state = 'closing' and new.state = 'closed' or new.state = 'correcting' and old.is_computing and not new.is_computing then
    if new.booked_at is null then
      raise exception 'a period is closed without the moment of its comparison' using errcode = 'integrity_constraint_violation';
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

create or replace function app.tax_lines_drawn_up() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from fresh join tax_declaration period on period.id = fresh.declaration_id
      where not period.is_computing or period.edition <> fresh.edition or period.centre_id <> fresh.centre_id) then
    raise exception 'the lines of a closed period cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function app.tax_lines_stand() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from gone join tax_declaration period on period.id = gone.declaration_id where period.state <> 'open'
      and not (period.state = 'correcting' and gone.edition = period.edition
        and not exists (select from tax_receipt receipt where receipt.declaration_id = period.id and receipt.edition >= gone.edition))) then
    raise exception 'the lines of a closed period cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger tax_certificate_stays before update or delete on tax_certificate for each row
  when (old.operator_id is not null)
  execute function app.refuse('a certificate assigned to a person cannot change');

create or replace function app.tax_paid_within() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.reverses_id is not null then
    if not exists (select from tax_payment first join tax_entry entry on entry.id = first.entry_id where first.id = new.reverses_id and first.reverses_id is null
        and first.entry_id = new.entry_id and first.kind = new.kind and first.amount_fen = -new.amount_fen and first.declaration_id = new.declaration_id and entry.state = 'reversing') then
      raise exception 'a reversal undoes one payment of the entry being reversed' using errcode = 'integrity_constraint_violation';
    end if;
    return null;
  end if;
  if new.entry_id is not null and not exists (select from tax_entry entry where entry.id = new.entry_id and entry.declaration_id = new.declaration_id and entry.state = 'confirmed'
      and new.amount_fen = case new.kind when 'vat' then entry.vat_fen when 'surcharge' then entry.surcharge_fen else entry.iit_fen end) then
    raise exception 'a payment needs a confirmed entry, and settles one of its taxes' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from tax_declaration period
      cross join lateral (select case new.kind when 'vat' then period.vat_fen when 'surcharge' then period.surcharge_fen else period.iit_fen end as fen) accrued
      cross join lateral (select coalesce(sum(amount_fen), 0) as fen from tax_payment paid where paid.declaration_id = period.id and paid.kind = new.kind) paid
    where period.id = new.declaration_id and case when new.amount_fen < 0 and new.credit_id is not null then paid.fen <> accrued.fen
      else sign(accrued.fen) <> sign(new.amount_fen) or abs(paid.fen) > abs(accrued.fen) end) then
    raise exception 'more tax paid than declared' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger tax_result_item_once before update on tax_result_item for each row
  when (old.reason <> '')
  execute function app.refuse('an explanation cannot change');

create or replace trigger calendar_year_fixed before update on calendar_year for each row
  when (old.state <> 'draft')
  execute function app.refuse('a published or discarded year cannot change');

create or replace function app.guard_tax_draft() returns trigger language plpgsql as $$
begin
  if old.state in ('dropped', 'withdrawn') or (old.state = 'published' and (new.state not in ('published', 'withdrawn')
    or (new.policy_version, new.first_day, new.known_until, new.params, new.digest, new.hands, new.published_by, new.published_at)
      is distinct from (old.policy_version, old.first_day, old.known_until, old.params, old.digest, old.hands, old.published_by, old.published_at))) then
    raise exception 'tax_draft: a published, discarded or withdrawn policy cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

comment on column app_user.password_reset_by is 'another person who last set the password and may know it';
comment on column guarded_change.shown is 'the differences as shown to people; secrets only as fingerprints';
comment on column guarded_change.decided_by is 'person who approved, rejected or withdrew it';
comment on column role.built_in is 'key of a built-in role; null: a role that a user created';
comment on column contract.parties is 'the parties when the contract was drawn up; numbers masked';
comment on column contract.signed_on is 'day of signature according to the list of the older system';
comment on column contract_revision.task_id is 'signature that created this edition';
comment on column invoice_category.source is 'source of the code of a starter category; empty: created by the platform';
comment on column order_paper.operator_id is 'operator who delivered it; null: the unit or the centre';
comment on column contract_template.signers is 'signers in the order of signing';
comment on column paid_month.viewer is 'scope of the viewer';
comment on column integrity_run.kind is 'recent: data since the last check; whole: all data';
comment on column integrity_finding.offenders is 'items that violate the invariant';
comment on column report_day.arrived_on is 'payments: day of the bank; otherwise booked_on';
comment on column report_day.submitted_on is 'paid and failed lines: day on which the batch was submitted; otherwise booked_on';
comment on column report_day.sales_fen is 'sales of the centre including VAT: mode 2 the whole price, mode 1 the service fee';
comment on column commission_bill.base_fen is 'business volume: the amounts on which fees were computed';
comment on column commission_bill.prepared_by is 'person who registered the payment; another confirms it';
comment on column ledger_journal.ref_type is 'kind of the cause; ref_id and ref_no identify it';
comment on column payment_line.net_fen is 'amount that arrives';
comment on column payment_line.cost_fen is 'amount charged to the unit: net, taxes and fee';
comment on column payment_line.income_fen is 'income for withholding';
comment on column payment_line.released_at is 'time when its reserved funds were released to the unit';
comment on column payment_line.booked_at is 'time of its journal; the time of the bank is finished_at';
comment on column payment_batch.month is 'first day of the month of its creation; its lines are in the same partition';
comment on column payout_exception.fact is 'identity of the exception: channel, number, kind, notice and amount';
comment on column payout_exception.told is 'last result of the order from the channel; null: none';
comment on column payout_exception.stops is 'scope whose payouts stop until it is resolved';
comment on column channel_notice.content is 'parsed content: order, result and amount, without numbers of people';
comment on column channel_file.refusal is 'code of the refusal';
comment on column refund.paid_by is 'person who registered the result of the bank, paid or failed';
comment on column balance_statement.other_fen is 'opening balances and amounts settled from suspense';
comment on column recon_item.key is 'our order number, or the serial of the other side if there is none';
comment on column tax_standing.income_fen is 'part of it that counts as income for withholding';
comment on column voucher.unit_id is 'null: a receipt of the centre itself, such as tax paid';
comment on column import_sheet.prepared_by is 'person who submitted a list of contracts for confirmation';
comment on column import_file.name is 'name by which rows refer to it: lower case, without folders and extension';
comment on column unit.partner_id is 'partner who referred the unit';
comment on column unit.marketer_id is 'marketer assigned to the unit: staff of a centre, like salesman_id';
comment on column unit_setting_version.restores_no is 'earlier version whose terms it restores';
comment on column entity_obligation.amount_fen is 'yearly fee: amount owed; declaration: amount paid';
comment on column candidate.problems is 'codes of the mismatches: E201 unknown, E202 name, E203 not verified, E204 card';
comment on column outbox.about is 'subject, by which the latest message is found';
comment on column article.published_at is 'first publication; lists are ordered by it';
comment on column business_filing.edition is 'the last one was or will be declared';
comment on column business_filing_figure.special_fen is 'part invoiced on special invoices, which is taxed below the threshold too';
comment on column business_filing_figure.advance_fen is 'tax collected in advance by the platform in the period';
comment on column tax_form.edited_by is 'person who last changed the first day or the columns';
comment on column tax_credit.left_fen is 'amount neither applied, refunded nor withdrawn; written by a trigger';
