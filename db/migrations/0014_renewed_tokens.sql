-- A session gets a new token when its holder shows the password again, so that a stolen token does not profit from it.
alter table session
  add column former_hash bytea,
  add column former_until timestamptz;
create index session_former on session (former_hash) where former_hash is not null;
comment on column session.former_hash is 'the token before its holder presented the password again, and how long pending requests may still use it';
