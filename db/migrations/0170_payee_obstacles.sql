-- Why the payee of a line may not be paid at a moment, by the codes of the checks (E201 to E211); no row where nothing stands in the way. The same rule as
-- `checkPayee` in domain/line-check.ts: server/money/payouts/payee-obstacles.test.ts compares the two. It is asked before a batch is paid and again before a
-- line is handed to the bank.
create function app.payee_obstacles(of_month date, of_line bigint, at timestamptz) returns table (code text) language sql stable as $$
  select obstacle.code
  from payment_line line
    cross join lateral (select (at at time zone 'Asia/Shanghai')::date as today) clock
    join centre on centre.id = line.centre_id
    left join operator payee on payee.id = line.operator_id and payee.id_number_index = line.id_number_index
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
        and not exists (select from consent where consent.operator_id = payee.id and consent.centre_id = line.centre_id and consent.kind = 'agreement'
          and consent.revoked_at is null and (consent.valid_to is null or consent.valid_to >= clock.today))
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
        or business.name <> line.entity_name or business.credit_code is distinct from line.entity_credit_code or business.state <> 'operating'))
    ) as obstacle(code, stands)
  where line.month = of_month and line.id = of_line and obstacle.stands
$$;
