-- The account history is read by unit and by centre, newest first.
create index ledger_journal_unit on ledger_journal (unit_id, id desc) where unit_id is not null;
create index ledger_journal_centre on ledger_journal (centre_id, mode, id desc);
