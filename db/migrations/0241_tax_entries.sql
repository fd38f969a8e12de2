-- The taxes of a declaration are paid with one entry that a second person confirms and that two people can reverse (decision 0084).

create table tax_entry (
  id bigint generated always as identity primary key,
  declaration_id bigint not null references tax_declaration,
  centre_id bigint not null references centre,
  edition integer not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined', 'reversing', 'reversed')),
  vat_fen bigint not null,
  surcharge_fen bigint not null,
  iit_fen bigint not null,
  late_fen bigint not null default 0 check (late_fen >= 0),
  late_due_fen bigint not null default 0 check (late_due_fen >= 0),
  late_reason text not null default '' check (length(late_reason) <= 200),
  due_on date not null,
  paid_on date not null,
  serial text not null check (length(serial) between 4 and 40),
  file_id uuid not null references stored_file,
  is_carried boolean not null default false,
  by_id bigint not null references app_user,
  at timestamptz not null,
  decided_by bigint references app_user,
  decided_at timestamptz,
  reason text not null default '' check (length(reason) <= 200),
  reverse_reason text not null default '' check (length(reverse_reason) <= 200),
  reverse_by bigint references app_user,
  reverse_at timestamptz,
  reversed_by bigint references app_user,
  reversed_at timestamptz,
  version integer not null default 1,
  constraint tax_entry_not_empty check (vat_fen <> 0 or surcharge_fen <> 0 or iit_fen <> 0),
  constraint tax_entry_decided check (is_carried or (state = 'proposed') = (decided_by is null)),
  constraint tax_entry_four_eyes check (state in ('proposed', 'declined') or decided_by is distinct from by_id),
  constraint tax_entry_reversal check ((state in ('reversing', 'reversed')) <= (reverse_by is not null and reverse_reason <> '')),
  constraint tax_entry_reversal_four_eyes check ((state = 'reversed') = (reversed_by is not null) and reversed_by is distinct from coalesce(reverse_by, 0)),
  constraint tax_entry_late_reason check (late_fen = late_due_fen or is_carried or late_reason <> '')
);
comment on table tax_entry is 'A payment to the tax office as a person registered it, with all its taxes; booked once a second person confirms it';
comment on column tax_entry.edition is 'edition of the declaration that it pays';
comment on column tax_entry.late_fen is 'late-payment surcharge that was paid with it, at the cost of the centre';
comment on column tax_entry.late_due_fen is 'the surcharge as computed from the day after the due day; a difference has a reason';
comment on column tax_entry.is_carried is 'registered before 2026-11-27, by one person';
create index tax_entry_declaration on tax_entry (declaration_id, id);
create index tax_entry_file on tax_entry (file_id);
create unique index tax_entry_serial on tax_entry (centre_id, serial) where not is_carried and state in ('proposed', 'confirmed', 'reversing');
create index tax_entry_waiting on tax_entry (declaration_id) where state in ('proposed', 'reversing');
alter table tax_entry enable row level security;
create policy accounts on tax_entry to app_accounts using (true) with check (true);
create policy tax_entry_scope on tax_entry using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select on tax_entry to app_rw;
grant insert (declaration_id, centre_id, edition, vat_fen, surcharge_fen, iit_fen, late_fen, late_due_fen, late_reason, due_on, paid_on, serial, file_id, by_id, at) on tax_entry to app_rw;
grant update (state, decided_by, decided_at, reason, reverse_reason, reverse_by, reverse_at, reversed_by, reversed_at, version) on tax_entry to app_rw;
create trigger tax_entry_stays before delete on tax_entry for each row execute function app.refuse_change();
create trigger tax_entry_no_truncate before truncate on tax_entry for each statement execute function app.refuse_change();
create trigger tax_entry_moves before update of state on tax_entry for each row when (old.state <> new.state and (old.state, new.state) not in (
  ('proposed', 'confirmed'), ('proposed', 'declined'), ('confirmed', 'reversing'), ('reversing', 'confirmed'), ('reversing', 'reversed'))) execute function app.refuse_move();

alter table tax_payment add column entry_id bigint references tax_entry, add column reverses_id bigint references tax_payment;
comment on column tax_payment.entry_id is 'the entry that it belongs to; null for what credit cases move';
comment on column tax_payment.reverses_id is 'the payment that it takes back';
create index tax_payment_entry on tax_payment (entry_id) where entry_id is not null;
create unique index tax_payment_reverses on tax_payment (reverses_id) where reverses_id is not null;
drop index tax_payment_serial;
create unique index tax_payment_serial on tax_payment (centre_id, serial, kind) where credit_id is not null;

