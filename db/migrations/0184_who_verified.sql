-- Who said that an identity, a card or a face is true. Until now nobody but the sandbox did. What names no source that is believed (domain/gateway.ts) counts in
-- the demo alone: a server in production takes it back when it starts.

alter table operator add column identity_verified_by text not null default '', add column face_by text not null default '';
alter table operator_card add column verified_by text not null default '';
alter table candidate add column verified_by text not null default '';
alter table sign_ticket add column face_by text not null default '';
update operator set identity_verified_by = 'sandbox' where is_identity_verified;
update operator set face_by = 'sandbox' where verify_face > 0;
update operator_card set verified_by = 'sandbox' where is_verified or verified_at is not null;
update candidate set verified_by = 'sandbox' where verification is not null;
update sign_ticket set face_by = 'sandbox' where face_sha256 is not null;
comment on column operator.identity_verified_by is 'Kind of gateway, hand for people with evidence, sandbox for the demo; empty: not said.';
comment on column operator_card.verified_by is 'Kind of gateway, hand for people with evidence, sandbox for the demo; empty: nobody was asked.';

-- Where no provider can say it, a person of the centre says it against evidence, and another one confirms: it opens the way for money.
create table hand_verification (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  operator_id bigint not null references operator,
  -- Of a card which one; null: of the identity.
  card_id bigint,
  foreign key (operator_id, card_id) references operator_card (operator_id, id),
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'withdrawn')),
  file_id uuid not null references stored_file,
  reason text not null check (length(reason) between 2 and 200),
  asked_by bigint not null references app_user,
  asked_at timestamptz not null,
  decided_by bigint references app_user,
  decided_at timestamptz,
  decision text not null default '',
  check ((state = 'waiting') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  -- Two people: one brings the evidence, another confirms.
  check (state not in ('confirmed', 'refused') or decided_by <> asked_by)
);
comment on table hand_verification is 'An identity or a card that people verified with evidence because no provider could; two people.';
create unique index hand_verification_once on hand_verification (operator_id, coalesce(card_id, 0)) where state = 'waiting';
create index hand_verification_operator on hand_verification (operator_id, id desc);
create index hand_verification_list on hand_verification (centre_id, state, id desc);
create index hand_verification_all on hand_verification (centre_id, id desc);
create index hand_verification_file on hand_verification (file_id);
create trigger hand_verification_decided before update on hand_verification for each row when (old.state <> 'waiting') execute function app.refuse_change();
create trigger hand_verification_stays before delete on hand_verification for each row execute function app.refuse_change();
grant select, insert, update (state, decided_by, decided_at, decision) on hand_verification to app_rw;
alter table hand_verification enable row level security;
create policy hand_verification_scope on hand_verification
  using ((select app.sees_all()) or centre_id = any((select app.centre_ids())::bigint[]));
create function app.tell_centre() returns trigger language plpgsql as $$
begin
  perform app.tell(tg_argv[0], jsonb_build_object('centre', new.centre_id));
  return null;
end $$;
create trigger hand_verification_tells after insert or update on hand_verification for each row execute function app.tell_centre('candidates');

-- "By hand" stands only where two people did it.
create function app.expect_hand() returns trigger language plpgsql as $$
begin
  if not exists (select from hand_verification done where done.operator_id = (to_jsonb(new) ->> tg_argv[0])::bigint and done.state = 'confirmed'
      and (case when tg_argv[1] = 'card' then done.card_id = new.id else done.card_id is null end)) then
    raise exception 'nobody confirmed by hand what is to count as confirmed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger operator_by_hand before insert or update on operator for each row
  when (new.is_identity_verified and new.identity_verified_by = 'hand') execute function app.expect_hand('id', 'identity');
create trigger operator_card_by_hand before insert or update on operator_card for each row
  when (new.is_verified and new.verified_by = 'hand') execute function app.expect_hand('operator_id', 'card');
