-- The filing explains the VAT of returns. An older program may give VAT back twice. So this migration is compatible with
-- none.

alter table business_filing_figure add column return_vat_fen bigint not null default 0;
comment on column business_filing_figure.return_vat_fen is
  'VAT of returns: positive if red letters of earlier quarters returned it already, negative if it is overpaid';