-- Payments registered before this day are carried over, one entry a voucher and declaration.
insert into tax_entry (declaration_id, centre_id, edition, state, vat_fen, surcharge_fen, iit_fen, due_on, paid_on, serial, file_id, is_carried, by_id, at)
  select period.id, period.centre_id, period.edition, 'confirmed', coalesce(sum(amount_fen) filter (where kind = 'vat'), 0), coalesce(sum(amount_fen) filter (where kind = 'surcharge'), 0),
    coalesce(sum(amount_fen) filter (where kind = 'iit'), 0), coalesce(period.due_on, min(paid.paid_on)), min(paid.paid_on), paid.serial, (array_agg(paid.file_id order by paid.id))[1], true,
    (array_agg(paid.by_id order by paid.id))[1], min(paid.at)
  from tax_payment paid join tax_declaration period on period.id = paid.declaration_id where paid.credit_id is null group by period.id, paid.serial;
drop trigger tax_payment_append_only on tax_payment;
update tax_payment paid set entry_id = entry.id from tax_entry entry where entry.declaration_id = paid.declaration_id and entry.serial = paid.serial and paid.credit_id is null;
create trigger tax_payment_append_only before delete or update on tax_payment for each row execute function app.refuse_change();
alter table tax_payment add constraint tax_payment_source check (num_nonnulls(entry_id, credit_id) = 1);

-- A payment stays within what is declared; one that takes another back has its amount and its entry.
create or replace function app.tax_paid_within() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if new.reverses_id is not null then
    if not exists (select from tax_payment first join tax_entry entry on entry.id = first.entry_id where first.id = new.reverses_id and first.reverses_id is null
        and first.entry_id = new.entry_id and first.kind = new.kind and first.amount_fen = -new.amount_fen and first.declaration_id = new.declaration_id and entry.state = 'reversing') then
      raise exception 'a reversal takes back one payment of an entry that is being reversed' using errcode = 'integrity_constraint_violation';
    end if;
    return null;
  end if;
  if new.entry_id is not null and not exists (select from tax_entry entry where entry.id = new.entry_id and entry.declaration_id = new.declaration_id and entry.state = 'confirmed'
      and new.amount_fen = case new.kind when 'vat' then entry.vat_fen when 'surcharge' then entry.surcharge_fen else entry.iit_fen end) then
    raise exception 'a payment is one tax of a confirmed entry' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from tax_declaration period
      cross join lateral (select case new.kind when 'vat' then period.vat_fen when 'surcharge' then period.surcharge_fen else period.iit_fen end as fen) accrued
      cross join lateral (select coalesce(sum(amount_fen), 0) as fen from tax_payment paid where paid.declaration_id = period.id and paid.kind = new.kind) paid
    where period.id = new.declaration_id and case when new.amount_fen < 0 and new.credit_id is not null then paid.fen <> accrued.fen
      else sign(accrued.fen) <> sign(new.amount_fen) or abs(paid.fen) > abs(accrued.fen) end) then
    raise exception 'more tax paid than declared' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- A reversal makes a paid month a declared one again.
drop trigger tax_declaration_moves on tax_declaration;
create trigger tax_declaration_moves before update of state on tax_declaration for each row when (old.state <> new.state and (old.state, new.state) not in (
  ('open', 'closing'), ('closing', 'closed'), ('closed', 'confirmed'), ('closed', 'open'), ('confirmed', 'open'), ('confirmed', 'declared'), ('declared', 'paid'),
  ('declared', 'correcting'), ('paid', 'correcting'), ('certified', 'correcting'), ('archived', 'correcting'), ('correcting', 'declared'), ('correcting', 'paid'),
  ('correcting', 'certified'), ('correcting', 'archived'), ('paid', 'certified'), ('paid', 'archived'), ('certified', 'archived'),
  ('paid', 'declared'), ('certified', 'declared'), ('archived', 'declared'))) execute function app.refuse_move();
alter table tax_step drop constraint tax_step_kind_check, add constraint tax_step_kind_check check (kind in ('closing', 'closed', 'confirmed', 'reopened', 'correcting', 'cancelled',
  'declared', 'proposed', 'declined', 'paid', 'reversing', 'reversed', 'credited', 'settled', 'uploaded', 'certified', 'archived', 'compared'));

