-- Repeated lines. Lines that repeat each other are one debt, and only one line of a debt is paid.

-- Returns for each line the state of the other lines of the same debt. Excluded lines and lines of cancelled batches do
-- not count.
create function app.debts_of(of_months date[], of_lines bigint[])
  returns table(line_id bigint, is_paid boolean, is_under_way boolean, is_prepared boolean, is_followed boolean,
    is_doubtful boolean)
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select asked_id, coalesce(bool_or(state = 'success') filter (where id <> asked_id), false),
    coalesce(bool_or(state in ('queued', 'sent', 'processing', 'held', 'unknown')) filter (where id <> asked_id), false),
    coalesce(bool_or(state in ('invalid', 'warned', 'ready') and batch_state <> 'cancelled') filter (where id <> asked_id), false),
    coalesce(bool_or(state in ('failed', 'cancelled', 'returned') and id > asked_id), false),
    coalesce(bool_or(app.has_exception(id)) filter (where id <> asked_id), false)
  from app.lines_of_debts(of_months, of_lines) group by asked_id
$$;
revoke execute on function app.debts_of from public;
grant execute on function app.debts_of to app_rw;

create function app.claim_takes_payment(
  claim collection, of_operator bigint, of_unit bigint, of_gross bigint
) returns boolean
  language sql immutable as $$
  select claim.state in ('draft', 'pending', 'returned', 'cancelled', 'confirmed') and (claim.operator_id, claim.unit_id, claim.amount_fen) = (of_operator, of_unit, of_gross)
$$;

-- Recounts every batch with failed or returned lines that this batch repeats, in order of id.
create function app.count_repeated(of_batch bigint) returns void
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare each bigint;
begin
  for each in
    select other.batch_id from (select array_agg(line.month) as months, array_agg(line.id) as ids from payment_batch batch
        join payment_line line on line.month = batch.month and line.batch_id = batch.id and line.first_line_id is not null where batch.id = of_batch) own
      cross join lateral app.lines_of_debts(own.months, own.ids) other where other.state in ('failed', 'cancelled', 'returned')
    union select retry_of_batch_id from payment_batch where id = of_batch and retry_of_batch_id is not null
    order by 1
  loop
    perform app.count_resent(each);
  end loop;
end $$;
revoke execute on function app.count_repeated from public;
grant execute on function app.count_repeated to app_rw;

-- Refuses to pay a line while another line of the same debt is paid or in progress. This guard does not depend on the
-- program.
create function app.debt_is_free() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from app.debts_of(array[new.month], array[new.id]) debt where debt.is_paid or debt.is_under_way) then
    raise exception 'payment_line: another line of this debt is paid or in progress' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create function app.line_joins_debt() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  new.first_line_id := null;
  new.first_line_month := null;
  if new.retry_of_line_id is not null then
    select coalesce(line.first_line_id, line.id), coalesce(line.first_line_month, line.month) into new.first_line_id, new.first_line_month
      from payment_batch own join payment_batch before on before.id = own.retry_of_batch_id
        join payment_line line on line.month = before.month and line.id = new.retry_of_line_id
      where own.id = new.batch_id;
  elsif new.collection_id is not null then
    select coalesce(line.first_line_id, line.id), coalesce(line.first_line_month, line.month) into new.first_line_id, new.first_line_month
      from payment_line line where line.collection_id = new.collection_id order by line.id limit 1;
  end if;
  return new;
end $$;

