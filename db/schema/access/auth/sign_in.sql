-- Tickets and addresses of the sign-in.

-- A ticket for the second step of a sign-in, issued after a correct password.
create table login_ticket (
  token_hash bytea primary key,
  user_id bigint not null references app_user,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_ticket_age on login_ticket (expires_at);
create index login_ticket_user on login_ticket (user_id);
alter table login_ticket enable row level security;
grant select, insert, update, delete on login_ticket to app_accounts;

-- A network address from which an account signed in. Wrong passwords from other addresses do not lock the account
-- there.
create table login_address (
  user_id bigint references app_user on delete cascade,
  address text,
  seen_at timestamptz not null,
  failures smallint not null default 0,
  failed_at timestamptz,
  locked_until timestamptz,
  primary key (user_id, address)
);
alter table login_address enable row level security;
grant select, insert, update, delete on login_address to app_accounts;

-- Returns the login hash and the counter of failures. A separate statement locks the row before the counter is read, so
-- that concurrent guesses are counted one by one.
create function app.login_secret(since timestamptz) returns table(hash text, failures smallint)
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform 1 from app_user where id = app.user_id() for no key update;
  return query select app_user.password_hash,
      coalesce((select throttle.failures from throttle where subject = 'password:' || app.user_id() and throttle.since >= login_secret.since), 0::smallint)
    from app_user where app_user.id = app.user_id();
end $$;
revoke execute on function app.login_secret from public;
grant execute on function app.login_secret to app_rw;

-- Removes the locks of an account at known addresses when the account is unlocked.
create function app.open_login_addresses() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update login_address set failures = 0, failed_at = null, locked_until = null where user_id = new.id and failures > 0;
  return null;
end $$;
