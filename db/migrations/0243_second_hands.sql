-- A fact of the bank that one person brings is confirmed by another (decision 0093). One function answers who counts as another person, one trigger asks it,
-- and the kernel answers its refusal (YC001) in words.

-- Whether the decider is another person than these, also under another account.
create function app.is_other_hand(decider bigint, hands bigint[]) returns boolean language sql stable security definer set search_path = public, app, pg_temp as $$
  select not exists (select from unnest(hands) hand where hand = decider or app.is_same_hand(hand, decider))
$$;
create function app.refuse_same_hand() returns void language plpgsql as $$
begin
  raise exception 'a person who had a hand in it, or whose password such a person set within 24 hours, does not decide on it' using errcode = 'YC001';
end $$;

-- The trigger: the first argument is the column of the decider (empty: the caller), the others are columns of the people who made what is decided, one person or
-- a list each.
create function app.expect_other_hand() returns trigger language plpgsql as $$
declare
  kept jsonb := to_jsonb(new);
  decider bigint := case tg_argv[0] when '' then app.user_id() else (kept ->> tg_argv[0])::bigint end;
  hands bigint[];
begin
  select array_agg(hand::bigint) into hands from unnest(tg_argv[1:]) made, jsonb_array_elements_text(
    case jsonb_typeof(kept -> made) when 'array' then kept -> made when 'null' then '[]'::jsonb else jsonb_build_array(kept -> made) end) hand;
  if decider is not null and not app.is_other_hand(decider, hands) then perform app.refuse_same_hand(); end if;
  return new;
end $$;

alter table bank_credit add column imported_by bigint references app_user;
comment on column bank_credit.imported_by is 'who brought the statement; null: before importers were kept';
update bank_credit credit set imported_by = log.user_id from audit_log log
  where credit.state not in ('confirmed', 'returned') and log.action = 'prepayments.importCredits' and log.outcome = 'done' and log.centre_id = credit.centre_id
    and log.at = credit.created_at;
create function app.credit_imported() returns trigger language plpgsql as $$
begin
  if new.imported_by is distinct from app.user_id() then
    raise exception 'bank_credit: a credit keeps who brought it' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger bank_credit_imported after insert on bank_credit for each row when (app.is_program()) execute function app.credit_imported();

-- Whether another person than the decider, or an interface of the bank, vouches for a credit: its importer, or the bringer of a bank statement with the same movement.
create function app.is_credit_vouched(credit_id bigint, decider bigint) returns boolean language sql stable security definer set search_path = public, app, pg_temp as $$
  select app.is_other_hand(decider, array_remove(array[credit.imported_by], null)) or exists (
    select from channel join recon_row row on row.channel_id = channel.id and row.source = 'bank' and row.serial = credit.serial and row.direction = 'in'
        and row.amount_fen = credit.amount_fen
      join recon_file file on file.id = row.file_id
    where channel.centre_id = credit.centre_id and app.is_other_hand(decider, array_remove(array[file.added_by], null)))
  from bank_credit credit where credit.id = credit_id
$$;
create function app.topup_vouched() returns trigger language plpgsql as $$
begin
  if not app.is_credit_vouched(new.bank_credit_id, new.decided_by) then perform app.refuse_same_hand(); end if;
  return new;
end $$;
create trigger topup_vouched before update of state on topup for each row
  when (app.is_program() and new.state = 'confirmed' and old.state <> 'confirmed') execute function app.topup_vouched();
create trigger topup_by_other before update of state on topup for each row
  when (app.is_program() and new.state = 'confirmed' and old.state <> 'confirmed') execute function app.expect_other_hand('decided_by', 'submitted_by');
