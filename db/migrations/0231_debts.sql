-- One debt, several lines: a line that failed is repeated by a line of another batch, and a claim is merged again. Paying, sending, resending, merging and resolving ask
-- for all lines of the debt.
alter table payment_line add column first_line_id bigint, add column first_line_month date;
comment on column payment_line.first_line_id is 'first line of the debt that this line pays again, as a repeat or for the same claim; null on the first line itself';
comment on column payment_line.first_line_month is 'month of the first line, which names its partition';

with recursive chain (month, id, up) as (
  select month, id, retry_of_line_id from payment_line where retry_of_line_id is not null
  union all
  select chain.month, chain.id, parent.retry_of_line_id from chain join payment_line parent on parent.id = chain.up where parent.retry_of_line_id is not null),
firsts as (select month, id, min(up) as first_id from chain group by month, id)
update payment_line line set first_line_id = first.id, first_line_month = first.month
  from firsts join payment_line first on first.id = firsts.first_id where line.month = firsts.month and line.id = firsts.id;
with firsts as (select distinct on (collection_id) collection_id, month, id from payment_line where collection_id is not null order by collection_id, id)
update payment_line line set first_line_id = firsts.id, first_line_month = firsts.month
  from firsts where line.collection_id = firsts.collection_id and line.id <> firsts.id;

alter table payment_line add constraint payment_line_first check ((first_line_id is null) = (first_line_month is null));
create index payment_line_debt on payment_line (first_line_id) where first_line_id is not null;

create function app.line_joins_debt() returns trigger language plpgsql security definer set search_path = public, app as $$
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
create trigger payment_line_joins_debt before insert on payment_line for each row
  when (new.retry_of_line_id is not null or new.collection_id is not null or new.first_line_id is not null) execute function app.line_joins_debt();
create trigger payment_line_debt_stays before update of first_line_id, first_line_month on payment_line for each row
  when ((old.first_line_id, old.first_line_month) is distinct from (new.first_line_id, new.first_line_month)) execute function app.refuse_change();

-- For each line that is asked about, all lines of its debt, itself included. Beyond the scope of the caller: a debt has one unit and one centre.
create function app.lines_of_debts(of_months date[], of_lines bigint[])
returns table (asked_id bigint, month date, id bigint, batch_id bigint, state text, batch_state text) language sql stable security definer set search_path = public, app as $$
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
revoke all on function app.lines_of_debts(date[], bigint[]) from public;
grant execute on function app.lines_of_debts(date[], bigint[]) to app_rw;

-- For each line that is asked about, what the other lines of its debt are doing. A line that was put aside, or whose batch was cancelled, does nothing.
create function app.debts_of(of_months date[], of_lines bigint[])
returns table (line_id bigint, is_paid boolean, is_under_way boolean, is_prepared boolean, is_followed boolean, is_doubtful boolean)
language sql stable security definer set search_path = public, app as $$
  select asked_id, coalesce(bool_or(state = 'success') filter (where id <> asked_id), false),
    coalesce(bool_or(state in ('queued', 'sent', 'processing', 'held', 'unknown')) filter (where id <> asked_id), false),
    coalesce(bool_or(state in ('invalid', 'warned', 'ready') and batch_state <> 'cancelled') filter (where id <> asked_id), false),
    coalesce(bool_or(state in ('failed', 'cancelled', 'returned') and id > asked_id), false),
    coalesce(bool_or(app.has_exception(id)) filter (where id <> asked_id), false)
  from app.lines_of_debts(of_months, of_lines) group by asked_id
$$;
revoke all on function app.debts_of(date[], bigint[]) from public;
grant execute on function app.debts_of(date[], bigint[]) to app_rw;

-- The last guard behind the checks of the program: of one debt one line is paid or under way.
create function app.debt_is_free() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from app.debts_of(array[new.month], array[new.id]) debt where debt.is_paid or debt.is_under_way) then
    raise exception 'payment_line: another line of the debt was paid or is under way' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payment_line_pays_once before update of state on payment_line for each row
  when (new.state = 'queued' and old.state in ('ready', 'warned') and new.first_line_id is not null or new.state = 'unknown' and old.state in ('failed', 'cancelled'))
  execute function app.debt_is_free();

