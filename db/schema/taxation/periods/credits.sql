-- Overpaid tax, and entries that correct tax accounts.

-- Tax that was paid and is no longer due after a correction of the month. The credit is applied to later payments,
-- refunded or withdrawn.
create table tax_credit (
  id bigint generated always as identity primary key,
  declaration_id bigint not null references tax_declaration,
  centre_id bigint not null references centre,
  edition integer not null check (edition > 1), -- correction that caused the credit
  kind text not null check (kind in ('vat', 'surcharge', 'iit')),
  amount_fen bigint not null check (amount_fen > 0),
  left_fen bigint not null, -- remaining amount; written by a trigger
  -- open while an amount remains; otherwise how the last part was settled
  state text not null default 'open' check (state in ('open', 'applied', 'refunded', 'withdrawn')),
  version integer not null default 1,
  by_id bigint not null references app_user,
  at timestamptz not null,
  -- return on which VAT or surcharges were overpaid; unused for income tax
  vat_return text not null default 'vat_agent' check (vat_return in ('vat_agent', 'vat_withholding')),
  constraint tax_credit_once unique (declaration_id, edition, kind, vat_return),
  constraint tax_credit_left check (left_fen >= 0 and left_fen <= amount_fen),
  constraint tax_credit_settled check ((state = 'open') = (left_fen > 0))
);
create index tax_credit_place on tax_credit (centre_id, id desc);
alter table tax_credit enable row level security;
create policy tax_credit_scope on tax_credit
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_credit_stays before delete on tax_credit for each row execute function app.refuse_change();
grant select, insert, update (version) on tax_credit to app_rw;

-- A payment to the tax office, with all its taxes, as registered by one person. The confirmation by a second person
-- books it.
create table tax_entry (
  id bigint generated always as identity primary key,
  declaration_id bigint not null references tax_declaration,
  centre_id bigint not null references centre,
  edition integer not null, -- paid edition of the declaration
  state text not null default 'proposed'
    check (state in ('proposed', 'confirmed', 'declined', 'reversing', 'reversed')),
  vat_fen bigint not null,
  surcharge_fen bigint not null,
  iit_fen bigint not null,
  -- late-payment surcharge in the same payment, borne by the centre
  late_fen bigint not null default 0 check (late_fen >= 0),
  -- late-payment surcharge as computed from the day after due_on; a difference needs late_reason
  late_due_fen bigint not null default 0 check (late_due_fen >= 0),
  late_reason text not null default '' check (length(late_reason) <= 200),
  due_on date not null,
  paid_on date not null,
  serial text not null check (length(serial) between 4 and 40),
  file_id uuid not null references stored_file,
  is_carried boolean not null default false, -- registered before 2026-11-27, by one person
  by_id bigint not null references app_user,
  at timestamptz not null,
  decided_by bigint references app_user,
  decided_at timestamptz,
  reason text not null default '' check (length(reason) <= 200),
  reverse_reason text not null default '' check (length(reverse_reason) <= 200),
  reverse_by bigint references app_user,
  reverse_at timestamptz,
  reversed_by bigint references app_user,
  reversed_at timestamptz,
  version integer not null default 1,
  -- return to which the VAT and surcharges belong
  vat_return text not null default 'vat_agent' check (vat_return in ('vat_agent', 'vat_withholding')),
  constraint tax_entry_decided check (is_carried or (state = 'proposed') = (decided_by is null)),
  constraint tax_entry_reversal check ((state in ('reversing', 'reversed')) <= (reverse_by is not null
    and reverse_reason <> '')),
  constraint tax_entry_four_eyes check (state in ('proposed', 'declined') or decided_by is distinct from by_id),
  constraint tax_entry_not_empty check (vat_fen <> 0 or surcharge_fen <> 0 or iit_fen <> 0),
  constraint tax_entry_late_reason check (late_fen = late_due_fen or is_carried or late_reason <> ''),
  constraint tax_entry_reversal_four_eyes check (
    (state = 'reversed') = (reversed_by is not null) and reversed_by is distinct from coalesce(reverse_by, 0)
  )
);
create index tax_entry_declaration on tax_entry (declaration_id, id);
create index tax_entry_file on tax_entry (file_id);
create index tax_entry_waiting on tax_entry (declaration_id) where state in ('proposed', 'reversing');
alter table tax_entry enable row level security;
create policy tax_entry_scope on tax_entry
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_entry_by_other before update of state on tax_entry for each row
  when (app.is_program() and new.state = 'confirmed' and old.state = 'proposed')
  execute function app.expect_other_hand('decided_by', 'by_id');
