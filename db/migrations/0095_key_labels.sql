-- The keys of the rights come from the program; what people call them, and the order they stand in, is theirs. What is null keeps the program's name.

create table permission_name (
  permission text primary key check (length(permission) between 1 and 80),
  zh text check (length(zh) between 1 and 40),
  en text check (length(en) between 1 and 40),
  es text check (length(es) between 1 and 40),
  ja text check (length(ja) between 1 and 40),
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by bigint not null references app_user
);
-- One row for each group of the menu ('general' for the keys of none); without keys the program's order counts.
create table permission_order (
  menu text primary key check (length(menu) between 1 and 40),
  permissions text[] not null check (cardinality(permissions) <= 200),
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by bigint not null references app_user
);
grant select, insert, update on permission_name, permission_order to app_rw;

-- Names are no secret: a refused request is told by them, to whoever reads the log. Only the platform writes them.
alter table permission_name enable row level security;
create policy permission_name_read on permission_name for select using (true);
create policy permission_name_write on permission_name using ((select app.sees_all()));
alter table permission_order enable row level security;
create policy permission_order_read on permission_order for select using (true);
create policy permission_order_write on permission_order using ((select app.sees_all()));
