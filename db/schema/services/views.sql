-- Saved filters of lists.

-- A named set of filters that a person saved for a list. One set may be the default.
create table saved_view (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  list text not null check (list ~ '^[a-z][a-z-]{0,39}$'),
  name text not null check (length(name) between 1 and 20),
  -- filters as in the URL of the list, without the search text
  query text not null check (length(query) <= 4000 and query !~ '(^|&)keyword='),
  is_default boolean not null default false,
  created_at timestamptz not null,
  unique (user_id, list, name)
);
create unique index saved_view_default on saved_view (user_id, list) where is_default;
alter table saved_view enable row level security;
create policy saved_view_own on saved_view using (user_id = (select app.user_id()));
grant select, insert, delete, update (name, query, is_default) on saved_view to app_rw;
