-- The version of an account application covered its reviewer only, and the reviewer is checked anyway. An older program
-- reads and writes the column, so this migration is compatible with none.

alter table account_application drop column version;
