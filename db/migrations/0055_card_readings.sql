-- What was read from a photograph of a card, kept with the picture: what a person changed later can be told from what was read. The text is sealed.
create table card_reading (
  file_id uuid primary key references stored_file,
  side text not null check (side in ('front', 'back', 'bank', 'licence')),
  -- Whose: `user 12`, or `application 34` of somebody without an account.
  holder text not null check (holder ~ '^(user|application) [1-9][0-9]*$'),
  fields_sealed text not null,
  warnings text[] not null,
  quality smallint not null check (quality between 0 and 100),
  took_ms integer not null check (took_ms >= 0),
  created_at timestamptz not null
);
create index card_reading_holder on card_reading (holder, created_at);
grant select, insert on card_reading to app_rw;
alter table card_reading enable row level security;
create policy card_reading_scope on card_reading using ((select app.sees_all()) or holder = 'user ' || (select app.user_id()));