create trigger tax_entry_moves before update of state on tax_entry for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('proposed', 'confirmed'), ('proposed', 'declined'), ('confirmed', 'reversing'),
      ('reversing', 'confirmed'), ('reversing', 'reversed'))
  )
  execute function app.refuse_move();
create trigger tax_entry_no_truncate before truncate on tax_entry for each statement
  execute function app.refuse_change();
create trigger tax_entry_reversed_by_other before update of state on tax_entry for each row
  when (app.is_program() and new.state = 'reversed')
  execute function app.expect_other_hand('reversed_by', 'reverse_by');
create trigger tax_entry_stays before delete on tax_entry for each row execute function app.refuse_change();
grant select, insert (declaration_id, centre_id, edition, vat_fen, surcharge_fen, iit_fen, late_fen, late_due_fen,
  late_reason, due_on, paid_on, serial, file_id, by_id, at, vat_return), update (state, decided_by, decided_at, reason,
  reverse_reason, reverse_by, reverse_at, reversed_by, reversed_at, version) on tax_entry to app_rw;

-- An event of a tax credit. Append-only.
create table tax_credit_move (
  id bigint generated always as identity primary key,
  credit_id bigint not null references tax_credit,
  centre_id bigint not null references centre,
  kind text not null check (kind in ('opened', 'applied', 'refunded', 'withdrawn')),
  amount_fen bigint not null check (amount_fen > 0),
  declaration_id bigint references tax_declaration, -- period whose tax the credit paid
  paid_on date,
  serial text not null default '' check (length(serial) <= 40),
  file_id uuid references stored_file,
  reason text not null default '' check (length(reason) <= 200),
  by_id bigint not null references app_user,
  at timestamptz not null,
  constraint tax_credit_move_applied check ((kind = 'applied') = (declaration_id is not null)),
  constraint tax_credit_move_refunded check (
    kind <> 'refunded' or paid_on is not null and serial <> '' and file_id is not null
  ),
  constraint tax_credit_move_withdrawn check (kind <> 'withdrawn' or reason <> '')
);
create index tax_credit_move_credit on tax_credit_move (credit_id, id);
create index tax_credit_move_file on tax_credit_move (file_id) where file_id is not null;
alter table tax_credit_move enable row level security;
create policy tax_credit_move_scope on tax_credit_move
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger tax_credit_move_append_only before update or delete on tax_credit_move for each row
  execute function app.refuse_change();
create trigger tax_credit_move_by_other before insert on tax_credit_move for each row
  when (app.is_program() and new.kind in ('refunded', 'withdrawn'))
  execute function app.tax_credit_by_other();
create trigger tax_credit_move_counts after insert on tax_credit_move for each row
  execute function app.tax_credit_moves();
create trigger tax_credit_move_no_truncate before truncate on tax_credit_move for each statement
  execute function app.refuse_change();
grant select, insert on tax_credit_move to app_rw;

-- Checks that another person than the one who declared the correction registers the refund or withdraws the credit.
create function app.tax_credit_by_other() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.by_id is distinct from app.user_id()
    or not exists (select from tax_credit credit where credit.id = new.credit_id and app.is_other_hand(new.by_id, array[credit.by_id])) then
    perform app.refuse_same_hand();
  end if;
  return new;
end $$;

create function app.tax_credit_moves() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  -- The check of left_fen refuses a larger amount.
  update tax_credit set left_fen = left_fen - case new.kind when 'opened' then 0 else new.amount_fen end, version = version + 1,
      state = case when new.kind = 'opened' or left_fen > new.amount_fen then 'open' else new.kind end
    where id = new.credit_id and centre_id = new.centre_id and state = 'open';
  if not found then
    raise exception 'the credit case is settled' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
