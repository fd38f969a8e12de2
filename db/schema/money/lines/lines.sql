-- Payment lines, partitioned by month.

-- The numbers of lines are unique across partitions.
create sequence payment_line_id;
grant usage on sequence payment_line_id to app_rw;

-- One payee of a batch, with the amount, its taxes and the result of the payment. Partitioned by month.
create table payment_line (
  month date,
  id bigint default nextval('payment_line_id'::regclass),
  batch_id bigint not null references payment_batch,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null,
  seq integer not null,
  no text not null,
  operator_id bigint,
  entity_id bigint, -- registered business that is paid; null: the natural person
  name text not null,
  id_kind text not null default 'id_card',
  bank_name text not null,
  entity_name text not null default '',
  entity_credit_code text not null default '',
  service text not null default '',
  remark text not null default '',
  amount_text text not null, -- amount as entered
  gross_fen bigint not null default 0,
  vat_fen bigint not null default 0,
  city_fen bigint not null default 0,
  education_fen bigint not null default 0,
  local_education_fen bigint not null default 0,
  surcharge_fen bigint not null default 0, -- city, education and local education surcharges together
  iit_fen bigint not null default 0,
  tax_unit_fen bigint not null default 0, -- part of the taxes that the unit bears
  fee_fen bigint not null default 0,
  fee_unit_fen bigint not null default 0,
  fee_operator_fen bigint not null default 0,
  net_fen bigint not null default 0, -- amount that the payee receives
  cost_fen bigint not null default 0, -- amount charged to the unit: net, taxes and fee
  income_fen bigint not null default 0, -- income for withholding
  filing_way text,
  calculation json, -- each step of the computation, as shown to people
  issues jsonb not null default '[]', -- errors and warnings
  state text not null
    check (state in ('invalid', 'warned', 'ready', 'excluded', 'queued', 'sent', 'processing', 'success', 'failed',
      'held', 'unknown', 'returned', 'cancelled')),
  fail_code text,
  fail_reason text not null default '',
  sent_at timestamptz,
  finished_at timestamptz, -- when the line ended; for a payment, the time of arrival, as on the receipt
  returned_at timestamptz,
  released_at timestamptz, -- when the reserved funds were released to the unit
  next_query_at timestamptz, -- time of the next query to the channel
  queries smallint not null default 0, -- number of queries
  retry_of_line_id bigint, -- failed line that this line repeats
  version integer not null default 1,
  id_number_sealed text not null,
  id_number_index text not null,
  mobile_sealed text not null,
  mobile_index text not null,
  card_no_sealed text not null,
  card_no_index text not null,
  card_tail text not null, -- last four digits
  collection_id bigint, -- claim that the line pays; null: none
  booked_at timestamptz, -- time of the journal; the time of the bank is finished_at
  -- first line of the debt that this line pays again, as a repeat or for the same claim; null on the first line itself
  first_line_id bigint,
  first_line_month date, -- month of the first line, which names its partition
  nickname text not null default '', -- payee's nickname on the source platform of the batch
  user_no text not null default '', -- payee's user number on the source platform
  primary key (month, id),
  check (cost_fen = net_fen + vat_fen + surcharge_fen + iit_fen + fee_fen),
  constraint payment_line_first check ((first_line_id is null) = (first_line_month is null)),
  check (gross_fen = net_fen + vat_fen + surcharge_fen + iit_fen + fee_operator_fen - tax_unit_fen),
  check (fee_fen = fee_unit_fen + fee_operator_fen),
  check (surcharge_fen = city_fen + education_fen + local_education_fen),
  check (
    net_fen >= 0
    and vat_fen >= 0
    and surcharge_fen >= 0
    and iit_fen >= 0
    and fee_unit_fen >= 0
    and fee_operator_fen >= 0
  )
) partition by range (month);
create table payment_line_rest partition of payment_line default;
create index payment_line_arrived on payment_line (centre_id, mode, finished_at, id) where booked_at is not null;
create index payment_line_booked on payment_line (centre_id, mode, booked_at, id) include (unit_id, operator_id)
  where booked_at is not null;
create index payment_line_booked_unit on payment_line (unit_id, booked_at, id) where booked_at is not null;
create index payment_line_centre on payment_line (centre_id, mode, id desc);
create index payment_line_collection on payment_line (collection_id) where collection_id is not null;
create index payment_line_debt on payment_line (first_line_id) where first_line_id is not null;
create index payment_line_due on payment_line (next_query_at) where state in ('queued', 'sent', 'processing',
  'unknown');
create index payment_line_entity on payment_line (entity_id, booked_at) where entity_id is not null
  and booked_at is not null;
create index payment_line_entity_back on payment_line (entity_id, returned_at) where entity_id is not null
  and returned_at is not null;