create function app.line_takes_claim() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update collection set state = 'paying', line_id = new.id, line_month = new.month, reason = '', version = version + 1
    where id = new.collection_id and state = 'confirmed' and (unit_id, centre_id, mode, amount_fen) = (new.unit_id, new.centre_id, new.mode, (new.amount_text::numeric * 100)::bigint);
  if not found then
    raise exception 'payment_line: a claim is paid once, with the confirmed unit and amount' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create function app.line_tells_claim() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.state = 'success' then
    update collection set state = 'paid', paid_at = new.finished_at, came_back = false, version = version + 1 where id = new.collection_id and line_id = new.id and state = 'paying';
  elsif new.state in ('failed', 'cancelled', 'excluded') then
    update collection set state = 'confirmed', line_id = null, line_month = null, reason = left(new.fail_reason, 300), version = version + 1
      where id = new.collection_id and line_id = new.id and state = 'paying';
  elsif new.state = 'returned' then
    update collection set state = 'confirmed', line_id = null, line_month = null, paid_at = null, came_back = true, reason = left(new.fail_reason, 300), version = version + 1
      where id = new.collection_id and line_id = new.id and state = 'paid';
  elsif old.state in ('failed', 'cancelled') then
    update collection claim set state = 'paying', line_id = new.id, line_month = new.month, reason = '', submitted_at = coalesce(submitted_at, app.moment()),
        confirmed_by = coalesce(confirmed_by, app.doer()), confirmed_at = coalesce(confirmed_at, app.moment()), version = version + 1
      where id = new.collection_id and app.claim_takes_payment(claim, new.operator_id, new.unit_id, new.gross_fen);
    if not found then
      raise exception 'payment_line: the payment went out, but another line pays its claim, or the claim differs' using errcode = 'integrity_constraint_violation';
    end if;
  elsif old.state = 'excluded' then
    update collection set state = 'paying', line_id = new.id, line_month = new.month, reason = '', version = version + 1 where id = new.collection_id and state = 'confirmed';
    if not found then
      raise exception 'payment_line: another line now pays the claim of this excluded line' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  return null;
end $$;

create function app.line_tells_invoice() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update invoice_use set is_returned = new.state = 'returned' where line_id = new.id;
  return null;
end $$;

-- Returns all lines of the debt of each given line, including the line itself, beyond the caller's scope. A debt has
-- one unit and one centre.
create function app.lines_of_debts(
  of_months date[], of_lines bigint[]
) returns table(asked_id bigint, month date, id bigint, batch_id bigint, state text, batch_state text)
  language sql stable security definer set search_path = public, app, pg_temp as $$
  with asked as materialized (
    select line.id, coalesce(line.first_line_id, line.id) as first_id, coalesce(line.first_line_month, line.month) as first_month
    from unnest(of_months, of_lines) as given(month, id) join payment_line line on line.month = given.month and line.id = given.id),
  debt as (
    select asked.id as asked_id, line.month, line.id, line.batch_id, line.state
      from asked join payment_line line on line.month = asked.first_month and line.id = asked.first_id
    union all
    select asked.id, line.month, line.id, line.batch_id, line.state from asked join payment_line line on line.first_line_id = asked.first_id)
  select debt.asked_id, debt.month, debt.id, debt.batch_id, debt.state, batch.state from debt join payment_batch batch on batch.id = debt.batch_id
$$;
revoke execute on function app.lines_of_debts from public;
grant execute on function app.lines_of_debts to app_rw;

-- Counts the failed and returned lines of a batch that need no further work: a repeated line, and the line of a claim
-- that no longer awaits payment.
create function app.count_resent(of_batch bigint) returns void
  language sql security definer set search_path = public, app, pg_temp as $$
  update payment_batch batch set failed_resent_count = resent.failed, failed_resent_cost_fen = resent.failed_cost, returned_resent_count = resent.returned,
    returned_resent_cost_fen = resent.returned_cost, version = version + 1
  from (
    with ended as materialized (select line.month, line.id, line.state, line.cost_fen, line.collection_id from payment_line line
      where line.month = (select month from payment_batch where id = of_batch) and line.batch_id = of_batch and line.state in ('failed', 'cancelled', 'returned'))
    select count(*) filter (where ended.state <> 'returned') as failed, count(*) filter (where ended.state = 'returned') as returned,
      coalesce(sum(ended.cost_fen) filter (where ended.state <> 'returned'), 0) as failed_cost,
      coalesce(sum(ended.cost_fen) filter (where ended.state = 'returned'), 0) as returned_cost
    from ended join app.debts_of((select array_agg(month order by id) from ended), (select array_agg(id order by id) from ended)) debt on debt.line_id = ended.id
      left join collection claim on claim.id = ended.collection_id
    where debt.is_paid or debt.is_under_way or debt.is_prepared or debt.is_followed or claim.state <> 'confirmed') resent
  where batch.id = of_batch and (batch.failed_resent_count, batch.failed_resent_cost_fen, batch.returned_resent_count, batch.returned_resent_cost_fen)
    is distinct from (resent.failed, resent.failed_cost, resent.returned, resent.returned_cost)
$$;
revoke execute on function app.count_resent from public;
grant execute on function app.count_resent to app_rw;
