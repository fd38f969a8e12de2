-- What is set aside for a batch is what its lines cost, at every moment from setting aside to the end: asked when the transaction ends, whoever changed what.
alter table payment_batch add column recalculated_from jsonb;

-- What journals of the batch itself set aside and gave back; what its lines took out of it has journals of the lines.
create function app.batch_set_aside(batch_id bigint) returns bigint language sql stable security definer set search_path = public, app set enable_seqscan = off as $$
  select coalesce(sum(entry.amount_fen), 0)::bigint from ledger_journal journal
    join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
    join account on account.id = entry.account_id and account.kind = 'unit_frozen'
  where journal.ref_type = 'batch' and journal.ref_id = batch_id
$$;
revoke execute on function app.batch_set_aside(bigint) from public;

create function app.batch_is_covered() returns trigger language plpgsql security definer set search_path = public, app set enable_seqscan = off as $$
declare
  batch payment_batch;
  expected bigint := 0;
  aside bigint;
begin
  -- The row as it is when the transaction ends, not as it was at the update that asked.
  select * into batch from payment_batch where id = new.id;
  if batch.is_frozen or batch.state in ('paying', 'paid', 'partial', 'failed', 'closed') then
    select coalesce(sum(cost_fen), 0) into expected from payment_line
      where month = batch.month and payment_line.batch_id = batch.id and state not in ('invalid', 'excluded');
  end if;
  aside := app.batch_set_aside(batch.id);
  if aside <> expected or (expected > 0 and batch.cost_fen <> expected) then
    raise exception 'batch %: % is set aside, its lines cost %', batch.no, aside, expected using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger payment_batch_covered after update on payment_batch deferrable initially deferred for each row
  when (old.is_frozen is distinct from new.is_frozen or ((new.is_frozen or old.is_frozen) and old.cost_fen <> new.cost_fen)
    or (new.state = 'paying' and old.state = 'payable'))
  execute function app.batch_is_covered();

-- One person's payments in a month over all centres; no limit where it is null. One row for the whole platform.
create table platform_setting (
  id boolean primary key default true check (id),
  person_month_limit_fen bigint check (person_month_limit_fen > 0),
  version integer not null default 1
);
insert into platform_setting default values;
grant select, update on platform_setting to app_rw;
alter table platform_setting enable row level security;
create policy platform_setting_read on platform_setting for select using (true);
create policy platform_setting_write on platform_setting for update using ((select app.sees_all()));
