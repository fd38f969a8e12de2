-- Clears tax withheld beyond what a closed month owes: a credit or a refund, which the person chooses.
-- Compatible with no program before: one would end a payment and not release the credit that it uses.
-- The next migration validates the constraints, so that no existing row is read under an exclusive lock.

create table tax_clearing (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  operator_id bigint not null references operator,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  vat_fen bigint not null check (vat_fen >= 0),
  city_fen bigint not null check (city_fen >= 0),
  education_fen bigint not null check (education_fen >= 0),
  local_education_fen bigint not null check (local_education_fen >= 0),
  withheld_fen bigint not null check (withheld_fen >= 0),
  amount_fen bigint not null check (amount_fen > 0),
  used_fen bigint not null default 0,
  reversed_fen bigint not null default 0,
  refunded_fen bigint not null default 0,
  recovered_fen bigint not null default 0,
  left_fen bigint not null generated always as (
    greatest(amount_fen - used_fen - reversed_fen - refunded_fen + recovered_fen, 0)
  ) stored,
  owed_fen bigint not null generated always as (
    greatest(used_fen + reversed_fen + refunded_fen - recovered_fen - amount_fen, 0)
  ) stored,
  choice text check (choice in ('credit', 'refund')),
  state text not null default 'found' check (state in ('found', 'offered', 'chosen', 'approved', 'done', 'refused',
    'withdrawn', 'expired')),
  version integer not null default 1,
  found_at timestamptz not null,
  offered_by bigint references app_user,
  offered_at timestamptz,
  chosen_by bigint references app_user,
  chosen_at timestamptz,
  decided_by bigint references app_user,
  decided_at timestamptz,
  reason text not null default '' check (length(reason) <= 200),
  constraint tax_clearing_sum check (
    amount_fen = vat_fen + city_fen + education_fen + local_education_fen + withheld_fen
  ),
  constraint tax_clearing_left check (
    used_fen >= 0 and reversed_fen between 0 and amount_fen and refunded_fen >= 0 and recovered_fen >= 0
  ),
  constraint tax_clearing_offered check (state in ('found', 'withdrawn', 'expired') or offered_by is not null),
  constraint tax_clearing_chosen check (
    state not in ('chosen', 'approved', 'done') or choice is not null and chosen_by is not null
  ),
  constraint tax_clearing_by_two check (
    state not in ('approved', 'done')
    or decided_by is not null and decided_by <> offered_by and decided_by <> chosen_by
  ),
  constraint tax_clearing_done check (
    state <> 'done' or used_fen + reversed_fen + refunded_fen - recovered_fen = amount_fen
  )
);
create index tax_clearing_credit on tax_clearing (centre_id, operator_id, id) where state = 'approved'
  and choice = 'credit';
create index tax_clearing_list on tax_clearing (centre_id, state, id desc);
create index tax_clearing_newest on tax_clearing (centre_id, id desc);
create unique index tax_clearing_open on tax_clearing (centre_id, operator_id, month)
  where state in ('found', 'offered', 'chosen', 'refused', 'expired');
create index tax_clearing_operator on tax_clearing (operator_id, id desc);
create index tax_clearing_owed on tax_clearing (centre_id, id) where owed_fen > 0;
create table tax_clearing_payment (
  id bigint generated always as identity primary key,
  clearing_id bigint not null references tax_clearing,
  centre_id bigint not null references centre,
  operator_id bigint not null references operator,
  kind text not null check (kind in ('refund', 'recovery')),
  amount_fen bigint not null check (amount_fen > 0),
  approved_by bigint not null references app_user,
  paid_by bigint not null references app_user,
  paid_at timestamptz not null,
  paid_on date not null,
  serial text not null check (length(serial) between 4 and 40),
  file_id uuid not null references stored_file,
  constraint tax_clearing_payment_by_two check (paid_by <> approved_by)
);
create index tax_clearing_payment_centre on tax_clearing_payment (centre_id);
create index tax_clearing_payment_file on tax_clearing_payment (file_id);
create index tax_clearing_payment_of on tax_clearing_payment (clearing_id);
create index tax_clearing_payment_operator on tax_clearing_payment (operator_id);
create unique index tax_clearing_payment_serial on tax_clearing_payment (centre_id, serial);
-- Only the person chooses between credit and refund.
create function app.clearing_chosen_by_person() returns trigger language plpgsql as $$
begin
  if new.operator_id is distinct from app.operator_id() or new.chosen_by is distinct from app.user_id() then
    raise exception 'only the person chooses between credit and refund' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- Counts the credit that payments use or release, and what goes back to the month. A payment uses no more than is left,
