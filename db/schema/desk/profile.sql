-- Codes with which users confirm changes to their own accounts.

-- A user's request that codes confirm: a new mobile number, closing the account, or the first payment password.
create table mobile_ask (
  id uuid primary key,
  user_id bigint not null references app_user,
  mobile_sealed text not null,
  old_mobile_sealed text not null, -- empty: the account had no number
  language text not null,
  code_hash text,
  old_code_hash text,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  purpose text not null default 'mobile' check (purpose in ('mobile', 'closing', 'proof'))
);
create index mobile_ask_age on mobile_ask (created_at);
create index mobile_ask_user on mobile_ask (user_id) where ended_at is null;
alter table mobile_ask enable row level security;
grant select, insert, update, delete on mobile_ask to app_accounts;
