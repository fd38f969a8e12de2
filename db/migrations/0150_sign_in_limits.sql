-- Failed sign-ins fade, so that a lock ends for good: when the last one was.
alter table app_user add column failed_at timestamptz;

-- Where an account was signed in before: strangers who guess do not lock its owner out there. Seen by the owner of the database alone, as sessions are.
create table login_address (
  user_id bigint not null references app_user on delete cascade,
  address text not null,
  seen_at timestamptz not null,
  failures smallint not null default 0,
  failed_at timestamptz,
  locked_until timestamptz,
  primary key (user_id, address)
);

-- Whoever opens the lock of an account opens it at the known addresses too.
create function app.open_login_addresses() returns trigger
  language plpgsql security definer set search_path to 'public', 'app'
as $$
begin
  update login_address set failures = 0, failed_at = null, locked_until = null where user_id = new.id and failures > 0;
  return null;
end $$;
create trigger app_user_opens after update of failed_logins on app_user
  for each row when (new.failed_logins = 0 and new.locked_until is null) execute function app.open_login_addresses();

-- Guesses at once are counted one by one: the lock comes before the look at what was counted, in a statement of its own.
create or replace function app.login_secret(since timestamptz) returns table (hash text, failures smallint)
  language plpgsql security definer set search_path to 'public', 'app'
as $$
begin
  perform 1 from app_user where id = app.user_id() for update;
  return query select app_user.password_hash,
      coalesce((select throttle.failures from throttle where subject = 'password:' || app.user_id() and throttle.since >= login_secret.since), 0::smallint)
    from app_user where app_user.id = app.user_id();
end $$;

-- A link ends with the session that it was made in; null for signers, who have none.
alter table file_link add column session_id bigint references session on delete cascade;
create index file_link_of_session on file_link (session_id);