-- except one that succeeds late, after its credit was released and used elsewhere.
create function app.clearing_credit_used() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from fresh where clearing_id is not null) then return null; end if;
  update tax_clearing clearing set used_fen = clearing.used_fen + moved.used, reversed_fen = clearing.reversed_fen + moved.reversed, version = version + 1,
      state = case when clearing.used_fen + moved.used + clearing.reversed_fen + moved.reversed + refunded_fen - recovered_fen = amount_fen then 'done'
        when state = 'done' then case when chosen_at > decided_at then 'chosen' else 'approved' end else state end
    from (select clearing_id, coalesce(sum(fen) filter (where not is_reversal), 0)::bigint as used, coalesce(sum(fen) filter (where is_reversal), 0)::bigint as reversed
      from (select clearing_id, is_reversal, vat_fen + city_fen + education_fen + local_education_fen + withheld_fen as fen from fresh where clearing_line_id is not null) each
      group by clearing_id order by clearing_id) moved
    where clearing.id = moved.clearing_id;
  if exists (select from fresh join tax_clearing clearing on clearing.id = fresh.clearing_id
      where clearing.state not in ('approved', 'done', 'chosen') or clearing.centre_id <> fresh.centre_id or clearing.operator_id <> fresh.operator_id) then
    raise exception 'tax_clearing: a credit counts only after a second person approved it' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from fresh join tax_clearing clearing on clearing.id = fresh.clearing_id and clearing.owed_fen > 0
      where fresh.clearing_line_id is not null and not fresh.is_reversal and fresh.vat_fen + fresh.city_fen + fresh.education_fen + fresh.local_education_fen + fresh.withheld_fen > 0
        and not exists (select from tax_adjustment before where before.clearing_line_id = fresh.clearing_line_id and before.clearing_id = fresh.clearing_id
          and before.id < fresh.id and not before.is_reversal)) then
    raise exception 'tax_clearing: a payment uses more than is left' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- Counts a bank transfer. A refund is at most what is left, a recovery at most what the person owes.
create function app.clearing_paid() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  refund bigint := case new.kind when 'refund' then new.amount_fen else 0 end;
  recovery bigint := case new.kind when 'recovery' then new.amount_fen else 0 end;
begin
  update tax_clearing set refunded_fen = refunded_fen + refund, recovered_fen = recovered_fen + recovery, version = version + 1,
      state = case when used_fen + reversed_fen + refunded_fen + refund - recovered_fen - recovery = amount_fen then 'done' else state end
    where id = new.clearing_id and centre_id = new.centre_id and operator_id = new.operator_id and decided_by = new.approved_by
      and refund <= left_fen and recovery <= owed_fen
      and (state = 'approved' and (new.kind = 'recovery' or choice = 'refund') or state = 'chosen' and new.kind = 'recovery');
  if not found then
    raise exception 'tax_clearing_payment: not an approved refund or a debt of this clearing' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

alter table tax_clearing enable row level security;
create policy tax_clearing_scope on tax_clearing
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_clearing_by_other before update of state on tax_clearing for each row
  when (app.is_program() and new.state = 'approved' and old.state = 'chosen')
  execute function app.expect_other_hand('decided_by', 'offered_by', 'chosen_by');
create trigger tax_clearing_moves before update of state on tax_clearing for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('found', 'offered'), ('found', 'withdrawn'), ('found', 'expired'),
      ('offered', 'chosen'), ('offered', 'refused'), ('offered', 'withdrawn'), ('offered', 'expired'),
      ('refused', 'offered'), ('refused', 'withdrawn'), ('refused', 'expired'), ('chosen', 'approved'),
      ('chosen', 'withdrawn'), ('chosen', 'done'), ('approved', 'chosen'), ('approved', 'done'), ('done', 'approved'),
      ('done', 'chosen'))
  )
  execute function app.refuse_move();
