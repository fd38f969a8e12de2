-- Links to files.

-- A link that opens one file for a short time.
create table file_link (
  token_hash bytea primary key,
  file_id uuid not null references stored_file on delete cascade,
  user_id bigint references app_user, -- owner of the link; null: a signer without an account
  expires_at timestamptz not null,
  session_id bigint references session on delete cascade
);
create index file_link_age on file_link (expires_at);
create index file_link_file on file_link (file_id);
create index file_link_of_session on file_link (session_id);
alter table file_link enable row level security;
create policy file_link_scope on file_link using (user_id = (select app.user_id()));
grant select, insert on file_link to app_rw;
grant select, insert, update, delete on file_link to app_accounts;
