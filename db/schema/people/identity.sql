-- Readings of identity cards, bank cards and licences.

-- The fields read from the photograph of an identity card, bank card or licence.
create table card_reading (
  file_id uuid primary key references stored_file on delete cascade,
  side text not null check (side in ('front', 'back', 'bank', 'licence')),
  -- requester of the reading: user, application or candidate, with its id
  holder text not null check (holder ~ '^(user|application|candidate) [1-9][0-9]*$'),
  fields_sealed text not null,
  warnings text[] not null,
  quality smallint not null check (quality between 0 and 100), -- of the picture, 0 to 100
  took_ms integer not null check (took_ms >= 0),
  created_at timestamptz not null
);
create index card_reading_holder on card_reading (holder, created_at);
alter table card_reading enable row level security;
create policy card_reading_scope on card_reading
  using ((select app.sees_all()) or holder = 'user ' || (select app.user_id()));
grant select, insert on card_reading to app_rw;
