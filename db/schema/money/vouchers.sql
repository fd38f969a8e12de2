-- Receipts of payments (支付凭证).

-- A receipt of a payment, top-up, refund, fee or tax payment.
create table voucher (
  id bigint generated always as identity primary key,
  no text not null unique,
  kind text not null check (kind in ('payment', 'topup', 'refund', 'tax', 'fee')),
  centre_id bigint not null,
  unit_id bigint, -- null: a receipt of the centre itself, such as tax paid
  mode smallint not null,
  batch_id bigint references payment_batch,
  line_id bigint,
  topup_id bigint references topup,
  amount_fen bigint not null,
  payer_name text not null,
  payer_account text not null,
  payee_name text not null,
  payee_account text not null, -- number of a company account; the number of a personal card is in payee_card_no_sealed
  payee_bank text not null default '',
  bank_serial text not null,
  traded_at timestamptz not null,
  is_returned boolean not null default false, -- whether the payment was returned
  created_at timestamptz not null,
  file_id uuid references stored_file, -- PDF, generated when it is first opened
  payee_card_no_sealed text not null default '',
  -- time of the next query for the channel's receipt; null: the channel has none, or it was received
  receipt_due_at timestamptz,
  receipt_tries smallint not null default 0,
  is_from_channel boolean not null default false, -- the document is the channel's receipt, not generated here
  operator_id bigint references operator, -- payee; null if the payee is not an operator
  refund_id bigint references refund,
  -- a person uploaded the document; voucher_upload keeps the replaced one
  is_uploaded boolean not null default false,
  tax_payment_id bigint references tax_payment,
  constraint voucher_tax check ((kind = 'tax') = (tax_payment_id is not null) and (kind = 'tax') = (unit_id is null))
);
create index voucher_amount on voucher (amount_fen, id desc);
create index voucher_batch on voucher (batch_id) where batch_id is not null;
create index voucher_centre on voucher (centre_id, mode, id desc);
create unique index voucher_line on voucher (line_id) where line_id is not null;
create index voucher_missing on voucher (centre_id, mode, id desc) where receipt_tries > 0 and receipt_due_at is null
  and not is_from_channel and not is_uploaded;
create index voucher_operator on voucher (operator_id, id desc) where operator_id is not null;
create index voucher_other on voucher (centre_id, mode, kind, id desc) where kind <> 'payment';
create index voucher_receipt_due on voucher (receipt_due_at) where receipt_due_at is not null;
create unique index voucher_refund on voucher (refund_id) where refund_id is not null;
create index voucher_returned on voucher (centre_id, mode, id desc) where is_returned;
create unique index voucher_tax_payment on voucher (tax_payment_id) where tax_payment_id is not null;
create unique index voucher_topup on voucher (topup_id) where topup_id is not null;
create index voucher_traded on voucher (centre_id, mode, traded_at desc, id desc);
create index voucher_unit on voucher (unit_id, mode, id desc);
create index voucher_unit_other on voucher (unit_id, kind, id desc) where kind <> 'payment';
create index voucher_unit_returned on voucher (unit_id, id desc) where is_returned;
create index voucher_unit_traded on voucher (unit_id, traded_at desc, id desc);
alter table voucher enable row level security;
create policy voucher_scope on voucher
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger voucher_late after insert on voucher referencing new table as added for each statement
  execute function app.drop_late_totals();
create trigger voucher_places after insert on voucher referencing new table as added for each statement
  execute function app.expect_places();
create trigger voucher_returned after update on voucher
  referencing old table as former new table as changed for each statement
  execute function app.drop_returned_totals();
create trigger voucher_stays before update of centre_id, unit_id on voucher for each row
  execute function app.refuse_change();
grant select, insert, update (is_returned, file_id, receipt_due_at, receipt_tries, is_from_channel, is_uploaded)
  on voucher to app_rw;

-- A document that a person uploaded for a receipt, with the document replaced.
create table voucher_upload (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  centre_id bigint not null references centre,
  unit_id bigint references unit,
  file_id uuid not null references stored_file,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  replaced_file_id uuid references stored_file, -- previous document; null: none
  reason text not null check (length(reason) between 2 and 200),
  uploaded_by bigint not null references app_user,
  uploaded_at timestamptz not null
);
create index voucher_upload_of on voucher_upload (voucher_id, id);
alter table voucher_upload enable row level security;
create policy voucher_upload_scope on voucher_upload
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
grant select, insert on voucher_upload to app_rw;

-- Deletes the stored totals of a past month when a payment of that month is registered late.
create function app.drop_late_totals() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from added where date_trunc('month', traded_at at time zone 'Asia/Shanghai') < date_trunc('month', created_at at time zone 'Asia/Shanghai')) then
    perform app.lock_paid_months();
    delete from paid_month where month in (select to_char(traded_at at time zone 'Asia/Shanghai', 'YYYY-MM') from added where kind = 'payment');
  end if;
  return null;
end $$;

create function app.drop_returned_totals() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from changed join former using (id) where changed.is_returned and not former.is_returned) then
    perform app.lock_paid_months();
    delete from paid_month where month in (select to_char(changed.traded_at at time zone 'Asia/Shanghai', 'YYYY-MM')
      from changed join former using (id) where changed.is_returned and not former.is_returned);
  end if;
  return null;
end $$;

-- Locks the computation and deletion of stored totals until the transaction ends, so that no stored total lacks a new
-- return.
create function app.lock_paid_months() returns void language sql as $$ select pg_advisory_xact_lock(7120261, 0) $$;
