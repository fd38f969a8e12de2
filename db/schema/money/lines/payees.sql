-- The rule that decides whether a payee may be paid.

-- Returns the amount paid or reserved under a contract, without the given batch. Operators see no payment lines, but
-- may see this sum of their own contract.
create function app.business_contract_used(of_contract bigint, but_batch bigint default 0) returns bigint
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(sum(line.gross_fen), 0)::bigint
  from contract join payment_line line on line.operator_id = contract.operator_id and line.entity_id = contract.entity_id and line.unit_id = contract.unit_id
      and line.centre_id = contract.centre_id and line.mode = contract.mode and line.month >= date_trunc('month', contract.valid_from)::date
    join payment_batch batch on batch.id = line.batch_id and (batch.created_at at time zone 'Asia/Shanghai')::date between contract.valid_from and contract.valid_to
  where contract.id = of_contract and line.batch_id <> but_batch
    and (line.state in ('queued', 'sent', 'processing', 'success', 'held', 'unknown') or line.state in ('warned', 'ready') and (batch.state = 'payable' or batch.is_frozen))
$$;

-- Returns the gross amounts that the ended and the submitted batches of an order use, and the number of batches. Failed
-- and returned payments do not count.
create function app.order_use(
  of_order bigint, but_batch bigint default 0
) returns table(settled bigint, underway bigint, batches bigint)
  language sql stable as $$
  select coalesce(sum(batch.gross_fen - coalesce(lost.fen, 0)) filter (where batch.state in ('paid', 'partial', 'failed', 'closed')), 0)::bigint,
    coalesce(sum(batch.gross_fen) filter (where batch.state in ('checking', 'auditing', 'payable', 'paying')), 0)::bigint, count(*) filter (where batch.state <> 'cancelled')
  from payment_batch batch left join lateral (select sum(line.gross_fen) as fen from payment_line line
      where line.month = batch.month and line.batch_id = batch.id and line.state in ('failed', 'cancelled', 'returned')) lost
    on batch.failed_count + batch.returned_count > 0 and batch.state in ('paid', 'partial', 'failed', 'closed')
  where batch.order_id = of_order and batch.id <> but_batch
$$;

-- Returns the issues that forbid payment of a line (decision 0039). checkPayee in domain/money/line-check.ts has the
-- same rule. The ID of the line must be the person's. A natural person must be a tax resident, which a mainland ID card
-- implies. A line of mode 1 needs a contract between unit and business.
create function app.payee_obstacles(of_month date, of_line bigint, at timestamptz) returns table(code text)
  language sql stable as $$
  select obstacle.code
  from payment_line line
    cross join lateral (select (at at time zone 'Asia/Shanghai')::date as today) clock
    join centre on centre.id = line.centre_id
    left join operator payee on payee.id = line.operator_id and payee.id_number_index = line.id_number_index and payee.id_kind = line.id_kind
    left join operator_entity business on business.id = line.entity_id
    cross join lateral (select line.mode = 1 or line.entity_name <> '' or line.entity_credit_code <> '' as is_business) capacity
    cross join lateral (values
      ('E201', payee.id is null),
      ('E202', payee.comparable_name <> app.comparable_name(line.name)),
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
          and allowed.centre_id = line.centre_id and allowed.state = 'approved'
          and app.exception_void_reason(allowed.valid_to, allowed.decided_at, person.created_at, person.ended_at, clock.today) is null))),
      ('E211', payee.id is not null and capacity.is_business and (business.id is null or business.operator_id <> payee.id
        or business.comparable_name <> app.comparable_name(line.entity_name) or business.credit_code is distinct from line.entity_credit_code or business.state <> 'operating')),
      ('E213', payee.id is not null and not capacity.is_business
        and coalesce(payee.tax_residence, case when payee.id_kind = 'id_card' then 'resident' end) is distinct from 'resident'),
      -- The owner of a registered business is not paid as a natural person where the centre refuses it.
      ('E220', centre.refuses_owners and payee.id is not null and line.mode = 2 and not capacity.is_business
        and exists (select from operator_entity owned where owned.operator_id = payee.id and owned.state = 'operating')),
      -- Another line of the debt was paid, or may be: of one debt one line is paid.
      ('E215', line.first_line_id is not null and exists (select from app.debts_of(array[line.month], array[line.id]) debt
        where debt.is_paid or debt.is_under_way or debt.is_doubtful))
    ) as obstacle(code, stands)
  where line.month = of_month and line.id = of_line and obstacle.stands
$$;

-- Returns whether a line is due to be sent or queried. The sending worker calls this every two seconds. Planning a
-- search of all months costs far more than the search, so a session plans once and uses the index regardless of the
-- statistics.
create function app.payouts_due(at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = public, app,
    pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return exists (select from payment_line where state in ('queued', 'sent', 'processing', 'unknown') and next_query_at <= payouts_due.at);
end $$;
revoke execute on function app.payouts_due from public;
grant execute on function app.payouts_due to app_rw;

-- Returns the batches that depend on each contract: paid or reserved batches of its orders, and batches with payments
-- to its operator since the signature.
create function app.rests_on_contracts(of_contracts bigint[]) returns table(contract_id bigint, batch_no text)
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select orders.contract_id, batch.no from service_order orders join payment_batch batch on batch.order_id = orders.id
  where orders.contract_id = any (of_contracts)
    and (batch.is_frozen or batch.state in ('payable', 'paying') or batch.success_count + batch.returned_count > 0)
  union
  select contract.id, batch.no
  from contract join payment_line line on line.operator_id = contract.operator_id and line.centre_id = contract.centre_id
    join payment_batch batch on batch.id = line.batch_id and coalesce(batch.paid_at, 'infinity') >= contract.done_at
  where contract.id = any (of_contracts) and cardinality(contract.consents) > 0
    and (line.state in ('queued', 'sent', 'processing', 'success', 'held', 'unknown', 'returned')
      or line.state in ('warned', 'ready') and (batch.state = 'payable' or batch.is_frozen))
$$;
