-- Daily reconciliation with channels and banks.

-- An imported file of a channel or a bank.
create table recon_file (
  id bigint generated always as identity primary key,
  channel_id bigint not null references channel,
  centre_id bigint not null references centre,
  source text not null check (source in ('channel', 'bank')),
  file_id uuid not null references stored_file,
  name text not null,
  sha256 text not null,
  given_day date, -- day of rows without a date
  first_day date not null,
  last_day date not null,
  row_count integer not null check (row_count >= 0),
  done_count integer not null default 0,
  skipped_count integer not null default 0, -- rows that an earlier file already contained
  opening_fen bigint, -- balance of a statement before its first movement
  closing_fen bigint,
  state text not null default 'reading' check (state in ('reading', 'read')),
  added_by bigint references app_user, -- null: fetched automatically
  added_at timestamptz not null,
  constraint recon_file_once unique (channel_id, source, sha256, first_day),
  constraint recon_file_days check (first_day <= last_day)
);
create index recon_file_days on recon_file (channel_id, source, last_day desc);
create index recon_file_file on recon_file (file_id);
create index recon_file_place on recon_file (centre_id, id desc);
alter table recon_file enable row level security;
create policy recon_file_scope on recon_file
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update (done_count, skipped_count, state) on recon_file to app_rw;

-- A day of a channel: sums of our books, the channel's file and the bank statement, less returned payments.
create table recon_day (
  id bigint generated always as identity primary key,
  channel_id bigint not null references channel,
  centre_id bigint not null references centre,
  day date not null,
  state text not null default 'waiting' check (state in ('waiting', 'matched', 'closed')),
  -- files that are still expected
  missing text[] not null default '{channel,bank}' check (missing <@ '{channel,bank}'::text[]),
  ours_count integer not null default 0,
  ours_fen bigint not null default 0,
  theirs_count integer not null default 0,
  theirs_fen bigint not null default 0,
  bank_count integer not null default 0,
  bank_fen bigint not null default 0,
  topup_count integer not null default 0,
  -- rows of the bank statement that are bank credits; top-ups are matched with them instead
  topup_fen bigint not null default 0,
  matched_at timestamptz,
  closed_by bigint references app_user,
  closed_at timestamptz,
  told_missing boolean not null default false,
  version integer not null default 1,
  -- why the last fetched file of the channel was refused; empty: no refusal since the last import
  refusal text not null default '' check (length(refusal) <= 60),
  refusal_values jsonb not null default '{}',
  registered_count integer not null default 0,
  -- rows of the statement that refunds, commission, taxes and so on book; out less in
  registered_fen bigint not null default 0,
  constraint recon_day_once unique (channel_id, day),
  constraint recon_day_files check (state = 'waiting' or missing = '{}'::text[]),
  constraint recon_day_closed check (
    (state = 'closed') = (closed_at is not null) and (closed_by is null) = (closed_at is null)
  )
);
create index recon_day_open on recon_day (channel_id, day) where state <> 'closed';
create index recon_day_place on recon_day (centre_id, day desc, id desc);
alter table recon_day enable row level security;
create policy recon_day_scope on recon_day
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger recon_day_moves before update of state on recon_day for each row
  when (
    old.state <> new.state
    and (old.state, new.state) not in (('waiting', 'matched'), ('matched', 'waiting'), ('matched', 'closed'),
      ('closed', 'matched'))
  )
  execute function app.refuse_move();
create trigger recon_day_stands before update on recon_day for each row
  when (
    old.state = 'closed'
    and (old.ours_count, old.ours_fen, old.theirs_count, old.theirs_fen, old.bank_count, old.bank_fen, old.topup_count,
      old.topup_fen, old.registered_count, old.registered_fen)
      is distinct from (new.ours_count, new.ours_fen, new.theirs_count, new.theirs_fen, new.bank_count, new.bank_fen,
      new.topup_count, new.topup_fen, new.registered_count, new.registered_fen)
  )
  execute function app.refuse('the matching of a closed day cannot change');
create trigger recon_day_tells after insert or update on recon_day for each row
  execute function app.tell_centre('recon');
grant select, insert, update (state, missing, ours_count, ours_fen, theirs_count, theirs_fen, bank_count, bank_fen,
  topup_count, topup_fen, registered_count, registered_fen, matched_at, closed_by, closed_at, told_missing, version,
  refusal, refusal_values) on recon_day to app_rw;

