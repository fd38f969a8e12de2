-- Who had a hand in what a batch pays, deed by deed: nobody who made any of it checks, audits or pays it (INV-10). The deeds are written by the tables that they
-- change, in the transaction that changes them, so that no new way of changing a batch can forget to; nothing of them is ever taken back.

create table batch_deed (
  batch_id bigint not null references payment_batch,
  user_id bigint not null references app_user,
  deed text not null check (deed in ('create', 'edit', 'papers', 'submit', 'card', 'repeat')),
  centre_id bigint not null references centre,
  unit_id bigint not null references unit,
  first_at timestamptz not null,
  primary key (batch_id, user_id, deed)
);
create index batch_deed_user on batch_deed (user_id);
create trigger batch_deed_append_only before update or delete on batch_deed for each row execute function app.refuse_change();
alter table batch_deed enable row level security;
create policy batch_deed_scope on batch_deed
  using ((select app.sees_all()) or centre_id = any((select app.centre_ids())::bigint[]) or unit_id = any((select app.unit_ids())::bigint[]));
grant select on batch_deed to app_rw;

-- Whose deed the running transaction is: the person whose decision a job carries out, or the caller; nobody where the system works by itself.
create function app.doer() returns bigint language sql stable parallel safe
  as $$ select nullif(coalesce(nullif(current_setting('app.doer', true), ''), nullif(current_setting('app.user', true), ''))::bigint, 0) $$;
-- Business time of the running transaction, which a demo moves ahead of the machine's.
create function app.moment() returns timestamptz language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) $$;

create function app.keep_deed(batch bigint, who bigint, deed text, at timestamptz) returns void language sql security definer set search_path = public, app as $$
  insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
    select payment_batch.id, who, deed, centre_id, unit_id, at from payment_batch where payment_batch.id = batch and who is not null
    on conflict do nothing
$$;
revoke execute on function app.keep_deed(bigint, bigint, text, timestamptz) from public;

create function app.batch_made() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  perform app.keep_deed(new.id, new.maker_id, 'create', new.created_at), app.keep_deed(new.id, app.doer(), 'create', new.created_at);
  -- Figures and payees of a batch that repeats another are those of the other: its makers are makers here too.
  insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
    select new.id, user_id, 'repeat', new.centre_id, new.unit_id, min(first_at) from batch_deed where batch_id = new.retry_of_batch_id group by user_id;
  return null;
end $$;
create trigger batch_made after insert on payment_batch for each row execute function app.batch_made();

create function app.batch_edited() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  perform app.keep_deed(new.id, app.doer(), 'edit', app.moment());
  return null;
end $$;
create trigger batch_edited after update of order_id, amount_basis, remark, file_id on payment_batch for each row
  when ((old.order_id, old.amount_basis, old.remark, old.file_id) is distinct from (new.order_id, new.amount_basis, new.remark, new.file_id))
  execute function app.batch_edited();

create function app.batch_submitted() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  perform app.keep_deed(new.id, app.doer(), 'submit', new.submitted_at);
  return null;
end $$;
create trigger batch_submitted after update of submitted_at on payment_batch for each row
  when (old.submitted_at is distinct from new.submitted_at and new.submitted_at is not null) execute function app.batch_submitted();

-- Lines come by thousands in one statement; what a payee is or is owed changes line by line. Steps of payment set none of these columns and pass by.
create function app.lines_edited() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if app.doer() is not null then
    perform app.keep_deed(batch_id, app.doer(), 'edit', app.moment()) from (select distinct batch_id from changed) batch;
  end if;
  return null;
end $$;
create trigger payment_line_added after insert on payment_line referencing new table as changed for each statement execute function app.lines_edited();
create trigger payment_line_removed after delete on payment_line referencing old table as changed for each statement execute function app.lines_edited();

create function app.line_edited() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  perform app.keep_deed(new.batch_id, app.doer(), 'edit', app.moment());
  return null;
end $$;
create trigger payment_line_edited after update of name, id_kind, id_number_index, mobile_index, bank_name, card_no_index, entity_name, entity_credit_code, service,
    remark, amount_text on payment_line for each row
  when ((old.name, old.id_kind, old.id_number_index, old.mobile_index, old.bank_name, old.card_no_index, old.entity_name, old.entity_credit_code, old.service,
      old.remark, old.amount_text) is distinct from (new.name, new.id_kind, new.id_number_index, new.mobile_index, new.bank_name, new.card_no_index,
      new.entity_name, new.entity_credit_code, new.service, new.remark, new.amount_text))
  execute function app.line_edited();
