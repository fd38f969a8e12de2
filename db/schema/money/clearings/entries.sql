-- Bank transfers of clearings, and entries that another person confirms.

-- An entry of the centre with a document: money that the person paid back, a refund that the bank sent back, or a
-- choice on paper by a person without an account. An entry counts once another person confirms it.
create table tax_clearing_entry (
  id bigint generated always as identity primary key,
  clearing_id bigint not null references tax_clearing,
  centre_id bigint not null references centre,
  operator_id bigint not null references operator,
  kind text not null check (kind in ('receipt', 'choice', 'bounce')),
  amount_fen bigint check (amount_fen > 0), -- received amount, which may exceed the amount owed
  -- reference of the bank; empty for a refund that the bank never carried out
  serial text check (length(serial) between 4 and 40 or serial = '' and kind = 'bounce'),
  choice text check (choice in ('credit', 'refund', 'refuse')), -- choice on the signed paper
  reason text not null default '' check (length(reason) <= 200), -- reason for a refusal
  clearing_version integer, -- version of the clearing on the signed paper; a newer version makes the paper invalid
  of_day date not null, -- day of the bank transfer or of the signature
  file_id uuid not null references stored_file, -- bank slip, or scan of the signed paper
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'rejected')),
  created_by bigint not null references app_user,
  created_at timestamptz not null,
  decided_by bigint references app_user,
  decided_at timestamptz,
  answer text not null default '' check (length(answer) <= 200), -- reason of the decision
  payment_id bigint references tax_clearing_payment, -- refund that the bank sent back
  constraint tax_clearing_entry_kind check (
    (kind <> 'choice') = (amount_fen is not null) and (kind <> 'choice') = (serial is not null)
    and (kind = 'bounce') = (payment_id is not null)
    and (kind = 'choice') = (choice is not null) and (kind = 'choice') = (clearing_version is not null)
    and (choice is not distinct from 'refuse') = (reason <> '')
  ),
  constraint tax_clearing_entry_decided check ((state = 'pending') = (decided_at is null)),
  constraint tax_clearing_entry_by_two check ((state = 'pending') = (decided_by is null) and decided_by <> created_by)
);
create index tax_clearing_entry_centre on tax_clearing_entry (centre_id);
create index tax_clearing_entry_file on tax_clearing_entry (file_id);
create index tax_clearing_entry_of on tax_clearing_entry (clearing_id);
create unique index tax_clearing_entry_one_pending on tax_clearing_entry (clearing_id) where state = 'pending';
create unique index tax_clearing_entry_payment on tax_clearing_entry (payment_id)
  where payment_id is not null and state <> 'rejected';
create index tax_clearing_entry_operator on tax_clearing_entry (operator_id);
alter table tax_clearing_entry enable row level security;
create policy tax_clearing_entry_scope on tax_clearing_entry
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_clearing_entry_append_only before delete on tax_clearing_entry for each row
  execute function app.refuse_change();
create trigger tax_clearing_entry_by_other before update of state on tax_clearing_entry for each row
  when (app.is_program() and new.state in ('confirmed', 'rejected'))
  execute function app.expect_other_hand('decided_by', 'created_by');
create trigger tax_clearing_entry_made_by_caller before insert on tax_clearing_entry for each row
  when (app.is_program() and new.created_by is distinct from app.user_id())
  execute function app.refuse_change();
create trigger tax_clearing_entry_no_truncate before truncate on tax_clearing_entry for each statement
  execute function app.refuse_change();
create trigger tax_clearing_entry_stays before update of state, decided_by, decided_at, answer on tax_clearing_entry
  for each row when (old.state <> 'pending')
  execute function app.refuse_change();
grant select, insert (clearing_id, centre_id, operator_id, kind, amount_fen, serial, choice, reason, clearing_version,
  of_day, file_id, payment_id, created_by, created_at), update (state, decided_by, decided_at, answer) on
  tax_clearing_entry to app_rw;

