-- Handing an account to an appellant, and resuming payments to a person who objected, take two people: one reviewer finds
-- so, another executes it. Until then one reviewer alone took over the account of a payee or of a unit's administrator.
alter table registration_appeal
  add column upheld_by bigint references app_user,
  add column upheld_at timestamptz,
  add column upheld_reason text not null default '',
  add constraint registration_appeal_by_two check (state <> 'handed' or resolved_by is distinct from upheld_by);
comment on column registration_appeal.upheld_by is 'who first upheld an appeal that hands over an account, and why; another person executes it';
alter table identity_dispute
  add column kept_by bigint references app_user,
  add column kept_at timestamptz,
  add column kept_reason text not null default '',
  add constraint identity_dispute_by_two check (state <> 'kept' or resolved_by is distinct from kept_by);
comment on column identity_dispute.kept_by is 'who first found the use genuine, with the reason and the evidence; another person confirms it';
grant update (kept_by, kept_at, kept_reason) on identity_dispute to app_rw;
-- Decided under the former rule, which INV-70 and INV-71 accept.
update registration_appeal set upheld_reason = '按原规则由一人处理' where state = 'handed';
update identity_dispute set kept_reason = '按原规则由一人处理' where state = 'kept';

-- A trigger: a step that takes two people. The first argument is the state that the second person sets. The second
-- argument is the column of the first person, who is recorded once, beforehand, and only as the caller.
create function app.expect_two_steps() returns trigger language plpgsql as $$
declare
  kept jsonb := to_jsonb(new);
  before jsonb := to_jsonb(old);
begin
  if kept ->> 'state' = tg_argv[0] and before ->> 'state' <> tg_argv[0] and (before ->> tg_argv[1] is null or kept ->> tg_argv[1] <> before ->> tg_argv[1]) then
    raise exception '%: two people do this, one after the other', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  if kept ->> tg_argv[1] is distinct from before ->> tg_argv[1]
    and (before ->> tg_argv[1] is not null or (kept ->> tg_argv[1])::bigint is distinct from app.user_id()) then
    raise exception '%: the first person is recorded once, in the own name', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger registration_appeal_by_other before update of state on registration_appeal for each row
  when (app.is_program() and new.state = 'handed' and old.state = 'open')
  execute function app.expect_other_hand('resolved_by', 'upheld_by');
create trigger registration_appeal_upheld before update on registration_appeal for each row
  when (app.is_program())
  execute function app.expect_two_steps('handed', 'upheld_by');
create trigger identity_dispute_by_third before update of state on identity_dispute for each row
  when (app.is_program() and new.state = 'kept' and old.state = 'open')
  execute function app.expect_other_hand('resolved_by', 'kept_by');
create trigger identity_dispute_kept before update on identity_dispute for each row
  when (app.is_program())
  execute function app.expect_two_steps('kept', 'kept_by');

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
      raise exception 'app_user: two people change where an account that moves money is reached' using errcode = 'integrity_constraint_violation';
    end if;
    if exists (select from account_application request where request.user_id = new.id and request.state = 'pending') then
      raise exception 'app_user: a reviewer compares where the account is reached with its letter' using errcode = 'integrity_constraint_violation';
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

create or replace function app.hands_of(person bigint) returns bigint[]
  language sql stable security definer set search_path = public, app, pg_temp as $$
  with near as not materialized (
    select id as account, password_reset_by as hand from app_user where password_reset_at > app.moment() - interval '24 hours' and password_reset_by is not null
    union all select user_id, proposed_by from account_change where state = 'done' and decided_at > app.moment() - interval '24 hours'
    union all select user_id, decided_by from account_change where state = 'done' and decided_at > app.moment() - interval '24 hours'
    union all select user_id, hand from registration_appeal, unnest(array[upheld_by, resolved_by]) hand
      where state = 'handed' and resolved_at > app.moment() - interval '24 hours'
    union all select id, made_by from app_user where made_by is not null and owned_at is null and exists (select from ledger_journal))
  select array_agg(distinct hand) from (
    select person as hand union all select hand from near where account = person union all select account from near where near.hand = person
    union all select other.id from app_user own join app_user other on other.id <> own.id
        and (other.mobile = nullif(own.mobile, '') or lower(other.email) = nullif(lower(own.email), ''))
      where own.id = person and exists (select from ledger_journal)) known
  where hand is not null
$$;

-- Changes that a disabled account proposed or approved do not take effect.
create function app.account_ends() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  ender bigint := coalesce(nullif(app.user_id(), 0), new.id);
begin
  update guarded_change set state = 'withdrawn', decided_by = ender, decided_at = app.moment(), effective_at = null
    where state in ('waiting', 'approved') and new.id in (proposed_by, decided_by);
  update account_change set state = 'withdrawn', decided_by = ender, decided_at = app.moment(), mobile = null
    where state = 'waiting' and proposed_by = new.id;
  return null;
end $$;

create trigger app_user_ends after update of status on app_user for each row
  when (new.status in (5, 7) and old.status not in (5, 7))
  execute function app.account_ends();
