-- Interface settings of people, stored so that they apply in every browser.

-- A setting that a person chose: `theme`, `size`, or `table.payments` for the columns of a table.
create table preference (
  user_id bigint not null references app_user,
  name text not null check (name ~ '^[a-zA-Z][a-zA-Z0-9_.-]{0,79}$'),
  value jsonb not null,
  changed_at timestamptz not null,
  primary key (user_id, name)
);
alter table preference enable row level security;
create policy preference_own on preference using (user_id = (select app.user_id()));
grant select, insert, delete, update (value, changed_at) on preference to app_rw;
