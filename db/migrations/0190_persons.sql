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
