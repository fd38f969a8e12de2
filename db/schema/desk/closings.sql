-- Closing of operator accounts.

-- A request of an operator to close the account.
create table account_closing (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operator,
  user_id bigint not null references app_user,
  centre_id bigint not null references centre, -- centre of the operator, which decides
  state text not null default 'open' check (state in ('open', 'withdrawn', 'refused', 'closed')),
  reason text not null default '' check (length(reason) <= 200),
  language text not null, -- language of the operator, for the last message
  created_at timestamptz not null,
  due_on date not null, -- last day for the decision
  resolution text not null default '' check (length(resolution) <= 200),
  decided_by bigint references app_user,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check (state not in ('refused', 'closed') or decided_by <> user_id),
  check (state <> 'refused' or resolution <> '')
);
create index account_closing_first on account_closing (centre_id, (state = 'open') desc, id desc);
create index account_closing_list on account_closing (centre_id, state, id desc);
create unique index account_closing_one_open on account_closing (operator_id) where state = 'open';
create index account_closing_operator on account_closing (operator_id, id desc);
alter table account_closing enable row level security;
create policy account_closing_scope on account_closing
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger closing_tells after insert or update on account_closing for each row
  execute function app.tell_centre('candidates');
grant select on account_closing to app_rw;
grant insert, update (state, resolution, decided_by, decided_at) on account_closing to app_accounts;
