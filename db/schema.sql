-- The schema as it is after all migrations, to be read, not run. Generated from db/migrations by `npm run schema`; do not edit.
-- Tables are grouped by module (tools/tables.ts), modules by group from the bottom up; shared tables come first.
-- A table is followed by its indexes, policies, triggers, grants, partitions and functions. Comments are those of the database.
-- Everywhere: …_fen is an amount in fen (1/100 yuan), …_ppm a rate in millionths; mode 1 settles with registered businesses (个体户), 2 by a general
-- contractor (总包分包); …_sealed is encrypted by the server, …_index its keyed digest to find it by, …_hash the digest of a secret that is kept nowhere;
-- version counts changes and prevents overwriting unseen ones; no is the number that people see.

create schema app;

grant usage on schema app to app_rw;
grant usage on schema public to app_rw;

create sequence payment_line_id;

create function app.begins_out_of_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%: a new row begins out of use', tg_table_name using errcode = 'integrity_constraint_violation';
end $function$;

create function app.carries_duty(permission text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select permission ~ ':(audit|check|confirm|decide|pay|publish|settle)$'
    or permission in ('admin3', 'dwEmployeeCheck', 'employeeDw', 'fp:issue', 'integrity', 'role:edit', 'user:edit', 'zf:halt', 'zf:offline')
$function$;

create function app.centre_ids()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select coalesce(nullif(current_setting('app.centres', true), ''), '{}')::bigint[] $function$;

create function app.comparable_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when name ~ '^[\u4e00-\u9fff]*$' then name else
    translate(regexp_replace(normalize(translate(name,
      U&'\E815\E816\E817\E818\E819\E81A\E81B\E81C\E81D\E81E\E81F\E820\E821\E822\E823\E824\E825\E826\E827\E828\E829\E82A\E82B\E82C\E82D\E82E\E82F\E830\E831\E832\E833\E834\E835\E836\E837\E838\E839\E83A\E83B\E83C\E83D\E83E\E83F\E840\E841\E842\E843\E844\E845\E846\E847\E848\E849\E84A\E84B\E84C\E84D\E84E\E84F\E850\E851\E852\E853\E854\E855\E856\E857\E858\E859\E85A\E85B\E85C\E85D\E85E\E85F\E860\E861\E862\E863\E864',
      U&'\2E81\+020087\+020089\+0200CC\2E84\3473\3447\2E88\2E8B\9FB4\359E\361A\360E\2E8C\2E97\396E\3918\9FB5\39CF\39DF\3A73\39D0\9FB6\9FB7\3B4E\3C6E\3CE0\2EA7\+0215D7\9FB8\2EAA\4056\415F\2EAE\4337\2EB3\2EB6\2EB7\+02298F\43B1\43AC\2EBB\43DD\44D6\4661\464C\9FB9\4723\4729\477C\478D\2ECA\4947\497A\497D\4982\4983\4985\4986\499F\499B\49B7\49B6\9FBA\+0241FE\4CA3\4C9F\4CA0\4CA1\4C77\4CA2\4D13\4D14\4D15\4D16\4D17\4D18\4D19\4DAE\9FBB'), nfkc),
      '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
      '[{【〔〖]}】〕〗.。•‧・●∙⋅᛫⸱ꞏ', '((((()))))···········') end
$function$;
revoke execute on function app.comparable_name(text) from public;
grant execute on function app.comparable_name(text) to app_rw;

create function app.debts_of(of_months date[], of_lines bigint[])
 RETURNS TABLE(line_id bigint, is_paid boolean, is_under_way boolean, is_prepared boolean, is_followed boolean, is_doubtful boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select asked_id, coalesce(bool_or(state = 'success') filter (where id <> asked_id), false),
    coalesce(bool_or(state in ('queued', 'sent', 'processing', 'held', 'unknown')) filter (where id <> asked_id), false),
    coalesce(bool_or(state in ('invalid', 'warned', 'ready') and batch_state <> 'cancelled') filter (where id <> asked_id), false),
    coalesce(bool_or(state in ('failed', 'cancelled', 'returned') and id > asked_id), false),
    coalesce(bool_or(app.has_exception(id)) filter (where id <> asked_id), false)
  from app.lines_of_debts(of_months, of_lines) group by asked_id
$function$;
revoke execute on function app.debts_of(date[],bigint[]) from public;
grant execute on function app.debts_of(date[],bigint[]) to app_rw;

create function app.doer()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(coalesce(nullif(current_setting('app.doer', true), ''), nullif(current_setting('app.user', true), ''))::bigint, 0) $function$;

create function app.ensure_month(parent text, starts date)
 RETURNS bigint
 LANGUAGE plpgsql
 SET lock_timeout TO '5s'
AS $function$
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
end $function$;
revoke execute on function app.ensure_month(text,date) from public;

create function app.expect_admin()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform app.lock_access();
  if not app.has_admin() then raise exception 'nobody would hold admin3 any more' using errcode = 'integrity_constraint_violation'; end if;
end $function$;

create function app.expect_approved_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;

create function app.expect_other_hand()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kept jsonb := to_jsonb(new);
  decider bigint := case tg_argv[0] when '' then app.user_id() else (kept ->> tg_argv[0])::bigint end;
  hands bigint[];
begin
  select array_agg(hand::bigint) into hands from unnest(tg_argv[1:]) made, jsonb_array_elements_text(
    case jsonb_typeof(kept -> made) when 'array' then kept -> made when 'null' then '[]'::jsonb else jsonb_build_array(kept -> made) end) hand;
  if decider is not null and not app.is_other_hand(decider, hands) then perform app.refuse_same_hand(); end if;
  return new;
end $function$;

create function app.is_program()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select current_user in ('app_rw', 'app_accounts') $function$;

create function app.keep_hands()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kept jsonb := to_jsonb(new);
  before bigint[] := '{}';
begin
  if tg_op = 'UPDATE' and not (to_jsonb(old) ->> 'state') = any (tg_argv[0]::text[]) then before := old.hands; end if;
  new.hands := array(select distinct hand from unnest(before || app.doer() || array(select (kept ->> made)::bigint from unnest(tg_argv[1:]) made)) hand
    where hand is not null order by hand);
  return new;
end $function$;

create function app.lock_access()
 RETURNS void
 LANGUAGE sql
AS $function$ select pg_advisory_xact_lock(7120261, 22) $function$;

create function app.may_move(from_state text, to_state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select from_state || '>' || to_state = any ('{invalid>ready,invalid>warned,invalid>excluded,warned>invalid,warned>ready,warned>excluded,ready>invalid,ready>warned,ready>excluded,excluded>invalid,excluded>warned,excluded>ready,ready>queued,warned>queued,queued>sent,queued>held,queued>cancelled,sent>queued,sent>processing,sent>success,sent>failed,sent>held,sent>unknown,processing>success,processing>failed,processing>held,processing>unknown,unknown>success,unknown>failed,unknown>held,unknown>processing,held>queued,held>cancelled,held>unknown,failed>unknown,cancelled>unknown,success>returned}'::text[])
$function$;

create function app.missing_months(at timestamp with time zone, back integer, ahead integer)
 RETURNS TABLE(parent text, starts date)
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$;
revoke execute on function app.missing_months(timestamp with time zone,integer,integer) from public;

create function app.moment()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) $function$;

create function app.name_parts(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array(select substr(lower(name), at, size) from generate_series(1, length(name)) at cross join (values (1), (2)) gram(size) where at + size - 1 <= length(name))
$function$;

create function app.named(kind text, word text, most integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;
revoke execute on function app.named(text,text,integer) from public;
grant execute on function app.named(text,text,integer) to app_rw;

create function app.near_bands(print text)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array(select distinct case when turned is null then own else own # (1 << turned) end
    from unnest(app.print_bands(print)) own cross join (select null::integer union all select generate_series(0, 23)) turning(turned))
$function$;

create function app.open_to_accounts()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare bare text;
begin
  for bare in select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relrowsecurity and not relispartition
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'accounts')
  loop
    execute format('create policy accounts on public.%I to app_accounts using (true) with check (true)', bare);
  end loop;
end $function$;
revoke execute on function app.open_to_accounts() from public;

create function app.operator_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.operator', true), '')::bigint $function$;

create function app.partner_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.partner', true), '')::bigint $function$;

create function app.partner_ready(partner bigint, today date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select exists (select from app.partner_agreement(partner, today) agreement where agreement.stand = 'current') $function$;

create function app.places_exist()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from (select distinct centre_id, unit_id from added) place
             left join centre on centre.id = place.centre_id left join unit on unit.id = place.unit_id
             where centre.id is null or (place.unit_id is not null and unit.id is null)) then
    raise exception 'a row of % without its centre or unit', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$;

create function app.print_bands(print text)
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 1000
AS $function$
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
end $function$;

create function app.refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%: %', tg_table_name, tg_argv[0] using errcode = 'integrity_constraint_violation';
end $function$;

create function app.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation'; end $function$;

create function app.refuse_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% cannot go from % to %', tg_table_name, old.state, new.state using errcode = 'integrity_constraint_violation';
end $function$;

create function app.refuse_same_hand()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a person who had a hand in it, or whose password such a person set within 24 hours, does not decide on it' using errcode = 'YC001';
end $function$;

create function app.sees_all()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select coalesce(current_setting('app.all', true), '') = 'on' $function$;

create function app.tell(kind text, who jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$ select pg_notify('live', (jsonb_build_object('kind', kind) || jsonb_strip_nulls(who))::text) $function$;

create function app.tell_centre()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform app.tell(tg_argv[0], jsonb_build_object('centre', new.centre_id));
  return null;
end $function$;

create function app.tell_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform app.tell(tg_argv[0], jsonb_build_object('centre', new.centre_id, 'unit', new.unit_id));
  return null;
end $function$;

create function app.tell_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform app.tell(tg_argv[0], jsonb_build_object('user', new.user_id));
  return null;
end $function$;

create function app.unit_ids()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select coalesce(nullif(current_setting('app.units', true), ''), '{}')::bigint[] $function$;

create function app.user_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.user', true), '')::bigint $function$;

create function app.wanted_of(change guarded_change)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select change.becomes || case when change.settings_sealed is null then '{}'::jsonb else jsonb_build_object('settings_sealed', change.settings_sealed) end
    || case when change.kind = 'partner' then jsonb_build_object('account_no_sealed', change.account_no_sealed, 'account_no_index', change.account_no_index) else '{}'::jsonb end
$function$;

create function app.word_parts(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when length(word) < 2 then array[lower(word)] else array(select substr(lower(word), at, 2) from generate_series(1, length(word) - 1) at) end
$function$;

-- kernel ================================================================================================================================================

-- A sign-in of an account on one device, from its beginning to its end.
create table session (
  id bigint not null generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  ip text not null,
  agent text not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null, -- last request; an idle session ends by it
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_for text, -- why it ended: logout, password (changed), elsewhere (signed in on another device), disabled (account)
  proved_at timestamp with time zone, -- when its holder last showed the login password again
  language text not null default 'zh'::text,
  factor_proved_at timestamp with time zone, -- when its holder last showed a second factor, or a code to the own telephone, besides the login password
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_hash_key UNIQUE (token_hash),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint session_language_check CHECK (language = ANY (ARRAY['zh'::text, 'en'::text, 'es'::text, 'ja'::text])),
  constraint session_revoked_for_check CHECK (revoked_for = ANY (ARRAY['logout'::text, 'password'::text, 'elsewhere'::text, 'disabled'::text]))
);
CREATE INDEX session_age ON public.session USING btree (LEAST(revoked_at, expires_at));
CREATE INDEX session_of_user ON public.session USING btree (user_id) WHERE (revoked_at IS NULL);
alter table session enable row level security;
create policy accounts on session to app_accounts
  using (true)
  with check (true);
CREATE TRIGGER session_tells AFTER UPDATE OF revoked_for ON session FOR EACH ROW WHEN (old.revoked_for IS DISTINCT FROM new.revoked_for) EXECUTE FUNCTION app.tell_user('sessions');
grant delete, insert, select, update on session to app_accounts;

create function app.session_proved_at(session_id bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$ select proved_at from session where id = session_id $function$;
revoke execute on function app.session_proved_at(bigint) from public;
grant execute on function app.session_proved_at(bigint) to app_rw;

-- A write request that was carried out under a key of its caller; the same again gets the same answer.
create table idempotency (
  user_id bigint not null,
  operation text not null,
  key text not null,
  request_hash bytea not null, -- digest of the input: another input under the same key is refused
  created_at timestamp with time zone not null,
  answer_sealed text,
  constraint idempotency_pkey PRIMARY KEY (user_id, operation, key)
);
CREATE INDEX idempotency_age ON public.idempotency USING btree (created_at);
alter table idempotency enable row level security;
create policy accounts on idempotency to app_accounts
  using (true)
  with check (true);
create policy idempotency_scope on idempotency
  using ((user_id = ( SELECT app.user_id() AS user_id)));
grant insert, select on idempotency to app_rw;
grant update (answer_sealed) on idempotency to app_rw;

-- How often something was tried under a subject (an address, an account and the like) within its window.
create table throttle (
  subject text not null,
  failures smallint not null,
  since timestamp with time zone not null, -- beginning of the window
  blocked_until timestamp with time zone,
  constraint throttle_pkey PRIMARY KEY (subject)
);
CREATE INDEX throttle_age ON public.throttle USING btree (GREATEST(since, blocked_until));
alter table throttle enable row level security;
create policy accounts on throttle to app_accounts
  using (true)
  with check (true);
grant delete, insert, select, update on throttle to app_accounts;

create function app.login_tried(is_right boolean, at timestamp with time zone, window_from timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if is_right then
    delete from throttle where subject = 'password:' || app.user_id();
  else
    insert into throttle (subject, failures, since) values ('password:' || app.user_id(), 1, at)
      on conflict (subject) do update set failures = case when throttle.since < window_from then 1 else throttle.failures + 1 end,
        since = case when throttle.since < window_from then excluded.since else throttle.since end;
  end if;
end $function$;
revoke execute on function app.login_tried(boolean,timestamp with time zone,timestamp with time zone) from public;
grant execute on function app.login_tried(boolean,timestamp with time zone,timestamp with time zone) to app_rw;

-- The last value of a counter: of each series of numbers per day and centre, and of the clock of a demo.
create table counter (
  name text not null,
  value bigint not null,
  constraint counter_pkey PRIMARY KEY (name)
);
grant insert, select, update on counter to app_rw;

-- A key by which the sealed columns of this database are encrypted or indexed; the key itself is not in the database.
create table vault_key (
  id text not null,
  kind text not null,
  since timestamp with time zone not null,
  constraint vault_key_pkey PRIMARY KEY (kind, id),
  constraint vault_key_kind_check CHECK (kind = ANY (ARRAY['sealing'::text, 'index'::text]))
);

-- Long work that a person asked for and a job does: an export, an archive, many items at once.
create table task (
  id bigint not null generated always as identity,
  kind text not null,
  title text not null,
  user_id bigint not null,
  centre_id bigint,
  unit_id bigint,
  state text not null,
  done_count integer not null default 0,
  total_count integer not null default 0,
  file_id uuid,
  message text not null default ''::text, -- why it failed
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint task_pkey PRIMARY KEY (id),
  constraint task_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint task_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id) ON DELETE SET NULL,
  constraint task_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint task_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint task_state_check CHECK (state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX task_age ON public.task USING btree (finished_at);
CREATE INDEX task_file ON public.task USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX task_user ON public.task USING btree (user_id, id DESC);
alter table task enable row level security;
create policy accounts on task to app_accounts
  using (true)
  with check (true);
create policy task_scope on task
  using ((( SELECT app.sees_all() AS sees_all) OR (user_id = ( SELECT app.user_id() AS user_id))));
CREATE TRIGGER task_tells AFTER INSERT OR UPDATE ON task FOR EACH ROW EXECUTE FUNCTION app.tell_user('tasks');
grant insert, select, update on task to app_rw;

-- A file that was taken in or made; its bytes lie in the file store. What is kept of it never changes.
create table stored_file (
  id uuid not null,
  name text not null,
  media_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  centre_id bigint,
  unit_id bigint,
  operator_id bigint,
  purpose text not null, -- what it is for, which decides who may open it and how long it is kept
  created_by bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone, -- when retention may take it away; null: never
  partner_id bigint,
  deleting_at timestamp with time zone, -- when retention marked it; the row goes after the bytes
  is_encrypted boolean not null default false, -- whether the bytes are sealed at rest; false: a file from before, which a job seals
  constraint stored_file_pkey PRIMARY KEY (id),
  constraint stored_file_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint stored_file_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  constraint stored_file_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id)
);
CREATE INDEX stored_file_creator ON public.stored_file USING btree (created_by, created_at DESC);
CREATE INDEX stored_file_deleting ON public.stored_file USING btree (deleting_at) WHERE (deleting_at IS NOT NULL);
CREATE INDEX stored_file_expiring ON public.stored_file USING btree (expires_at) WHERE ((expires_at IS NOT NULL) AND (deleting_at IS NULL));
CREATE INDEX stored_file_pictures ON public.stored_file USING btree (created_at) WHERE ((purpose = ANY (ARRAY['application'::text, 'face'::text])) AND (expires_at IS NULL));
CREATE INDEX stored_file_sha ON public.stored_file USING btree (sha256);
CREATE INDEX stored_file_unsealed ON public.stored_file USING btree (id) WHERE (NOT is_encrypted);
alter table stored_file enable row level security;
create policy accounts on stored_file to app_accounts
  using (true)
  with check (true);
create policy stored_file_applications on stored_file for select
  using ((EXISTS ( SELECT
   FROM application_file kept
  WHERE (kept.file_id = stored_file.id))));
create policy stored_file_forms on stored_file for select
  using (((purpose = 'taxForm'::text) AND (( SELECT app.centre_ids() AS centre_ids) <> '{}'::bigint[])));
create policy stored_file_letters on stored_file for select
  using (((purpose = 'letter'::text) AND (EXISTS ( SELECT
   FROM account_application application
  WHERE (application.letter_file_id = stored_file.id)))));
create policy stored_file_papers on stored_file for select
  using ((EXISTS ( SELECT
   FROM candidate_paper kept
  WHERE (kept.file_id = stored_file.id))));
create policy stored_file_scope on stored_file
  using ((( SELECT app.sees_all() AS sees_all) OR (created_by = ( SELECT app.user_id() AS user_id)) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id)) OR (partner_id = ( SELECT app.partner_id() AS partner_id))));
CREATE TRIGGER stored_file_guard BEFORE UPDATE ON stored_file FOR EACH ROW EXECUTE FUNCTION app.guard_file();
grant insert, select, update on stored_file to app_rw;

create function app.guard_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.id, new.sha256, new.size_bytes, new.media_type, new.created_by, new.created_at) is distinct from (old.id, old.sha256, old.size_bytes, old.media_type, old.created_by, old.created_at) then
    raise exception 'a stored file is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

-- services/files ========================================================================================================================================

-- A link that opens one file for a short time.
create table file_link (
  token_hash bytea not null,
  file_id uuid not null,
  user_id bigint, -- whose it is; null for a signer without an account
  expires_at timestamp with time zone not null,
  session_id bigint,
  constraint file_link_pkey PRIMARY KEY (token_hash),
  constraint file_link_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id) ON DELETE CASCADE,
  constraint file_link_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint file_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX file_link_age ON public.file_link USING btree (expires_at);
CREATE INDEX file_link_file ON public.file_link USING btree (file_id);
CREATE INDEX file_link_of_session ON public.file_link USING btree (session_id);
alter table file_link enable row level security;
create policy accounts on file_link to app_accounts
  using (true)
  with check (true);
create policy file_link_scope on file_link
  using ((user_id = ( SELECT app.user_id() AS user_id)));
grant delete, insert, select, update on file_link to app_accounts;
grant insert, select on file_link to app_rw;

-- services/messages =====================================================================================================================================

-- Something that a person was told, as a kind and values; the words are made in the language of the reader.
create table message (
  id bigint not null generated always as identity,
  user_id bigint not null,
  kind text not null,
  "values" jsonb not null default '{}'::jsonb,
  path text, -- page that it leads to
  ref_type text,
  ref_id text,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint message_pkey PRIMARY KEY (id),
  constraint message_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX message_age ON public.message USING btree (created_at);
CREATE INDEX message_unread ON public.message USING btree (user_id, id DESC) WHERE (read_at IS NULL);
CREATE INDEX message_user ON public.message USING btree (user_id, id DESC);
alter table message enable row level security;
create policy accounts on message to app_accounts
  using (true)
  with check (true);
create policy message_scope on message
  using ((( SELECT app.sees_all() AS sees_all) OR (user_id = ( SELECT app.user_id() AS user_id))));
CREATE TRIGGER message_tells AFTER INSERT OR UPDATE ON message FOR EACH ROW EXECUTE FUNCTION app.tell_user('messages');
grant delete, insert, select on message to app_rw;
grant update (read_at) on message to app_rw;

-- Whether a person wants messages of a topic by mail or text message; without a row the default counts.
create table message_choice (
  user_id bigint not null,
  topic text not null,
  way text not null,
  is_on boolean not null,
  constraint message_choice_pkey PRIMARY KEY (user_id, topic, way),
  constraint message_choice_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint message_choice_topic_check CHECK (length(topic) >= 1 AND length(topic) <= 40),
  constraint message_choice_way_check CHECK (way = ANY (ARRAY['mail'::text, 'sms'::text]))
);
alter table message_choice enable row level security;
create policy accounts on message_choice to app_accounts
  using (true)
  with check (true);
create policy message_choice_own on message_choice
  using ((( SELECT app.sees_all() AS sees_all) OR (user_id = ( SELECT app.user_id() AS user_id))));
grant insert, select, update on message_choice to app_rw;

-- A mail or text message that a demo keeps instead of sending it.
create table outbox (
  id bigint not null generated always as identity,
  way text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  about text not null, -- what it is about, so that the latest of it is found
  sent_at timestamp with time zone not null,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_way_check CHECK (way = ANY (ARRAY['mail'::text, 'sms'::text]))
);
CREATE INDEX outbox_about ON public.outbox USING btree (about);
CREATE INDEX outbox_age ON public.outbox USING btree (sent_at);
alter table outbox enable row level security;
create policy accounts on outbox to app_accounts
  using (true)
  with check (true);
create policy outbox_scope on outbox for select
  using (( SELECT app.sees_all() AS sees_all));
grant delete, insert, select, update on outbox to app_accounts;
grant select on outbox to app_rw;

-- services/tickets ======================================================================================================================================

-- The right to work on one application, or to send papers of one payee under review, without an account.
create table reg_ticket (
  token_hash bytea not null,
  application_id bigint,
  purpose text not null, -- edit: the applicant; phone: the telephone that takes the pictures; papers: a payee who was asked for pictures
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  candidate_id bigint,
  constraint reg_ticket_pkey PRIMARY KEY (token_hash),
  constraint reg_ticket_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id) ON DELETE CASCADE,
  constraint reg_ticket_candidate_id_fkey FOREIGN KEY (candidate_id) REFERENCES candidate(id) ON DELETE CASCADE,
  constraint reg_ticket_check CHECK ((purpose = 'papers'::text) = (candidate_id IS NOT NULL)),
  constraint reg_ticket_check1 CHECK (num_nonnulls(application_id, candidate_id) = 1),
  constraint reg_ticket_purpose_check CHECK (purpose = ANY (ARRAY['edit'::text, 'phone'::text, 'papers'::text]))
);
CREATE INDEX reg_ticket_age ON public.reg_ticket USING btree (expires_at);
CREATE INDEX reg_ticket_application ON public.reg_ticket USING btree (application_id) WHERE (ended_at IS NULL);
CREATE INDEX reg_ticket_candidate ON public.reg_ticket USING btree (candidate_id) WHERE (ended_at IS NULL);
alter table reg_ticket enable row level security;
create policy accounts on reg_ticket to app_accounts
  using (true)
  with check (true);
grant delete, insert, select, update on reg_ticket to app_accounts;

-- services/views ========================================================================================================================================

-- Conditions of a list that a person keeps under a name; one of them may be what the list begins with.
create table saved_view (
  id bigint not null generated always as identity,
  user_id bigint not null,
  list text not null,
  name text not null,
  query text not null, -- As the address of the list has them, without what is searched for.
  is_default boolean not null default false,
  created_at timestamp with time zone not null,
  constraint saved_view_pkey PRIMARY KEY (id),
  constraint saved_view_user_id_list_name_key UNIQUE (user_id, list, name),
  constraint saved_view_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint saved_view_list_check CHECK (list ~ '^[a-z][a-z-]{0,39}$'::text),
  constraint saved_view_name_check CHECK (length(name) >= 1 AND length(name) <= 20),
  constraint saved_view_query_check CHECK (length(query) <= 4000 AND query !~ '(^|&)keyword='::text)
);
CREATE UNIQUE INDEX saved_view_default ON public.saved_view USING btree (user_id, list) WHERE is_default;
alter table saved_view enable row level security;
create policy accounts on saved_view to app_accounts
  using (true)
  with check (true);
create policy saved_view_own on saved_view
  using ((user_id = ( SELECT app.user_id() AS user_id)));
grant delete, insert, select on saved_view to app_rw;
grant update (name, query, is_default) on saved_view to app_rw;

-- services/errors =======================================================================================================================================

-- An error in the browser of a signed-in person, as the browser reported it.
create table client_error (
  id bigint not null generated always as identity,
  user_id bigint not null,
  message text not null,
  stack text not null,
  page text not null,
  version text not null,
  agent text not null,
  failed_request_id text, -- request that went wrong before it, if one did
  request_id text not null, -- request that brought the report
  happened_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint client_error_pkey PRIMARY KEY (id),
  constraint client_error_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX client_error_list ON public.client_error USING btree (created_at DESC, id DESC);
CREATE INDEX client_error_user ON public.client_error USING btree (user_id, created_at);
alter table client_error enable row level security;
create policy accounts on client_error to app_accounts
  using (true)
  with check (true);
create policy client_error_scope on client_error
  using ((( SELECT app.sees_all() AS sees_all) OR (user_id = ( SELECT app.user_id() AS user_id))));
grant delete, insert, select on client_error to app_rw;

-- services/news =========================================================================================================================================

-- An article in one language, as it is being written; what readers see is one of its versions.
create table article (
  id bigint not null generated always as identity,
  group_id bigint, -- first article of which this is a translation; null: it is the first itself
  section text not null,
  language text not null,
  state text not null default 'draft'::text,
  title text not null,
  topic text, -- category of the knowledge base; of rules terms: what stands at /Clause
  summary text not null default ''::text,
  body jsonb not null,
  cover_id uuid,
  attachments jsonb not null default '[]'::jsonb, -- files as id, name and size, in order
  audiences text[] not null default '{public}'::text[],
  is_pinned boolean not null default false,
  effective_from date,
  publish_at timestamp with time zone, -- when it is published by itself; only while that is waited for
  published_at timestamp with time zone, -- first publication: what lists are ordered by
  shown_no integer, -- newest version that was published; null: none yet
  made_by bigint not null,
  made_at timestamp with time zone not null,
  edited_by bigint not null,
  edited_at timestamp with time zone not null,
  version integer not null default 1,
  constraint article_pkey PRIMARY KEY (id),
  constraint article_cover_id_fkey FOREIGN KEY (cover_id) REFERENCES stored_file(id),
  constraint article_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES app_user(id),
  constraint article_group_id_fkey FOREIGN KEY (group_id) REFERENCES article(id),
  constraint article_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  constraint article_audiences_check CHECK (cardinality(audiences) > 0 AND audiences <@ ARRAY['public'::text, 'unit'::text, 'operator'::text, 'centre'::text, 'partner'::text]),
  constraint article_effective CHECK (effective_from IS NULL OR section = 'rule'::text),
  constraint article_language_check CHECK (language = ANY (ARRAY['zh'::text, 'en'::text, 'es'::text, 'ja'::text])),
  constraint article_schedule CHECK ((state = 'scheduled'::text) = (publish_at IS NOT NULL)),
  constraint article_section_check CHECK (section = ANY (ARRAY['news'::text, 'notice'::text, 'knowledge'::text, 'rule'::text])),
  constraint article_shown CHECK ((shown_no IS NULL) = (published_at IS NULL) AND (state <> 'published'::text OR shown_no IS NOT NULL)),
  constraint article_state_check CHECK (state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'published'::text, 'withdrawn'::text])),
  constraint article_summary_check CHECK (length(summary) <= 200),
  constraint article_title_check CHECK (length(title) >= 1 AND length(title) <= 60),
  constraint article_topic CHECK (
CASE section
    WHEN 'knowledge'::text THEN topic IS NOT NULL AND topic <> 'terms'::text
    WHEN 'rule'::text THEN COALESCE(topic, 'terms'::text) = 'terms'::text
    ELSE topic IS NULL
END),
  constraint article_topic_check CHECK (topic = ANY (ARRAY['joining'::text, 'signing'::text, 'paying'::text, 'invoices'::text, 'tax'::text, 'account'::text, 'terms'::text]))
);
CREATE INDEX article_cover ON public.article USING btree (cover_id);
CREATE INDEX article_due ON public.article USING btree (publish_at) WHERE (state = 'scheduled'::text);
CREATE INDEX article_listed ON public.article USING btree (section, state, published_at DESC);
CREATE UNIQUE INDEX article_translation ON public.article USING btree (COALESCE(group_id, id), language);
alter table article enable row level security;
create policy accounts on article to app_accounts
  using (true)
  with check (true);
create policy article_read on article for select
  using (((state = 'published'::text) OR ( SELECT app.sees_all() AS sees_all)));
create policy article_write on article
  using (( SELECT app.sees_all() AS sees_all));
CREATE TRIGGER article_tells AFTER INSERT OR DELETE OR UPDATE ON article FOR EACH STATEMENT EXECUTE FUNCTION app.tell_portal();
grant select on article to app_accounts;
grant delete, insert, select on article to app_rw;
grant update (state, title, topic, summary, body, cover_id, attachments, audiences, is_pinned, effective_from, publish_at, published_at, shown_no, edited_by, edited_at, version) on article to app_rw;

create function app.tell_portal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('portal', '');
  return null;
end $function$;

-- What was published, word for word; never changed.
create table article_version (
  id bigint not null generated always as identity,
  article_id bigint not null,
  no integer not null,
  title text not null,
  topic text,
  summary text not null,
  body jsonb not null,
  cover_id uuid,
  attachments jsonb not null,
  audiences text[] not null,
  is_pinned boolean not null,
  effective_from date,
  published_by bigint, -- null: it was published by itself at the time set
  published_at timestamp with time zone not null,
  constraint article_version_pkey PRIMARY KEY (id),
  constraint article_version_article_id_no_key UNIQUE (article_id, no),
  constraint article_version_article_id_fkey FOREIGN KEY (article_id) REFERENCES article(id),
  constraint article_version_cover_id_fkey FOREIGN KEY (cover_id) REFERENCES stored_file(id),
  constraint article_version_published_by_fkey FOREIGN KEY (published_by) REFERENCES app_user(id),
  constraint article_version_no_check CHECK (no > 0)
);
CREATE INDEX article_version_cover ON public.article_version USING btree (cover_id);
alter table article_version enable row level security;
create policy accounts on article_version to app_accounts
  using (true)
  with check (true);
create policy article_version_read on article_version for select
  using ((( SELECT app.sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM article
  WHERE ((article.id = article_version.article_id) AND (article.state = 'published'::text))))));
create policy article_version_write on article_version for insert
  with check (( SELECT app.sees_all() AS sees_all));
grant select on article_version to app_accounts;
grant insert, select on article_version to app_rw;

-- How often an article was opened; written every few seconds, beside the article so that counting changes nothing that is kept in memory.
create table article_reads (
  article_id bigint not null,
  reads bigint not null default 0,
  constraint article_reads_pkey PRIMARY KEY (article_id),
  constraint article_reads_article_id_fkey FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE
);
alter table article_reads enable row level security;
create policy accounts on article_reads to app_accounts
  using (true)
  with check (true);
create policy article_reads_platform on article_reads
  using (( SELECT app.sees_all() AS sees_all));
grant insert, select, update on article_reads to app_rw;

-- Whether an entry of the knowledge base helped, one answer of each visitor.
create table article_vote (
  article_id bigint not null,
  visitor bytea not null, -- hash of the mark that the visitor’s browser keeps; nothing else of the visitor
  network bytea not null, -- hash of day and network that the answer came from: so many a day, whatever marks a script makes up
  is_helpful boolean not null,
  at timestamp with time zone not null,
  constraint article_vote_pkey PRIMARY KEY (article_id, visitor),
  constraint article_vote_article_id_fkey FOREIGN KEY (article_id) REFERENCES article(id)
);
CREATE INDEX article_vote_network ON public.article_vote USING btree (network);
alter table article_vote enable row level security;
create policy accounts on article_vote to app_accounts
  using (true)
  with check (true);
create policy article_vote_platform on article_vote
  using (( SELECT app.sees_all() AS sees_all));
grant insert, select, update on article_vote to app_rw;

-- access/auth ===========================================================================================================================================

-- An account: somebody of the platform, a unit, a centre, a partner, or an operator, who signs in.
create table app_user (
  id bigint not null generated by default as identity,
  username text not null,
  name text not null,
  usertype smallint not null, -- 1 platform, 2 unit, 3 operator, 4 centre, 5 partner
  poststatus smallint not null default 0, -- post at a centre: 0 none, 1 director, 2 marketer, 3 salesperson, 4 across centres, 5 finance, 6 audit
  status smallint not null, -- 0 draft, 1 under review, 2 returned, 3 to be signed, 4 papers missing, 5 disabled, 6 frozen, 7 closed, 8 active, 9 locked
  password_hash text not null,
  payment_password_hash text,
  must_change_password boolean not null default false,
  failed_logins smallint not null default 0, -- wrong passwords since the last right one; they fade with time from failed_at
  locked_until timestamp with time zone,
  failed_payments smallint not null default 0, -- the same of the payment password
  payment_locked_until timestamp with time zone,
  centre_id bigint,
  unit_id bigint,
  operator_id bigint,
  partner_id bigint,
  isdl text not null default '0'::text, -- whether the account also acts as an agent; the program hands it on and decides nothing by it
  islr smallint not null default 0, -- whether the account may key in for others: import operators for a unit
  avatar text,
  last_login_at timestamp with time zone,
  created_at timestamp with time zone not null,
  mobile text,
  email text,
  password_changed_at timestamp with time zone,
  payment_password_changed_at timestamp with time zone,
  application_id bigint, -- application that the account waits for or came from
  failed_at timestamp with time zone,
  password_reset_by bigint, -- who else set the password last, and so may know it
  password_reset_at timestamp with time zone,
  made_by bigint, -- who made the account or last set where it is reached; null: the owner, or from before makers were kept
  owned_at timestamp with time zone, -- since when the owner has it: a password by a code or link to the own telephone or mail, or one that another administrator than the maker set
  contact_moved boolean not null default false, -- another person alone set the telephone or mail of this account, so that a code sent there does not make it the owner's
  duty_roles bigint[] not null default '{}'::bigint[], -- roles with a duty that two people gave an account of the platform or a centre
  constraint app_user_pkey PRIMARY KEY (id),
  constraint app_user_username_key UNIQUE (username),
  constraint app_user_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id),
  constraint app_user_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint app_user_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  constraint app_user_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  constraint app_user_password_reset_by_fkey FOREIGN KEY (password_reset_by) REFERENCES app_user(id),
  constraint app_user_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint app_user_isdl_check CHECK (isdl = ANY (ARRAY['0'::text, '1'::text])),
  constraint app_user_islr_check CHECK (islr = ANY (ARRAY[0, 1])),
  constraint app_user_usertype_check CHECK (usertype >= 1 AND usertype <= 5)
);
CREATE INDEX app_user_application ON public.app_user USING btree (application_id) WHERE (application_id IS NOT NULL);
CREATE INDEX app_user_email ON public.app_user USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX app_user_locked ON public.app_user USING btree (id DESC) WHERE ((status = 9) OR (locked_until IS NOT NULL));
CREATE INDEX app_user_made_by ON public.app_user USING btree (made_by) WHERE (made_by IS NOT NULL);
CREATE INDEX app_user_mobile ON public.app_user USING btree (mobile) WHERE (mobile IS NOT NULL);
CREATE INDEX app_user_name_parts ON public.app_user USING gin (app.name_parts(((name || ' '::text) || username)));
CREATE INDEX app_user_operator ON public.app_user USING btree (operator_id) WHERE (operator_id IS NOT NULL);
CREATE INDEX app_user_password_reset_by ON public.app_user USING btree (password_reset_by) WHERE (password_reset_by IS NOT NULL);
CREATE INDEX app_user_post ON public.app_user USING btree (poststatus, id DESC) WHERE (poststatus <> 0);
CREATE INDEX app_user_status ON public.app_user USING btree (status, id DESC);
CREATE INDEX app_user_unit ON public.app_user USING btree (unit_id) WHERE (unit_id IS NOT NULL);
CREATE INDEX app_user_unit_list ON public.app_user USING btree (unit_id, id DESC) WHERE (unit_id IS NOT NULL);
CREATE UNIQUE INDEX app_user_username_any_case ON public.app_user USING btree (lower(username));
CREATE INDEX app_user_usertype ON public.app_user USING btree (usertype, id DESC);
alter table app_user enable row level security;
create policy accounts on app_user to app_accounts
  using (true)
  with check (true);
create policy app_user_duties on app_user for update
  using (( SELECT app.sees_all() AS sees_all));
create policy app_user_scope on app_user for select
  using ((( SELECT app.sees_all() AS sees_all) OR (id = ( SELECT app.user_id() AS user_id)) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id)) OR (partner_id = ( SELECT app.partner_id() AS partner_id)) OR ((unit_id IS NULL) AND (operator_id IS NULL) AND (partner_id IS NULL) AND ( SELECT (((cardinality(app.unit_ids()) + cardinality(app.centre_ids())) > 0) OR (app.operator_id() IS NOT NULL) OR (app.partner_id() IS NOT NULL)))) OR (EXISTS ( SELECT
   FROM unit_setting setting
  WHERE ((setting.unit_id = app_user.unit_id) AND (setting.centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))))) OR (EXISTS ( SELECT
   FROM unit
  WHERE ((unit.id = app_user.unit_id) AND (unit.partner_id = ( SELECT app.partner_id() AS partner_id))))) OR (EXISTS ( SELECT
   FROM unit_operator link
  WHERE ((link.unit_id = app_user.unit_id) AND (link.operator_id = ( SELECT app.operator_id() AS operator_id))))) OR (EXISTS ( SELECT
   FROM operator
  WHERE (operator.id = app_user.operator_id))) OR (EXISTS ( SELECT
   FROM partner
  WHERE (partner.id = app_user.partner_id)))));
CREATE TRIGGER account_tells AFTER UPDATE OF status ON app_user FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION app.tell_account();
CREATE TRIGGER app_user_begins BEFORE INSERT ON app_user FOR EACH ROW WHEN (app.is_program() AND new.duty_roles <> '{}'::bigint[]) EXECUTE FUNCTION app.begins_out_of_use();
CREATE TRIGGER app_user_gives_roles AFTER UPDATE OF duty_roles ON app_user FOR EACH ROW WHEN (NOT new.duty_roles <@ old.duty_roles) EXECUTE FUNCTION app.give_duty_roles();
CREATE TRIGGER app_user_guarded BEFORE UPDATE OF duty_roles ON app_user FOR EACH ROW WHEN (app.is_program() AND NOT new.duty_roles <@ old.duty_roles) EXECUTE FUNCTION app.expect_approved_change('app_user', 'duty_roles');
CREATE CONSTRAINT TRIGGER app_user_keeps_admin AFTER UPDATE OF status ON app_user DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.status = 8 AND new.status <> 8) EXECUTE FUNCTION app.keep_admin_of_user();
CREATE TRIGGER app_user_made BEFORE INSERT OR UPDATE OF mobile, email, password_hash ON app_user FOR EACH ROW WHEN (app.is_program()) EXECUTE FUNCTION app.account_made();
CREATE TRIGGER app_user_opens AFTER UPDATE OF failed_logins ON app_user FOR EACH ROW WHEN (new.failed_logins = 0 AND new.locked_until IS NULL) EXECUTE FUNCTION app.open_login_addresses();
grant delete, insert, select, update on app_user to app_accounts;
grant select (id, username, name, usertype, poststatus, status, centre_id, unit_id, operator_id, partner_id, last_login_at, created_at, duty_roles) on app_user to app_rw;
grant update (duty_roles) on app_user to app_rw;

create function app.account_contacts(ids bigint[])
 RETURNS TABLE(id bigint, mobile text, must_change boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$ select app_user.id, app_user.mobile, app_user.must_change_password from app_user where app_user.id = any(ids) and app.sees_all() $function$;
revoke execute on function app.account_contacts(bigint[]) from public;
grant execute on function app.account_contacts(bigint[]) to app_rw;

create function app.account_made()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
  elsif is_moved then
    -- An appeal of the person behind the account is decided by a reviewer of the centre, who becomes a hand of it.
    if old.status in (5, 8, 9) and app.moves_money(new.id) and not exists (select from registration_appeal appeal join app_user reviewer on reviewer.id = actor
        where appeal.unit_id = new.unit_id and appeal.state = 'open' and reviewer.usertype in (1, 4)) then
      raise exception 'app_user: two people change where an account that moves money is reached' using errcode = 'integrity_constraint_violation';
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
end $function$;

create function app.give_duty_roles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  insert into user_role (user_id, role_id) select new.id, role.id from role where role.id = any (new.duty_roles) and role.usertype = new.usertype on conflict do nothing;
  return null;
end $function$;

create function app.has_payment_password(account bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select exists (select from app_user where id = account and payment_password_hash is not null)
$function$;
revoke execute on function app.has_payment_password(bigint) from public;
grant execute on function app.has_payment_password(bigint) to app_rw;

create function app.keep_admin_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from user_role join role_permission using (role_id) where user_id = old.id and permission = 'admin3') then perform app.expect_admin(); end if;
  return null;
end $function$;

create function app.login_secret(since timestamp with time zone)
 RETURNS TABLE(hash text, failures smallint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  perform 1 from app_user where id = app.user_id() for no key update;
  return query select app_user.password_hash,
      coalesce((select throttle.failures from throttle where subject = 'password:' || app.user_id() and throttle.since >= login_secret.since), 0::smallint)
    from app_user where app_user.id = app.user_id();
end $function$;
revoke execute on function app.login_secret(timestamp with time zone) from public;
grant execute on function app.login_secret(timestamp with time zone) to app_rw;

create function app.open_login_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  update login_address set failures = 0, failed_at = null, locked_until = null where user_id = new.id and failures > 0;
  return null;
end $function$;

create function app.payment_secret()
 RETURNS TABLE(hash text, failures smallint, locked_until timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select payment_password_hash, failed_payments, payment_locked_until from app_user where id = app.user_id() for no key update
$function$;

create function app.payment_try(failures smallint, locked_until timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  update app_user set failed_payments = $1, payment_locked_until = $2 where id = app.user_id()
$function$;

create function app.tell_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform app.tell('sessions', jsonb_build_object('user', new.id));
  return null;
end $function$;

-- The authenticator of an account.
create table second_factor (
  user_id bigint not null,
  secret text not null, -- sealed
  confirmed_at timestamp with time zone, -- null while it is being set up
  last_step bigint not null default 0, -- latest time step that was accepted; neither it nor an earlier one opens anything again
  created_at timestamp with time zone not null,
  constraint second_factor_pkey PRIMARY KEY (user_id),
  constraint second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
alter table second_factor enable row level security;
create policy accounts on second_factor to app_accounts
  using (true)
  with check (true);
grant delete, insert, select, update on second_factor to app_accounts;

-- A code that replaces the authenticator once.
create table recovery_code (
  user_id bigint not null,
  hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (user_id, hash),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
alter table recovery_code enable row level security;
create policy accounts on recovery_code to app_accounts
  using (true)
  with check (true);
grant delete, insert, select, update on recovery_code to app_accounts;

-- A key of WebAuthn that its owner has set up; the private half never leaves the device.
create table passkey (
  id bigint not null generated by default as identity,
  user_id bigint not null,
  credential text not null, -- id of the credential in base64url
  public_key bytea not null,
  counter bigint not null, -- signatures that the device reports; one that does not grow is refused, 0 where the device does not count
  transports text[] not null,
  name text not null,
  is_backed_up boolean not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_key UNIQUE (credential),
  constraint passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint passkey_name_check CHECK (length(name) >= 1 AND length(name) <= 40)
);
CREATE INDEX passkey_user ON public.passkey USING btree (user_id);
alter table passkey enable row level security;
create policy accounts on passkey to app_accounts
  using (true)
  with check (true);
grant delete, insert, select, update on passkey to app_accounts;

create function app.has_factor(person bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select exists (select from second_factor where second_factor.user_id = person and confirmed_at is not null) or exists (select from passkey where passkey.user_id = person)
$function$;

-- A challenge that a device signs once.
create table passkey_challenge (
  challenge text not null,
  user_id bigint not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge),
  constraint passkey_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint passkey_challenge_purpose_check CHECK (purpose = ANY (ARRAY['register'::text, 'use'::text]))
);
CREATE INDEX passkey_challenge_age ON public.passkey_challenge USING btree (expires_at);
CREATE INDEX passkey_challenge_user ON public.passkey_challenge USING btree (user_id);
alter table passkey_challenge enable row level security;
create policy accounts on passkey_challenge to app_accounts
  using (true)
  with check (true);
grant delete, insert, select on passkey_challenge to app_accounts;

-- The right to take the second step of a sign-in after a correct password.
create table login_ticket (
  token_hash bytea not null,
  user_id bigint not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint login_ticket_pkey PRIMARY KEY (token_hash),
  constraint login_ticket_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX login_ticket_age ON public.login_ticket USING btree (expires_at);
CREATE INDEX login_ticket_user ON public.login_ticket USING btree (user_id);
alter table login_ticket enable row level security;
create policy accounts on login_ticket to app_accounts
  using (true)
  with check (true);
grant delete, insert, select, update on login_ticket to app_accounts;

-- A network address from which an account was signed in to; strangers who guess elsewhere do not lock its owner out there.
create table login_address (
  user_id bigint not null,
  address text not null,
  seen_at timestamp with time zone not null,
  failures smallint not null default 0,
  failed_at timestamp with time zone,
  locked_until timestamp with time zone,
  constraint login_address_pkey PRIMARY KEY (user_id, address),
  constraint login_address_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
alter table login_address enable row level security;
create policy accounts on login_address to app_accounts
  using (true)
  with check (true);
grant delete, insert, select, update on login_address to app_accounts;

-- access/recovery =======================================================================================================================================

-- Somebody asked for a new password, also in vain.
create table recovery_ask (
  id uuid not null,
  user_id bigint, -- null when account and contact did not fit together
  way text not null,
  recipient text,
  language text not null,
  code_hash text,
  tries smallint not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint recovery_ask_pkey PRIMARY KEY (id),
  constraint recovery_ask_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint recovery_ask_check CHECK ((user_id IS NULL) = (recipient IS NULL)),
  constraint recovery_ask_way_check CHECK (way = ANY (ARRAY['mail'::text, 'sms'::text]))
);
CREATE INDEX recovery_ask_age ON public.recovery_ask USING btree (created_at);
CREATE INDEX recovery_ask_user ON public.recovery_ask USING btree (user_id) WHERE (ended_at IS NULL);
alter table recovery_ask enable row level security;
create policy accounts on recovery_ask to app_accounts
  using (true)
  with check (true);
grant delete, insert, select, update on recovery_ask to app_accounts;

-- The right to choose a new password once.
create table recovery_ticket (
  token_hash bytea not null,
  user_id bigint not null,
  ask_id uuid not null,
  password_was bytea not null, -- digest of the password that was forgotten; any other change of it ends the ticket
  tries smallint not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_ticket_pkey PRIMARY KEY (token_hash),
  constraint recovery_ticket_ask_id_fkey FOREIGN KEY (ask_id) REFERENCES recovery_ask(id) ON DELETE CASCADE,
  constraint recovery_ticket_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX recovery_ticket_ask ON public.recovery_ticket USING btree (ask_id);
CREATE INDEX recovery_ticket_user ON public.recovery_ticket USING btree (user_id) WHERE (used_at IS NULL);
alter table recovery_ticket enable row level security;
create policy accounts on recovery_ticket to app_accounts
  using (true)
  with check (true);
grant delete, insert, select, update on recovery_ticket to app_accounts;

-- access/users ==========================================================================================================================================

-- A role that an account has.
create table user_role (
  user_id bigint not null,
  role_id bigint not null,
  constraint user_role_pkey PRIMARY KEY (user_id, role_id),
  constraint user_role_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id),
  constraint user_role_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX user_role_role ON public.user_role USING btree (role_id, user_id DESC);
alter table user_role enable row level security;
create policy accounts on user_role to app_accounts
  using (true)
  with check (true);
create policy user_role_read on user_role for select
  using ((user_id = ( SELECT app.user_id() AS user_id)));
create policy user_role_write on user_role
  using (( SELECT app.sees_all() AS sees_all));
CREATE TRIGGER user_role_duty BEFORE INSERT OR UPDATE ON user_role FOR EACH ROW WHEN (app.is_program()) EXECUTE FUNCTION app.role_needs_two();
CREATE TRIGGER user_role_ends AFTER DELETE ON user_role FOR EACH ROW EXECUTE FUNCTION app.role_ends();
CREATE CONSTRAINT TRIGGER user_role_keeps_admin AFTER DELETE OR UPDATE ON user_role DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.keep_admin_of_role();
CREATE TRIGGER user_role_keeps_duty AFTER INSERT OR UPDATE ON user_role FOR EACH ROW EXECUTE FUNCTION app.keep_duty_role();
grant delete, insert, select, update on user_role to app_rw;

create function app.keep_admin_of_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from role_permission where role_id = old.role_id and permission = 'admin3') then perform app.expect_admin(); end if;
  return null;
end $function$;

create function app.keep_duty_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  update app_user set duty_roles = array_append(duty_roles, new.role_id) where id = new.user_id and usertype in (1, 4) and not new.role_id = any (duty_roles)
    and exists (select from role_permission where role_id = new.role_id and app.carries_duty(permission));
  return null;
end $function$;

create function app.role_ends()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  update app_user set duty_roles = array_remove(duty_roles, old.role_id) where id = old.user_id and old.role_id = any (duty_roles);
  return null;
end $function$;

create function app.role_needs_two()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if app.duties_need_two() and exists (select from app_user where id = new.user_id and usertype in (1, 4) and not new.role_id = any (duty_roles))
    and exists (select from role_permission where role_id = new.role_id and app.carries_duty(permission))
    and not exists (select from user_role where user_id = new.user_id and role_id = new.role_id) then
    raise exception 'user_role: two people give an account a role with a duty' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

-- A centre that an account of a centre works at.
create table user_centre (
  user_id bigint not null,
  centre_id bigint not null,
  modes smallint[] not null, -- modes it works in there
  constraint user_centre_pkey PRIMARY KEY (user_id, centre_id),
  constraint user_centre_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint user_centre_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX user_centre_centre ON public.user_centre USING btree (centre_id);
alter table user_centre enable row level security;
create policy accounts on user_centre to app_accounts
  using (true)
  with check (true);
create policy user_centre_scope on user_centre for select
  using ((( SELECT app.sees_all() AS sees_all) OR (user_id = ( SELECT app.user_id() AS user_id)) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR ( SELECT ((cardinality(app.unit_ids()) > 0) OR (app.operator_id() IS NOT NULL) OR (app.partner_id() IS NOT NULL)))));
grant delete, insert, select, update on user_centre to app_accounts;
grant select on user_centre to app_rw;

-- A unit asks for roles for one of its accounts; somebody outside the unit decides.
create table account_application (
  id bigint not null generated by default as identity,
  unit_id bigint not null,
  user_id bigint not null,
  role_ids bigint[] not null,
  letter_file_id uuid not null, -- letter of authorisation
  state text not null default 'pending'::text,
  requested_by bigint not null,
  requested_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  reason text not null default ''::text,
  version integer not null default 1,
  reviewer_id bigint,
  rejects jsonb not null default '[]'::jsonb, -- fields that were sent back, each with its reason
  corrects_id bigint, -- rejected application that this one corrects
  constraint account_application_pkey PRIMARY KEY (id),
  constraint account_application_corrects_id_fkey FOREIGN KEY (corrects_id) REFERENCES account_application(id),
  constraint account_application_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint account_application_letter_file_id_fkey FOREIGN KEY (letter_file_id) REFERENCES stored_file(id),
  constraint account_application_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES app_user(id),
  constraint account_application_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES app_user(id),
  constraint account_application_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint account_application_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint account_application_check CHECK ((state = 'pending'::text) = (decided_by IS NULL)),
  constraint account_application_check1 CHECK (decided_by <> requested_by),
  constraint account_application_check2 CHECK (reviewer_id <> requested_by),
  constraint account_application_role_ids_check CHECK (cardinality(role_ids) > 0),
  constraint account_application_state_check CHECK (state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))
);
CREATE INDEX account_application_corrects ON public.account_application USING btree (corrects_id) WHERE (corrects_id IS NOT NULL);
CREATE INDEX account_application_first ON public.account_application USING btree (((state <> 'pending'::text)), (
CASE
    WHEN (state = 'pending'::text) THEN id
    ELSE (- id)
END));
CREATE INDEX account_application_letter ON public.account_application USING btree (letter_file_id);
CREATE UNIQUE INDEX account_application_one_open ON public.account_application USING btree (user_id) WHERE (state = 'pending'::text);
CREATE INDEX account_application_requested ON public.account_application USING btree (requested_at DESC, id DESC);
CREATE INDEX account_application_reviewer ON public.account_application USING btree (reviewer_id, id DESC) WHERE (reviewer_id IS NOT NULL);
CREATE INDEX account_application_state ON public.account_application USING btree (state, id DESC);
CREATE INDEX account_application_unit ON public.account_application USING btree (unit_id, id DESC);
CREATE INDEX account_application_user ON public.account_application USING btree (user_id, id DESC);
CREATE INDEX account_application_waiting ON public.account_application USING btree (requested_at) WHERE (state = 'pending'::text);
alter table account_application enable row level security;
create policy account_application_scope on account_application
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (EXISTS ( SELECT
   FROM unit_setting setting
  WHERE ((setting.unit_id = account_application.unit_id) AND (setting.centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])))))));
create policy accounts on account_application to app_accounts
  using (true)
  with check (true);
CREATE TRIGGER account_application_by_other BEFORE UPDATE OF decided_by ON account_application FOR EACH ROW WHEN (app.is_program() AND new.decided_by IS NOT NULL AND old.decided_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'requested_by');
grant delete, insert, select, update on account_application to app_accounts;
grant select on account_application to app_rw;

-- A change of another person's account that takes two people: a password on paper, a new telephone, removing the second factor.
create table account_change (
  id bigint not null generated by default as identity,
  user_id bigint not null,
  kind text not null, -- paper: a password that is printed; mobile: a new telephone; factor: no second factor until the owner sets up another
  mobile text, -- the new telephone; removed when the change is decided
  reason text not null,
  state text not null default 'waiting'::text,
  proposed_by bigint not null,
  proposed_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  decision_note text not null default ''::text,
  constraint account_change_pkey PRIMARY KEY (id),
  constraint account_change_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint account_change_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES app_user(id),
  constraint account_change_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint account_change_by_two CHECK (state <> 'done'::text OR decided_by <> proposed_by AND decided_by <> user_id),
  constraint account_change_decided CHECK ((state = 'waiting'::text) = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  constraint account_change_kind_check CHECK (kind = ANY (ARRAY['paper'::text, 'mobile'::text, 'factor'::text])),
  constraint account_change_mobile CHECK (kind = 'mobile'::text OR mobile IS NULL),
  constraint account_change_not_own CHECK (proposed_by <> user_id),
  constraint account_change_reason_check CHECK (length(reason) >= 2 AND length(reason) <= 200),
  constraint account_change_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'done'::text, 'rejected'::text, 'withdrawn'::text]))
);
CREATE INDEX account_change_decider ON public.account_change USING btree (decided_by, decided_at) WHERE (decided_by IS NOT NULL);
CREATE UNIQUE INDEX account_change_open ON public.account_change USING btree (user_id, kind) WHERE (state = 'waiting'::text);
CREATE INDEX account_change_proposer ON public.account_change USING btree (proposed_by, decided_at);
CREATE INDEX account_change_user ON public.account_change USING btree (user_id, decided_at);
alter table account_change enable row level security;
create policy accounts on account_change to app_accounts
  using (true)
  with check (true);
CREATE TRIGGER account_change_by_other BEFORE UPDATE OF decided_by ON account_change FOR EACH ROW WHEN (app.is_program() AND new.state = 'done'::text AND old.state = 'waiting'::text) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'proposed_by');
CREATE TRIGGER account_change_decided BEFORE UPDATE ON account_change FOR EACH ROW WHEN (app.is_program()) EXECUTE FUNCTION app.account_change_decided();
CREATE TRIGGER account_change_made BEFORE INSERT ON account_change FOR EACH ROW WHEN (app.is_program()) EXECUTE FUNCTION app.account_change_made();
CREATE TRIGGER account_change_stays BEFORE DELETE ON account_change FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select, update on account_change to app_accounts;

create function app.account_change_decided()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state <> 'waiting' and new.state is distinct from old.state or new.decided_by is distinct from app.user_id()
    or (new.user_id, new.kind, new.proposed_by, new.proposed_at) is distinct from (old.user_id, old.kind, old.proposed_by, old.proposed_at)
    or (new.mobile is distinct from old.mobile and (new.mobile is not null or new.state = 'waiting')) then
    raise exception 'account_change: it is decided once, in the decider''s own name, and not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

create function app.account_change_made()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> 'waiting' or new.proposed_by is distinct from app.user_id() then
    raise exception 'account_change: a proposal begins in the name of its proposer' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

-- access/changes ========================================================================================================================================

-- A change of master data that moves money, proposed by one person and decided by another.
create table guarded_change (
  id bigint not null generated by default as identity,
  kind text not null, -- table whose row changes
  row_id bigint not null,
  centre_id bigint, -- centre that the row belongs to; null: a partner, or the platform
  becomes jsonb not null, -- every guarded column of the row after the change, but sealed settings
  settings_sealed text, -- the settings after the change; null for a kind without settings
  shown jsonb not null, -- what differs, as people see it; secrets by fingerprint alone
  reason text not null,
  state text not null default 'waiting'::text,
  proposed_by bigint not null,
  proposed_at timestamp with time zone not null,
  decided_by bigint, -- who approved, rejected or withdrew it
  decided_at timestamp with time zone,
  decision_note text not null default ''::text,
  effective_at timestamp with time zone, -- from when the approved change may be applied
  row_name text not null default ''::text, -- name of the row when the change was proposed
  account_no_sealed text, -- account number of a partner after the change
  account_no_index text,
  constraint guarded_change_pkey PRIMARY KEY (id),
  constraint guarded_change_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint guarded_change_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint guarded_change_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES app_user(id),
  constraint guarded_change_by_two CHECK ((state <> ALL (ARRAY['approved'::text, 'effective'::text])) OR decided_by IS NOT NULL AND decided_by <> proposed_by AND decided_at IS NOT NULL AND effective_at >= decided_at),
  constraint guarded_change_decided CHECK ((decided_by IS NULL) = (decided_at IS NULL) AND (state = 'waiting'::text) = (decided_by IS NULL)),
  constraint guarded_change_kind_check CHECK (kind = ANY (ARRAY['centre'::text, 'channel'::text, 'partner'::text, 'einvoice_channel'::text, 'gateway'::text, 'seal_certificate'::text, 'role'::text, 'app_user'::text, 'platform_setting'::text])),
  constraint guarded_change_reason_check CHECK (length(reason) >= 2 AND length(reason) <= 500),
  constraint guarded_change_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'approved'::text, 'effective'::text, 'rejected'::text, 'withdrawn'::text]))
);
CREATE INDEX guarded_change_centre ON public.guarded_change USING btree (centre_id);
CREATE INDEX guarded_change_due ON public.guarded_change USING btree (effective_at) WHERE (state = 'approved'::text);
CREATE UNIQUE INDEX guarded_change_open ON public.guarded_change USING btree (kind, row_id) WHERE (state = ANY (ARRAY['waiting'::text, 'approved'::text]));
alter table guarded_change enable row level security;
create policy accounts on guarded_change to app_accounts
  using (true)
  with check (true);
create policy guarded_change_platform on guarded_change
  using (( SELECT app.sees_all() AS sees_all));
CREATE TRIGGER guarded_change_by_other BEFORE UPDATE ON guarded_change FOR EACH ROW WHEN (app.is_program()) EXECUTE FUNCTION app.guarded_change_by_other();
CREATE TRIGGER guarded_change_decided BEFORE UPDATE ON guarded_change FOR EACH ROW WHEN (app.is_program()) EXECUTE FUNCTION app.guarded_change_decided();
CREATE TRIGGER guarded_change_made BEFORE INSERT ON guarded_change FOR EACH ROW WHEN (app.is_program()) EXECUTE FUNCTION app.guarded_change_made();
CREATE TRIGGER guarded_change_refuses_certificate AFTER UPDATE ON guarded_change FOR EACH ROW WHEN (new.kind = 'seal_certificate'::text AND (new.state = ANY (ARRAY['rejected'::text, 'withdrawn'::text]))) EXECUTE FUNCTION app.certificate_refused();
CREATE TRIGGER guarded_change_stays BEFORE DELETE ON guarded_change FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select on guarded_change to app_rw;
grant update (state, decided_by, decided_at, decision_note, effective_at) on guarded_change to app_rw;

create function app.apply_change(change_id bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

create function app.certificate_refused()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  update seal_certificate set state = 'withdrawn', ended_by = new.decided_by, ended_at = new.decided_at, end_reason = new.decision_note
  where id = new.row_id and state = 'waiting';
  return null;
end $function$;

create function app.guarded_change_by_other()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state = 'approved' and app.is_same_hand(new.proposed_by, new.decided_by) then
    raise exception 'guarded_change: the proposer set the password of this account within 24 hours' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

create function app.guarded_change_decided()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.decided_by is distinct from app.user_id() or app.user_id() is null
    or not ((old.state = 'waiting' and new.state in ('approved', 'rejected', 'withdrawn')) or (old.state = 'approved' and new.state = 'withdrawn'))
    or (new.state in ('approved', 'rejected') and new.decided_by = new.proposed_by)
    or (new.state = 'approved' and new.effective_at < new.decided_at + app.cooling_of(new)) then
    raise exception 'guarded_change: another person than the proposer decides, in their own name, and once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

create function app.guarded_change_made()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> 'waiting' or new.proposed_by is distinct from app.user_id() then
    raise exception 'guarded_change: a proposal begins in the name of its proposer' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

-- access/roles ==========================================================================================================================================

-- A set of permissions that accounts of one kind may be given.
create table role (
  id bigint not null generated by default as identity,
  name text not null,
  usertype smallint not null, -- kind of account, as in app_user
  is_system boolean not null default false, -- comes with the program: neither renamed nor deleted
  version integer not null default 1,
  updated_at timestamp with time zone,
  updated_by bigint,
  built_in text, -- key by which the program knows its own role; null of roles that people made
  duties text[] not null default '{}'::text[], -- permissions with a duty that two people gave the role
  constraint role_pkey PRIMARY KEY (id),
  constraint role_built_in_key UNIQUE (built_in),
  constraint role_name_key UNIQUE (name),
  constraint role_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint role_usertype CHECK (usertype >= 1 AND usertype <= 5)
);
alter table role enable row level security;
create policy accounts on role to app_accounts
  using (true)
  with check (true);
create policy role_read on role for select
  using (true);
create policy role_write on role
  using (( SELECT app.sees_all() AS sees_all));
CREATE TRIGGER role_begins BEFORE INSERT ON role FOR EACH ROW WHEN (app.is_program() AND new.duties <> '{}'::text[]) EXECUTE FUNCTION app.begins_out_of_use();
CREATE TRIGGER role_gives_duties AFTER UPDATE OF duties ON role FOR EACH ROW WHEN (NOT new.duties <@ old.duties) EXECUTE FUNCTION app.give_duties();
CREATE TRIGGER role_guarded BEFORE UPDATE ON role FOR EACH ROW WHEN (app.is_program() AND NOT new.duties <@ old.duties) EXECUTE FUNCTION app.expect_approved_change('role', 'duties');
grant delete, insert, select, update on role to app_rw;

create function app.give_duties()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  insert into role_permission (role_id, permission) select new.id, duty from unnest(new.duties) duty on conflict do nothing;
  return null;
end $function$;

-- A permission that a role holds.
create table role_permission (
  role_id bigint not null,
  permission text not null,
  constraint role_permission_pkey PRIMARY KEY (role_id, permission),
  constraint role_permission_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id)
);
alter table role_permission enable row level security;
create policy accounts on role_permission to app_accounts
  using (true)
  with check (true);
create policy role_permission_read on role_permission for select
  using (true);
create policy role_permission_write on role_permission
  using (( SELECT app.sees_all() AS sees_all));
CREATE TRIGGER role_permission_duty BEFORE INSERT OR UPDATE ON role_permission FOR EACH ROW WHEN (app.is_program() AND app.carries_duty(new.permission)) EXECUTE FUNCTION app.duty_needs_two();
CREATE TRIGGER role_permission_ends AFTER DELETE ON role_permission FOR EACH ROW WHEN (app.carries_duty(old.permission)) EXECUTE FUNCTION app.duty_ends();
CREATE CONSTRAINT TRIGGER role_permission_keeps_admin AFTER DELETE OR UPDATE ON role_permission DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.permission = 'admin3'::text) EXECUTE FUNCTION app.keep_admin();
CREATE TRIGGER role_permission_keeps_duty AFTER INSERT OR UPDATE ON role_permission FOR EACH ROW WHEN (app.carries_duty(new.permission)) EXECUTE FUNCTION app.keep_duty();
grant delete, insert, select, update on role_permission to app_rw;

create function app.duty_ends()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  update role set duties = array_remove(duties, old.permission) where id = old.role_id and old.permission = any (duties);
  return null;
end $function$;

create function app.duty_needs_two()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if not app.duties_need_two() or exists (select from role where id = new.role_id and new.permission = any (duties))
    or exists (select from role_permission where role_id = new.role_id and permission = new.permission) then
    return new;
  end if;
  raise exception 'role_permission: two people give a role a duty' using errcode = 'integrity_constraint_violation';
end $function$;

create function app.has_admin()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$ select exists (select from app_user join user_role on user_id = app_user.id join role_permission using (role_id)
    where app_user.status = 8 and permission = 'admin3') $function$;

create function app.keep_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  perform app.expect_admin();
  return null;
end $function$;

create function app.keep_duty()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  update role set duties = array_append(duties, new.permission) where id = new.role_id and not new.permission = any (duties);
  return null;
end $function$;

create function app.moves_money(person bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select coalesce((select usertype in (1, 4) or (usertype = 2 and exists (select from user_role join role_permission using (role_id)
    where user_id = person and permission in ('employeeDw', 'zf:make', 'zf:check', 'zf:pay'))) from app_user where id = person), false)
$function$;

-- A permission that the program gave a built-in role once; what an administrator took away since stays away.
create table role_right_given (
  role_id bigint not null,
  permission text not null,
  constraint role_right_given_pkey PRIMARY KEY (role_id, permission),
  constraint role_right_given_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id) ON DELETE CASCADE
);

-- What people call a permission, by language; null keeps the name of the program.
create table permission_name (
  permission text not null,
  zh text,
  en text,
  es text,
  ja text,
  version integer not null default 1,
  updated_at timestamp with time zone not null,
  updated_by bigint not null,
  constraint permission_name_pkey PRIMARY KEY (permission),
  constraint permission_name_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint permission_name_en_check CHECK (length(en) >= 1 AND length(en) <= 40),
  constraint permission_name_es_check CHECK (length(es) >= 1 AND length(es) <= 40),
  constraint permission_name_ja_check CHECK (length(ja) >= 1 AND length(ja) <= 40),
  constraint permission_name_permission_check CHECK (length(permission) >= 1 AND length(permission) <= 80),
  constraint permission_name_zh_check CHECK (length(zh) >= 1 AND length(zh) <= 40)
);
alter table permission_name enable row level security;
create policy accounts on permission_name to app_accounts
  using (true)
  with check (true);
create policy permission_name_read on permission_name for select
  using (true);
create policy permission_name_write on permission_name
  using (( SELECT app.sees_all() AS sees_all));
grant insert, select, update on permission_name to app_rw;

-- The order in which the permissions of one menu are listed; without a row the order of the program counts.
create table permission_order (
  menu text not null, -- group of the menu, or general for permissions of none
  permissions text[] not null,
  version integer not null default 1,
  updated_at timestamp with time zone not null,
  updated_by bigint not null,
  constraint permission_order_pkey PRIMARY KEY (menu),
  constraint permission_order_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint permission_order_menu_check CHECK (length(menu) >= 1 AND length(menu) <= 40),
  constraint permission_order_permissions_check CHECK (cardinality(permissions) <= 200)
);
alter table permission_order enable row level security;
create policy accounts on permission_order to app_accounts
  using (true)
  with check (true);
create policy permission_order_read on permission_order for select
  using (true);
create policy permission_order_write on permission_order
  using (( SELECT app.sees_all() AS sees_all));
grant insert, select, update on permission_order to app_rw;

-- organisations/centres =================================================================================================================================

-- An operating centre: the payer and withholding agent of its units.
create table centre (
  id bigint not null generated by default as identity,
  code text not null,
  name text not null,
  legal_name text not null,
  credit_code text not null,
  tax_authority text not null,
  region_code text not null,
  modes smallint[] not null, -- modes it pays in
  city_rate_ppm integer not null, -- rate of the city maintenance tax that the centre began with; changes are rows of centre_city_rate
  account_name text not null,
  account_no text not null,
  account_bank text not null,
  age_min smallint not null default 18, -- age from which, and up to age_max, it pays people
  age_max smallint not null default 65,
  single_limit_fen bigint not null, -- most of one line
  month_limit_fen bigint not null, -- most of one person in a month
  is_active boolean not null default true,
  created_at timestamp with time zone not null,
  invoice_kinds text[] not null default '{special,ordinary}'::text[],
  invoice_categories text[] not null default '{}'::text[],
  invoice_cap_fen bigint not null default 10000000, -- most of one invoice
  invoice_bank text not null default ''::text,
  invoice_account_no text not null default ''::text,
  sign_way text not null default 'sms'::text,
  status_reason text not null default ''::text,
  version integer not null default 1,
  texts_payees boolean not null default false, -- whether payees without an account are told of their payments by text message
  business_contracts_from date not null default '2026-01-01'::date, -- from this day lines of mode 1 need the contract between unit and business
  objection_days smallint not null default 3, -- working days that a unit has to answer an objection to a payment
  refuses_owners boolean not null default false, -- whether lines of mode 2 that pay the owner of a registered business as a natural person are refused
  constraint centre_pkey PRIMARY KEY (id),
  constraint centre_code_key UNIQUE (code),
  constraint centre_credit_code_key UNIQUE (credit_code),
  constraint centre_ages CHECK (age_min >= 16 AND age_min <= age_max AND age_max <= 100),
  constraint centre_invoice_cap_fen_check CHECK (invoice_cap_fen > 0),
  constraint centre_invoice_kinds_check CHECK (invoice_kinds <@ ARRAY['special'::text, 'ordinary'::text]),
  constraint centre_limits CHECK (0 < single_limit_fen AND single_limit_fen <= month_limit_fen),
  constraint centre_objection_days_check CHECK (objection_days >= 1 AND objection_days <= 30),
  constraint centre_sign_way_check CHECK (sign_way = ANY (ARRAY['sms'::text, 'face'::text, 'handwriting'::text]))
);
alter table centre enable row level security;
create policy accounts on centre to app_accounts
  using (true)
  with check (true);
create policy centre_read on centre for select
  using (true);
create policy centre_write on centre
  using (( SELECT app.sees_all() AS sees_all));
CREATE TRIGGER centre_begins BEFORE INSERT ON centre FOR EACH ROW WHEN (new.is_active AND app.is_program()) EXECUTE FUNCTION app.begins_out_of_use();
CREATE TRIGGER centre_guarded BEFORE UPDATE ON centre FOR EACH ROW WHEN (app.is_program() AND (old.account_name IS DISTINCT FROM new.account_name OR old.account_no IS DISTINCT FROM new.account_no OR old.account_bank IS DISTINCT FROM new.account_bank OR old.invoice_bank IS DISTINCT FROM new.invoice_bank OR old.invoice_account_no IS DISTINCT FROM new.invoice_account_no OR old.single_limit_fen IS DISTINCT FROM new.single_limit_fen OR old.month_limit_fen IS DISTINCT FROM new.month_limit_fen OR new.is_active AND NOT old.is_active)) EXECUTE FUNCTION app.expect_approved_change('centre', 'account_name', 'account_no', 'account_bank', 'invoice_bank', 'invoice_account_no', 'single_limit_fen', 'month_limit_fen', 'is_active');
grant insert, select on centre to app_rw;
grant update (name, legal_name, tax_authority, region_code, modes, account_name, account_no, account_bank, age_min, age_max, single_limit_fen, month_limit_fen, is_active, invoice_kinds, invoice_categories, invoice_cap_fen, invoice_bank, invoice_account_no, sign_way, status_reason, version, texts_payees, objection_days, refuses_owners) on centre to app_rw;

-- The rate of the city maintenance tax of a centre, from the first day of a month on; of several for one day the last counts.
create table centre_city_rate (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  rate_ppm integer not null,
  valid_from date not null,
  made_by bigint not null,
  made_at timestamp with time zone not null,
  constraint centre_city_rate_pkey PRIMARY KEY (id),
  constraint centre_city_rate_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint centre_city_rate_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  constraint centre_city_rate_rate_ppm_check CHECK (rate_ppm >= 0 AND rate_ppm <= 999999),
  constraint centre_city_rate_valid_from_check CHECK (EXTRACT(day FROM valid_from) = 1::numeric)
);
CREATE INDEX centre_city_rate_centre ON public.centre_city_rate USING btree (centre_id, valid_from DESC, id DESC);
CREATE INDEX centre_city_rate_maker ON public.centre_city_rate USING btree (made_by);
alter table centre_city_rate enable row level security;
create policy accounts on centre_city_rate to app_accounts
  using (true)
  with check (true);
create policy centre_city_rate_add on centre_city_rate for insert
  with check (( SELECT app.sees_all() AS sees_all));
create policy centre_city_rate_read on centre_city_rate for select
  using (true);
CREATE TRIGGER centre_city_rate_append_only BEFORE DELETE OR UPDATE ON centre_city_rate FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select on centre_city_rate to app_rw;

create function app.city_rate(centre centre, day date)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select coalesce((select rate.rate_ppm from centre_city_rate rate where rate.centre_id = centre.id and rate.valid_from <= day
    order by rate.valid_from desc, rate.id desc limit 1), centre.city_rate_ppm)
$function$;
revoke execute on function app.city_rate(centre,date) from public;
grant execute on function app.city_rate(centre,date) to app_rw;

-- A way by which a centre pays: the bank of the sandbox, or by hand (offline).
create table channel (
  id bigint not null generated by default as identity,
  centre_id bigint not null,
  name text not null,
  kind text not null,
  is_active boolean not null default true,
  is_paused boolean not null default false, -- paused by people; paused_reason says why
  paused_reason text not null default ''::text,
  daily_limit_fen bigint,
  single_limit_fen bigint,
  settings_sealed text not null default ''::text,
  waits_until timestamp with time zone, -- nothing is sent before: the channel is closed, by its own word or by its window
  balance_fen bigint, -- what stands on the account there, as the channel said last
  balance_at timestamp with time zone,
  constraint channel_pkey PRIMARY KEY (id),
  constraint channel_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint channel_daily_limit_fen_check CHECK (daily_limit_fen > 0),
  constraint channel_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'::text),
  constraint channel_single_limit_fen_check CHECK (single_limit_fen > 0)
);
alter table channel enable row level security;
create policy accounts on channel to app_accounts
  using (true)
  with check (true);
create policy channel_scope on channel
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (EXISTS ( SELECT
   FROM unit_setting setting
  WHERE (setting.centre_id = channel.centre_id)))));
CREATE TRIGGER channel_begins BEFORE INSERT ON channel FOR EACH ROW WHEN (new.is_active AND app.is_program()) EXECUTE FUNCTION app.begins_out_of_use();
CREATE TRIGGER channel_guarded BEFORE UPDATE ON channel FOR EACH ROW WHEN (app.is_program() AND (old.settings_sealed IS DISTINCT FROM new.settings_sealed OR old.single_limit_fen IS DISTINCT FROM new.single_limit_fen OR old.daily_limit_fen IS DISTINCT FROM new.daily_limit_fen OR new.is_active AND NOT old.is_active)) EXECUTE FUNCTION app.expect_approved_change('channel', 'settings_sealed', 'single_limit_fen', 'daily_limit_fen', 'is_active');
grant insert, select on channel to app_rw;
grant update (name, is_active, is_paused, paused_reason, daily_limit_fen, single_limit_fen, settings_sealed, waits_until, balance_fen, balance_at) on channel to app_rw;

-- The one row of settings of the whole platform.
create table platform_setting (
  id bigint not null default 1,
  person_month_limit_fen bigint, -- most of one person in a month at all centres together; null: no limit
  version integer not null default 1,
  account_cooling_hours integer not null default 24, -- hours between the approval of a new receiving account and its first day; the keeper of the machine sets it
  constraint platform_setting_pkey PRIMARY KEY (id),
  constraint platform_setting_account_cooling_hours_check CHECK (account_cooling_hours >= 0 AND account_cooling_hours <= 720),
  constraint platform_setting_id_check CHECK (id = 1),
  constraint platform_setting_person_month_limit_fen_check CHECK (person_month_limit_fen > 0)
);
alter table platform_setting enable row level security;
create policy accounts on platform_setting to app_accounts
  using (true)
  with check (true);
create policy platform_setting_read on platform_setting for select
  using (true);
create policy platform_setting_write on platform_setting for update
  using (( SELECT app.sees_all() AS sees_all));
CREATE TRIGGER platform_setting_guarded BEFORE UPDATE ON platform_setting FOR EACH ROW WHEN (app.is_program() AND old.person_month_limit_fen IS DISTINCT FROM new.person_month_limit_fen) EXECUTE FUNCTION app.expect_approved_change('platform_setting', 'person_month_limit_fen');
grant select, update on platform_setting to app_rw;

-- organisations/partners ================================================================================================================================

-- A company or person that brings units and earns from their fees.
create table partner (
  id bigint not null generated by default as identity,
  name text not null,
  credit_code text,
  is_active boolean not null default true,
  created_at timestamp with time zone not null,
  code text not null,
  kind text not null default 'enterprise'::text,
  contact_name text not null default ''::text,
  contact_mobile text not null default ''::text,
  area text not null default ''::text,
  introduction text not null default ''::text,
  account_name text not null default ''::text, -- with account_bank and account_no: where its commission goes
  account_bank text not null default ''::text,
  account_no_sealed text,
  account_no_index text,
  id_number_sealed text,
  id_number_index text,
  status_reason text not null default ''::text,
  version integer not null default 1,
  signing_centre_id bigint, -- centre that it was told to sign with when it was approved
  constraint partner_pkey PRIMARY KEY (id),
  constraint partner_code_key UNIQUE (code),
  constraint partner_signing_centre_id_fkey FOREIGN KEY (signing_centre_id) REFERENCES centre(id),
  constraint partner_kind_check CHECK (kind = ANY (ARRAY['enterprise'::text, 'person'::text]))
);
CREATE UNIQUE INDEX partner_credit_code ON public.partner USING btree (credit_code) WHERE (credit_code IS NOT NULL);
CREATE UNIQUE INDEX partner_id_number ON public.partner USING btree (id_number_index) WHERE (id_number_index IS NOT NULL);
CREATE INDEX partner_name_parts ON public.partner USING gin (app.name_parts(name));
CREATE INDEX partner_signing_centre ON public.partner USING btree (signing_centre_id) WHERE (signing_centre_id IS NOT NULL);
alter table partner enable row level security;
create policy accounts on partner to app_accounts
  using (true)
  with check (true);
create policy partner_scope on partner for select
  using ((( SELECT app.sees_all() AS sees_all) OR (signing_centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (EXISTS ( SELECT
   FROM unit
  WHERE (unit.partner_id = partner.id))) OR (EXISTS ( SELECT
   FROM contract
  WHERE (contract.partner_id = partner.id)))));
create policy partner_write on partner
  using (( SELECT app.sees_all() AS sees_all));
CREATE TRIGGER partner_begins BEFORE INSERT ON partner FOR EACH ROW WHEN (app.is_program() AND (new.account_name <> ''::text OR new.account_bank <> ''::text OR new.account_no_sealed IS NOT NULL)) EXECUTE FUNCTION app.begins_out_of_use();
CREATE TRIGGER partner_guarded BEFORE UPDATE ON partner FOR EACH ROW WHEN (app.is_program() AND (old.account_name IS DISTINCT FROM new.account_name OR old.account_bank IS DISTINCT FROM new.account_bank OR old.account_no_sealed IS DISTINCT FROM new.account_no_sealed OR old.account_no_index IS DISTINCT FROM new.account_no_index)) EXECUTE FUNCTION app.expect_approved_change('partner', 'account_name', 'account_bank', 'account_no_sealed', 'account_no_index');
grant update on partner to app_accounts;
grant insert, select on partner to app_rw;
grant update (name, is_active, contact_name, contact_mobile, area, introduction, account_name, account_bank, account_no_sealed, account_no_index, status_reason, version) on partner to app_rw;

-- organisations/fees ====================================================================================================================================

-- An entry of the price list, which units are given; its versions say how it charges.
create table fee_plan (
  id bigint not null generated by default as identity,
  name text not null,
  mode smallint not null,
  ended_on date, -- last day on which it may be used; null while it goes on
  created_at timestamp with time zone not null,
  constraint fee_plan_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX fee_plan_name ON public.fee_plan USING btree (mode, name);
alter table fee_plan enable row level security;
create policy accounts on fee_plan to app_accounts
  using (true)
  with check (true);
create policy fee_plan_read on fee_plan for select
  using (true);
create policy fee_plan_write on fee_plan
  using (( SELECT app.sees_all() AS sees_all))
  with check (( SELECT app.sees_all() AS sees_all));
grant insert, select on fee_plan to app_rw;
grant update (ended_on) on fee_plan to app_rw;

-- How a fee plan charges from a day on, until its next version begins; never changed, only withdrawn before it begins.
create table fee_plan_version (
  id bigint not null generated by default as identity,
  plan_id bigint not null,
  no integer not null,
  method text not null,
  is_progressive boolean not null default true, -- of a ladder: each part of the month's amount at its own step, or a whole payment at the step it begins in
  basis text not null,
  minimum_fen bigint not null default 0, -- least fee of one payment
  tiers jsonb not null, -- steps of the month's amount with their rates
  effective_from date not null,
  state text not null,
  needs_second boolean not null default false, -- whether a second person must approve: for a unit its rate is below what parties are due
  reason text not null default ''::text,
  proposed_by bigint,
  created_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  decision_reason text not null default ''::text,
  constraint fee_plan_version_pkey PRIMARY KEY (id),
  constraint fee_plan_version_plan_id_no_key UNIQUE (plan_id, no),
  constraint fee_plan_version_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint fee_plan_version_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES fee_plan(id),
  constraint fee_plan_version_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES app_user(id),
  constraint fee_plan_version_basis_check CHECK (basis = ANY (ARRAY['gross'::text, 'net'::text])),
  constraint fee_plan_version_check CHECK (decided_by IS DISTINCT FROM proposed_by OR state = 'withdrawn'::text OR decided_by IS NULL),
  constraint fee_plan_version_method_check CHECK (method = ANY (ARRAY['fixed'::text, 'ladder'::text])),
  constraint fee_plan_version_minimum_fen_check CHECK (minimum_fen >= 0),
  constraint fee_plan_version_no_check CHECK (no > 0),
  constraint fee_plan_version_state_check CHECK (state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))
);
CREATE UNIQUE INDEX fee_plan_version_day ON public.fee_plan_version USING btree (plan_id, effective_from) WHERE (state = ANY (ARRAY['pending'::text, 'approved'::text]));
CREATE UNIQUE INDEX fee_plan_version_pending ON public.fee_plan_version USING btree (plan_id) WHERE (state = 'pending'::text);
alter table fee_plan_version enable row level security;
create policy accounts on fee_plan_version to app_accounts
  using (true)
  with check (true);
create policy fee_plan_version_read on fee_plan_version for select
  using (true);
create policy fee_plan_version_write on fee_plan_version
  using (( SELECT app.sees_all() AS sees_all))
  with check (( SELECT app.sees_all() AS sees_all));
CREATE TRIGGER fee_plan_version_by_other BEFORE UPDATE OF decided_by ON fee_plan_version FOR EACH ROW WHEN (app.is_program() AND new.decided_by IS NOT NULL AND old.decided_by IS NULL AND new.state <> 'withdrawn'::text) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'proposed_by');
grant insert, select on fee_plan_version to app_rw;
grant update (effective_from, state, decided_by, decided_at, decision_reason) on fee_plan_version to app_rw;

create function app.fee_plan_near(plan bigint, day date)
 RETURNS TABLE(id bigint, name text, mode smallint, basis text, tiers jsonb)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select held.id, held.name, held.mode, version.basis, version.tiers from fee_plan held join fee_plan_version version on version.plan_id = held.id
    where held.id = plan
    order by version.state = 'approved' desc, version.effective_from <= day desc, abs(version.effective_from - day) limit 1
$function$;

create function app.fee_plans(day date)
 RETURNS TABLE(id bigint, name text, mode smallint, version_id bigint, no integer, method text, is_progressive boolean, basis text, minimum_fen bigint, tiers jsonb)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select plan.id, plan.name, plan.mode, version.id, version.no, version.method, version.is_progressive, version.basis, version.minimum_fen, version.tiers
    from fee_plan plan join lateral (select * from fee_plan_version held where held.plan_id = plan.id and held.state = 'approved' and held.effective_from <= day
      order by held.effective_from desc limit 1) version on true
    where plan.ended_on is null or plan.ended_on >= day
$function$;

-- What whoever holds a role (partner, marketer, salesman, centre, platform) is due of the fees of a centre or of one unit.
create table split_rule (
  id bigint not null generated by default as identity,
  centre_id bigint not null,
  unit_id bigint, -- null: all units of the centre
  party_type text not null,
  party_id bigint, -- null: whoever is assigned to the unit; else only this partner or account, where it is assigned
  method text not null, -- difference: between the rate above and the own floor rate; ratio: a part of the fee
  floor_rate_ppm integer,
  ratio_ppm integer,
  effective_from date not null,
  effective_to date,
  mode smallint, -- null: both
  previous_id bigint, -- version before it, which ended the day before this one begins
  agreed_to date, -- last day as it was agreed; effective_to is earlier where another version followed
  state text not null,
  needs_second boolean not null default false, -- whether a second person must approve: some unit's rate is below the floor
  reason text not null default ''::text,
  created_by bigint,
  created_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  decision_reason text not null default ''::text,
  stopped_by bigint,
  stop_reason text not null default ''::text,
  constraint split_rule_pkey PRIMARY KEY (id),
  constraint split_rule_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint split_rule_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint split_rule_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint split_rule_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES split_rule(id),
  constraint split_rule_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES app_user(id),
  constraint split_rule_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint split_rule_days CHECK (effective_to IS NULL OR effective_to >= (effective_from - 1)),
  constraint split_rule_figure CHECK (
CASE method
    WHEN 'difference'::text THEN floor_rate_ppm >= 0 AND floor_rate_ppm <= 1000000 AND ratio_ppm IS NULL
    ELSE ratio_ppm >= 1 AND ratio_ppm <= 1000000 AND floor_rate_ppm IS NULL AND party_type <> 'platform'::text
END),
  constraint split_rule_method_check CHECK (method = ANY (ARRAY['difference'::text, 'ratio'::text])),
  constraint split_rule_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint split_rule_party CHECK (party_id IS NULL OR (party_type = ANY (ARRAY['partner'::text, 'marketer'::text, 'salesman'::text]))),
  constraint split_rule_party_type_check CHECK (party_type = ANY (ARRAY['partner'::text, 'marketer'::text, 'salesman'::text, 'centre'::text, 'platform'::text])),
  constraint split_rule_second CHECK (decided_by IS DISTINCT FROM created_by OR state = 'withdrawn'::text OR decided_by IS NULL),
  constraint split_rule_state_check CHECK (state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))
);
CREATE INDEX split_rule_previous ON public.split_rule USING btree (previous_id) WHERE (previous_id IS NOT NULL);
CREATE INDEX split_rule_unit ON public.split_rule USING btree (centre_id, unit_id);
CREATE INDEX split_rule_unit_only ON public.split_rule USING btree (unit_id) WHERE (unit_id IS NOT NULL);
alter table split_rule enable row level security;
create policy accounts on split_rule to app_accounts
  using (true)
  with check (true);
create policy split_rule_scope on split_rule
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER split_rule_by_other BEFORE UPDATE OF decided_by ON split_rule FOR EACH ROW WHEN (app.is_program() AND new.decided_by IS NOT NULL AND old.decided_by IS NULL AND new.state <> 'withdrawn'::text) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'created_by');
grant insert, select on split_rule to app_rw;
grant update (effective_from, effective_to, agreed_to, state, decided_by, decided_at, decision_reason, stopped_by, stop_reason) on split_rule to app_rw;

-- organisations/units ===================================================================================================================================

-- A company that pays operators through centres.
create table unit (
  id bigint not null generated by default as identity,
  code text not null,
  name text not null,
  credit_code text not null,
  legal_person text not null,
  biz_kind text not null, -- ordinary, or platform: operators register with it
  industry text not null,
  contact_name text not null,
  contact_mobile text not null,
  status smallint not null, -- 3 to be signed, 5 stopped (no new batches), 6 frozen (no money moves), 7 closed, 8 active
  partner_id bigint, -- who brought it
  marketer_id bigint, -- who looks after it, as salesman_id: staff of a centre
  salesman_id bigint,
  created_at timestamp with time zone not null,
  email text not null default ''::text,
  address text not null default ''::text,
  taxpayer_kind text not null default 'general'::text,
  description text not null default ''::text,
  licence_file_id uuid,
  status_reason text not null default ''::text,
  version integer not null default 1,
  comparable_name text not null generated always as (app.comparable_name(name)) stored,
  constraint unit_pkey PRIMARY KEY (id),
  constraint unit_code_key UNIQUE (code),
  constraint unit_credit_code_key UNIQUE (credit_code),
  constraint unit_licence_file_id_fkey FOREIGN KEY (licence_file_id) REFERENCES stored_file(id),
  constraint unit_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  constraint unit_biz_kind_check CHECK (biz_kind = ANY (ARRAY['ordinary'::text, 'platform'::text])),
  constraint unit_status_check CHECK (status = ANY (ARRAY[3, 5, 6, 7, 8])),
  constraint unit_taxpayer_kind_check CHECK (taxpayer_kind = ANY (ARRAY['general'::text, 'small'::text]))
);
CREATE INDEX unit_comparable_name ON public.unit USING btree (comparable_name);
CREATE INDEX unit_created ON public.unit USING btree (created_at DESC, id DESC);
CREATE INDEX unit_licence ON public.unit USING btree (licence_file_id) WHERE (licence_file_id IS NOT NULL);
CREATE INDEX unit_marketer ON public.unit USING btree (marketer_id, id DESC) WHERE (marketer_id IS NOT NULL);
CREATE INDEX unit_name_parts ON public.unit USING gin (app.name_parts(name));
CREATE INDEX unit_partner ON public.unit USING btree (partner_id) WHERE (partner_id IS NOT NULL);
CREATE INDEX unit_salesman ON public.unit USING btree (salesman_id, id DESC) WHERE (salesman_id IS NOT NULL);
CREATE INDEX unit_status ON public.unit USING btree (status, id DESC);
alter table unit enable row level security;
create policy accounts on unit to app_accounts
  using (true)
  with check (true);
create policy unit_change on unit for update
  using ((( SELECT app.sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM unit_setting setting
  WHERE ((setting.unit_id = unit.id) AND (setting.centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])))))));
create policy unit_make on unit for insert
  with check (( SELECT app.sees_all() AS sees_all));
create policy unit_scope on unit for select
  using ((( SELECT app.sees_all() AS sees_all) OR (id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (EXISTS ( SELECT
   FROM unit_setting setting
  WHERE (setting.unit_id = unit.id)))));
CREATE TRIGGER unit_assigned AFTER INSERT OR UPDATE OF partner_id, marketer_id, salesman_id ON unit FOR EACH ROW EXECUTE FUNCTION app.unit_assigned();
grant update on unit to app_accounts;
grant insert, select on unit to app_rw;
grant update (name, legal_person, biz_kind, industry, contact_name, contact_mobile, status, partner_id, marketer_id, salesman_id, email, address, taxpayer_kind, description, licence_file_id, status_reason, version) on unit to app_rw;

create function app.staff_mobiles(ids bigint[])
 RETURNS TABLE(id bigint, mobile text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$ select app_user.id, app_user.mobile from app_user where app_user.id = any(ids) and app_user.usertype = 4 and (app.sees_all()
    or exists (select from user_centre post where post.user_id = app_user.id and post.centre_id = any(app.centre_ids()))
    or exists (select from unit where unit.id = any(app.unit_ids()) and app_user.id in (unit.marketer_id, unit.salesman_id))) $function$;
revoke execute on function app.staff_mobiles(bigint[]) from public;
grant execute on function app.staff_mobiles(bigint[]) to app_rw;

create function app.unit_assigned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  insert into unit_assignment (unit_id, role, party_id, since, set_by)
    select new.id, held.role, held.party_id, case when tg_op = 'INSERT' then new.created_at else app.moment() end, app.doer()
    from (values ('partner', new.partner_id, case when tg_op = 'UPDATE' then old.partner_id end),
      ('marketer', new.marketer_id, case when tg_op = 'UPDATE' then old.marketer_id end),
      ('salesman', new.salesman_id, case when tg_op = 'UPDATE' then old.salesman_id end)) held(role, party_id, before)
    where held.party_id is distinct from held.before
      and (tg_op = 'INSERT' or held.party_id is distinct from app.unit_party(new.id, held.role, app.moment()));
  return null;
end $function$;

-- To which partner, marketer and salesman a unit is assigned from a moment on.
create table unit_assignment (
  id bigint not null generated always as identity,
  unit_id bigint not null,
  role text not null,
  party_id bigint, -- partner, or account of a centre's person; null: nobody any more
  since timestamp with time zone not null,
  set_by bigint,
  state text not null default 'held'::text, -- held: came about · ahead: comes about at its moment · cancelled before it · lapsed: whoever was to have the unit could not take it on the day
  constraint unit_assignment_pkey PRIMARY KEY (id),
  constraint unit_assignment_set_by_fkey FOREIGN KEY (set_by) REFERENCES app_user(id),
  constraint unit_assignment_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint unit_assignment_role_check CHECK (role = ANY (ARRAY['partner'::text, 'marketer'::text, 'salesman'::text])),
  constraint unit_assignment_state_check CHECK (state = ANY (ARRAY['held'::text, 'ahead'::text, 'cancelled'::text, 'lapsed'::text]))
);
CREATE INDEX unit_assignment_ahead ON public.unit_assignment USING btree (since) WHERE (state = 'ahead'::text);
CREATE INDEX unit_assignment_of ON public.unit_assignment USING btree (unit_id, role, since DESC, id DESC);
alter table unit_assignment enable row level security;
create policy accounts on unit_assignment to app_accounts
  using (true)
  with check (true);
create policy unit_assignment_ahead on unit_assignment for insert
  with check (((state = 'ahead'::text) AND (( SELECT app.sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM unit
  WHERE (unit.id = unit_assignment.unit_id))))));
create policy unit_assignment_end on unit_assignment for update
  using ((( SELECT app.sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM unit
  WHERE (unit.id = unit_assignment.unit_id)))));
create policy unit_assignment_scope on unit_assignment for select
  using ((( SELECT app.sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM unit
  WHERE (unit.id = unit_assignment.unit_id)))));
CREATE TRIGGER unit_assignment_moves BEFORE DELETE OR UPDATE ON unit_assignment FOR EACH ROW EXECUTE FUNCTION app.unit_assignment_moves();
grant select on unit_assignment to app_rw;
grant insert (unit_id, role, party_id, since, set_by, state) on unit_assignment to app_rw;
grant update (state) on unit_assignment to app_rw;

create function app.unit_assignment_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.state = 'ahead' and to_jsonb(new) - 'state' = to_jsonb(old) - 'state'
    and ((new.state = 'cancelled' and old.since > app.moment()) or (new.state in ('held', 'lapsed') and old.since <= app.moment())) then
    return new;
  end if;
  raise exception 'the past of % is not changed', tg_table_name using errcode = 'integrity_constraint_violation';
end $function$;

create function app.unit_party(unit bigint, role text, at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select held.party_id from unit_assignment held where held.unit_id = unit_party.unit and held.role = unit_party.role and held.since <= at
      and held.state in ('held', 'ahead')
    order by held.since desc, held.id desc limit 1
$function$;

-- A unit at a centre in a mode; what was agreed there is in unit_setting_version.
create table unit_setting (
  id bigint not null generated by default as identity,
  unit_id bigint not null,
  centre_id bigint not null,
  mode smallint not null,
  is_active boolean not null default true,
  contract_id bigint, -- contract in effect
  virtual_account_no text not null, -- account at the bank of the centre by which incoming money is known as the unit's
  constraint unit_setting_pkey PRIMARY KEY (id),
  constraint unit_setting_unit_id_centre_id_mode_key UNIQUE (unit_id, centre_id, mode),
  constraint unit_setting_virtual_account_no_key UNIQUE (virtual_account_no),
  constraint unit_setting_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint unit_setting_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contract(id),
  constraint unit_setting_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint unit_setting_mode_check CHECK (mode = ANY (ARRAY[1, 2]))
);
CREATE INDEX unit_setting_centre ON public.unit_setting USING btree (centre_id, mode);
alter table unit_setting enable row level security;
create policy accounts on unit_setting to app_accounts
  using (true)
  with check (true);
create policy unit_setting_change on unit_setting for update
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
create policy unit_setting_make on unit_setting for insert
  with check (( SELECT app.sees_all() AS sees_all));
create policy unit_setting_scope on unit_setting for select
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
grant insert, select on unit_setting to app_rw;
grant update (is_active, contract_id) on unit_setting to app_rw;

create function app.cooling_of(change guarded_change)
 RETURNS interval
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select make_interval(hours => case when case change.kind
    when 'centre' then exists (select from unit_setting where unit_setting.centre_id = change.row_id)
      and exists (select from centre where centre.id = change.row_id and (account_name, account_no, account_bank)
        is distinct from (change.becomes ->> 'account_name', change.becomes ->> 'account_no', change.becomes ->> 'account_bank'))
    when 'partner' then exists (select from unit where unit.partner_id = change.row_id)
    else false end then account_cooling_hours else 0 end) from platform_setting
$function$;

-- The terms of a unit at a centre in a mode from a moment on, until the next version is in force.
create table unit_setting_version (
  id bigint not null generated by default as identity,
  setting_id bigint not null,
  unit_id bigint not null,
  centre_id bigint not null,
  no integer not null,
  fee_plan_id bigint not null,
  tax_bearer text not null,
  fee_bearer text not null,
  fee_unit_share_ppm integer not null default 1000000, -- part of a shared fee that the unit bears
  sign_required boolean not null default true,
  sign_way text not null default 'sms'::text,
  dual_control boolean not null default true, -- whether another person of the unit checks each batch
  freeze_on_submit boolean not null default false, -- whether the cost is set aside at submission rather than once audited
  auto_audit_limit_fen bigint not null default 0, -- up to here a batch without warnings needs no audit at the centre; 0: every batch does
  single_limit_fen bigint not null,
  day_limit_fen bigint not null,
  month_limit_fen bigint not null,
  evidence_limit_fen bigint not null, -- above it a batch needs papers
  low_balance_fen bigint not null default 0, -- below it the unit is warned
  channel_ids bigint[] not null default '{}'::bigint[], -- channels it is paid through, the preferred first; none: as the centre pays
  invoice_way text not null default 'batch'::text,
  invoice_categories text[] not null default '{}'::text[],
  notice_mobiles text[] not null default '{}'::text[],
  effective_from date not null,
  in_force_at timestamp with time zone, -- from when it holds; null unless approved
  state text not null,
  needs_second boolean not null default false, -- whether a second person must approve: the fee is below what parties are due
  reason text not null default ''::text,
  restores_no integer, -- earlier version whose terms it brings back
  created_by bigint,
  created_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  decision_reason text not null default ''::text,
  constraint unit_setting_version_pkey PRIMARY KEY (id),
  constraint unit_setting_version_setting_id_no_key UNIQUE (setting_id, no),
  constraint unit_setting_version_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint unit_setting_version_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint unit_setting_version_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint unit_setting_version_fee_plan_id_fkey FOREIGN KEY (fee_plan_id) REFERENCES fee_plan(id),
  constraint unit_setting_version_setting_id_fkey FOREIGN KEY (setting_id) REFERENCES unit_setting(id),
  constraint unit_setting_version_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint unit_setting_version_auto_audit_limit_fen_check CHECK (auto_audit_limit_fen >= 0),
  constraint unit_setting_version_check CHECK ((state = 'approved'::text) = (in_force_at IS NOT NULL)),
  constraint unit_setting_version_check1 CHECK (state <> 'approved'::text OR NOT needs_second OR decided_by IS NOT NULL),
  constraint unit_setting_version_check2 CHECK (decided_by <> created_by OR state = 'withdrawn'::text),
  constraint unit_setting_version_day_limit_fen_check CHECK (day_limit_fen > 0),
  constraint unit_setting_version_evidence_limit_fen_check CHECK (evidence_limit_fen >= 0),
  constraint unit_setting_version_fee_bearer_check CHECK (fee_bearer = ANY (ARRAY['unit'::text, 'operator'::text, 'shared'::text])),
  constraint unit_setting_version_fee_unit_share_ppm_check CHECK (fee_unit_share_ppm >= 0 AND fee_unit_share_ppm <= 1000000),
  constraint unit_setting_version_invoice_way_check CHECK (invoice_way = ANY (ARRAY['batch'::text, 'period'::text, 'balance'::text])),
  constraint unit_setting_version_low_balance_fen_check CHECK (low_balance_fen >= 0),
  constraint unit_setting_version_month_limit_fen_check CHECK (month_limit_fen > 0),
  constraint unit_setting_version_sign_way_check CHECK (sign_way = ANY (ARRAY['sms'::text, 'face'::text, 'handwriting'::text])),
  constraint unit_setting_version_single_limit_fen_check CHECK (single_limit_fen > 0),
  constraint unit_setting_version_state_check CHECK (state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])),
  constraint unit_setting_version_tax_bearer_check CHECK (tax_bearer = ANY (ARRAY['unit'::text, 'operator'::text]))
);
CREATE INDEX unit_setting_version_in_force ON public.unit_setting_version USING btree (setting_id, in_force_at DESC, id DESC) WHERE (in_force_at IS NOT NULL);
CREATE UNIQUE INDEX unit_setting_version_one_open ON public.unit_setting_version USING btree (setting_id) WHERE (state = 'pending'::text);
CREATE INDEX unit_setting_version_plan ON public.unit_setting_version USING btree (fee_plan_id);
CREATE INDEX unit_setting_version_unit ON public.unit_setting_version USING btree (unit_id);
alter table unit_setting_version enable row level security;
create policy accounts on unit_setting_version to app_accounts
  using (true)
  with check (true);
create policy unit_setting_version_scope on unit_setting_version for select
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR ((in_force_at IS NOT NULL) AND (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])))));
create policy unit_setting_version_write on unit_setting_version
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER unit_setting_version_by_other BEFORE UPDATE OF decided_by ON unit_setting_version FOR EACH ROW WHEN (app.is_program() AND new.decided_by IS NOT NULL AND old.decided_by IS NULL AND new.state <> 'withdrawn'::text) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'created_by');
grant insert, select on unit_setting_version to app_rw;
grant update (in_force_at, state, decided_by, decided_at, decision_reason) on unit_setting_version to app_rw;

create function app.unit_terms(at timestamp with time zone)
 RETURNS TABLE(id bigint, unit_id bigint, centre_id bigint, mode smallint, is_active boolean, contract_id bigint, virtual_account_no text, version_id bigint, version_no integer, fee_plan_id bigint, tax_bearer text, fee_bearer text, fee_unit_share_ppm integer, sign_required boolean, sign_way text, dual_control boolean, freeze_on_submit boolean, auto_audit_limit_fen bigint, single_limit_fen bigint, day_limit_fen bigint, month_limit_fen bigint, evidence_limit_fen bigint, low_balance_fen bigint, channel_ids bigint[], invoice_way text, invoice_categories text[], notice_mobiles text[])
 LANGUAGE sql
 STABLE
AS $function$
  select setting.id, setting.unit_id, setting.centre_id, setting.mode, setting.is_active, setting.contract_id, setting.virtual_account_no, terms.id, terms.no,
    terms.fee_plan_id, terms.tax_bearer, terms.fee_bearer, terms.fee_unit_share_ppm, terms.sign_required, terms.sign_way, terms.dual_control,
    terms.freeze_on_submit, terms.auto_audit_limit_fen, terms.single_limit_fen, terms.day_limit_fen, terms.month_limit_fen, terms.evidence_limit_fen,
    terms.low_balance_fen, terms.channel_ids, terms.invoice_way, terms.invoice_categories, terms.notice_mobiles
  from unit_setting setting cross join lateral (select version.* from unit_setting_version version
    where version.setting_id = setting.id and version.in_force_at <= at order by version.in_force_at desc, version.id desc limit 1) terms
$function$;

-- organisations/staff ===================================================================================================================================

-- What a centre keeps of its staff beside the account.
create table staff_record (
  user_id bigint not null,
  joined_on date not null,
  note text not null default ''::text,
  version integer not null default 1,
  constraint staff_record_pkey PRIMARY KEY (user_id),
  constraint staff_record_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
alter table staff_record enable row level security;
create policy accounts on staff_record to app_accounts
  using (true)
  with check (true);
create policy staff_record_scope on staff_record
  using ((( SELECT app.sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM user_centre post
  WHERE ((post.user_id = staff_record.user_id) AND (post.centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])))))));
grant delete, insert, select, update on staff_record to app_accounts;
grant select on staff_record to app_rw;

-- Units pass from one of a centre's staff to another on a day.
create table customer_handover (
  id bigint not null generated by default as identity,
  centre_id bigint,
  from_user_id bigint not null,
  to_user_id bigint not null,
  role text not null,
  unit_ids bigint[], -- null: all that there are on the day
  effective_on date not null,
  state text not null,
  reason text not null default ''::text,
  done_count integer not null default 0,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  done_at timestamp with time zone,
  constraint customer_handover_pkey PRIMARY KEY (id),
  constraint customer_handover_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint customer_handover_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint customer_handover_from_user_id_fkey FOREIGN KEY (from_user_id) REFERENCES app_user(id),
  constraint customer_handover_to_user_id_fkey FOREIGN KEY (to_user_id) REFERENCES app_user(id),
  constraint customer_handover_check CHECK (from_user_id <> to_user_id),
  constraint customer_handover_check1 CHECK ((state = 'done'::text) = (done_at IS NOT NULL)),
  constraint customer_handover_role_check CHECK (role = ANY (ARRAY['marketer'::text, 'salesman'::text])),
  constraint customer_handover_state_check CHECK (state = ANY (ARRAY['scheduled'::text, 'done'::text, 'cancelled'::text]))
);
CREATE INDEX customer_handover_due ON public.customer_handover USING btree (effective_on) WHERE (state = 'scheduled'::text);
CREATE INDEX customer_handover_from ON public.customer_handover USING btree (from_user_id, id DESC);
CREATE INDEX customer_handover_to ON public.customer_handover USING btree (to_user_id);
alter table customer_handover enable row level security;
create policy accounts on customer_handover to app_accounts
  using (true)
  with check (true);
create policy customer_handover_scope on customer_handover
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant insert, select, update on customer_handover to app_rw;

-- organisations/certificates ============================================================================================================================

-- A certificate with its sealed key that papers of a centre, or of the platform, are sealed with.
create table seal_certificate (
  id bigint not null generated by default as identity,
  centre_id bigint,
  subject text not null,
  issuer text not null,
  serial text not null,
  fingerprint text not null,
  valid_from timestamp with time zone not null,
  valid_to timestamp with time zone not null,
  certificates text not null,
  private_key_sealed text not null, -- PKCS #8 in base64, sealed; requests never read it, the job that seals does as the owner.
  picture_file_id uuid,
  state text not null default 'current'::text,
  warned_days smallint,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  ended_by bigint,
  ended_at timestamp with time zone,
  end_reason text not null default ''::text,
  constraint seal_certificate_pkey PRIMARY KEY (id),
  constraint seal_certificate_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint seal_certificate_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint seal_certificate_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES app_user(id),
  constraint seal_certificate_picture_file_id_fkey FOREIGN KEY (picture_file_id) REFERENCES stored_file(id),
  constraint seal_certificate_check CHECK (valid_to > valid_from),
  constraint seal_certificate_ended CHECK ((state = ANY (ARRAY['waiting'::text, 'current'::text])) = (ended_at IS NULL)),
  constraint seal_certificate_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'current'::text, 'replaced'::text, 'withdrawn'::text]))
);
CREATE UNIQUE INDEX seal_certificate_current ON public.seal_certificate USING btree (COALESCE(centre_id, (0)::bigint)) WHERE (state = 'current'::text);
CREATE INDEX seal_certificate_ends ON public.seal_certificate USING btree (valid_to) WHERE (state = 'current'::text);
CREATE INDEX seal_certificate_list ON public.seal_certificate USING btree (centre_id, id DESC);
alter table seal_certificate enable row level security;
create policy accounts on seal_certificate to app_accounts
  using (true)
  with check (true);
create policy seal_certificate_change on seal_certificate
  using (( SELECT app.sees_all() AS sees_all));
create policy seal_certificate_scope on seal_certificate for select
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER seal_certificate_begins BEFORE INSERT ON seal_certificate FOR EACH ROW WHEN (new.state <> 'waiting'::text AND app.is_program()) EXECUTE FUNCTION app.begins_out_of_use();
CREATE TRIGGER seal_certificate_guarded BEFORE UPDATE ON seal_certificate FOR EACH ROW WHEN (app.is_program() AND new.state = 'current'::text AND old.state <> 'current'::text) EXECUTE FUNCTION app.expect_approved_change('seal_certificate', 'state');
CREATE TRIGGER seal_certificate_replaces BEFORE UPDATE ON seal_certificate FOR EACH ROW WHEN (new.state = 'current'::text AND old.state = 'waiting'::text) EXECUTE FUNCTION app.certificate_replaces();
grant insert on seal_certificate to app_rw;
grant select (id, centre_id, subject, issuer, serial, fingerprint, valid_from, valid_to, certificates, picture_file_id, state, warned_days, created_by, created_at, ended_by, ended_at, end_reason) on seal_certificate to app_rw;
grant update (state, ended_by, ended_at, end_reason) on seal_certificate to app_rw;

create function app.certificate_replaces()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  update seal_certificate set state = 'replaced', ended_at = app.moment(),
    ended_by = (select decided_by from guarded_change where kind = 'seal_certificate' and row_id = new.id and state = 'effective')
  where state = 'current' and id <> new.id and centre_id is not distinct from new.centre_id;
  return new;
end $function$;

create function app.seal_until(of_centre bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$ select valid_to from seal_certificate where coalesce(centre_id, 0) = of_centre and state = 'current' $function$;
revoke execute on function app.seal_until(bigint) from public;
grant execute on function app.seal_until(bigint) to app_rw;

-- organisations/relations ===============================================================================================================================

-- Somebody of a unit (owner, manager, employee) whom the unit may not pay.
create table unit_related_person (
  unit_id bigint not null,
  name text not null,
  relation text not null,
  id bigint not null generated always as identity,
  id_number_sealed text not null,
  id_number_index text not null,
  source text not null default 'centre'::text, -- who said so: the unit's registration, the centre or the unit
  created_by bigint,
  created_at timestamp with time zone not null,
  ended_by bigint,
  ended_at timestamp with time zone,
  end_reason text not null default ''::text,
  constraint unit_related_person_pkey PRIMARY KEY (id),
  constraint unit_related_person_once UNIQUE (unit_id, id_number_index),
  constraint unit_related_person_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint unit_related_person_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES app_user(id),
  constraint unit_related_person_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint unit_related_person_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  constraint unit_related_person_relation_check CHECK (relation = ANY (ARRAY['legal_person'::text, 'shareholder'::text, 'supervisor'::text, 'executive'::text, 'employee'::text])),
  constraint unit_related_person_source_check CHECK (source = ANY (ARRAY['registration'::text, 'centre'::text, 'unit'::text]))
);
alter table unit_related_person enable row level security;
create policy accounts on unit_related_person to app_accounts
  using (true)
  with check (true);
create policy unit_related_person_scope on unit_related_person
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (EXISTS ( SELECT
   FROM unit_setting setting
  WHERE ((setting.unit_id = unit_related_person.unit_id) AND (setting.centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])))))));
grant insert, select on unit_related_person to app_rw;
grant update (name, relation, source, created_by, created_at, ended_by, ended_at, end_reason) on unit_related_person to app_rw;

-- A unit asks to pay a related person all the same; its centre decides, for a time.
create table relation_exception (
  id bigint not null generated by default as identity,
  related_id bigint not null,
  unit_id bigint not null,
  centre_id bigint not null,
  statement text not null,
  file_id uuid not null,
  state text not null default 'pending'::text,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  decision_reason text not null default ''::text,
  valid_to date,
  constraint relation_exception_pkey PRIMARY KEY (id),
  constraint relation_exception_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint relation_exception_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint relation_exception_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint relation_exception_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint relation_exception_related_id_fkey FOREIGN KEY (related_id) REFERENCES unit_related_person(id),
  constraint relation_exception_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint relation_exception_check CHECK ((state = 'pending'::text) = (decided_at IS NULL)),
  constraint relation_exception_check1 CHECK ((state = 'approved'::text) = (valid_to IS NOT NULL)),
  constraint relation_exception_check2 CHECK (decided_by <> created_by),
  constraint relation_exception_state_check CHECK (state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])),
  constraint relation_exception_statement_check CHECK (length(statement) >= 2 AND length(statement) <= 500)
);
CREATE INDEX relation_exception_first ON public.relation_exception USING btree (centre_id, ((state = 'pending'::text)) DESC, id DESC);
CREATE INDEX relation_exception_holds ON public.relation_exception USING btree (related_id, centre_id, valid_to) WHERE (state = 'approved'::text);
CREATE INDEX relation_exception_list ON public.relation_exception USING btree (centre_id, state, id DESC);
CREATE UNIQUE INDEX relation_exception_one_open ON public.relation_exception USING btree (related_id, centre_id) WHERE (state = 'pending'::text);
CREATE INDEX relation_exception_unit ON public.relation_exception USING btree (unit_id, id DESC);
alter table relation_exception enable row level security;
create policy accounts on relation_exception to app_accounts
  using (true)
  with check (true);
create policy relation_exception_scope on relation_exception
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER relation_exception_by_other BEFORE UPDATE OF decided_by ON relation_exception FOR EACH ROW WHEN (app.is_program() AND new.decided_by IS NOT NULL AND old.decided_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'created_by');
CREATE TRIGGER relation_exception_decided BEFORE UPDATE ON relation_exception FOR EACH ROW WHEN (old.state <> 'pending'::text AND old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION app.refuse('what was decided stays');
CREATE TRIGGER relation_exception_tells AFTER INSERT OR UPDATE ON relation_exception FOR EACH ROW EXECUTE FUNCTION app.tell_place('candidates');
grant insert, select on relation_exception to app_rw;
grant update (state, decided_by, decided_at, decision_reason, valid_to) on relation_exception to app_rw;

-- people/operators ======================================================================================================================================

-- A natural person who works for units and is paid, alone or as a registered business.
create table operator (
  id bigint not null generated by default as identity,
  code text not null,
  kind text not null, -- platform: came with a unit; ordinary: registered without one
  yztype smallint not null, -- 1 natural person, 2 individual business, 3 sole proprietorship
  name text not null,
  birth date not null,
  status smallint not null, -- 3 to sign, 5 disabled, 6 frozen, 7 closed, 8 active
  status_reason text not null default ''::text,
  is_identity_verified boolean not null default false,
  centre_id bigint not null, -- centre that keeps the record
  created_at timestamp with time zone not null,
  id_number_sealed text not null,
  id_number_index text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  region_code text not null, -- first two digits of the identity number: the province; empty for other documents
  is_imported boolean not null default false,
  verify_face smallint not null default 0, -- 0 never compared, 1 the own face, 2 failed three times in a row
  agreement_until date, -- last day of what was signed for the centre, by triggers on consent; infinity: no end; null: nothing signed
  filing_until date, -- the same of the authorisation to file taxes
  identity_verified_by text not null default ''::text, -- Kind of gateway, hand for people with evidence, sandbox for the demo; empty: not said.
  face_by text not null default ''::text,
  id_kind text not null default 'id_card'::text, -- paper of the identity number (domain/id-paper.ts)
  sex text not null default ''::text, -- empty: as the identity number says
  nationality text not null default ''::text, -- ISO 3166-1, two letters: country or region; empty: as the identity number says
  id_address_sealed text not null default ''::text,
  valid_from date,
  valid_to date, -- last day of the paper; infinity: without end; null: not said
  paper_told smallint, -- with how many days left of the paper people were last told
  tax_residence text, -- declared by the person or the centre; null: of a mainland card a resident, of everybody else not known
  tax_residence_by bigint,
  tax_residence_at timestamp with time zone,
  comparable_name text not null generated always as (app.comparable_name(name)) stored,
  constraint operator_pkey PRIMARY KEY (id),
  constraint operator_code_key UNIQUE (code),
  constraint operator_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint operator_tax_residence_by_fkey FOREIGN KEY (tax_residence_by) REFERENCES app_user(id),
  constraint operator_check CHECK ((tax_residence IS NULL) = (tax_residence_at IS NULL) AND (tax_residence IS NULL) = (tax_residence_by IS NULL)),
  constraint operator_id_kind_check CHECK (id_kind = ANY (ARRAY['id_card'::text, 'passport'::text, 'hk_macau_permit'::text, 'hk_macau_residence'::text, 'taiwan_permit'::text, 'taiwan_residence'::text, 'foreign_pr'::text])),
  constraint operator_kind_check CHECK (kind = ANY (ARRAY['platform'::text, 'ordinary'::text])),
  constraint operator_nationality_check CHECK (nationality ~ '^([A-Z]{2})?$'::text),
  constraint operator_region_code_check CHECK (region_code ~ '^\d{0,2}$'::text),
  constraint operator_sex_check CHECK (sex = ANY (ARRAY[''::text, 'M'::text, 'F'::text])),
  constraint operator_tax_residence_check CHECK (tax_residence = ANY (ARRAY['resident'::text, 'non_resident'::text])),
  constraint operator_verify_face_check CHECK (verify_face = ANY (ARRAY[0, 1, 2])),
  constraint operator_yztype_check CHECK (yztype = ANY (ARRAY[1, 2, 3]))
);
CREATE INDEX operator_agreement_ends ON public.operator USING btree (agreement_until) WHERE (agreement_until < 'infinity'::date);
CREATE INDEX operator_authorised ON public.operator USING btree (centre_id, kind, id DESC) WHERE (filing_until IS NOT NULL);
CREATE INDEX operator_centre ON public.operator USING btree (centre_id, id DESC);
CREATE INDEX operator_comparable_name ON public.operator USING btree (comparable_name);
CREATE INDEX operator_created ON public.operator USING btree (centre_id, kind, created_at DESC, id DESC);
CREATE INDEX operator_filing_ends ON public.operator USING btree (filing_until) WHERE (filing_until < 'infinity'::date);
CREATE UNIQUE INDEX operator_id_number ON public.operator USING btree (id_number_index);
CREATE INDEX operator_kind ON public.operator USING btree (kind, id DESC);
CREATE INDEX operator_list ON public.operator USING btree (centre_id, kind, id DESC);
CREATE INDEX operator_mobile ON public.operator USING btree (mobile_index);
CREATE INDEX operator_name ON public.operator USING btree (name);
CREATE INDEX operator_name_parts ON public.operator USING gin (app.name_parts(name));
CREATE INDEX operator_name_start ON public.operator USING btree (name text_pattern_ops);
CREATE INDEX operator_paper_ends ON public.operator USING btree (valid_to) WHERE (valid_to < 'infinity'::date);
CREATE INDEX operator_residence_by ON public.operator USING btree (tax_residence_by) WHERE (tax_residence_by IS NOT NULL);
CREATE INDEX operator_signed ON public.operator USING btree (centre_id, kind, id DESC) WHERE (agreement_until IS NOT NULL);
CREATE INDEX operator_status ON public.operator USING btree (centre_id, kind, status, id DESC);
CREATE INDEX operator_unauthorised ON public.operator USING btree (centre_id, kind, id DESC) WHERE (filing_until IS NULL);
CREATE INDEX operator_unsigned ON public.operator USING btree (centre_id, kind, id DESC) WHERE (agreement_until IS NULL);
CREATE INDEX operator_verified ON public.operator USING btree (centre_id, kind, is_identity_verified, id DESC);
CREATE INDEX operator_yztype ON public.operator USING btree (centre_id, kind, yztype, id DESC);
alter table operator enable row level security;
create policy accounts on operator to app_accounts
  using (true)
  with check (true);
create policy operator_scope on operator
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (id = ( SELECT app.operator_id() AS operator_id)) OR (EXISTS ( SELECT
   FROM unit_operator link
  WHERE ((link.operator_id = operator.id) AND (link.unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])))))));
CREATE TRIGGER operator_by_hand BEFORE INSERT OR UPDATE ON operator FOR EACH ROW WHEN (new.is_identity_verified AND new.identity_verified_by = 'hand'::text) EXECUTE FUNCTION app.expect_hand('id', 'identity');
CREATE TRIGGER operator_moved AFTER UPDATE OF centre_id ON operator FOR EACH ROW WHEN (old.centre_id <> new.centre_id) EXECUTE FUNCTION app.operator_moved();
grant insert, select, update on operator to app_rw;

create function app.expect_hand()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from hand_verification done where done.operator_id = (to_jsonb(new) ->> tg_argv[0])::bigint and done.state = 'confirmed'
      and (case when tg_argv[1] = 'card' then done.card_id = new.id else done.card_id is null end)) then
    raise exception 'nobody confirmed by hand what is to count as confirmed' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

create function app.has_payees(centre bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select exists (select from operator where centre_id = centre and status = 8 and is_identity_verified)
$function$;
revoke execute on function app.has_payees(bigint) from public;
grant execute on function app.has_payees(bigint) to app_rw;

create function app.operator_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  perform app.operator_papers(array[new.id]);
  return null;
end $function$;

-- A bank card of an operator.
create table operator_card (
  id bigint not null generated by default as identity,
  operator_id bigint not null,
  bank_name text not null,
  is_default boolean not null default false,
  is_verified boolean not null default false,
  verified_at timestamp with time zone,
  card_no_sealed text not null,
  card_no_index text not null,
  card_tail text not null, -- last four digits
  brought_by bigint, -- unit that brought it, which no other unit sees; null: the person or the keeper of the record did
  verified_by text not null default ''::text, -- Kind of gateway, hand for people with evidence, sandbox for the demo; empty: nobody was asked.
  constraint operator_card_pkey PRIMARY KEY (id),
  constraint operator_card_once UNIQUE (operator_id, card_no_index),
  constraint operator_card_operator_id_id_key UNIQUE (operator_id, id),
  constraint operator_card_brought_by_fkey FOREIGN KEY (brought_by) REFERENCES unit(id),
  constraint operator_card_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id)
);
CREATE INDEX operator_card_brought ON public.operator_card USING btree (brought_by) WHERE (brought_by IS NOT NULL);
CREATE UNIQUE INDEX operator_card_default ON public.operator_card USING btree (operator_id) WHERE is_default;
CREATE INDEX operator_card_no ON public.operator_card USING btree (card_no_index);
alter table operator_card enable row level security;
create policy accounts on operator_card to app_accounts
  using (true)
  with check (true);
create policy operator_card_add on operator_card for insert
  with check (( SELECT app.sees_all() AS sees_all));
create policy operator_card_change on operator_card for update
  using (( SELECT app.sees_all() AS sees_all));
create policy operator_card_read on operator_card for select
  using ((( SELECT app.sees_all() AS sees_all) OR ((EXISTS ( SELECT
   FROM operator owner
  WHERE (owner.id = operator_card.operator_id))) AND ((cardinality(( SELECT app.unit_ids() AS unit_ids)) = 0) OR (brought_by IS NULL) OR (brought_by = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (EXISTS ( SELECT
   FROM unit_operator link
  WHERE ((link.card_id = operator_card.id) AND (link.unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])))))))));
CREATE TRIGGER operator_card_by_hand BEFORE INSERT OR UPDATE ON operator_card FOR EACH ROW WHEN (new.is_verified AND new.verified_by = 'hand'::text) EXECUTE FUNCTION app.expect_hand('operator_id', 'card');
grant delete on operator_card to app_accounts;
grant insert, select, update on operator_card to app_rw;

-- An operator works for a unit.
create table unit_operator (
  unit_id bigint not null,
  operator_id bigint not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null,
  card_id bigint, -- card that the unit pays to; null: the person's own default
  constraint unit_operator_pkey PRIMARY KEY (unit_id, operator_id),
  constraint unit_operator_operator_id_card_id_fkey FOREIGN KEY (operator_id, card_id) REFERENCES operator_card(operator_id, id) ON DELETE SET NULL (card_id),
  constraint unit_operator_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint unit_operator_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id)
);
CREATE INDEX unit_operator_card ON public.unit_operator USING btree (card_id) WHERE (card_id IS NOT NULL);
CREATE INDEX unit_operator_operator ON public.unit_operator USING btree (operator_id);
alter table unit_operator enable row level security;
create policy accounts on unit_operator to app_accounts
  using (true)
  with check (true);
create policy unit_operator_scope on unit_operator
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id)) OR (EXISTS ( SELECT
   FROM unit_setting setting
  WHERE ((setting.unit_id = unit_operator.unit_id) AND (setting.centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])))))));
grant insert, select, update on unit_operator to app_rw;

create function app.card_for(person bigint, units bigint[])
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select coalesce(
    (select link.card_id from unit_operator link where link.operator_id = person and link.unit_id = any(units) and link.card_id is not null limit 1),
    (select card.id from operator_card card where card.operator_id = person and card.is_default
      and (cardinality(units) = 0 or card.brought_by is null or card.brought_by = any(units))))
$function$;

-- A payee of a unit who does not match the records: the centre accepts, merges into an operator, or rejects.
create table candidate (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  unit_id bigint not null,
  batch_id bigint,
  line_id bigint,
  name text not null,
  bank_name text not null default ''::text,
  problems text[] not null, -- codes of what did not match: E201 unknown, E202 name, E203 not verified, E204 card
  state text not null,
  reason text not null default ''::text,
  operator_id bigint,
  submitted_by bigint not null,
  decided_by bigint,
  submitted_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  id_number_sealed text not null,
  id_number_index text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  card_no_sealed text not null,
  card_no_index text not null,
  version integer not null default 1,
  reviewer_id bigint,
  rejects jsonb not null default '[]'::jsonb,
  wanted text[] not null default '{}'::text[], -- pictures that the person was asked for, with wanted_reason
  wanted_reason text not null default ''::text,
  asked_at timestamp with time zone,
  verification text, -- answer of the verifier
  verified_at timestamp with time zone,
  verified_by text not null default ''::text,
  constraint candidate_pkey PRIMARY KEY (id),
  constraint candidate_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint candidate_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint candidate_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES app_user(id),
  constraint candidate_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint candidate_check CHECK (decided_by <> submitted_by),
  constraint candidate_check1 CHECK (reviewer_id <> submitted_by),
  constraint candidate_state_check CHECK (state = ANY (ARRAY['open'::text, 'waiting'::text, 'accepted'::text, 'merged'::text, 'rejected'::text])),
  constraint candidate_verification_check CHECK (verification = ANY (ARRAY['match'::text, 'name_mismatch'::text, 'card_mismatch'::text]))
);
CREATE INDEX candidate_batch ON public.candidate USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX candidate_first ON public.candidate USING btree (centre_id, ((state = ANY (ARRAY['open'::text, 'waiting'::text]))) DESC, id DESC);
CREATE INDEX candidate_list ON public.candidate USING btree (centre_id, state, id DESC);
CREATE INDEX candidate_name_parts ON public.candidate USING gin (app.name_parts(name));
CREATE UNIQUE INDEX candidate_once ON public.candidate USING btree (unit_id, id_number_index) WHERE (state = ANY (ARRAY['open'::text, 'waiting'::text]));
CREATE INDEX candidate_operator ON public.candidate USING btree (operator_id) WHERE (operator_id IS NOT NULL);
CREATE INDEX candidate_problems ON public.candidate USING gin (problems);
CREATE INDEX candidate_reviewer ON public.candidate USING btree (reviewer_id, id DESC) WHERE (reviewer_id IS NOT NULL);
CREATE INDEX candidate_state ON public.candidate USING btree (state, id DESC);
CREATE INDEX candidate_submitted ON public.candidate USING btree (centre_id, submitted_at DESC, id DESC);
CREATE INDEX candidate_unit ON public.candidate USING btree (unit_id, state, id DESC);
CREATE INDEX candidate_unit_first ON public.candidate USING btree (unit_id, ((state = ANY (ARRAY['open'::text, 'waiting'::text]))) DESC, id DESC);
CREATE INDEX candidate_waiting ON public.candidate USING btree (submitted_at) WHERE (state = ANY (ARRAY['open'::text, 'waiting'::text]));
alter table candidate enable row level security;
create policy accounts on candidate to app_accounts
  using (true)
  with check (true);
create policy candidate_scope on candidate
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER candidate_by_other BEFORE UPDATE OF decided_by ON candidate FOR EACH ROW WHEN (app.is_program() AND new.decided_by IS NOT NULL AND old.decided_by IS DISTINCT FROM new.decided_by) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'submitted_by');
CREATE TRIGGER candidate_tells AFTER INSERT OR UPDATE ON candidate FOR EACH ROW EXECUTE FUNCTION app.tell_place('candidates');
grant insert, select, update on candidate to app_rw;

-- What merging a candidate into an operator changed, as it was before, so that it can be undone for a day.
create table candidate_merge (
  id bigint not null generated by default as identity,
  candidate_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  operator_id bigint not null,
  card_no_index text not null,
  card_was_verified boolean, -- null when the operator had no such card
  card_verified_at timestamp with time zone,
  link_was_active boolean, -- null when the operator did not work for the unit
  identity_was_verified boolean not null,
  line_ids bigint[] not null default '{}'::bigint[], -- lines that took the operator's name and number
  merged_by bigint not null,
  merged_at timestamp with time zone not null,
  undone_by bigint,
  undone_at timestamp with time zone,
  constraint candidate_merge_pkey PRIMARY KEY (id),
  constraint candidate_merge_candidate_id_fkey FOREIGN KEY (candidate_id) REFERENCES candidate(id),
  constraint candidate_merge_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint candidate_merge_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES app_user(id),
  constraint candidate_merge_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint candidate_merge_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES app_user(id),
  constraint candidate_merge_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint candidate_merge_check CHECK ((undone_by IS NULL) = (undone_at IS NULL))
);
CREATE INDEX candidate_merge_centre ON public.candidate_merge USING btree (centre_id);
CREATE INDEX candidate_merge_of ON public.candidate_merge USING btree (candidate_id, id DESC);
CREATE INDEX candidate_merge_operator ON public.candidate_merge USING btree (operator_id);
alter table candidate_merge enable row level security;
create policy accounts on candidate_merge to app_accounts
  using (true)
  with check (true);
create policy candidate_merge_scope on candidate_merge
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant insert, select on candidate_merge to app_rw;
grant update (line_ids) on candidate_merge to app_rw;

create function app.undo_merge(merge bigint, who bigint, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;
revoke execute on function app.undo_merge(bigint,bigint,timestamp with time zone) from public;
grant execute on function app.undo_merge(bigint,bigint,timestamp with time zone) to app_rw;

-- people/papers =========================================================================================================================================

-- A picture that a candidate sent; the latest of each kind counts.
create table candidate_paper (
  id bigint not null generated by default as identity,
  candidate_id bigint not null,
  centre_id bigint not null,
  kind text not null,
  file_id uuid not null,
  warnings text[] not null,
  created_at timestamp with time zone not null,
  constraint candidate_paper_pkey PRIMARY KEY (id),
  constraint candidate_paper_candidate_id_kind_key UNIQUE (candidate_id, kind),
  constraint candidate_paper_candidate_id_fkey FOREIGN KEY (candidate_id) REFERENCES candidate(id),
  constraint candidate_paper_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint candidate_paper_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint candidate_paper_kind_check CHECK (kind = ANY (ARRAY['idFront'::text, 'idBack'::text, 'bankCard'::text, 'licence'::text, 'acceptance'::text]))
);
CREATE INDEX candidate_paper_centre ON public.candidate_paper USING btree (centre_id);
CREATE INDEX candidate_paper_file ON public.candidate_paper USING btree (file_id);
alter table candidate_paper enable row level security;
create policy accounts on candidate_paper to app_accounts
  using (true)
  with check (true);
create policy candidate_paper_scope on candidate_paper
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant delete, insert, select, update on candidate_paper to app_accounts;
grant select on candidate_paper to app_rw;

-- people/identity =======================================================================================================================================

-- What was read from the photograph of an identity card, bank card or licence.
create table card_reading (
  file_id uuid not null,
  side text not null,
  holder text not null, -- who had it read: user, application or candidate with its id
  fields_sealed text not null,
  warnings text[] not null,
  quality smallint not null, -- of the picture, 0 to 100
  took_ms integer not null,
  created_at timestamp with time zone not null,
  constraint card_reading_pkey PRIMARY KEY (file_id),
  constraint card_reading_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id) ON DELETE CASCADE,
  constraint card_reading_holder_check CHECK (holder ~ '^(user|application|candidate) [1-9][0-9]*$'::text),
  constraint card_reading_quality_check CHECK (quality >= 0 AND quality <= 100),
  constraint card_reading_side_check CHECK (side = ANY (ARRAY['front'::text, 'back'::text, 'bank'::text, 'licence'::text])),
  constraint card_reading_took_ms_check CHECK (took_ms >= 0)
);
CREATE INDEX card_reading_holder ON public.card_reading USING btree (holder, created_at);
alter table card_reading enable row level security;
create policy accounts on card_reading to app_accounts
  using (true)
  with check (true);
create policy card_reading_scope on card_reading
  using ((( SELECT app.sees_all() AS sees_all) OR (holder = ('user '::text || ( SELECT app.user_id() AS user_id)))));
grant insert, select on card_reading to app_rw;

-- people/entities =======================================================================================================================================

-- The registered business of an operator, from its first sheet to its cancellation; one at a time.
create table operator_entity (
  id bigint not null generated by default as identity,
  operator_id bigint not null,
  name text not null,
  credit_code text,
  state text not null,
  created_at timestamp with time zone not null,
  centre_id bigint not null,
  form text not null default 'individual'::text, -- individual business or sole proprietorship
  names text[] not null default '{}'::text[], -- names wished for, while the register has not chosen one
  industry text not null default ''::text,
  biz_scope text not null default ''::text,
  address text not null default ''::text,
  licensed_on date,
  licence_file_id uuid,
  bank_name text not null default ''::text,
  account_no_sealed text not null default ''::text,
  account_no_index text not null default ''::text,
  account_tail text not null default ''::text,
  tax_kind text, -- small-scale or general taxpayer
  levy text, -- taxed by its books (audit) or on a deemed profit
  taxed_on date,
  calendar_from date, -- obligations are kept from the period of this day; null while there are none
  calendar_until date, -- obligations are computed up to here
  annual_report_year smallint, -- last year that was reported
  annual_fee_fen bigint not null default 0,
  application_id bigint,
  version integer not null default 1,
  created_by bigint,
  calendar_edition text not null default ''::text, -- edition of the working days they were computed by
  comparable_name text not null generated always as (app.comparable_name(name)) stored,
  constraint operator_entity_pkey PRIMARY KEY (id),
  constraint operator_entity_credit_code_key UNIQUE (credit_code),
  constraint operator_entity_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id),
  constraint operator_entity_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint operator_entity_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint operator_entity_licence_file_id_fkey FOREIGN KEY (licence_file_id) REFERENCES stored_file(id),
  constraint operator_entity_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint operator_entity_annual_fee_fen_check CHECK (annual_fee_fen >= 0),
  constraint operator_entity_form_check CHECK (form = ANY (ARRAY['individual'::text, 'sole'::text])),
  constraint operator_entity_kept CHECK ((state <> ALL (ARRAY['operating'::text, 'abnormal'::text, 'cancelling'::text])) OR calendar_from IS NOT NULL),
  constraint operator_entity_levy_check CHECK (levy = ANY (ARRAY['audit'::text, 'deemed'::text])),
  constraint operator_entity_licensed CHECK ((state = ANY (ARRAY['editing'::text, 'registering'::text, 'cancelled'::text])) OR credit_code IS NOT NULL),
  constraint operator_entity_state CHECK (state = ANY (ARRAY['editing'::text, 'registering'::text, 'bank'::text, 'tax'::text, 'operating'::text, 'abnormal'::text, 'cancelling'::text, 'cancelled'::text])),
  constraint operator_entity_tax_kind_check CHECK (tax_kind = ANY (ARRAY['small'::text, 'general'::text]))
);
CREATE INDEX operator_entity_calendar ON public.operator_entity USING btree (calendar_until) WHERE (state = ANY (ARRAY['operating'::text, 'abnormal'::text]));
CREATE INDEX operator_entity_comparable_name ON public.operator_entity USING btree (comparable_name);
CREATE INDEX operator_entity_edition ON public.operator_entity USING btree (calendar_edition) WHERE (state = ANY (ARRAY['operating'::text, 'abnormal'::text]));
CREATE INDEX operator_entity_levy ON public.operator_entity USING btree (centre_id, levy, id DESC);
CREATE INDEX operator_entity_list ON public.operator_entity USING btree (centre_id, id DESC);
CREATE INDEX operator_entity_list_state ON public.operator_entity USING btree (centre_id, state, id DESC);
CREATE UNIQUE INDEX operator_entity_living ON public.operator_entity USING btree (operator_id) WHERE (state <> 'cancelled'::text);
CREATE INDEX operator_entity_name ON public.operator_entity USING btree (name text_pattern_ops);
CREATE INDEX operator_entity_of_state ON public.operator_entity USING btree (centre_id, state, operator_id DESC);
CREATE INDEX operator_entity_operator ON public.operator_entity USING btree (operator_id);
CREATE INDEX operator_entity_state ON public.operator_entity USING btree (state, id DESC);
CREATE INDEX operator_entity_tax_kind ON public.operator_entity USING btree (centre_id, tax_kind, id DESC);
alter table operator_entity enable row level security;
create policy accounts on operator_entity to app_accounts
  using (true)
  with check (true);
create policy operator_entity_scope on operator_entity
  using ((( SELECT app.sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM operator owner
  WHERE (owner.id = operator_entity.operator_id)))));
grant insert, select on operator_entity to app_rw;
grant update (name, credit_code, state, form, names, industry, biz_scope, address, licensed_on, licence_file_id, bank_name, account_no_sealed, account_no_index, account_tail, tax_kind, levy, taxed_on, calendar_from, calendar_until, annual_report_year, annual_fee_fen, version, calendar_edition) on operator_entity to app_rw;

-- Something that happened to a business; nothing is taken back.
create table entity_step (
  id bigint not null generated by default as identity,
  entity_id bigint not null,
  operator_id bigint not null,
  centre_id bigint not null,
  move text not null,
  from_state text,
  to_state text not null,
  reason text not null default ''::text,
  facts jsonb not null default '{}'::jsonb, -- what was told with the step; of a change what was before and after; account numbers masked
  created_by bigint, -- null: the system by itself
  created_at timestamp with time zone not null,
  constraint entity_step_pkey PRIMARY KEY (id),
  constraint entity_step_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint entity_step_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint entity_step_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES operator_entity(id),
  constraint entity_step_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id)
);
CREATE INDEX entity_step_entity ON public.entity_step USING btree (entity_id, id DESC);
alter table entity_step enable row level security;
create policy accounts on entity_step to app_accounts
  using (true)
  with check (true);
create policy entity_step_scope on entity_step
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
grant insert, select on entity_step to app_rw;

-- A paper that proves a step of a business.
create table entity_paper (
  id bigint not null generated by default as identity,
  step_id bigint not null,
  entity_id bigint not null,
  operator_id bigint not null,
  centre_id bigint not null,
  kind text not null,
  file_id uuid not null,
  constraint entity_paper_pkey PRIMARY KEY (id),
  constraint entity_paper_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint entity_paper_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES operator_entity(id),
  constraint entity_paper_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint entity_paper_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint entity_paper_step_id_fkey FOREIGN KEY (step_id) REFERENCES entity_step(id),
  constraint entity_paper_kind_check CHECK (kind = ANY (ARRAY['proof'::text, 'acceptance'::text, 'licence'::text, 'account'::text, 'taxReceipt'::text, 'change'::text, 'obligation'::text, 'levyNotice'::text, 'clearance'::text, 'cancelNotice'::text]))
);
CREATE INDEX entity_paper_entity ON public.entity_paper USING btree (entity_id);
CREATE INDEX entity_paper_step ON public.entity_paper USING btree (step_id);
alter table entity_paper enable row level security;
create policy accounts on entity_paper to app_accounts
  using (true)
  with check (true);
create policy entity_paper_scope on entity_paper
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
grant insert, select on entity_paper to app_rw;

-- A report, declaration or yearly fee that a business owes for a period.
create table entity_obligation (
  id bigint not null generated by default as identity,
  entity_id bigint not null,
  operator_id bigint not null,
  centre_id bigint not null,
  kind text not null,
  period text not null, -- yyyy, yyyy-MM or yyyy-Qn
  opens_on date not null,
  due_on date not null,
  state text not null default 'open'::text, -- void: fell away before its time came
  amount_fen bigint, -- of the yearly fee what is owed; of a declaration what was paid
  remind_on date,
  reminded_on date,
  settled_on date,
  receipt_no text not null default ''::text,
  file_id uuid,
  settled_by bigint,
  settled_at timestamp with time zone,
  constraint entity_obligation_pkey PRIMARY KEY (id),
  constraint entity_obligation_entity_id_kind_period_key UNIQUE (entity_id, kind, period),
  constraint entity_obligation_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint entity_obligation_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES operator_entity(id),
  constraint entity_obligation_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint entity_obligation_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint entity_obligation_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES app_user(id),
  constraint entity_obligation_amount_fen_check CHECK (amount_fen >= 0),
  constraint entity_obligation_check CHECK (due_on >= opens_on),
  constraint entity_obligation_check1 CHECK ((state = 'done'::text) = (settled_on IS NOT NULL AND file_id IS NOT NULL AND settled_at IS NOT NULL)),
  constraint entity_obligation_check2 CHECK (state = 'open'::text OR remind_on IS NULL),
  constraint entity_obligation_kind_check CHECK (kind = ANY (ARRAY['annualReport'::text, 'vat'::text, 'incomeTax'::text, 'incomeAnnual'::text, 'serviceFee'::text])),
  constraint entity_obligation_period_check CHECK (period ~ '^\d{4}(-\d{2}|-Q[1-4])?$'::text),
  constraint entity_obligation_state_check CHECK (state = ANY (ARRAY['open'::text, 'overdue'::text, 'done'::text, 'void'::text]))
);
CREATE INDEX entity_obligation_calendar ON public.entity_obligation USING btree (centre_id, due_on, id);
CREATE INDEX entity_obligation_due ON public.entity_obligation USING btree (due_on, id);
CREATE INDEX entity_obligation_kind ON public.entity_obligation USING btree (centre_id, kind, due_on, id);
CREATE INDEX entity_obligation_operator ON public.entity_obligation USING btree (operator_id, due_on, id);
CREATE INDEX entity_obligation_reminder ON public.entity_obligation USING btree (remind_on) WHERE (remind_on IS NOT NULL);
CREATE INDEX entity_obligation_state ON public.entity_obligation USING btree (centre_id, state, due_on, id);
CREATE INDEX entity_obligation_waiting ON public.entity_obligation USING btree (state, due_on) WHERE (state = ANY (ARRAY['open'::text, 'overdue'::text]));
alter table entity_obligation enable row level security;
create policy accounts on entity_obligation to app_accounts
  using (true)
  with check (true);
create policy entity_obligation_scope on entity_obligation
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
grant insert, select on entity_obligation to app_rw;
grant update (due_on, state, amount_fen, remind_on, reminded_on, settled_on, receipt_no, file_id, settled_by, settled_at) on entity_obligation to app_rw;

-- The rate at which tax is collected in advance from a business, from a day on; of several for one day the last counts.
create table entity_levy_rate (
  id bigint not null generated by default as identity,
  entity_id bigint not null,
  operator_id bigint not null,
  centre_id bigint not null,
  rate_ppm integer not null,
  valid_from date not null,
  document_no text not null default ''::text,
  file_id uuid, -- notice of the tax office; null for what stood there before notices were kept
  created_by bigint,
  created_at timestamp with time zone not null,
  constraint entity_levy_rate_pkey PRIMARY KEY (id),
  constraint entity_levy_rate_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint entity_levy_rate_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint entity_levy_rate_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES operator_entity(id),
  constraint entity_levy_rate_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint entity_levy_rate_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint entity_levy_rate_rate_ppm_check CHECK (rate_ppm >= 0 AND rate_ppm <= 999999)
);
CREATE INDEX entity_levy_rate_centre ON public.entity_levy_rate USING btree (centre_id);
CREATE INDEX entity_levy_rate_entity ON public.entity_levy_rate USING btree (entity_id, valid_from DESC, id DESC);
CREATE INDEX entity_levy_rate_file ON public.entity_levy_rate USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX entity_levy_rate_operator ON public.entity_levy_rate USING btree (operator_id);
alter table entity_levy_rate enable row level security;
create policy accounts on entity_levy_rate to app_accounts
  using (true)
  with check (true);
create policy entity_levy_rate_scope on entity_levy_rate
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
grant insert, select on entity_levy_rate to app_rw;

create function app.levy_rate(entity bigint, day date)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select coalesce((select rate_ppm from entity_levy_rate where entity_id = entity and valid_from <= day order by valid_from desc, id desc limit 1), 0)
$function$;

-- people/disputes =======================================================================================================================================

-- An operator says that a unit uses the identity without consent: payments there stop until the centre has decided.
create table identity_dispute (
  id bigint not null generated by default as identity,
  operator_id bigint not null,
  unit_id bigint not null,
  centre_id bigint not null, -- centre of the operator, which decides
  statement text not null,
  state text not null default 'open'::text, -- kept: the unit was right; ended: the operator was, and no longer works for the unit
  created_by bigint not null,
  created_at timestamp with time zone not null,
  resolution text not null default ''::text,
  file_id uuid,
  resolved_by bigint,
  resolved_at timestamp with time zone,
  constraint identity_dispute_pkey PRIMARY KEY (id),
  constraint identity_dispute_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint identity_dispute_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint identity_dispute_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint identity_dispute_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint identity_dispute_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES app_user(id),
  constraint identity_dispute_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint identity_dispute_check CHECK ((state = 'open'::text) = (resolved_at IS NULL)),
  constraint identity_dispute_check1 CHECK ((state <> ALL (ARRAY['kept'::text, 'ended'::text])) OR resolved_by <> created_by AND file_id IS NOT NULL AND resolution <> ''::text),
  constraint identity_dispute_state_check CHECK (state = ANY (ARRAY['open'::text, 'withdrawn'::text, 'kept'::text, 'ended'::text])),
  constraint identity_dispute_statement_check CHECK (length(statement) >= 2 AND length(statement) <= 500)
);
CREATE INDEX identity_dispute_blocks ON public.identity_dispute USING btree (unit_id, operator_id) WHERE (state = ANY (ARRAY['open'::text, 'ended'::text]));
CREATE INDEX identity_dispute_first ON public.identity_dispute USING btree (centre_id, ((state = 'open'::text)) DESC, id DESC);
CREATE INDEX identity_dispute_list ON public.identity_dispute USING btree (centre_id, state, id DESC);
CREATE UNIQUE INDEX identity_dispute_one_open ON public.identity_dispute USING btree (operator_id, unit_id) WHERE (state = 'open'::text);
CREATE INDEX identity_dispute_operator ON public.identity_dispute USING btree (operator_id, id DESC);
alter table identity_dispute enable row level security;
create policy accounts on identity_dispute to app_accounts
  using (true)
  with check (true);
create policy identity_dispute_scope on identity_dispute
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER dispute_tells AFTER INSERT OR UPDATE ON identity_dispute FOR EACH ROW EXECUTE FUNCTION app.tell_place('candidates');
CREATE TRIGGER identity_dispute_by_other BEFORE UPDATE OF resolved_by ON identity_dispute FOR EACH ROW WHEN (app.is_program() AND (new.state = ANY (ARRAY['kept'::text, 'ended'::text])) AND old.state = 'open'::text) EXECUTE FUNCTION app.expect_other_hand('resolved_by', 'created_by');
grant insert, select on identity_dispute to app_rw;
grant update (state, resolution, file_id, resolved_by, resolved_at) on identity_dispute to app_rw;

-- people/verifications ==================================================================================================================================

-- An identity or a card that people verified with evidence because no provider could; two people.
create table hand_verification (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  operator_id bigint not null,
  card_id bigint,
  state text not null default 'waiting'::text,
  file_id uuid not null,
  reason text not null,
  asked_by bigint not null,
  asked_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  decision text not null default ''::text,
  constraint hand_verification_pkey PRIMARY KEY (id),
  constraint hand_verification_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES app_user(id),
  constraint hand_verification_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint hand_verification_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint hand_verification_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint hand_verification_operator_id_card_id_fkey FOREIGN KEY (operator_id, card_id) REFERENCES operator_card(operator_id, id),
  constraint hand_verification_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint hand_verification_check CHECK ((state = 'waiting'::text) = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  constraint hand_verification_check1 CHECK ((state <> ALL (ARRAY['confirmed'::text, 'refused'::text])) OR decided_by <> asked_by),
  constraint hand_verification_reason_check CHECK (length(reason) >= 2 AND length(reason) <= 200),
  constraint hand_verification_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'confirmed'::text, 'refused'::text, 'withdrawn'::text]))
);
CREATE INDEX hand_verification_all ON public.hand_verification USING btree (centre_id, id DESC);
CREATE INDEX hand_verification_file ON public.hand_verification USING btree (file_id);
CREATE INDEX hand_verification_list ON public.hand_verification USING btree (centre_id, state, id DESC);
CREATE UNIQUE INDEX hand_verification_once ON public.hand_verification USING btree (operator_id, COALESCE(card_id, (0)::bigint)) WHERE (state = 'waiting'::text);
CREATE INDEX hand_verification_operator ON public.hand_verification USING btree (operator_id, id DESC);
alter table hand_verification enable row level security;
create policy accounts on hand_verification to app_accounts
  using (true)
  with check (true);
create policy hand_verification_scope on hand_verification
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER hand_verification_by_other BEFORE UPDATE OF decided_by ON hand_verification FOR EACH ROW WHEN (app.is_program() AND (new.state = ANY (ARRAY['confirmed'::text, 'refused'::text])) AND old.decided_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'asked_by');
CREATE TRIGGER hand_verification_decided BEFORE UPDATE ON hand_verification FOR EACH ROW WHEN (old.state <> 'waiting'::text) EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER hand_verification_stays BEFORE DELETE ON hand_verification FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER hand_verification_tells AFTER INSERT OR UPDATE ON hand_verification FOR EACH ROW EXECUTE FUNCTION app.tell_centre('candidates');
grant insert, select on hand_verification to app_rw;
grant update (state, decided_by, decided_at, decision) on hand_verification to app_rw;

-- agreements/templates ==================================================================================================================================

-- One edition of a template that contracts are drawn from; never changed once it was enabled.
create table contract_template (
  id bigint not null generated by default as identity,
  series_id bigint, -- first edition of the same template
  edition integer not null default 1,
  name text not null,
  kind text not null,
  mode smallint, -- null: for both modes
  for_centre_id bigint, -- null: for all centres
  format text not null,
  body jsonb,
  file_id uuid,
  fields jsonb not null default '[]'::jsonb,
  signers jsonb not null, -- who signs, in the order of signing
  places jsonb not null default '[]'::jsonb, -- where on the pages of a PDF each party signs and each value stands
  consents text[] not null default '{}'::text[], -- what an operator agrees to by signing
  valid_days integer not null default 730,
  sign_days integer not null default 7,
  state text not null default 'draft'::text,
  is_default boolean not null default false,
  effective_from date,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  updated_by bigint not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  constraint contract_template_pkey PRIMARY KEY (id),
  constraint contract_template_series_id_edition_key UNIQUE (series_id, edition),
  constraint contract_template_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint contract_template_for_centre_id_fkey FOREIGN KEY (for_centre_id) REFERENCES centre(id),
  constraint contract_template_series_id_fkey FOREIGN KEY (series_id) REFERENCES contract_template(id),
  constraint contract_template_check CHECK ((format = 'text'::text) = (body IS NOT NULL)),
  constraint contract_template_check1 CHECK (format = 'text'::text OR file_id IS NOT NULL OR state = 'draft'::text),
  constraint contract_template_check2 CHECK (NOT is_default OR state = 'enabled'::text),
  constraint contract_template_consents_check CHECK (consents <@ ARRAY['agreement'::text, 'tax_filing'::text, 'personal_data'::text]),
  constraint contract_template_format_check CHECK (format = ANY (ARRAY['text'::text, 'pdf'::text])),
  constraint contract_template_kind_check CHECK (kind = ANY (ARRAY['unit_service'::text, 'general_contract'::text, 'business_contract'::text, 'operator_agreement'::text, 'tax_authorisation'::text, 'partner'::text, 'supplement'::text, 'termination'::text])),
  constraint contract_template_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint contract_template_sign_days_check CHECK (sign_days >= 1 AND sign_days <= 90),
  constraint contract_template_state_check CHECK (state = ANY (ARRAY['draft'::text, 'enabled'::text, 'disabled'::text])),
  constraint contract_template_valid_days_check CHECK (valid_days >= 1 AND valid_days <= 36500)
);
CREATE UNIQUE INDEX contract_template_default ON public.contract_template USING btree (kind, COALESCE((mode)::integer, 0), COALESCE(for_centre_id, (0)::bigint)) WHERE is_default;
CREATE INDEX contract_template_list ON public.contract_template USING btree (kind, state, id DESC);
alter table contract_template enable row level security;
create policy accounts on contract_template to app_accounts
  using (true)
  with check (true);
create policy contract_template_change on contract_template
  using ((( SELECT app.sees_all() AS sees_all) OR (for_centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
create policy contract_template_scope on contract_template for select
  using ((( SELECT app.sees_all() AS sees_all) OR (for_centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR ((for_centre_id IS NULL) AND ((( SELECT app.centre_ids() AS centre_ids) <> '{}'::bigint[]) OR (( SELECT app.unit_ids() AS unit_ids) <> '{}'::bigint[]) OR (( SELECT app.operator_id() AS operator_id) IS NOT NULL) OR (( SELECT app.partner_id() AS partner_id) IS NOT NULL)))));
CREATE TRIGGER contract_template_guard BEFORE DELETE OR UPDATE ON contract_template FOR EACH ROW EXECUTE FUNCTION app.guard_template();
grant delete, insert, select, update on contract_template to app_rw;

create function app.guard_template()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

-- agreements/contracts ==================================================================================================================================

-- A paper between a centre and a unit, operator or partner, from its draft to its end.
create table contract (
  id bigint not null generated by default as identity,
  no text not null,
  name text not null,
  centre_id bigint not null,
  unit_id bigint,
  mode smallint not null,
  amount_cap_fen bigint, -- most that may be paid under it; null: no limit
  valid_from date not null,
  valid_to date not null,
  sign_state text not null,
  created_at timestamp with time zone not null,
  kind text not null default 'unit_service'::text,
  operator_id bigint,
  partner_id bigint,
  template_id bigint,
  source text not null default 'electronic'::text, -- electronic: signed here; paper: its scan was compared with the original by a second person; moved: taken over from an older system, nothing of it was signed here
  parties jsonb not null default '[]'::jsonb, -- who the parties were when it was drawn up; numbers masked
  fields jsonb not null default '{}'::jsonb,
  signers jsonb not null default '[]'::jsonb,
  places jsonb not null default '[]'::jsonb,
  consents text[] not null default '{}'::text[],
  file_id uuid, -- file as it is now; each earlier one is in contract_revision
  sha256 text,
  sign_deadline timestamp with time zone,
  sent_at timestamp with time zone,
  sent_by bigint,
  done_at timestamp with time zone,
  ended_at timestamp with time zone,
  end_reason text not null default ''::text,
  previous_id bigint, -- contract that it renews, supplements or ends, by relation
  relation text,
  checked_by bigint, -- who compared the scan of a contract signed on paper
  created_by bigint not null default 0,
  version integer not null default 1,
  ending_told smallint, -- with how many days left its parties were last told that it ends
  entity_id bigint,
  seal_fault text, -- why what was signed is not sealed yet: there is no certificate, or it expired
  seal_fault_at timestamp with time zone,
  seal_centre_id bigint,
  origin_no text, -- number in the older system
  signed_on date, -- day on which it was signed, as the list of the older system says
  sheet_id bigint, -- list that brought it; the list itself is not kept as long
  unprintable text not null default ''::text, -- characters of its text that no font has
  constraint contract_pkey PRIMARY KEY (id),
  constraint contract_no_key UNIQUE (no),
  constraint contract_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint contract_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES operator_entity(id),
  constraint contract_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint contract_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint contract_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  constraint contract_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES contract(id),
  constraint contract_seal_centre_id_fkey FOREIGN KEY (seal_centre_id) REFERENCES centre(id),
  constraint contract_template_id_fkey FOREIGN KEY (template_id) REFERENCES contract_template(id),
  constraint contract_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint contract_consents_check CHECK (consents <@ ARRAY['agreement'::text, 'tax_filing'::text, 'personal_data'::text]),
  constraint contract_days CHECK (valid_from <= valid_to),
  constraint contract_kind_check CHECK (kind = ANY (ARRAY['unit_service'::text, 'general_contract'::text, 'business_contract'::text, 'operator_agreement'::text, 'tax_authorisation'::text, 'partner'::text, 'supplement'::text, 'termination'::text])),
  constraint contract_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint contract_moved CHECK (source <> 'moved'::text OR checked_by IS NOT NULL AND checked_by <> created_by AND file_id IS NOT NULL AND sha256 IS NOT NULL AND done_at IS NOT NULL AND sent_at IS NULL AND template_id IS NULL AND relation IS NULL AND signers = '[]'::jsonb AND signed_on <= valid_to AND (kind = ANY (ARRAY['unit_service'::text, 'general_contract'::text, 'operator_agreement'::text, 'tax_authorisation'::text])) AND (sign_state = ANY (ARRAY['done'::text, 'terminating'::text, 'terminated'::text, 'revoked'::text]))),
  constraint contract_moved_says_so CHECK ((source = 'moved'::text) = (origin_no IS NOT NULL) AND (source = 'moved'::text) = (signed_on IS NOT NULL) AND (source = 'moved'::text) = (sheet_id IS NOT NULL)),
  constraint contract_of_business CHECK (kind <> 'business_contract'::text OR mode = 1 AND unit_id IS NOT NULL AND operator_id IS NOT NULL AND entity_id IS NOT NULL),
  constraint contract_origin_no_check CHECK (length(origin_no) >= 1 AND length(origin_no) <= 60),
  constraint contract_relation CHECK ((previous_id IS NULL) = (relation IS NULL)),
  constraint contract_relation_check CHECK (relation = ANY (ARRAY['renewal'::text, 'supplement'::text, 'termination'::text])),
  constraint contract_seal_fault CHECK (seal_fault IS NULL OR (sign_state <> ALL (ARRAY['draft'::text, 'done'::text]))),
  constraint contract_seal_fault_check CHECK (seal_fault = ANY (ARRAY['none'::text, 'expired'::text])),
  constraint contract_sign_state CHECK (sign_state = ANY (ARRAY['draft'::text, 'signing'::text, 'done'::text, 'refused'::text, 'expired'::text, 'revoked'::text, 'terminating'::text, 'terminated'::text])),
  constraint contract_signing CHECK (sign_state <> 'signing'::text OR sign_deadline IS NOT NULL AND file_id IS NOT NULL AND sha256 IS NOT NULL),
  constraint contract_source_check CHECK (source = ANY (ARRAY['electronic'::text, 'paper'::text, 'moved'::text])),
  constraint contract_subject CHECK (num_nonnulls(unit_id, operator_id, partner_id) > 0),
  constraint contract_two_people CHECK (source = 'electronic'::text OR checked_by IS DISTINCT FROM created_by OR (sign_state <> ALL (ARRAY['done'::text, 'terminating'::text, 'terminated'::text])))
);
CREATE INDEX contract_begins ON public.contract USING btree (centre_id, mode, valid_from) WHERE (sign_state = ANY (ARRAY['done'::text, 'terminating'::text]));
CREATE INDEX contract_business ON public.contract USING btree (entity_id, unit_id, centre_id) WHERE (kind = 'business_contract'::text);
CREATE INDEX contract_created ON public.contract USING btree (centre_id, mode, created_at DESC, id DESC);
CREATE INDEX contract_due ON public.contract USING btree (sign_deadline) WHERE (sign_state = 'signing'::text);
CREATE INDEX contract_ending ON public.contract USING btree (centre_id, mode, valid_to, id) WHERE (sign_state = 'done'::text);
CREATE INDEX contract_ends ON public.contract USING btree (valid_to) WHERE (sign_state = 'done'::text);
CREATE INDEX contract_kind ON public.contract USING btree (centre_id, mode, kind, id DESC);
CREATE INDEX contract_list ON public.contract USING btree (centre_id, mode, id DESC);
CREATE INDEX contract_operator ON public.contract USING btree (operator_id, id DESC) WHERE (operator_id IS NOT NULL);
CREATE UNIQUE INDEX contract_origin ON public.contract USING btree (centre_id, kind, origin_no) WHERE ((source = 'moved'::text) AND (sign_state <> 'revoked'::text));
CREATE INDEX contract_paper ON public.contract USING btree (centre_id, mode, id DESC) WHERE (source = 'paper'::text);
CREATE INDEX contract_partner ON public.contract USING btree (partner_id) WHERE (partner_id IS NOT NULL);
CREATE INDEX contract_previous ON public.contract USING btree (previous_id) WHERE (previous_id IS NOT NULL);
CREATE INDEX contract_sheet ON public.contract USING btree (sheet_id) WHERE (sheet_id IS NOT NULL);
CREATE INDEX contract_state ON public.contract USING btree (centre_id, mode, sign_state, id DESC);
CREATE INDEX contract_template_use ON public.contract USING btree (template_id) WHERE (template_id IS NOT NULL);
CREATE INDEX contract_unit ON public.contract USING btree (unit_id, centre_id, mode);
CREATE INDEX contract_unit_created ON public.contract USING btree (unit_id, created_at DESC, id DESC) WHERE (unit_id IS NOT NULL);
CREATE INDEX contract_unit_ending ON public.contract USING btree (unit_id, valid_to, id) WHERE ((sign_state = 'done'::text) AND (unit_id IS NOT NULL));
CREATE INDEX contract_unit_kind ON public.contract USING btree (unit_id, kind, id DESC) WHERE (unit_id IS NOT NULL);
CREATE INDEX contract_unit_list ON public.contract USING btree (unit_id, id DESC) WHERE (unit_id IS NOT NULL);
CREATE INDEX contract_unit_state ON public.contract USING btree (unit_id, sign_state, id DESC) WHERE (unit_id IS NOT NULL);
CREATE INDEX contract_waiting_for_seal ON public.contract USING btree (seal_centre_id, id) WHERE (seal_fault IS NOT NULL);
alter table contract enable row level security;
create policy accounts on contract to app_accounts
  using (true)
  with check (true);
create policy contract_scope on contract
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id)) OR (partner_id = ( SELECT app.partner_id() AS partner_id))));
CREATE TRIGGER contract_by_other BEFORE UPDATE OF checked_by ON contract FOR EACH ROW WHEN (app.is_program() AND new.checked_by IS NOT NULL AND old.checked_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('checked_by', 'created_by');
CREATE TRIGGER contract_guard BEFORE UPDATE ON contract FOR EACH ROW EXECUTE FUNCTION app.guard_contract();
CREATE TRIGGER contract_tells AFTER INSERT OR UPDATE ON contract FOR EACH ROW EXECUTE FUNCTION app.tell_place('contracts');
grant insert, select, update on contract to app_rw;

create function app.business_contract_until(of_unit bigint, of_centre bigint, of_entity bigint, on_day date)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select max(valid_to) from contract where kind = 'business_contract' and entity_id = of_entity and unit_id = of_unit and centre_id = of_centre
    and sign_state in ('done', 'terminating') and valid_from <= on_day
$function$;

create function app.guard_contract()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

create function app.partner_agreement(partner bigint, today date)
 RETURNS TABLE(stand text, contract_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
    select agreement.stand, agreement.id from (
      select contract.id, case
          when sign_state in ('done', 'terminating') and today between valid_from and valid_to then 'current'
          when sign_state in ('done', 'terminating') then case when today < valid_from then 'early' else 'over' end
          else sign_state end as stand
        from contract where contract.partner_id = partner and contract.kind = 'partner' and sign_state <> 'draft'
          -- What was never sent to anybody is no answer of anybody.
          and (sign_state <> 'revoked' or sent_at is not null)
    ) agreement order by case agreement.stand when 'current' then 0 when 'signing' then 1 when 'early' then 1 else 2 end, agreement.id desc limit 1
  $function$;

-- An edition of the file of a contract: the first without signatures, then one for each.
create table contract_revision (
  contract_id bigint not null,
  seq smallint not null,
  file_id uuid not null,
  sha256 text not null,
  task_id bigint, -- signature that made it
  made_at timestamp with time zone not null,
  constraint contract_revision_pkey PRIMARY KEY (contract_id, seq),
  constraint contract_revision_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contract(id),
  constraint contract_revision_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint contract_revision_task_id_fkey FOREIGN KEY (task_id) REFERENCES sign_task(id)
);
alter table contract_revision enable row level security;
create policy accounts on contract_revision to app_accounts
  using (true)
  with check (true);
create policy contract_revision_scope on contract_revision
  using ((( SELECT app.sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM contract
  WHERE (contract.id = contract_revision.contract_id)))));
CREATE TRIGGER contract_revision_append_only BEFORE DELETE OR UPDATE ON contract_revision FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select on contract_revision to app_rw;

-- A party's turn to sign a contract.
create table sign_task (
  id bigint not null generated by default as identity,
  contract_id bigint not null,
  centre_id bigint not null,
  unit_id bigint,
  operator_id bigint,
  partner_id bigint,
  "position" smallint not null, -- place in the order of signing
  party text not null,
  way text not null, -- hand: a person signs on the screen; seal: set by the system once all have signed
  signer_type text not null,
  signer_id bigint not null, -- id of the centre, unit, operator or partner, by signer_type
  signer_name text not null,
  state text not null default 'waiting'::text,
  opened_at timestamp with time zone,
  reminders integer not null default 0,
  reminded_on date,
  reminders_on_day smallint not null default 0,
  read_at timestamp with time zone,
  proved_at timestamp with time zone,
  signed_at timestamp with time zone,
  sealed_at timestamp with time zone, -- when the signature went into the file
  image_file_id uuid,
  reason text not null default ''::text,
  evidence jsonb not null default '{}'::jsonb, -- what proves who signed what, and when
  constraint sign_task_pkey PRIMARY KEY (id),
  constraint sign_task_contract_id_party_key UNIQUE (contract_id, party),
  constraint sign_task_contract_id_position_key UNIQUE (contract_id, "position"),
  constraint sign_task_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint sign_task_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contract(id),
  constraint sign_task_image_file_id_fkey FOREIGN KEY (image_file_id) REFERENCES stored_file(id),
  constraint sign_task_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint sign_task_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  constraint sign_task_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint sign_task_check CHECK ((state = 'signed'::text) = (signed_at IS NOT NULL)),
  constraint sign_task_check1 CHECK (sealed_at IS NULL OR state = 'signed'::text),
  constraint sign_task_party_check CHECK (party = ANY (ARRAY['a'::text, 'b'::text, 'c'::text])),
  constraint sign_task_reminders_on_day_check CHECK (reminders_on_day <= 3),
  constraint sign_task_signer_type_check CHECK (signer_type = ANY (ARRAY['centre'::text, 'unit'::text, 'operator'::text, 'partner'::text])),
  constraint sign_task_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'open'::text, 'signed'::text, 'refused'::text, 'void'::text])),
  constraint sign_task_way_check CHECK (way = ANY (ARRAY['hand'::text, 'seal'::text]))
);
CREATE INDEX sign_task_open ON public.sign_task USING btree (signer_type, signer_id) WHERE (state = 'open'::text);
alter table sign_task enable row level security;
create policy accounts on sign_task to app_accounts
  using (true)
  with check (true);
create policy sign_task_scope on sign_task
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id)) OR (partner_id = ( SELECT app.partner_id() AS partner_id))));
CREATE TRIGGER sign_task_guard BEFORE UPDATE ON sign_task FOR EACH ROW EXECUTE FUNCTION app.guard_sign_task();
grant delete, insert, select, update on sign_task to app_accounts;
grant insert, select, update on sign_task to app_rw;

create function app.guard_sign_task()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state in ('signed', 'refused') and (new.state, new.signed_at, new.evidence, new.image_file_id, new.read_at, new.proved_at, new.signer_name, new.reason)
      is distinct from (old.state, old.signed_at, old.evidence, old.image_file_id, old.read_at, old.proved_at, old.signer_name, old.reason) then
    raise exception 'what was signed is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

-- A link to the sign page, with the code or the face that proves who is there.
create table sign_ticket (
  token_hash bytea not null,
  task_id bigint not null,
  is_known boolean not null default false, -- opened by who is signed in or signed before with the same telephone: no digits are asked for
  pass_hash bytea, -- of the browser that knew the last digits of the signer's number
  tail_tries smallint not null default 0,
  read_at timestamp with time zone,
  code_hash text,
  code_ref uuid,
  code_expires_at timestamp with time zone,
  code_sent_at timestamp with time zone,
  code_tries smallint not null default 0,
  codes smallint not null default 0, -- codes that were sent
  proved_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  face_tries smallint not null default 0, -- failures in a row
  face_file_id uuid,
  face_sha256 text,
  face_likeness smallint, -- of the picture with the face, as the verifier told it
  face_by text not null default ''::text,
  constraint sign_ticket_pkey PRIMARY KEY (token_hash),
  constraint sign_ticket_face_file_id_fkey FOREIGN KEY (face_file_id) REFERENCES stored_file(id),
  constraint sign_ticket_task_id_fkey FOREIGN KEY (task_id) REFERENCES sign_task(id),
  constraint sign_ticket_check CHECK ((face_file_id IS NULL) = (face_sha256 IS NULL) AND (face_file_id IS NULL) = (face_likeness IS NULL))
);
CREATE INDEX sign_ticket_age ON public.sign_ticket USING btree (expires_at);
CREATE INDEX sign_ticket_face ON public.sign_ticket USING btree (face_file_id) WHERE (face_file_id IS NOT NULL);
CREATE INDEX sign_ticket_task ON public.sign_ticket USING btree (task_id);
alter table sign_ticket enable row level security;
create policy accounts on sign_ticket to app_accounts
  using (true)
  with check (true);
create policy sign_ticket_issue on sign_ticket for insert
  with check ((( SELECT app.sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM sign_task
  WHERE (sign_task.id = sign_ticket.task_id)))));
grant delete, insert, select, update on sign_ticket to app_accounts;
grant insert on sign_ticket to app_rw;

-- What an operator agreed to by a signature: the agreement, tax filing, use of personal data. Payments ask for it.
create table consent (
  id bigint not null generated by default as identity,
  operator_id bigint not null,
  kind text not null,
  centre_id bigint not null,
  document_sha256 text not null,
  given_at timestamp with time zone not null,
  valid_to date, -- last day; null: no end
  revoked_at timestamp with time zone,
  contract_id bigint,
  evidence jsonb not null default '{}'::jsonb,
  revoked_by bigint,
  revoke_reason text not null default ''::text,
  constraint consent_pkey PRIMARY KEY (id),
  constraint consent_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint consent_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contract(id),
  constraint consent_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint consent_kind_check CHECK (kind = ANY (ARRAY['agreement'::text, 'tax_filing'::text, 'personal_data'::text]))
);
CREATE INDEX consent_contract ON public.consent USING btree (contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX consent_list ON public.consent USING btree (centre_id, id DESC);
CREATE INDEX consent_operator ON public.consent USING btree (operator_id, centre_id, kind);
alter table consent enable row level security;
create policy accounts on consent to app_accounts
  using (true)
  with check (true);
create policy consent_scope on consent
  using ((( SELECT app.sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM operator owner
  WHERE (owner.id = consent.operator_id)))));
CREATE TRIGGER consent_added AFTER INSERT ON consent REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.consents_changed();
CREATE TRIGGER consent_changed AFTER UPDATE ON consent REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.consents_changed();
grant insert, select, update on consent to app_rw;

create function app.consents_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  perform app.operator_papers(array(select distinct operator_id from changed where kind <> 'personal_data' order by operator_id));
  return null;
end $function$;

create function app.operator_papers(ids bigint[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  update operator set agreement_until = paper.agreement_until, filing_until = paper.filing_until
  from (select own.id, max(coalesce(consent.valid_to, 'infinity')) filter (where consent.kind = 'agreement') as agreement_until,
      max(coalesce(consent.valid_to, 'infinity')) filter (where consent.kind = 'tax_filing') as filing_until
    from operator own left join consent on consent.operator_id = own.id and consent.centre_id = own.centre_id and consent.revoked_at is null
    where own.id = any(ids) group by own.id) paper
  where operator.id = paper.id and (operator.agreement_until is distinct from paper.agreement_until or operator.filing_until is distinct from paper.filing_until)
$function$;
revoke execute on function app.operator_papers(bigint[]) from public;

-- agreements/orders =====================================================================================================================================

-- What can be invoiced (开票类目), with its code in the state's catalogue. Terms and orders name it by its name, which never changes.
create table invoice_category (
  id bigint not null generated by default as identity,
  name text not null,
  short_name text not null default ''::text, -- the catalogue's short name, which stands before the goods on an invoice
  tax_code text,
  note text not null default ''::text,
  source text not null default ''::text, -- where a starter category has its code from; empty for one that the platform made
  is_active boolean not null default false,
  changed_by bigint,
  changed_at timestamp with time zone not null,
  version integer not null default 1,
  constraint invoice_category_pkey PRIMARY KEY (id),
  constraint invoice_category_name_key UNIQUE (name),
  constraint invoice_category_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES app_user(id),
  constraint invoice_category_check CHECK (NOT is_active OR tax_code IS NOT NULL),
  constraint invoice_category_name_check CHECK (length(name) >= 2 AND length(name) <= 30),
  constraint invoice_category_tax_code_check CHECK (tax_code ~ '^\d{19}$'::text)
);
alter table invoice_category enable row level security;
create policy accounts on invoice_category to app_accounts
  using (true)
  with check (true);
create policy invoice_category_read on invoice_category for select
  using (true);
create policy invoice_category_write on invoice_category
  using (( SELECT app.sees_all() AS sees_all));
grant insert, select on invoice_category to app_rw;
grant update (short_name, tax_code, note, is_active, changed_by, changed_at, version) on invoice_category to app_rw;

-- What a unit orders under a contract; each batch pays for one.
create table service_order (
  id bigint not null generated by default as identity,
  no text not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  contract_id bigint not null,
  title text not null,
  category text not null,
  description text not null,
  budget_fen bigint not null,
  valid_from date not null,
  valid_to date not null,
  state text not null,
  created_at timestamp with time zone not null,
  kind text not null,
  price_mode text, -- null: a framework, priced by its lists of business
  unit_price_fen bigint,
  highest_price_fen bigint,
  quantity integer,
  province text not null default ''::text, -- code of the province where the work is done; empty: anywhere
  place text not null default ''::text,
  people_wanted integer not null default 0, -- 0: as many as there are
  criteria text not null default ''::text,
  paused_at timestamp with time zone,
  reason text not null default ''::text, -- why it was last paused, returned, changed or cancelled
  published_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_by bigint,
  version integer not null default 1,
  constraint service_order_pkey PRIMARY KEY (id),
  constraint service_order_no_key UNIQUE (no),
  constraint service_order_category_fkey FOREIGN KEY (category) REFERENCES invoice_category(name),
  constraint service_order_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint service_order_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contract(id),
  constraint service_order_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint service_order_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint service_order_budget CHECK (budget_fen > 0),
  constraint service_order_check CHECK (highest_price_fen > unit_price_fen),
  constraint service_order_days CHECK (valid_to >= valid_from),
  constraint service_order_kind_check CHECK (kind = ANY (ARRAY['framework'::text, 'task'::text])),
  constraint service_order_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint service_order_people_wanted_check CHECK (people_wanted >= 0),
  constraint service_order_price_mode_check CHECK (price_mode = ANY (ARRAY['fixed'::text, 'range'::text, 'piece'::text])),
  constraint service_order_priced CHECK ((price_mode IS NULL) = (unit_price_fen IS NULL) AND (price_mode IS NULL) = (quantity IS NULL) AND (highest_price_fen IS NOT NULL) = (NOT price_mode IS DISTINCT FROM 'range'::text)),
  constraint service_order_quantity_check CHECK (quantity > 0),
  constraint service_order_state_check CHECK (state = ANY (ARRAY['draft'::text, 'published'::text, 'accepted'::text, 'doing'::text, 'delivered'::text, 'checked'::text, 'settled'::text, 'cancelled'::text])),
  constraint service_order_unit_price_fen_check CHECK (unit_price_fen > 0)
);
CREATE INDEX service_order_centre ON public.service_order USING btree (centre_id, mode, id DESC);
CREATE INDEX service_order_contract ON public.service_order USING btree (contract_id);
CREATE INDEX service_order_state ON public.service_order USING btree (centre_id, mode, state, id DESC);
CREATE INDEX service_order_unit ON public.service_order USING btree (unit_id, centre_id, mode, id DESC);
CREATE INDEX service_order_unit_state ON public.service_order USING btree (unit_id, state, id DESC);
CREATE INDEX service_order_words ON public.service_order USING gin (app.name_parts(((no || ' '::text) || title)));
alter table service_order enable row level security;
create policy accounts on service_order to app_accounts
  using (true)
  with check (true);
create policy service_order_asked on service_order for select
  using (((state <> 'draft'::text) AND (EXISTS ( SELECT
   FROM order_operator asked
  WHERE ((asked.order_id = service_order.id) AND (asked.operator_id = ( SELECT app.operator_id() AS operator_id)) AND (asked.state <> 'withdrawn'::text))))));
create policy service_order_scope on service_order
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER order_tells AFTER INSERT OR UPDATE ON service_order FOR EACH ROW EXECUTE FUNCTION app.tell_place('orders');
CREATE TRIGGER service_order_ended BEFORE UPDATE ON service_order FOR EACH ROW WHEN ((old.state = ANY (ARRAY['settled'::text, 'cancelled'::text])) AND (old.state IS DISTINCT FROM new.state OR old.budget_fen IS DISTINCT FROM new.budget_fen OR old.contract_id IS DISTINCT FROM new.contract_id)) EXECUTE FUNCTION app.guard_order();
grant insert, select on service_order to app_rw;
grant update (contract_id, title, category, description, budget_fen, valid_from, valid_to, state, kind, price_mode, unit_price_fen, highest_price_fen, quantity, province, place, people_wanted, criteria, paused_at, reason, published_at, ended_at, version) on service_order to app_rw;

create function app.guard_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an order that ended stays as it is' using errcode = 'integrity_constraint_violation';
end $function$;

-- Who is asked to take an order on, and what they said.
create table order_operator (
  id bigint not null generated by default as identity,
  order_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  operator_id bigint not null,
  state text not null,
  assigned_by bigint not null,
  assigned_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  reason text not null default ''::text,
  constraint order_operator_pkey PRIMARY KEY (id),
  constraint order_operator_order_id_operator_id_key UNIQUE (order_id, operator_id),
  constraint order_operator_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES app_user(id),
  constraint order_operator_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint order_operator_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint order_operator_order_id_fkey FOREIGN KEY (order_id) REFERENCES service_order(id),
  constraint order_operator_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint order_operator_state_check CHECK (state = ANY (ARRAY['offered'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text]))
);
CREATE INDEX order_operator_own ON public.order_operator USING btree (operator_id, order_id DESC);
alter table order_operator enable row level security;
create policy accounts on order_operator to app_accounts
  using (true)
  with check (true);
create policy order_operator_scope on order_operator
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER order_operator_tells AFTER INSERT OR UPDATE ON order_operator FOR EACH ROW EXECUTE FUNCTION app.tell_place('orders');
grant insert, select on order_operator to app_rw;
grant update (state, assigned_by, assigned_at, answered_at, reason) on order_operator to app_rw;

-- A paper of an order: work that was delivered, the list of business of a period, or the sheet by which work was accepted.
create table order_paper (
  id bigint not null generated by default as identity,
  order_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  operator_id bigint, -- who delivered it; null: the unit or the centre
  kind text not null,
  no text,
  period text,
  amount_fen bigint,
  note text not null default ''::text,
  explanation text not null default ''::text, -- why a paper that another order or batch carries stands here too
  file_id uuid not null,
  sha256 text not null,
  fingerprint text, -- of a picture, 256 bits by which the same picture saved anew is found
  created_by bigint not null,
  created_at timestamp with time zone not null,
  removed_by bigint,
  removed_at timestamp with time zone,
  remove_reason text not null default ''::text,
  constraint order_paper_pkey PRIMARY KEY (id),
  constraint order_paper_no_key UNIQUE (no),
  constraint order_paper_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint order_paper_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint order_paper_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint order_paper_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint order_paper_order_id_fkey FOREIGN KEY (order_id) REFERENCES service_order(id),
  constraint order_paper_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES app_user(id),
  constraint order_paper_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint order_paper_amount_fen_check CHECK (amount_fen > 0),
  constraint order_paper_check CHECK ((kind = 'deliverable'::text) = (period IS NULL) AND (kind = 'deliverable'::text) = (amount_fen IS NULL) AND (kind = 'acceptance'::text) = (no IS NOT NULL)),
  constraint order_paper_fingerprint_check CHECK (fingerprint ~ '^[01]+$'::text AND length(fingerprint) = 256),
  constraint order_paper_kind_check CHECK (kind = ANY (ARRAY['deliverable'::text, 'list'::text, 'acceptance'::text])),
  constraint order_paper_period_check CHECK (period ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)
);
CREATE INDEX order_paper_bands ON public.order_paper USING gin (app.print_bands(fingerprint)) WHERE (fingerprint IS NOT NULL);
CREATE INDEX order_paper_order ON public.order_paper USING btree (order_id, id DESC);
CREATE INDEX order_paper_sha ON public.order_paper USING btree (sha256);
alter table order_paper enable row level security;
create policy accounts on order_paper to app_accounts
  using (true)
  with check (true);
create policy order_paper_scope on order_paper
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER order_paper_tells AFTER INSERT OR UPDATE ON order_paper FOR EACH ROW EXECUTE FUNCTION app.tell_place('orders');
grant insert, select on order_paper to app_rw;
grant update (removed_by, removed_at, remove_reason) on order_paper to app_rw;

create function app.near_order_papers(centre bigint, print text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO 'public', 'app', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  with alike as materialized (select id, centre_id, fingerprint from order_paper where fingerprint is not null and app.print_bands(fingerprint) && app.near_bands(print))
  select id from alike where centre_id = centre and bit_count(fingerprint::bit(256) # print::bit(256)) <= 20
$function$;
revoke execute on function app.near_order_papers(bigint,text) from public;
grant execute on function app.near_order_papers(bigint,text) to app_rw;

create function app.order_papers_like(centre bigint, sha text, print text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  select order_id from order_paper where sha256 = sha and centre_id = centre and removed_at is null
  union
  select other.order_id from app.near_order_papers(centre, print) near(id) join order_paper other on other.id = near.id where print is not null and other.removed_at is null
$function$;

-- money/ledger ==========================================================================================================================================

-- An account of the ledger, of a unit or of a centre, in a mode, with its balance. Only entries move it.
create table account (
  id bigint not null generated by default as identity,
  centre_id bigint not null,
  mode smallint not null,
  kind text not null, -- unit_available, unit_frozen (set aside for batches) and unit_refund (set aside for refunds) are a unit's, all others the centre's
  unit_id bigint,
  balance_fen bigint not null default 0, -- plus: owed or earned, as what a unit has, tax and fees; minus: owned, so that 100 at the bank is −100
  constraint account_pkey PRIMARY KEY (id),
  constraint account_centre_id_mode_kind_unit_id_key UNIQUE NULLS NOT DISTINCT (centre_id, mode, kind, unit_id),
  constraint account_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint account_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint account_check CHECK (unit_id IS NULL OR balance_fen >= 0),
  constraint account_kind_check CHECK (kind = ANY (ARRAY['unit_available'::text, 'unit_frozen'::text, 'unit_refund'::text, 'bank'::text, 'suspense'::text, 'tax_vat'::text, 'tax_surcharge'::text, 'tax_iit'::text, 'overpaid_tax'::text, 'late_fee_cost'::text, 'fee_income'::text, 'adjustment'::text, 'commission_cost'::text, 'commission_payable'::text])),
  constraint account_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint account_of_unit CHECK ((unit_id IS NOT NULL) = (kind = ANY (ARRAY['unit_available'::text, 'unit_frozen'::text, 'unit_refund'::text])))
);
CREATE INDEX account_unit ON public.account USING btree (unit_id) WHERE (unit_id IS NOT NULL);
alter table account enable row level security;
create policy account_scope on account
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
create policy accounts on account to app_accounts
  using (true)
  with check (true);
CREATE TRIGGER account_kind_stays BEFORE UPDATE OF kind ON account FOR EACH ROW WHEN (old.kind IS DISTINCT FROM new.kind) EXECUTE FUNCTION app.refuse('an account keeps its kind');
CREATE TRIGGER account_no_truncate BEFORE TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER account_stays BEFORE DELETE ON account FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select on account to app_rw;
grant update (kind) on account to app_rw;

-- One event of money; its entries sum to zero. Only ever added.
create table ledger_journal (
  id bigint not null generated always as identity,
  kind text not null,
  ref_type text not null, -- what caused it, with ref_id and ref_no
  ref_id bigint not null,
  ref_no text not null,
  idem_key text not null, -- one journal for one event, however often it is told
  centre_id bigint not null,
  mode smallint not null,
  unit_id bigint,
  entries smallint not null, -- how many entries it has
  reverses bigint, -- journal that it takes back
  memo text not null default ''::text,
  at timestamp with time zone not null,
  constraint ledger_journal_pkey PRIMARY KEY (id),
  constraint ledger_journal_idem_key_key UNIQUE (idem_key),
  constraint ledger_journal_reverses_key UNIQUE (reverses),
  constraint ledger_journal_reverses_fkey FOREIGN KEY (reverses) REFERENCES ledger_journal(id),
  constraint ledger_journal_entries_check CHECK (entries >= 2),
  constraint ledger_journal_kind_check CHECK (kind = ANY (ARRAY['topup'::text, 'freeze'::text, 'unfreeze'::text, 'payment'::text, 'return'::text, 'refund'::text, 'adjustment'::text, 'suspense'::text, 'opening'::text, 'commission'::text, 'tax'::text]))
);
CREATE INDEX ledger_journal_at ON public.ledger_journal USING btree (centre_id, mode, at DESC, id DESC);
CREATE INDEX ledger_journal_centre ON public.ledger_journal USING btree (centre_id, mode, id DESC);
CREATE INDEX ledger_journal_other ON public.ledger_journal USING btree (centre_id, mode, kind, id DESC) WHERE (kind <> 'payment'::text);
CREATE INDEX ledger_journal_ref ON public.ledger_journal USING btree (ref_type, ref_id);
CREATE INDEX ledger_journal_unit ON public.ledger_journal USING btree (unit_id, id DESC) WHERE (unit_id IS NOT NULL);
CREATE INDEX ledger_journal_unit_at ON public.ledger_journal USING btree (unit_id, at DESC, id DESC);
CREATE INDEX ledger_journal_unit_other ON public.ledger_journal USING btree (unit_id, kind, id DESC) WHERE (kind <> 'payment'::text);
alter table ledger_journal enable row level security;
create policy accounts on ledger_journal to app_accounts
  using (true)
  with check (true);
create policy ledger_journal_scope on ledger_journal
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER ledger_journal_append_only BEFORE DELETE OR UPDATE ON ledger_journal FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER ledger_journal_begins AFTER INSERT ON ledger_journal REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.ledger_journals_begin();
CREATE TRIGGER ledger_journal_month_open AFTER INSERT ON ledger_journal REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.statements_stand();
CREATE TRIGGER ledger_journal_no_truncate BEFORE TRUNCATE ON ledger_journal FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER ledger_journal_places AFTER INSERT ON ledger_journal REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.places_exist();
grant insert, select on ledger_journal to app_rw;

create function app.duties_need_two()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select exists (select from ledger_journal)
$function$;

create function app.hands_of(person bigint)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  with near as not materialized (
    select id as account, password_reset_by as hand from app_user where password_reset_at > app.moment() - interval '24 hours' and password_reset_by is not null
    union all select user_id, proposed_by from account_change where state = 'done' and decided_at > app.moment() - interval '24 hours'
    union all select user_id, decided_by from account_change where state = 'done' and decided_at > app.moment() - interval '24 hours'
    union all select id, made_by from app_user where made_by is not null and owned_at is null and exists (select from ledger_journal))
  select array_agg(distinct hand) from (
    select person as hand union all select hand from near where account = person union all select account from near where near.hand = person
    union all select other.id from app_user own join app_user other on other.id <> own.id
        and (other.mobile = nullif(own.mobile, '') or lower(other.email) = nullif(lower(own.email), ''))
      where own.id = person and exists (select from ledger_journal)) known
  where hand is not null
$function$;

create function app.is_other_hand(decider bigint, hands bigint[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select not coalesce(decider = any (hands) or (hands && app.hands_of(decider) and exists (select from ledger_journal)), false)
$function$;

create function app.is_same_hand(proposer bigint, decider bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select coalesce(proposer <> decider and proposer = any (app.hands_of(decider)), false) and exists (select from ledger_journal)
$function$;

create function app.ledger_journals_begin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  insert into ledger_unbooked (first_id, last_id) select min(id), max(id) from added having count(*) > 0;
  return null;
end $function$;

create function app.statements_stand()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from added join balance_statement statement on statement.unit_id = added.unit_id and statement.centre_id = added.centre_id and statement.mode = added.mode
      and statement.month = date_trunc('month', added.at at time zone 'Asia/Shanghai')::date) then
    raise exception 'the month of a journal has its statement' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- What a journal moves on one account. Only ever added; partitioned by month.
create table ledger_entry (
  month date not null,
  journal_id bigint not null,
  line smallint not null, -- place in its journal, from 1
  centre_id bigint not null,
  unit_id bigint,
  account_id bigint not null,
  amount_fen bigint not null, -- plus: credit, minus: debit
  balance_after_fen bigint not null,
  constraint ledger_entry_pkey PRIMARY KEY (month, journal_id, line),
  constraint ledger_entry_amount_fen_check CHECK (amount_fen <> 0)
) partition by range (month);
CREATE INDEX ledger_entry_account ON ONLY public.ledger_entry USING btree (account_id, journal_id DESC, line DESC);
alter table ledger_entry enable row level security;
create policy accounts on ledger_entry to app_accounts
  using (true)
  with check (true);
create policy ledger_entry_scope on ledger_entry
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER ledger_entry_append_only BEFORE DELETE OR UPDATE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER ledger_entry_no_truncate BEFORE TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER ledger_entry_post AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.ledger_post_entries();
CREATE TRIGGER ledger_entry_tax AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.tax_accounts_are_of_tax();
grant insert, select on ledger_entry to app_rw;

create table ledger_entry_rest partition of ledger_entry DEFAULT;

create function app.batch_set_aside(batch_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  select coalesce(sum(entry.amount_fen), 0)::bigint from ledger_journal journal
    join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
    join account on account.id = entry.account_id and account.kind = 'unit_frozen'
  where journal.ref_type = 'batch' and journal.ref_id = batch_id
$function$;
revoke execute on function app.batch_set_aside(bigint) from public;

create function app.ledger_post_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

create function app.tax_accounts_are_of_tax()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if exists (select from (select distinct journal_id from added) touched
      join ledger_journal journal on journal.id = touched.journal_id and journal.kind not in ('payment', 'return', 'opening', 'tax')
      join added on added.journal_id = journal.id
      join account on account.id = added.account_id and account.kind in ('tax_vat', 'tax_surcharge', 'tax_iit')) then
    raise exception 'only payments, returns, opening balances and tax paid move the tax accounts' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- Journals that a transaction still under way wrote; empty whenever nothing is. Written by triggers.
create table ledger_unbooked (
  id bigint not null generated always as identity,
  first_id bigint not null,
  last_id bigint not null,
  constraint ledger_unbooked_pkey PRIMARY KEY (id)
);
CREATE CONSTRAINT TRIGGER ledger_unbooked_whole AFTER INSERT ON ledger_unbooked DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.ledger_journals_are_whole();

create function app.ledger_journals_are_whole()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

-- money/prepayments =====================================================================================================================================

-- A unit says that it paid money to its centre; confirmed only with the bank's own record and by somebody else.
create table topup (
  id bigint not null generated by default as identity,
  no text not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  amount_fen bigint not null,
  payer_name text not null,
  payer_account text not null,
  bank_serial text not null, -- serial of the bank as the unit tells it
  slip_file_id uuid,
  state text not null,
  reason text not null default ''::text,
  bank_credit_id bigint,
  submitted_by bigint not null,
  submitted_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  version integer not null default 1,
  claim_reason text not null default ''::text, -- why money that somebody else paid is the unit's; empty: paid by itself
  claim_file_id uuid,
  comparable_payer text not null generated always as (app.comparable_name(payer_name)) stored,
  constraint topup_pkey PRIMARY KEY (id),
  constraint topup_bank_credit_id_key UNIQUE (bank_credit_id),
  constraint topup_no_key UNIQUE (no),
  constraint topup_bank_credit_id_fkey FOREIGN KEY (bank_credit_id) REFERENCES bank_credit(id),
  constraint topup_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint topup_claim_file_id_fkey FOREIGN KEY (claim_file_id) REFERENCES stored_file(id),
  constraint topup_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint topup_slip_file_id_fkey FOREIGN KEY (slip_file_id) REFERENCES stored_file(id),
  constraint topup_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES app_user(id),
  constraint topup_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint topup_amount_fen_check CHECK (amount_fen > 0),
  constraint topup_claim CHECK ((claim_reason = ''::text) = (claim_file_id IS NULL) AND (claim_file_id IS NULL OR bank_credit_id IS NOT NULL OR (state = ANY (ARRAY['submitted'::text, 'rejected'::text, 'withdrawn'::text])))),
  constraint topup_claim_reason_check CHECK (length(claim_reason) <= 200),
  constraint topup_four_eyes CHECK (state <> 'confirmed'::text OR decided_by IS DISTINCT FROM submitted_by),
  constraint topup_proved CHECK (state <> 'confirmed'::text OR bank_credit_id IS NOT NULL),
  constraint topup_state_check CHECK (state = ANY (ARRAY['submitted'::text, 'matched'::text, 'confirmed'::text, 'rejected'::text, 'withdrawn'::text]))
);
CREATE INDEX topup_centre ON public.topup USING btree (centre_id, mode, state, id DESC);
CREATE INDEX topup_claim_file ON public.topup USING btree (claim_file_id) WHERE (claim_file_id IS NOT NULL);
CREATE INDEX topup_list ON public.topup USING btree (centre_id, mode, id DESC);
CREATE UNIQUE INDEX topup_serial ON public.topup USING btree (bank_serial, centre_id) WHERE ((state <> 'rejected'::text) AND (state <> 'withdrawn'::text));
CREATE INDEX topup_submitted ON public.topup USING btree (centre_id, mode, submitted_at DESC, id DESC);
CREATE INDEX topup_unit ON public.topup USING btree (unit_id, centre_id, mode, id DESC);
CREATE INDEX topup_unit_list ON public.topup USING btree (unit_id, id DESC);
CREATE INDEX topup_unit_state ON public.topup USING btree (unit_id, state, id DESC);
CREATE INDEX topup_unit_submitted ON public.topup USING btree (unit_id, submitted_at DESC, id DESC);
CREATE INDEX topup_waiting ON public.topup USING btree (centre_id, amount_fen) WHERE (state = 'submitted'::text);
alter table topup enable row level security;
create policy accounts on topup to app_accounts
  using (true)
  with check (true);
create policy topup_scope on topup
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER topup_begins AFTER INSERT ON topup FOR EACH ROW WHEN (CURRENT_USER = 'app_rw'::name AND (new.state <> 'submitted'::text OR new.submitted_by IS DISTINCT FROM app.doer())) EXECUTE FUNCTION app.refuse('a top-up begins with being submitted by the caller');
CREATE TRIGGER topup_by_other BEFORE UPDATE OF state ON topup FOR EACH ROW WHEN (app.is_program() AND new.state = 'confirmed'::text AND old.state <> 'confirmed'::text) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'submitted_by');
CREATE TRIGGER topup_decided BEFORE UPDATE ON topup FOR EACH ROW WHEN ((old.state = ANY (ARRAY['confirmed'::text, 'rejected'::text, 'withdrawn'::text])) AND old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION app.refuse('what was decided stays');
CREATE TRIGGER topup_moves AFTER UPDATE OF state ON topup FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND NOT ((((old.state || '>'::text) || new.state) = ANY ('{submitted>matched,submitted>withdrawn,submitted>rejected,matched>confirmed,matched>rejected}'::text[])) OR ((old.state || '>'::text) || new.state) = 'matched>withdrawn'::text AND old.claim_file_id IS NOT NULL)) EXECUTE FUNCTION app.refuse_move();
CREATE TRIGGER topup_tells AFTER INSERT OR UPDATE ON topup FOR EACH ROW EXECUTE FUNCTION app.tell_place('topups');
CREATE TRIGGER topup_vouched BEFORE UPDATE OF state ON topup FOR EACH ROW WHEN (app.is_program() AND new.state = 'confirmed'::text AND old.state <> 'confirmed'::text) EXECUTE FUNCTION app.topup_vouched();
grant insert, select on topup to app_rw;
grant update (state, reason, bank_credit_id, decided_by, decided_at, version) on topup to app_rw;

create function app.topup_vouched()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not app.is_credit_vouched(new.bank_credit_id, new.decided_by) then perform app.refuse_same_hand(); end if;
  return new;
end $function$;

-- Money that arrived at a centre, as the bank's statement says.
create table bank_credit (
  id bigint not null generated by default as identity,
  centre_id bigint not null,
  mode smallint not null,
  serial text not null, -- of the bank; each is taken in once at its centre
  amount_fen bigint not null,
  payer_name text not null,
  payer_account text not null,
  receiving_account text not null,
  memo text not null default ''::text,
  credited_at timestamp with time zone not null,
  state text not null default 'unclaimed'::text,
  unit_id bigint, -- unit that the account named in it belongs to; null: unknown
  created_at timestamp with time zone not null,
  comparable_payer text not null generated always as (app.comparable_name(payer_name)) stored,
  imported_by bigint, -- who brought the statement; null: before importers were kept
  constraint bank_credit_pkey PRIMARY KEY (id),
  constraint bank_credit_serial_key UNIQUE (serial, centre_id),
  constraint bank_credit_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint bank_credit_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES app_user(id),
  constraint bank_credit_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint bank_credit_amount_fen_check CHECK (amount_fen > 0),
  constraint bank_credit_state_check CHECK (state = ANY (ARRAY['unclaimed'::text, 'matched'::text, 'confirmed'::text, 'returning'::text, 'returned'::text]))
);
CREATE INDEX bank_credit_list ON public.bank_credit USING btree (centre_id, mode, credited_at DESC, id DESC);
CREATE INDEX bank_credit_open ON public.bank_credit USING btree (centre_id, mode, state, credited_at DESC, id DESC);
CREATE INDEX bank_credit_unclaimed ON public.bank_credit USING btree (centre_id, amount_fen) WHERE (state = 'unclaimed'::text);
alter table bank_credit enable row level security;
create policy accounts on bank_credit to app_accounts
  using (true)
  with check (true);
create policy bank_credit_scope on bank_credit
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER bank_credit_begins AFTER INSERT ON bank_credit FOR EACH ROW WHEN (CURRENT_USER = 'app_rw'::name AND new.state <> 'unclaimed'::text) EXECUTE FUNCTION app.refuse('a credit begins unclaimed');
CREATE TRIGGER bank_credit_booked BEFORE UPDATE ON bank_credit FOR EACH ROW WHEN ((old.state = ANY (ARRAY['confirmed'::text, 'returned'::text])) AND old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION app.refuse('what was booked stays');
CREATE TRIGGER bank_credit_imported AFTER INSERT ON bank_credit FOR EACH ROW WHEN (app.is_program()) EXECUTE FUNCTION app.credit_imported();
CREATE TRIGGER bank_credit_moves AFTER UPDATE OF state ON bank_credit FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND NOT (((old.state || '>'::text) || new.state) = ANY ('{unclaimed>matched,matched>unclaimed,matched>confirmed,unclaimed>returning,returning>unclaimed,returning>returned}'::text[]))) EXECUTE FUNCTION app.refuse_move();
CREATE TRIGGER bank_credit_tells AFTER UPDATE ON bank_credit FOR EACH ROW EXECUTE FUNCTION app.tell_centre('topups');
CREATE TRIGGER bank_credits_tell AFTER INSERT ON bank_credit REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION app.tell_credits();
grant insert, select on bank_credit to app_rw;
grant update (mode, state, unit_id) on bank_credit to app_rw;

create function app.credit_imported()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.imported_by is distinct from app.user_id() then
    raise exception 'bank_credit: a credit keeps who brought it' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

create function app.tell_credits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform app.tell('topups', jsonb_build_object('centre', centre_id)) from (select distinct centre_id from fresh) place;
  return null;
end $function$;

-- Money of a stranger that the centre sent back to the account it came from: registered by one person, confirmed by another.
create table credit_return (
  id bigint not null generated by default as identity,
  credit_id bigint not null,
  centre_id bigint not null,
  mode smallint not null,
  reason text not null,
  paid_on date not null,
  bank_serial text not null,
  slip_file_id uuid not null,
  state text not null default 'proposed'::text,
  answer text not null default ''::text,
  proposed_by bigint not null,
  proposed_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  constraint credit_return_pkey PRIMARY KEY (id),
  constraint credit_return_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint credit_return_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES bank_credit(id),
  constraint credit_return_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint credit_return_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES app_user(id),
  constraint credit_return_slip_file_id_fkey FOREIGN KEY (slip_file_id) REFERENCES stored_file(id),
  constraint credit_return_answer_check CHECK (length(answer) <= 200),
  constraint credit_return_bank_serial_check CHECK (length(bank_serial) >= 4 AND length(bank_serial) <= 40),
  constraint credit_return_decided CHECK ((state = 'proposed'::text) = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  constraint credit_return_four_eyes CHECK (decided_by IS NULL OR decided_by <> proposed_by),
  constraint credit_return_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint credit_return_reason_check CHECK (length(reason) >= 2 AND length(reason) <= 200),
  constraint credit_return_state_check CHECK (state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'declined'::text]))
);
CREATE INDEX credit_return_credit ON public.credit_return USING btree (credit_id, id);
CREATE UNIQUE INDEX credit_return_once ON public.credit_return USING btree (credit_id) WHERE (state <> 'declined'::text);
CREATE UNIQUE INDEX credit_return_serial ON public.credit_return USING btree (centre_id, bank_serial) WHERE (state <> 'declined'::text);
CREATE INDEX credit_return_slip ON public.credit_return USING btree (slip_file_id);
alter table credit_return enable row level security;
create policy accounts on credit_return to app_accounts
  using (true)
  with check (true);
create policy credit_return_scope on credit_return
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER credit_return_by_other BEFORE UPDATE OF decided_by ON credit_return FOR EACH ROW WHEN (app.is_program() AND new.decided_by IS NOT NULL AND old.decided_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'proposed_by');
CREATE TRIGGER credit_return_stands BEFORE UPDATE ON credit_return FOR EACH ROW WHEN (old.state <> 'proposed'::text) EXECUTE FUNCTION app.refuse('what was decided stays');
grant insert, select on credit_return to app_rw;
grant update (state, answer, decided_by, decided_at) on credit_return to app_rw;

-- What a unit asked back of its prepayment, to the account that it came from; set aside from the moment it is asked for.
create table refund (
  id bigint not null generated by default as identity,
  no text not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  amount_fen bigint not null,
  payee_name text not null,
  payee_account text not null,
  reason text not null,
  state text not null default 'applied'::text,
  answer text not null default ''::text, -- why it was rejected, or why the bank did not pay it
  applied_by bigint not null,
  applied_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  paid_on date,
  bank_serial text,
  slip_file_id uuid,
  paid_by bigint, -- who registered what the bank did with it, paid or failed
  paid_at timestamp with time zone,
  version integer not null default 1,
  constraint refund_pkey PRIMARY KEY (id),
  constraint refund_no_key UNIQUE (no),
  constraint refund_applied_by_fkey FOREIGN KEY (applied_by) REFERENCES app_user(id),
  constraint refund_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint refund_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint refund_paid_by_fkey FOREIGN KEY (paid_by) REFERENCES app_user(id),
  constraint refund_slip_file_id_fkey FOREIGN KEY (slip_file_id) REFERENCES stored_file(id),
  constraint refund_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint refund_amount_fen_check CHECK (amount_fen > 0),
  constraint refund_answer_check CHECK (length(answer) <= 200),
  constraint refund_answered CHECK ((state <> ALL (ARRAY['rejected'::text, 'failed'::text])) OR length(answer) >= 2),
  constraint refund_bank_serial_check CHECK (length(bank_serial) >= 4 AND length(bank_serial) <= 40),
  constraint refund_decided CHECK ((state = ANY (ARRAY['applied'::text, 'withdrawn'::text])) = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  constraint refund_four_eyes CHECK (decided_by IS NULL OR decided_by <> applied_by),
  constraint refund_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint refund_reason_check CHECK (length(reason) >= 2 AND length(reason) <= 200),
  constraint refund_settled CHECK ((state = ANY (ARRAY['paid'::text, 'failed'::text])) = (paid_by IS NOT NULL) AND (paid_by IS NULL) = (paid_at IS NULL) AND (paid_by IS NULL OR paid_by <> decided_by AND paid_by <> applied_by)),
  constraint refund_slip CHECK (num_nonnulls(paid_on, bank_serial, slip_file_id) =
CASE state
    WHEN 'paid'::text THEN 3
    ELSE 0
END),
  constraint refund_state_check CHECK (state = ANY (ARRAY['applied'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'paid'::text, 'failed'::text]))
);
CREATE INDEX refund_open ON public.refund USING btree (centre_id, mode, state) WHERE (state = ANY (ARRAY['applied'::text, 'approved'::text]));
CREATE INDEX refund_origin ON public.refund USING btree (unit_id, centre_id, mode, payee_account) WHERE (state = ANY (ARRAY['applied'::text, 'approved'::text, 'paid'::text]));
CREATE INDEX refund_place ON public.refund USING btree (centre_id, mode, id DESC);
CREATE UNIQUE INDEX refund_serial ON public.refund USING btree (centre_id, bank_serial) WHERE (bank_serial IS NOT NULL);
CREATE INDEX refund_slip_file ON public.refund USING btree (slip_file_id) WHERE (slip_file_id IS NOT NULL);
CREATE INDEX refund_unit ON public.refund USING btree (unit_id, id DESC);
alter table refund enable row level security;
create policy accounts on refund to app_accounts
  using (true)
  with check (true);
create policy refund_scope on refund
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER refund_begins BEFORE INSERT ON refund FOR EACH ROW WHEN (CURRENT_USER = 'app_rw'::name AND (new.state <> 'applied'::text OR new.applied_by IS DISTINCT FROM app.doer())) EXECUTE FUNCTION app.refuse('a refund begins with being asked for by the caller');
CREATE TRIGGER refund_by_other BEFORE UPDATE OF decided_by ON refund FOR EACH ROW WHEN (app.is_program() AND new.decided_by IS NOT NULL AND old.decided_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'applied_by');
CREATE TRIGGER refund_ended BEFORE UPDATE ON refund FOR EACH ROW WHEN (old.state = ANY (ARRAY['rejected'::text, 'withdrawn'::text, 'paid'::text, 'failed'::text])) EXECUTE FUNCTION app.refuse('what was decided stays');
CREATE TRIGGER refund_moves BEFORE UPDATE OF state ON refund FOR EACH ROW WHEN (old.state <> new.state AND (old.state <> 'applied'::text OR new.state <> 'approved'::text) AND (old.state <> 'applied'::text OR new.state <> 'rejected'::text) AND (old.state <> 'applied'::text OR new.state <> 'withdrawn'::text) AND (old.state <> 'approved'::text OR new.state <> 'paid'::text) AND (old.state <> 'approved'::text OR new.state <> 'failed'::text)) EXECUTE FUNCTION app.refuse_move();
CREATE TRIGGER refund_paid_by_other BEFORE UPDATE OF paid_by ON refund FOR EACH ROW WHEN (app.is_program() AND new.paid_by IS NOT NULL AND old.paid_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('paid_by', 'applied_by', 'decided_by');
CREATE TRIGGER refund_tells AFTER INSERT OR UPDATE ON refund FOR EACH ROW EXECUTE FUNCTION app.tell_place('topups');
grant insert, select on refund to app_rw;
grant update (state, answer, decided_by, decided_at, paid_on, bank_serial, slip_file_id, paid_by, paid_at, version) on refund to app_rw;

-- A correction of what a unit may spend, against the centre's adjustments: above zero for the unit, below zero from it.
create table balance_adjustment (
  id bigint not null generated by default as identity,
  no text not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  amount_fen bigint not null,
  reason text not null,
  file_id uuid not null,
  state text not null default 'proposed'::text,
  answer text not null default ''::text,
  proposed_by bigint not null,
  proposed_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  version integer not null default 1,
  constraint balance_adjustment_pkey PRIMARY KEY (id),
  constraint balance_adjustment_no_key UNIQUE (no),
  constraint balance_adjustment_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint balance_adjustment_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint balance_adjustment_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint balance_adjustment_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES app_user(id),
  constraint balance_adjustment_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint balance_adjustment_amount_fen_check CHECK (amount_fen <> 0),
  constraint balance_adjustment_answer_check CHECK (length(answer) <= 200),
  constraint balance_adjustment_decided CHECK ((state = ANY (ARRAY['proposed'::text, 'withdrawn'::text])) = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  constraint balance_adjustment_four_eyes CHECK (decided_by IS NULL OR decided_by <> proposed_by),
  constraint balance_adjustment_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint balance_adjustment_reason_check CHECK (length(reason) >= 2 AND length(reason) <= 200),
  constraint balance_adjustment_state_check CHECK (state = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))
);
CREATE INDEX balance_adjustment_file ON public.balance_adjustment USING btree (file_id);
CREATE INDEX balance_adjustment_open ON public.balance_adjustment USING btree (centre_id, mode) WHERE (state = 'proposed'::text);
CREATE INDEX balance_adjustment_place ON public.balance_adjustment USING btree (centre_id, mode, id DESC);
CREATE INDEX balance_adjustment_unit ON public.balance_adjustment USING btree (unit_id, id DESC);
alter table balance_adjustment enable row level security;
create policy accounts on balance_adjustment to app_accounts
  using (true)
  with check (true);
create policy balance_adjustment_scope on balance_adjustment
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER balance_adjustment_by_other BEFORE UPDATE OF decided_by ON balance_adjustment FOR EACH ROW WHEN (app.is_program() AND new.decided_by IS NOT NULL AND old.decided_by IS NULL AND new.state <> 'withdrawn'::text) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'proposed_by');
CREATE TRIGGER balance_adjustment_stands BEFORE UPDATE ON balance_adjustment FOR EACH ROW WHEN (old.state <> 'proposed'::text) EXECUTE FUNCTION app.refuse('what was decided stays');
CREATE TRIGGER balance_adjustment_tells AFTER INSERT OR UPDATE ON balance_adjustment FOR EACH ROW EXECUTE FUNCTION app.tell_place('topups');
grant insert, select on balance_adjustment to app_rw;
grant update (state, answer, decided_by, decided_at, version) on balance_adjustment to app_rw;

-- What moved in a month in a unit's account at a centre in a mode; its figures never change, and nothing is booked into its month any more.
create table balance_statement (
  id bigint not null generated by default as identity,
  no text not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  month date not null, -- first day of the month
  opening_available_fen bigint not null,
  opening_aside_fen bigint not null, -- set aside for batches and refunds
  topup_fen bigint not null,
  payment_fen bigint not null, -- net to payees; like fee and tax below zero
  fee_fen bigint not null,
  tax_fen bigint not null,
  return_fen bigint not null, -- payments that came back, with their fee and tax
  refund_fen bigint not null,
  adjustment_fen bigint not null,
  other_fen bigint not null, -- opening balances and what was settled from suspense
  closing_available_fen bigint not null,
  closing_aside_fen bigint not null,
  journal_count integer not null,
  state text not null default 'issued'::text,
  reason text not null default ''::text,
  answer text not null default ''::text,
  issued_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  answered_by bigint,
  answered_at timestamp with time zone,
  version integer not null default 1,
  constraint balance_statement_pkey PRIMARY KEY (id),
  constraint balance_statement_no_key UNIQUE (no),
  constraint balance_statement_once UNIQUE (unit_id, centre_id, mode, month),
  constraint balance_statement_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES app_user(id),
  constraint balance_statement_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint balance_statement_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint balance_statement_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint balance_statement_adds_up CHECK ((opening_available_fen + opening_aside_fen + topup_fen + payment_fen + fee_fen + tax_fen + return_fen + refund_fen + adjustment_fen + other_fen) = (closing_available_fen + closing_aside_fen)),
  constraint balance_statement_answer_check CHECK (length(answer) <= 200),
  constraint balance_statement_decided CHECK ((decided_by IS NULL) = (decided_at IS NULL) AND (answered_by IS NULL) = (answered_at IS NULL) AND (state = 'issued'::text OR decided_by IS NOT NULL)),
  constraint balance_statement_journal_count_check CHECK (journal_count >= 0),
  constraint balance_statement_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint balance_statement_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint balance_statement_reason_check CHECK (length(reason) <= 200),
  constraint balance_statement_state_check CHECK (state = ANY (ARRAY['issued'::text, 'confirmed'::text, 'disputed'::text]))
);
CREATE INDEX balance_statement_disputed ON public.balance_statement USING btree (centre_id, mode) WHERE (state = 'disputed'::text);
CREATE INDEX balance_statement_place ON public.balance_statement USING btree (centre_id, mode, month DESC, id DESC);
CREATE INDEX balance_statement_unit ON public.balance_statement USING btree (unit_id, month DESC, id DESC);
alter table balance_statement enable row level security;
create policy accounts on balance_statement to app_accounts
  using (true)
  with check (true);
create policy balance_statement_scope on balance_statement
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER balance_statement_agreed BEFORE UPDATE ON balance_statement FOR EACH ROW WHEN (old.state = 'confirmed'::text) EXECUTE FUNCTION app.refuse('what was agreed to stays');
CREATE TRIGGER balance_statement_moves BEFORE UPDATE OF state ON balance_statement FOR EACH ROW WHEN (old.state <> new.state AND (old.state <> 'issued'::text OR new.state <> 'confirmed'::text) AND (old.state <> 'issued'::text OR new.state <> 'disputed'::text) AND (old.state <> 'disputed'::text OR new.state <> 'issued'::text)) EXECUTE FUNCTION app.refuse_move();
CREATE TRIGGER balance_statement_tells AFTER INSERT OR UPDATE ON balance_statement FOR EACH ROW EXECUTE FUNCTION app.tell_place('topups');
grant insert, select on balance_statement to app_rw;
grant update (state, reason, answer, decided_by, decided_at, answered_by, answered_at, version) on balance_statement to app_rw;

-- Below what a unit wants to be warned of its balance, where that is not what its terms say.
create table balance_limit (
  id bigint not null generated by default as identity,
  unit_id bigint not null,
  centre_id bigint not null,
  mode smallint not null,
  limit_fen bigint not null,
  set_by bigint not null,
  set_at timestamp with time zone not null,
  constraint balance_limit_pkey PRIMARY KEY (id),
  constraint balance_limit_once UNIQUE (unit_id, centre_id, mode),
  constraint balance_limit_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint balance_limit_set_by_fkey FOREIGN KEY (set_by) REFERENCES app_user(id),
  constraint balance_limit_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint balance_limit_limit_fen_check CHECK (limit_fen >= 0),
  constraint balance_limit_mode_check CHECK (mode = ANY (ARRAY[1, 2]))
);
alter table balance_limit enable row level security;
create policy accounts on balance_limit to app_accounts
  using (true)
  with check (true);
create policy balance_limit_scope on balance_limit
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
grant insert, select on balance_limit to app_rw;
grant update (limit_fen, set_by, set_at) on balance_limit to app_rw;

-- money/tax =============================================================================================================================================

-- The figures of the tax law between two days; never changed.
create table tax_policy (
  id bigint not null generated by default as identity,
  code text not null,
  version text not null,
  effective_from date not null,
  effective_to date, -- last day; the day before its first where two people withdrew it; null: no end is known
  params jsonb not null,
  draft_id bigint, -- where it was published in the browser; null: it came with the program
  digest text not null default ''::text, -- of its figures as they were when it was put in force
  constraint tax_policy_pkey PRIMARY KEY (id),
  constraint tax_policy_code_version_key UNIQUE (code, version),
  constraint tax_policy_draft_id_fkey FOREIGN KEY (draft_id) REFERENCES tax_draft(id)
);
CREATE UNIQUE INDEX tax_policy_draft ON public.tax_policy USING btree (draft_id);
CREATE TRIGGER tax_policy_guard BEFORE INSERT OR DELETE OR UPDATE ON tax_policy FOR EACH ROW EXECUTE FUNCTION app.guard_tax_policy();
grant delete, select on tax_policy to app_rw;
grant insert (code, version, effective_from, effective_to, params, draft_id) on tax_policy to app_rw;
grant update (effective_to) on tax_policy to app_rw;

create function app.guard_tax_policy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

create function app.policy_digest(of_params jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ select encode(sha256(convert_to(of_params::text, 'UTF8')), 'hex') $function$;

create function app.sales_net(sales bigint, policy_version text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select round(sales * 1000000.0 / (1000000 + coalesce(
    (select (policy.params -> 'vat' ->> 'generalPpm')::bigint from tax_policy policy where policy.version = policy_version limit 1), 60000)))::bigint
$function$;
revoke execute on function app.sales_net(bigint,text) from public;
grant execute on function app.sales_net(bigint,text) to app_rw;

-- What a centre paid a person in a month and withheld, including what is set aside: the memory of cumulative withholding.
create table tax_standing (
  centre_id bigint not null,
  operator_id bigint not null,
  month text not null,
  gross_fen bigint not null default 0, -- before tax
  income_fen bigint not null default 0, -- what of it counts as income for withholding
  vat_fen bigint not null default 0,
  city_fen bigint not null default 0,
  education_fen bigint not null default 0,
  local_education_fen bigint not null default 0,
  withheld_fen bigint not null default 0, -- income tax
  version integer not null default 1,
  mode smallint not null default 2, -- 1: as a registered business, 2: as a natural person; the two never count together
  needs_review boolean not null default false, -- something that later figures rest on has changed since they were computed
  constraint tax_standing_pkey PRIMARY KEY (centre_id, mode, operator_id, month),
  constraint tax_standing_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_standing_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint tax_standing_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint tax_standing_month_check CHECK (month ~ '^\d{4}-\d{2}$'::text)
);
CREATE INDEX tax_standing_large ON public.tax_standing USING btree (gross_fen DESC, month) INCLUDE (operator_id) WHERE (gross_fen >= 1000000);
CREATE INDEX tax_standing_month ON public.tax_standing USING btree (centre_id, mode, month, operator_id);
CREATE INDEX tax_standing_person ON public.tax_standing USING btree (operator_id, month) INCLUDE (gross_fen);
CREATE INDEX tax_standing_review ON public.tax_standing USING btree (operator_id, centre_id) WHERE needs_review;
alter table tax_standing enable row level security;
create policy accounts on tax_standing to app_accounts
  using (true)
  with check (true);
create policy tax_standing_scope on tax_standing
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER tax_standing_closed AFTER UPDATE ON tax_standing REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION app.months_stand_still();
grant insert, select on tax_standing to app_rw;
grant update (gross_fen, income_fen, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen, version, needs_review) on tax_standing to app_rw;

create function app.months_stand_still()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from before join after using (centre_id, mode, operator_id, month) join tax_period closed using (centre_id, mode, month)
      where (before.gross_fen, before.income_fen, before.vat_fen, before.city_fen, before.education_fen, before.local_education_fen, before.withheld_fen)
        is distinct from (after.gross_fen, after.income_fen, after.vat_fen, after.city_fen, after.education_fen, after.local_education_fen, after.withheld_fen)) then
    raise exception 'the figures of a closed month stand still' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- The part of one line in tax_standing, so that it is counted once and taken back by exactly as much.
create table tax_reservation (
  line_id bigint not null,
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
  is_open boolean not null default true, -- not yet paid: it moves to the month of payment
  constraint tax_reservation_pkey PRIMARY KEY (line_id),
  constraint tax_reservation_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payment_batch(id),
  constraint tax_reservation_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_reservation_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id)
);
CREATE INDEX tax_reservation_batch ON public.tax_reservation USING btree (batch_id);
CREATE INDEX tax_reservation_month ON public.tax_reservation USING btree (centre_id, mode, month);
CREATE INDEX tax_reservation_open ON public.tax_reservation USING btree (operator_id, centre_id) WHERE is_open;
CREATE INDEX tax_reservation_person ON public.tax_reservation USING btree (operator_id, month);
alter table tax_reservation enable row level security;
create policy accounts on tax_reservation to app_accounts
  using (true)
  with check (true);
create policy tax_reservation_scope on tax_reservation
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER tax_reservation_begins AFTER INSERT ON tax_reservation REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION app.tax_periods_begin();
CREATE TRIGGER tax_reservation_moved AFTER UPDATE ON tax_reservation REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION app.tax_periods_begin();
grant delete, insert, select on tax_reservation to app_rw;
grant update (month, is_open) on tax_reservation to app_rw;

create function app.tax_periods_begin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  insert into tax_declaration (centre_id, month) select distinct centre_id, month from fresh where mode = 2 order by 1, 2 on conflict do nothing;
  return null;
end $function$;

-- A month that was closed for declaring: what is counted in it stands still.
create table tax_period (
  centre_id bigint not null,
  mode smallint not null,
  month text not null,
  closed_at timestamp with time zone not null,
  constraint tax_period_pkey PRIMARY KEY (centre_id, mode, month),
  constraint tax_period_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_period_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint tax_period_month_check CHECK (month ~ '^\d{4}-\d{2}$'::text)
);
alter table tax_period enable row level security;
create policy accounts on tax_period to app_accounts
  using (true)
  with check (true);
create policy tax_period_scope on tax_period
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER tax_period_stays BEFORE DELETE ON tax_period FOR EACH ROW EXECUTE FUNCTION app.closed_months_stay();
grant delete, insert, select on tax_period to app_rw;

create function app.closed_months_stay()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from tax_declaration period where period.centre_id = old.centre_id and period.mode = old.mode and period.month = old.month
      and period.state <> 'open') then
    raise exception 'a month that is being declared stays closed' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $function$;

create function app.open_month(centre bigint, of_mode smallint, wanted text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select greatest(wanted, coalesce((select to_char(to_date(max(month), 'YYYY-MM') + interval '1 month', 'YYYY-MM') from tax_period
    where tax_period.centre_id = centre and tax_period.mode = of_mode and closed_at is not null), wanted))
$function$;

-- A correction of a person's month that is declared in the same or a later period.
create table tax_adjustment (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  mode smallint not null,
  operator_id bigint not null,
  month text not null, -- month whose figures it corrects
  period text not null, -- month it is declared in: the month that it corrects; of returns declared before 2026-11-26 a later one
  kind text not null, -- uncounted: a payment of a closed month came back; difference: more (−) or less (+) was taken than the tax of what was paid
  gross_fen bigint not null default 0,
  income_fen bigint not null default 0,
  vat_fen bigint not null default 0,
  city_fen bigint not null default 0,
  education_fen bigint not null default 0,
  local_education_fen bigint not null default 0,
  withheld_fen bigint not null default 0,
  line_ids bigint[] not null default '{}'::bigint[],
  at timestamp with time zone not null,
  edition integer, -- edition of the period that declares it; null: no edition does yet, or the period is open
  constraint tax_adjustment_pkey PRIMARY KEY (id),
  constraint tax_adjustment_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_adjustment_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint tax_adjustment_check CHECK (period ~ '^\d{4}-\d{2}$'::text AND period >= month),
  constraint tax_adjustment_edition_check CHECK (edition > 0),
  constraint tax_adjustment_kind_check CHECK (kind = ANY (ARRAY['uncounted'::text, 'difference'::text])),
  constraint tax_adjustment_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint tax_adjustment_month_check CHECK (month ~ '^\d{4}-\d{2}$'::text)
);
CREATE INDEX tax_adjustment_period ON public.tax_adjustment USING btree (centre_id, mode, period);
CREATE INDEX tax_adjustment_person ON public.tax_adjustment USING btree (operator_id, centre_id, mode, month);
CREATE INDEX tax_adjustment_undeclared ON public.tax_adjustment USING btree (centre_id, period) WHERE ((kind = 'uncounted'::text) AND (mode = 2) AND (edition IS NULL));
alter table tax_adjustment enable row level security;
create policy accounts on tax_adjustment to app_accounts
  using (true)
  with check (true);
create policy tax_adjustment_scope on tax_adjustment
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER tax_adjustment_append_only BEFORE DELETE ON tax_adjustment FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER tax_adjustment_begins AFTER INSERT ON tax_adjustment REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION app.tax_periods_begin_corrected();
CREATE TRIGGER tax_adjustment_no_truncate BEFORE TRUNCATE ON tax_adjustment FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER tax_adjustment_stays BEFORE UPDATE ON tax_adjustment FOR EACH ROW WHEN ((to_jsonb(old.*) - 'edition'::text) IS DISTINCT FROM (to_jsonb(new.*) - 'edition'::text)) EXECUTE FUNCTION app.refuse_change();
grant insert, select on tax_adjustment to app_rw;
grant update (edition) on tax_adjustment to app_rw;

create function app.tax_booked(of_centre bigint, of_month text)
 RETURNS TABLE(tax text, amount_fen bigint)
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

create function app.tax_periods_begin_corrected()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  insert into tax_declaration (centre_id, month) select distinct centre_id, period from fresh where mode = 2 order by 1, 2 on conflict do nothing;
  return null;
end $function$;

-- What of a natural person's month a payer had paid before it came here, as it was declared then; counted in tax_standing.
create table tax_earlier (
  centre_id bigint not null,
  operator_id bigint not null,
  month text not null,
  gross_fen bigint not null,
  income_fen bigint not null,
  vat_fen bigint not null,
  city_fen bigint not null,
  education_fen bigint not null,
  local_education_fen bigint not null,
  withheld_fen bigint not null,
  sheet_id bigint not null, -- list that brought it; the list itself is not kept as long
  taken_at timestamp with time zone not null,
  constraint tax_earlier_pkey PRIMARY KEY (centre_id, operator_id, month),
  constraint tax_earlier_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_earlier_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint tax_earlier_check CHECK ((vat_fen + city_fen + education_fen + local_education_fen + withheld_fen) <= gross_fen),
  constraint tax_earlier_city_fen_check CHECK (city_fen >= 0),
  constraint tax_earlier_education_fen_check CHECK (education_fen >= 0),
  constraint tax_earlier_gross_fen_check CHECK (gross_fen > 0),
  constraint tax_earlier_income_fen_check CHECK (income_fen >= 0),
  constraint tax_earlier_local_education_fen_check CHECK (local_education_fen >= 0),
  constraint tax_earlier_month_check CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text),
  constraint tax_earlier_vat_fen_check CHECK (vat_fen >= 0),
  constraint tax_earlier_withheld_fen_check CHECK (withheld_fen >= 0)
);
CREATE INDEX tax_earlier_person ON public.tax_earlier USING btree (operator_id, month);
CREATE INDEX tax_earlier_sheet ON public.tax_earlier USING btree (sheet_id);
alter table tax_earlier enable row level security;
create policy accounts on tax_earlier to app_accounts
  using (true)
  with check (true);
create policy tax_earlier_scope on tax_earlier
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
grant delete, insert, select on tax_earlier to app_rw;

-- money/payments ========================================================================================================================================

-- A payment file of a unit: made, checked, audited and paid by four people.
create table payment_batch (
  id bigint not null generated by default as identity,
  no text not null,
  month date not null, -- first day of the month it was made in; its lines lie in the same partition
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  order_id bigint not null,
  channel_id bigint not null,
  amount_basis text not null, -- whether the amounts of its lines are before tax or what arrives
  remark text not null default ''::text,
  state text not null,
  state_reason text not null default ''::text,
  line_count integer not null default 0,
  error_count integer not null default 0,
  warning_count integer not null default 0,
  gross_fen bigint not null default 0, -- before tax
  vat_fen bigint not null default 0,
  surcharge_fen bigint not null default 0,
  iit_fen bigint not null default 0,
  fee_fen bigint not null default 0,
  net_fen bigint not null default 0, -- what arrives
  cost_fen bigint not null default 0, -- what the unit is charged
  success_count integer not null default 0,
  success_cost_fen bigint not null default 0,
  failed_count integer not null default 0,
  returned_count integer not null default 0,
  is_frozen boolean not null default false, -- whether its cost is set aside
  is_insufficient boolean not null default false, -- whether the unit had too little to set its cost aside
  retry_of_batch_id bigint, -- batch whose failed lines it repeats
  policy_version text, -- with the two snapshots: what its figures were computed by
  fee_snapshot jsonb,
  setting_snapshot jsonb,
  checklist jsonb, -- points that the auditor confirmed
  file_id uuid, -- workbook that its lines came from
  file_sha256 text,
  maker_id bigint not null,
  checker_id bigint,
  auditor_id bigint,
  payer_id bigint,
  created_at timestamp with time zone not null,
  submitted_at timestamp with time zone,
  checked_at timestamp with time zone,
  audited_at timestamp with time zone,
  paid_at timestamp with time zone,
  finished_at timestamp with time zone,
  closed_at timestamp with time zone,
  version integer not null default 1,
  recalculated_from jsonb, -- figures before it was computed anew; null once somebody confirmed the new ones
  failed_resent_count integer not null default 0, -- of the failed and cancelled lines, those that a batch repeats which was not cancelled
  returned_resent_count integer not null default 0, -- the same of the returned lines
  failed_cost_fen bigint not null default 0, -- cost of the lines that failed or were given up
  returned_cost_fen bigint not null default 0, -- cost of the lines that came back
  submitter_id bigint, -- Who submitted it last.
  failed_resent_cost_fen bigint not null default 0, -- cost of the lines that failed_resent_count counts, in fen
  returned_resent_cost_fen bigint not null default 0, -- cost of the lines that returned_resent_count counts, in fen
  halted_at timestamp with time zone, -- from this moment on none of its lines is sent; null: nothing stands in the way
  halted_by bigint,
  halt_reason text not null default ''::text,
  copy_of_batch_id bigint, -- batch whose people and amounts it began with
  constraint payment_batch_pkey PRIMARY KEY (id),
  constraint payment_batch_no_key UNIQUE (no),
  constraint payment_batch_auditor_id_fkey FOREIGN KEY (auditor_id) REFERENCES app_user(id),
  constraint payment_batch_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint payment_batch_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint payment_batch_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  constraint payment_batch_copy_of_batch_id_fkey FOREIGN KEY (copy_of_batch_id) REFERENCES payment_batch(id),
  constraint payment_batch_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint payment_batch_halted_by_fkey FOREIGN KEY (halted_by) REFERENCES app_user(id),
  constraint payment_batch_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  constraint payment_batch_order_id_fkey FOREIGN KEY (order_id) REFERENCES service_order(id),
  constraint payment_batch_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES app_user(id),
  constraint payment_batch_retry_of_batch_id_fkey FOREIGN KEY (retry_of_batch_id) REFERENCES payment_batch(id),
  constraint payment_batch_submitter_id_fkey FOREIGN KEY (submitter_id) REFERENCES app_user(id),
  constraint payment_batch_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint payment_batch_amount_basis_check CHECK (amount_basis = ANY (ARRAY['gross'::text, 'net'::text])),
  constraint payment_batch_check CHECK (checker_id IS NULL OR checker_id <> maker_id),
  constraint payment_batch_check1 CHECK (auditor_id IS NULL OR auditor_id <> maker_id AND auditor_id IS DISTINCT FROM checker_id),
  constraint payment_batch_halt CHECK ((halted_at IS NULL) = (halted_by IS NULL) AND (halted_at IS NULL) = (halt_reason = ''::text)),
  constraint payment_batch_halt_reason_check CHECK (length(halt_reason) <= 200),
  constraint payment_batch_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint payment_batch_state_check CHECK (state = ANY (ARRAY['draft'::text, 'fixing'::text, 'ready'::text, 'checking'::text, 'auditing'::text, 'payable'::text, 'paying'::text, 'paid'::text, 'partial'::text, 'failed'::text, 'closed'::text, 'cancelled'::text]))
);
CREATE INDEX payment_batch_centre ON public.payment_batch USING btree (centre_id, mode, id DESC);
CREATE INDEX payment_batch_copies ON public.payment_batch USING btree (copy_of_batch_id) WHERE (copy_of_batch_id IS NOT NULL);
CREATE INDEX payment_batch_cost ON public.payment_batch USING btree (centre_id, mode, cost_fen DESC, id DESC);
CREATE INDEX payment_batch_created ON public.payment_batch USING btree (centre_id, mode, created_at DESC, id DESC);
CREATE INDEX payment_batch_failed ON public.payment_batch USING btree (centre_id, mode, id DESC) WHERE (failed_count > 0);
CREATE INDEX payment_batch_file ON public.payment_batch USING btree (unit_id, file_sha256) WHERE (file_sha256 IS NOT NULL);
CREATE INDEX payment_batch_halted ON public.payment_batch USING btree (centre_id, mode, id DESC) WHERE (halted_at IS NOT NULL);
CREATE INDEX payment_batch_invoiced ON public.payment_batch USING btree (unit_id, centre_id, mode) INCLUDE (success_cost_fen) WHERE (success_cost_fen > 0);
CREATE INDEX payment_batch_open ON public.payment_batch USING btree (unit_id, centre_id) WHERE (state <> ALL (ARRAY['paid'::text, 'partial'::text, 'failed'::text, 'closed'::text, 'cancelled'::text]));
CREATE INDEX payment_batch_order ON public.payment_batch USING btree (order_id, id DESC);
CREATE INDEX payment_batch_paid_at ON public.payment_batch USING btree (paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX payment_batch_retries ON public.payment_batch USING btree (retry_of_batch_id) WHERE (retry_of_batch_id IS NOT NULL);
CREATE INDEX payment_batch_retry ON public.payment_batch USING btree (retry_of_batch_id) WHERE (retry_of_batch_id IS NOT NULL);
CREATE INDEX payment_batch_returned ON public.payment_batch USING btree (centre_id, mode, id DESC) WHERE (returned_count > 0);
CREATE INDEX payment_batch_short ON public.payment_batch USING btree (centre_id, mode, id DESC) WHERE is_insufficient;
CREATE INDEX payment_batch_state ON public.payment_batch USING btree (centre_id, state, id DESC);
CREATE INDEX payment_batch_submitted ON public.payment_batch USING btree (centre_id, mode, submitted_at) WHERE (submitted_at IS NOT NULL);
CREATE INDEX payment_batch_unit ON public.payment_batch USING btree (unit_id, id DESC);
CREATE INDEX payment_batch_unit_cost ON public.payment_batch USING btree (unit_id, cost_fen DESC, id DESC);
CREATE INDEX payment_batch_unit_created ON public.payment_batch USING btree (unit_id, created_at DESC, id DESC);
CREATE INDEX payment_batch_unit_failed ON public.payment_batch USING btree (unit_id, id DESC) WHERE (failed_count > 0);
CREATE INDEX payment_batch_unit_returned ON public.payment_batch USING btree (unit_id, id DESC) WHERE (returned_count > 0);
CREATE INDEX payment_batch_unit_short ON public.payment_batch USING btree (unit_id, id DESC) WHERE is_insufficient;
CREATE INDEX payment_batch_unit_state ON public.payment_batch USING btree (unit_id, state, id DESC);
CREATE INDEX payment_batch_unit_submitted ON public.payment_batch USING btree (unit_id, submitted_at) WHERE (submitted_at IS NOT NULL);
CREATE INDEX payment_batch_words ON public.payment_batch USING gin (app.name_parts(((no || ' '::text) || remark)));
alter table payment_batch enable row level security;
create policy accounts on payment_batch to app_accounts
  using (true)
  with check (true);
create policy payment_batch_scope on payment_batch
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER batch_edited AFTER UPDATE OF order_id, amount_basis, remark, file_id ON payment_batch FOR EACH ROW WHEN (old.order_id IS DISTINCT FROM new.order_id OR old.amount_basis IS DISTINCT FROM new.amount_basis OR old.remark IS DISTINCT FROM new.remark OR old.file_id IS DISTINCT FROM new.file_id) EXECUTE FUNCTION app.batch_edited();
CREATE TRIGGER batch_four_eyes AFTER UPDATE OF checker_id, auditor_id, payer_id ON payment_batch FOR EACH ROW WHEN (old.checker_id IS DISTINCT FROM new.checker_id OR old.auditor_id IS DISTINCT FROM new.auditor_id OR old.payer_id IS DISTINCT FROM new.payer_id) EXECUTE FUNCTION app.refuse_own_work();
CREATE TRIGGER batch_made AFTER INSERT ON payment_batch FOR EACH ROW EXECUTE FUNCTION app.batch_made();
CREATE TRIGGER batch_submitted AFTER UPDATE OF submitted_at ON payment_batch FOR EACH ROW WHEN (old.submitted_at IS DISTINCT FROM new.submitted_at AND new.submitted_at IS NOT NULL) EXECUTE FUNCTION app.batch_submitted();
CREATE TRIGGER batch_tells AFTER INSERT OR UPDATE ON payment_batch FOR EACH ROW EXECUTE FUNCTION app.tell_place('batches');
CREATE TRIGGER payment_batch_begins AFTER INSERT ON payment_batch FOR EACH ROW WHEN (CURRENT_USER = 'app_rw'::name AND (new.state <> 'draft'::text OR new.maker_id IS DISTINCT FROM app.doer() OR num_nonnulls(new.checker_id, new.auditor_id, new.payer_id) > 0)) EXECUTE FUNCTION app.refuse('a new batch is a draft of the caller''s');
CREATE TRIGGER payment_batch_channel_fixed BEFORE UPDATE OF channel_id ON payment_batch FOR EACH ROW WHEN ((old.state = ANY (ARRAY['paid'::text, 'partial'::text, 'failed'::text, 'closed'::text, 'cancelled'::text])) AND old.channel_id IS DISTINCT FROM new.channel_id) EXECUTE FUNCTION app.refuse('the figures and terms of a batch that was sent or cancelled stay');
CREATE TRIGGER payment_batch_channel_of_centre AFTER UPDATE OF channel_id ON payment_batch FOR EACH ROW WHEN (old.channel_id IS DISTINCT FROM new.channel_id AND CURRENT_USER = 'app_rw'::name) EXECUTE FUNCTION app.channel_of_centre();
CREATE CONSTRAINT TRIGGER payment_batch_covered AFTER UPDATE ON payment_batch DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.is_frozen IS DISTINCT FROM new.is_frozen OR (new.is_frozen OR old.is_frozen) AND old.cost_fen <> new.cost_fen OR new.state = 'paying'::text AND old.state = 'payable'::text) EXECUTE FUNCTION app.batch_is_covered();
CREATE TRIGGER payment_batch_fixed BEFORE UPDATE OF line_count, error_count, warning_count, gross_fen, vat_fen, surcharge_fen, iit_fen, fee_fen, net_fen, cost_fen, policy_version, fee_snapshot, setting_snapshot, checklist, file_id, file_sha256, checker_id, auditor_id, payer_id, submitted_at, checked_at, audited_at, paid_at, recalculated_from, submitter_id ON payment_batch FOR EACH ROW WHEN ((old.state = ANY (ARRAY['paying'::text, 'paid'::text, 'partial'::text, 'failed'::text, 'closed'::text, 'cancelled'::text])) AND (old.line_count IS DISTINCT FROM new.line_count OR old.error_count IS DISTINCT FROM new.error_count OR old.warning_count IS DISTINCT FROM new.warning_count OR old.gross_fen IS DISTINCT FROM new.gross_fen OR old.vat_fen IS DISTINCT FROM new.vat_fen OR old.surcharge_fen IS DISTINCT FROM new.surcharge_fen OR old.iit_fen IS DISTINCT FROM new.iit_fen OR old.fee_fen IS DISTINCT FROM new.fee_fen OR old.net_fen IS DISTINCT FROM new.net_fen OR old.cost_fen IS DISTINCT FROM new.cost_fen OR old.policy_version IS DISTINCT FROM new.policy_version OR old.fee_snapshot IS DISTINCT FROM new.fee_snapshot OR old.setting_snapshot IS DISTINCT FROM new.setting_snapshot OR old.checklist IS DISTINCT FROM new.checklist OR old.file_id IS DISTINCT FROM new.file_id OR old.file_sha256 IS DISTINCT FROM new.file_sha256 OR old.checker_id IS DISTINCT FROM new.checker_id OR old.auditor_id IS DISTINCT FROM new.auditor_id OR old.payer_id IS DISTINCT FROM new.payer_id OR old.submitted_at IS DISTINCT FROM new.submitted_at OR old.checked_at IS DISTINCT FROM new.checked_at OR old.audited_at IS DISTINCT FROM new.audited_at OR old.paid_at IS DISTINCT FROM new.paid_at OR old.recalculated_from IS DISTINCT FROM new.recalculated_from OR old.submitter_id IS DISTINCT FROM new.submitter_id)) EXECUTE FUNCTION app.refuse('the figures and terms of a batch that was sent or cancelled stay');
CREATE TRIGGER payment_batch_frees_claims AFTER UPDATE OF state ON payment_batch FOR EACH ROW WHEN (new.state = 'cancelled'::text AND old.state <> 'cancelled'::text) EXECUTE FUNCTION app.batch_frees_claims();
CREATE TRIGGER payment_batch_halt_by_two AFTER UPDATE OF halted_by ON payment_batch FOR EACH ROW WHEN (old.halted_by IS DISTINCT FROM new.halted_by AND CURRENT_USER = 'app_rw'::name) EXECUTE FUNCTION app.halt_by_two();
CREATE TRIGGER payment_batch_moves AFTER UPDATE OF state ON payment_batch FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND NOT app.batch_may_move(old.state, new.state)) EXECUTE FUNCTION app.refuse_move();
grant insert, select on payment_batch to app_rw;
grant update (channel_id, state, state_reason, line_count, error_count, warning_count, gross_fen, vat_fen, surcharge_fen, iit_fen, fee_fen, net_fen, cost_fen, success_count, success_cost_fen, failed_count, returned_count, is_frozen, is_insufficient, policy_version, fee_snapshot, setting_snapshot, checklist, file_id, file_sha256, checker_id, auditor_id, payer_id, submitted_at, checked_at, audited_at, paid_at, finished_at, closed_at, version, recalculated_from, failed_resent_count, returned_resent_count, failed_cost_fen, returned_cost_fen, submitter_id, failed_resent_cost_fen, returned_resent_cost_fen, halted_at, halted_by, halt_reason) on payment_batch to app_rw;

create function app.batch_edited()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  perform app.keep_deed(new.id, app.doer(), 'edit', app.moment());
  return null;
end $function$;

create function app.batch_frees_claims()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  update collection claim set state = 'confirmed', line_id = null, line_month = null, version = claim.version + 1
    from payment_line line where line.month = new.month and line.batch_id = new.id and line.collection_id = claim.id and claim.line_id = line.id and claim.state = 'paying';
  return null;
end $function$;

create function app.batch_is_covered()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

create function app.batch_made()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  perform app.keep_deed(new.id, new.maker_id, 'create', new.created_at), app.keep_deed(new.id, app.doer(), 'create', new.created_at);
  -- Figures and payees of a batch that repeats another are those of the other: its makers are makers here too.
  insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
    select new.id, user_id, 'repeat', new.centre_id, new.unit_id, min(first_at) from batch_deed where batch_id = new.retry_of_batch_id group by user_id;
  return null;
end $function$;

create function app.batch_may_move(from_state text, to_state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select from_state || '>' || to_state = any ('{draft>fixing,draft>ready,draft>cancelled,fixing>ready,fixing>cancelled,ready>fixing,ready>checking,ready>auditing,ready>payable,ready>cancelled,checking>fixing,checking>ready,checking>auditing,checking>payable,checking>cancelled,auditing>fixing,auditing>checking,auditing>payable,auditing>cancelled,payable>fixing,payable>checking,payable>auditing,payable>paying,payable>cancelled,paying>paid,paying>partial,paying>failed,paid>paying,paid>partial,paid>closed,partial>paying,partial>closed,failed>paying,failed>closed,closed>paying,closed>partial}'::text[])
$function$;

create function app.batch_submitted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  perform app.keep_deed(new.id, app.doer(), 'submit', new.submitted_at);
  return null;
end $function$;

create function app.batches_named(word text, most integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;
revoke execute on function app.batches_named(text,integer) from public;
grant execute on function app.batches_named(text,integer) to app_rw;

create function app.channel_of_centre()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if not exists (select from channel where id = new.channel_id and centre_id = new.centre_id) then
    raise exception 'payment_batch: a batch is paid through a channel of its centre' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

create function app.halt_by_two()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.halted_by is not null and new.halted_by is null and old.halted_by = app.doer() then
    raise exception 'payment_batch: whoever halted a batch does not let it go on' using errcode = 'integrity_constraint_violation';
  end if;
  if new.halted_by is not null and (old.halted_by is not null or new.halted_by is distinct from app.doer() or new.state not in ('checking', 'auditing', 'payable', 'paying')) then
    raise exception 'payment_batch: a batch is halted once, by the caller, while it can still send' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

create function app.invoice_paid(of_centre bigint, of_unit bigint, of_mode smallint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(success_cost_fen), 0)::bigint from payment_batch where centre_id = of_centre and unit_id = of_unit and mode = of_mode and success_cost_fen > 0
$function$;

create function app.policy_computed(from_day date, to_day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select exists (select from payment_batch
      where paid_at >= from_day::timestamp at time zone 'Asia/Shanghai' and (to_day is null or paid_at < (to_day + 1)::timestamp at time zone 'Asia/Shanghai'))
    or exists (select from tax_period, lateral (select ((month || '-01')::date + interval '1 month' - interval '1 day')::date as last_day) ends
      where last_day >= from_day and (to_day is null or last_day <= to_day))
$function$;

create function app.refuse_own_work()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
declare
  deciders bigint[] := array_remove(array[
    case when new.checker_id is distinct from old.checker_id then new.checker_id end, case when new.auditor_id is distinct from old.auditor_id then new.auditor_id end,
    case when new.payer_id is distinct from old.payer_id then new.payer_id end], null);
begin
  if exists (select from batch_deed join unnest(deciders) decider on user_id = any (app.hands_of(decider)) where batch_id = new.id) then
    raise exception 'whoever made any of a batch does not check, audit or pay it, nor does an account whose password they set' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

create function app.replaced_card(batch bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  with recursive repeated as (
    select id from payment_batch where id = batch and (app.sees_all() or centre_id = any(app.centre_ids()) or unit_id = any(app.unit_ids()))
    union select later.id from payment_batch later join repeated on later.retry_of_batch_id = repeated.id)
  select app.keep_deed(id, app.doer(), 'card', app.moment()) from repeated
$function$;
revoke execute on function app.replaced_card(bigint) from public;
grant execute on function app.replaced_card(bigint) to app_rw;

-- Who had a hand in what a batch pays, and so neither checks, audits nor pays it. Written by triggers.
create table batch_deed (
  batch_id bigint not null,
  user_id bigint not null,
  deed text not null,
  centre_id bigint not null,
  unit_id bigint not null,
  first_at timestamp with time zone not null,
  constraint batch_deed_pkey PRIMARY KEY (batch_id, user_id, deed),
  constraint batch_deed_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payment_batch(id),
  constraint batch_deed_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint batch_deed_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint batch_deed_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint batch_deed_deed_check CHECK (deed = ANY (ARRAY['create'::text, 'edit'::text, 'papers'::text, 'submit'::text, 'card'::text, 'repeat'::text]))
);
CREATE INDEX batch_deed_user ON public.batch_deed USING btree (user_id);
alter table batch_deed enable row level security;
create policy accounts on batch_deed to app_accounts
  using (true)
  with check (true);
create policy batch_deed_scope on batch_deed
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER batch_deed_append_only BEFORE DELETE OR UPDATE ON batch_deed FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant select on batch_deed to app_rw;

create function app.keep_deed(batch bigint, who bigint, deed text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
    select payment_batch.id, who, deed, centre_id, unit_id, at from payment_batch where payment_batch.id = batch and who is not null
    on conflict do nothing
$function$;
revoke execute on function app.keep_deed(bigint,bigint,text,timestamp with time zone) from public;

-- That the submitter of a batch accepted a warning of a line, and why. Never changed.
create table warning_acceptance (
  id bigint not null generated always as identity,
  batch_id bigint not null,
  line_id bigint not null,
  code text not null,
  details jsonb not null, -- the values of the warning when it was accepted
  centre_id bigint not null,
  unit_id bigint not null,
  user_id bigint not null,
  reason text not null,
  accepted_at timestamp with time zone not null,
  constraint warning_acceptance_pkey PRIMARY KEY (id),
  constraint warning_acceptance_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payment_batch(id),
  constraint warning_acceptance_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint warning_acceptance_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint warning_acceptance_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX warning_acceptance_line ON public.warning_acceptance USING btree (batch_id, line_id);
alter table warning_acceptance enable row level security;
create policy accounts on warning_acceptance to app_accounts
  using (true)
  with check (true);
create policy warning_acceptance_scope on warning_acceptance
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER warning_acceptance_append_only BEFORE DELETE OR UPDATE ON warning_acceptance FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select on warning_acceptance to app_rw;

-- A paper behind a batch: an acceptance or something delivered.
create table evidence (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  unit_id bigint not null,
  batch_id bigint not null,
  order_id bigint not null,
  kind text not null,
  file_id uuid not null,
  sha256 text not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  fingerprint text, -- of a picture, 256 bits by which the same picture saved anew is found
  constraint evidence_pkey PRIMARY KEY (id),
  constraint evidence_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payment_batch(id),
  constraint evidence_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint evidence_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint evidence_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint evidence_order_id_fkey FOREIGN KEY (order_id) REFERENCES service_order(id),
  constraint evidence_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint evidence_fingerprint_check CHECK (fingerprint ~ '^[01]+$'::text AND length(fingerprint) = 256),
  constraint evidence_kind_check CHECK (kind = ANY (ARRAY['acceptance'::text, 'deliverable'::text, 'other'::text]))
);
CREATE INDEX evidence_batch ON public.evidence USING btree (batch_id);
CREATE INDEX evidence_print_bands ON public.evidence USING gin (app.print_bands(fingerprint)) WHERE (fingerprint IS NOT NULL);
CREATE INDEX evidence_sha ON public.evidence USING btree (sha256);
alter table evidence enable row level security;
create policy accounts on evidence to app_accounts
  using (true)
  with check (true);
create policy evidence_scope on evidence
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER evidence_edited AFTER INSERT OR DELETE ON evidence FOR EACH ROW EXECUTE FUNCTION app.papers_edited();
CREATE TRIGGER evidence_while_prepared AFTER INSERT OR DELETE ON evidence FOR EACH ROW WHEN (CURRENT_USER = 'app_rw'::name) EXECUTE FUNCTION app.papers_while_prepared();
grant delete, insert, select on evidence to app_rw;

create function app.near_papers(centre bigint, print text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO 'public', 'app', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  with alike as materialized (select id, centre_id, fingerprint from evidence where fingerprint is not null and app.print_bands(fingerprint) && app.near_bands(print))
  select id from alike where centre_id = centre and bit_count(fingerprint::bit(256) # print::bit(256)) <= 20
$function$;
revoke execute on function app.near_papers(bigint,text) from public;
grant execute on function app.near_papers(bigint,text) to app_rw;

create function app.orders_with_paper(centre bigint, sha text, print text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  select app.order_papers_like(centre, sha, print)
  union
  select other.order_id from evidence other join payment_batch batch on batch.id = other.batch_id
    where other.sha256 = sha and other.centre_id = centre and batch.state <> 'cancelled'
  union
  select other.order_id from app.near_papers(centre, print) near(id) join evidence other on other.id = near.id join payment_batch batch on batch.id = other.batch_id
    where print is not null and batch.state <> 'cancelled'
$function$;

create function app.papers_edited()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  perform app.keep_deed(coalesce(new.batch_id, old.batch_id), app.doer(), 'papers', coalesce(new.created_at, app.moment()));
  return null;
end $function$;

create function app.papers_while_prepared()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if not exists (select from payment_batch where id = coalesce(new.batch_id, old.batch_id) and state in ('draft', 'fixing', 'ready')) then
    raise exception 'evidence: the papers of a batch that was submitted stay' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

create function app.same_papers(paper evidence)
 RETURNS TABLE(evidence_id bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select other.id from evidence other where other.sha256 = paper.sha256 and other.centre_id = paper.centre_id and other.batch_id <> paper.batch_id
  union
  select other.id from app.near_papers(paper.centre_id, paper.fingerprint) near(id) join evidence other on other.id = near.id
  where paper.fingerprint is not null and other.batch_id <> paper.batch_id
$function$;

-- money/lines ===========================================================================================================================================

-- One payee of a batch with the amount, its taxes and what became of the payment; partitioned by month.
create table payment_line (
  month date not null,
  id bigint not null default nextval('payment_line_id'::regclass),
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  seq integer not null,
  no text not null,
  operator_id bigint,
  entity_id bigint, -- registered business that is paid; null: the natural person
  name text not null,
  id_kind text not null default 'id_card'::text,
  bank_name text not null,
  entity_name text not null default ''::text,
  entity_credit_code text not null default ''::text,
  service text not null default ''::text,
  remark text not null default ''::text,
  amount_text text not null, -- amount as it was typed
  gross_fen bigint not null default 0,
  vat_fen bigint not null default 0,
  city_fen bigint not null default 0,
  education_fen bigint not null default 0,
  local_education_fen bigint not null default 0,
  surcharge_fen bigint not null default 0, -- city, education and local education surcharges together
  iit_fen bigint not null default 0,
  tax_unit_fen bigint not null default 0, -- part of the taxes that the unit bears
  fee_fen bigint not null default 0,
  fee_unit_fen bigint not null default 0,
  fee_operator_fen bigint not null default 0,
  net_fen bigint not null default 0, -- what arrives
  cost_fen bigint not null default 0, -- what the unit is charged: net, taxes and fee
  income_fen bigint not null default 0, -- what counts as income for withholding
  filing_way text,
  calculation json, -- each step of the computation, as it is shown to people
  issues jsonb not null default '[]'::jsonb, -- errors and warnings that were found
  state text not null,
  fail_code text,
  fail_reason text not null default ''::text,
  sent_at timestamp with time zone,
  finished_at timestamp with time zone, -- when it ended; of a payment, when it arrived: the moment on its receipt
  returned_at timestamp with time zone,
  released_at timestamp with time zone, -- when what was set aside for it went back to the unit
  next_query_at timestamp with time zone, -- when the channel is asked about it again
  queries smallint not null default 0, -- how often it was asked
  retry_of_line_id bigint, -- failed line that it repeats
  version integer not null default 1,
  id_number_sealed text not null,
  id_number_index text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  card_no_sealed text not null,
  card_no_index text not null,
  card_tail text not null, -- last four digits
  collection_id bigint, -- claim that it pays; null: the unit pays by itself
  booked_at timestamp with time zone, -- when our books took the payment, as its journal says; the bank's own moment is finished_at
  first_line_id bigint, -- first line of the debt that this line pays again, as a repeat or for the same claim; null on the first line itself
  first_line_month date, -- month of the first line, which names its partition
  constraint payment_line_pkey PRIMARY KEY (month, id),
  constraint payment_line_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payment_batch(id),
  constraint payment_line_check CHECK (cost_fen = (net_fen + vat_fen + surcharge_fen + iit_fen + fee_fen)),
  constraint payment_line_check1 CHECK (gross_fen = (net_fen + vat_fen + surcharge_fen + iit_fen + fee_operator_fen - tax_unit_fen)),
  constraint payment_line_check2 CHECK (fee_fen = (fee_unit_fen + fee_operator_fen)),
  constraint payment_line_check3 CHECK (surcharge_fen = (city_fen + education_fen + local_education_fen)),
  constraint payment_line_check4 CHECK (net_fen >= 0 AND vat_fen >= 0 AND surcharge_fen >= 0 AND iit_fen >= 0 AND fee_unit_fen >= 0 AND fee_operator_fen >= 0),
  constraint payment_line_first CHECK ((first_line_id IS NULL) = (first_line_month IS NULL)),
  constraint payment_line_state_check CHECK (state = ANY (ARRAY['invalid'::text, 'warned'::text, 'ready'::text, 'excluded'::text, 'queued'::text, 'sent'::text, 'processing'::text, 'success'::text, 'failed'::text, 'held'::text, 'unknown'::text, 'returned'::text, 'cancelled'::text]))
) partition by range (month);
CREATE INDEX payment_line_arrived ON ONLY public.payment_line USING btree (centre_id, mode, finished_at, id) WHERE (booked_at IS NOT NULL);
CREATE INDEX payment_line_booked ON ONLY public.payment_line USING btree (centre_id, mode, booked_at, id) INCLUDE (unit_id, operator_id) WHERE (booked_at IS NOT NULL);
CREATE INDEX payment_line_booked_unit ON ONLY public.payment_line USING btree (unit_id, booked_at, id) WHERE (booked_at IS NOT NULL);
CREATE INDEX payment_line_centre ON ONLY public.payment_line USING btree (centre_id, mode, id DESC);
CREATE INDEX payment_line_collection ON ONLY public.payment_line USING btree (collection_id) WHERE (collection_id IS NOT NULL);
CREATE INDEX payment_line_debt ON ONLY public.payment_line USING btree (first_line_id) WHERE (first_line_id IS NOT NULL);
CREATE INDEX payment_line_due ON ONLY public.payment_line USING btree (next_query_at) WHERE (state = ANY (ARRAY['queued'::text, 'sent'::text, 'processing'::text, 'unknown'::text]));
CREATE INDEX payment_line_entity ON ONLY public.payment_line USING btree (entity_id, booked_at) WHERE ((entity_id IS NOT NULL) AND (booked_at IS NOT NULL));
CREATE INDEX payment_line_entity_back ON ONLY public.payment_line USING btree (entity_id, returned_at) WHERE ((entity_id IS NOT NULL) AND (returned_at IS NOT NULL));
CREATE INDEX payment_line_operator ON ONLY public.payment_line USING btree (operator_id, finished_at);
CREATE INDEX payment_line_paid ON ONLY public.payment_line USING btree (finished_at) WHERE (state = 'success'::text);
CREATE INDEX payment_line_refused ON ONLY public.payment_line USING btree (unit_id, operator_id) WHERE ((state = ANY (ARRAY['failed'::text, 'returned'::text])) AND (fail_code = ANY (ARRAY['name_mismatch'::text, 'card_invalid'::text, 'returned'::text])));
CREATE INDEX payment_line_returned ON ONLY public.payment_line USING btree (centre_id, mode, returned_at, id) WHERE (returned_at IS NOT NULL);
CREATE UNIQUE INDEX payment_line_seq ON ONLY public.payment_line USING btree (month, batch_id, seq);
CREATE INDEX payment_line_state ON ONLY public.payment_line USING btree (centre_id, state, id DESC) WHERE (state = ANY (ARRAY['held'::text, 'unknown'::text, 'returned'::text, 'failed'::text]));
CREATE INDEX payment_line_unit ON ONLY public.payment_line USING btree (unit_id, id DESC);
alter table payment_line enable row level security;
create policy accounts on payment_line to app_accounts
  using (true)
  with check (true);
create policy payment_line_scope on payment_line
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER payment_line_added AFTER INSERT ON payment_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.lines_edited();
CREATE TRIGGER payment_line_begins AFTER INSERT ON payment_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (CURRENT_USER = 'app_rw'::name) EXECUTE FUNCTION app.lines_begin();
CREATE TRIGGER payment_line_booked_once BEFORE UPDATE OF booked_at ON payment_line FOR EACH ROW WHEN (old.booked_at IS DISTINCT FROM new.booked_at AND NOT (old.booked_at IS NULL AND new.state = 'success'::text AND old.state <> 'success'::text)) EXECUTE FUNCTION app.refuse('a line that was handed over to be paid stays booked as it was, from its success on');
CREATE TRIGGER payment_line_debt_stays BEFORE UPDATE OF first_line_id, first_line_month ON payment_line FOR EACH ROW WHEN (old.first_line_id IS DISTINCT FROM new.first_line_id OR old.first_line_month IS DISTINCT FROM new.first_line_month) EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER payment_line_delete BEFORE DELETE ON payment_line FOR EACH ROW EXECUTE FUNCTION app.line_leaves_early();
CREATE TRIGGER payment_line_edited AFTER UPDATE OF name, id_kind, id_number_index, mobile_index, bank_name, card_no_index, entity_name, entity_credit_code, service, remark, amount_text ON payment_line FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.id_kind IS DISTINCT FROM new.id_kind OR old.id_number_index IS DISTINCT FROM new.id_number_index OR old.mobile_index IS DISTINCT FROM new.mobile_index OR old.bank_name IS DISTINCT FROM new.bank_name OR old.card_no_index IS DISTINCT FROM new.card_no_index OR old.entity_name IS DISTINCT FROM new.entity_name OR old.entity_credit_code IS DISTINCT FROM new.entity_credit_code OR old.service IS DISTINCT FROM new.service OR old.remark IS DISTINCT FROM new.remark OR old.amount_text IS DISTINCT FROM new.amount_text) EXECUTE FUNCTION app.line_edited();
CREATE TRIGGER payment_line_excluded AFTER UPDATE OF state ON payment_line FOR EACH ROW WHEN (old.state <> new.state AND ('excluded'::text = old.state OR 'excluded'::text = new.state)) EXECUTE FUNCTION app.line_edited();
CREATE TRIGGER payment_line_fixed BEFORE UPDATE OF seq, no, operator_id, entity_id, name, id_kind, bank_name, card_tail, entity_name, entity_credit_code, service, remark, amount_text, gross_fen, vat_fen, city_fen, education_fen, local_education_fen, surcharge_fen, iit_fen, tax_unit_fen, fee_fen, fee_unit_fen, fee_operator_fen, net_fen, cost_fen, income_fen, filing_way, calculation, retry_of_line_id ON payment_line FOR EACH ROW WHEN ((old.state <> ALL (ARRAY['invalid'::text, 'warned'::text, 'ready'::text, 'excluded'::text])) AND (old.seq IS DISTINCT FROM new.seq OR old.no IS DISTINCT FROM new.no OR old.operator_id IS DISTINCT FROM new.operator_id OR old.entity_id IS DISTINCT FROM new.entity_id OR old.name IS DISTINCT FROM new.name OR old.id_kind IS DISTINCT FROM new.id_kind OR old.bank_name IS DISTINCT FROM new.bank_name OR old.card_tail IS DISTINCT FROM new.card_tail OR old.entity_name IS DISTINCT FROM new.entity_name OR old.entity_credit_code IS DISTINCT FROM new.entity_credit_code OR old.service IS DISTINCT FROM new.service OR old.remark IS DISTINCT FROM new.remark OR old.amount_text IS DISTINCT FROM new.amount_text OR old.gross_fen IS DISTINCT FROM new.gross_fen OR old.vat_fen IS DISTINCT FROM new.vat_fen OR old.city_fen IS DISTINCT FROM new.city_fen OR old.education_fen IS DISTINCT FROM new.education_fen OR old.local_education_fen IS DISTINCT FROM new.local_education_fen OR old.surcharge_fen IS DISTINCT FROM new.surcharge_fen OR old.iit_fen IS DISTINCT FROM new.iit_fen OR old.tax_unit_fen IS DISTINCT FROM new.tax_unit_fen OR old.fee_fen IS DISTINCT FROM new.fee_fen OR old.fee_unit_fen IS DISTINCT FROM new.fee_unit_fen OR old.fee_operator_fen IS DISTINCT FROM new.fee_operator_fen OR old.net_fen IS DISTINCT FROM new.net_fen OR old.cost_fen IS DISTINCT FROM new.cost_fen OR old.income_fen IS DISTINCT FROM new.income_fen OR old.filing_way IS DISTINCT FROM new.filing_way OR old.calculation::text IS DISTINCT FROM new.calculation::text OR old.retry_of_line_id IS DISTINCT FROM new.retry_of_line_id)) EXECUTE FUNCTION app.refuse('what was handed over to be paid stays as it was');
CREATE TRIGGER payment_line_joins_debt BEFORE INSERT ON payment_line FOR EACH ROW WHEN (new.retry_of_line_id IS NOT NULL OR new.collection_id IS NOT NULL OR new.first_line_id IS NOT NULL) EXECUTE FUNCTION app.line_joins_debt();
CREATE TRIGGER payment_line_keeps_its_number BEFORE UPDATE OF id, month ON payment_line FOR EACH ROW WHEN (old.id <> new.id OR old.month <> new.month) EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER payment_line_left_while_prepared AFTER UPDATE OF state ON payment_line FOR EACH ROW WHEN (old.state <> new.state AND ('excluded'::text = old.state OR 'excluded'::text = new.state) AND CURRENT_USER = 'app_rw'::name) EXECUTE FUNCTION app.lines_while_prepared();
CREATE TRIGGER payment_line_moves BEFORE UPDATE OF state ON payment_line FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND NOT app.may_move(old.state, new.state)) EXECUTE FUNCTION app.line_moves_legally();
CREATE TRIGGER payment_line_numbers_fixed BEFORE UPDATE OF id_number_sealed, id_number_index, mobile_sealed, mobile_index, card_no_sealed, card_no_index ON payment_line FOR EACH ROW WHEN ((old.state <> ALL (ARRAY['invalid'::text, 'warned'::text, 'ready'::text, 'excluded'::text])) AND CURRENT_USER = 'app_rw'::name) EXECUTE FUNCTION app.refuse('the numbers of a line that was handed over to be paid stay as they were');
CREATE TRIGGER payment_line_of_claim BEFORE UPDATE OF collection_id, amount_text, id_number_index ON payment_line FOR EACH ROW WHEN (old.collection_id IS DISTINCT FROM new.collection_id AND (old.collection_id IS NOT NULL OR CURRENT_USER = 'app_rw'::name) OR old.collection_id IS NOT NULL AND (old.amount_text IS DISTINCT FROM new.amount_text OR old.id_number_index IS DISTINCT FROM new.id_number_index)) EXECUTE FUNCTION app.refuse('amount and payee that were claimed and handed over to be paid stay as they were');
CREATE TRIGGER payment_line_pays_once BEFORE UPDATE OF state ON payment_line FOR EACH ROW WHEN (new.state = 'queued'::text AND (old.state = ANY (ARRAY['ready'::text, 'warned'::text])) AND new.first_line_id IS NOT NULL OR new.state = 'unknown'::text AND (old.state = ANY (ARRAY['failed'::text, 'cancelled'::text]))) EXECUTE FUNCTION app.debt_is_free();
CREATE TRIGGER payment_line_removed AFTER DELETE ON payment_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.lines_edited();
CREATE TRIGGER payment_line_reopens BEFORE UPDATE OF state ON payment_line FOR EACH ROW WHEN (new.state = 'unknown'::text AND (old.state = ANY (ARRAY['held'::text, 'failed'::text, 'cancelled'::text]))) EXECUTE FUNCTION app.line_reopens();
CREATE TRIGGER payment_line_takes_claim AFTER INSERT ON payment_line FOR EACH ROW WHEN (new.collection_id IS NOT NULL) EXECUTE FUNCTION app.line_takes_claim();
CREATE TRIGGER payment_line_tells_claim AFTER UPDATE OF state ON payment_line FOR EACH ROW WHEN (new.collection_id IS NOT NULL AND old.state <> new.state) EXECUTE FUNCTION app.line_tells_claim();
CREATE TRIGGER payment_line_tells_invoice AFTER UPDATE OF state ON payment_line FOR EACH ROW WHEN (old.state <> new.state AND (new.state = 'returned'::text OR old.state = 'returned'::text)) EXECUTE FUNCTION app.line_tells_invoice();
CREATE TRIGGER payment_line_while_prepared AFTER UPDATE OF name, id_kind, id_number_index, mobile_index, bank_name, card_no_index, entity_name, entity_credit_code, service, remark, amount_text ON payment_line FOR EACH ROW WHEN (CURRENT_USER = 'app_rw'::name AND (old.name IS DISTINCT FROM new.name OR old.id_kind IS DISTINCT FROM new.id_kind OR old.id_number_index IS DISTINCT FROM new.id_number_index OR old.mobile_index IS DISTINCT FROM new.mobile_index OR old.bank_name IS DISTINCT FROM new.bank_name OR old.card_no_index IS DISTINCT FROM new.card_no_index OR old.entity_name IS DISTINCT FROM new.entity_name OR old.entity_credit_code IS DISTINCT FROM new.entity_credit_code OR old.service IS DISTINCT FROM new.service OR old.remark IS DISTINCT FROM new.remark OR old.amount_text IS DISTINCT FROM new.amount_text)) EXECUTE FUNCTION app.lines_while_prepared();
grant insert, select on payment_line to app_rw;
grant update (seq, no, operator_id, entity_id, name, id_kind, bank_name, entity_name, entity_credit_code, service, remark, amount_text, gross_fen, vat_fen, city_fen, education_fen, local_education_fen, surcharge_fen, iit_fen, tax_unit_fen, fee_fen, fee_unit_fen, fee_operator_fen, net_fen, cost_fen, income_fen, filing_way, calculation, issues, state, fail_code, fail_reason, sent_at, finished_at, returned_at, released_at, next_query_at, queries, retry_of_line_id, version, id_number_sealed, id_number_index, mobile_sealed, mobile_index, card_no_sealed, card_no_index, card_tail, collection_id, booked_at) on payment_line to app_rw;

create table payment_line_rest partition of payment_line DEFAULT;

create function app.business_contract_used(of_contract bigint, but_batch bigint DEFAULT 0)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select coalesce(sum(line.gross_fen), 0)::bigint
  from contract join payment_line line on line.operator_id = contract.operator_id and line.entity_id = contract.entity_id and line.unit_id = contract.unit_id
      and line.centre_id = contract.centre_id and line.mode = contract.mode and line.month >= date_trunc('month', contract.valid_from)::date
    join payment_batch batch on batch.id = line.batch_id and (batch.created_at at time zone 'Asia/Shanghai')::date between contract.valid_from and contract.valid_to
  where contract.id = of_contract and line.batch_id <> but_batch
    and (line.state in ('queued', 'sent', 'processing', 'success', 'held', 'unknown') or line.state in ('warned', 'ready') and (batch.state = 'payable' or batch.is_frozen))
$function$;

create function app.claim_takes_payment(claim collection, of_operator bigint, of_unit bigint, of_gross bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select claim.state in ('draft', 'pending', 'returned', 'cancelled', 'confirmed') and (claim.operator_id, claim.unit_id, claim.amount_fen) = (of_operator, of_unit, of_gross)
$function$;

create function app.count_repeated(of_batch bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;
revoke execute on function app.count_repeated(bigint) from public;
grant execute on function app.count_repeated(bigint) to app_rw;

create function app.debt_is_free()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from app.debts_of(array[new.month], array[new.id]) debt where debt.is_paid or debt.is_under_way) then
    raise exception 'payment_line: another line of the debt was paid or is under way' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

create function app.line_edited()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  perform app.keep_deed(new.batch_id, app.doer(), 'edit', app.moment());
  return null;
end $function$;

create function app.line_joins_debt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;

create function app.line_leaves_early()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state not in ('invalid', 'warned', 'ready', 'excluded') then
    raise exception 'a line that was queued is history' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $function$;

create function app.line_moves_legally()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a line cannot go from % to %', old.state, new.state using errcode = 'integrity_constraint_violation';
end $function$;

create function app.line_reopens()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if not exists (select from payout_exception where batch_id = old.batch_id and line_id = old.id and state = 'resolved' and resolution = 'paid') then
    raise exception 'payment_line: what ended without payment stays so, unless an exception found it paid' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

create function app.line_takes_claim()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  update collection set state = 'paying', line_id = new.id, line_month = new.month, reason = '', version = version + 1
    where id = new.collection_id and state = 'confirmed' and (unit_id, centre_id, mode, amount_fen) = (new.unit_id, new.centre_id, new.mode, (new.amount_text::numeric * 100)::bigint);
  if not found then
    raise exception 'payment_line: a claim is paid once, as it was confirmed' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

create function app.line_tells_claim()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;

create function app.line_tells_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  update invoice_use set is_returned = new.state = 'returned' where line_id = new.id;
  return null;
end $function$;

create function app.lines_begin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from changed line left join payment_batch batch on batch.id = line.batch_id
      where line.state not in ('invalid', 'warned', 'ready', 'excluded') or batch.state is null or batch.state not in ('draft', 'fixing', 'ready')
        or (line.month, line.centre_id, line.unit_id, line.mode) is distinct from (batch.month, batch.centre_id, batch.unit_id, batch.mode)) then
    raise exception 'payment_line: a new line belongs to a batch that is prepared' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

create function app.lines_edited()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if app.doer() is not null then
    perform app.keep_deed(batch_id, app.doer(), 'edit', app.moment()) from (select distinct batch_id from changed) batch;
  end if;
  return null;
end $function$;

create function app.lines_of_debts(of_months date[], of_lines bigint[])
 RETURNS TABLE(asked_id bigint, month date, id bigint, batch_id bigint, state text, batch_state text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  with asked as materialized (
    select line.id, coalesce(line.first_line_id, line.id) as first_id, coalesce(line.first_line_month, line.month) as first_month
    from unnest(of_months, of_lines) as given(month, id) join payment_line line on line.month = given.month and line.id = given.id),
  debt as (
    select asked.id as asked_id, line.month, line.id, line.batch_id, line.state
      from asked join payment_line line on line.month = asked.first_month and line.id = asked.first_id
    union all
    select asked.id, line.month, line.id, line.batch_id, line.state from asked join payment_line line on line.first_line_id = asked.first_id)
  select debt.asked_id, debt.month, debt.id, debt.batch_id, debt.state, batch.state from debt join payment_batch batch on batch.id = debt.batch_id
$function$;
revoke execute on function app.lines_of_debts(date[],bigint[]) from public;
grant execute on function app.lines_of_debts(date[],bigint[]) to app_rw;

create function app.lines_while_prepared()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if not exists (select from payment_batch where id = new.batch_id and state in ('draft', 'fixing', 'ready')) then
    raise exception 'payment_line: the lines of a batch that was submitted are not edited' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

create function app.order_use(of_order bigint, but_batch bigint DEFAULT 0)
 RETURNS TABLE(settled bigint, underway bigint, batches bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(batch.gross_fen - coalesce(lost.fen, 0)) filter (where batch.state in ('paid', 'partial', 'failed', 'closed')), 0)::bigint,
    coalesce(sum(batch.gross_fen) filter (where batch.state in ('checking', 'auditing', 'payable', 'paying')), 0)::bigint, count(*) filter (where batch.state <> 'cancelled')
  from payment_batch batch left join lateral (select sum(line.gross_fen) as fen from payment_line line
      where line.month = batch.month and line.batch_id = batch.id and line.state in ('failed', 'cancelled', 'returned')) lost
    on batch.failed_count + batch.returned_count > 0 and batch.state in ('paid', 'partial', 'failed', 'closed')
  where batch.order_id = of_order and batch.id <> but_batch
$function$;

create function app.payee_obstacles(of_month date, of_line bigint, at timestamp with time zone)
 RETURNS TABLE(code text)
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

create function app.payouts_due(at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return exists (select from payment_line where state in ('queued', 'sent', 'processing', 'unknown') and next_query_at <= payouts_due.at);
end $function$;
revoke execute on function app.payouts_due(timestamp with time zone) from public;
grant execute on function app.payouts_due(timestamp with time zone) to app_rw;

create function app.rests_on_contracts(of_contracts bigint[])
 RETURNS TABLE(contract_id bigint, batch_no text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
$function$;

-- money/payouts =========================================================================================================================================

-- An order to a channel to pay a line; at most one that lives or succeeded per line.
create table payout_attempt (
  id bigint not null generated always as identity,
  month date not null,
  line_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  attempt_no smallint not null,
  channel_id bigint not null,
  request_no text not null, -- our number of the order, which never changes
  channel_ref text, -- number of the channel
  amount_fen bigint not null,
  state text not null,
  answer jsonb,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint payout_attempt_pkey PRIMARY KEY (id),
  constraint payout_attempt_request_no_key UNIQUE (request_no),
  constraint payout_attempt_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint payout_attempt_amount_fen_check CHECK (amount_fen > 0),
  constraint payout_attempt_state_check CHECK (state = ANY (ARRAY['created'::text, 'sent'::text, 'processing'::text, 'unknown'::text, 'success'::text, 'failed'::text, 'held'::text, 'cancelled'::text, 'returned'::text]))
);
CREATE INDEX payout_attempt_day ON public.payout_attempt USING btree (channel_id, sent_at) INCLUDE (amount_fen, state) WHERE (sent_at IS NOT NULL);
CREATE INDEX payout_attempt_finished ON public.payout_attempt USING btree (channel_id, finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX payout_attempt_line ON public.payout_attempt USING btree (line_id);
CREATE UNIQUE INDEX payout_attempt_live ON public.payout_attempt USING btree (line_id) WHERE (state = ANY (ARRAY['created'::text, 'sent'::text, 'processing'::text, 'unknown'::text, 'success'::text]));
CREATE INDEX payout_attempt_open ON public.payout_attempt USING btree (channel_id, state) WHERE (state = ANY (ARRAY['created'::text, 'sent'::text, 'processing'::text, 'unknown'::text, 'held'::text]));
alter table payout_attempt enable row level security;
create policy accounts on payout_attempt to app_accounts
  using (true)
  with check (true);
create policy payout_attempt_scope on payout_attempt
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER payout_attempt_begins AFTER INSERT ON payout_attempt FOR EACH ROW WHEN (CURRENT_USER = 'app_rw'::name AND new.state <> 'created'::text) EXECUTE FUNCTION app.refuse('an attempt begins with being created');
CREATE TRIGGER payout_attempt_line AFTER INSERT ON payout_attempt REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.attempts_have_lines();
CREATE TRIGGER payout_attempt_moves BEFORE UPDATE OF state ON payout_attempt FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND NOT (old.state = 'sent'::text AND new.state = 'created'::text) AND NOT app.may_move(
        CASE old.state
            WHEN 'created'::text THEN 'queued'::text
            ELSE old.state
        END, new.state)) EXECUTE FUNCTION app.refuse_move();
CREATE TRIGGER payout_attempt_stays BEFORE UPDATE OF month, line_id ON payout_attempt FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select on payout_attempt to app_rw;
grant update (channel_ref, state, answer, sent_at, finished_at) on payout_attempt to app_rw;

create function app.attempts_have_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if exists (select from added left join payment_line line on line.month = added.month and line.id = added.line_id where line.id is null) then
    raise exception 'an attempt without its line' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$;

-- A step of a line on its way through payment. Only ever added.
create table payout_event (
  id bigint not null generated always as identity,
  line_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  from_state text not null,
  to_state text not null,
  source text not null, -- what caused it
  notify_id text,
  detail jsonb not null default '{}'::jsonb,
  at timestamp with time zone not null,
  constraint payout_event_pkey PRIMARY KEY (id),
  constraint payout_event_notify_id_key UNIQUE (notify_id),
  constraint payout_event_source_check CHECK (source = ANY (ARRAY['pay'::text, 'send'::text, 'query'::text, 'notify'::text, 'retry'::text, 'cancel'::text, 'recall'::text, 'register'::text, 'resolve'::text]))
);
CREATE INDEX payout_event_failed ON public.payout_event USING btree (centre_id, at) INCLUDE (line_id) WHERE (to_state = 'failed'::text);
CREATE INDEX payout_event_line ON public.payout_event USING btree (line_id, id);
CREATE INDEX payout_event_returned ON public.payout_event USING btree (at) INCLUDE (line_id) WHERE (to_state = 'returned'::text);
alter table payout_event enable row level security;
create policy accounts on payout_event to app_accounts
  using (true)
  with check (true);
create policy payout_event_scope on payout_event
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER lines_tell AFTER INSERT ON payout_event REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION app.tell_lines();
CREATE TRIGGER payout_event_append_only BEFORE DELETE OR UPDATE ON payout_event FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select on payout_event to app_rw;

create function app.tell_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform app.tell('batches', jsonb_build_object('centre', centre_id, 'unit', unit_id)) from (select distinct centre_id, unit_id from fresh) place;
  return null;
end $function$;

-- What the bank's slip says of a payment that a centre made by hand. Never changed.
create table payout_slip (
  id bigint not null generated always as identity,
  attempt_id bigint not null,
  line_id bigint not null,
  channel_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  result text not null,
  serial text not null, -- of the bank, each once per channel
  happened_at timestamp with time zone not null,
  reason text not null default ''::text,
  file_id uuid,
  file_name text not null default ''::text,
  registered_by bigint not null,
  registered_at timestamp with time zone not null,
  confirmed_by bigint, -- who confirmed a failed or returned payment; null: paid, or from before two people were needed
  constraint payout_slip_pkey PRIMARY KEY (id),
  constraint payout_slip_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payout_attempt(id),
  constraint payout_slip_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint payout_slip_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint payout_slip_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES app_user(id),
  constraint payout_slip_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint payout_slip_registered_by_fkey FOREIGN KEY (registered_by) REFERENCES app_user(id),
  constraint payout_slip_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint payout_slip_check CHECK (result = 'failed'::text OR file_id IS NOT NULL),
  constraint payout_slip_check1 CHECK (result = 'success'::text OR length(reason) >= 2),
  constraint payout_slip_reason_check CHECK (length(reason) <= 200),
  constraint payout_slip_result_check CHECK (result = ANY (ARRAY['success'::text, 'failed'::text, 'returned'::text])),
  constraint payout_slip_serial_check CHECK (serial ~ '^[0-9A-Za-z][0-9A-Za-z._/:#-]{3,59}$'::text)
);
CREATE INDEX payout_slip_line ON public.payout_slip USING btree (line_id);
CREATE UNIQUE INDEX payout_slip_once ON public.payout_slip USING btree (attempt_id, ((result = 'returned'::text)));
CREATE UNIQUE INDEX payout_slip_serial ON public.payout_slip USING btree (channel_id, upper(serial));
alter table payout_slip enable row level security;
create policy accounts on payout_slip to app_accounts
  using (true)
  with check (true);
create policy payout_slip_scope on payout_slip
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER payout_slip_append_only BEFORE DELETE OR UPDATE ON payout_slip FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER payout_slip_four_eyes AFTER INSERT ON payout_slip REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_own_slip();
CREATE TRIGGER payout_slip_reported AFTER INSERT ON payout_slip REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (app.is_program()) EXECUTE FUNCTION app.expect_report();
grant insert, select on payout_slip to app_rw;

create function app.expect_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from added where result <> 'success' and not exists (select from payout_report report where report.attempt_id = added.attempt_id
      and (report.result, report.serial, report.state) = (added.result, added.serial, 'confirmed')
      and (report.reported_by, report.decided_by) = (added.registered_by, added.confirmed_by))) then
    raise exception 'payout_slip: a failed or returned payment needs the report of one person and the confirmation of another' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

create function app.refuse_own_slip()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;

-- A failed or returned manual payment, reported by one person for another to confirm.
create table payout_report (
  id bigint not null generated by default as identity,
  attempt_id bigint not null,
  line_id bigint not null,
  line_month date not null,
  batch_id bigint not null,
  channel_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  amount_fen bigint not null,
  result text not null,
  serial text not null, -- of the bank; becomes the serial of the slip
  happened_at timestamp with time zone not null,
  reason text not null,
  file_id uuid,
  file_name text not null default ''::text,
  state text not null default 'waiting'::text,
  reported_by bigint not null,
  reported_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  answer text not null default ''::text, -- why it was declined
  constraint payout_report_pkey PRIMARY KEY (id),
  constraint payout_report_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payout_attempt(id),
  constraint payout_report_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payment_batch(id),
  constraint payout_report_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint payout_report_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint payout_report_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint payout_report_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint payout_report_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES app_user(id),
  constraint payout_report_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint payout_report_amount_fen_check CHECK (amount_fen > 0),
  constraint payout_report_answer_check CHECK (length(answer) <= 200),
  constraint payout_report_answered CHECK (state <> 'declined'::text OR length(answer) >= 2),
  constraint payout_report_decided CHECK ((state = 'waiting'::text) = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  constraint payout_report_file CHECK (result = 'failed'::text OR file_id IS NOT NULL),
  constraint payout_report_four_eyes CHECK (state <> 'confirmed'::text OR decided_by <> reported_by),
  constraint payout_report_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint payout_report_reason_check CHECK (length(reason) >= 2 AND length(reason) <= 200),
  constraint payout_report_result_check CHECK (result = ANY (ARRAY['failed'::text, 'returned'::text])),
  constraint payout_report_serial_check CHECK (serial ~ '^[0-9A-Za-z][0-9A-Za-z._/:#-]{3,59}$'::text),
  constraint payout_report_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'confirmed'::text, 'declined'::text]))
);
CREATE INDEX payout_report_attempt ON public.payout_report USING btree (attempt_id);
CREATE INDEX payout_report_batch ON public.payout_report USING btree (batch_id);
CREATE INDEX payout_report_file ON public.payout_report USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX payout_report_line ON public.payout_report USING btree (line_id);
CREATE UNIQUE INDEX payout_report_open ON public.payout_report USING btree (attempt_id) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX payout_report_serial ON public.payout_report USING btree (channel_id, upper(serial)) WHERE (state = 'waiting'::text);
CREATE INDEX payout_report_waiting ON public.payout_report USING btree (centre_id, mode, id) WHERE (state = 'waiting'::text);
alter table payout_report enable row level security;
create policy accounts on payout_report to app_accounts
  using (true)
  with check (true);
create policy payout_report_scope on payout_report
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER payout_report_begins AFTER INSERT ON payout_report FOR EACH ROW WHEN (app.is_program() AND (new.state <> 'waiting'::text OR new.reported_by IS DISTINCT FROM app.user_id())) EXECUTE FUNCTION app.refuse('a report begins in the name of its reporter');
CREATE TRIGGER payout_report_by_other BEFORE UPDATE ON payout_report FOR EACH ROW WHEN (app.is_program() AND new.state = 'confirmed'::text) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'reported_by');
CREATE TRIGGER payout_report_decided BEFORE UPDATE ON payout_report FOR EACH ROW WHEN (app.is_program() AND new.decided_by IS DISTINCT FROM app.user_id()) EXECUTE FUNCTION app.refuse('a report is decided in the name of its decider');
CREATE TRIGGER payout_report_stands BEFORE UPDATE ON payout_report FOR EACH ROW WHEN (old.state <> 'waiting'::text) EXECUTE FUNCTION app.refuse('what was decided stays');
CREATE TRIGGER payout_report_stays BEFORE DELETE ON payout_report FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER payout_report_tells AFTER INSERT OR UPDATE ON payout_report FOR EACH ROW EXECUTE FUNCTION app.tell_place('batches');
grant insert, select on payout_report to app_rw;
grant update (state, decided_by, decided_at, answer) on payout_report to app_rw;

-- A notice of a return that was settled, so that the same told again changes nothing.
create table payout_notice (
  channel_id bigint not null,
  notice_id text not null, -- identifier that the channel gave it
  centre_id bigint not null,
  request_no text not null,
  amount_fen bigint not null,
  outcome text not null,
  at timestamp with time zone not null,
  constraint payout_notice_pkey PRIMARY KEY (channel_id, notice_id),
  constraint payout_notice_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint payout_notice_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint payout_notice_amount_fen_check CHECK (amount_fen > 0),
  constraint payout_notice_notice_id_check CHECK (length(notice_id) <= 64),
  constraint payout_notice_outcome_check CHECK (outcome = ANY (ARRAY['returned'::text, 'listed'::text, 'closed'::text]))
);
CREATE INDEX payout_notice_number ON public.payout_notice USING btree (channel_id, request_no);
alter table payout_notice enable row level security;
create policy accounts on payout_notice to app_accounts
  using (true)
  with check (true);
create policy payout_notice_scope on payout_notice
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER payout_notice_append_only BEFORE DELETE OR UPDATE ON payout_notice FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER payout_notice_no_truncate BEFORE TRUNCATE ON payout_notice FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant insert, select on payout_notice to app_rw;

-- Signed notices of channels, each number once; applied by whichever server comes first.
create table channel_notice (
  id bigint not null generated always as identity,
  channel_id bigint not null,
  centre_id bigint not null,
  notice_no text not null, -- number that the channel gave it
  sha256 text not null, -- of the body as it came: the same number with another body is refused
  content jsonb not null, -- what was read of it: order, result, amount; no numbers of people
  received_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  constraint channel_notice_pkey PRIMARY KEY (id),
  constraint channel_notice_channel_id_notice_no_key UNIQUE (channel_id, notice_no),
  constraint channel_notice_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id)
);
CREATE INDEX channel_notice_waiting ON public.channel_notice USING btree (channel_id, id) WHERE (applied_at IS NULL);
alter table channel_notice enable row level security;
create policy accounts on channel_notice to app_accounts
  using (true)
  with check (true);
create policy channel_notice_scope on channel_notice
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant insert, select on channel_notice to app_rw;
grant update (applied_at) on channel_notice to app_rw;

-- Daily files of channels: what the channel says it did on a day, kept as it came.
create table channel_file (
  id bigint not null generated always as identity,
  channel_id bigint not null,
  centre_id bigint not null,
  day date not null,
  file_id uuid not null,
  name text not null,
  sha256 text not null,
  fetched_at timestamp with time zone not null,
  attempt smallint not null default 1,
  outcome text not null default 'pending'::text, -- pending: being read; refused: the day still waits for a good one, which is asked for again; ended: refused, and no longer waited for
  refusal text not null default ''::text, -- what it was refused with
  refusal_values jsonb not null default '{}'::jsonb,
  constraint channel_file_pkey PRIMARY KEY (id),
  constraint channel_file_once UNIQUE (channel_id, day, attempt),
  constraint channel_file_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint channel_file_attempt_check CHECK (attempt > 0),
  constraint channel_file_outcome_check CHECK (outcome = ANY (ARRAY['pending'::text, 'taken'::text, 'refused'::text, 'ended'::text])),
  constraint channel_file_refusal_check CHECK (length(refusal) <= 60),
  constraint channel_file_refused CHECK (outcome <> 'refused'::text OR refusal <> ''::text)
);
CREATE INDEX channel_file_waiting ON public.channel_file USING btree (channel_id, day) WHERE (outcome = 'refused'::text);
alter table channel_file enable row level security;
create policy accounts on channel_file to app_accounts
  using (true)
  with check (true);
create policy channel_file_scope on channel_file
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant insert, select on channel_file to app_rw;
grant update (outcome, refusal, refusal_values) on channel_file to app_rw;

-- What a bank did or said that the books cannot take as it stands; settled by two people or a later word of the channel.
create table payout_exception (
  id bigint not null generated always as identity,
  no text not null,
  kind text not null,
  fact text not null, -- what makes it one and the same: channel, number, kind, notice and amount
  channel_id bigint not null,
  centre_id bigint not null,
  mode smallint not null,
  unit_id bigint,
  batch_id bigint,
  line_id bigint,
  line_month date,
  attempt_id bigint,
  request_no text not null,
  notice_id text not null,
  told text, -- last word of the channel on the order; null: none
  ours_fen bigint, -- amount that was ordered
  theirs_fen bigint, -- amount that the channel told
  suspense_fen bigint not null, -- what stands on the suspense account for it: minus: money left, plus: money came
  stops text not null, -- what pays nothing more until it is resolved
  reference text not null default ''::text, -- number of the channel, where it told one
  answer text not null, -- what the channel said, cleaned and cut, and how the books refused it
  opened_at timestamp with time zone not null,
  state text not null default 'open'::text,
  owner_id bigint,
  resolution text,
  proposed_by bigint,
  resolved_at timestamp with time zone,
  version integer not null default 1,
  constraint payout_exception_pkey PRIMARY KEY (id),
  constraint payout_exception_fact_key UNIQUE (fact),
  constraint payout_exception_no_key UNIQUE (no),
  constraint payout_exception_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payout_attempt(id),
  constraint payout_exception_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payment_batch(id),
  constraint payout_exception_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint payout_exception_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint payout_exception_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id),
  constraint payout_exception_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES app_user(id),
  constraint payout_exception_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint payout_exception_answer_check CHECK (length(answer) <= 2000),
  constraint payout_exception_check CHECK ((line_id IS NULL) = (attempt_id IS NULL) AND (line_id IS NULL) = (unit_id IS NULL) AND (line_id IS NULL) = (batch_id IS NULL) AND (line_id IS NULL) = (line_month IS NULL) AND (line_id IS NULL) = (ours_fen IS NULL)),
  constraint payout_exception_check1 CHECK ((state = 'resolved'::text) = (resolved_at IS NOT NULL)),
  constraint payout_exception_check2 CHECK (state <> 'proposed'::text OR resolution IS NOT NULL AND proposed_by IS NOT NULL),
  constraint payout_exception_kind_check CHECK (kind = ANY (ARRAY['late_success'::text, 'wrong_amount'::text, 'not_booked'::text, 'unknown_number'::text, 'stray_return'::text, 'return_amount'::text, 'second_return'::text, 'used_notice'::text, 'contradiction'::text, 'absent'::text, 'overdue'::text, 'unreadable'::text])),
  constraint payout_exception_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint payout_exception_notice_id_check CHECK (length(notice_id) <= 64),
  constraint payout_exception_ours_fen_check CHECK (ours_fen > 0),
  constraint payout_exception_reference_check CHECK (length(reference) <= 200),
  constraint payout_exception_request_no_check CHECK (length(request_no) <= 64),
  constraint payout_exception_resolution_check CHECK (resolution = ANY (ARRAY['paid'::text, 'as_ordered'::text, 'returned'::text, 'failed'::text, 'undone'::text, 'unit'::text, 'adjustment'::text, 'noted'::text])),
  constraint payout_exception_state_check CHECK (state = ANY (ARRAY['open'::text, 'proposed'::text, 'resolved'::text])),
  constraint payout_exception_stops_check CHECK (stops = ANY (ARRAY['none'::text, 'unit'::text, 'channel'::text])),
  constraint payout_exception_theirs_fen_check CHECK (theirs_fen > 0),
  constraint payout_exception_told_check CHECK (told = ANY (ARRAY['success'::text, 'failed'::text, 'returned'::text]))
);
CREATE INDEX payout_exception_batch ON public.payout_exception USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX payout_exception_centre ON public.payout_exception USING btree (centre_id, id DESC);
CREATE INDEX payout_exception_line ON public.payout_exception USING btree (line_id) WHERE (state <> 'resolved'::text);
CREATE INDEX payout_exception_number ON public.payout_exception USING btree (channel_id, request_no);
CREATE INDEX payout_exception_stops_channel ON public.payout_exception USING btree (channel_id) WHERE ((state <> 'resolved'::text) AND (stops = 'channel'::text));
CREATE INDEX payout_exception_stops_unit ON public.payout_exception USING btree (unit_id, centre_id) WHERE ((state <> 'resolved'::text) AND (stops = 'unit'::text));
CREATE INDEX payout_exception_unsettled ON public.payout_exception USING btree (centre_id, state) INCLUDE (suspense_fen, mode) WHERE (state <> 'resolved'::text);
alter table payout_exception enable row level security;
create policy accounts on payout_exception to app_accounts
  using (true)
  with check (true);
create policy payout_exception_scope on payout_exception
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER payout_exception_moves BEFORE UPDATE ON payout_exception FOR EACH ROW EXECUTE FUNCTION app.payout_exception_moves();
CREATE TRIGGER payout_exception_no_truncate BEFORE TRUNCATE ON payout_exception FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER payout_exception_stays BEFORE DELETE ON payout_exception FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER payout_exception_tells AFTER INSERT OR UPDATE ON payout_exception FOR EACH ROW EXECUTE FUNCTION app.tell_place('batches');
grant insert, select on payout_exception to app_rw;
grant update (state, owner_id, resolution, proposed_by, resolved_at, version) on payout_exception to app_rw;

create function app.has_exception(of_line bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select exists (select from payout_exception where line_id = of_line and state <> 'resolved')
$function$;
revoke execute on function app.has_exception(bigint) from public;
grant execute on function app.has_exception(bigint) to app_rw;

create function app.payout_exception_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state = 'resolved' or (to_jsonb(old) - '{state,owner_id,resolution,proposed_by,resolved_at,version}'::text[])
      is distinct from (to_jsonb(new) - '{state,owner_id,resolution,proposed_by,resolved_at,version}'::text[]) then
    raise exception 'the facts of an exception do not change, nor one that is resolved' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

-- A step in settling an exception. Only ever added.
create table payout_exception_step (
  id bigint not null generated always as identity,
  exception_id bigint not null,
  centre_id bigint not null,
  kind text not null,
  by_id bigint, -- null: the system by itself
  resolution text,
  reason text not null default ''::text,
  file_id uuid,
  file_name text not null default ''::text,
  at timestamp with time zone not null,
  constraint payout_exception_step_pkey PRIMARY KEY (id),
  constraint payout_exception_step_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint payout_exception_step_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint payout_exception_step_exception_id_fkey FOREIGN KEY (exception_id) REFERENCES payout_exception(id),
  constraint payout_exception_step_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint payout_exception_step_check CHECK (kind <> 'proposed'::text OR by_id IS NOT NULL AND resolution IS NOT NULL AND file_id IS NOT NULL AND length(reason) >= 2),
  constraint payout_exception_step_check1 CHECK (kind <> 'resolved'::text OR by_id IS NOT NULL AND resolution IS NOT NULL),
  constraint payout_exception_step_kind_check CHECK (kind = ANY (ARRAY['opened'::text, 'heard'::text, 'taken'::text, 'proposed'::text, 'declined'::text, 'resolved'::text, 'closed'::text])),
  constraint payout_exception_step_reason_check CHECK (length(reason) <= 2000)
);
CREATE UNIQUE INDEX payout_exception_step_heard ON public.payout_exception_step USING btree (exception_id, md5(reason)) WHERE (kind = 'heard'::text);
CREATE INDEX payout_exception_step_of ON public.payout_exception_step USING btree (exception_id, id);
alter table payout_exception_step enable row level security;
create policy accounts on payout_exception_step to app_accounts
  using (true)
  with check (true);
create policy payout_exception_step_scope on payout_exception_step
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER payout_exception_step_append_only BEFORE DELETE OR UPDATE ON payout_exception_step FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER payout_exception_step_no_truncate BEFORE TRUNCATE ON payout_exception_step FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant insert, select on payout_exception_step to app_rw;

-- A party's part of the fee of one line; taken back by a row of its own when the payment comes back.
create table commission_item (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  unit_id bigint not null,
  line_id bigint not null,
  party_type text not null,
  party_id bigint not null, -- partner, centre or account, by party_type; 0 for the platform
  base_fen bigint not null, -- amount that the fee was computed on; below zero in what takes back
  amount_fen bigint not null,
  state text not null,
  at timestamp with time zone not null,
  mode smallint not null,
  batch_id bigint not null,
  fee_fen bigint not null, -- fee that it is a part of; below zero in what takes back
  constraint commission_item_pkey PRIMARY KEY (id),
  constraint commission_item_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint commission_item_party_type_check CHECK (party_type = ANY (ARRAY['platform'::text, 'partner'::text, 'centre'::text, 'staff'::text])),
  constraint commission_item_state_check CHECK (state = ANY (ARRAY['accrued'::text, 'reversed'::text, 'settled'::text]))
);
CREATE UNIQUE INDEX commission_item_once ON public.commission_item USING btree (line_id, party_type, party_id, state);
CREATE INDEX commission_item_partner ON public.commission_item USING btree (party_id, at) INCLUDE (unit_id, amount_fen) WHERE (party_type = 'partner'::text);
alter table commission_item enable row level security;
create policy accounts on commission_item to app_accounts
  using (true)
  with check (true);
create policy commission_item_scope on commission_item
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER commission_item_days AFTER INSERT ON commission_item REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.commission_days();
CREATE TRIGGER commission_item_places AFTER INSERT ON commission_item REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.places_exist();
grant insert, select on commission_item to app_rw;

create function app.commission_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  insert into commission_day as kept (centre_id, mode, unit_id, batch_id, party_type, party_id, day, item_count, base_fen, fee_fen, accrued_fen, reversed_fen)
    select min(centre_id), min(mode), min(unit_id), batch_id, party_type, party_id, (at at time zone 'Asia/Shanghai')::date as day, count(*), sum(base_fen), sum(fee_fen),
      coalesce(sum(amount_fen) filter (where state <> 'reversed'), 0), coalesce(sum(amount_fen) filter (where state = 'reversed'), 0)
    from added where party_type in ('partner', 'staff') group by batch_id, party_type, party_id, day order by party_type, party_id, batch_id, day
    on conflict (party_type, party_id, batch_id, day) where bill_id is null do update set item_count = kept.item_count + excluded.item_count,
      base_fen = kept.base_fen + excluded.base_fen, fee_fen = kept.fee_fen + excluded.fee_fen, accrued_fen = kept.accrued_fen + excluded.accrued_fen,
      reversed_fen = kept.reversed_fen + excluded.reversed_fen;
  return null;
end $function$;

-- The memory of the sandbox's bank, which stands for a bank outside; read for its own answers only.
create table sandbox_payment (
  request_no text not null,
  amount_fen bigint not null,
  received_at timestamp with time zone not null,
  queries smallint not null default 0,
  outcome text not null, -- how it will answer, by the last digits of the card
  reference text not null,
  notified boolean not null default false,
  card_tail text not null default ''::text,
  channel_id bigint,
  constraint sandbox_payment_pkey PRIMARY KEY (request_no),
  constraint sandbox_payment_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id)
);
CREATE INDEX sandbox_payment_age ON public.sandbox_payment USING btree (received_at);
CREATE INDEX sandbox_payment_unannounced ON public.sandbox_payment USING btree (outcome, received_at) WHERE (NOT notified);
alter table sandbox_payment enable row level security;
create policy accounts on sandbox_payment to app_accounts
  using (true)
  with check (true);
create policy sandbox_payment_scope on sandbox_payment
  using (( SELECT app.sees_all() AS sees_all));
grant insert, select on sandbox_payment to app_rw;
grant update (queries, notified) on sandbox_payment to app_rw;

-- money/reconciliation ==================================================================================================================================

-- How strict a centre is; one without a row has the values that a new row begins with.
create table recon_rule (
  centre_id bigint not null,
  stop_above_fen bigint default 0, -- a difference of amount above it stops the channel; null: none does
  needs_bank boolean not null default true, -- whether a day waits for the bank's statement too
  version integer not null default 1,
  constraint recon_rule_pkey PRIMARY KEY (centre_id),
  constraint recon_rule_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint recon_rule_stop_above_fen_check CHECK (stop_above_fen >= 0)
);
alter table recon_rule enable row level security;
create policy accounts on recon_rule to app_accounts
  using (true)
  with check (true);
create policy recon_rule_scope on recon_rule
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant insert, select on recon_rule to app_rw;
grant update (stop_above_fen, needs_bank, version) on recon_rule to app_rw;

-- A file of a channel or a bank that was taken in.
create table recon_file (
  id bigint not null generated always as identity,
  channel_id bigint not null,
  centre_id bigint not null,
  source text not null,
  file_id uuid not null,
  name text not null,
  sha256 text not null,
  given_day date, -- day of rows that do not name one
  first_day date not null,
  last_day date not null,
  row_count integer not null,
  done_count integer not null default 0,
  skipped_count integer not null default 0, -- rows that an earlier file had
  opening_fen bigint, -- of a statement: before its first movement
  closing_fen bigint,
  state text not null default 'reading'::text,
  added_by bigint, -- null: fetched by itself
  added_at timestamp with time zone not null,
  constraint recon_file_pkey PRIMARY KEY (id),
  constraint recon_file_once UNIQUE (channel_id, source, sha256, first_day),
  constraint recon_file_added_by_fkey FOREIGN KEY (added_by) REFERENCES app_user(id),
  constraint recon_file_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint recon_file_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint recon_file_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint recon_file_days CHECK (first_day <= last_day),
  constraint recon_file_row_count_check CHECK (row_count >= 0),
  constraint recon_file_source_check CHECK (source = ANY (ARRAY['channel'::text, 'bank'::text])),
  constraint recon_file_state_check CHECK (state = ANY (ARRAY['reading'::text, 'read'::text]))
);
CREATE INDEX recon_file_days ON public.recon_file USING btree (channel_id, source, last_day DESC);
CREATE INDEX recon_file_file ON public.recon_file USING btree (file_id);
CREATE INDEX recon_file_place ON public.recon_file USING btree (centre_id, id DESC);
alter table recon_file enable row level security;
create policy accounts on recon_file to app_accounts
  using (true)
  with check (true);
create policy recon_file_scope on recon_file
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant insert, select on recon_file to app_rw;
grant update (done_count, skipped_count, state) on recon_file to app_rw;

-- A day of a channel: what we paid, what it says, and what the bank says; money that came back is taken off.
create table recon_day (
  id bigint not null generated always as identity,
  channel_id bigint not null,
  centre_id bigint not null,
  day date not null,
  state text not null default 'waiting'::text,
  missing text[] not null default '{channel,bank}'::text[], -- which files are still to come
  ours_count integer not null default 0,
  ours_fen bigint not null default 0,
  theirs_count integer not null default 0,
  theirs_fen bigint not null default 0,
  bank_count integer not null default 0,
  bank_fen bigint not null default 0,
  topup_count integer not null default 0,
  topup_fen bigint not null default 0, -- on the bank's statement: prepayments of units, which are matched to bank_credit
  matched_at timestamp with time zone,
  closed_by bigint,
  closed_at timestamp with time zone,
  told_missing boolean not null default false,
  version integer not null default 1,
  refusal text not null default ''::text, -- what the last file that the channel gave by itself was refused with, until one is taken in; empty: none was
  refusal_values jsonb not null default '{}'::jsonb,
  constraint recon_day_pkey PRIMARY KEY (id),
  constraint recon_day_once UNIQUE (channel_id, day),
  constraint recon_day_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint recon_day_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint recon_day_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES app_user(id),
  constraint recon_day_closed CHECK ((state = 'closed'::text) = (closed_at IS NOT NULL) AND (closed_by IS NULL) = (closed_at IS NULL)),
  constraint recon_day_files CHECK (state = 'waiting'::text OR missing = '{}'::text[]),
  constraint recon_day_missing_check CHECK (missing <@ '{channel,bank}'::text[]),
  constraint recon_day_refusal_check CHECK (length(refusal) <= 60),
  constraint recon_day_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'matched'::text, 'closed'::text]))
);
CREATE INDEX recon_day_open ON public.recon_day USING btree (channel_id, day) WHERE (state <> 'closed'::text);
CREATE INDEX recon_day_place ON public.recon_day USING btree (centre_id, day DESC, id DESC);
alter table recon_day enable row level security;
create policy accounts on recon_day to app_accounts
  using (true)
  with check (true);
create policy recon_day_scope on recon_day
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER recon_day_moves BEFORE UPDATE OF state ON recon_day FOR EACH ROW WHEN (old.state <> new.state AND (old.state <> 'waiting'::text OR new.state <> 'matched'::text) AND (old.state <> 'matched'::text OR new.state <> 'waiting'::text) AND (old.state <> 'matched'::text OR new.state <> 'closed'::text) AND (old.state <> 'closed'::text OR new.state <> 'matched'::text)) EXECUTE FUNCTION app.refuse_move();
CREATE TRIGGER recon_day_stands BEFORE UPDATE ON recon_day FOR EACH ROW WHEN (old.state = 'closed'::text AND (old.ours_count IS DISTINCT FROM new.ours_count OR old.ours_fen IS DISTINCT FROM new.ours_fen OR old.theirs_count IS DISTINCT FROM new.theirs_count OR old.theirs_fen IS DISTINCT FROM new.theirs_fen OR old.bank_count IS DISTINCT FROM new.bank_count OR old.bank_fen IS DISTINCT FROM new.bank_fen OR old.topup_count IS DISTINCT FROM new.topup_count OR old.topup_fen IS DISTINCT FROM new.topup_fen)) EXECUTE FUNCTION app.refuse('what was matched on a closed day stands');
CREATE TRIGGER recon_day_tells AFTER INSERT OR UPDATE ON recon_day FOR EACH ROW EXECUTE FUNCTION app.tell_centre('recon');
grant insert, select on recon_day to app_rw;
grant update (state, missing, ours_count, ours_fen, theirs_count, theirs_fen, bank_count, bank_fen, topup_count, topup_fen, matched_at, closed_by, closed_at, told_missing, version, refusal, refusal_values) on recon_day to app_rw;

-- A movement in a file: of a payment, of one that came back, or (none) of an order that was not paid.
create table recon_row (
  id bigint not null generated always as identity,
  file_id bigint not null,
  channel_id bigint not null,
  centre_id bigint not null,
  source text not null,
  day date not null, -- day that it is matched on: the next open one where its own was closed
  on_day date not null,
  direction text not null,
  serial text not null,
  request_no text not null, -- our number of the order as the file has it; empty where it has none: then it is found by serial
  amount_fen bigint not null,
  is_topup boolean not null default false,
  memo text not null default ''::text,
  fee_fen bigint, -- what the channel charges for it; null: its file says nothing of fees
  line_id bigint, -- our payment, by the number of its order; null: not ours, or taken in before fees were kept
  line_month date,
  constraint recon_row_pkey PRIMARY KEY (id),
  constraint recon_row_once UNIQUE (channel_id, source, serial, direction),
  constraint recon_row_file_id_fkey FOREIGN KEY (file_id) REFERENCES recon_file(id),
  constraint recon_row_amount_fen_check CHECK (amount_fen > 0),
  constraint recon_row_direction_check CHECK (direction = ANY (ARRAY['out'::text, 'in'::text, 'none'::text])),
  constraint recon_row_fee_fen_check CHECK (fee_fen >= 0),
  constraint recon_row_line CHECK ((line_id IS NULL) = (line_month IS NULL))
);
CREATE INDEX recon_row_charged ON public.recon_row USING btree (line_id, direction) INCLUDE (fee_fen) WHERE ((fee_fen IS NOT NULL) AND (line_id IS NOT NULL));
CREATE INDEX recon_row_day ON public.recon_row USING btree (channel_id, day, source) INCLUDE (direction, amount_fen);
CREATE INDEX recon_row_file ON public.recon_row USING btree (file_id);
CREATE INDEX recon_row_number ON public.recon_row USING btree (channel_id, request_no) WHERE (request_no <> ''::text);
alter table recon_row enable row level security;
create policy accounts on recon_row to app_accounts
  using (true)
  with check (true);
create policy recon_row_scope on recon_row
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant insert, select on recon_row to app_rw;
grant update (is_topup) on recon_row to app_rw;

create function app.is_credit_vouched(credit_id bigint, decider bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select app.is_other_hand(decider, array_remove(array[credit.imported_by], null)) or exists (
    select from channel join recon_row row on row.channel_id = channel.id and row.source = 'bank' and row.serial = credit.serial and row.direction = 'in'
        and row.amount_fen = credit.amount_fen
      join recon_file file on file.id = row.file_id
    where channel.centre_id = credit.centre_id and app.is_other_hand(decider, array_remove(array[file.added_by], null)))
  from bank_credit credit where credit.id = credit_id
$function$;

-- A difference of a day, until it is settled.
create table recon_item (
  id bigint not null generated always as identity,
  day_id bigint not null,
  channel_id bigint not null,
  centre_id bigint not null,
  mode smallint,
  side text not null, -- channel: its file beside our books; bank: the statement beside the channel's file, or our books where people pay by hand
  kind text not null,
  direction text not null,
  key text not null, -- our number of the order, or the serial of who we do not know it from
  serial text not null default ''::text,
  memo text not null default ''::text,
  attempt_id bigint,
  ours_fen bigint not null, -- what is expected: paid out, below zero for what came back; 0: nothing
  theirs_fen bigint not null,
  suspense_fen bigint not null default 0, -- what stands on the suspense account for it; below zero: money left
  stops boolean not null default false, -- a difference of amount above the limit of the centre: the channel pays nothing more until it hangs or is settled
  state text not null default 'open'::text,
  ending text,
  proposal text,
  proposed_by bigint,
  exception_id bigint,
  owner_id bigint,
  due_on date,
  found_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  told_due boolean not null default false,
  version integer not null default 1,
  constraint recon_item_pkey PRIMARY KEY (id),
  constraint recon_item_once UNIQUE (day_id, side, direction, key),
  constraint recon_item_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payout_attempt(id),
  constraint recon_item_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint recon_item_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint recon_item_day_id_fkey FOREIGN KEY (day_id) REFERENCES recon_day(id),
  constraint recon_item_exception_id_fkey FOREIGN KEY (exception_id) REFERENCES payout_exception(id),
  constraint recon_item_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id),
  constraint recon_item_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES app_user(id),
  constraint recon_item_direction_check CHECK (direction = ANY (ARRAY['out'::text, 'in'::text])),
  constraint recon_item_ending_check CHECK (ending = ANY (ARRAY['hang'::text, 'book'::text, 'return'::text, 'exception'::text, 'timing'::text, 'matched'::text])),
  constraint recon_item_exception CHECK (state <> 'exception'::text OR exception_id IS NOT NULL),
  constraint recon_item_kind_check CHECK (kind = ANY (ARRAY['long'::text, 'short'::text, 'amount'::text, 'state'::text])),
  constraint recon_item_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint recon_item_owned CHECK ((state = ANY (ARRAY['open'::text, 'exception'::text, 'settled'::text])) OR owner_id IS NOT NULL AND due_on IS NOT NULL),
  constraint recon_item_proposal CHECK ((state = 'proposed'::text) = (proposal IS NOT NULL) AND (proposal IS NULL) = (proposed_by IS NULL)),
  constraint recon_item_proposal_check CHECK (proposal = ANY (ARRAY['hang'::text, 'book'::text, 'return'::text])),
  constraint recon_item_settled CHECK ((state = 'settled'::text) = (ending IS NOT NULL) AND (state = 'settled'::text) = (settled_at IS NOT NULL)),
  constraint recon_item_side_check CHECK (side = ANY (ARRAY['channel'::text, 'bank'::text])),
  constraint recon_item_state_check CHECK (state = ANY (ARRAY['open'::text, 'waiting'::text, 'proposed'::text, 'hung'::text, 'exception'::text, 'settled'::text]))
);
CREATE INDEX recon_item_exceptions ON public.recon_item USING btree (exception_id) WHERE (exception_id IS NOT NULL);
CREATE INDEX recon_item_key ON public.recon_item USING btree (channel_id, key);
CREATE INDEX recon_item_open ON public.recon_item USING btree (centre_id, state, due_on) WHERE (state <> 'settled'::text);
CREATE INDEX recon_item_place ON public.recon_item USING btree (centre_id, id DESC);
CREATE INDEX recon_item_stops ON public.recon_item USING btree (channel_id) WHERE (stops AND (state = ANY (ARRAY['open'::text, 'waiting'::text, 'proposed'::text])));
alter table recon_item enable row level security;
create policy accounts on recon_item to app_accounts
  using (true)
  with check (true);
create policy recon_item_scope on recon_item
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER recon_item_is_settled BEFORE UPDATE ON recon_item FOR EACH ROW WHEN (old.state = 'settled'::text AND (old.ending <> ALL (ARRAY['matched'::text, 'timing'::text])) AND (old.state IS DISTINCT FROM new.state OR old.ending IS DISTINCT FROM new.ending OR old.ours_fen IS DISTINCT FROM new.ours_fen OR old.theirs_fen IS DISTINCT FROM new.theirs_fen OR old.suspense_fen IS DISTINCT FROM new.suspense_fen)) EXECUTE FUNCTION app.refuse('a settled difference stays');
CREATE TRIGGER recon_item_tells AFTER UPDATE ON recon_item REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION app.tell_differences();
grant insert, select on recon_item to app_rw;
grant update (mode, kind, serial, memo, attempt_id, ours_fen, theirs_fen, suspense_fen, stops, state, ending, proposal, proposed_by, exception_id, owner_id, due_on, seen_at, settled_at, told_due, version) on recon_item to app_rw;

create function app.balanced_to(at_centre bigint, in_mode smallint)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select case when not exists (select from recon_item where centre_id = at_centre and kind = 'amount' and state <> 'settled' and (mode = in_mode or mode is null))
    then (select max(day) from recon_day closed where centre_id = at_centre and state = 'closed'
      and not exists (select from recon_day earlier where earlier.centre_id = at_centre and earlier.state <> 'closed' and earlier.day <= closed.day)) end
$function$;
revoke execute on function app.balanced_to(bigint,smallint) from public;
grant execute on function app.balanced_to(bigint,smallint) to app_rw;

create function app.payouts_stopped(of_unit bigint, at_centre bigint, through bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select exists (select from payout_exception where channel_id = through and stops = 'channel' and state <> 'resolved')
    or exists (select from payout_exception where unit_id = of_unit and centre_id = at_centre and stops = 'unit' and state <> 'resolved')
    or exists (select from recon_item where channel_id = through and stops and state in ('open', 'waiting', 'proposed'))
$function$;
revoke execute on function app.payouts_stopped(bigint,bigint,bigint) from public;
grant execute on function app.payouts_stopped(bigint,bigint,bigint) to app_rw;

create function app.tell_differences()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform app.tell('recon', jsonb_build_object('centre', centre_id)) from (select distinct centre_id from fresh) place;
  return null;
end $function$;

-- What was done with a difference, or (without one) with its day. Only ever added.
create table recon_step (
  id bigint not null generated always as identity,
  day_id bigint not null,
  item_id bigint,
  centre_id bigint not null,
  kind text not null,
  treatment text,
  reason text not null default ''::text,
  by_id bigint,
  at timestamp with time zone not null,
  constraint recon_step_pkey PRIMARY KEY (id),
  constraint recon_step_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint recon_step_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint recon_step_day_id_fkey FOREIGN KEY (day_id) REFERENCES recon_day(id),
  constraint recon_step_item_id_fkey FOREIGN KEY (item_id) REFERENCES recon_item(id),
  constraint recon_step_kind_check CHECK (kind = ANY (ARRAY['found'::text, 'taken'::text, 'waiting'::text, 'proposed'::text, 'declined'::text, 'hung'::text, 'toException'::text, 'settled'::text, 'closed'::text, 'reopened'::text])),
  constraint recon_step_reason_check CHECK (length(reason) <= 200)
);
CREATE INDEX recon_step_day ON public.recon_step USING btree (day_id, id) WHERE (item_id IS NULL);
CREATE INDEX recon_step_item ON public.recon_step USING btree (item_id, id) WHERE (item_id IS NOT NULL);
alter table recon_step enable row level security;
create policy accounts on recon_step to app_accounts
  using (true)
  with check (true);
create policy recon_step_scope on recon_step
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER recon_step_append_only BEFORE DELETE OR UPDATE ON recon_step FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER recon_step_no_truncate BEFORE TRUNCATE ON recon_step FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant insert, select on recon_step to app_rw;

-- money/commissions =====================================================================================================================================

-- What a party earned with one batch on one day in China, reversals as of the day the payment came back.
create table commission_day (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  mode smallint not null,
  unit_id bigint not null,
  batch_id bigint not null,
  party_type text not null,
  party_id bigint not null,
  day date not null,
  item_count integer not null,
  base_fen bigint not null,
  fee_fen bigint not null,
  accrued_fen bigint not null,
  reversed_fen bigint not null,
  bill_id bigint, -- null: on no bill yet
  constraint commission_day_pkey PRIMARY KEY (id),
  constraint commission_day_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES commission_bill(id),
  constraint commission_day_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint commission_day_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint commission_day_accrued_fen_check CHECK (accrued_fen >= 0),
  constraint commission_day_item_count_check CHECK (item_count > 0),
  constraint commission_day_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint commission_day_party_type_check CHECK (party_type = ANY (ARRAY['partner'::text, 'staff'::text])),
  constraint commission_day_reversed_fen_check CHECK (reversed_fen <= 0)
);
CREATE INDEX commission_day_bill ON public.commission_day USING btree (bill_id, day DESC, id DESC) WHERE (bill_id IS NOT NULL);
CREATE INDEX commission_day_due ON public.commission_day USING btree (centre_id, mode, day) WHERE (bill_id IS NULL);
CREATE UNIQUE INDEX commission_day_open ON public.commission_day USING btree (party_type, party_id, batch_id, day) WHERE (bill_id IS NULL);
CREATE INDEX commission_day_party ON public.commission_day USING btree (party_type, party_id, day DESC, id DESC);
CREATE INDEX commission_day_place ON public.commission_day USING btree (centre_id, mode, day DESC, id DESC);
alter table commission_day enable row level security;
create policy accounts on commission_day to app_accounts
  using (true)
  with check (true);
create policy commission_day_scope on commission_day
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR ((party_type = 'partner'::text) AND (party_id = ( SELECT app.partner_id() AS partner_id))) OR ((party_type = 'staff'::text) AND (party_id = ( SELECT app.user_id() AS user_id)))));
CREATE TRIGGER commission_day_billed BEFORE UPDATE ON commission_day FOR EACH ROW WHEN (old.bill_id IS NOT NULL) EXECUTE FUNCTION app.refuse('what is on a bill stays there');
grant select on commission_day to app_rw;
grant update (bill_id) on commission_day to app_rw;

-- What a partner or somebody of the staff earned in a month at one centre in one mode; agreed to by them, paid by two people.
create table commission_bill (
  id bigint not null generated by default as identity,
  no text not null,
  centre_id bigint not null,
  mode smallint not null,
  party_type text not null,
  party_id bigint not null, -- partner or account, by party_type
  period date not null, -- first day of the month
  state text not null default 'generated'::text,
  unit_count integer not null,
  base_fen bigint not null, -- business volume: what the fees were computed on
  accrued_fen bigint not null,
  reversed_fen bigint not null, -- taken back as payments came back; zero or below
  carried_fen bigint not null, -- how much of it is of days before the month
  adjusted_fen bigint not null default 0, -- sum of its approved adjustments
  amount_fen bigint not null,
  invoice_no text not null default ''::text,
  invoice_file_id uuid,
  paid_on date,
  bank_serial text,
  slip_file_id uuid,
  prepared_by bigint, -- who registered the payment, for another one to confirm
  prepared_at timestamp with time zone,
  paid_by bigint,
  paid_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  constraint commission_bill_pkey PRIMARY KEY (id),
  constraint commission_bill_no_key UNIQUE (no),
  constraint commission_bill_once UNIQUE (centre_id, mode, party_type, party_id, period),
  constraint commission_bill_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint commission_bill_invoice_file_id_fkey FOREIGN KEY (invoice_file_id) REFERENCES stored_file(id),
  constraint commission_bill_paid_by_fkey FOREIGN KEY (paid_by) REFERENCES app_user(id),
  constraint commission_bill_prepared_by_fkey FOREIGN KEY (prepared_by) REFERENCES app_user(id),
  constraint commission_bill_slip_file_id_fkey FOREIGN KEY (slip_file_id) REFERENCES stored_file(id),
  constraint commission_bill_accrued_fen_check CHECK (accrued_fen >= 0),
  constraint commission_bill_adds_up CHECK (amount_fen = (accrued_fen + reversed_fen + adjusted_fen)),
  constraint commission_bill_amount_fen_check CHECK (amount_fen > 0),
  constraint commission_bill_bank_serial_check CHECK (length(bank_serial) >= 4 AND length(bank_serial) <= 40),
  constraint commission_bill_four_eyes CHECK (paid_by IS NULL OR paid_by <> prepared_by),
  constraint commission_bill_invoice CHECK ((invoice_file_id IS NULL) = (invoice_no = ''::text) AND (party_type = 'partner'::text OR state <> 'invoiced'::text AND invoice_file_id IS NULL) AND (party_type = 'staff'::text OR (state = ANY (ARRAY['invoiced'::text, 'paid'::text])) = (invoice_file_id IS NOT NULL))),
  constraint commission_bill_invoice_no_check CHECK (length(invoice_no) <= 40),
  constraint commission_bill_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint commission_bill_paid CHECK ((state = 'paid'::text) = (paid_by IS NOT NULL) AND (paid_by IS NULL) = (paid_at IS NULL) AND (paid_by IS NULL OR prepared_by IS NOT NULL)),
  constraint commission_bill_party_type_check CHECK (party_type = ANY (ARRAY['partner'::text, 'staff'::text])),
  constraint commission_bill_payment CHECK ((num_nonnulls(paid_on, bank_serial, slip_file_id, prepared_by, prepared_at) = ANY (ARRAY[0, 5])) AND (prepared_by IS NULL OR (state = ANY (ARRAY['invoiced'::text, 'paid'::text])) OR state = 'confirmed'::text AND party_type = 'staff'::text)),
  constraint commission_bill_period_check CHECK (EXTRACT(day FROM period) = 1::numeric),
  constraint commission_bill_reversed_fen_check CHECK (reversed_fen <= 0),
  constraint commission_bill_state_check CHECK (state = ANY (ARRAY['generated'::text, 'disputed'::text, 'confirmed'::text, 'invoiced'::text, 'paid'::text])),
  constraint commission_bill_unit_count_check CHECK (unit_count > 0)
);
CREATE INDEX commission_bill_invoice_file ON public.commission_bill USING btree (invoice_file_id) WHERE (invoice_file_id IS NOT NULL);
CREATE INDEX commission_bill_party ON public.commission_bill USING btree (party_type, party_id, id DESC);
CREATE INDEX commission_bill_place ON public.commission_bill USING btree (centre_id, mode, id DESC);
CREATE UNIQUE INDEX commission_bill_serial ON public.commission_bill USING btree (centre_id, bank_serial) WHERE (bank_serial IS NOT NULL);
CREATE INDEX commission_bill_slip_file ON public.commission_bill USING btree (slip_file_id) WHERE (slip_file_id IS NOT NULL);
alter table commission_bill enable row level security;
create policy accounts on commission_bill to app_accounts
  using (true)
  with check (true);
create policy commission_bill_scope on commission_bill
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR ((party_type = 'partner'::text) AND (party_id = ( SELECT app.partner_id() AS partner_id))) OR ((party_type = 'staff'::text) AND (party_id = ( SELECT app.user_id() AS user_id)))));
CREATE TRIGGER commission_bill_agreed BEFORE UPDATE ON commission_bill FOR EACH ROW WHEN ((old.state <> ALL (ARRAY['generated'::text, 'disputed'::text])) AND (old.adjusted_fen IS DISTINCT FROM new.adjusted_fen OR old.amount_fen IS DISTINCT FROM new.amount_fen)) EXECUTE FUNCTION app.refuse('what the party agreed to stays');
CREATE TRIGGER commission_bill_by_other BEFORE UPDATE OF paid_by ON commission_bill FOR EACH ROW WHEN (app.is_program() AND new.paid_by IS NOT NULL AND old.paid_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('paid_by', 'prepared_by');
CREATE TRIGGER commission_bill_is_paid BEFORE UPDATE ON commission_bill FOR EACH ROW WHEN (old.state = 'paid'::text) EXECUTE FUNCTION app.refuse('a paid bill stays');
CREATE TRIGGER commission_bill_moves BEFORE UPDATE OF state ON commission_bill FOR EACH ROW WHEN (old.state <> new.state AND (old.state <> 'generated'::text OR new.state <> 'disputed'::text) AND (old.state <> 'disputed'::text OR new.state <> 'generated'::text) AND (old.state <> 'generated'::text OR new.state <> 'confirmed'::text) AND (old.state <> 'confirmed'::text OR new.state <> 'invoiced'::text) AND (old.state <> 'invoiced'::text OR new.state <> 'confirmed'::text) AND (old.state <> 'invoiced'::text OR new.state <> 'paid'::text) AND (old.state <> 'confirmed'::text OR new.state <> 'paid'::text)) EXECUTE FUNCTION app.refuse_move();
grant insert, select on commission_bill to app_rw;
grant update (state, adjusted_fen, amount_fen, invoice_no, invoice_file_id, paid_on, bank_serial, slip_file_id, prepared_by, prepared_at, paid_by, paid_at, version) on commission_bill to app_rw;

-- A correction of a bill, with its reason; it counts once another person approved it.
create table commission_adjustment (
  id bigint not null generated by default as identity,
  bill_id bigint not null,
  centre_id bigint not null,
  amount_fen bigint not null,
  reason text not null,
  state text not null default 'proposed'::text,
  proposed_by bigint not null,
  proposed_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  constraint commission_adjustment_pkey PRIMARY KEY (id),
  constraint commission_adjustment_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES commission_bill(id),
  constraint commission_adjustment_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint commission_adjustment_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint commission_adjustment_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES app_user(id),
  constraint commission_adjustment_amount_fen_check CHECK (amount_fen <> 0),
  constraint commission_adjustment_decided CHECK ((state = 'proposed'::text) = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  constraint commission_adjustment_four_eyes CHECK (decided_by IS NULL OR decided_by <> proposed_by),
  constraint commission_adjustment_reason_check CHECK (length(reason) >= 2 AND length(reason) <= 200),
  constraint commission_adjustment_state_check CHECK (state = ANY (ARRAY['proposed'::text, 'approved'::text, 'declined'::text]))
);
CREATE INDEX commission_adjustment_bill ON public.commission_adjustment USING btree (bill_id, id);
CREATE UNIQUE INDEX commission_adjustment_open ON public.commission_adjustment USING btree (bill_id) WHERE (state = 'proposed'::text);
alter table commission_adjustment enable row level security;
create policy accounts on commission_adjustment to app_accounts
  using (true)
  with check (true);
create policy commission_adjustment_scope on commission_adjustment
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (EXISTS ( SELECT
   FROM commission_bill bill
  WHERE (bill.id = commission_adjustment.bill_id)))));
CREATE TRIGGER commission_adjustment_by_other BEFORE UPDATE OF decided_by ON commission_adjustment FOR EACH ROW WHEN (app.is_program() AND new.decided_by IS NOT NULL AND old.decided_by IS NULL AND new.state <> 'withdrawn'::text) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'proposed_by');
CREATE TRIGGER commission_adjustment_stands BEFORE UPDATE ON commission_adjustment FOR EACH ROW WHEN (old.state <> 'proposed'::text) EXECUTE FUNCTION app.refuse('what was decided stays');
grant insert, select on commission_adjustment to app_rw;
grant update (state, decided_by, decided_at) on commission_adjustment to app_rw;

-- What happened to a bill, one row for each step. Only ever added.
create table commission_step (
  id bigint not null generated always as identity,
  bill_id bigint not null,
  centre_id bigint not null,
  kind text not null,
  at timestamp with time zone not null,
  by_id bigint, -- null: it happened by itself
  amount_fen bigint,
  reason text not null default ''::text,
  constraint commission_step_pkey PRIMARY KEY (id),
  constraint commission_step_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES commission_bill(id),
  constraint commission_step_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint commission_step_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint commission_step_kind_check CHECK (kind = ANY (ARRAY['issued'::text, 'confirmed'::text, 'disputed'::text, 'answered'::text, 'proposed'::text, 'adjusted'::text, 'declined'::text, 'invoiced'::text, 'invoiceReturned'::text, 'prepared'::text, 'notPaid'::text, 'paid'::text])),
  constraint commission_step_reason_check CHECK (length(reason) <= 200)
);
CREATE INDEX commission_step_bill ON public.commission_step USING btree (bill_id, id);
alter table commission_step enable row level security;
create policy accounts on commission_step to app_accounts
  using (true)
  with check (true);
create policy commission_step_scope on commission_step
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (EXISTS ( SELECT
   FROM commission_bill bill
  WHERE (bill.id = commission_step.bill_id)))));
CREATE TRIGGER commission_step_append_only BEFORE DELETE OR UPDATE ON commission_step FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER commission_step_no_truncate BEFORE TRUNCATE ON commission_step FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant insert, select on commission_step to app_rw;

-- money/collections =====================================================================================================================================

-- What an operator claims from a unit for work on an order (收款单); confirmed by the unit, paid by a line of an ordinary batch.
create table collection (
  id bigint not null generated by default as identity,
  no text not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  order_id bigint not null,
  operator_id bigint not null,
  entity_id bigint,
  amount_fen bigint not null,
  content text not null,
  period_from date not null,
  period_to date not null,
  state text not null default 'draft'::text,
  reason text not null default ''::text, -- why the unit returned it, why it was not paid, or what the operator objected to
  is_entered boolean not null default false, -- the centre entered it for the operator
  came_back boolean not null default false, -- it was paid once and the money came back
  line_id bigint, -- the one line that pays it: in no two batches at a time
  line_month date,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  submitted_at timestamp with time zone,
  confirmed_by bigint,
  confirmed_at timestamp with time zone,
  paid_at timestamp with time zone,
  version integer not null default 1,
  constraint collection_pkey PRIMARY KEY (id),
  constraint collection_no_key UNIQUE (no),
  constraint collection_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint collection_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES app_user(id),
  constraint collection_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint collection_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES operator_entity(id),
  constraint collection_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint collection_order_id_fkey FOREIGN KEY (order_id) REFERENCES service_order(id),
  constraint collection_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint collection_amount_fen_check CHECK (amount_fen > 0),
  constraint collection_business CHECK ((mode = 1) = (entity_id IS NOT NULL)),
  constraint collection_confirmed CHECK ((state = ANY (ARRAY['confirmed'::text, 'paying'::text, 'paid'::text])) = (confirmed_by IS NOT NULL) AND (confirmed_by IS NULL) = (confirmed_at IS NULL)),
  constraint collection_content_check CHECK (length(content) >= 2 AND length(content) <= 100),
  constraint collection_days CHECK (period_from <= period_to),
  constraint collection_line CHECK ((state = ANY (ARRAY['paying'::text, 'paid'::text])) = (line_id IS NOT NULL) AND (line_id IS NULL) = (line_month IS NULL)),
  constraint collection_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint collection_paid CHECK ((state = 'paid'::text) = (paid_at IS NOT NULL)),
  constraint collection_reason_check CHECK (length(reason) <= 300),
  constraint collection_state_check CHECK (state = ANY (ARRAY['draft'::text, 'pending'::text, 'confirmed'::text, 'paying'::text, 'paid'::text, 'returned'::text, 'cancelled'::text])),
  constraint collection_submitted CHECK (submitted_at IS NOT NULL OR (state = ANY (ARRAY['draft'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX collection_line_once ON public.collection USING btree (line_id) WHERE (line_id IS NOT NULL);
CREATE INDEX collection_operator ON public.collection USING btree (operator_id, id DESC);
CREATE INDEX collection_order ON public.collection USING btree (order_id, operator_id);
CREATE INDEX collection_place ON public.collection USING btree (centre_id, mode, id DESC);
CREATE INDEX collection_unit ON public.collection USING btree (unit_id, id DESC);
alter table collection enable row level security;
create policy accounts on collection to app_accounts
  using (true)
  with check (true);
create policy collection_scope on collection
  using ((( SELECT app.sees_all() AS sees_all) OR (operator_id = ( SELECT app.operator_id() AS operator_id)) OR ((unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) AND (submitted_at IS NOT NULL)) OR ((centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) AND ((submitted_at IS NOT NULL) OR is_entered))));
CREATE TRIGGER collection_moves BEFORE UPDATE OF state ON collection FOR EACH ROW WHEN (old.state <> new.state AND (old.state <> 'draft'::text OR new.state <> 'pending'::text) AND (old.state <> 'returned'::text OR new.state <> 'pending'::text) AND (old.state <> 'pending'::text OR new.state <> 'draft'::text) AND (old.state <> 'draft'::text OR new.state <> 'cancelled'::text) AND (old.state <> 'returned'::text OR new.state <> 'cancelled'::text) AND (old.state <> 'pending'::text OR new.state <> 'confirmed'::text) AND (old.state <> 'pending'::text OR new.state <> 'returned'::text) AND (old.state <> 'confirmed'::text OR new.state <> 'returned'::text) AND (old.state <> 'confirmed'::text OR new.state <> 'paying'::text) AND (old.state <> 'paying'::text OR new.state <> 'paid'::text) AND (old.state <> 'paying'::text OR new.state <> 'confirmed'::text) AND (old.state <> 'paid'::text OR new.state <> 'confirmed'::text) AND (old.state <> 'draft'::text OR new.state <> 'paying'::text) AND (old.state <> 'pending'::text OR new.state <> 'paying'::text) AND (old.state <> 'returned'::text OR new.state <> 'paying'::text) AND (old.state <> 'cancelled'::text OR new.state <> 'paying'::text)) EXECUTE FUNCTION app.refuse_move();
CREATE TRIGGER collection_stands BEFORE UPDATE ON collection FOR EACH ROW WHEN ((old.state <> ALL (ARRAY['draft'::text, 'returned'::text])) AND (old.operator_id IS DISTINCT FROM new.operator_id OR old.unit_id IS DISTINCT FROM new.unit_id OR old.centre_id IS DISTINCT FROM new.centre_id OR old.mode IS DISTINCT FROM new.mode OR old.order_id IS DISTINCT FROM new.order_id OR old.entity_id IS DISTINCT FROM new.entity_id OR old.amount_fen IS DISTINCT FROM new.amount_fen OR old.period_from IS DISTINCT FROM new.period_from OR old.period_to IS DISTINCT FROM new.period_to OR old.content IS DISTINCT FROM new.content)) EXECUTE FUNCTION app.refuse('a claim that was submitted stays as it is');
CREATE TRIGGER collection_tells AFTER INSERT OR UPDATE ON collection FOR EACH ROW EXECUTE FUNCTION app.tell_place('collections');
grant insert, select on collection to app_rw;
grant update (centre_id, unit_id, mode, order_id, entity_id, amount_fen, content, period_from, period_to, state, reason, submitted_at, confirmed_by, confirmed_at, version) on collection to app_rw;

create function app.count_resent(of_batch bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
$function$;
revoke execute on function app.count_resent(bigint) from public;
grant execute on function app.count_resent(bigint) to app_rw;

-- What the operator made, or proof of it, with a claim.
create table collection_paper (
  id bigint not null generated by default as identity,
  collection_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  operator_id bigint not null,
  file_id uuid not null,
  sha256 text not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  constraint collection_paper_pkey PRIMARY KEY (id),
  constraint collection_paper_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint collection_paper_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collection(id),
  constraint collection_paper_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint collection_paper_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint collection_paper_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint collection_paper_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id)
);
CREATE INDEX collection_paper_file ON public.collection_paper USING btree (file_id);
CREATE INDEX collection_paper_of ON public.collection_paper USING btree (collection_id, id);
alter table collection_paper enable row level security;
create policy accounts on collection_paper to app_accounts
  using (true)
  with check (true);
create policy collection_paper_scope on collection_paper
  using ((EXISTS ( SELECT
   FROM collection claim
  WHERE (claim.id = collection_paper.collection_id))));
grant delete, insert, select on collection_paper to app_rw;

-- What an operator says against a payment: answered by the unit, decided by the centre.
create table payment_objection (
  id bigint not null generated by default as identity,
  month date not null,
  line_id bigint not null,
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  operator_id bigint not null,
  kind text not null,
  statement text not null,
  state text not null default 'open'::text,
  dispute_id bigint, -- objection to the use of the identity, which stops payments of the unit
  due_on date not null, -- last day for the unit to answer
  escalated_at timestamp with time zone, -- when centre and platform were told that the unit is late
  created_by bigint not null,
  created_at timestamp with time zone not null,
  answer text not null default ''::text,
  answered_by bigint,
  answered_at timestamp with time zone,
  decision text not null default ''::text,
  decided_by bigint,
  decided_at timestamp with time zone,
  version integer not null default 1,
  constraint payment_objection_pkey PRIMARY KEY (id),
  constraint payment_objection_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES app_user(id),
  constraint payment_objection_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payment_batch(id),
  constraint payment_objection_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint payment_objection_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint payment_objection_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint payment_objection_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES identity_dispute(id),
  constraint payment_objection_month_line_id_fkey FOREIGN KEY (month, line_id) REFERENCES payment_line(month, id),
  constraint payment_objection_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint payment_objection_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint payment_objection_answer_check CHECK (length(answer) <= 500),
  constraint payment_objection_answered CHECK ((answered_by IS NULL) = (answered_at IS NULL) AND (answered_by IS NULL) = (answer = ''::text)),
  constraint payment_objection_decided CHECK ((state = ANY (ARRAY['upheld'::text, 'rejected'::text])) = (decided_by IS NOT NULL) AND (decided_by IS NULL) = (decided_at IS NULL) AND (decided_by IS NULL) = (decision = ''::text) AND decided_by IS DISTINCT FROM created_by),
  constraint payment_objection_decision_check CHECK (length(decision) <= 500),
  constraint payment_objection_kind_check CHECK (kind = ANY (ARRAY['notMine'::text, 'amount'::text, 'notArrived'::text])),
  constraint payment_objection_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint payment_objection_state_check CHECK (state = ANY (ARRAY['open'::text, 'answered'::text, 'upheld'::text, 'rejected'::text, 'withdrawn'::text])),
  constraint payment_objection_statement_check CHECK (length(statement) >= 2 AND length(statement) <= 500)
);
CREATE INDEX payment_objection_due ON public.payment_objection USING btree (due_on) WHERE ((state = 'open'::text) AND (escalated_at IS NULL));
CREATE INDEX payment_objection_line ON public.payment_objection USING btree (line_id, id DESC);
CREATE UNIQUE INDEX payment_objection_one_open ON public.payment_objection USING btree (line_id) WHERE (state = ANY (ARRAY['open'::text, 'answered'::text]));
CREATE INDEX payment_objection_operator ON public.payment_objection USING btree (operator_id, id DESC);
CREATE INDEX payment_objection_place ON public.payment_objection USING btree (centre_id, mode, id DESC);
CREATE INDEX payment_objection_unit ON public.payment_objection USING btree (unit_id, id DESC);
alter table payment_objection enable row level security;
create policy accounts on payment_objection to app_accounts
  using (true)
  with check (true);
create policy payment_objection_scope on payment_objection
  using ((( SELECT app.sees_all() AS sees_all) OR (operator_id = ( SELECT app.operator_id() AS operator_id)) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER payment_objection_by_other BEFORE UPDATE OF decided_by ON payment_objection FOR EACH ROW WHEN (app.is_program() AND new.decided_by IS NOT NULL AND old.decided_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'created_by');
CREATE TRIGGER payment_objection_ended BEFORE UPDATE ON payment_objection FOR EACH ROW WHEN (old.state = ANY (ARRAY['upheld'::text, 'rejected'::text, 'withdrawn'::text])) EXECUTE FUNCTION app.refuse('an objection that ended stays');
CREATE TRIGGER payment_objection_tells AFTER INSERT OR UPDATE ON payment_objection FOR EACH ROW EXECUTE FUNCTION app.tell_place('collections');
grant insert, select on payment_objection to app_rw;
grant update (state, escalated_at, answer, answered_by, answered_at, decision, decided_by, decided_at, version) on payment_objection to app_rw;

-- money/vouchers ========================================================================================================================================

-- A receipt of a payment or top-up.
create table voucher (
  id bigint not null generated always as identity,
  no text not null,
  kind text not null,
  centre_id bigint not null,
  unit_id bigint, -- null: of the centre itself, as what it paid to the tax office
  mode smallint not null,
  batch_id bigint,
  line_id bigint,
  topup_id bigint,
  amount_fen bigint not null,
  payer_name text not null,
  payer_account text not null,
  payee_name text not null,
  payee_account text not null, -- of a top-up the account of the company; a card is sealed beside it
  payee_bank text not null default ''::text,
  bank_serial text not null,
  traded_at timestamp with time zone not null,
  is_returned boolean not null default false, -- whether the payment came back
  created_at timestamp with time zone not null,
  file_id uuid, -- PDF, drawn when it is opened first
  payee_card_no_sealed text not null default ''::text,
  receipt_due_at timestamp with time zone, -- when the channel is asked for its receipt; null: there is none to ask for, or it is here
  receipt_tries smallint not null default 0,
  is_from_channel boolean not null default false, -- the document is the receipt of the channel, not drawn here
  operator_id bigint, -- who was paid; of a top-up nobody
  refund_id bigint,
  is_uploaded boolean not null default false, -- the document was brought by a person, with what it replaced kept in voucher_upload
  tax_payment_id bigint,
  constraint voucher_pkey PRIMARY KEY (id),
  constraint voucher_no_key UNIQUE (no),
  constraint voucher_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payment_batch(id),
  constraint voucher_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint voucher_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint voucher_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id),
  constraint voucher_tax_payment_id_fkey FOREIGN KEY (tax_payment_id) REFERENCES tax_payment(id),
  constraint voucher_topup_id_fkey FOREIGN KEY (topup_id) REFERENCES topup(id),
  constraint voucher_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'topup'::text, 'refund'::text, 'tax'::text, 'fee'::text])),
  constraint voucher_tax CHECK ((kind = 'tax'::text) = (tax_payment_id IS NOT NULL) AND (kind = 'tax'::text) = (unit_id IS NULL))
);
CREATE INDEX voucher_amount ON public.voucher USING btree (amount_fen, id DESC);
CREATE INDEX voucher_batch ON public.voucher USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX voucher_centre ON public.voucher USING btree (centre_id, mode, id DESC);
CREATE UNIQUE INDEX voucher_fee ON public.voucher USING btree (batch_id) WHERE (kind = 'fee'::text);
CREATE UNIQUE INDEX voucher_line ON public.voucher USING btree (line_id) WHERE (line_id IS NOT NULL);
CREATE INDEX voucher_missing ON public.voucher USING btree (centre_id, mode, id DESC) WHERE ((receipt_tries > 0) AND (receipt_due_at IS NULL) AND (NOT is_from_channel) AND (NOT is_uploaded));
CREATE INDEX voucher_operator ON public.voucher USING btree (operator_id, id DESC) WHERE (operator_id IS NOT NULL);
CREATE INDEX voucher_other ON public.voucher USING btree (centre_id, mode, kind, id DESC) WHERE (kind <> 'payment'::text);
CREATE INDEX voucher_receipt_due ON public.voucher USING btree (receipt_due_at) WHERE (receipt_due_at IS NOT NULL);
CREATE UNIQUE INDEX voucher_refund ON public.voucher USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE INDEX voucher_returned ON public.voucher USING btree (centre_id, mode, id DESC) WHERE is_returned;
CREATE UNIQUE INDEX voucher_tax_payment ON public.voucher USING btree (tax_payment_id) WHERE (tax_payment_id IS NOT NULL);
CREATE UNIQUE INDEX voucher_topup ON public.voucher USING btree (topup_id) WHERE (topup_id IS NOT NULL);
CREATE INDEX voucher_traded ON public.voucher USING btree (centre_id, mode, traded_at DESC, id DESC);
CREATE INDEX voucher_unit ON public.voucher USING btree (unit_id, mode, id DESC);
CREATE INDEX voucher_unit_other ON public.voucher USING btree (unit_id, kind, id DESC) WHERE (kind <> 'payment'::text);
CREATE INDEX voucher_unit_returned ON public.voucher USING btree (unit_id, id DESC) WHERE is_returned;
CREATE INDEX voucher_unit_traded ON public.voucher USING btree (unit_id, traded_at DESC, id DESC);
alter table voucher enable row level security;
create policy accounts on voucher to app_accounts
  using (true)
  with check (true);
create policy voucher_scope on voucher
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER voucher_late AFTER INSERT ON voucher REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.forget_late_months();
CREATE TRIGGER voucher_places AFTER INSERT ON voucher REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.places_exist();
CREATE TRIGGER voucher_returned AFTER UPDATE ON voucher REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.forget_paid_months();
CREATE TRIGGER voucher_stays BEFORE UPDATE OF centre_id, unit_id ON voucher FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select on voucher to app_rw;
grant update (is_returned, file_id, receipt_due_at, receipt_tries, is_from_channel, is_uploaded) on voucher to app_rw;

create function app.forget_late_months()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from added where date_trunc('month', traded_at at time zone 'Asia/Shanghai') < date_trunc('month', created_at at time zone 'Asia/Shanghai')) then
    perform app.lock_paid_months();
    delete from paid_month where month in (select to_char(traded_at at time zone 'Asia/Shanghai', 'YYYY-MM') from added where kind = 'payment');
  end if;
  return null;
end $function$;

create function app.forget_paid_months()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from changed join former using (id) where changed.is_returned and not former.is_returned) then
    perform app.lock_paid_months();
    delete from paid_month where month in (select to_char(changed.traded_at at time zone 'Asia/Shanghai', 'YYYY-MM')
      from changed join former using (id) where changed.is_returned and not former.is_returned);
  end if;
  return null;
end $function$;

create function app.lock_paid_months()
 RETURNS void
 LANGUAGE sql
AS $function$ select pg_advisory_xact_lock(7120261, 0) $function$;

-- A document that a person brought for a receipt, with what it replaced.
create table voucher_upload (
  id bigint not null generated always as identity,
  voucher_id bigint not null,
  centre_id bigint not null,
  unit_id bigint,
  file_id uuid not null,
  sha256 text not null,
  replaced_file_id uuid, -- document that stood there before; null: none had been kept
  reason text not null,
  uploaded_by bigint not null,
  uploaded_at timestamp with time zone not null,
  constraint voucher_upload_pkey PRIMARY KEY (id),
  constraint voucher_upload_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint voucher_upload_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint voucher_upload_replaced_file_id_fkey FOREIGN KEY (replaced_file_id) REFERENCES stored_file(id),
  constraint voucher_upload_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint voucher_upload_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES app_user(id),
  constraint voucher_upload_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES voucher(id),
  constraint voucher_upload_reason_check CHECK (length(reason) >= 2 AND length(reason) <= 200),
  constraint voucher_upload_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'::text)
);
CREATE INDEX voucher_upload_of ON public.voucher_upload USING btree (voucher_id, id);
alter table voucher_upload enable row level security;
create policy accounts on voucher_upload to app_accounts
  using (true)
  with check (true);
create policy voucher_upload_scope on voucher_upload
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
grant insert, select on voucher_upload to app_rw;

-- money/dossiers ========================================================================================================================================

-- A settlement letter of a batch: one for each state of its figures and seal, never written again.
create table batch_letter (
  id bigint not null generated always as identity,
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  figures_sha256 text not null, -- digest of the figures and of what it is sealed with: others make another letter
  file_id uuid not null,
  sha256 text not null,
  has_seal boolean not null,
  made_by bigint not null,
  made_at timestamp with time zone not null,
  constraint batch_letter_pkey PRIMARY KEY (id),
  constraint batch_letter_batch_id_figures_sha256_key UNIQUE (batch_id, figures_sha256),
  constraint batch_letter_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payment_batch(id),
  constraint batch_letter_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint batch_letter_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint batch_letter_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  constraint batch_letter_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint batch_letter_figures_sha256_check CHECK (figures_sha256 ~ '^[0-9a-f]{64}$'::text),
  constraint batch_letter_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'::text)
);
alter table batch_letter enable row level security;
create policy accounts on batch_letter to app_accounts
  using (true)
  with check (true);
create policy batch_letter_scope on batch_letter
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
grant insert, select on batch_letter to app_rw;

-- taxation/businessfilings ==============================================================================================================================

-- What a registered business declares of a period, and where it stands; its figures are those of the edition.
create table business_filing (
  id bigint not null generated by default as identity,
  centre_id bigint not null,
  mode smallint not null default 1,
  operator_id bigint not null,
  entity_id bigint not null,
  kind text not null,
  period text not null,
  state text not null default 'open'::text,
  edition integer not null default 1, -- the last one is what was, or is to be, declared
  due_on date not null,
  closed_by bigint,
  closed_at timestamp with time zone,
  told_on date, -- last day on which the operator was reminded of it
  warned text not null default ''::text, -- how near the VAT threshold the operator was told to be
  version integer not null default 1,
  constraint business_filing_pkey PRIMARY KEY (id),
  constraint business_filing_once UNIQUE (entity_id, kind, period),
  constraint business_filing_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint business_filing_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES app_user(id),
  constraint business_filing_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES operator_entity(id),
  constraint business_filing_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint business_filing_closed CHECK ((state = 'open'::text) = (closed_at IS NULL)),
  constraint business_filing_edition_check CHECK (edition > 0),
  constraint business_filing_kind_check CHECK (kind = ANY (ARRAY['vat'::text, 'incomeTax'::text, 'incomeAnnual'::text, 'annualReport'::text])),
  constraint business_filing_mode_check CHECK (mode = 1),
  constraint business_filing_period CHECK ((kind = ANY (ARRAY['vat'::text, 'incomeTax'::text])) = (period ~~ '%Q%'::text)),
  constraint business_filing_period_check CHECK (period ~ '^\d{4}(-Q[1-4])?$'::text),
  constraint business_filing_state_check CHECK (state = ANY (ARRAY['open'::text, 'closed'::text, 'declared'::text, 'correcting'::text, 'paid'::text, 'certified'::text, 'archived'::text])),
  constraint business_filing_warned_check CHECK (warned = ANY (ARRAY[''::text, 'near'::text, 'reached'::text]))
);
CREATE INDEX business_filing_operator ON public.business_filing USING btree (operator_id, period DESC, id DESC);
CREATE INDEX business_filing_place ON public.business_filing USING btree (centre_id, kind, period DESC, id DESC);
alter table business_filing enable row level security;
create policy accounts on business_filing to app_accounts
  using (true)
  with check (true);
create policy business_filing_scope on business_filing
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER business_filing_moves BEFORE UPDATE OF state ON business_filing FOR EACH ROW WHEN (old.state <> new.state AND (old.state <> 'open'::text OR new.state <> 'closed'::text) AND (old.state <> 'closed'::text OR new.state <> 'open'::text) AND (old.state <> 'closed'::text OR new.state <> 'declared'::text) AND (old.state <> 'declared'::text OR new.state <> 'paid'::text) AND (old.state <> 'declared'::text OR new.state <> 'correcting'::text) AND (old.state <> 'paid'::text OR new.state <> 'correcting'::text) AND (old.state <> 'certified'::text OR new.state <> 'correcting'::text) AND (old.state <> 'archived'::text OR new.state <> 'correcting'::text) AND (old.state <> 'correcting'::text OR new.state <> 'declared'::text) AND (old.state <> 'paid'::text OR new.state <> 'certified'::text) AND (old.state <> 'paid'::text OR new.state <> 'archived'::text) AND (old.state <> 'certified'::text OR new.state <> 'archived'::text)) EXECUTE FUNCTION app.refuse_move();
grant insert, select on business_filing to app_rw;
grant update (state, edition, due_on, closed_by, closed_at, told_on, warned, version) on business_filing to app_rw;

-- The figures of a filing, one row for each edition; they move while it is open and stand still from the closing on (INV-50).
create table business_filing_figure (
  filing_id bigint not null,
  edition integer not null,
  centre_id bigint not null,
  operator_id bigint not null,
  policy_version text not null,
  payments integer not null,
  gross_fen bigint not null, -- paid by the platform in the period, VAT within, less what came back in it
  other_fen bigint not null default 0, -- sales elsewhere that the business told, VAT within; below zero: what does not count
  invoiced_fen bigint not null default 0,
  special_fen bigint not null default 0, -- of what was invoiced, on special invoices: taxed below the threshold too
  cost_fen bigint, -- costs and deductions of the year so far by the books; null: not told
  sales_fen bigint not null, -- without VAT, each payment split by itself; what is held against the threshold
  exempt_fen bigint not null,
  taxable_fen bigint not null,
  vat_ppm integer not null,
  vat_fen bigint not null,
  city_fen bigint not null,
  education_fen bigint not null,
  local_education_fen bigint not null,
  income_fen bigint not null, -- without VAT: of the quarter for VAT and for a rate on receipts, of the year so far else
  basis text not null,
  levy_ppm integer not null default 0,
  levy_source text not null default ''::text,
  is_confirmed boolean not null default true, -- the rate was set by a notice of the tax office
  before_fen bigint not null default 0, -- income tax of the year declared in earlier quarters
  iit_fen bigint not null,
  advance_fen bigint not null default 0, -- what the platform took in advance in the period
  level text not null default ''::text,
  reason text not null default ''::text,
  at timestamp with time zone not null,
  by_id bigint,
  carried_fen bigint not null default 0, -- below zero: what earlier quarters could not deduct of returned payments; with VAT for the VAT filing, without it for income tax at a rate on receipts
  is_whole_price boolean not null default false, -- the sales are what the business invoices, with the tax that a unit bore for it; editions of before counted without that tax
  constraint business_filing_figure_pkey PRIMARY KEY (filing_id, edition),
  constraint business_filing_figure_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint business_filing_figure_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint business_filing_figure_filing_id_fkey FOREIGN KEY (filing_id) REFERENCES business_filing(id),
  constraint business_filing_figure_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint business_filing_figure_basis_check CHECK (basis = ANY (ARRAY[''::text, 'receipts'::text, 'profit'::text, 'books'::text])),
  constraint business_filing_figure_carried_fen_check CHECK (carried_fen <= 0),
  constraint business_filing_figure_check CHECK (special_fen >= 0 AND special_fen <= invoiced_fen),
  constraint business_filing_figure_city_fen_check CHECK (city_fen >= 0),
  constraint business_filing_figure_cost_fen_check CHECK (cost_fen >= 0),
  constraint business_filing_figure_edition_check CHECK (edition > 0),
  constraint business_filing_figure_education_fen_check CHECK (education_fen >= 0),
  constraint business_filing_figure_invoiced_fen_check CHECK (invoiced_fen >= 0),
  constraint business_filing_figure_level_check CHECK (level = ANY (ARRAY[''::text, 'near'::text, 'reached'::text])),
  constraint business_filing_figure_local_education_fen_check CHECK (local_education_fen >= 0),
  constraint business_filing_figure_reason_check CHECK (length(reason) <= 500),
  constraint business_filing_figure_vat_fen_check CHECK (vat_fen >= 0)
);
alter table business_filing_figure enable row level security;
create policy accounts on business_filing_figure to app_accounts
  using (true)
  with check (true);
create policy business_filing_figure_scope on business_filing_figure
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER business_filing_figure_no_truncate BEFORE TRUNCATE ON business_filing_figure FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER business_filing_figure_stands BEFORE INSERT OR UPDATE ON business_filing_figure FOR EACH ROW EXECUTE FUNCTION app.business_figures_stand();
CREATE TRIGGER business_filing_figure_stays BEFORE DELETE ON business_filing_figure FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select, update on business_filing_figure to app_rw;

create function app.business_figures_stand()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if not exists (select from business_filing filing where filing.id = new.filing_id and filing.centre_id = new.centre_id and filing.operator_id = new.operator_id
      and (filing.state = 'open' or (tg_op = 'INSERT' and filing.state = 'correcting')) and filing.edition = new.edition) then
    raise exception 'the figures of a closed filing stand still' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

-- What happened to a filing, one row for each step. Only ever added.
create table business_filing_step (
  id bigint not null generated always as identity,
  filing_id bigint not null,
  centre_id bigint not null,
  operator_id bigint not null,
  kind text not null,
  edition integer not null,
  at timestamp with time zone not null,
  by_id bigint,
  amount_fen bigint,
  reason text not null default ''::text,
  constraint business_filing_step_pkey PRIMARY KEY (id),
  constraint business_filing_step_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint business_filing_step_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint business_filing_step_filing_id_fkey FOREIGN KEY (filing_id) REFERENCES business_filing(id),
  constraint business_filing_step_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint business_filing_step_kind_check CHECK (kind = ANY (ARRAY['adjusted'::text, 'closed'::text, 'reopened'::text, 'correcting'::text, 'declared'::text, 'paid'::text, 'settled'::text, 'certified'::text, 'archived'::text, 'reminded'::text])),
  constraint business_filing_step_reason_check CHECK (length(reason) <= 500)
);
CREATE INDEX business_filing_step_filing ON public.business_filing_step USING btree (filing_id, id);
alter table business_filing_step enable row level security;
create policy accounts on business_filing_step to app_accounts
  using (true)
  with check (true);
create policy business_filing_step_scope on business_filing_step
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER business_filing_step_append_only BEFORE DELETE OR UPDATE ON business_filing_step FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER business_filing_step_no_truncate BEFORE TRUNCATE ON business_filing_step FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant insert, select on business_filing_step to app_rw;

-- A filing as the tax office (of annual reports: the market regulator) took it; one that was corrected stands beside its correction.
create table business_filing_receipt (
  filing_id bigint not null,
  edition integer not null,
  centre_id bigint not null,
  operator_id bigint not null,
  way text not null, -- declared by the business itself, or by us as its agent
  no text not null,
  declared_on date not null,
  vat_fen bigint not null,
  surcharge_fen bigint not null,
  iit_fen bigint not null,
  file_id uuid not null,
  by_id bigint not null,
  at timestamp with time zone not null,
  constraint business_filing_receipt_pkey PRIMARY KEY (filing_id, edition),
  constraint business_filing_receipt_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint business_filing_receipt_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint business_filing_receipt_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint business_filing_receipt_filing_id_fkey FOREIGN KEY (filing_id) REFERENCES business_filing(id),
  constraint business_filing_receipt_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint business_filing_receipt_edition_check CHECK (edition > 0),
  constraint business_filing_receipt_no_check CHECK (length(no) >= 4 AND length(no) <= 40),
  constraint business_filing_receipt_way_check CHECK (way = ANY (ARRAY['self'::text, 'agent'::text]))
);
CREATE INDEX business_filing_receipt_file ON public.business_filing_receipt USING btree (file_id);
CREATE UNIQUE INDEX business_filing_receipt_no ON public.business_filing_receipt USING btree (centre_id, no, filing_id);
alter table business_filing_receipt enable row level security;
create policy accounts on business_filing_receipt to app_accounts
  using (true)
  with check (true);
create policy business_filing_receipt_scope on business_filing_receipt
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER business_filing_receipt_append_only BEFORE DELETE OR UPDATE ON business_filing_receipt FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER business_filing_receipt_no_truncate BEFORE TRUNCATE ON business_filing_receipt FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant insert, select on business_filing_receipt to app_rw;

-- Tax that a business paid to the tax office by its own money: registered, never booked; below zero: given back to it.
create table business_filing_payment (
  id bigint not null generated always as identity,
  filing_id bigint not null,
  centre_id bigint not null,
  operator_id bigint not null,
  kind text not null,
  amount_fen bigint not null,
  paid_on date not null,
  way text not null,
  serial text not null,
  file_id uuid not null,
  by_id bigint not null,
  at timestamp with time zone not null,
  constraint business_filing_payment_pkey PRIMARY KEY (id),
  constraint business_filing_payment_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint business_filing_payment_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint business_filing_payment_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint business_filing_payment_filing_id_fkey FOREIGN KEY (filing_id) REFERENCES business_filing(id),
  constraint business_filing_payment_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint business_filing_payment_amount_fen_check CHECK (amount_fen <> 0),
  constraint business_filing_payment_kind_check CHECK (kind = ANY (ARRAY['vat'::text, 'surcharge'::text, 'iit'::text])),
  constraint business_filing_payment_serial_check CHECK (length(serial) >= 4 AND length(serial) <= 40),
  constraint business_filing_payment_way_check CHECK (way = ANY (ARRAY['self'::text, 'agent'::text]))
);
CREATE INDEX business_filing_payment_file ON public.business_filing_payment USING btree (file_id);
CREATE INDEX business_filing_payment_filing ON public.business_filing_payment USING btree (filing_id, id);
CREATE UNIQUE INDEX business_filing_payment_serial ON public.business_filing_payment USING btree (filing_id, serial, kind);
alter table business_filing_payment enable row level security;
create policy accounts on business_filing_payment to app_accounts
  using (true)
  with check (true);
create policy business_filing_payment_scope on business_filing_payment
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER business_filing_payment_append_only BEFORE DELETE OR UPDATE ON business_filing_payment FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER business_filing_payment_no_truncate BEFORE TRUNCATE ON business_filing_payment FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER business_filing_payment_within AFTER INSERT ON business_filing_payment FOR EACH ROW EXECUTE FUNCTION app.business_paid_within();
grant insert, select on business_filing_payment to app_rw;

create function app.business_paid_within()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from business_filing filing join business_filing_figure figure on figure.filing_id = filing.id and figure.edition = filing.edition
      cross join lateral (select case new.kind when 'vat' then figure.vat_fen when 'surcharge' then figure.city_fen + figure.education_fen + figure.local_education_fen else figure.iit_fen end as fen) due
      cross join lateral (select coalesce(sum(amount_fen), 0) as fen from business_filing_payment paid where paid.filing_id = filing.id and paid.kind = new.kind) paid
    where filing.id = new.filing_id and ((new.amount_fen > 0 and paid.fen > due.fen) or (new.amount_fen < 0 and paid.fen < due.fen))) then
    raise exception 'more tax paid than declared' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- A certificate of tax paid that was uploaded: of which filing it is, or why none could be found.
create table business_filing_certificate (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  mode smallint not null default 1,
  kind text not null,
  period text not null,
  filing_id bigint,
  operator_id bigint,
  path text not null,
  problem text not null default ''::text,
  file_id uuid,
  sha256 text not null,
  by_id bigint not null,
  at timestamp with time zone not null,
  constraint business_filing_certificate_pkey PRIMARY KEY (id),
  constraint business_filing_certificate_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint business_filing_certificate_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint business_filing_certificate_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint business_filing_certificate_filing_id_fkey FOREIGN KEY (filing_id) REFERENCES business_filing(id),
  constraint business_filing_certificate_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint business_filing_certificate_kept CHECK (file_id IS NOT NULL OR (problem = ANY (ARRAY['notPdf'::text, 'tooLarge'::text]))),
  constraint business_filing_certificate_kind_check CHECK (kind = ANY (ARRAY['vat'::text, 'incomeTax'::text, 'incomeAnnual'::text, 'annualReport'::text])),
  constraint business_filing_certificate_matched CHECK ((filing_id IS NOT NULL) = (problem = ''::text) AND (operator_id IS NOT NULL) = (problem = ''::text)),
  constraint business_filing_certificate_mode_check CHECK (mode = 1),
  constraint business_filing_certificate_path_check CHECK (length(path) <= 300),
  constraint business_filing_certificate_problem_check CHECK (problem = ANY (ARRAY[''::text, 'name'::text, 'period'::text, 'nobody'::text, 'twice'::text, 'notPdf'::text, 'tooLarge'::text]))
);
CREATE INDEX business_filing_certificate_file ON public.business_filing_certificate USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE UNIQUE INDEX business_filing_certificate_once ON public.business_filing_certificate USING btree (filing_id) WHERE (filing_id IS NOT NULL);
CREATE INDEX business_filing_certificate_operator ON public.business_filing_certificate USING btree (operator_id) WHERE (operator_id IS NOT NULL);
CREATE INDEX business_filing_certificate_period ON public.business_filing_certificate USING btree (centre_id, kind, period, id);
alter table business_filing_certificate enable row level security;
create policy accounts on business_filing_certificate to app_accounts
  using (true)
  with check (true);
create policy business_filing_certificate_scope on business_filing_certificate
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER business_filing_certificate_stays BEFORE DELETE ON business_filing_certificate FOR EACH ROW WHEN (old.filing_id IS NOT NULL) EXECUTE FUNCTION app.refuse('a certificate that found its business stays');
grant delete, insert, select on business_filing_certificate to app_rw;

-- taxation/periods ======================================================================================================================================

-- The month of a centre as it is declared for natural persons (mode 2); whether its figures stand still is a row of tax_period.
create table tax_declaration (
  id bigint not null generated by default as identity,
  centre_id bigint not null,
  mode smallint not null default 2,
  month text not null,
  state text not null default 'open'::text,
  edition integer not null default 0, -- how many times its lines were drawn up; the last one is what was, or is to be, declared
  is_computing boolean not null default false, -- the lines of the edition are being drawn up
  done_count integer not null default 0,
  total_count integer not null default 0,
  people integer not null default 0,
  gross_fen bigint not null default 0,
  vat_fen bigint not null default 0,
  surcharge_fen bigint not null default 0,
  iit_fen bigint not null default 0,
  difference_fen bigint not null default 0, -- more (+) or less (−) than was taken is due by the law, noted in this period
  policy_version text not null default ''::text,
  closed_by bigint,
  closed_at timestamp with time zone,
  confirmed_by bigint,
  told_on date, -- last day on which people were reminded of it
  version integer not null default 1,
  due_on date, -- last day to declare it, as it was when the month was closed; null while it is open
  booked_vat_fen bigint, -- what the books took for the month when it was closed; written by trigger, null while it is open
  booked_surcharge_fen bigint,
  booked_iit_fen bigint,
  booked_at timestamp with time zone, -- when the lines were compared with the books
  corrected_from text, -- state before the correction under way; a correction that changes nothing returns to it
  correction_told_at timestamp with time zone, -- when people were told that returned payments make a correction necessary; later returns are told of again
  constraint tax_declaration_pkey PRIMARY KEY (id),
  constraint tax_declaration_once UNIQUE (centre_id, mode, month),
  constraint tax_declaration_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_declaration_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES app_user(id),
  constraint tax_declaration_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES app_user(id),
  constraint tax_declaration_booked CHECK (num_nulls(booked_vat_fen, booked_surcharge_fen, booked_iit_fen, booked_at) = ANY (ARRAY[0, 4])),
  constraint tax_declaration_closed CHECK ((state = ANY (ARRAY['open'::text, 'closing'::text])) OR closed_at IS NOT NULL),
  constraint tax_declaration_corrected_from_check CHECK (corrected_from = ANY (ARRAY['declared'::text, 'paid'::text, 'certified'::text, 'archived'::text])),
  constraint tax_declaration_correcting CHECK (state <> 'correcting'::text OR corrected_from IS NOT NULL),
  constraint tax_declaration_edition_check CHECK (edition >= 0),
  constraint tax_declaration_four_eyes CHECK (confirmed_by IS NULL OR confirmed_by <> closed_by),
  constraint tax_declaration_mode_check CHECK (mode = 2),
  constraint tax_declaration_month_check CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text),
  constraint tax_declaration_state_check CHECK (state = ANY (ARRAY['open'::text, 'closing'::text, 'closed'::text, 'confirmed'::text, 'declared'::text, 'correcting'::text, 'paid'::text, 'certified'::text, 'archived'::text]))
);
CREATE INDEX tax_declaration_due ON public.tax_declaration USING btree (month) WHERE (state = ANY (ARRAY['open'::text, 'closing'::text, 'closed'::text, 'confirmed'::text, 'declared'::text, 'correcting'::text]));
CREATE INDEX tax_declaration_place ON public.tax_declaration USING btree (centre_id, month DESC, id DESC);
alter table tax_declaration enable row level security;
create policy accounts on tax_declaration to app_accounts
  using (true)
  with check (true);
create policy tax_declaration_scope on tax_declaration
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (EXISTS ( SELECT
   FROM tax_line line
  WHERE ((line.declaration_id = tax_declaration.id) AND (line.operator_id = ( SELECT app.operator_id() AS operator_id)))))));
CREATE TRIGGER tax_declaration_books BEFORE UPDATE OF state, booked_at ON tax_declaration FOR EACH ROW EXECUTE FUNCTION app.tax_books_kept();
CREATE TRIGGER tax_declaration_by_other BEFORE UPDATE OF confirmed_by ON tax_declaration FOR EACH ROW WHEN (app.is_program() AND new.confirmed_by IS NOT NULL AND old.confirmed_by IS DISTINCT FROM new.confirmed_by) EXECUTE FUNCTION app.expect_other_hand('confirmed_by', 'closed_by');
CREATE TRIGGER tax_declaration_moves BEFORE UPDATE OF state ON tax_declaration FOR EACH ROW WHEN (old.state <> new.state AND (old.state <> 'open'::text OR new.state <> 'closing'::text) AND (old.state <> 'closing'::text OR new.state <> 'closed'::text) AND (old.state <> 'closed'::text OR new.state <> 'confirmed'::text) AND (old.state <> 'closed'::text OR new.state <> 'open'::text) AND (old.state <> 'confirmed'::text OR new.state <> 'open'::text) AND (old.state <> 'confirmed'::text OR new.state <> 'declared'::text) AND (old.state <> 'declared'::text OR new.state <> 'paid'::text) AND (old.state <> 'declared'::text OR new.state <> 'correcting'::text) AND (old.state <> 'paid'::text OR new.state <> 'correcting'::text) AND (old.state <> 'certified'::text OR new.state <> 'correcting'::text) AND (old.state <> 'archived'::text OR new.state <> 'correcting'::text) AND (old.state <> 'correcting'::text OR new.state <> 'declared'::text) AND (old.state <> 'correcting'::text OR new.state <> 'paid'::text) AND (old.state <> 'correcting'::text OR new.state <> 'certified'::text) AND (old.state <> 'correcting'::text OR new.state <> 'archived'::text) AND (old.state <> 'paid'::text OR new.state <> 'certified'::text) AND (old.state <> 'paid'::text OR new.state <> 'archived'::text) AND (old.state <> 'certified'::text OR new.state <> 'archived'::text) AND (old.state <> 'paid'::text OR new.state <> 'declared'::text) AND (old.state <> 'certified'::text OR new.state <> 'declared'::text) AND (old.state <> 'archived'::text OR new.state <> 'declared'::text)) EXECUTE FUNCTION app.refuse_move();
grant select on tax_declaration to app_rw;
grant insert (centre_id, month) on tax_declaration to app_rw;
grant update (state, edition, is_computing, done_count, total_count, people, gross_fen, vat_fen, surcharge_fen, iit_fen, difference_fen, policy_version, closed_by, closed_at, confirmed_by, told_on, version, due_on, booked_at, corrected_from, correction_told_at) on tax_declaration to app_rw;

create function app.tax_books_kept()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;

-- What is declared of one person in a period; it stands still from the closing on (INV-14).
create table tax_line (
  declaration_id bigint not null,
  edition integer not null,
  operator_id bigint not null,
  centre_id bigint not null,
  name text not null,
  gross_fen bigint not null,
  income_fen bigint not null,
  exempt_fen bigint not null, -- sales free of VAT: the month is below the threshold
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
  should_fen bigint not null, -- income tax on the cumulative income
  before_fen bigint not null, -- income tax taken before in the run of months
  due_fen bigint not null,
  withheld_fen bigint not null, -- income tax taken: with the payments of the month, less what was given back of closed months
  back_gross_fen bigint not null, -- of it payments of closed months that came back, zero or below
  back_tax_fen bigint not null, -- all taxes of these, zero or below
  difference_fen bigint not null, -- more (+) or less (−) than was taken is due by the law, noted in this period
  constraint tax_line_pkey PRIMARY KEY (declaration_id, edition, operator_id),
  constraint tax_line_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES tax_declaration(id),
  constraint tax_line_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint tax_line_edition_check CHECK (edition > 0)
);
CREATE INDEX tax_line_person ON public.tax_line USING btree (operator_id, declaration_id);
alter table tax_line enable row level security;
create policy accounts on tax_line to app_accounts
  using (true)
  with check (true);
create policy tax_line_scope on tax_line
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER tax_line_drawn_up AFTER INSERT ON tax_line REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION app.tax_lines_drawn_up();
CREATE TRIGGER tax_line_no_truncate BEFORE TRUNCATE ON tax_line FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER tax_line_stands AFTER DELETE ON tax_line REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION app.tax_lines_stand();
CREATE TRIGGER tax_line_unaltered BEFORE UPDATE ON tax_line FOR EACH ROW EXECUTE FUNCTION app.refuse('the lines of a closed period stand still');
grant insert, select on tax_line to app_rw;

create function app.drop_tax_correction(of_declaration bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  delete from tax_line line using tax_declaration period where period.id = of_declaration and line.declaration_id = period.id and line.edition = period.edition
    and period.state = 'correcting' and ((select app.sees_all()) or period.centre_id = any ((select app.centre_ids())::bigint[]))
$function$;
revoke execute on function app.drop_tax_correction(bigint) from public;
grant execute on function app.drop_tax_correction(bigint) to app_rw;

create function app.drop_tax_lines(of_declaration bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  delete from tax_line where declaration_id = of_declaration
    and exists (select from tax_declaration period where period.id = of_declaration and ((select app.sees_all()) or period.centre_id = any ((select app.centre_ids())::bigint[])))
$function$;
revoke execute on function app.drop_tax_lines(bigint) from public;
grant execute on function app.drop_tax_lines(bigint) to app_rw;

create function app.tax_lines_drawn_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from fresh join tax_declaration period on period.id = fresh.declaration_id
      where not period.is_computing or period.edition <> fresh.edition or period.centre_id <> fresh.centre_id) then
    raise exception 'the lines of a closed period stand still' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

create function app.tax_lines_stand()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from gone join tax_declaration period on period.id = gone.declaration_id where period.state <> 'open'
      and not (period.state = 'correcting' and gone.edition = period.edition
        and not exists (select from tax_receipt receipt where receipt.declaration_id = period.id and receipt.edition >= gone.edition))) then
    raise exception 'the lines of a closed period stand still' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- What happened to a period, one row for each step. Only ever added.
create table tax_step (
  id bigint not null generated always as identity,
  declaration_id bigint not null,
  centre_id bigint not null,
  kind text not null,
  edition integer not null,
  at timestamp with time zone not null,
  by_id bigint, -- null: it happened by itself
  amount_fen bigint,
  reason text not null default ''::text,
  constraint tax_step_pkey PRIMARY KEY (id),
  constraint tax_step_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint tax_step_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_step_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES tax_declaration(id),
  constraint tax_step_kind_check CHECK (kind = ANY (ARRAY['closing'::text, 'closed'::text, 'confirmed'::text, 'reopened'::text, 'correcting'::text, 'cancelled'::text, 'declared'::text, 'proposed'::text, 'declined'::text, 'paid'::text, 'reversing'::text, 'reversed'::text, 'credited'::text, 'settled'::text, 'uploaded'::text, 'certified'::text, 'archived'::text, 'compared'::text])),
  constraint tax_step_reason_check CHECK (length(reason) <= 500)
);
CREATE INDEX tax_step_declaration ON public.tax_step USING btree (declaration_id, id);
alter table tax_step enable row level security;
create policy accounts on tax_step to app_accounts
  using (true)
  with check (true);
create policy tax_step_scope on tax_step
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER tax_step_append_only BEFORE DELETE OR UPDATE ON tax_step FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER tax_step_no_truncate BEFORE TRUNCATE ON tax_step FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant insert, select on tax_step to app_rw;

-- A declaration as the tax office took it, with its receipt; one that was corrected stands beside its correction.
create table tax_receipt (
  declaration_id bigint not null,
  edition integer not null,
  centre_id bigint not null,
  no text not null, -- receipt of the withholding return
  declared_on date not null,
  people integer not null,
  gross_fen bigint not null,
  vat_fen bigint not null,
  surcharge_fen bigint not null,
  iit_fen bigint not null,
  file_id uuid not null,
  by_id bigint not null,
  at timestamp with time zone not null,
  vat_no text, -- receipt of the VAT return; null where no VAT return was due, and before 2026-11-27, when one number stood for both
  vat_declared_on date,
  vat_file_id uuid, -- null: the file of the withholding return covers both
  constraint tax_receipt_pkey PRIMARY KEY (declaration_id, edition),
  constraint tax_receipt_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint tax_receipt_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_receipt_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES tax_declaration(id),
  constraint tax_receipt_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint tax_receipt_vat_file_id_fkey FOREIGN KEY (vat_file_id) REFERENCES stored_file(id),
  constraint tax_receipt_edition_check CHECK (edition > 0),
  constraint tax_receipt_no_check CHECK (length(no) >= 4 AND length(no) <= 40),
  constraint tax_receipt_vat CHECK ((vat_no IS NULL) = (vat_declared_on IS NULL) AND (vat_no IS NOT NULL OR vat_file_id IS NULL) AND vat_no IS DISTINCT FROM no),
  constraint tax_receipt_vat_no_check CHECK (length(vat_no) >= 4 AND length(vat_no) <= 40)
);
CREATE INDEX tax_receipt_file ON public.tax_receipt USING btree (file_id);
CREATE UNIQUE INDEX tax_receipt_no ON public.tax_receipt USING btree (centre_id, no);
CREATE INDEX tax_receipt_vat_file ON public.tax_receipt USING btree (vat_file_id) WHERE (vat_file_id IS NOT NULL);
CREATE UNIQUE INDEX tax_receipt_vat_no ON public.tax_receipt USING btree (centre_id, vat_no) WHERE (vat_no IS NOT NULL);
alter table tax_receipt enable row level security;
create policy accounts on tax_receipt to app_accounts
  using (true)
  with check (true);
create policy tax_receipt_scope on tax_receipt
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER tax_receipt_append_only BEFORE DELETE OR UPDATE ON tax_receipt FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER tax_receipt_no_truncate BEFORE TRUNCATE ON tax_receipt FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant insert, select on tax_receipt to app_rw;

-- Tax that was paid and is no longer due since its month was corrected. It is applied against later payments, refunded, or withdrawn.
create table tax_credit (
  id bigint not null generated always as identity,
  declaration_id bigint not null,
  centre_id bigint not null,
  edition integer not null, -- the correction that it stems from
  kind text not null,
  amount_fen bigint not null,
  left_fen bigint not null, -- what is neither applied, refunded nor withdrawn; written by trigger
  state text not null default 'open'::text, -- open while something is left; then how the last of it was settled
  version integer not null default 1,
  by_id bigint not null,
  at timestamp with time zone not null,
  constraint tax_credit_pkey PRIMARY KEY (id),
  constraint tax_credit_once UNIQUE (declaration_id, edition, kind),
  constraint tax_credit_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint tax_credit_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_credit_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES tax_declaration(id),
  constraint tax_credit_amount_fen_check CHECK (amount_fen > 0),
  constraint tax_credit_edition_check CHECK (edition > 1),
  constraint tax_credit_kind_check CHECK (kind = ANY (ARRAY['vat'::text, 'surcharge'::text, 'iit'::text])),
  constraint tax_credit_left CHECK (left_fen >= 0 AND left_fen <= amount_fen),
  constraint tax_credit_settled CHECK ((state = 'open'::text) = (left_fen > 0)),
  constraint tax_credit_state_check CHECK (state = ANY (ARRAY['open'::text, 'applied'::text, 'refunded'::text, 'withdrawn'::text]))
);
CREATE INDEX tax_credit_place ON public.tax_credit USING btree (centre_id, id DESC);
alter table tax_credit enable row level security;
create policy accounts on tax_credit to app_accounts
  using (true)
  with check (true);
create policy tax_credit_scope on tax_credit
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER tax_credit_stays BEFORE DELETE ON tax_credit FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select on tax_credit to app_rw;
grant update (version) on tax_credit to app_rw;

-- A payment to the tax office as a person registered it, with all its taxes; booked once a second person confirms it
create table tax_entry (
  id bigint not null generated always as identity,
  declaration_id bigint not null,
  centre_id bigint not null,
  edition integer not null, -- edition of the declaration that it pays
  state text not null default 'proposed'::text,
  vat_fen bigint not null,
  surcharge_fen bigint not null,
  iit_fen bigint not null,
  late_fen bigint not null default 0, -- late-payment surcharge that was paid with it, at the cost of the centre
  late_due_fen bigint not null default 0, -- the surcharge as computed from the day after the due day; a difference has a reason
  late_reason text not null default ''::text,
  due_on date not null,
  paid_on date not null,
  serial text not null,
  file_id uuid not null,
  is_carried boolean not null default false, -- registered before 2026-11-27, by one person
  by_id bigint not null,
  at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  reason text not null default ''::text,
  reverse_reason text not null default ''::text,
  reverse_by bigint,
  reverse_at timestamp with time zone,
  reversed_by bigint,
  reversed_at timestamp with time zone,
  version integer not null default 1,
  constraint tax_entry_pkey PRIMARY KEY (id),
  constraint tax_entry_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint tax_entry_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_entry_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint tax_entry_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES tax_declaration(id),
  constraint tax_entry_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint tax_entry_reverse_by_fkey FOREIGN KEY (reverse_by) REFERENCES app_user(id),
  constraint tax_entry_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES app_user(id),
  constraint tax_entry_decided CHECK (is_carried OR (state = 'proposed'::text) = (decided_by IS NULL)),
  constraint tax_entry_four_eyes CHECK ((state = ANY (ARRAY['proposed'::text, 'declined'::text])) OR decided_by IS DISTINCT FROM by_id),
  constraint tax_entry_late_due_fen_check CHECK (late_due_fen >= 0),
  constraint tax_entry_late_fen_check CHECK (late_fen >= 0),
  constraint tax_entry_late_reason CHECK (late_fen = late_due_fen OR is_carried OR late_reason <> ''::text),
  constraint tax_entry_late_reason_check CHECK (length(late_reason) <= 200),
  constraint tax_entry_not_empty CHECK (vat_fen <> 0 OR surcharge_fen <> 0 OR iit_fen <> 0),
  constraint tax_entry_reason_check CHECK (length(reason) <= 200),
  constraint tax_entry_reversal CHECK ((state = ANY (ARRAY['reversing'::text, 'reversed'::text])) <= (reverse_by IS NOT NULL AND reverse_reason <> ''::text)),
  constraint tax_entry_reversal_four_eyes CHECK ((state = 'reversed'::text) = (reversed_by IS NOT NULL) AND reversed_by IS DISTINCT FROM COALESCE(reverse_by, 0::bigint)),
  constraint tax_entry_reverse_reason_check CHECK (length(reverse_reason) <= 200),
  constraint tax_entry_serial_check CHECK (length(serial) >= 4 AND length(serial) <= 40),
  constraint tax_entry_state_check CHECK (state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'declined'::text, 'reversing'::text, 'reversed'::text]))
);
CREATE INDEX tax_entry_declaration ON public.tax_entry USING btree (declaration_id, id);
CREATE INDEX tax_entry_file ON public.tax_entry USING btree (file_id);
CREATE UNIQUE INDEX tax_entry_serial ON public.tax_entry USING btree (centre_id, serial) WHERE ((NOT is_carried) AND (state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'reversing'::text])));
CREATE INDEX tax_entry_waiting ON public.tax_entry USING btree (declaration_id) WHERE (state = ANY (ARRAY['proposed'::text, 'reversing'::text]));
alter table tax_entry enable row level security;
create policy accounts on tax_entry to app_accounts
  using (true)
  with check (true);
create policy tax_entry_scope on tax_entry
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER tax_entry_by_other BEFORE UPDATE OF state ON tax_entry FOR EACH ROW WHEN (app.is_program() AND new.state = 'confirmed'::text AND old.state = 'proposed'::text) EXECUTE FUNCTION app.expect_other_hand('decided_by', 'by_id');
CREATE TRIGGER tax_entry_moves BEFORE UPDATE OF state ON tax_entry FOR EACH ROW WHEN (old.state <> new.state AND (old.state <> 'proposed'::text OR new.state <> 'confirmed'::text) AND (old.state <> 'proposed'::text OR new.state <> 'declined'::text) AND (old.state <> 'confirmed'::text OR new.state <> 'reversing'::text) AND (old.state <> 'reversing'::text OR new.state <> 'confirmed'::text) AND (old.state <> 'reversing'::text OR new.state <> 'reversed'::text)) EXECUTE FUNCTION app.refuse_move();
CREATE TRIGGER tax_entry_no_truncate BEFORE TRUNCATE ON tax_entry FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER tax_entry_reversed_by_other BEFORE UPDATE OF state ON tax_entry FOR EACH ROW WHEN (app.is_program() AND new.state = 'reversed'::text) EXECUTE FUNCTION app.expect_other_hand('reversed_by', 'reverse_by');
CREATE TRIGGER tax_entry_stays BEFORE DELETE ON tax_entry FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant select on tax_entry to app_rw;
grant insert (declaration_id, centre_id, edition, vat_fen, surcharge_fen, iit_fen, late_fen, late_due_fen, late_reason, due_on, paid_on, serial, file_id, by_id, at) on tax_entry to app_rw;
grant update (state, decided_by, decided_at, reason, reverse_reason, reverse_by, reverse_at, reversed_by, reversed_at, version) on tax_entry to app_rw;

-- What happened to a credit case, one row for each step. Only ever added.
create table tax_credit_move (
  id bigint not null generated always as identity,
  credit_id bigint not null,
  centre_id bigint not null,
  kind text not null,
  amount_fen bigint not null,
  declaration_id bigint, -- the period whose payment it was applied against
  paid_on date,
  serial text not null default ''::text,
  file_id uuid,
  reason text not null default ''::text,
  by_id bigint not null,
  at timestamp with time zone not null,
  constraint tax_credit_move_pkey PRIMARY KEY (id),
  constraint tax_credit_move_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint tax_credit_move_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_credit_move_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES tax_credit(id),
  constraint tax_credit_move_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES tax_declaration(id),
  constraint tax_credit_move_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint tax_credit_move_amount_fen_check CHECK (amount_fen > 0),
  constraint tax_credit_move_applied CHECK ((kind = 'applied'::text) = (declaration_id IS NOT NULL)),
  constraint tax_credit_move_kind_check CHECK (kind = ANY (ARRAY['opened'::text, 'applied'::text, 'refunded'::text, 'withdrawn'::text])),
  constraint tax_credit_move_reason_check CHECK (length(reason) <= 200),
  constraint tax_credit_move_refunded CHECK (kind <> 'refunded'::text OR paid_on IS NOT NULL AND serial <> ''::text AND file_id IS NOT NULL),
  constraint tax_credit_move_serial_check CHECK (length(serial) <= 40),
  constraint tax_credit_move_withdrawn CHECK (kind <> 'withdrawn'::text OR reason <> ''::text)
);
CREATE INDEX tax_credit_move_credit ON public.tax_credit_move USING btree (credit_id, id);
CREATE INDEX tax_credit_move_file ON public.tax_credit_move USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE UNIQUE INDEX tax_credit_move_serial ON public.tax_credit_move USING btree (centre_id, serial) WHERE (kind = 'refunded'::text);
alter table tax_credit_move enable row level security;
create policy accounts on tax_credit_move to app_accounts
  using (true)
  with check (true);
create policy tax_credit_move_scope on tax_credit_move
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER tax_credit_move_append_only BEFORE DELETE OR UPDATE ON tax_credit_move FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER tax_credit_move_counts AFTER INSERT ON tax_credit_move FOR EACH ROW EXECUTE FUNCTION app.tax_credit_moves();
CREATE TRIGGER tax_credit_move_no_truncate BEFORE TRUNCATE ON tax_credit_move FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant insert, select on tax_credit_move to app_rw;

create function app.tax_credit_moves()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  -- The check of left_fen refuses what goes beyond it.
  update tax_credit set left_fen = left_fen - case new.kind when 'opened' then 0 else new.amount_fen end, version = version + 1,
      state = case when new.kind = 'opened' or left_fen > new.amount_fen then 'open' else new.kind end
    where id = new.credit_id and centre_id = new.centre_id and state = 'open';
  if not found then
    raise exception 'the credit case is settled' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- Tax of a period that was paid to the tax office; below zero: given back by it.
create table tax_payment (
  id bigint not null generated always as identity,
  declaration_id bigint not null,
  centre_id bigint not null,
  kind text not null,
  amount_fen bigint not null,
  paid_on date not null,
  serial text not null,
  file_id uuid not null,
  by_id bigint not null,
  at timestamp with time zone not null,
  credit_id bigint, -- credit case that it opens (below zero) or applies; null: the bank moved the money
  entry_id bigint, -- the entry that it belongs to; null for what credit cases move
  reverses_id bigint, -- the payment that it takes back
  constraint tax_payment_pkey PRIMARY KEY (id),
  constraint tax_payment_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint tax_payment_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_payment_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES tax_credit(id),
  constraint tax_payment_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES tax_declaration(id),
  constraint tax_payment_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES tax_entry(id),
  constraint tax_payment_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint tax_payment_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES tax_payment(id),
  constraint tax_payment_amount_fen_check CHECK (amount_fen <> 0),
  constraint tax_payment_kind_check CHECK (kind = ANY (ARRAY['vat'::text, 'surcharge'::text, 'iit'::text])),
  constraint tax_payment_serial_check CHECK (length(serial) >= 4 AND length(serial) <= 40),
  constraint tax_payment_source CHECK (num_nonnulls(entry_id, credit_id) = 1)
);
CREATE INDEX tax_payment_credit ON public.tax_payment USING btree (credit_id) WHERE (credit_id IS NOT NULL);
CREATE INDEX tax_payment_declaration ON public.tax_payment USING btree (declaration_id, id);
CREATE INDEX tax_payment_entry ON public.tax_payment USING btree (entry_id) WHERE (entry_id IS NOT NULL);
CREATE INDEX tax_payment_file ON public.tax_payment USING btree (file_id);
CREATE UNIQUE INDEX tax_payment_reverses ON public.tax_payment USING btree (reverses_id) WHERE (reverses_id IS NOT NULL);
CREATE UNIQUE INDEX tax_payment_serial ON public.tax_payment USING btree (centre_id, serial, kind) WHERE (credit_id IS NOT NULL);
alter table tax_payment enable row level security;
create policy accounts on tax_payment to app_accounts
  using (true)
  with check (true);
create policy tax_payment_scope on tax_payment
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER tax_payment_append_only BEFORE DELETE OR UPDATE ON tax_payment FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER tax_payment_no_truncate BEFORE TRUNCATE ON tax_payment FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER tax_payment_within AFTER INSERT ON tax_payment FOR EACH ROW EXECUTE FUNCTION app.tax_paid_within();
grant insert, select on tax_payment to app_rw;

create function app.surcharge_parts(sum_fen bigint, city bigint, education bigint, local_education bigint)
 RETURNS TABLE(city_fen bigint, education_fen bigint, local_education_fen bigint)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select part.city, part.city_and_education - part.city, sum_fen - part.city_and_education
  from (select case total.fen when 0 then sum_fen else round(sum_fen::numeric * city / total.fen)::bigint end as city,
      case total.fen when 0 then sum_fen else round(sum_fen::numeric * (city + education) / total.fen)::bigint end as city_and_education
    from (select city + education + local_education as fen) total) part
$function$;
revoke execute on function app.surcharge_parts(bigint,bigint,bigint,bigint) from public;
grant execute on function app.surcharge_parts(bigint,bigint,bigint,bigint) to app_rw;

create function app.surcharges_paid(ids bigint[])
 RETURNS TABLE(tax_payment_id bigint, city_fen bigint, education_fen bigint, local_education_fen bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  with period as materialized (select distinct paid.declaration_id from tax_payment paid where paid.id = any(ids) and paid.kind = 'surcharge'),
    sums as materialized (select line.declaration_id, line.edition, sum(line.city_fen)::bigint as city, sum(line.education_fen)::bigint as education,
        sum(line.local_education_fen)::bigint as local_education
      from tax_line line join period on period.declaration_id = line.declaration_id group by 1, 2),
    paid as (select paid.id, paid.declaration_id, sum(paid.amount_fen) over of_period as fen,
        coalesce((select max(receipt.edition) from tax_receipt receipt where receipt.declaration_id = paid.declaration_id and receipt.at <= paid.at), 1) as edition
      from tax_payment paid join period on period.declaration_id = paid.declaration_id where paid.kind = 'surcharge'
      window of_period as (partition by paid.declaration_id order by paid.id)),
    parts as (select paid.id, paid.declaration_id, part.* from paid
      left join sums on sums.declaration_id = paid.declaration_id and sums.edition = paid.edition
      cross join lateral app.surcharge_parts(paid.fen::bigint, coalesce(sums.city, 0), coalesce(sums.education, 0), coalesce(sums.local_education, 0)) part)
  select step.id, step.city, step.education, step.local_education
  from (select parts.id, parts.city_fen - coalesce(lag(parts.city_fen) over of_period, 0) as city,
      parts.education_fen - coalesce(lag(parts.education_fen) over of_period, 0) as education,
      parts.local_education_fen - coalesce(lag(parts.local_education_fen) over of_period, 0) as local_education
    from parts window of_period as (partition by parts.declaration_id order by parts.id)) step
  where step.id = any(ids)
$function$;
revoke execute on function app.surcharges_paid(bigint[]) from public;
grant execute on function app.surcharges_paid(bigint[]) to app_rw;

create function app.tax_paid_within()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;

-- A certificate of tax paid that was uploaded: whose it is, or why nobody could be found.
create table tax_certificate (
  id bigint not null generated always as identity,
  declaration_id bigint not null,
  centre_id bigint not null,
  operator_id bigint,
  path text not null, -- name in the archive, with the number of the person masked
  problem text not null default ''::text,
  is_by_hand boolean not null default false,
  file_id uuid,
  sha256 text not null,
  by_id bigint not null,
  at timestamp with time zone not null,
  constraint tax_certificate_pkey PRIMARY KEY (id),
  constraint tax_certificate_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint tax_certificate_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_certificate_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES tax_declaration(id),
  constraint tax_certificate_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint tax_certificate_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint tax_certificate_kept CHECK (file_id IS NOT NULL OR (problem = ANY (ARRAY['notPdf'::text, 'tooLarge'::text]))),
  constraint tax_certificate_matched CHECK ((operator_id IS NOT NULL) = (problem = ''::text)),
  constraint tax_certificate_path_check CHECK (length(path) <= 300),
  constraint tax_certificate_problem_check CHECK (problem = ANY (ARRAY[''::text, 'name'::text, 'period'::text, 'nobody'::text, 'twice'::text, 'notPdf'::text, 'tooLarge'::text]))
);
CREATE INDEX tax_certificate_declaration ON public.tax_certificate USING btree (declaration_id, id);
CREATE INDEX tax_certificate_file ON public.tax_certificate USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE UNIQUE INDEX tax_certificate_once ON public.tax_certificate USING btree (declaration_id, operator_id) WHERE (operator_id IS NOT NULL);
CREATE INDEX tax_certificate_person ON public.tax_certificate USING btree (operator_id) WHERE (operator_id IS NOT NULL);
alter table tax_certificate enable row level security;
create policy accounts on tax_certificate to app_accounts
  using (true)
  with check (true);
create policy tax_certificate_scope on tax_certificate
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER tax_certificate_stays BEFORE DELETE OR UPDATE ON tax_certificate FOR EACH ROW WHEN (old.operator_id IS NOT NULL) EXECUTE FUNCTION app.refuse('a certificate that found its person stays');
grant delete, insert, select on tax_certificate to app_rw;
grant update (operator_id, problem, is_by_hand, file_id) on tax_certificate to app_rw;

-- A result sheet of the withholding client that was compared with the lines of a period; the newest of an edition counts.
create table tax_result (
  id bigint not null generated always as identity,
  declaration_id bigint not null,
  centre_id bigint not null,
  edition integer not null,
  file_id uuid not null,
  sha256 text not null,
  row_count integer not null,
  difference_count integer not null,
  by_id bigint not null,
  at timestamp with time zone not null,
  constraint tax_result_pkey PRIMARY KEY (id),
  constraint tax_result_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint tax_result_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_result_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES tax_declaration(id),
  constraint tax_result_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint tax_result_difference_count_check CHECK (difference_count >= 0),
  constraint tax_result_edition_check CHECK (edition > 0),
  constraint tax_result_row_count_check CHECK (row_count >= 0),
  constraint tax_result_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'::text)
);
CREATE INDEX tax_result_declaration ON public.tax_result USING btree (declaration_id, edition, id DESC);
CREATE INDEX tax_result_file ON public.tax_result USING btree (file_id);
alter table tax_result enable row level security;
create policy accounts on tax_result to app_accounts
  using (true)
  with check (true);
create policy tax_result_scope on tax_result
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER tax_result_append_only BEFORE DELETE OR UPDATE ON tax_result FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select on tax_result to app_rw;

-- A difference between a result and our lines: the period is not declared nor paid before each is explained.
create table tax_result_item (
  id bigint not null generated always as identity,
  result_id bigint not null,
  centre_id bigint not null,
  kind text not null,
  sheet_line integer,
  operator_id bigint,
  person text not null, -- name and masked number
  ours_fen bigint,
  theirs_fen bigint,
  reason text not null default ''::text,
  explained_by bigint,
  explained_at timestamp with time zone,
  constraint tax_result_item_pkey PRIMARY KEY (id),
  constraint tax_result_item_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_result_item_explained_by_fkey FOREIGN KEY (explained_by) REFERENCES app_user(id),
  constraint tax_result_item_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint tax_result_item_result_id_fkey FOREIGN KEY (result_id) REFERENCES tax_result(id),
  constraint tax_result_item_explained CHECK ((reason = ''::text) = (explained_by IS NULL)),
  constraint tax_result_item_kind_check CHECK (kind = ANY (ARRAY['amount'::text, 'unreadable'::text, 'stranger'::text, 'absent'::text, 'twice'::text, 'period'::text])),
  constraint tax_result_item_reason_check CHECK (length(reason) <= 200)
);
CREATE INDEX tax_result_item_person ON public.tax_result_item USING btree (operator_id) WHERE (operator_id IS NOT NULL);
CREATE INDEX tax_result_item_result ON public.tax_result_item USING btree (result_id, id);
alter table tax_result_item enable row level security;
create policy accounts on tax_result_item to app_accounts
  using (true)
  with check (true);
create policy tax_result_item_scope on tax_result_item
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER tax_result_item_once BEFORE UPDATE ON tax_result_item FOR EACH ROW WHEN (old.reason <> ''::text) EXECUTE FUNCTION app.refuse('what was explained stays');
grant insert, select on tax_result_item to app_rw;
grant update (reason, explained_by, explained_at) on tax_result_item to app_rw;

-- taxation/forms ========================================================================================================================================

-- An official file as a template, by kind and edition; one that was published never changes.
create table tax_form (
  id bigint not null generated always as identity,
  kind text not null,
  edition integer not null,
  state text not null default 'draft'::text,
  first_day date not null, -- first day on which it is filled in
  file_id uuid not null,
  file_name text not null,
  sha256 text not null,
  mapping jsonb not null, -- where each field stands, as the texts of headings say
  chosen jsonb not null default '{}'::jsonb, -- columns that a person chose instead
  made_by bigint not null,
  made_at timestamp with time zone not null,
  edited_by bigint not null, -- who last changed first day or columns
  published_by bigint,
  published_at timestamp with time zone,
  version integer not null default 1,
  hands bigint[] not null default '{}'::bigint[], -- every person who made or changed it: none of them publishes it
  constraint tax_form_pkey PRIMARY KEY (id),
  constraint tax_form_kind_edition_key UNIQUE (kind, edition),
  constraint tax_form_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES app_user(id),
  constraint tax_form_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint tax_form_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  constraint tax_form_published_by_fkey FOREIGN KEY (published_by) REFERENCES app_user(id),
  constraint tax_form_edition_check CHECK (edition > 0),
  constraint tax_form_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 200),
  constraint tax_form_kind_check CHECK (kind = ANY (ARRAY['person_collection'::text, 'iit_withholding'::text, 'iit_report'::text, 'vat_agent'::text, 'vat_withholding'::text, 'platform_identity'::text, 'platform_income'::text])),
  constraint tax_form_published CHECK ((state = 'published'::text) = (published_at IS NOT NULL) AND (published_by IS NULL) = (published_at IS NULL)),
  constraint tax_form_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  constraint tax_form_state_check CHECK (state = ANY (ARRAY['draft'::text, 'published'::text, 'dropped'::text])),
  constraint tax_form_two_people CHECK (published_by IS NULL OR (published_by <> ALL (hands)) AND published_by <> made_by AND published_by <> edited_by)
);
CREATE UNIQUE INDEX tax_form_day ON public.tax_form USING btree (kind, first_day) WHERE (state = 'published'::text);
alter table tax_form enable row level security;
create policy accounts on tax_form to app_accounts
  using (true)
  with check (true);
create policy tax_form_change on tax_form
  using (( SELECT app.sees_all() AS sees_all));
create policy tax_form_read on tax_form for select
  using ((( SELECT app.sees_all() AS sees_all) OR (( SELECT app.centre_ids() AS centre_ids) <> '{}'::bigint[])));
CREATE TRIGGER tax_form_by_other BEFORE UPDATE OF published_by ON tax_form FOR EACH ROW WHEN (app.is_program() AND new.published_by IS NOT NULL AND old.published_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('published_by', 'hands');
CREATE TRIGGER tax_form_guard BEFORE UPDATE ON tax_form FOR EACH ROW EXECUTE FUNCTION app.guard_tax_form();
CREATE TRIGGER tax_form_hands BEFORE INSERT OR UPDATE OF first_day, chosen, edited_by ON tax_form FOR EACH ROW EXECUTE FUNCTION app.keep_hands('{}', 'made_by', 'edited_by');
grant insert, select on tax_form to app_rw;
grant update (state, first_day, chosen, edited_by, published_by, published_at, version) on tax_form to app_rw;

create function app.guard_tax_form()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state <> 'draft' then
    raise exception 'tax_form: a template that was published or dropped is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

-- A form as it was filled in: the same bytes whenever it is taken again.
create table tax_file (
  id bigint not null generated always as identity,
  kind text not null,
  centre_id bigint not null,
  mode smallint,
  period text not null, -- yyyy-MM, yyyy-Qn or yyyy
  form_id bigint, -- official template; null: our own layout
  name text not null,
  sha256 text not null,
  row_count integer not null,
  reason text not null,
  file_id uuid not null,
  made_by bigint not null,
  made_at timestamp with time zone not null,
  constraint tax_file_pkey PRIMARY KEY (id),
  constraint tax_file_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint tax_file_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint tax_file_form_id_fkey FOREIGN KEY (form_id) REFERENCES tax_form(id),
  constraint tax_file_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  constraint tax_file_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint tax_file_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint tax_file_period_check CHECK (period ~ '^[0-9]{4}(-(0[1-9]|1[0-2])|-Q[1-4])?$'::text),
  constraint tax_file_reason_check CHECK (length(reason) >= 2 AND length(reason) <= 200),
  constraint tax_file_row_count_check CHECK (row_count >= 0),
  constraint tax_file_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'::text)
);
CREATE INDEX tax_file_kind ON public.tax_file USING btree (kind, id DESC);
CREATE INDEX tax_file_list ON public.tax_file USING btree (centre_id, id DESC);
alter table tax_file enable row level security;
create policy accounts on tax_file to app_accounts
  using (true)
  with check (true);
create policy tax_file_scope on tax_file
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant insert, select on tax_file to app_rw;

create function app.tax_shares(of_month text, of_centres bigint[], of_units bigint[])
 RETURNS TABLE(operator_id bigint, unit_id bigint, centre_id bigint, month text, payments bigint, gross_fen bigint, vat_fen bigint, surcharge_fen bigint, iit_fen bigint, is_whole boolean, declaration_id bigint, receipt_no text, declared_on date, has_report boolean, has_agent boolean, certificate_file uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
$function$;
revoke execute on function app.tax_shares(text,bigint[],bigint[]) from public;
grant execute on function app.tax_shares(text,bigint[],bigint[]) to app_rw;

-- taxation/policies =====================================================================================================================================

-- A tax policy as it was prepared and published in the browser; what was published stays as it is.
create table tax_draft (
  id bigint not null generated always as identity,
  state text not null default 'draft'::text,
  base_version text not null, -- policy that it was begun from, and follows
  policy_version text not null, -- version under which it is in force once it is published
  first_day date not null,
  known_until date, -- day until which its law is known; null: no end is known
  grade text not null default 'A'::text, -- how sure its law is: A wording seen, B reported, C general knowledge, I inferred
  params jsonb not null,
  digest text not null, -- of first day, end and figures: what examples and preview were computed with
  hands bigint[] not null, -- everybody who made or changed it; none of them publishes
  made_by bigint not null,
  made_at timestamp with time zone not null,
  edited_by bigint not null,
  edited_at timestamp with time zone not null,
  examples jsonb, -- last run of the worked examples, with the digest it belongs to
  preview jsonb, -- last comparison with the policy in force, with the digest it belongs to
  published_by bigint,
  published_at timestamp with time zone,
  before_to date, -- last day that the policy before had until then
  leave_reason text not null default ''::text,
  leave_by bigint, -- who asks to withdraw it before its first day
  leave_at timestamp with time zone,
  left_by bigint,
  left_at timestamp with time zone,
  version integer not null default 1,
  constraint tax_draft_pkey PRIMARY KEY (id),
  constraint tax_draft_policy_version_key UNIQUE (policy_version),
  constraint tax_draft_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES app_user(id),
  constraint tax_draft_leave_by_fkey FOREIGN KEY (leave_by) REFERENCES app_user(id),
  constraint tax_draft_left_by_fkey FOREIGN KEY (left_by) REFERENCES app_user(id),
  constraint tax_draft_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  constraint tax_draft_published_by_fkey FOREIGN KEY (published_by) REFERENCES app_user(id),
  constraint tax_draft_days CHECK (known_until IS NULL OR known_until >= first_day),
  constraint tax_draft_digest_check CHECK (digest ~ '^[0-9a-f]{64}$'::text),
  constraint tax_draft_grade_check CHECK (grade = ANY (ARRAY['A'::text, 'B'::text, 'C'::text, 'I'::text])),
  constraint tax_draft_hands_check CHECK (cardinality(hands) > 0),
  constraint tax_draft_leave_reason_check CHECK (length(leave_reason) <= 200),
  constraint tax_draft_leaving CHECK ((num_nonnulls(leave_by, leave_at) = ANY (ARRAY[0, 2])) AND (leave_by IS NULL) = (leave_reason = ''::text)),
  constraint tax_draft_left CHECK ((state = 'withdrawn'::text) = (left_at IS NOT NULL) AND (num_nonnulls(left_by, left_at) = ANY (ARRAY[0, 2])) AND left_by IS DISTINCT FROM COALESCE(leave_by, 0::bigint)),
  constraint tax_draft_policy_version_check CHECK (length(policy_version) >= 1 AND length(policy_version) <= 40),
  constraint tax_draft_published CHECK ((state = ANY (ARRAY['published'::text, 'withdrawn'::text])) = (published_at IS NOT NULL) AND (published_by IS NULL) = (published_at IS NULL)),
  constraint tax_draft_state_check CHECK (state = ANY (ARRAY['draft'::text, 'published'::text, 'dropped'::text, 'withdrawn'::text])),
  constraint tax_draft_two_people CHECK (published_by IS NULL OR (published_by <> ALL (hands)))
);
CREATE UNIQUE INDEX tax_draft_day ON public.tax_draft USING btree (first_day) WHERE (state = 'published'::text);
alter table tax_draft enable row level security;
create policy accounts on tax_draft to app_accounts
  using (true)
  with check (true);
create policy tax_draft_platform on tax_draft
  using (( SELECT app.sees_all() AS sees_all));
CREATE TRIGGER tax_draft_by_other BEFORE UPDATE OF published_by ON tax_draft FOR EACH ROW WHEN (app.is_program() AND new.published_by IS NOT NULL AND old.published_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('published_by', 'hands');
CREATE TRIGGER tax_draft_guard BEFORE UPDATE ON tax_draft FOR EACH ROW EXECUTE FUNCTION app.guard_tax_draft();
CREATE TRIGGER tax_draft_left_by_other BEFORE UPDATE OF left_by ON tax_draft FOR EACH ROW WHEN (app.is_program() AND new.left_by IS NOT NULL AND old.left_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('left_by', 'leave_by');
grant insert, select on tax_draft to app_rw;
grant update (state, base_version, policy_version, first_day, known_until, grade, params, digest, hands, edited_by, edited_at, examples, preview, published_by, published_at, before_to, leave_reason, leave_by, leave_at, left_by, left_at, version) on tax_draft to app_rw;

create function app.guard_tax_draft()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state in ('dropped', 'withdrawn') or (old.state = 'published' and (new.state not in ('published', 'withdrawn')
    or (new.policy_version, new.first_day, new.known_until, new.params, new.digest, new.hands, new.published_by, new.published_at)
      is distinct from (old.policy_version, old.first_day, old.known_until, old.params, old.digest, old.hands, old.published_by, old.published_at))) then
    raise exception 'tax_draft: what was published, dropped or withdrawn is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

-- A worked example that comes out otherwise under a draft, and why that is meant; holds for this digest of the draft alone.
create table tax_draft_example (
  id bigint not null generated always as identity,
  draft_id bigint not null,
  digest text not null,
  example text not null,
  reason text not null,
  by_id bigint not null,
  at timestamp with time zone not null,
  constraint tax_draft_example_pkey PRIMARY KEY (id),
  constraint tax_draft_example_draft_id_digest_example_key UNIQUE (draft_id, digest, example),
  constraint tax_draft_example_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint tax_draft_example_draft_id_fkey FOREIGN KEY (draft_id) REFERENCES tax_draft(id),
  constraint tax_draft_example_reason_check CHECK (length(reason) >= 4 AND length(reason) <= 300)
);
alter table tax_draft_example enable row level security;
create policy accounts on tax_draft_example to app_accounts
  using (true)
  with check (true);
create policy tax_draft_example_platform on tax_draft_example
  using (( SELECT app.sees_all() AS sees_all));
grant insert, select on tax_draft_example to app_rw;

-- What a tax office or adviser answered to an open point of the law, with the paper; a later answer follows an earlier one.
create table tax_point_answer (
  id bigint not null generated always as identity,
  point text not null,
  answer text not null,
  source text not null, -- who answered, and the number of the paper
  answered_on date not null,
  file_id uuid not null,
  file_name text not null,
  noted_by bigint not null,
  noted_at timestamp with time zone not null,
  constraint tax_point_answer_pkey PRIMARY KEY (id),
  constraint tax_point_answer_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint tax_point_answer_noted_by_fkey FOREIGN KEY (noted_by) REFERENCES app_user(id),
  constraint tax_point_answer_answer_check CHECK (length(answer) >= 4 AND length(answer) <= 500),
  constraint tax_point_answer_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 200),
  constraint tax_point_answer_point_check CHECK (point ~ '^U[0-9]{1,2}$'::text),
  constraint tax_point_answer_source_check CHECK (length(source) >= 2 AND length(source) <= 200)
);
alter table tax_point_answer enable row level security;
create policy accounts on tax_point_answer to app_accounts
  using (true)
  with check (true);
create policy tax_point_answer_platform on tax_point_answer
  using (( SELECT app.sees_all() AS sees_all));
grant insert, select on tax_point_answer to app_rw;

-- Holidays and make-up days of a year as announced; the newest published edition takes the place of what comes with the program.
create table calendar_year (
  id bigint not null generated always as identity,
  year integer not null,
  edition integer not null,
  state text not null default 'draft'::text,
  source text not null, -- the announcement, with its number
  off jsonb not null, -- holidays as pairs of first and last day
  working jsonb not null, -- weekend days that are worked instead
  hands bigint[] not null, -- everybody who made or changed it; none of them publishes
  made_by bigint not null,
  made_at timestamp with time zone not null,
  published_by bigint,
  published_at timestamp with time zone,
  version integer not null default 1,
  constraint calendar_year_pkey PRIMARY KEY (id),
  constraint calendar_year_year_edition_key UNIQUE (year, edition),
  constraint calendar_year_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  constraint calendar_year_published_by_fkey FOREIGN KEY (published_by) REFERENCES app_user(id),
  constraint calendar_year_edition_check CHECK (edition > 0),
  constraint calendar_year_hands_check CHECK (cardinality(hands) > 0),
  constraint calendar_year_published CHECK ((state = 'published'::text) = (published_at IS NOT NULL) AND (published_by IS NULL) = (published_at IS NULL)),
  constraint calendar_year_source_check CHECK (length(source) >= 4 AND length(source) <= 200),
  constraint calendar_year_state_check CHECK (state = ANY (ARRAY['draft'::text, 'published'::text, 'dropped'::text])),
  constraint calendar_year_two_people CHECK (published_by IS NULL OR (published_by <> ALL (hands))),
  constraint calendar_year_year_check CHECK (year >= 2020 AND year <= 2199)
);
alter table calendar_year enable row level security;
create policy accounts on calendar_year to app_accounts
  using (true)
  with check (true);
create policy calendar_year_platform on calendar_year
  using (( SELECT app.sees_all() AS sees_all));
create policy calendar_year_read on calendar_year for select
  using ((state = 'published'::text));
CREATE TRIGGER calendar_year_by_other BEFORE UPDATE OF published_by ON calendar_year FOR EACH ROW WHEN (app.is_program() AND new.published_by IS NOT NULL AND old.published_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('published_by', 'hands');
CREATE TRIGGER calendar_year_fixed BEFORE UPDATE ON calendar_year FOR EACH ROW WHEN (old.state <> 'draft'::text) EXECUTE FUNCTION app.refuse('a year that was published or dropped is not changed');
grant insert, select on calendar_year to app_rw;
grant update (state, source, off, working, hands, published_by, published_at, version) on calendar_year to app_rw;

-- taxation/accounting ===================================================================================================================================

-- Which account of the centre's own chart each of our accounts is booked on, from a month on. Two people: one writes it, another approves it.
create table acct_mapping (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  mode smallint not null,
  first_month text not null,
  word text not null, -- voucher word (凭证字)
  state text not null default 'draft'::text,
  reason text not null default ''::text,
  made_by bigint not null,
  made_at timestamp with time zone not null,
  checked_by bigint,
  checked_at timestamp with time zone,
  version integer not null default 1,
  constraint acct_mapping_pkey PRIMARY KEY (id),
  constraint acct_mapping_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint acct_mapping_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES app_user(id),
  constraint acct_mapping_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  constraint acct_mapping_checked CHECK ((state = 'draft'::text) = (checked_by IS NULL)),
  constraint acct_mapping_first_month_check CHECK (first_month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text),
  constraint acct_mapping_four_eyes CHECK (checked_by IS NULL OR checked_by <> made_by),
  constraint acct_mapping_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint acct_mapping_reason_check CHECK (length(reason) <= 200),
  constraint acct_mapping_state_check CHECK (state = ANY (ARRAY['draft'::text, 'active'::text, 'rejected'::text])),
  constraint acct_mapping_word_check CHECK (length(word) >= 1 AND length(word) <= 4)
);
CREATE INDEX acct_mapping_place ON public.acct_mapping USING btree (centre_id, mode, first_month DESC, id DESC);
alter table acct_mapping enable row level security;
create policy accounts on acct_mapping to app_accounts
  using (true)
  with check (true);
create policy acct_mapping_scope on acct_mapping
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER acct_mapping_by_other BEFORE UPDATE OF checked_by ON acct_mapping FOR EACH ROW WHEN (app.is_program() AND new.checked_by IS NOT NULL AND old.checked_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('checked_by', 'made_by');
CREATE TRIGGER acct_mapping_once BEFORE UPDATE ON acct_mapping FOR EACH ROW WHEN (old.state <> 'draft'::text) EXECUTE FUNCTION app.refuse('a mapping that was decided on stays');
grant insert, select on acct_mapping to app_rw;
grant update (state, reason, checked_by, checked_at, version) on acct_mapping to app_rw;

-- One of our accounts in a version of a mapping.
create table acct_mapping_row (
  mapping_id bigint not null,
  centre_id bigint not null,
  account text not null, -- kind of our account
  code text not null,
  name text not null,
  by_unit boolean not null, -- auxiliary accounting by unit (辅助核算)
  constraint acct_mapping_row_pkey PRIMARY KEY (mapping_id, account),
  constraint acct_mapping_row_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint acct_mapping_row_mapping_id_fkey FOREIGN KEY (mapping_id) REFERENCES acct_mapping(id),
  constraint acct_mapping_row_code_check CHECK (length(code) >= 1 AND length(code) <= 30),
  constraint acct_mapping_row_name_check CHECK (length(name) >= 1 AND length(name) <= 60)
);
alter table acct_mapping_row enable row level security;
create policy accounts on acct_mapping_row to app_accounts
  using (true)
  with check (true);
create policy acct_mapping_row_scope on acct_mapping_row
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER acct_mapping_row_append_only BEFORE DELETE OR UPDATE ON acct_mapping_row FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select on acct_mapping_row to app_rw;

-- The vouchers of a month as they were issued; a later edition holds what moved since, and nothing of an earlier one changes.
create table acct_issue (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  mode smallint not null,
  month text not null,
  edition integer not null,
  mapping_id bigint not null,
  journal_count bigint not null, -- journals of the month when it was issued: as long as there are no more, the vouchers are all that moved (INV-56)
  voucher_count integer not null, -- vouchers with a number
  debit_fen bigint not null,
  sha256 text not null, -- digest of its vouchers and lines (INV-57)
  made_by bigint not null,
  made_at timestamp with time zone not null,
  constraint acct_issue_pkey PRIMARY KEY (id),
  constraint acct_issue_once UNIQUE (centre_id, mode, month, edition),
  constraint acct_issue_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint acct_issue_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  constraint acct_issue_mapping_id_fkey FOREIGN KEY (mapping_id) REFERENCES acct_mapping(id),
  constraint acct_issue_debit_fen_check CHECK (debit_fen > 0),
  constraint acct_issue_edition_check CHECK (edition > 0),
  constraint acct_issue_journal_count_check CHECK (journal_count > 0),
  constraint acct_issue_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint acct_issue_month_check CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text),
  constraint acct_issue_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  constraint acct_issue_voucher_count_check CHECK (voucher_count >= 0)
);
alter table acct_issue enable row level security;
create policy accounts on acct_issue to app_accounts
  using (true)
  with check (true);
create policy acct_issue_scope on acct_issue
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER acct_issue_append_only BEFORE DELETE OR UPDATE ON acct_issue FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER acct_issue_no_truncate BEFORE TRUNCATE ON acct_issue FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant insert, select on acct_issue to app_rw;

-- A journal voucher (记账凭证): everything that one kind of journals moved in a month.
create table acct_voucher (
  id bigint not null generated always as identity,
  issue_id bigint not null,
  centre_id bigint not null,
  month text not null,
  kind text not null,
  word text not null,
  no integer,
  left_out text not null default ''::text, -- why it has no number and is not exported: it moves nothing between accounts of the chart, or is an opening balance
  debit_fen bigint not null,
  constraint acct_voucher_pkey PRIMARY KEY (id),
  constraint acct_voucher_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint acct_voucher_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES acct_issue(id),
  constraint acct_voucher_debit_fen_check CHECK (debit_fen > 0),
  constraint acct_voucher_left_out_check CHECK (left_out = ANY (ARRAY[''::text, 'sameAccount'::text, 'opening'::text])),
  constraint acct_voucher_no_check CHECK (no > 0),
  constraint acct_voucher_numbered CHECK ((no IS NULL) = (left_out <> ''::text))
);
CREATE INDEX acct_voucher_issue ON public.acct_voucher USING btree (issue_id);
CREATE UNIQUE INDEX acct_voucher_no ON public.acct_voucher USING btree (centre_id, month, word, no);
alter table acct_voucher enable row level security;
create policy accounts on acct_voucher to app_accounts
  using (true)
  with check (true);
create policy acct_voucher_scope on acct_voucher
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER acct_voucher_append_only BEFORE DELETE OR UPDATE ON acct_voucher FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER acct_voucher_no_truncate BEFORE TRUNCATE ON acct_voucher FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER acct_voucher_stand AFTER INSERT ON acct_voucher REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.acct_vouchers_stand();
grant insert, select on acct_voucher to app_rw;

create function app.acct_vouchers_stand()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from acct_issue issue where issue.id in (select issue_id from added) and issue.xmin::text <> pg_current_xact_id()::xid::text) then
    raise exception 'acct_voucher: a month that was issued takes no voucher later' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- What a voucher moves on one of our accounts for one unit, debits and credits apart.
create table acct_voucher_line (
  id bigint not null generated always as identity,
  voucher_id bigint not null,
  centre_id bigint not null,
  account text not null,
  of_unit bigint, -- unit of the journals; null: the centre alone
  debit_fen bigint not null,
  credit_fen bigint not null,
  constraint acct_voucher_line_pkey PRIMARY KEY (id),
  constraint acct_voucher_line_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint acct_voucher_line_of_unit_fkey FOREIGN KEY (of_unit) REFERENCES unit(id),
  constraint acct_voucher_line_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES acct_voucher(id),
  constraint acct_voucher_line_credit_fen_check CHECK (credit_fen >= 0),
  constraint acct_voucher_line_debit_fen_check CHECK (debit_fen >= 0),
  constraint acct_voucher_line_moves CHECK ((debit_fen + credit_fen) > 0)
);
CREATE UNIQUE INDEX acct_voucher_line_once ON public.acct_voucher_line USING btree (voucher_id, account, COALESCE(of_unit, (0)::bigint));
alter table acct_voucher_line enable row level security;
create policy accounts on acct_voucher_line to app_accounts
  using (true)
  with check (true);
create policy acct_voucher_line_scope on acct_voucher_line
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER acct_voucher_line_append_only BEFORE DELETE OR UPDATE ON acct_voucher_line FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER acct_voucher_line_no_truncate BEFORE TRUNCATE ON acct_voucher_line FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER acct_voucher_line_stand AFTER INSERT ON acct_voucher_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.acct_lines_stand();
grant insert, select on acct_voucher_line to app_rw;

create function app.acct_digest(issue bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', voucher.kind, voucher.word, coalesce(voucher.no, 0), voucher.left_out, line.account, coalesce(line.of_unit, 0),
      line.debit_fen, line.credit_fen), e'\n' order by voucher.kind collate "C", line.account collate "C", coalesce(line.of_unit, 0)), ''), 'UTF8')), 'hex')
  from acct_voucher voucher join acct_voucher_line line on line.voucher_id = voucher.id where voucher.issue_id = issue
$function$;
revoke execute on function app.acct_digest(bigint) from public;
grant execute on function app.acct_digest(bigint) to app_rw;

create function app.acct_lines_stand()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from acct_voucher voucher where voucher.id in (select voucher_id from added) and voucher.xmin::text <> pg_current_xact_id()::xid::text) then
    raise exception 'acct_voucher_line: vouchers that were issued stay' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from added group by voucher_id having sum(debit_fen) <> sum(credit_fen)) then
    raise exception 'acct_voucher_line: a voucher does not balance' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

create function app.book_moves(of_centre bigint, of_mode smallint, first_day date)
 RETURNS TABLE(kind text, account text, of_unit bigint, debit_fen bigint, credit_fen bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  with journal as materialized (select id, journal.kind, unit_id, ref_type, ref_id from ledger_journal journal
      where centre_id = of_centre and mode = of_mode and at >= first_day::timestamp at time zone 'Asia/Shanghai'
        and at < (first_day + interval '1 month') at time zone 'Asia/Shanghai'),
    issued as (select line.account from acct_issue issue join acct_voucher voucher on voucher.issue_id = issue.id
        join acct_voucher_line line on line.voucher_id = voucher.id
      where issue.centre_id = of_centre and issue.mode = of_mode and issue.month = to_char(first_day, 'YYYY-MM')
        and (voucher.kind in ('payment', 'return') and line.account = 'fee_income'
          or voucher.kind in ('payment', 'return', 'tax') and line.account = 'tax_surcharge')),
    whole as materialized (select coalesce(bool_or(issued.account = 'fee_income'), false) as fee, coalesce(bool_or(issued.account = 'tax_surcharge'), false) as surcharge
      from issued),
    moved as (
      select journal.kind, account.kind as account, coalesce(entry.unit_id, journal.unit_id) as of_unit, entry.amount_fen
        from journal cross join whole join ledger_entry entry on entry.journal_id = journal.id and entry.month = first_day
          join account on account.id = entry.account_id
        where case account.kind when 'fee_income' then whole.fee or journal.kind not in ('payment', 'return')
          when 'tax_surcharge' then whole.surcharge or journal.kind not in ('payment', 'return', 'tax') else true end
      union all
      select journal.kind, part.account, journal.unit_id, part.fen * case journal.kind when 'payment' then 1 else -1 end
        from journal cross join whole
          join payment_line line on line.centre_id = of_centre and line.mode = of_mode and line.id = journal.ref_id
          join payment_batch batch on batch.id = line.batch_id
          cross join lateral (select app.sales_of(line.mode, line.cost_fen, line.fee_fen) as fen) sales
          cross join lateral (select app.sales_net(sales.fen, batch.policy_version) as fen) net
          cross join lateral (values ('revenue', net.fen, whole.fee), ('output_vat', sales.fen - net.fen, whole.fee),
            ('subcontract_cost', line.fee_fen - sales.fen, whole.fee), ('tax_city', line.city_fen, whole.surcharge),
            ('tax_education', line.education_fen, whole.surcharge), ('tax_local_education', line.local_education_fen, whole.surcharge)) part(account, fen, is_whole)
        where journal.kind in ('payment', 'return') and journal.ref_type = 'line' and part.fen <> 0 and not part.is_whole
      union all
      select journal.kind, part.account, journal.unit_id, -part.fen
        from journal cross join whole
          join app.surcharges_paid((select array_agg(ref_id) from journal where journal.kind = 'tax' and journal.ref_type = 'tax_payment')) paid
            on paid.tax_payment_id = journal.ref_id
          cross join lateral (values ('tax_city', paid.city_fen), ('tax_education', paid.education_fen), ('tax_local_education', paid.local_education_fen)) part(account, fen)
        where journal.kind = 'tax' and journal.ref_type = 'tax_payment' and part.fen <> 0 and not whole.surcharge)
  select moved.kind, moved.account, moved.of_unit, coalesce(sum(-amount_fen) filter (where amount_fen < 0), 0)::bigint,
    coalesce(sum(amount_fen) filter (where amount_fen > 0), 0)::bigint
  from moved group by 1, 2, 3
$function$;
revoke execute on function app.book_moves(bigint,smallint,date) from public;
grant execute on function app.book_moves(bigint,smallint,date) to app_rw;

create function app.sales_of(of_mode smallint, cost bigint, fee bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$ select case of_mode when 2 then cost else fee end $function$;
revoke execute on function app.sales_of(smallint,bigint,bigint) from public;
grant execute on function app.sales_of(smallint,bigint,bigint) to app_rw;

-- taxation/platformreports ==============================================================================================================================

-- Identity and income of the people a centre paid in a quarter, as reported; a correction is another edition.
create table platform_report (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  quarter text not null,
  edition integer not null,
  state text not null default 'generated'::text,
  reason text not null default ''::text, -- why it is a correction; empty in the first edition
  row_count integer not null,
  new_count integer not null,
  changed_count integer not null,
  left_count integer not null,
  covered_count integer not null, -- people whose income was declared with withholding or by the platform already
  payment_count integer not null,
  gross_fen bigint not null,
  refund_fen bigint not null,
  net_fen bigint not null,
  made_by bigint not null,
  made_at timestamp with time zone not null,
  reported_on date,
  receipt_no text not null default ''::text,
  receipt_file_id uuid,
  reported_by bigint,
  reported_at timestamp with time zone,
  version integer not null default 1,
  constraint platform_report_pkey PRIMARY KEY (id),
  constraint platform_report_centre_id_quarter_edition_key UNIQUE (centre_id, quarter, edition),
  constraint platform_report_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint platform_report_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  constraint platform_report_receipt_file_id_fkey FOREIGN KEY (receipt_file_id) REFERENCES stored_file(id),
  constraint platform_report_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES app_user(id),
  constraint platform_report_correction CHECK ((edition = 1) = (reason = ''::text)),
  constraint platform_report_edition_check CHECK (edition > 0),
  constraint platform_report_gross_fen_check CHECK (gross_fen >= 0),
  constraint platform_report_net CHECK (net_fen = (gross_fen - refund_fen)),
  constraint platform_report_quarter_check CHECK (quarter ~ '^[0-9]{4}-Q[1-4]$'::text AND quarter >= '2025-Q3'::text),
  constraint platform_report_reason_check CHECK (length(reason) <= 200),
  constraint platform_report_receipt_no_check CHECK (length(receipt_no) <= 64),
  constraint platform_report_refund_fen_check CHECK (refund_fen >= 0),
  constraint platform_report_reported CHECK ((state = 'reported'::text) = (reported_on IS NOT NULL) AND (num_nonnulls(reported_on, receipt_file_id, reported_by, reported_at) = ANY (ARRAY[0, 4]))),
  constraint platform_report_row_count_check CHECK (row_count >= 0),
  constraint platform_report_state_check CHECK (state = ANY (ARRAY['generated'::text, 'exported'::text, 'reported'::text]))
);
CREATE INDEX platform_report_list ON public.platform_report USING btree (centre_id, quarter DESC, edition DESC);
alter table platform_report enable row level security;
create policy accounts on platform_report to app_accounts
  using (true)
  with check (true);
create policy platform_report_scope on platform_report
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER platform_report_order BEFORE UPDATE ON platform_report FOR EACH ROW WHEN (old.state = 'reported'::text OR old.state = 'exported'::text AND new.state = 'generated'::text) EXECUTE FUNCTION app.refuse('a report goes forward, and one that was reported stays');
grant insert, select on platform_report to app_rw;
grant update (state, reported_on, receipt_no, receipt_file_id, reported_by, reported_at, version) on platform_report to app_rw;

-- One person, or one registered business, in a report.
create table platform_report_row (
  id bigint not null generated always as identity,
  report_id bigint not null,
  centre_id bigint not null,
  operator_id bigint not null,
  entity_id bigint, -- registered business that was paid; null: the natural person
  status text not null,
  is_covered boolean not null,
  name text not null,
  id_kind text not null,
  id_number_sealed text not null,
  id_number_index text not null,
  nationality text not null,
  entity_name text not null default ''::text,
  credit_code text not null default ''::text,
  code text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  bank_name text not null default ''::text,
  card_no_sealed text not null default ''::text,
  card_no_index text not null default ''::text,
  started_on date not null,
  ended_on date,
  facts text not null, -- digest of what the identity form says, to see what changed
  gross_fen bigint not null,
  refund_fen bigint not null,
  net_fen bigint not null,
  fee_fen bigint not null, -- fees that the person bore
  payment_count integer not null,
  constraint platform_report_row_pkey PRIMARY KEY (id),
  constraint platform_report_row_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint platform_report_row_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES operator_entity(id),
  constraint platform_report_row_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint platform_report_row_report_id_fkey FOREIGN KEY (report_id) REFERENCES platform_report(id),
  constraint platform_report_row_gross_fen_check CHECK (gross_fen >= 0),
  constraint platform_report_row_net CHECK (net_fen = (gross_fen - refund_fen)),
  constraint platform_report_row_payment_count_check CHECK (payment_count >= 0),
  constraint platform_report_row_refund_fen_check CHECK (refund_fen >= 0),
  constraint platform_report_row_status_check CHECK (status = ANY (ARRAY['new'::text, 'changed'::text, 'left'::text, 'same'::text]))
);
CREATE UNIQUE INDEX platform_report_row_once ON public.platform_report_row USING btree (report_id, operator_id, COALESCE(entity_id, (0)::bigint));
CREATE INDEX platform_report_row_person ON public.platform_report_row USING btree (centre_id, operator_id, report_id);
alter table platform_report_row enable row level security;
create policy accounts on platform_report_row to app_accounts
  using (true)
  with check (true);
create policy platform_report_row_scope on platform_report_row
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER platform_report_row_frozen AFTER INSERT ON platform_report_row REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.guard_report_rows();
grant insert, select on platform_report_row to app_rw;

create function app.guard_report_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from platform_report report where report.id in (select report_id from added) and (report.xmin::text <> pg_current_xact_id()::xid::text)) then
    raise exception 'platform_report_row: rows come with their report and stay' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- Duty to report basic data of the platform (互联网平台企业基本信息报送表), open until it has a receipt.
create table platform_basic (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  cause text not null,
  happened_on date not null,
  due_on date not null,
  what text not null, -- what began or changed
  noted_by bigint not null,
  noted_at timestamp with time zone not null,
  reported_on date,
  receipt_no text not null default ''::text,
  receipt_file_id uuid,
  reported_by bigint,
  reported_at timestamp with time zone,
  version integer not null default 1,
  constraint platform_basic_pkey PRIMARY KEY (id),
  constraint platform_basic_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint platform_basic_noted_by_fkey FOREIGN KEY (noted_by) REFERENCES app_user(id),
  constraint platform_basic_receipt_file_id_fkey FOREIGN KEY (receipt_file_id) REFERENCES stored_file(id),
  constraint platform_basic_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES app_user(id),
  constraint platform_basic_cause_check CHECK (cause = ANY (ARRAY['started'::text, 'changed'::text])),
  constraint platform_basic_due CHECK (due_on >= happened_on),
  constraint platform_basic_receipt_no_check CHECK (length(receipt_no) <= 64),
  constraint platform_basic_reported CHECK (num_nonnulls(reported_on, receipt_file_id, reported_by, reported_at) = ANY (ARRAY[0, 4])),
  constraint platform_basic_what_check CHECK (length(what) >= 2 AND length(what) <= 200)
);
CREATE INDEX platform_basic_list ON public.platform_basic USING btree (centre_id, due_on DESC);
alter table platform_basic enable row level security;
create policy accounts on platform_basic to app_accounts
  using (true)
  with check (true);
create policy platform_basic_scope on platform_basic
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER platform_basic_once BEFORE UPDATE ON platform_basic FOR EACH ROW WHEN (old.reported_on IS NOT NULL) EXECUTE FUNCTION app.refuse('what was reported stays');
grant insert, select on platform_basic to app_rw;
grant update (reported_on, receipt_no, receipt_file_id, reported_by, reported_at, version) on platform_basic to app_rw;

-- taxation/titles =======================================================================================================================================

-- What invoices of a unit are made out to.
create table invoice_title (
  id bigint not null generated by default as identity,
  unit_id bigint not null,
  name text not null,
  tax_no text not null,
  address text not null default ''::text,
  telephone text not null default ''::text,
  bank text not null default ''::text,
  account_no text not null default ''::text,
  email text not null default ''::text,
  is_default boolean not null default false,
  is_active boolean not null default true,
  created_at timestamp with time zone not null,
  state text not null default 'approved'::text, -- pending: not the name of the unit, so the centre decides; nothing is invoiced to it until then
  reason text not null default ''::text,
  changed_by bigint,
  changed_at timestamp with time zone,
  version integer not null default 1,
  hands bigint[] not null default '{}'::bigint[], -- every person who changed it since it was last approved: none of them approves it
  constraint invoice_title_pkey PRIMARY KEY (id),
  constraint invoice_title_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES app_user(id),
  constraint invoice_title_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint invoice_title_default_usable CHECK (NOT is_default OR is_active),
  constraint invoice_title_reason_check CHECK (length(reason) <= 200),
  constraint invoice_title_state_check CHECK (state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))
);
CREATE UNIQUE INDEX invoice_title_one_default ON public.invoice_title USING btree (unit_id) WHERE is_default;
CREATE INDEX invoice_title_unit ON public.invoice_title USING btree (unit_id, id);
alter table invoice_title enable row level security;
create policy accounts on invoice_title to app_accounts
  using (true)
  with check (true);
create policy invoice_title_scope on invoice_title
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (EXISTS ( SELECT
   FROM unit_setting setting
  WHERE ((setting.unit_id = invoice_title.unit_id) AND (setting.centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])))))));
CREATE TRIGGER invoice_title_by_other BEFORE UPDATE OF state ON invoice_title FOR EACH ROW WHEN (app.is_program() AND old.state = 'pending'::text AND new.state = 'approved'::text AND NOT new.changed_at IS DISTINCT FROM old.changed_at) EXECUTE FUNCTION app.expect_other_hand('', 'hands');
CREATE TRIGGER invoice_title_changed AFTER UPDATE ON invoice_title FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.tax_no IS DISTINCT FROM new.tax_no OR old.address IS DISTINCT FROM new.address OR old.telephone IS DISTINCT FROM new.telephone OR old.bank IS DISTINCT FROM new.bank OR old.account_no IS DISTINCT FROM new.account_no OR old.email IS DISTINCT FROM new.email OR old.state IS DISTINCT FROM new.state OR old.is_active IS DISTINCT FROM new.is_active) EXECUTE FUNCTION app.keep_title_version();
CREATE TRIGGER invoice_title_hands BEFORE INSERT OR UPDATE OF name, tax_no, address, telephone, bank, account_no, email, changed_by ON invoice_title FOR EACH ROW EXECUTE FUNCTION app.keep_hands('{approved}', 'changed_by');
CREATE TRIGGER invoice_title_made AFTER INSERT ON invoice_title FOR EACH ROW EXECUTE FUNCTION app.keep_title_version();
grant insert, select, update on invoice_title to app_rw;

create function app.keep_title_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  insert into invoice_title_version (title_id, unit_id, version, name, tax_no, address, telephone, bank, account_no, email, state, is_active, reason, at, by_id)
    values (new.id, new.unit_id, new.version, new.name, new.tax_no, new.address, new.telephone, new.bank, new.account_no, new.email, new.state, new.is_active, new.reason,
      app.moment(), app.doer());
  return null;
end $function$;

-- Each title as it was from a moment on. Written by a trigger alone, only ever added.
create table invoice_title_version (
  id bigint not null generated always as identity,
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
  at timestamp with time zone not null,
  by_id bigint,
  constraint invoice_title_version_pkey PRIMARY KEY (id),
  constraint invoice_title_version_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint invoice_title_version_title_id_fkey FOREIGN KEY (title_id) REFERENCES invoice_title(id),
  constraint invoice_title_version_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id)
);
CREATE INDEX invoice_title_version_title ON public.invoice_title_version USING btree (title_id, id DESC);
alter table invoice_title_version enable row level security;
create policy accounts on invoice_title_version to app_accounts
  using (true)
  with check (true);
create policy invoice_title_version_scope on invoice_title_version
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (EXISTS ( SELECT
   FROM unit_setting setting
  WHERE ((setting.unit_id = invoice_title_version.unit_id) AND (setting.centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])))))));
CREATE TRIGGER invoice_title_version_append_only BEFORE DELETE OR UPDATE ON invoice_title_version FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER invoice_title_version_no_truncate BEFORE TRUNCATE ON invoice_title_version FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant select on invoice_title_version to app_rw;

-- taxation/einvoices ====================================================================================================================================

-- How a centre issues its invoices; without a row its people do it with software of their own.
create table einvoice_channel (
  centre_id bigint not null,
  kind text not null,
  settings_sealed text not null default ''::text, -- Address, key and time-out as one sealed text; which there are is domain/einvoice.ts.
  version integer not null default 1,
  set_by bigint not null,
  set_at timestamp with time zone not null,
  tested_at timestamp with time zone,
  test_result text, -- What was wrong at the last test; empty where the channel answered as agreed.
  quota_fen bigint, -- What the issuer may still invoice this month, without tax, as the tax office said at quota_at.
  quota_at timestamp with time zone,
  id bigint not null generated by default as identity,
  constraint einvoice_channel_pkey PRIMARY KEY (centre_id),
  constraint einvoice_channel_id_key UNIQUE (id),
  constraint einvoice_channel_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint einvoice_channel_set_by_fkey FOREIGN KEY (set_by) REFERENCES app_user(id),
  constraint einvoice_channel_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'::text),
  constraint einvoice_channel_quota CHECK ((quota_fen IS NULL) = (quota_at IS NULL) AND quota_fen >= 0)
);
alter table einvoice_channel enable row level security;
create policy accounts on einvoice_channel to app_accounts
  using (true)
  with check (true);
create policy einvoice_channel_scope on einvoice_channel
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER einvoice_channel_begins BEFORE INSERT ON einvoice_channel FOR EACH ROW WHEN (new.kind <> 'manual'::text AND app.is_program()) EXECUTE FUNCTION app.begins_out_of_use();
CREATE TRIGGER einvoice_channel_guarded BEFORE UPDATE ON einvoice_channel FOR EACH ROW WHEN (app.is_program() AND new.kind <> 'manual'::text AND (old.kind IS DISTINCT FROM new.kind OR old.settings_sealed IS DISTINCT FROM new.settings_sealed)) EXECUTE FUNCTION app.expect_approved_change('einvoice_channel', 'kind', 'settings_sealed');
grant insert, select on einvoice_channel to app_rw;
grant update (kind, settings_sealed, version, set_by, set_at, tested_at, test_result, quota_fen, quota_at) on einvoice_channel to app_rw;

-- Each question to a channel: under which number, for whom, digests of what was said, and what came of it. Only ever added.
create table einvoice_exchange (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  kind text not null,
  what text not null,
  request_no text not null,
  at timestamp with time zone not null,
  by_id bigint, -- who asked for it, by a job too; null: it happened by itself
  asked_digest text not null default ''::text, -- SHA-256 of the body as it was sent; empty where nothing went over a wire
  answered_digest text not null default ''::text,
  result text not null,
  took_ms integer not null,
  constraint einvoice_exchange_pkey PRIMARY KEY (id),
  constraint einvoice_exchange_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint einvoice_exchange_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint einvoice_exchange_request_no_check CHECK (length(request_no) <= 64),
  constraint einvoice_exchange_result_check CHECK (length(result) <= 120),
  constraint einvoice_exchange_what_check CHECK (what = ANY (ARRAY['issue'::text, 'query'::text, 'redApply'::text, 'redQuery'::text, 'redConfirm'::text, 'files'::text, 'quota'::text, 'test'::text]))
);
CREATE INDEX einvoice_exchange_place ON public.einvoice_exchange USING btree (centre_id, id DESC);
CREATE INDEX einvoice_exchange_request ON public.einvoice_exchange USING btree (request_no, id) WHERE (request_no <> ''::text);
alter table einvoice_exchange enable row level security;
create policy accounts on einvoice_exchange to app_accounts
  using (true)
  with check (true);
create policy einvoice_exchange_scope on einvoice_exchange
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER einvoice_exchange_append_only BEFORE DELETE OR UPDATE ON einvoice_exchange FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER einvoice_exchange_no_truncate BEFORE TRUNCATE ON einvoice_exchange FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant insert, select on einvoice_exchange to app_rw;

-- taxation/invoices =====================================================================================================================================

-- What a unit asks its centre to invoice, with the title as it was then.
create table invoice_application (
  id bigint not null generated by default as identity,
  no text not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  title_id bigint not null,
  title jsonb not null, -- snapshot of the title
  kind text not null,
  category text not null,
  goods text not null, -- what stands on the invoice: *short name of the category*category
  tax_code text not null,
  email text not null,
  remark text not null default ''::text,
  basis text not null,
  period_from date,
  period_to date,
  amount_fen bigint not null, -- with tax
  price_fen bigint not null,
  tax_fen bigint not null,
  rate_ppm integer not null,
  policy_version text not null,
  line_count integer not null,
  batch_count integer not null,
  invoice_count integer not null,
  issued_count integer not null default 0,
  state text not null default 'pending'::text,
  reason text not null default ''::text,
  applied_by bigint not null,
  applied_at timestamp with time zone not null,
  reviewed_by bigint,
  reviewed_at timestamp with time zone,
  finished_at timestamp with time zone, -- when the last invoice was issued, or it ended without
  mailed_at timestamp with time zone,
  version integer not null default 1,
  issuer text not null default 'centre'::text, -- business: of mode 1, what was paid to a registered business; centre: everything of mode 2, and the service fee of mode 1
  entity_id bigint,
  operator_id bigint,
  released_fen bigint not null default 0, -- with tax, of the invoices that failed and will not be issued; given back to the quota (INV-46)
  released_count integer not null default 0,
  constraint invoice_application_pkey PRIMARY KEY (id),
  constraint invoice_application_no_key UNIQUE (no),
  constraint invoice_application_applied_by_fkey FOREIGN KEY (applied_by) REFERENCES app_user(id),
  constraint invoice_application_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint invoice_application_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES operator_entity(id),
  constraint invoice_application_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint invoice_application_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES app_user(id),
  constraint invoice_application_title_id_fkey FOREIGN KEY (title_id) REFERENCES invoice_title(id),
  constraint invoice_application_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint invoice_application_adds_up CHECK (amount_fen = (price_fen + tax_fen)),
  constraint invoice_application_amount_fen_check CHECK (amount_fen > 0),
  constraint invoice_application_basis_check CHECK (basis = ANY (ARRAY['batches'::text, 'period'::text, 'amount'::text])),
  constraint invoice_application_batch_count_check CHECK (batch_count > 0),
  constraint invoice_application_counts CHECK (issued_count >= 0 AND (issued_count + released_count) <= invoice_count AND (state = 'issued'::text) = (issued_count > 0 AND (issued_count + released_count) = invoice_count) AND (issued_count = 0 OR (state = ANY (ARRAY['part'::text, 'issued'::text, 'failed'::text]))) AND (released_count = 0) = (released_fen = 0) AND (released_count = 0 OR state = 'issued'::text) AND released_fen < amount_fen),
  constraint invoice_application_email_check CHECK (length(email) >= 3 AND length(email) <= 100),
  constraint invoice_application_four_eyes CHECK (reviewed_by IS NULL OR reviewed_by <> applied_by),
  constraint invoice_application_invoice_count_check CHECK (invoice_count > 0),
  constraint invoice_application_issuer CHECK (num_nonnulls(entity_id, operator_id) =
CASE
    WHEN issuer = 'business'::text THEN 2
    ELSE 0
END AND (issuer = 'centre'::text OR mode = 1)),
  constraint invoice_application_issuer_check CHECK (issuer = ANY (ARRAY['centre'::text, 'business'::text])),
  constraint invoice_application_kind_check CHECK (kind = ANY (ARRAY['special'::text, 'ordinary'::text])),
  constraint invoice_application_line_count_check CHECK (line_count > 0),
  constraint invoice_application_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint invoice_application_reason_check CHECK (length(reason) <= 200),
  constraint invoice_application_released_count_check CHECK (released_count >= 0),
  constraint invoice_application_released_fen_check CHECK (released_fen >= 0),
  constraint invoice_application_remark_check CHECK (length(remark) <= 200),
  constraint invoice_application_reviewed CHECK ((reviewed_by IS NULL) = (reviewed_at IS NULL) AND (reviewed_by IS NOT NULL OR (state = ANY (ARRAY['pending'::text, 'withdrawn'::text])))),
  constraint invoice_application_state_check CHECK (state = ANY (ARRAY['pending'::text, 'todo'::text, 'issuing'::text, 'part'::text, 'issued'::text, 'failed'::text, 'withdrawn'::text, 'rejected'::text]))
);
CREATE INDEX invoice_application_entity ON public.invoice_application USING btree (entity_id, id DESC) WHERE (entity_id IS NOT NULL);
CREATE INDEX invoice_application_open ON public.invoice_application USING btree (centre_id, mode, state) WHERE (state = ANY (ARRAY['pending'::text, 'todo'::text, 'issuing'::text, 'part'::text, 'failed'::text]));
CREATE INDEX invoice_application_operator ON public.invoice_application USING btree (operator_id, id DESC) WHERE (operator_id IS NOT NULL);
CREATE INDEX invoice_application_place ON public.invoice_application USING btree (centre_id, mode, id DESC);
CREATE INDEX invoice_application_title ON public.invoice_application USING btree (title_id);
CREATE INDEX invoice_application_unit ON public.invoice_application USING btree (unit_id, id DESC);
alter table invoice_application enable row level security;
create policy accounts on invoice_application to app_accounts
  using (true)
  with check (true);
create policy invoice_application_own on invoice_application
  using ((operator_id = ( SELECT app.operator_id() AS operator_id)))
  with check ((operator_id = ( SELECT app.operator_id() AS operator_id)));
create policy invoice_application_scope on invoice_application
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER invoice_application_authorised BEFORE INSERT ON invoice_application FOR EACH ROW WHEN (new.issuer = 'business'::text) EXECUTE FUNCTION app.expect_authorisation();
CREATE TRIGGER invoice_application_by_other BEFORE UPDATE OF reviewed_by ON invoice_application FOR EACH ROW WHEN (app.is_program() AND new.reviewed_by IS NOT NULL AND old.reviewed_by IS DISTINCT FROM new.reviewed_by) EXECUTE FUNCTION app.expect_other_hand('reviewed_by', 'applied_by');
CREATE TRIGGER invoice_application_kept BEFORE DELETE ON invoice_application FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER invoice_application_moves BEFORE UPDATE OF state ON invoice_application FOR EACH ROW WHEN (old.state <> new.state AND (old.state <> 'pending'::text OR new.state <> 'todo'::text) AND (old.state <> 'pending'::text OR new.state <> 'rejected'::text) AND (old.state <> 'pending'::text OR new.state <> 'withdrawn'::text) AND (old.state <> 'todo'::text OR new.state <> 'withdrawn'::text) AND (old.state <> 'todo'::text OR new.state <> 'issuing'::text) AND (old.state <> 'todo'::text OR new.state <> 'part'::text) AND (old.state <> 'todo'::text OR new.state <> 'issued'::text) AND (old.state <> 'todo'::text OR new.state <> 'failed'::text) AND (old.state <> 'issuing'::text OR new.state <> 'part'::text) AND (old.state <> 'issuing'::text OR new.state <> 'issued'::text) AND (old.state <> 'issuing'::text OR new.state <> 'failed'::text) AND (old.state <> 'part'::text OR new.state <> 'issued'::text) AND (old.state <> 'part'::text OR new.state <> 'failed'::text) AND (old.state <> 'failed'::text OR new.state <> 'todo'::text) AND (old.state <> 'failed'::text OR new.state <> 'part'::text) AND (old.state <> 'failed'::text OR new.state <> 'issued'::text) AND (old.state <> 'failed'::text OR new.state <> 'withdrawn'::text)) EXECUTE FUNCTION app.refuse_move();
CREATE TRIGGER invoice_application_tells AFTER INSERT OR UPDATE ON invoice_application FOR EACH ROW EXECUTE FUNCTION app.tell_place('invoices');
grant insert, select on invoice_application to app_rw;
grant update (issued_count, state, reason, reviewed_by, reviewed_at, finished_at, mailed_at, version, released_fen, released_count) on invoice_application to app_rw;

create function app.expect_authorisation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if not exists (select from issue_authorisation given join operator_entity business on business.id = given.entity_id
      where given.entity_id = new.entity_id and business.operator_id = new.operator_id and given.state = 'active' and business.state = 'operating'
        and (new.applied_at at time zone 'Asia/Shanghai')::date between given.valid_from and given.valid_to) then
    raise exception 'invoice_application: the business has not authorised that invoices are issued for it' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

-- An invoice: planned from the application on, with a number once it was issued.
create table invoice (
  id bigint not null generated by default as identity,
  application_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  seq integer not null,
  price_fen bigint not null,
  tax_fen bigint not null,
  total_fen bigint not null,
  rate_ppm integer not null,
  state text not null default 'planned'::text,
  number text,
  issued_on date,
  issued_by bigint,
  issued_at timestamp with time zone,
  red_fen bigint not null default 0, -- taken back by red letters that were issued
  operator_id bigint,
  constraint invoice_pkey PRIMARY KEY (id),
  constraint invoice_seq UNIQUE (application_id, seq),
  constraint invoice_application_id_fkey FOREIGN KEY (application_id) REFERENCES invoice_application(id),
  constraint invoice_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint invoice_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES app_user(id),
  constraint invoice_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint invoice_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint invoice_adds_up CHECK (total_fen = (price_fen + tax_fen)),
  constraint invoice_issued CHECK ((state = ANY (ARRAY['planned'::text, 'released'::text])) = (number IS NULL) AND (num_nonnulls(number, issued_on, issued_by, issued_at) = ANY (ARRAY[0, 4]))),
  constraint invoice_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint invoice_number_check CHECK (number ~ '^\d{20}$'::text),
  constraint invoice_price_fen_check CHECK (price_fen > 0),
  constraint invoice_red CHECK (red_fen >= 0 AND red_fen <= total_fen AND (state = 'red'::text) = (red_fen = total_fen) AND (state = 'partRed'::text) = (red_fen > 0 AND red_fen < total_fen)),
  constraint invoice_seq_check CHECK (seq > 0),
  constraint invoice_state_check CHECK (state = ANY (ARRAY['planned'::text, 'issued'::text, 'partRed'::text, 'red'::text, 'released'::text])),
  constraint invoice_tax_fen_check CHECK (tax_fen >= 0)
);
CREATE UNIQUE INDEX invoice_number ON public.invoice USING btree (number) WHERE (number IS NOT NULL);
CREATE INDEX invoice_operator ON public.invoice USING btree (operator_id, id DESC) WHERE (operator_id IS NOT NULL);
CREATE INDEX invoice_place ON public.invoice USING btree (centre_id, mode, id DESC);
CREATE INDEX invoice_unit ON public.invoice USING btree (unit_id, id DESC);
alter table invoice enable row level security;
create policy accounts on invoice to app_accounts
  using (true)
  with check (true);
create policy invoice_own on invoice
  using ((operator_id = ( SELECT app.operator_id() AS operator_id)))
  with check ((operator_id = ( SELECT app.operator_id() AS operator_id)));
create policy invoice_scope on invoice
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER invoice_of_operator BEFORE INSERT ON invoice FOR EACH ROW EXECUTE FUNCTION app.invoice_of_operator();
CREATE TRIGGER invoice_released_stays BEFORE UPDATE ON invoice FOR EACH ROW WHEN (old.state = 'released'::text) EXECUTE FUNCTION app.refuse('an invoice that was released is not issued any more');
CREATE TRIGGER invoice_stays BEFORE UPDATE ON invoice FOR EACH ROW WHEN (old.number IS NOT NULL AND (old.number IS DISTINCT FROM new.number OR old.issued_on IS DISTINCT FROM new.issued_on OR old.issued_by IS DISTINCT FROM new.issued_by OR old.issued_at IS DISTINCT FROM new.issued_at)) EXECUTE FUNCTION app.refuse('an invoice that was issued stays; a red letter takes it back');
grant insert, select on invoice to app_rw;
grant update (state, number, issued_on, issued_by, issued_at, red_fen) on invoice to app_rw;

create function app.invoice_of_operator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  select operator_id into new.operator_id from invoice_application where id = new.application_id;
  return new;
end $function$;

-- What takes an invoice back, whole or in part, through the states of the tax office.
create table red_letter (
  id bigint not null generated by default as identity,
  invoice_id bigint not null,
  application_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  reason text not null,
  amount_fen bigint not null,
  price_fen bigint not null,
  tax_fen bigint not null,
  code text not null, -- state as the tax office numbers it: 01 no confirmation needed … 10 asked for
  confirm_no text not null default ''::text, -- number of the tax office's confirmation sheet
  expires_at timestamp with time zone, -- until when the other side may confirm: 72 hours from entering
  is_issued boolean not null default false,
  number text,
  issued_on date,
  issued_by bigint,
  issued_at timestamp with time zone,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  operator_id bigint,
  constraint red_letter_pkey PRIMARY KEY (id),
  constraint red_letter_application_id_fkey FOREIGN KEY (application_id) REFERENCES invoice_application(id),
  constraint red_letter_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint red_letter_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint red_letter_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id),
  constraint red_letter_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES app_user(id),
  constraint red_letter_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint red_letter_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint red_letter_adds_up CHECK (amount_fen = (price_fen + tax_fen)),
  constraint red_letter_amount_fen_check CHECK (amount_fen > 0),
  constraint red_letter_clock CHECK ((code = ANY (ARRAY['02'::text, '03'::text])) = (expires_at IS NOT NULL)),
  constraint red_letter_code_check CHECK (code ~ '^(0[1-9]|10)$'::text),
  constraint red_letter_confirm_no_check CHECK (length(confirm_no) <= 40),
  constraint red_letter_confirmed CHECK ((code = ANY (ARRAY['10'::text, '01'::text, '08'::text])) OR confirm_no <> ''::text),
  constraint red_letter_issued CHECK (num_nonnulls(number, issued_on, issued_by, issued_at) =
CASE
    WHEN is_issued THEN 4
    ELSE 0
END AND (NOT is_issued OR (code = ANY (ARRAY['01'::text, '04'::text])))),
  constraint red_letter_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint red_letter_number_check CHECK (number ~ '^\d{20}$'::text),
  constraint red_letter_price_fen_check CHECK (price_fen >= 0),
  constraint red_letter_reason_check CHECK (reason = ANY (ARRAY['returned'::text, 'mistake'::text, 'stopped'::text, 'discount'::text])),
  constraint red_letter_tax_fen_check CHECK (tax_fen >= 0)
);
CREATE INDEX red_letter_clock ON public.red_letter USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX red_letter_invoice ON public.red_letter USING btree (invoice_id, id);
CREATE UNIQUE INDEX red_letter_number ON public.red_letter USING btree (number) WHERE (number IS NOT NULL);
CREATE INDEX red_letter_operator ON public.red_letter USING btree (operator_id, id DESC) WHERE (operator_id IS NOT NULL);
CREATE INDEX red_letter_place ON public.red_letter USING btree (centre_id, mode, id DESC);
CREATE INDEX red_letter_unit ON public.red_letter USING btree (unit_id, id DESC);
alter table red_letter enable row level security;
create policy accounts on red_letter to app_accounts
  using (true)
  with check (true);
create policy red_letter_own on red_letter
  using ((operator_id = ( SELECT app.operator_id() AS operator_id)))
  with check ((operator_id = ( SELECT app.operator_id() AS operator_id)));
create policy red_letter_scope on red_letter
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER red_letter_kept BEFORE DELETE ON red_letter FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER red_letter_mistake BEFORE INSERT ON red_letter FOR EACH ROW WHEN (new.reason = 'mistake'::text) EXECUTE FUNCTION app.red_mistake_whole();
CREATE TRIGGER red_letter_moves BEFORE UPDATE OF code ON red_letter FOR EACH ROW WHEN (old.code <> new.code AND (old.code <> '10'::text OR new.code <> '01'::text) AND (old.code <> '10'::text OR new.code <> '02'::text) AND (old.code <> '10'::text OR new.code <> '03'::text) AND (old.code <> '10'::text OR new.code <> '08'::text) AND (old.code <> '02'::text OR new.code <> '04'::text) AND (old.code <> '02'::text OR new.code <> '05'::text) AND (old.code <> '02'::text OR new.code <> '07'::text) AND (old.code <> '02'::text OR new.code <> '08'::text) AND (old.code <> '03'::text OR new.code <> '04'::text) AND (old.code <> '03'::text OR new.code <> '06'::text) AND (old.code <> '03'::text OR new.code <> '07'::text) AND (old.code <> '03'::text OR new.code <> '08'::text) AND (old.code <> '01'::text OR new.code <> '09'::text) AND (old.code <> '04'::text OR new.code <> '09'::text)) EXECUTE FUNCTION app.refuse_move();
CREATE TRIGGER red_letter_of_operator BEFORE INSERT ON red_letter FOR EACH ROW EXECUTE FUNCTION app.invoice_of_operator();
CREATE TRIGGER red_letter_stays BEFORE UPDATE ON red_letter FOR EACH ROW WHEN (old.is_issued) EXECUTE FUNCTION app.refuse('a red letter that was issued stays');
CREATE TRIGGER red_letter_tells AFTER INSERT OR UPDATE ON red_letter FOR EACH ROW EXECUTE FUNCTION app.tell_place('invoices');
CREATE TRIGGER red_letter_within_blue AFTER INSERT ON red_letter FOR EACH ROW EXECUTE FUNCTION app.red_within_blue();
grant insert, select on red_letter to app_rw;
grant update (code, confirm_no, expires_at, is_issued, number, issued_on, issued_by, issued_at, version) on red_letter to app_rw;

create function app.red_mistake_whole()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if exists (select from invoice where id = new.invoice_id and total_fen <> new.amount_fen) then
    raise exception 'red_letter: an invoice issued in error is taken back whole' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

create function app.red_within_blue()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;

-- Files of invoices and red letters; one that was replaced stays, with the moment.
create table invoice_file (
  id bigint not null generated always as identity,
  application_id bigint not null,
  invoice_id bigint,
  red_id bigint,
  centre_id bigint not null,
  unit_id bigint not null,
  kind text not null,
  file_id uuid not null,
  name text not null,
  sha256 text not null,
  reason text not null default ''::text,
  added_by bigint not null,
  added_at timestamp with time zone not null,
  replaced_at timestamp with time zone,
  operator_id bigint,
  constraint invoice_file_pkey PRIMARY KEY (id),
  constraint invoice_file_added_by_fkey FOREIGN KEY (added_by) REFERENCES app_user(id),
  constraint invoice_file_application_id_fkey FOREIGN KEY (application_id) REFERENCES invoice_application(id),
  constraint invoice_file_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint invoice_file_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint invoice_file_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id),
  constraint invoice_file_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint invoice_file_red_id_fkey FOREIGN KEY (red_id) REFERENCES red_letter(id),
  constraint invoice_file_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint invoice_file_kind_check CHECK (kind = ANY (ARRAY['pdf'::text, 'ofd'::text, 'xml'::text])),
  constraint invoice_file_of_one CHECK (num_nonnulls(invoice_id, red_id) = 1),
  constraint invoice_file_reason_check CHECK (length(reason) <= 200)
);
CREATE INDEX invoice_file_application ON public.invoice_file USING btree (application_id, id);
CREATE INDEX invoice_file_file ON public.invoice_file USING btree (file_id);
CREATE UNIQUE INDEX invoice_file_now ON public.invoice_file USING btree (invoice_id, kind) WHERE ((invoice_id IS NOT NULL) AND (replaced_at IS NULL));
CREATE INDEX invoice_file_operator ON public.invoice_file USING btree (operator_id, id DESC) WHERE (operator_id IS NOT NULL);
CREATE UNIQUE INDEX invoice_file_red_now ON public.invoice_file USING btree (red_id, kind) WHERE ((red_id IS NOT NULL) AND (replaced_at IS NULL));
alter table invoice_file enable row level security;
create policy accounts on invoice_file to app_accounts
  using (true)
  with check (true);
create policy invoice_file_own on invoice_file
  using ((operator_id = ( SELECT app.operator_id() AS operator_id)))
  with check ((operator_id = ( SELECT app.operator_id() AS operator_id)));
create policy invoice_file_scope on invoice_file
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER invoice_file_of_operator BEFORE INSERT ON invoice_file FOR EACH ROW EXECUTE FUNCTION app.invoice_of_operator();
CREATE TRIGGER invoice_file_replaced BEFORE UPDATE ON invoice_file FOR EACH ROW WHEN (old.replaced_at IS NOT NULL) EXECUTE FUNCTION app.refuse('a file that was replaced stays so');
grant insert, select on invoice_file to app_rw;
grant update (replaced_at) on invoice_file to app_rw;

-- What happened to an application, one row for each step. Only ever added.
create table invoice_step (
  id bigint not null generated always as identity,
  application_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  kind text not null,
  at timestamp with time zone not null,
  by_id bigint, -- null: it happened by itself
  amount_fen bigint,
  reason text not null default ''::text,
  operator_id bigint,
  constraint invoice_step_pkey PRIMARY KEY (id),
  constraint invoice_step_application_id_fkey FOREIGN KEY (application_id) REFERENCES invoice_application(id),
  constraint invoice_step_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint invoice_step_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint invoice_step_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint invoice_step_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint invoice_step_kind_check CHECK (kind = ANY (ARRAY['applied'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'listed'::text, 'sent'::text, 'issued'::text, 'failed'::text, 'reopened'::text, 'released'::text, 'replaced'::text, 'mailed'::text, 'mailFailed'::text, 'redAsked'::text, 'redSent'::text, 'redMoved'::text, 'redIssued'::text, 'lineReturned'::text])),
  constraint invoice_step_reason_check CHECK (length(reason) <= 300)
);
CREATE INDEX invoice_step_application ON public.invoice_step USING btree (application_id, id);
CREATE INDEX invoice_step_operator ON public.invoice_step USING btree (operator_id, id DESC) WHERE (operator_id IS NOT NULL);
alter table invoice_step enable row level security;
create policy accounts on invoice_step to app_accounts
  using (true)
  with check (true);
create policy invoice_step_own on invoice_step
  using ((operator_id = ( SELECT app.operator_id() AS operator_id)))
  with check ((operator_id = ( SELECT app.operator_id() AS operator_id)));
create policy invoice_step_scope on invoice_step
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER invoice_step_append_only BEFORE DELETE OR UPDATE ON invoice_step FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER invoice_step_no_truncate BEFORE TRUNCATE ON invoice_step FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER invoice_step_of_operator BEFORE INSERT ON invoice_step FOR EACH ROW EXECUTE FUNCTION app.invoice_of_operator();
grant insert, select on invoice_step to app_rw;

-- A file of results from the issuing software: how much of it was taken, and what was not and why.
create table invoice_import (
  id bigint not null generated always as identity,
  centre_id bigint not null,
  mode smallint not null,
  name text not null,
  file_id uuid not null,
  archive_id uuid,
  state text not null default 'queued'::text,
  row_count integer not null,
  done_count integer not null default 0,
  faults jsonb not null default '[]'::jsonb,
  by_id bigint not null,
  at timestamp with time zone not null,
  constraint invoice_import_pkey PRIMARY KEY (id),
  constraint invoice_import_archive_id_fkey FOREIGN KEY (archive_id) REFERENCES stored_file(id),
  constraint invoice_import_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  constraint invoice_import_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint invoice_import_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint invoice_import_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint invoice_import_state_check CHECK (state = ANY (ARRAY['queued'::text, 'done'::text]))
);
CREATE INDEX invoice_import_archive ON public.invoice_import USING btree (archive_id) WHERE (archive_id IS NOT NULL);
CREATE INDEX invoice_import_file ON public.invoice_import USING btree (file_id);
CREATE INDEX invoice_import_place ON public.invoice_import USING btree (centre_id, mode, id DESC);
alter table invoice_import enable row level security;
create policy accounts on invoice_import to app_accounts
  using (true)
  with check (true);
create policy invoice_import_scope on invoice_import
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER invoice_import_done BEFORE UPDATE ON invoice_import FOR EACH ROW WHEN (old.state = 'done'::text) EXECUTE FUNCTION app.refuse('results that were taken stay');
grant insert, select on invoice_import to app_rw;
grant update (state, done_count, faults) on invoice_import to app_rw;

-- Parts of payments that are invoiced, and given back. Only ever added; the sums are invoice_use and invoice_quota.
create table invoice_line (
  id bigint not null generated always as identity,
  application_id bigint not null, -- of an application of the same unit, centre and mode: checked by the trigger, for all parts of a statement together
  red_id bigint, -- of a red letter of the application: checked by the trigger, for all parts of a statement together
  month date not null,
  line_id bigint not null, -- of a payment of the same batch, unit, centre and mode that arrived: checked by the trigger, for all parts of a statement together
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  amount_fen bigint not null,
  constraint invoice_line_pkey PRIMARY KEY (id),
  constraint invoice_line_amount_fen_check CHECK (amount_fen <> 0),
  constraint invoice_line_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint invoice_line_red CHECK (red_id IS NULL OR amount_fen < 0)
);
CREATE INDEX invoice_line_application ON public.invoice_line USING btree (application_id, line_id);
CREATE INDEX invoice_line_batch ON public.invoice_line USING btree (batch_id);
CREATE INDEX invoice_line_line ON public.invoice_line USING btree (line_id);
CREATE UNIQUE INDEX invoice_line_once ON public.invoice_line USING btree (application_id, line_id) WHERE (amount_fen > 0);
alter table invoice_line enable row level security;
create policy accounts on invoice_line to app_accounts
  using (true)
  with check (true);
create policy invoice_line_scope on invoice_line
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER invoice_line_append_only BEFORE DELETE OR UPDATE ON invoice_line FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER invoice_line_no_truncate BEFORE TRUNCATE ON invoice_line FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER invoice_line_uses AFTER INSERT ON invoice_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.use_lines();
CREATE TRIGGER invoice_line_uses_business AFTER INSERT ON invoice_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.use_business_lines();
CREATE TRIGGER invoice_line_uses_issued AFTER INSERT ON invoice_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.keep_issued();
grant insert, select on invoice_line to app_rw;

create function app.business_invoice_due(of_issuer text, cost bigint, fee_unit bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when of_issuer = 'business' then cost - fee_unit else fee_unit end
$function$;

create function app.keep_issued()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;

create function app.use_business_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;

create function app.use_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;

-- How much of a payment is in applications that live (INV-13). Written by triggers alone.
create table invoice_use (
  line_id bigint not null,
  month date not null,
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  cost_fen bigint not null,
  used_fen bigint not null,
  is_returned boolean not null default false, -- the money came back: what is used of it has to be taken back by a red letter
  constraint invoice_use_pkey PRIMARY KEY (line_id),
  constraint invoice_use_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint invoice_use_within_cost CHECK (used_fen >= 0 AND used_fen <= cost_fen)
);
CREATE INDEX invoice_use_batch ON public.invoice_use USING btree (batch_id);
CREATE INDEX invoice_use_due ON public.invoice_use USING btree (centre_id, mode, unit_id) WHERE (is_returned AND (used_fen > 0));
CREATE INDEX invoice_use_place ON public.invoice_use USING btree (centre_id, unit_id, mode, line_id);
alter table invoice_use enable row level security;
create policy accounts on invoice_use to app_accounts
  using (true)
  with check (true);
create policy invoice_use_scope on invoice_use
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant select on invoice_use to app_rw;

-- How much of a unit's payments at a centre is in applications that live; its row is locked by whoever applies.
create table invoice_quota (
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  used_fen bigint not null default 0,
  version integer not null default 1,
  constraint invoice_quota_pkey PRIMARY KEY (centre_id, unit_id, mode),
  constraint invoice_quota_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint invoice_quota_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint invoice_quota_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint invoice_quota_used_fen_check CHECK (used_fen >= 0)
);
alter table invoice_quota enable row level security;
create policy accounts on invoice_quota to app_accounts
  using (true)
  with check (true);
create policy invoice_quota_scope on invoice_quota
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant insert, select on invoice_quota to app_rw;
grant update (version) on invoice_quota to app_rw;

create function app.invoice_quota(of_centre bigint, of_unit bigint, of_mode smallint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select app.invoice_paid(of_centre, of_unit, of_mode)
    - coalesce((select used_fen from invoice_quota where centre_id = of_centre and unit_id = of_unit and mode = of_mode), 0)
$function$;

-- What a channel is to issue, take back or confirm: asked about by its number until it is settled, and never sent under another one before.
create table invoice_order (
  id bigint not null generated by default as identity,
  request_no text not null,
  what text not null,
  application_id bigint not null,
  invoice_id bigint not null,
  red_id bigint,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  state text not null default 'queued'::text, -- queued: not sent yet; asked: sent, and only asked about until there is an answer; doubted: the answer is not what was asked for, or none came; closed: people did it by hand
  tries integer not null default 0,
  next_at timestamp with time zone,
  number text,
  issued_on date,
  fault text not null default ''::text,
  fault_values jsonb not null default '{}'::jsonb,
  asked_by bigint not null,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint invoice_order_pkey PRIMARY KEY (id),
  constraint invoice_order_request_no_key UNIQUE (request_no),
  constraint invoice_order_application_id_fkey FOREIGN KEY (application_id) REFERENCES invoice_application(id),
  constraint invoice_order_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES app_user(id),
  constraint invoice_order_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint invoice_order_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id),
  constraint invoice_order_red_id_fkey FOREIGN KEY (red_id) REFERENCES red_letter(id),
  constraint invoice_order_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint invoice_order_fault_check CHECK (length(fault) <= 60),
  constraint invoice_order_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint invoice_order_next CHECK ((state = ANY (ARRAY['queued'::text, 'asked'::text])) = (next_at IS NOT NULL)),
  constraint invoice_order_number CHECK ((number IS NULL) = (issued_on IS NULL) AND (number IS NOT NULL) = (state = 'done'::text AND (what = ANY (ARRAY['issue'::text, 'redIssue'::text])))),
  constraint invoice_order_number_check CHECK (number ~ '^\d{20}$'::text),
  constraint invoice_order_red CHECK ((what = 'issue'::text) = (red_id IS NULL)),
  constraint invoice_order_request_no_check CHECK (request_no ~ '^[A-Z0-9-]{8,64}$'::text),
  constraint invoice_order_settled CHECK ((state = ANY (ARRAY['done'::text, 'refused'::text, 'closed'::text])) = (settled_at IS NOT NULL)),
  constraint invoice_order_state_check CHECK (state = ANY (ARRAY['queued'::text, 'asked'::text, 'done'::text, 'refused'::text, 'doubted'::text, 'closed'::text])),
  constraint invoice_order_what_check CHECK (what = ANY (ARRAY['issue'::text, 'redApply'::text, 'redConfirm'::text, 'redIssue'::text]))
);
CREATE INDEX invoice_order_application ON public.invoice_order USING btree (application_id, id);
CREATE INDEX invoice_order_due ON public.invoice_order USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE UNIQUE INDEX invoice_order_live ON public.invoice_order USING btree (invoice_id) WHERE ((what = 'issue'::text) AND (state = ANY (ARRAY['queued'::text, 'asked'::text, 'doubted'::text])));
CREATE UNIQUE INDEX invoice_order_number ON public.invoice_order USING btree (number) WHERE (number IS NOT NULL);
CREATE INDEX invoice_order_place ON public.invoice_order USING btree (centre_id, mode, id DESC);
CREATE UNIQUE INDEX invoice_order_red ON public.invoice_order USING btree (red_id) WHERE (state = ANY (ARRAY['queued'::text, 'asked'::text, 'doubted'::text]));
CREATE INDEX invoice_order_unit ON public.invoice_order USING btree (unit_id, id DESC);
alter table invoice_order enable row level security;
create policy accounts on invoice_order to app_accounts
  using (true)
  with check (true);
create policy invoice_order_scope on invoice_order
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER invoice_order_stays BEFORE UPDATE ON invoice_order FOR EACH ROW WHEN (old.settled_at IS NOT NULL) EXECUTE FUNCTION app.refuse('an order that was settled stays');
CREATE TRIGGER invoice_order_tells AFTER INSERT OR UPDATE ON invoice_order FOR EACH ROW EXECUTE FUNCTION app.tell_place('invoices');
grant insert, select on invoice_order to app_rw;
grant update (state, tries, next_at, number, issued_on, fault, fault_values, asked_by, settled_at) on invoice_order to app_rw;

-- taxation/businessinvoices =============================================================================================================================

-- A registered business lets invoices be issued for it, by a signed paper or an agreement. Without one in effect none is generated.
create table issue_authorisation (
  id bigint not null generated by default as identity,
  entity_id bigint not null,
  operator_id bigint not null,
  centre_id bigint not null,
  valid_from date not null,
  valid_to date not null,
  file_id uuid,
  contract_id bigint,
  state text not null default 'active'::text, -- active: the newest one; whether it is in effect its days say
  reason text not null default ''::text,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  ended_by bigint,
  ended_at timestamp with time zone,
  version integer not null default 1,
  constraint issue_authorisation_pkey PRIMARY KEY (id),
  constraint issue_authorisation_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint issue_authorisation_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contract(id),
  constraint issue_authorisation_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint issue_authorisation_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES app_user(id),
  constraint issue_authorisation_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES operator_entity(id),
  constraint issue_authorisation_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint issue_authorisation_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint issue_authorisation_days CHECK (valid_from <= valid_to),
  constraint issue_authorisation_ended CHECK ((state = 'active'::text) = (ended_by IS NULL) AND (num_nonnulls(ended_by, ended_at) = ANY (ARRAY[0, 2]))),
  constraint issue_authorisation_proof CHECK (num_nonnulls(file_id, contract_id) = 1),
  constraint issue_authorisation_reason_check CHECK (length(reason) <= 200),
  constraint issue_authorisation_state_check CHECK (state = ANY (ARRAY['active'::text, 'replaced'::text, 'revoked'::text]))
);
CREATE UNIQUE INDEX issue_authorisation_active ON public.issue_authorisation USING btree (entity_id) WHERE (state = 'active'::text);
CREATE INDEX issue_authorisation_contract ON public.issue_authorisation USING btree (contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX issue_authorisation_entity ON public.issue_authorisation USING btree (entity_id, id DESC);
CREATE INDEX issue_authorisation_file ON public.issue_authorisation USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX issue_authorisation_operator ON public.issue_authorisation USING btree (operator_id, id DESC);
alter table issue_authorisation enable row level security;
create policy accounts on issue_authorisation to app_accounts
  using (true)
  with check (true);
create policy issue_authorisation_scope on issue_authorisation
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
CREATE TRIGGER issue_authorisation_stays BEFORE UPDATE ON issue_authorisation FOR EACH ROW WHEN (old.state <> 'active'::text) EXECUTE FUNCTION app.refuse('an authorisation that ended stays as it was');
grant insert, select on issue_authorisation to app_rw;
grant update (state, reason, ended_by, ended_at, version) on issue_authorisation to app_rw;

-- Which part of a payment of mode 1 its business and the centre have invoiced (INV-52, INV-53). Written by a trigger alone.
create table business_invoice_use (
  line_id bigint not null,
  issuer text not null,
  month date not null,
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  due_fen bigint not null, -- business: what the unit paid without the fee it bears; centre: that fee
  used_fen bigint not null,
  constraint business_invoice_use_pkey PRIMARY KEY (line_id, issuer),
  constraint business_invoice_use_due_fen_check CHECK (due_fen > 0),
  constraint business_invoice_use_issuer_check CHECK (issuer = ANY (ARRAY['centre'::text, 'business'::text])),
  constraint business_invoice_use_once CHECK (used_fen >= 0 AND used_fen <= due_fen)
);
CREATE INDEX business_invoice_use_batch ON public.business_invoice_use USING btree (batch_id);
CREATE INDEX business_invoice_use_place ON public.business_invoice_use USING btree (centre_id, unit_id);
alter table business_invoice_use enable row level security;
create policy accounts on business_invoice_use to app_accounts
  using (true)
  with check (true);
create policy business_invoice_use_scope on business_invoice_use
  using ((( SELECT app.sees_all() AS sees_all) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant select on business_invoice_use to app_rw;

-- onboarding/applications ===============================================================================================================================

-- The code by which somebody invites others to register, so that the right centre, partner or unit gets them.
create table invite (
  code text not null,
  user_id bigint not null,
  centre_id bigint,
  unit_id bigint,
  partner_id bigint,
  created_at timestamp with time zone not null,
  constraint invite_pkey PRIMARY KEY (code),
  constraint invite_user_id_key UNIQUE (user_id),
  constraint invite_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint invite_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  constraint invite_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint invite_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint invite_code_check CHECK (code ~ '^[2-9A-HJ-NP-Z]{8}$'::text)
);
CREATE INDEX invite_partner ON public.invite USING btree (partner_id) WHERE (partner_id IS NOT NULL);
alter table invite enable row level security;
create policy accounts on invite to app_accounts
  using (true)
  with check (true);
grant delete, insert, select, update on invite to app_accounts;

-- A person or company that wants to become an operator, unit or partner, from the draft to the opened account.
create table application (
  id bigint not null generated by default as identity,
  no text not null,
  kind text not null, -- international: an operator with another document than the resident identity card
  state text not null default 'draft'::text,
  mobile_sealed text not null,
  mobile_index text not null,
  language text not null,
  fields jsonb not null, -- what the applicant says and anybody may read
  sealed jsonb not null, -- identity, card and account numbers, sealed one by one
  subject_name text not null default ''::text,
  subject_index text, -- keyed digest of the identity number or credit code: one application for one person or company
  credit_code text,
  rejects jsonb not null, -- fields that were sent back, each with its reason
  round smallint not null default 0, -- how often it was submitted
  centre_id bigint,
  mode smallint,
  invite_code text,
  clause_version text not null, -- text on personal data that was agreed to, when and from where
  clause_at timestamp with time zone not null,
  clause_ip text not null,
  reviewer_id bigint,
  decided_by bigint,
  decided_at timestamp with time zone,
  submitted_at timestamp with time zone,
  user_id bigint,
  unit_id bigint,
  operator_id bigint,
  partner_id bigint,
  contract_id bigint,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  sign_kinds text[] not null default '{}'::text[], -- papers that must all be signed before the account opens
  constraint application_pkey PRIMARY KEY (id),
  constraint application_no_key UNIQUE (no),
  constraint application_user_id_key UNIQUE (user_id),
  constraint application_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint application_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES contract(id),
  constraint application_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint application_invite_code_fkey FOREIGN KEY (invite_code) REFERENCES invite(code),
  constraint application_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint application_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  constraint application_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES app_user(id),
  constraint application_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint application_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint application_check CHECK (decided_by <> user_id),
  constraint application_check1 CHECK (reviewer_id <> user_id),
  constraint application_check2 CHECK ((state = ANY (ARRAY['draft'::text, 'withdrawn'::text])) OR submitted_at IS NOT NULL AND subject_index IS NOT NULL AND user_id IS NOT NULL),
  constraint application_kind_check CHECK (kind = ANY (ARRAY['unit'::text, 'partner'::text, 'operator'::text, 'international'::text])),
  constraint application_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint application_state_check CHECK (state = ANY (ARRAY['draft'::text, 'pending'::text, 'rejected'::text, 'approved'::text, 'signing'::text, 'active'::text, 'withdrawn'::text]))
);
CREATE INDEX application_centre ON public.application USING btree (centre_id, state, id DESC);
CREATE INDEX application_centre_first ON public.application USING btree (centre_id, kind, ((state <> 'pending'::text)), (
CASE
    WHEN (state = 'pending'::text) THEN submitted_at
    ELSE 'infinity'::timestamp with time zone
END), (
CASE
    WHEN (state = 'pending'::text) THEN id
    ELSE (- id)
END)) WHERE (submitted_at IS NOT NULL);
CREATE INDEX application_centre_submitted ON public.application USING btree (centre_id, kind, submitted_at DESC, id DESC) WHERE (submitted_at IS NOT NULL);
CREATE INDEX application_contract ON public.application USING btree (contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX application_decided_by ON public.application USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX application_draft_age ON public.application USING btree (updated_at) WHERE (state = 'draft'::text);
CREATE INDEX application_first ON public.application USING btree (kind, ((state <> 'pending'::text)), (
CASE
    WHEN (state = 'pending'::text) THEN submitted_at
    ELSE 'infinity'::timestamp with time zone
END), (
CASE
    WHEN (state = 'pending'::text) THEN id
    ELSE (- id)
END)) WHERE (submitted_at IS NOT NULL);
CREATE INDEX application_invite ON public.application USING btree (invite_code) WHERE (invite_code IS NOT NULL);
CREATE INDEX application_list ON public.application USING btree (kind, state, id DESC);
CREATE INDEX application_mobile ON public.application USING btree (mobile_index, id DESC);
CREATE INDEX application_name_parts ON public.application USING gin (app.name_parts(subject_name));
CREATE UNIQUE INDEX application_one_draft ON public.application USING btree (kind, mobile_index) WHERE (state = 'draft'::text);
CREATE UNIQUE INDEX application_one_subject ON public.application USING btree (subject_index) WHERE (state = ANY (ARRAY['pending'::text, 'approved'::text, 'signing'::text, 'active'::text]));
CREATE INDEX application_operator ON public.application USING btree (operator_id) WHERE (operator_id IS NOT NULL);
CREATE INDEX application_partner ON public.application USING btree (partner_id) WHERE (partner_id IS NOT NULL);
CREATE INDEX application_reviewer ON public.application USING btree (reviewer_id) WHERE (reviewer_id IS NOT NULL);
CREATE INDEX application_signing ON public.application USING btree (id) WHERE (state = 'signing'::text);
CREATE INDEX application_stale ON public.application USING btree (updated_at) WHERE (state = 'draft'::text);
CREATE INDEX application_submitted ON public.application USING btree (kind, submitted_at DESC, id DESC) WHERE (submitted_at IS NOT NULL);
CREATE INDEX application_unit ON public.application USING btree (unit_id) WHERE (unit_id IS NOT NULL);
alter table application enable row level security;
create policy accounts on application to app_accounts
  using (true)
  with check (true);
create policy application_scope on application
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER application_tells AFTER INSERT OR UPDATE ON application FOR EACH ROW WHEN (new.state <> 'draft'::text) EXECUTE FUNCTION app.tell_place('applications');
grant delete, insert, select, update on application to app_accounts;
grant select (id, no, kind, state, centre_id, reviewer_id, submitted_at, unit_id) on application to app_rw;

-- A picture of an application.
create table application_file (
  id bigint not null generated by default as identity,
  application_id bigint not null,
  field text not null,
  file_id uuid not null,
  via text not null, -- taken at the desk or by the telephone
  warnings jsonb not null,
  created_at timestamp with time zone not null,
  constraint application_file_pkey PRIMARY KEY (id),
  constraint application_file_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id),
  constraint application_file_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint application_file_via_check CHECK (via = ANY (ARRAY['desk'::text, 'phone'::text]))
);
CREATE INDEX application_file_file ON public.application_file USING btree (file_id);
CREATE INDEX application_file_of ON public.application_file USING btree (application_id, field, id);
alter table application_file enable row level security;
create policy accounts on application_file to app_accounts
  using (true)
  with check (true);
create policy application_file_scope on application_file
  using ((EXISTS ( SELECT
   FROM application whole
  WHERE (whole.id = application_file.application_id))));
grant delete, insert, select, update on application_file to app_accounts;
grant select (application_id, field, file_id) on application_file to app_rw;

-- Something that happened to an application, for its applicant and the reviewers. Only ever added.
create table application_event (
  id bigint not null generated by default as identity,
  application_id bigint not null,
  kind text not null,
  user_id bigint,
  detail jsonb not null,
  created_at timestamp with time zone not null,
  constraint application_event_pkey PRIMARY KEY (id),
  constraint application_event_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id),
  constraint application_event_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX application_event_of ON public.application_event USING btree (application_id, id);
alter table application_event enable row level security;
create policy accounts on application_event to app_accounts
  using (true)
  with check (true);
CREATE TRIGGER application_event_append_only BEFORE UPDATE ON application_event FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant delete, insert, select, update on application_event to app_accounts;

-- A code that proves the mobile number of an applicant.
create table application_code (
  id uuid not null,
  kind text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  language text not null,
  code_hash text,
  tries smallint not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint application_code_pkey PRIMARY KEY (id)
);
CREATE INDEX application_code_age ON public.application_code USING btree (created_at);
CREATE INDEX application_code_mobile ON public.application_code USING btree (mobile_index) WHERE (ended_at IS NULL);
alter table application_code enable row level security;
create policy accounts on application_code to app_accounts
  using (true)
  with check (true);
grant delete, insert, select, update on application_code to app_accounts;

-- Somebody says that an identity or credit code that is registered already is theirs; a person decides.
create table registration_appeal (
  id bigint not null generated by default as identity,
  application_id bigint not null,
  operator_id bigint, -- who has it: this, a unit, a partner, or another application that has no record yet
  unit_id bigint,
  partner_id bigint,
  other_application_id bigint,
  centre_id bigint, -- whose reviewers decide; null: the platform's
  name text not null,
  id_number_sealed text not null default ''::text,
  credit_code text not null default ''::text,
  mobile_sealed text not null,
  language text not null,
  statement text not null,
  file_id uuid,
  state text not null default 'open'::text, -- handed: the account went to the appellant; freed: the identity was freed from the other application
  created_at timestamp with time zone not null,
  resolution text not null default ''::text,
  user_id bigint, -- account that the appellant was given
  resolved_by bigint,
  resolved_at timestamp with time zone,
  constraint registration_appeal_pkey PRIMARY KEY (id),
  constraint registration_appeal_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id),
  constraint registration_appeal_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint registration_appeal_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint registration_appeal_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint registration_appeal_other_application_id_fkey FOREIGN KEY (other_application_id) REFERENCES application(id),
  constraint registration_appeal_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  constraint registration_appeal_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES app_user(id),
  constraint registration_appeal_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint registration_appeal_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint registration_appeal_check CHECK (other_application_id <> application_id),
  constraint registration_appeal_check1 CHECK (num_nonnulls(operator_id, unit_id, partner_id, other_application_id) = 1),
  constraint registration_appeal_check2 CHECK ((id_number_sealed = ''::text) <> (credit_code = ''::text)),
  constraint registration_appeal_check3 CHECK ((state = 'open'::text) = (resolved_at IS NULL)),
  constraint registration_appeal_check4 CHECK ((state = 'handed'::text) = (user_id IS NOT NULL)),
  constraint registration_appeal_check5 CHECK ((state = ANY (ARRAY['open'::text, 'withdrawn'::text])) OR resolved_by IS NOT NULL AND resolution <> ''::text),
  constraint registration_appeal_state_check CHECK (state = ANY (ARRAY['open'::text, 'handed'::text, 'freed'::text, 'rejected'::text, 'withdrawn'::text])),
  constraint registration_appeal_statement_check CHECK (length(statement) >= 5 AND length(statement) <= 500)
);
CREATE INDEX registration_appeal_application ON public.registration_appeal USING btree (application_id, id DESC);
CREATE INDEX registration_appeal_file ON public.registration_appeal USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX registration_appeal_first ON public.registration_appeal USING btree (centre_id, ((state = 'open'::text)) DESC, id DESC);
CREATE INDEX registration_appeal_list ON public.registration_appeal USING btree (centre_id, state, id DESC);
CREATE UNIQUE INDEX registration_appeal_one_open ON public.registration_appeal USING btree (application_id) WHERE (state = 'open'::text);
CREATE INDEX registration_appeal_operator ON public.registration_appeal USING btree (operator_id) WHERE (operator_id IS NOT NULL);
CREATE INDEX registration_appeal_other ON public.registration_appeal USING btree (other_application_id) WHERE (other_application_id IS NOT NULL);
CREATE INDEX registration_appeal_partner ON public.registration_appeal USING btree (partner_id) WHERE (partner_id IS NOT NULL);
CREATE INDEX registration_appeal_resolver ON public.registration_appeal USING btree (resolved_by) WHERE (resolved_by IS NOT NULL);
CREATE INDEX registration_appeal_unit ON public.registration_appeal USING btree (unit_id) WHERE (unit_id IS NOT NULL);
CREATE INDEX registration_appeal_user ON public.registration_appeal USING btree (user_id) WHERE (user_id IS NOT NULL);
alter table registration_appeal enable row level security;
create policy accounts on registration_appeal to app_accounts
  using (true)
  with check (true);
create policy registration_appeal_scope on registration_appeal
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER registration_appeal_tells AFTER INSERT OR UPDATE ON registration_appeal FOR EACH ROW EXECUTE FUNCTION app.tell_place('applications');
grant delete, insert, select, update on registration_appeal to app_accounts;
grant select on registration_appeal to app_rw;

-- onboarding/imports ====================================================================================================================================

-- A list of operators or units that somebody uploaded, until it is carried out.
create table import_sheet (
  id bigint not null generated by default as identity,
  kind text not null,
  centre_id bigint, -- null: units or orders of a list from the platform, where every row names its centre or contract, and orders of a unit
  unit_id bigint, -- unit that the operators are to work for, or whose orders they are
  state text not null default 'open'::text,
  state_reason text not null default ''::text, -- why its work ended without all rows
  file_name text not null,
  file_id uuid not null,
  file_sha256 text not null,
  row_count integer not null default 0,
  total_count integer not null default 0,
  done_count integer not null default 0,
  created_count integer not null default 0,
  linked_count integer not null default 0,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  committed_by bigint,
  committed_at timestamp with time zone,
  finished_at timestamp with time zone,
  version integer not null default 1,
  file_sums jsonb not null default '{}'::jsonb, -- what an income list came to as it was uploaded, before anything in it was corrected
  undone_by bigint,
  undone_at timestamp with time zone,
  undo_reason text not null default ''::text,
  mode smallint, -- mode in which centre staff uploaded orders: contracts of the other one are out of their sight
  preparers bigint[] not null default '{}'::bigint[], -- whoever uploaded or changed a list of contracts or its files: none of them confirms it
  prepared_by bigint, -- who handed a list of contracts over to be confirmed
  prepared_at timestamp with time zone,
  constraint import_sheet_pkey PRIMARY KEY (id),
  constraint import_sheet_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint import_sheet_committed_by_fkey FOREIGN KEY (committed_by) REFERENCES app_user(id),
  constraint import_sheet_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint import_sheet_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint import_sheet_prepared_by_fkey FOREIGN KEY (prepared_by) REFERENCES app_user(id),
  constraint import_sheet_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES app_user(id),
  constraint import_sheet_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint import_sheet_centre CHECK ((kind = ANY (ARRAY['units'::text, 'orders'::text])) OR centre_id IS NOT NULL),
  constraint import_sheet_check2 CHECK ((state <> ALL (ARRAY['running'::text, 'done'::text])) OR committed_by IS NOT NULL AND committed_at IS NOT NULL),
  constraint import_sheet_file_name_check CHECK (length(file_name) <= 200),
  constraint import_sheet_finished CHECK ((state = ANY (ARRAY['done'::text, 'undone'::text])) = (finished_at IS NOT NULL)),
  constraint import_sheet_four_eyes CHECK (kind <> 'contracts'::text OR (state <> ALL (ARRAY['running'::text, 'done'::text])) OR prepared_by IS NOT NULL AND (prepared_by = ANY (preparers)) AND (committed_by <> ALL (preparers))),
  constraint import_sheet_kind_check CHECK (kind = ANY (ARRAY['operators'::text, 'units'::text, 'orders'::text, 'income'::text, 'contracts'::text])),
  constraint import_sheet_mode CHECK (kind = 'orders'::text OR mode IS NULL),
  constraint import_sheet_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint import_sheet_prepared CHECK (state <> 'prepared'::text OR kind = 'contracts'::text AND prepared_by IS NOT NULL AND prepared_at IS NOT NULL),
  constraint import_sheet_row_count_check CHECK (row_count >= 0 AND row_count <= 5000),
  constraint import_sheet_state_check CHECK (state = ANY (ARRAY['open'::text, 'prepared'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'undone'::text])),
  constraint import_sheet_state_reason_check CHECK (state_reason = ANY (ARRAY[''::text, 'refused'::text, 'stopped'::text])),
  constraint import_sheet_undo_reason_check CHECK (length(undo_reason) <= 200),
  constraint import_sheet_undone CHECK ((state = 'undone'::text) = (undone_by IS NOT NULL AND undone_at IS NOT NULL AND undo_reason <> ''::text)),
  constraint import_sheet_unit CHECK (kind = 'orders'::text OR (kind = 'operators'::text) = (unit_id IS NOT NULL))
);
CREATE INDEX import_sheet_age ON public.import_sheet USING btree (created_at) WHERE (state = ANY (ARRAY['open'::text, 'prepared'::text, 'cancelled'::text]));
CREATE INDEX import_sheet_centre ON public.import_sheet USING btree (centre_id, kind, id DESC);
CREATE INDEX import_sheet_done_age ON public.import_sheet USING btree (finished_at);
CREATE INDEX import_sheet_file ON public.import_sheet USING btree (file_sha256);
CREATE INDEX import_sheet_kind ON public.import_sheet USING btree (kind, id DESC);
CREATE INDEX import_sheet_running ON public.import_sheet USING btree (id) WHERE (state = 'running'::text);
CREATE INDEX import_sheet_unit ON public.import_sheet USING btree (unit_id, id DESC);
alter table import_sheet enable row level security;
create policy accounts on import_sheet to app_accounts
  using (true)
  with check (true);
create policy import_sheet_scope on import_sheet
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER import_sheet_by_other BEFORE UPDATE OF committed_by ON import_sheet FOR EACH ROW WHEN (app.is_program() AND new.kind = 'contracts'::text AND new.committed_by IS NOT NULL AND old.committed_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('committed_by', 'preparers');
grant insert, select on import_sheet to app_rw;
grant update (state, state_reason, row_count, total_count, done_count, created_count, linked_count, committed_by, committed_at, finished_at, version, file_sums, undone_by, undone_at, undo_reason, preparers, prepared_by, prepared_at) on import_sheet to app_rw;

-- A row of such a list, with what is wrong with it.
create table import_row (
  id bigint not null generated by default as identity,
  sheet_id bigint not null,
  centre_id bigint,
  unit_id bigint,
  seq integer not null,
  name text not null,
  cells jsonb not null, -- all cells but people's numbers
  id_number_sealed text not null default ''::text,
  id_number_index text not null default ''::text,
  mobile_sealed text not null default ''::text,
  mobile_index text not null default ''::text,
  card_no_sealed text not null default ''::text,
  card_no_index text not null default ''::text,
  issues jsonb not null default '[]'::jsonb,
  state text not null,
  result text, -- created: somebody new; linked: somebody known, now of the unit; known: there already; counted: a month of earlier income
  made_id bigint, -- operator, unit or order that it became
  id_address_sealed text not null default ''::text,
  constraint import_row_pkey PRIMARY KEY (id),
  constraint import_row_sheet_id_seq_key UNIQUE (sheet_id, seq),
  constraint import_row_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint import_row_sheet_id_fkey FOREIGN KEY (sheet_id) REFERENCES import_sheet(id),
  constraint import_row_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint import_row_check CHECK ((state = 'done'::text) = (result IS NOT NULL AND made_id IS NOT NULL)),
  constraint import_row_result_check CHECK (result = ANY (ARRAY['created'::text, 'linked'::text, 'known'::text, 'counted'::text])),
  constraint import_row_state_check CHECK (state = ANY (ARRAY['invalid'::text, 'warned'::text, 'ready'::text, 'excluded'::text, 'done'::text]))
);
CREATE INDEX import_row_state ON public.import_row USING btree (sheet_id, state, seq);
alter table import_row enable row level security;
create policy accounts on import_row to app_accounts
  using (true)
  with check (true);
create policy import_row_scope on import_row
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
grant insert, select on import_row to app_rw;
grant update (name, cells, id_number_sealed, id_number_index, mobile_sealed, mobile_index, card_no_sealed, card_no_index, issues, state, result, made_id, id_address_sealed) on import_row to app_rw;

-- A file of a ZIP that was uploaded beside a list.
create table import_file (
  id bigint not null generated by default as identity,
  sheet_id bigint not null,
  centre_id bigint not null,
  archive_id uuid not null, -- the ZIP; neither it nor files that nobody wanted are kept as long as the row
  "position" integer not null, -- which entry of the ZIP it is
  path text not null,
  name text not null, -- what rows find it by: the name without folders and ending, in small letters
  size_bytes bigint not null,
  state text not null default 'waiting'::text,
  problem text,
  file_id uuid,
  sha256 text,
  pages integer,
  added_by bigint not null,
  added_at timestamp with time zone not null,
  constraint import_file_pkey PRIMARY KEY (id),
  constraint import_file_added_by_fkey FOREIGN KEY (added_by) REFERENCES app_user(id),
  constraint import_file_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint import_file_sheet_id_fkey FOREIGN KEY (sheet_id) REFERENCES import_sheet(id),
  constraint import_file_path_check CHECK (length(path) <= 300),
  constraint import_file_position_check CHECK ("position" >= 0),
  constraint import_file_size_bytes_check CHECK (size_bytes >= 0),
  constraint import_file_state CHECK ((state = 'ready'::text) = (file_id IS NOT NULL AND sha256 IS NOT NULL) AND (state = 'refused'::text) = (problem IS NOT NULL)),
  constraint import_file_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'ready'::text, 'refused'::text]))
);
CREATE INDEX import_file_added ON public.import_file USING btree (added_by);
CREATE INDEX import_file_sheet ON public.import_file USING btree (sheet_id, name);
alter table import_file enable row level security;
create policy accounts on import_file to app_accounts
  using (true)
  with check (true);
create policy import_file_scope on import_file
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant delete, insert, select on import_file to app_rw;
grant update (state, problem, file_id, sha256, pages) on import_file to app_rw;

-- onboarding/moving =====================================================================================================================================

-- Balances that a centre brings from an older system, in one mode; booked as journals when somebody else confirms them.
create table opening_sheet (
  id bigint not null generated by default as identity,
  no text not null,
  centre_id bigint not null,
  mode smallint not null,
  day date not null, -- day of the balances in the older system
  reason text not null,
  file_name text not null,
  file_id uuid not null,
  report_file_id uuid not null, -- closing report of the older system
  state text not null,
  row_count integer not null,
  faulty_count integer not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  prepared_by bigint not null,
  prepared_at timestamp with time zone not null,
  confirmed_by bigint,
  confirmed_at timestamp with time zone,
  undo_asked_by bigint,
  undo_asked_at timestamp with time zone,
  undone_by bigint,
  undone_at timestamp with time zone,
  ended_reason text not null default ''::text, -- why it was given up, or shall be taken back
  version integer not null default 1,
  hands bigint[] not null default '{}'::bigint[], -- every person who uploaded or replaced it: none of them confirms it
  constraint opening_sheet_pkey PRIMARY KEY (id),
  constraint opening_sheet_no_key UNIQUE (no),
  constraint opening_sheet_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint opening_sheet_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES app_user(id),
  constraint opening_sheet_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_file(id),
  constraint opening_sheet_prepared_by_fkey FOREIGN KEY (prepared_by) REFERENCES app_user(id),
  constraint opening_sheet_report_file_id_fkey FOREIGN KEY (report_file_id) REFERENCES stored_file(id),
  constraint opening_sheet_undo_asked_by_fkey FOREIGN KEY (undo_asked_by) REFERENCES app_user(id),
  constraint opening_sheet_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES app_user(id),
  constraint opening_sheet_adds_up CHECK ((state = ANY (ARRAY['draft'::text, 'cancelled'::text])) OR debit_fen = credit_fen AND faulty_count = 0 AND debit_fen > 0),
  constraint opening_sheet_confirmed CHECK ((state = ANY (ARRAY['booked'::text, 'undoing'::text, 'undone'::text])) = (confirmed_by IS NOT NULL AND confirmed_at IS NOT NULL)),
  constraint opening_sheet_credit_fen_check CHECK (credit_fen >= 0),
  constraint opening_sheet_debit_fen_check CHECK (debit_fen >= 0),
  constraint opening_sheet_ended_reason_check CHECK (length(ended_reason) <= 200),
  constraint opening_sheet_file_name_check CHECK (length(file_name) <= 200),
  constraint opening_sheet_four_eyes CHECK ((confirmed_by IS NULL OR (confirmed_by <> ALL (hands)) AND confirmed_by <> prepared_by) AND (undone_by IS NULL OR undone_by IS DISTINCT FROM undo_asked_by)),
  constraint opening_sheet_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint opening_sheet_reason_check CHECK (length(reason) >= 2 AND length(reason) <= 200),
  constraint opening_sheet_state_check CHECK (state = ANY (ARRAY['draft'::text, 'prepared'::text, 'booked'::text, 'undoing'::text, 'undone'::text, 'cancelled'::text])),
  constraint opening_sheet_undone CHECK ((state = 'undone'::text) = (undone_by IS NOT NULL AND undone_at IS NOT NULL))
);
CREATE INDEX opening_sheet_centre ON public.opening_sheet USING btree (centre_id, mode, id DESC);
CREATE INDEX opening_sheet_file ON public.opening_sheet USING btree (file_id);
alter table opening_sheet enable row level security;
create policy accounts on opening_sheet to app_accounts
  using (true)
  with check (true);
create policy opening_sheet_scope on opening_sheet
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
CREATE TRIGGER opening_sheet_by_other BEFORE UPDATE OF confirmed_by ON opening_sheet FOR EACH ROW WHEN (app.is_program() AND new.confirmed_by IS NOT NULL AND old.confirmed_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('confirmed_by', 'hands');
CREATE TRIGGER opening_sheet_hands BEFORE INSERT OR UPDATE OF file_id, prepared_by ON opening_sheet FOR EACH ROW EXECUTE FUNCTION app.keep_hands('{}', 'prepared_by');
CREATE TRIGGER opening_sheet_stands BEFORE UPDATE ON opening_sheet FOR EACH ROW WHEN ((old.state = ANY (ARRAY['booked'::text, 'undoing'::text, 'undone'::text, 'cancelled'::text])) AND (old.file_id IS DISTINCT FROM new.file_id OR old.row_count IS DISTINCT FROM new.row_count OR old.debit_fen IS DISTINCT FROM new.debit_fen OR old.credit_fen IS DISTINCT FROM new.credit_fen OR old.prepared_by IS DISTINCT FROM new.prepared_by)) EXECUTE FUNCTION app.guard_opening();
CREATE TRIGGER opening_sheet_undone_by_other BEFORE UPDATE OF undone_by ON opening_sheet FOR EACH ROW WHEN (app.is_program() AND new.undone_by IS NOT NULL AND old.undone_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('undone_by', 'undo_asked_by');
grant insert, select on opening_sheet to app_rw;
grant update (file_name, file_id, state, row_count, faulty_count, debit_fen, credit_fen, prepared_by, prepared_at, confirmed_by, confirmed_at, undo_asked_by, undo_asked_at, undone_by, undone_at, ended_reason, version) on opening_sheet to app_rw;

create function app.guard_opening()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'opening balances that were booked stay as they are' using errcode = 'integrity_constraint_violation';
end $function$;

-- A row of a sheet of opening balances, with what is wrong with it.
create table opening_row (
  id bigint not null generated by default as identity,
  opening_id bigint not null,
  centre_id bigint not null,
  seq integer not null,
  cells jsonb not null, -- as the sheet has them
  account text, -- kind of the account; null: none of that name
  unit_id bigint,
  debit_fen bigint not null,
  credit_fen bigint not null,
  issues jsonb not null,
  constraint opening_row_pkey PRIMARY KEY (id),
  constraint opening_row_opening_id_seq_key UNIQUE (opening_id, seq),
  constraint opening_row_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint opening_row_opening_id_fkey FOREIGN KEY (opening_id) REFERENCES opening_sheet(id),
  constraint opening_row_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint opening_row_credit_fen_check CHECK (credit_fen >= 0),
  constraint opening_row_debit_fen_check CHECK (debit_fen >= 0)
);
alter table opening_row enable row level security;
create policy accounts on opening_row to app_accounts
  using (true)
  with check (true);
create policy opening_row_scope on opening_row
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant delete, insert, select on opening_row to app_rw;

-- desk/dashboard ========================================================================================================================================

-- What a past month came to for those who see the same rows, counted once; forgotten when a payment of it comes back or is registered late.
create table paid_month (
  viewer text not null default app.viewer(), -- the scope of who looks
  mode smallint not null, -- 0: both modes
  month text not null,
  paid_fen bigint not null,
  payees integer not null,
  tax_fen bigint not null,
  constraint paid_month_pkey PRIMARY KEY (viewer, mode, month),
  constraint paid_month_month_check CHECK (month ~ '^\d{4}-\d{2}$'::text)
);
CREATE INDEX paid_month_month ON public.paid_month USING btree (month);
alter table paid_month enable row level security;
create policy accounts on paid_month to app_accounts
  using (true)
  with check (true);
create policy paid_month_scope on paid_month
  using ((viewer = ( SELECT app.viewer() AS viewer)));
grant insert, select on paid_month to app_rw;

create function app.viewer()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select concat_ws('|', current_setting('app.all', true), app.centre_ids(), app.unit_ids(), app.operator_id()) $function$;

-- desk/reports ==========================================================================================================================================

-- A month that is over and that report_day has.
create table report_month (
  month date not null,
  row_count integer not null,
  built_at timestamp with time zone not null,
  constraint report_month_pkey PRIMARY KEY (month),
  constraint report_month_row_count_check CHECK (row_count >= 0)
);
alter table report_month enable row level security;
create policy accounts on report_month to app_accounts
  using (true)
  with check (true);
create policy everybody on report_month to app_rw
  using (true)
  with check (true);
grant delete, insert, select on report_month to app_rw;
grant update (row_count) on report_month to app_rw;

-- What moved on a day in a month that is over, by place, unit and partner; a copy of the lines.
create table report_day (
  id bigint not null generated always as identity,
  month date not null,
  kind text not null,
  centre_id bigint not null,
  mode smallint not null,
  unit_id bigint not null,
  partner_id bigint, -- whom the unit was assigned to when the batch was paid; null: nobody
  booked_on date not null, -- day in the books: of success, of return, of failure
  arrived_on date not null, -- day of the bank for what was paid; else as booked_on
  submitted_on date not null, -- day on which the batch was submitted, for what was paid or failed; else as booked_on
  line_count integer not null,
  gross_fen bigint not null,
  vat_fen bigint not null,
  surcharge_fen bigint not null,
  iit_fen bigint not null,
  fee_fen bigint not null,
  sales_net_fen bigint not null, -- sales without VAT, rounded line by line
  net_fen bigint not null,
  cost_fen bigint not null,
  platform_fen bigint not null, -- parts of the fee: of the platform, and below of the centre, the partner and staff
  centre_fen bigint not null,
  partner_fen bigint not null,
  staff_fen bigint not null,
  sales_fen bigint not null, -- what the centre sold: mode 2 the whole price, mode 1 the service fee, VAT included
  city_fen bigint not null,
  education_fen bigint not null,
  local_education_fen bigint not null,
  constraint report_day_pkey PRIMARY KEY (id),
  constraint report_day_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint report_day_month_fkey FOREIGN KEY (month) REFERENCES report_month(month) ON DELETE CASCADE,
  constraint report_day_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  constraint report_day_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint report_day_kind_check CHECK (kind = ANY (ARRAY['paid'::text, 'returned'::text, 'failed'::text])),
  constraint report_day_line_count_check CHECK (line_count > 0),
  constraint report_day_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint report_day_surcharges CHECK (surcharge_fen = (city_fen + education_fen + local_education_fen))
);
CREATE INDEX report_day_arrived ON public.report_day USING btree (centre_id, mode, arrived_on);
CREATE INDEX report_day_booked ON public.report_day USING btree (centre_id, mode, booked_on);
CREATE INDEX report_day_month ON public.report_day USING btree (month);
CREATE INDEX report_day_partner ON public.report_day USING btree (partner_id, booked_on) WHERE (partner_id IS NOT NULL);
CREATE INDEX report_day_submitted ON public.report_day USING btree (centre_id, mode, submitted_on);
CREATE INDEX report_day_unit ON public.report_day USING btree (unit_id, booked_on);
alter table report_day enable row level security;
create policy accounts on report_day to app_accounts
  using (true)
  with check (true);
create policy report_day_scope on report_day
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[])) OR (partner_id = ( SELECT app.partner_id() AS partner_id))));
grant delete, insert, select on report_day to app_rw;

-- How many people were paid at a place in a month that is over, by the day in the books: in all, by unit, and by day; a copy of the lines.
create table report_people (
  id bigint not null generated always as identity,
  month date not null,
  centre_id bigint not null,
  mode smallint not null,
  unit_id bigint, -- null: by all units of the place
  day date, -- null: in the whole month
  people integer not null,
  constraint report_people_pkey PRIMARY KEY (id),
  constraint report_people_month_centre_id_mode_unit_id_day_key UNIQUE NULLS NOT DISTINCT (month, centre_id, mode, unit_id, day),
  constraint report_people_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint report_people_month_fkey FOREIGN KEY (month) REFERENCES report_month(month) ON DELETE CASCADE,
  constraint report_people_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint report_people_check CHECK (unit_id IS NULL OR day IS NULL),
  constraint report_people_mode_check CHECK (mode = ANY (ARRAY[1, 2])),
  constraint report_people_people_check CHECK (people > 0)
);
alter table report_people enable row level security;
create policy accounts on report_people to app_accounts
  using (true)
  with check (true);
create policy report_people_scope on report_people
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
grant delete, insert, select on report_people to app_rw;

-- What channels charge for what moved on a day in a month that is over, by place, unit and partner; a copy of the lines of their files.
create table report_fee_day (
  id bigint not null generated always as identity,
  month date not null,
  kind text not null,
  centre_id bigint not null,
  mode smallint not null,
  unit_id bigint not null,
  partner_id bigint,
  booked_on date not null,
  arrived_on date not null,
  submitted_on date not null,
  fee_count integer not null, -- payments or returns whose fee a file told
  fee_fen bigint not null,
  constraint report_fee_day_pkey PRIMARY KEY (id),
  constraint report_fee_day_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint report_fee_day_month_fkey FOREIGN KEY (month) REFERENCES report_month(month) ON DELETE CASCADE,
  constraint report_fee_day_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  constraint report_fee_day_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES unit(id),
  constraint report_fee_day_fee_count_check CHECK (fee_count > 0),
  constraint report_fee_day_kind_check CHECK (kind = ANY (ARRAY['paid'::text, 'returned'::text])),
  constraint report_fee_day_mode_check CHECK (mode = ANY (ARRAY[1, 2]))
);
CREATE INDEX report_fee_day_arrived ON public.report_fee_day USING btree (centre_id, mode, arrived_on);
CREATE INDEX report_fee_day_booked ON public.report_fee_day USING btree (centre_id, mode, booked_on);
CREATE INDEX report_fee_day_month ON public.report_fee_day USING btree (month);
CREATE INDEX report_fee_day_submitted ON public.report_fee_day USING btree (centre_id, mode, submitted_on);
CREATE INDEX report_fee_day_unit ON public.report_fee_day USING btree (unit_id, booked_on);
alter table report_fee_day enable row level security;
create policy accounts on report_fee_day to app_accounts
  using (true)
  with check (true);
create policy report_fee_day_scope on report_fee_day
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant delete, insert, select on report_fee_day to app_rw;

-- A file of a channel whose fees report_fee_day has, as far as its payments are of months that are over.
create table report_fee_file (
  recon_file_id bigint not null,
  summed_at timestamp with time zone not null,
  constraint report_fee_file_pkey PRIMARY KEY (recon_file_id),
  constraint report_fee_file_recon_file_id_fkey FOREIGN KEY (recon_file_id) REFERENCES recon_file(id)
);
alter table report_fee_file enable row level security;
create policy accounts on report_fee_file to app_accounts
  using (true)
  with check (true);
create policy everybody on report_fee_file to app_rw
  using (true)
  with check (true);
grant insert, select on report_fee_file to app_rw;

-- desk/profile ==========================================================================================================================================

-- Somebody wants another mobile number for the own account and proves it by two codes.
create table mobile_ask (
  id uuid not null,
  user_id bigint not null,
  mobile_sealed text not null,
  old_mobile_sealed text not null, -- empty when none was known
  language text not null,
  code_hash text,
  old_code_hash text,
  tries smallint not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  purpose text not null default 'mobile'::text,
  constraint mobile_ask_pkey PRIMARY KEY (id),
  constraint mobile_ask_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint mobile_ask_purpose_check CHECK (purpose = ANY (ARRAY['mobile'::text, 'closing'::text, 'proof'::text]))
);
CREATE INDEX mobile_ask_age ON public.mobile_ask USING btree (created_at);
CREATE INDEX mobile_ask_user ON public.mobile_ask USING btree (user_id) WHERE (ended_at IS NULL);
alter table mobile_ask enable row level security;
create policy accounts on mobile_ask to app_accounts
  using (true)
  with check (true);
grant delete, insert, select, update on mobile_ask to app_accounts;

-- desk/closings =========================================================================================================================================

-- A request of an operator to close the account.
create table account_closing (
  id bigint not null generated always as identity,
  operator_id bigint not null,
  user_id bigint not null,
  centre_id bigint not null, -- centre of the operator, which decides
  state text not null default 'open'::text,
  reason text not null default ''::text,
  language text not null, -- the asker's, for the last message
  created_at timestamp with time zone not null,
  due_on date not null, -- last day for the decision
  resolution text not null default ''::text,
  decided_by bigint,
  decided_at timestamp with time zone,
  constraint account_closing_pkey PRIMARY KEY (id),
  constraint account_closing_centre_id_fkey FOREIGN KEY (centre_id) REFERENCES centre(id),
  constraint account_closing_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint account_closing_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  constraint account_closing_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint account_closing_check CHECK ((state = 'open'::text) = (decided_at IS NULL)),
  constraint account_closing_check1 CHECK ((state <> ALL (ARRAY['refused'::text, 'closed'::text])) OR decided_by <> user_id),
  constraint account_closing_check2 CHECK (state <> 'refused'::text OR resolution <> ''::text),
  constraint account_closing_reason_check CHECK (length(reason) <= 200),
  constraint account_closing_resolution_check CHECK (length(resolution) <= 200),
  constraint account_closing_state_check CHECK (state = ANY (ARRAY['open'::text, 'withdrawn'::text, 'refused'::text, 'closed'::text]))
);
CREATE INDEX account_closing_first ON public.account_closing USING btree (centre_id, ((state = 'open'::text)) DESC, id DESC);
CREATE INDEX account_closing_list ON public.account_closing USING btree (centre_id, state, id DESC);
CREATE UNIQUE INDEX account_closing_one_open ON public.account_closing USING btree (operator_id) WHERE (state = 'open'::text);
CREATE INDEX account_closing_operator ON public.account_closing USING btree (operator_id, id DESC);
alter table account_closing enable row level security;
create policy account_closing_scope on account_closing
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (operator_id = ( SELECT app.operator_id() AS operator_id))));
create policy accounts on account_closing to app_accounts
  using (true)
  with check (true);
CREATE TRIGGER closing_tells AFTER INSERT OR UPDATE ON account_closing FOR EACH ROW EXECUTE FUNCTION app.tell_centre('candidates');
grant insert on account_closing to app_accounts;
grant select on account_closing to app_rw;
grant update (state, resolution, decided_by, decided_at) on account_closing to app_accounts;

-- desk/audit ============================================================================================================================================

-- Something that somebody did or was refused; each row carries the digest of the one before it. Only app.audit_append adds.
create table audit_log (
  chain bigint not null, -- centre; 0: the platform
  seq bigint not null,
  at timestamp with time zone not null,
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
  hash bytea not null, -- digest of previous and all other columns
  agent text, -- program of the person; null in rows from before it was kept
  id bigint not null generated always as identity,
  constraint audit_log_pkey PRIMARY KEY (chain, seq)
);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, at DESC, id DESC);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_centre ON public.audit_log USING btree (centre_id, at DESC, id DESC);
CREATE UNIQUE INDEX audit_log_id ON public.audit_log USING btree (id);
CREATE INDEX audit_log_ip ON public.audit_log USING btree (ip, at DESC, id DESC);
CREATE INDEX audit_log_module ON public.audit_log USING btree (split_part(action, '.'::text, 1), at DESC, id DESC);
CREATE INDEX audit_log_no ON public.audit_log USING btree (((detail ->> 'no'::text))) WHERE ((detail ->> 'no'::text) IS NOT NULL);
CREATE INDEX audit_log_of_unit ON public.audit_log USING btree (unit_id, at DESC, id DESC) WHERE (action ~~ 'units.%'::text);
CREATE INDEX audit_log_ref ON public.audit_log USING btree (ref_id, ref_type, at);
CREATE INDEX audit_log_refused ON public.audit_log USING btree (at DESC, id DESC) WHERE (outcome <> 'done'::text);
CREATE INDEX audit_log_request ON public.audit_log USING btree (request_id);
CREATE INDEX audit_log_unit ON public.audit_log USING btree (unit_id, at DESC, id DESC);
CREATE INDEX audit_log_user ON public.audit_log USING btree (user_id, at DESC, id DESC);
alter table audit_log enable row level security;
create policy accounts on audit_log to app_accounts
  using (true)
  with check (true);
create policy audit_log_scope on audit_log for select
  using ((( SELECT app.sees_all() AS sees_all) OR (centre_id = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[])) OR (unit_id = ANY (( SELECT app.unit_ids() AS unit_ids)::bigint[]))));
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant select on audit_log to app_rw;

create function app.audit_of_no(no text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
  select id from audit_log where detail ->> 'no' = audit_of_no.no
$function$;
revoke execute on function app.audit_of_no(text) from public;
grant execute on function app.audit_of_no(text) to app_rw;

-- The last row of each chain of the log.
create table audit_chain (
  chain bigint not null,
  seq bigint not null,
  hash bytea not null,
  constraint audit_chain_pkey PRIMARY KEY (chain)
);

create function app.audit_append(entry jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
end $function$;

create function app.audit_digest(entry audit_log)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sha256(entry.previous || convert_to(concat_ws(chr(31), entry.chain, entry.seq,
    (extract(epoch from entry.at) * 1000000)::bigint, entry.request_id, entry.user_id, entry.usertype,
    coalesce(entry.centre_id::text, '-'), coalesce(entry.unit_id::text, '-'), coalesce(entry.mode::text, '-'), entry.ip, entry.action,
    coalesce(entry.ref_type, '-'), coalesce(entry.ref_id, '-'), entry.outcome, entry.detail::text, entry.agent), 'UTF8'))
$function$;

create function app.audit_heads()
 RETURNS TABLE(chain bigint, seq bigint, hash bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$ select chain, seq, hash from audit_chain where app.sees_all() or chain = any (app.centre_ids()) $function$;

-- Where all chains stood at a moment, signed by a key that is not in the database. Only ever added.
create table audit_signature (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  statement text not null,
  previous text not null, -- digest of the statement before it
  digest text not null,
  signer text not null,
  signature text not null,
  constraint audit_signature_pkey PRIMARY KEY (id),
  constraint audit_signature_digest_key UNIQUE (digest),
  constraint audit_signature_previous_key UNIQUE (previous)
);
alter table audit_signature enable row level security;
create policy accounts on audit_signature to app_accounts
  using (true)
  with check (true);
create policy audit_signature_scope on audit_signature
  using (( SELECT app.sees_all() AS sees_all));
CREATE TRIGGER audit_signature_append_only BEFORE DELETE OR UPDATE ON audit_signature FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER audit_signature_no_truncate BEFORE TRUNCATE ON audit_signature FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
grant insert, select on audit_signature to app_rw;

-- A verification of the log that somebody asked for, and what it found.
create table audit_verification (
  id bigint not null generated always as identity,
  task_id bigint not null,
  chain bigint, -- null: every chain
  from_day date,
  to_day date,
  state text not null,
  checked_count bigint not null default 0,
  total_count bigint not null default 0,
  broken jsonb, -- first place that does not fit
  asked_by bigint not null,
  asked_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint audit_verification_pkey PRIMARY KEY (id),
  constraint audit_verification_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES app_user(id),
  constraint audit_verification_task_id_fkey FOREIGN KEY (task_id) REFERENCES task(id),
  constraint audit_verification_state_check CHECK (state = ANY (ARRAY['running'::text, 'intact'::text, 'broken'::text, 'failed'::text]))
);
CREATE INDEX audit_verification_chain ON public.audit_verification USING btree (chain, id DESC);
alter table audit_verification enable row level security;
create policy accounts on audit_verification to app_accounts
  using (true)
  with check (true);
create policy audit_verification_scope on audit_verification
  using ((( SELECT app.sees_all() AS sees_all) OR (chain = ANY (( SELECT app.centre_ids() AS centre_ids)::bigint[]))));
grant insert, select, update on audit_verification to app_rw;

-- desk/gateways =========================================================================================================================================

-- How a service of others is reached: one row a service, for the whole platform.
create table gateway (
  service text not null,
  kind text not null,
  settings_sealed text not null, -- Address, key, prices and limits as one sealed text; which there are is domain/gateway.ts.
  is_active boolean not null,
  version integer not null default 1,
  set_by bigint not null,
  set_at timestamp with time zone not null,
  tested_at timestamp with time zone,
  test_result text, -- What was wrong at the last test; empty where the gateway answered as agreed.
  id bigint not null generated by default as identity,
  constraint gateway_pkey PRIMARY KEY (service),
  constraint gateway_id_key UNIQUE (id),
  constraint gateway_set_by_fkey FOREIGN KEY (set_by) REFERENCES app_user(id),
  constraint gateway_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'::text),
  constraint gateway_service_check CHECK (service = ANY (ARRAY['sms'::text, 'identity'::text, 'face'::text, 'register'::text]))
);
alter table gateway enable row level security;
create policy accounts on gateway to app_accounts
  using (true)
  with check (true);
create policy gateway_scope on gateway
  using (( SELECT app.sees_all() AS sees_all));
CREATE TRIGGER gateway_begins BEFORE INSERT ON gateway FOR EACH ROW WHEN (new.is_active AND app.is_program()) EXECUTE FUNCTION app.begins_out_of_use();
CREATE TRIGGER gateway_changed AFTER INSERT OR DELETE OR UPDATE ON gateway FOR EACH STATEMENT EXECUTE FUNCTION app.tell_gateways();
CREATE TRIGGER gateway_guarded BEFORE UPDATE ON gateway FOR EACH ROW WHEN (app.is_program() AND (old.kind IS DISTINCT FROM new.kind OR old.settings_sealed IS DISTINCT FROM new.settings_sealed OR new.is_active AND NOT old.is_active)) EXECUTE FUNCTION app.expect_approved_change('gateway', 'kind', 'settings_sealed', 'is_active');
grant insert, select on gateway to app_rw;
grant update (kind, settings_sealed, is_active, version, set_by, set_at, tested_at, test_result) on gateway to app_rw;

create function app.tell_gateways()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform pg_notify('gateways', ''); return null; end $function$;

-- Under which number a text message is registered with the gateway, by what it says.
create table gateway_template (
  kind text not null,
  template text not null,
  set_by bigint not null,
  set_at timestamp with time zone not null,
  constraint gateway_template_pkey PRIMARY KEY (kind),
  constraint gateway_template_set_by_fkey FOREIGN KEY (set_by) REFERENCES app_user(id),
  constraint gateway_template_kind_check CHECK (kind ~ '^[A-Za-z.]{1,60}$'::text),
  constraint gateway_template_template_check CHECK (length(template) >= 1 AND length(template) <= 64)
);
alter table gateway_template enable row level security;
create policy accounts on gateway_template to app_accounts
  using (true)
  with check (true);
create policy gateway_template_scope on gateway_template
  using (( SELECT app.sees_all() AS sees_all));
grant delete, insert, select on gateway_template to app_rw;
grant update (template, set_by, set_at) on gateway_template to app_rw;

-- Each question to a provider: for whom by reference, what came of it and what it cost. No answer is kept with a number in it.
create table gateway_call (
  id bigint not null generated always as identity,
  service text not null,
  what text not null,
  provider text not null,
  at timestamp with time zone not null,
  ref text not null default ''::text,
  subject_index text not null default ''::text, -- Blind index of the card that was asked about: one card is asked about a few times a day at most.
  question text not null default ''::text, -- Keyed digest of the whole question: the same one is answered for a day from here, and not paid for again.
  result text not null, -- asked until an answer came; a result, or noAnswer.
  cost_fen bigint not null default 0,
  took_ms integer,
  constraint gateway_call_pkey PRIMARY KEY (id),
  constraint gateway_call_cost_fen_check CHECK (cost_fen >= 0),
  constraint gateway_call_ref_check CHECK (length(ref) <= 60),
  constraint gateway_call_what_check CHECK (what = ANY (ARRAY['id2'::text, 'card3'::text, 'card4'::text, 'face'::text, 'company'::text]))
);
CREATE INDEX gateway_call_age ON public.gateway_call USING btree (at);
CREATE INDEX gateway_call_day ON public.gateway_call USING btree (service, at);
CREATE INDEX gateway_call_list ON public.gateway_call USING btree (service, id);
CREATE INDEX gateway_call_question ON public.gateway_call USING btree (question, at) WHERE (question <> ''::text);
CREATE INDEX gateway_call_subject ON public.gateway_call USING btree (subject_index, at) WHERE (subject_index <> ''::text);
alter table gateway_call enable row level security;
create policy accounts on gateway_call to app_accounts
  using (true)
  with check (true);
create policy gateway_call_scope on gateway_call
  using (( SELECT app.sees_all() AS sees_all));
grant select on gateway_call to app_rw;

-- Each text message that was handed to a gateway, and how it stands. Its words are not kept: they carry codes.
create table text_message (
  id bigint not null generated always as identity,
  message_no uuid not null,
  kind text not null,
  about text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  digest text not null, -- Keyed digest of number, subject and words; finds a message that is tried again, and tells nothing of it.
  provider text not null,
  provider_ref text not null default ''::text,
  state text not null,
  reason text not null default ''::text,
  tries integer not null default 0,
  cost_fen bigint not null default 0,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  reported_at timestamp with time zone,
  constraint text_message_pkey PRIMARY KEY (id),
  constraint text_message_message_no_key UNIQUE (message_no),
  constraint text_message_cost_fen_check CHECK (cost_fen >= 0),
  constraint text_message_kind_check CHECK (length(kind) >= 1 AND length(kind) <= 60),
  constraint text_message_state_check CHECK (state = ANY (ARRAY['queued'::text, 'sent'::text, 'delivered'::text, 'failed'::text]))
);
CREATE INDEX text_message_age ON public.text_message USING btree (created_at);
CREATE INDEX text_message_digest ON public.text_message USING btree (digest, created_at);
CREATE INDEX text_message_kind ON public.text_message USING btree (kind, id);
CREATE INDEX text_message_number ON public.text_message USING btree (mobile_index, id);
CREATE INDEX text_message_state ON public.text_message USING btree (state, id);
alter table text_message enable row level security;
create policy accounts on text_message to app_accounts
  using (true)
  with check (true);
create policy text_message_scope on text_message
  using (( SELECT app.sees_all() AS sees_all));
grant select on text_message to app_rw;

-- desk/integrity ========================================================================================================================================

-- A check of the books, by itself or because somebody asked.
create table integrity_run (
  id bigint not null generated always as identity,
  kind text not null, -- recent: what came since the last; whole: everything
  due_at timestamp with time zone, -- hour or night it belongs to, so that one of several servers makes it; null: somebody asked
  asked_by bigint,
  state text not null, -- unchecked: a check could not be made
  journal_id bigint not null default 0, -- newest journal when it began
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint integrity_run_pkey PRIMARY KEY (id),
  constraint integrity_run_kind_due_at_key UNIQUE (kind, due_at),
  constraint integrity_run_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES app_user(id),
  constraint integrity_run_kind_check CHECK (kind = ANY (ARRAY['recent'::text, 'whole'::text])),
  constraint integrity_run_state_check CHECK (state = ANY (ARRAY['asked'::text, 'running'::text, 'holds'::text, 'broken'::text, 'unchecked'::text, 'failed'::text]))
);
alter table integrity_run enable row level security;
create policy accounts on integrity_run to app_accounts
  using (true)
  with check (true);
create policy integrity_run_scope on integrity_run
  using (( SELECT app.sees_all() AS sees_all));
grant delete, insert, select, update on integrity_run to app_rw;

-- What one check of a run found.
create table integrity_finding (
  run_id bigint not null,
  name text not null,
  result text not null,
  offenders text[] not null default '{}'::text[], -- what breaks it
  milliseconds integer not null,
  constraint integrity_finding_pkey PRIMARY KEY (run_id, name),
  constraint integrity_finding_run_id_fkey FOREIGN KEY (run_id) REFERENCES integrity_run(id) ON DELETE CASCADE,
  constraint integrity_finding_result_check CHECK (result = ANY (ARRAY['holds'::text, 'broken'::text, 'unchecked'::text]))
);
alter table integrity_finding enable row level security;
create policy accounts on integrity_finding to app_accounts
  using (true)
  with check (true);
create policy integrity_finding_scope on integrity_finding
  using (( SELECT app.sees_all() AS sees_all));
grant delete, insert, select, update on integrity_finding to app_rw;

-- Nothing is paid out since a check found the books broken; one administrator asks to go on, another releases.
create table payout_stop (
  id bigint not null generated always as identity,
  run_id bigint not null,
  broken text[] not null, -- checks that failed
  stopped_at timestamp with time zone not null,
  asked_by bigint,
  asked_at timestamp with time zone,
  reason text,
  released_by bigint,
  released_at timestamp with time zone,
  constraint payout_stop_pkey PRIMARY KEY (id),
  constraint payout_stop_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES app_user(id),
  constraint payout_stop_released_by_fkey FOREIGN KEY (released_by) REFERENCES app_user(id),
  constraint payout_stop_run_id_fkey FOREIGN KEY (run_id) REFERENCES integrity_run(id),
  constraint payout_stop_broken_check CHECK (cardinality(broken) > 0),
  constraint payout_stop_check CHECK ((asked_by IS NULL) = (asked_at IS NULL) AND (asked_by IS NULL) = (reason IS NULL)),
  constraint payout_stop_check1 CHECK ((released_by IS NULL) = (released_at IS NULL)),
  constraint payout_stop_check2 CHECK (released_by IS NULL OR asked_by IS NOT NULL AND released_by <> asked_by)
);
CREATE UNIQUE INDEX payout_stop_one ON public.payout_stop USING btree ((true)) WHERE (released_at IS NULL);
alter table payout_stop enable row level security;
create policy accounts on payout_stop to app_accounts
  using (true)
  with check (true);
create policy payout_stop_scope on payout_stop
  using (( SELECT app.sees_all() AS sees_all));
CREATE TRIGGER payout_stop_by_other BEFORE UPDATE OF released_by ON payout_stop FOR EACH ROW WHEN (app.is_program() AND new.released_by IS NOT NULL AND old.released_by IS NULL) EXECUTE FUNCTION app.expect_other_hand('released_by', 'asked_by');
CREATE TRIGGER payout_stop_ended BEFORE UPDATE ON payout_stop FOR EACH ROW WHEN (old.released_at IS NOT NULL) EXECUTE FUNCTION app.refuse_change();
CREATE TRIGGER payout_stop_stays BEFORE DELETE ON payout_stop FOR EACH ROW EXECUTE FUNCTION app.refuse_change();
grant insert, select, update on payout_stop to app_rw;

create function app.all_payouts_stopped()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$ select exists (select from payout_stop where released_at is null) $function$;
revoke execute on function app.all_payouts_stopped() from public;
grant execute on function app.all_payouts_stopped() to app_rw;
