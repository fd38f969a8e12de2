-- A quarter in which more came back than was paid is declared as zero. The rest is held against the next quarter.
alter table business_filing_figure add column carried_fen bigint not null default 0
  constraint business_filing_figure_carried_fen_check check (carried_fen <= 0);
comment on column business_filing_figure.carried_fen is 'below zero: what earlier quarters could not deduct of returned payments; with VAT for the VAT filing, without it for income tax at a rate on receipts';
