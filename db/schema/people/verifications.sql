-- Manual verifications.

-- A verification of an identity or card by two people with evidence, where no provider can verify it.
create table hand_verification (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  operator_id bigint not null references operator,
  card_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'withdrawn')),
  file_id uuid not null references stored_file,
  reason text not null check (length(reason) between 2 and 200),
  asked_by bigint not null references app_user,
  asked_at timestamptz not null,
  decided_by bigint references app_user,
  decided_at timestamptz,
  decision text not null default '',
  foreign key (operator_id, card_id) references operator_card (operator_id, id),
  check ((state = 'waiting') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check (state not in ('confirmed', 'refused') or decided_by <> asked_by)
);
create index hand_verification_all on hand_verification (centre_id, id desc);
create index hand_verification_file on hand_verification (file_id);
create index hand_verification_list on hand_verification (centre_id, state, id desc);
create unique index hand_verification_once on hand_verification (operator_id, coalesce(card_id, 0))
  where state = 'waiting';
create index hand_verification_operator on hand_verification (operator_id, id desc);
alter table hand_verification enable row level security;
create policy hand_verification_scope on hand_verification
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger hand_verification_by_other before update of decided_by on hand_verification for each row
  when (app.is_program() and new.state in ('confirmed', 'refused') and old.decided_by is null)
  execute function app.expect_other_hand('decided_by', 'asked_by');
create trigger hand_verification_decided before update on hand_verification for each row
  when (old.state <> 'waiting')
  execute function app.refuse_change();
create trigger hand_verification_stays before delete on hand_verification for each row
  execute function app.refuse_change();
create trigger hand_verification_tells after insert or update on hand_verification for each row
  execute function app.tell_centre('candidates');
grant select, insert, update (state, decided_by, decided_at, decision) on hand_verification to app_rw;
