-- The legal moves of a line (SM-ROW) as a constant that the trigger's condition holds, in place of a table that a function looked each move up in: a legal move,
-- which is every move of every paid line, then costs a comparison. A receipt keeps to the centre and unit it was made for.
create function app.may_move(from_state text, to_state text) returns boolean language sql immutable parallel safe as $$
  select from_state || '>' || to_state = any ('{invalid>ready,invalid>warned,invalid>excluded,warned>invalid,warned>ready,warned>excluded,ready>invalid,ready>warned,ready>excluded,excluded>invalid,excluded>warned,excluded>ready,ready>queued,warned>queued,queued>sent,queued>cancelled,sent>processing,sent>success,sent>failed,sent>held,sent>unknown,processing>success,processing>failed,processing>held,processing>unknown,unknown>success,unknown>failed,unknown>held,unknown>processing,held>queued,held>cancelled,success>returned}'::text[])
$$;
drop trigger payment_line_moves on payment_line;
create or replace function app.line_moves_legally() returns trigger language plpgsql as $$
begin
  raise exception 'a line cannot go from % to %', old.state, new.state using errcode = 'integrity_constraint_violation';
end $$;
create trigger payment_line_moves before update of state on payment_line for each row
  when (old.state is distinct from new.state and not app.may_move(old.state, new.state)) execute function app.line_moves_legally();
drop table line_move;

create trigger voucher_places after insert on voucher referencing new table as added
  for each statement execute function app.places_exist();
create trigger voucher_stays before update of centre_id, unit_id on voucher for each row execute function app.refuse_change();
alter table voucher drop constraint voucher_centre_id_fkey, drop constraint voucher_unit_id_fkey;
