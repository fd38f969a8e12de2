-- Tax policies that two people publish in the browser, answers to open points of the law, and working days of a year as data.

create table tax_draft (
  id bigint generated always as identity primary key,
  state text not null default 'draft' check (state in ('draft', 'published', 'dropped', 'withdrawn')),
  base_version text not null,
  policy_version text not null unique check (length(policy_version) between 1 and 40),
  first_day date not null,
  known_until date,
  grade text not null default 'A' check (grade in ('A', 'B', 'C', 'I')),
  params jsonb not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  hands bigint[] not null check (cardinality(hands) > 0),
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  edited_by bigint not null references app_user,
  edited_at timestamptz not null,
  examples jsonb,
  preview jsonb,
  published_by bigint references app_user,
  published_at timestamptz,
  before_to date,
  leave_reason text not null default '' check (length(leave_reason) <= 200),
  leave_by bigint references app_user,
  leave_at timestamptz,
  left_by bigint references app_user,
  left_at timestamptz,
  version integer not null default 1,
  constraint tax_draft_days check (known_until is null or known_until >= first_day),
  constraint tax_draft_published check ((state in ('published', 'withdrawn')) = (published_at is not null) and (published_by is null) = (published_at is null)),
  constraint tax_draft_two_people check (published_by is null or published_by <> all (hands)),
  constraint tax_draft_leaving check (num_nonnulls(leave_by, leave_at) in (0, 2) and (leave_by is null) = (leave_reason = '')),
  constraint tax_draft_left check ((state = 'withdrawn') = (left_at is not null) and num_nonnulls(left_by, left_at) in (0, 2) and left_by is distinct from coalesce(leave_by, 0))
);
comment on table tax_draft is 'A tax policy as it was prepared and published in the browser; what was published stays as it is.';
comment on column tax_draft.base_version is 'policy that it was begun from, and follows';
comment on column tax_draft.policy_version is 'version under which it is in force once it is published';
comment on column tax_draft.known_until is 'day until which its law is known; null: no end is known';
comment on column tax_draft.grade is 'how sure its law is: A wording seen, B reported, C general knowledge, I inferred';
comment on column tax_draft.digest is 'of first day, end and figures: what examples and preview were computed with';
comment on column tax_draft.hands is 'everybody who made or changed it; none of them publishes';
comment on column tax_draft.examples is 'last run of the worked examples, with the digest it belongs to';
comment on column tax_draft.preview is 'last comparison with the policy in force, with the digest it belongs to';
comment on column tax_draft.before_to is 'last day that the policy before had until then';
comment on column tax_draft.leave_by is 'who asks to withdraw it before its first day';
create unique index tax_draft_day on tax_draft (first_day) where state = 'published';
alter table tax_draft enable row level security;
create policy accounts on tax_draft to app_accounts using (true) with check (true);
create policy tax_draft_platform on tax_draft using ((select app.sees_all()));
grant select, insert, update (state, base_version, policy_version, first_day, known_until, grade, params, digest, hands, edited_by, edited_at, examples, preview, published_by, published_at, before_to,
  leave_reason, leave_by, leave_at, left_by, left_at, version) on tax_draft to app_rw;
create function app.guard_tax_draft() returns trigger language plpgsql as $$
begin
  if old.state in ('dropped', 'withdrawn') or (old.state = 'published' and (new.state not in ('published', 'withdrawn')
    or (new.policy_version, new.first_day, new.known_until, new.params, new.digest, new.hands, new.published_by, new.published_at)
      is distinct from (old.policy_version, old.first_day, old.known_until, old.params, old.digest, old.hands, old.published_by, old.published_at))) then
    raise exception 'tax_draft: what was published, dropped or withdrawn is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger tax_draft_guard before update on tax_draft for each row execute function app.guard_tax_draft();

create table tax_draft_example (
  id bigint generated always as identity primary key,
  draft_id bigint not null references tax_draft,
  digest text not null,
  example text not null,
  reason text not null check (length(reason) between 4 and 300),
  by_id bigint not null references app_user,
  at timestamptz not null,
  unique (draft_id, digest, example)
);
comment on table tax_draft_example is 'A worked example that comes out otherwise under a draft, and why that is meant; holds for this digest of the draft alone.';
alter table tax_draft_example enable row level security;
create policy accounts on tax_draft_example to app_accounts using (true) with check (true);
create policy tax_draft_example_platform on tax_draft_example using ((select app.sees_all()));
grant select, insert on tax_draft_example to app_rw;

create table tax_point_answer (
  id bigint generated always as identity primary key,
  point text not null check (point ~ '^U[0-9]{1,2}$'),
  answer text not null check (length(answer) between 4 and 500),
  source text not null check (length(source) between 2 and 200),
  answered_on date not null,
  file_id uuid not null references stored_file,
  file_name text not null check (length(file_name) between 1 and 200),
  noted_by bigint not null references app_user,
  noted_at timestamptz not null
);
comment on table tax_point_answer is 'What a tax office or adviser answered to an open point of the law, with the paper; a later answer follows an earlier one.';
comment on column tax_point_answer.source is 'who answered, and the number of the paper';
alter table tax_point_answer enable row level security;
create policy accounts on tax_point_answer to app_accounts using (true) with check (true);
create policy tax_point_answer_platform on tax_point_answer using ((select app.sees_all()));
grant select, insert on tax_point_answer to app_rw;

