-- Messages to people, and the mails and text messages that a demo keeps instead of sending.

-- A message to a person, as a kind and values. The reader's language supplies the words.
create table message (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  kind text not null,
  values jsonb not null default '{}',
  path text, -- page to which the message links
  ref_type text,
  ref_id text,
  created_at timestamptz not null,
  read_at timestamptz
);
create index message_age on message (created_at);
create index message_unread on message (user_id, id desc) where read_at is null;
create index message_user on message (user_id, id desc);
alter table message enable row level security;
create policy message_scope on message using ((select app.sees_all()) or user_id = (select app.user_id()));
create trigger message_tells after insert or update on message for each row execute function app.tell_user('messages');
grant select, insert, delete, update (read_at) on message to app_rw;

-- Whether a person receives messages of a topic by mail or text message. Without a row, the default applies.
create table message_choice (
  user_id bigint references app_user,
  topic text check (length(topic) between 1 and 40),
  way text check (way in ('mail', 'sms')),
  is_on boolean not null,
  primary key (user_id, topic, way)
);
alter table message_choice enable row level security;
create policy message_choice_own on message_choice using ((select app.sees_all()) or user_id = (select app.user_id()));
grant select, insert, update on message_choice to app_rw;

-- A mail or text message that a demo keeps instead of sending it.
create table outbox (
  id bigint generated always as identity primary key,
  way text not null check (way in ('mail', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  about text not null, -- cause of the message, by which the demo finds the latest one
  sent_at timestamptz not null
);
create index outbox_about on outbox (about);
create index outbox_age on outbox (sent_at);
alter table outbox enable row level security;
create policy outbox_scope on outbox for select using ((select app.sees_all()));
grant select on outbox to app_rw;
grant select, insert, update, delete on outbox to app_accounts;
