-- Two people change the name of the legal person of a unit in use, withdraw an approved version of a fee plan before its
-- first day, and assign every party of a unit, also the first ones. The person who moves a batch to another channel does
-- not register its payments. An older program would let one person do so, which the database refuses. So this migration
-- is compatible with none.

alter table unit_identity_change add column legal_person text;
comment on table unit_identity_change is 'A change of the name, legal person or contact number of a unit in use. One person proposes it, another decides.';
alter table unit_identity_change add column legal_related_id bigint references unit_related_person;
comment on column unit_identity_change.legal_related_id is 'new legal person whose ID number is known; an approval proposes the end of the former ones';
comment on column unit_identity_change.legal_person is 'name of the legal person after the change; null: unchanged';

create or replace function app.unit_identity_by_two() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if app.unit_in_use(new.id) and not exists (select from unit_identity_change change where change.unit_id = new.id and change.state = 'approved'
      and change.decided_at = app.moment() and change.name = new.name and change.contact_mobile = new.contact_mobile
      and coalesce(change.legal_person, old.legal_person) = new.legal_person) then
    raise exception 'unit %: two people change the name, legal person or contact number', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
drop trigger unit_identity_by_two on unit;
create trigger unit_identity_by_two before update of name, contact_mobile, legal_person on unit for each row
  when (app.is_program() and (old.name, old.contact_mobile, old.legal_person) is distinct from (new.name, new.contact_mobile, new.legal_person))
  execute function app.unit_identity_by_two();

alter table fee_plan_version add column withdraw_asked_by bigint references app_user;
alter table fee_plan_version add column withdraw_asked_at timestamptz;
alter table fee_plan_version add column withdraw_reason text not null default '' check (length(withdraw_reason) <= 200);
alter table fee_plan_version add column withdraw_confirmed_by bigint references app_user;
alter table fee_plan_version add column withdraw_confirmed_at timestamptz;
comment on column fee_plan_version.withdraw_asked_by is 'person who asked to withdraw an approved version before its first day; another person confirms';
alter table fee_plan_version add constraint fee_plan_version_approved check (state <> 'approved' or not needs_second or decided_by is not null);
alter table fee_plan_version add constraint fee_plan_version_withdrawal check (
  (withdraw_asked_by is null) = (withdraw_asked_at is null) and (withdraw_asked_by is null) = (withdraw_reason = '')
);
alter table fee_plan_version add constraint fee_plan_version_withdrawal_confirmed check (
  (withdraw_confirmed_by is null) = (withdraw_confirmed_at is null)
  and (withdraw_confirmed_by is not null) = (withdraw_asked_by is not null and state = 'withdrawn')
);
create function app.replace_plan_version() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update fee_plan_version set state = 'withdrawn', withdraw_asked_by = null, withdraw_asked_at = null, withdraw_reason = ''
    where plan_id = new.plan_id and effective_from = new.effective_from and state = 'approved' and id <> new.id;
  return new;
end $$;
create trigger fee_plan_version_replaces before update of state on fee_plan_version for each row
  when (old.state = 'pending' and new.state = 'approved')
  execute function app.replace_plan_version();
create or replace function app.expect_plan_by_two() returns trigger language plpgsql as $$
declare
  held fee_plan_version;
  later fee_plan_version := new;
begin
  if tg_op = 'UPDATE' then
    select * into later from fee_plan_version after where after.plan_id = old.plan_id and after.state = 'approved'
      and after.effective_from > old.effective_from order by after.effective_from limit 1;
    if later.id is null then return new; end if;
  end if;
  select * into held from fee_plan_version before where before.plan_id = new.plan_id and before.state = 'approved'
    and before.effective_from < case tg_op when 'UPDATE' then old.effective_from else new.effective_from end order by before.effective_from desc limit 1;
  if held.id is not null and (later.basis <> held.basis or later.minimum_fen > held.minimum_fen
      or (select max((tier ->> 'ratePpm')::int) from jsonb_array_elements(later.tiers) tier)
        > (select max((tier ->> 'ratePpm')::int) from jsonb_array_elements(held.tiers) tier)) then
    raise exception 'plan %: two people raise its charges', new.plan_id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger fee_plan_version_uncovers before update of state on fee_plan_version for each row
  when (app.is_program() and old.state = 'approved' and new.state = 'withdrawn')
  execute function app.expect_plan_by_two();
create trigger fee_plan_version_withdrawn_by_other before update of state on fee_plan_version for each row
  when (app.is_program() and old.state = 'approved' and new.state = 'withdrawn')
  execute function app.expect_other_hand('withdraw_confirmed_by', 'withdraw_asked_by');
