-- Live hints: the database itself tells, with the commit, which kind of thing changed for whom. Only addresses travel, never what changed; a row that is
-- written by a new module tells without anybody remembering to.
create function app.tell(kind text, who jsonb) returns void language sql
  as $$ select pg_notify('live', (jsonb_build_object('kind', kind) || jsonb_strip_nulls(who))::text) $$;
create function app.tell_place() returns trigger language plpgsql as $$
begin
  perform app.tell(tg_argv[0], jsonb_build_object('centre', new.centre_id, 'unit', new.unit_id));
  return null;
end $$;
create function app.tell_user() returns trigger language plpgsql as $$
begin
  perform app.tell(tg_argv[0], jsonb_build_object('user', new.user_id));
  return null;
end $$;
create function app.tell_account() returns trigger language plpgsql as $$
begin
  perform app.tell('sessions', jsonb_build_object('user', new.id));
  return null;
end $$;
create function app.tell_lines() returns trigger language plpgsql as $$
begin
  perform app.tell('batches', jsonb_build_object('centre', centre_id, 'unit', unit_id)) from (select distinct centre_id, unit_id from fresh) place;
  return null;
end $$;

create trigger session_tells after update of revoked_for on session for each row when (old.revoked_for is distinct from new.revoked_for)
  execute function app.tell_user('sessions');
create trigger account_tells after update of status on app_user for each row when (old.status is distinct from new.status) execute function app.tell_account();
create trigger task_tells after insert or update on task for each row execute function app.tell_user('tasks');
create trigger batch_tells after insert or update on payment_batch for each row execute function app.tell_place('batches');
create trigger lines_tell after insert on payout_event referencing new table as fresh for each statement execute function app.tell_lines();
create trigger topup_tells after insert or update on topup for each row execute function app.tell_place('topups');
create trigger candidate_tells after insert or update on candidate for each row execute function app.tell_place('candidates');

-- What a person is told. The words are the reader's language: the row holds which sentence, and what to fill in.
create table message (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  kind text not null,
  "values" jsonb not null default '{}',
  path text,
  ref_type text,
  ref_id text,
  created_at timestamptz not null,
  read_at timestamptz
);
create index message_user on message (user_id, id desc);
create index message_unread on message (user_id, id desc) where read_at is null;
create index message_age on message (created_at);
create trigger message_tells after insert or update on message for each row execute function app.tell_user('messages');
grant select, insert, delete on message to app_rw;
grant update (read_at) on message to app_rw;
alter table message enable row level security;
create policy message_scope on message using ((select app.sees_all()) or user_id = (select app.user_id()));

-- What went wrong in browsers.
create table client_error (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  message text not null,
  stack text not null,
  page text not null,
  version text not null,
  agent text not null,
  failed_request_id text,
  request_id text not null,
  happened_at timestamptz not null,
  created_at timestamptz not null
);
create index client_error_user on client_error (user_id, created_at);
create index client_error_age on client_error (created_at);
grant select, insert, delete on client_error to app_rw;
alter table client_error enable row level security;
create policy client_error_scope on client_error using ((select app.sees_all()) or user_id = (select app.user_id()));
