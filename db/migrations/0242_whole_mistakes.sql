-- The tax bureau takes an invoice that was issued in error back whole only; parts go back as returns, stopped services or allowances.

create function app.red_mistake_whole() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from invoice where id = new.invoice_id and total_fen <> new.amount_fen) then
    raise exception 'red_letter: an invoice issued in error is taken back whole' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger red_letter_mistake before insert on red_letter for each row when (new.reason = 'mistake') execute function app.red_mistake_whole();
