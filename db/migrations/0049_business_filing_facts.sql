-- compatible with 0047_payout_references.sql
-- Filings of businesses include the invoices issued on this platform.

alter table business_filing_figure
  add column issued_fen bigint not null default 0,
  add column issued_special_fen bigint not null default 0;
comment on column business_filing_figure.issued_fen is 'part of invoiced_fen issued on this platform, less red letters of the period';
comment on column business_filing_figure.issued_special_fen is 'part of special_fen issued on this platform, less red letters';
alter table business_filing_figure add constraint business_filing_figure_issued check (
  issued_special_fen between 0 and issued_fen
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

-- A correction can be changed and cancelled before it is declared.
alter table business_filing
  add column corrected_from text check (corrected_from in ('declared', 'paid', 'certified', 'archived'));
comment on column business_filing.corrected_from is 'state before the running correction, to which its cancellation returns';
update business_filing filing set corrected_from = case
    when exists (select from business_filing_certificate paper where paper.filing_id = filing.id) then 'certified'
    when coalesce((select sum(paid.amount_fen) from business_filing_payment paid where paid.filing_id = filing.id), 0)
      = (select vat_fen + city_fen + education_fen + local_education_fen + iit_fen from business_filing_figure figure
        where figure.filing_id = filing.id and figure.edition = filing.edition - 1) then 'paid'
    else 'declared' end
  where state = 'correcting';
grant update (corrected_from) on business_filing to app_rw;
drop trigger business_filing_moves on business_filing;
create trigger business_filing_moves before update of state on business_filing for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('open', 'closed'), ('closed', 'open'), ('closed', 'declared'),
      ('declared', 'paid'), ('declared', 'correcting'), ('paid', 'correcting'), ('certified', 'correcting'),
      ('archived', 'correcting'), ('correcting', 'declared'), ('correcting', 'paid'), ('correcting', 'certified'),
      ('correcting', 'archived'), ('paid', 'certified'), ('paid', 'archived'), ('certified', 'archived'))
  )
  execute function app.refuse_move();
alter table business_filing_step drop constraint business_filing_step_kind_check;
alter table business_filing_step add constraint business_filing_step_kind_check
  check (kind in ('adjusted', 'closed', 'reopened', 'correcting', 'cancelled', 'declared', 'paid', 'settled',
    'certified', 'archived', 'reminded'));

-- A deregistered business files until its tax clearance, a new general taxpayer until the day before.
alter table business_filing add column ends_at timestamptz;
comment on column business_filing.ends_at is 'end of the sales in this filing, if earlier than the end of its period: the business was deregistered, or became a general taxpayer with monthly VAT';
grant update (ends_at) on business_filing to app_rw;

-- Later sales show in the closed income tax filings that they change.
alter table business_filing add column is_outdated boolean not null default false;
comment on column business_filing.is_outdated is 'whether the income tax computed from the current sales differs from the figures of this closed filing';
grant update (is_outdated) on business_filing to app_rw;