create trigger fee_plan_version_withdrawn_by_two before update of state on fee_plan_version for each row
  when (
    app.is_program() and old.state = 'approved' and new.state = 'withdrawn'
    and (old.withdraw_asked_by is null or new.withdraw_asked_by is distinct from old.withdraw_asked_by)
  )
  execute function app.refuse('another person must confirm the withdrawal of an approved version');
grant update (withdraw_asked_by, withdraw_asked_at, withdraw_reason, withdraw_confirmed_by, withdraw_confirmed_at) on fee_plan_version to app_rw;

alter table unit_setting_version drop constraint unit_setting_version_withdrawal_confirmed;
alter table unit_setting_version add constraint unit_setting_version_withdrawal_confirmed check (
  (withdraw_confirmed_by is null) = (withdraw_confirmed_at is null)
  and (withdraw_confirmed_by is not null) = (withdraw_asked_by is not null and state = 'withdrawn')
);

alter table batch_deed drop constraint batch_deed_deed_check;
alter table batch_deed add constraint batch_deed_deed_check
  check (deed in ('create', 'edit', 'papers', 'submit', 'card', 'repeat', 'reroute'));
create or replace function app.batch_made() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(new.id, new.maker_id, 'create', new.created_at), app.keep_deed(new.id, app.doer(), 'create', new.created_at);
  -- A batch that repeats another has its figures and payees, so the makers of the other are makers here too.
  insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
    select new.id, user_id, 'repeat', new.centre_id, new.unit_id, min(first_at) from batch_deed
      where batch_id = new.retry_of_batch_id and deed <> 'reroute' group by user_id;
  return null;
end $$;
create function app.batch_rerouted() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(new.id, app.doer(), 'reroute', app.moment());
  return null;
end $$;
create trigger batch_rerouted after update of channel_id on payment_batch for each row
  when (old.channel_id is distinct from new.channel_id and old.state = 'paying')
  execute function app.batch_rerouted();
-- People who moved a batch before this version do not register its payments either.
insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
  select batch.id, log.user_id, 'reroute', batch.centre_id, batch.unit_id, min(log.at) from payment_batch batch
    join audit_log log on log.ref_type = 'batch' and log.ref_id = batch.id::text and log.action = 'payments.reroute' and log.outcome = 'done'
    join app_user on app_user.id = log.user_id
    where batch.state = 'paying' group by batch.id, log.user_id
  on conflict do nothing;
comment on table batch_deed is 'Work of a person on a batch. This person cannot check, audit or pay the batch, register its payments or approve its exceptions. Written by triggers.';

create or replace function app.expect_assignment_by_two() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'unit_assignment' then
    raise exception 'unit %: two people assign a unit', new.unit_id using errcode = 'integrity_constraint_violation';
  elsif exists (
      select from (values ('partner', old.partner_id, new.partner_id), ('marketer', old.marketer_id, new.marketer_id),
        ('salesman', old.salesman_id, new.salesman_id)) change(role, before, after)
      where change.after is not null and change.after is distinct from change.before
        and change.after is distinct from app.unit_party(new.id, change.role, app.moment())
        and not exists (select from customer_handover handover where handover.state = 'scheduled' and handover.role = change.role
          and handover.from_user_id = change.before and handover.to_user_id = change.after
          and handover.effective_on <= (app.moment() at time zone 'Asia/Shanghai')::date
          and (handover.unit_ids is null or new.id = any (handover.unit_ids)))) then
    raise exception 'unit %: two people assign a unit', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
drop function app.unit_has_paid(bigint);
create function app.expect_invited_parties() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from application join invite on invite.code = application.invite_code
      where application.kind = 'unit' and application.state = 'pending' and upper(application.credit_code) = new.credit_code
        and app.is_other_hand(app.user_id(), array[invite.user_id])
        and (new.partner_id is null or invite.partner_id = new.partner_id)
        and (new.marketer_id is null or invite.user_id = new.marketer_id) and (new.salesman_id is null or invite.user_id = new.salesman_id)) then
    raise exception 'unit %: two people assign a unit', new.code using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger unit_begins_by_two before insert on unit for each row
  when (app.is_program() and num_nonnulls(new.partner_id, new.marketer_id, new.salesman_id) > 0)
  execute function app.expect_invited_parties();
-- An earlier program let one person plan a party of a unit that had not paid, or end one whose difference a later role
-- earns. A second person decides it now.
alter table unit_assignment disable trigger unit_assignment_moves;
update unit_assignment held set state = 'proposed' from unit
  where unit.id = held.unit_id and held.state = 'ahead' and held.decided_by is null and held.set_by is not null and held.since > now()
    and (held.party_id is not null or held.role = 'partner' and unit.marketer_id is not null
      or held.role in ('partner', 'marketer') and unit.salesman_id is not null);
alter table unit_assignment enable trigger unit_assignment_moves;
