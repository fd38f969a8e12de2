-- When the figures of a closed filing began to differ. An older program reads the column that this migration removes. So
-- this migration is compatible with none.

alter table business_filing add column outdated_since timestamptz;
-- The moment of older marks is unknown. A declaration made before this migration is accepted.
update business_filing set outdated_since = now() where is_outdated;
alter table business_filing drop column is_outdated;
comment on column business_filing.outdated_since is
  'since when the figures of this closed filing differ from those computed now: the income tax, or for VAT the returns carried from earlier quarters and the special invoices';
grant update (outdated_since) on business_filing to app_rw;
