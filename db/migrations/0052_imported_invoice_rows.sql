-- compatible with 0051_income_by_two.sql
-- An import that a restart interrupted continues after the rows that it applied.
alter table invoice_import add column done_lines integer[] not null default '{}';
comment on column invoice_import.done_lines is 'lines of the file whose invoices this import has registered';
grant update (done_lines) on invoice_import to app_rw;