create index payment_line_operator on payment_line (operator_id, finished_at);
create index payment_line_paid on payment_line (finished_at) where state = 'success';
create index payment_line_refused on payment_line (unit_id, operator_id) where state in ('failed', 'returned')
  and fail_code in ('name_mismatch', 'card_invalid', 'returned');
create index payment_line_released on payment_line (batch_id) where state in ('failed', 'cancelled', 'returned');
create index payment_line_returned on payment_line (centre_id, mode, returned_at, id) where returned_at is not null;
create unique index payment_line_seq on payment_line (month, batch_id, seq);
create index payment_line_state on payment_line (centre_id, state, id desc) where state in ('held', 'unknown',
  'returned', 'failed');
create index payment_line_unit on payment_line (unit_id, id desc);
alter table payment_line enable row level security;
create policy payment_line_scope on payment_line
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger payment_line_added after insert on payment_line referencing new table as changed for each statement
  execute function app.lines_edited();
create trigger payment_line_begins after insert on payment_line referencing new table as changed for each statement
  when (current_user = 'app_rw') execute function app.lines_begin();
create trigger payment_line_booked_once before update of booked_at on payment_line for each row
  when (
    old.booked_at is distinct from new.booked_at
    and not (old.booked_at is null and new.state = 'success' and old.state <> 'success')
  )
  execute function app.refuse('the booking of a paid line cannot change');
create trigger payment_line_debt_stays before update of first_line_id, first_line_month on payment_line for each row
  when ((old.first_line_id, old.first_line_month) is distinct from (new.first_line_id, new.first_line_month))
  execute function app.refuse_change();
create trigger payment_line_delete before delete on payment_line for each row
  execute function app.guard_line_deletion();
create trigger payment_line_edited after update of name, id_kind, id_number_index, mobile_index, bank_name,
  card_no_index, entity_name, entity_credit_code, service, remark, amount_text, nickname, user_no on payment_line
  for each row
  when ((old.name, old.id_kind, old.id_number_index, old.mobile_index, old.bank_name, old.card_no_index,
    old.entity_name, old.entity_credit_code, old.service, old.remark, old.amount_text, old.nickname, old.user_no)
    is distinct from (new.name, new.id_kind, new.id_number_index, new.mobile_index, new.bank_name, new.card_no_index,
    new.entity_name, new.entity_credit_code, new.service, new.remark, new.amount_text, new.nickname, new.user_no))
  execute function app.line_edited();
create trigger payment_line_excluded after update of state on payment_line for each row
  when (old.state <> new.state and ('excluded' = old.state or 'excluded' = new.state))
  execute function app.line_edited();
create trigger payment_line_fixed before update of seq, no, operator_id, entity_id, name, id_kind, bank_name, card_tail,
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
create trigger payment_line_joins_debt before insert on payment_line for each row
  when (new.retry_of_line_id is not null or new.collection_id is not null or new.first_line_id is not null)
  execute function app.line_joins_debt();
create trigger payment_line_keeps_its_number before update of id, month on payment_line for each row
  when (old.id <> new.id or old.month <> new.month)
  execute function app.refuse_change();
create trigger payment_line_left_while_prepared after update of state on payment_line for each row
  when (old.state <> new.state and ('excluded' = old.state or 'excluded' = new.state) and current_user = 'app_rw')
  execute function app.lines_while_prepared();
create trigger payment_line_moves before update of state on payment_line for each row
  when (old.state is distinct from new.state and not app.may_move(old.state, new.state))
  execute function app.refuse_line_move();
create trigger payment_line_numbers_fixed before update of id_number_sealed, id_number_index, mobile_sealed,
  mobile_index, card_no_sealed, card_no_index on payment_line for each row
  when (old.state not in ('invalid', 'warned', 'ready', 'excluded') and current_user = 'app_rw')
  execute function app.refuse('the numbers of a line sent for payment cannot change');
create trigger payment_line_of_claim before update of collection_id, amount_text, id_number_index on payment_line
  for each row
  when (
    old.collection_id is distinct from new.collection_id and (old.collection_id is not null or current_user = 'app_rw')
    or old.collection_id is not null
      and (old.amount_text, old.id_number_index) is distinct from (new.amount_text, new.id_number_index)
  )
  execute function app.refuse('the claimed amount and payee of a line sent for payment cannot change');
create trigger payment_line_pays_once before update of state on payment_line for each row
  when (
    new.state = 'queued' and old.state in ('ready', 'warned') and new.first_line_id is not null
    or new.state = 'unknown' and old.state in ('failed', 'cancelled')
  )
  execute function app.debt_is_free();
create trigger payment_line_removed after delete on payment_line referencing old table as changed for each statement
  execute function app.lines_edited();
create trigger payment_line_reopens before update of state on payment_line for each row
  when (new.state = 'unknown' and old.state in ('held', 'failed', 'cancelled'))
  execute function app.line_reopens();
