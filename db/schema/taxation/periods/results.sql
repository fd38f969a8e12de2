-- Result sheets of the tax office, and their differences from our lines.

-- A result sheet of the tax office's withholding client, compared with the lines of a period. The newest sheet of an
-- edition counts.
create table tax_result (
  id bigint generated always as identity primary key,
  declaration_id bigint not null references tax_declaration,
  centre_id bigint not null references centre,
  edition integer not null check (edition > 0),
  file_id uuid not null references stored_file,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  row_count integer not null check (row_count >= 0),
  difference_count integer not null check (difference_count >= 0),
  by_id bigint not null references app_user,
  at timestamptz not null
);
create index tax_result_declaration on tax_result (declaration_id, edition, id desc);
create index tax_result_file on tax_result (file_id);
alter table tax_result enable row level security;
create policy tax_result_scope on tax_result
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_result_append_only before update or delete on tax_result for each row
  execute function app.refuse_change();
grant select, insert on tax_result to app_rw;

-- A difference between a result sheet and our lines. A person explains each difference before the period is declared or
-- paid.
create table tax_result_item (
  id bigint generated always as identity primary key,
  result_id bigint not null references tax_result,
  centre_id bigint not null references centre,
  kind text not null check (kind in ('amount', 'unreadable', 'stranger', 'absent', 'twice', 'period')),
  sheet_line integer,
  operator_id bigint references operator,
  person text not null, -- name and masked number
  ours_fen bigint,
  theirs_fen bigint,
  reason text not null default '' check (length(reason) <= 200),
  explained_by bigint references app_user,
  explained_at timestamptz,
  constraint tax_result_item_explained check ((reason = '') = (explained_by is null))
);
create index tax_result_item_person on tax_result_item (operator_id) where operator_id is not null;
create index tax_result_item_result on tax_result_item (result_id, id);
alter table tax_result_item enable row level security;
create policy tax_result_item_scope on tax_result_item
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_result_item_once before update on tax_result_item for each row
  when (old.reason <> '')
  execute function app.refuse('an explanation cannot change');
grant select, insert, update (reason, explained_by, explained_at) on tax_result_item to app_rw;
