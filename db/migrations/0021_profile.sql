-- The second factor of an account, its recovery codes, and the ticket between the two steps of a sign-in. Like passwords and sessions they are worked on by
-- the owner of the database alone.

alter table app_user add column password_changed_at timestamptz, add column payment_password_changed_at timestamptz;

create table second_factor (
  user_id bigint primary key references app_user,
  -- sealed: unreadable without the key of the server
  secret text not null,
  -- null while it is being set up
  confirmed_at timestamptz,
  -- the latest time step that was accepted: neither it nor an earlier one opens anything again
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table recovery_code (
  user_id bigint not null references second_factor on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table login_ticket (
  token_hash bytea primary key,
  user_id bigint not null references app_user,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_ticket_user on login_ticket (user_id);
create index login_ticket_age on login_ticket (expires_at);
