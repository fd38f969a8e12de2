-- A payment that returns after its month was closed corrects that month, not a later one. The correction declares the return; tax paid too much becomes a credit case.
alter table tax_adjustment add column edition integer check (edition > 0);
comment on column tax_adjustment.edition is 'edition of the period that declares it; null: no edition does yet, or the period is open';
comment on column tax_adjustment.period is 'month it is declared in: the month that it corrects; of returns declared before 2026-11-26 a later one';
drop trigger tax_adjustment_append_only on tax_adjustment;
update tax_adjustment back set edition = greatest(period.edition, 1) from tax_declaration period
  where back.kind = 'uncounted' and period.centre_id = back.centre_id and period.mode = back.mode and period.month = back.period and period.state <> 'open';
update tax_adjustment set period = month where kind = 'uncounted' and mode = 2 and edition is null;
create trigger tax_adjustment_append_only before delete on tax_adjustment for each row execute function app.refuse_change();
create trigger tax_adjustment_stays before update on tax_adjustment for each row
  when (to_jsonb(old) - 'edition' is distinct from to_jsonb(new) - 'edition') execute function app.refuse_change();
grant update (edition) on tax_adjustment to app_rw;
create index tax_adjustment_undeclared on tax_adjustment (centre_id, period) where kind = 'uncounted' and mode = 2 and edition is null;

alter table tax_declaration add column corrected_from text check (corrected_from in ('declared', 'paid', 'certified', 'archived'));
comment on column tax_declaration.corrected_from is 'state before the correction under way; a correction that changes nothing returns to it';
alter table tax_declaration add constraint tax_declaration_correcting check (state <> 'correcting' or corrected_from is not null) not valid;
grant update (corrected_from) on tax_declaration to app_rw;
drop trigger tax_declaration_moves on tax_declaration;
create trigger tax_declaration_moves before update of state on tax_declaration for each row when (old.state <> new.state and (old.state, new.state) not in (
  ('open', 'closing'), ('closing', 'closed'), ('closed', 'confirmed'), ('closed', 'open'), ('confirmed', 'open'), ('confirmed', 'declared'), ('declared', 'paid'),
  ('declared', 'correcting'), ('paid', 'correcting'), ('certified', 'correcting'), ('archived', 'correcting'), ('correcting', 'declared'), ('correcting', 'paid'),
  ('correcting', 'certified'), ('correcting', 'archived'), ('paid', 'certified'), ('paid', 'archived'), ('certified', 'archived'))) execute function app.refuse_move();
update tax_declaration set corrected_from = 'declared' where state = 'correcting';
alter table tax_declaration validate constraint tax_declaration_correcting;

alter table tax_step drop constraint tax_step_kind_check, add constraint tax_step_kind_check check (kind in ('closing', 'closed', 'confirmed', 'reopened', 'correcting', 'cancelled',
  'declared', 'paid', 'credited', 'settled', 'uploaded', 'certified', 'archived', 'compared'));

-- Sums the tax of a month in the books. A return counts once an edition declares it, in an open month at once.
create or replace function app.tax_booked(of_centre bigint, of_month text) returns table (tax text, amount_fen bigint) language sql stable as $$
  with counted as (
    select journal.id, journal.at from tax_reservation own
      join ledger_journal journal on journal.ref_type = 'line' and journal.ref_id = own.line_id and journal.kind = 'payment'
      where own.centre_id = of_centre and own.mode = 2 and own.month = of_month
    union all
    select journal.id, journal.at from tax_adjustment back cross join unnest(back.line_ids) line(id)
      join ledger_journal journal on journal.ref_type = 'line' and journal.ref_id = line.id and journal.kind = 'return'
      where back.centre_id = of_centre and back.mode = 2 and back.period = of_month and back.kind = 'uncounted'
        and (back.edition is not null or not exists (select from tax_period closed where closed.centre_id = of_centre and closed.mode = 2 and closed.month = of_month))
    union all
    select journal.id, journal.at from ledger_journal journal
      where journal.centre_id = of_centre and journal.mode = 2 and journal.kind not in ('payment', 'return', 'opening', 'tax')
        and journal.at >= ((of_month || '-01')::timestamp at time zone 'Asia/Shanghai')
        and journal.at < (((of_month || '-01')::date + interval '1 month')::timestamp at time zone 'Asia/Shanghai'))
  select substr(account.kind, 5), sum(entry.amount_fen)::bigint
  from counted journal
    join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
    join account on account.id = entry.account_id and account.kind in ('tax_vat', 'tax_surcharge', 'tax_iit')
  group by 1
