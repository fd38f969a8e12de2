-- Signed heads of the audit trail, and its verifications.

-- The heads of all chains at a moment, signed with a key that is not in the database. Append-only.
create table audit_signature (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  statement text not null,
  previous text not null unique, -- digest of the preceding statement
  digest text not null unique,
  signer text not null,
  signature text not null
);
alter table audit_signature enable row level security;
create policy audit_signature_scope on audit_signature using ((select app.sees_all()));
create trigger audit_signature_append_only before update or delete on audit_signature for each row
  execute function app.refuse_change();
create trigger audit_signature_no_truncate before truncate on audit_signature for each statement
  execute function app.refuse_change();
grant select, insert on audit_signature to app_rw;

-- A requested verification of the log, and its result.
create table audit_verification (
  id bigint generated always as identity primary key,
  task_id bigint not null references task,
  chain bigint, -- null: every chain
  from_day date,
  to_day date,
  state text not null check (state in ('running', 'intact', 'broken', 'failed')),
  checked_count bigint not null default 0,
  total_count bigint not null default 0,
  broken jsonb, -- first inconsistent entry
  asked_by bigint not null references app_user,
  asked_at timestamptz not null,
  finished_at timestamptz
);
create index audit_verification_chain on audit_verification (chain, id desc);
alter table audit_verification enable row level security;
create policy audit_verification_scope on audit_verification
  using ((select app.sees_all()) or chain = any ((select app.centre_ids())::bigint[]));
grant select, insert, update on audit_verification to app_rw;

-- Returns the log entries about a number, such as of a batch. The number is in the detail, for which row-level security
-- allows no index. The caller's query then shows only visible entries.
create function app.audit_of_no(no text) returns setof bigint
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select id from audit_log where detail ->> 'no' = audit_of_no.no
$$;
revoke execute on function app.audit_of_no from public;
grant execute on function app.audit_of_no to app_rw;

-- Returns the heads of the chains. A verification compares them with the last rows, and so detects rows deleted at the
-- end.
create function app.audit_heads() returns table(chain bigint, seq bigint, hash bytea)
  language sql stable security definer set search_path = public, app, pg_temp
  as $$ select chain, seq, hash from audit_chain where app.sees_all() or chain = any (app.centre_ids()) $$;
