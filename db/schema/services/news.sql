-- News, notices, knowledge base and rules of the portal.

-- The draft of an article in one language. Readers see the last published version, of rules the last version in effect.
create table article (
  id bigint generated always as identity primary key,
  group_id bigint references article, -- first article of the translations; null: this article is the first
  section text not null check (section in ('news', 'notice', 'knowledge', 'rule')),
  language text not null check (language in ('zh', 'en', 'es', 'ja')),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'published', 'withdrawn')),
  title text not null check (length(title) between 1 and 60),
  -- category of the knowledge base; for rules, terms: the text at /Clause
  topic text check (topic in ('joining', 'signing', 'paying', 'invoices', 'tax', 'account', 'terms')),
  summary text not null default '' check (length(summary) <= 200),
  body jsonb not null,
  cover_id uuid references stored_file,
  attachments jsonb not null default '[]', -- files as id, name and size, in order
  audiences text[] not null default '{public}'
    check (cardinality(audiences) > 0 and audiences <@ array['public', 'unit', 'operator', 'centre', 'partner']),
  is_pinned boolean not null default false,
  effective_from date,
  publish_at timestamptz, -- time of automatic publication; set only until then
  published_at timestamptz, -- first publication, which orders the lists
  shown_no integer, -- last published version; null: none yet
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  edited_by bigint not null references app_user,
  edited_at timestamptz not null,
  version integer not null default 1,
  constraint article_shown check (
    (shown_no is null) = (published_at is null) and (state <> 'published' or shown_no is not null)
  ),
  constraint article_topic check (
    case section when 'knowledge' then topic is not null
    and topic <> 'terms' when 'rule' then coalesce(topic, 'terms') = 'terms' else topic is null end
  ),
  constraint article_schedule check ((state = 'scheduled') = (publish_at is not null)),
  constraint article_effective check (effective_from is null or section = 'rule')
);
create index article_cover on article (cover_id);
create index article_due on article (publish_at) where state = 'scheduled';
create index article_listed on article (section, state, published_at desc);
create unique index article_translation on article (coalesce(group_id, id), language);
alter table article enable row level security;
create policy article_read on article for select using (state = 'published' or (select app.sees_all()));
create policy article_write on article using ((select app.sees_all()));
create trigger article_tells after insert or update or delete on article for each statement
  execute function app.tell_portal();
grant select, insert, delete, update (state, title, topic, summary, body, cover_id, attachments, audiences, is_pinned,
  effective_from, publish_at, published_at, shown_no, edited_by, edited_at, version) on article to app_rw;
grant select on article to app_accounts;

-- The published text of an article, word for word. Never changes.
create table article_version (
  id bigint generated always as identity primary key,
  article_id bigint not null references article,
  no integer not null check (no > 0),
  title text not null,
  topic text,
  summary text not null,
  body jsonb not null,
  cover_id uuid references stored_file,
  attachments jsonb not null,
  audiences text[] not null,
  is_pinned boolean not null,
  effective_from date,
  published_by bigint references app_user, -- null: published automatically at the set time
  published_at timestamptz not null,
  unique (article_id, no)
);
create index article_version_cover on article_version (cover_id);
alter table article_version enable row level security;
create policy article_version_read on article_version for select
  using (
    (select app.sees_all())
    or exists (select from article where article.id = article_version.article_id and article.state = 'published')
  );
create policy article_version_write on article_version for insert with check ((select app.sees_all()));
grant select, insert on article_version to app_rw;
grant select on article_version to app_accounts;

-- Number of times an article was opened. A separate table, because it is updated every few seconds and articles are
-- cached.
create table article_reads (
  article_id bigint primary key references article on delete cascade,
  reads bigint not null default 0
);
alter table article_reads enable row level security;
create policy article_reads_platform on article_reads using ((select app.sees_all()));
grant select, insert, update on article_reads to app_rw;

-- A visitor's answer whether an entry of the knowledge base helped. Each visitor has one answer.
create table article_vote (
  article_id bigint references article,
  visitor bytea, -- hash of a random mark in the visitor’s browser
  network bytea not null, -- hash of day and network, which limits votes per day for scripts that invent marks
  is_helpful boolean not null,
  at timestamptz not null,
  primary key (article_id, visitor)
);
create index article_vote_network on article_vote (network);
alter table article_vote enable row level security;
create policy article_vote_platform on article_vote using ((select app.sees_all()));
grant select, insert, update on article_vote to app_rw;

-- Notifies every server when public pages change. Servers cache these pages in memory.
create function app.tell_portal() returns trigger language plpgsql as $$
begin
  perform app.hint('portal', '');
  return null;
end $$;
