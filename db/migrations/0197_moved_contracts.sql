-- Contracts of an older system, taken over from a list with their scans: prepared by one person, counting when another one has confirmed the list.

alter table contract
  drop constraint contract_source_check,
  add column origin_no text check (length(origin_no) between 1 and 60),
  add column signed_on date,
  add column sheet_id bigint,
  add constraint contract_source_check check (source in ('electronic', 'paper', 'moved')),
  add constraint contract_moved_says_so check (
    (source = 'moved') = (origin_no is not null) and (source = 'moved') = (signed_on is not null) and (source = 'moved') = (sheet_id is not null)),
  add constraint contract_moved check (source <> 'moved' or (checked_by is not null and checked_by <> created_by and file_id is not null and sha256 is not null
    and done_at is not null and sent_at is null and template_id is null and relation is null and signers = '[]' and signed_on <= valid_to
    and kind in ('unit_service', 'general_contract', 'operator_agreement', 'tax_authorisation')
    and sign_state in ('done', 'terminating', 'terminated', 'revoked')));
comment on column contract.source is 'electronic: signed here; paper: its scan was compared with the original by a second person; moved: taken over from an older system, nothing of it was signed here';
comment on column contract.origin_no is 'number in the older system';
comment on column contract.signed_on is 'day on which it was signed, as the list of the older system says';
comment on column contract.sheet_id is 'list that brought it; the list itself is not kept as long';
create unique index contract_origin on contract (centre_id, kind, origin_no) where source = 'moved' and sign_state <> 'revoked';
create index contract_sheet on contract (sheet_id) where sheet_id is not null;

-- What was paid, or is set aside, on contracts: under orders of theirs, or to their person since they count.
create function app.rests_on_contracts(of_contracts bigint[]) returns table (contract_id bigint, batch_no text)
language sql stable security definer set search_path = public, app as $$
  select orders.contract_id, batch.no from service_order orders join payment_batch batch on batch.order_id = orders.id
  where orders.contract_id = any (of_contracts)
    and (batch.is_frozen or batch.state in ('payable', 'paying') or batch.success_count + batch.returned_count > 0)
  union
  select contract.id, batch.no
  from contract join payment_line line on line.operator_id = contract.operator_id and line.centre_id = contract.centre_id
    join payment_batch batch on batch.id = line.batch_id and coalesce(batch.paid_at, 'infinity') >= contract.done_at
  where contract.id = any (of_contracts) and cardinality(contract.consents) > 0
    and (line.state in ('queued', 'sent', 'processing', 'success', 'held', 'unknown', 'returned')
      or line.state in ('warned', 'ready') and (batch.state = 'payable' or batch.is_frozen))
$$;

-- As in 0194, and: what was taken over is taken back only while nothing rests on it, and for good.
create or replace function app.guard_contract() returns trigger language plpgsql as $$
begin
  if old.sign_state in ('done', 'terminating', 'terminated') then
    if (new.file_id, new.sha256, new.parties, new.fields, new.kind, new.source, new.template_id, new.valid_from, new.centre_id, new.unit_id, new.operator_id, new.partner_id, new.entity_id)
        is distinct from (old.file_id, old.sha256, old.parties, old.fields, old.kind, old.source, old.template_id, old.valid_from, old.centre_id, old.unit_id, old.operator_id, old.partner_id, old.entity_id) then
      raise exception 'a signed contract is not changed' using errcode = 'integrity_constraint_violation';
    end if;
    if old.source = 'moved' and (new.origin_no, new.signed_on, new.sheet_id, new.created_by, new.checked_by, new.done_at, new.consents)
        is distinct from (old.origin_no, old.signed_on, old.sheet_id, old.created_by, old.checked_by, old.done_at, old.consents) then
      raise exception 'what was taken over is not changed' using errcode = 'integrity_constraint_violation';
    end if;
    if old.source = 'moved' and old.sign_state = 'done' and new.sign_state = 'revoked' then
      if exists (select from app.rests_on_contracts(array[old.id])) then
        raise exception 'something was paid on this contract' using errcode = 'integrity_constraint_violation';
      end if;
    elsif new.sign_state not in ('done', 'terminating', 'terminated') or old.sign_state = 'terminated' and new.sign_state <> 'terminated' then
      raise exception 'a signed contract is not unsigned' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  if old.source = 'moved' and old.sign_state = 'revoked' and new.sign_state <> 'revoked' then
    raise exception 'what was taken back stays so' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

alter table import_sheet
  drop constraint import_sheet_kind_check,
  drop constraint import_sheet_state_check,
  add column preparers bigint[] not null default '{}',
  add column prepared_by bigint references app_user,
  add column prepared_at timestamptz,
  add constraint import_sheet_kind_check check (kind in ('operators', 'units', 'orders', 'income', 'contracts')),
  add constraint import_sheet_state_check check (state in ('open', 'prepared', 'running', 'done', 'cancelled', 'undone')),
  add constraint import_sheet_prepared check (state <> 'prepared' or (kind = 'contracts' and prepared_by is not null and prepared_at is not null)),
  add constraint import_sheet_four_eyes check (kind <> 'contracts' or state not in ('running', 'done')
    or (prepared_by is not null and prepared_by = any (preparers) and committed_by <> all (preparers)));
drop index import_sheet_age;
create index import_sheet_age on import_sheet (created_at) where state in ('open', 'prepared', 'cancelled');
comment on column import_sheet.preparers is 'whoever uploaded or changed a list of contracts or its files: none of them confirms it';
comment on column import_sheet.prepared_by is 'who handed a list of contracts over to be confirmed';
grant update (preparers, prepared_by, prepared_at) on import_sheet to app_rw;

create table import_file (
  id bigint generated by default as identity primary key,
  sheet_id bigint not null references import_sheet,
  centre_id bigint not null references centre,
  archive_id uuid not null,
  position integer not null check (position >= 0),
  path text not null check (length(path) <= 300),
  name text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'refused')),
  problem text,
  file_id uuid,
  sha256 text,
  pages integer,
  added_by bigint not null references app_user,
  added_at timestamptz not null,
  constraint import_file_state check ((state = 'ready') = (file_id is not null and sha256 is not null) and (state = 'refused') = (problem is not null))
);
comment on table import_file is 'A file of a ZIP that was uploaded beside a list.';
comment on column import_file.archive_id is 'the ZIP; neither it nor files that nobody wanted are kept as long as the row';
comment on column import_file.position is 'which entry of the ZIP it is';
comment on column import_file.name is 'what rows find it by: the name without folders and ending, in small letters';
create index import_file_sheet on import_file (sheet_id, name);
create index import_file_added on import_file (added_by);
alter table import_file enable row level security;
create policy accounts on import_file to app_accounts using (true) with check (true);
create policy import_file_scope on import_file using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, delete, update (state, problem, file_id, sha256, pages) on import_file to app_rw;
