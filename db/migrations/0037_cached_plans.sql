-- compatible with 0034_receipts_of_clearings.sql
-- A session keeps the plans of functions in PL/pgSQL. A function in SQL is planned for each statement that calls it, and
-- almost every request calls one of these.

create or replace function app.hands_of(person bigint) returns bigint[]
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

create or replace function app.is_other_hand(decider bigint, hands bigint[]) returns boolean
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return not coalesce(decider = any (hands) or (hands && app.hands_of(decider) and exists (select from ledger_journal)), false);
end $$;

create or replace function app.is_same_hand(proposer bigint, decider bigint) returns boolean
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return coalesce(proposer <> decider and proposer = any (app.hands_of(decider)), false) and exists (select from ledger_journal);
end $$;

create or replace function app.has_factor(person bigint) returns boolean
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return exists (select from second_factor where second_factor.user_id = person and confirmed_at is not null) or exists (select from passkey where passkey.user_id = person);
end $$;

create or replace function app.payouts_stopped(of_unit bigint, at_centre bigint, through bigint) returns boolean
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return exists (select from payout_exception where channel_id = through and stops = 'channel' and state <> 'resolved')
    or exists (select from payout_exception where unit_id = of_unit and centre_id = at_centre and stops = 'unit' and state <> 'resolved')
    or exists (select from recon_item where channel_id = through and stops and state in ('open', 'waiting', 'proposed'));
end $$;

create or replace function app.all_payouts_stopped() returns boolean
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return exists (select from payout_stop where released_at is null);
end $$;