create table calendar_year (
  id bigint generated always as identity primary key,
  year integer not null check (year between 2020 and 2199),
  edition integer not null check (edition > 0),
  state text not null default 'draft' check (state in ('draft', 'published', 'dropped')),
  source text not null check (length(source) between 4 and 200),
  off jsonb not null,
  working jsonb not null,
  hands bigint[] not null check (cardinality(hands) > 0),
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  published_by bigint references app_user,
  published_at timestamptz,
  version integer not null default 1,
  unique (year, edition),
  constraint calendar_year_published check ((state = 'published') = (published_at is not null) and (published_by is null) = (published_at is null)),
  constraint calendar_year_two_people check (published_by is null or published_by <> all (hands))
);
comment on table calendar_year is 'Holidays and make-up days of a year as announced; the newest published edition takes the place of what comes with the program.';
comment on column calendar_year.source is 'the announcement, with its number';
comment on column calendar_year.off is 'holidays as pairs of first and last day';
comment on column calendar_year.working is 'weekend days that are worked instead';
comment on column calendar_year.hands is 'everybody who made or changed it; none of them publishes';
alter table calendar_year enable row level security;
create policy accounts on calendar_year to app_accounts using (true) with check (true);
create policy calendar_year_platform on calendar_year using ((select app.sees_all()));
create policy calendar_year_read on calendar_year for select using (state = 'published');
grant select, insert, update (state, source, off, working, hands, published_by, published_at, version) on calendar_year to app_rw;
create trigger calendar_year_fixed before update on calendar_year for each row
  when (old.state <> 'draft') execute function app.refuse('a year that was published or dropped is not changed');

create index payment_batch_paid_at on payment_batch (paid_at) where paid_at is not null;

-- Whether something was paid, or a month closed, on days of a policy: then its rule stays what it was.
create function app.policy_computed(from_day date, to_day date) returns boolean
language sql stable security definer set search_path to 'public', 'app' as $$
  select exists (select from payment_batch
      where paid_at >= from_day::timestamp at time zone 'Asia/Shanghai' and (to_day is null or paid_at < (to_day + 1)::timestamp at time zone 'Asia/Shanghai'))
    or exists (select from tax_period, lateral (select ((month || '-01')::date + interval '1 month' - interval '1 day')::date as last_day) ends
      where last_day >= from_day and (to_day is null or last_day <= to_day))
$$;
grant execute on function app.policy_computed(date, date) to app_rw;

create function app.policy_digest(of_params jsonb) returns text language sql immutable as
  $$ select encode(sha256(convert_to(of_params::text, 'UTF8')), 'hex') $$;
grant execute on function app.policy_digest(jsonb) to app_rw;

alter table tax_policy add column draft_id bigint references tax_draft, add column digest text not null default '';
comment on column tax_policy.draft_id is 'where it was published in the browser; null: it came with the program';
comment on column tax_policy.digest is 'of its figures as they were when it was put in force';
update tax_policy set digest = app.policy_digest(params);
create unique index tax_policy_draft on tax_policy (draft_id);

-- Requests put in force what two people published and nothing else, and end no policy on days that were computed by it.
create function app.guard_tax_policy() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.digest := app.policy_digest(new.params);
  end if;
  if current_user <> 'app_rw' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'INSERT' then
    if not exists (select from tax_draft draft where draft.id = new.draft_id and draft.state = 'published' and draft.params = new.params and draft.first_day = new.effective_from
        and draft.policy_version = new.version and draft.published_by <> all (draft.hands)) then
      raise exception 'tax_policy: only what two people published comes into force' using errcode = 'integrity_constraint_violation';
    end if;
    if app.policy_computed(new.effective_from, null) then
      raise exception 'tax_policy: days of it were computed already' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  elsif tg_op = 'UPDATE' then
    if (old.effective_to is null or new.effective_to < old.effective_to) and app.policy_computed(new.effective_to + 1, old.effective_to) then
      raise exception 'tax_policy: days after its end were computed by it' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if old.draft_id is null or app.policy_computed(old.effective_from, null)
      or not exists (select from tax_draft draft where draft.id = old.draft_id and draft.state = 'withdrawn') then
    raise exception 'tax_policy: only what two people withdrew before its first day goes' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;
create trigger tax_policy_guard before insert or update or delete on tax_policy for each row execute function app.guard_tax_policy();
grant insert (code, version, effective_from, effective_to, params, draft_id), update (effective_to), delete on tax_policy to app_rw;

-- A month that was closed keeps the day it was due.
alter table tax_declaration add column due_on date;
comment on column tax_declaration.due_on is 'last day to declare it, as it was when the month was closed; null while it is open';
grant update (due_on) on tax_declaration to app_rw;
