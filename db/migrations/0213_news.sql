-- News, notices, knowledge base and rules: articles with versions that never change, how often they were read and whether they helped.

create table article (
  id bigint generated always as identity primary key,
  group_id bigint references article,
  section text not null check (section in ('news', 'notice', 'knowledge', 'rule')),
  language text not null check (language in ('zh', 'en', 'es', 'ja')),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'published', 'withdrawn')),
  title text not null check (length(title) between 1 and 60),
  topic text check (topic in ('joining', 'signing', 'paying', 'invoices', 'tax', 'account', 'terms')),
  summary text not null default '' check (length(summary) <= 200),
  body jsonb not null,
  cover_id uuid references stored_file,
  attachments jsonb not null default '[]',
  audiences text[] not null default '{public}' check (cardinality(audiences) > 0 and audiences <@ array['public', 'unit', 'operator', 'centre', 'partner']),
  is_pinned boolean not null default false,
  effective_from date,
  publish_at timestamptz,
  published_at timestamptz,
  shown_no integer,
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  edited_by bigint not null references app_user,
  edited_at timestamptz not null,
  version integer not null default 1,
  constraint article_schedule check ((state = 'scheduled') = (publish_at is not null)),
  constraint article_shown check ((shown_no is null) = (published_at is null) and (state <> 'published' or shown_no is not null)),
  constraint article_topic check (case section when 'knowledge' then topic is not null and topic <> 'terms' when 'rule' then coalesce(topic, 'terms') = 'terms' else topic is null end),
  constraint article_effective check (effective_from is null or section = 'rule')
);
comment on table article is 'An article in one language, as it is being written; what readers see is one of its versions.';
comment on column article.group_id is 'first article of which this is a translation; null: it is the first itself';
comment on column article.topic is 'category of the knowledge base; of rules terms: what stands at /Clause';
comment on column article.attachments is 'files as id, name and size, in order';
comment on column article.publish_at is 'when it is published by itself; only while that is waited for';
comment on column article.published_at is 'first publication: what lists are ordered by';
comment on column article.shown_no is 'newest version that was published; null: none yet';
create unique index article_translation on article (coalesce(group_id, id), language);
create index article_listed on article (section, state, published_at desc);
create index article_due on article (publish_at) where state = 'scheduled';
create index article_cover on article (cover_id);
alter table article enable row level security;
create policy accounts on article to app_accounts using (true) with check (true);
create policy article_read on article for select using (state = 'published' or (select app.sees_all()));
create policy article_write on article using ((select app.sees_all()));
grant select, insert, delete, update (state, title, topic, summary, body, cover_id, attachments, audiences, is_pinned, effective_from, publish_at, published_at, shown_no, edited_by, edited_at, version)
  on article to app_rw;

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
  published_by bigint references app_user,
  published_at timestamptz not null,
  unique (article_id, no)
);
comment on table article_version is 'What was published, word for word; never changed.';
comment on column article_version.published_by is 'null: it was published by itself at the time set';
create index article_version_cover on article_version (cover_id);
alter table article_version enable row level security;
create policy accounts on article_version to app_accounts using (true) with check (true);
create policy article_version_read on article_version for select using ((select app.sees_all()) or exists (select from article where id = article_id and state = 'published'));
create policy article_version_write on article_version for insert with check ((select app.sees_all()));
grant select, insert on article_version to app_rw;
-- Registration shows the terms in force.
grant select on article, article_version to app_accounts;

create table article_reads (
  article_id bigint primary key references article on delete cascade,
  reads bigint not null default 0
);
comment on table article_reads is 'How often an article was opened; written every few seconds, beside the article so that counting changes nothing that is kept in memory.';
alter table article_reads enable row level security;
create policy accounts on article_reads to app_accounts using (true) with check (true);
create policy article_reads_platform on article_reads using ((select app.sees_all()));
grant select, insert, update on article_reads to app_rw;

create table article_vote (
  article_id bigint not null references article,
  visitor bytea not null,
  network bytea not null,
  is_helpful boolean not null,
  at timestamptz not null,
  primary key (article_id, visitor)
);
comment on table article_vote is 'Whether an entry of the knowledge base helped, one answer of each visitor.';
comment on column article_vote.visitor is 'hash of the mark that the visitor’s browser keeps; nothing else of the visitor';
comment on column article_vote.network is 'hash of day and network that the answer came from: so many a day, whatever marks a script makes up';
create index article_vote_network on article_vote (network);
alter table article_vote enable row level security;
create policy accounts on article_vote to app_accounts using (true) with check (true);
create policy article_vote_platform on article_vote using ((select app.sees_all()));
grant select, insert, update on article_vote to app_rw;

-- Every server keeps the public pages in memory, and empties that memory when something of them changed.
create function app.tell_portal() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal', '');
  return null;
end $$;
create trigger article_tells after insert or update or delete on article for each statement execute function app.tell_portal();
