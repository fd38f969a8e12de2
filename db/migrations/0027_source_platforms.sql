-- compatible with 0023_plain_words.sql
-- Orders name the platform of the unit on which people work; lines name the payee's account there.

alter table service_order add column source_platform text not null default '' check (length(source_platform) <= 60);
grant update (source_platform) on service_order to app_rw;
alter table payment_batch add column source_platform text not null default '' check (length(source_platform) <= 60);
alter table payment_line
  add column nickname text not null default '',
  add column user_no text not null default '';
grant update (nickname, user_no) on payment_line to app_rw;

create or replace trigger payment_line_edited after update of name, id_kind, id_number_index, mobile_index, bank_name,
  card_no_index, entity_name, entity_credit_code, service, remark, amount_text, nickname, user_no on payment_line
  for each row
  when ((old.name, old.id_kind, old.id_number_index, old.mobile_index, old.bank_name, old.card_no_index,
    old.entity_name, old.entity_credit_code, old.service, old.remark, old.amount_text, old.nickname, old.user_no)
    is distinct from (new.name, new.id_kind, new.id_number_index, new.mobile_index, new.bank_name, new.card_no_index,
    new.entity_name, new.entity_credit_code, new.service, new.remark, new.amount_text, new.nickname, new.user_no))
  execute function app.line_edited();

create or replace trigger payment_line_fixed before update of seq, no, operator_id, entity_id, name, id_kind, bank_name, card_tail,
  entity_name, entity_credit_code, service, remark, amount_text, gross_fen, vat_fen, city_fen, education_fen,
  local_education_fen, surcharge_fen, iit_fen, tax_unit_fen, fee_fen, fee_unit_fen, fee_operator_fen, net_fen, cost_fen,
  income_fen, filing_way, calculation, retry_of_line_id, nickname, user_no on payment_line for each row
  when (
    old.state not in ('invalid', 'warned', 'ready', 'excluded')
    and (old.seq, old.no, old.operator_id, old.entity_id, old.name, old.id_kind, old.bank_name, old.card_tail,
      old.entity_name, old.entity_credit_code, old.service, old.remark, old.amount_text, old.gross_fen, old.vat_fen,
      old.city_fen, old.education_fen, old.local_education_fen, old.surcharge_fen, old.iit_fen, old.tax_unit_fen,
      old.fee_fen, old.fee_unit_fen, old.fee_operator_fen, old.net_fen, old.cost_fen, old.income_fen, old.filing_way,
      old.calculation::text, old.retry_of_line_id, old.nickname, old.user_no)
      is distinct from (new.seq, new.no, new.operator_id, new.entity_id, new.name, new.id_kind, new.bank_name,
      new.card_tail, new.entity_name, new.entity_credit_code, new.service, new.remark, new.amount_text, new.gross_fen,
      new.vat_fen, new.city_fen, new.education_fen, new.local_education_fen, new.surcharge_fen, new.iit_fen,
      new.tax_unit_fen, new.fee_fen, new.fee_unit_fen, new.fee_operator_fen, new.net_fen, new.cost_fen, new.income_fen,
      new.filing_way, new.calculation::text, new.retry_of_line_id, new.nickname, new.user_no)
  )
  execute function app.refuse('a line sent for payment cannot change');

create or replace trigger payment_line_while_prepared after update of name, id_kind, id_number_index, mobile_index, bank_name,
  card_no_index, entity_name, entity_credit_code, service, remark, amount_text, nickname, user_no on payment_line
  for each row
  when (
    current_user = 'app_rw'
    and (old.name, old.id_kind, old.id_number_index, old.mobile_index, old.bank_name, old.card_no_index,
      old.entity_name, old.entity_credit_code, old.service, old.remark, old.amount_text, old.nickname, old.user_no)
      is distinct from (new.name, new.id_kind, new.id_number_index, new.mobile_index, new.bank_name, new.card_no_index,
      new.entity_name, new.entity_credit_code, new.service, new.remark, new.amount_text, new.nickname, new.user_no)
  )
  execute function app.lines_while_prepared();

comment on column service_order.source_platform is 'platform of the unit on which the people work; empty: this platform';
comment on column payment_batch.source_platform is 'of its order when it began';
comment on column payment_line.nickname is 'of the payee on the source platform of the batch';
comment on column payment_line.user_no is 'number of the payee''s account there';