-- The surcharge is a cost of the centre.
alter table account drop constraint account_kind_check, add constraint account_kind_check check (kind in ('unit_available', 'unit_frozen', 'unit_refund', 'bank', 'suspense', 'tax_vat',
  'tax_surcharge', 'tax_iit', 'overpaid_tax', 'late_fee_cost', 'fee_income', 'adjustment', 'commission_cost', 'commission_payable'));

-- The withholding return and the VAT return are two returns with a receipt each.
alter table tax_receipt add column vat_no text check (length(vat_no) between 4 and 40), add column vat_declared_on date, add column vat_file_id uuid references stored_file;
comment on column tax_receipt.no is 'receipt of the withholding return';
comment on column tax_receipt.vat_no is 'receipt of the VAT return; null where no VAT return was due, and before 2026-11-27, when one number stood for both';
comment on column tax_receipt.vat_file_id is 'null: the file of the withholding return covers both';
alter table tax_receipt add constraint tax_receipt_vat check ((vat_no is null) = (vat_declared_on is null) and (vat_no is not null or vat_file_id is null) and vat_no is distinct from no);
create unique index tax_receipt_vat_no on tax_receipt (centre_id, vat_no) where vat_no is not null;
create index tax_receipt_vat_file on tax_receipt (vat_file_id) where vat_file_id is not null;

-- A unit sees the numbers of both returns.
create or replace function app.tax_shares(of_month text, of_centres bigint[], of_units bigint[])
 RETURNS TABLE(operator_id bigint, unit_id bigint, centre_id bigint, month text, payments bigint, gross_fen bigint, vat_fen bigint, surcharge_fen bigint, iit_fen bigint, is_whole boolean, declaration_id bigint, receipt_no text, declared_on date, has_report boolean, has_agent boolean, certificate_file uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app'
AS $$
  with paid as materialized (
    select own.operator_id, batch.unit_id, own.centre_id, own.month, own.gross_fen, own.vat_fen, own.city_fen + own.education_fen + own.local_education_fen as surcharge_fen, own.withheld_fen
    from tax_reservation own join payment_batch batch on batch.id = own.batch_id
    where own.mode = 2 and own.month = of_month and not own.is_open and not exists (select from tax_adjustment back where back.operator_id = own.operator_id and back.month = own.month
        and back.kind = 'uncounted' and back.edition is not null and own.line_id = any(back.line_ids)) and (of_centres is null or own.centre_id = any(of_centres))),
  share as materialized (
    select paid.operator_id, paid.unit_id, paid.centre_id, paid.month, count(*) as payments, sum(paid.gross_fen)::bigint as gross_fen, sum(paid.vat_fen)::bigint as vat_fen,
      sum(paid.surcharge_fen)::bigint as surcharge_fen, sum(paid.withheld_fen)::bigint as iit_fen,
      count(*) over (partition by paid.operator_id, paid.centre_id) = 1 as is_alone
    from paid group by paid.operator_id, paid.unit_id, paid.centre_id, paid.month)
  select share.operator_id, share.unit_id, share.centre_id, share.month, share.payments, share.gross_fen, share.vat_fen, share.surcharge_fen, share.iit_fen,
    share.is_alone
      and not exists (select from tax_adjustment back where back.operator_id = share.operator_id and back.centre_id = share.centre_id and back.mode = 2 and back.period = share.month
        and (back.kind = 'difference' or back.month <> share.month))
      and not exists (select from tax_earlier earlier where earlier.operator_id = share.operator_id and earlier.centre_id = share.centre_id and earlier.month = share.month),
    period.id, nullif(concat_ws(' / ', receipt.no, receipt.vat_no), ''), receipt.declared_on,
    exists (select from tax_file file where file.centre_id = share.centre_id and file.mode = 2 and file.period = share.month and file.kind in ('iit_report', 'iit_withholding')),
    exists (select from tax_file file where file.centre_id = share.centre_id and file.mode = 2 and file.period = share.month and file.kind = 'vat_agent'),
    (select paper.file_id from tax_certificate paper where paper.declaration_id = period.id and paper.operator_id = share.operator_id order by paper.id limit 1)
  from share left join tax_declaration period on period.centre_id = share.centre_id and period.mode = 2 and period.month = share.month
    left join tax_receipt receipt on receipt.declaration_id = period.id and receipt.edition = (select max(edition) from tax_receipt last where last.declaration_id = period.id)
  where of_units is null or share.unit_id = any(of_units)
$$;
