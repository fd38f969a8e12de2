-- What the checks of the books found, the stop of all payouts that a broken one sets off, and what the audit chains' heads were, signed.

create table integrity_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('recent', 'whole')),
  -- The hour or the night it belongs to: of several servers one makes it. Null: somebody asked for it.
  due_at timestamptz,
  asked_by bigint references app_user,
  state text not null check (state in ('asked', 'running', 'holds', 'broken', 'unchecked', 'failed')),
  -- The newest journal when it began; what came later is the next one's.
  journal_id bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  unique (kind, due_at)
);
create table integrity_finding (
  run_id bigint not null references integrity_run on delete cascade,
  name text not null,
  result text not null check (result in ('holds', 'broken', 'unchecked')),
  offenders text[] not null default '{}',
  milliseconds integer not null,
  primary key (run_id, name)
);

create table payout_stop (
  id bigint generated always as identity primary key,
  run_id bigint not null references integrity_run,
  broken text[] not null check (cardinality(broken) > 0),
  stopped_at timestamptz not null,
  asked_by bigint references app_user,
  asked_at timestamptz,
  reason text,
  released_by bigint references app_user,
  released_at timestamptz,
  check ((asked_by is null) = (asked_at is null) and (asked_by is null) = (reason is null)),
  check ((released_by is null) = (released_at is null)),
  -- Two people: one asks, another releases.
  check (released_by is null or (asked_by is not null and released_by <> asked_by))
);
create unique index payout_stop_one on payout_stop ((true)) where released_at is null;
create trigger payout_stop_ended before update on payout_stop for each row when (old.released_at is not null) execute function app.refuse_change();
create trigger payout_stop_stays before delete on payout_stop for each row execute function app.refuse_change();

-- Whether nothing may be paid out now. Whoever pays may know that, and nothing else of it.
create function app.all_payouts_stopped() returns boolean language sql stable security definer set search_path = public, app
  as $$ select exists (select from payout_stop where released_at is null) $$;
revoke all on function app.all_payouts_stopped() from public;

-- Where the chains stood, signed by a key that is not in the database; each statement names the digest of the one before it.
create table audit_signature (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  statement text not null,
  previous text not null unique,
  digest text not null unique,
  signer text not null,
  signature text not null
);
create trigger audit_signature_append_only before update or delete on audit_signature for each row execute function app.refuse_change();
create trigger audit_signature_no_truncate before truncate on audit_signature execute function app.refuse_change();

grant select, insert, update, delete on integrity_run, integrity_finding to app_rw;
grant select, insert, update on payout_stop to app_rw;
grant select, insert on audit_signature to app_rw;
grant execute on function app.all_payouts_stopped() to app_rw;
do $$ declare each text; begin
  foreach each in array array['integrity_run', 'integrity_finding', 'payout_stop', 'audit_signature'] loop
    execute format('alter table %I enable row level security', each);
    execute format('create policy %I on %I using ((select app.sees_all()))', each || '_scope', each);
  end loop;
end $$;
