-- The conditions of a list that a person keeps under a name, as its address has them. What is searched for may be the number of a person: it is left out.
create table saved_view (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  list text not null check (list ~ '^[a-z][a-z-]{0,39}$'),
  name text not null check (length(name) between 1 and 20),
  query text not null check (length(query) <= 4000 and query !~ '(^|&)keyword='),
  is_default boolean not null default false,
  created_at timestamptz not null,
  unique (user_id, list, name)
);
create unique index saved_view_default on saved_view (user_id, list) where is_default;
comment on table saved_view is 'Conditions of a list that a person keeps under a name; one of them may be what the list begins with.';
comment on column saved_view.query is 'As the address of the list has them, without what is searched for.';
grant select, insert, update (name, query, is_default), delete on saved_view to app_rw;
alter table saved_view enable row level security;
create policy saved_view_own on saved_view using (user_id = (select app.user_id()));