-- A movement in a file: a payment, a returned payment, or (none) an order that was not paid.
create table recon_row (
  id bigint generated always as identity primary key,
  file_id bigint not null references recon_file,
  channel_id bigint not null,
  centre_id bigint not null,
  source text not null,
  day date not null, -- day of matching: on_day, or the next open day if on_day was closed
  on_day date not null,
  direction text not null check (direction in ('out', 'in', 'none')),
  serial text not null,
  request_no text not null, -- our order number in the file; empty: the serial identifies the order
  amount_fen bigint not null check (amount_fen > 0),
  is_topup boolean not null default false,
  memo text not null default '',
  fee_fen bigint check (fee_fen >= 0), -- fee of the channel; null: the file contains no fees
  line_id bigint, -- our payment with this order number; null: none, or imported by an earlier version
  line_month date,
  -- a record other than a payment or a top-up books this row of a statement
  is_registered boolean not null default false,
  -- amount of the registered transfer with this reference, if the bank moved another amount; null: none
  registered_fen bigint,
  constraint recon_row_once unique (channel_id, source, serial, direction),
  constraint recon_row_line check ((line_id is null) = (line_month is null)),
  constraint recon_row_amounts check (
    registered_fen is null or registered_fen > 0 and not is_registered and not is_topup
  )
);
create index recon_row_charged on recon_row (line_id, direction) include (fee_fen) where fee_fen is not null
  and line_id is not null;
create index recon_row_day on recon_row (channel_id, day, source) include (direction, amount_fen);
create index recon_row_file on recon_row (file_id);
create index recon_row_number on recon_row (channel_id, request_no) where request_no <> '';
create index recon_row_other_amount on recon_row (centre_id, serial) where registered_fen is not null;
create index recon_row_reference on recon_row (channel_id, app.reference_key(serial)) where source = 'bank';
create index recon_row_registered on recon_row (centre_id, serial) where is_registered;
alter table recon_row enable row level security;
create policy recon_row_scope on recon_row
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger recon_row_of_transfer before update of registered_fen on recon_row for each row
  when (new.registered_fen is not null and new.registered_fen is distinct from old.registered_fen)
  execute function app.expect_registered_amount();
grant select, insert, update (day, is_topup, is_registered, registered_fen) on recon_row to app_rw;

-- A difference of a day between our books, the channel and the bank.
create table recon_item (
  id bigint generated always as identity primary key,
  day_id bigint not null references recon_day,
  channel_id bigint not null references channel,
  centre_id bigint not null references centre,
  mode smallint check (mode in (1, 2)),
  -- channel: the channel's file differs from our books; bank: the statement differs from the channel's file, or from
  -- our books for manual payments
  side text not null check (side in ('channel', 'bank')),
  kind text not null check (kind in ('long', 'short', 'amount', 'state')),
  direction text not null check (direction in ('out', 'in')),
  key text not null, -- our order number; without one, the reference of the channel or bank
  serial text not null default '',
  memo text not null default '',
  attempt_id bigint references payout_attempt,
  ours_fen bigint not null, -- expected amount; negative for a returned payment; 0: no movement
  theirs_fen bigint not null,
  suspense_fen bigint not null default 0, -- amount on the suspense account; negative: money left
  -- the amount is above the centre's limit, so the channel pays nothing until the difference is on suspense or settled
  stops boolean not null default false,
  state text not null default 'open' check (state in ('open', 'waiting', 'proposed', 'hung', 'exception', 'settled')),
  ending text check (ending in ('hang', 'charge', 'interest', 'book', 'return', 'exception', 'timing', 'matched')),
  proposal text check (proposal in ('hang', 'charge', 'interest', 'book', 'return')),
  proposed_by bigint references app_user,
  exception_id bigint references payout_exception,
  owner_id bigint references app_user,
  due_on date,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  settled_at timestamptz,
  told_due boolean not null default false,
  version integer not null default 1,
  -- counts the differences of a key; rows that arrive after a decision open another difference
  part smallint not null default 1 check (part > 0),
  -- a registered transfer that no statement shows; the sums of the day exclude it
  is_registered boolean not null default false,
  constraint recon_item_once unique (day_id, side, direction, key, part),
  constraint recon_item_owned check (
    state in ('open', 'exception', 'settled') or owner_id is not null and due_on is not null
  ),
  constraint recon_item_settled check (
    (state = 'settled') = (ending is not null) and (state = 'settled') = (settled_at is not null)
  ),
  constraint recon_item_proposal check (
    (state = 'proposed') = (proposal is not null) and (proposal is null) = (proposed_by is null)
  ),
  constraint recon_item_exception check (state <> 'exception' or exception_id is not null)
);
create index recon_item_exceptions on recon_item (exception_id) where exception_id is not null;
create index recon_item_key on recon_item (channel_id, key);
create index recon_item_open on recon_item (centre_id, state, due_on) where state <> 'settled';
create index recon_item_place on recon_item (centre_id, id desc);
create index recon_item_registered on recon_item (centre_id, key) where is_registered;
create index recon_item_stops on recon_item (channel_id) where stops and state in ('open', 'waiting', 'proposed');
alter table recon_item enable row level security;
create policy recon_item_scope on recon_item
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger recon_item_by_two before update on recon_item for each row
  when (app.is_program())
  execute function app.recon_item_by_two();
