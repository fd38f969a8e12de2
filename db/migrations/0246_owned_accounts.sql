-- The maker of an account counts as a hand of it until its owner has the account (decision 0093). An administrator cannot decide with a second account.

alter table app_user add column made_by bigint references app_user, add column owned_at timestamptz;
comment on column app_user.made_by is 'who made the account or last set where it is reached; null: the owner, or from before makers were kept';
comment on column app_user.owned_at is 'since when the owner has it: a password by a code or link to the own telephone or mail, or one that another administrator than the maker set';
create index app_user_made_by on app_user (made_by) where made_by is not null;
create index app_user_email on app_user (lower(email)) where email is not null;

create function app.account_made() returns trigger language plpgsql as $$
declare
  actor bigint := nullif(app.user_id(), 0);
begin
  if actor is null or actor = new.id then return new; end if;
  if tg_op = 'INSERT' then
    new.made_by := actor;
  elsif (new.mobile, new.email) is distinct from (old.mobile, old.email) and (nullif(new.mobile, '') is not null or nullif(new.email, '') is not null) then
    -- A person who sets the telephone can have a password sent to it.
    new.made_by := actor;
    new.owned_at := null;
    new.password_reset_by := actor;
    new.password_reset_at := app.moment();
  elsif new.password_hash <> old.password_hash and new.made_by is not null then
    new.owned_at := case when new.made_by <> actor then app.moment() end;
  end if;
  return new;
end $$;
create trigger app_user_made before insert or update of mobile, email, password_hash on app_user for each row when (app.is_program()) execute function app.account_made();

-- The people whose deeds count as a person's own: the person, the setter of the password within 24 hours and, once there is money, the maker of an account that its
-- owner does not have yet, and other accounts with the same telephone or mail.
create function app.hands_of(person bigint) returns bigint[] language sql stable security definer set search_path = public, app, pg_temp as $$
  select array_agg(distinct hand) from (
    select person as hand union all select app.knows_password_of(person)
    union all select made_by from app_user where id = person and owned_at is null and exists (select from ledger_journal)
    union all select other.id from app_user own join app_user other on other.id <> own.id
        and (other.mobile = nullif(own.mobile, '') or lower(other.email) = nullif(lower(own.email), ''))
      where own.id = person and exists (select from ledger_journal)) known
  where hand is not null
$$;

create or replace function app.is_same_hand(proposer bigint, decider bigint) returns boolean language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(proposer <> decider and proposer = any (app.hands_of(decider)), false) and exists (select from ledger_journal)
$$;
create or replace function app.is_other_hand(decider bigint, hands bigint[]) returns boolean language sql stable security definer set search_path = public, app, pg_temp as $$
  select not coalesce(decider = any (hands) or (hands && app.hands_of(decider) and exists (select from ledger_journal)), false)
$$;

create or replace function app.refuse_own_work() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  deciders bigint[] := array_remove(array[
    case when new.checker_id is distinct from old.checker_id then new.checker_id end, case when new.auditor_id is distinct from old.auditor_id then new.auditor_id end,
    case when new.payer_id is distinct from old.payer_id then new.payer_id end], null);
begin
  if exists (select from batch_deed join unnest(deciders) decider on user_id = any (app.hands_of(decider)) where batch_id = new.id) then
    raise exception 'whoever made any of a batch does not check, audit or pay it, nor does an account whose password they set' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function app.refuse_own_slip() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  people bigint[];
begin
  select array_agg(distinct hand) into people from added, unnest(app.hands_of(registered_by) || app.hands_of(confirmed_by)) hand;
  if exists (select from added join payout_attempt on payout_attempt.id = added.attempt_id
      join payment_line on payment_line.month = payout_attempt.month and payment_line.id = payout_attempt.line_id
      join batch_deed on batch_deed.batch_id = payment_line.batch_id and batch_deed.user_id = any (people)) then
    raise exception 'whoever made any of a batch does not register its payments, nor does an account whose password they set' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
