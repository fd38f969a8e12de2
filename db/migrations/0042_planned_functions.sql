-- compatible with 0041_closed_units.sql
-- PostgreSQL plans the statement of a function in SQL on each call, but that of one in PL/pgSQL once on a connection.
-- Every step of a batch calls these.

create or replace function app.keep_deed(batch bigint, who bigint, deed text, at timestamptz) returns void
  language plpgsql security definer set search_path = public, app, pg_temp as $$
#variable_conflict use_column
begin
  insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
    select payment_batch.id, who, keep_deed.deed, centre_id, unit_id, at from payment_batch where payment_batch.id = batch and who is not null
    on conflict do nothing;
end $$;

create or replace function app.batch_is_covered() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
declare
  batch payment_batch;
  expected bigint := 0;
  aside bigint;
begin
  -- The row at the end of the transaction, not at the update that fired the trigger.
  select * into batch from payment_batch where id = new.id;
  if batch.is_frozen or batch.state in ('paying', 'paid', 'partial', 'failed', 'closed') then
    select coalesce(sum(cost_fen), 0) into expected from payment_line
      where month = batch.month and payment_line.batch_id = batch.id and state not in ('invalid', 'excluded');
  end if;
  -- The amount that the batch reserved, less the amount that it released. Payments of lines do not change it.
  select coalesce(sum(entry.amount_fen), 0) into aside from ledger_journal journal
    join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
    join account on account.id = entry.account_id and account.kind = 'unit_frozen'
    where journal.ref_type = 'batch' and journal.ref_id = batch.id;
  if aside <> expected or (expected > 0 and batch.cost_fen <> expected) then
    raise exception 'batch %: % is set aside, its lines cost %', batch.no, aside, expected using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

drop function app.batch_set_aside;
