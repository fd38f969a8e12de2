-- A journal without entries is refused when its transaction ends. Entries refuse to come without the whole of their journal, so all that is left to look for is journals
-- that got none: once for all that one statement wrote, where a look for each took a ninth of the time in which the results of a batch are booked.
create table ledger_unbooked (
  id bigint generated always as identity primary key,
  first_id bigint not null,
  last_id bigint not null
);
comment on table ledger_unbooked is 'journals that a transaction still under way wrote; empty whenever nothing is';

create function app.ledger_journals_begin() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  insert into ledger_unbooked (first_id, last_id) select min(id), max(id) from added having count(*) > 0;
  return null;
end $$;

create function app.ledger_journals_are_whole() returns trigger language plpgsql security definer set search_path = public, app set enable_seqscan = off as $$
declare
  empty bigint;
begin
  -- Of other transactions only whole journals are in sight.
  select id into empty from ledger_journal where id between new.first_id and new.last_id
    and not exists (select from ledger_entry where journal_id = ledger_journal.id and month = date_trunc('month', ledger_journal.at at time zone 'Asia/Shanghai')::date) limit 1;
  if found then
    raise exception 'journal % has no entries', empty using errcode = 'integrity_constraint_violation';
  end if;
  delete from ledger_unbooked where id = new.id;
  return null;
end $$;

drop trigger ledger_journal_whole on ledger_journal;
drop function app.ledger_journal_is_whole();
create trigger ledger_journal_begins after insert on ledger_journal referencing new table as added for each statement execute function app.ledger_journals_begin();
create constraint trigger ledger_unbooked_whole after insert on ledger_unbooked deferrable initially deferred for each row execute function app.ledger_journals_are_whole();
