-- A second person confirms a list of earlier income, because its withheld tax lowers the tax of later payments. An older
-- program would start such a list by one person, which the database refuses. So this migration is compatible with none.

alter table import_sheet
  drop constraint import_sheet_prepared,
  add constraint import_sheet_prepared check (
    state <> 'prepared' or kind in ('contracts', 'income') and prepared_by is not null and prepared_at is not null
  );
comment on column import_sheet.preparers is 'people who uploaded or changed a list of contracts or earlier income, or its files; they cannot confirm it';
comment on column import_sheet.prepared_by is 'person who submitted a list of contracts or earlier income for confirmation';

drop trigger import_sheet_by_other on import_sheet;
create trigger import_sheet_by_other before update of state on import_sheet for each row
  when (app.is_program() and new.kind in ('contracts', 'income') and new.state = 'running' and old.state <> 'running')
  execute function app.expect_other_hand('committed_by', 'preparers');
create trigger import_sheet_confirmed before update of state on import_sheet for each row
  when (new.kind in ('contracts', 'income') and new.state = 'running' and old.state not in ('prepared', 'running'))
  execute function app.refuse('another person must confirm this list');

-- The uploader of an unfinished list took part in it.
update import_sheet set preparers = array[created_by] where kind = 'income' and state = 'open' and preparers = '{}';
