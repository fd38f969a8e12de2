-- Four eyes: the person who decides must not have made the content.

-- Trigger that refuses a decision by an author of the content. The first argument is the column of the decider; if
-- empty, the caller is the decider. The other arguments are columns with one or more authors.
create function app.expect_other_hand() returns trigger language plpgsql as $$
declare
  kept jsonb := to_jsonb(new);
  decider bigint := case tg_argv[0] when '' then app.user_id() else (kept ->> tg_argv[0])::bigint end;
  hands bigint[];
begin
  select array_agg(hand::bigint) into hands from unnest(tg_argv[1:]) made, jsonb_array_elements_text(
    case jsonb_typeof(kept -> made) when 'array' then kept -> made when 'null' then '[]'::jsonb else jsonb_build_array(kept -> made) end) hand;
  if decider is not null and not app.is_other_hand(decider, hands) then perform app.refuse_same_hand(); end if;
  return new;
end $$;

-- Trigger for a step that needs two people. The first argument is the state that the second person sets. The second
-- argument is the column of the first person. This column is set once, before that state, and only to the caller.
create function app.expect_two_steps() returns trigger language plpgsql as $$
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

-- Adds the caller, and the people in the named columns, to the authors of a draft. The first argument lists the agreed
-- states: a change of a row in one of them begins a new list of authors.
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

create function app.refuse_same_hand() returns void language plpgsql as $$
begin
  raise exception 'a person who took part, or whose password a participant set within 24 hours, cannot decide' using errcode = 'YC001';
end $$;

-- Refuses a manual verification that two people did not confirm.
create function app.expect_hand() returns trigger language plpgsql as $$
begin
  if not exists (select from hand_verification done where done.operator_id = (to_jsonb(new) ->> tg_argv[0])::bigint and done.state = 'confirmed'
      and (case when tg_argv[1] = 'card' then done.card_id = new.id else done.card_id is null end)) then
    raise exception 'no person confirmed this by hand' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Returns the accounts that count as one person. For 24 hours, these count as the owner: the person who set the
-- password, and the two people who changed the account or handed it to an appellant. The creator counts as the owner
-- until the owner takes over. Accounts with the same mobile number or e-mail count as one person too.
create function app.hands_of(person bigint) returns bigint[]
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return (
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
    where hand is not null);
end $$;

-- Returns whether the decider is a different person from these, even under another account.
create function app.is_other_hand(decider bigint, hands bigint[]) returns boolean
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return not coalesce(decider = any (hands) or (hands && app.hands_of(decider) and exists (select from ledger_journal)), false);
end $$;

-- Returns whether the decider is the proposer under another account. Always false before the first booking: no money
-- can be redirected, and the first administrator creates the second.
create function app.is_same_hand(proposer bigint, decider bigint) returns boolean
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return coalesce(proposer <> decider and proposer = any (app.hands_of(decider)), false) and exists (select from ledger_journal);
end $$;