$$;

-- The sums are kept at closing, and again when the lines of a correction are drawn up.
create or replace function app.tax_books_kept() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if new.state = 'open' then
    new.booked_vat_fen := null;
    new.booked_surcharge_fen := null;
    new.booked_iit_fen := null;
    new.booked_at := null;
  elsif old.state = 'closing' and new.state = 'closed' or new.state = 'correcting' and old.is_computing and not new.is_computing then
    if new.booked_at is null then
      raise exception 'a period is closed without the moment of its comparison' using errcode = 'integrity_constraint_violation';
    end if;
    select coalesce(sum(amount_fen) filter (where tax = 'vat'), 0), coalesce(sum(amount_fen) filter (where tax = 'surcharge'), 0),
        coalesce(sum(amount_fen) filter (where tax = 'iit'), 0)
      into new.booked_vat_fen, new.booked_surcharge_fen, new.booked_iit_fen from app.tax_booked(new.centre_id, new.month);
    if (new.booked_vat_fen, new.booked_surcharge_fen, new.booked_iit_fen) <> (new.vat_fen, new.surcharge_fen, new.iit_fen) then
      raise exception 'the lines of a period differ from the books' using errcode = 'integrity_constraint_violation';
    end if;
  elsif new.booked_at is distinct from old.booked_at then
    raise exception 'what the books took stays with a closed period' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- Lines go while their period is open, and those of a correction that was never declared.
create or replace function app.tax_lines_stand() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from gone join tax_declaration period on period.id = gone.declaration_id where period.state <> 'open'
      and not (period.state = 'correcting' and gone.edition = period.edition
        and not exists (select from tax_receipt receipt where receipt.declaration_id = period.id and receipt.edition >= gone.edition))) then
    raise exception 'the lines of a closed period stand still' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function app.drop_tax_correction(of_declaration bigint) returns void language sql security definer set search_path = public, app as $$
  delete from tax_line line using tax_declaration period where period.id = of_declaration and line.declaration_id = period.id and line.edition = period.edition
    and period.state = 'correcting' and ((select app.sees_all()) or period.centre_id = any ((select app.centre_ids())::bigint[]))
$$;
revoke execute on function app.drop_tax_correction(bigint) from public;
grant execute on function app.drop_tax_correction(bigint) to app_rw;

alter table account drop constraint account_kind_check, add constraint account_kind_check check (kind in ('unit_available', 'unit_frozen', 'unit_refund', 'bank', 'suspense',
  'tax_vat', 'tax_surcharge', 'tax_iit', 'overpaid_tax', 'fee_income', 'adjustment', 'commission_cost', 'commission_payable'));

-- Tax that was paid and is no longer due since its month was corrected. It is applied against later payments, refunded, or withdrawn.
create table tax_credit (
  id bigint generated always as identity primary key,
  declaration_id bigint not null references tax_declaration(id),
  centre_id bigint not null references centre(id),
  edition integer not null check (edition > 1),
  kind text not null check (kind in ('vat', 'surcharge', 'iit')),
  amount_fen bigint not null check (amount_fen > 0),
  left_fen bigint not null,
  state text not null default 'open' check (state in ('open', 'applied', 'refunded', 'withdrawn')),
  version integer not null default 1,
  by_id bigint not null references app_user(id),
  at timestamptz not null,
  constraint tax_credit_once unique (declaration_id, edition, kind),
  constraint tax_credit_left check (left_fen between 0 and amount_fen),
  constraint tax_credit_settled check ((state = 'open') = (left_fen > 0)));
comment on table tax_credit is 'Tax that was paid and is no longer due since its month was corrected. It is applied against later payments, refunded, or withdrawn.';
comment on column tax_credit.edition is 'the correction that it stems from';
comment on column tax_credit.left_fen is 'what is neither applied, refunded nor withdrawn; written by trigger';
comment on column tax_credit.state is 'open while something is left; then how the last of it was settled';
create index tax_credit_place on tax_credit (centre_id, id desc);
alter table tax_credit enable row level security;
create policy accounts on tax_credit to app_accounts using (true) with check (true);
create policy tax_credit_scope on tax_credit using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_credit_stays before delete on tax_credit for each row execute function app.refuse_change();
grant select, insert on tax_credit to app_rw;

