-- What entries, journals and commission point to is looked up for a whole statement at once, in place of foreign keys that look it up row by row (and keep the
-- plan of the time when the table was empty). Nothing is given up: these rows are only ever added, accounts and journals cannot be deleted, and centres and units
-- are held by the accounts and batches that these rows come from. Two things are stricter: the entries of a journal are numbered from one to as many as it
-- announced and lie in its month, so that the primary key lets nobody add them a second time, and an entry stands for the centre and unit of its account.
create or replace function app.ledger_post_entries() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from added left join ledger_journal on ledger_journal.id = added.journal_id
             group by added.journal_id
             having sum(added.amount_fen) <> 0 or count(*) is distinct from min(ledger_journal.entries)::bigint
               or min(added.line) <> 1 or max(added.line) <> count(*)
               or bool_or(added.month <> date_trunc('month', ledger_journal.at at time zone 'Asia/Shanghai')::date)) then
    raise exception 'a journal does not balance' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from (select distinct account_id, centre_id, unit_id from added) place left join account on account.id = place.account_id
             where account.id is null or account.centre_id <> place.centre_id or account.unit_id is distinct from place.unit_id) then
    raise exception 'an entry without its account' using errcode = 'foreign_key_violation';
  end if;
  if exists (select from (
      select balance_after_fen - amount_fen as before, lag(balance_after_fen) over chain as last_fen, account_id
      from added window chain as (partition by account_id order by journal_id, line)) step
      join account on account.id = step.account_id
      where step.before <> coalesce(step.last_fen, account.balance_fen)) then
    raise exception 'a chain of balances is broken' using errcode = 'serialization_failure';
  end if;
  update account set balance_fen = account.balance_fen + moved.fen
    from (select account_id, sum(amount_fen) as fen from added group by account_id) moved where account.id = moved.account_id;
  return null;
end $$;
alter table ledger_entry drop constraint ledger_entry_journal_id_fkey, drop constraint ledger_entry_account_id_fkey;
create trigger account_stays before delete on account for each row execute function app.refuse_change();
create trigger account_no_truncate before truncate on account execute function app.refuse_change();

create function app.places_exist() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from (select distinct centre_id, unit_id from added) place
             left join centre on centre.id = place.centre_id left join unit on unit.id = place.unit_id
             where centre.id is null or (place.unit_id is not null and unit.id is null)) then
    raise exception 'a row of % without its centre or unit', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger ledger_journal_places after insert on ledger_journal referencing new table as added
  for each statement execute function app.places_exist();
alter table ledger_journal drop constraint ledger_journal_centre_id_fkey, drop constraint ledger_journal_unit_id_fkey;
create trigger commission_item_places after insert on commission_item referencing new table as added
  for each statement execute function app.places_exist();
alter table commission_item drop constraint commission_item_centre_id_fkey, drop constraint commission_item_unit_id_fkey;
