-- compatible with 0044_fee_receipts.sql
-- Filings of businesses include the invoices issued on this platform.

alter table business_filing_figure
  add column issued_fen bigint not null default 0,
  add column issued_special_fen bigint not null default 0;
comment on column business_filing_figure.issued_fen is 'part of invoiced_fen issued on this platform, less red letters of the period';
comment on column business_filing_figure.issued_special_fen is 'part of special_fen issued on this platform, less red letters';
alter table business_filing_figure add constraint business_filing_figure_issued check (
  issued_special_fen between 0 and special_fen and issued_fen between issued_special_fen and invoiced_fen
);

-- The invoices typed for an open filing include those issued here.
update business_filing_figure figure set
  issued_fen = least(figure.invoiced_fen, greatest(issued.fen, issued.special_fen, 0)),
  issued_special_fen = least(figure.special_fen, greatest(issued.special_fen, 0))
from business_filing filing
  cross join lateral (select coalesce(sum(paper.fen), 0) as fen, coalesce(sum(paper.fen) filter (where asked.kind = 'special'), 0) as special_fen
    from invoice_application asked cross join lateral (
      select issued_on, total_fen as fen from invoice where application_id = asked.id and number is not null
      union all select issued_on, -amount_fen from red_letter where application_id = asked.id and is_issued) paper
    where asked.issuer = 'business' and asked.entity_id = filing.entity_id and to_char(paper.issued_on, 'YYYY"-Q"Q') = filing.period) issued
where filing.id = figure.filing_id and filing.edition = figure.edition and filing.state = 'open' and filing.kind = 'vat' and figure.invoiced_fen > 0;
