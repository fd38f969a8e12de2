-- The sales of a business are what it invoices: the whole price, with the tax that a unit bore for it. Filings counted without that tax so far. What was filed stays,
-- so each edition says how it counted.
alter table business_filing_figure add column is_whole_price boolean not null default false;
comment on column business_filing_figure.is_whole_price is 'the sales are what the business invoices, with the tax that a unit bore for it; editions of before counted without that tax';
