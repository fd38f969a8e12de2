-- Two people undo an imported list of earlier income, because it changes the tax of later payments. An older program would
-- let one person do so, which the database refuses. So this migration is compatible with none.

alter table import_sheet add column undo_asked_by bigint references app_user;
alter table import_sheet add column undo_asked_at timestamptz;
comment on column import_sheet.undo_asked_by is 'person who asked to undo earlier income; another person confirms';
comment on column import_sheet.undo_reason is 'also of a request';
alter table import_sheet add constraint import_sheet_undo_asked check (
  (undo_asked_by is null) = (undo_asked_at is null) and (undo_asked_by is null or kind = 'income' and undo_reason <> '')
);
create index import_sheet_undo_asked on import_sheet (centre_id) where undo_asked_by is not null and state <> 'undone';
create trigger import_sheet_undone_by_other before update of undone_by on import_sheet for each row
  when (app.is_program() and new.kind = 'income' and new.undone_by is not null and old.undone_by is null)
  execute function app.expect_other_hand('undone_by', 'undo_asked_by');
create trigger import_sheet_undone_by_two before update of state on import_sheet for each row
  when (new.kind = 'income' and new.state = 'undone' and (old.undo_asked_by is null
    or new.undo_asked_by is distinct from old.undo_asked_by))
  execute function app.refuse('another person must confirm that this list is undone');
grant update (undo_asked_by, undo_asked_at) on import_sheet to app_rw;
