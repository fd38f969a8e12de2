-- A declared month that has to be corrected sends one message for each new cause (decision 0084).

alter table tax_declaration add column correction_told_at timestamptz;
comment on column tax_declaration.correction_told_at is 'when people were told that returned payments make a correction necessary; later returns are told of again';
grant update (correction_told_at) on tax_declaration to app_rw;