create or replace function app.payee_obstacles(of_month date, of_line bigint, at timestamptz) returns table (code text) language sql stable as $$
  select obstacle.code
  from payment_line line
    cross join lateral (select (at at time zone 'Asia/Shanghai')::date as today) clock
    join centre on centre.id = line.centre_id
    left join operator payee on payee.id = line.operator_id and payee.id_number_index = line.id_number_index and payee.id_kind = line.id_kind
    left join operator_entity business on business.id = line.entity_id
    cross join lateral (select line.mode = 1 or line.entity_name <> '' or line.entity_credit_code <> '' as is_business) capacity
    cross join lateral (values
      ('E201', payee.id is null),
      ('E202', payee.name <> line.name),
      ('E209', payee.status <> 8 or exists (select from identity_dispute dispute
        where dispute.unit_id = line.unit_id and dispute.operator_id = payee.id and dispute.state in ('open', 'ended'))),
      ('E203', not payee.is_identity_verified),
      ('E204', payee.is_identity_verified and not exists (select from operator_card card
        where card.operator_id = payee.id and card.card_no_index = line.card_no_index and card.is_verified)),
      ('E206', payee.id is not null
        and (not exists (select from consent where consent.operator_id = payee.id and consent.centre_id = line.centre_id and consent.kind = 'agreement'
            and consent.revoked_at is null and (consent.valid_to is null or consent.valid_to >= clock.today))
          or line.mode = 1 and clock.today >= centre.business_contracts_from
            and business.operator_id = payee.id and business.credit_code = line.entity_credit_code
            and coalesce(app.business_contract_until(line.unit_id, line.centre_id, business.id, clock.today) < clock.today, true))
        and not exists (select from app.unit_terms(at) setting where setting.unit_id = line.unit_id and setting.centre_id = line.centre_id
          and setting.mode = line.mode and not setting.sign_required)),
      ('E207', payee.id is not null and not capacity.is_business and not exists (select from consent where consent.operator_id = payee.id
        and consent.centre_id = line.centre_id and consent.kind = 'tax_filing' and consent.revoked_at is null
        and (consent.valid_to is null or consent.valid_to >= clock.today))),
      ('E208', extract(year from age(clock.today, payee.birth)) not between centre.age_min and centre.age_max),
      ('E210', exists (select from unit_related_person person where person.unit_id = line.unit_id and person.id_number_index = line.id_number_index
        and person.ended_at is null and not exists (select from relation_exception allowed where allowed.related_id = person.id
          and allowed.centre_id = line.centre_id and allowed.state = 'approved' and allowed.valid_to >= clock.today))),
      ('E211', payee.id is not null and capacity.is_business and (business.id is null or business.operator_id <> payee.id
        or business.name <> line.entity_name or business.credit_code is distinct from line.entity_credit_code or business.state <> 'operating')),
      ('E213', payee.id is not null and not capacity.is_business
        and coalesce(payee.tax_residence, case when payee.id_kind = 'id_card' then 'resident' end) is distinct from 'resident'),
      -- Another line of the debt was paid, or may be: of one debt one line is paid.
      ('E215', line.first_line_id is not null and exists (select from app.debts_of(array[line.month], array[line.id]) debt
        where debt.is_paid or debt.is_under_way or debt.is_doubtful))
    ) as obstacle(code, stands)
  where line.month = of_month and line.id = of_line and obstacle.stands
$$;

-- A batch counts a line that ended as sent again while another line of the debt is paid, under way, prepared or ended later. A line of a claim also counts while its claim
-- waits for no payment.
drop function app.count_resent(bigint);
create function app.count_resent(of_batch bigint) returns void language sql security definer set search_path = public, app as $$
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
revoke all on function app.count_resent(bigint) from public;
grant execute on function app.count_resent(bigint) to app_rw;

-- Counts again in every batch whose ended lines this batch pays again, in the order of their ids.
create function app.count_repeated(of_batch bigint) returns void language plpgsql security definer set search_path = public, app as $$
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
revoke all on function app.count_repeated(bigint) from public;
grant execute on function app.count_repeated(bigint) to app_rw;
select app.count_repeated(id) from payment_batch where retry_of_batch_id is not null
  or id in (select batch_id from payment_line where collection_id is not null and first_line_id is not null);

-- A payment that failed and arrived after all pays its claim in any state, unless another line pays the claim or its figures changed.
drop trigger collection_moves on collection;
create trigger collection_moves before update of state on collection for each row
  when (old.state <> new.state and (old.state, new.state) not in (('draft', 'pending'), ('returned', 'pending'), ('pending', 'draft'), ('draft', 'cancelled'), ('returned', 'cancelled'),
    ('pending', 'confirmed'), ('pending', 'returned'), ('confirmed', 'returned'), ('confirmed', 'paying'), ('paying', 'paid'), ('paying', 'confirmed'), ('paid', 'confirmed'),
    ('draft', 'paying'), ('pending', 'paying'), ('returned', 'paying'), ('cancelled', 'paying')))
  execute function app.refuse_move();
create function app.claim_takes_payment(claim collection, of_operator bigint, of_unit bigint, of_gross bigint) returns boolean language sql immutable as $$
  select claim.state in ('draft', 'pending', 'returned', 'cancelled', 'confirmed') and (claim.operator_id, claim.unit_id, claim.amount_fen) = (of_operator, of_unit, of_gross)
$$;
create or replace function app.line_tells_claim() returns trigger language plpgsql security definer set search_path = public, app as $$
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
      raise exception 'payment_line: the claim of a payment that went out after all is paid by another line, or asks for something else' using errcode = 'integrity_constraint_violation';
    end if;
  elsif old.state = 'excluded' then
    update collection set state = 'paying', line_id = new.id, line_month = new.month, reason = '', version = version + 1 where id = new.collection_id and state = 'confirmed';
    if not found then
      raise exception 'payment_line: the claim of a line that was put aside is no longer free' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  return null;
end $$;
