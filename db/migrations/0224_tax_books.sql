-- What the books took of each tax is kept with a period when it is closed: a list of closed periods does not go through their payments. The database computes it
-- by itself; the program can only close and open a period.

-- What the books took for a month, tax by tax: with the payments counted in it, less the returns declared in it, and whatever else was booked on the tax accounts in
-- its time. Opening balances and what was paid to the tax office are of no month's declaration.
create function app.tax_booked(of_centre bigint, of_month text) returns table (tax text, amount_fen bigint) language sql stable as $$
  with counted as (
    select journal.id, journal.at from tax_reservation own
      join ledger_journal journal on journal.ref_type = 'line' and journal.ref_id = own.line_id and journal.kind = 'payment'
      where own.centre_id = of_centre and own.mode = 2 and own.month = of_month
    union all
    select journal.id, journal.at from tax_adjustment back cross join unnest(back.line_ids) line(id)
      join ledger_journal journal on journal.ref_type = 'line' and journal.ref_id = line.id and journal.kind = 'return'
      where back.centre_id = of_centre and back.mode = 2 and back.period = of_month and back.kind = 'uncounted'
    union all
    select journal.id, journal.at from ledger_journal journal
      where journal.centre_id = of_centre and journal.mode = 2 and journal.kind not in ('payment', 'return', 'opening', 'tax')
        and journal.at >= ((of_month || '-01')::timestamp at time zone 'Asia/Shanghai')
        and journal.at < (((of_month || '-01')::date + interval '1 month')::timestamp at time zone 'Asia/Shanghai'))
  select substr(account.kind, 5), sum(entry.amount_fen)::bigint
  from counted journal
    join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
    join account on account.id = entry.account_id and account.kind in ('tax_vat', 'tax_surcharge', 'tax_iit')
  group by 1
$$;

alter table tax_declaration
  add column booked_vat_fen bigint,
  add column booked_surcharge_fen bigint,
  add column booked_iit_fen bigint,
  add column booked_at timestamptz,
  add constraint tax_declaration_booked check (num_nulls(booked_vat_fen, booked_surcharge_fen, booked_iit_fen, booked_at) in (0, 4));
comment on column tax_declaration.booked_vat_fen is 'what the books took for the month when it was closed; written by trigger, null while it is open';
comment on column tax_declaration.booked_at is 'when the lines were compared with the books';

update tax_declaration period set booked_vat_fen = books.vat, booked_surcharge_fen = books.surcharge, booked_iit_fen = books.iit, booked_at = now()
  from tax_declaration closed
    cross join lateral (select coalesce(sum(amount_fen) filter (where tax = 'vat'), 0)::bigint as vat, coalesce(sum(amount_fen) filter (where tax = 'surcharge'), 0)::bigint as surcharge,
      coalesce(sum(amount_fen) filter (where tax = 'iit'), 0)::bigint as iit from app.tax_booked(closed.centre_id, closed.month)) books
  where closed.id = period.id and period.state not in ('open', 'closing');

create function app.tax_books_kept() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if new.state = 'open' then
    new.booked_vat_fen := null;
    new.booked_surcharge_fen := null;
    new.booked_iit_fen := null;
    new.booked_at := null;
  elsif old.state = 'closing' and new.state = 'closed' then
    if new.booked_at is null then
      raise exception 'a period is closed without the moment of its comparison' using errcode = 'integrity_constraint_violation';
    end if;
    select coalesce(sum(amount_fen) filter (where tax = 'vat'), 0), coalesce(sum(amount_fen) filter (where tax = 'surcharge'), 0),
        coalesce(sum(amount_fen) filter (where tax = 'iit'), 0)
      into new.booked_vat_fen, new.booked_surcharge_fen, new.booked_iit_fen from app.tax_booked(new.centre_id, new.month);
    if (new.booked_vat_fen, new.booked_surcharge_fen, new.booked_iit_fen) <> (new.vat_fen, new.surcharge_fen, new.iit_fen) then
      raise exception 'the lines of a period differ from the books' using errcode = 'integrity_constraint_violation';
    end if;
  elsif new.booked_at is distinct from old.booked_at then
    raise exception 'what the books took stays with a closed period' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger tax_declaration_books before update of state, booked_at on tax_declaration for each row execute function app.tax_books_kept();
grant update (booked_at) on tax_declaration to app_rw;
-- A period begins open and empty.
revoke insert on tax_declaration from app_rw;
grant insert (centre_id, month) on tax_declaration to app_rw;
