-- What declarations ask of a person beside name and number: the kind of paper, sex, nationality, address and validity. The address is sealed (decision 0016); sex and
-- nationality of those with a card of mainland residents follow from its number, so that rows of before need none.
alter table operator
  add column id_kind text not null default 'id_card' check (id_kind in ('id_card', 'passport', 'hk_macau_permit', 'taiwan_permit', 'foreign_pr')),
  add column sex text not null default '' check (sex in ('', 'M', 'F')),
  add column nationality text not null default '' check (nationality ~ '^([A-Z]{2})?$'),
  add column id_address_sealed text not null default '',
  add column valid_from date,
  add column valid_to date,
  add column paper_told smallint,
  add column tax_residence text check (tax_residence in ('resident', 'non_resident')),
  add column tax_residence_by bigint references app_user,
  add column tax_residence_at timestamptz,
  add check ((tax_residence is null) = (tax_residence_at is null) and (tax_residence is null) = (tax_residence_by is null));
comment on column operator.id_kind is 'paper of the identity number (domain/id-paper.ts)';
comment on column operator.sex is 'empty: as the identity number says';
comment on column operator.nationality is 'ISO 3166-1, two letters: country or region; empty: as the identity number says';
comment on column operator.valid_to is 'last day of the paper; infinity: without end; null: not said';
comment on column operator.paper_told is 'with how many days left of the paper people were last told';
comment on column operator.tax_residence is 'declared by the person or the centre; null: of a mainland card a resident, of everybody else not known';
create index operator_paper_ends on operator (valid_to) where valid_to < 'infinity';
create index operator_residence_by on operator (tax_residence_by) where tax_residence_by is not null;

-- Kinds of papers are called the same everywhere.
update application set fields = fields || jsonb_build_object('certType', case fields ->> 'certType' when 'hkMacauPermit' then 'hk_macau_permit'
    when 'taiwanPermit' then 'taiwan_permit' else 'foreign_pr' end)
  where kind = 'international' and fields ->> 'certType' in ('hkMacauPermit', 'taiwanPermit', 'foreignPr');
-- What people said when they registered, as far as it is written as a declaration asks: the country was free text.
update operator set id_kind = said.fields ->> 'certType', region_code = '', sex = coalesce(said.fields ->> 'sex', ''),
    nationality = case when said.fields ->> 'certType' = 'taiwan_permit' then 'TW' else '' end,
    valid_to = case when said.fields ->> 'validTo' = '长期' then 'infinity' when said.fields ->> 'validTo' ~ '^\d{4}-\d\d-\d\d$' then (said.fields ->> 'validTo')::date end
  from application said
  where said.operator_id = operator.id and said.kind = 'international' and said.fields ->> 'certType' in ('passport', 'hk_macau_permit', 'taiwan_permit', 'foreign_pr');
update operator set valid_from = case when said.fields ->> 'validFrom' ~ '^\d{4}-\d\d-\d\d$' then (said.fields ->> 'validFrom')::date end,
    valid_to = case when said.fields ->> 'validTo' = '长期' then 'infinity' when said.fields ->> 'validTo' ~ '^\d{4}-\d\d-\d\d$' then (said.fields ->> 'validTo')::date end
  from application said where said.operator_id = operator.id and said.kind = 'operator';

-- A list of operators may bring addresses.
alter table import_row add column id_address_sealed text not null default '';
grant update (id_address_sealed) on import_row to app_rw;

-- "May be paid" (decision 0039): the paper of the line is the person's, and a natural person without a mainland card was declared a resident.
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
        or business.name <> line.entity_name or business.credit_code is distinct from line.entity_credit_code or business.state <> 'operating')),
      -- As a natural person only a resident is paid: the law taxes others by another table.
      ('E213', payee.id is not null and not capacity.is_business
        and coalesce(payee.tax_residence, case when payee.id_kind = 'id_card' then 'resident' end) is distinct from 'resident')
    ) as obstacle(code, stands)
  where line.month = of_month and line.id = of_line and obstacle.stands
$$;
