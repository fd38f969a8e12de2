-- A refund of cleared tax has two steps: a person begins the transfer, which fixes its amount, and registers the bank slip
-- later. An older program would register refunds that no one began, which the database refuses, or ask a person to
-- transfer an amount that a return may still reduce. So this migration is compatible with none.

alter table tax_clearing
  drop column left_fen,
  drop column owed_fen,
  add column transfer_fen bigint not null default 0,
  add column transfer_by bigint references app_user,
  add column transfer_at timestamptz,
  add column cancelled_by bigint references app_user;
alter table tax_clearing
  add column left_fen bigint not null generated always as (
    greatest(amount_fen - used_fen - reversed_fen - refunded_fen - transfer_fen + recovered_fen, 0)
  ) stored,
  add column owed_fen bigint not null generated always as (
    greatest(used_fen + reversed_fen + refunded_fen + transfer_fen - recovered_fen - amount_fen, 0)
  ) stored,
  add constraint tax_clearing_transfer check (
    transfer_fen = 0
    or transfer_fen > 0 and state = 'approved' and choice = 'refund' and transfer_by is not null
    and cancelled_by is null
  ),
  add constraint tax_clearing_transfer_by_two check (transfer_fen = 0 or transfer_by <> decided_by),
  add constraint tax_clearing_cancelled_by_two check (cancelled_by <> transfer_by);
create index tax_clearing_owed on tax_clearing (centre_id, id) where owed_fen > 0;
grant update (transfer_fen, transfer_by, transfer_at, cancelled_by) on tax_clearing to app_rw;

create or replace function app.clearing_credit_used() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from fresh where clearing_id is not null) then return null; end if;
  update tax_clearing clearing set used_fen = clearing.used_fen + moved.used, reversed_fen = clearing.reversed_fen + moved.reversed, version = version + 1,
      state = case when transfer_fen = 0 and clearing.used_fen + moved.used + clearing.reversed_fen + moved.reversed + refunded_fen - recovered_fen = amount_fen then 'done'
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

create or replace function app.clearing_paid() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  refund bigint := case new.kind when 'refund' then new.amount_fen else 0 end;
  recovery bigint := case new.kind when 'recovery' then new.amount_fen else 0 end;
begin
  update tax_clearing set refunded_fen = refunded_fen + refund, recovered_fen = recovered_fen + recovery, transfer_fen = 0, version = version + 1,
      state = case when used_fen + reversed_fen + refunded_fen + refund - recovered_fen - recovery = amount_fen then 'done' else state end
    where id = new.clearing_id and centre_id = new.centre_id and operator_id = new.operator_id and decided_by = new.approved_by
      and refund = transfer_fen and recovery <= owed_fen
      and (state = 'approved' or state = 'chosen' and new.kind = 'recovery');
  if not found then
    raise exception 'tax_clearing_payment: not a transfer that was begun or a debt of this clearing' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create function app.clearing_transfer() returns trigger language plpgsql as $$
begin
  if old.transfer_fen = 0 and new.transfer_fen = old.left_fen and new.transfer_by = app.user_id() and new.cancelled_by is null
    or old.transfer_fen > 0 and new.transfer_fen = 0 and new.transfer_by = old.transfer_by and new.cancelled_by = app.user_id() then
    return new;
  end if;
  raise exception 'tax_clearing: a transfer begins with what is left, and another person cancels it' using errcode = 'integrity_constraint_violation';
end $$;

create trigger tax_clearing_cancelled_by_other before update of transfer_fen on tax_clearing for each row
  when (app.is_program() and old.transfer_fen > 0)
  execute function app.expect_other_hand('cancelled_by', 'transfer_by');
create trigger tax_clearing_transfer before update of transfer_fen, transfer_by, transfer_at, cancelled_by
  on tax_clearing for each row
  when (app.is_program())
  execute function app.clearing_transfer();
create trigger tax_clearing_transfer_by_other before update of transfer_fen on tax_clearing for each row
  when (app.is_program() and new.transfer_fen > 0)
  execute function app.expect_other_hand('transfer_by', 'decided_by');

comment on column tax_clearing.owed_fen is 'the person received more than the month finally did not owe';
comment on column tax_clearing.transfer_fen is 'refund that a person began to transfer; the amount is fixed until it is registered or cancelled';
comment on column tax_clearing.transfer_by is 'person who began the last transfer';
comment on column tax_clearing.cancelled_by is 'person who stated that the last transfer did not leave the bank';
comment on column tax_clearing.state is 'found by a job, offered by the centre, chosen or refused by the person, approved by a second person of the centre; done once left, transfer and owed are zero';
