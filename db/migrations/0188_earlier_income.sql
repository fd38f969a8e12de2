-- Who comes from an older system brings what was paid there in the year: withholding goes on from it.

create table tax_earlier (
  centre_id bigint not null references centre,
  operator_id bigint not null references operator,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  gross_fen bigint not null check (gross_fen > 0),
  income_fen bigint not null check (income_fen >= 0),
  vat_fen bigint not null check (vat_fen >= 0),
  city_fen bigint not null check (city_fen >= 0),
  education_fen bigint not null check (education_fen >= 0),
  local_education_fen bigint not null check (local_education_fen >= 0),
  withheld_fen bigint not null check (withheld_fen >= 0),
  sheet_id bigint not null,
  taken_at timestamptz not null,
  primary key (centre_id, operator_id, month),
  check (vat_fen + city_fen + education_fen + local_education_fen + withheld_fen <= gross_fen)
);
comment on table tax_earlier is 'What of a natural person''s month a payer had paid before it came here, as it was declared then; counted in tax_standing.';
comment on column tax_earlier.sheet_id is 'list that brought it; the list itself is not kept as long';
create index tax_earlier_sheet on tax_earlier (sheet_id);
create index tax_earlier_person on tax_earlier (operator_id, month);
alter table tax_earlier enable row level security;
create policy accounts on tax_earlier to app_accounts using (true) with check (true);
create policy tax_earlier_scope on tax_earlier using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[])
  or operator_id = (select app.operator_id()));
grant select, insert, delete on tax_earlier to app_rw;

alter table import_sheet
  drop constraint import_sheet_kind_check,
  drop constraint import_sheet_state_check,
  drop constraint import_sheet_check3,
  add column file_sums jsonb not null default '{}',
  add column undone_by bigint references app_user,
  add column undone_at timestamptz,
  add column undo_reason text not null default '' check (length(undo_reason) <= 200),
  add constraint import_sheet_kind_check check (kind in ('operators', 'units', 'income')),
  add constraint import_sheet_state_check check (state in ('open', 'running', 'done', 'cancelled', 'undone')),
  add constraint import_sheet_finished check ((state in ('done', 'undone')) = (finished_at is not null)),
  add constraint import_sheet_undone check ((state = 'undone') = (undone_by is not null and undone_at is not null and undo_reason <> ''));
comment on column import_sheet.file_sums is 'what an income list came to as it was uploaded, before anything in it was corrected';
grant update (file_sums, undone_by, undone_at, undo_reason) on import_sheet to app_rw;

alter table import_row
  drop constraint import_row_result_check,
  add constraint import_row_result_check check (result in ('created', 'linked', 'known', 'counted'));
comment on column import_row.result is 'created: somebody new; linked: somebody known, now of the unit; known: there already; counted: a month of earlier income';
