-- Mode 1 (个体工商户): the contract between a unit and the registered business of an operator, without which a line of that mode is not paid.
alter table contract add column entity_id bigint references operator_entity;
alter table contract drop constraint contract_kind_check;
alter table contract add constraint contract_kind_check
  check (kind in ('unit_service', 'general_contract', 'business_contract', 'operator_agreement', 'tax_authorisation', 'partner', 'supplement', 'termination'));
alter table contract add constraint contract_of_business
  check (kind <> 'business_contract' or (mode = 1 and unit_id is not null and operator_id is not null and entity_id is not null));
alter table contract_template drop constraint contract_template_kind_check;
alter table contract_template add constraint contract_template_kind_check
  check (kind in ('unit_service', 'general_contract', 'business_contract', 'operator_agreement', 'tax_authorisation', 'partner', 'supplement', 'termination'));
create index contract_business on contract (entity_id, unit_id, centre_id) where kind = 'business_contract';

-- Centres that worked before have thirty days to have the contracts signed; new ones need them from the first payment.
alter table centre add column business_contracts_from date not null default '2026-01-01';
update centre set business_contracts_from = current_date + 30;
comment on column centre.business_contracts_from is 'from this day lines of mode 1 need the contract between unit and business';

create or replace function app.guard_contract() returns trigger language plpgsql as $$
begin
  if old.sign_state in ('done', 'terminating', 'terminated') then
    if (new.file_id, new.sha256, new.parties, new.fields, new.kind, new.source, new.template_id, new.valid_from, new.centre_id, new.unit_id, new.operator_id, new.partner_id, new.entity_id)
        is distinct from (old.file_id, old.sha256, old.parties, old.fields, old.kind, old.source, old.template_id, old.valid_from, old.centre_id, old.unit_id, old.operator_id, old.partner_id, old.entity_id) then
      raise exception 'a signed contract is not changed' using errcode = 'integrity_constraint_violation';
    end if;
    if new.sign_state not in ('done', 'terminating', 'terminated') or old.sign_state = 'terminated' and new.sign_state <> 'terminated' then
      raise exception 'a signed contract is not unsigned' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  return new;
end $$;

-- The last day of what unit and business have signed for a day, or had signed before it; null where there is nothing.
create function app.business_contract_until(of_unit bigint, of_centre bigint, of_entity bigint, on_day date) returns date language sql stable as $$
  select max(valid_to) from contract where kind = 'business_contract' and entity_id = of_entity and unit_id = of_unit and centre_id = of_centre
    and sign_state in ('done', 'terminating') and valid_from <= on_day
$$;

-- What was paid, or is set aside, under such a contract, but for one batch. The operator, who sees no payment line, sees this sum of the own contract.
create function app.business_contract_used(of_contract bigint, but_batch bigint default 0) returns bigint language sql stable security definer set search_path = public, app as $$
  select coalesce(sum(line.gross_fen), 0)::bigint
  from contract join payment_line line on line.operator_id = contract.operator_id and line.entity_id = contract.entity_id and line.unit_id = contract.unit_id
      and line.centre_id = contract.centre_id and line.mode = contract.mode and line.month >= date_trunc('month', contract.valid_from)::date
    join payment_batch batch on batch.id = line.batch_id and (batch.created_at at time zone 'Asia/Shanghai')::date between contract.valid_from and contract.valid_to
  where contract.id = of_contract and line.batch_id <> but_batch
    and (line.state in ('queued', 'sent', 'processing', 'success', 'held', 'unknown') or line.state in ('warned', 'ready') and (batch.state = 'payable' or batch.is_frozen))
$$;

-- As in 0170 (decision 0039), and: the paper of the line is the person's, a natural person without a mainland card was declared a resident, and a line of mode 1
-- needs the contract of unit and business.
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
        and coalesce(payee.tax_residence, case when payee.id_kind = 'id_card' then 'resident' end) is distinct from 'resident')
    ) as obstacle(code, stands)
  where line.month = of_month and line.id = of_line and obstacle.stands
$$;