create trigger recon_item_is_settled before update on recon_item for each row
  when (
    old.state = 'settled'
    and old.ending not in ('matched', 'timing')
    and (old.state, old.ending, old.ours_fen, old.theirs_fen, old.suspense_fen)
      is distinct from (new.state, new.ending, new.ours_fen, new.theirs_fen, new.suspense_fen)
  )
  execute function app.refuse('a settled difference cannot change');
create trigger recon_item_tells after update on recon_item referencing new table as fresh for each statement
  execute function app.tell_differences();
grant select, insert, update (mode, kind, serial, memo, attempt_id, ours_fen, theirs_fen, suspense_fen, stops, state,
  ending, proposal, proposed_by, exception_id, owner_id, due_on, seen_at, settled_at, told_due, version) on recon_item
  to app_rw;

-- An event of a difference, or of a day if item_id is null. Append-only.
create table recon_step (
  id bigint generated always as identity primary key,
  day_id bigint not null references recon_day,
  item_id bigint references recon_item,
  centre_id bigint not null references centre,
  kind text not null
    check (kind in ('found', 'taken', 'waiting', 'proposed', 'withdrawn', 'declined', 'hung', 'toException', 'settled',
      'closed', 'reopened')),
  treatment text,
  reason text not null default '' check (length(reason) <= 200),
  by_id bigint references app_user,
  at timestamptz not null
);
create index recon_step_day on recon_step (day_id, id) where item_id is null;
create index recon_step_item on recon_step (item_id, id) where item_id is not null;
alter table recon_step enable row level security;
create policy recon_step_scope on recon_step
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger recon_step_append_only before update or delete on recon_step for each row
  execute function app.refuse_change();
create trigger recon_step_no_truncate before truncate on recon_step for each statement
  execute function app.refuse_change();
grant select, insert on recon_step to app_rw;

-- Returns whether a credit comes from another source than the decider: a bank interface or another person imported the
-- credit, or a bank statement with the same movement.
create function app.is_credit_vouched(credit_id bigint, decider bigint) returns boolean
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select app.is_other_hand(decider, array_remove(array[credit.imported_by], null)) or exists (
    select from channel join recon_row row on row.channel_id = channel.id and row.source = 'bank' and row.serial = credit.serial and row.direction = 'in'
        and row.amount_fen = credit.amount_fen
      join recon_file file on file.id = row.file_id
    where channel.centre_id = credit.centre_id and app.is_other_hand(decider, array_remove(array[file.added_by], null)))
  from bank_credit credit where credit.id = credit_id
$$;

-- Returns the day up to which the books match. Units see only this day, never the differences.
create function app.balanced_to(at_centre bigint, in_mode smallint) returns date
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when not exists (select from recon_item item where centre_id = at_centre and kind = 'amount' and state <> 'settled' and (mode = in_mode or mode is null)
      and (attempt_id is not null or not exists (select from recon_row row where row.channel_id = item.channel_id and row.source = 'bank' and row.serial = item.key and row.direction = item.direction and row.registered_fen is not null)))
    then (select max(day) from recon_day closed where centre_id = at_centre and state = 'closed'
      and not exists (select from recon_day earlier where earlier.centre_id = at_centre and earlier.state <> 'closed' and earlier.day <= closed.day)) end
$$;
revoke execute on function app.balanced_to from public;
grant execute on function app.balanced_to to app_rw;

-- Checks that another person proposed a treatment that books money.
create function app.recon_item_by_two() returns trigger language plpgsql as $$
declare
  executed text := case
    when new.state = 'hung' and new.suspense_fen <> old.suspense_fen then 'hang'
    when new.state = 'settled' and old.state <> 'settled' and new.ending in ('hang', 'charge', 'interest', 'book', 'return')
      then new.ending end;
begin
  if new.state = 'proposed' and (old.state, old.proposal, old.proposed_by) is distinct from (new.state, new.proposal, new.proposed_by)
    and new.proposed_by is distinct from app.user_id() then
    raise exception 'the caller must be the proposer of the treatment' using errcode = 'integrity_constraint_violation';
  end if;
  if executed is null then return new; end if;
  if old.state <> 'proposed' or old.proposal <> executed then
    raise exception 'a difference is treated only as one person proposed and another approved' using errcode = 'integrity_constraint_violation';
  end if;
  if not app.is_other_hand(app.user_id(), array[old.proposed_by]) then perform app.refuse_same_hand(); end if;
  return new;
end $$;

create function app.tell_differences() returns trigger language plpgsql as $$
begin
  perform app.tell('recon', jsonb_build_object('centre', centre_id)) from (select distinct centre_id from fresh) place;
  return null;
end $$;
