-- compatible with 0015_lost_orders.sql
-- Payout exceptions, differences of reconciliation and overpaid tax had four eyes in the program alone, and the second
-- person could be an account whose password the first one had set. Now triggers have the last word, as everywhere.

-- A person resolves only what another one proposed. A later response of the channel closes an exception too.
create function app.payout_exception_by_two() returns trigger language plpgsql as $$
begin
  if new.state = 'proposed' and (old.state, old.resolution, old.proposed_by) is distinct from (new.state, new.resolution, new.proposed_by)
    and new.proposed_by is distinct from app.user_id() then
    raise exception 'a resolution is proposed in the own name' using errcode = 'integrity_constraint_violation';
  end if;
  if app.user_id() <> 0 and new.state = 'resolved' and new.resolution is not null
    and (old.state, old.resolution, old.proposed_by) is distinct from ('proposed', new.resolution, new.proposed_by) then
    raise exception 'an exception is resolved as one person proposed and another approved' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger payout_exception_by_other before update on payout_exception for each row
  when (app.is_program() and old.state = 'proposed' and new.state = 'resolved' and new.resolution is not null)
  execute function app.expect_other_hand('', 'proposed_by');
create trigger payout_exception_by_two before update on payout_exception for each row
  when (app.is_program())
  execute function app.payout_exception_by_two();

-- A treatment that books money is the one that another person proposed.
create function app.recon_item_by_two() returns trigger language plpgsql as $$
declare
  executed text := case
    when new.state = 'hung' and new.suspense_fen <> old.suspense_fen then 'hang'
    when new.state = 'settled' and old.state <> 'settled' and new.ending in ('hang', 'book', 'return') then new.ending end;
begin
  if new.state = 'proposed' and (old.state, old.proposal, old.proposed_by) is distinct from (new.state, new.proposal, new.proposed_by)
    and new.proposed_by is distinct from app.user_id() then
    raise exception 'a treatment is proposed in the own name' using errcode = 'integrity_constraint_violation';
  end if;
  if executed is null then return new; end if;
  if old.state <> 'proposed' or old.proposal <> executed then
    raise exception 'a difference is treated as one person proposed and another approved' using errcode = 'integrity_constraint_violation';
  end if;
  if not app.is_other_hand(app.user_id(), array[old.proposed_by]) then perform app.refuse_same_hand(); end if;
  return new;
end $$;

create trigger recon_item_by_two before update on recon_item for each row
  when (app.is_program())
  execute function app.recon_item_by_two();

-- The person who declared the correction neither reports the refund of its credit nor withdraws it.
create function app.tax_credit_by_other() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if new.by_id is distinct from app.user_id()
    or not exists (select from tax_credit credit where credit.id = new.credit_id and app.is_other_hand(new.by_id, array[credit.by_id])) then
    perform app.refuse_same_hand();
  end if;
  return new;
end $$;

create trigger tax_credit_move_by_other before insert on tax_credit_move for each row
  when (app.is_program() and new.kind in ('refunded', 'withdrawn'))
  execute function app.tax_credit_by_other();
