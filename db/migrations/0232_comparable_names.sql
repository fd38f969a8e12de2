-- Names are compared in one form on both sides (domain/names.ts has the same function; a test compares the two). They are stored as they were entered.
create function app.comparable_name(name text) returns text language sql immutable strict parallel safe as $$
  select case when name ~ '^[\u4e00-\u9fff]*$' then name else
    translate(regexp_replace(normalize(translate(name,
      U&'\E815\E816\E817\E818\E819\E81A\E81B\E81C\E81D\E81E\E81F\E820\E821\E822\E823\E824\E825\E826\E827\E828\E829\E82A\E82B\E82C\E82D\E82E\E82F\E830\E831\E832\E833\E834\E835\E836\E837\E838\E839\E83A\E83B\E83C\E83D\E83E\E83F\E840\E841\E842\E843\E844\E845\E846\E847\E848\E849\E84A\E84B\E84C\E84D\E84E\E84F\E850\E851\E852\E853\E854\E855\E856\E857\E858\E859\E85A\E85B\E85C\E85D\E85E\E85F\E860\E861\E862\E863\E864',
      U&'\2E81\+020087\+020089\+0200CC\2E84\3473\3447\2E88\2E8B\9FB4\359E\361A\360E\2E8C\2E97\396E\3918\9FB5\39CF\39DF\3A73\39D0\9FB6\9FB7\3B4E\3C6E\3CE0\2EA7\+0215D7\9FB8\2EAA\4056\415F\2EAE\4337\2EB3\2EB6\2EB7\+02298F\43B1\43AC\2EBB\43DD\44D6\4661\464C\9FB9\4723\4729\477C\478D\2ECA\4947\497A\497D\4982\4983\4985\4986\499F\499B\49B7\49B6\9FBA\+0241FE\4CA3\4C9F\4CA0\4CA1\4C77\4CA2\4D13\4D14\4D15\4D16\4D17\4D18\4D19\4DAE\9FBB'), nfkc),
      '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
      '[{【〔〖]}】〕〗.。•‧・●∙⋅᛫⸱ꞏ', '((((()))))···········') end
$$;
revoke all on function app.comparable_name(text) from public;
grant execute on function app.comparable_name(text) to app_rw;

alter table operator add column comparable_name text not null generated always as (app.comparable_name(name)) stored;
create index operator_comparable_name on operator (comparable_name);
alter table unit add column comparable_name text not null generated always as (app.comparable_name(name)) stored;
create index unit_comparable_name on unit (comparable_name);
alter table operator_entity add column comparable_name text not null generated always as (app.comparable_name(name)) stored;
create index operator_entity_comparable_name on operator_entity (comparable_name);
alter table topup add column comparable_payer text not null generated always as (app.comparable_name(payer_name)) stored;
alter table bank_credit add column comparable_payer text not null generated always as (app.comparable_name(payer_name)) stored;

create or replace function app.payee_obstacles(of_month date, of_line bigint, at timestamp with time zone)
 RETURNS TABLE(code text)
 LANGUAGE sql
 STABLE
AS $function$
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
          and allowed.centre_id = line.centre_id and allowed.state = 'approved' and allowed.valid_to >= clock.today))),
      ('E211', payee.id is not null and capacity.is_business and (business.id is null or business.operator_id <> payee.id
        or business.comparable_name <> app.comparable_name(line.entity_name) or business.credit_code is distinct from line.entity_credit_code or business.state <> 'operating')),
      ('E213', payee.id is not null and not capacity.is_business
        and coalesce(payee.tax_residence, case when payee.id_kind = 'id_card' then 'resident' end) is distinct from 'resident'),
      -- Another line of the debt was paid, or may be: of one debt one line is paid.
      ('E215', line.first_line_id is not null and exists (select from app.debts_of(array[line.month], array[line.id]) debt
        where debt.is_paid or debt.is_under_way or debt.is_doubtful))
    ) as obstacle(code, stands)
  where line.month = of_month and line.id = of_line and obstacle.stands
$function$;
