-- What others do for the platform (text messages, identity, face, company register): how they are reached, what was asked and what it cost, and each text message.

create table gateway (
  service text primary key check (service in ('sms', 'identity', 'face', 'register')),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  settings_sealed text not null,
  is_active boolean not null,
  version integer not null default 1,
  set_by bigint not null references app_user,
  set_at timestamptz not null,
  tested_at timestamptz,
  -- Empty: it answered as agreed.
  test_result text
);
comment on table gateway is 'How a service of others is reached: one row a service, for the whole platform.';
comment on column gateway.settings_sealed is 'Address, key, prices and limits as one sealed text; which there are is domain/gateway.ts.';
comment on column gateway.test_result is 'What was wrong at the last test; empty where the gateway answered as agreed.';

create table gateway_template (
  kind text primary key check (kind ~ '^[A-Za-z.]{1,60}$'),
  template text not null check (length(template) between 1 and 64),
  set_by bigint not null references app_user,
  set_at timestamptz not null
);
comment on table gateway_template is 'Under which number a text message is registered with the gateway, by what it says.';

create table gateway_call (
  id bigint generated always as identity primary key,
  service text not null,
  what text not null check (what in ('id2', 'card3', 'card4', 'face', 'company')),
  provider text not null,
  at timestamptz not null,
  ref text not null default '' check (length(ref) <= 60),
  subject_index text not null default '',
  question text not null default '',
  result text not null,
  cost_fen bigint not null default 0 check (cost_fen >= 0),
  took_ms integer
);
comment on table gateway_call is 'Each question to a provider: for whom by reference, what came of it and what it cost. No answer is kept with a number in it.';
comment on column gateway_call.subject_index is 'Blind index of the card that was asked about: one card is asked about a few times a day at most.';
comment on column gateway_call.question is 'Keyed digest of the whole question: the same one is answered for a day from here, and not paid for again.';
comment on column gateway_call.result is 'asked until an answer came; a result, or noAnswer.';
create index gateway_call_day on gateway_call (service, at);
create index gateway_call_list on gateway_call (service, id);
create index gateway_call_age on gateway_call (at);
create index gateway_call_subject on gateway_call (subject_index, at) where subject_index <> '';
create index gateway_call_question on gateway_call (question, at) where question <> '';

create table text_message (
  id bigint generated always as identity primary key,
  -- What the gateway knows it by, the same at every try.
  message_no uuid not null unique,
  kind text not null check (length(kind) between 1 and 60),
  about text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  -- Keyed digest of number, subject and words: a message that is tried again is found by it.
  digest text not null,
  provider text not null,
  provider_ref text not null default '',
  state text not null check (state in ('queued', 'sent', 'delivered', 'failed')),
  reason text not null default '',
  tries integer not null default 0,
  cost_fen bigint not null default 0 check (cost_fen >= 0),
  created_at timestamptz not null,
  sent_at timestamptz,
  reported_at timestamptz
);
comment on table text_message is 'Each text message that was handed to a gateway, and how it stands. Its words are not kept: they carry codes.';
comment on column text_message.digest is 'Keyed digest of number, subject and words; finds a message that is tried again, and tells nothing of it.';
create index text_message_age on text_message (created_at);
create index text_message_number on text_message (mobile_index, id);
create index text_message_digest on text_message (digest, created_at);
create index text_message_state on text_message (state, id);
create index text_message_kind on text_message (kind, id);

grant select, insert, update (kind, settings_sealed, is_active, version, set_by, set_at, tested_at, test_result) on gateway to app_rw;
grant select, insert, update (template, set_by, set_at), delete on gateway_template to app_rw;
grant select on gateway_call, text_message to app_rw;
do $$ declare each text; begin
  foreach each in array array['gateway', 'gateway_template', 'gateway_call', 'text_message'] loop
    execute format('alter table %I enable row level security', each);
    execute format('create policy %I on %I using ((select app.sees_all()))', each || '_scope', each);
  end loop;
end $$;

-- Every server hears that the settings of a service changed.
create function app.tell_gateways() returns trigger language plpgsql as $$ begin perform pg_notify('gateways', ''); return null; end $$;
create trigger gateway_changed after insert or update or delete on gateway for each statement execute function app.tell_gateways();
