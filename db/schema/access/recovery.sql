-- Reset of forgotten passwords.

-- A request for a new password. A request without a matching account is stored too, so that answers reveal nothing.
create table recovery_ask (
  id uuid primary key,
  user_id bigint references app_user, -- null: no open account has this name and contact
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
create index recovery_ask_age on recovery_ask (created_at);
create index recovery_ask_user on recovery_ask (user_id) where ended_at is null;
alter table recovery_ask enable row level security;
grant select, insert, update, delete on recovery_ask to app_accounts;

-- A ticket that allows choosing a new password once.
create table recovery_ticket (
  token_hash bytea primary key,
  user_id bigint not null references app_user,
  ask_id uuid not null references recovery_ask on delete cascade,
  password_was bytea not null, -- digest of the forgotten password; the ticket is void once the password differs
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index recovery_ticket_ask on recovery_ticket (ask_id);
create index recovery_ticket_user on recovery_ticket (user_id) where used_at is null;
alter table recovery_ticket enable row level security;
grant select, insert, update, delete on recovery_ticket to app_accounts;
