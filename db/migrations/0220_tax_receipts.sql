-- What is paid to the tax office has a receipt like every other payment. It is the centre's and of no unit: what was withheld from the people of many units is paid at once.
alter table voucher alter column unit_id drop not null;
alter table voucher add column tax_payment_id bigint references tax_payment;
alter table voucher add constraint voucher_tax check ((kind = 'tax') = (tax_payment_id is not null) and (kind = 'tax') = (unit_id is null));
create unique index voucher_tax_payment on voucher (tax_payment_id) where tax_payment_id is not null;
create index voucher_amount on voucher (amount_fen, id desc);
comment on column voucher.unit_id is 'null: of the centre itself, as what it paid to the tax office';
alter table voucher_upload alter column unit_id drop not null;

insert into voucher (no, kind, centre_id, mode, tax_payment_id, amount_fen, payer_name, payer_account, payee_name, payee_account, bank_serial, traded_at, created_at, file_id, is_uploaded)
  select 'JK' || replace(period.month, '-', '') || lpad(paid.centre_id::text, 2, '0') || lpad(paid.id::text, 6, '0'), 'tax', paid.centre_id, period.mode, paid.id, abs(paid.amount_fen),
    case when paid.amount_fen > 0 then centre.account_name else '税务机关' end, case when paid.amount_fen > 0 then centre.account_no else '' end,
    case when paid.amount_fen > 0 then '税务机关' else centre.account_name end, case when paid.amount_fen > 0 then '' else centre.account_no end,
    paid.serial, paid.paid_on::timestamp at time zone 'Asia/Shanghai', paid.at, case when file.media_type = 'application/pdf' then file.id end, file.media_type = 'application/pdf'
  from tax_payment paid join tax_declaration period on period.id = paid.declaration_id join centre on centre.id = paid.centre_id join stored_file file on file.id = paid.file_id;
