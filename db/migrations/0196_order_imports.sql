-- Orders come by a list too: of a unit, of a centre in one mode, or of the platform, where the contract of each row says whose it is.
alter table import_sheet
  drop constraint import_sheet_kind_check,
  drop constraint import_sheet_check,
  drop constraint import_sheet_check1,
  add column mode smallint check (mode in (1, 2)),
  add constraint import_sheet_kind_check check (kind in ('operators', 'units', 'orders', 'income')),
  add constraint import_sheet_unit check (kind = 'orders' or (kind = 'operators') = (unit_id is not null)),
  add constraint import_sheet_centre check (kind in ('units', 'orders') or centre_id is not null),
  add constraint import_sheet_mode check (kind = 'orders' or mode is null);
comment on column import_sheet.centre_id is 'null: units or orders of a list from the platform, where every row names its centre or contract, and orders of a unit';
comment on column import_sheet.unit_id is 'unit that the operators are to work for, or whose orders they are';
comment on column import_sheet.mode is 'mode in which centre staff uploaded orders: contracts of the other one are out of their sight';

comment on column import_row.made_id is 'operator, unit or order that it became';
