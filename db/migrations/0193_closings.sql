-- An operator asks for the end of the account; the centre decides.
create table account_closing (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operator (id),
  user_id bigint not null references app_user (id),
  centre_id bigint not null references centre (id),
  state text not null default 'open' check (state in ('open', 'withdrawn', 'refused', 'closed')),
  reason text not null default '' check (length(reason) <= 200),
  language text not null,
  created_at timestamptz not null,
  due_on date not null,
  resolution text not null default '' check (length(resolution) <= 200),
  decided_by bigint references app_user (id),
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  -- Who asks takes back, and others decide.
  check (state not in ('refused', 'closed') or decided_by <> user_id),
  check (state <> 'refused' or resolution <> '')
);
comment on table account_closing is 'A request of an operator to close the account.';
comment on column account_closing.centre_id is 'centre of the operator, which decides';
comment on column account_closing.language is 'the asker''s, for the last message';
comment on column account_closing.due_on is 'last day for the decision';
create unique index account_closing_one_open on account_closing (operator_id) where state = 'open';
create index account_closing_operator on account_closing (operator_id, id desc);
create index account_closing_first on account_closing (centre_id, (state = 'open') desc, id desc);
create index account_closing_list on account_closing (centre_id, state, id desc);
alter table account_closing enable row level security;
create policy account_closing_scope on account_closing using ((select app.sees_all()) or centre_id = any((select app.centre_ids())::bigint[])
  or operator_id = (select app.operator_id()));
grant select on account_closing to app_rw;
grant insert, update (state, resolution, decided_by, decided_at) on account_closing to app_accounts;

-- Whom it concerns is told at once: the bell counts it.
create trigger closing_tells after insert or update on account_closing for each row execute function app.tell_centre('candidates');

-- Codes to the own number prove more than a change of it.
alter table mobile_ask add column purpose text not null default 'mobile' check (purpose in ('mobile', 'closing'));

-- What is removed of a closed account.
grant delete on operator_card to app_accounts;