create trigger tax_clearing_no_truncate before truncate on tax_clearing for each statement
  execute function app.refuse_change();
create trigger tax_clearing_stays before delete on tax_clearing for each row execute function app.refuse_change();
create trigger tax_clearing_taken_by_person before update of choice, chosen_by on tax_clearing for each row
  when (app.is_program() and (old.choice, old.chosen_by) is distinct from (new.choice, new.chosen_by))
  execute function app.clearing_chosen_by_person();
grant select, insert (centre_id, operator_id, month, vat_fen, city_fen, education_fen, local_education_fen,
  withheld_fen, amount_fen, found_at), update (state, choice, version, offered_by, offered_at, chosen_by, chosen_at,
  decided_by, decided_at, reason) on tax_clearing to app_rw;

alter table tax_clearing_payment enable row level security;
create policy tax_clearing_payment_scope on tax_clearing_payment
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_clearing_payment_append_only before update or delete on tax_clearing_payment for each row
  execute function app.refuse_change();
create trigger tax_clearing_payment_by_other before insert on tax_clearing_payment for each row
  when (app.is_program())
  execute function app.expect_other_hand('paid_by', 'approved_by');
create trigger tax_clearing_payment_counts after insert on tax_clearing_payment for each row
  execute function app.clearing_paid();
create trigger tax_clearing_payment_no_truncate before truncate on tax_clearing_payment for each statement
  execute function app.refuse_change();
grant select, insert on tax_clearing_payment to app_rw;
comment on table tax_clearing is 'The part of an excess that a person bore, by month. Credits are used by rows of tax_adjustment.';
comment on column tax_clearing.month is 'closed month with the excess';
comment on column tax_clearing.withheld_fen is 'income tax';
comment on column tax_clearing.used_fen is 'credited to payments, reserved ones included; written by a trigger';
comment on column tax_clearing.reversed_fen is 'went back to the month, because it owes more after a return; by a trigger';
comment on column tax_clearing.refunded_fen is 'by a trigger, of tax_clearing_payment';
comment on column tax_clearing.recovered_fen is 'by a trigger, of tax_clearing_payment';
comment on column tax_clearing.owed_fen is 'the person received more than the month finally did not owe';
comment on column tax_clearing.state is 'found by a job, offered by the centre, chosen or refused by the person, approved by a second person of the centre; done once left and owed are zero';
comment on column tax_clearing.reason is 'of the last refusal, rejection or withdrawal';
comment on table tax_clearing_payment is 'A bank transfer of a clearing, registered with its slip by another person than the one who approved the clearing.';
comment on column tax_clearing_payment.kind is 'refund: to the person; recovery: what the person owed';
comment on column tax_clearing_payment.approved_by is 'who decided the clearing';
comment on column tax_clearing_payment.paid_on is 'day at the bank';
comment on column tax_clearing_payment.serial is 'of the bank';
comment on column tax_clearing_payment.file_id is 'bank slip';

alter table tax_adjustment add clearing_id bigint references tax_clearing, add clearing_line_id bigint,
  add is_reversal boolean not null default false;
alter table tax_adjustment add constraint tax_adjustment_clearing check (
  (clearing_line_id is null or clearing_id is not null)
  and (clearing_line_id is not null or not is_reversal)
  and (clearing_id is null or kind = 'uncounted' and mode = 2 and month = period and gross_fen = 0
    and line_ids = '{}')
) not valid;
comment on column tax_adjustment.clearing_id is 'it takes an excess out of its month, or credits it to a line';
comment on column tax_adjustment.clearing_line_id is 'line whose payment uses the credit, or whose return reverses the clearing; null: the excess leaves its month';
comment on column tax_adjustment.is_reversal is 'the month owes cleared tax after a return';
create index tax_adjustment_clearing_line on tax_adjustment (clearing_line_id) where clearing_line_id is not null;
create index tax_adjustment_clearing_of on tax_adjustment (clearing_id) where clearing_id is not null;
create index tax_adjustment_difference on tax_adjustment (month, centre_id, operator_id) where kind = 'difference' and mode = 2;
create trigger tax_adjustment_credit after insert on tax_adjustment referencing new table as fresh for each statement
  execute function app.clearing_credit_used();