-- A bank transfer of a clearing. The person who registers it did not approve the clearing or confirm the entry.
create table tax_clearing_payment (
  id bigint generated always as identity primary key,
  clearing_id bigint not null references tax_clearing,
  centre_id bigint not null references centre,
  operator_id bigint not null references operator,
  -- refund: to the person; recovery: from the person; bounce: a refund that the bank sent back
  kind text not null check (kind in ('refund', 'recovery', 'bounce')),
  amount_fen bigint not null check (amount_fen > 0),
  approved_by bigint not null references app_user, -- person who approved the clearing or confirmed the entry
  paid_by bigint not null references app_user,
  paid_at timestamptz not null,
  paid_on date not null, -- day of the bank transfer
  -- reference of the bank; empty for a refund that the bank never carried out
  serial text not null check (length(serial) between 4 and 40 or serial = '' and kind = 'bounce'),
  file_id uuid not null references stored_file, -- bank slip
  entry_id bigint references tax_clearing_entry, -- confirmed entry of a recovery or bounce
  constraint tax_clearing_payment_by_two check (paid_by <> approved_by)
);
create index tax_clearing_payment_centre on tax_clearing_payment (centre_id);
create unique index tax_clearing_payment_entry on tax_clearing_payment (entry_id);
create index tax_clearing_payment_file on tax_clearing_payment (file_id);
create index tax_clearing_payment_of on tax_clearing_payment (clearing_id);
create index tax_clearing_payment_operator on tax_clearing_payment (operator_id);
alter table tax_clearing_payment enable row level security;
create policy tax_clearing_payment_scope on tax_clearing_payment
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_clearing_payment_append_only before update or delete on tax_clearing_payment for each row
  execute function app.refuse_change();
create trigger tax_clearing_payment_by_other before insert on tax_clearing_payment for each row
  when (app.is_program())
  execute function app.expect_other_hand('paid_by', 'approved_by');
create trigger tax_clearing_payment_counts after insert on tax_clearing_payment for each row
  execute function app.clearing_paid();
create trigger tax_clearing_payment_no_truncate before truncate on tax_clearing_payment for each statement
  execute function app.refuse_change();
grant select, insert on tax_clearing_payment to app_rw;

-- Adds a bank transfer to the clearing. A refund has the amount with which the transfer began. A recovery needs a
-- confirmed receipt from a person who owes or owed an amount. An amount above the debt belongs to the person. A bounce
-- needs a confirmed entry for the whole refund.
create function app.clearing_paid() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  refund bigint := case new.kind when 'refund' then new.amount_fen when 'bounce' then -new.amount_fen else 0 end;
  recovery bigint := case new.kind when 'recovery' then new.amount_fen else 0 end;
begin
  update tax_clearing set refunded_fen = refunded_fen + refund, recovered_fen = recovered_fen + recovery, transfer_fen = 0, version = version + 1,
      state = case when used_fen + reversed_fen + refunded_fen + refund - recovered_fen - recovery = amount_fen then 'done'
        when state = 'done' then case when chosen_at > decided_at then 'chosen' else 'approved' end else state end
    where id = new.clearing_id and centre_id = new.centre_id and operator_id = new.operator_id and greatest(refund, 0) = transfer_fen
      and (new.kind = 'refund' and state = 'approved' and decided_by = new.approved_by
        or state in ('approved', 'done', 'chosen') and (new.kind = 'recovery' and has_owed or new.kind = 'bounce')
          and exists (select from tax_clearing_entry entry left join tax_clearing_payment sent on sent.id = entry.payment_id
            where entry.id = new.entry_id and entry.clearing_id = new.clearing_id and entry.state = 'confirmed'
            and (entry.kind, entry.amount_fen, entry.serial, entry.of_day, entry.file_id, entry.created_by, entry.decided_by)
              = (case new.kind when 'bounce' then 'bounce' else 'receipt' end, new.amount_fen, new.serial, new.paid_on, new.file_id, new.paid_by, new.approved_by)
            and (entry.kind = 'receipt' or (sent.clearing_id, sent.kind, sent.amount_fen) = (new.clearing_id, 'refund', new.amount_fen))));
  if not found then
    raise exception 'tax_clearing_payment: not a transfer that was begun or a confirmed entry' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
