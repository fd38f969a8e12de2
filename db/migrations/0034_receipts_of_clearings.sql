-- Money that a person pays back is entered by one person and confirmed by another, in any amount. An older program would
-- register it alone, which the database refuses. So this migration is compatible with none.

alter table tax_clearing add column has_owed boolean not null default false;
comment on column tax_clearing.has_owed is 'the person owed something once, so money may still arrive; by a trigger';
-- The text of this message says since then whether more than the debt arrived.
update message set values = values || '{"isBeyond": "no"}' where kind = 'clearingRecovered';
update tax_clearing set has_owed = true where owed_fen > 0 or recovered_fen > 0 or reversed_fen > 0;

create table tax_clearing_entry (
  id bigint generated always as identity primary key,
  clearing_id bigint not null references tax_clearing,
  centre_id bigint not null references centre,
  operator_id bigint not null references operator,
  kind text not null check (kind in ('receipt', 'choice')),
  amount_fen bigint check (amount_fen > 0),
  serial text check (length(serial) between 4 and 40),
  choice text check (choice in ('credit', 'refund', 'refuse')),
  reason text not null default '' check (length(reason) <= 200),
  clearing_version integer,
  of_day date not null,
  file_id uuid not null references stored_file,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'rejected')),
  created_by bigint not null references app_user,
  created_at timestamptz not null,
  decided_by bigint references app_user,
  decided_at timestamptz,
  answer text not null default '' check (length(answer) <= 200),
  constraint tax_clearing_entry_kind check (
    (kind = 'receipt') = (amount_fen is not null) and (kind = 'receipt') = (serial is not null)
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
create index tax_clearing_entry_operator on tax_clearing_entry (operator_id);
create unique index tax_clearing_entry_serial on tax_clearing_entry (centre_id, serial) where state <> 'rejected';
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
  for each row
  when (old.state <> 'pending')
  execute function app.refuse_change();
grant select, insert (clearing_id, centre_id, operator_id, kind, amount_fen, serial, choice, reason, clearing_version,
  of_day, file_id, created_by, created_at), update (state, decided_by, decided_at, answer) on tax_clearing_entry to app_rw;

comment on table tax_clearing_entry is 'An entry of the centre with its document: money that the person paid back, or the choice that a person without an account signed on paper. It counts once another person confirms it.';
comment on column tax_clearing_entry.amount_fen is 'money that arrived; may be more than the person owes';
comment on column tax_clearing_entry.serial is 'of the bank';
comment on column tax_clearing_entry.choice is 'what the person chose on paper';
comment on column tax_clearing_entry.reason is 'of the person, who refuses';
comment on column tax_clearing_entry.clearing_version is 'of the clearing that the person chose about; another one outdates the paper';
comment on column tax_clearing_entry.of_day is 'day at the bank, or of the signature';
comment on column tax_clearing_entry.file_id is 'bank slip, or scan of the signed paper';
comment on column tax_clearing_entry.answer is 'reason of the decision';

alter table tax_clearing_payment add column entry_id bigint references tax_clearing_entry;
create unique index tax_clearing_payment_entry on tax_clearing_payment (entry_id);
comment on table tax_clearing_payment is 'A bank transfer of a clearing. Another person than the one who registers it approved the clearing, or confirmed the money that the person paid back.';
comment on column tax_clearing_payment.approved_by is 'who decided the clearing, or confirmed the receipt';
comment on column tax_clearing_payment.entry_id is 'confirmed receipt of a recovery';

-- Remembers that a person owed something, so that money which arrives after the debt vanished can be registered.
create function app.clearing_owes() returns trigger language plpgsql as $$
begin
  new.has_owed := true;
  return new;
end $$;

-- Counts a bank transfer. A refund is what a person began to transfer, whatever the month owes since. A recovery is a
-- confirmed receipt of a person who owes or owed something. The part beyond the debt is left for the person.
create or replace function app.clearing_paid() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  refund bigint := case new.kind when 'refund' then new.amount_fen else 0 end;
  recovery bigint := case new.kind when 'recovery' then new.amount_fen else 0 end;
begin
  update tax_clearing set refunded_fen = refunded_fen + refund, recovered_fen = recovered_fen + recovery, transfer_fen = 0, version = version + 1,
      state = case when used_fen + reversed_fen + refunded_fen + refund - recovered_fen - recovery = amount_fen then 'done'
        when state = 'done' then case when chosen_at > decided_at then 'chosen' else 'approved' end else state end
    where id = new.clearing_id and centre_id = new.centre_id and operator_id = new.operator_id and refund = transfer_fen
      and (new.kind = 'refund' and state = 'approved' and decided_by = new.approved_by
        or new.kind = 'recovery' and state in ('approved', 'done', 'chosen') and has_owed
          and exists (select from tax_clearing_entry entry where entry.id = new.entry_id and entry.clearing_id = new.clearing_id and entry.state = 'confirmed'
            and (entry.kind, entry.amount_fen, entry.serial, entry.of_day, entry.file_id, entry.created_by, entry.decided_by)
              = ('receipt', new.amount_fen, new.serial, new.paid_on, new.file_id, new.paid_by, new.approved_by)));
  if not found then
    raise exception 'tax_clearing_payment: not a transfer that was begun or a confirmed receipt' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create trigger tax_clearing_owes before update on tax_clearing for each row
  when (not old.has_owed and new.used_fen + new.reversed_fen + new.refunded_fen + new.transfer_fen - new.recovered_fen
    > new.amount_fen)
  execute function app.clearing_owes();

-- Only the person chooses between credit and refund: with an account, or on a paper that one colleague of the centre
-- entered and the caller confirmed. A paper counts once, for the clearing as it was when the paper was entered.
create or replace function app.clearing_chosen_by_person() returns trigger language plpgsql as $$
begin
  if new.operator_id = app.operator_id() and new.chosen_by = app.user_id() then return new; end if;
  if exists (select from tax_clearing_entry paper where paper.clearing_id = new.id and paper.kind = 'choice' and paper.state = 'confirmed'
      and (paper.choice, paper.created_by, paper.decided_by, paper.decided_at, paper.clearing_version) = (new.choice, new.chosen_by, app.user_id(), new.chosen_at, old.version)
      and paper.created_by <> paper.decided_by and (old.chosen_at is null or paper.decided_at > old.chosen_at)) then return new; end if;
  raise exception 'only the person chooses between credit and refund' using errcode = 'integrity_constraint_violation';
end $$;

drop trigger tax_clearing_taken_by_person on tax_clearing;
create trigger tax_clearing_taken_by_person before update of choice, chosen_by, chosen_at on tax_clearing for each row
  when (app.is_program()
    and (old.choice, old.chosen_by, old.chosen_at) is distinct from (new.choice, new.chosen_by, new.chosen_at))
  execute function app.clearing_chosen_by_person();

-- Returns the caller's own mobile number.
create function app.own_mobile() returns text
  language sql stable security definer set search_path = public, app, pg_temp
  as $$ select mobile from app_user where id = app.user_id() $$;
revoke execute on function app.own_mobile from public;
grant execute on function app.own_mobile to app_rw;
