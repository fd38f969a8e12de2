-- What a person wants to be told outside the application, by topic and way; where nothing was chosen the program's default counts.

create table message_choice (
  user_id bigint not null references app_user,
  topic text not null check (length(topic) between 1 and 40),
  way text not null check (way in ('mail', 'sms')),
  is_on boolean not null,
  primary key (user_id, topic, way)
);
grant select, insert, update on message_choice to app_rw;
alter table message_choice enable row level security;
create policy message_choice_own on message_choice using ((select app.sees_all()) or user_id = (select app.user_id()));

-- The language in which somebody signed in last is the one that letters to them are written in.
alter table session add column language text not null default 'zh' check (language in ('zh', 'en', 'es', 'ja'));
