-- Tax withheld in excess of what a closed month owes. The person receives the excess as a credit or a refund.

-- Excess tax of a month that a person bore. Rows of tax_adjustment use it as credit.
create table tax_clearing (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  operator_id bigint not null references operator,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'), -- closed month with the excess
  vat_fen bigint not null check (vat_fen >= 0),
  city_fen bigint not null check (city_fen >= 0),
  education_fen bigint not null check (education_fen >= 0),
  local_education_fen bigint not null check (local_education_fen >= 0),
  withheld_fen bigint not null check (withheld_fen >= 0), -- income tax
  amount_fen bigint not null check (amount_fen > 0),
  used_fen bigint not null default 0, -- credited to payments, including reserved ones; written by a trigger
  reversed_fen bigint not null default 0, -- returned to the month after a returned payment; written by a trigger
  refunded_fen bigint not null default 0, -- refunds less those that the bank sent back; written by a trigger
  recovered_fen bigint not null default 0, -- sum of the recoveries; written by a trigger
  choice text check (choice in ('credit', 'refund')),
  -- found by a job, offered by the centre, chosen or refused by the person, approved by a second person of the centre;
  -- done once left_fen, transfer_fen and owed_fen are zero
  state text not null default 'found' check (state in ('found', 'offered', 'chosen', 'approved', 'done', 'refused',
    'withdrawn', 'expired')),
  version integer not null default 1,
  found_at timestamptz not null,
  offered_by bigint references app_user,
  offered_at timestamptz,
  chosen_by bigint references app_user,
  chosen_at timestamptz,
  decided_by bigint references app_user,
  decided_at timestamptz,
  reason text not null default '' check (length(reason) <= 200), -- reason of the last refusal, rejection or withdrawal
  -- a job withdrew it, because the excess of the month changed; the reason may be of an earlier refusal
  is_outdated boolean not null default false,
  -- refund under transfer; the amount is fixed until the transfer is registered or cancelled
  transfer_fen bigint not null default 0,
  transfer_by bigint references app_user, -- person who began the last transfer
  transfer_at timestamptz,
  cancelled_by bigint references app_user, -- person who confirmed that the last transfer did not leave the bank
  left_fen bigint not null generated always as (
    greatest(amount_fen - used_fen - reversed_fen - refunded_fen - transfer_fen + recovered_fen, 0)
  ) stored,
  -- amount that the person received beyond the final excess and owes
  owed_fen bigint not null generated always as (
    greatest(used_fen + reversed_fen + refunded_fen + transfer_fen - recovered_fen - amount_fen, 0)
  ) stored,
  has_owed boolean not null default false, -- whether the person has ever owed an amount; written by a trigger
  constraint tax_clearing_sum check (
    amount_fen = vat_fen + city_fen + education_fen + local_education_fen + withheld_fen),
  constraint tax_clearing_left check (
    used_fen >= 0 and reversed_fen between 0 and amount_fen and refunded_fen >= 0 and recovered_fen >= 0
  ),
  constraint tax_clearing_offered check (state in ('found', 'withdrawn', 'expired') or offered_by is not null),
  constraint tax_clearing_chosen check (
    state not in ('chosen', 'approved', 'done') or choice is not null and chosen_by is not null
  ),
  constraint tax_clearing_by_two check (
    state not in ('approved', 'done')
    or decided_by is not null and decided_by <> offered_by and decided_by <> chosen_by
  ),
  constraint tax_clearing_transfer check (
    transfer_fen = 0
    or transfer_fen > 0 and state = 'approved' and choice = 'refund' and transfer_by is not null
    and cancelled_by is null
  ),
  constraint tax_clearing_transfer_by_two check (transfer_fen = 0 or transfer_by <> decided_by),
  constraint tax_clearing_cancelled_by_two check (cancelled_by <> transfer_by),
  constraint tax_clearing_done check (state <> 'done'
    or used_fen + reversed_fen + refunded_fen - recovered_fen = amount_fen)
);
create index tax_clearing_credit on tax_clearing (centre_id, operator_id, id) where state = 'approved'
  and choice = 'credit';
create index tax_clearing_list on tax_clearing (centre_id, state, id desc);
create index tax_clearing_newest on tax_clearing (centre_id, id desc);
create unique index tax_clearing_open on tax_clearing (centre_id, operator_id, month)
  where state in ('found', 'offered', 'chosen', 'refused', 'expired');
create index tax_clearing_operator on tax_clearing (operator_id, id desc);
create index tax_clearing_owed on tax_clearing (centre_id, id) where owed_fen > 0;
alter table tax_clearing enable row level security;
create policy tax_clearing_scope on tax_clearing
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or operator_id = (select app.operator_id())
  );
create trigger tax_clearing_by_other before update of state on tax_clearing for each row
  when (app.is_program() and new.state = 'approved' and old.state = 'chosen')
  execute function app.expect_other_hand('decided_by', 'offered_by', 'chosen_by');
create trigger tax_clearing_cancelled_by_other before update of transfer_fen on tax_clearing for each row
  when (app.is_program() and old.transfer_fen > 0)
  execute function app.expect_other_hand('cancelled_by', 'transfer_by');
create trigger tax_clearing_moves before update of state on tax_clearing for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('found', 'offered'), ('found', 'withdrawn'), ('found', 'expired'),
      ('offered', 'chosen'), ('offered', 'refused'), ('offered', 'withdrawn'), ('offered', 'expired'),
      ('refused', 'offered'), ('refused', 'withdrawn'), ('refused', 'expired'), ('chosen', 'approved'),
      ('chosen', 'withdrawn'), ('chosen', 'done'), ('approved', 'chosen'), ('approved', 'done'), ('done', 'approved'),
      ('done', 'chosen'))
  )
  execute function app.refuse_move();
