-- What was issued is over payments: only a red letter that was issued gives them back. The program kept to it, and INV-46 found what did not; the database refuses it now.
create function app.keep_issued() returns trigger language plpgsql security definer set search_path = public, app as $$
declare is_wrong boolean;
begin
  if not exists (select from added where amount_fen < 0) then return null; end if;
  execute 'select exists (select from (select distinct application_id from added where amount_fen < 0) part
    where (select sum(amount_fen) from invoice_line held where held.application_id = part.application_id)
      < (select coalesce(sum(total_fen), 0) from invoice paper where paper.application_id = part.application_id and paper.number is not null)
        - (select coalesce(sum(amount_fen), 0) from red_letter red where red.application_id = part.application_id and red.is_issued))' into is_wrong;
  if is_wrong then
    raise exception 'invoice_line: what was issued is given back by a red letter alone' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- After the trigger that counts parts, which says what is simpler first.
create trigger invoice_line_uses_issued after insert on invoice_line referencing new table as added for each statement execute function app.keep_issued();
