-- The invoices that people entered for a VAT filing are stored uncut. Only the computed figures are cut to the sales. An
-- older program would store filings without the entries, so this migration is compatible with none.

alter table business_filing_figure
  add column entered_invoiced_fen bigint not null default 0,
  add column entered_special_fen bigint not null default 0;
comment on column business_filing_figure.entered_invoiced_fen is
  'invoices issued elsewhere as people entered them; those above the sales do not count in invoiced_fen';
comment on column business_filing_figure.entered_special_fen is
  'part of entered_invoiced_fen on special invoices; not cut like special_fen';

-- The entries of closed filings are filled too: a correction starts from them.
alter table business_filing_figure disable trigger business_filing_figure_stands;
update business_filing_figure set
    entered_invoiced_fen = greatest(invoiced_fen - issued_fen, special_fen - issued_special_fen, 0),
    entered_special_fen = greatest(special_fen - issued_special_fen, 0)
  where invoiced_fen > 0;
alter table business_filing_figure enable trigger business_filing_figure_stands;
alter table business_filing_figure add constraint business_filing_figure_entered check (
  entered_special_fen between 0 and entered_invoiced_fen
);

comment on column business_filing.is_outdated is
  'whether the figures of this closed filing differ from those computed now: the income tax, or for VAT the returns carried from earlier quarters';