create table tax_credit_move (
  id bigint generated always as identity primary key,
  credit_id bigint not null references tax_credit(id),
  centre_id bigint not null references centre(id),
  kind text not null check (kind in ('opened', 'applied', 'refunded', 'withdrawn')),
  amount_fen bigint not null check (amount_fen > 0),
  declaration_id bigint references tax_declaration(id),
  paid_on date,
  serial text not null default '' check (length(serial) <= 40),
  file_id uuid references stored_file(id),
  reason text not null default '' check (length(reason) <= 200),
  by_id bigint not null references app_user(id),
  at timestamptz not null,
  constraint tax_credit_move_applied check ((kind = 'applied') = (declaration_id is not null)),
  constraint tax_credit_move_refunded check (kind <> 'refunded' or (paid_on is not null and serial <> '' and file_id is not null)),
  constraint tax_credit_move_withdrawn check (kind <> 'withdrawn' or reason <> ''));
comment on table tax_credit_move is 'What happened to a credit case, one row for each step. Only ever added.';
comment on column tax_credit_move.declaration_id is 'the period whose payment it was applied against';
create index tax_credit_move_credit on tax_credit_move (credit_id, id);
create index tax_credit_move_file on tax_credit_move (file_id) where file_id is not null;
create unique index tax_credit_move_serial on tax_credit_move (centre_id, serial) where kind = 'refunded';
alter table tax_credit_move enable row level security;
create policy accounts on tax_credit_move to app_accounts using (true) with check (true);
create policy tax_credit_move_scope on tax_credit_move using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_credit_move_append_only before delete or update on tax_credit_move for each row execute function app.refuse_change();
create trigger tax_credit_move_no_truncate before truncate on tax_credit_move for each statement execute function app.refuse_change();
grant select, insert on tax_credit_move to app_rw;

create function app.tax_credit_moves() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  -- The check of left_fen refuses what goes beyond it.
  update tax_credit set left_fen = left_fen - case new.kind when 'opened' then 0 else new.amount_fen end, version = version + 1,
      state = case when new.kind = 'opened' or left_fen > new.amount_fen then 'open' else new.kind end
    where id = new.credit_id and centre_id = new.centre_id and state = 'open';
  if not found then
    raise exception 'the credit case is settled' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger tax_credit_move_counts after insert on tax_credit_move for each row execute function app.tax_credit_moves();

alter table tax_payment add column credit_id bigint references tax_credit(id);
comment on column tax_payment.credit_id is 'credit case that it opens (below zero) or applies; null: the bank moved the money';
create index tax_payment_credit on tax_payment (credit_id) where credit_id is not null;
create or replace function app.tax_paid_within() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from tax_declaration period
      cross join lateral (select case new.kind when 'vat' then period.vat_fen when 'surcharge' then period.surcharge_fen else period.iit_fen end as fen) accrued
      cross join lateral (select coalesce(sum(amount_fen), 0) as fen from tax_payment paid where paid.declaration_id = period.id and paid.kind = new.kind) paid
    where period.id = new.declaration_id and case when new.amount_fen < 0 and new.credit_id is not null then paid.fen <> accrued.fen
      else sign(accrued.fen) <> sign(new.amount_fen) or abs(paid.fen) > abs(accrued.fen) end) then
    raise exception 'more tax paid than declared' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- A payment that returned leaves the share of its unit once a correction declares it.
create or replace function app.tax_shares(of_month text, of_centres bigint[], of_units bigint[])
 RETURNS TABLE(operator_id bigint, unit_id bigint, centre_id bigint, month text, payments bigint, gross_fen bigint, vat_fen bigint, surcharge_fen bigint, iit_fen bigint, is_whole boolean, declaration_id bigint, receipt_no text, declared_on date, has_report boolean, has_agent boolean, certificate_file uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app'
AS $function$
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
    period.id, receipt.no, receipt.declared_on,
    exists (select from tax_file file where file.centre_id = share.centre_id and file.mode = 2 and file.period = share.month and file.kind in ('iit_report', 'iit_withholding')),
    exists (select from tax_file file where file.centre_id = share.centre_id and file.mode = 2 and file.period = share.month and file.kind = 'vat_agent'),
    (select paper.file_id from tax_certificate paper where paper.declaration_id = period.id and paper.operator_id = share.operator_id order by paper.id limit 1)
  from share left join tax_declaration period on period.centre_id = share.centre_id and period.mode = 2 and period.month = share.month
    left join tax_receipt receipt on receipt.declaration_id = period.id and receipt.edition = (select max(edition) from tax_receipt last where last.declaration_id = period.id)
  where of_units is null or share.unit_id = any(of_units)
$function$;
grant update (version) on tax_credit to app_rw;