alter table account drop constraint account_kind_check, add constraint account_kind_check
  check (kind in ('unit_available', 'unit_frozen', 'unit_refund', 'bank', 'suspense', 'tax_vat', 'tax_surcharge',
    'tax_iit', 'overpaid_tax', 'cleared_tax', 'late_fee_cost', 'fee_income', 'adjustment', 'commission_cost',
    'commission_payable')) not valid;
alter table ledger_journal drop constraint ledger_journal_kind_check, add constraint ledger_journal_kind_check
  check (kind in ('topup', 'freeze', 'unfreeze', 'payment', 'return', 'refund', 'adjustment', 'suspense', 'opening',
    'commission', 'tax', 'clearing')) not valid;

create or replace function app.tax_accounts_are_of_tax() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from (select distinct journal_id from added) touched
      join ledger_journal journal on journal.id = touched.journal_id and journal.kind not in ('payment', 'return', 'opening', 'tax', 'clearing')
      join added on added.journal_id = journal.id
      join account on account.id = added.account_id and account.kind in ('tax_vat', 'tax_surcharge', 'tax_iit')) then
    raise exception 'only payments, returns, opening balances, tax paid and clearings move the tax accounts' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function app.tax_booked(of_centre bigint, of_month text) returns table(tax text, amount_fen bigint)
  language sql stable as $$
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
    select journal.id, journal.at from tax_adjustment cleared
      join ledger_journal journal on journal.ref_type = 'tax_adjustment' and journal.ref_id = cleared.id and journal.kind = 'clearing'
      where cleared.centre_id = of_centre and cleared.mode = 2 and cleared.period = of_month and cleared.clearing_id is not null
        and (cleared.edition is not null or not exists (select from tax_period closed where closed.centre_id = of_centre and closed.mode = 2 and closed.month = of_month))
    union all
    select journal.id, journal.at from ledger_journal journal
      where journal.centre_id = of_centre and journal.mode = 2 and journal.kind not in ('payment', 'return', 'opening', 'tax', 'clearing')
        and journal.at >= ((of_month || '-01')::timestamp at time zone 'Asia/Shanghai')
        and journal.at < (((of_month || '-01')::date + interval '1 month')::timestamp at time zone 'Asia/Shanghai'))
  select substr(account.kind, 5), sum(entry.amount_fen)::bigint
  from counted journal
    join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
    join account on account.id = entry.account_id and account.kind in ('tax_vat', 'tax_surcharge', 'tax_iit')
  group by 1
$$;

