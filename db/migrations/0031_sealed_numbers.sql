-- Identity, card and mobile numbers get sealed columns. SQL has no key: the server seals what is here before the next step (server/kernel/unsealed.ts).

create table vault_key (
  id text not null,
  kind text not null check (kind in ('sealing', 'index')),
  since timestamptz not null,
  primary key (kind, id)
);

alter table operator
  add column id_number_sealed text not null default '', add column id_number_index text not null default '',
  add column mobile_sealed text not null default '', add column mobile_index text not null default '',
  add column region_code text not null default '' check (region_code ~ '^\d{0,2}$'),
  alter column id_number drop not null, alter column mobile drop not null,
  drop constraint operator_id_number_key;
update operator set region_code = substring(id_number from '^\d\d') where id_number ~ '^\d\d';

alter table operator_card
  add column card_no_sealed text not null default '', add column card_no_index text not null default '', add column card_tail text not null default '',
  alter column card_no drop not null,
  drop constraint operator_card_operator_id_card_no_key;
drop index operator_card_no;

alter table candidate
  add column id_number_sealed text not null default '', add column id_number_index text not null default '',
  add column mobile_sealed text not null default '', add column mobile_index text not null default '',
  add column card_no_sealed text not null default '', add column card_no_index text not null default '',
  alter column id_number drop not null, alter column mobile drop not null, alter column card_no drop not null;
drop index candidate_once;

alter table unit_related_person drop constraint unit_related_person_pkey;
alter table unit_related_person
  add column id bigint generated always as identity primary key,
  add column id_number_sealed text not null default '', add column id_number_index text not null default '',
  alter column id_number drop not null;

alter table payment_line
  add column id_number_sealed text not null default '', add column id_number_index text not null default '',
  add column mobile_sealed text not null default '', add column mobile_index text not null default '',
  add column card_no_sealed text not null default '', add column card_no_index text not null default '', add column card_tail text not null default '',
  alter column id_number drop not null, alter column mobile drop not null, alter column card_no drop not null;

-- A receipt of a payment shows a card, one of a top-up the account of a company.
alter table voucher add column payee_card_no text, add column payee_card_no_sealed text not null default '';
update voucher set payee_card_no = payee_account, payee_account = '' where kind = 'payment';

-- The bank of the sandbox decides by the last digits.
alter table sandbox_payment add column card_tail text not null default '';
update sandbox_payment set card_tail = right(card_no, 4);
alter table sandbox_payment drop column card_no;

-- An answer may hold what only its reader may see.
alter table idempotency add column answer_sealed text;
grant update (answer_sealed) on idempotency to app_rw;
