-- Where an account can be written to.
alter table app_user add column if not exists mobile text;
alter table app_user add column if not exists email text;

-- Somebody asked for a new password. Whether account and contact fit together is told by user_id alone, and to nobody.
create table recovery_ask (
  id uuid primary key,
  user_id bigint references app_user,
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
create index recovery_ask_user on recovery_ask (user_id) where ended_at is null;
create index recovery_ask_age on recovery_ask (created_at);

-- The right to choose a new password, once. password_was ties it to the password that was forgotten: any other change of it ends the ticket.
create table recovery_ticket (
  token_hash bytea primary key,
  user_id bigint not null references app_user,
  ask_id uuid not null references recovery_ask on delete cascade,
  password_was bytea not null,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index recovery_ticket_ask on recovery_ticket (ask_id);
create index recovery_ticket_user on recovery_ticket (user_id) where used_at is null;

-- What the sandbox of the demo would have sent.
create table outbox (
  id bigint generated always as identity primary key,
  way text not null check (way in ('mail', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  about text not null,
  sent_at timestamptz not null
);
create index outbox_about on outbox (about);
grant select on outbox to app_rw;
alter table outbox enable row level security;
create policy outbox_scope on outbox for select using ((select app.sees_all()));