create or replace function app.book_moves(
  of_centre bigint, of_mode smallint, first_day date
) returns table(kind text, account text, of_unit bigint, debit_fen bigint, credit_fen bigint)
  language sql stable set search_path = public, app, pg_temp as $$
  with journal as materialized (select id, journal.kind, unit_id, ref_type, ref_id from ledger_journal journal
      where centre_id = of_centre and mode = of_mode and at >= first_day::timestamp at time zone 'Asia/Shanghai'
        and at < (first_day + interval '1 month') at time zone 'Asia/Shanghai'),
    issued as (select line.account from acct_issue issue join acct_voucher voucher on voucher.issue_id = issue.id
        join acct_voucher_line line on line.voucher_id = voucher.id
      where issue.centre_id = of_centre and issue.mode = of_mode and issue.month = to_char(first_day, 'YYYY-MM')
        and (voucher.kind in ('payment', 'return') and line.account = 'fee_income'
          or voucher.kind in ('payment', 'return', 'tax', 'clearing') and line.account = 'tax_surcharge')),
    whole as materialized (select coalesce(bool_or(issued.account = 'fee_income'), false) as fee, coalesce(bool_or(issued.account = 'tax_surcharge'), false) as surcharge
      from issued),
    moved as (
      select journal.kind, account.kind as account, coalesce(entry.unit_id, journal.unit_id) as of_unit, entry.amount_fen
        from journal cross join whole join ledger_entry entry on entry.journal_id = journal.id and entry.month = first_day
          join account on account.id = entry.account_id
        where case account.kind when 'fee_income' then whole.fee or journal.kind not in ('payment', 'return')
          when 'tax_surcharge' then whole.surcharge or journal.kind not in ('payment', 'return', 'tax', 'clearing') else true end
      union all
      select journal.kind, part.account, journal.unit_id, part.fen * case journal.kind when 'payment' then 1 else -1 end
        from journal cross join whole
          join payment_line line on line.centre_id = of_centre and line.mode = of_mode and line.id = journal.ref_id
          join payment_batch batch on batch.id = line.batch_id
          cross join lateral (select app.sales_of(line.mode, line.cost_fen, line.fee_fen) as fen) sales
          cross join lateral (select app.sales_net(sales.fen, batch.policy_version) as fen) net
          cross join lateral (values ('revenue', net.fen, whole.fee), ('output_vat', sales.fen - net.fen, whole.fee),
            ('subcontract_cost', line.fee_fen - sales.fen, whole.fee), ('tax_city', line.city_fen, whole.surcharge),
            ('tax_education', line.education_fen, whole.surcharge), ('tax_local_education', line.local_education_fen, whole.surcharge)) part(account, fen, is_whole)
        where journal.kind in ('payment', 'return') and journal.ref_type = 'line' and part.fen <> 0 and not part.is_whole
      union all
      select journal.kind, part.account, journal.unit_id, part.fen
        from journal cross join whole join tax_adjustment cleared on cleared.id = journal.ref_id
          cross join lateral (values ('tax_city', cleared.city_fen), ('tax_education', cleared.education_fen),
            ('tax_local_education', cleared.local_education_fen)) part(account, fen)
        where journal.kind = 'clearing' and journal.ref_type = 'tax_adjustment' and part.fen <> 0 and not whole.surcharge
      union all
      select journal.kind, part.account, journal.unit_id, -part.fen
        from journal cross join whole
          join app.surcharges_paid((select array_agg(ref_id) from journal where journal.kind = 'tax' and journal.ref_type = 'tax_payment')) paid
            on paid.tax_payment_id = journal.ref_id
          cross join lateral (values ('tax_city', paid.city_fen), ('tax_education', paid.education_fen), ('tax_local_education', paid.local_education_fen)) part(account, fen)
        where journal.kind = 'tax' and journal.ref_type = 'tax_payment' and part.fen <> 0 and not whole.surcharge)
  select moved.kind, moved.account, moved.of_unit, coalesce(sum(-amount_fen) filter (where amount_fen < 0), 0)::bigint,
    coalesce(sum(amount_fen) filter (where amount_fen > 0), 0)::bigint
  from moved group by 1, 2, 3
$$;

create or replace function app.tax_shares(of_month text, of_centres bigint[], of_units bigint[])
  returns table(operator_id bigint, unit_id bigint, centre_id bigint, month text, payments bigint, gross_fen bigint,
    vat_fen bigint, surcharge_fen bigint, iit_fen bigint, is_whole boolean, declaration_id bigint, receipt_no text,
    declared_on date, has_report boolean, has_agent boolean, certificate_file uuid)
  language sql stable security definer set search_path = public, app, pg_temp as $$
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
        and (back.kind = 'difference' or back.month <> share.month or back.clearing_id is not null))
      and not exists (select from tax_earlier earlier where earlier.operator_id = share.operator_id and earlier.centre_id = share.centre_id and earlier.month = share.month),
    period.id, nullif(concat_ws(' / ', receipt.no, receipt.vat_no), ''), receipt.declared_on,
    exists (select from tax_file file where file.centre_id = share.centre_id and file.mode = 2 and file.period = share.month and file.kind in ('iit_report', 'iit_withholding')),
    exists (select from tax_file file where file.centre_id = share.centre_id and file.mode = 2 and file.period = share.month and file.kind = 'vat_agent'),
    (select paper.file_id from tax_certificate paper where paper.declaration_id = period.id and paper.operator_id = share.operator_id order by paper.id limit 1)
  from share left join tax_declaration period on period.centre_id = share.centre_id and period.mode = 2 and period.month = share.month
    left join tax_receipt receipt on receipt.declaration_id = period.id and receipt.edition = (select max(edition) from tax_receipt last where last.declaration_id = period.id)
  where of_units is null or share.unit_id = any(of_units)
$$;
