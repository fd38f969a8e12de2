-- A person who did not write or edit an edition of a contract template enables it. An older program would let an editor
-- do so, which the database refuses. So this migration is compatible with none.

alter table contract_template
  add column hands bigint[] not null default '{}',
  add column is_starter boolean not null default false;
comment on column contract_template.hands is 'people who wrote or edited the content; they cannot enable it. Empty: an unedited text of the program';
comment on column contract_template.is_starter is 'whether it began as a text of the program';
update contract_template set hands = array(
  select distinct hand from unnest(array[created_by, case when state = 'draft' then updated_by end]) hand where hand > 0 order by hand);

create trigger contract_template_author before insert on contract_template for each row
  when (app.is_program() and not new.is_starter)
  execute function app.keep_hands('{}');
create trigger contract_template_authors before update on contract_template for each row
  when (app.is_program() and (new.name, new.mode, new.body, new.file_id, new.fields, new.signers, new.places, new.consents, new.valid_days, new.sign_days)
    is distinct from (old.name, old.mode, old.body, old.file_id, old.fields, old.signers, old.places, old.consents, old.valid_days, old.sign_days))
  execute function app.keep_hands('{}');
create trigger contract_template_by_other before insert or update of state on contract_template for each row
  when (app.is_program() and new.state = 'enabled')
  execute function app.expect_other_hand('', 'hands');

create or replace function app.guard_template() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' or old.edition > 0 and exists (select from contract where template_id = old.id) then
      raise exception 'a template that was in use cannot be deleted' using errcode = 'integrity_constraint_violation';
    end if;
    return old;
  end if;
  if old.state <> 'draft' and (new.name, new.kind, new.mode, new.for_centre_id, new.format, new.body, new.file_id, new.fields, new.signers, new.places, new.consents, new.edition, new.series_id, new.valid_days, new.sign_days, new.hands)
      is distinct from (old.name, old.kind, old.mode, old.for_centre_id, old.format, old.body, old.file_id, old.fields, old.signers, old.places, old.consents, old.edition, old.series_id, old.valid_days, old.sign_days, old.hands) then
    raise exception 'an enabled template cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  if old.state <> 'draft' and new.state = 'draft' then
    raise exception 'an enabled template cannot become a draft' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
