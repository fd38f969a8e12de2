-- Four eyes survive the administrator: an account whose password another person has set does not decide on what that person made, for 24 hours (decision 0090).

alter table app_user add column password_reset_by bigint references app_user, add column password_reset_at timestamptz;
comment on column app_user.password_reset_by is 'who else set the password last, and so may know it';
create index app_user_password_reset_by on app_user (password_reset_by) where password_reset_by is not null;

-- The other person who may know a person's password; null after 24 hours.
create function app.knows_password_of(person bigint) returns bigint language sql stable security definer set search_path = public, app, pg_temp as $$
  select password_reset_by from app_user where app_user.id = person and password_reset_at > app.moment() - interval '24 hours'
$$;

create or replace function app.refuse_own_work() returns trigger language plpgsql security definer set search_path = public, app as $$
declare
  deciders bigint[] := array_remove(array[
    case when new.checker_id is distinct from old.checker_id then new.checker_id end, case when new.auditor_id is distinct from old.auditor_id then new.auditor_id end,
    case when new.payer_id is distinct from old.payer_id then new.payer_id end], null);
begin
  if exists (select from batch_deed join unnest(deciders) decider on user_id in (decider, app.knows_password_of(decider)) where batch_id = new.id) then
    raise exception 'whoever made any of a batch does not check, audit or pay it, nor does an account whose password they set' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- Whether a decision would be the proposer's own under another name. Before the first money nothing can be redirected, and the first administrator makes the second.
create function app.is_same_hand(proposer bigint, decider bigint) returns boolean language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(app.knows_password_of(decider) = proposer, false) and exists (select from ledger_journal)
$$;
create function app.guarded_change_by_other() returns trigger language plpgsql as $$
begin
  if new.state = 'approved' and app.is_same_hand(new.proposed_by, new.decided_by) then
    raise exception 'guarded_change: the proposer set the password of this account within 24 hours' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger guarded_change_by_other before update on guarded_change for each row when (app.is_program()) execute function app.guarded_change_by_other();
