-- Two people end the relation of a former legal person, too. One function says why an approved exception does not count. An
-- older program would end the relation of a former legal person at once, which the database refuses. So this migration is
-- compatible with none.

create or replace function app.unit_related_person_ends() returns trigger language plpgsql as $$
begin
  if new.end_proposed_by is distinct from old.end_proposed_by and new.end_proposed_by is not null
    and (old.end_proposed_by is not null or new.end_proposed_by is distinct from app.user_id()) then
    raise exception 'unit_related_person %: the caller must be the proposer', new.id using errcode = 'integrity_constraint_violation';
  end if;
  if old.ended_at is null and new.ended_at is not null
    and (old.end_proposed_by is null or new.end_proposed_by is distinct from old.end_proposed_by) then
    raise exception 'unit_related_person %: two people end a relation', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create function app.exception_void_reason(
  valid_to date, decided_at timestamptz, related_at timestamptz, ended_at timestamptz, today date
) returns text language sql stable as $$
  select case
    when valid_to < today
      and (valid_to < (least(ended_at, case when related_at > decided_at then related_at end) at time zone 'Asia/Shanghai')::date) is not false
      then 'expired'
    when related_at > decided_at then 'renewed'
    when ended_at is not null then 'ended'
  end
$$;

create or replace function app.payee_obstacles(of_month date, of_line bigint, at timestamptz) returns table(code text)
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
