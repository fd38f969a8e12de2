-- Sessions, idempotency, throttles, counters, keys and long tasks.

-- A sign-in of an account on one device, from its beginning to its end.
create table session (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  token_hash bytea not null unique,
  ip text not null,
  agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null, -- time of the last request; an idle session ends
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- logout, password (changed), elsewhere (signed in on another device) or disabled (account)
  revoked_for text check (revoked_for in ('logout', 'password', 'elsewhere', 'disabled')),
  proved_at timestamptz, -- when the user last entered the login password again
  language text not null default 'zh' check (language in ('zh', 'en', 'es', 'ja')),
  -- when the user last presented a second factor, or a code sent to the user's phone, besides the login password
  factor_proved_at timestamptz,
  -- hash of the token before the user last entered the password again; pending requests may use that token until
  -- former_until
  former_hash bytea,
  former_until timestamptz
);
create index session_age on session (least(revoked_at, expires_at));
create index session_former on session (former_hash) where former_hash is not null;
create index session_of_user on session (user_id) where revoked_at is null;
alter table session enable row level security;
create trigger session_tells after update of revoked_for on session for each row
  when (old.revoked_for is distinct from new.revoked_for)
  execute function app.tell_user('sessions');
grant select, insert, update, delete on session to app_accounts;

-- A write request with the caller's key. The same request under the same key receives the same answer.
create table idempotency (
  user_id bigint,
  operation text,
  key text,
  request_hash bytea not null, -- digest of the input; a different input under the same key is refused
  created_at timestamptz not null,
  answer_sealed text,
  primary key (user_id, operation, key)
);
create index idempotency_age on idempotency (created_at);
alter table idempotency enable row level security;
create policy idempotency_scope on idempotency using (user_id = (select app.user_id()));
grant select, insert, update (answer_sealed) on idempotency to app_rw;

-- Number of attempts of a subject, such as an address or an account, within its window.
create table throttle (
  subject text primary key,
  failures smallint not null,
  since timestamptz not null, -- beginning of the window
  blocked_until timestamptz
);
create index throttle_age on throttle (greatest(since, blocked_until));
alter table throttle enable row level security;
grant select, insert, update, delete on throttle to app_accounts;

-- The last value of a counter: a number series of a day and centre, or the clock of a demo.
create table counter (
  name text primary key,
  value bigint not null
);
grant select, insert, update on counter to app_rw;

-- The id of a key that encrypts or indexes sealed columns. The key itself is not in the database.
create table vault_key (
  id text,
  kind text check (kind in ('sealing', 'index')),
  since timestamptz not null,
  primary key (kind, id)
);

-- A user's long task in a job: an export, an archive, or a bulk operation.
create table task (
  id bigint generated always as identity primary key,
  kind text not null,
  title text not null,
  user_id bigint not null references app_user,
  centre_id bigint references centre,
  unit_id bigint references unit,
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  done_count integer not null default 0,
  total_count integer not null default 0,
  file_id uuid references stored_file on delete set null,
  message text not null default '', -- why the task failed
  created_at timestamptz not null,
  finished_at timestamptz
);
create index task_age on task (finished_at);
create index task_file on task (file_id) where file_id is not null;
create index task_user on task (user_id, id desc);
alter table task enable row level security;
create policy task_scope on task using ((select app.sees_all()) or user_id = (select app.user_id()));
create trigger task_tells after insert or update on task for each row execute function app.tell_user('tasks');
grant select, insert, update on task to app_rw;

create function app.session_proved_at(session_id bigint) returns timestamptz
  language sql stable security definer set search_path = public, app, pg_temp
  as $$ select proved_at from session where id = session_id $$;
revoke execute on function app.session_proved_at from public;
grant execute on function app.session_proved_at to app_rw;

-- Records an attempt at a login password. All checks of this password share the counter.
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
revoke execute on function app.login_tried from public;
grant execute on function app.login_tried to app_rw;
