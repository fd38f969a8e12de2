-- VAT that a business overpaid is carried to later quarters as tax, no longer as returned payments. An older program would
-- carry the returns again. So this migration is compatible with none.

alter table business_filing_figure add column returned_fen bigint not null default 0;
alter table business_filing_figure add column late_special_fen bigint not null default 0;
alter table business_filing_figure add column credit_before_fen bigint not null default 0
  check (credit_before_fen >= 0);
alter table business_filing_figure add column credit_after_fen bigint not null default 0
  check (credit_after_fen >= 0);
alter table business_filing_figure add column is_credited boolean not null default false;
comment on column business_filing_figure.returned_fen is
  'returns in gross_fen of payments from earlier quarters, as a positive amount';
comment on column business_filing_figure.late_special_fen is
  'special invoices of the quarter for exempt sales of earlier ones, less red letters of such; may be negative';
comment on column business_filing_figure.credit_before_fen is
  'overpaid VAT of earlier quarters, and what remains of it after this one';
comment on column business_filing_figure.is_credited is
  'whether overpaid VAT is carried as tax; earlier editions carried the returns (carried_fen)';
comment on column business_filing_figure.carried_fen is
  'negative: returned payments that earlier quarters could not deduct, without VAT, for income tax at a rate on receipts; with VAT in the VAT filings of earlier editions';
comment on column business_filing.outdated_since is
  'since when the figures of this closed filing differ from those computed now: the income tax, or the VAT because of overpaid VAT of earlier quarters or an invoice';

-- The VAT in the returns that an edition carries on, at most the VAT that the business declared before.
alter table business_filing_figure disable trigger business_filing_figure_stands;
update business_filing_figure figure set credit_after_fen = greatest(0, least(
    figure.sales_fen - figure.gross_fen - figure.other_fen - figure.carried_fen, (
      select coalesce(sum(declared.vat_fen), 0) from business_filing earlier
        join business_filing_figure declared on declared.filing_id = earlier.id and declared.edition = earlier.edition
        where earlier.entity_id = filing.entity_id and earlier.kind = 'vat' and earlier.period < filing.period)))
  from business_filing filing
  where filing.id = figure.filing_id and filing.kind = 'vat'
    and figure.gross_fen + figure.other_fen + figure.carried_fen < 0;
alter table business_filing_figure enable trigger business_filing_figure_stands;
