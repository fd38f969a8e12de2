-- A rule of a centre for a role holds for whoever is assigned to a unit; rules have versions, and a second person where a floor is undercut.
alter table split_rule drop constraint split_rule_party_type_check;
update split_rule set party_type = case when (select poststatus from app_user where app_user.id = party_id) = 2 then 'marketer' else 'salesman' end
  where party_type = 'staff';
alter table split_rule alter column party_id drop not null;
update split_rule set party_id = null where party_type = 'centre';
alter table split_rule
  add constraint split_rule_party_type_check check (party_type in ('partner', 'marketer', 'salesman', 'centre', 'platform')),
  add constraint split_rule_party check (party_id is null or party_type in ('partner', 'marketer', 'salesman')),
  add constraint split_rule_figure check (
    case method when 'difference' then floor_rate_ppm between 0 and 1000000 and ratio_ppm is null
      else ratio_ppm between 1 and 1000000 and floor_rate_ppm is null and party_type <> 'platform' end),
  add constraint split_rule_days check (effective_to is null or effective_to >= effective_from - 1),
  add column mode smallint check (mode in (1, 2)),
  add column previous_id bigint references split_rule,
  add column agreed_to date,
  add column state text not null default 'approved' check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
  add column needs_second boolean not null default false,
  add column reason text not null default '',
  add column created_by bigint references app_user,
  add column created_at timestamptz not null default now(),
  add column decided_by bigint references app_user,
  add column decided_at timestamptz,
  add column decision_reason text not null default '',
  add column stopped_by bigint references app_user,
  add column stop_reason text not null default '',
  add constraint split_rule_second check (decided_by is distinct from created_by or state = 'withdrawn' or decided_by is null);
update split_rule set agreed_to = effective_to;
alter table split_rule alter column created_at drop default, alter column state drop default;
create index split_rule_previous on split_rule (previous_id) where previous_id is not null;
create index split_rule_unit_only on split_rule (unit_id) where unit_id is not null;
comment on table split_rule is 'What whoever holds a role (partner, marketer, salesman, centre, platform) is due of the fees of a centre or of one unit.';
comment on column split_rule.party_id is 'null: whoever is assigned to the unit; else only this partner or account, where it is assigned';
comment on column split_rule.mode is 'null: both';
comment on column split_rule.previous_id is 'version before it, which ended the day before this one begins';
comment on column split_rule.agreed_to is 'last day as it was agreed; effective_to is earlier where another version followed';
comment on column split_rule.needs_second is 'whether a second person must approve: some unit''s rate is below the floor';
grant insert, update (state, effective_from, effective_to, agreed_to, decided_by, decided_at, decision_reason, stopped_by, stop_reason) on split_rule to app_rw;