create trigger tax_clearing_no_truncate before truncate on tax_clearing for each statement
  execute function app.refuse_change();
create trigger tax_clearing_owes before update on tax_clearing for each row
  when (not old.has_owed and new.used_fen + new.reversed_fen + new.refunded_fen + new.transfer_fen - new.recovered_fen
    > new.amount_fen)
  execute function app.clearing_owes();
create trigger tax_clearing_stays before delete on tax_clearing for each row execute function app.refuse_change();
create trigger tax_clearing_taken_by_person before update of choice, chosen_by, chosen_at on tax_clearing for each row
  when (app.is_program()
    and (old.choice, old.chosen_by, old.chosen_at) is distinct from (new.choice, new.chosen_by, new.chosen_at))
  execute function app.clearing_chosen_by_person();
create trigger tax_clearing_transfer before update of transfer_fen, transfer_by, transfer_at, cancelled_by
  on tax_clearing for each row when (app.is_program())
  execute function app.clearing_transfer();
create trigger tax_clearing_transfer_by_other before update of transfer_fen on tax_clearing for each row
  when (app.is_program() and new.transfer_fen > 0)
  execute function app.expect_other_hand('transfer_by', 'decided_by');
grant select, insert (centre_id, operator_id, month, vat_fen, city_fen, education_fen, local_education_fen,
  withheld_fen, amount_fen, found_at), update (state, choice, version, offered_by, offered_at, chosen_by, chosen_at,
  decided_by, decided_at, transfer_fen, transfer_by, transfer_at, cancelled_by, reason, is_outdated) on tax_clearing to
  app_rw;

-- Checks that the person chose between credit and refund: with an account, or on a signed paper that a colleague of the
-- caller entered and the caller confirmed. A paper counts once, and only for the version of the clearing for which it
-- was entered.
create function app.clearing_chosen_by_person() returns trigger language plpgsql as $$
begin
  if new.operator_id = app.operator_id() and new.chosen_by = app.user_id() then return new; end if;
  if exists (select from tax_clearing_entry paper where paper.clearing_id = new.id and paper.kind = 'choice' and paper.state = 'confirmed'
      and (paper.choice, paper.created_by, paper.decided_by, paper.decided_at, paper.clearing_version) = (new.choice, new.chosen_by, app.user_id(), new.chosen_at, old.version)
      and paper.created_by <> paper.decided_by and (old.chosen_at is null or paper.decided_at > old.chosen_at)) then return new; end if;
  raise exception 'only the person chooses between credit and refund' using errcode = 'integrity_constraint_violation';
end $$;

-- Adds the credit that payments use or release, and the amount that returns to the month. A payment uses at most the
-- remaining credit, except for a late success whose released credit was used elsewhere.
create function app.clearing_credit_used() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from fresh where clearing_id is not null) then return null; end if;
  update tax_clearing clearing set used_fen = clearing.used_fen + moved.used, reversed_fen = clearing.reversed_fen + moved.reversed, version = version + 1,
      state = case when transfer_fen = 0 and clearing.used_fen + moved.used + clearing.reversed_fen + moved.reversed + refunded_fen - recovered_fen = amount_fen then 'done'
        when state = 'done' then case when chosen_at > decided_at then 'chosen' else 'approved' end else state end
    from (select clearing_id, coalesce(sum(fen) filter (where not is_reversal), 0)::bigint as used, coalesce(sum(fen) filter (where is_reversal), 0)::bigint as reversed
      from (select clearing_id, is_reversal, vat_fen + city_fen + education_fen + local_education_fen + withheld_fen as fen from fresh where clearing_line_id is not null) each
      group by clearing_id order by clearing_id) moved
    where clearing.id = moved.clearing_id;
  if exists (select from fresh join tax_clearing clearing on clearing.id = fresh.clearing_id
      where clearing.state not in ('approved', 'done', 'chosen') or clearing.centre_id <> fresh.centre_id or clearing.operator_id <> fresh.operator_id) then
    raise exception 'tax_clearing: a credit counts only after a second person approved it' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from fresh join tax_clearing clearing on clearing.id = fresh.clearing_id and clearing.owed_fen > 0
      where fresh.clearing_line_id is not null and not fresh.is_reversal and fresh.vat_fen + fresh.city_fen + fresh.education_fen + fresh.local_education_fen + fresh.withheld_fen > 0
        and not exists (select from tax_adjustment before where before.clearing_line_id = fresh.clearing_line_id and before.clearing_id = fresh.clearing_id
          and before.id < fresh.id and not before.is_reversal)) then
    raise exception 'tax_clearing: a payment uses more than is left' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- Records that a person owed money, so that money arriving after the debt ended can still be registered.
create function app.clearing_owes() returns trigger language plpgsql as $$
begin
  new.has_owed := true;
  return new;
end $$;

-- Checks that a transfer begins with the full remaining amount, and that another person cancels it.
create function app.clearing_transfer() returns trigger language plpgsql as $$
begin
  if old.transfer_fen = 0 and new.transfer_fen = old.left_fen and new.transfer_by = app.user_id() and new.cancelled_by is null
    or old.transfer_fen > 0 and new.transfer_fen = 0 and new.transfer_by = old.transfer_by and new.cancelled_by = app.user_id() then
    return new;
  end if;
  raise exception 'tax_clearing: a transfer begins with what is left, and another person cancels it' using errcode = 'integrity_constraint_violation';
end $$;