create trigger payment_line_takes_claim after insert on payment_line for each row
  when (new.collection_id is not null)
  execute function app.line_takes_claim();
create trigger payment_line_tells_claim after update of state on payment_line for each row
  when (new.collection_id is not null and old.state <> new.state)
  execute function app.line_tells_claim();
create trigger payment_line_tells_invoice after update of state on payment_line for each row
  when (old.state <> new.state and (new.state = 'returned' or old.state = 'returned'))
  execute function app.line_tells_invoice();
create trigger payment_line_while_prepared after update of name, id_kind, id_number_index, mobile_index, bank_name,
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
grant select, insert, update (seq, no, operator_id, entity_id, name, id_kind, bank_name, entity_name,
  entity_credit_code, service, remark, amount_text, gross_fen, vat_fen, city_fen, education_fen, local_education_fen,
  surcharge_fen, iit_fen, tax_unit_fen, fee_fen, fee_unit_fen, fee_operator_fen, net_fen, cost_fen, income_fen,
  filing_way, calculation, issues, state, fail_code, fail_reason, sent_at, finished_at, returned_at, released_at,
  next_query_at, queries, retry_of_line_id, version, id_number_sealed, id_number_index, mobile_sealed, mobile_index,
  card_no_sealed, card_no_index, card_tail, collection_id, booked_at, nickname, user_no) on payment_line to app_rw;

-- Returns whether a line may change from one state to another. A line that ended without payment becomes unknown again
-- when two people find that the bank did pay it.
create function app.may_move(from_state text, to_state text) returns boolean language sql immutable as $$
  select from_state || '>' || to_state = any ('{invalid>ready,invalid>warned,invalid>excluded,warned>invalid,warned>ready,warned>excluded,ready>invalid,ready>warned,ready>excluded,excluded>invalid,excluded>warned,excluded>ready,ready>queued,warned>queued,queued>sent,queued>held,queued>cancelled,sent>queued,sent>processing,sent>success,sent>failed,sent>held,sent>unknown,processing>success,processing>failed,processing>held,processing>unknown,unknown>success,unknown>failed,unknown>held,unknown>processing,held>queued,held>cancelled,held>unknown,failed>unknown,cancelled>unknown,success>returned}'::text[])
$$;

create function app.line_edited() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(new.batch_id, app.doer(), 'edit', app.moment());
  return null;
end $$;

-- Refuses to delete a queued, paid or ended line.
create function app.guard_line_deletion() returns trigger language plpgsql as $$
begin
  if old.state not in ('invalid', 'warned', 'ready', 'excluded') then
    raise exception 'a queued line cannot be deleted' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;

create function app.refuse_line_move() returns trigger language plpgsql as $$
begin
  raise exception 'a line cannot go from % to %', old.state, new.state using errcode = 'integrity_constraint_violation';
end $$;

-- Refuses to reopen a line that ended without payment, unless two people found that the bank had paid it.
create function app.line_reopens() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from payout_exception where batch_id = old.batch_id and line_id = old.id and state = 'resolved' and resolution = 'paid') then
    raise exception 'payment_line: an unpaid final state changes only when an exception finds the payment' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- Checks that new lines have the month, centre, unit and mode of their batch and a state of preparation, and that the
-- batch is in preparation.
create function app.lines_begin() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from changed line left join payment_batch batch on batch.id = line.batch_id
      where line.state not in ('invalid', 'warned', 'ready', 'excluded') or batch.state is null or batch.state not in ('draft', 'fixing', 'ready')
        or (line.month, line.centre_id, line.unit_id, line.mode) is distinct from (batch.month, batch.centre_id, batch.unit_id, batch.mode)) then
    raise exception 'payment_line: new lines need a batch in preparation' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- Records the caller's work on the batches of added or removed lines, once per statement, because a statement can have
-- thousands of lines. Changes of a payee or an amount are recorded line by line, because payment steps make none.
create function app.lines_edited() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if app.doer() is not null then
    perform app.keep_deed(batch_id, app.doer(), 'edit', app.moment()) from (select distinct batch_id from changed) batch;
  end if;
  return null;
end $$;

-- Returns whether the batch has a line in this state. In PL/pgSQL, because a query over all months is slow to plan.
create function app.has_line_in(of_month date, of_batch bigint, in_state text) returns boolean
  language plpgsql stable set search_path = public, app, pg_temp as $$
begin
  return exists (select from payment_line where month = of_month and batch_id = of_batch and state = in_state);
end $$;
revoke execute on function app.has_line_in from public;
grant execute on function app.has_line_in to app_rw;

create function app.lines_while_prepared() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from payment_batch where id = new.batch_id and state in ('draft', 'fixing', 'ready')) then
    raise exception 'payment_line: the lines of a submitted batch cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
