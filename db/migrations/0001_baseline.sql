-- Builds the database of db/schema as of version 1. Made by `npm run schema -- baseline`; to read it, see db/schema.

set local check_function_bodies = off;
create schema app;
grant usage on schema app, public to app_rw;
create sequence payment_line_id;
create function app.guard_file() returns trigger language plpgsql as $$
begin
  if (new.id, new.sha256, new.size_bytes, new.media_type, new.created_by, new.created_at) is distinct from (old.id, old.sha256, old.size_bytes, old.media_type, old.created_by, old.created_at) then
    raise exception 'a stored file is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.begins_out_of_use() returns trigger language plpgsql as $$
begin
  raise exception '%: a new row begins out of use', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create function app.places_exist() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from (select distinct centre_id, unit_id from added) place
             left join centre on centre.id = place.centre_id left join unit on unit.id = place.unit_id
             where centre.id is null or (place.unit_id is not null and unit.id is null)) then
    raise exception 'a row of % without its centre or unit', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create function app.refuse() returns trigger language plpgsql as $$
begin
  raise exception '%: %', tg_table_name, tg_argv[0] using errcode = 'integrity_constraint_violation';
end $$;
create function app.refuse_change() returns trigger language plpgsql
  as $$ begin raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation'; end $$;
create function app.refuse_move() returns trigger language plpgsql as $$
begin
  raise exception '% cannot go from % to %', tg_table_name, old.state, new.state using errcode = 'integrity_constraint_violation';
end $$;
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
  raise exception 'a person who had a hand in it, or whose password such a person set within 24 hours, does not decide on it' using errcode = 'YC001';
end $$;
create function app.expect_hand() returns trigger language plpgsql as $$
begin
  if not exists (select from hand_verification done where done.operator_id = (to_jsonb(new) ->> tg_argv[0])::bigint and done.state = 'confirmed'
      and (case when tg_argv[1] = 'card' then done.card_id = new.id else done.card_id is null end)) then
    raise exception 'nobody confirmed by hand what is to count as confirmed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create function app.hands_of(person bigint) returns bigint[]
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select array_agg(distinct hand) from (
    select person as hand union all select app.knows_password_of(person)
    union all select made_by from app_user where id = person and owned_at is null and exists (select from ledger_journal)
    union all select other.id from app_user own join app_user other on other.id <> own.id
        and (other.mobile = nullif(own.mobile, '') or lower(other.email) = nullif(lower(own.email), ''))
      where own.id = person and exists (select from ledger_journal)) known
  where hand is not null
$$;
create function app.is_other_hand(decider bigint, hands bigint[]) returns boolean
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select not coalesce(decider = any (hands) or (hands && app.hands_of(decider) and exists (select from ledger_journal)), false)
$$;
create function app.is_same_hand(proposer bigint, decider bigint) returns boolean
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(proposer <> decider and proposer = any (app.hands_of(decider)), false) and exists (select from ledger_journal)
$$;
create function app.tell(kind text, who jsonb) returns void language sql
  as $$ select pg_notify('live', (jsonb_build_object('kind', kind) || jsonb_strip_nulls(who))::text) $$;
create function app.tell_centre() returns trigger language plpgsql as $$
begin
  perform app.tell(tg_argv[0], jsonb_build_object('centre', new.centre_id));
  return null;
end $$;
create function app.tell_place() returns trigger language plpgsql as $$
begin
  perform app.tell(tg_argv[0], jsonb_build_object('centre', new.centre_id, 'unit', new.unit_id));
  return null;
end $$;
create function app.tell_user() returns trigger language plpgsql as $$
begin
  perform app.tell(tg_argv[0], jsonb_build_object('user', new.user_id));
  return null;
end $$;
create function app.ensure_month(parent text, starts date) returns bigint language plpgsql set lock_timeout = '5s' as $$
declare
  part text := format('%s_%s', parent, to_char(starts, 'YYYYMM'));
  rest text := parent || '_rest';
  ends date := (starts + interval '1 month')::date;
  moved bigint := 0;
begin
  if to_regclass(part) is not null then return 0; end if;
  -- The table first, as every query locks it, then the partition; nobody writes into the default partition until this is over.
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
create function app.missing_months(at timestamptz, back integer, ahead integer) returns table(parent text, starts date)
  language plpgsql stable as $$
declare each text;
begin
  for each in select relname from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by relname loop
    return query execute format($query$
      select %L::text, month from (
        select (date_trunc('month', $1 at time zone 'Asia/Shanghai') + make_interval(months => step))::date as month from generate_series(-$2, $3) step
        union select date_trunc('month', month)::date from %I) wanted
      where month <= $1 + make_interval(months => $3) and to_regclass(format('%%s_%%s', %L, to_char(month, 'YYYYMM'))) is null
      order by month$query$, each, each || '_rest', each) using at, back, ahead;
  end loop;
end $$;
create function app.comparable_name(name text) returns text language sql immutable parallel safe strict as $$
  select case when name ~ '^[\u4e00-\u9fff]*$' then name else
    translate(regexp_replace(normalize(translate(name,
      U&'\E815\E816\E817\E818\E819\E81A\E81B\E81C\E81D\E81E\E81F\E820\E821\E822\E823\E824\E825\E826\E827\E828\E829\E82A\E82B\E82C\E82D\E82E\E82F\E830\E831\E832\E833\E834\E835\E836\E837\E838\E839\E83A\E83B\E83C\E83D\E83E\E83F\E840\E841\E842\E843\E844\E845\E846\E847\E848\E849\E84A\E84B\E84C\E84D\E84E\E84F\E850\E851\E852\E853\E854\E855\E856\E857\E858\E859\E85A\E85B\E85C\E85D\E85E\E85F\E860\E861\E862\E863\E864',
      U&'\2E81\+020087\+020089\+0200CC\2E84\3473\3447\2E88\2E8B\9FB4\359E\361A\360E\2E8C\2E97\396E\3918\9FB5\39CF\39DF\3A73\39D0\9FB6\9FB7\3B4E\3C6E\3CE0\2EA7\+0215D7\9FB8\2EAA\4056\415F\2EAE\4337\2EB3\2EB6\2EB7\+02298F\43B1\43AC\2EBB\43DD\44D6\4661\464C\9FB9\4723\4729\477C\478D\2ECA\4947\497A\497D\4982\4983\4985\4986\499F\499B\49B7\49B6\9FBA\+0241FE\4CA3\4C9F\4CA0\4CA1\4C77\4CA2\4D13\4D14\4D15\4D16\4D17\4D18\4D19\4DAE\9FBB'), nfkc),
      '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
      '[{【〔〖]}】〕〗.。•‧・●∙⋅᛫⸱ꞏ', '((((()))))···········') end
$$;
create function app.name_parts(name text) returns text[] language sql immutable parallel safe strict as $$
  select array(select substr(lower(name), at, size) from generate_series(1, length(name)) at cross join (values (1), (2)) gram(size) where at + size - 1 <= length(name))
$$;
create function app.named(kind text, word text, most integer) returns bigint[]
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare
  name text := case kind when 'app_user' then $name$(name || ' ' || username)$name$ when 'application' then 'subject_name' else 'name' end;
  found bigint[];
begin
  if kind not in ('operator', 'unit', 'partner', 'candidate', 'application', 'app_user') then
    raise exception 'names of % are not indexed', kind;
  end if;
  -- Planned with the word at hand: a frequent one is found sooner by reading on until there are too many.
  execute format('select array_agg(id) from (select id from %I where app.name_parts(%s) @> $1 and %s ilike $2 limit $3) matching', kind, name, name)
    into found using app.word_parts(word), '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%', most + 1;
  return case when cardinality(found) > most then null else coalesce(found, '{}') end;
end $$;
create function app.word_parts(word text) returns text[] language sql immutable parallel safe strict as $$
  select case when length(word) < 2 then array[lower(word)] else array(select substr(lower(word), at, 2) from generate_series(1, length(word) - 1) at) end
$$;
create function app.session_proved_at(session_id bigint) returns timestamptz
  language sql stable security definer set search_path = public, app, pg_temp
  as $$ select proved_at from session where id = session_id $$;
create function app.login_tried(is_right boolean, at timestamptz, window_from timestamptz) returns void
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if is_right then
    delete from throttle where subject = 'password:' || app.user_id();
  else
    insert into throttle (subject, failures, since) values ('password:' || app.user_id(), 1, at)
      on conflict (subject) do update set failures = case when throttle.since < window_from then 1 else throttle.failures + 1 end,
        since = case when throttle.since < window_from then excluded.since else throttle.since end;
  end if;
end $$;
create function app.centre_ids() returns bigint[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.centres', true), ''), '{}')::bigint[] $$;
create function app.doer() returns bigint language sql stable parallel safe
  as $$ select nullif(coalesce(nullif(current_setting('app.doer', true), ''), nullif(current_setting('app.user', true), ''))::bigint, 0) $$;
create function app.is_program() returns boolean language sql stable
  as $$ select current_user in ('app_rw', 'app_accounts') $$;
create function app.moment() returns timestamptz language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) $$;
create function app.open_to_accounts() returns void language plpgsql as $$
declare bare text;
begin
  for bare in select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relrowsecurity and not relispartition
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'accounts')
  loop
    execute format('create policy accounts on public.%I to app_accounts using (true) with check (true)', bare);
  end loop;
end $$;
create function app.operator_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.operator', true), '')::bigint $$;
create function app.partner_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.partner', true), '')::bigint $$;
create function app.sees_all() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.all', true), '') = 'on' $$;
create function app.unit_ids() returns bigint[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.units', true), ''), '{}')::bigint[] $$;
create function app.user_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.user', true), '')::bigint $$;
create function app.viewer() returns text language sql stable parallel safe
  as $$ select concat_ws('|', current_setting('app.all', true), app.centre_ids(), app.unit_ids(), app.operator_id()) $$;
create function app.tell_portal() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal', '');
  return null;
end $$;
create function app.account_contacts(ids bigint[]) returns table(id bigint, mobile text, must_change boolean)
  language sql stable security definer set search_path = public, app, pg_temp
  as $$ select app_user.id, app_user.mobile, app_user.must_change_password from app_user where app_user.id = any(ids) and app.sees_all() $$;
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
create function app.has_payment_password(account bigint) returns boolean
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from app_user where id = account and payment_password_hash is not null)
$$;
create function app.keep_admin_of_user() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from user_role join role_permission using (role_id) where user_id = old.id and permission = 'admin3') then perform app.expect_admin(); end if;
  return null;
end $$;
create function app.knows_password_of(person bigint) returns bigint
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select password_reset_by from app_user where app_user.id = person and password_reset_at > app.moment() - interval '24 hours'
$$;
create function app.login_secret(since timestamptz) returns table(hash text, failures smallint)
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform 1 from app_user where id = app.user_id() for no key update;
  return query select app_user.password_hash,
      coalesce((select throttle.failures from throttle where subject = 'password:' || app.user_id() and throttle.since >= login_secret.since), 0::smallint)
    from app_user where app_user.id = app.user_id();
end $$;
create function app.open_login_addresses() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update login_address set failures = 0, failed_at = null, locked_until = null where user_id = new.id and failures > 0;
  return null;
end $$;
create function app.payment_secret() returns table(hash text, failures smallint, locked_until timestamptz)
  language sql security definer set search_path = public, app, pg_temp as $$
  select payment_password_hash, failed_payments, payment_locked_until from app_user where id = app.user_id() for no key update
$$;
create function app.payment_try(failures smallint, locked_until timestamptz) returns void
  language sql security definer set search_path = public, app, pg_temp as $$
  update app_user set failed_payments = $1, payment_locked_until = $2 where id = app.user_id()
$$;
create function app.tell_account() returns trigger language plpgsql as $$
begin
  perform app.tell('sessions', jsonb_build_object('user', new.id));
  return null;
end $$;
create function app.keep_admin_of_role() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from role_permission where role_id = old.role_id and permission = 'admin3') then perform app.expect_admin(); end if;
  return null;
end $$;
create function app.expect_approved_change() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  change guarded_change;
  wanted jsonb;
begin
  select * into change from guarded_change where guarded_change.kind = tg_argv[0] and row_id = new.id and state = 'approved' for no key update;
  wanted := app.wanted_of(change);
  if change.id is null or change.decided_by = change.proposed_by or change.effective_at > app.moment()
    or exists (select from unnest(tg_argv[1:]) guarded where wanted -> guarded is distinct from to_jsonb(new) -> guarded) then
    raise exception '%: guarded columns change by an approved proposal of two people alone', tg_argv[0] using errcode = 'integrity_constraint_violation';
  end if;
  update guarded_change set state = 'effective' where guarded_change.id = change.id;
  return new;
end $$;
create function app.apply_change(change_id bigint) returns void language plpgsql as $$
declare
  change guarded_change;
  wanted jsonb;
  sets text;
begin
  select * into strict change from guarded_change where guarded_change.id = change_id;
  wanted := app.wanted_of(change);
  select string_agg(format('%I = filled.%I', key, key), ', ') into sets from jsonb_object_keys(wanted) key;
  if exists (select from pg_attribute where attrelid = to_regclass('public.' || change.kind) and attname = 'version') then sets := sets || ', version = kept.version + 1'; end if;
  execute format('update %I kept set %s from jsonb_populate_record(null::%I, $1) filled where kept.id = $2', change.kind, sets, change.kind)
    using wanted, change.row_id;
end $$;
create function app.certificate_refused() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update seal_certificate set state = 'withdrawn', ended_by = new.decided_by, ended_at = new.decided_at, end_reason = new.decision_note
  where id = new.row_id and state = 'waiting';
  return null;
end $$;
create function app.guarded_change_by_other() returns trigger language plpgsql as $$
begin
  if new.state = 'approved' and app.is_same_hand(new.proposed_by, new.decided_by) then
    raise exception 'guarded_change: the proposer set the password of this account within 24 hours' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.guarded_change_decided() returns trigger language plpgsql as $$
begin
  if new.decided_by is distinct from app.user_id() or app.user_id() is null
    or not ((old.state = 'waiting' and new.state in ('approved', 'rejected', 'withdrawn')) or (old.state = 'approved' and new.state = 'withdrawn'))
    or (new.state in ('approved', 'rejected') and new.decided_by = new.proposed_by)
    or (new.state = 'approved' and new.effective_at < new.decided_at + app.cooling_of(new)) then
    raise exception 'guarded_change: another person than the proposer decides, in their own name, and once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.guarded_change_made() returns trigger language plpgsql as $$
begin
  if new.state <> 'waiting' or new.proposed_by is distinct from app.user_id() then
    raise exception 'guarded_change: a proposal begins in the name of its proposer' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.expect_admin() returns void language plpgsql as $$
begin
  perform app.lock_access();
  if not app.has_admin() then raise exception 'nobody would hold admin3 any more' using errcode = 'integrity_constraint_violation'; end if;
end $$;
create function app.lock_access() returns void language sql as $$ select pg_advisory_xact_lock(7120261, 22) $$;
create function app.has_admin() returns boolean
  language sql security definer set search_path = public, app, pg_temp as $$ select exists (select from app_user join user_role on user_id = app_user.id join role_permission using (role_id)
    where app_user.status = 8 and permission = 'admin3') $$;
create function app.keep_admin() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.expect_admin();
  return null;
end $$;
create function app.fee_plan_near(
  plan bigint, day date
) returns table(id bigint, name text, mode smallint, basis text, tiers jsonb)
  language sql stable parallel safe as $$
  select held.id, held.name, held.mode, version.basis, version.tiers from fee_plan held join fee_plan_version version on version.plan_id = held.id
    where held.id = plan
    order by version.state = 'approved' desc, version.effective_from <= day desc, abs(version.effective_from - day) limit 1
$$;
create function app.fee_plans(day date)
  returns table(id bigint, name text, mode smallint, version_id bigint, no integer, method text, is_progressive boolean,
    basis text, minimum_fen bigint, tiers jsonb)
  language sql stable parallel safe as $$
  select plan.id, plan.name, plan.mode, version.id, version.no, version.method, version.is_progressive, version.basis, version.minimum_fen, version.tiers
    from fee_plan plan join lateral (select * from fee_plan_version held where held.plan_id = plan.id and held.state = 'approved' and held.effective_from <= day
      order by held.effective_from desc limit 1) version on true
    where plan.ended_on is null or plan.ended_on >= day
$$;
create function app.unit_assigned() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into unit_assignment (unit_id, role, party_id, since, set_by)
    select new.id, held.role, held.party_id, case when tg_op = 'INSERT' then new.created_at else app.moment() end, app.doer()
    from (values ('partner', new.partner_id, case when tg_op = 'UPDATE' then old.partner_id end),
      ('marketer', new.marketer_id, case when tg_op = 'UPDATE' then old.marketer_id end),
      ('salesman', new.salesman_id, case when tg_op = 'UPDATE' then old.salesman_id end)) held(role, party_id, before)
    where held.party_id is distinct from held.before
      and (tg_op = 'INSERT' or held.party_id is distinct from app.unit_party(new.id, held.role, app.moment()));
  return null;
end $$;
create function app.unit_assignment_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'ahead' and to_jsonb(new) - 'state' = to_jsonb(old) - 'state'
    and ((new.state = 'cancelled' and old.since > app.moment()) or (new.state in ('held', 'lapsed') and old.since <= app.moment())) then
    return new;
  end if;
  raise exception 'the past of % is not changed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create function app.unit_party(unit bigint, role text, at timestamptz) returns bigint
  language sql stable parallel safe as $$
  select held.party_id from unit_assignment held where held.unit_id = unit_party.unit and held.role = unit_party.role and held.since <= at
      and held.state in ('held', 'ahead')
    order by held.since desc, held.id desc limit 1
$$;
create function app.unit_terms(at timestamptz)
  returns table(id bigint, unit_id bigint, centre_id bigint, mode smallint, is_active boolean, contract_id bigint,
    virtual_account_no text, version_id bigint, version_no integer, fee_plan_id bigint, tax_bearer text,
    fee_bearer text, fee_unit_share_ppm integer, sign_required boolean, sign_way text, dual_control boolean,
    freeze_on_submit boolean, auto_audit_limit_fen bigint, single_limit_fen bigint, day_limit_fen bigint,
    month_limit_fen bigint, evidence_limit_fen bigint, low_balance_fen bigint, channel_ids bigint[], invoice_way text,
    invoice_categories text[], notice_mobiles text[])
  language sql stable as $$
  select setting.id, setting.unit_id, setting.centre_id, setting.mode, setting.is_active, setting.contract_id, setting.virtual_account_no, terms.id, terms.no,
    terms.fee_plan_id, terms.tax_bearer, terms.fee_bearer, terms.fee_unit_share_ppm, terms.sign_required, terms.sign_way, terms.dual_control,
    terms.freeze_on_submit, terms.auto_audit_limit_fen, terms.single_limit_fen, terms.day_limit_fen, terms.month_limit_fen, terms.evidence_limit_fen,
    terms.low_balance_fen, terms.channel_ids, terms.invoice_way, terms.invoice_categories, terms.notice_mobiles
  from unit_setting setting cross join lateral (select version.* from unit_setting_version version
    where version.setting_id = setting.id and version.in_force_at <= at order by version.in_force_at desc, version.id desc limit 1) terms
$$;
create function app.staff_mobiles(ids bigint[]) returns table(id bigint, mobile text)
  language sql stable security definer set search_path = public, app, pg_temp as $$ select app_user.id, app_user.mobile from app_user where app_user.id = any(ids) and app_user.usertype = 4 and (app.sees_all()
    or exists (select from user_centre post where post.user_id = app_user.id and post.centre_id = any(app.centre_ids()))
    or exists (select from unit where unit.id = any(app.unit_ids()) and app_user.id in (unit.marketer_id, unit.salesman_id))) $$;
create function app.certificate_replaces() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update seal_certificate set state = 'replaced', ended_at = app.moment(),
    ended_by = (select decided_by from guarded_change where kind = 'seal_certificate' and row_id = new.id and state = 'effective')
  where state = 'current' and id <> new.id and centre_id is not distinct from new.centre_id;
  return new;
end $$;
create function app.seal_until(of_centre bigint) returns timestamptz
  language sql stable security definer set search_path = public, app, pg_temp
  as $$ select valid_to from seal_certificate where coalesce(centre_id, 0) = of_centre and state = 'current' $$;
create function app.has_payees(centre bigint) returns boolean
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from operator where centre_id = centre and status = 8 and is_identity_verified)
$$;
create function app.operator_moved() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.operator_papers(array[new.id]);
  return null;
end $$;
create function app.card_for(person bigint, units bigint[]) returns bigint
  language sql stable set search_path = public, app, pg_temp as $$
  select coalesce(
    (select link.card_id from unit_operator link where link.operator_id = person and link.unit_id = any(units) and link.card_id is not null limit 1),
    (select card.id from operator_card card where card.operator_id = person and card.is_default
      and (cardinality(units) = 0 or card.brought_by is null or card.brought_by = any(units))))
$$;
create function app.undo_merge(merge bigint, who bigint, at timestamptz) returns boolean
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare made candidate_merge;
begin
  select * into made from candidate_merge where id = merge and undone_at is null and merged_at > at - interval '24 hours'
    and (app.sees_all() or centre_id = any(app.centre_ids()::bigint[])) for update;
  if not found then return false; end if;
  if made.card_was_verified is null then
    delete from operator_card where operator_id = made.operator_id and card_no_index = made.card_no_index and not is_default;
    if not found then return false; end if;
  else
    update operator_card set is_verified = made.card_was_verified, verified_at = made.card_verified_at
      where operator_id = made.operator_id and card_no_index = made.card_no_index;
  end if;
  if made.link_was_active is null then
    delete from unit_operator where unit_id = made.unit_id and operator_id = made.operator_id;
  else
    update unit_operator set is_active = made.link_was_active where unit_id = made.unit_id and operator_id = made.operator_id;
  end if;
  if not made.identity_was_verified then update operator set is_identity_verified = false where id = made.operator_id; end if;
  update candidate_merge set undone_at = at, undone_by = who where id = merge;
  return true;
end $$;
create function app.levy_rate(entity bigint, day date) returns integer
  language sql stable set search_path = public, app, pg_temp as $$
  select coalesce((select rate_ppm from entity_levy_rate where entity_id = entity and valid_from <= day order by valid_from desc, id desc limit 1), 0)
$$;
create function app.guard_template() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' or old.edition > 0 and exists (select from contract where template_id = old.id) then
      raise exception 'a template that was in use stays' using errcode = 'integrity_constraint_violation';
    end if;
    return old;
  end if;
  if old.state <> 'draft' and (new.name, new.kind, new.mode, new.for_centre_id, new.format, new.body, new.file_id, new.fields, new.signers, new.places, new.consents, new.edition, new.series_id)
      is distinct from (old.name, old.kind, old.mode, old.for_centre_id, old.format, old.body, old.file_id, old.fields, old.signers, old.places, old.consents, old.edition, old.series_id) then
    raise exception 'a template that was enabled is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  if old.state <> 'draft' and new.state = 'draft' then
    raise exception 'a template that was enabled is no draft again' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.consents_changed() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.operator_papers(array(select distinct operator_id from changed where kind <> 'personal_data' order by operator_id));
  return null;
end $$;
create function app.operator_papers(ids bigint[]) returns void
  language sql security definer set search_path = public, app, pg_temp as $$
  update operator set agreement_until = paper.agreement_until, filing_until = paper.filing_until
  from (select own.id, max(coalesce(consent.valid_to, 'infinity')) filter (where consent.kind = 'agreement') as agreement_until,
      max(coalesce(consent.valid_to, 'infinity')) filter (where consent.kind = 'tax_filing') as filing_until
    from operator own left join consent on consent.operator_id = own.id and consent.centre_id = own.centre_id and consent.revoked_at is null
    where own.id = any(ids) group by own.id) paper
  where operator.id = paper.id and (operator.agreement_until is distinct from paper.agreement_until or operator.filing_until is distinct from paper.filing_until)
$$;
create function app.partner_ready(partner bigint, today date) returns boolean language sql stable
  as $$ select exists (select from app.partner_agreement(partner, today) agreement where agreement.stand = 'current') $$;
create function app.business_contract_until(
  of_unit bigint, of_centre bigint, of_entity bigint, on_day date
) returns date
  language sql stable as $$
  select max(valid_to) from contract where kind = 'business_contract' and entity_id = of_entity and unit_id = of_unit and centre_id = of_centre
    and sign_state in ('done', 'terminating') and valid_from <= on_day
$$;
create function app.guard_contract() returns trigger language plpgsql as $$
begin
  if old.sign_state in ('done', 'terminating', 'terminated') then
    if (new.file_id, new.sha256, new.parties, new.fields, new.kind, new.source, new.template_id, new.valid_from, new.centre_id, new.unit_id, new.operator_id, new.partner_id, new.entity_id)
        is distinct from (old.file_id, old.sha256, old.parties, old.fields, old.kind, old.source, old.template_id, old.valid_from, old.centre_id, old.unit_id, old.operator_id, old.partner_id, old.entity_id) then
      raise exception 'a signed contract is not changed' using errcode = 'integrity_constraint_violation';
    end if;
    if old.source = 'moved' and (new.origin_no, new.signed_on, new.sheet_id, new.created_by, new.checked_by, new.done_at, new.consents)
        is distinct from (old.origin_no, old.signed_on, old.sheet_id, old.created_by, old.checked_by, old.done_at, old.consents) then
      raise exception 'what was taken over is not changed' using errcode = 'integrity_constraint_violation';
    end if;
    if old.source = 'moved' and old.sign_state = 'done' and new.sign_state = 'revoked' then
      if exists (select from app.rests_on_contracts(array[old.id])) then
        raise exception 'something was paid on this contract' using errcode = 'integrity_constraint_violation';
      end if;
    elsif new.sign_state not in ('done', 'terminating', 'terminated') or old.sign_state = 'terminated' and new.sign_state <> 'terminated' then
      raise exception 'a signed contract is not unsigned' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  if old.source = 'moved' and old.sign_state = 'revoked' and new.sign_state <> 'revoked' then
    raise exception 'what was taken back stays so' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.partner_agreement(partner bigint, today date) returns table(stand text, contract_id bigint)
  language sql stable security definer set search_path = public, app, pg_temp as $$
    select agreement.stand, agreement.id from (
      select contract.id, case
          when sign_state in ('done', 'terminating') and today between valid_from and valid_to then 'current'
          when sign_state in ('done', 'terminating') then case when today < valid_from then 'early' else 'over' end
          else sign_state end as stand
        from contract where contract.partner_id = partner and contract.kind = 'partner' and sign_state <> 'draft'
          -- What was never sent to anybody is no answer of anybody.
          and (sign_state <> 'revoked' or sent_at is not null)
    ) agreement order by case agreement.stand when 'current' then 0 when 'signing' then 1 when 'early' then 1 else 2 end, agreement.id desc limit 1
  $$;
create function app.guard_sign_task() returns trigger language plpgsql as $$
begin
  if old.state in ('signed', 'refused') and (new.state, new.signed_at, new.evidence, new.image_file_id, new.read_at, new.proved_at, new.signer_name, new.reason)
      is distinct from (old.state, old.signed_at, old.evidence, old.image_file_id, old.read_at, old.proved_at, old.signer_name, old.reason) then
    raise exception 'what was signed is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.guard_order() returns trigger language plpgsql as $$
begin
  raise exception 'an order that ended stays as it is' using errcode = 'integrity_constraint_violation';
end $$;
create function app.near_order_papers(centre bigint, print text) returns setof bigint
  language sql stable security definer rows 5 set search_path = public, app, pg_temp set enable_seqscan = off as $$
  with alike as materialized (select id, centre_id, fingerprint from order_paper where fingerprint is not null and app.print_bands(fingerprint) && app.near_bands(print))
  select id from alike where centre_id = centre and bit_count(fingerprint::bit(256) # print::bit(256)) <= 20
$$;
create function app.order_papers_like(centre bigint, sha text, print text) returns setof bigint
  language sql stable as $$
  select order_id from order_paper where sha256 = sha and centre_id = centre and removed_at is null
  union
  select other.order_id from app.near_order_papers(centre, print) near(id) join order_paper other on other.id = near.id where print is not null and other.removed_at is null
$$;
create function app.ledger_journals_begin() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into ledger_unbooked (first_id, last_id) select min(id), max(id) from added having count(*) > 0;
  return null;
end $$;
create function app.ledger_post_entries() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from added left join ledger_journal on ledger_journal.id = added.journal_id
             group by added.journal_id
             having sum(added.amount_fen) <> 0 or count(*) is distinct from min(ledger_journal.entries)::bigint
               or min(added.line) <> 1 or max(added.line) <> count(*)
               or bool_or(added.month <> date_trunc('month', ledger_journal.at at time zone 'Asia/Shanghai')::date)) then
    raise exception 'a journal does not balance' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from (select distinct account_id, centre_id, unit_id from added) place left join account on account.id = place.account_id
             where account.id is null or account.centre_id <> place.centre_id or account.unit_id is distinct from place.unit_id) then
    raise exception 'an entry without its account' using errcode = 'foreign_key_violation';
  end if;
  if exists (select from (
      select balance_after_fen - amount_fen as before, lag(balance_after_fen) over chain as last_fen, account_id
      from added window chain as (partition by account_id order by journal_id, line)) step
      join account on account.id = step.account_id
      where step.before <> coalesce(step.last_fen, account.balance_fen)) then
    raise exception 'a chain of balances is broken' using errcode = 'serialization_failure';
  end if;
  update account set balance_fen = account.balance_fen + moved.fen
    from (select account_id, sum(amount_fen) as fen from added group by account_id) moved where account.id = moved.account_id;
  return null;
end $$;
create function app.tax_accounts_are_of_tax() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from (select distinct journal_id from added) touched
      join ledger_journal journal on journal.id = touched.journal_id and journal.kind not in ('payment', 'return', 'opening', 'tax')
      join added on added.journal_id = journal.id
      join account on account.id = added.account_id and account.kind in ('tax_vat', 'tax_surcharge', 'tax_iit')) then
    raise exception 'only payments, returns, opening balances and tax paid move the tax accounts' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.ledger_journals_are_whole() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
declare
  empty bigint;
begin
  -- Of other transactions only whole journals are in sight.
  select id into empty from ledger_journal where id between new.first_id and new.last_id
    and not exists (select from ledger_entry where journal_id = ledger_journal.id and month = date_trunc('month', ledger_journal.at at time zone 'Asia/Shanghai')::date) limit 1;
  if found then
    raise exception 'journal % has no entries', empty using errcode = 'integrity_constraint_violation';
  end if;
  delete from ledger_unbooked where id = new.id;
  return null;
end $$;
create function app.statements_stand() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from added join balance_statement statement on statement.unit_id = added.unit_id and statement.centre_id = added.centre_id and statement.mode = added.mode
      and statement.month = date_trunc('month', added.at at time zone 'Asia/Shanghai')::date) then
    raise exception 'the month of a journal has its statement' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.topup_vouched() returns trigger language plpgsql as $$
begin
  if not app.is_credit_vouched(new.bank_credit_id, new.decided_by) then perform app.refuse_same_hand(); end if;
  return new;
end $$;
create function app.credit_imported() returns trigger language plpgsql as $$
begin
  if new.imported_by is distinct from app.user_id() then
    raise exception 'bank_credit: a credit keeps who brought it' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.tell_credits() returns trigger language plpgsql as $$
begin
  perform app.tell('topups', jsonb_build_object('centre', centre_id)) from (select distinct centre_id from fresh) place;
  return null;
end $$;
create function app.guard_tax_policy() returns trigger language plpgsql as $$
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
      raise exception 'tax_policy: only what two people published comes into force' using errcode = 'integrity_constraint_violation';
    end if;
    if app.policy_computed(new.effective_from, null) then
      raise exception 'tax_policy: days of it were computed already' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if old.effective_to < old.effective_from then
    raise exception 'tax_policy: a withdrawn policy does not change' using errcode = 'integrity_constraint_violation';
  end if;
  if new.effective_to < new.effective_from and not exists (select from tax_draft draft where draft.id = old.draft_id and draft.state = 'withdrawn') then
    raise exception 'tax_policy: only two people withdraw a policy before its first day' using errcode = 'integrity_constraint_violation';
  end if;
  if (old.effective_to is null or new.effective_to < old.effective_to) and app.policy_computed(new.effective_to + 1, old.effective_to) then
    raise exception 'tax_policy: days after its end were computed by it' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.policy_digest(of_params jsonb) returns text language sql immutable
  as $$ select encode(sha256(convert_to(of_params::text, 'UTF8')), 'hex') $$;
create function app.sales_net(sales bigint, policy_version text) returns bigint
  language sql stable set search_path = public, app, pg_temp as $$
  select round(sales * 1000000.0 / (1000000 + coalesce(
    (select (policy.params -> 'vat' ->> 'generalPpm')::bigint from tax_policy policy where policy.version = policy_version limit 1), 60000)))::bigint
$$;
create function app.months_stand_still() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from before join after using (centre_id, mode, operator_id, month) join tax_period closed using (centre_id, mode, month)
      where (before.gross_fen, before.income_fen, before.vat_fen, before.city_fen, before.education_fen, before.local_education_fen, before.withheld_fen)
        is distinct from (after.gross_fen, after.income_fen, after.vat_fen, after.city_fen, after.education_fen, after.local_education_fen, after.withheld_fen)) then
    raise exception 'the figures of a closed month stand still' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.tax_periods_begin() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into tax_declaration (centre_id, month) select distinct centre_id, month from fresh where mode = 2 order by 1, 2 on conflict do nothing;
  return null;
end $$;
create function app.closed_months_stay() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from tax_declaration period where period.centre_id = old.centre_id and period.mode = old.mode and period.month = old.month
      and period.state <> 'open') then
    raise exception 'a month that is being declared stays closed' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;
create function app.open_month(centre bigint, of_mode smallint, wanted text) returns text
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select greatest(wanted, coalesce((select to_char(to_date(max(month), 'YYYY-MM') + interval '1 month', 'YYYY-MM') from tax_period
    where tax_period.centre_id = centre and tax_period.mode = of_mode and closed_at is not null), wanted))
$$;
create function app.tax_booked(of_centre bigint, of_month text) returns table(tax text, amount_fen bigint)
  language sql stable as $$
  with counted as (
    select journal.id, journal.at from tax_reservation own
      join ledger_journal journal on journal.ref_type = 'line' and journal.ref_id = own.line_id and journal.kind = 'payment'
      where own.centre_id = of_centre and own.mode = 2 and own.month = of_month
    union all
    select journal.id, journal.at from tax_adjustment back cross join unnest(back.line_ids) line(id)
      join ledger_journal journal on journal.ref_type = 'line' and journal.ref_id = line.id and journal.kind = 'return'
      where back.centre_id = of_centre and back.mode = 2 and back.period = of_month and back.kind = 'uncounted'
        and (back.edition is not null or not exists (select from tax_period closed where closed.centre_id = of_centre and closed.mode = 2 and closed.month = of_month))
    union all
    select journal.id, journal.at from ledger_journal journal
      where journal.centre_id = of_centre and journal.mode = 2 and journal.kind not in ('payment', 'return', 'opening', 'tax')
        and journal.at >= ((of_month || '-01')::timestamp at time zone 'Asia/Shanghai')
        and journal.at < (((of_month || '-01')::date + interval '1 month')::timestamp at time zone 'Asia/Shanghai'))
  select substr(account.kind, 5), sum(entry.amount_fen)::bigint
  from counted journal
    join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
    join account on account.id = entry.account_id and account.kind in ('tax_vat', 'tax_surcharge', 'tax_iit')
  group by 1
$$;
create function app.tax_periods_begin_corrected() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into tax_declaration (centre_id, month) select distinct centre_id, period from fresh where mode = 2 order by 1, 2 on conflict do nothing;
  return null;
end $$;
create function app.batch_set_aside(batch_id bigint) returns bigint
  language sql stable security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
  select coalesce(sum(entry.amount_fen), 0)::bigint from ledger_journal journal
    join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
    join account on account.id = entry.account_id and account.kind = 'unit_frozen'
  where journal.ref_type = 'batch' and journal.ref_id = batch_id
$$;
create function app.batch_frees_claims() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update collection claim set state = 'confirmed', line_id = null, line_month = null, version = claim.version + 1
    from payment_line line where line.month = new.month and line.batch_id = new.id and line.collection_id = claim.id and claim.line_id = line.id and claim.state = 'paying';
  return null;
end $$;
create function app.batch_is_covered() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
declare
  batch payment_batch;
  expected bigint := 0;
  aside bigint;
begin
  -- The row as it is when the transaction ends, not as it was at the update that asked.
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
create function app.batch_may_move(from_state text, to_state text) returns boolean
  language sql immutable parallel safe as $$
  select from_state || '>' || to_state = any ('{draft>fixing,draft>ready,draft>cancelled,fixing>ready,fixing>cancelled,ready>fixing,ready>checking,ready>auditing,ready>payable,ready>cancelled,checking>fixing,checking>ready,checking>auditing,checking>payable,checking>cancelled,auditing>fixing,auditing>checking,auditing>payable,auditing>cancelled,payable>fixing,payable>checking,payable>auditing,payable>paying,payable>cancelled,paying>paid,paying>partial,paying>failed,paid>paying,paid>partial,paid>closed,partial>paying,partial>closed,failed>paying,failed>closed,closed>paying,closed>partial}'::text[])
$$;
create function app.batches_named(word text, most integer) returns bigint[]
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare
  found bigint[];
begin
  -- Planned with the word at hand, as in app.named.
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
create function app.channel_of_centre() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from channel where id = new.channel_id and centre_id = new.centre_id) then
    raise exception 'payment_batch: a batch is paid through a channel of its centre' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.halt_by_two() returns trigger language plpgsql as $$
begin
  if old.halted_by is not null and new.halted_by is null and old.halted_by = app.doer() then
    raise exception 'payment_batch: whoever halted a batch does not let it go on' using errcode = 'integrity_constraint_violation';
  end if;
  if new.halted_by is not null and (old.halted_by is not null or new.halted_by is distinct from app.doer() or new.state not in ('checking', 'auditing', 'payable', 'paying')) then
    raise exception 'payment_batch: a batch is halted once, by the caller, while it can still send' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.policy_computed(from_day date, to_day date) returns boolean
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from payment_batch
      where paid_at >= from_day::timestamp at time zone 'Asia/Shanghai' and (to_day is null or paid_at < (to_day + 1)::timestamp at time zone 'Asia/Shanghai'))
    or exists (select from tax_period, lateral (select ((month || '-01')::date + interval '1 month' - interval '1 day')::date as last_day) ends
      where last_day >= from_day and (to_day is null or last_day <= to_day))
$$;
create function app.batch_edited() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(new.id, app.doer(), 'edit', app.moment());
  return null;
end $$;
create function app.batch_made() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(new.id, new.maker_id, 'create', new.created_at), app.keep_deed(new.id, app.doer(), 'create', new.created_at);
  -- Figures and payees of a batch that repeats another are those of the other: its makers are makers here too.
  insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
    select new.id, user_id, 'repeat', new.centre_id, new.unit_id, min(first_at) from batch_deed where batch_id = new.retry_of_batch_id group by user_id;
  return null;
end $$;
create function app.batch_submitted() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(new.id, app.doer(), 'submit', new.submitted_at);
  return null;
end $$;
create function app.refuse_own_work() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
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
create function app.replaced_card(batch bigint) returns void
  language sql security definer set search_path = public, app, pg_temp as $$
  with recursive repeated as (
    select id from payment_batch where id = batch and (app.sees_all() or centre_id = any(app.centre_ids()) or unit_id = any(app.unit_ids()))
    union select later.id from payment_batch later join repeated on later.retry_of_batch_id = repeated.id)
  select app.keep_deed(id, app.doer(), 'card', app.moment()) from repeated
$$;
create function app.keep_deed(batch bigint, who bigint, deed text, at timestamptz) returns void
  language sql security definer set search_path = public, app, pg_temp as $$
  insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
    select payment_batch.id, who, deed, centre_id, unit_id, at from payment_batch where payment_batch.id = batch and who is not null
    on conflict do nothing
$$;
create function app.papers_edited() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(coalesce(new.batch_id, old.batch_id), app.doer(), 'papers', coalesce(new.created_at, app.moment()));
  return null;
end $$;
create function app.near_bands(print text) returns integer[] language sql immutable parallel safe strict as $$
  select array(select distinct case when turned is null then own else own # (1 << turned) end
    from unnest(app.print_bands(print)) own cross join (select null::integer union all select generate_series(0, 23)) turning(turned))
$$;
create function app.print_bands(print text) returns integer[]
  language plpgsql immutable parallel safe strict cost 1000 as $$
declare
  bits bit(256) := print::bit(256);
  bands integer[] := '{}';
  own integer;
  at integer;
begin
  for band in 0..10 loop
    own := 0;
    at := band;
    while at < 256 loop
      own := (own << 1) | get_bit(bits, at);
      at := at + 11;
    end loop;
    bands := bands || ((band << 24) | own);
  end loop;
  return bands;
end $$;
create function app.near_papers(centre bigint, print text) returns setof bigint
  language sql stable security definer rows 5 set search_path = public, app, pg_temp set enable_seqscan = off as $$
  with alike as materialized (select id, centre_id, fingerprint from evidence where fingerprint is not null and app.print_bands(fingerprint) && app.near_bands(print))
  select id from alike where centre_id = centre and bit_count(fingerprint::bit(256) # print::bit(256)) <= 20
$$;
create function app.orders_with_paper(centre bigint, sha text, print text) returns setof bigint
  language sql stable as $$
  select app.order_papers_like(centre, sha, print)
  union
  select other.order_id from evidence other join payment_batch batch on batch.id = other.batch_id
    where other.sha256 = sha and other.centre_id = centre and batch.state <> 'cancelled'
  union
  select other.order_id from app.near_papers(centre, print) near(id) join evidence other on other.id = near.id join payment_batch batch on batch.id = other.batch_id
    where print is not null and batch.state <> 'cancelled'
$$;
create function app.papers_while_prepared() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from payment_batch where id = coalesce(new.batch_id, old.batch_id) and state in ('draft', 'fixing', 'ready')) then
    raise exception 'evidence: the papers of a batch that was submitted stay' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.debts_of(of_months date[], of_lines bigint[])
  returns table(line_id bigint, is_paid boolean, is_under_way boolean, is_prepared boolean, is_followed boolean,
    is_doubtful boolean)
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select asked_id, coalesce(bool_or(state = 'success') filter (where id <> asked_id), false),
    coalesce(bool_or(state in ('queued', 'sent', 'processing', 'held', 'unknown')) filter (where id <> asked_id), false),
    coalesce(bool_or(state in ('invalid', 'warned', 'ready') and batch_state <> 'cancelled') filter (where id <> asked_id), false),
    coalesce(bool_or(state in ('failed', 'cancelled', 'returned') and id > asked_id), false),
    coalesce(bool_or(app.has_exception(id)) filter (where id <> asked_id), false)
  from app.lines_of_debts(of_months, of_lines) group by asked_id
$$;
create function app.count_repeated(of_batch bigint) returns void
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare each bigint;
begin
  for each in
    select other.batch_id from (select array_agg(line.month) as months, array_agg(line.id) as ids from payment_batch batch
        join payment_line line on line.month = batch.month and line.batch_id = batch.id and line.first_line_id is not null where batch.id = of_batch) own
      cross join lateral app.lines_of_debts(own.months, own.ids) other where other.state in ('failed', 'cancelled', 'returned')
    union select retry_of_batch_id from payment_batch where id = of_batch and retry_of_batch_id is not null
    order by 1
  loop
    perform app.count_resent(each);
  end loop;
end $$;
create function app.debt_is_free() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from app.debts_of(array[new.month], array[new.id]) debt where debt.is_paid or debt.is_under_way) then
    raise exception 'payment_line: another line of the debt was paid or is under way' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.line_joins_debt() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  new.first_line_id := null;
  new.first_line_month := null;
  if new.retry_of_line_id is not null then
    select coalesce(line.first_line_id, line.id), coalesce(line.first_line_month, line.month) into new.first_line_id, new.first_line_month
      from payment_batch own join payment_batch before on before.id = own.retry_of_batch_id
        join payment_line line on line.month = before.month and line.id = new.retry_of_line_id
      where own.id = new.batch_id;
  elsif new.collection_id is not null then
    select coalesce(line.first_line_id, line.id), coalesce(line.first_line_month, line.month) into new.first_line_id, new.first_line_month
      from payment_line line where line.collection_id = new.collection_id order by line.id limit 1;
  end if;
  return new;
end $$;
create function app.line_takes_claim() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update collection set state = 'paying', line_id = new.id, line_month = new.month, reason = '', version = version + 1
    where id = new.collection_id and state = 'confirmed' and (unit_id, centre_id, mode, amount_fen) = (new.unit_id, new.centre_id, new.mode, (new.amount_text::numeric * 100)::bigint);
  if not found then
    raise exception 'payment_line: a claim is paid once, as it was confirmed' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.line_tells_claim() returns trigger
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
      raise exception 'payment_line: the claim of a payment that went out after all is paid by another line, or asks for something else' using errcode = 'integrity_constraint_violation';
    end if;
  elsif old.state = 'excluded' then
    update collection set state = 'paying', line_id = new.id, line_month = new.month, reason = '', version = version + 1 where id = new.collection_id and state = 'confirmed';
    if not found then
      raise exception 'payment_line: the claim of a line that was put aside is no longer free' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  return null;
end $$;
create function app.line_tells_invoice() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update invoice_use set is_returned = new.state = 'returned' where line_id = new.id;
  return null;
end $$;
create function app.lines_of_debts(
  of_months date[], of_lines bigint[]
) returns table(asked_id bigint, month date, id bigint, batch_id bigint, state text, batch_state text)
  language sql stable security definer set search_path = public, app, pg_temp as $$
  with asked as materialized (
    select line.id, coalesce(line.first_line_id, line.id) as first_id, coalesce(line.first_line_month, line.month) as first_month
    from unnest(of_months, of_lines) as given(month, id) join payment_line line on line.month = given.month and line.id = given.id),
  debt as (
    select asked.id as asked_id, line.month, line.id, line.batch_id, line.state
      from asked join payment_line line on line.month = asked.first_month and line.id = asked.first_id
    union all
    select asked.id, line.month, line.id, line.batch_id, line.state from asked join payment_line line on line.first_line_id = asked.first_id)
  select debt.asked_id, debt.month, debt.id, debt.batch_id, debt.state, batch.state from debt join payment_batch batch on batch.id = debt.batch_id
$$;
create function app.count_resent(of_batch bigint) returns void
  language sql security definer set search_path = public, app, pg_temp as $$
  update payment_batch batch set failed_resent_count = resent.failed, failed_resent_cost_fen = resent.failed_cost, returned_resent_count = resent.returned,
    returned_resent_cost_fen = resent.returned_cost, version = version + 1
  from (
    with ended as materialized (select line.month, line.id, line.state, line.cost_fen, line.collection_id from payment_line line
      where line.month = (select month from payment_batch where id = of_batch) and line.batch_id = of_batch and line.state in ('failed', 'cancelled', 'returned'))
    select count(*) filter (where ended.state <> 'returned') as failed, count(*) filter (where ended.state = 'returned') as returned,
      coalesce(sum(ended.cost_fen) filter (where ended.state <> 'returned'), 0) as failed_cost,
      coalesce(sum(ended.cost_fen) filter (where ended.state = 'returned'), 0) as returned_cost
    from ended join app.debts_of((select array_agg(month order by id) from ended), (select array_agg(id order by id) from ended)) debt on debt.line_id = ended.id
      left join collection claim on claim.id = ended.collection_id
    where debt.is_paid or debt.is_under_way or debt.is_prepared or debt.is_followed or claim.state <> 'confirmed') resent
  where batch.id = of_batch and (batch.failed_resent_count, batch.failed_resent_cost_fen, batch.returned_resent_count, batch.returned_resent_cost_fen)
    is distinct from (resent.failed, resent.failed_cost, resent.returned, resent.returned_cost)
$$;
create function app.may_move(from_state text, to_state text) returns boolean language sql immutable as $$
  select from_state || '>' || to_state = any ('{invalid>ready,invalid>warned,invalid>excluded,warned>invalid,warned>ready,warned>excluded,ready>invalid,ready>warned,ready>excluded,excluded>invalid,excluded>warned,excluded>ready,ready>queued,warned>queued,queued>sent,queued>held,queued>cancelled,sent>queued,sent>processing,sent>success,sent>failed,sent>held,sent>unknown,processing>success,processing>failed,processing>held,processing>unknown,unknown>success,unknown>failed,unknown>held,unknown>processing,held>queued,held>cancelled,held>unknown,failed>unknown,cancelled>unknown,success>returned}'::text[])
$$;
create function app.line_edited() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(new.batch_id, app.doer(), 'edit', app.moment());
  return null;
end $$;
create function app.line_leaves_early() returns trigger language plpgsql as $$
begin
  if old.state not in ('invalid', 'warned', 'ready', 'excluded') then
    raise exception 'a line that was queued is history' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;
create function app.line_moves_legally() returns trigger language plpgsql as $$
begin
  raise exception 'a line cannot go from % to %', old.state, new.state using errcode = 'integrity_constraint_violation';
end $$;
create function app.line_reopens() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from payout_exception where batch_id = old.batch_id and line_id = old.id and state = 'resolved' and resolution = 'paid') then
    raise exception 'payment_line: what ended without payment stays so, unless an exception found it paid' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.lines_begin() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from changed line left join payment_batch batch on batch.id = line.batch_id
      where line.state not in ('invalid', 'warned', 'ready', 'excluded') or batch.state is null or batch.state not in ('draft', 'fixing', 'ready')
        or (line.month, line.centre_id, line.unit_id, line.mode) is distinct from (batch.month, batch.centre_id, batch.unit_id, batch.mode)) then
    raise exception 'payment_line: a new line belongs to a batch that is prepared' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.lines_edited() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if app.doer() is not null then
    perform app.keep_deed(batch_id, app.doer(), 'edit', app.moment()) from (select distinct batch_id from changed) batch;
  end if;
  return null;
end $$;
create function app.lines_while_prepared() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from payment_batch where id = new.batch_id and state in ('draft', 'fixing', 'ready')) then
    raise exception 'payment_line: the lines of a batch that was submitted are not edited' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.business_contract_used(of_contract bigint, but_batch bigint default 0) returns bigint
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(sum(line.gross_fen), 0)::bigint
  from contract join payment_line line on line.operator_id = contract.operator_id and line.entity_id = contract.entity_id and line.unit_id = contract.unit_id
      and line.centre_id = contract.centre_id and line.mode = contract.mode and line.month >= date_trunc('month', contract.valid_from)::date
    join payment_batch batch on batch.id = line.batch_id and (batch.created_at at time zone 'Asia/Shanghai')::date between contract.valid_from and contract.valid_to
  where contract.id = of_contract and line.batch_id <> but_batch
    and (line.state in ('queued', 'sent', 'processing', 'success', 'held', 'unknown') or line.state in ('warned', 'ready') and (batch.state = 'payable' or batch.is_frozen))
$$;
create function app.order_use(
  of_order bigint, but_batch bigint default 0
) returns table(settled bigint, underway bigint, batches bigint)
  language sql stable as $$
  select coalesce(sum(batch.gross_fen - coalesce(lost.fen, 0)) filter (where batch.state in ('paid', 'partial', 'failed', 'closed')), 0)::bigint,
    coalesce(sum(batch.gross_fen) filter (where batch.state in ('checking', 'auditing', 'payable', 'paying')), 0)::bigint, count(*) filter (where batch.state <> 'cancelled')
  from payment_batch batch left join lateral (select sum(line.gross_fen) as fen from payment_line line
      where line.month = batch.month and line.batch_id = batch.id and line.state in ('failed', 'cancelled', 'returned')) lost
    on batch.failed_count + batch.returned_count > 0 and batch.state in ('paid', 'partial', 'failed', 'closed')
  where batch.order_id = of_order and batch.id <> but_batch
$$;
create function app.payee_obstacles(of_month date, of_line bigint, at timestamptz) returns table(code text)
  language sql stable as $$
  select obstacle.code
  from payment_line line
    cross join lateral (select (at at time zone 'Asia/Shanghai')::date as today) clock
    join centre on centre.id = line.centre_id
    left join operator payee on payee.id = line.operator_id and payee.id_number_index = line.id_number_index and payee.id_kind = line.id_kind
    left join operator_entity business on business.id = line.entity_id
    cross join lateral (select line.mode = 1 or line.entity_name <> '' or line.entity_credit_code <> '' as is_business) capacity
    cross join lateral (values
      ('E201', payee.id is null),
      ('E202', payee.comparable_name <> app.comparable_name(line.name)),
      ('E209', payee.status <> 8 or exists (select from identity_dispute dispute
        where dispute.unit_id = line.unit_id and dispute.operator_id = payee.id and dispute.state in ('open', 'ended'))),
      ('E203', not payee.is_identity_verified),
      ('E204', payee.is_identity_verified and not exists (select from operator_card card
        where card.operator_id = payee.id and card.card_no_index = line.card_no_index and card.is_verified)),
      ('E206', payee.id is not null
        and (not exists (select from consent where consent.operator_id = payee.id and consent.centre_id = line.centre_id and consent.kind = 'agreement'
            and consent.revoked_at is null and (consent.valid_to is null or consent.valid_to >= clock.today))
          or line.mode = 1 and clock.today >= centre.business_contracts_from
            and business.operator_id = payee.id and business.credit_code = line.entity_credit_code
            and coalesce(app.business_contract_until(line.unit_id, line.centre_id, business.id, clock.today) < clock.today, true))
        and not exists (select from app.unit_terms(at) setting where setting.unit_id = line.unit_id and setting.centre_id = line.centre_id
          and setting.mode = line.mode and not setting.sign_required)),
      ('E207', payee.id is not null and not capacity.is_business and not exists (select from consent where consent.operator_id = payee.id
        and consent.centre_id = line.centre_id and consent.kind = 'tax_filing' and consent.revoked_at is null
        and (consent.valid_to is null or consent.valid_to >= clock.today))),
      ('E208', extract(year from age(clock.today, payee.birth)) not between centre.age_min and centre.age_max),
      ('E210', exists (select from unit_related_person person where person.unit_id = line.unit_id and person.id_number_index = line.id_number_index
        and person.ended_at is null and not exists (select from relation_exception allowed where allowed.related_id = person.id
          and allowed.centre_id = line.centre_id and allowed.state = 'approved' and allowed.valid_to >= clock.today))),
      ('E211', payee.id is not null and capacity.is_business and (business.id is null or business.operator_id <> payee.id
        or business.comparable_name <> app.comparable_name(line.entity_name) or business.credit_code is distinct from line.entity_credit_code or business.state <> 'operating')),
      ('E213', payee.id is not null and not capacity.is_business
        and coalesce(payee.tax_residence, case when payee.id_kind = 'id_card' then 'resident' end) is distinct from 'resident'),
      -- The owner of a registered business is not paid as a natural person where the centre refuses it.
      ('E220', centre.refuses_owners and payee.id is not null and line.mode = 2 and not capacity.is_business
        and exists (select from operator_entity owned where owned.operator_id = payee.id and owned.state = 'operating')),
      -- Another line of the debt was paid, or may be: of one debt one line is paid.
      ('E215', line.first_line_id is not null and exists (select from app.debts_of(array[line.month], array[line.id]) debt
        where debt.is_paid or debt.is_under_way or debt.is_doubtful))
    ) as obstacle(code, stands)
  where line.month = of_month and line.id = of_line and obstacle.stands
$$;
create function app.payouts_due(at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = public, app,
    pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return exists (select from payment_line where state in ('queued', 'sent', 'processing', 'unknown') and next_query_at <= payouts_due.at);
end $$;
create function app.rests_on_contracts(of_contracts bigint[]) returns table(contract_id bigint, batch_no text)
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select orders.contract_id, batch.no from service_order orders join payment_batch batch on batch.order_id = orders.id
  where orders.contract_id = any (of_contracts)
    and (batch.is_frozen or batch.state in ('payable', 'paying') or batch.success_count + batch.returned_count > 0)
  union
  select contract.id, batch.no
  from contract join payment_line line on line.operator_id = contract.operator_id and line.centre_id = contract.centre_id
    join payment_batch batch on batch.id = line.batch_id and coalesce(batch.paid_at, 'infinity') >= contract.done_at
  where contract.id = any (of_contracts) and cardinality(contract.consents) > 0
    and (line.state in ('queued', 'sent', 'processing', 'success', 'held', 'unknown', 'returned')
      or line.state in ('warned', 'ready') and (batch.state = 'payable' or batch.is_frozen))
$$;
create function app.attempts_have_lines() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from added left join payment_line line on line.month = added.month and line.id = added.line_id where line.id is null) then
    raise exception 'an attempt without its line' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create function app.tell_lines() returns trigger language plpgsql as $$
begin
  perform app.tell('batches', jsonb_build_object('centre', centre_id, 'unit', unit_id)) from (select distinct centre_id, unit_id from fresh) place;
  return null;
end $$;
create function app.has_exception(of_line bigint) returns boolean
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from payout_exception where line_id = of_line and state <> 'resolved')
$$;
create function app.payout_exception_moves() returns trigger language plpgsql as $$
begin
  if old.state = 'resolved' or (to_jsonb(old) - '{state,owner_id,resolution,proposed_by,resolved_at,version}'::text[])
      is distinct from (to_jsonb(new) - '{state,owner_id,resolution,proposed_by,resolved_at,version}'::text[]) then
    raise exception 'the facts of an exception do not change, nor one that is resolved' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.expect_report() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from added where result <> 'success' and not exists (select from payout_report report where report.attempt_id = added.attempt_id
      and (report.result, report.serial, report.state) = (added.result, added.serial, 'confirmed')
      and (report.reported_by, report.decided_by) = (added.registered_by, added.confirmed_by))) then
    raise exception 'payout_slip: a failed or returned payment needs the report of one person and the confirmation of another' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.refuse_own_slip() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
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
create function app.is_credit_vouched(credit_id bigint, decider bigint) returns boolean
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select app.is_other_hand(decider, array_remove(array[credit.imported_by], null)) or exists (
    select from channel join recon_row row on row.channel_id = channel.id and row.source = 'bank' and row.serial = credit.serial and row.direction = 'in'
        and row.amount_fen = credit.amount_fen
      join recon_file file on file.id = row.file_id
    where channel.centre_id = credit.centre_id and app.is_other_hand(decider, array_remove(array[file.added_by], null)))
  from bank_credit credit where credit.id = credit_id
$$;
create function app.balanced_to(at_centre bigint, in_mode smallint) returns date
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when not exists (select from recon_item where centre_id = at_centre and kind = 'amount' and state <> 'settled' and (mode = in_mode or mode is null))
    then (select max(day) from recon_day closed where centre_id = at_centre and state = 'closed'
      and not exists (select from recon_day earlier where earlier.centre_id = at_centre and earlier.state <> 'closed' and earlier.day <= closed.day)) end
$$;
create function app.tell_differences() returns trigger language plpgsql as $$
begin
  perform app.tell('recon', jsonb_build_object('centre', centre_id)) from (select distinct centre_id from fresh) place;
  return null;
end $$;
create function app.commission_days() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into commission_day as kept (centre_id, mode, unit_id, batch_id, party_type, party_id, day, item_count, base_fen, fee_fen, accrued_fen, reversed_fen)
    select min(centre_id), min(mode), min(unit_id), batch_id, party_type, party_id, (at at time zone 'Asia/Shanghai')::date as day, count(*), sum(base_fen), sum(fee_fen),
      coalesce(sum(amount_fen) filter (where state <> 'reversed'), 0), coalesce(sum(amount_fen) filter (where state = 'reversed'), 0)
    from added where party_type in ('partner', 'staff') group by batch_id, party_type, party_id, day order by party_type, party_id, batch_id, day
    on conflict (party_type, party_id, batch_id, day) where bill_id is null do update set item_count = kept.item_count + excluded.item_count,
      base_fen = kept.base_fen + excluded.base_fen, fee_fen = kept.fee_fen + excluded.fee_fen, accrued_fen = kept.accrued_fen + excluded.accrued_fen,
      reversed_fen = kept.reversed_fen + excluded.reversed_fen;
  return null;
end $$;
create function app.forget_late_months() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from added where date_trunc('month', traded_at at time zone 'Asia/Shanghai') < date_trunc('month', created_at at time zone 'Asia/Shanghai')) then
    perform app.lock_paid_months();
    delete from paid_month where month in (select to_char(traded_at at time zone 'Asia/Shanghai', 'YYYY-MM') from added where kind = 'payment');
  end if;
  return null;
end $$;
create function app.forget_paid_months() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from changed join former using (id) where changed.is_returned and not former.is_returned) then
    perform app.lock_paid_months();
    delete from paid_month where month in (select to_char(changed.traded_at at time zone 'Asia/Shanghai', 'YYYY-MM')
      from changed join former using (id) where changed.is_returned and not former.is_returned);
  end if;
  return null;
end $$;
create function app.lock_paid_months() returns void language sql as $$ select pg_advisory_xact_lock(7120261, 0) $$;
create function app.business_figures_stand() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from business_filing filing where filing.id = new.filing_id and filing.centre_id = new.centre_id and filing.operator_id = new.operator_id
      and (filing.state = 'open' or (tg_op = 'INSERT' and filing.state = 'correcting')) and filing.edition = new.edition) then
    raise exception 'the figures of a closed filing stand still' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.business_paid_within() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from business_filing filing join business_filing_figure figure on figure.filing_id = filing.id and figure.edition = filing.edition
      cross join lateral (select case new.kind when 'vat' then figure.vat_fen when 'surcharge' then figure.city_fen + figure.education_fen + figure.local_education_fen else figure.iit_fen end as fen) due
      cross join lateral (select coalesce(sum(amount_fen), 0) as fen from business_filing_payment paid where paid.filing_id = filing.id and paid.kind = new.kind) paid
    where filing.id = new.filing_id and ((new.amount_fen > 0 and paid.fen > due.fen) or (new.amount_fen < 0 and paid.fen < due.fen))) then
    raise exception 'more tax paid than declared' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.tax_credit_moves() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  -- The check of left_fen refuses what goes beyond it.
  update tax_credit set left_fen = left_fen - case new.kind when 'opened' then 0 else new.amount_fen end, version = version + 1,
      state = case when new.kind = 'opened' or left_fen > new.amount_fen then 'open' else new.kind end
    where id = new.credit_id and centre_id = new.centre_id and state = 'open';
  if not found then
    raise exception 'the credit case is settled' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.tax_books_kept() returns trigger
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
    raise exception 'what the books took stays with a closed period' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.drop_tax_correction(of_declaration bigint) returns void
  language sql security definer set search_path = public, app, pg_temp as $$
  delete from tax_line line using tax_declaration period where period.id = of_declaration and line.declaration_id = period.id and line.edition = period.edition
    and period.state = 'correcting' and ((select app.sees_all()) or period.centre_id = any ((select app.centre_ids())::bigint[]))
$$;
create function app.drop_tax_lines(of_declaration bigint) returns void
  language sql security definer set search_path = public, app, pg_temp as $$
  delete from tax_line where declaration_id = of_declaration
    and exists (select from tax_declaration period where period.id = of_declaration and ((select app.sees_all()) or period.centre_id = any ((select app.centre_ids())::bigint[])))
$$;
create function app.tax_lines_drawn_up() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from fresh join tax_declaration period on period.id = fresh.declaration_id
      where not period.is_computing or period.edition <> fresh.edition or period.centre_id <> fresh.centre_id) then
    raise exception 'the lines of a closed period stand still' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.tax_lines_stand() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from gone join tax_declaration period on period.id = gone.declaration_id where period.state <> 'open'
      and not (period.state = 'correcting' and gone.edition = period.edition
        and not exists (select from tax_receipt receipt where receipt.declaration_id = period.id and receipt.edition >= gone.edition))) then
    raise exception 'the lines of a closed period stand still' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.tax_paid_within() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.reverses_id is not null then
    if not exists (select from tax_payment first join tax_entry entry on entry.id = first.entry_id where first.id = new.reverses_id and first.reverses_id is null
        and first.entry_id = new.entry_id and first.kind = new.kind and first.amount_fen = -new.amount_fen and first.declaration_id = new.declaration_id and entry.state = 'reversing') then
      raise exception 'a reversal takes back one payment of an entry that is being reversed' using errcode = 'integrity_constraint_violation';
    end if;
    return null;
  end if;
  if new.entry_id is not null and not exists (select from tax_entry entry where entry.id = new.entry_id and entry.declaration_id = new.declaration_id and entry.state = 'confirmed'
      and new.amount_fen = case new.kind when 'vat' then entry.vat_fen when 'surcharge' then entry.surcharge_fen else entry.iit_fen end) then
    raise exception 'a payment is one tax of a confirmed entry' using errcode = 'integrity_constraint_violation';
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
create function app.guard_tax_form() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' then
    raise exception 'tax_form: a template that was published or dropped is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.tax_shares(of_month text, of_centres bigint[], of_units bigint[])
  returns table(operator_id bigint, unit_id bigint, centre_id bigint, month text, payments bigint, gross_fen bigint,
    vat_fen bigint, surcharge_fen bigint, iit_fen bigint, is_whole boolean, declaration_id bigint, receipt_no text,
    declared_on date, has_report boolean, has_agent boolean, certificate_file uuid)
  language sql stable security definer set search_path = public, app, pg_temp as $$
  with paid as materialized (
    select own.operator_id, batch.unit_id, own.centre_id, own.month, own.gross_fen, own.vat_fen, own.city_fen + own.education_fen + own.local_education_fen as surcharge_fen, own.withheld_fen
    from tax_reservation own join payment_batch batch on batch.id = own.batch_id
    where own.mode = 2 and own.month = of_month and not own.is_open and not exists (select from tax_adjustment back where back.operator_id = own.operator_id and back.month = own.month
        and back.kind = 'uncounted' and back.edition is not null and own.line_id = any(back.line_ids)) and (of_centres is null or own.centre_id = any(of_centres))),
  share as materialized (
    select paid.operator_id, paid.unit_id, paid.centre_id, paid.month, count(*) as payments, sum(paid.gross_fen)::bigint as gross_fen, sum(paid.vat_fen)::bigint as vat_fen,
      sum(paid.surcharge_fen)::bigint as surcharge_fen, sum(paid.withheld_fen)::bigint as iit_fen,
      count(*) over (partition by paid.operator_id, paid.centre_id) = 1 as is_alone
    from paid group by paid.operator_id, paid.unit_id, paid.centre_id, paid.month)
  select share.operator_id, share.unit_id, share.centre_id, share.month, share.payments, share.gross_fen, share.vat_fen, share.surcharge_fen, share.iit_fen,
    share.is_alone
      and not exists (select from tax_adjustment back where back.operator_id = share.operator_id and back.centre_id = share.centre_id and back.mode = 2 and back.period = share.month
        and (back.kind = 'difference' or back.month <> share.month))
      and not exists (select from tax_earlier earlier where earlier.operator_id = share.operator_id and earlier.centre_id = share.centre_id and earlier.month = share.month),
    period.id, nullif(concat_ws(' / ', receipt.no, receipt.vat_no), ''), receipt.declared_on,
    exists (select from tax_file file where file.centre_id = share.centre_id and file.mode = 2 and file.period = share.month and file.kind in ('iit_report', 'iit_withholding')),
    exists (select from tax_file file where file.centre_id = share.centre_id and file.mode = 2 and file.period = share.month and file.kind = 'vat_agent'),
    (select paper.file_id from tax_certificate paper where paper.declaration_id = period.id and paper.operator_id = share.operator_id order by paper.id limit 1)
  from share left join tax_declaration period on period.centre_id = share.centre_id and period.mode = 2 and period.month = share.month
    left join tax_receipt receipt on receipt.declaration_id = period.id and receipt.edition = (select max(edition) from tax_receipt last where last.declaration_id = period.id)
  where of_units is null or share.unit_id = any(of_units)
$$;
create function app.guard_tax_draft() returns trigger language plpgsql as $$
begin
  if old.state in ('dropped', 'withdrawn') or (old.state = 'published' and (new.state not in ('published', 'withdrawn')
    or (new.policy_version, new.first_day, new.known_until, new.params, new.digest, new.hands, new.published_by, new.published_at)
      is distinct from (old.policy_version, old.first_day, old.known_until, old.params, old.digest, old.hands, old.published_by, old.published_at))) then
    raise exception 'tax_draft: what was published, dropped or withdrawn is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.acct_vouchers_stand() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from acct_issue issue where issue.id in (select issue_id from added) and issue.xmin::text <> pg_current_xact_id()::xid::text) then
    raise exception 'acct_voucher: a month that was issued takes no voucher later' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.acct_digest(issue bigint) returns text
  language sql stable set search_path = public, app, pg_temp as $$
  select encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', voucher.kind, voucher.word, coalesce(voucher.no, 0), voucher.left_out, line.account, coalesce(line.of_unit, 0),
      line.debit_fen, line.credit_fen), e'\n' order by voucher.kind collate "C", line.account collate "C", coalesce(line.of_unit, 0)), ''), 'UTF8')), 'hex')
  from acct_voucher voucher join acct_voucher_line line on line.voucher_id = voucher.id where voucher.issue_id = issue
$$;
create function app.acct_lines_stand() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from acct_voucher voucher where voucher.id in (select voucher_id from added) and voucher.xmin::text <> pg_current_xact_id()::xid::text) then
    raise exception 'acct_voucher_line: vouchers that were issued stay' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from added group by voucher_id having sum(debit_fen) <> sum(credit_fen)) then
    raise exception 'acct_voucher_line: a voucher does not balance' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.book_moves(
  of_centre bigint, of_mode smallint, first_day date
) returns table(kind text, account text, of_unit bigint, debit_fen bigint, credit_fen bigint)
  language sql stable set search_path = public, app, pg_temp as $$
  with journal as (select id, journal.kind, unit_id, ref_type, ref_id from ledger_journal journal
      where centre_id = of_centre and mode = of_mode and at >= first_day::timestamp at time zone 'Asia/Shanghai'
        and at < (first_day + interval '1 month') at time zone 'Asia/Shanghai'),
    whole as (select exists (select from acct_issue issue join acct_voucher voucher on voucher.issue_id = issue.id
        join acct_voucher_line line on line.voucher_id = voucher.id
      where issue.centre_id = of_centre and issue.mode = of_mode and issue.month = to_char(first_day, 'YYYY-MM')
        and voucher.kind in ('payment', 'return') and line.account = 'fee_income') as is_whole),
    moved as (
      select journal.kind, account.kind as account, coalesce(entry.unit_id, journal.unit_id) as of_unit, entry.amount_fen
        from journal cross join whole join ledger_entry entry on entry.journal_id = journal.id and entry.month = first_day
          join account on account.id = entry.account_id
        where whole.is_whole or account.kind <> 'fee_income' or journal.kind not in ('payment', 'return')
      union all
      select journal.kind, part.account, journal.unit_id, part.fen * case journal.kind when 'payment' then 1 else -1 end
        from journal cross join whole
          join payment_line line on line.centre_id = of_centre and line.mode = of_mode and line.id = journal.ref_id
          join payment_batch batch on batch.id = line.batch_id
          cross join lateral (select app.sales_of(line.mode, line.cost_fen, line.fee_fen) as fen) sales
          cross join lateral (select app.sales_net(sales.fen, batch.policy_version) as fen) net
          cross join lateral (values ('revenue', net.fen), ('output_vat', sales.fen - net.fen),
            ('subcontract_cost', line.fee_fen - sales.fen)) part(account, fen)
        where not whole.is_whole and journal.kind in ('payment', 'return') and journal.ref_type = 'line' and part.fen <> 0)
  select moved.kind, moved.account, moved.of_unit, coalesce(sum(-amount_fen) filter (where amount_fen < 0), 0)::bigint,
    coalesce(sum(amount_fen) filter (where amount_fen > 0), 0)::bigint
  from moved group by 1, 2, 3
$$;
create function app.sales_of(of_mode smallint, cost bigint, fee bigint) returns bigint
  language sql immutable set search_path = public, app, pg_temp
  as $$ select case of_mode when 2 then cost else fee end $$;
create function app.guard_report_rows() returns trigger language plpgsql as $$
begin
  if exists (select from platform_report report where report.id in (select report_id from added) and (report.xmin::text <> pg_current_xact_id()::xid::text)) then
    raise exception 'platform_report_row: rows come with their report and stay' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.keep_title_version() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into invoice_title_version (title_id, unit_id, version, name, tax_no, address, telephone, bank, account_no, email, state, is_active, reason, at, by_id)
    values (new.id, new.unit_id, new.version, new.name, new.tax_no, new.address, new.telephone, new.bank, new.account_no, new.email, new.state, new.is_active, new.reason,
      app.moment(), app.doer());
  return null;
end $$;
create function app.invoice_paid(of_centre bigint, of_unit bigint, of_mode smallint) returns bigint
  language sql stable as $$
  select coalesce(sum(success_cost_fen), 0)::bigint from payment_batch where centre_id = of_centre and unit_id = of_unit and mode = of_mode and success_cost_fen > 0
$$;
create function app.business_invoice_due(of_issuer text, cost bigint, fee_unit bigint) returns bigint
  language sql immutable as $$
  select case when of_issuer = 'business' then cost - fee_unit else fee_unit end
$$;
create function app.keep_issued() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare is_wrong boolean;
begin
  if not exists (select from added where amount_fen < 0) then return null; end if;
  execute 'select exists (select from (select distinct application_id from added where amount_fen < 0) part
    where (select sum(amount_fen) from invoice_line held where held.application_id = part.application_id)
      < (select coalesce(sum(total_fen), 0) from invoice paper where paper.application_id = part.application_id and paper.number is not null)
        - (select coalesce(sum(amount_fen), 0) from red_letter red where red.application_id = part.application_id and red.is_issued))' into is_wrong;
  if is_wrong then
    raise exception 'invoice_line: what was issued is given back by a red letter alone' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.use_business_lines() returns trigger
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
      raise exception 'invoice_line: an application gives back what it holds' using errcode = 'integrity_constraint_violation';
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
      raise exception 'invoice_line: a business invoices what was paid to it' using errcode = 'integrity_constraint_violation';
    end if;
    execute 'select exists (select from added join invoice_application asked on asked.id = added.application_id
      join business_invoice_use kept on kept.line_id = added.line_id and kept.issuer = asked.issuer
      where added.mode = 1 and added.amount_fen > 0 and kept.used_fen <> kept.due_fen)' into is_wrong;
    if is_wrong then
      raise exception 'invoice_line: a payment of mode 1 is invoiced whole' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  return null;
end $$;
create function app.use_lines() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare place record; expected bigint; found bigint; is_wrong boolean;
begin
  execute 'select exists (select from added
    left join invoice_application asked on asked.id = added.application_id and (asked.centre_id, asked.unit_id, asked.mode) = (added.centre_id, added.unit_id, added.mode)
    left join red_letter red on red.id = added.red_id and red.application_id = added.application_id
    where asked.id is null or (added.red_id is not null and red.id is null))' into is_wrong;
  if is_wrong then
    raise exception 'invoice_line: a part is of an application of who paid, and of a red letter of it' using errcode = 'integrity_constraint_violation';
  end if;

  -- Whoever changes the quota first goes first: nobody waits for a payment while others wait for the quota.
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
      raise exception 'invoice_line: an application gives back what it holds' using errcode = 'integrity_constraint_violation';
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
      raise exception 'invoice_line: only payments that stand are invoiced, to who paid them' using errcode = 'integrity_constraint_violation';
    end if;
  end if;

  for place in select centre_id, unit_id, mode from added group by 1, 2, 3 having sum(amount_fen) > 0 loop
    if app.invoice_quota(place.centre_id, place.unit_id, place.mode) < 0 then
      raise exception 'invoice_line: more than what was paid' using errcode = 'integrity_constraint_violation';
    end if;
  end loop;
  return null;
end $$;
create function app.invoice_quota(of_centre bigint, of_unit bigint, of_mode smallint) returns bigint
  language sql stable as $$
  select app.invoice_paid(of_centre, of_unit, of_mode)
    - coalesce((select used_fen from invoice_quota where centre_id = of_centre and unit_id = of_unit and mode = of_mode), 0)
$$;
create function app.expect_authorisation() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from issue_authorisation given join operator_entity business on business.id = given.entity_id
      where given.entity_id = new.entity_id and business.operator_id = new.operator_id and given.state = 'active' and business.state = 'operating'
        and (new.applied_at at time zone 'Asia/Shanghai')::date between given.valid_from and given.valid_to) then
    raise exception 'invoice_application: the business has not authorised that invoices are issued for it' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.invoice_of_operator() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  select operator_id into new.operator_id from invoice_application where id = new.application_id;
  return new;
end $$;
create function app.red_mistake_whole() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from invoice where id = new.invoice_id and total_fen <> new.amount_fen) then
    raise exception 'red_letter: an invoice issued in error is taken back whole' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function app.red_within_blue() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare blue invoice;
begin
  select * into blue from invoice where id = new.invoice_id for no key update;
  if blue.number is null or (blue.application_id, blue.centre_id, blue.unit_id) <> (new.application_id, new.centre_id, new.unit_id) then
    raise exception 'red_letter: there is no such invoice to take back' using errcode = 'integrity_constraint_violation';
  end if;
  if (select coalesce(sum(amount_fen), 0) from red_letter where invoice_id = new.invoice_id and code in ('01', '02', '03', '04', '10')) > blue.total_fen then
    raise exception 'red_letter: more than the invoice' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.guard_opening() returns trigger language plpgsql as $$
begin
  raise exception 'opening balances that were booked stay as they are' using errcode = 'integrity_constraint_violation';
end $$;
create function app.audit_of_no(no text) returns setof bigint
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select id from audit_log where detail ->> 'no' = audit_of_no.no
$$;
create function app.audit_append(entry jsonb) returns void
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  head audit_chain;
  fresh audit_log;
begin
  insert into audit_chain values (coalesce((entry ->> 'chain')::bigint, 0), 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
  select * into head from audit_chain where chain = coalesce((entry ->> 'chain')::bigint, 0) for update;
  fresh.chain := head.chain;
  fresh.seq := head.seq + 1;
  fresh.at := entry ->> 'at';
  fresh.request_id := entry ->> 'requestId';
  fresh.user_id := entry ->> 'userId';
  fresh.usertype := entry ->> 'usertype';
  fresh.centre_id := entry ->> 'centreId';
  fresh.unit_id := entry ->> 'unitId';
  fresh.mode := entry ->> 'mode';
  fresh.ip := entry ->> 'ip';
  fresh.action := entry ->> 'action';
  fresh.ref_type := entry ->> 'refType';
  fresh.ref_id := entry ->> 'refId';
  fresh.outcome := entry ->> 'outcome';
  fresh.detail := coalesce(entry -> 'detail', '{}'::jsonb);
  fresh.agent := entry ->> 'agent';
  fresh.previous := head.hash;
  fresh.hash := app.audit_digest(fresh);
  insert into audit_log (chain, seq, at, request_id, user_id, usertype, centre_id, unit_id, mode, ip, action, ref_type, ref_id, outcome, detail, agent, previous, hash)
    values (fresh.chain, fresh.seq, fresh.at, fresh.request_id, fresh.user_id, fresh.usertype, fresh.centre_id, fresh.unit_id, fresh.mode, fresh.ip, fresh.action,
      fresh.ref_type, fresh.ref_id, fresh.outcome, fresh.detail, fresh.agent, fresh.previous, fresh.hash);
  update audit_chain set seq = fresh.seq, hash = fresh.hash where chain = head.chain;
end $$;
create function app.audit_heads() returns table(chain bigint, seq bigint, hash bytea)
  language sql stable security definer set search_path = public, app, pg_temp
  as $$ select chain, seq, hash from audit_chain where app.sees_all() or chain = any (app.centre_ids()) $$;
create function app.tell_gateways() returns trigger language plpgsql
  as $$ begin perform pg_notify('gateways', ''); return null; end $$;
create function app.payouts_stopped(of_unit bigint, at_centre bigint, through bigint) returns boolean
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from payout_exception where channel_id = through and stops = 'channel' and state <> 'resolved')
    or exists (select from payout_exception where unit_id = of_unit and centre_id = at_centre and stops = 'unit' and state <> 'resolved')
    or exists (select from recon_item where channel_id = through and stops and state in ('open', 'waiting', 'proposed'))
$$;
create function app.all_payouts_stopped() returns boolean
  language sql stable security definer set search_path = public, app, pg_temp
  as $$ select exists (select from payout_stop where released_at is null) $$;
create table stored_file (
  id uuid primary key,
  name text not null,
  media_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  centre_id bigint,
  unit_id bigint,
  operator_id bigint,
  purpose text not null,
  created_by bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  partner_id bigint,
  deleting_at timestamptz
);
create table session (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  token_hash bytea not null unique,
  ip text not null,
  agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_for text check (revoked_for in ('logout', 'password', 'elsewhere', 'disabled')),
  proved_at timestamptz,
  language text not null default 'zh' check (language in ('zh', 'en', 'es', 'ja'))
);
create table idempotency (
  user_id bigint,
  operation text,
  key text,
  request_hash bytea not null,
  created_at timestamptz not null,
  answer_sealed text,
  primary key (user_id, operation, key)
);
create table throttle (
  subject text primary key,
  failures smallint not null,
  since timestamptz not null,
  blocked_until timestamptz
);
create table counter (
  name text primary key,
  value bigint not null
);
create table vault_key (
  id text,
  kind text check (kind in ('sealing', 'index')),
  since timestamptz not null,
  primary key (kind, id)
);
create table task (
  id bigint generated always as identity primary key,
  kind text not null,
  title text not null,
  user_id bigint not null,
  centre_id bigint,
  unit_id bigint,
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  done_count integer not null default 0,
  total_count integer not null default 0,
  file_id uuid,
  message text not null default '',
  created_at timestamptz not null,
  finished_at timestamptz
);
create table file_link (
  token_hash bytea primary key,
  file_id uuid not null,
  user_id bigint,
  expires_at timestamptz not null,
  session_id bigint
);
create table message (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  kind text not null,
  values jsonb not null default '{}',
  path text,
  ref_type text,
  ref_id text,
  created_at timestamptz not null,
  read_at timestamptz
);
create table message_choice (
  user_id bigint,
  topic text check (length(topic) between 1 and 40),
  way text check (way in ('mail', 'sms')),
  is_on boolean not null,
  primary key (user_id, topic, way)
);
create table outbox (
  id bigint generated always as identity primary key,
  way text not null check (way in ('mail', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  about text not null,
  sent_at timestamptz not null
);
create table reg_ticket (
  token_hash bytea primary key,
  application_id bigint,
  purpose text not null check (purpose in ('edit', 'phone', 'papers')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  candidate_id bigint,
  check ((purpose = 'papers') = (candidate_id is not null)),
  check (num_nonnulls(application_id, candidate_id) = 1)
);
create table saved_view (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  list text not null check (list ~ '^[a-z][a-z-]{0,39}$'),
  name text not null check (length(name) between 1 and 20),
  query text not null check (length(query) <= 4000 and query !~ '(^|&)keyword='),
  is_default boolean not null default false,
  created_at timestamptz not null,
  unique (user_id, list, name)
);
create table client_error (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  message text not null,
  stack text not null,
  page text not null,
  version text not null,
  agent text not null,
  failed_request_id text,
  request_id text not null,
  happened_at timestamptz not null,
  created_at timestamptz not null
);
create table article (
  id bigint generated always as identity primary key,
  group_id bigint,
  section text not null check (section in ('news', 'notice', 'knowledge', 'rule')),
  language text not null check (language in ('zh', 'en', 'es', 'ja')),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'published', 'withdrawn')),
  title text not null check (length(title) between 1 and 60),
  topic text check (topic in ('joining', 'signing', 'paying', 'invoices', 'tax', 'account', 'terms')),
  summary text not null default '' check (length(summary) <= 200),
  body jsonb not null,
  cover_id uuid,
  attachments jsonb not null default '[]',
  audiences text[] not null default '{public}'
    check (cardinality(audiences) > 0 and audiences <@ array['public', 'unit', 'operator', 'centre', 'partner']),
  is_pinned boolean not null default false,
  effective_from date,
  publish_at timestamptz,
  published_at timestamptz,
  shown_no integer,
  made_by bigint not null,
  made_at timestamptz not null,
  edited_by bigint not null,
  edited_at timestamptz not null,
  version integer not null default 1,
  constraint article_shown check (
    (shown_no is null) = (published_at is null) and (state <> 'published' or shown_no is not null)
  ),
  constraint article_topic check (
    case section when 'knowledge' then topic is not null
    and topic <> 'terms' when 'rule' then coalesce(topic, 'terms') = 'terms' else topic is null end
  ),
  constraint article_schedule check ((state = 'scheduled') = (publish_at is not null)),
  constraint article_effective check (effective_from is null or section = 'rule')
);
create table article_version (
  id bigint generated always as identity primary key,
  article_id bigint not null,
  no integer not null check (no > 0),
  title text not null,
  topic text,
  summary text not null,
  body jsonb not null,
  cover_id uuid,
  attachments jsonb not null,
  audiences text[] not null,
  is_pinned boolean not null,
  effective_from date,
  published_by bigint,
  published_at timestamptz not null,
  unique (article_id, no)
);
create table article_reads (
  article_id bigint primary key,
  reads bigint not null default 0
);
create table article_vote (
  article_id bigint,
  visitor bytea,
  network bytea not null,
  is_helpful boolean not null,
  at timestamptz not null,
  primary key (article_id, visitor)
);
create table app_user (
  id bigint generated by default as identity primary key,
  username text not null unique,
  name text not null,
  usertype smallint not null check (usertype between 1 and 5),
  poststatus smallint not null default 0,
  status smallint not null,
  password_hash text not null,
  payment_password_hash text,
  must_change_password boolean not null default false,
  failed_logins smallint not null default 0,
  locked_until timestamptz,
  failed_payments smallint not null default 0,
  payment_locked_until timestamptz,
  centre_id bigint,
  unit_id bigint,
  operator_id bigint,
  partner_id bigint,
  isdl text not null default '0' check (isdl in ('0', '1')),
  islr smallint not null default 0 check (islr in (0, 1)),
  avatar text,
  last_login_at timestamptz,
  created_at timestamptz not null,
  mobile text,
  email text,
  password_changed_at timestamptz,
  payment_password_changed_at timestamptz,
  application_id bigint,
  failed_at timestamptz,
  password_reset_by bigint,
  password_reset_at timestamptz,
  made_by bigint,
  owned_at timestamptz
);
create table second_factor (
  user_id bigint primary key,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null
);
create table recovery_code (
  user_id bigint,
  hash bytea,
  used_at timestamptz,
  primary key (user_id, hash)
);
create table login_ticket (
  token_hash bytea primary key,
  user_id bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create table login_address (
  user_id bigint,
  address text,
  seen_at timestamptz not null,
  failures smallint not null default 0,
  failed_at timestamptz,
  locked_until timestamptz,
  primary key (user_id, address)
);
create table recovery_ask (
  id uuid primary key,
  user_id bigint,
  way text not null check (way in ('mail', 'sms')),
  recipient text,
  language text not null,
  code_hash text,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check ((user_id is null) = (recipient is null))
);
create table recovery_ticket (
  token_hash bytea primary key,
  user_id bigint not null,
  ask_id uuid not null,
  password_was bytea not null,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create table user_role (
  user_id bigint,
  role_id bigint,
  primary key (user_id, role_id)
);
create table user_centre (
  user_id bigint,
  centre_id bigint,
  modes smallint[] not null,
  primary key (user_id, centre_id)
);
create table account_application (
  id bigint generated by default as identity primary key,
  unit_id bigint not null,
  user_id bigint not null,
  role_ids bigint[] not null check (cardinality(role_ids) > 0),
  letter_file_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  requested_by bigint not null,
  requested_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  reason text not null default '',
  version integer not null default 1,
  reviewer_id bigint,
  rejects jsonb not null default '[]',
  corrects_id bigint,
  check ((state = 'pending') = (decided_by is null)),
  check (decided_by <> requested_by),
  check (reviewer_id <> requested_by)
);
create table guarded_change (
  id bigint generated by default as identity primary key,
  kind text not null
    check (kind in ('centre', 'channel', 'partner', 'einvoice_channel', 'gateway', 'seal_certificate')),
  row_id bigint not null,
  centre_id bigint,
  becomes jsonb not null,
  settings_sealed text,
  shown jsonb not null,
  reason text not null check (length(reason) between 2 and 500),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'effective', 'rejected', 'withdrawn')),
  proposed_by bigint not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  decision_note text not null default '',
  effective_at timestamptz,
  row_name text not null default '',
  account_no_sealed text,
  account_no_index text,
  constraint guarded_change_by_two check (
    state not in ('approved', 'effective')
    or decided_by is not null and decided_by <> proposed_by and decided_at is not null and effective_at >= decided_at
  ),
  constraint guarded_change_decided check (
    (decided_by is null) = (decided_at is null) and (state = 'waiting') = (decided_by is null)
  )
);
create table role (
  id bigint generated by default as identity primary key,
  name text not null unique,
  usertype smallint not null constraint role_usertype check (usertype between 1 and 5),
  is_system boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz,
  updated_by bigint,
  built_in text unique
);
create table role_permission (
  role_id bigint,
  permission text,
  primary key (role_id, permission)
);
create table role_right_given (
  role_id bigint,
  permission text,
  primary key (role_id, permission)
);
create table permission_name (
  permission text primary key check (length(permission) between 1 and 80),
  zh text check (length(zh) between 1 and 40),
  en text check (length(en) between 1 and 40),
  es text check (length(es) between 1 and 40),
  ja text check (length(ja) between 1 and 40),
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by bigint not null
);
create table permission_order (
  menu text primary key check (length(menu) between 1 and 40),
  permissions text[] not null check (cardinality(permissions) <= 200),
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by bigint not null
);
create table centre (
  id bigint generated by default as identity primary key,
  code text not null unique,
  name text not null,
  legal_name text not null,
  credit_code text not null unique,
  tax_authority text not null,
  region_code text not null,
  modes smallint[] not null,
  city_rate_ppm integer not null,
  account_name text not null,
  account_no text not null,
  account_bank text not null,
  age_min smallint not null default 18,
  age_max smallint not null default 65,
  single_limit_fen bigint not null,
  month_limit_fen bigint not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  invoice_kinds text[] not null default '{special,ordinary}' check (invoice_kinds <@ array['special', 'ordinary']),
  invoice_categories text[] not null default '{}',
  invoice_cap_fen bigint not null default 10000000 check (invoice_cap_fen > 0),
  invoice_bank text not null default '',
  invoice_account_no text not null default '',
  sign_way text not null default 'sms' check (sign_way in ('sms', 'face', 'handwriting')),
  status_reason text not null default '',
  version integer not null default 1,
  texts_payees boolean not null default false,
  business_contracts_from date not null default '2026-01-01',
  objection_days smallint not null default 3 check (objection_days between 1 and 30),
  refuses_owners boolean not null default false,
  constraint centre_ages check (age_min between 16 and age_max and age_max <= 100),
  constraint centre_limits check (0 < single_limit_fen and single_limit_fen <= month_limit_fen)
);
create table centre_city_rate (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  rate_ppm integer not null check (rate_ppm between 0 and 999999),
  valid_from date not null check (extract(day from valid_from) = 1),
  made_by bigint not null,
  made_at timestamptz not null
);
create table channel (
  id bigint generated by default as identity primary key,
  centre_id bigint not null,
  name text not null,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  is_active boolean not null default true,
  is_paused boolean not null default false,
  paused_reason text not null default '',
  daily_limit_fen bigint check (daily_limit_fen > 0),
  single_limit_fen bigint check (single_limit_fen > 0),
  settings_sealed text not null default '',
  waits_until timestamptz,
  balance_fen bigint,
  balance_at timestamptz
);
create table platform_setting (
  id boolean default true primary key check (id),
  person_month_limit_fen bigint check (person_month_limit_fen > 0),
  version integer not null default 1,
  account_cooling_hours integer not null default 24 check (account_cooling_hours between 0 and 720)
);
create table partner (
  id bigint generated by default as identity primary key,
  name text not null,
  credit_code text,
  is_active boolean not null default true,
  created_at timestamptz not null,
  code text not null unique,
  kind text not null default 'enterprise' check (kind in ('enterprise', 'person')),
  contact_name text not null default '',
  contact_mobile text not null default '',
  area text not null default '',
  introduction text not null default '',
  account_name text not null default '',
  account_bank text not null default '',
  account_no_sealed text,
  account_no_index text,
  id_number_sealed text,
  id_number_index text,
  status_reason text not null default '',
  version integer not null default 1,
  signing_centre_id bigint
);
create table fee_plan (
  id bigint generated by default as identity primary key,
  name text not null,
  mode smallint not null,
  ended_on date,
  created_at timestamptz not null
);
create table fee_plan_version (
  id bigint generated by default as identity primary key,
  plan_id bigint not null,
  no integer not null check (no > 0),
  method text not null check (method in ('fixed', 'ladder')),
  is_progressive boolean not null default true,
  basis text not null check (basis in ('gross', 'net')),
  minimum_fen bigint not null default 0 check (minimum_fen >= 0),
  tiers jsonb not null,
  effective_from date not null,
  state text not null check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
  needs_second boolean not null default false,
  reason text not null default '',
  proposed_by bigint,
  created_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  decision_reason text not null default '',
  unique (plan_id, no),
  check (decided_by is distinct from proposed_by or state = 'withdrawn' or decided_by is null)
);
create table split_rule (
  id bigint generated by default as identity primary key,
  centre_id bigint not null,
  unit_id bigint,
  party_type text not null check (party_type in ('partner', 'marketer', 'salesman', 'centre', 'platform')),
  party_id bigint,
  method text not null check (method in ('difference', 'ratio')),
  floor_rate_ppm integer,
  ratio_ppm integer,
  effective_from date not null,
  effective_to date,
  mode smallint check (mode in (1, 2)),
  previous_id bigint,
  agreed_to date,
  state text not null check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
  needs_second boolean not null default false,
  reason text not null default '',
  created_by bigint,
  created_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  decision_reason text not null default '',
  stopped_by bigint,
  stop_reason text not null default '',
  constraint split_rule_days check (effective_to is null or effective_to >= effective_from - 1),
  constraint split_rule_party check (party_id is null or party_type in ('partner', 'marketer', 'salesman')),
  constraint split_rule_figure check (
    case method when 'difference' then floor_rate_ppm between 0 and 1000000
    and ratio_ppm is null else ratio_ppm between 1 and 1000000
    and floor_rate_ppm is null
    and party_type <> 'platform' end
  ),
  constraint split_rule_second check (
    decided_by is distinct from created_by or state = 'withdrawn' or decided_by is null
  )
);
create table unit (
  id bigint generated by default as identity primary key,
  code text not null unique,
  name text not null,
  credit_code text not null unique,
  legal_person text not null,
  biz_kind text not null check (biz_kind in ('ordinary', 'platform')),
  industry text not null,
  contact_name text not null,
  contact_mobile text not null,
  status smallint not null check (status in (3, 5, 6, 7, 8)),
  partner_id bigint,
  marketer_id bigint,
  salesman_id bigint,
  created_at timestamptz not null,
  email text not null default '',
  address text not null default '',
  taxpayer_kind text not null default 'general' check (taxpayer_kind in ('general', 'small')),
  description text not null default '',
  licence_file_id uuid,
  status_reason text not null default '',
  version integer not null default 1,
  comparable_name text not null generated always as (app.comparable_name(name)) stored
);
create table unit_assignment (
  id bigint generated always as identity primary key,
  unit_id bigint not null,
  role text not null check (role in ('partner', 'marketer', 'salesman')),
  party_id bigint,
  since timestamptz not null,
  set_by bigint,
  state text not null default 'held' check (state in ('held', 'ahead', 'cancelled', 'lapsed'))
);
create table unit_setting (
  id bigint generated by default as identity primary key,
  unit_id bigint not null,
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  is_active boolean not null default true,
  contract_id bigint,
  virtual_account_no text not null unique,
  unique (unit_id, centre_id, mode)
);
create table unit_setting_version (
  id bigint generated by default as identity primary key,
  setting_id bigint not null,
  unit_id bigint not null,
  centre_id bigint not null,
  no integer not null,
  fee_plan_id bigint not null,
  tax_bearer text not null check (tax_bearer in ('unit', 'operator')),
  fee_bearer text not null check (fee_bearer in ('unit', 'operator', 'shared')),
  fee_unit_share_ppm integer not null default 1000000 check (fee_unit_share_ppm between 0 and 1000000),
  sign_required boolean not null default true,
  sign_way text not null default 'sms' check (sign_way in ('sms', 'face', 'handwriting')),
  dual_control boolean not null default true,
  freeze_on_submit boolean not null default false,
  auto_audit_limit_fen bigint not null default 0 check (auto_audit_limit_fen >= 0),
  single_limit_fen bigint not null check (single_limit_fen > 0),
  day_limit_fen bigint not null check (day_limit_fen > 0),
  month_limit_fen bigint not null check (month_limit_fen > 0),
  evidence_limit_fen bigint not null check (evidence_limit_fen >= 0),
  low_balance_fen bigint not null default 0 check (low_balance_fen >= 0),
  channel_ids bigint[] not null default '{}',
  invoice_way text not null default 'batch' check (invoice_way in ('batch', 'period', 'balance')),
  invoice_categories text[] not null default '{}',
  notice_mobiles text[] not null default '{}',
  effective_from date not null,
  in_force_at timestamptz,
  state text not null check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
  needs_second boolean not null default false,
  reason text not null default '',
  restores_no integer,
  created_by bigint,
  created_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  decision_reason text not null default '',
  unique (setting_id, no),
  check ((state = 'approved') = (in_force_at is not null)),
  check (state <> 'approved' or not needs_second or decided_by is not null),
  check (decided_by <> created_by or state = 'withdrawn')
);
create table staff_record (
  user_id bigint primary key,
  joined_on date not null,
  note text not null default '',
  version integer not null default 1
);
create table customer_handover (
  id bigint generated by default as identity primary key,
  centre_id bigint,
  from_user_id bigint not null,
  to_user_id bigint not null,
  role text not null check (role in ('marketer', 'salesman')),
  unit_ids bigint[],
  effective_on date not null,
  state text not null check (state in ('scheduled', 'done', 'cancelled')),
  reason text not null default '',
  done_count integer not null default 0,
  created_by bigint not null,
  created_at timestamptz not null,
  done_at timestamptz,
  check (from_user_id <> to_user_id),
  check ((state = 'done') = (done_at is not null))
);
create table seal_certificate (
  id bigint generated by default as identity primary key,
  centre_id bigint,
  subject text not null,
  issuer text not null,
  serial text not null,
  fingerprint text not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  certificates text not null,
  private_key_sealed text not null,
  picture_file_id uuid,
  state text not null default 'current' check (state in ('waiting', 'current', 'replaced', 'withdrawn')),
  warned_days smallint,
  created_by bigint not null,
  created_at timestamptz not null,
  ended_by bigint,
  ended_at timestamptz,
  end_reason text not null default '',
  check (valid_to > valid_from),
  constraint seal_certificate_ended check ((state in ('waiting', 'current')) = (ended_at is null))
);
create table unit_related_person (
  unit_id bigint not null,
  name text not null,
  relation text not null check (relation in ('legal_person', 'shareholder', 'supervisor', 'executive', 'employee')),
  id bigint generated always as identity primary key,
  id_number_sealed text not null,
  id_number_index text not null,
  source text not null default 'centre' check (source in ('registration', 'centre', 'unit')),
  created_by bigint,
  created_at timestamptz not null,
  ended_by bigint,
  ended_at timestamptz,
  end_reason text not null default '',
  constraint unit_related_person_once unique (unit_id, id_number_index),
  constraint unit_related_person_ended check ((ended_at is null) = (ended_by is null))
);
create table relation_exception (
  id bigint generated by default as identity primary key,
  related_id bigint not null,
  unit_id bigint not null,
  centre_id bigint not null,
  statement text not null check (length(statement) between 2 and 500),
  file_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  created_by bigint not null,
  created_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  decision_reason text not null default '',
  valid_to date,
  check ((state = 'pending') = (decided_at is null)),
  check ((state = 'approved') = (valid_to is not null)),
  check (decided_by <> created_by)
);
create table operator (
  id bigint generated by default as identity primary key,
  code text not null unique,
  kind text not null check (kind in ('platform', 'ordinary')),
  yztype smallint not null check (yztype in (1, 2, 3)),
  name text not null,
  birth date not null,
  status smallint not null,
  status_reason text not null default '',
  is_identity_verified boolean not null default false,
  centre_id bigint not null,
  created_at timestamptz not null,
  id_number_sealed text not null,
  id_number_index text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  region_code text not null check (region_code ~ '^\d{0,2}$'),
  is_imported boolean not null default false,
  verify_face smallint not null default 0 check (verify_face in (0, 1, 2)),
  agreement_until date,
  filing_until date,
  identity_verified_by text not null default '',
  face_by text not null default '',
  id_kind text not null default 'id_card'
    check (id_kind in ('id_card', 'passport', 'hk_macau_permit', 'hk_macau_residence', 'taiwan_permit',
      'taiwan_residence', 'foreign_pr')),
  sex text not null default '' check (sex in ('', 'M', 'F')),
  nationality text not null default '' check (nationality ~ '^([A-Z]{2})?$'),
  id_address_sealed text not null default '',
  valid_from date,
  valid_to date,
  paper_told smallint,
  tax_residence text check (tax_residence in ('resident', 'non_resident')),
  tax_residence_by bigint,
  tax_residence_at timestamptz,
  comparable_name text not null generated always as (app.comparable_name(name)) stored,
  check ((tax_residence is null) = (tax_residence_at is null) and (tax_residence is null) = (tax_residence_by is null))
);
create table operator_card (
  id bigint generated by default as identity primary key,
  operator_id bigint not null,
  bank_name text not null,
  is_default boolean not null default false,
  is_verified boolean not null default false,
  verified_at timestamptz,
  card_no_sealed text not null,
  card_no_index text not null,
  card_tail text not null,
  brought_by bigint,
  verified_by text not null default '',
  constraint operator_card_once unique (operator_id, card_no_index),
  unique (operator_id, id)
);
create table unit_operator (
  unit_id bigint,
  operator_id bigint,
  is_active boolean not null default true,
  created_at timestamptz not null,
  card_id bigint,
  primary key (unit_id, operator_id)
);
create table candidate (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  unit_id bigint not null,
  batch_id bigint,
  line_id bigint,
  name text not null,
  bank_name text not null default '',
  problems text[] not null,
  state text not null check (state in ('open', 'waiting', 'accepted', 'merged', 'rejected')),
  reason text not null default '',
  operator_id bigint,
  submitted_by bigint not null,
  decided_by bigint,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  id_number_sealed text not null,
  id_number_index text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  card_no_sealed text not null,
  card_no_index text not null,
  version integer not null default 1,
  reviewer_id bigint,
  rejects jsonb not null default '[]',
  wanted text[] not null default '{}',
  wanted_reason text not null default '',
  asked_at timestamptz,
  verification text check (verification in ('match', 'name_mismatch', 'card_mismatch')),
  verified_at timestamptz,
  verified_by text not null default '',
  check (decided_by <> submitted_by),
  check (reviewer_id <> submitted_by)
);
create table candidate_merge (
  id bigint generated by default as identity primary key,
  candidate_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  operator_id bigint not null,
  card_no_index text not null,
  card_was_verified boolean,
  card_verified_at timestamptz,
  link_was_active boolean,
  identity_was_verified boolean not null,
  line_ids bigint[] not null default '{}',
  merged_by bigint not null,
  merged_at timestamptz not null,
  undone_by bigint,
  undone_at timestamptz,
  check ((undone_by is null) = (undone_at is null))
);
create table candidate_paper (
  id bigint generated by default as identity primary key,
  candidate_id bigint not null,
  centre_id bigint not null,
  kind text not null check (kind in ('idFront', 'idBack', 'bankCard', 'licence', 'acceptance')),
  file_id uuid not null,
  warnings text[] not null,
  created_at timestamptz not null,
  unique (candidate_id, kind)
);
create table card_reading (
  file_id uuid primary key,
  side text not null check (side in ('front', 'back', 'bank', 'licence')),
  holder text not null check (holder ~ '^(user|application|candidate) [1-9][0-9]*$'),
  fields_sealed text not null,
  warnings text[] not null,
  quality smallint not null check (quality between 0 and 100),
  took_ms integer not null check (took_ms >= 0),
  created_at timestamptz not null
);
create table operator_entity (
  id bigint generated by default as identity primary key,
  operator_id bigint not null,
  name text not null,
  credit_code text unique,
  state text not null
    constraint operator_entity_state check (state in ('editing', 'registering', 'bank', 'tax', 'operating', 'abnormal',
      'cancelling', 'cancelled')),
  created_at timestamptz not null,
  centre_id bigint not null,
  form text not null default 'individual' check (form in ('individual', 'sole')),
  names text[] not null default '{}',
  industry text not null default '',
  biz_scope text not null default '',
  address text not null default '',
  licensed_on date,
  licence_file_id uuid,
  bank_name text not null default '',
  account_no_sealed text not null default '',
  account_no_index text not null default '',
  account_tail text not null default '',
  tax_kind text check (tax_kind in ('small', 'general')),
  levy text check (levy in ('audit', 'deemed')),
  taxed_on date,
  calendar_from date,
  calendar_until date,
  annual_report_year smallint,
  annual_fee_fen bigint not null default 0 check (annual_fee_fen >= 0),
  application_id bigint,
  version integer not null default 1,
  created_by bigint,
  calendar_edition text not null default '',
  comparable_name text not null generated always as (app.comparable_name(name)) stored,
  constraint operator_entity_kept check (
    state not in ('operating', 'abnormal', 'cancelling') or calendar_from is not null
  ),
  constraint operator_entity_licensed check (
    state in ('editing', 'registering', 'cancelled') or credit_code is not null
  )
);
create table entity_step (
  id bigint generated by default as identity primary key,
  entity_id bigint not null,
  operator_id bigint not null,
  centre_id bigint not null,
  move text not null,
  from_state text,
  to_state text not null,
  reason text not null default '',
  facts jsonb not null default '{}',
  created_by bigint,
  created_at timestamptz not null
);
create table entity_paper (
  id bigint generated by default as identity primary key,
  step_id bigint not null,
  entity_id bigint not null,
  operator_id bigint not null,
  centre_id bigint not null,
  kind text not null
    check (kind in ('proof', 'acceptance', 'licence', 'account', 'taxReceipt', 'change', 'obligation', 'levyNotice',
      'clearance', 'cancelNotice')),
  file_id uuid not null
);
create table entity_obligation (
  id bigint generated by default as identity primary key,
  entity_id bigint not null,
  operator_id bigint not null,
  centre_id bigint not null,
  kind text not null check (kind in ('annualReport', 'vat', 'incomeTax', 'incomeAnnual', 'serviceFee')),
  period text not null check (period ~ '^\d{4}(-\d{2}|-Q[1-4])?$'),
  opens_on date not null,
  due_on date not null,
  state text not null default 'open' check (state in ('open', 'overdue', 'done', 'void')),
  amount_fen bigint check (amount_fen >= 0),
  remind_on date,
  reminded_on date,
  settled_on date,
  receipt_no text not null default '',
  file_id uuid,
  settled_by bigint,
  settled_at timestamptz,
  unique (entity_id, kind, period),
  check (due_on >= opens_on),
  check ((state = 'done') = (settled_on is not null and file_id is not null and settled_at is not null)),
  check (state = 'open' or remind_on is null)
);
create table entity_levy_rate (
  id bigint generated by default as identity primary key,
  entity_id bigint not null,
  operator_id bigint not null,
  centre_id bigint not null,
  rate_ppm integer not null check (rate_ppm between 0 and 999999),
  valid_from date not null,
  document_no text not null default '',
  file_id uuid,
  created_by bigint,
  created_at timestamptz not null
);
create table identity_dispute (
  id bigint generated by default as identity primary key,
  operator_id bigint not null,
  unit_id bigint not null,
  centre_id bigint not null,
  statement text not null check (length(statement) between 2 and 500),
  state text not null default 'open' check (state in ('open', 'withdrawn', 'kept', 'ended')),
  created_by bigint not null,
  created_at timestamptz not null,
  resolution text not null default '',
  file_id uuid,
  resolved_by bigint,
  resolved_at timestamptz,
  check ((state = 'open') = (resolved_at is null)),
  check (state not in ('kept', 'ended') or resolved_by <> created_by and file_id is not null and resolution <> '')
);
create table hand_verification (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  operator_id bigint not null,
  card_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'withdrawn')),
  file_id uuid not null,
  reason text not null check (length(reason) between 2 and 200),
  asked_by bigint not null,
  asked_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  decision text not null default '',
  check ((state = 'waiting') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check (state not in ('confirmed', 'refused') or decided_by <> asked_by)
);
create table contract_template (
  id bigint generated by default as identity primary key,
  series_id bigint,
  edition integer not null default 1,
  name text not null,
  kind text not null
    check (kind in ('unit_service', 'general_contract', 'business_contract', 'operator_agreement', 'tax_authorisation',
      'partner', 'supplement', 'termination')),
  mode smallint check (mode in (1, 2)),
  for_centre_id bigint,
  format text not null check (format in ('text', 'pdf')),
  body jsonb,
  file_id uuid,
  fields jsonb not null default '[]',
  signers jsonb not null,
  places jsonb not null default '[]',
  consents text[] not null default '{}' check (consents <@ array['agreement', 'tax_filing', 'personal_data']),
  valid_days integer not null default 730 check (valid_days between 1 and 36500),
  sign_days integer not null default 7 check (sign_days between 1 and 90),
  state text not null default 'draft' check (state in ('draft', 'enabled', 'disabled')),
  is_default boolean not null default false,
  effective_from date,
  created_by bigint not null,
  created_at timestamptz not null,
  updated_by bigint not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (series_id, edition),
  check ((format = 'text') = (body is not null)),
  check (format = 'text' or file_id is not null or state = 'draft'),
  check (not is_default or state = 'enabled')
);
create table consent (
  id bigint generated by default as identity primary key,
  operator_id bigint not null,
  kind text not null check (kind in ('agreement', 'tax_filing', 'personal_data')),
  centre_id bigint not null,
  document_sha256 text not null,
  given_at timestamptz not null,
  valid_to date,
  revoked_at timestamptz,
  contract_id bigint,
  evidence jsonb not null default '{}',
  revoked_by bigint,
  revoke_reason text not null default ''
);
create table contract (
  id bigint generated by default as identity primary key,
  no text not null unique,
  name text not null,
  centre_id bigint not null,
  unit_id bigint,
  mode smallint not null check (mode in (1, 2)),
  amount_cap_fen bigint,
  valid_from date not null,
  valid_to date not null,
  sign_state text not null
    constraint contract_sign_state check (sign_state in ('draft', 'signing', 'done', 'refused', 'expired', 'revoked',
      'terminating', 'terminated')),
  created_at timestamptz not null,
  kind text not null default 'unit_service'
    check (kind in ('unit_service', 'general_contract', 'business_contract', 'operator_agreement', 'tax_authorisation',
      'partner', 'supplement', 'termination')),
  operator_id bigint,
  partner_id bigint,
  template_id bigint,
  source text not null default 'electronic' check (source in ('electronic', 'paper', 'moved')),
  parties jsonb not null default '[]',
  fields jsonb not null default '{}',
  signers jsonb not null default '[]',
  places jsonb not null default '[]',
  consents text[] not null default '{}' check (consents <@ array['agreement', 'tax_filing', 'personal_data']),
  file_id uuid,
  sha256 text,
  sign_deadline timestamptz,
  sent_at timestamptz,
  sent_by bigint,
  done_at timestamptz,
  ended_at timestamptz,
  end_reason text not null default '',
  previous_id bigint,
  relation text check (relation in ('renewal', 'supplement', 'termination')),
  checked_by bigint,
  created_by bigint not null default 0,
  version integer not null default 1,
  ending_told smallint,
  entity_id bigint,
  seal_fault text check (seal_fault in ('none', 'expired')),
  seal_fault_at timestamptz,
  seal_centre_id bigint,
  origin_no text check (length(origin_no) between 1 and 60),
  signed_on date,
  sheet_id bigint,
  constraint contract_days check (valid_from <= valid_to),
  constraint contract_moved check (
    source <> 'moved'
    or checked_by is not null
      and checked_by <> created_by
      and file_id is not null
      and sha256 is not null
      and done_at is not null
      and sent_at is null
      and template_id is null
      and relation is null
      and signers = '[]'::jsonb
      and signed_on <= valid_to
      and kind in ('unit_service', 'general_contract', 'operator_agreement', 'tax_authorisation')
      and sign_state in ('done', 'terminating', 'terminated', 'revoked')
  ),
  constraint contract_signing check (
    sign_state <> 'signing' or sign_deadline is not null and file_id is not null and sha256 is not null
  ),
  constraint contract_subject check (num_nonnulls(unit_id, operator_id, partner_id) > 0),
  constraint contract_relation check ((previous_id is null) = (relation is null)),
  constraint contract_seal_fault check (seal_fault is null or sign_state not in ('draft', 'done')),
  constraint contract_two_people check (
    source = 'electronic'
    or checked_by is distinct from created_by
    or sign_state not in ('done', 'terminating', 'terminated')
  ),
  constraint contract_of_business check (
    kind <> 'business_contract'
    or mode = 1 and unit_id is not null and operator_id is not null and entity_id is not null
  ),
  constraint contract_moved_says_so check (
    (source = 'moved') = (origin_no is not null)
    and (source = 'moved') = (signed_on is not null)
    and (source = 'moved') = (sheet_id is not null)
  )
);
create table contract_revision (
  contract_id bigint,
  seq smallint,
  file_id uuid not null,
  sha256 text not null,
  task_id bigint,
  made_at timestamptz not null,
  primary key (contract_id, seq)
);
create table sign_task (
  id bigint generated by default as identity primary key,
  contract_id bigint not null,
  centre_id bigint not null,
  unit_id bigint,
  operator_id bigint,
  partner_id bigint,
  position smallint not null,
  party text not null check (party in ('a', 'b', 'c')),
  way text not null check (way in ('hand', 'seal')),
  signer_type text not null check (signer_type in ('centre', 'unit', 'operator', 'partner')),
  signer_id bigint not null,
  signer_name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'open', 'signed', 'refused', 'void')),
  opened_at timestamptz,
  reminders integer not null default 0,
  reminded_on date,
  reminders_on_day smallint not null default 0 check (reminders_on_day <= 3),
  read_at timestamptz,
  proved_at timestamptz,
  signed_at timestamptz,
  sealed_at timestamptz,
  image_file_id uuid,
  reason text not null default '',
  evidence jsonb not null default '{}',
  unique (contract_id, party),
  unique (contract_id, position),
  check ((state = 'signed') = (signed_at is not null)),
  check (sealed_at is null or state = 'signed')
);
create table sign_ticket (
  token_hash bytea primary key,
  task_id bigint not null,
  is_known boolean not null default false,
  pass_hash bytea,
  tail_tries smallint not null default 0,
  read_at timestamptz,
  code_hash text,
  code_ref uuid,
  code_expires_at timestamptz,
  code_sent_at timestamptz,
  code_tries smallint not null default 0,
  codes smallint not null default 0,
  proved_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  face_tries smallint not null default 0,
  face_file_id uuid,
  face_sha256 text,
  face_likeness smallint,
  face_by text not null default '',
  check ((face_file_id is null) = (face_sha256 is null) and (face_file_id is null) = (face_likeness is null))
);
create table invoice_category (
  id bigint generated by default as identity primary key,
  name text not null unique check (length(name) between 2 and 30),
  short_name text not null default '',
  tax_code text check (tax_code ~ '^\d{19}$'),
  note text not null default '',
  source text not null default '',
  is_active boolean not null default false,
  changed_by bigint,
  changed_at timestamptz not null,
  version integer not null default 1,
  check (not is_active or tax_code is not null)
);
create table service_order (
  id bigint generated by default as identity primary key,
  no text not null unique,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  contract_id bigint not null,
  title text not null,
  category text not null,
  description text not null,
  budget_fen bigint not null constraint service_order_budget check (budget_fen > 0),
  valid_from date not null,
  valid_to date not null,
  state text not null
    check (state in ('draft', 'published', 'accepted', 'doing', 'delivered', 'checked', 'settled', 'cancelled')),
  created_at timestamptz not null,
  kind text not null check (kind in ('framework', 'task')),
  price_mode text check (price_mode in ('fixed', 'range', 'piece')),
  unit_price_fen bigint check (unit_price_fen > 0),
  highest_price_fen bigint,
  quantity integer check (quantity > 0),
  province text not null default '',
  place text not null default '',
  people_wanted integer not null default 0 check (people_wanted >= 0),
  criteria text not null default '',
  paused_at timestamptz,
  reason text not null default '',
  published_at timestamptz,
  ended_at timestamptz,
  created_by bigint,
  version integer not null default 1,
  constraint service_order_days check (valid_to >= valid_from),
  check (highest_price_fen > unit_price_fen),
  constraint service_order_priced check (
    (price_mode is null) = (unit_price_fen is null)
    and (price_mode is null) = (quantity is null)
    and (highest_price_fen is not null) = (not price_mode is distinct from 'range')
  )
);
create table order_operator (
  id bigint generated by default as identity primary key,
  order_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  operator_id bigint not null,
  state text not null check (state in ('offered', 'accepted', 'declined', 'withdrawn')),
  assigned_by bigint not null,
  assigned_at timestamptz not null,
  answered_at timestamptz,
  reason text not null default '',
  unique (order_id, operator_id)
);
create table order_paper (
  id bigint generated by default as identity primary key,
  order_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  operator_id bigint,
  kind text not null check (kind in ('deliverable', 'list', 'acceptance')),
  no text unique,
  period text check (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  amount_fen bigint check (amount_fen > 0),
  note text not null default '',
  explanation text not null default '',
  file_id uuid not null,
  sha256 text not null,
  fingerprint text check (fingerprint ~ '^[01]+$' and length(fingerprint) = 256),
  created_by bigint not null,
  created_at timestamptz not null,
  removed_by bigint,
  removed_at timestamptz,
  remove_reason text not null default '',
  check (
    (kind = 'deliverable') = (period is null)
    and (kind = 'deliverable') = (amount_fen is null)
    and (kind = 'acceptance') = (no is not null)
  )
);
create table account (
  id bigint generated by default as identity primary key,
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  kind text not null
    check (kind in ('unit_available', 'unit_frozen', 'unit_refund', 'bank', 'suspense', 'tax_vat', 'tax_surcharge',
      'tax_iit', 'overpaid_tax', 'late_fee_cost', 'fee_income', 'adjustment', 'commission_cost', 'commission_payable')),
  unit_id bigint,
  balance_fen bigint not null default 0,
  unique nulls not distinct (centre_id, mode, kind, unit_id),
  check (unit_id is null or balance_fen >= 0),
  constraint account_of_unit check ((unit_id is not null) = (kind in ('unit_available', 'unit_frozen', 'unit_refund')))
);
create table ledger_journal (
  id bigint generated always as identity primary key,
  kind text not null
    check (kind in ('topup', 'freeze', 'unfreeze', 'payment', 'return', 'refund', 'adjustment', 'suspense', 'opening',
      'commission', 'tax')),
  ref_type text not null,
  ref_id bigint not null,
  ref_no text not null,
  idem_key text not null unique,
  centre_id bigint not null,
  mode smallint not null,
  unit_id bigint,
  entries smallint not null check (entries >= 2),
  reverses bigint unique,
  memo text not null default '',
  at timestamptz not null
);
create table ledger_entry (
  month date,
  journal_id bigint,
  line smallint,
  centre_id bigint not null,
  unit_id bigint,
  account_id bigint not null,
  amount_fen bigint not null check (amount_fen <> 0),
  balance_after_fen bigint not null,
  primary key (month, journal_id, line)
) partition by range (month);
create table ledger_entry_rest partition of ledger_entry default;
create table ledger_unbooked (
  id bigint generated always as identity primary key,
  first_id bigint not null,
  last_id bigint not null
);
create table refund (
  id bigint generated by default as identity primary key,
  no text not null unique,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  amount_fen bigint not null check (amount_fen > 0),
  payee_name text not null,
  payee_account text not null,
  reason text not null check (length(reason) between 2 and 200),
  state text not null default 'applied'
    check (state in ('applied', 'approved', 'rejected', 'withdrawn', 'paid', 'failed')),
  answer text not null default '' check (length(answer) <= 200),
  applied_by bigint not null,
  applied_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  paid_on date,
  bank_serial text check (length(bank_serial) between 4 and 40),
  slip_file_id uuid,
  paid_by bigint,
  paid_at timestamptz,
  version integer not null default 1,
  constraint refund_slip check (num_nonnulls(paid_on, bank_serial, slip_file_id) = case state when 'paid' then 3 else 0
    end),
  constraint refund_decided check (
    (state in ('applied', 'withdrawn')) = (decided_by is null) and (decided_by is null) = (decided_at is null)
  ),
  constraint refund_settled check (
    (state in ('paid', 'failed')) = (paid_by is not null)
    and (paid_by is null) = (paid_at is null)
    and (paid_by is null or paid_by <> decided_by and paid_by <> applied_by)
  ),
  constraint refund_answered check (state not in ('rejected', 'failed') or length(answer) >= 2),
  constraint refund_four_eyes check (decided_by is null or decided_by <> applied_by)
);
create table balance_adjustment (
  id bigint generated by default as identity primary key,
  no text not null unique,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  amount_fen bigint not null check (amount_fen <> 0),
  reason text not null check (length(reason) between 2 and 200),
  file_id uuid not null,
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected', 'withdrawn')),
  answer text not null default '' check (length(answer) <= 200),
  proposed_by bigint not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  version integer not null default 1,
  constraint balance_adjustment_decided check (
    (state in ('proposed', 'withdrawn')) = (decided_by is null) and (decided_by is null) = (decided_at is null)
  ),
  constraint balance_adjustment_four_eyes check (decided_by is null or decided_by <> proposed_by)
);
create table balance_statement (
  id bigint generated by default as identity primary key,
  no text not null unique,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  month date not null check (extract(day from month) = 1),
  opening_available_fen bigint not null,
  opening_aside_fen bigint not null,
  topup_fen bigint not null,
  payment_fen bigint not null,
  fee_fen bigint not null,
  tax_fen bigint not null,
  return_fen bigint not null,
  refund_fen bigint not null,
  adjustment_fen bigint not null,
  other_fen bigint not null,
  closing_available_fen bigint not null,
  closing_aside_fen bigint not null,
  journal_count integer not null check (journal_count >= 0),
  state text not null default 'issued' check (state in ('issued', 'confirmed', 'disputed')),
  reason text not null default '' check (length(reason) <= 200),
  answer text not null default '' check (length(answer) <= 200),
  issued_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  answered_by bigint,
  answered_at timestamptz,
  version integer not null default 1,
  constraint balance_statement_once unique (unit_id, centre_id, mode, month),
  constraint balance_statement_adds_up check (opening_available_fen + opening_aside_fen + topup_fen + payment_fen +
    fee_fen + tax_fen + return_fen + refund_fen + adjustment_fen + other_fen = closing_available_fen +
    closing_aside_fen),
  constraint balance_statement_decided check (
    (decided_by is null) = (decided_at is null)
    and (answered_by is null) = (answered_at is null)
    and (state = 'issued' or decided_by is not null)
  )
);
create table balance_limit (
  id bigint generated by default as identity primary key,
  unit_id bigint not null,
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  limit_fen bigint not null check (limit_fen >= 0),
  set_by bigint not null,
  set_at timestamptz not null,
  constraint balance_limit_once unique (unit_id, centre_id, mode)
);
create table topup (
  id bigint generated by default as identity primary key,
  no text not null unique,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  amount_fen bigint not null check (amount_fen > 0),
  payer_name text not null,
  payer_account text not null,
  bank_serial text not null,
  slip_file_id uuid,
  state text not null check (state in ('submitted', 'matched', 'confirmed', 'rejected', 'withdrawn')),
  reason text not null default '',
  bank_credit_id bigint unique,
  submitted_by bigint not null,
  submitted_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  version integer not null default 1,
  claim_reason text not null default '' check (length(claim_reason) <= 200),
  claim_file_id uuid,
  comparable_payer text not null generated always as (app.comparable_name(payer_name)) stored,
  constraint topup_claim check (
    (claim_reason = '') = (claim_file_id is null)
    and (claim_file_id is null or bank_credit_id is not null or state in ('submitted', 'rejected', 'withdrawn'))
  ),
  constraint topup_proved check (state <> 'confirmed' or bank_credit_id is not null),
  constraint topup_four_eyes check (state <> 'confirmed' or decided_by is distinct from submitted_by)
);
create table bank_credit (
  id bigint generated by default as identity primary key,
  centre_id bigint not null,
  mode smallint not null,
  serial text not null,
  amount_fen bigint not null check (amount_fen > 0),
  payer_name text not null,
  payer_account text not null,
  receiving_account text not null,
  memo text not null default '',
  credited_at timestamptz not null,
  state text not null default 'unclaimed'
    check (state in ('unclaimed', 'matched', 'confirmed', 'returning', 'returned')),
  unit_id bigint,
  created_at timestamptz not null,
  comparable_payer text not null generated always as (app.comparable_name(payer_name)) stored,
  imported_by bigint,
  constraint bank_credit_serial_key unique (serial, centre_id)
);
create table credit_return (
  id bigint generated by default as identity primary key,
  credit_id bigint not null,
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  reason text not null check (length(reason) between 2 and 200),
  paid_on date not null,
  bank_serial text not null check (length(bank_serial) between 4 and 40),
  slip_file_id uuid not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  answer text not null default '' check (length(answer) <= 200),
  proposed_by bigint not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  constraint credit_return_decided check (
    (state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)
  ),
  constraint credit_return_four_eyes check (decided_by is null or decided_by <> proposed_by)
);
create table tax_policy (
  id bigint generated by default as identity primary key,
  code text not null,
  version text not null,
  effective_from date not null,
  effective_to date,
  params jsonb not null,
  draft_id bigint,
  digest text not null default '',
  unique (code, version)
);
create table tax_standing (
  centre_id bigint,
  operator_id bigint,
  month text check (month ~ '^\d{4}-\d{2}$'),
  gross_fen bigint not null default 0,
  income_fen bigint not null default 0,
  vat_fen bigint not null default 0,
  city_fen bigint not null default 0,
  education_fen bigint not null default 0,
  local_education_fen bigint not null default 0,
  withheld_fen bigint not null default 0,
  version integer not null default 1,
  mode smallint default 2 check (mode in (1, 2)),
  needs_review boolean not null default false,
  primary key (centre_id, mode, operator_id, month)
);
create table tax_reservation (
  line_id bigint primary key,
  batch_id bigint not null,
  centre_id bigint not null,
  mode smallint not null,
  operator_id bigint not null,
  month text not null,
  gross_fen bigint not null,
  income_fen bigint not null,
  vat_fen bigint not null,
  city_fen bigint not null,
  education_fen bigint not null,
  local_education_fen bigint not null,
  withheld_fen bigint not null,
  is_open boolean not null default true
);
create table tax_period (
  centre_id bigint,
  mode smallint check (mode in (1, 2)),
  month text check (month ~ '^\d{4}-\d{2}$'),
  closed_at timestamptz not null,
  primary key (centre_id, mode, month)
);
create table tax_adjustment (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  operator_id bigint not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  period text not null,
  kind text not null check (kind in ('uncounted', 'difference')),
  gross_fen bigint not null default 0,
  income_fen bigint not null default 0,
  vat_fen bigint not null default 0,
  city_fen bigint not null default 0,
  education_fen bigint not null default 0,
  local_education_fen bigint not null default 0,
  withheld_fen bigint not null default 0,
  line_ids bigint[] not null default '{}',
  at timestamptz not null,
  edition integer check (edition > 0),
  check (period ~ '^\d{4}-\d{2}$' and period >= month)
);
create table tax_earlier (
  centre_id bigint,
  operator_id bigint,
  month text check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  gross_fen bigint not null check (gross_fen > 0),
  income_fen bigint not null check (income_fen >= 0),
  vat_fen bigint not null check (vat_fen >= 0),
  city_fen bigint not null check (city_fen >= 0),
  education_fen bigint not null check (education_fen >= 0),
  local_education_fen bigint not null check (local_education_fen >= 0),
  withheld_fen bigint not null check (withheld_fen >= 0),
  sheet_id bigint not null,
  taken_at timestamptz not null,
  primary key (centre_id, operator_id, month),
  check (vat_fen + city_fen + education_fen + local_education_fen + withheld_fen <= gross_fen)
);
create table payment_batch (
  id bigint generated by default as identity primary key,
  no text not null unique,
  month date not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  order_id bigint not null,
  channel_id bigint not null,
  amount_basis text not null check (amount_basis in ('gross', 'net')),
  remark text not null default '',
  state text not null
    check (state in ('draft', 'fixing', 'ready', 'checking', 'auditing', 'payable', 'paying', 'paid', 'partial',
      'failed', 'closed', 'cancelled')),
  state_reason text not null default '',
  line_count integer not null default 0,
  error_count integer not null default 0,
  warning_count integer not null default 0,
  gross_fen bigint not null default 0,
  vat_fen bigint not null default 0,
  surcharge_fen bigint not null default 0,
  iit_fen bigint not null default 0,
  fee_fen bigint not null default 0,
  net_fen bigint not null default 0,
  cost_fen bigint not null default 0,
  success_count integer not null default 0,
  success_cost_fen bigint not null default 0,
  failed_count integer not null default 0,
  returned_count integer not null default 0,
  is_frozen boolean not null default false,
  is_insufficient boolean not null default false,
  retry_of_batch_id bigint,
  policy_version text,
  fee_snapshot jsonb,
  setting_snapshot jsonb,
  checklist jsonb,
  file_id uuid,
  file_sha256 text,
  maker_id bigint not null,
  checker_id bigint,
  auditor_id bigint,
  payer_id bigint,
  created_at timestamptz not null,
  submitted_at timestamptz,
  checked_at timestamptz,
  audited_at timestamptz,
  paid_at timestamptz,
  finished_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1,
  recalculated_from jsonb,
  failed_resent_count integer not null default 0,
  returned_resent_count integer not null default 0,
  failed_cost_fen bigint not null default 0,
  returned_cost_fen bigint not null default 0,
  submitter_id bigint,
  failed_resent_cost_fen bigint not null default 0,
  returned_resent_cost_fen bigint not null default 0,
  halted_at timestamptz,
  halted_by bigint,
  halt_reason text not null default '' check (length(halt_reason) <= 200),
  copy_of_batch_id bigint,
  constraint payment_batch_halt check (
    (halted_at is null) = (halted_by is null) and (halted_at is null) = (halt_reason = '')
  ),
  check (checker_id is null or checker_id <> maker_id),
  check (auditor_id is null or auditor_id <> maker_id and auditor_id is distinct from checker_id)
);
create table batch_deed (
  batch_id bigint,
  user_id bigint,
  deed text check (deed in ('create', 'edit', 'papers', 'submit', 'card', 'repeat')),
  centre_id bigint not null,
  unit_id bigint not null,
  first_at timestamptz not null,
  primary key (batch_id, user_id, deed)
);
create table warning_acceptance (
  id bigint generated always as identity primary key,
  batch_id bigint not null,
  line_id bigint not null,
  code text not null,
  details jsonb not null,
  centre_id bigint not null,
  unit_id bigint not null,
  user_id bigint not null,
  reason text not null,
  accepted_at timestamptz not null
);
create table evidence (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  unit_id bigint not null,
  batch_id bigint not null,
  order_id bigint not null,
  kind text not null check (kind in ('acceptance', 'deliverable', 'other')),
  file_id uuid not null,
  sha256 text not null,
  created_by bigint not null,
  created_at timestamptz not null,
  fingerprint text check (fingerprint ~ '^[01]+$' and length(fingerprint) = 256)
);
create table payment_line (
  month date,
  id bigint default nextval('payment_line_id'::regclass),
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  seq integer not null,
  no text not null,
  operator_id bigint,
  entity_id bigint,
  name text not null,
  id_kind text not null default 'id_card',
  bank_name text not null,
  entity_name text not null default '',
  entity_credit_code text not null default '',
  service text not null default '',
  remark text not null default '',
  amount_text text not null,
  gross_fen bigint not null default 0,
  vat_fen bigint not null default 0,
  city_fen bigint not null default 0,
  education_fen bigint not null default 0,
  local_education_fen bigint not null default 0,
  surcharge_fen bigint not null default 0,
  iit_fen bigint not null default 0,
  tax_unit_fen bigint not null default 0,
  fee_fen bigint not null default 0,
  fee_unit_fen bigint not null default 0,
  fee_operator_fen bigint not null default 0,
  net_fen bigint not null default 0,
  cost_fen bigint not null default 0,
  income_fen bigint not null default 0,
  filing_way text,
  calculation json,
  issues jsonb not null default '[]',
  state text not null
    check (state in ('invalid', 'warned', 'ready', 'excluded', 'queued', 'sent', 'processing', 'success', 'failed',
      'held', 'unknown', 'returned', 'cancelled')),
  fail_code text,
  fail_reason text not null default '',
  sent_at timestamptz,
  finished_at timestamptz,
  returned_at timestamptz,
  released_at timestamptz,
  next_query_at timestamptz,
  queries smallint not null default 0,
  retry_of_line_id bigint,
  version integer not null default 1,
  id_number_sealed text not null,
  id_number_index text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  card_no_sealed text not null,
  card_no_index text not null,
  card_tail text not null,
  collection_id bigint,
  booked_at timestamptz,
  first_line_id bigint,
  first_line_month date,
  primary key (month, id),
  check (cost_fen = net_fen + vat_fen + surcharge_fen + iit_fen + fee_fen),
  constraint payment_line_first check ((first_line_id is null) = (first_line_month is null)),
  check (gross_fen = net_fen + vat_fen + surcharge_fen + iit_fen + fee_operator_fen - tax_unit_fen),
  check (fee_fen = fee_unit_fen + fee_operator_fen),
  check (surcharge_fen = city_fen + education_fen + local_education_fen),
  check (
    net_fen >= 0
    and vat_fen >= 0
    and surcharge_fen >= 0
    and iit_fen >= 0
    and fee_unit_fen >= 0
    and fee_operator_fen >= 0
  )
) partition by range (month);
create table payment_line_rest partition of payment_line default;
create table payout_attempt (
  id bigint generated always as identity primary key,
  month date not null,
  line_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  attempt_no smallint not null,
  channel_id bigint not null,
  request_no text not null unique,
  channel_ref text,
  amount_fen bigint not null check (amount_fen > 0),
  state text not null
    check (state in ('created', 'sent', 'processing', 'unknown', 'success', 'failed', 'held', 'cancelled', 'returned')),
  answer jsonb,
  created_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz
);
create table payout_event (
  id bigint generated always as identity primary key,
  line_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  from_state text not null,
  to_state text not null,
  source text not null
    check (source in ('pay', 'send', 'query', 'notify', 'retry', 'cancel', 'recall', 'register', 'resolve')),
  notify_id text unique,
  detail jsonb not null default '{}',
  at timestamptz not null
);
create table commission_item (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  unit_id bigint not null,
  line_id bigint not null,
  party_type text not null check (party_type in ('platform', 'partner', 'centre', 'staff')),
  party_id bigint not null,
  base_fen bigint not null,
  amount_fen bigint not null,
  state text not null check (state in ('accrued', 'reversed', 'settled')),
  at timestamptz not null,
  mode smallint not null check (mode in (1, 2)),
  batch_id bigint not null,
  fee_fen bigint not null
);
create table payout_exception (
  id bigint generated always as identity primary key,
  no text not null unique,
  kind text not null
    check (kind in ('late_success', 'wrong_amount', 'not_booked', 'unknown_number', 'stray_return', 'return_amount',
      'second_return', 'used_notice', 'contradiction', 'absent', 'overdue', 'unreadable')),
  fact text not null unique,
  channel_id bigint not null,
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  unit_id bigint,
  batch_id bigint,
  line_id bigint,
  line_month date,
  attempt_id bigint,
  request_no text not null check (length(request_no) <= 64),
  notice_id text not null check (length(notice_id) <= 64),
  told text check (told in ('success', 'failed', 'returned')),
  ours_fen bigint check (ours_fen > 0),
  theirs_fen bigint check (theirs_fen > 0),
  suspense_fen bigint not null,
  stops text not null check (stops in ('none', 'unit', 'channel')),
  reference text not null default '' check (length(reference) <= 200),
  answer text not null check (length(answer) <= 2000),
  opened_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'proposed', 'resolved')),
  owner_id bigint,
  resolution text
    check (resolution in ('paid', 'as_ordered', 'returned', 'failed', 'undone', 'unit', 'adjustment', 'noted')),
  proposed_by bigint,
  resolved_at timestamptz,
  version integer not null default 1,
  check (
    (line_id is null) = (attempt_id is null)
    and (line_id is null) = (unit_id is null)
    and (line_id is null) = (batch_id is null)
    and (line_id is null) = (line_month is null)
    and (line_id is null) = (ours_fen is null)
  ),
  check ((state = 'resolved') = (resolved_at is not null)),
  check (state <> 'proposed' or resolution is not null and proposed_by is not null)
);
create table payout_exception_step (
  id bigint generated always as identity primary key,
  exception_id bigint not null,
  centre_id bigint not null,
  kind text not null check (kind in ('opened', 'heard', 'taken', 'proposed', 'declined', 'resolved', 'closed')),
  by_id bigint,
  resolution text,
  reason text not null default '' check (length(reason) <= 2000),
  file_id uuid,
  file_name text not null default '',
  at timestamptz not null,
  check (
    kind <> 'proposed' or by_id is not null and resolution is not null and file_id is not null and length(reason) >= 2
  ),
  check (kind <> 'resolved' or by_id is not null and resolution is not null)
);
create table payout_notice (
  channel_id bigint,
  notice_id text check (length(notice_id) <= 64),
  centre_id bigint not null,
  request_no text not null,
  amount_fen bigint not null check (amount_fen > 0),
  outcome text not null check (outcome in ('returned', 'listed', 'closed')),
  at timestamptz not null,
  primary key (channel_id, notice_id)
);
create table channel_notice (
  id bigint generated always as identity primary key,
  channel_id bigint not null,
  centre_id bigint not null,
  notice_no text not null,
  sha256 text not null,
  content jsonb not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  unique (channel_id, notice_no)
);
create table channel_file (
  id bigint generated always as identity primary key,
  channel_id bigint not null,
  centre_id bigint not null,
  day date not null,
  file_id uuid not null,
  name text not null,
  sha256 text not null,
  fetched_at timestamptz not null,
  attempt smallint not null default 1 check (attempt > 0),
  outcome text not null default 'pending' check (outcome in ('pending', 'taken', 'refused', 'ended')),
  refusal text not null default '' check (length(refusal) <= 60),
  refusal_values jsonb not null default '{}',
  constraint channel_file_once unique (channel_id, day, attempt),
  constraint channel_file_refused check (outcome <> 'refused' or refusal <> '')
);
create table sandbox_payment (
  request_no text primary key,
  amount_fen bigint not null,
  received_at timestamptz not null,
  queries smallint not null default 0,
  outcome text not null,
  reference text not null,
  notified boolean not null default false,
  card_tail text not null default '',
  channel_id bigint
);
create table payout_slip (
  id bigint generated always as identity primary key,
  attempt_id bigint not null,
  line_id bigint not null,
  channel_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  result text not null check (result in ('success', 'failed', 'returned')),
  serial text not null check (serial ~ '^[0-9A-Za-z][0-9A-Za-z._/:#-]{3,59}$'),
  happened_at timestamptz not null,
  reason text not null default '' check (length(reason) <= 200),
  file_id uuid,
  file_name text not null default '',
  registered_by bigint not null,
  registered_at timestamptz not null,
  confirmed_by bigint,
  check (result = 'failed' or file_id is not null),
  check (result = 'success' or length(reason) >= 2)
);
create table payout_report (
  id bigint generated by default as identity primary key,
  attempt_id bigint not null,
  line_id bigint not null,
  line_month date not null,
  batch_id bigint not null,
  channel_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  amount_fen bigint not null check (amount_fen > 0),
  result text not null check (result in ('failed', 'returned')),
  serial text not null check (serial ~ '^[0-9A-Za-z][0-9A-Za-z._/:#-]{3,59}$'),
  happened_at timestamptz not null,
  reason text not null check (length(reason) between 2 and 200),
  file_id uuid,
  file_name text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'declined')),
  reported_by bigint not null,
  reported_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  answer text not null default '' check (length(answer) <= 200),
  constraint payout_report_file check (result = 'failed' or file_id is not null),
  constraint payout_report_decided check (
    (state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)
  ),
  constraint payout_report_answered check (state <> 'declined' or length(answer) >= 2),
  constraint payout_report_four_eyes check (state <> 'confirmed' or decided_by <> reported_by)
);
create table recon_rule (
  centre_id bigint primary key,
  stop_above_fen bigint default 0 check (stop_above_fen >= 0),
  needs_bank boolean not null default true,
  version integer not null default 1
);
create table recon_file (
  id bigint generated always as identity primary key,
  channel_id bigint not null,
  centre_id bigint not null,
  source text not null check (source in ('channel', 'bank')),
  file_id uuid not null,
  name text not null,
  sha256 text not null,
  given_day date,
  first_day date not null,
  last_day date not null,
  row_count integer not null check (row_count >= 0),
  done_count integer not null default 0,
  skipped_count integer not null default 0,
  opening_fen bigint,
  closing_fen bigint,
  state text not null default 'reading' check (state in ('reading', 'read')),
  added_by bigint,
  added_at timestamptz not null,
  constraint recon_file_once unique (channel_id, source, sha256, first_day),
  constraint recon_file_days check (first_day <= last_day)
);
create table recon_day (
  id bigint generated always as identity primary key,
  channel_id bigint not null,
  centre_id bigint not null,
  day date not null,
  state text not null default 'waiting' check (state in ('waiting', 'matched', 'closed')),
  missing text[] not null default '{channel,bank}' check (missing <@ '{channel,bank}'::text[]),
  ours_count integer not null default 0,
  ours_fen bigint not null default 0,
  theirs_count integer not null default 0,
  theirs_fen bigint not null default 0,
  bank_count integer not null default 0,
  bank_fen bigint not null default 0,
  topup_count integer not null default 0,
  topup_fen bigint not null default 0,
  matched_at timestamptz,
  closed_by bigint,
  closed_at timestamptz,
  told_missing boolean not null default false,
  version integer not null default 1,
  refusal text not null default '' check (length(refusal) <= 60),
  refusal_values jsonb not null default '{}',
  constraint recon_day_once unique (channel_id, day),
  constraint recon_day_files check (state = 'waiting' or missing = '{}'::text[]),
  constraint recon_day_closed check (
    (state = 'closed') = (closed_at is not null) and (closed_by is null) = (closed_at is null)
  )
);
create table recon_row (
  id bigint generated always as identity primary key,
  file_id bigint not null,
  channel_id bigint not null,
  centre_id bigint not null,
  source text not null,
  day date not null,
  on_day date not null,
  direction text not null check (direction in ('out', 'in', 'none')),
  serial text not null,
  request_no text not null,
  amount_fen bigint not null check (amount_fen > 0),
  is_topup boolean not null default false,
  memo text not null default '',
  fee_fen bigint check (fee_fen >= 0),
  line_id bigint,
  line_month date,
  constraint recon_row_once unique (channel_id, source, serial, direction),
  constraint recon_row_line check ((line_id is null) = (line_month is null))
);
create table recon_item (
  id bigint generated always as identity primary key,
  day_id bigint not null,
  channel_id bigint not null,
  centre_id bigint not null,
  mode smallint check (mode in (1, 2)),
  side text not null check (side in ('channel', 'bank')),
  kind text not null check (kind in ('long', 'short', 'amount', 'state')),
  direction text not null check (direction in ('out', 'in')),
  key text not null,
  serial text not null default '',
  memo text not null default '',
  attempt_id bigint,
  ours_fen bigint not null,
  theirs_fen bigint not null,
  suspense_fen bigint not null default 0,
  stops boolean not null default false,
  state text not null default 'open' check (state in ('open', 'waiting', 'proposed', 'hung', 'exception', 'settled')),
  ending text check (ending in ('hang', 'book', 'return', 'exception', 'timing', 'matched')),
  proposal text check (proposal in ('hang', 'book', 'return')),
  proposed_by bigint,
  exception_id bigint,
  owner_id bigint,
  due_on date,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  settled_at timestamptz,
  told_due boolean not null default false,
  version integer not null default 1,
  constraint recon_item_once unique (day_id, side, direction, key),
  constraint recon_item_owned check (
    state in ('open', 'exception', 'settled') or owner_id is not null and due_on is not null
  ),
  constraint recon_item_settled check (
    (state = 'settled') = (ending is not null) and (state = 'settled') = (settled_at is not null)
  ),
  constraint recon_item_proposal check (
    (state = 'proposed') = (proposal is not null) and (proposal is null) = (proposed_by is null)
  ),
  constraint recon_item_exception check (state <> 'exception' or exception_id is not null)
);
create table recon_step (
  id bigint generated always as identity primary key,
  day_id bigint not null,
  item_id bigint,
  centre_id bigint not null,
  kind text not null
    check (kind in ('found', 'taken', 'waiting', 'proposed', 'declined', 'hung', 'toException', 'settled', 'closed',
      'reopened')),
  treatment text,
  reason text not null default '' check (length(reason) <= 200),
  by_id bigint,
  at timestamptz not null
);
create table commission_day (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  unit_id bigint not null,
  batch_id bigint not null,
  party_type text not null check (party_type in ('partner', 'staff')),
  party_id bigint not null,
  day date not null,
  item_count integer not null check (item_count > 0),
  base_fen bigint not null,
  fee_fen bigint not null,
  accrued_fen bigint not null check (accrued_fen >= 0),
  reversed_fen bigint not null check (reversed_fen <= 0),
  bill_id bigint
);
create table commission_bill (
  id bigint generated by default as identity primary key,
  no text not null unique,
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  party_type text not null check (party_type in ('partner', 'staff')),
  party_id bigint not null,
  period date not null check (extract(day from period) = 1),
  state text not null default 'generated' check (state in ('generated', 'disputed', 'confirmed', 'invoiced', 'paid')),
  unit_count integer not null check (unit_count > 0),
  base_fen bigint not null,
  accrued_fen bigint not null check (accrued_fen >= 0),
  reversed_fen bigint not null check (reversed_fen <= 0),
  carried_fen bigint not null,
  adjusted_fen bigint not null default 0,
  amount_fen bigint not null check (amount_fen > 0),
  invoice_no text not null default '' check (length(invoice_no) <= 40),
  invoice_file_id uuid,
  paid_on date,
  bank_serial text check (length(bank_serial) between 4 and 40),
  slip_file_id uuid,
  prepared_by bigint,
  prepared_at timestamptz,
  paid_by bigint,
  paid_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  constraint commission_bill_once unique (centre_id, mode, party_type, party_id, period),
  constraint commission_bill_paid check (
    (state = 'paid') = (paid_by is not null)
    and (paid_by is null) = (paid_at is null)
    and (paid_by is null or prepared_by is not null)
  ),
  constraint commission_bill_adds_up check (amount_fen = accrued_fen + reversed_fen + adjusted_fen),
  constraint commission_bill_invoice check (
    (invoice_file_id is null) = (invoice_no = '')
    and (party_type = 'partner' or state <> 'invoiced' and invoice_file_id is null)
    and (party_type = 'staff' or (state in ('invoiced', 'paid')) = (invoice_file_id is not null))
  ),
  constraint commission_bill_payment check (
    num_nonnulls(paid_on, bank_serial, slip_file_id, prepared_by, prepared_at) in (0, 5)
    and (prepared_by is null or state in ('invoiced', 'paid') or state = 'confirmed' and party_type = 'staff')
  ),
  constraint commission_bill_four_eyes check (paid_by is null or paid_by <> prepared_by)
);
create table commission_adjustment (
  id bigint generated by default as identity primary key,
  bill_id bigint not null,
  centre_id bigint not null,
  amount_fen bigint not null check (amount_fen <> 0),
  reason text not null check (length(reason) between 2 and 200),
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'declined')),
  proposed_by bigint not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  constraint commission_adjustment_decided check (
    (state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)
  ),
  constraint commission_adjustment_four_eyes check (decided_by is null or decided_by <> proposed_by)
);
create table commission_step (
  id bigint generated always as identity primary key,
  bill_id bigint not null,
  centre_id bigint not null,
  kind text not null
    check (kind in ('issued', 'confirmed', 'disputed', 'answered', 'proposed', 'adjusted', 'declined', 'invoiced',
      'invoiceReturned', 'prepared', 'notPaid', 'paid')),
  at timestamptz not null,
  by_id bigint,
  amount_fen bigint,
  reason text not null default '' check (length(reason) <= 200)
);
create table collection (
  id bigint generated by default as identity primary key,
  no text not null unique,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  order_id bigint not null,
  operator_id bigint not null,
  entity_id bigint,
  amount_fen bigint not null check (amount_fen > 0),
  content text not null check (length(content) between 2 and 100),
  period_from date not null,
  period_to date not null,
  state text not null default 'draft'
    check (state in ('draft', 'pending', 'confirmed', 'paying', 'paid', 'returned', 'cancelled')),
  reason text not null default '' check (length(reason) <= 300),
  is_entered boolean not null default false,
  came_back boolean not null default false,
  line_id bigint,
  line_month date,
  created_by bigint not null,
  created_at timestamptz not null,
  submitted_at timestamptz,
  confirmed_by bigint,
  confirmed_at timestamptz,
  paid_at timestamptz,
  version integer not null default 1,
  constraint collection_days check (period_from <= period_to),
  constraint collection_line check (
    (state in ('paying', 'paid')) = (line_id is not null) and (line_id is null) = (line_month is null)
  ),
  constraint collection_paid check ((state = 'paid') = (paid_at is not null)),
  constraint collection_business check ((mode = 1) = (entity_id is not null)),
  constraint collection_confirmed check (
    (state in ('confirmed', 'paying', 'paid')) = (confirmed_by is not null)
    and (confirmed_by is null) = (confirmed_at is null)
  ),
  constraint collection_submitted check (submitted_at is not null or state in ('draft', 'cancelled'))
);
create table collection_paper (
  id bigint generated by default as identity primary key,
  collection_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  operator_id bigint not null,
  file_id uuid not null,
  sha256 text not null,
  created_by bigint not null,
  created_at timestamptz not null
);
create table payment_objection (
  id bigint generated by default as identity primary key,
  month date not null,
  line_id bigint not null,
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  operator_id bigint not null,
  kind text not null check (kind in ('notMine', 'amount', 'notArrived')),
  statement text not null check (length(statement) between 2 and 500),
  state text not null default 'open' check (state in ('open', 'answered', 'upheld', 'rejected', 'withdrawn')),
  dispute_id bigint,
  due_on date not null,
  escalated_at timestamptz,
  created_by bigint not null,
  created_at timestamptz not null,
  answer text not null default '' check (length(answer) <= 500),
  answered_by bigint,
  answered_at timestamptz,
  decision text not null default '' check (length(decision) <= 500),
  decided_by bigint,
  decided_at timestamptz,
  version integer not null default 1,
  constraint payment_objection_decided check (
    (state in ('upheld', 'rejected')) = (decided_by is not null)
    and (decided_by is null) = (decided_at is null)
    and (decided_by is null) = (decision = '')
    and decided_by is distinct from created_by
  ),
  constraint payment_objection_answered check (
    (answered_by is null) = (answered_at is null) and (answered_by is null) = (answer = '')
  )
);
create table voucher (
  id bigint generated always as identity primary key,
  no text not null unique,
  kind text not null check (kind in ('payment', 'topup', 'refund', 'tax', 'fee')),
  centre_id bigint not null,
  unit_id bigint,
  mode smallint not null,
  batch_id bigint,
  line_id bigint,
  topup_id bigint,
  amount_fen bigint not null,
  payer_name text not null,
  payer_account text not null,
  payee_name text not null,
  payee_account text not null,
  payee_bank text not null default '',
  bank_serial text not null,
  traded_at timestamptz not null,
  is_returned boolean not null default false,
  created_at timestamptz not null,
  file_id uuid,
  payee_card_no_sealed text not null default '',
  receipt_due_at timestamptz,
  receipt_tries smallint not null default 0,
  is_from_channel boolean not null default false,
  operator_id bigint,
  refund_id bigint,
  is_uploaded boolean not null default false,
  tax_payment_id bigint,
  constraint voucher_tax check ((kind = 'tax') = (tax_payment_id is not null) and (kind = 'tax') = (unit_id is null))
);
create table voucher_upload (
  id bigint generated always as identity primary key,
  voucher_id bigint not null,
  centre_id bigint not null,
  unit_id bigint,
  file_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  replaced_file_id uuid,
  reason text not null check (length(reason) between 2 and 200),
  uploaded_by bigint not null,
  uploaded_at timestamptz not null
);
create table batch_letter (
  id bigint generated always as identity primary key,
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  figures_sha256 text not null check (figures_sha256 ~ '^[0-9a-f]{64}$'),
  file_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  has_seal boolean not null,
  made_by bigint not null,
  made_at timestamptz not null,
  unique (batch_id, figures_sha256)
);
create table business_filing (
  id bigint generated by default as identity primary key,
  centre_id bigint not null,
  mode smallint not null default 1 check (mode = 1),
  operator_id bigint not null,
  entity_id bigint not null,
  kind text not null check (kind in ('vat', 'incomeTax', 'incomeAnnual', 'annualReport')),
  period text not null check (period ~ '^\d{4}(-Q[1-4])?$'),
  state text not null default 'open'
    check (state in ('open', 'closed', 'declared', 'correcting', 'paid', 'certified', 'archived')),
  edition integer not null default 1 check (edition > 0),
  due_on date not null,
  closed_by bigint,
  closed_at timestamptz,
  told_on date,
  warned text not null default '' check (warned in ('', 'near', 'reached')),
  version integer not null default 1,
  constraint business_filing_once unique (entity_id, kind, period),
  constraint business_filing_closed check ((state = 'open') = (closed_at is null)),
  constraint business_filing_period check ((kind in ('vat', 'incomeTax')) = (period like '%Q%'))
);
create table business_filing_figure (
  filing_id bigint,
  edition integer check (edition > 0),
  centre_id bigint not null,
  operator_id bigint not null,
  policy_version text not null,
  payments integer not null,
  gross_fen bigint not null,
  other_fen bigint not null default 0,
  invoiced_fen bigint not null default 0 check (invoiced_fen >= 0),
  special_fen bigint not null default 0,
  cost_fen bigint check (cost_fen >= 0),
  sales_fen bigint not null,
  exempt_fen bigint not null,
  taxable_fen bigint not null,
  vat_ppm integer not null,
  vat_fen bigint not null check (vat_fen >= 0),
  city_fen bigint not null check (city_fen >= 0),
  education_fen bigint not null check (education_fen >= 0),
  local_education_fen bigint not null check (local_education_fen >= 0),
  income_fen bigint not null,
  basis text not null check (basis in ('', 'receipts', 'profit', 'books')),
  levy_ppm integer not null default 0,
  levy_source text not null default '',
  is_confirmed boolean not null default true,
  before_fen bigint not null default 0,
  iit_fen bigint not null,
  advance_fen bigint not null default 0,
  level text not null default '' check (level in ('', 'near', 'reached')),
  reason text not null default '' check (length(reason) <= 500),
  at timestamptz not null,
  by_id bigint,
  carried_fen bigint not null default 0 check (carried_fen <= 0),
  is_whole_price boolean not null default false,
  primary key (filing_id, edition),
  check (special_fen >= 0 and special_fen <= invoiced_fen)
);
create table business_filing_step (
  id bigint generated always as identity primary key,
  filing_id bigint not null,
  centre_id bigint not null,
  operator_id bigint not null,
  kind text not null
    check (kind in ('adjusted', 'closed', 'reopened', 'correcting', 'declared', 'paid', 'settled', 'certified',
      'archived', 'reminded')),
  edition integer not null,
  at timestamptz not null,
  by_id bigint,
  amount_fen bigint,
  reason text not null default '' check (length(reason) <= 500)
);
create table business_filing_receipt (
  filing_id bigint,
  edition integer check (edition > 0),
  centre_id bigint not null,
  operator_id bigint not null,
  way text not null check (way in ('self', 'agent')),
  no text not null check (length(no) between 4 and 40),
  declared_on date not null,
  vat_fen bigint not null,
  surcharge_fen bigint not null,
  iit_fen bigint not null,
  file_id uuid not null,
  by_id bigint not null,
  at timestamptz not null,
  primary key (filing_id, edition)
);
create table business_filing_payment (
  id bigint generated always as identity primary key,
  filing_id bigint not null,
  centre_id bigint not null,
  operator_id bigint not null,
  kind text not null check (kind in ('vat', 'surcharge', 'iit')),
  amount_fen bigint not null check (amount_fen <> 0),
  paid_on date not null,
  way text not null check (way in ('self', 'agent')),
  serial text not null check (length(serial) between 4 and 40),
  file_id uuid not null,
  by_id bigint not null,
  at timestamptz not null
);
create table business_filing_certificate (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  mode smallint not null default 1 check (mode = 1),
  kind text not null check (kind in ('vat', 'incomeTax', 'incomeAnnual', 'annualReport')),
  period text not null,
  filing_id bigint,
  operator_id bigint,
  path text not null check (length(path) <= 300),
  problem text not null default '' check (problem in ('', 'name', 'period', 'nobody', 'twice', 'notPdf', 'tooLarge')),
  file_id uuid,
  sha256 text not null,
  by_id bigint not null,
  at timestamptz not null,
  constraint business_filing_certificate_kept check (file_id is not null or problem in ('notPdf', 'tooLarge')),
  constraint business_filing_certificate_matched check (
    (filing_id is not null) = (problem = '') and (operator_id is not null) = (problem = '')
  )
);
create table tax_credit (
  id bigint generated always as identity primary key,
  declaration_id bigint not null,
  centre_id bigint not null,
  edition integer not null check (edition > 1),
  kind text not null check (kind in ('vat', 'surcharge', 'iit')),
  amount_fen bigint not null check (amount_fen > 0),
  left_fen bigint not null,
  state text not null default 'open' check (state in ('open', 'applied', 'refunded', 'withdrawn')),
  version integer not null default 1,
  by_id bigint not null,
  at timestamptz not null,
  constraint tax_credit_once unique (declaration_id, edition, kind),
  constraint tax_credit_left check (left_fen >= 0 and left_fen <= amount_fen),
  constraint tax_credit_settled check ((state = 'open') = (left_fen > 0))
);
create table tax_entry (
  id bigint generated always as identity primary key,
  declaration_id bigint not null,
  centre_id bigint not null,
  edition integer not null,
  state text not null default 'proposed'
    check (state in ('proposed', 'confirmed', 'declined', 'reversing', 'reversed')),
  vat_fen bigint not null,
  surcharge_fen bigint not null,
  iit_fen bigint not null,
  late_fen bigint not null default 0 check (late_fen >= 0),
  late_due_fen bigint not null default 0 check (late_due_fen >= 0),
  late_reason text not null default '' check (length(late_reason) <= 200),
  due_on date not null,
  paid_on date not null,
  serial text not null check (length(serial) between 4 and 40),
  file_id uuid not null,
  is_carried boolean not null default false,
  by_id bigint not null,
  at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  reason text not null default '' check (length(reason) <= 200),
  reverse_reason text not null default '' check (length(reverse_reason) <= 200),
  reverse_by bigint,
  reverse_at timestamptz,
  reversed_by bigint,
  reversed_at timestamptz,
  version integer not null default 1,
  constraint tax_entry_decided check (is_carried or (state = 'proposed') = (decided_by is null)),
  constraint tax_entry_reversal check ((state in ('reversing', 'reversed')) <= (reverse_by is not null
    and reverse_reason <> '')),
  constraint tax_entry_four_eyes check (state in ('proposed', 'declined') or decided_by is distinct from by_id),
  constraint tax_entry_not_empty check (vat_fen <> 0 or surcharge_fen <> 0 or iit_fen <> 0),
  constraint tax_entry_late_reason check (late_fen = late_due_fen or is_carried or late_reason <> ''),
  constraint tax_entry_reversal_four_eyes check (
    (state = 'reversed') = (reversed_by is not null) and reversed_by is distinct from coalesce(reverse_by, 0)
  )
);
create table tax_credit_move (
  id bigint generated always as identity primary key,
  credit_id bigint not null,
  centre_id bigint not null,
  kind text not null check (kind in ('opened', 'applied', 'refunded', 'withdrawn')),
  amount_fen bigint not null check (amount_fen > 0),
  declaration_id bigint,
  paid_on date,
  serial text not null default '' check (length(serial) <= 40),
  file_id uuid,
  reason text not null default '' check (length(reason) <= 200),
  by_id bigint not null,
  at timestamptz not null,
  constraint tax_credit_move_applied check ((kind = 'applied') = (declaration_id is not null)),
  constraint tax_credit_move_refunded check (
    kind <> 'refunded' or paid_on is not null and serial <> '' and file_id is not null
  ),
  constraint tax_credit_move_withdrawn check (kind <> 'withdrawn' or reason <> '')
);
create table tax_declaration (
  id bigint generated by default as identity primary key,
  centre_id bigint not null,
  mode smallint not null default 2 check (mode = 2),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  state text not null default 'open'
    check (state in ('open', 'closing', 'closed', 'confirmed', 'declared', 'correcting', 'paid', 'certified',
      'archived')),
  edition integer not null default 0 check (edition >= 0),
  is_computing boolean not null default false,
  done_count integer not null default 0,
  total_count integer not null default 0,
  people integer not null default 0,
  gross_fen bigint not null default 0,
  vat_fen bigint not null default 0,
  surcharge_fen bigint not null default 0,
  iit_fen bigint not null default 0,
  difference_fen bigint not null default 0,
  policy_version text not null default '',
  closed_by bigint,
  closed_at timestamptz,
  confirmed_by bigint,
  told_on date,
  version integer not null default 1,
  due_on date,
  booked_vat_fen bigint,
  booked_surcharge_fen bigint,
  booked_iit_fen bigint,
  booked_at timestamptz,
  corrected_from text check (corrected_from in ('declared', 'paid', 'certified', 'archived')),
  correction_told_at timestamptz,
  constraint tax_declaration_once unique (centre_id, mode, month),
  constraint tax_declaration_booked check (num_nulls(booked_vat_fen, booked_surcharge_fen, booked_iit_fen,
    booked_at) in (0, 4)),
  constraint tax_declaration_closed check (state in ('open', 'closing') or closed_at is not null),
  constraint tax_declaration_four_eyes check (confirmed_by is null or confirmed_by <> closed_by),
  constraint tax_declaration_correcting check (state <> 'correcting' or corrected_from is not null)
);
create table tax_line (
  declaration_id bigint,
  edition integer check (edition > 0),
  operator_id bigint,
  centre_id bigint not null,
  name text not null,
  gross_fen bigint not null,
  income_fen bigint not null,
  exempt_fen bigint not null,
  vat_fen bigint not null,
  city_fen bigint not null,
  education_fen bigint not null,
  local_education_fen bigint not null,
  cum_income_fen bigint not null,
  cum_expense_fen bigint not null,
  cum_deduction_fen bigint not null,
  cum_other_fen bigint not null,
  months integer not null,
  rate_ppm integer not null,
  quick_fen bigint not null,
  should_fen bigint not null,
  before_fen bigint not null,
  due_fen bigint not null,
  withheld_fen bigint not null,
  back_gross_fen bigint not null,
  back_tax_fen bigint not null,
  difference_fen bigint not null,
  primary key (declaration_id, edition, operator_id)
);
create table tax_step (
  id bigint generated always as identity primary key,
  declaration_id bigint not null,
  centre_id bigint not null,
  kind text not null
    check (kind in ('closing', 'closed', 'confirmed', 'reopened', 'correcting', 'cancelled', 'declared', 'proposed',
      'declined', 'paid', 'reversing', 'reversed', 'credited', 'settled', 'uploaded', 'certified', 'archived',
      'compared')),
  edition integer not null,
  at timestamptz not null,
  by_id bigint,
  amount_fen bigint,
  reason text not null default '' check (length(reason) <= 500)
);
create table tax_receipt (
  declaration_id bigint,
  edition integer check (edition > 0),
  centre_id bigint not null,
  no text not null check (length(no) between 4 and 40),
  declared_on date not null,
  people integer not null,
  gross_fen bigint not null,
  vat_fen bigint not null,
  surcharge_fen bigint not null,
  iit_fen bigint not null,
  file_id uuid not null,
  by_id bigint not null,
  at timestamptz not null,
  vat_no text check (length(vat_no) between 4 and 40),
  vat_declared_on date,
  vat_file_id uuid,
  primary key (declaration_id, edition),
  constraint tax_receipt_vat check (
    (vat_no is null) = (vat_declared_on is null)
    and (vat_no is not null or vat_file_id is null)
    and vat_no is distinct from no
  )
);
create table tax_payment (
  id bigint generated always as identity primary key,
  declaration_id bigint not null,
  centre_id bigint not null,
  kind text not null check (kind in ('vat', 'surcharge', 'iit')),
  amount_fen bigint not null check (amount_fen <> 0),
  paid_on date not null,
  serial text not null check (length(serial) between 4 and 40),
  file_id uuid not null,
  by_id bigint not null,
  at timestamptz not null,
  credit_id bigint,
  entry_id bigint,
  reverses_id bigint,
  constraint tax_payment_source check (num_nonnulls(entry_id, credit_id) = 1)
);
create table tax_certificate (
  id bigint generated always as identity primary key,
  declaration_id bigint not null,
  centre_id bigint not null,
  operator_id bigint,
  path text not null check (length(path) <= 300),
  problem text not null default '' check (problem in ('', 'name', 'period', 'nobody', 'twice', 'notPdf', 'tooLarge')),
  is_by_hand boolean not null default false,
  file_id uuid,
  sha256 text not null,
  by_id bigint not null,
  at timestamptz not null,
  constraint tax_certificate_kept check (file_id is not null or problem in ('notPdf', 'tooLarge')),
  constraint tax_certificate_matched check ((operator_id is not null) = (problem = ''))
);
create table tax_result (
  id bigint generated always as identity primary key,
  declaration_id bigint not null,
  centre_id bigint not null,
  edition integer not null check (edition > 0),
  file_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  row_count integer not null check (row_count >= 0),
  difference_count integer not null check (difference_count >= 0),
  by_id bigint not null,
  at timestamptz not null
);
create table tax_result_item (
  id bigint generated always as identity primary key,
  result_id bigint not null,
  centre_id bigint not null,
  kind text not null check (kind in ('amount', 'unreadable', 'stranger', 'absent', 'twice', 'period')),
  sheet_line integer,
  operator_id bigint,
  person text not null,
  ours_fen bigint,
  theirs_fen bigint,
  reason text not null default '' check (length(reason) <= 200),
  explained_by bigint,
  explained_at timestamptz,
  constraint tax_result_item_explained check ((reason = '') = (explained_by is null))
);
create table tax_form (
  id bigint generated always as identity primary key,
  kind text not null
    check (kind in ('person_collection', 'iit_withholding', 'iit_report', 'vat_agent', 'vat_withholding',
      'platform_identity', 'platform_income')),
  edition integer not null check (edition > 0),
  state text not null default 'draft' check (state in ('draft', 'published', 'dropped')),
  first_day date not null,
  file_id uuid not null,
  file_name text not null check (length(file_name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  mapping jsonb not null,
  chosen jsonb not null default '{}',
  made_by bigint not null,
  made_at timestamptz not null,
  edited_by bigint not null,
  published_by bigint,
  published_at timestamptz,
  version integer not null default 1,
  hands bigint[] not null default '{}',
  unique (kind, edition),
  constraint tax_form_published check (
    (state = 'published') = (published_at is not null) and (published_by is null) = (published_at is null)
  ),
  constraint tax_form_two_people check (
    published_by is null or published_by <> all (hands) and published_by <> made_by and published_by <> edited_by
  )
);
create table tax_file (
  id bigint generated always as identity primary key,
  kind text not null,
  centre_id bigint not null,
  mode smallint check (mode in (1, 2)),
  period text not null check (period ~ '^[0-9]{4}(-(0[1-9]|1[0-2])|-Q[1-4])?$'),
  form_id bigint,
  name text not null check (length(name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  row_count integer not null check (row_count >= 0),
  reason text not null check (length(reason) between 2 and 200),
  file_id uuid not null,
  made_by bigint not null,
  made_at timestamptz not null
);
create table tax_draft (
  id bigint generated always as identity primary key,
  state text not null default 'draft' check (state in ('draft', 'published', 'dropped', 'withdrawn')),
  base_version text not null,
  policy_version text not null unique check (length(policy_version) between 1 and 40),
  first_day date not null,
  known_until date,
  grade text not null default 'A' check (grade in ('A', 'B', 'C', 'I')),
  params jsonb not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  hands bigint[] not null check (cardinality(hands) > 0),
  made_by bigint not null,
  made_at timestamptz not null,
  edited_by bigint not null,
  edited_at timestamptz not null,
  examples jsonb,
  preview jsonb,
  published_by bigint,
  published_at timestamptz,
  before_to date,
  leave_reason text not null default '' check (length(leave_reason) <= 200),
  leave_by bigint,
  leave_at timestamptz,
  left_by bigint,
  left_at timestamptz,
  version integer not null default 1,
  constraint tax_draft_days check (known_until is null or known_until >= first_day),
  constraint tax_draft_left check (
    (state = 'withdrawn') = (left_at is not null)
    and num_nonnulls(left_by, left_at) in (0, 2)
    and left_by is distinct from coalesce(leave_by, 0)
  ),
  constraint tax_draft_leaving check (
    num_nonnulls(leave_by, leave_at) in (0, 2) and (leave_by is null) = (leave_reason = '')
  ),
  constraint tax_draft_published check (
    (state in ('published', 'withdrawn')) = (published_at is not null)
    and (published_by is null) = (published_at is null)
  ),
  constraint tax_draft_two_people check (published_by is null or published_by <> all (hands))
);
create table tax_draft_example (
  id bigint generated always as identity primary key,
  draft_id bigint not null,
  digest text not null,
  example text not null,
  reason text not null check (length(reason) between 4 and 300),
  by_id bigint not null,
  at timestamptz not null,
  unique (draft_id, digest, example)
);
create table tax_point_answer (
  id bigint generated always as identity primary key,
  point text not null check (point ~ '^U[0-9]{1,2}$'),
  answer text not null check (length(answer) between 4 and 500),
  source text not null check (length(source) between 2 and 200),
  answered_on date not null,
  file_id uuid not null,
  file_name text not null check (length(file_name) between 1 and 200),
  noted_by bigint not null,
  noted_at timestamptz not null
);
create table calendar_year (
  id bigint generated always as identity primary key,
  year integer not null check (year between 2020 and 2199),
  edition integer not null check (edition > 0),
  state text not null default 'draft' check (state in ('draft', 'published', 'dropped')),
  source text not null check (length(source) between 4 and 200),
  off jsonb not null,
  working jsonb not null,
  hands bigint[] not null check (cardinality(hands) > 0),
  made_by bigint not null,
  made_at timestamptz not null,
  published_by bigint,
  published_at timestamptz,
  version integer not null default 1,
  unique (year, edition),
  constraint calendar_year_published check (
    (state = 'published') = (published_at is not null) and (published_by is null) = (published_at is null)
  ),
  constraint calendar_year_two_people check (published_by is null or published_by <> all (hands))
);
create table acct_mapping (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  first_month text not null check (first_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  word text not null check (length(word) between 1 and 4),
  state text not null default 'draft' check (state in ('draft', 'active', 'rejected')),
  reason text not null default '' check (length(reason) <= 200),
  made_by bigint not null,
  made_at timestamptz not null,
  checked_by bigint,
  checked_at timestamptz,
  version integer not null default 1,
  constraint acct_mapping_checked check ((state = 'draft') = (checked_by is null)),
  constraint acct_mapping_four_eyes check (checked_by is null or checked_by <> made_by)
);
create table acct_mapping_row (
  mapping_id bigint,
  centre_id bigint not null,
  account text,
  code text not null check (length(code) between 1 and 30),
  name text not null check (length(name) between 1 and 60),
  by_unit boolean not null,
  primary key (mapping_id, account)
);
create table acct_issue (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  edition integer not null check (edition > 0),
  mapping_id bigint not null,
  journal_count bigint not null check (journal_count > 0),
  voucher_count integer not null check (voucher_count >= 0),
  debit_fen bigint not null check (debit_fen > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_by bigint not null,
  made_at timestamptz not null,
  constraint acct_issue_once unique (centre_id, mode, month, edition)
);
create table acct_voucher (
  id bigint generated always as identity primary key,
  issue_id bigint not null,
  centre_id bigint not null,
  month text not null,
  kind text not null,
  word text not null,
  no integer check (no > 0),
  left_out text not null default '' check (left_out in ('', 'sameAccount', 'opening')),
  debit_fen bigint not null check (debit_fen > 0),
  constraint acct_voucher_numbered check ((no is null) = (left_out <> ''))
);
create table acct_voucher_line (
  id bigint generated always as identity primary key,
  voucher_id bigint not null,
  centre_id bigint not null,
  account text not null,
  of_unit bigint,
  debit_fen bigint not null check (debit_fen >= 0),
  credit_fen bigint not null check (credit_fen >= 0),
  constraint acct_voucher_line_moves check (debit_fen + credit_fen > 0)
);
create table platform_report (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  quarter text not null check (quarter ~ '^[0-9]{4}-Q[1-4]$' and quarter >= '2025-Q3'),
  edition integer not null check (edition > 0),
  state text not null default 'generated' check (state in ('generated', 'exported', 'reported')),
  reason text not null default '' check (length(reason) <= 200),
  row_count integer not null check (row_count >= 0),
  new_count integer not null,
  changed_count integer not null,
  left_count integer not null,
  covered_count integer not null,
  payment_count integer not null,
  gross_fen bigint not null check (gross_fen >= 0),
  refund_fen bigint not null check (refund_fen >= 0),
  net_fen bigint not null,
  made_by bigint not null,
  made_at timestamptz not null,
  reported_on date,
  receipt_no text not null default '' check (length(receipt_no) <= 64),
  receipt_file_id uuid,
  reported_by bigint,
  reported_at timestamptz,
  version integer not null default 1,
  unique (centre_id, quarter, edition),
  constraint platform_report_net check (net_fen = gross_fen - refund_fen),
  constraint platform_report_reported check (
    (state = 'reported') = (reported_on is not null)
    and num_nonnulls(reported_on, receipt_file_id, reported_by, reported_at) in (0, 4)
  ),
  constraint platform_report_correction check ((edition = 1) = (reason = ''))
);
create table platform_report_row (
  id bigint generated always as identity primary key,
  report_id bigint not null,
  centre_id bigint not null,
  operator_id bigint not null,
  entity_id bigint,
  status text not null check (status in ('new', 'changed', 'left', 'same')),
  is_covered boolean not null,
  name text not null,
  id_kind text not null,
  id_number_sealed text not null,
  id_number_index text not null,
  nationality text not null,
  entity_name text not null default '',
  credit_code text not null default '',
  code text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  bank_name text not null default '',
  card_no_sealed text not null default '',
  card_no_index text not null default '',
  started_on date not null,
  ended_on date,
  facts text not null,
  gross_fen bigint not null check (gross_fen >= 0),
  refund_fen bigint not null check (refund_fen >= 0),
  net_fen bigint not null,
  fee_fen bigint not null,
  payment_count integer not null check (payment_count >= 0),
  constraint platform_report_row_net check (net_fen = gross_fen - refund_fen)
);
create table platform_basic (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  cause text not null check (cause in ('started', 'changed')),
  happened_on date not null,
  due_on date not null,
  what text not null check (length(what) between 2 and 200),
  noted_by bigint not null,
  noted_at timestamptz not null,
  reported_on date,
  receipt_no text not null default '' check (length(receipt_no) <= 64),
  receipt_file_id uuid,
  reported_by bigint,
  reported_at timestamptz,
  version integer not null default 1,
  constraint platform_basic_due check (due_on >= happened_on),
  constraint platform_basic_reported check (num_nonnulls(reported_on, receipt_file_id, reported_by, reported_at) in (0,
    4))
);
create table invoice_title (
  id bigint generated by default as identity primary key,
  unit_id bigint not null,
  name text not null,
  tax_no text not null,
  address text not null default '',
  telephone text not null default '',
  bank text not null default '',
  account_no text not null default '',
  email text not null default '',
  is_default boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null,
  state text not null default 'approved' check (state in ('pending', 'approved', 'rejected')),
  reason text not null default '' check (length(reason) <= 200),
  changed_by bigint,
  changed_at timestamptz,
  version integer not null default 1,
  hands bigint[] not null default '{}',
  constraint invoice_title_default_usable check (not is_default or is_active)
);
create table invoice_title_version (
  id bigint generated always as identity primary key,
  title_id bigint not null,
  unit_id bigint not null,
  version integer not null,
  name text not null,
  tax_no text not null,
  address text not null,
  telephone text not null,
  bank text not null,
  account_no text not null,
  email text not null,
  state text not null,
  is_active boolean not null,
  reason text not null,
  at timestamptz not null,
  by_id bigint
);
create table einvoice_channel (
  centre_id bigint primary key,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  settings_sealed text not null default '',
  version integer not null default 1,
  set_by bigint not null,
  set_at timestamptz not null,
  tested_at timestamptz,
  test_result text,
  quota_fen bigint,
  quota_at timestamptz,
  id bigint generated by default as identity unique,
  constraint einvoice_channel_quota check ((quota_fen is null) = (quota_at is null) and quota_fen >= 0)
);
create table einvoice_exchange (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  kind text not null,
  what text not null check (what in ('issue', 'query', 'redApply', 'redQuery', 'redConfirm', 'files', 'quota', 'test')),
  request_no text not null check (length(request_no) <= 64),
  at timestamptz not null,
  by_id bigint,
  asked_digest text not null default '',
  answered_digest text not null default '',
  result text not null check (length(result) <= 120),
  took_ms integer not null
);
create table invoice_line (
  id bigint generated always as identity primary key,
  application_id bigint not null,
  red_id bigint,
  month date not null,
  line_id bigint not null,
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  amount_fen bigint not null check (amount_fen <> 0),
  constraint invoice_line_red check (red_id is null or amount_fen < 0)
);
create table invoice_use (
  line_id bigint primary key,
  month date not null,
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  cost_fen bigint not null,
  used_fen bigint not null,
  is_returned boolean not null default false,
  constraint invoice_use_within_cost check (used_fen >= 0 and used_fen <= cost_fen)
);
create table invoice_quota (
  centre_id bigint,
  unit_id bigint,
  mode smallint check (mode in (1, 2)),
  used_fen bigint not null default 0 check (used_fen >= 0),
  version integer not null default 1,
  primary key (centre_id, unit_id, mode)
);
create table invoice_application (
  id bigint generated by default as identity primary key,
  no text not null unique,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  title_id bigint not null,
  title jsonb not null,
  kind text not null check (kind in ('special', 'ordinary')),
  category text not null,
  goods text not null,
  tax_code text not null,
  email text not null check (length(email) between 3 and 100),
  remark text not null default '' check (length(remark) <= 200),
  basis text not null check (basis in ('batches', 'period', 'amount')),
  period_from date,
  period_to date,
  amount_fen bigint not null check (amount_fen > 0),
  price_fen bigint not null,
  tax_fen bigint not null,
  rate_ppm integer not null,
  policy_version text not null,
  line_count integer not null check (line_count > 0),
  batch_count integer not null check (batch_count > 0),
  invoice_count integer not null check (invoice_count > 0),
  issued_count integer not null default 0,
  state text not null default 'pending'
    check (state in ('pending', 'todo', 'issuing', 'part', 'issued', 'failed', 'withdrawn', 'rejected')),
  reason text not null default '' check (length(reason) <= 200),
  applied_by bigint not null,
  applied_at timestamptz not null,
  reviewed_by bigint,
  reviewed_at timestamptz,
  finished_at timestamptz,
  mailed_at timestamptz,
  version integer not null default 1,
  issuer text not null default 'centre' check (issuer in ('centre', 'business')),
  entity_id bigint,
  operator_id bigint,
  released_fen bigint not null default 0 check (released_fen >= 0),
  released_count integer not null default 0 check (released_count >= 0),
  constraint invoice_application_counts check (
    issued_count >= 0
    and issued_count + released_count <= invoice_count
    and (state = 'issued') = (issued_count > 0 and issued_count + released_count = invoice_count)
    and (issued_count = 0 or state in ('part', 'issued', 'failed'))
    and (released_count = 0) = (released_fen = 0)
    and (released_count = 0 or state = 'issued')
    and released_fen < amount_fen
  ),
  constraint invoice_application_issuer check (
    num_nonnulls(entity_id, operator_id) = case when issuer = 'business' then 2 else 0 end
    and (issuer = 'centre' or mode = 1)
  ),
  constraint invoice_application_adds_up check (amount_fen = price_fen + tax_fen),
  constraint invoice_application_reviewed check (
    (reviewed_by is null) = (reviewed_at is null) and (reviewed_by is not null or state in ('pending', 'withdrawn'))
  ),
  constraint invoice_application_four_eyes check (reviewed_by is null or reviewed_by <> applied_by)
);
create table invoice_step (
  id bigint generated always as identity primary key,
  application_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  kind text not null
    check (kind in ('applied', 'approved', 'rejected', 'withdrawn', 'listed', 'sent', 'issued', 'failed', 'reopened',
      'released', 'replaced', 'mailed', 'mailFailed', 'redAsked', 'redSent', 'redMoved', 'redIssued', 'lineReturned')),
  at timestamptz not null,
  by_id bigint,
  amount_fen bigint,
  reason text not null default '' check (length(reason) <= 300),
  operator_id bigint
);
create table invoice (
  id bigint generated by default as identity primary key,
  application_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  seq integer not null check (seq > 0),
  price_fen bigint not null check (price_fen > 0),
  tax_fen bigint not null check (tax_fen >= 0),
  total_fen bigint not null,
  rate_ppm integer not null,
  state text not null default 'planned' check (state in ('planned', 'issued', 'partRed', 'red', 'released')),
  number text check (number ~ '^\d{20}$'),
  issued_on date,
  issued_by bigint,
  issued_at timestamptz,
  red_fen bigint not null default 0,
  operator_id bigint,
  constraint invoice_seq unique (application_id, seq),
  constraint invoice_red check (
    red_fen between 0 and total_fen
    and (state = 'red') = (red_fen = total_fen)
    and (state = 'partRed') = (red_fen > 0 and red_fen < total_fen)
  ),
  constraint invoice_issued check (
    (state in ('planned', 'released')) = (number is null)
    and num_nonnulls(number, issued_on, issued_by, issued_at) in (0, 4)
  ),
  constraint invoice_adds_up check (total_fen = price_fen + tax_fen)
);
create table invoice_file (
  id bigint generated always as identity primary key,
  application_id bigint not null,
  invoice_id bigint,
  red_id bigint,
  centre_id bigint not null,
  unit_id bigint not null,
  kind text not null check (kind in ('pdf', 'ofd', 'xml')),
  file_id uuid not null,
  name text not null,
  sha256 text not null,
  reason text not null default '' check (length(reason) <= 200),
  added_by bigint not null,
  added_at timestamptz not null,
  replaced_at timestamptz,
  operator_id bigint,
  constraint invoice_file_of_one check (num_nonnulls(invoice_id, red_id) = 1)
);
create table invoice_import (
  id bigint generated always as identity primary key,
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  name text not null,
  file_id uuid not null,
  archive_id uuid,
  state text not null default 'queued' check (state in ('queued', 'done')),
  row_count integer not null,
  done_count integer not null default 0,
  faults jsonb not null default '[]',
  by_id bigint not null,
  at timestamptz not null
);
create table invoice_order (
  id bigint generated by default as identity primary key,
  request_no text not null unique check (request_no ~ '^[A-Z0-9-]{8,64}$'),
  what text not null check (what in ('issue', 'redApply', 'redConfirm', 'redIssue')),
  application_id bigint not null,
  invoice_id bigint not null,
  red_id bigint,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  state text not null default 'queued' check (state in ('queued', 'asked', 'done', 'refused', 'doubted', 'closed')),
  tries integer not null default 0,
  next_at timestamptz,
  number text check (number ~ '^\d{20}$'),
  issued_on date,
  fault text not null default '' check (length(fault) <= 60),
  fault_values jsonb not null default '{}',
  asked_by bigint not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint invoice_order_red check ((what = 'issue') = (red_id is null)),
  constraint invoice_order_next check ((state in ('queued', 'asked')) = (next_at is not null)),
  constraint invoice_order_number check (
    (number is null) = (issued_on is null) and (number is not null) = (state = 'done' and what in ('issue', 'redIssue'))
  ),
  constraint invoice_order_settled check ((state in ('done', 'refused', 'closed')) = (settled_at is not null))
);
create table red_letter (
  id bigint generated by default as identity primary key,
  invoice_id bigint not null,
  application_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  reason text not null check (reason in ('returned', 'mistake', 'stopped', 'discount')),
  amount_fen bigint not null check (amount_fen > 0),
  price_fen bigint not null check (price_fen >= 0),
  tax_fen bigint not null check (tax_fen >= 0),
  code text not null check (code ~ '^(0[1-9]|10)$'),
  confirm_no text not null default '' check (length(confirm_no) <= 40),
  expires_at timestamptz,
  is_issued boolean not null default false,
  number text check (number ~ '^\d{20}$'),
  issued_on date,
  issued_by bigint,
  issued_at timestamptz,
  created_by bigint not null,
  created_at timestamptz not null,
  version integer not null default 1,
  operator_id bigint,
  constraint red_letter_clock check ((code in ('02', '03')) = (expires_at is not null)),
  constraint red_letter_issued check (
    num_nonnulls(number, issued_on, issued_by, issued_at) = case when is_issued then 4 else 0 end
    and (not is_issued or code in ('01', '04'))
  ),
  constraint red_letter_adds_up check (amount_fen = price_fen + tax_fen),
  constraint red_letter_confirmed check (code in ('10', '01', '08') or confirm_no <> '')
);
create table issue_authorisation (
  id bigint generated by default as identity primary key,
  entity_id bigint not null,
  operator_id bigint not null,
  centre_id bigint not null,
  valid_from date not null,
  valid_to date not null,
  file_id uuid,
  contract_id bigint,
  state text not null default 'active' check (state in ('active', 'replaced', 'revoked')),
  reason text not null default '' check (length(reason) <= 200),
  created_by bigint not null,
  created_at timestamptz not null,
  ended_by bigint,
  ended_at timestamptz,
  version integer not null default 1,
  constraint issue_authorisation_days check (valid_from <= valid_to),
  constraint issue_authorisation_ended check (
    (state = 'active') = (ended_by is null) and num_nonnulls(ended_by, ended_at) in (0, 2)
  ),
  constraint issue_authorisation_proof check (num_nonnulls(file_id, contract_id) = 1)
);
create table business_invoice_use (
  line_id bigint,
  issuer text check (issuer in ('centre', 'business')),
  month date not null,
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  due_fen bigint not null check (due_fen > 0),
  used_fen bigint not null,
  primary key (line_id, issuer),
  constraint business_invoice_use_once check (used_fen >= 0 and used_fen <= due_fen)
);
create table invite (
  code text primary key check (code ~ '^[2-9A-HJ-NP-Z]{8}$'),
  user_id bigint not null unique,
  centre_id bigint,
  unit_id bigint,
  partner_id bigint,
  created_at timestamptz not null
);
create table application (
  id bigint generated by default as identity primary key,
  no text not null unique,
  kind text not null check (kind in ('unit', 'partner', 'operator', 'international')),
  state text not null default 'draft'
    check (state in ('draft', 'pending', 'rejected', 'approved', 'signing', 'active', 'withdrawn')),
  mobile_sealed text not null,
  mobile_index text not null,
  language text not null,
  fields jsonb not null,
  sealed jsonb not null,
  subject_name text not null default '',
  subject_index text,
  credit_code text,
  rejects jsonb not null,
  round smallint not null default 0,
  centre_id bigint,
  mode smallint check (mode in (1, 2)),
  invite_code text,
  clause_version text not null,
  clause_at timestamptz not null,
  clause_ip text not null,
  reviewer_id bigint,
  decided_by bigint,
  decided_at timestamptz,
  submitted_at timestamptz,
  user_id bigint unique,
  unit_id bigint,
  operator_id bigint,
  partner_id bigint,
  contract_id bigint,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sign_kinds text[] not null default '{}',
  check (decided_by <> user_id),
  check (reviewer_id <> user_id),
  check (
    state in ('draft', 'withdrawn') or submitted_at is not null and subject_index is not null and user_id is not null
  )
);
create table application_file (
  id bigint generated by default as identity primary key,
  application_id bigint not null,
  field text not null,
  file_id uuid not null,
  via text not null check (via in ('desk', 'phone')),
  warnings jsonb not null,
  created_at timestamptz not null
);
create table application_event (
  id bigint generated by default as identity primary key,
  application_id bigint not null,
  kind text not null,
  user_id bigint,
  detail jsonb not null,
  created_at timestamptz not null
);
create table application_code (
  id uuid primary key,
  kind text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  language text not null,
  code_hash text,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create table registration_appeal (
  id bigint generated by default as identity primary key,
  application_id bigint not null,
  operator_id bigint,
  unit_id bigint,
  partner_id bigint,
  other_application_id bigint,
  centre_id bigint,
  name text not null,
  id_number_sealed text not null default '',
  credit_code text not null default '',
  mobile_sealed text not null,
  language text not null,
  statement text not null check (length(statement) between 5 and 500),
  file_id uuid,
  state text not null default 'open' check (state in ('open', 'handed', 'freed', 'rejected', 'withdrawn')),
  created_at timestamptz not null,
  resolution text not null default '',
  user_id bigint,
  resolved_by bigint,
  resolved_at timestamptz,
  check (other_application_id <> application_id),
  check (num_nonnulls(operator_id, unit_id, partner_id, other_application_id) = 1),
  check ((id_number_sealed = '') <> (credit_code = '')),
  check ((state = 'open') = (resolved_at is null)),
  check ((state = 'handed') = (user_id is not null)),
  check (state in ('open', 'withdrawn') or resolved_by is not null and resolution <> '')
);
create table import_sheet (
  id bigint generated by default as identity primary key,
  kind text not null check (kind in ('operators', 'units', 'orders', 'income', 'contracts')),
  centre_id bigint,
  unit_id bigint,
  state text not null default 'open' check (state in ('open', 'prepared', 'running', 'done', 'cancelled', 'undone')),
  state_reason text not null default '' check (state_reason in ('', 'refused', 'stopped')),
  file_name text not null check (length(file_name) <= 200),
  file_id uuid not null,
  file_sha256 text not null,
  row_count integer not null default 0 check (row_count between 0 and 5000),
  total_count integer not null default 0,
  done_count integer not null default 0,
  created_count integer not null default 0,
  linked_count integer not null default 0,
  created_by bigint not null,
  created_at timestamptz not null,
  committed_by bigint,
  committed_at timestamptz,
  finished_at timestamptz,
  version integer not null default 1,
  file_sums jsonb not null default '{}',
  undone_by bigint,
  undone_at timestamptz,
  undo_reason text not null default '' check (length(undo_reason) <= 200),
  mode smallint check (mode in (1, 2)),
  preparers bigint[] not null default '{}',
  prepared_by bigint,
  prepared_at timestamptz,
  constraint import_sheet_mode check (kind = 'orders' or mode is null),
  constraint import_sheet_unit check (kind = 'orders' or (kind = 'operators') = (unit_id is not null)),
  constraint import_sheet_centre check (kind in ('units', 'orders') or centre_id is not null),
  constraint import_sheet_check2 check (
    state not in ('running', 'done') or committed_by is not null and committed_at is not null
  ),
  constraint import_sheet_undone check ((state = 'undone') = (undone_by is not null and undone_at is not null
    and undo_reason <> '')),
  constraint import_sheet_finished check ((state in ('done', 'undone')) = (finished_at is not null)),
  constraint import_sheet_prepared check (
    state <> 'prepared' or kind = 'contracts' and prepared_by is not null and prepared_at is not null
  ),
  constraint import_sheet_four_eyes check (
    kind <> 'contracts'
    or state not in ('running', 'done')
    or prepared_by is not null and prepared_by = any (preparers) and committed_by <> all (preparers)
  )
);
create table import_row (
  id bigint generated by default as identity primary key,
  sheet_id bigint not null,
  centre_id bigint,
  unit_id bigint,
  seq integer not null,
  name text not null,
  cells jsonb not null,
  id_number_sealed text not null default '',
  id_number_index text not null default '',
  mobile_sealed text not null default '',
  mobile_index text not null default '',
  card_no_sealed text not null default '',
  card_no_index text not null default '',
  issues jsonb not null default '[]',
  state text not null check (state in ('invalid', 'warned', 'ready', 'excluded', 'done')),
  result text check (result in ('created', 'linked', 'known', 'counted')),
  made_id bigint,
  id_address_sealed text not null default '',
  unique (sheet_id, seq),
  check ((state = 'done') = (result is not null and made_id is not null))
);
create table import_file (
  id bigint generated by default as identity primary key,
  sheet_id bigint not null,
  centre_id bigint not null,
  archive_id uuid not null,
  position integer not null check ("position" >= 0),
  path text not null check (length(path) <= 300),
  name text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'refused')),
  problem text,
  file_id uuid,
  sha256 text,
  pages integer,
  added_by bigint not null,
  added_at timestamptz not null,
  constraint import_file_state check (
    (state = 'ready') = (file_id is not null and sha256 is not null) and (state = 'refused') = (problem is not null)
  )
);
create table opening_sheet (
  id bigint generated by default as identity primary key,
  no text not null unique,
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  day date not null,
  reason text not null check (length(reason) between 2 and 200),
  file_name text not null check (length(file_name) <= 200),
  file_id uuid not null,
  report_file_id uuid not null,
  state text not null check (state in ('draft', 'prepared', 'booked', 'undoing', 'undone', 'cancelled')),
  row_count integer not null,
  faulty_count integer not null,
  debit_fen bigint not null check (debit_fen >= 0),
  credit_fen bigint not null check (credit_fen >= 0),
  prepared_by bigint not null,
  prepared_at timestamptz not null,
  confirmed_by bigint,
  confirmed_at timestamptz,
  undo_asked_by bigint,
  undo_asked_at timestamptz,
  undone_by bigint,
  undone_at timestamptz,
  ended_reason text not null default '' check (length(ended_reason) <= 200),
  version integer not null default 1,
  hands bigint[] not null default '{}',
  constraint opening_sheet_undone check ((state = 'undone') = (undone_by is not null and undone_at is not null)),
  constraint opening_sheet_adds_up check (
    state in ('draft', 'cancelled') or debit_fen = credit_fen and faulty_count = 0 and debit_fen > 0
  ),
  constraint opening_sheet_confirmed check ((state in ('booked', 'undoing', 'undone')) = (confirmed_by is not null
    and confirmed_at is not null)),
  constraint opening_sheet_four_eyes check (
    (confirmed_by is null or confirmed_by <> all (hands) and confirmed_by <> prepared_by)
    and (undone_by is null or undone_by is distinct from undo_asked_by)
  )
);
create table opening_row (
  id bigint generated by default as identity primary key,
  opening_id bigint not null,
  centre_id bigint not null,
  seq integer not null,
  cells jsonb not null,
  account text,
  unit_id bigint,
  debit_fen bigint not null check (debit_fen >= 0),
  credit_fen bigint not null check (credit_fen >= 0),
  issues jsonb not null,
  unique (opening_id, seq)
);
create table paid_month (
  viewer text default app.viewer(),
  mode smallint,
  month text check (month ~ '^\d{4}-\d{2}$'),
  paid_fen bigint not null,
  payees integer not null,
  tax_fen bigint not null,
  primary key (viewer, mode, month)
);
create table report_month (
  month date primary key,
  row_count integer not null check (row_count >= 0),
  built_at timestamptz not null
);
create table report_day (
  id bigint generated always as identity primary key,
  month date not null,
  kind text not null check (kind in ('paid', 'returned', 'failed')),
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  unit_id bigint not null,
  partner_id bigint,
  booked_on date not null,
  arrived_on date not null,
  submitted_on date not null,
  line_count integer not null check (line_count > 0),
  gross_fen bigint not null,
  vat_fen bigint not null,
  surcharge_fen bigint not null,
  iit_fen bigint not null,
  fee_fen bigint not null,
  sales_net_fen bigint not null,
  net_fen bigint not null,
  cost_fen bigint not null,
  platform_fen bigint not null,
  centre_fen bigint not null,
  partner_fen bigint not null,
  staff_fen bigint not null,
  sales_fen bigint not null
);
create table report_people (
  id bigint generated always as identity primary key,
  month date not null,
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  unit_id bigint,
  day date,
  people integer not null check (people > 0),
  unique nulls not distinct (month, centre_id, mode, unit_id, day),
  check (unit_id is null or day is null)
);
create table report_fee_day (
  id bigint generated always as identity primary key,
  month date not null,
  kind text not null check (kind in ('paid', 'returned')),
  centre_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  unit_id bigint not null,
  partner_id bigint,
  booked_on date not null,
  arrived_on date not null,
  submitted_on date not null,
  fee_count integer not null check (fee_count > 0),
  fee_fen bigint not null
);
create table report_fee_file (
  recon_file_id bigint primary key,
  summed_at timestamptz not null
);
create table mobile_ask (
  id uuid primary key,
  user_id bigint not null,
  mobile_sealed text not null,
  old_mobile_sealed text not null,
  language text not null,
  code_hash text,
  old_code_hash text,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  purpose text not null default 'mobile' check (purpose in ('mobile', 'closing'))
);
create table account_closing (
  id bigint generated always as identity primary key,
  operator_id bigint not null,
  user_id bigint not null,
  centre_id bigint not null,
  state text not null default 'open' check (state in ('open', 'withdrawn', 'refused', 'closed')),
  reason text not null default '' check (length(reason) <= 200),
  language text not null,
  created_at timestamptz not null,
  due_on date not null,
  resolution text not null default '' check (length(resolution) <= 200),
  decided_by bigint,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check (state not in ('refused', 'closed') or decided_by <> user_id),
  check (state <> 'refused' or resolution <> '')
);
create table audit_log (
  chain bigint,
  seq bigint,
  at timestamptz not null,
  request_id text not null,
  user_id bigint not null,
  usertype smallint not null,
  centre_id bigint,
  unit_id bigint,
  mode smallint,
  ip text not null,
  action text not null,
  ref_type text,
  ref_id text,
  outcome text not null,
  detail jsonb not null,
  previous bytea not null,
  hash bytea not null,
  agent text,
  id bigint generated always as identity,
  primary key (chain, seq)
);
create table audit_chain (
  chain bigint primary key,
  seq bigint not null,
  hash bytea not null
);
create table audit_signature (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  statement text not null,
  previous text not null unique,
  digest text not null unique,
  signer text not null,
  signature text not null
);
create table audit_verification (
  id bigint generated always as identity primary key,
  task_id bigint not null,
  chain bigint,
  from_day date,
  to_day date,
  state text not null check (state in ('running', 'intact', 'broken', 'failed')),
  checked_count bigint not null default 0,
  total_count bigint not null default 0,
  broken jsonb,
  asked_by bigint not null,
  asked_at timestamptz not null,
  finished_at timestamptz
);
create table gateway (
  service text primary key check (service in ('sms', 'identity', 'face', 'register')),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  settings_sealed text not null,
  is_active boolean not null,
  version integer not null default 1,
  set_by bigint not null,
  set_at timestamptz not null,
  tested_at timestamptz,
  test_result text,
  id bigint generated by default as identity unique
);
create table gateway_template (
  kind text primary key check (kind ~ '^[A-Za-z.]{1,60}$'),
  template text not null check (length(template) between 1 and 64),
  set_by bigint not null,
  set_at timestamptz not null
);
create table gateway_call (
  id bigint generated always as identity primary key,
  service text not null,
  what text not null check (what in ('id2', 'card3', 'card4', 'face', 'company')),
  provider text not null,
  at timestamptz not null,
  ref text not null default '' check (length(ref) <= 60),
  subject_index text not null default '',
  question text not null default '',
  result text not null,
  cost_fen bigint not null default 0 check (cost_fen >= 0),
  took_ms integer
);
create table text_message (
  id bigint generated always as identity primary key,
  message_no uuid not null unique,
  kind text not null check (length(kind) between 1 and 60),
  about text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  digest text not null,
  provider text not null,
  provider_ref text not null default '',
  state text not null check (state in ('queued', 'sent', 'delivered', 'failed')),
  reason text not null default '',
  tries integer not null default 0,
  cost_fen bigint not null default 0 check (cost_fen >= 0),
  created_at timestamptz not null,
  sent_at timestamptz,
  reported_at timestamptz
);
create table integrity_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('recent', 'whole')),
  due_at timestamptz,
  asked_by bigint,
  state text not null check (state in ('asked', 'running', 'holds', 'broken', 'unchecked', 'failed')),
  journal_id bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  unique (kind, due_at)
);
create table integrity_finding (
  run_id bigint,
  name text,
  result text not null check (result in ('holds', 'broken', 'unchecked')),
  offenders text[] not null default '{}',
  milliseconds integer not null,
  primary key (run_id, name)
);
create table payout_stop (
  id bigint generated always as identity primary key,
  run_id bigint not null,
  broken text[] not null check (cardinality(broken) > 0),
  stopped_at timestamptz not null,
  asked_by bigint,
  asked_at timestamptz,
  reason text,
  released_by bigint,
  released_at timestamptz,
  check ((asked_by is null) = (asked_at is null) and (asked_by is null) = (reason is null)),
  check ((released_by is null) = (released_at is null)),
  check (released_by is null or asked_by is not null and released_by <> asked_by)
);
create function app.wanted_of(change guarded_change) returns jsonb language sql immutable as $$
  select change.becomes || case when change.settings_sealed is null then '{}'::jsonb else jsonb_build_object('settings_sealed', change.settings_sealed) end
    || case when change.kind = 'partner' then jsonb_build_object('account_no_sealed', change.account_no_sealed, 'account_no_index', change.account_no_index) else '{}'::jsonb end
$$;
create function app.city_rate(centre centre, day date) returns integer
  language sql stable set search_path = public, app, pg_temp as $$
  select coalesce((select rate.rate_ppm from centre_city_rate rate where rate.centre_id = centre.id and rate.valid_from <= day
    order by rate.valid_from desc, rate.id desc limit 1), centre.city_rate_ppm)
$$;
create function app.cooling_of(change guarded_change) returns interval
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select make_interval(hours => case when case change.kind
    when 'centre' then exists (select from unit_setting where unit_setting.centre_id = change.row_id)
      and exists (select from centre where centre.id = change.row_id and (account_name, account_no, account_bank)
        is distinct from (change.becomes ->> 'account_name', change.becomes ->> 'account_no', change.becomes ->> 'account_bank'))
    when 'partner' then exists (select from unit where unit.partner_id = change.row_id)
    else false end then account_cooling_hours else 0 end) from platform_setting
$$;
create function app.same_papers(paper evidence) returns table(evidence_id bigint) language sql stable as $$
  select other.id from evidence other where other.sha256 = paper.sha256 and other.centre_id = paper.centre_id and other.batch_id <> paper.batch_id
  union
  select other.id from app.near_papers(paper.centre_id, paper.fingerprint) near(id) join evidence other on other.id = near.id
  where paper.fingerprint is not null and other.batch_id <> paper.batch_id
$$;
create function app.claim_takes_payment(
  claim collection, of_operator bigint, of_unit bigint, of_gross bigint
) returns boolean
  language sql immutable as $$
  select claim.state in ('draft', 'pending', 'returned', 'cancelled', 'confirmed') and (claim.operator_id, claim.unit_id, claim.amount_fen) = (of_operator, of_unit, of_gross)
$$;
create function app.audit_digest(entry audit_log) returns bytea language sql immutable as $$
  select sha256(entry.previous || convert_to(concat_ws(chr(31), entry.chain, entry.seq,
    (extract(epoch from entry.at) * 1000000)::bigint, entry.request_id, entry.user_id, entry.usertype,
    coalesce(entry.centre_id::text, '-'), coalesce(entry.unit_id::text, '-'), coalesce(entry.mode::text, '-'), entry.ip, entry.action,
    coalesce(entry.ref_type, '-'), coalesce(entry.ref_id, '-'), entry.outcome, entry.detail::text, entry.agent), 'UTF8'))
$$;
alter table stored_file add foreign key (centre_id) references centre;
alter table stored_file add foreign key (unit_id) references unit;
alter table stored_file add foreign key (partner_id) references partner;
alter table session add foreign key (user_id) references app_user;
alter table task add foreign key (user_id) references app_user;
alter table task add foreign key (centre_id) references centre;
alter table task add foreign key (unit_id) references unit;
alter table task add foreign key (file_id) references stored_file on delete set null;
alter table file_link add foreign key (file_id) references stored_file on delete cascade;
alter table file_link add foreign key (user_id) references app_user;
alter table file_link add foreign key (session_id) references session on delete cascade;
alter table message add foreign key (user_id) references app_user;
alter table message_choice add foreign key (user_id) references app_user;
alter table reg_ticket add foreign key (application_id) references application on delete cascade;
alter table reg_ticket add foreign key (candidate_id) references candidate on delete cascade;
alter table saved_view add foreign key (user_id) references app_user;
alter table client_error add foreign key (user_id) references app_user;
alter table article add foreign key (group_id) references article;
alter table article add foreign key (cover_id) references stored_file;
alter table article add foreign key (made_by) references app_user;
alter table article add foreign key (edited_by) references app_user;
alter table article_version add foreign key (article_id) references article;
alter table article_version add foreign key (cover_id) references stored_file;
alter table article_version add foreign key (published_by) references app_user;
alter table article_reads add foreign key (article_id) references article on delete cascade;
alter table article_vote add foreign key (article_id) references article;
alter table app_user add foreign key (centre_id) references centre;
alter table app_user add foreign key (unit_id) references unit;
alter table app_user add foreign key (partner_id) references partner;
alter table app_user add foreign key (application_id) references application;
alter table app_user add foreign key (password_reset_by) references app_user;
alter table app_user add foreign key (made_by) references app_user;
alter table second_factor add foreign key (user_id) references app_user;
alter table recovery_code add foreign key (user_id) references second_factor on delete cascade;
alter table login_ticket add foreign key (user_id) references app_user;
alter table login_address add foreign key (user_id) references app_user on delete cascade;
alter table recovery_ask add foreign key (user_id) references app_user;
alter table recovery_ticket add foreign key (user_id) references app_user;
alter table recovery_ticket add foreign key (ask_id) references recovery_ask on delete cascade;
alter table user_role add foreign key (user_id) references app_user;
alter table user_role add foreign key (role_id) references role;
alter table user_centre add foreign key (user_id) references app_user;
alter table user_centre add foreign key (centre_id) references centre;
alter table account_application add foreign key (unit_id) references unit;
alter table account_application add foreign key (user_id) references app_user;
alter table account_application add foreign key (letter_file_id) references stored_file;
alter table account_application add foreign key (requested_by) references app_user;
alter table account_application add foreign key (decided_by) references app_user;
alter table account_application add foreign key (reviewer_id) references app_user;
alter table account_application add foreign key (corrects_id) references account_application;
alter table guarded_change add foreign key (centre_id) references centre;
alter table guarded_change add foreign key (proposed_by) references app_user;
alter table guarded_change add foreign key (decided_by) references app_user;
alter table role add foreign key (updated_by) references app_user;
alter table role_permission add foreign key (role_id) references role;
alter table role_right_given add foreign key (role_id) references role on delete cascade;
alter table permission_name add foreign key (updated_by) references app_user;
alter table permission_order add foreign key (updated_by) references app_user;
alter table centre_city_rate add foreign key (centre_id) references centre;
alter table centre_city_rate add foreign key (made_by) references app_user;
alter table channel add foreign key (centre_id) references centre;
alter table partner add foreign key (signing_centre_id) references centre;
alter table fee_plan_version add foreign key (plan_id) references fee_plan;
alter table fee_plan_version add foreign key (proposed_by) references app_user;
alter table fee_plan_version add foreign key (decided_by) references app_user;
alter table split_rule add foreign key (centre_id) references centre;
alter table split_rule add foreign key (unit_id) references unit;
alter table split_rule add foreign key (previous_id) references split_rule;
alter table split_rule add foreign key (created_by) references app_user;
alter table split_rule add foreign key (decided_by) references app_user;
alter table split_rule add foreign key (stopped_by) references app_user;
alter table unit add foreign key (partner_id) references partner;
alter table unit add foreign key (licence_file_id) references stored_file;
alter table unit_assignment add foreign key (unit_id) references unit;
alter table unit_assignment add foreign key (set_by) references app_user;
alter table unit_setting add foreign key (unit_id) references unit;
alter table unit_setting add foreign key (centre_id) references centre;
alter table unit_setting add foreign key (contract_id) references contract;
alter table unit_setting_version add foreign key (setting_id) references unit_setting;
alter table unit_setting_version add foreign key (unit_id) references unit;
alter table unit_setting_version add foreign key (centre_id) references centre;
alter table unit_setting_version add foreign key (fee_plan_id) references fee_plan;
alter table unit_setting_version add foreign key (created_by) references app_user;
alter table unit_setting_version add foreign key (decided_by) references app_user;
alter table staff_record add foreign key (user_id) references app_user;
alter table customer_handover add foreign key (centre_id) references centre;
alter table customer_handover add foreign key (from_user_id) references app_user;
alter table customer_handover add foreign key (to_user_id) references app_user;
alter table customer_handover add foreign key (created_by) references app_user;
alter table seal_certificate add foreign key (centre_id) references centre;
alter table seal_certificate add foreign key (picture_file_id) references stored_file;
alter table seal_certificate add foreign key (created_by) references app_user;
alter table seal_certificate add foreign key (ended_by) references app_user;
alter table unit_related_person add foreign key (unit_id) references unit;
alter table unit_related_person add foreign key (created_by) references app_user;
alter table unit_related_person add foreign key (ended_by) references app_user;
alter table relation_exception add foreign key (related_id) references unit_related_person;
alter table relation_exception add foreign key (unit_id) references unit;
alter table relation_exception add foreign key (centre_id) references centre;
alter table relation_exception add foreign key (file_id) references stored_file;
alter table relation_exception add foreign key (created_by) references app_user;
alter table relation_exception add foreign key (decided_by) references app_user;
alter table operator add foreign key (centre_id) references centre;
alter table operator add foreign key (tax_residence_by) references app_user;
alter table operator_card add foreign key (operator_id) references operator;
alter table operator_card add foreign key (brought_by) references unit;
alter table unit_operator add foreign key (unit_id) references unit;
alter table unit_operator add foreign key (operator_id) references operator;
alter table unit_operator add foreign key (operator_id, card_id) references operator_card (operator_id, id) on delete set null (card_id);
alter table candidate add foreign key (centre_id) references centre;
alter table candidate add foreign key (unit_id) references unit;
alter table candidate add foreign key (operator_id) references operator;
alter table candidate add foreign key (reviewer_id) references app_user;
alter table candidate_merge add foreign key (candidate_id) references candidate;
alter table candidate_merge add foreign key (centre_id) references centre;
alter table candidate_merge add foreign key (unit_id) references unit;
alter table candidate_merge add foreign key (operator_id) references operator;
alter table candidate_merge add foreign key (merged_by) references app_user;
alter table candidate_merge add foreign key (undone_by) references app_user;
alter table candidate_paper add foreign key (candidate_id) references candidate;
alter table candidate_paper add foreign key (centre_id) references centre;
alter table candidate_paper add foreign key (file_id) references stored_file;
alter table card_reading add foreign key (file_id) references stored_file on delete cascade;
alter table operator_entity add foreign key (operator_id) references operator;
alter table operator_entity add foreign key (centre_id) references centre;
alter table operator_entity add foreign key (licence_file_id) references stored_file;
alter table operator_entity add foreign key (application_id) references application;
alter table operator_entity add foreign key (created_by) references app_user;
alter table entity_step add foreign key (entity_id) references operator_entity;
alter table entity_step add foreign key (operator_id) references operator;
alter table entity_step add foreign key (centre_id) references centre;
alter table entity_step add foreign key (created_by) references app_user;
alter table entity_paper add foreign key (step_id) references entity_step;
alter table entity_paper add foreign key (entity_id) references operator_entity;
alter table entity_paper add foreign key (operator_id) references operator;
alter table entity_paper add foreign key (centre_id) references centre;
alter table entity_paper add foreign key (file_id) references stored_file;
alter table entity_obligation add foreign key (entity_id) references operator_entity;
alter table entity_obligation add foreign key (operator_id) references operator;
alter table entity_obligation add foreign key (centre_id) references centre;
alter table entity_obligation add foreign key (file_id) references stored_file;
alter table entity_obligation add foreign key (settled_by) references app_user;
alter table entity_levy_rate add foreign key (entity_id) references operator_entity;
alter table entity_levy_rate add foreign key (operator_id) references operator;
alter table entity_levy_rate add foreign key (centre_id) references centre;
alter table entity_levy_rate add foreign key (file_id) references stored_file;
alter table entity_levy_rate add foreign key (created_by) references app_user;
alter table identity_dispute add foreign key (operator_id) references operator;
alter table identity_dispute add foreign key (unit_id) references unit;
alter table identity_dispute add foreign key (centre_id) references centre;
alter table identity_dispute add foreign key (created_by) references app_user;
alter table identity_dispute add foreign key (file_id) references stored_file;
alter table identity_dispute add foreign key (resolved_by) references app_user;
alter table hand_verification add foreign key (centre_id) references centre;
alter table hand_verification add foreign key (operator_id) references operator;
alter table hand_verification add foreign key (file_id) references stored_file;
alter table hand_verification add foreign key (asked_by) references app_user;
alter table hand_verification add foreign key (decided_by) references app_user;
alter table hand_verification add foreign key (operator_id, card_id) references operator_card (operator_id, id);
alter table contract_template add foreign key (series_id) references contract_template;
alter table contract_template add foreign key (for_centre_id) references centre;
alter table contract_template add foreign key (file_id) references stored_file;
alter table consent add foreign key (operator_id) references operator;
alter table consent add foreign key (centre_id) references centre;
alter table consent add foreign key (contract_id) references contract;
alter table contract add foreign key (centre_id) references centre;
alter table contract add foreign key (unit_id) references unit;
alter table contract add foreign key (operator_id) references operator;
alter table contract add foreign key (partner_id) references partner;
alter table contract add foreign key (template_id) references contract_template;
alter table contract add foreign key (file_id) references stored_file;
alter table contract add foreign key (previous_id) references contract;
alter table contract add foreign key (entity_id) references operator_entity;
alter table contract add foreign key (seal_centre_id) references centre;
alter table contract_revision add foreign key (contract_id) references contract;
alter table contract_revision add foreign key (file_id) references stored_file;
alter table contract_revision add foreign key (task_id) references sign_task;
alter table sign_task add foreign key (contract_id) references contract;
alter table sign_task add foreign key (centre_id) references centre;
alter table sign_task add foreign key (unit_id) references unit;
alter table sign_task add foreign key (operator_id) references operator;
alter table sign_task add foreign key (partner_id) references partner;
alter table sign_task add foreign key (image_file_id) references stored_file;
alter table sign_ticket add foreign key (task_id) references sign_task;
alter table sign_ticket add foreign key (face_file_id) references stored_file;
alter table invoice_category add foreign key (changed_by) references app_user;
alter table service_order add foreign key (centre_id) references centre;
alter table service_order add foreign key (unit_id) references unit;
alter table service_order add foreign key (contract_id) references contract;
alter table service_order add foreign key (category) references invoice_category (name);
alter table service_order add foreign key (created_by) references app_user;
alter table order_operator add foreign key (order_id) references service_order;
alter table order_operator add foreign key (centre_id) references centre;
alter table order_operator add foreign key (unit_id) references unit;
alter table order_operator add foreign key (operator_id) references operator;
alter table order_operator add foreign key (assigned_by) references app_user;
alter table order_paper add foreign key (order_id) references service_order;
alter table order_paper add foreign key (centre_id) references centre;
alter table order_paper add foreign key (unit_id) references unit;
alter table order_paper add foreign key (operator_id) references operator;
alter table order_paper add foreign key (file_id) references stored_file;
alter table order_paper add foreign key (created_by) references app_user;
alter table order_paper add foreign key (removed_by) references app_user;
alter table account add foreign key (centre_id) references centre;
alter table account add foreign key (unit_id) references unit;
alter table ledger_journal add foreign key (reverses) references ledger_journal;
alter table refund add foreign key (centre_id) references centre;
alter table refund add foreign key (unit_id) references unit;
alter table refund add foreign key (applied_by) references app_user;
alter table refund add foreign key (decided_by) references app_user;
alter table refund add foreign key (slip_file_id) references stored_file;
alter table refund add foreign key (paid_by) references app_user;
alter table balance_adjustment add foreign key (centre_id) references centre;
alter table balance_adjustment add foreign key (unit_id) references unit;
alter table balance_adjustment add foreign key (file_id) references stored_file;
alter table balance_adjustment add foreign key (proposed_by) references app_user;
alter table balance_adjustment add foreign key (decided_by) references app_user;
alter table balance_statement add foreign key (centre_id) references centre;
alter table balance_statement add foreign key (unit_id) references unit;
alter table balance_statement add foreign key (decided_by) references app_user;
alter table balance_statement add foreign key (answered_by) references app_user;
alter table balance_limit add foreign key (unit_id) references unit;
alter table balance_limit add foreign key (centre_id) references centre;
alter table balance_limit add foreign key (set_by) references app_user;
alter table topup add foreign key (centre_id) references centre;
alter table topup add foreign key (unit_id) references unit;
alter table topup add foreign key (slip_file_id) references stored_file;
alter table topup add foreign key (bank_credit_id) references bank_credit;
alter table topup add foreign key (submitted_by) references app_user;
alter table topup add foreign key (decided_by) references app_user;
alter table topup add foreign key (claim_file_id) references stored_file;
alter table bank_credit add foreign key (centre_id) references centre;
alter table bank_credit add foreign key (unit_id) references unit;
alter table bank_credit add foreign key (imported_by) references app_user;
alter table credit_return add foreign key (credit_id) references bank_credit;
alter table credit_return add foreign key (centre_id) references centre;
alter table credit_return add foreign key (slip_file_id) references stored_file;
alter table credit_return add foreign key (proposed_by) references app_user;
alter table credit_return add foreign key (decided_by) references app_user;
alter table tax_policy add foreign key (draft_id) references tax_draft;
alter table tax_standing add foreign key (centre_id) references centre;
alter table tax_standing add foreign key (operator_id) references operator;
alter table tax_reservation add foreign key (batch_id) references payment_batch;
alter table tax_reservation add foreign key (centre_id) references centre;
alter table tax_reservation add foreign key (operator_id) references operator;
alter table tax_period add foreign key (centre_id) references centre;
alter table tax_adjustment add foreign key (centre_id) references centre;
alter table tax_adjustment add foreign key (operator_id) references operator;
alter table tax_earlier add foreign key (centre_id) references centre;
alter table tax_earlier add foreign key (operator_id) references operator;
alter table payment_batch add foreign key (centre_id) references centre;
alter table payment_batch add foreign key (unit_id) references unit;
alter table payment_batch add foreign key (order_id) references service_order;
alter table payment_batch add foreign key (channel_id) references channel;
alter table payment_batch add foreign key (retry_of_batch_id) references payment_batch;
alter table payment_batch add foreign key (file_id) references stored_file;
alter table payment_batch add foreign key (maker_id) references app_user;
alter table payment_batch add foreign key (checker_id) references app_user;
alter table payment_batch add foreign key (auditor_id) references app_user;
alter table payment_batch add foreign key (payer_id) references app_user;
alter table payment_batch add foreign key (submitter_id) references app_user;
alter table payment_batch add foreign key (halted_by) references app_user;
alter table payment_batch add foreign key (copy_of_batch_id) references payment_batch;
alter table batch_deed add foreign key (batch_id) references payment_batch;
alter table batch_deed add foreign key (user_id) references app_user;
alter table batch_deed add foreign key (centre_id) references centre;
alter table batch_deed add foreign key (unit_id) references unit;
alter table warning_acceptance add foreign key (batch_id) references payment_batch;
alter table warning_acceptance add foreign key (centre_id) references centre;
alter table warning_acceptance add foreign key (unit_id) references unit;
alter table warning_acceptance add foreign key (user_id) references app_user;
alter table evidence add foreign key (centre_id) references centre;
alter table evidence add foreign key (unit_id) references unit;
alter table evidence add foreign key (batch_id) references payment_batch;
alter table evidence add foreign key (order_id) references service_order;
alter table evidence add foreign key (file_id) references stored_file;
alter table evidence add foreign key (created_by) references app_user;
alter table payment_line add foreign key (batch_id) references payment_batch;
alter table payout_attempt add foreign key (channel_id) references channel;
alter table payout_exception add foreign key (channel_id) references channel;
alter table payout_exception add foreign key (centre_id) references centre;
alter table payout_exception add foreign key (unit_id) references unit;
alter table payout_exception add foreign key (batch_id) references payment_batch;
alter table payout_exception add foreign key (attempt_id) references payout_attempt;
alter table payout_exception add foreign key (owner_id) references app_user;
alter table payout_exception add foreign key (proposed_by) references app_user;
alter table payout_exception_step add foreign key (exception_id) references payout_exception;
alter table payout_exception_step add foreign key (centre_id) references centre;
alter table payout_exception_step add foreign key (by_id) references app_user;
alter table payout_exception_step add foreign key (file_id) references stored_file;
alter table payout_notice add foreign key (channel_id) references channel;
alter table payout_notice add foreign key (centre_id) references centre;
alter table channel_notice add foreign key (channel_id) references channel;
alter table channel_file add foreign key (channel_id) references channel;
alter table sandbox_payment add foreign key (channel_id) references channel;
alter table payout_slip add foreign key (attempt_id) references payout_attempt;
alter table payout_slip add foreign key (channel_id) references channel;
alter table payout_slip add foreign key (centre_id) references centre;
alter table payout_slip add foreign key (unit_id) references unit;
alter table payout_slip add foreign key (file_id) references stored_file;
alter table payout_slip add foreign key (registered_by) references app_user;
alter table payout_slip add foreign key (confirmed_by) references app_user;
alter table payout_report add foreign key (attempt_id) references payout_attempt;
alter table payout_report add foreign key (batch_id) references payment_batch;
alter table payout_report add foreign key (channel_id) references channel;
alter table payout_report add foreign key (centre_id) references centre;
alter table payout_report add foreign key (unit_id) references unit;
alter table payout_report add foreign key (file_id) references stored_file;
alter table payout_report add foreign key (reported_by) references app_user;
alter table payout_report add foreign key (decided_by) references app_user;
alter table recon_rule add foreign key (centre_id) references centre;
alter table recon_file add foreign key (channel_id) references channel;
alter table recon_file add foreign key (centre_id) references centre;
alter table recon_file add foreign key (file_id) references stored_file;
alter table recon_file add foreign key (added_by) references app_user;
alter table recon_day add foreign key (channel_id) references channel;
alter table recon_day add foreign key (centre_id) references centre;
alter table recon_day add foreign key (closed_by) references app_user;
alter table recon_row add foreign key (file_id) references recon_file;
alter table recon_item add foreign key (day_id) references recon_day;
alter table recon_item add foreign key (channel_id) references channel;
alter table recon_item add foreign key (centre_id) references centre;
alter table recon_item add foreign key (attempt_id) references payout_attempt;
alter table recon_item add foreign key (proposed_by) references app_user;
alter table recon_item add foreign key (exception_id) references payout_exception;
alter table recon_item add foreign key (owner_id) references app_user;
alter table recon_step add foreign key (day_id) references recon_day;
alter table recon_step add foreign key (item_id) references recon_item;
alter table recon_step add foreign key (centre_id) references centre;
alter table recon_step add foreign key (by_id) references app_user;
alter table commission_day add foreign key (centre_id) references centre;
alter table commission_day add foreign key (unit_id) references unit;
alter table commission_day add foreign key (bill_id) references commission_bill;
alter table commission_bill add foreign key (centre_id) references centre;
alter table commission_bill add foreign key (invoice_file_id) references stored_file;
alter table commission_bill add foreign key (slip_file_id) references stored_file;
alter table commission_bill add foreign key (prepared_by) references app_user;
alter table commission_bill add foreign key (paid_by) references app_user;
alter table commission_adjustment add foreign key (bill_id) references commission_bill;
alter table commission_adjustment add foreign key (centre_id) references centre;
alter table commission_adjustment add foreign key (proposed_by) references app_user;
alter table commission_adjustment add foreign key (decided_by) references app_user;
alter table commission_step add foreign key (bill_id) references commission_bill;
alter table commission_step add foreign key (centre_id) references centre;
alter table commission_step add foreign key (by_id) references app_user;
alter table collection add foreign key (centre_id) references centre;
alter table collection add foreign key (unit_id) references unit;
alter table collection add foreign key (order_id) references service_order;
alter table collection add foreign key (operator_id) references operator;
alter table collection add foreign key (entity_id) references operator_entity;
alter table collection add foreign key (created_by) references app_user;
alter table collection add foreign key (confirmed_by) references app_user;
alter table collection_paper add foreign key (collection_id) references collection;
alter table collection_paper add foreign key (centre_id) references centre;
alter table collection_paper add foreign key (unit_id) references unit;
alter table collection_paper add foreign key (operator_id) references operator;
alter table collection_paper add foreign key (file_id) references stored_file;
alter table collection_paper add foreign key (created_by) references app_user;
alter table payment_objection add foreign key (batch_id) references payment_batch;
alter table payment_objection add foreign key (centre_id) references centre;
alter table payment_objection add foreign key (unit_id) references unit;
alter table payment_objection add foreign key (operator_id) references operator;
alter table payment_objection add foreign key (dispute_id) references identity_dispute;
alter table payment_objection add foreign key (created_by) references app_user;
alter table payment_objection add foreign key (answered_by) references app_user;
alter table payment_objection add foreign key (decided_by) references app_user;
alter table payment_objection add foreign key (month, line_id) references payment_line;
alter table voucher add foreign key (batch_id) references payment_batch;
alter table voucher add foreign key (topup_id) references topup;
alter table voucher add foreign key (file_id) references stored_file;
alter table voucher add foreign key (operator_id) references operator;
alter table voucher add foreign key (refund_id) references refund;
alter table voucher add foreign key (tax_payment_id) references tax_payment;
alter table voucher_upload add foreign key (voucher_id) references voucher;
alter table voucher_upload add foreign key (centre_id) references centre;
alter table voucher_upload add foreign key (unit_id) references unit;
alter table voucher_upload add foreign key (file_id) references stored_file;
alter table voucher_upload add foreign key (replaced_file_id) references stored_file;
alter table voucher_upload add foreign key (uploaded_by) references app_user;
alter table batch_letter add foreign key (batch_id) references payment_batch;
alter table batch_letter add foreign key (centre_id) references centre;
alter table batch_letter add foreign key (unit_id) references unit;
alter table batch_letter add foreign key (file_id) references stored_file;
alter table batch_letter add foreign key (made_by) references app_user;
alter table business_filing add foreign key (centre_id) references centre;
alter table business_filing add foreign key (operator_id) references operator;
alter table business_filing add foreign key (entity_id) references operator_entity;
alter table business_filing add foreign key (closed_by) references app_user;
alter table business_filing_figure add foreign key (filing_id) references business_filing;
alter table business_filing_figure add foreign key (centre_id) references centre;
alter table business_filing_figure add foreign key (operator_id) references operator;
alter table business_filing_figure add foreign key (by_id) references app_user;
alter table business_filing_step add foreign key (filing_id) references business_filing;
alter table business_filing_step add foreign key (centre_id) references centre;
alter table business_filing_step add foreign key (operator_id) references operator;
alter table business_filing_step add foreign key (by_id) references app_user;
alter table business_filing_receipt add foreign key (filing_id) references business_filing;
alter table business_filing_receipt add foreign key (centre_id) references centre;
alter table business_filing_receipt add foreign key (operator_id) references operator;
alter table business_filing_receipt add foreign key (file_id) references stored_file;
alter table business_filing_receipt add foreign key (by_id) references app_user;
alter table business_filing_payment add foreign key (filing_id) references business_filing;
alter table business_filing_payment add foreign key (centre_id) references centre;
alter table business_filing_payment add foreign key (operator_id) references operator;
alter table business_filing_payment add foreign key (file_id) references stored_file;
alter table business_filing_payment add foreign key (by_id) references app_user;
alter table business_filing_certificate add foreign key (centre_id) references centre;
alter table business_filing_certificate add foreign key (filing_id) references business_filing;
alter table business_filing_certificate add foreign key (operator_id) references operator;
alter table business_filing_certificate add foreign key (file_id) references stored_file;
alter table business_filing_certificate add foreign key (by_id) references app_user;
alter table tax_credit add foreign key (declaration_id) references tax_declaration;
alter table tax_credit add foreign key (centre_id) references centre;
alter table tax_credit add foreign key (by_id) references app_user;
alter table tax_entry add foreign key (declaration_id) references tax_declaration;
alter table tax_entry add foreign key (centre_id) references centre;
alter table tax_entry add foreign key (file_id) references stored_file;
alter table tax_entry add foreign key (by_id) references app_user;
alter table tax_entry add foreign key (decided_by) references app_user;
alter table tax_entry add foreign key (reverse_by) references app_user;
alter table tax_entry add foreign key (reversed_by) references app_user;
alter table tax_credit_move add foreign key (credit_id) references tax_credit;
alter table tax_credit_move add foreign key (centre_id) references centre;
alter table tax_credit_move add foreign key (declaration_id) references tax_declaration;
alter table tax_credit_move add foreign key (file_id) references stored_file;
alter table tax_credit_move add foreign key (by_id) references app_user;
alter table tax_declaration add foreign key (centre_id) references centre;
alter table tax_declaration add foreign key (closed_by) references app_user;
alter table tax_declaration add foreign key (confirmed_by) references app_user;
alter table tax_line add foreign key (declaration_id) references tax_declaration;
alter table tax_line add foreign key (operator_id) references operator;
alter table tax_step add foreign key (declaration_id) references tax_declaration;
alter table tax_step add foreign key (centre_id) references centre;
alter table tax_step add foreign key (by_id) references app_user;
alter table tax_receipt add foreign key (declaration_id) references tax_declaration;
alter table tax_receipt add foreign key (centre_id) references centre;
alter table tax_receipt add foreign key (file_id) references stored_file;
alter table tax_receipt add foreign key (by_id) references app_user;
alter table tax_receipt add foreign key (vat_file_id) references stored_file;
alter table tax_payment add foreign key (declaration_id) references tax_declaration;
alter table tax_payment add foreign key (centre_id) references centre;
alter table tax_payment add foreign key (file_id) references stored_file;
alter table tax_payment add foreign key (by_id) references app_user;
alter table tax_payment add foreign key (credit_id) references tax_credit;
alter table tax_payment add foreign key (entry_id) references tax_entry;
alter table tax_payment add foreign key (reverses_id) references tax_payment;
alter table tax_certificate add foreign key (declaration_id) references tax_declaration;
alter table tax_certificate add foreign key (centre_id) references centre;
alter table tax_certificate add foreign key (operator_id) references operator;
alter table tax_certificate add foreign key (file_id) references stored_file;
alter table tax_certificate add foreign key (by_id) references app_user;
alter table tax_result add foreign key (declaration_id) references tax_declaration;
alter table tax_result add foreign key (centre_id) references centre;
alter table tax_result add foreign key (file_id) references stored_file;
alter table tax_result add foreign key (by_id) references app_user;
alter table tax_result_item add foreign key (result_id) references tax_result;
alter table tax_result_item add foreign key (centre_id) references centre;
alter table tax_result_item add foreign key (operator_id) references operator;
alter table tax_result_item add foreign key (explained_by) references app_user;
alter table tax_form add foreign key (file_id) references stored_file;
alter table tax_form add foreign key (made_by) references app_user;
alter table tax_form add foreign key (edited_by) references app_user;
alter table tax_form add foreign key (published_by) references app_user;
alter table tax_file add foreign key (centre_id) references centre;
alter table tax_file add foreign key (form_id) references tax_form;
alter table tax_file add foreign key (file_id) references stored_file;
alter table tax_file add foreign key (made_by) references app_user;
alter table tax_draft add foreign key (made_by) references app_user;
alter table tax_draft add foreign key (edited_by) references app_user;
alter table tax_draft add foreign key (published_by) references app_user;
alter table tax_draft add foreign key (leave_by) references app_user;
alter table tax_draft add foreign key (left_by) references app_user;
alter table tax_draft_example add foreign key (draft_id) references tax_draft;
alter table tax_draft_example add foreign key (by_id) references app_user;
alter table tax_point_answer add foreign key (file_id) references stored_file;
alter table tax_point_answer add foreign key (noted_by) references app_user;
alter table calendar_year add foreign key (made_by) references app_user;
alter table calendar_year add foreign key (published_by) references app_user;
alter table acct_mapping add foreign key (centre_id) references centre;
alter table acct_mapping add foreign key (made_by) references app_user;
alter table acct_mapping add foreign key (checked_by) references app_user;
alter table acct_mapping_row add foreign key (mapping_id) references acct_mapping;
alter table acct_mapping_row add foreign key (centre_id) references centre;
alter table acct_issue add foreign key (centre_id) references centre;
alter table acct_issue add foreign key (mapping_id) references acct_mapping;
alter table acct_issue add foreign key (made_by) references app_user;
alter table acct_voucher add foreign key (issue_id) references acct_issue;
alter table acct_voucher add foreign key (centre_id) references centre;
alter table acct_voucher_line add foreign key (voucher_id) references acct_voucher;
alter table acct_voucher_line add foreign key (centre_id) references centre;
alter table acct_voucher_line add foreign key (of_unit) references unit;
alter table platform_report add foreign key (centre_id) references centre;
alter table platform_report add foreign key (made_by) references app_user;
alter table platform_report add foreign key (receipt_file_id) references stored_file;
alter table platform_report add foreign key (reported_by) references app_user;
alter table platform_report_row add foreign key (report_id) references platform_report;
alter table platform_report_row add foreign key (centre_id) references centre;
alter table platform_report_row add foreign key (operator_id) references operator;
alter table platform_report_row add foreign key (entity_id) references operator_entity;
alter table platform_basic add foreign key (centre_id) references centre;
alter table platform_basic add foreign key (noted_by) references app_user;
alter table platform_basic add foreign key (receipt_file_id) references stored_file;
alter table platform_basic add foreign key (reported_by) references app_user;
alter table invoice_title add foreign key (unit_id) references unit;
alter table invoice_title add foreign key (changed_by) references app_user;
alter table invoice_title_version add foreign key (title_id) references invoice_title;
alter table invoice_title_version add foreign key (unit_id) references unit;
alter table invoice_title_version add foreign key (by_id) references app_user;
alter table einvoice_channel add foreign key (centre_id) references centre;
alter table einvoice_channel add foreign key (set_by) references app_user;
alter table einvoice_exchange add foreign key (centre_id) references centre;
alter table einvoice_exchange add foreign key (by_id) references app_user;
alter table invoice_quota add foreign key (centre_id) references centre;
alter table invoice_quota add foreign key (unit_id) references unit;
alter table invoice_application add foreign key (centre_id) references centre;
alter table invoice_application add foreign key (unit_id) references unit;
alter table invoice_application add foreign key (title_id) references invoice_title;
alter table invoice_application add foreign key (applied_by) references app_user;
alter table invoice_application add foreign key (reviewed_by) references app_user;
alter table invoice_application add foreign key (entity_id) references operator_entity;
alter table invoice_application add foreign key (operator_id) references operator;
alter table invoice_step add foreign key (application_id) references invoice_application;
alter table invoice_step add foreign key (centre_id) references centre;
alter table invoice_step add foreign key (unit_id) references unit;
alter table invoice_step add foreign key (by_id) references app_user;
alter table invoice_step add foreign key (operator_id) references operator;
alter table invoice add foreign key (application_id) references invoice_application;
alter table invoice add foreign key (centre_id) references centre;
alter table invoice add foreign key (unit_id) references unit;
alter table invoice add foreign key (issued_by) references app_user;
alter table invoice add foreign key (operator_id) references operator;
alter table invoice_file add foreign key (application_id) references invoice_application;
alter table invoice_file add foreign key (invoice_id) references invoice;
alter table invoice_file add foreign key (red_id) references red_letter;
alter table invoice_file add foreign key (centre_id) references centre;
alter table invoice_file add foreign key (unit_id) references unit;
alter table invoice_file add foreign key (file_id) references stored_file;
alter table invoice_file add foreign key (added_by) references app_user;
alter table invoice_file add foreign key (operator_id) references operator;
alter table invoice_import add foreign key (centre_id) references centre;
alter table invoice_import add foreign key (file_id) references stored_file;
alter table invoice_import add foreign key (archive_id) references stored_file;
alter table invoice_import add foreign key (by_id) references app_user;
alter table invoice_order add foreign key (application_id) references invoice_application;
alter table invoice_order add foreign key (invoice_id) references invoice;
alter table invoice_order add foreign key (red_id) references red_letter;
alter table invoice_order add foreign key (centre_id) references centre;
alter table invoice_order add foreign key (unit_id) references unit;
alter table invoice_order add foreign key (asked_by) references app_user;
alter table red_letter add foreign key (invoice_id) references invoice;
alter table red_letter add foreign key (application_id) references invoice_application;
alter table red_letter add foreign key (centre_id) references centre;
alter table red_letter add foreign key (unit_id) references unit;
alter table red_letter add foreign key (issued_by) references app_user;
alter table red_letter add foreign key (created_by) references app_user;
alter table red_letter add foreign key (operator_id) references operator;
alter table issue_authorisation add foreign key (entity_id) references operator_entity;
alter table issue_authorisation add foreign key (operator_id) references operator;
alter table issue_authorisation add foreign key (centre_id) references centre;
alter table issue_authorisation add foreign key (file_id) references stored_file;
alter table issue_authorisation add foreign key (contract_id) references contract;
alter table issue_authorisation add foreign key (created_by) references app_user;
alter table issue_authorisation add foreign key (ended_by) references app_user;
alter table invite add foreign key (user_id) references app_user;
alter table invite add foreign key (centre_id) references centre;
alter table invite add foreign key (unit_id) references unit;
alter table invite add foreign key (partner_id) references partner;
alter table application add foreign key (centre_id) references centre;
alter table application add foreign key (invite_code) references invite;
alter table application add foreign key (reviewer_id) references app_user;
alter table application add foreign key (decided_by) references app_user;
alter table application add foreign key (user_id) references app_user;
alter table application add foreign key (unit_id) references unit;
alter table application add foreign key (operator_id) references operator;
alter table application add foreign key (partner_id) references partner;
alter table application add foreign key (contract_id) references contract;
alter table application_file add foreign key (application_id) references application;
alter table application_file add foreign key (file_id) references stored_file;
alter table application_event add foreign key (application_id) references application;
alter table application_event add foreign key (user_id) references app_user;
alter table registration_appeal add foreign key (application_id) references application;
alter table registration_appeal add foreign key (operator_id) references operator;
alter table registration_appeal add foreign key (unit_id) references unit;
alter table registration_appeal add foreign key (partner_id) references partner;
alter table registration_appeal add foreign key (other_application_id) references application;
alter table registration_appeal add foreign key (centre_id) references centre;
alter table registration_appeal add foreign key (file_id) references stored_file;
alter table registration_appeal add foreign key (user_id) references app_user;
alter table registration_appeal add foreign key (resolved_by) references app_user;
alter table import_sheet add foreign key (centre_id) references centre;
alter table import_sheet add foreign key (unit_id) references unit;
alter table import_sheet add foreign key (file_id) references stored_file;
alter table import_sheet add foreign key (created_by) references app_user;
alter table import_sheet add foreign key (committed_by) references app_user;
alter table import_sheet add foreign key (undone_by) references app_user;
alter table import_sheet add foreign key (prepared_by) references app_user;
alter table import_row add foreign key (sheet_id) references import_sheet;
alter table import_row add foreign key (centre_id) references centre;
alter table import_row add foreign key (unit_id) references unit;
alter table import_file add foreign key (sheet_id) references import_sheet;
alter table import_file add foreign key (centre_id) references centre;
alter table import_file add foreign key (added_by) references app_user;
alter table opening_sheet add foreign key (centre_id) references centre;
alter table opening_sheet add foreign key (file_id) references stored_file;
alter table opening_sheet add foreign key (report_file_id) references stored_file;
alter table opening_sheet add foreign key (prepared_by) references app_user;
alter table opening_sheet add foreign key (confirmed_by) references app_user;
alter table opening_sheet add foreign key (undo_asked_by) references app_user;
alter table opening_sheet add foreign key (undone_by) references app_user;
alter table opening_row add foreign key (opening_id) references opening_sheet;
alter table opening_row add foreign key (centre_id) references centre;
alter table opening_row add foreign key (unit_id) references unit;
alter table report_day add foreign key (month) references report_month on delete cascade;
alter table report_day add foreign key (centre_id) references centre;
alter table report_day add foreign key (unit_id) references unit;
alter table report_day add foreign key (partner_id) references partner;
alter table report_people add foreign key (month) references report_month on delete cascade;
alter table report_people add foreign key (centre_id) references centre;
alter table report_people add foreign key (unit_id) references unit;
alter table report_fee_day add foreign key (month) references report_month on delete cascade;
alter table report_fee_day add foreign key (centre_id) references centre;
alter table report_fee_day add foreign key (unit_id) references unit;
alter table report_fee_day add foreign key (partner_id) references partner;
alter table report_fee_file add foreign key (recon_file_id) references recon_file;
alter table mobile_ask add foreign key (user_id) references app_user;
alter table account_closing add foreign key (operator_id) references operator;
alter table account_closing add foreign key (user_id) references app_user;
alter table account_closing add foreign key (centre_id) references centre;
alter table account_closing add foreign key (decided_by) references app_user;
alter table audit_verification add foreign key (task_id) references task;
alter table audit_verification add foreign key (asked_by) references app_user;
alter table gateway add foreign key (set_by) references app_user;
alter table gateway_template add foreign key (set_by) references app_user;
alter table integrity_run add foreign key (asked_by) references app_user;
alter table integrity_finding add foreign key (run_id) references integrity_run on delete cascade;
alter table payout_stop add foreign key (run_id) references integrity_run;
alter table payout_stop add foreign key (asked_by) references app_user;
alter table payout_stop add foreign key (released_by) references app_user;
create index stored_file_creator on stored_file (created_by, created_at desc);
create index stored_file_deleting on stored_file (deleting_at) where deleting_at is not null;
create index stored_file_expiring on stored_file (expires_at) where expires_at is not null and deleting_at is null;
create index stored_file_pictures on stored_file (created_at) where purpose in ('application', 'face')
  and expires_at is null;
create index stored_file_sha on stored_file (sha256);
create index session_age on session (least(revoked_at, expires_at));
create index session_of_user on session (user_id) where revoked_at is null;
create index idempotency_age on idempotency (created_at);
create index throttle_age on throttle (greatest(since, blocked_until));
create index task_age on task (finished_at);
create index task_file on task (file_id) where file_id is not null;
create index task_user on task (user_id, id desc);
create index file_link_age on file_link (expires_at);
create index file_link_file on file_link (file_id);
create index file_link_of_session on file_link (session_id);
create index message_age on message (created_at);
create index message_unread on message (user_id, id desc) where read_at is null;
create index message_user on message (user_id, id desc);
create index outbox_about on outbox (about);
create index outbox_age on outbox (sent_at);
create index reg_ticket_age on reg_ticket (expires_at);
create index reg_ticket_application on reg_ticket (application_id) where ended_at is null;
create index reg_ticket_candidate on reg_ticket (candidate_id) where ended_at is null;
create unique index saved_view_default on saved_view (user_id, list) where is_default;
create index client_error_list on client_error (created_at desc, id desc);
create index client_error_user on client_error (user_id, created_at);
create index article_cover on article (cover_id);
create index article_due on article (publish_at) where state = 'scheduled';
create index article_listed on article (section, state, published_at desc);
create unique index article_translation on article (coalesce(group_id, id), language);
create index article_version_cover on article_version (cover_id);
create index article_vote_network on article_vote (network);
create index app_user_application on app_user (application_id) where application_id is not null;
create index app_user_email on app_user (lower(email)) where email is not null;
create index app_user_locked on app_user (id desc) where status = 9 or locked_until is not null;
create index app_user_made_by on app_user (made_by) where made_by is not null;
create index app_user_mobile on app_user (mobile) where mobile is not null;
create index app_user_name_parts on app_user using gin (app.name_parts(name || ' ' || username));
create index app_user_operator on app_user (operator_id) where operator_id is not null;
create index app_user_password_reset_by on app_user (password_reset_by) where password_reset_by is not null;
create index app_user_post on app_user (poststatus, id desc) where poststatus <> 0;
create index app_user_status on app_user (status, id desc);
create index app_user_unit on app_user (unit_id) where unit_id is not null;
create index app_user_unit_list on app_user (unit_id, id desc) where unit_id is not null;
create unique index app_user_username_any_case on app_user (lower(username));
create index app_user_usertype on app_user (usertype, id desc);
create index login_ticket_age on login_ticket (expires_at);
create index login_ticket_user on login_ticket (user_id);
create index recovery_ask_age on recovery_ask (created_at);
create index recovery_ask_user on recovery_ask (user_id) where ended_at is null;
create index recovery_ticket_ask on recovery_ticket (ask_id);
create index recovery_ticket_user on recovery_ticket (user_id) where used_at is null;
create index user_role_role on user_role (role_id, user_id desc);
create index user_centre_centre on user_centre (centre_id);
create index account_application_corrects on account_application (corrects_id) where corrects_id is not null;
create index account_application_first on account_application ((state <> 'pending'),
  (case when state = 'pending' then id else - id end));
create index account_application_letter on account_application (letter_file_id);
create unique index account_application_one_open on account_application (user_id) where state = 'pending';
create index account_application_requested on account_application (requested_at desc, id desc);
create index account_application_reviewer on account_application (reviewer_id, id desc) where reviewer_id is not null;
create index account_application_state on account_application (state, id desc);
create index account_application_unit on account_application (unit_id, id desc);
create index account_application_user on account_application (user_id, id desc);
create index account_application_waiting on account_application (requested_at) where state = 'pending';
create index guarded_change_centre on guarded_change (centre_id);
create index guarded_change_due on guarded_change (effective_at) where state = 'approved';
create unique index guarded_change_open on guarded_change (kind, row_id) where state in ('waiting', 'approved');
create index centre_city_rate_centre on centre_city_rate (centre_id, valid_from desc, id desc);
create index centre_city_rate_maker on centre_city_rate (made_by);
create unique index partner_credit_code on partner (credit_code) where credit_code is not null;
create unique index partner_id_number on partner (id_number_index) where id_number_index is not null;
create index partner_name_parts on partner using gin (app.name_parts(name));
create index partner_signing_centre on partner (signing_centre_id) where signing_centre_id is not null;
create unique index fee_plan_name on fee_plan (mode, name);
create unique index fee_plan_version_day on fee_plan_version (plan_id, effective_from) where state in ('pending',
  'approved');
create unique index fee_plan_version_pending on fee_plan_version (plan_id) where state = 'pending';
create index split_rule_previous on split_rule (previous_id) where previous_id is not null;
create index split_rule_unit on split_rule (centre_id, unit_id);
create index split_rule_unit_only on split_rule (unit_id) where unit_id is not null;
create index unit_comparable_name on unit (comparable_name);
create index unit_created on unit (created_at desc, id desc);
create index unit_licence on unit (licence_file_id) where licence_file_id is not null;
create index unit_marketer on unit (marketer_id, id desc) where marketer_id is not null;
create index unit_name_parts on unit using gin (app.name_parts(name));
create index unit_partner on unit (partner_id) where partner_id is not null;
create index unit_salesman on unit (salesman_id, id desc) where salesman_id is not null;
create index unit_status on unit (status, id desc);
create index unit_assignment_ahead on unit_assignment (since) where state = 'ahead';
create index unit_assignment_of on unit_assignment (unit_id, role, since desc, id desc);
create index unit_setting_centre on unit_setting (centre_id, mode);
create index unit_setting_version_in_force on unit_setting_version (setting_id, in_force_at desc, id desc)
  where in_force_at is not null;
create unique index unit_setting_version_one_open on unit_setting_version (setting_id) where state = 'pending';
create index unit_setting_version_plan on unit_setting_version (fee_plan_id);
create index unit_setting_version_unit on unit_setting_version (unit_id);
create index customer_handover_due on customer_handover (effective_on) where state = 'scheduled';
create index customer_handover_from on customer_handover (from_user_id, id desc);
create index customer_handover_to on customer_handover (to_user_id);
create unique index seal_certificate_current on seal_certificate (coalesce(centre_id, 0)) where state = 'current';
create index seal_certificate_ends on seal_certificate (valid_to) where state = 'current';
create index seal_certificate_list on seal_certificate (centre_id, id desc);
create index relation_exception_first on relation_exception (centre_id, (state = 'pending') desc, id desc);
create index relation_exception_holds on relation_exception (related_id, centre_id, valid_to) where state = 'approved';
create index relation_exception_list on relation_exception (centre_id, state, id desc);
create unique index relation_exception_one_open on relation_exception (related_id, centre_id) where state = 'pending';
create index relation_exception_unit on relation_exception (unit_id, id desc);
create index operator_agreement_ends on operator (agreement_until) where agreement_until < 'infinity'::date;
create index operator_authorised on operator (centre_id, kind, id desc) where filing_until is not null;
create index operator_centre on operator (centre_id, id desc);
create index operator_comparable_name on operator (comparable_name);
create index operator_created on operator (centre_id, kind, created_at desc, id desc);
create index operator_filing_ends on operator (filing_until) where filing_until < 'infinity'::date;
create unique index operator_id_number on operator (id_number_index);
create index operator_kind on operator (kind, id desc);
create index operator_list on operator (centre_id, kind, id desc);
create index operator_mobile on operator (mobile_index);
create index operator_name on operator (name);
create index operator_name_parts on operator using gin (app.name_parts(name));
create index operator_name_start on operator (name text_pattern_ops);
create index operator_paper_ends on operator (valid_to) where valid_to < 'infinity'::date;
create index operator_residence_by on operator (tax_residence_by) where tax_residence_by is not null;
create index operator_signed on operator (centre_id, kind, id desc) where agreement_until is not null;
create index operator_status on operator (centre_id, kind, status, id desc);
create index operator_unauthorised on operator (centre_id, kind, id desc) where filing_until is null;
create index operator_unsigned on operator (centre_id, kind, id desc) where agreement_until is null;
create index operator_verified on operator (centre_id, kind, is_identity_verified, id desc);
create index operator_yztype on operator (centre_id, kind, yztype, id desc);
create index operator_card_brought on operator_card (brought_by) where brought_by is not null;
create unique index operator_card_default on operator_card (operator_id) where is_default;
create index operator_card_no on operator_card (card_no_index);
create index unit_operator_card on unit_operator (card_id) where card_id is not null;
create index unit_operator_operator on unit_operator (operator_id);
create index candidate_batch on candidate (batch_id) where batch_id is not null;
create index candidate_first on candidate (centre_id, (state in ('open', 'waiting')) desc, id desc);
create index candidate_list on candidate (centre_id, state, id desc);
create index candidate_name_parts on candidate using gin (app.name_parts(name));
create unique index candidate_once on candidate (unit_id, id_number_index) where state in ('open', 'waiting');
create index candidate_operator on candidate (operator_id) where operator_id is not null;
create index candidate_problems on candidate using gin (problems);
create index candidate_reviewer on candidate (reviewer_id, id desc) where reviewer_id is not null;
create index candidate_state on candidate (state, id desc);
create index candidate_submitted on candidate (centre_id, submitted_at desc, id desc);
create index candidate_unit on candidate (unit_id, state, id desc);
create index candidate_unit_first on candidate (unit_id, (state in ('open', 'waiting')) desc, id desc);
create index candidate_waiting on candidate (submitted_at) where state in ('open', 'waiting');
create index candidate_merge_centre on candidate_merge (centre_id);
create index candidate_merge_of on candidate_merge (candidate_id, id desc);
create index candidate_merge_operator on candidate_merge (operator_id);
create index candidate_paper_centre on candidate_paper (centre_id);
create index candidate_paper_file on candidate_paper (file_id);
create index card_reading_holder on card_reading (holder, created_at);
create index operator_entity_calendar on operator_entity (calendar_until) where state in ('operating', 'abnormal');
create index operator_entity_comparable_name on operator_entity (comparable_name);
create index operator_entity_edition on operator_entity (calendar_edition) where state in ('operating', 'abnormal');
create index operator_entity_levy on operator_entity (centre_id, levy, id desc);
create index operator_entity_list on operator_entity (centre_id, id desc);
create index operator_entity_list_state on operator_entity (centre_id, state, id desc);
create unique index operator_entity_living on operator_entity (operator_id) where state <> 'cancelled';
create index operator_entity_name on operator_entity (name text_pattern_ops);
create index operator_entity_of_state on operator_entity (centre_id, state, operator_id desc);
create index operator_entity_operator on operator_entity (operator_id);
create index operator_entity_state on operator_entity (state, id desc);
create index operator_entity_tax_kind on operator_entity (centre_id, tax_kind, id desc);
create index entity_step_entity on entity_step (entity_id, id desc);
create index entity_paper_entity on entity_paper (entity_id);
create index entity_paper_step on entity_paper (step_id);
create index entity_obligation_calendar on entity_obligation (centre_id, due_on, id);
create index entity_obligation_due on entity_obligation (due_on, id);
create index entity_obligation_kind on entity_obligation (centre_id, kind, due_on, id);
create index entity_obligation_operator on entity_obligation (operator_id, due_on, id);
create index entity_obligation_reminder on entity_obligation (remind_on) where remind_on is not null;
create index entity_obligation_state on entity_obligation (centre_id, state, due_on, id);
create index entity_obligation_waiting on entity_obligation (state, due_on) where state in ('open', 'overdue');
create index entity_levy_rate_centre on entity_levy_rate (centre_id);
create index entity_levy_rate_entity on entity_levy_rate (entity_id, valid_from desc, id desc);
create index entity_levy_rate_file on entity_levy_rate (file_id) where file_id is not null;
create index entity_levy_rate_operator on entity_levy_rate (operator_id);
create index identity_dispute_blocks on identity_dispute (unit_id, operator_id) where state in ('open', 'ended');
create index identity_dispute_first on identity_dispute (centre_id, (state = 'open') desc, id desc);
create index identity_dispute_list on identity_dispute (centre_id, state, id desc);
create unique index identity_dispute_one_open on identity_dispute (operator_id, unit_id) where state = 'open';
create index identity_dispute_operator on identity_dispute (operator_id, id desc);
create index hand_verification_all on hand_verification (centre_id, id desc);
create index hand_verification_file on hand_verification (file_id);
create index hand_verification_list on hand_verification (centre_id, state, id desc);
create unique index hand_verification_once on hand_verification (operator_id, coalesce(card_id, 0))
  where state = 'waiting';
create index hand_verification_operator on hand_verification (operator_id, id desc);
create unique index contract_template_default on contract_template (kind, coalesce(mode::integer, 0),
  coalesce(for_centre_id, 0)) where is_default;
create index contract_template_list on contract_template (kind, state, id desc);
create index consent_contract on consent (contract_id) where contract_id is not null;
create index consent_list on consent (centre_id, id desc);
create index consent_operator on consent (operator_id, centre_id, kind);
create index contract_begins on contract (centre_id, mode, valid_from) where sign_state in ('done', 'terminating');
create index contract_business on contract (entity_id, unit_id, centre_id) where kind = 'business_contract';
create index contract_created on contract (centre_id, mode, created_at desc, id desc);
create index contract_due on contract (sign_deadline) where sign_state = 'signing';
create index contract_ending on contract (centre_id, mode, valid_to, id) where sign_state = 'done';
create index contract_ends on contract (valid_to) where sign_state = 'done';
create index contract_kind on contract (centre_id, mode, kind, id desc);
create index contract_list on contract (centre_id, mode, id desc);
create index contract_operator on contract (operator_id, id desc) where operator_id is not null;
create unique index contract_origin on contract (centre_id, kind, origin_no) where source = 'moved'
  and sign_state <> 'revoked';
create index contract_paper on contract (centre_id, mode, id desc) where source = 'paper';
create index contract_partner on contract (partner_id) where partner_id is not null;
create index contract_previous on contract (previous_id) where previous_id is not null;
create index contract_sheet on contract (sheet_id) where sheet_id is not null;
create index contract_state on contract (centre_id, mode, sign_state, id desc);
create index contract_template_use on contract (template_id) where template_id is not null;
create index contract_unit on contract (unit_id, centre_id, mode);
create index contract_unit_created on contract (unit_id, created_at desc, id desc) where unit_id is not null;
create index contract_unit_ending on contract (unit_id, valid_to, id) where sign_state = 'done' and unit_id is not null;
create index contract_unit_kind on contract (unit_id, kind, id desc) where unit_id is not null;
create index contract_unit_list on contract (unit_id, id desc) where unit_id is not null;
create index contract_unit_state on contract (unit_id, sign_state, id desc) where unit_id is not null;
create index contract_waiting_for_seal on contract (seal_centre_id, id) where seal_fault is not null;
create index sign_task_open on sign_task (signer_type, signer_id) where state = 'open';
create index sign_ticket_age on sign_ticket (expires_at);
create index sign_ticket_face on sign_ticket (face_file_id) where face_file_id is not null;
create index sign_ticket_task on sign_ticket (task_id);
create index service_order_centre on service_order (centre_id, mode, id desc);
create index service_order_contract on service_order (contract_id);
create index service_order_state on service_order (centre_id, mode, state, id desc);
create index service_order_unit on service_order (unit_id, centre_id, mode, id desc);
create index service_order_unit_state on service_order (unit_id, state, id desc);
create index service_order_words on service_order using gin (app.name_parts(no || ' ' || title));
create index order_operator_own on order_operator (operator_id, order_id desc);
create index order_paper_bands on order_paper using gin (app.print_bands(fingerprint)) where fingerprint is not null;
create index order_paper_order on order_paper (order_id, id desc);
create index order_paper_sha on order_paper (sha256);
create index account_unit on account (unit_id) where unit_id is not null;
create index ledger_journal_at on ledger_journal (centre_id, mode, at desc, id desc);
create index ledger_journal_centre on ledger_journal (centre_id, mode, id desc);
create index ledger_journal_other on ledger_journal (centre_id, mode, kind, id desc) where kind <> 'payment';
create index ledger_journal_ref on ledger_journal (ref_type, ref_id);
create index ledger_journal_unit on ledger_journal (unit_id, id desc) where unit_id is not null;
create index ledger_journal_unit_at on ledger_journal (unit_id, at desc, id desc);
create index ledger_journal_unit_other on ledger_journal (unit_id, kind, id desc) where kind <> 'payment';
create index ledger_entry_account on ledger_entry (account_id, journal_id desc, line desc);
create index refund_open on refund (centre_id, mode, state) where state in ('applied', 'approved');
create index refund_origin on refund (unit_id, centre_id, mode, payee_account) where state in ('applied', 'approved',
  'paid');
create index refund_place on refund (centre_id, mode, id desc);
create unique index refund_serial on refund (centre_id, bank_serial) where bank_serial is not null;
create index refund_slip_file on refund (slip_file_id) where slip_file_id is not null;
create index refund_unit on refund (unit_id, id desc);
create index balance_adjustment_file on balance_adjustment (file_id);
create index balance_adjustment_open on balance_adjustment (centre_id, mode) where state = 'proposed';
create index balance_adjustment_place on balance_adjustment (centre_id, mode, id desc);
create index balance_adjustment_unit on balance_adjustment (unit_id, id desc);
create index balance_statement_disputed on balance_statement (centre_id, mode) where state = 'disputed';
create index balance_statement_place on balance_statement (centre_id, mode, month desc, id desc);
create index balance_statement_unit on balance_statement (unit_id, month desc, id desc);
create index topup_centre on topup (centre_id, mode, state, id desc);
create index topup_claim_file on topup (claim_file_id) where claim_file_id is not null;
create index topup_list on topup (centre_id, mode, id desc);
create unique index topup_serial on topup (bank_serial, centre_id) where state <> 'rejected' and state <> 'withdrawn';
create index topup_submitted on topup (centre_id, mode, submitted_at desc, id desc);
create index topup_unit on topup (unit_id, centre_id, mode, id desc);
create index topup_unit_list on topup (unit_id, id desc);
create index topup_unit_state on topup (unit_id, state, id desc);
create index topup_unit_submitted on topup (unit_id, submitted_at desc, id desc);
create index topup_waiting on topup (centre_id, amount_fen) where state = 'submitted';
create index bank_credit_list on bank_credit (centre_id, mode, credited_at desc, id desc);
create index bank_credit_open on bank_credit (centre_id, mode, state, credited_at desc, id desc);
create index bank_credit_unclaimed on bank_credit (centre_id, amount_fen) where state = 'unclaimed';
create index credit_return_credit on credit_return (credit_id, id);
create unique index credit_return_once on credit_return (credit_id) where state <> 'declined';
create unique index credit_return_serial on credit_return (centre_id, bank_serial) where state <> 'declined';
create index credit_return_slip on credit_return (slip_file_id);
create unique index tax_policy_draft on tax_policy (draft_id);
create index tax_standing_large on tax_standing (gross_fen desc, month) include (operator_id)
  where gross_fen >= 1000000;
create index tax_standing_month on tax_standing (centre_id, mode, month, operator_id);
create index tax_standing_person on tax_standing (operator_id, month) include (gross_fen);
create index tax_standing_review on tax_standing (operator_id, centre_id) where needs_review;
create index tax_reservation_batch on tax_reservation (batch_id);
create index tax_reservation_month on tax_reservation (centre_id, mode, month);
create index tax_reservation_open on tax_reservation (operator_id, centre_id) where is_open;
create index tax_reservation_person on tax_reservation (operator_id, month);
create index tax_adjustment_period on tax_adjustment (centre_id, mode, period);
create index tax_adjustment_person on tax_adjustment (operator_id, centre_id, mode, month);
create index tax_adjustment_undeclared on tax_adjustment (centre_id, period) where kind = 'uncounted' and mode = 2
  and edition is null;
create index tax_earlier_person on tax_earlier (operator_id, month);
create index tax_earlier_sheet on tax_earlier (sheet_id);
create index payment_batch_centre on payment_batch (centre_id, mode, id desc);
create index payment_batch_copies on payment_batch (copy_of_batch_id) where copy_of_batch_id is not null;
create index payment_batch_cost on payment_batch (centre_id, mode, cost_fen desc, id desc);
create index payment_batch_created on payment_batch (centre_id, mode, created_at desc, id desc);
create index payment_batch_failed on payment_batch (centre_id, mode, id desc) where failed_count > 0;
create index payment_batch_file on payment_batch (unit_id, file_sha256) where file_sha256 is not null;
create index payment_batch_halted on payment_batch (centre_id, mode, id desc) where halted_at is not null;
create index payment_batch_invoiced on payment_batch (unit_id, centre_id, mode) include (success_cost_fen)
  where success_cost_fen > 0;
create index payment_batch_open on payment_batch (unit_id, centre_id) where state not in ('paid', 'partial', 'failed',
  'closed', 'cancelled');
create index payment_batch_order on payment_batch (order_id, id desc);
create index payment_batch_paid_at on payment_batch (paid_at) where paid_at is not null;
create index payment_batch_retries on payment_batch (retry_of_batch_id) where retry_of_batch_id is not null;
create index payment_batch_retry on payment_batch (retry_of_batch_id) where retry_of_batch_id is not null;
create index payment_batch_returned on payment_batch (centre_id, mode, id desc) where returned_count > 0;
create index payment_batch_short on payment_batch (centre_id, mode, id desc) where is_insufficient;
create index payment_batch_state on payment_batch (centre_id, state, id desc);
create index payment_batch_submitted on payment_batch (centre_id, mode, submitted_at) where submitted_at is not null;
create index payment_batch_unit on payment_batch (unit_id, id desc);
create index payment_batch_unit_cost on payment_batch (unit_id, cost_fen desc, id desc);
create index payment_batch_unit_created on payment_batch (unit_id, created_at desc, id desc);
create index payment_batch_unit_failed on payment_batch (unit_id, id desc) where failed_count > 0;
create index payment_batch_unit_returned on payment_batch (unit_id, id desc) where returned_count > 0;
create index payment_batch_unit_short on payment_batch (unit_id, id desc) where is_insufficient;
create index payment_batch_unit_state on payment_batch (unit_id, state, id desc);
create index payment_batch_unit_submitted on payment_batch (unit_id, submitted_at) where submitted_at is not null;
create index payment_batch_words on payment_batch using gin (app.name_parts(no || ' ' || remark));
create index batch_deed_user on batch_deed (user_id);
create index warning_acceptance_line on warning_acceptance (batch_id, line_id);
create index evidence_batch on evidence (batch_id);
create index evidence_print_bands on evidence using gin (app.print_bands(fingerprint)) where fingerprint is not null;
create index evidence_sha on evidence (sha256);
create index payment_line_arrived on payment_line (centre_id, mode, finished_at, id) where booked_at is not null;
create index payment_line_booked on payment_line (centre_id, mode, booked_at, id) include (unit_id, operator_id)
  where booked_at is not null;
create index payment_line_booked_unit on payment_line (unit_id, booked_at, id) where booked_at is not null;
create index payment_line_centre on payment_line (centre_id, mode, id desc);
create index payment_line_collection on payment_line (collection_id) where collection_id is not null;
create index payment_line_debt on payment_line (first_line_id) where first_line_id is not null;
create index payment_line_due on payment_line (next_query_at) where state in ('queued', 'sent', 'processing',
  'unknown');
create index payment_line_entity on payment_line (entity_id, booked_at) where entity_id is not null
  and booked_at is not null;
create index payment_line_entity_back on payment_line (entity_id, returned_at) where entity_id is not null
  and returned_at is not null;
create index payment_line_operator on payment_line (operator_id, finished_at);
create index payment_line_paid on payment_line (finished_at) where state = 'success';
create index payment_line_refused on payment_line (unit_id, operator_id) where state in ('failed', 'returned')
  and fail_code in ('name_mismatch', 'card_invalid', 'returned');
create index payment_line_returned on payment_line (centre_id, mode, returned_at, id) where returned_at is not null;
create unique index payment_line_seq on payment_line (month, batch_id, seq);
create index payment_line_state on payment_line (centre_id, state, id desc) where state in ('held', 'unknown',
  'returned', 'failed');
create index payment_line_unit on payment_line (unit_id, id desc);
create index payout_attempt_day on payout_attempt (channel_id, sent_at) include (amount_fen, state)
  where sent_at is not null;
create index payout_attempt_finished on payout_attempt (channel_id, finished_at) where finished_at is not null;
create index payout_attempt_line on payout_attempt (line_id);
create unique index payout_attempt_live on payout_attempt (line_id) where state in ('created', 'sent', 'processing',
  'unknown', 'success');
create index payout_attempt_open on payout_attempt (channel_id, state) where state in ('created', 'sent', 'processing',
  'unknown', 'held');
create index payout_event_failed on payout_event (centre_id, at) include (line_id) where to_state = 'failed';
create index payout_event_line on payout_event (line_id, id);
create index payout_event_returned on payout_event (at) include (line_id) where to_state = 'returned';
create unique index commission_item_once on commission_item (line_id, party_type, party_id, state);
create index commission_item_partner on commission_item (party_id, at) include (unit_id, amount_fen)
  where party_type = 'partner';
create index payout_exception_batch on payout_exception (batch_id) where batch_id is not null;
create index payout_exception_centre on payout_exception (centre_id, id desc);
create index payout_exception_line on payout_exception (line_id) where state <> 'resolved';
create index payout_exception_number on payout_exception (channel_id, request_no);
create index payout_exception_stops_channel on payout_exception (channel_id) where state <> 'resolved'
  and stops = 'channel';
create index payout_exception_stops_unit on payout_exception (unit_id, centre_id) where state <> 'resolved'
  and stops = 'unit';
create index payout_exception_unsettled on payout_exception (centre_id, state) include (suspense_fen, mode)
  where state <> 'resolved';
create unique index payout_exception_step_heard on payout_exception_step (exception_id, md5(reason))
  where kind = 'heard';
create index payout_exception_step_of on payout_exception_step (exception_id, id);
create index payout_notice_number on payout_notice (channel_id, request_no);
create index channel_notice_waiting on channel_notice (channel_id, id) where applied_at is null;
create index channel_file_waiting on channel_file (channel_id, day) where outcome = 'refused';
create index sandbox_payment_age on sandbox_payment (received_at);
create index sandbox_payment_unannounced on sandbox_payment (outcome, received_at) where not notified;
create index payout_slip_line on payout_slip (line_id);
create unique index payout_slip_once on payout_slip (attempt_id, (result = 'returned'));
create unique index payout_slip_serial on payout_slip (channel_id, upper(serial));
create index payout_report_attempt on payout_report (attempt_id);
create index payout_report_batch on payout_report (batch_id);
create index payout_report_file on payout_report (file_id) where file_id is not null;
create index payout_report_line on payout_report (line_id);
create unique index payout_report_open on payout_report (attempt_id) where state = 'waiting';
create unique index payout_report_serial on payout_report (channel_id, upper(serial)) where state = 'waiting';
create index payout_report_waiting on payout_report (centre_id, mode, id) where state = 'waiting';
create index recon_file_days on recon_file (channel_id, source, last_day desc);
create index recon_file_file on recon_file (file_id);
create index recon_file_place on recon_file (centre_id, id desc);
create index recon_day_open on recon_day (channel_id, day) where state <> 'closed';
create index recon_day_place on recon_day (centre_id, day desc, id desc);
create index recon_row_charged on recon_row (line_id, direction) include (fee_fen) where fee_fen is not null
  and line_id is not null;
create index recon_row_day on recon_row (channel_id, day, source) include (direction, amount_fen);
create index recon_row_file on recon_row (file_id);
create index recon_row_number on recon_row (channel_id, request_no) where request_no <> '';
create index recon_item_exceptions on recon_item (exception_id) where exception_id is not null;
create index recon_item_key on recon_item (channel_id, key);
create index recon_item_open on recon_item (centre_id, state, due_on) where state <> 'settled';
create index recon_item_place on recon_item (centre_id, id desc);
create index recon_item_stops on recon_item (channel_id) where stops and state in ('open', 'waiting', 'proposed');
create index recon_step_day on recon_step (day_id, id) where item_id is null;
create index recon_step_item on recon_step (item_id, id) where item_id is not null;
create index commission_day_bill on commission_day (bill_id, day desc, id desc) where bill_id is not null;
create index commission_day_due on commission_day (centre_id, mode, day) where bill_id is null;
create unique index commission_day_open on commission_day (party_type, party_id, batch_id, day) where bill_id is null;
create index commission_day_party on commission_day (party_type, party_id, day desc, id desc);
create index commission_day_place on commission_day (centre_id, mode, day desc, id desc);
create index commission_bill_invoice_file on commission_bill (invoice_file_id) where invoice_file_id is not null;
create index commission_bill_party on commission_bill (party_type, party_id, id desc);
create index commission_bill_place on commission_bill (centre_id, mode, id desc);
create unique index commission_bill_serial on commission_bill (centre_id, bank_serial) where bank_serial is not null;
create index commission_bill_slip_file on commission_bill (slip_file_id) where slip_file_id is not null;
create index commission_adjustment_bill on commission_adjustment (bill_id, id);
create unique index commission_adjustment_open on commission_adjustment (bill_id) where state = 'proposed';
create index commission_step_bill on commission_step (bill_id, id);
create unique index collection_line_once on collection (line_id) where line_id is not null;
create index collection_operator on collection (operator_id, id desc);
create index collection_order on collection (order_id, operator_id);
create index collection_place on collection (centre_id, mode, id desc);
create index collection_unit on collection (unit_id, id desc);
create index collection_paper_file on collection_paper (file_id);
create index collection_paper_of on collection_paper (collection_id, id);
create index payment_objection_due on payment_objection (due_on) where state = 'open' and escalated_at is null;
create index payment_objection_line on payment_objection (line_id, id desc);
create unique index payment_objection_one_open on payment_objection (line_id) where state in ('open', 'answered');
create index payment_objection_operator on payment_objection (operator_id, id desc);
create index payment_objection_place on payment_objection (centre_id, mode, id desc);
create index payment_objection_unit on payment_objection (unit_id, id desc);
create index voucher_amount on voucher (amount_fen, id desc);
create index voucher_batch on voucher (batch_id) where batch_id is not null;
create index voucher_centre on voucher (centre_id, mode, id desc);
create unique index voucher_fee on voucher (batch_id) where kind = 'fee';
create unique index voucher_line on voucher (line_id) where line_id is not null;
create index voucher_missing on voucher (centre_id, mode, id desc) where receipt_tries > 0 and receipt_due_at is null
  and not is_from_channel and not is_uploaded;
create index voucher_operator on voucher (operator_id, id desc) where operator_id is not null;
create index voucher_other on voucher (centre_id, mode, kind, id desc) where kind <> 'payment';
create index voucher_receipt_due on voucher (receipt_due_at) where receipt_due_at is not null;
create unique index voucher_refund on voucher (refund_id) where refund_id is not null;
create index voucher_returned on voucher (centre_id, mode, id desc) where is_returned;
create unique index voucher_tax_payment on voucher (tax_payment_id) where tax_payment_id is not null;
create unique index voucher_topup on voucher (topup_id) where topup_id is not null;
create index voucher_traded on voucher (centre_id, mode, traded_at desc, id desc);
create index voucher_unit on voucher (unit_id, mode, id desc);
create index voucher_unit_other on voucher (unit_id, kind, id desc) where kind <> 'payment';
create index voucher_unit_returned on voucher (unit_id, id desc) where is_returned;
create index voucher_unit_traded on voucher (unit_id, traded_at desc, id desc);
create index voucher_upload_of on voucher_upload (voucher_id, id);
create index business_filing_operator on business_filing (operator_id, period desc, id desc);
create index business_filing_place on business_filing (centre_id, kind, period desc, id desc);
create index business_filing_step_filing on business_filing_step (filing_id, id);
create index business_filing_receipt_file on business_filing_receipt (file_id);
create unique index business_filing_receipt_no on business_filing_receipt (centre_id, no, filing_id);
create index business_filing_payment_file on business_filing_payment (file_id);
create index business_filing_payment_filing on business_filing_payment (filing_id, id);
create unique index business_filing_payment_serial on business_filing_payment (filing_id, serial, kind);
create index business_filing_certificate_file on business_filing_certificate (file_id) where file_id is not null;
create unique index business_filing_certificate_once on business_filing_certificate (filing_id)
  where filing_id is not null;
create index business_filing_certificate_operator on business_filing_certificate (operator_id)
  where operator_id is not null;
create index business_filing_certificate_period on business_filing_certificate (centre_id, kind, period, id);
create index tax_credit_place on tax_credit (centre_id, id desc);
create index tax_entry_declaration on tax_entry (declaration_id, id);
create index tax_entry_file on tax_entry (file_id);
create unique index tax_entry_serial on tax_entry (centre_id, serial) where not is_carried and state in ('proposed',
  'confirmed', 'reversing');
create index tax_entry_waiting on tax_entry (declaration_id) where state in ('proposed', 'reversing');
create index tax_credit_move_credit on tax_credit_move (credit_id, id);
create index tax_credit_move_file on tax_credit_move (file_id) where file_id is not null;
create unique index tax_credit_move_serial on tax_credit_move (centre_id, serial) where kind = 'refunded';
create index tax_declaration_due on tax_declaration (month) where state in ('open', 'closing', 'closed', 'confirmed',
  'declared', 'correcting');
create index tax_declaration_place on tax_declaration (centre_id, month desc, id desc);
create index tax_line_person on tax_line (operator_id, declaration_id);
create index tax_step_declaration on tax_step (declaration_id, id);
create index tax_receipt_file on tax_receipt (file_id);
create unique index tax_receipt_no on tax_receipt (centre_id, no);
create index tax_receipt_vat_file on tax_receipt (vat_file_id) where vat_file_id is not null;
create unique index tax_receipt_vat_no on tax_receipt (centre_id, vat_no) where vat_no is not null;
create index tax_payment_credit on tax_payment (credit_id) where credit_id is not null;
create index tax_payment_declaration on tax_payment (declaration_id, id);
create index tax_payment_entry on tax_payment (entry_id) where entry_id is not null;
create index tax_payment_file on tax_payment (file_id);
create unique index tax_payment_reverses on tax_payment (reverses_id) where reverses_id is not null;
create unique index tax_payment_serial on tax_payment (centre_id, serial, kind) where credit_id is not null;
create index tax_certificate_declaration on tax_certificate (declaration_id, id);
create index tax_certificate_file on tax_certificate (file_id) where file_id is not null;
create unique index tax_certificate_once on tax_certificate (declaration_id, operator_id) where operator_id is not null;
create index tax_certificate_person on tax_certificate (operator_id) where operator_id is not null;
create index tax_result_declaration on tax_result (declaration_id, edition, id desc);
create index tax_result_file on tax_result (file_id);
create index tax_result_item_person on tax_result_item (operator_id) where operator_id is not null;
create index tax_result_item_result on tax_result_item (result_id, id);
create unique index tax_form_day on tax_form (kind, first_day) where state = 'published';
create index tax_file_kind on tax_file (kind, id desc);
create index tax_file_list on tax_file (centre_id, id desc);
create unique index tax_draft_day on tax_draft (first_day) where state = 'published';
create index acct_mapping_place on acct_mapping (centre_id, mode, first_month desc, id desc);
create index acct_voucher_issue on acct_voucher (issue_id);
create unique index acct_voucher_no on acct_voucher (centre_id, month, word, no);
create unique index acct_voucher_line_once on acct_voucher_line (voucher_id, account, coalesce(of_unit, 0));
create index platform_report_list on platform_report (centre_id, quarter desc, edition desc);
create unique index platform_report_row_once on platform_report_row (report_id, operator_id, coalesce(entity_id, 0));
create index platform_report_row_person on platform_report_row (centre_id, operator_id, report_id);
create index platform_basic_list on platform_basic (centre_id, due_on desc);
create unique index invoice_title_one_default on invoice_title (unit_id) where is_default;
create index invoice_title_unit on invoice_title (unit_id, id);
create index invoice_title_version_title on invoice_title_version (title_id, id desc);
create index einvoice_exchange_place on einvoice_exchange (centre_id, id desc);
create index einvoice_exchange_request on einvoice_exchange (request_no, id) where request_no <> '';
create index invoice_line_application on invoice_line (application_id, line_id);
create index invoice_line_batch on invoice_line (batch_id);
create index invoice_line_line on invoice_line (line_id);
create unique index invoice_line_once on invoice_line (application_id, line_id) where amount_fen > 0;
create index invoice_use_batch on invoice_use (batch_id);
create index invoice_use_due on invoice_use (centre_id, mode, unit_id) where is_returned and used_fen > 0;
create index invoice_use_place on invoice_use (centre_id, unit_id, mode, line_id);
create index invoice_application_entity on invoice_application (entity_id, id desc) where entity_id is not null;
create index invoice_application_open on invoice_application (centre_id, mode, state) where state in ('pending', 'todo',
  'issuing', 'part', 'failed');
create index invoice_application_operator on invoice_application (operator_id, id desc) where operator_id is not null;
create index invoice_application_place on invoice_application (centre_id, mode, id desc);
create index invoice_application_title on invoice_application (title_id);
create index invoice_application_unit on invoice_application (unit_id, id desc);
create index invoice_step_application on invoice_step (application_id, id);
create index invoice_step_operator on invoice_step (operator_id, id desc) where operator_id is not null;
create unique index invoice_number on invoice (number) where number is not null;
create index invoice_operator on invoice (operator_id, id desc) where operator_id is not null;
create index invoice_place on invoice (centre_id, mode, id desc);
create index invoice_unit on invoice (unit_id, id desc);
create index invoice_file_application on invoice_file (application_id, id);
create index invoice_file_file on invoice_file (file_id);
create unique index invoice_file_now on invoice_file (invoice_id, kind) where invoice_id is not null
  and replaced_at is null;
create index invoice_file_operator on invoice_file (operator_id, id desc) where operator_id is not null;
create unique index invoice_file_red_now on invoice_file (red_id, kind) where red_id is not null
  and replaced_at is null;
create index invoice_import_archive on invoice_import (archive_id) where archive_id is not null;
create index invoice_import_file on invoice_import (file_id);
create index invoice_import_place on invoice_import (centre_id, mode, id desc);
create index invoice_order_application on invoice_order (application_id, id);
create index invoice_order_due on invoice_order (next_at) where next_at is not null;
create unique index invoice_order_live on invoice_order (invoice_id) where what = 'issue' and state in ('queued',
  'asked', 'doubted');
create unique index invoice_order_number on invoice_order (number) where number is not null;
create index invoice_order_place on invoice_order (centre_id, mode, id desc);
create unique index invoice_order_red on invoice_order (red_id) where state in ('queued', 'asked', 'doubted');
create index invoice_order_unit on invoice_order (unit_id, id desc);
create index red_letter_clock on red_letter (expires_at) where expires_at is not null;
create index red_letter_invoice on red_letter (invoice_id, id);
create unique index red_letter_number on red_letter (number) where number is not null;
create index red_letter_operator on red_letter (operator_id, id desc) where operator_id is not null;
create index red_letter_place on red_letter (centre_id, mode, id desc);
create index red_letter_unit on red_letter (unit_id, id desc);
create unique index issue_authorisation_active on issue_authorisation (entity_id) where state = 'active';
create index issue_authorisation_contract on issue_authorisation (contract_id) where contract_id is not null;
create index issue_authorisation_entity on issue_authorisation (entity_id, id desc);
create index issue_authorisation_file on issue_authorisation (file_id) where file_id is not null;
create index issue_authorisation_operator on issue_authorisation (operator_id, id desc);
create index business_invoice_use_batch on business_invoice_use (batch_id);
create index business_invoice_use_place on business_invoice_use (centre_id, unit_id);
create index invite_partner on invite (partner_id) where partner_id is not null;
create index application_centre on application (centre_id, state, id desc);
create index application_centre_first on application (centre_id, kind, (state <> 'pending'),
  (case when state = 'pending' then submitted_at else 'infinity'::timestamptz end),
  (case when state = 'pending' then id else - id end)) where submitted_at is not null;
create index application_centre_submitted on application (centre_id, kind, submitted_at desc, id desc)
  where submitted_at is not null;
create index application_contract on application (contract_id) where contract_id is not null;
create index application_decided_by on application (decided_by) where decided_by is not null;
create index application_draft_age on application (updated_at) where state = 'draft';
create index application_first on application (kind, (state <> 'pending'),
  (case when state = 'pending' then submitted_at else 'infinity'::timestamptz end),
  (case when state = 'pending' then id else - id end)) where submitted_at is not null;
create index application_invite on application (invite_code) where invite_code is not null;
create index application_list on application (kind, state, id desc);
create index application_mobile on application (mobile_index, id desc);
create index application_name_parts on application using gin (app.name_parts(subject_name));
create unique index application_one_draft on application (kind, mobile_index) where state = 'draft';
create unique index application_one_subject on application (subject_index) where state in ('pending', 'approved',
  'signing', 'active');
create index application_operator on application (operator_id) where operator_id is not null;
create index application_partner on application (partner_id) where partner_id is not null;
create index application_reviewer on application (reviewer_id) where reviewer_id is not null;
create index application_signing on application (id) where state = 'signing';
create index application_stale on application (updated_at) where state = 'draft';
create index application_submitted on application (kind, submitted_at desc, id desc) where submitted_at is not null;
create index application_unit on application (unit_id) where unit_id is not null;
create index application_file_file on application_file (file_id);
create index application_file_of on application_file (application_id, field, id);
create index application_event_of on application_event (application_id, id);
create index application_code_age on application_code (created_at);
create index application_code_mobile on application_code (mobile_index) where ended_at is null;
create index registration_appeal_application on registration_appeal (application_id, id desc);
create index registration_appeal_file on registration_appeal (file_id) where file_id is not null;
create index registration_appeal_first on registration_appeal (centre_id, (state = 'open') desc, id desc);
create index registration_appeal_list on registration_appeal (centre_id, state, id desc);
create unique index registration_appeal_one_open on registration_appeal (application_id) where state = 'open';
create index registration_appeal_operator on registration_appeal (operator_id) where operator_id is not null;
create index registration_appeal_other on registration_appeal (other_application_id)
  where other_application_id is not null;
create index registration_appeal_partner on registration_appeal (partner_id) where partner_id is not null;
create index registration_appeal_resolver on registration_appeal (resolved_by) where resolved_by is not null;
create index registration_appeal_unit on registration_appeal (unit_id) where unit_id is not null;
create index registration_appeal_user on registration_appeal (user_id) where user_id is not null;
create index import_sheet_age on import_sheet (created_at) where state in ('open', 'prepared', 'cancelled');
create index import_sheet_centre on import_sheet (centre_id, kind, id desc);
create index import_sheet_done_age on import_sheet (finished_at);
create index import_sheet_file on import_sheet (file_sha256);
create index import_sheet_kind on import_sheet (kind, id desc);
create index import_sheet_running on import_sheet (id) where state = 'running';
create index import_sheet_unit on import_sheet (unit_id, id desc);
create index import_row_state on import_row (sheet_id, state, seq);
create index import_file_added on import_file (added_by);
create index import_file_sheet on import_file (sheet_id, name);
create index opening_sheet_centre on opening_sheet (centre_id, mode, id desc);
create index opening_sheet_file on opening_sheet (file_id);
create index paid_month_month on paid_month (month);
create index report_day_arrived on report_day (centre_id, mode, arrived_on);
create index report_day_booked on report_day (centre_id, mode, booked_on);
create index report_day_month on report_day (month);
create index report_day_partner on report_day (partner_id, booked_on) where partner_id is not null;
create index report_day_submitted on report_day (centre_id, mode, submitted_on);
create index report_day_unit on report_day (unit_id, booked_on);
create index report_fee_day_arrived on report_fee_day (centre_id, mode, arrived_on);
create index report_fee_day_booked on report_fee_day (centre_id, mode, booked_on);
create index report_fee_day_month on report_fee_day (month);
create index report_fee_day_submitted on report_fee_day (centre_id, mode, submitted_on);
create index report_fee_day_unit on report_fee_day (unit_id, booked_on);
create index mobile_ask_age on mobile_ask (created_at);
create index mobile_ask_user on mobile_ask (user_id) where ended_at is null;
create index account_closing_first on account_closing (centre_id, (state = 'open') desc, id desc);
create index account_closing_list on account_closing (centre_id, state, id desc);
create unique index account_closing_one_open on account_closing (operator_id) where state = 'open';
create index account_closing_operator on account_closing (operator_id, id desc);
create index audit_log_action on audit_log (action, at desc, id desc);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_centre on audit_log (centre_id, at desc, id desc);
create unique index audit_log_id on audit_log (id);
create index audit_log_ip on audit_log (ip, at desc, id desc);
create index audit_log_module on audit_log (split_part(action, '.', 1), at desc, id desc);
create index audit_log_no on audit_log ((detail ->> 'no')) where detail ->> 'no' is not null;
create index audit_log_of_unit on audit_log (unit_id, at desc, id desc) where action like 'units.%';
create index audit_log_ref on audit_log (ref_id, ref_type, at);
create index audit_log_refused on audit_log (at desc, id desc) where outcome <> 'done';
create index audit_log_request on audit_log (request_id);
create index audit_log_unit on audit_log (unit_id, at desc, id desc);
create index audit_log_user on audit_log (user_id, at desc, id desc);
create index audit_verification_chain on audit_verification (chain, id desc);
create index gateway_call_age on gateway_call (at);
create index gateway_call_day on gateway_call (service, at);
create index gateway_call_list on gateway_call (service, id);
create index gateway_call_question on gateway_call (question, at) where question <> '';
create index gateway_call_subject on gateway_call (subject_index, at) where subject_index <> '';
create index text_message_age on text_message (created_at);
create index text_message_digest on text_message (digest, created_at);
create index text_message_kind on text_message (kind, id);
create index text_message_number on text_message (mobile_index, id);
create index text_message_state on text_message (state, id);
create unique index payout_stop_one on payout_stop ((true)) where released_at is null;
alter table stored_file enable row level security;
create policy stored_file_applications on stored_file for select
  using (exists (select from application_file kept where kept.file_id = stored_file.id));
create policy stored_file_forms on stored_file for select
  using (purpose = 'taxForm' and (select app.centre_ids()) <> '{}'::bigint[]);
create policy stored_file_letters on stored_file for select
  using (
    purpose = 'letter'
    and exists (select from account_application application where application.letter_file_id = stored_file.id)
  );
create policy stored_file_papers on stored_file for select
  using (exists (select from candidate_paper kept where kept.file_id = stored_file.id));
create policy stored_file_scope on stored_file
  using (
    (select app.sees_all())
    or created_by = (select app.user_id())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
    or operator_id = (select app.operator_id())
    or partner_id = (select app.partner_id())
  );
create trigger stored_file_guard before update on stored_file for each row execute function app.guard_file();
grant select, insert, update on stored_file to app_rw;
revoke execute on function app.ensure_month from public;
revoke execute on function app.missing_months from public;
revoke execute on function app.comparable_name from public;
grant execute on function app.comparable_name to app_rw;
revoke execute on function app.named from public;
grant execute on function app.named to app_rw;
alter table session enable row level security;
create trigger session_tells after update of revoked_for on session for each row
  when (old.revoked_for is distinct from new.revoked_for)
  execute function app.tell_user('sessions');
grant select, insert, update, delete on session to app_accounts;
alter table idempotency enable row level security;
create policy idempotency_scope on idempotency using (user_id = (select app.user_id()));
grant select, insert, update (answer_sealed) on idempotency to app_rw;
alter table throttle enable row level security;
grant select, insert, update, delete on throttle to app_accounts;
grant select, insert, update on counter to app_rw;
alter table task enable row level security;
create policy task_scope on task using ((select app.sees_all()) or user_id = (select app.user_id()));
create trigger task_tells after insert or update on task for each row execute function app.tell_user('tasks');
grant select, insert, update on task to app_rw;
revoke execute on function app.session_proved_at from public;
grant execute on function app.session_proved_at to app_rw;
revoke execute on function app.login_tried from public;
grant execute on function app.login_tried to app_rw;
revoke execute on function app.open_to_accounts from public;
alter table file_link enable row level security;
create policy file_link_scope on file_link using (user_id = (select app.user_id()));
grant select, insert on file_link to app_rw;
grant select, insert, update, delete on file_link to app_accounts;
alter table message enable row level security;
create policy message_scope on message using ((select app.sees_all()) or user_id = (select app.user_id()));
create trigger message_tells after insert or update on message for each row execute function app.tell_user('messages');
grant select, insert, delete, update (read_at) on message to app_rw;
alter table message_choice enable row level security;
create policy message_choice_own on message_choice using ((select app.sees_all()) or user_id = (select app.user_id()));
grant select, insert, update on message_choice to app_rw;
alter table outbox enable row level security;
create policy outbox_scope on outbox for select using ((select app.sees_all()));
grant select on outbox to app_rw;
grant select, insert, update, delete on outbox to app_accounts;
alter table reg_ticket enable row level security;
grant select, insert, update, delete on reg_ticket to app_accounts;
alter table saved_view enable row level security;
create policy saved_view_own on saved_view using (user_id = (select app.user_id()));
grant select, insert, delete, update (name, query, is_default) on saved_view to app_rw;
alter table client_error enable row level security;
create policy client_error_scope on client_error using ((select app.sees_all()) or user_id = (select app.user_id()));
grant select, insert, delete on client_error to app_rw;
alter table article enable row level security;
create policy article_read on article for select using (state = 'published' or (select app.sees_all()));
create policy article_write on article using ((select app.sees_all()));
create trigger article_tells after insert or update or delete on article for each statement
  execute function app.tell_portal();
grant select, insert, delete, update (state, title, topic, summary, body, cover_id, attachments, audiences, is_pinned,
  effective_from, publish_at, published_at, shown_no, edited_by, edited_at, version) on article to app_rw;
grant select on article to app_accounts;
alter table article_version enable row level security;
create policy article_version_read on article_version for select
  using (
    (select app.sees_all())
    or exists (select from article where article.id = article_version.article_id and article.state = 'published')
  );
create policy article_version_write on article_version for insert with check ((select app.sees_all()));
grant select, insert on article_version to app_rw;
grant select on article_version to app_accounts;
alter table article_reads enable row level security;
create policy article_reads_platform on article_reads using ((select app.sees_all()));
grant select, insert, update on article_reads to app_rw;
alter table article_vote enable row level security;
create policy article_vote_platform on article_vote using ((select app.sees_all()));
grant select, insert, update on article_vote to app_rw;
alter table app_user enable row level security;
create policy app_user_scope on app_user for select
  using (
    (select app.sees_all())
    or id = (select app.user_id())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or operator_id = (select app.operator_id())
    or partner_id = (select app.partner_id())
    or unit_id is null
      and operator_id is null
      and partner_id is null
      and (
        select (cardinality(app.unit_ids()) + cardinality(app.centre_ids())) > 0
        or app.operator_id() is not null
        or app.partner_id() is not null
      )
    or exists (select from unit_setting setting where setting.unit_id = app_user.unit_id
      and setting.centre_id = any ((select app.centre_ids())::bigint[]))
    or exists (select from unit where unit.id = app_user.unit_id and unit.partner_id = (select app.partner_id()))
    or exists (select from unit_operator link where link.unit_id = app_user.unit_id
      and link.operator_id = (select app.operator_id()))
    or exists (select from operator where operator.id = app_user.operator_id)
    or exists (select from partner where partner.id = app_user.partner_id)
  );
create trigger account_tells after update of status on app_user for each row
  when (old.status is distinct from new.status)
  execute function app.tell_account();
create constraint trigger app_user_keeps_admin after update of status on app_user
  deferrable initially deferred for each row
  when (old.status = 8 and new.status <> 8)
  execute function app.keep_admin_of_user();
create trigger app_user_made before insert or update of mobile, email, password_hash on app_user for each row
  when (app.is_program())
  execute function app.account_made();
create trigger app_user_opens after update of failed_logins on app_user for each row
  when (new.failed_logins = 0 and new.locked_until is null)
  execute function app.open_login_addresses();
grant select (id, username, name, usertype, poststatus, status, centre_id, unit_id, operator_id, partner_id,
  last_login_at, created_at) on app_user to app_rw;
grant select, insert, update, delete on app_user to app_accounts;
alter table second_factor enable row level security;
grant select, insert, update, delete on second_factor to app_accounts;
alter table recovery_code enable row level security;
grant select, insert, update, delete on recovery_code to app_accounts;
alter table login_ticket enable row level security;
grant select, insert, update, delete on login_ticket to app_accounts;
alter table login_address enable row level security;
grant select, insert, update, delete on login_address to app_accounts;
revoke execute on function app.account_contacts from public;
grant execute on function app.account_contacts to app_rw;
revoke execute on function app.has_payment_password from public;
grant execute on function app.has_payment_password to app_rw;
revoke execute on function app.login_secret from public;
grant execute on function app.login_secret to app_rw;
alter table recovery_ask enable row level security;
grant select, insert, update, delete on recovery_ask to app_accounts;
alter table recovery_ticket enable row level security;
grant select, insert, update, delete on recovery_ticket to app_accounts;
alter table user_role enable row level security;
create policy user_role_read on user_role for select using (user_id = (select app.user_id()));
create policy user_role_write on user_role using ((select app.sees_all()));
create constraint trigger user_role_keeps_admin after update or delete on user_role
  deferrable initially deferred for each row
  execute function app.keep_admin_of_role();
grant select, insert, update, delete on user_role to app_rw;
alter table user_centre enable row level security;
create policy user_centre_scope on user_centre for select
  using (
    (select app.sees_all())
    or user_id = (select app.user_id())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or (select cardinality(app.unit_ids()) > 0 or app.operator_id() is not null or app.partner_id() is not null)
  );
grant select on user_centre to app_rw;
grant select, insert, update, delete on user_centre to app_accounts;
alter table account_application enable row level security;
create policy account_application_scope on account_application
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or exists (select from unit_setting setting where setting.unit_id = account_application.unit_id
      and setting.centre_id = any ((select app.centre_ids())::bigint[]))
  );
create trigger account_application_by_other before update of decided_by on account_application for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null)
  execute function app.expect_other_hand('decided_by', 'requested_by');
grant select on account_application to app_rw;
grant select, insert, update, delete on account_application to app_accounts;
alter table guarded_change enable row level security;
create policy guarded_change_platform on guarded_change using ((select app.sees_all()));
create trigger guarded_change_by_other before update on guarded_change for each row
  when (app.is_program())
  execute function app.guarded_change_by_other();
create trigger guarded_change_decided before update on guarded_change for each row
  when (app.is_program())
  execute function app.guarded_change_decided();
create trigger guarded_change_made before insert on guarded_change for each row
  when (app.is_program())
  execute function app.guarded_change_made();
create trigger guarded_change_refuses_certificate after update on guarded_change for each row
  when (new.kind = 'seal_certificate' and new.state in ('rejected', 'withdrawn'))
  execute function app.certificate_refused();
create trigger guarded_change_stays before delete on guarded_change for each row execute function app.refuse_change();
grant select, insert, update (state, decided_by, decided_at, decision_note, effective_at) on guarded_change to app_rw;
alter table role enable row level security;
create policy role_read on role for select using (true);
create policy role_write on role using ((select app.sees_all()));
grant select, insert, update, delete on role to app_rw;
alter table role_permission enable row level security;
create policy role_permission_read on role_permission for select using (true);
create policy role_permission_write on role_permission using ((select app.sees_all()));
create constraint trigger role_permission_keeps_admin after update or delete on role_permission
  deferrable initially deferred for each row
  when (old.permission = 'admin3')
  execute function app.keep_admin();
grant select, insert, update, delete on role_permission to app_rw;
alter table permission_name enable row level security;
create policy permission_name_read on permission_name for select using (true);
create policy permission_name_write on permission_name using ((select app.sees_all()));
grant select, insert, update on permission_name to app_rw;
alter table permission_order enable row level security;
create policy permission_order_read on permission_order for select using (true);
create policy permission_order_write on permission_order using ((select app.sees_all()));
grant select, insert, update on permission_order to app_rw;
alter table centre enable row level security;
create policy centre_read on centre for select using (true);
create policy centre_write on centre using ((select app.sees_all()));
create trigger centre_begins before insert on centre for each row
  when (new.is_active and app.is_program())
  execute function app.begins_out_of_use();
create trigger centre_guarded before update on centre for each row
  when (
    app.is_program()
    and (
      (old.account_name, old.account_no, old.account_bank, old.invoice_bank, old.invoice_account_no)
        is distinct from (new.account_name, new.account_no, new.account_bank, new.invoice_bank, new.invoice_account_no)
      or new.is_active and not old.is_active
    )
  )
  execute function app.expect_approved_change('centre', 'account_name', 'account_no', 'account_bank', 'invoice_bank',
    'invoice_account_no', 'is_active');
grant select, insert, update (name, legal_name, tax_authority, region_code, modes, account_name, account_no,
  account_bank, age_min, age_max, single_limit_fen, month_limit_fen, is_active, invoice_kinds, invoice_categories,
  invoice_cap_fen, invoice_bank, invoice_account_no, sign_way, status_reason, version, texts_payees, objection_days,
  refuses_owners) on centre to app_rw;
alter table centre_city_rate enable row level security;
create policy centre_city_rate_add on centre_city_rate for insert with check ((select app.sees_all()));
create policy centre_city_rate_read on centre_city_rate for select using (true);
create trigger centre_city_rate_append_only before update or delete on centre_city_rate for each row
  execute function app.refuse_change();
grant select, insert on centre_city_rate to app_rw;
alter table channel enable row level security;
create policy channel_scope on channel
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or exists (select from unit_setting setting where setting.centre_id = channel.centre_id)
  );
create trigger channel_begins before insert on channel for each row
  when (new.is_active and app.is_program())
  execute function app.begins_out_of_use();
create trigger channel_guarded before update on channel for each row
  when (
    app.is_program()
    and (
      (old.settings_sealed, old.single_limit_fen, old.daily_limit_fen)
        is distinct from (new.settings_sealed, new.single_limit_fen, new.daily_limit_fen)
      or new.is_active and not old.is_active
    )
  )
  execute function app.expect_approved_change('channel', 'settings_sealed', 'single_limit_fen', 'daily_limit_fen',
    'is_active');
grant select, insert, update (name, is_active, is_paused, paused_reason, daily_limit_fen, single_limit_fen,
  settings_sealed, waits_until, balance_fen, balance_at) on channel to app_rw;
alter table platform_setting enable row level security;
create policy platform_setting_read on platform_setting for select using (true);
create policy platform_setting_write on platform_setting for update using ((select app.sees_all()));
grant select, update on platform_setting to app_rw;
grant usage on sequence centre_id_seq to app_rw;
revoke execute on function app.city_rate from public;
grant execute on function app.city_rate to app_rw;
alter table partner enable row level security;
create policy partner_scope on partner for select
  using (
    (select app.sees_all())
    or signing_centre_id = any ((select app.centre_ids())::bigint[])
    or exists (select from unit where unit.partner_id = partner.id)
    or exists (select from contract where contract.partner_id = partner.id)
  );
create policy partner_write on partner using ((select app.sees_all()));
create trigger partner_guarded before update on partner for each row
  when (
    app.is_program()
    and (old.account_name, old.account_bank, old.account_no_sealed, old.account_no_index)
      is distinct from (new.account_name, new.account_bank, new.account_no_sealed, new.account_no_index)
  )
  execute function app.expect_approved_change('partner', 'account_name', 'account_bank', 'account_no_sealed',
    'account_no_index');
grant select, insert, update (name, is_active, contact_name, contact_mobile, area, introduction, account_name,
  account_bank, account_no_sealed, account_no_index, status_reason, version) on partner to app_rw;
grant update on partner to app_accounts;
alter table fee_plan enable row level security;
create policy fee_plan_read on fee_plan for select using (true);
create policy fee_plan_write on fee_plan using ((select app.sees_all())) with check ((select app.sees_all()));
grant select, insert, update (ended_on) on fee_plan to app_rw;
alter table fee_plan_version enable row level security;
create policy fee_plan_version_read on fee_plan_version for select using (true);
create policy fee_plan_version_write on fee_plan_version
  using ((select app.sees_all()))
  with check ((select app.sees_all()));
create trigger fee_plan_version_by_other before update of decided_by on fee_plan_version for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null and new.state <> 'withdrawn')
  execute function app.expect_other_hand('decided_by', 'proposed_by');
grant select, insert, update (effective_from, state, decided_by, decided_at, decision_reason) on fee_plan_version
  to app_rw;
alter table split_rule enable row level security;
create policy split_rule_scope on split_rule
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger split_rule_by_other before update of decided_by on split_rule for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null and new.state <> 'withdrawn')
  execute function app.expect_other_hand('decided_by', 'created_by');
grant select, insert, update (effective_from, effective_to, agreed_to, state, decided_by, decided_at, decision_reason,
  stopped_by, stop_reason) on split_rule to app_rw;
alter table unit enable row level security;
create policy unit_change on unit for update
  using (
    (select app.sees_all())
    or exists (select from unit_setting setting where setting.unit_id = unit.id
      and setting.centre_id = any ((select app.centre_ids())::bigint[]))
  );
create policy unit_make on unit for insert with check ((select app.sees_all()));
create policy unit_scope on unit for select
  using (
    (select app.sees_all())
    or id = any ((select app.unit_ids())::bigint[])
    or exists (select from unit_setting setting where setting.unit_id = unit.id)
  );
create trigger unit_assigned after insert or update of partner_id, marketer_id, salesman_id on unit for each row
  execute function app.unit_assigned();
grant select, insert, update (name, legal_person, biz_kind, industry, contact_name, contact_mobile, status, partner_id,
  marketer_id, salesman_id, email, address, taxpayer_kind, description, licence_file_id, status_reason, version) on unit
  to app_rw;
grant update on unit to app_accounts;
alter table unit_assignment enable row level security;
create policy unit_assignment_ahead on unit_assignment for insert
  with check (
    state = 'ahead' and ((select app.sees_all()) or exists (select from unit where unit.id = unit_assignment.unit_id))
  );
create policy unit_assignment_end on unit_assignment for update
  using ((select app.sees_all()) or exists (select from unit where unit.id = unit_assignment.unit_id));
create policy unit_assignment_scope on unit_assignment for select
  using ((select app.sees_all()) or exists (select from unit where unit.id = unit_assignment.unit_id));
create trigger unit_assignment_moves before update or delete on unit_assignment for each row
  execute function app.unit_assignment_moves();
grant select, insert (unit_id, role, party_id, since, set_by, state), update (state) on unit_assignment to app_rw;
alter table unit_setting enable row level security;
create policy unit_setting_change on unit_setting for update
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create policy unit_setting_make on unit_setting for insert with check ((select app.sees_all()));
create policy unit_setting_scope on unit_setting for select
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
grant select, insert, update (is_active, contract_id) on unit_setting to app_rw;
alter table unit_setting_version enable row level security;
create policy unit_setting_version_scope on unit_setting_version for select
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or in_force_at is not null and unit_id = any ((select app.unit_ids())::bigint[])
  );
create policy unit_setting_version_write on unit_setting_version
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger unit_setting_version_by_other before update of decided_by on unit_setting_version for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null and new.state <> 'withdrawn')
  execute function app.expect_other_hand('decided_by', 'created_by');
grant select, insert, update (in_force_at, state, decided_by, decided_at, decision_reason) on unit_setting_version
  to app_rw;
alter table staff_record enable row level security;
create policy staff_record_scope on staff_record
  using (
    (select app.sees_all())
    or exists (select from user_centre post where post.user_id = staff_record.user_id
      and post.centre_id = any ((select app.centre_ids())::bigint[]))
  );
grant select on staff_record to app_rw;
grant select, insert, update, delete on staff_record to app_accounts;
alter table customer_handover enable row level security;
create policy customer_handover_scope on customer_handover
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update on customer_handover to app_rw;
revoke execute on function app.staff_mobiles from public;
grant execute on function app.staff_mobiles to app_rw;
alter table seal_certificate enable row level security;
create policy seal_certificate_change on seal_certificate using ((select app.sees_all()));
create policy seal_certificate_scope on seal_certificate for select
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger seal_certificate_begins before insert on seal_certificate for each row
  when (new.state <> 'waiting' and app.is_program())
  execute function app.begins_out_of_use();
create trigger seal_certificate_guarded before update on seal_certificate for each row
  when (app.is_program() and new.state = 'current' and old.state <> 'current')
  execute function app.expect_approved_change('seal_certificate', 'state');
create trigger seal_certificate_replaces before update on seal_certificate for each row
  when (new.state = 'current' and old.state = 'waiting')
  execute function app.certificate_replaces();
grant insert, select (id, centre_id, subject, issuer, serial, fingerprint, valid_from, valid_to, certificates,
  picture_file_id, state, warned_days, created_by, created_at, ended_by, ended_at, end_reason), update (state, ended_by,
  ended_at, end_reason) on seal_certificate to app_rw;
revoke execute on function app.seal_until from public;
grant execute on function app.seal_until to app_rw;
alter table unit_related_person enable row level security;
create policy unit_related_person_scope on unit_related_person
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or exists (select from unit_setting setting where setting.unit_id = unit_related_person.unit_id
      and setting.centre_id = any ((select app.centre_ids())::bigint[]))
  );
grant select, insert, update (name, relation, source, created_by, created_at, ended_by, ended_at, end_reason)
  on unit_related_person to app_rw;
alter table relation_exception enable row level security;
create policy relation_exception_scope on relation_exception
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger relation_exception_by_other before update of decided_by on relation_exception for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null)
  execute function app.expect_other_hand('decided_by', 'created_by');
create trigger relation_exception_decided before update on relation_exception for each row
  when (old.state <> 'pending' and old.* is distinct from new.*)
  execute function app.refuse('what was decided stays');
create trigger relation_exception_tells after insert or update on relation_exception for each row
  execute function app.tell_place('candidates');
grant select, insert, update (state, decided_by, decided_at, decision_reason, valid_to) on relation_exception to app_rw;
alter table operator enable row level security;
create policy operator_scope on operator
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or id = (select app.operator_id())
    or exists (select from unit_operator link where link.operator_id = operator.id
      and link.unit_id = any ((select app.unit_ids())::bigint[]))
  );
create trigger operator_by_hand before insert or update on operator for each row
  when (new.is_identity_verified and new.identity_verified_by = 'hand')
  execute function app.expect_hand('id', 'identity');
create trigger operator_moved after update of centre_id on operator for each row
  when (old.centre_id <> new.centre_id)
  execute function app.operator_moved();
grant select, insert, update on operator to app_rw;
alter table operator_card enable row level security;
create policy operator_card_add on operator_card for insert with check ((select app.sees_all()));
create policy operator_card_change on operator_card for update using ((select app.sees_all()));
create policy operator_card_read on operator_card for select
  using (
    (select app.sees_all())
    or exists (select from operator owner where owner.id = operator_card.operator_id)
      and (
        cardinality((select app.unit_ids())) = 0
        or brought_by is null
        or brought_by = any ((select app.unit_ids())::bigint[])
        or exists (select from unit_operator link where link.card_id = operator_card.id
          and link.unit_id = any ((select app.unit_ids())::bigint[]))
      )
  );
create trigger operator_card_by_hand before insert or update on operator_card for each row
  when (new.is_verified and new.verified_by = 'hand')
  execute function app.expect_hand('operator_id', 'card');
grant select, insert, update on operator_card to app_rw;
grant delete on operator_card to app_accounts;
alter table unit_operator enable row level security;
create policy unit_operator_scope on unit_operator
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or operator_id = (select app.operator_id())
    or exists (select from unit_setting setting where setting.unit_id = unit_operator.unit_id
      and setting.centre_id = any ((select app.centre_ids())::bigint[]))
  );
grant select, insert, update on unit_operator to app_rw;
alter table candidate enable row level security;
create policy candidate_scope on candidate
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger candidate_by_other before update of decided_by on candidate for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is distinct from new.decided_by)
  execute function app.expect_other_hand('decided_by', 'submitted_by');
create trigger candidate_tells after insert or update on candidate for each row
  execute function app.tell_place('candidates');
grant select, insert, update on candidate to app_rw;
alter table candidate_merge enable row level security;
create policy candidate_merge_scope on candidate_merge
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update (line_ids) on candidate_merge to app_rw;
grant usage on sequence operator_id_seq to app_rw;
revoke execute on function app.has_payees from public;
grant execute on function app.has_payees to app_rw;
revoke execute on function app.undo_merge from public;
grant execute on function app.undo_merge to app_rw;
alter table candidate_paper enable row level security;
create policy candidate_paper_scope on candidate_paper
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select on candidate_paper to app_rw;
grant select, insert, update, delete on candidate_paper to app_accounts;
alter table card_reading enable row level security;
create policy card_reading_scope on card_reading
  using ((select app.sees_all()) or holder = 'user ' || (select app.user_id()));
grant select, insert on card_reading to app_rw;
alter table operator_entity enable row level security;
create policy operator_entity_scope on operator_entity
  using ((select app.sees_all()) or exists (select from operator owner where owner.id = operator_entity.operator_id));
grant select, insert, update (name, credit_code, state, form, names, industry, biz_scope, address, licensed_on,
  licence_file_id, bank_name, account_no_sealed, account_no_index, account_tail, tax_kind, levy, taxed_on,
  calendar_from, calendar_until, annual_report_year, annual_fee_fen, version, calendar_edition) on operator_entity
  to app_rw;
alter table entity_step enable row level security;
create policy entity_step_scope on entity_step
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
grant select, insert on entity_step to app_rw;
alter table entity_paper enable row level security;
create policy entity_paper_scope on entity_paper
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
grant select, insert on entity_paper to app_rw;
alter table entity_obligation enable row level security;
create policy entity_obligation_scope on entity_obligation
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
grant select, insert, update (due_on, state, amount_fen, remind_on, reminded_on, settled_on, receipt_no, file_id,
  settled_by, settled_at) on entity_obligation to app_rw;
alter table entity_levy_rate enable row level security;
create policy entity_levy_rate_scope on entity_levy_rate
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
grant select, insert on entity_levy_rate to app_rw;
alter table identity_dispute enable row level security;
create policy identity_dispute_scope on identity_dispute
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger dispute_tells after insert or update on identity_dispute for each row
  execute function app.tell_place('candidates');
create trigger identity_dispute_by_other before update of resolved_by on identity_dispute for each row
  when (app.is_program() and new.state in ('kept', 'ended') and old.state = 'open')
  execute function app.expect_other_hand('resolved_by', 'created_by');
grant select, insert, update (state, resolution, file_id, resolved_by, resolved_at) on identity_dispute to app_rw;
alter table hand_verification enable row level security;
create policy hand_verification_scope on hand_verification
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger hand_verification_by_other before update of decided_by on hand_verification for each row
  when (app.is_program() and new.state in ('confirmed', 'refused') and old.decided_by is null)
  execute function app.expect_other_hand('decided_by', 'asked_by');
create trigger hand_verification_decided before update on hand_verification for each row
  when (old.state <> 'waiting')
  execute function app.refuse_change();
create trigger hand_verification_stays before delete on hand_verification for each row
  execute function app.refuse_change();
create trigger hand_verification_tells after insert or update on hand_verification for each row
  execute function app.tell_centre('candidates');
grant select, insert, update (state, decided_by, decided_at, decision) on hand_verification to app_rw;
alter table contract_template enable row level security;
create policy contract_template_change on contract_template
  using ((select app.sees_all()) or for_centre_id = any ((select app.centre_ids())::bigint[]));
create policy contract_template_scope on contract_template for select
  using (
    (select app.sees_all())
    or for_centre_id = any ((select app.centre_ids())::bigint[])
    or for_centre_id is null
      and (
        (select app.centre_ids()) <> '{}'::bigint[]
        or (select app.unit_ids()) <> '{}'::bigint[]
        or (select app.operator_id()) is not null
        or (select app.partner_id()) is not null
      )
  );
create trigger contract_template_guard before update or delete on contract_template for each row
  execute function app.guard_template();
grant select, insert, update, delete on contract_template to app_rw;
alter table consent enable row level security;
create policy consent_scope on consent
  using ((select app.sees_all()) or exists (select from operator owner where owner.id = consent.operator_id));
create trigger consent_added after insert on consent referencing new table as changed for each statement
  execute function app.consents_changed();
create trigger consent_changed after update on consent referencing new table as changed for each statement
  execute function app.consents_changed();
grant select, insert, update on consent to app_rw;
revoke execute on function app.operator_papers from public;
alter table contract enable row level security;
create policy contract_scope on contract
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
    or operator_id = (select app.operator_id())
    or partner_id = (select app.partner_id())
  );
create trigger contract_by_other before update of checked_by on contract for each row
  when (app.is_program() and new.checked_by is not null and old.checked_by is null)
  execute function app.expect_other_hand('checked_by', 'created_by');
create trigger contract_guard before update on contract for each row execute function app.guard_contract();
create trigger contract_tells after insert or update on contract for each row
  execute function app.tell_place('contracts');
grant select, insert, update on contract to app_rw;
alter table contract_revision enable row level security;
create policy contract_revision_scope on contract_revision
  using ((select app.sees_all()) or exists (select from contract where contract.id = contract_revision.contract_id));
create trigger contract_revision_append_only before update or delete on contract_revision for each row
  execute function app.refuse_change();
grant select, insert on contract_revision to app_rw;
alter table sign_task enable row level security;
create policy sign_task_scope on sign_task
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
    or operator_id = (select app.operator_id())
    or partner_id = (select app.partner_id())
  );
create trigger sign_task_guard before update on sign_task for each row execute function app.guard_sign_task();
grant select, insert, update on sign_task to app_rw;
grant select, insert, update, delete on sign_task to app_accounts;
alter table sign_ticket enable row level security;
create policy sign_ticket_issue on sign_ticket for insert
  with check ((select app.sees_all()) or exists (select from sign_task where sign_task.id = sign_ticket.task_id));
grant insert on sign_ticket to app_rw;
grant select, insert, update, delete on sign_ticket to app_accounts;
alter table invoice_category enable row level security;
create policy invoice_category_read on invoice_category for select using (true);
create policy invoice_category_write on invoice_category using ((select app.sees_all()));
grant select, insert, update (short_name, tax_code, note, is_active, changed_by, changed_at, version)
  on invoice_category to app_rw;
alter table service_order enable row level security;
create policy service_order_asked on service_order for select
  using (
    state <> 'draft'
    and exists (select from order_operator asked where asked.order_id = service_order.id
      and asked.operator_id = (select app.operator_id()) and asked.state <> 'withdrawn')
  );
create policy service_order_scope on service_order
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger order_tells after insert or update on service_order for each row
  execute function app.tell_place('orders');
create trigger service_order_ended before update on service_order for each row
  when (
    old.state in ('settled', 'cancelled')
    and (old.state, old.budget_fen, old.contract_id) is distinct from (new.state, new.budget_fen, new.contract_id)
  )
  execute function app.guard_order();
grant select, insert, update (contract_id, title, category, description, budget_fen, valid_from, valid_to, state, kind,
  price_mode, unit_price_fen, highest_price_fen, quantity, province, place, people_wanted, criteria, paused_at, reason,
  published_at, ended_at, version) on service_order to app_rw;
alter table order_operator enable row level security;
create policy order_operator_scope on order_operator
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger order_operator_tells after insert or update on order_operator for each row
  execute function app.tell_place('orders');
grant select, insert, update (state, assigned_by, assigned_at, answered_at, reason) on order_operator to app_rw;
alter table order_paper enable row level security;
create policy order_paper_scope on order_paper
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger order_paper_tells after insert or update on order_paper for each row
  execute function app.tell_place('orders');
grant select, insert, update (removed_by, removed_at, remove_reason) on order_paper to app_rw;
revoke execute on function app.near_order_papers from public;
grant execute on function app.near_order_papers to app_rw;
alter table account enable row level security;
create policy account_scope on account
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger account_kind_stays before update of kind on account for each row
  when (old.kind is distinct from new.kind)
  execute function app.refuse('an account keeps its kind');
create trigger account_no_truncate before truncate on account for each statement execute function app.refuse_change();
create trigger account_stays before delete on account for each row execute function app.refuse_change();
grant select, insert, update (kind) on account to app_rw;
alter table ledger_journal enable row level security;
create policy ledger_journal_scope on ledger_journal
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger ledger_journal_append_only before update or delete on ledger_journal for each row
  execute function app.refuse_change();
create trigger ledger_journal_begins after insert on ledger_journal referencing new table as added for each statement
  execute function app.ledger_journals_begin();
create trigger ledger_journal_month_open after insert on ledger_journal
  referencing new table as added for each statement
  execute function app.statements_stand();
create trigger ledger_journal_no_truncate before truncate on ledger_journal for each statement
  execute function app.refuse_change();
create trigger ledger_journal_places after insert on ledger_journal referencing new table as added for each statement
  execute function app.places_exist();
grant select, insert on ledger_journal to app_rw;
alter table ledger_entry enable row level security;
create policy ledger_entry_scope on ledger_entry
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger ledger_entry_append_only before update or delete on ledger_entry for each row
  execute function app.refuse_change();
create trigger ledger_entry_no_truncate before truncate on ledger_entry for each statement
  execute function app.refuse_change();
create trigger ledger_entry_post after insert on ledger_entry referencing new table as added for each statement
  execute function app.ledger_post_entries();
create trigger ledger_entry_tax after insert on ledger_entry referencing new table as added for each statement
  execute function app.tax_accounts_are_of_tax();
grant select, insert on ledger_entry to app_rw;
create constraint trigger ledger_unbooked_whole after insert on ledger_unbooked
  deferrable initially deferred for each row
  execute function app.ledger_journals_are_whole();
alter table refund enable row level security;
create policy refund_scope on refund
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger refund_begins before insert on refund for each row
  when (current_user = 'app_rw' and (new.state <> 'applied' or new.applied_by is distinct from app.doer()))
  execute function app.refuse('a refund begins with being asked for by the caller');
create trigger refund_by_other before update of decided_by on refund for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null)
  execute function app.expect_other_hand('decided_by', 'applied_by');
create trigger refund_ended before update on refund for each row
  when (old.state in ('rejected', 'withdrawn', 'paid', 'failed'))
  execute function app.refuse('what was decided stays');
create trigger refund_moves before update of state on refund for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('applied', 'approved'), ('applied', 'rejected'), ('applied', 'withdrawn'),
      ('approved', 'paid'), ('approved', 'failed'))
  )
  execute function app.refuse_move();
create trigger refund_paid_by_other before update of paid_by on refund for each row
  when (app.is_program() and new.paid_by is not null and old.paid_by is null)
  execute function app.expect_other_hand('paid_by', 'applied_by', 'decided_by');
create trigger refund_tells after insert or update on refund for each row execute function app.tell_place('topups');
grant select, insert, update (state, answer, decided_by, decided_at, paid_on, bank_serial, slip_file_id, paid_by,
  paid_at, version) on refund to app_rw;
alter table balance_adjustment enable row level security;
create policy balance_adjustment_scope on balance_adjustment
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger balance_adjustment_by_other before update of decided_by on balance_adjustment for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null and new.state <> 'withdrawn')
  execute function app.expect_other_hand('decided_by', 'proposed_by');
create trigger balance_adjustment_stands before update on balance_adjustment for each row
  when (old.state <> 'proposed')
  execute function app.refuse('what was decided stays');
create trigger balance_adjustment_tells after insert or update on balance_adjustment for each row
  execute function app.tell_place('topups');
grant select, insert, update (state, answer, decided_by, decided_at, version) on balance_adjustment to app_rw;
alter table balance_statement enable row level security;
create policy balance_statement_scope on balance_statement
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger balance_statement_agreed before update on balance_statement for each row
  when (old.state = 'confirmed')
  execute function app.refuse('what was agreed to stays');
create trigger balance_statement_moves before update of state on balance_statement for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('issued', 'confirmed'), ('issued', 'disputed'), ('disputed', 'issued'))
  )
  execute function app.refuse_move();
create trigger balance_statement_tells after insert or update on balance_statement for each row
  execute function app.tell_place('topups');
grant select, insert, update (state, reason, answer, decided_by, decided_at, answered_by, answered_at, version)
  on balance_statement to app_rw;
alter table balance_limit enable row level security;
create policy balance_limit_scope on balance_limit
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
grant select, insert, update (limit_fen, set_by, set_at) on balance_limit to app_rw;
alter table topup enable row level security;
create policy topup_scope on topup
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger topup_begins after insert on topup for each row
  when (current_user = 'app_rw' and (new.state <> 'submitted' or new.submitted_by is distinct from app.doer()))
  execute function app.refuse('a top-up begins with being submitted by the caller');
create trigger topup_by_other before update of state on topup for each row
  when (app.is_program() and new.state = 'confirmed' and old.state <> 'confirmed')
  execute function app.expect_other_hand('decided_by', 'submitted_by');
create trigger topup_decided after update on topup for each row
  when (old.state in ('confirmed', 'rejected', 'withdrawn') and old.* is distinct from new.*)
  execute function app.refuse('what was decided stays');
create trigger topup_moves after update of state on topup for each row
  when (
    old.state is distinct from new.state
    and not (
      old.state || '>' || new.state = any
        ('{submitted>matched,submitted>withdrawn,submitted>rejected,matched>confirmed,matched>rejected}'::text[])
      or old.state || '>' || new.state = 'matched>withdrawn' and old.claim_file_id is not null
    )
  )
  execute function app.refuse_move();
create trigger topup_tells after insert or update on topup for each row execute function app.tell_place('topups');
create trigger topup_vouched before update of state on topup for each row
  when (app.is_program() and new.state = 'confirmed' and old.state <> 'confirmed')
  execute function app.topup_vouched();
grant select, insert, update (state, reason, bank_credit_id, decided_by, decided_at, version) on topup to app_rw;
alter table bank_credit enable row level security;
create policy bank_credit_scope on bank_credit
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger bank_credit_begins after insert on bank_credit for each row
  when (current_user = 'app_rw' and new.state <> 'unclaimed')
  execute function app.refuse('a credit begins unclaimed');
create trigger bank_credit_booked after update on bank_credit for each row
  when (old.state in ('confirmed', 'returned') and old.* is distinct from new.*)
  execute function app.refuse('what was booked stays');
create trigger bank_credit_imported after insert on bank_credit for each row
  when (app.is_program())
  execute function app.credit_imported();
create trigger bank_credit_moves after update of state on bank_credit for each row
  when (
    old.state is distinct from new.state
    and not old.state || '>' || new.state = any
      ('{unclaimed>matched,matched>unclaimed,matched>confirmed,unclaimed>returning,returning>unclaimed,returning>returned}'::text[])
  )
  execute function app.refuse_move();
create trigger bank_credit_tells after update on bank_credit for each row execute function app.tell_centre('topups');
create trigger bank_credits_tell after insert on bank_credit referencing new table as fresh for each statement
  execute function app.tell_credits();
grant select, insert, update (mode, state, unit_id) on bank_credit to app_rw;
alter table credit_return enable row level security;
create policy credit_return_scope on credit_return
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger credit_return_by_other before update of decided_by on credit_return for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null)
  execute function app.expect_other_hand('decided_by', 'proposed_by');
create trigger credit_return_stands before update on credit_return for each row
  when (old.state <> 'proposed')
  execute function app.refuse('what was decided stays');
grant select, insert, update (state, answer, decided_by, decided_at) on credit_return to app_rw;
create trigger tax_policy_guard before insert or update or delete on tax_policy for each row
  execute function app.guard_tax_policy();
grant select, delete, insert (code, version, effective_from, effective_to, params, draft_id), update (effective_to)
  on tax_policy to app_rw;
alter table tax_standing enable row level security;
create policy tax_standing_scope on tax_standing
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_standing_closed after update on tax_standing
  referencing old table as before new table as after for each statement
  execute function app.months_stand_still();
grant select, insert, update (gross_fen, income_fen, vat_fen, city_fen, education_fen, local_education_fen,
  withheld_fen, version, needs_review) on tax_standing to app_rw;
alter table tax_reservation enable row level security;
create policy tax_reservation_scope on tax_reservation
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_reservation_begins after insert on tax_reservation referencing new table as fresh for each statement
  execute function app.tax_periods_begin();
create trigger tax_reservation_moved after update on tax_reservation referencing new table as fresh for each statement
  execute function app.tax_periods_begin();
grant select, insert, delete, update (month, is_open) on tax_reservation to app_rw;
alter table tax_period enable row level security;
create policy tax_period_scope on tax_period
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_period_stays before delete on tax_period for each row execute function app.closed_months_stay();
grant select, insert, delete on tax_period to app_rw;
alter table tax_adjustment enable row level security;
create policy tax_adjustment_scope on tax_adjustment
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_adjustment_append_only before delete on tax_adjustment for each row
  execute function app.refuse_change();
create trigger tax_adjustment_begins after insert on tax_adjustment referencing new table as fresh for each statement
  execute function app.tax_periods_begin_corrected();
create trigger tax_adjustment_no_truncate before truncate on tax_adjustment for each statement
  execute function app.refuse_change();
create trigger tax_adjustment_stays before update on tax_adjustment for each row
  when (to_jsonb(old.*) - 'edition' is distinct from (to_jsonb(new.*) - 'edition'))
  execute function app.refuse_change();
grant select, insert, update (edition) on tax_adjustment to app_rw;
alter table tax_earlier enable row level security;
create policy tax_earlier_scope on tax_earlier
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
grant select, insert, delete on tax_earlier to app_rw;
grant execute on function app.policy_digest to app_rw;
revoke execute on function app.sales_net from public;
grant execute on function app.sales_net to app_rw;
alter table payment_batch enable row level security;
create policy payment_batch_scope on payment_batch
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger batch_edited after update of order_id, amount_basis, remark, file_id on payment_batch for each row
  when ((old.order_id, old.amount_basis, old.remark, old.file_id)
    is distinct from (new.order_id, new.amount_basis, new.remark, new.file_id))
  execute function app.batch_edited();
create trigger batch_four_eyes after update of checker_id, auditor_id, payer_id on payment_batch for each row
  when (
    old.checker_id is distinct from new.checker_id
    or old.auditor_id is distinct from new.auditor_id
    or old.payer_id is distinct from new.payer_id
  )
  execute function app.refuse_own_work();
create trigger batch_made after insert on payment_batch for each row execute function app.batch_made();
create trigger batch_submitted after update of submitted_at on payment_batch for each row
  when (old.submitted_at is distinct from new.submitted_at and new.submitted_at is not null)
  execute function app.batch_submitted();
create trigger batch_tells after insert or update on payment_batch for each row
  execute function app.tell_place('batches');
create trigger payment_batch_begins after insert on payment_batch for each row
  when (
    current_user = 'app_rw'
    and (
      new.state <> 'draft'
      or new.maker_id is distinct from app.doer()
      or num_nonnulls(new.checker_id, new.auditor_id, new.payer_id) > 0
    )
  )
  execute function app.refuse('a new batch is a draft of the caller''s');
create trigger payment_batch_channel_fixed before update of channel_id on payment_batch for each row
  when (
    old.state in ('paid', 'partial', 'failed', 'closed', 'cancelled') and old.channel_id is distinct from new.channel_id
  )
  execute function app.refuse('the figures and terms of a batch that was sent or cancelled stay');
create trigger payment_batch_channel_of_centre after update of channel_id on payment_batch for each row
  when (old.channel_id is distinct from new.channel_id and current_user = 'app_rw')
  execute function app.channel_of_centre();
create constraint trigger payment_batch_covered after update on payment_batch deferrable initially deferred for each row
  when (
    old.is_frozen is distinct from new.is_frozen
    or (new.is_frozen or old.is_frozen) and old.cost_fen <> new.cost_fen
    or new.state = 'paying' and old.state = 'payable'
  )
  execute function app.batch_is_covered();
create trigger payment_batch_fixed before update of line_count, error_count, warning_count, gross_fen, vat_fen,
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
  execute function app.refuse('the figures and terms of a batch that was sent or cancelled stay');
create trigger payment_batch_frees_claims after update of state on payment_batch for each row
  when (new.state = 'cancelled' and old.state <> 'cancelled')
  execute function app.batch_frees_claims();
create trigger payment_batch_halt_by_two after update of halted_by on payment_batch for each row
  when (old.halted_by is distinct from new.halted_by and current_user = 'app_rw')
  execute function app.halt_by_two();
create trigger payment_batch_moves after update of state on payment_batch for each row
  when (old.state is distinct from new.state and not app.batch_may_move(old.state, new.state))
  execute function app.refuse_move();
grant select, insert, update (channel_id, state, state_reason, line_count, error_count, warning_count, gross_fen,
  vat_fen, surcharge_fen, iit_fen, fee_fen, net_fen, cost_fen, success_count, success_cost_fen, failed_count,
  returned_count, is_frozen, is_insufficient, policy_version, fee_snapshot, setting_snapshot, checklist, file_id,
  file_sha256, checker_id, auditor_id, payer_id, submitted_at, checked_at, audited_at, paid_at, finished_at, closed_at,
  version, recalculated_from, failed_resent_count, returned_resent_count, failed_cost_fen, returned_cost_fen,
  submitter_id, failed_resent_cost_fen, returned_resent_cost_fen, halted_at, halted_by, halt_reason) on payment_batch
  to app_rw;
revoke execute on function app.batch_set_aside from public;
revoke execute on function app.batches_named from public;
grant execute on function app.batches_named to app_rw;
grant execute on function app.policy_computed to app_rw;
alter table batch_deed enable row level security;
create policy batch_deed_scope on batch_deed
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger batch_deed_append_only before update or delete on batch_deed for each row
  execute function app.refuse_change();
grant select on batch_deed to app_rw;
alter table warning_acceptance enable row level security;
create policy warning_acceptance_scope on warning_acceptance
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger warning_acceptance_append_only before update or delete on warning_acceptance for each row
  execute function app.refuse_change();
grant select, insert on warning_acceptance to app_rw;
revoke execute on function app.replaced_card from public;
grant execute on function app.replaced_card to app_rw;
revoke execute on function app.keep_deed from public;
alter table evidence enable row level security;
create policy evidence_scope on evidence
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger evidence_edited after insert or delete on evidence for each row execute function app.papers_edited();
create trigger evidence_while_prepared after insert or delete on evidence for each row
  when (current_user = 'app_rw')
  execute function app.papers_while_prepared();
grant select, insert, delete on evidence to app_rw;
revoke execute on function app.near_papers from public;
grant execute on function app.near_papers to app_rw;
revoke execute on function app.debts_of from public;
grant execute on function app.debts_of to app_rw;
revoke execute on function app.count_repeated from public;
grant execute on function app.count_repeated to app_rw;
revoke execute on function app.lines_of_debts from public;
grant execute on function app.lines_of_debts to app_rw;
revoke execute on function app.count_resent from public;
grant execute on function app.count_resent to app_rw;
grant usage on sequence payment_line_id to app_rw;
alter table payment_line enable row level security;
create policy payment_line_scope on payment_line
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger payment_line_added after insert on payment_line referencing new table as changed for each statement
  execute function app.lines_edited();
create trigger payment_line_begins after insert on payment_line referencing new table as changed for each statement
  when (current_user = 'app_rw')
  execute function app.lines_begin();
create trigger payment_line_booked_once before update of booked_at on payment_line for each row
  when (
    old.booked_at is distinct from new.booked_at
    and not (old.booked_at is null and new.state = 'success' and old.state <> 'success')
  )
  execute function app.refuse('a line that was handed over to be paid stays booked as it was, from its success on');
create trigger payment_line_debt_stays before update of first_line_id, first_line_month on payment_line for each row
  when ((old.first_line_id, old.first_line_month) is distinct from (new.first_line_id, new.first_line_month))
  execute function app.refuse_change();
create trigger payment_line_delete before delete on payment_line for each row execute function app.line_leaves_early();
create trigger payment_line_edited after update of name, id_kind, id_number_index, mobile_index, bank_name,
  card_no_index, entity_name, entity_credit_code, service, remark, amount_text on payment_line for each row
  when ((old.name, old.id_kind, old.id_number_index, old.mobile_index, old.bank_name, old.card_no_index,
    old.entity_name, old.entity_credit_code, old.service, old.remark, old.amount_text)
    is distinct from (new.name, new.id_kind, new.id_number_index, new.mobile_index, new.bank_name, new.card_no_index,
    new.entity_name, new.entity_credit_code, new.service, new.remark, new.amount_text))
  execute function app.line_edited();
create trigger payment_line_excluded after update of state on payment_line for each row
  when (old.state <> new.state and ('excluded' = old.state or 'excluded' = new.state))
  execute function app.line_edited();
create trigger payment_line_fixed before update of seq, no, operator_id, entity_id, name, id_kind, bank_name, card_tail,
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
  execute function app.refuse('what was handed over to be paid stays as it was');
create trigger payment_line_joins_debt before insert on payment_line for each row
  when (new.retry_of_line_id is not null or new.collection_id is not null or new.first_line_id is not null)
  execute function app.line_joins_debt();
create trigger payment_line_keeps_its_number before update of id, month on payment_line for each row
  when (old.id <> new.id or old.month <> new.month)
  execute function app.refuse_change();
create trigger payment_line_left_while_prepared after update of state on payment_line for each row
  when (old.state <> new.state and ('excluded' = old.state or 'excluded' = new.state) and current_user = 'app_rw')
  execute function app.lines_while_prepared();
create trigger payment_line_moves before update of state on payment_line for each row
  when (old.state is distinct from new.state and not app.may_move(old.state, new.state))
  execute function app.line_moves_legally();
create trigger payment_line_numbers_fixed before update of id_number_sealed, id_number_index, mobile_sealed,
  mobile_index, card_no_sealed, card_no_index on payment_line for each row
  when (old.state not in ('invalid', 'warned', 'ready', 'excluded') and current_user = 'app_rw')
  execute function app.refuse('the numbers of a line that was handed over to be paid stay as they were');
create trigger payment_line_of_claim before update of collection_id, amount_text, id_number_index on payment_line
  for each row
  when (
    old.collection_id is distinct from new.collection_id and (old.collection_id is not null or current_user = 'app_rw')
    or old.collection_id is not null
      and (old.amount_text, old.id_number_index) is distinct from (new.amount_text, new.id_number_index)
  )
  execute function app.refuse('amount and payee that were claimed and handed over to be paid stay as they were');
create trigger payment_line_pays_once before update of state on payment_line for each row
  when (
    new.state = 'queued' and old.state in ('ready', 'warned') and new.first_line_id is not null
    or new.state = 'unknown' and old.state in ('failed', 'cancelled')
  )
  execute function app.debt_is_free();
create trigger payment_line_removed after delete on payment_line referencing old table as changed for each statement
  execute function app.lines_edited();
create trigger payment_line_reopens before update of state on payment_line for each row
  when (new.state = 'unknown' and old.state in ('held', 'failed', 'cancelled'))
  execute function app.line_reopens();
create trigger payment_line_takes_claim after insert on payment_line for each row
  when (new.collection_id is not null)
  execute function app.line_takes_claim();
create trigger payment_line_tells_claim after update of state on payment_line for each row
  when (new.collection_id is not null and old.state <> new.state)
  execute function app.line_tells_claim();
create trigger payment_line_tells_invoice after update of state on payment_line for each row
  when (old.state <> new.state and (new.state = 'returned' or old.state = 'returned'))
  execute function app.line_tells_invoice();
create trigger payment_line_while_prepared after update of name, id_kind, id_number_index, mobile_index, bank_name,
  card_no_index, entity_name, entity_credit_code, service, remark, amount_text on payment_line for each row
  when (
    current_user = 'app_rw'
    and (old.name, old.id_kind, old.id_number_index, old.mobile_index, old.bank_name, old.card_no_index,
      old.entity_name, old.entity_credit_code, old.service, old.remark, old.amount_text)
      is distinct from (new.name, new.id_kind, new.id_number_index, new.mobile_index, new.bank_name, new.card_no_index,
      new.entity_name, new.entity_credit_code, new.service, new.remark, new.amount_text)
  )
  execute function app.lines_while_prepared();
grant select, insert, update (seq, no, operator_id, entity_id, name, id_kind, bank_name, entity_name,
  entity_credit_code, service, remark, amount_text, gross_fen, vat_fen, city_fen, education_fen, local_education_fen,
  surcharge_fen, iit_fen, tax_unit_fen, fee_fen, fee_unit_fen, fee_operator_fen, net_fen, cost_fen, income_fen,
  filing_way, calculation, issues, state, fail_code, fail_reason, sent_at, finished_at, returned_at, released_at,
  next_query_at, queries, retry_of_line_id, version, id_number_sealed, id_number_index, mobile_sealed, mobile_index,
  card_no_sealed, card_no_index, card_tail, collection_id, booked_at) on payment_line to app_rw;
revoke execute on function app.payouts_due from public;
grant execute on function app.payouts_due to app_rw;
alter table payout_attempt enable row level security;
create policy payout_attempt_scope on payout_attempt
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger payout_attempt_begins after insert on payout_attempt for each row
  when (current_user = 'app_rw' and new.state <> 'created')
  execute function app.refuse('an attempt begins with being created');
create trigger payout_attempt_line after insert on payout_attempt referencing new table as added for each statement
  execute function app.attempts_have_lines();
create trigger payout_attempt_moves before update of state on payout_attempt for each row
  when (
    old.state is distinct from new.state
    and not (old.state = 'sent' and new.state = 'created')
    and not app.may_move(case old.state when 'created' then 'queued' else old.state end, new.state)
  )
  execute function app.refuse_move();
create trigger payout_attempt_stays before update of month, line_id on payout_attempt for each row
  execute function app.refuse_change();
grant select, insert, update (channel_ref, state, answer, sent_at, finished_at) on payout_attempt to app_rw;
alter table payout_event enable row level security;
create policy payout_event_scope on payout_event
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger lines_tell after insert on payout_event referencing new table as fresh for each statement
  execute function app.tell_lines();
create trigger payout_event_append_only before update or delete on payout_event for each row
  execute function app.refuse_change();
grant select, insert on payout_event to app_rw;
alter table commission_item enable row level security;
create policy commission_item_scope on commission_item
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger commission_item_days after insert on commission_item referencing new table as added for each statement
  execute function app.commission_days();
create trigger commission_item_places after insert on commission_item referencing new table as added for each statement
  execute function app.places_exist();
grant select, insert on commission_item to app_rw;
alter table payout_exception enable row level security;
create policy payout_exception_scope on payout_exception
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger payout_exception_moves before update on payout_exception for each row
  execute function app.payout_exception_moves();
create trigger payout_exception_no_truncate before truncate on payout_exception for each statement
  execute function app.refuse_change();
create trigger payout_exception_stays before delete on payout_exception for each row
  execute function app.refuse_change();
create trigger payout_exception_tells after insert or update on payout_exception for each row
  execute function app.tell_place('batches');
grant select, insert, update (state, owner_id, resolution, proposed_by, resolved_at, version) on payout_exception
  to app_rw;
alter table payout_exception_step enable row level security;
create policy payout_exception_step_scope on payout_exception_step
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger payout_exception_step_append_only before update or delete on payout_exception_step for each row
  execute function app.refuse_change();
create trigger payout_exception_step_no_truncate before truncate on payout_exception_step for each statement
  execute function app.refuse_change();
grant select, insert on payout_exception_step to app_rw;
revoke execute on function app.has_exception from public;
grant execute on function app.has_exception to app_rw;
alter table payout_notice enable row level security;
create policy payout_notice_scope on payout_notice
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger payout_notice_append_only before update or delete on payout_notice for each row
  execute function app.refuse_change();
create trigger payout_notice_no_truncate before truncate on payout_notice for each statement
  execute function app.refuse_change();
grant select, insert on payout_notice to app_rw;
alter table channel_notice enable row level security;
create policy channel_notice_scope on channel_notice
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update (applied_at) on channel_notice to app_rw;
alter table channel_file enable row level security;
create policy channel_file_scope on channel_file
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update (outcome, refusal, refusal_values) on channel_file to app_rw;
alter table sandbox_payment enable row level security;
create policy sandbox_payment_scope on sandbox_payment using ((select app.sees_all()));
grant select, insert, update (queries, notified) on sandbox_payment to app_rw;
alter table payout_slip enable row level security;
create policy payout_slip_scope on payout_slip
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger payout_slip_append_only before update or delete on payout_slip for each row
  execute function app.refuse_change();
create trigger payout_slip_four_eyes after insert on payout_slip referencing new table as added for each statement
  execute function app.refuse_own_slip();
create trigger payout_slip_reported after insert on payout_slip referencing new table as added for each statement
  when (app.is_program())
  execute function app.expect_report();
grant select, insert on payout_slip to app_rw;
alter table payout_report enable row level security;
create policy payout_report_scope on payout_report
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger payout_report_begins after insert on payout_report for each row
  when (app.is_program() and (new.state <> 'waiting' or new.reported_by is distinct from app.user_id()))
  execute function app.refuse('a report begins in the name of its reporter');
create trigger payout_report_by_other before update on payout_report for each row
  when (app.is_program() and new.state = 'confirmed')
  execute function app.expect_other_hand('decided_by', 'reported_by');
create trigger payout_report_decided before update on payout_report for each row
  when (app.is_program() and new.decided_by is distinct from app.user_id())
  execute function app.refuse('a report is decided in the name of its decider');
create trigger payout_report_stands before update on payout_report for each row
  when (old.state <> 'waiting')
  execute function app.refuse('what was decided stays');
create trigger payout_report_stays before delete on payout_report for each row execute function app.refuse_change();
create trigger payout_report_tells after insert or update on payout_report for each row
  execute function app.tell_place('batches');
grant select, insert, update (state, decided_by, decided_at, answer) on payout_report to app_rw;
alter table recon_rule enable row level security;
create policy recon_rule_scope on recon_rule
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update (stop_above_fen, needs_bank, version) on recon_rule to app_rw;
alter table recon_file enable row level security;
create policy recon_file_scope on recon_file
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update (done_count, skipped_count, state) on recon_file to app_rw;
alter table recon_day enable row level security;
create policy recon_day_scope on recon_day
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger recon_day_moves before update of state on recon_day for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('waiting', 'matched'), ('matched', 'waiting'), ('matched', 'closed'),
      ('closed', 'matched'))
  )
  execute function app.refuse_move();
create trigger recon_day_stands before update on recon_day for each row
  when (
    old.state = 'closed'
    and (old.ours_count, old.ours_fen, old.theirs_count, old.theirs_fen, old.bank_count, old.bank_fen, old.topup_count,
      old.topup_fen)
      is distinct from (new.ours_count, new.ours_fen, new.theirs_count, new.theirs_fen, new.bank_count, new.bank_fen,
      new.topup_count, new.topup_fen)
  )
  execute function app.refuse('what was matched on a closed day stands');
create trigger recon_day_tells after insert or update on recon_day for each row
  execute function app.tell_centre('recon');
grant select, insert, update (state, missing, ours_count, ours_fen, theirs_count, theirs_fen, bank_count, bank_fen,
  topup_count, topup_fen, matched_at, closed_by, closed_at, told_missing, version, refusal, refusal_values) on recon_day
  to app_rw;
alter table recon_row enable row level security;
create policy recon_row_scope on recon_row
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update (is_topup) on recon_row to app_rw;
alter table recon_item enable row level security;
create policy recon_item_scope on recon_item
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger recon_item_is_settled before update on recon_item for each row
  when (
    old.state = 'settled'
    and old.ending not in ('matched', 'timing')
    and (old.state, old.ending, old.ours_fen, old.theirs_fen, old.suspense_fen)
      is distinct from (new.state, new.ending, new.ours_fen, new.theirs_fen, new.suspense_fen)
  )
  execute function app.refuse('a settled difference stays');
create trigger recon_item_tells after update on recon_item referencing new table as fresh for each statement
  execute function app.tell_differences();
grant select, insert, update (mode, kind, serial, memo, attempt_id, ours_fen, theirs_fen, suspense_fen, stops, state,
  ending, proposal, proposed_by, exception_id, owner_id, due_on, seen_at, settled_at, told_due, version) on recon_item
  to app_rw;
alter table recon_step enable row level security;
create policy recon_step_scope on recon_step
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger recon_step_append_only before update or delete on recon_step for each row
  execute function app.refuse_change();
create trigger recon_step_no_truncate before truncate on recon_step for each statement
  execute function app.refuse_change();
grant select, insert on recon_step to app_rw;
revoke execute on function app.balanced_to from public;
grant execute on function app.balanced_to to app_rw;
alter table commission_day enable row level security;
create policy commission_day_scope on commission_day
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or party_type = 'partner' and party_id = (select app.partner_id())
    or party_type = 'staff' and party_id = (select app.user_id())
  );
create trigger commission_day_billed before update on commission_day for each row
  when (old.bill_id is not null)
  execute function app.refuse('what is on a bill stays there');
grant select, update (bill_id) on commission_day to app_rw;
alter table commission_bill enable row level security;
create policy commission_bill_scope on commission_bill
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or party_type = 'partner' and party_id = (select app.partner_id())
    or party_type = 'staff' and party_id = (select app.user_id())
  );
create trigger commission_bill_agreed before update on commission_bill for each row
  when (
    old.state not in ('generated', 'disputed')
    and (old.adjusted_fen, old.amount_fen) is distinct from (new.adjusted_fen, new.amount_fen)
  )
  execute function app.refuse('what the party agreed to stays');
create trigger commission_bill_by_other before update of paid_by on commission_bill for each row
  when (app.is_program() and new.paid_by is not null and old.paid_by is null)
  execute function app.expect_other_hand('paid_by', 'prepared_by');
create trigger commission_bill_is_paid before update on commission_bill for each row
  when (old.state = 'paid')
  execute function app.refuse('a paid bill stays');
create trigger commission_bill_moves before update of state on commission_bill for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('generated', 'disputed'), ('disputed', 'generated'), ('generated', 'confirmed'),
      ('confirmed', 'invoiced'), ('invoiced', 'confirmed'), ('invoiced', 'paid'), ('confirmed', 'paid'))
  )
  execute function app.refuse_move();
grant select, insert, update (state, adjusted_fen, amount_fen, invoice_no, invoice_file_id, paid_on, bank_serial,
  slip_file_id, prepared_by, prepared_at, paid_by, paid_at, version) on commission_bill to app_rw;
alter table commission_adjustment enable row level security;
create policy commission_adjustment_scope on commission_adjustment
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or exists (select from commission_bill bill where bill.id = commission_adjustment.bill_id)
  );
create trigger commission_adjustment_by_other before update of decided_by on commission_adjustment for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null and new.state <> 'withdrawn')
  execute function app.expect_other_hand('decided_by', 'proposed_by');
create trigger commission_adjustment_stands before update on commission_adjustment for each row
  when (old.state <> 'proposed')
  execute function app.refuse('what was decided stays');
grant select, insert, update (state, decided_by, decided_at) on commission_adjustment to app_rw;
alter table commission_step enable row level security;
create policy commission_step_scope on commission_step
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or exists (select from commission_bill bill where bill.id = commission_step.bill_id)
  );
create trigger commission_step_append_only before update or delete on commission_step for each row
  execute function app.refuse_change();
create trigger commission_step_no_truncate before truncate on commission_step for each statement
  execute function app.refuse_change();
grant select, insert on commission_step to app_rw;
alter table collection enable row level security;
create policy collection_scope on collection
  using (
    (select app.sees_all())
    or operator_id = (select app.operator_id())
    or unit_id = any ((select app.unit_ids())::bigint[]) and submitted_at is not null
    or centre_id = any ((select app.centre_ids())::bigint[]) and (submitted_at is not null or is_entered)
  );
create trigger collection_moves before update of state on collection for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('draft', 'pending'), ('returned', 'pending'), ('pending', 'draft'),
      ('draft', 'cancelled'), ('returned', 'cancelled'), ('pending', 'confirmed'), ('pending', 'returned'),
      ('confirmed', 'returned'), ('confirmed', 'paying'), ('paying', 'paid'), ('paying', 'confirmed'),
      ('paid', 'confirmed'), ('draft', 'paying'), ('pending', 'paying'), ('returned', 'paying'),
      ('cancelled', 'paying'))
  )
  execute function app.refuse_move();
create trigger collection_stands before update on collection for each row
  when (
    old.state not in ('draft', 'returned')
    and (old.operator_id, old.unit_id, old.centre_id, old.mode, old.order_id, old.entity_id, old.amount_fen,
      old.period_from, old.period_to, old.content)
      is distinct from (new.operator_id, new.unit_id, new.centre_id, new.mode, new.order_id, new.entity_id,
      new.amount_fen, new.period_from, new.period_to, new.content)
  )
  execute function app.refuse('a claim that was submitted stays as it is');
create trigger collection_tells after insert or update on collection for each row
  execute function app.tell_place('collections');
grant select, insert, update (centre_id, unit_id, mode, order_id, entity_id, amount_fen, content, period_from,
  period_to, state, reason, submitted_at, confirmed_by, confirmed_at, version) on collection to app_rw;
alter table collection_paper enable row level security;
create policy collection_paper_scope on collection_paper
  using (exists (select from collection claim where claim.id = collection_paper.collection_id));
grant select, insert, delete on collection_paper to app_rw;
alter table payment_objection enable row level security;
create policy payment_objection_scope on payment_objection
  using (
    (select app.sees_all())
    or operator_id = (select app.operator_id())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or centre_id = any ((select app.centre_ids())::bigint[])
  );
create trigger payment_objection_by_other before update of decided_by on payment_objection for each row
  when (app.is_program() and new.decided_by is not null and old.decided_by is null)
  execute function app.expect_other_hand('decided_by', 'created_by');
create trigger payment_objection_ended before update on payment_objection for each row
  when (old.state in ('upheld', 'rejected', 'withdrawn'))
  execute function app.refuse('an objection that ended stays');
create trigger payment_objection_tells after insert or update on payment_objection for each row
  execute function app.tell_place('collections');
grant select, insert, update (state, escalated_at, answer, answered_by, answered_at, decision, decided_by, decided_at,
  version) on payment_objection to app_rw;
alter table voucher enable row level security;
create policy voucher_scope on voucher
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger voucher_late after insert on voucher referencing new table as added for each statement
  execute function app.forget_late_months();
create trigger voucher_places after insert on voucher referencing new table as added for each statement
  execute function app.places_exist();
create trigger voucher_returned after update on voucher
  referencing old table as former new table as changed for each statement
  execute function app.forget_paid_months();
create trigger voucher_stays before update of centre_id, unit_id on voucher for each row
  execute function app.refuse_change();
grant select, insert, update (is_returned, file_id, receipt_due_at, receipt_tries, is_from_channel, is_uploaded)
  on voucher to app_rw;
alter table voucher_upload enable row level security;
create policy voucher_upload_scope on voucher_upload
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
grant select, insert on voucher_upload to app_rw;
alter table batch_letter enable row level security;
create policy batch_letter_scope on batch_letter
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
grant select, insert on batch_letter to app_rw;
alter table business_filing enable row level security;
create policy business_filing_scope on business_filing
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger business_filing_moves before update of state on business_filing for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('open', 'closed'), ('closed', 'open'), ('closed', 'declared'),
      ('declared', 'paid'), ('declared', 'correcting'), ('paid', 'correcting'), ('certified', 'correcting'),
      ('archived', 'correcting'), ('correcting', 'declared'), ('paid', 'certified'), ('paid', 'archived'),
      ('certified', 'archived'))
  )
  execute function app.refuse_move();
grant select, insert, update (state, edition, due_on, closed_by, closed_at, told_on, warned, version) on business_filing
  to app_rw;
alter table business_filing_figure enable row level security;
create policy business_filing_figure_scope on business_filing_figure
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger business_filing_figure_no_truncate before truncate on business_filing_figure for each statement
  execute function app.refuse_change();
create trigger business_filing_figure_stands before insert or update on business_filing_figure for each row
  execute function app.business_figures_stand();
create trigger business_filing_figure_stays before delete on business_filing_figure for each row
  execute function app.refuse_change();
grant select, insert, update on business_filing_figure to app_rw;
alter table business_filing_step enable row level security;
create policy business_filing_step_scope on business_filing_step
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger business_filing_step_append_only before update or delete on business_filing_step for each row
  execute function app.refuse_change();
create trigger business_filing_step_no_truncate before truncate on business_filing_step for each statement
  execute function app.refuse_change();
grant select, insert on business_filing_step to app_rw;
alter table business_filing_receipt enable row level security;
create policy business_filing_receipt_scope on business_filing_receipt
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger business_filing_receipt_append_only before update or delete on business_filing_receipt for each row
  execute function app.refuse_change();
create trigger business_filing_receipt_no_truncate before truncate on business_filing_receipt for each statement
  execute function app.refuse_change();
grant select, insert on business_filing_receipt to app_rw;
alter table business_filing_payment enable row level security;
create policy business_filing_payment_scope on business_filing_payment
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger business_filing_payment_append_only before update or delete on business_filing_payment for each row
  execute function app.refuse_change();
create trigger business_filing_payment_no_truncate before truncate on business_filing_payment for each statement
  execute function app.refuse_change();
create trigger business_filing_payment_within after insert on business_filing_payment for each row
  execute function app.business_paid_within();
grant select, insert on business_filing_payment to app_rw;
alter table business_filing_certificate enable row level security;
create policy business_filing_certificate_scope on business_filing_certificate
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger business_filing_certificate_stays before delete on business_filing_certificate for each row
  when (old.filing_id is not null)
  execute function app.refuse('a certificate that found its business stays');
grant select, insert, delete on business_filing_certificate to app_rw;
alter table tax_credit enable row level security;
create policy tax_credit_scope on tax_credit
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_credit_stays before delete on tax_credit for each row execute function app.refuse_change();
grant select, insert, update (version) on tax_credit to app_rw;
alter table tax_entry enable row level security;
create policy tax_entry_scope on tax_entry
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_entry_by_other before update of state on tax_entry for each row
  when (app.is_program() and new.state = 'confirmed' and old.state = 'proposed')
  execute function app.expect_other_hand('decided_by', 'by_id');
create trigger tax_entry_moves before update of state on tax_entry for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('proposed', 'confirmed'), ('proposed', 'declined'), ('confirmed', 'reversing'),
      ('reversing', 'confirmed'), ('reversing', 'reversed'))
  )
  execute function app.refuse_move();
create trigger tax_entry_no_truncate before truncate on tax_entry for each statement
  execute function app.refuse_change();
create trigger tax_entry_reversed_by_other before update of state on tax_entry for each row
  when (app.is_program() and new.state = 'reversed')
  execute function app.expect_other_hand('reversed_by', 'reverse_by');
create trigger tax_entry_stays before delete on tax_entry for each row execute function app.refuse_change();
grant select, insert (declaration_id, centre_id, edition, vat_fen, surcharge_fen, iit_fen, late_fen, late_due_fen,
  late_reason, due_on, paid_on, serial, file_id, by_id, at), update (state, decided_by, decided_at, reason,
  reverse_reason, reverse_by, reverse_at, reversed_by, reversed_at, version) on tax_entry to app_rw;
alter table tax_credit_move enable row level security;
create policy tax_credit_move_scope on tax_credit_move
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_credit_move_append_only before update or delete on tax_credit_move for each row
  execute function app.refuse_change();
create trigger tax_credit_move_counts after insert on tax_credit_move for each row
  execute function app.tax_credit_moves();
create trigger tax_credit_move_no_truncate before truncate on tax_credit_move for each statement
  execute function app.refuse_change();
grant select, insert on tax_credit_move to app_rw;
alter table tax_declaration enable row level security;
create policy tax_declaration_scope on tax_declaration
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or exists (select from tax_line line where line.declaration_id = tax_declaration.id
      and line.operator_id = (select app.operator_id()))
  );
create trigger tax_declaration_books before update of state, booked_at on tax_declaration for each row
  execute function app.tax_books_kept();
create trigger tax_declaration_by_other before update of confirmed_by on tax_declaration for each row
  when (app.is_program() and new.confirmed_by is not null and old.confirmed_by is distinct from new.confirmed_by)
  execute function app.expect_other_hand('confirmed_by', 'closed_by');
create trigger tax_declaration_moves before update of state on tax_declaration for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('open', 'closing'), ('closing', 'closed'), ('closed', 'confirmed'),
      ('closed', 'open'), ('confirmed', 'open'), ('confirmed', 'declared'), ('declared', 'paid'),
      ('declared', 'correcting'), ('paid', 'correcting'), ('certified', 'correcting'), ('archived', 'correcting'),
      ('correcting', 'declared'), ('correcting', 'paid'), ('correcting', 'certified'), ('correcting', 'archived'),
      ('paid', 'certified'), ('paid', 'archived'), ('certified', 'archived'), ('paid', 'declared'),
      ('certified', 'declared'), ('archived', 'declared'))
  )
  execute function app.refuse_move();
grant select, insert (centre_id, month), update (state, edition, is_computing, done_count, total_count, people,
  gross_fen, vat_fen, surcharge_fen, iit_fen, difference_fen, policy_version, closed_by, closed_at, confirmed_by,
  told_on, version, due_on, booked_at, corrected_from, correction_told_at) on tax_declaration to app_rw;
alter table tax_line enable row level security;
create policy tax_line_scope on tax_line
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_line_drawn_up after insert on tax_line referencing new table as fresh for each statement
  execute function app.tax_lines_drawn_up();
create trigger tax_line_no_truncate before truncate on tax_line for each statement execute function app.refuse_change();
create trigger tax_line_stands after delete on tax_line referencing old table as gone for each statement
  execute function app.tax_lines_stand();
create trigger tax_line_unaltered before update on tax_line for each row
  execute function app.refuse('the lines of a closed period stand still');
grant select, insert on tax_line to app_rw;
alter table tax_step enable row level security;
create policy tax_step_scope on tax_step
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_step_append_only before update or delete on tax_step for each row
  execute function app.refuse_change();
create trigger tax_step_no_truncate before truncate on tax_step for each statement execute function app.refuse_change();
grant select, insert on tax_step to app_rw;
alter table tax_receipt enable row level security;
create policy tax_receipt_scope on tax_receipt
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_receipt_append_only before update or delete on tax_receipt for each row
  execute function app.refuse_change();
create trigger tax_receipt_no_truncate before truncate on tax_receipt for each statement
  execute function app.refuse_change();
grant select, insert on tax_receipt to app_rw;
revoke execute on function app.drop_tax_correction from public;
grant execute on function app.drop_tax_correction to app_rw;
revoke execute on function app.drop_tax_lines from public;
grant execute on function app.drop_tax_lines to app_rw;
alter table tax_payment enable row level security;
create policy tax_payment_scope on tax_payment
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_payment_append_only before update or delete on tax_payment for each row
  execute function app.refuse_change();
create trigger tax_payment_no_truncate before truncate on tax_payment for each statement
  execute function app.refuse_change();
create trigger tax_payment_within after insert on tax_payment for each row execute function app.tax_paid_within();
grant select, insert on tax_payment to app_rw;
alter table tax_certificate enable row level security;
create policy tax_certificate_scope on tax_certificate
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_certificate_stays before update or delete on tax_certificate for each row
  when (old.operator_id is not null)
  execute function app.refuse('a certificate that found its person stays');
grant select, insert, delete, update (operator_id, problem, is_by_hand, file_id) on tax_certificate to app_rw;
alter table tax_result enable row level security;
create policy tax_result_scope on tax_result
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_result_append_only before update or delete on tax_result for each row
  execute function app.refuse_change();
grant select, insert on tax_result to app_rw;
alter table tax_result_item enable row level security;
create policy tax_result_item_scope on tax_result_item
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_result_item_once before update on tax_result_item for each row
  when (old.reason <> '')
  execute function app.refuse('what was explained stays');
grant select, insert, update (reason, explained_by, explained_at) on tax_result_item to app_rw;
alter table tax_form enable row level security;
create policy tax_form_change on tax_form using ((select app.sees_all()));
create policy tax_form_read on tax_form for select
  using ((select app.sees_all()) or (select app.centre_ids()) <> '{}'::bigint[]);
create trigger tax_form_by_other before update of published_by on tax_form for each row
  when (app.is_program() and new.published_by is not null and old.published_by is null)
  execute function app.expect_other_hand('published_by', 'hands');
create trigger tax_form_guard before update on tax_form for each row execute function app.guard_tax_form();
create trigger tax_form_hands before insert or update of first_day, chosen, edited_by on tax_form for each row
  execute function app.keep_hands('{}', 'made_by', 'edited_by');
grant select, insert, update (state, first_day, chosen, edited_by, published_by, published_at, version) on tax_form
  to app_rw;
alter table tax_file enable row level security;
create policy tax_file_scope on tax_file
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert on tax_file to app_rw;
revoke execute on function app.tax_shares from public;
grant execute on function app.tax_shares to app_rw;
alter table tax_draft enable row level security;
create policy tax_draft_platform on tax_draft using ((select app.sees_all()));
create trigger tax_draft_by_other before update of published_by on tax_draft for each row
  when (app.is_program() and new.published_by is not null and old.published_by is null)
  execute function app.expect_other_hand('published_by', 'hands');
create trigger tax_draft_guard before update on tax_draft for each row execute function app.guard_tax_draft();
create trigger tax_draft_left_by_other before update of left_by on tax_draft for each row
  when (app.is_program() and new.left_by is not null and old.left_by is null)
  execute function app.expect_other_hand('left_by', 'leave_by');
grant select, insert, update (state, base_version, policy_version, first_day, known_until, grade, params, digest, hands,
  edited_by, edited_at, examples, preview, published_by, published_at, before_to, leave_reason, leave_by, leave_at,
  left_by, left_at, version) on tax_draft to app_rw;
alter table tax_draft_example enable row level security;
create policy tax_draft_example_platform on tax_draft_example using ((select app.sees_all()));
grant select, insert on tax_draft_example to app_rw;
alter table tax_point_answer enable row level security;
create policy tax_point_answer_platform on tax_point_answer using ((select app.sees_all()));
grant select, insert on tax_point_answer to app_rw;
alter table calendar_year enable row level security;
create policy calendar_year_platform on calendar_year using ((select app.sees_all()));
create policy calendar_year_read on calendar_year for select using (state = 'published');
create trigger calendar_year_by_other before update of published_by on calendar_year for each row
  when (app.is_program() and new.published_by is not null and old.published_by is null)
  execute function app.expect_other_hand('published_by', 'hands');
create trigger calendar_year_fixed before update on calendar_year for each row
  when (old.state <> 'draft')
  execute function app.refuse('a year that was published or dropped is not changed');
grant select, insert, update (state, source, off, working, hands, published_by, published_at, version) on calendar_year
  to app_rw;
alter table acct_mapping enable row level security;
create policy acct_mapping_scope on acct_mapping
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger acct_mapping_by_other before update of checked_by on acct_mapping for each row
  when (app.is_program() and new.checked_by is not null and old.checked_by is null)
  execute function app.expect_other_hand('checked_by', 'made_by');
create trigger acct_mapping_once before update on acct_mapping for each row
  when (old.state <> 'draft')
  execute function app.refuse('a mapping that was decided on stays');
grant select, insert, update (state, reason, checked_by, checked_at, version) on acct_mapping to app_rw;
alter table acct_mapping_row enable row level security;
create policy acct_mapping_row_scope on acct_mapping_row
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger acct_mapping_row_append_only before update or delete on acct_mapping_row for each row
  execute function app.refuse_change();
grant select, insert on acct_mapping_row to app_rw;
alter table acct_issue enable row level security;
create policy acct_issue_scope on acct_issue
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger acct_issue_append_only before update or delete on acct_issue for each row
  execute function app.refuse_change();
create trigger acct_issue_no_truncate before truncate on acct_issue for each statement
  execute function app.refuse_change();
grant select, insert on acct_issue to app_rw;
alter table acct_voucher enable row level security;
create policy acct_voucher_scope on acct_voucher
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger acct_voucher_append_only before update or delete on acct_voucher for each row
  execute function app.refuse_change();
create trigger acct_voucher_no_truncate before truncate on acct_voucher for each statement
  execute function app.refuse_change();
create trigger acct_voucher_stand after insert on acct_voucher referencing new table as added for each statement
  execute function app.acct_vouchers_stand();
grant select, insert on acct_voucher to app_rw;
alter table acct_voucher_line enable row level security;
create policy acct_voucher_line_scope on acct_voucher_line
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger acct_voucher_line_append_only before update or delete on acct_voucher_line for each row
  execute function app.refuse_change();
create trigger acct_voucher_line_no_truncate before truncate on acct_voucher_line for each statement
  execute function app.refuse_change();
create trigger acct_voucher_line_stand after insert on acct_voucher_line
  referencing new table as added for each statement
  execute function app.acct_lines_stand();
grant select, insert on acct_voucher_line to app_rw;
revoke execute on function app.acct_digest from public;
grant execute on function app.acct_digest to app_rw;
revoke execute on function app.book_moves from public;
grant execute on function app.book_moves to app_rw;
revoke execute on function app.sales_of from public;
grant execute on function app.sales_of to app_rw;
alter table platform_report enable row level security;
create policy platform_report_scope on platform_report
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger platform_report_order before update on platform_report for each row
  when (old.state = 'reported' or old.state = 'exported' and new.state = 'generated')
  execute function app.refuse('a report goes forward, and one that was reported stays');
grant select, insert, update (state, reported_on, receipt_no, receipt_file_id, reported_by, reported_at, version)
  on platform_report to app_rw;
alter table platform_report_row enable row level security;
create policy platform_report_row_scope on platform_report_row
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger platform_report_row_frozen after insert on platform_report_row
  referencing new table as added for each statement
  execute function app.guard_report_rows();
grant select, insert on platform_report_row to app_rw;
alter table platform_basic enable row level security;
create policy platform_basic_scope on platform_basic
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger platform_basic_once before update on platform_basic for each row
  when (old.reported_on is not null)
  execute function app.refuse('what was reported stays');
grant select, insert, update (reported_on, receipt_no, receipt_file_id, reported_by, reported_at, version)
  on platform_basic to app_rw;
alter table invoice_title enable row level security;
create policy invoice_title_scope on invoice_title
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or exists (select from unit_setting setting where setting.unit_id = invoice_title.unit_id
      and setting.centre_id = any ((select app.centre_ids())::bigint[]))
  );
create trigger invoice_title_by_other before update of state on invoice_title for each row
  when (
    app.is_program()
    and old.state = 'pending'
    and new.state = 'approved'
    and not new.changed_at is distinct from old.changed_at
  )
  execute function app.expect_other_hand('', 'hands');
create trigger invoice_title_changed after update on invoice_title for each row
  when ((old.name, old.tax_no, old.address, old.telephone, old.bank, old.account_no, old.email, old.state,
    old.is_active)
    is distinct from (new.name, new.tax_no, new.address, new.telephone, new.bank, new.account_no, new.email, new.state,
    new.is_active))
  execute function app.keep_title_version();
create trigger invoice_title_hands before insert or update of name, tax_no, address, telephone, bank, account_no, email,
  changed_by on invoice_title for each row
  execute function app.keep_hands('{approved}', 'changed_by');
create trigger invoice_title_made after insert on invoice_title for each row execute function app.keep_title_version();
grant select, insert, update on invoice_title to app_rw;
alter table invoice_title_version enable row level security;
create policy invoice_title_version_scope on invoice_title_version
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or exists (select from unit_setting setting where setting.unit_id = invoice_title_version.unit_id
      and setting.centre_id = any ((select app.centre_ids())::bigint[]))
  );
create trigger invoice_title_version_append_only before update or delete on invoice_title_version for each row
  execute function app.refuse_change();
create trigger invoice_title_version_no_truncate before truncate on invoice_title_version for each statement
  execute function app.refuse_change();
grant select on invoice_title_version to app_rw;
alter table einvoice_channel enable row level security;
create policy einvoice_channel_scope on einvoice_channel
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger einvoice_channel_begins before insert on einvoice_channel for each row
  when (new.kind <> 'manual' and app.is_program())
  execute function app.begins_out_of_use();
create trigger einvoice_channel_guarded before update on einvoice_channel for each row
  when (
    app.is_program()
    and new.kind <> 'manual'
    and (old.kind, old.settings_sealed) is distinct from (new.kind, new.settings_sealed)
  )
  execute function app.expect_approved_change('einvoice_channel', 'kind', 'settings_sealed');
grant select, insert, update (kind, settings_sealed, version, set_by, set_at, tested_at, test_result, quota_fen,
  quota_at) on einvoice_channel to app_rw;
alter table einvoice_exchange enable row level security;
create policy einvoice_exchange_scope on einvoice_exchange
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger einvoice_exchange_append_only before update or delete on einvoice_exchange for each row
  execute function app.refuse_change();
create trigger einvoice_exchange_no_truncate before truncate on einvoice_exchange for each statement
  execute function app.refuse_change();
grant select, insert on einvoice_exchange to app_rw;
alter table invoice_line enable row level security;
create policy invoice_line_scope on invoice_line
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or centre_id = any ((select app.centre_ids())::bigint[])
  );
create trigger invoice_line_append_only before update or delete on invoice_line for each row
  execute function app.refuse_change();
create trigger invoice_line_no_truncate before truncate on invoice_line for each statement
  execute function app.refuse_change();
create trigger invoice_line_uses after insert on invoice_line referencing new table as added for each statement
  execute function app.use_lines();
create trigger invoice_line_uses_business after insert on invoice_line referencing new table as added for each statement
  execute function app.use_business_lines();
create trigger invoice_line_uses_issued after insert on invoice_line referencing new table as added for each statement
  execute function app.keep_issued();
grant select, insert on invoice_line to app_rw;
alter table invoice_use enable row level security;
create policy invoice_use_scope on invoice_use
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or centre_id = any ((select app.centre_ids())::bigint[])
  );
grant select on invoice_use to app_rw;
alter table invoice_quota enable row level security;
create policy invoice_quota_scope on invoice_quota
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or centre_id = any ((select app.centre_ids())::bigint[])
  );
grant select, insert, update (version) on invoice_quota to app_rw;
alter table invoice_application enable row level security;
create policy invoice_application_own on invoice_application
  using (operator_id = (select app.operator_id()))
  with check (operator_id = (select app.operator_id()));
create policy invoice_application_scope on invoice_application
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or centre_id = any ((select app.centre_ids())::bigint[])
  );
create trigger invoice_application_authorised before insert on invoice_application for each row
  when (new.issuer = 'business')
  execute function app.expect_authorisation();
create trigger invoice_application_by_other before update of reviewed_by on invoice_application for each row
  when (app.is_program() and new.reviewed_by is not null and old.reviewed_by is distinct from new.reviewed_by)
  execute function app.expect_other_hand('reviewed_by', 'applied_by');
create trigger invoice_application_kept before delete on invoice_application for each row
  execute function app.refuse_change();
create trigger invoice_application_moves before update of state on invoice_application for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('pending', 'todo'), ('pending', 'rejected'), ('pending', 'withdrawn'),
      ('todo', 'withdrawn'), ('todo', 'issuing'), ('todo', 'part'), ('todo', 'issued'), ('todo', 'failed'),
      ('issuing', 'part'), ('issuing', 'issued'), ('issuing', 'failed'), ('part', 'issued'), ('part', 'failed'),
      ('failed', 'todo'), ('failed', 'part'), ('failed', 'issued'), ('failed', 'withdrawn'))
  )
  execute function app.refuse_move();
create trigger invoice_application_tells after insert or update on invoice_application for each row
  execute function app.tell_place('invoices');
grant select, insert, update (issued_count, state, reason, reviewed_by, reviewed_at, finished_at, mailed_at, version,
  released_fen, released_count) on invoice_application to app_rw;
alter table invoice_step enable row level security;
create policy invoice_step_own on invoice_step
  using (operator_id = (select app.operator_id()))
  with check (operator_id = (select app.operator_id()));
create policy invoice_step_scope on invoice_step
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or centre_id = any ((select app.centre_ids())::bigint[])
  );
create trigger invoice_step_append_only before update or delete on invoice_step for each row
  execute function app.refuse_change();
create trigger invoice_step_no_truncate before truncate on invoice_step for each statement
  execute function app.refuse_change();
create trigger invoice_step_of_operator before insert on invoice_step for each row
  execute function app.invoice_of_operator();
grant select, insert on invoice_step to app_rw;
alter table invoice enable row level security;
create policy invoice_own on invoice
  using (operator_id = (select app.operator_id()))
  with check (operator_id = (select app.operator_id()));
create policy invoice_scope on invoice
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or centre_id = any ((select app.centre_ids())::bigint[])
  );
create trigger invoice_of_operator before insert on invoice for each row execute function app.invoice_of_operator();
create trigger invoice_released_stays before update on invoice for each row
  when (old.state = 'released')
  execute function app.refuse('an invoice that was released is not issued any more');
create trigger invoice_stays before update on invoice for each row
  when (
    old.number is not null
    and (old.number, old.issued_on, old.issued_by, old.issued_at)
      is distinct from (new.number, new.issued_on, new.issued_by, new.issued_at)
  )
  execute function app.refuse('an invoice that was issued stays; a red letter takes it back');
grant select, insert, update (state, number, issued_on, issued_by, issued_at, red_fen) on invoice to app_rw;
alter table invoice_file enable row level security;
create policy invoice_file_own on invoice_file
  using (operator_id = (select app.operator_id()))
  with check (operator_id = (select app.operator_id()));
create policy invoice_file_scope on invoice_file
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or centre_id = any ((select app.centre_ids())::bigint[])
  );
create trigger invoice_file_of_operator before insert on invoice_file for each row
  execute function app.invoice_of_operator();
create trigger invoice_file_replaced before update on invoice_file for each row
  when (old.replaced_at is not null)
  execute function app.refuse('a file that was replaced stays so');
grant select, insert, update (replaced_at) on invoice_file to app_rw;
alter table invoice_import enable row level security;
create policy invoice_import_scope on invoice_import
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger invoice_import_done before update on invoice_import for each row
  when (old.state = 'done')
  execute function app.refuse('results that were taken stay');
grant select, insert, update (state, done_count, faults) on invoice_import to app_rw;
alter table invoice_order enable row level security;
create policy invoice_order_scope on invoice_order
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger invoice_order_stays before update on invoice_order for each row
  when (old.settled_at is not null)
  execute function app.refuse('an order that was settled stays');
create trigger invoice_order_tells after insert or update on invoice_order for each row
  execute function app.tell_place('invoices');
grant select, insert, update (state, tries, next_at, number, issued_on, fault, fault_values, asked_by, settled_at)
  on invoice_order to app_rw;
alter table red_letter enable row level security;
create policy red_letter_own on red_letter
  using (operator_id = (select app.operator_id()))
  with check (operator_id = (select app.operator_id()));
create policy red_letter_scope on red_letter
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or centre_id = any ((select app.centre_ids())::bigint[])
  );
create trigger red_letter_kept before delete on red_letter for each row execute function app.refuse_change();
create trigger red_letter_mistake before insert on red_letter for each row
  when (new.reason = 'mistake')
  execute function app.red_mistake_whole();
create trigger red_letter_moves before update of code on red_letter for each row
  when (
    old.code <> new.code
    and (old.code, new.code) not in (('10', '01'), ('10', '02'), ('10', '03'), ('10', '08'), ('02', '04'), ('02', '05'),
      ('02', '07'), ('02', '08'), ('03', '04'), ('03', '06'), ('03', '07'), ('03', '08'), ('01', '09'), ('04', '09'))
  )
  execute function app.refuse_move();
create trigger red_letter_of_operator before insert on red_letter for each row
  execute function app.invoice_of_operator();
create trigger red_letter_stays before update on red_letter for each row
  when (old.is_issued)
  execute function app.refuse('a red letter that was issued stays');
create trigger red_letter_tells after insert or update on red_letter for each row
  execute function app.tell_place('invoices');
create trigger red_letter_within_blue after insert on red_letter for each row execute function app.red_within_blue();
grant select, insert, update (code, confirm_no, expires_at, is_issued, number, issued_on, issued_by, issued_at, version)
  on red_letter to app_rw;
alter table issue_authorisation enable row level security;
create policy issue_authorisation_scope on issue_authorisation
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger issue_authorisation_stays before update on issue_authorisation for each row
  when (old.state <> 'active')
  execute function app.refuse('an authorisation that ended stays as it was');
grant select, insert, update (state, reason, ended_by, ended_at, version) on issue_authorisation to app_rw;
alter table business_invoice_use enable row level security;
create policy business_invoice_use_scope on business_invoice_use
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or centre_id = any ((select app.centre_ids())::bigint[])
  );
grant select on business_invoice_use to app_rw;
alter table invite enable row level security;
grant select, insert, update, delete on invite to app_accounts;
alter table application enable row level security;
create policy application_scope on application
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger application_tells after insert or update on application for each row
  when (new.state <> 'draft')
  execute function app.tell_place('applications');
grant select (id, no, kind, state, centre_id, reviewer_id, submitted_at, unit_id) on application to app_rw;
grant select, insert, update, delete on application to app_accounts;
alter table application_file enable row level security;
create policy application_file_scope on application_file
  using (exists (select from application whole where whole.id = application_file.application_id));
grant select (application_id, field, file_id) on application_file to app_rw;
grant select, insert, update, delete on application_file to app_accounts;
alter table application_event enable row level security;
create trigger application_event_append_only before update on application_event for each row
  execute function app.refuse_change();
grant select, insert, update, delete on application_event to app_accounts;
alter table application_code enable row level security;
grant select, insert, update, delete on application_code to app_accounts;
alter table registration_appeal enable row level security;
create policy registration_appeal_scope on registration_appeal
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger registration_appeal_tells after insert or update on registration_appeal for each row
  execute function app.tell_place('applications');
grant select on registration_appeal to app_rw;
grant select, insert, update, delete on registration_appeal to app_accounts;
alter table import_sheet enable row level security;
create policy import_sheet_scope on import_sheet
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger import_sheet_by_other before update of committed_by on import_sheet for each row
  when (app.is_program() and new.kind = 'contracts' and new.committed_by is not null and old.committed_by is null)
  execute function app.expect_other_hand('committed_by', 'preparers');
grant select, insert, update (state, state_reason, row_count, total_count, done_count, created_count, linked_count,
  committed_by, committed_at, finished_at, version, file_sums, undone_by, undone_at, undo_reason, preparers,
  prepared_by, prepared_at) on import_sheet to app_rw;
alter table import_row enable row level security;
create policy import_row_scope on import_row
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
grant select, insert, update (name, cells, id_number_sealed, id_number_index, mobile_sealed, mobile_index,
  card_no_sealed, card_no_index, issues, state, result, made_id, id_address_sealed) on import_row to app_rw;
alter table import_file enable row level security;
create policy import_file_scope on import_file
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, delete, update (state, problem, file_id, sha256, pages) on import_file to app_rw;
alter table opening_sheet enable row level security;
create policy opening_sheet_scope on opening_sheet
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger opening_sheet_by_other before update of confirmed_by on opening_sheet for each row
  when (app.is_program() and new.confirmed_by is not null and old.confirmed_by is null)
  execute function app.expect_other_hand('confirmed_by', 'hands');
create trigger opening_sheet_hands before insert or update of file_id, prepared_by on opening_sheet for each row
  execute function app.keep_hands('{}', 'prepared_by');
create trigger opening_sheet_stands before update on opening_sheet for each row
  when (
    old.state in ('booked', 'undoing', 'undone', 'cancelled')
    and (old.file_id, old.row_count, old.debit_fen, old.credit_fen, old.prepared_by)
      is distinct from (new.file_id, new.row_count, new.debit_fen, new.credit_fen, new.prepared_by)
  )
  execute function app.guard_opening();
create trigger opening_sheet_undone_by_other before update of undone_by on opening_sheet for each row
  when (app.is_program() and new.undone_by is not null and old.undone_by is null)
  execute function app.expect_other_hand('undone_by', 'undo_asked_by');
grant select, insert, update (file_name, file_id, state, row_count, faulty_count, debit_fen, credit_fen, prepared_by,
  prepared_at, confirmed_by, confirmed_at, undo_asked_by, undo_asked_at, undone_by, undone_at, ended_reason, version)
  on opening_sheet to app_rw;
alter table opening_row enable row level security;
create policy opening_row_scope on opening_row
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, delete on opening_row to app_rw;
alter table paid_month enable row level security;
create policy paid_month_scope on paid_month using (viewer = (select app.viewer()));
grant select, insert on paid_month to app_rw;
alter table report_month enable row level security;
create policy everybody on report_month to app_rw using (true) with check (true);
grant select, insert, delete, update (row_count) on report_month to app_rw;
alter table report_day enable row level security;
create policy report_day_scope on report_day
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
    or partner_id = (select app.partner_id())
  );
grant select, insert, delete on report_day to app_rw;
alter table report_people enable row level security;
create policy report_people_scope on report_people
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
grant select, insert, delete on report_people to app_rw;
alter table report_fee_day enable row level security;
create policy report_fee_day_scope on report_fee_day
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, delete on report_fee_day to app_rw;
alter table report_fee_file enable row level security;
create policy everybody on report_fee_file to app_rw using (true) with check (true);
grant select, insert on report_fee_file to app_rw;
alter table mobile_ask enable row level security;
grant select, insert, update, delete on mobile_ask to app_accounts;
alter table account_closing enable row level security;
create policy account_closing_scope on account_closing
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger closing_tells after insert or update on account_closing for each row
  execute function app.tell_centre('candidates');
grant select on account_closing to app_rw;
grant insert, update (state, resolution, decided_by, decided_at) on account_closing to app_accounts;
alter table audit_log enable row level security;
create policy audit_log_scope on audit_log for select
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger audit_log_append_only before update or delete on audit_log for each row
  execute function app.refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement
  execute function app.refuse_change();
grant select on audit_log to app_rw;
alter table audit_signature enable row level security;
create policy audit_signature_scope on audit_signature using ((select app.sees_all()));
create trigger audit_signature_append_only before update or delete on audit_signature for each row
  execute function app.refuse_change();
create trigger audit_signature_no_truncate before truncate on audit_signature for each statement
  execute function app.refuse_change();
grant select, insert on audit_signature to app_rw;
alter table audit_verification enable row level security;
create policy audit_verification_scope on audit_verification
  using ((select app.sees_all()) or chain = any ((select app.centre_ids())::bigint[]));
grant select, insert, update on audit_verification to app_rw;
revoke execute on function app.audit_of_no from public;
grant execute on function app.audit_of_no to app_rw;
alter table gateway enable row level security;
create policy gateway_scope on gateway using ((select app.sees_all()));
create trigger gateway_begins before insert on gateway for each row
  when (new.is_active and app.is_program())
  execute function app.begins_out_of_use();
create trigger gateway_changed after insert or update or delete on gateway for each statement
  execute function app.tell_gateways();
create trigger gateway_guarded before update on gateway for each row
  when (
    app.is_program()
    and (
      (old.kind, old.settings_sealed) is distinct from (new.kind, new.settings_sealed)
      or new.is_active and not old.is_active
    )
  )
  execute function app.expect_approved_change('gateway', 'kind', 'settings_sealed', 'is_active');
grant select, insert, update (kind, settings_sealed, is_active, version, set_by, set_at, tested_at, test_result)
  on gateway to app_rw;
alter table gateway_template enable row level security;
create policy gateway_template_scope on gateway_template using ((select app.sees_all()));
grant select, insert, delete, update (template, set_by, set_at) on gateway_template to app_rw;
alter table gateway_call enable row level security;
create policy gateway_call_scope on gateway_call using ((select app.sees_all()));
grant select on gateway_call to app_rw;
alter table text_message enable row level security;
create policy text_message_scope on text_message using ((select app.sees_all()));
grant select on text_message to app_rw;
alter table integrity_run enable row level security;
create policy integrity_run_scope on integrity_run using ((select app.sees_all()));
grant select, insert, update, delete on integrity_run to app_rw;
alter table integrity_finding enable row level security;
create policy integrity_finding_scope on integrity_finding using ((select app.sees_all()));
grant select, insert, update, delete on integrity_finding to app_rw;
alter table payout_stop enable row level security;
create policy payout_stop_scope on payout_stop using ((select app.sees_all()));
create trigger payout_stop_by_other before update of released_by on payout_stop for each row
  when (app.is_program() and new.released_by is not null and old.released_by is null)
  execute function app.expect_other_hand('released_by', 'asked_by');
create trigger payout_stop_ended before update on payout_stop for each row
  when (old.released_at is not null)
  execute function app.refuse_change();
create trigger payout_stop_stays before delete on payout_stop for each row execute function app.refuse_change();
grant select, insert, update on payout_stop to app_rw;
revoke execute on function app.payouts_stopped from public;
grant execute on function app.payouts_stopped to app_rw;
revoke execute on function app.all_payouts_stopped from public;
grant execute on function app.all_payouts_stopped to app_rw;
comment on table stored_file is 'An uploaded or generated file. Its bytes are in the file store and never change.';
comment on column stored_file.purpose is 'its use, which decides who may open it and how long it is kept';
comment on column stored_file.expires_at is 'when retention may delete it; null: never';
comment on column stored_file.deleting_at is 'when retention marked it; the row is deleted after the bytes';
comment on table session is 'A sign-in of an account on one device, from its beginning to its end.';
comment on column session.seen_at is 'last request; an idle session ends by it';
comment on column session.revoked_for is 'logout, password (changed), elsewhere (signed in on another device) or disabled (account)';
comment on column session.proved_at is 'when its holder last showed the login password again';
comment on table idempotency is 'A write request with the key of its caller. The same request under the same key receives the same answer.';
comment on column idempotency.request_hash is 'digest of the input: another input under the same key is refused';
comment on table throttle is 'How often something was tried under a subject (an address, an account and the like) within its window.';
comment on column throttle.since is 'beginning of the window';
comment on table counter is 'The last value of a counter: of each series of numbers per day and centre, and of the clock of a demo.';
comment on table vault_key is 'A key by which the sealed columns of this database are encrypted or indexed; the key itself is not in the database.';
comment on table task is 'Long work of a job for a person: an export, an archive, many items at once.';
comment on column task.message is 'why it failed';
comment on table file_link is 'A link that opens one file for a short time.';
comment on column file_link.user_id is 'whose it is; null for a signer without an account';
comment on table message is 'A message to a person, as a kind and values. The reader''s language supplies the words.';
comment on column message.path is 'page that it leads to';
comment on table message_choice is 'Whether a person wants messages of a topic by mail or text message; without a row the default counts.';
comment on table outbox is 'A mail or text message that a demo keeps instead of sending it.';
comment on column outbox.about is 'what it is about, so that the latest of it is found';
comment on table reg_ticket is 'Permission without an account to edit one application, or to send documents of one payee under review.';
comment on column reg_ticket.purpose is 'edit: the applicant; phone: the telephone that takes the pictures; papers: a payee whose documents were requested';
comment on table saved_view is 'Conditions of a list that a person keeps under a name; one of them may be what the list begins with.';
comment on column saved_view.query is 'As the address of the list has them, without what is searched for.';
comment on table client_error is 'An error in the browser of a signed-in person, as the browser reported it.';
comment on column client_error.failed_request_id is 'request that went wrong before it, if one did';
comment on column client_error.request_id is 'request that brought the report';
comment on table article is 'An article in one language, as it is being written; what readers see is one of its versions.';
comment on column article.group_id is 'first article of which this is a translation; null: it is the first itself';
comment on column article.topic is 'category of the knowledge base; for rules, terms: the text at /Clause';
comment on column article.attachments is 'files as id, name and size, in order';
comment on column article.publish_at is 'time of automatic publication; set only until then';
comment on column article.published_at is 'first publication: what lists are ordered by';
comment on column article.shown_no is 'newest version that was published; null: none yet';
comment on table article_version is 'The published text of an article, word for word. Never changes.';
comment on column article_version.published_by is 'null: published automatically at the set time';
comment on table article_reads is 'How often an article was opened. A separate table, because it is written every few seconds and articles are cached.';
comment on table article_vote is 'Whether an entry of the knowledge base helped, one answer of each visitor.';
comment on column article_vote.visitor is 'hash of a mark in the visitor’s browser; no other data of the visitor is kept';
comment on column article_vote.network is 'hash of day and network, which limits votes per day for scripts that invent marks';
comment on table app_user is 'An account with which a person of the platform, a unit, a centre or a partner, or an operator, signs in.';
comment on column app_user.usertype is '1 platform, 2 unit, 3 operator, 4 centre, 5 partner';
comment on column app_user.poststatus is 'post at a centre: 0 none, 1 director, 2 marketer, 3 salesperson, 4 across centres, 5 finance, 6 audit';
comment on column app_user.status is '0 draft, 1 under review, 2 returned, 3 to be signed, 4 documents missing, 5 disabled, 6 frozen, 7 closed, 8 active, 9 locked';
comment on column app_user.failed_logins is 'wrong passwords since the last right one; they fade with time from failed_at';
comment on column app_user.failed_payments is 'the same of the payment password';
comment on column app_user.isdl is 'whether the account also acts as an agent; the program hands it on and decides nothing by it';
comment on column app_user.islr is 'whether the account may key in for others: import operators for a unit';
comment on column app_user.application_id is 'application that the account waits for or came from';
comment on column app_user.password_reset_by is 'who else set the password last, and so may know it';
comment on column app_user.made_by is 'who made the account or last set where it is reached; null: the owner, or from before makers were kept';
comment on column app_user.owned_at is 'since when the owner has it: a password by a code or link to the own telephone or mail, or one that another administrator than the maker set';
comment on table second_factor is 'The authenticator of an account.';
comment on column second_factor.secret is 'sealed';
comment on column second_factor.confirmed_at is 'null while it is being set up';
comment on column second_factor.last_step is 'latest time step that was accepted; neither it nor an earlier one opens anything again';
comment on table recovery_code is 'A code that replaces the authenticator once.';
comment on table login_ticket is 'The right to take the second step of a sign-in after a correct password.';
comment on table login_address is 'A network address from which an account was signed in to; strangers who guess elsewhere do not lock its owner out there.';
comment on table recovery_ask is 'A request for a new password, including unsuccessful ones.';
comment on column recovery_ask.user_id is 'null when account and contact did not fit together';
comment on table recovery_ticket is 'The right to choose a new password once.';
comment on column recovery_ticket.password_was is 'digest of the password that was forgotten; any other change of it ends the ticket';
comment on table user_role is 'A role that an account has.';
comment on table user_centre is 'A centre that an account of a centre works at.';
comment on column user_centre.modes is 'modes it works in there';
comment on table account_application is 'A unit''s request for roles of one of its accounts. A person outside the unit decides.';
comment on column account_application.letter_file_id is 'letter of authorisation';
comment on column account_application.rejects is 'fields that were sent back, each with its reason';
comment on column account_application.corrects_id is 'rejected application that this one corrects';
comment on table guarded_change is 'A change of master data that moves money, proposed by one person and decided by another.';
comment on column guarded_change.kind is 'table whose row changes';
comment on column guarded_change.centre_id is 'centre that the row belongs to; null: a partner, or the platform';
comment on column guarded_change.becomes is 'every guarded column of the row after the change, but sealed settings';
comment on column guarded_change.settings_sealed is 'the settings after the change; null for a kind without settings';
comment on column guarded_change.shown is 'what differs, as people see it; secrets by fingerprint alone';
comment on column guarded_change.decided_by is 'who approved, rejected or withdrew it';
comment on column guarded_change.effective_at is 'from when the approved change may be applied';
comment on column guarded_change.row_name is 'name of the row when the change was proposed';
comment on column guarded_change.account_no_sealed is 'account number of a partner after the change';
comment on table role is 'A set of permissions for accounts of one kind.';
comment on column role.usertype is 'kind of account, as in app_user';
comment on column role.is_system is 'comes with the program: neither renamed nor deleted';
comment on column role.built_in is 'key by which the program knows its own role; null of roles that people made';
comment on table role_permission is 'A permission that a role holds.';
comment on table role_right_given is 'A permission that the program granted to a built-in role. It is granted once, so a revoked one stays revoked.';
comment on table permission_name is 'The names that administrators gave a permission, by language. Null: the name of the program.';
comment on table permission_order is 'The order of the permissions of a menu. Without a row the program''s order applies.';
comment on column permission_order.menu is 'group of the menu, or general for permissions of none';
comment on table centre is 'An operating centre: the payer and withholding agent of its units.';
comment on column centre.modes is 'modes it pays in';
comment on column centre.city_rate_ppm is 'rate of the city maintenance tax that the centre began with; changes are rows of centre_city_rate';
comment on column centre.age_min is 'age from which, and up to age_max, it pays people';
comment on column centre.single_limit_fen is 'limit of one line';
comment on column centre.month_limit_fen is 'limit of one person in a month';
comment on column centre.invoice_cap_fen is 'limit of one invoice';
comment on column centre.texts_payees is 'whether payees without an account receive a text message about their payments';
comment on column centre.business_contracts_from is 'from this day lines of mode 1 need the contract between unit and business';
comment on column centre.objection_days is 'working days that a unit has to answer an objection to a payment';
comment on column centre.refuses_owners is 'whether lines of mode 2 that pay the owner of a registered business as a natural person are refused';
comment on table centre_city_rate is 'The rate of the city maintenance tax of a centre, from the first day of a month on; of several for one day the last counts.';
comment on column centre_city_rate.made_by is 'person who entered it';
comment on table channel is 'A way by which a centre pays: the bank of the sandbox, or by hand (offline).';
comment on column channel.is_paused is 'paused by people; paused_reason says why';
comment on column channel.waits_until is 'no line is sent before this time: the channel reported that it is closed, or is outside its window';
comment on column channel.balance_fen is 'balance of the account as the channel last reported it';
comment on table platform_setting is 'The one row of settings of the whole platform.';
comment on column platform_setting.person_month_limit_fen is 'limit of one person in a month at all centres together; null: no limit';
comment on column platform_setting.account_cooling_hours is 'hours between the approval of a new receiving account and its first day; set by the operator of the machine';
insert into platform_setting default values;
comment on table partner is 'A company or person that brings units and earns from their fees.';
comment on column partner.account_name is 'with account_bank and account_no: receiving account of its commission';
comment on column partner.signing_centre_id is 'centre of its contract, set when it was approved';
comment on table fee_plan is 'An entry of the price list, which units are given; its versions say how it charges.';
comment on column fee_plan.ended_on is 'last day on which it may be used; null: no end';
comment on table fee_plan_version is 'How a fee plan charges from a day on, until its next version begins; never changed, only withdrawn before it begins.';
comment on column fee_plan_version.is_progressive is 'of a ladder: each part of the month''s amount at its own step, or a whole payment at the step it begins in';
comment on column fee_plan_version.minimum_fen is 'minimum fee of one payment';
comment on column fee_plan_version.tiers is 'steps of the month''s amount with their rates';
comment on column fee_plan_version.needs_second is 'whether a second person must approve: for a unit its rate is below what parties are due';
comment on table split_rule is 'The share of a role (partner, marketer, salesman, centre, platform) in the fees of a centre or of one unit.';
comment on column split_rule.unit_id is 'null: all units of the centre';
comment on column split_rule.party_id is 'null: every party assigned to the unit; else only this partner or account, where it is assigned';
comment on column split_rule.method is 'difference: between the rate above and the own floor rate; ratio: a part of the fee';
comment on column split_rule.mode is 'null: both';
comment on column split_rule.previous_id is 'version before it, which ended the day before this one begins';
comment on column split_rule.agreed_to is 'last day as it was agreed; effective_to is earlier where another version followed';
comment on column split_rule.needs_second is 'whether a second person must approve: some unit''s rate is below the floor';
comment on table unit is 'A company that pays operators through centres.';
comment on column unit.biz_kind is 'ordinary, or platform: operators register with it';
comment on column unit.status is '3 to be signed, 5 stopped (no new batches), 6 frozen (no money moves), 7 closed, 8 active';
comment on column unit.partner_id is 'who brought it';
comment on column unit.marketer_id is 'who looks after it, as salesman_id: staff of a centre';
comment on table unit_assignment is 'To which partner, marketer and salesman a unit is assigned from a moment on.';
comment on column unit_assignment.party_id is 'partner, or account of a centre''s person; null: no party';
comment on column unit_assignment.state is 'held: in effect · ahead: takes effect at its moment · cancelled: before it took effect · lapsed: the party could not take the unit on the day';
comment on table unit_setting is 'A unit at a centre in a mode; what was agreed there is in unit_setting_version.';
comment on column unit_setting.contract_id is 'contract in effect';
comment on column unit_setting.virtual_account_no is 'account at the bank of the centre by which incoming money is known as the unit''s';
comment on table unit_setting_version is 'The terms of a unit at a centre in a mode from a moment on, until the next version is in force.';
comment on column unit_setting_version.fee_unit_share_ppm is 'part of a shared fee that the unit bears';
comment on column unit_setting_version.dual_control is 'whether another person of the unit checks each batch';
comment on column unit_setting_version.freeze_on_submit is 'whether the cost is set aside at submission rather than once audited';
comment on column unit_setting_version.auto_audit_limit_fen is 'up to here a batch without warnings needs no audit at the centre; 0: every batch does';
comment on column unit_setting_version.evidence_limit_fen is 'a batch above it needs documents';
comment on column unit_setting_version.low_balance_fen is 'below it the unit is warned';
comment on column unit_setting_version.channel_ids is 'channels it is paid through, the preferred first; none: as the centre pays';
comment on column unit_setting_version.in_force_at is 'from when it holds; null unless approved';
comment on column unit_setting_version.needs_second is 'whether a second person must approve: the fee is below what parties are due';
comment on column unit_setting_version.restores_no is 'earlier version whose terms it brings back';
comment on table staff_record is 'Data of a centre''s staff that is not part of the account.';
comment on table customer_handover is 'Units pass from one of a centre''s staff to another on a day.';
comment on column customer_handover.unit_ids is 'null: all that there are on the day';
comment on table seal_certificate is 'A certificate with its sealed key, which seals documents of a centre or of the platform.';
comment on column seal_certificate.private_key_sealed is 'PKCS #8 in base64, sealed; requests never read it, the job that seals does as the owner.';
comment on table unit_related_person is 'A person of a unit (owner, manager, employee) whom the unit may not pay.';
comment on column unit_related_person.source is 'origin of the record: the unit''s registration, the centre or the unit';
comment on table relation_exception is 'A unit asks to pay a related person all the same; its centre decides, for a time.';
comment on table operator is 'A natural person who works for units and is paid, alone or as a registered business.';
comment on column operator.kind is 'platform: came with a unit; ordinary: registered without one';
comment on column operator.yztype is '1 natural person, 2 individual business, 3 sole proprietorship';
comment on column operator.status is '3 to sign, 5 disabled, 6 frozen, 7 closed, 8 active';
comment on column operator.centre_id is 'centre that keeps the record';
comment on column operator.region_code is 'first two digits of the identity number: the province; empty for other documents';
comment on column operator.verify_face is '0 never compared, 1 the own face, 2 failed three times in a row';
comment on column operator.agreement_until is 'last day of what was signed for the centre, by triggers on consent; infinity: no end; null: nothing signed';
comment on column operator.filing_until is 'the same of the authorisation to file taxes';
comment on column operator.identity_verified_by is 'Kind of gateway, hand for people with evidence, sandbox for the demo; empty: not verified';
comment on column operator.id_kind is 'kind of the identity document (domain/id-paper.ts)';
comment on column operator.sex is 'empty: as the identity number says';
comment on column operator.nationality is 'ISO 3166-1, two letters: country or region; empty: as the identity number says';
comment on column operator.valid_to is 'last day of the document; infinity: without end; null: unknown';
comment on column operator.paper_told is 'days left of the document at the last notification';
comment on column operator.tax_residence is 'declared by the person or the centre; null: of a mainland card a resident, of everybody else not known';
comment on table operator_card is 'A bank card of an operator.';
comment on column operator_card.card_tail is 'last four digits';
comment on column operator_card.brought_by is 'unit that brought it, which no other unit sees; null: the person or the keeper of the record did';
comment on column operator_card.verified_by is 'kind of gateway, hand for people with evidence, sandbox for the demo; empty: not verified';
comment on table unit_operator is 'An operator works for a unit.';
comment on column unit_operator.card_id is 'card that the unit pays to; null: the person''s own default';
comment on table candidate is 'A payee of a unit who does not match the records: the centre accepts, merges into an operator, or rejects.';
comment on column candidate.problems is 'codes of what did not match: E201 unknown, E202 name, E203 not verified, E204 card';
comment on column candidate.wanted is 'requested pictures, with wanted_reason';
comment on column candidate.verification is 'answer of the verifier';
comment on table candidate_merge is 'The values that merging a candidate into an operator changed, so that the merge can be undone for a day.';
comment on column candidate_merge.card_was_verified is 'null when the operator had no such card';
comment on column candidate_merge.link_was_active is 'null when the operator did not work for the unit';
comment on column candidate_merge.line_ids is 'lines that took the operator''s name and number';
comment on table candidate_paper is 'A picture that a candidate sent; the latest of each kind counts.';
comment on table card_reading is 'The fields read from the photograph of an identity card, bank card or licence.';
comment on column card_reading.holder is 'who had it read: user, application or candidate with its id';
comment on column card_reading.quality is 'of the picture, 0 to 100';
comment on table operator_entity is 'The registered business of an operator, from its first sheet to its cancellation; one at a time.';
comment on column operator_entity.form is 'individual business or sole proprietorship';
comment on column operator_entity.names is 'names wished for, while the register has not chosen one';
comment on column operator_entity.tax_kind is 'small-scale or general taxpayer';
comment on column operator_entity.levy is 'taxed by its books (audit) or on a deemed profit';
comment on column operator_entity.calendar_from is 'obligations are kept from the period of this day; null while there are none';
comment on column operator_entity.calendar_until is 'obligations are computed up to here';
comment on column operator_entity.annual_report_year is 'last year that was reported';
comment on column operator_entity.calendar_edition is 'edition of the working days they were computed by';
comment on table entity_step is 'An event of a business. Append-only.';
comment on column entity_step.facts is 'details of the step; for a change, old and new values; account numbers masked';
comment on column entity_step.created_by is 'null: the system';
comment on table entity_paper is 'A document that proves a step of a business.';
comment on table entity_obligation is 'A report, declaration or yearly fee that is due from a business for a period.';
comment on column entity_obligation.period is 'yyyy, yyyy-MM or yyyy-Qn';
comment on column entity_obligation.state is 'void: fell away before its time came';
comment on column entity_obligation.amount_fen is 'of the yearly fee what is owed; of a declaration what was paid';
comment on table entity_levy_rate is 'The rate at which tax is collected in advance from a business, from a day on; of several for one day the last counts.';
comment on column entity_levy_rate.file_id is 'notice of the tax office; null: from before notices were kept';
comment on table identity_dispute is 'An operator says that a unit uses the identity without consent: payments there stop until the centre has decided.';
comment on column identity_dispute.centre_id is 'centre of the operator, which decides';
comment on column identity_dispute.state is 'kept: the unit was right; ended: the operator was, and no longer works for the unit';
comment on table hand_verification is 'An identity or a card that people verified with evidence because no provider could; two people.';
comment on table contract_template is 'One edition of a template that contracts are drawn from; never changed once it was enabled.';
comment on column contract_template.series_id is 'first edition of the same template';
comment on column contract_template.mode is 'null: for both modes';
comment on column contract_template.for_centre_id is 'null: for all centres';
comment on column contract_template.signers is 'who signs, in the order of signing';
comment on column contract_template.places is 'places of signatures and values on the pages of a PDF';
comment on column contract_template.consents is 'what an operator agrees to by signing';
comment on table consent is 'A consent that an operator gave by a signature: to the agreement, tax filing or use of personal data. Payments require it.';
comment on column consent.valid_to is 'last day; null: no end';
comment on table contract is 'A contract between a centre and a unit, operator or partner, from its draft to its end.';
comment on column contract.amount_cap_fen is 'most that may be paid under it; null: no limit';
comment on column contract.source is 'electronic: signed here; paper: a second person compared its scan with the original; moved: taken over from an older system, without a signature here';
comment on column contract.parties is 'who the parties were when it was drawn up; numbers masked';
comment on column contract.file_id is 'file as it is now; each earlier one is in contract_revision';
comment on column contract.previous_id is 'contract that it renews, supplements or ends, by relation';
comment on column contract.checked_by is 'person who compared the scan of a contract signed on paper';
comment on column contract.ending_told is 'days left at the last notification of its parties';
comment on column contract.seal_fault is 'why what was signed is not sealed yet: there is no certificate, or it expired';
comment on column contract.origin_no is 'number in the older system';
comment on column contract.signed_on is 'day on which it was signed, as the list of the older system says';
comment on column contract.sheet_id is 'list that brought it; the list itself is not kept as long';
comment on table contract_revision is 'An edition of the file of a contract: the first without signatures, then one for each.';
comment on column contract_revision.task_id is 'signature that made it';
comment on table sign_task is 'A party''s turn to sign a contract.';
comment on column sign_task.position is 'place in the order of signing';
comment on column sign_task.way is 'hand: a person signs on the screen; seal: set by the system once all have signed';
comment on column sign_task.signer_id is 'id of the centre, unit, operator or partner, by signer_type';
comment on column sign_task.sealed_at is 'when the signature went into the file';
comment on column sign_task.evidence is 'what proves who signed what, and when';
comment on table sign_ticket is 'A link to the sign page, with the code or the face that proves who is there.';
comment on column sign_ticket.is_known is 'no digits are requested: the signer is signed in, or signed before with the same telephone';
comment on column sign_ticket.pass_hash is 'of the browser that knew the last digits of the signer''s number';
comment on column sign_ticket.codes is 'codes that were sent';
comment on column sign_ticket.face_tries is 'failures in a row';
comment on column sign_ticket.face_likeness is 'of the picture with the face, as reported by the verifier';
comment on table invoice_category is 'A category of invoices (开票类目) with its code in the national catalogue. Terms and orders refer to its name, which never changes.';
comment on column invoice_category.short_name is 'the catalogue''s short name, printed before the goods on an invoice';
comment on column invoice_category.source is 'where a starter category has its code from; empty for one that the platform made';
comment on table service_order is 'A unit''s order under a contract. Each batch pays for one order.';
comment on column service_order.price_mode is 'null: a framework, priced by its lists of business';
comment on column service_order.province is 'code of the province where the work is done; empty: anywhere';
comment on column service_order.people_wanted is '0: as many as there are';
comment on column service_order.reason is 'why it was last paused, returned, changed or cancelled';
comment on table order_operator is 'An operator''s invitation to an order, and the answer.';
comment on table order_paper is 'A document of an order: delivered work, the list of business of a period, or the acceptance sheet.';
comment on column order_paper.operator_id is 'who delivered it; null: the unit or the centre';
comment on column order_paper.explanation is 'why a document of another order or batch is used here too';
comment on column order_paper.fingerprint is 'of a picture, 256 bits by which a resaved copy is found';
comment on table account is 'An account of the ledger, of a unit or of a centre, in a mode, with its balance. Only entries move it.';
comment on column account.kind is 'unit_available, unit_frozen (set aside for batches) and unit_refund (set aside for refunds) are a unit''s, all others the centre''s';
comment on column account.balance_fen is 'plus: owed or earned, as what a unit has, tax and fees; minus: owned, so that 100 at the bank is −100';
comment on table ledger_journal is 'An event of money. Its entries sum to zero. Append-only.';
comment on column ledger_journal.ref_type is 'what caused it, with ref_id and ref_no';
comment on column ledger_journal.idem_key is 'one journal for one event, also when the event is reported again';
comment on column ledger_journal.entries is 'how many entries it has';
comment on column ledger_journal.reverses is 'journal that it reverses';
comment on table ledger_entry is 'The movement of one account by a journal. Append-only, partitioned by month.';
comment on column ledger_entry.line is 'place in its journal, from 1';
comment on column ledger_entry.amount_fen is 'plus: credit, minus: debit';
comment on table ledger_unbooked is 'Journals of the current transaction. Empty after each commit. Written by triggers.';
comment on table refund is 'A unit''s request to pay back its prepayment to the account of origin. The amount is set aside at once.';
comment on column refund.answer is 'why it was rejected, or why the bank did not pay it';
comment on column refund.paid_by is 'who registered what the bank did with it, paid or failed';
comment on table balance_adjustment is 'A correction of what a unit may spend, against the centre''s adjustments: above zero for the unit, below zero from it.';
comment on table balance_statement is 'The movements of a unit''s account at a centre and in a mode in one month. Its figures never change, and no journal is dated into its month any more.';
comment on column balance_statement.month is 'first day of the month';
comment on column balance_statement.opening_aside_fen is 'set aside for batches and refunds';
comment on column balance_statement.payment_fen is 'net to payees; like fee and tax below zero';
comment on column balance_statement.return_fen is 'returned payments, with their fee and tax';
comment on column balance_statement.other_fen is 'opening balances and what was settled from suspense';
comment on table balance_limit is 'Below what a unit wants to be warned of its balance, where that is not what its terms say.';
comment on table topup is 'A unit''s statement that it paid money to its centre. Another person confirms it with the bank''s record.';
comment on column topup.bank_serial is 'bank serial as entered by the unit';
comment on column topup.claim_reason is 'why money from another payer belongs to the unit; empty: the unit paid it';
comment on table bank_credit is 'Money that arrived at a centre, as the bank''s statement says.';
comment on column bank_credit.serial is 'serial of the bank; imported once at its centre';
comment on column bank_credit.unit_id is 'unit that the account named in it belongs to; null: unknown';
comment on column bank_credit.imported_by is 'person who imported the statement; null: before importers were kept';
comment on table credit_return is 'Money of a stranger that the centre sent back to the account it came from: registered by one person, confirmed by another.';
comment on table tax_policy is 'The figures of the tax law between two days; never changed.';
comment on column tax_policy.effective_to is 'last day; the day before its first where two people withdrew it; null: no end is known';
comment on column tax_policy.draft_id is 'where it was published in the browser; null: it came with the program';
comment on column tax_policy.digest is 'of its figures as they were when it was put in force';
comment on table tax_standing is 'Income and tax of a person at a centre in a month, including amounts set aside: the basis of cumulative withholding.';
comment on column tax_standing.gross_fen is 'before tax';
comment on column tax_standing.income_fen is 'what of it counts as income for withholding';
comment on column tax_standing.withheld_fen is 'income tax';
comment on column tax_standing.mode is '1: as a registered business, 2: as a natural person; the two never count together';
comment on column tax_standing.needs_review is 'something that later figures rest on has changed since they were computed';
comment on table tax_reservation is 'The amounts of one line in tax_standing, so that they are counted once and released exactly.';
comment on column tax_reservation.is_open is 'not yet paid: it moves to the month of payment';
comment on table tax_period is 'A month closed for its declaration. Its figures no longer change.';
comment on table tax_adjustment is 'A correction of a person''s month that is declared in the same or a later period.';
comment on column tax_adjustment.month is 'month whose figures it corrects';
comment on column tax_adjustment.period is 'month it is declared in: the month that it corrects; of returns declared before 2026-11-26 a later one';
comment on column tax_adjustment.kind is 'uncounted: a payment of a closed month came back; difference: more (−) or less (+) was taken than the tax of what was paid';
comment on column tax_adjustment.edition is 'edition of the period that declares it; null: no edition does yet, or the period is open';
comment on table tax_earlier is 'Income and tax of a natural person''s month that the payer declared before moving in. Counted in tax_standing.';
comment on column tax_earlier.sheet_id is 'list that brought it; the list itself is not kept as long';
comment on table payment_batch is 'A payment file of a unit: made, checked, audited and paid by four people.';
comment on column payment_batch.month is 'first day of the month it was made in; its lines are in the same partition';
comment on column payment_batch.amount_basis is 'whether the amounts of its lines are before tax or what arrives';
comment on column payment_batch.gross_fen is 'before tax';
comment on column payment_batch.net_fen is 'amount that arrives';
comment on column payment_batch.cost_fen is 'amount that the unit is charged';
comment on column payment_batch.is_frozen is 'whether its cost is set aside';
comment on column payment_batch.is_insufficient is 'whether the unit had too little to set its cost aside';
comment on column payment_batch.retry_of_batch_id is 'batch whose failed lines it repeats';
comment on column payment_batch.policy_version is 'with the two snapshots: basis of its figures';
comment on column payment_batch.checklist is 'points that the auditor confirmed';
comment on column payment_batch.file_id is 'workbook that its lines came from';
comment on column payment_batch.recalculated_from is 'figures before the last recomputation; null after a person confirmed the new ones';
comment on column payment_batch.failed_resent_count is 'of the failed and cancelled lines, those that a batch repeats which was not cancelled';
comment on column payment_batch.returned_resent_count is 'the same of the returned lines';
comment on column payment_batch.failed_cost_fen is 'cost of the lines that failed or were given up';
comment on column payment_batch.returned_cost_fen is 'cost of the returned lines';
comment on column payment_batch.submitter_id is 'last submitter';
comment on column payment_batch.failed_resent_cost_fen is 'cost of the lines that failed_resent_count counts, in fen';
comment on column payment_batch.returned_resent_cost_fen is 'cost of the lines that returned_resent_count counts, in fen';
comment on column payment_batch.halted_at is 'no line is sent from this moment on; null: not halted';
comment on column payment_batch.copy_of_batch_id is 'batch whose people and amounts it began with';
comment on table batch_deed is 'A person''s work on a batch, who therefore cannot check, audit or pay it. Written by triggers.';
comment on table warning_acceptance is 'The submitter''s acceptance of a warning of a line, with the reason. Never changes.';
comment on column warning_acceptance.details is 'the values of the warning when it was accepted';
comment on table evidence is 'A document that supports a batch, such as an acceptance or a delivered work.';
comment on column evidence.fingerprint is 'of a picture, 256 bits by which a resaved copy is found';
comment on table payment_line is 'One payee of a batch with the amount, its taxes and what became of the payment; partitioned by month.';
comment on column payment_line.entity_id is 'registered business that is paid; null: the natural person';
comment on column payment_line.amount_text is 'amount as it was typed';
comment on column payment_line.surcharge_fen is 'city, education and local education surcharges together';
comment on column payment_line.tax_unit_fen is 'part of the taxes that the unit bears';
comment on column payment_line.net_fen is 'what arrives';
comment on column payment_line.cost_fen is 'what the unit is charged: net, taxes and fee';
comment on column payment_line.income_fen is 'what counts as income for withholding';
comment on column payment_line.calculation is 'each step of the computation, as it is shown to people';
comment on column payment_line.issues is 'errors and warnings that were found';
comment on column payment_line.finished_at is 'when it ended; of a payment, when it arrived: the moment on its receipt';
comment on column payment_line.released_at is 'when what was set aside for it went back to the unit';
comment on column payment_line.next_query_at is 'time of the next query to the channel';
comment on column payment_line.queries is 'number of queries';
comment on column payment_line.retry_of_line_id is 'failed line that it repeats';
comment on column payment_line.card_tail is 'last four digits';
comment on column payment_line.collection_id is 'claim that it pays; null: no claim';
comment on column payment_line.booked_at is 'when our books took the payment, as its journal says; the bank''s own moment is finished_at';
comment on column payment_line.first_line_id is 'first line of the debt that this line pays again, as a repeat or for the same claim; null on the first line itself';
comment on column payment_line.first_line_month is 'month of the first line, which names its partition';
comment on table payout_attempt is 'An order to a channel to pay a line; at most one that lives or succeeded per line.';
comment on column payout_attempt.request_no is 'our number of the order, which never changes';
comment on column payout_attempt.channel_ref is 'number of the channel';
comment on table payout_event is 'A step of a line on its way through payment. Append-only.';
comment on column payout_event.source is 'what caused it';
comment on table commission_item is 'A party''s share of the fee of one line. A returned payment reverses it with another row.';
comment on column commission_item.party_id is 'partner, centre or account, by party_type; 0 for the platform';
comment on column commission_item.base_fen is 'basis of the fee; below zero in a reversal';
comment on column commission_item.fee_fen is 'whole fee of the line; below zero in a reversal';
comment on table payout_exception is 'A bank response that the books cannot take. Two people settle it, or a later response of the channel.';
comment on column payout_exception.fact is 'what makes it one and the same: channel, number, kind, notice and amount';
comment on column payout_exception.told is 'last word of the channel on the order; null: none';
comment on column payout_exception.ours_fen is 'amount that was ordered';
comment on column payout_exception.theirs_fen is 'amount reported by the channel';
comment on column payout_exception.suspense_fen is 'its amount on the suspense account; minus: money left, plus: money arrived';
comment on column payout_exception.stops is 'what pays nothing more until it is resolved';
comment on column payout_exception.reference is 'reference of the channel, if it sent one';
comment on column payout_exception.answer is 'text of the channel, cleaned and cut, and the refusal of the books';
comment on table payout_exception_step is 'A step in settling an exception. Append-only.';
comment on column payout_exception_step.by_id is 'null: the system';
comment on table payout_notice is 'A settled notice of a return. The same notice has no second effect.';
comment on column payout_notice.notice_id is 'identifier of the channel';
comment on table channel_notice is 'Signed notices of channels, each number once; applied by whichever server comes first.';
comment on column channel_notice.notice_no is 'number of the channel';
comment on column channel_notice.sha256 is 'of the body as it came: the same number with another body is refused';
comment on column channel_notice.content is 'what was read of it: order, result, amount; no numbers of people';
comment on table channel_file is 'A channel''s daily file, unchanged.';
comment on column channel_file.outcome is 'pending: being read; refused: the day still waits for a good one, which is asked for again; ended: refused, and no longer waited for';
comment on column channel_file.refusal is 'what it was refused with';
comment on table sandbox_payment is 'The memory of the sandbox''s bank, which plays an outside bank. Read only for its own answers.';
comment on column sandbox_payment.outcome is 'how it will answer, by the last digits of the card';
comment on table payout_slip is 'The bank slip of a manual payment. Never changes.';
comment on column payout_slip.serial is 'of the bank, each once per channel';
comment on column payout_slip.confirmed_by is 'who confirmed a failed or returned payment; null: paid, or from before two people were needed';
comment on table payout_report is 'A failed or returned manual payment, reported by one person for another to confirm.';
comment on column payout_report.serial is 'of the bank; becomes the serial of the slip';
comment on column payout_report.answer is 'why it was declined';
comment on table recon_rule is 'How strict a centre is; one without a row has the values that a new row begins with.';
comment on column recon_rule.stop_above_fen is 'a difference of amount above it stops the channel; null: none does';
comment on column recon_rule.needs_bank is 'whether a day waits for the bank''s statement too';
comment on table recon_file is 'An imported file of a channel or a bank.';
comment on column recon_file.given_day is 'day of rows that do not name one';
comment on column recon_file.skipped_count is 'rows that an earlier file had';
comment on column recon_file.opening_fen is 'of a statement: before its first movement';
comment on column recon_file.added_by is 'null: fetched automatically';
comment on table recon_day is 'A day of a channel: sums of our books, of its file and of the bank statement, returned payments deducted.';
comment on column recon_day.missing is 'which files are still to come';
comment on column recon_day.topup_fen is 'on the bank''s statement: prepayments of units, which are matched to bank_credit';
comment on column recon_day.refusal is 'why the last automatic file of the channel was refused; empty: no refusal since the last import';
comment on table recon_row is 'A movement in a file: a payment, a returned payment, or (none) an order that was not paid.';
comment on column recon_row.day is 'day that it is matched on: the next open one where its own was closed';
comment on column recon_row.request_no is 'our number of the order as the file has it; empty where it has none: then it is found by serial';
comment on column recon_row.fee_fen is 'fee of the channel; null: its file contains no fees';
comment on column recon_row.line_id is 'our payment, found by its order number; null: not ours, or imported before fees were kept';
comment on table recon_item is 'A difference of a day, until it is settled.';
comment on column recon_item.side is 'channel: its file against our books; bank: the statement against the channel''s file, or against our books for manual payments';
comment on column recon_item.key is 'our number of the order, or the serial of who we do not know it from';
comment on column recon_item.ours_fen is 'expected amount: paid, below zero for a return; 0: no movement';
comment on column recon_item.suspense_fen is 'its amount on the suspense account; below zero: money left';
comment on column recon_item.stops is 'a difference of amount above the limit of the centre: the channel pays nothing more until it hangs or is settled';
comment on table recon_step is 'An event of a difference or, without one, of its day. Append-only.';
comment on table commission_day is 'The earnings of a party from one batch on one day in China. Reversals count on the day the payment was returned.';
comment on column commission_day.bill_id is 'null: on no bill yet';
comment on table commission_bill is 'The earnings of a partner or member of staff in a month at one centre in one mode. The party agrees to it, and two people pay it.';
comment on column commission_bill.party_id is 'partner or account, by party_type';
comment on column commission_bill.period is 'first day of the month';
comment on column commission_bill.base_fen is 'business volume: what the fees were computed on';
comment on column commission_bill.reversed_fen is 'reversed by returned payments; zero or below';
comment on column commission_bill.carried_fen is 'how much of it is of days before the month';
comment on column commission_bill.adjusted_fen is 'sum of its approved adjustments';
comment on column commission_bill.prepared_by is 'who registered the payment, for another one to confirm';
comment on table commission_adjustment is 'A correction of a bill, with its reason; it counts once another person approved it.';
comment on table commission_step is 'An event of a bill. Append-only.';
comment on column commission_step.by_id is 'null: the system';
comment on table collection is 'A claim of an operator against a unit for work on an order (收款单). The unit confirms it, and a line of an ordinary batch pays it.';
comment on column collection.reason is 'why the unit returned it, why it was not paid, or what the operator objected to';
comment on column collection.is_entered is 'the centre entered it for the operator';
comment on column collection.came_back is 'its payment was returned';
comment on column collection.line_id is 'the one line that pays it: in no two batches at a time';
comment on table collection_paper is 'A document that proves the work of a claim.';
comment on table payment_objection is 'An operator''s objection to a payment. The unit answers it, and the centre decides.';
comment on column payment_objection.dispute_id is 'objection to the use of the identity, which stops payments of the unit';
comment on column payment_objection.due_on is 'last day for the unit to answer';
comment on column payment_objection.escalated_at is 'when centre and platform were notified that the unit is late';
comment on table voucher is 'A receipt of a payment or top-up.';
comment on column voucher.unit_id is 'null: of the centre itself, as what it paid to the tax office';
comment on column voucher.payee_account is 'for a top-up, the company''s account; a card number is in the sealed column';
comment on column voucher.is_returned is 'whether the payment was returned';
comment on column voucher.file_id is 'PDF, drawn when it is opened first';
comment on column voucher.receipt_due_at is 'time of the next query for its receipt; null: no receipt, or received';
comment on column voucher.is_from_channel is 'the document is the receipt of the channel, not drawn here';
comment on column voucher.operator_id is 'payee; null for a top-up';
comment on column voucher.is_uploaded is 'the document was brought by a person, with what it replaced kept in voucher_upload';
comment on table voucher_upload is 'A document that a person brought for a receipt, with what it replaced.';
comment on column voucher_upload.replaced_file_id is 'previous document; null: none';
comment on table batch_letter is 'A settlement letter of a batch: one for each state of its figures and seal, never written again.';
comment on column batch_letter.figures_sha256 is 'digest of the figures and of what it is sealed with: others make another letter';
comment on table business_filing is 'The declaration of a registered business for a period, and its state. Its figures are those of the edition.';
comment on column business_filing.edition is 'the last one is what was, or is to be, declared';
comment on column business_filing.told_on is 'last day on which the operator was reminded of it';
comment on column business_filing.warned is 'VAT threshold level of the last warning to the operator';
comment on table business_filing_figure is 'The figures of a filing, one row for each edition; they move while it is open and stand still from the closing on (INV-50).';
comment on column business_filing_figure.gross_fen is 'paid by the platform in the period, including VAT, less returns in it';
comment on column business_filing_figure.other_fen is 'other sales as reported by the business, including VAT; below zero: deductions';
comment on column business_filing_figure.special_fen is 'of what was invoiced, on special invoices: taxed below the threshold too';
comment on column business_filing_figure.cost_fen is 'costs and deductions of the year so far by the books; null: not reported';
comment on column business_filing_figure.sales_fen is 'without VAT, computed for each payment; compared with the threshold';
comment on column business_filing_figure.income_fen is 'without VAT: of the quarter for VAT and for a rate on receipts, of the year so far else';
comment on column business_filing_figure.is_confirmed is 'the rate was set by a notice of the tax office';
comment on column business_filing_figure.before_fen is 'income tax of the year declared in earlier quarters';
comment on column business_filing_figure.advance_fen is 'what the platform took in advance in the period';
comment on column business_filing_figure.carried_fen is 'below zero: what earlier quarters could not deduct of returned payments; with VAT for the VAT filing, without it for income tax at a rate on receipts';
comment on column business_filing_figure.is_whole_price is 'the sales are what the business invoices, with the tax that a unit bore for it; editions of before counted without that tax';
comment on table business_filing_step is 'An event of a filing. Append-only.';
comment on table business_filing_receipt is 'A filing as the tax office (for annual reports, the market regulator) accepted it. A corrected one is kept next to its correction.';
comment on column business_filing_receipt.way is 'declared by the business itself, or by us as its agent';
comment on table business_filing_payment is 'Tax that a business paid to the tax office by its own money: registered, never booked; below zero: given back to it.';
comment on table business_filing_certificate is 'A certificate of tax paid that was uploaded: of which filing it is, or why none could be found.';
comment on table tax_credit is 'Tax that was paid and is no longer due since its month was corrected. It is applied against later payments, refunded, or withdrawn.';
comment on column tax_credit.edition is 'the correction that it stems from';
comment on column tax_credit.left_fen is 'what is neither applied, refunded nor withdrawn; written by trigger';
comment on column tax_credit.state is 'open while something is left; then how the last of it was settled';
comment on table tax_entry is 'A payment to the tax office as a person registered it, with all its taxes; booked once a second person confirms it';
comment on column tax_entry.edition is 'edition of the declaration that it pays';
comment on column tax_entry.late_fen is 'late-payment surcharge that was paid with it, at the cost of the centre';
comment on column tax_entry.late_due_fen is 'the surcharge as computed from the day after the due day; a difference has a reason';
comment on column tax_entry.is_carried is 'registered before 2026-11-27, by one person';
comment on table tax_credit_move is 'An event of a tax credit. Append-only.';
comment on column tax_credit_move.declaration_id is 'the period whose payment it was applied against';
comment on table tax_declaration is 'The month of a centre as it is declared for natural persons (mode 2); whether its figures stand still is a row of tax_period.';
comment on column tax_declaration.edition is 'how many times its lines were drawn up; the last one is what was, or is to be, declared';
comment on column tax_declaration.is_computing is 'the lines of the edition are being drawn up';
comment on column tax_declaration.difference_fen is 'more (+) or less (−) than was taken is due by the law, noted in this period';
comment on column tax_declaration.told_on is 'last day on which people were reminded of it';
comment on column tax_declaration.due_on is 'last day to declare it, as it was when the month was closed; null while it is open';
comment on column tax_declaration.booked_vat_fen is 'what the books took for the month when it was closed; written by trigger, null while it is open';
comment on column tax_declaration.booked_at is 'when the lines were compared with the books';
comment on column tax_declaration.corrected_from is 'state before the correction under way; a correction that changes nothing returns to it';
comment on column tax_declaration.correction_told_at is 'when people were notified that returned payments require a correction; later returns notify again';
comment on table tax_line is 'The declared figures of one person in a period. They do not change after the closing (INV-14).';
comment on column tax_line.exempt_fen is 'sales free of VAT: the month is below the threshold';
comment on column tax_line.should_fen is 'income tax on the cumulative income';
comment on column tax_line.before_fen is 'income tax withheld in the earlier months of the run';
comment on column tax_line.withheld_fen is 'income tax taken: with the payments of the month, less what was given back of closed months';
comment on column tax_line.back_gross_fen is 'of it returned payments of closed months, zero or below';
comment on column tax_line.back_tax_fen is 'all taxes of these, zero or below';
comment on column tax_line.difference_fen is 'more (+) or less (−) than was taken is due by the law, noted in this period';
comment on table tax_step is 'An event of a period. Append-only.';
comment on column tax_step.by_id is 'null: the system';
comment on table tax_receipt is 'A declaration as the tax office accepted it, with its receipt. A corrected one is kept next to its correction.';
comment on column tax_receipt.no is 'receipt of the withholding return';
comment on column tax_receipt.vat_no is 'receipt of the VAT return; null: no VAT return was due, or before 2026-11-27, when one number covered both';
comment on column tax_receipt.vat_file_id is 'null: the file of the withholding return covers both';
comment on table tax_payment is 'Tax of a period that was paid to the tax office; below zero: given back by it.';
comment on column tax_payment.credit_id is 'credit case that it opens (below zero) or applies; null: the bank moved the money';
comment on column tax_payment.entry_id is 'the entry that it belongs to; null for what credit cases move';
comment on column tax_payment.reverses_id is 'payment that it reverses';
comment on table tax_certificate is 'An uploaded certificate of tax paid: its person, or why the person is unknown.';
comment on column tax_certificate.path is 'name in the archive, with the number of the person masked';
comment on table tax_result is 'A result sheet of the withholding client that was compared with the lines of a period; the newest of an edition counts.';
comment on table tax_result_item is 'A difference between a result and our lines: the period is not declared nor paid before each is explained.';
comment on column tax_result_item.person is 'name and masked number';
comment on table tax_form is 'An official file as a template, by kind and edition; one that was published never changes.';
comment on column tax_form.first_day is 'first day on which it is filled in';
comment on column tax_form.mapping is 'place of each field, found by the texts of headings';
comment on column tax_form.chosen is 'columns that a person chose instead';
comment on column tax_form.edited_by is 'who last changed first day or columns';
comment on column tax_form.hands is 'people who made or changed it; they cannot publish it';
comment on table tax_file is 'A filled-in form. Every download has the same bytes.';
comment on column tax_file.period is 'yyyy-MM, yyyy-Qn or yyyy';
comment on column tax_file.form_id is 'official template; null: our own layout';
comment on table tax_draft is 'A tax policy as it was prepared and published in the browser; what was published stays as it is.';
comment on column tax_draft.base_version is 'policy that it was begun from, and follows';
comment on column tax_draft.policy_version is 'version under which it is in force once it is published';
comment on column tax_draft.known_until is 'day until which its law is known; null: no end is known';
comment on column tax_draft.grade is 'how sure its law is: A wording seen, B reported, C general knowledge, I inferred';
comment on column tax_draft.digest is 'of first day, end and figures: what examples and preview were computed with';
comment on column tax_draft.hands is 'people who made or changed it; they cannot publish it';
comment on column tax_draft.examples is 'last run of the worked examples, with the digest it belongs to';
comment on column tax_draft.preview is 'last comparison with the policy in force, with the digest it belongs to';
comment on column tax_draft.before_to is 'last day that the policy before had until then';
comment on column tax_draft.leave_by is 'who asks to withdraw it before its first day';
comment on table tax_draft_example is 'A worked example that comes out otherwise under a draft, and why that is meant; holds for this digest of the draft alone.';
comment on table tax_point_answer is 'The answer of a tax office or adviser to an open point of law, with the document. A later answer replaces an earlier one.';
comment on column tax_point_answer.source is 'author of the answer, and the number of the document';
comment on table calendar_year is 'Holidays and make-up days of a year as announced; the newest published edition takes the place of what comes with the program.';
comment on column calendar_year.source is 'the announcement, with its number';
comment on column calendar_year.off is 'holidays as pairs of first and last day';
comment on column calendar_year.working is 'weekend days that are worked instead';
comment on column calendar_year.hands is 'people who made or changed it; they cannot publish it';
comment on table acct_mapping is 'The account in the centre''s own chart for each of our accounts, from a month on. One person enters it, another approves it.';
comment on column acct_mapping.word is 'voucher word (凭证字)';
comment on table acct_mapping_row is 'One of our accounts in a version of a mapping.';
comment on column acct_mapping_row.account is 'kind of our account';
comment on column acct_mapping_row.by_unit is 'auxiliary accounting by unit (辅助核算)';
comment on table acct_issue is 'The vouchers of a month as issued. A later edition contains the movements since the earlier one, which does not change.';
comment on column acct_issue.journal_count is 'journals of the month when it was issued: as long as there are no more, the vouchers are all that moved (INV-56)';
comment on column acct_issue.voucher_count is 'vouchers with a number';
comment on column acct_issue.sha256 is 'digest of its vouchers and lines (INV-57)';
comment on table acct_voucher is 'A journal voucher (记账凭证): everything that one kind of journals moved in a month.';
comment on column acct_voucher.left_out is 'why it has no number and is not exported: it moves nothing between accounts of the chart, or is an opening balance';
comment on table acct_voucher_line is 'Debits and credits of a voucher on one account for one unit.';
comment on column acct_voucher_line.of_unit is 'unit of the journals; null: the centre alone';
comment on table platform_report is 'Identity and income of the people a centre paid in a quarter, as reported; a correction is another edition.';
comment on column platform_report.reason is 'why it is a correction; empty in the first edition';
comment on column platform_report.covered_count is 'people whose income was declared with withholding or by the platform already';
comment on table platform_report_row is 'One person, or one registered business, in a report.';
comment on column platform_report_row.entity_id is 'registered business that was paid; null: the natural person';
comment on column platform_report_row.facts is 'digest of what the identity form says, to see what changed';
comment on column platform_report_row.fee_fen is 'fees that the person bore';
comment on table platform_basic is 'Duty to report basic data of the platform (互联网平台企业基本信息报送表), open until it has a receipt.';
comment on column platform_basic.what is 'what began or changed';
comment on table invoice_title is 'The details that a unit''s invoices are made out to.';
comment on column invoice_title.state is 'pending: differs from the unit''s name, so the centre decides, and no invoice is issued to it before';
comment on column invoice_title.hands is 'people who changed it since the last approval; they cannot approve it';
comment on table invoice_title_version is 'Each title as it was from a moment on. Written by a trigger alone, only ever added.';
comment on table einvoice_channel is 'The provider through which a centre issues invoices. Without a row, the centre uses its own software.';
comment on column einvoice_channel.settings_sealed is 'Address, key and time-out as one sealed text; which there are is domain/einvoice.ts.';
comment on column einvoice_channel.test_result is 'fault found by the last test; empty: the channel answered as agreed';
comment on column einvoice_channel.quota_fen is 'amount without tax that may still be invoiced this month, as the tax office reported at quota_at';
comment on table einvoice_exchange is 'Each question to a channel: under which number, for whom, digests of what was said, and what came of it. Only ever added.';
comment on column einvoice_exchange.by_id is 'person who requested it, also through a job; null: the system';
comment on column einvoice_exchange.asked_digest is 'SHA-256 of the body as it was sent; empty where nothing went over a wire';
comment on table invoice_line is 'Invoiced and released parts of payments. Append-only; the sums are invoice_use and invoice_quota.';
comment on column invoice_line.application_id is 'of an application of the same unit, centre and mode: checked by the trigger, for all parts of a statement together';
comment on column invoice_line.red_id is 'of a red letter of the application: checked by the trigger, for all parts of a statement together';
comment on column invoice_line.line_id is 'of a payment of the same batch, unit, centre and mode that arrived: checked by the trigger, for all parts of a statement together';
comment on table invoice_use is 'How much of a payment is in applications that live (INV-13). Written by triggers alone.';
comment on column invoice_use.is_returned is 'the payment was returned: a red letter has to reverse its invoiced amount';
comment on table invoice_quota is 'The amount of a unit''s payments at a centre in open applications. Applying locks the row.';
comment on table invoice_application is 'A unit''s request for invoices from its centre, with the title at that time.';
comment on column invoice_application.title is 'snapshot of the title';
comment on column invoice_application.goods is 'text on the invoice: *short name of the category*category';
comment on column invoice_application.amount_fen is 'with tax';
comment on column invoice_application.finished_at is 'when the last invoice was issued, or it ended without';
comment on column invoice_application.issuer is 'business: of mode 1, what was paid to a registered business; centre: everything of mode 2, and the service fee of mode 1';
comment on column invoice_application.released_fen is 'with tax, of the invoices that failed and will not be issued; given back to the quota (INV-46)';
comment on table invoice_step is 'An event of an application. Append-only.';
comment on column invoice_step.by_id is 'null: the system';
comment on table invoice is 'An invoice: planned from the application on, with a number once it was issued.';
comment on column invoice.red_fen is 'amount reversed by issued red letters';
comment on table invoice_file is 'Files of invoices and red letters; one that was replaced stays, with the moment.';
comment on table invoice_import is 'A file of results from the issuing software: the number of applied rows, and the other rows with reasons.';
comment on table invoice_order is 'An instruction to a channel to issue, reverse or confirm an invoice. Until it is settled, the server only asks about its number and sends it under no other.';
comment on column invoice_order.state is 'queued: not sent yet; asked: sent, and only asked about until there is an answer; doubted: the answer is not what was asked for, or none came; closed: people did it by hand';
comment on table red_letter is 'The reversal of an invoice, whole or in part, through the states of the tax office.';
comment on column red_letter.code is 'state as the tax office numbers it: 01 no confirmation needed … 10 asked for';
comment on column red_letter.confirm_no is 'number of the tax office''s confirmation sheet';
comment on column red_letter.expires_at is 'until when the other side may confirm: 72 hours from entering';
comment on table issue_authorisation is 'A registered business''s permission to issue invoices for it, by a signed document or an agreement. Without one in effect no invoice is generated.';
comment on column issue_authorisation.state is 'active: the newest one; whether it is in effect its days say';
comment on table business_invoice_use is 'How much of a payment of mode 1 its business and the centre have invoiced (INV-52, INV-53). Written by a trigger only.';
comment on column business_invoice_use.due_fen is 'business: what the unit paid without the fee it bears; centre: that fee';
comment on table invite is 'An invitation code. It assigns an application to the right centre, partner or unit.';
comment on table application is 'A person or company that wants to become an operator, unit or partner, from the draft to the opened account.';
comment on column application.kind is 'international: an operator with another document than the resident identity card';
comment on column application.fields is 'what the applicant says and anybody may read';
comment on column application.sealed is 'identity, card and account numbers, sealed one by one';
comment on column application.subject_index is 'keyed digest of the identity number or credit code: one application for one person or company';
comment on column application.rejects is 'fields that were sent back, each with its reason';
comment on column application.round is 'how often it was submitted';
comment on column application.clause_version is 'text on personal data that was agreed to, when and from where';
comment on column application.sign_kinds is 'contracts that must all be signed before the account opens';
comment on table application_file is 'A picture of an application.';
comment on column application_file.via is 'from the desk or the telephone';
comment on table application_event is 'An event of an application, for its applicant and the reviewers. Append-only.';
comment on table application_code is 'A code that proves the mobile number of an applicant.';
comment on table registration_appeal is 'An applicant''s claim to an identity or credit code that is already registered. A reviewer decides.';
comment on column registration_appeal.operator_id is 'who has it: this, a unit, a partner, or another application that has no record yet';
comment on column registration_appeal.centre_id is 'whose reviewers decide; null: the platform''s';
comment on column registration_appeal.state is 'handed: the account went to the appellant; freed: the identity was freed from the other application';
comment on column registration_appeal.user_id is 'account that the appellant was given';
comment on table import_sheet is 'An uploaded list, for example of operators or units, until it is executed.';
comment on column import_sheet.centre_id is 'null: units or orders of a list from the platform, where every row names its centre or contract, and orders of a unit';
comment on column import_sheet.unit_id is 'unit that the operators are to work for, or whose orders they are';
comment on column import_sheet.state_reason is 'why its work ended without all rows';
comment on column import_sheet.file_sums is 'totals of an income list as uploaded, before corrections';
comment on column import_sheet.mode is 'mode in which centre staff uploaded orders: contracts of the other one are out of their sight';
comment on column import_sheet.preparers is 'people who uploaded or changed a list of contracts or its files; they cannot confirm it';
comment on column import_sheet.prepared_by is 'who handed a list of contracts over to be confirmed';
comment on table import_row is 'A row of such a list, with what is wrong with it.';
comment on column import_row.cells is 'all cells but people''s numbers';
comment on column import_row.result is 'created: new person; linked: known person, now also of the unit; known: already present; counted: a month of earlier income';
comment on column import_row.made_id is 'operator, unit or order that it became';
comment on table import_file is 'A file of a ZIP uploaded with a list.';
comment on column import_file.archive_id is 'the ZIP; unused files and the ZIP are deleted before the row';
comment on column import_file.position is 'which entry of the ZIP it is';
comment on column import_file.name is 'what rows find it by: the name without folders and ending, in small letters';
comment on table opening_sheet is 'Balances of a centre from an older system, in one mode. They are booked as journals when another person confirms them.';
comment on column opening_sheet.day is 'day of the balances in the older system';
comment on column opening_sheet.report_file_id is 'closing report of the older system';
comment on column opening_sheet.ended_reason is 'why it was given up or is to be reversed';
comment on column opening_sheet.hands is 'people who uploaded or replaced it; they cannot confirm it';
comment on table opening_row is 'A row of a sheet of opening balances, with what is wrong with it.';
comment on column opening_row.cells is 'as the sheet has them';
comment on column opening_row.account is 'kind of the account; null: unknown name';
comment on table paid_month is 'Totals of a past month for one viewer, computed once. They are deleted when a payment of the month is returned or registered late.';
comment on column paid_month.viewer is 'the scope of who looks';
comment on column paid_month.mode is '0: both modes';
comment on table report_month is 'A month that is over and that report_day has.';
comment on table report_day is 'The movements of a day in a past month by place, unit and partner. A copy of the lines.';
comment on column report_day.partner_id is 'partner of the unit when the batch was paid; null: none';
comment on column report_day.booked_on is 'day in the books: of success, of return, of failure';
comment on column report_day.arrived_on is 'day of the bank for what was paid; else as booked_on';
comment on column report_day.submitted_on is 'day on which the batch was submitted, for what was paid or failed; else as booked_on';
comment on column report_day.sales_net_fen is 'sales without VAT, rounded line by line';
comment on column report_day.platform_fen is 'parts of the fee: of the platform, and below of the centre, the partner and staff';
comment on column report_day.sales_fen is 'what the centre sold: mode 2 the whole price, mode 1 the service fee, VAT included';
comment on table report_people is 'How many people were paid at a place in a month that is over, by the day in the books: in all, by unit, and by day; a copy of the lines.';
comment on column report_people.unit_id is 'null: by all units of the place';
comment on column report_people.day is 'null: in the whole month';
comment on table report_fee_day is 'The channel fees for the movements of a day in a past month by place, unit and partner. A copy of the lines of channel files.';
comment on column report_fee_day.fee_count is 'payments or returns with a fee in a file';
comment on table report_fee_file is 'A file of a channel whose fees report_fee_day has, as far as its payments are of months that are over.';
comment on table mobile_ask is 'A person''s request to change the mobile number of the own account, proved by two codes.';
comment on column mobile_ask.old_mobile_sealed is 'empty: no earlier number';
comment on table account_closing is 'A request of an operator to close the account.';
comment on column account_closing.centre_id is 'centre of the operator, which decides';
comment on column account_closing.language is 'the asker''s, for the last message';
comment on column account_closing.due_on is 'last day for the decision';
comment on table audit_log is 'An action of an account, or its refusal. Each row contains the digest of the row before it. Only app.audit_append adds rows.';
comment on column audit_log.chain is 'centre; 0: the platform';
comment on column audit_log.hash is 'digest of previous and all other columns';
comment on column audit_log.agent is 'program of the person; null in rows from before it was kept';
comment on table audit_chain is 'The last row of each chain of the log.';
comment on table audit_signature is 'The heads of all chains at a moment, signed with a key that is not in the database. Append-only.';
comment on column audit_signature.previous is 'digest of the statement before it';
comment on table audit_verification is 'A verification of the log at a person''s request, and its result.';
comment on column audit_verification.chain is 'null: every chain';
comment on column audit_verification.broken is 'first place that does not fit';
comment on table gateway is 'How a service of others is reached: one row a service, for the whole platform.';
comment on column gateway.settings_sealed is 'Address, key, prices and limits as one sealed text; which there are is domain/gateway.ts.';
comment on column gateway.test_result is 'fault found by the last test; empty: the gateway answered as agreed';
comment on table gateway_template is 'Under which number a text message is registered with the gateway, by what it says.';
comment on table gateway_call is 'Each question to a provider: for whom by reference, what came of it and what it cost. No answer is kept with a number in it.';
comment on column gateway_call.subject_index is 'blind index of the card, which limits the questions about a card per day';
comment on column gateway_call.question is 'Keyed digest of the whole question: the same one is answered for a day from here, and not paid for again.';
comment on column gateway_call.result is 'asked: no answer yet; then a result, or noAnswer';
comment on table text_message is 'A text message sent through a gateway, and its state. Its text is not kept, because it may contain a code.';
comment on column text_message.digest is 'keyed digest of number, subject and words, by which a repeated message is found';
comment on table integrity_run is 'A check of the books, scheduled or at a person''s request.';
comment on column integrity_run.kind is 'recent: what came since the last; whole: everything';
comment on column integrity_run.due_at is 'hour or night of the run, so that only one server executes it; null: at a person''s request';
comment on column integrity_run.state is 'unchecked: a check could not be made';
comment on column integrity_run.journal_id is 'newest journal when it began';
comment on table integrity_finding is 'The result of one check in a run.';
comment on column integrity_finding.offenders is 'what breaks it';
comment on table payout_stop is 'A stop of all payouts after a check found the books broken. One administrator requests the release, another confirms it.';
comment on column payout_stop.broken is 'checks that failed';
