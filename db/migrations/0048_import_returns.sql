-- compatible with 0047_payout_references.sql
-- A second person who sends a list of contracts back gives a reason.

alter table import_sheet add column return_reason text not null default '' check (length(return_reason) <= 200);
grant update (return_reason) on import_sheet to app_rw;
comment on column import_sheet.return_reason is 'why a list of contracts was sent back; empty after it was submitted again';