create trigger payment_line_excluded after update of state on payment_line for each row
  when (old.state <> new.state and 'excluded' in (old.state, new.state)) execute function app.line_edited();

create function app.papers_edited() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  perform app.keep_deed(coalesce(new.batch_id, old.batch_id), app.doer(), 'papers', coalesce(new.created_at, app.moment()));
  return null;
end $$;
create trigger evidence_edited after insert or delete on evidence for each row execute function app.papers_edited();

-- A payee's card is replaced outside of the batch, for what failed in it: a deed there, and in every batch that repeats it.
create function app.replaced_card(batch bigint) returns void language sql security definer set search_path = public, app as $$
  with recursive repeated as (
    select id from payment_batch where id = batch and (app.sees_all() or centre_id = any(app.centre_ids()) or unit_id = any(app.unit_ids()))
    union select later.id from payment_batch later join repeated on later.retry_of_batch_id = repeated.id)
  select app.keep_deed(id, app.doer(), 'card', app.moment()) from repeated
$$;
revoke execute on function app.replaced_card(bigint) from public;
grant execute on function app.replaced_card(bigint) to app_rw;

-- The last word, whatever the program says.
create function app.refuse_own_work() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from batch_deed where batch_id = new.id and user_id in (
      case when new.checker_id is distinct from old.checker_id then new.checker_id end, case when new.auditor_id is distinct from old.auditor_id then new.auditor_id end,
      case when new.payer_id is distinct from old.payer_id then new.payer_id end)) then
    raise exception 'whoever made any of a batch does not check, audit or pay it' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger batch_four_eyes after update of checker_id, auditor_id, payer_id on payment_batch for each row
  when (old.checker_id is distinct from new.checker_id or old.auditor_id is distinct from new.auditor_id or old.payer_id is distinct from new.payer_id)
  execute function app.refuse_own_work();

create function app.refuse_own_slip() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from added join payout_attempt on payout_attempt.id = added.attempt_id
      join payment_line on payment_line.month = payout_attempt.month and payment_line.id = payout_attempt.line_id
      join batch_deed on batch_deed.batch_id = payment_line.batch_id and batch_deed.user_id = added.registered_by) then
    raise exception 'whoever made any of a batch does not register its payments' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger payout_slip_four_eyes after insert on payout_slip referencing new table as added for each statement execute function app.refuse_own_slip();

-- What was done before deeds were kept, as batches, papers and the log remember it.
insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
  select batch.id, done.user_id, done.deed, batch.centre_id, batch.unit_id, min(done.at)
  from (
    select id as batch_id, maker_id as user_id, 'create' as deed, created_at as at from payment_batch
    union all select batch_id, created_by, 'papers', created_at from evidence
    union all select ref_id::bigint, user_id, case action when 'payments.attach' then 'papers' when 'payments.detach' then 'papers' when 'payments.submit' then 'submit' else 'edit' end, at
      from audit_log where ref_type = 'batch' and outcome = 'done' and action in ('lines.import', 'lines.reimport', 'lines.add', 'lines.repair', 'lines.replace',
        'lines.exclude', 'lines.include', 'lines.adopt', 'payments.attach', 'payments.detach', 'payments.submit')
    union all select line.batch_id, entry.user_id, 'card', entry.at from audit_log entry join payment_line line on line.id = entry.ref_id::bigint
      where entry.ref_type = 'line' and entry.outcome = 'done' and entry.action = 'payouts.replaceCard') done
    join payment_batch batch on batch.id = done.batch_id join app_user on app_user.id = done.user_id
  group by batch.id, done.user_id, done.deed;
with recursive source as (
  select id as batch_id, retry_of_batch_id as of_id from payment_batch where retry_of_batch_id is not null
  union select source.batch_id, earlier.retry_of_batch_id from source join payment_batch earlier on earlier.id = source.of_id where earlier.retry_of_batch_id is not null)
insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
  select source.batch_id, done.user_id, 'repeat', done.centre_id, done.unit_id, min(done.first_at)
  from source join batch_deed done on done.batch_id = source.of_id group by source.batch_id, done.user_id, done.centre_id, done.unit_id;
