-- Everything is sealed: the plain columns go.

do $$ begin
  if exists (select from operator where id_number is not null or mobile is not null) or exists (select from operator_card where card_no is not null)
    or exists (select from candidate where id_number is not null or mobile is not null or card_no is not null)
    or exists (select from unit_related_person where id_number is not null) or exists (select from voucher where payee_card_no is not null)
    or exists (select from payment_line where id_number is not null or mobile is not null or card_no is not null) or exists (select from idempotency where answer is not null)
  then raise exception 'numbers are left unsealed'; end if;
end $$;

alter table operator drop column id_number, drop column mobile;
create unique index operator_id_number on operator (id_number_index);
create index operator_mobile on operator (mobile_index);
alter table operator_card drop column card_no;
alter table operator_card add constraint operator_card_once unique (operator_id, card_no_index);
create index operator_card_no on operator_card (card_no_index);
alter table candidate drop column id_number, drop column mobile, drop column card_no;
create unique index candidate_once on candidate (unit_id, id_number_index) where state in ('open', 'waiting');
alter table unit_related_person drop column id_number;
alter table unit_related_person add constraint unit_related_person_once unique (unit_id, id_number_index);
alter table payment_line drop column id_number, drop column mobile, drop column card_no;
alter table voucher drop column payee_card_no;
alter table idempotency drop column answer;

alter table operator alter column id_number_sealed drop default, alter column id_number_index drop default, alter column mobile_sealed drop default,
  alter column mobile_index drop default, alter column region_code drop default;
alter table operator_card alter column card_no_sealed drop default, alter column card_no_index drop default, alter column card_tail drop default;
alter table candidate alter column id_number_sealed drop default, alter column id_number_index drop default, alter column mobile_sealed drop default,
  alter column mobile_index drop default, alter column card_no_sealed drop default, alter column card_no_index drop default;
alter table payment_line alter column id_number_sealed drop default, alter column id_number_index drop default, alter column mobile_sealed drop default,
  alter column mobile_index drop default, alter column card_no_sealed drop default, alter column card_no_index drop default, alter column card_tail drop default;
alter table unit_related_person alter column id_number_sealed drop default, alter column id_number_index drop default;
