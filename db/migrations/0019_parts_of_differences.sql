-- A later row for an order whose difference is already decided opens another difference, of its own amount.

alter table recon_item add column part smallint not null default 1 check (part > 0);
alter table recon_item drop constraint recon_item_once;
alter table recon_item add constraint recon_item_once unique (day_id, side, direction, key, part);
comment on column recon_item.part is
  'counts the differences of a key: rows that arrive after a decision open another one';
