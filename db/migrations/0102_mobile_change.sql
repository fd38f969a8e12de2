-- Somebody wants another mobile number for the own account. Both codes are made with their messages and only their hashes are kept. Like passwords and sessions
-- it is worked on by the owner of the database alone.
create table mobile_ask (
  id uuid primary key,
  user_id bigint not null references app_user,
  mobile_sealed text not null,
  -- empty when none was known
  old_mobile_sealed text not null,
  language text not null,
  code_hash text,
  old_code_hash text,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index mobile_ask_user on mobile_ask (user_id) where ended_at is null;
create index mobile_ask_age on mobile_ask (created_at);
