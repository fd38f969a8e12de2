-- Drafts of tax policies, open points of the law, and the working calendar.

-- A draft of a tax policy. The figures of a published draft never change.
create table tax_draft (
  id bigint generated always as identity primary key,
  state text not null default 'draft' check (state in ('draft', 'published', 'dropped', 'withdrawn')),
  base_version text not null, -- policy on which the draft is based and which it succeeds
  -- version of the policy after publication
  policy_version text not null unique check (length(policy_version) between 1 and 40),
  first_day date not null,
  known_until date, -- last day of validity, if the law names one; null: no known end
  -- certainty of the legal source: A wording seen, B reported, C general knowledge, I inferred
  grade text not null default 'A' check (grade in ('A', 'B', 'C', 'I')),
  params jsonb not null,
  -- digest of first_day, known_until and params, with which examples and preview are computed
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- people who made or changed the content; they cannot publish it
  hands bigint[] not null check (cardinality(hands) > 0),
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  edited_by bigint not null references app_user,
  edited_at timestamptz not null,
  examples jsonb, -- last run of the worked examples, with the digest at that time
  preview jsonb, -- last comparison with the policy in force, with the digest at that time
  published_by bigint references app_user,
  published_at timestamptz,
  before_to date, -- last day of the preceding policy before this draft was published
  leave_reason text not null default '' check (length(leave_reason) <= 200),
  leave_by bigint references app_user, -- person who requests the withdrawal, before first_day
  leave_at timestamptz,
  left_by bigint references app_user,
  left_at timestamptz,
  version integer not null default 1,
  constraint tax_draft_days check (known_until is null or known_until >= first_day),
  constraint tax_draft_left check (
    (state = 'withdrawn') = (left_at is not null)
    and num_nonnulls(left_by, left_at) in (0, 2)
    and left_by is distinct from coalesce(leave_by, 0)
  ),
  constraint tax_draft_leaving check (
    num_nonnulls(leave_by, leave_at) in (0, 2) and (leave_by is null) = (leave_reason = '')
  ),
  constraint tax_draft_published check (
    (state in ('published', 'withdrawn')) = (published_at is not null)
    and (published_by is null) = (published_at is null)
  ),
  constraint tax_draft_two_people check (published_by is null or published_by <> all (hands))
);
create unique index tax_draft_day on tax_draft (first_day) where state = 'published';
alter table tax_draft enable row level security;
create policy tax_draft_platform on tax_draft using ((select app.sees_all()));
create trigger tax_draft_by_other before update of published_by on tax_draft for each row
  when (app.is_program() and new.published_by is not null and old.published_by is null)
  execute function app.expect_other_hand('published_by', 'hands');
create trigger tax_draft_guard before update on tax_draft for each row execute function app.guard_tax_draft();
create trigger tax_draft_left_by_other before update of left_by on tax_draft for each row
  when (app.is_program() and new.left_by is not null and old.left_by is null)
  execute function app.expect_other_hand('left_by', 'leave_by');
grant select, insert, update (state, base_version, policy_version, first_day, known_until, grade, params, digest, hands,
  edited_by, edited_at, examples, preview, published_by, published_at, before_to, leave_reason, leave_by, leave_at,
  left_by, left_at, version) on tax_draft to app_rw;

-- A worked example whose result differs under a draft, and why the difference is intended. Valid only for this digest
-- of the draft.
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
alter table tax_draft_example enable row level security;
create policy tax_draft_example_platform on tax_draft_example using ((select app.sees_all()));
grant select, insert on tax_draft_example to app_rw;

-- The answer of a tax office or adviser to an open point of law, with the document. The latest answer counts.
create table tax_point_answer (
  id bigint generated always as identity primary key,
  point text not null check (point ~ '^U[0-9]{1,2}$'),
  answer text not null check (length(answer) between 4 and 500),
  source text not null check (length(source) between 2 and 200), -- author of the answer, and the number of the document
  answered_on date not null,
  file_id uuid not null references stored_file,
  file_name text not null check (length(file_name) between 1 and 200),
  noted_by bigint not null references app_user,
  noted_at timestamptz not null
);
alter table tax_point_answer enable row level security;
create policy tax_point_answer_platform on tax_point_answer using ((select app.sees_all()));
grant select, insert on tax_point_answer to app_rw;

-- The announced holidays and make-up days of a year. The newest published edition replaces the calendar of the program.
create table calendar_year (
  id bigint generated always as identity primary key,
  year integer not null check (year between 2020 and 2199),
  edition integer not null check (edition > 0),
  state text not null default 'draft' check (state in ('draft', 'published', 'dropped')),
  source text not null check (length(source) between 4 and 200), -- announcement, with its number
  off jsonb not null, -- holidays as pairs of first and last day
  working jsonb not null, -- weekend days that are worked instead
  -- people who made or changed the content; they cannot publish it
  hands bigint[] not null check (cardinality(hands) > 0),
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  published_by bigint references app_user,
  published_at timestamptz,
  version integer not null default 1,
  unique (year, edition),
  constraint calendar_year_published check (
    (state = 'published') = (published_at is not null) and (published_by is null) = (published_at is null)
  ),
  constraint calendar_year_two_people check (published_by is null or published_by <> all (hands))
);
alter table calendar_year enable row level security;
create policy calendar_year_platform on calendar_year using ((select app.sees_all()));
create policy calendar_year_read on calendar_year for select using (state = 'published');
create trigger calendar_year_by_other before update of published_by on calendar_year for each row
  when (app.is_program() and new.published_by is not null and old.published_by is null)
  execute function app.expect_other_hand('published_by', 'hands');
create trigger calendar_year_fixed before update on calendar_year for each row
  when (old.state <> 'draft')
  execute function app.refuse('a published or discarded year cannot change');
grant select, insert, update (state, source, off, working, hands, published_by, published_at, version) on calendar_year
  to app_rw;

create function app.guard_tax_draft() returns trigger language plpgsql as $$
begin
  if old.state in ('dropped', 'withdrawn') or (old.state = 'published' and (new.state not in ('published', 'withdrawn')
    or (new.policy_version, new.first_day, new.known_until, new.params, new.digest, new.hands, new.published_by, new.published_at)
      is distinct from (old.policy_version, old.first_day, old.known_until, old.params, old.digest, old.hands, old.published_by, old.published_at))) then
    raise exception 'tax_draft: a published, discarded or withdrawn policy cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
