-- Tax withheld beyond what a closed month owes, which the person takes as a credit or as a refund.

-- The part of an excess that a person bore, by month. Credits are used by rows of tax_adjustment.
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
  used_fen bigint not null default 0, -- credited to payments, reserved ones included; written by a trigger
  refunded_fen bigint not null default 0,
  left_fen bigint not null generated always as (amount_fen - used_fen - refunded_fen) stored,
  choice text check (choice in ('credit', 'refund')),
  -- found by a job, offered by the centre, chosen or refused by the person, approved by a second person of the centre;
  -- done once nothing is left
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
  reason text not null default '' check (length(reason) <= 200), -- of the last refusal, rejection or withdrawal
  paid_by bigint references app_user,
  paid_on date,
  serial text not null default '' check (length(serial) <= 40), -- of the bank
  file_id uuid references stored_file, -- bank slip
  constraint tax_clearing_sum check (
    amount_fen = vat_fen + city_fen + education_fen + local_education_fen + withheld_fen
  ),
  constraint tax_clearing_left check (used_fen >= 0 and refunded_fen >= 0 and used_fen + refunded_fen <= amount_fen),
  constraint tax_clearing_offered check (state in ('found', 'withdrawn', 'expired') or offered_by is not null),
  constraint tax_clearing_chosen check (
    state not in ('chosen', 'approved', 'done') or choice is not null and chosen_by is not null
  ),
  constraint tax_clearing_by_two check (
    state not in ('approved', 'done') or decided_by is not null and decided_by <> offered_by
  ),
  constraint tax_clearing_paid check (
    (refunded_fen > 0) = (paid_by is not null and paid_on is not null and serial <> '' and file_id is not null)
  ),
  constraint tax_clearing_done check (state <> 'done' or used_fen + refunded_fen = amount_fen)
);
create index tax_clearing_credit on tax_clearing (centre_id, operator_id, id) where state = 'approved'
  and choice = 'credit';
create index tax_clearing_list on tax_clearing (centre_id, state, id desc);
create index tax_clearing_newest on tax_clearing (centre_id, id desc);
create index tax_clearing_operator on tax_clearing (operator_id, id desc);
create unique index tax_clearing_open on tax_clearing (centre_id, operator_id, month)
  where state in ('found', 'offered', 'chosen', 'refused', 'expired');
create unique index tax_clearing_serial on tax_clearing (centre_id, serial) where serial <> '';
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
create trigger tax_clearing_moves before update of state on tax_clearing for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('found', 'offered'), ('found', 'withdrawn'), ('found', 'expired'),
      ('offered', 'chosen'), ('offered', 'refused'), ('offered', 'withdrawn'), ('offered', 'expired'),
      ('refused', 'offered'), ('refused', 'withdrawn'), ('refused', 'expired'), ('chosen', 'approved'),
      ('chosen', 'withdrawn'), ('approved', 'chosen'), ('approved', 'done'), ('done', 'approved'))
  )
  execute function app.refuse_move();
create trigger tax_clearing_no_truncate before truncate on tax_clearing for each statement
  execute function app.refuse_change();
create trigger tax_clearing_paid_by_other before update of refunded_fen, paid_by on tax_clearing for each row
  when (
    app.is_program() and new.paid_by is not null
    and (old.refunded_fen, old.paid_by) is distinct from (new.refunded_fen, new.paid_by)
  )
  execute function app.expect_other_hand('paid_by', 'decided_by');
create trigger tax_clearing_stays before delete on tax_clearing for each row execute function app.refuse_change();
create trigger tax_clearing_taken_by_person before update of choice, chosen_by on tax_clearing for each row
  when (app.is_program() and (old.choice, old.chosen_by) is distinct from (new.choice, new.chosen_by))
  execute function app.clearing_chosen_by_person();
grant select, insert (centre_id, operator_id, month, vat_fen, city_fen, education_fen, local_education_fen,
  withheld_fen, amount_fen, found_at), update (state, choice, version, offered_by, offered_at, chosen_by, chosen_at,
  decided_by, decided_at, reason, refunded_fen, paid_by, paid_on, serial, file_id) on tax_clearing to app_rw;

-- Only the person chooses between credit and refund.
create function app.clearing_chosen_by_person() returns trigger language plpgsql as $$
begin
  if new.operator_id is distinct from app.operator_id() or new.chosen_by is distinct from app.user_id() then
    raise exception 'only the person chooses between credit and refund' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- Counts the credit that payments use or release. The check of tax_clearing_left refuses what goes beyond it.
create function app.clearing_credit_used() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update tax_clearing set used_fen = used_fen + moved.fen, version = version + 1,
      state = case when used_fen + moved.fen + refunded_fen = amount_fen then 'done' when state = 'done' then 'approved' else state end
    from (select clearing_id, sum(vat_fen + city_fen + education_fen + local_education_fen + withheld_fen)::bigint as fen from fresh
      where clearing_line_id is not null group by clearing_id order by clearing_id) moved
    where tax_clearing.id = moved.clearing_id;
  if exists (select from fresh join tax_clearing clearing on clearing.id = fresh.clearing_id
      where clearing.state not in ('approved', 'done', 'chosen') or clearing.centre_id <> fresh.centre_id or clearing.operator_id <> fresh.operator_id) then
    raise exception 'tax_clearing: a credit counts only after a second person approved it' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
