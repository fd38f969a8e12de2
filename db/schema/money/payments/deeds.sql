-- The people who worked on a batch, for the separation of duties, and the accepted warnings.

-- Work of a person on a batch. This person cannot check, audit or pay the batch, register its payments or approve its
-- exceptions. Written by triggers.
create table batch_deed (
  batch_id bigint references payment_batch,
  user_id bigint references app_user,
  deed text check (deed in ('create', 'edit', 'papers', 'submit', 'card', 'repeat', 'reroute')),
  centre_id bigint not null references centre,
  unit_id bigint not null references unit,
  first_at timestamptz not null,
  primary key (batch_id, user_id, deed)
);
create index batch_deed_user on batch_deed (user_id);
alter table batch_deed enable row level security;
create policy batch_deed_scope on batch_deed
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger batch_deed_append_only before update or delete on batch_deed for each row
  execute function app.refuse_change();
grant select on batch_deed to app_rw;

-- The submitter's acceptance of a warning of a line, with the reason. Never changes.
create table warning_acceptance (
  id bigint generated always as identity primary key,
  batch_id bigint not null references payment_batch,
  line_id bigint not null,
  code text not null,
  details jsonb not null, -- values of the warning at the time of acceptance
  centre_id bigint not null references centre,
  unit_id bigint not null references unit,
  user_id bigint not null references app_user,
  reason text not null,
  accepted_at timestamptz not null
);
create index warning_acceptance_line on warning_acceptance (batch_id, line_id);
alter table warning_acceptance enable row level security;
create policy warning_acceptance_scope on warning_acceptance
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger warning_acceptance_append_only before update or delete on warning_acceptance for each row
  execute function app.refuse_change();
grant select, insert on warning_acceptance to app_rw;

create function app.batch_edited() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(new.id, app.doer(), 'edit', app.moment());
  return null;
end $$;

create function app.batch_made() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(new.id, new.maker_id, 'create', new.created_at), app.keep_deed(new.id, app.doer(), 'create', new.created_at);
  -- A batch that repeats another has its figures and payees, so the makers of the other are makers here too.
  insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
    select new.id, user_id, 'repeat', new.centre_id, new.unit_id, min(first_at) from batch_deed
      where batch_id = new.retry_of_batch_id and deed <> 'reroute' group by user_id;
  return null;
end $$;

-- Records who moved a paid batch to another channel, which may be a manual one.
create function app.batch_rerouted() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(new.id, app.doer(), 'reroute', app.moment());
  return null;
end $$;

create function app.batch_submitted() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(new.id, app.doer(), 'submit', new.submitted_at);
  return null;
end $$;

-- Refuses to check, audit or pay a batch by a person who worked on it. This guard does not depend on the program.
create function app.refuse_own_work() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  deciders bigint[] := array_remove(array[
    case when new.checker_id is distinct from old.checker_id then new.checker_id end, case when new.auditor_id is distinct from old.auditor_id then new.auditor_id end,
    case when new.payer_id is distinct from old.payer_id then new.payer_id end], null);
begin
  if exists (select from batch_deed join unnest(deciders) decider on user_id = any (app.hands_of(decider)) where batch_id = new.id) then
    raise exception 'a person who took part in making a batch, or whose password a participant set, cannot check, audit or pay it' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- Records the replacement of a payee's card after a failure as work on the batch and on every batch that repeats it.
create function app.replaced_card(batch bigint) returns void
  language sql security definer set search_path = public, app, pg_temp as $$
  with recursive repeated as (
    select id from payment_batch where id = batch and (app.sees_all() or centre_id = any(app.centre_ids()) or unit_id = any(app.unit_ids()))
    union select later.id from payment_batch later join repeated on later.retry_of_batch_id = repeated.id)
  select app.keep_deed(id, app.doer(), 'card', app.moment()) from repeated
$$;
revoke execute on function app.replaced_card from public;
grant execute on function app.replaced_card to app_rw;

create function app.keep_deed(batch bigint, who bigint, deed text, at timestamptz) returns void
  language plpgsql security definer set search_path = public, app, pg_temp as $$
#variable_conflict use_column
begin
  insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
    select payment_batch.id, who, keep_deed.deed, centre_id, unit_id, at from payment_batch where payment_batch.id = batch and who is not null
    on conflict do nothing;
end $$;
revoke execute on function app.keep_deed from public;

create function app.papers_edited() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.keep_deed(coalesce(new.batch_id, old.batch_id), app.doer(), 'papers', coalesce(new.created_at, app.moment()));
  return null;
end $$;
