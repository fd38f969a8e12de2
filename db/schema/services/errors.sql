-- Errors that browsers report.

-- An error in the browser of a signed-in person, as the browser reported it.
create table client_error (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  message text not null,
  stack text not null,
  page text not null,
  version text not null,
  agent text not null,
  failed_request_id text, -- failed request before the error; null: none
  request_id text not null, -- request that delivered the report
  happened_at timestamptz not null,
  created_at timestamptz not null
);
create index client_error_list on client_error (created_at desc, id desc);
create index client_error_user on client_error (user_id, created_at);
alter table client_error enable row level security;
create policy client_error_scope on client_error using ((select app.sees_all()) or user_id = (select app.user_id()));
grant select, insert, delete on client_error to app_rw;
