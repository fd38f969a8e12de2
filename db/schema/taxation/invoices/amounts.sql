-- Payment amounts used by applications for invoices, and the invoice quota of units.

-- Amounts of payments that applications use, and that red letters or applications release again. Append-only. The sums
-- are in invoice_use and invoice_quota.
create table invoice_line (
  id bigint generated always as identity primary key,
  -- application of the same unit, centre and mode; a trigger checks this once per statement
  application_id bigint not null,
  red_id bigint, -- red letter of the application; a trigger checks this once per statement
  month date not null,
  -- successful payment of the same batch, unit, centre and mode; a trigger checks this once per statement
  line_id bigint not null,
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  amount_fen bigint not null check (amount_fen <> 0),
  constraint invoice_line_red check (red_id is null or amount_fen < 0)
);
create index invoice_line_application on invoice_line (application_id, line_id);
create index invoice_line_batch on invoice_line (batch_id);
create index invoice_line_line on invoice_line (line_id);
create unique index invoice_line_once on invoice_line (application_id, line_id) where amount_fen > 0;
alter table invoice_line enable row level security;
create policy invoice_line_scope on invoice_line
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or centre_id = any ((select app.centre_ids())::bigint[])
  );
create trigger invoice_line_append_only before update or delete on invoice_line for each row
  execute function app.refuse_change();
create trigger invoice_line_no_truncate before truncate on invoice_line for each statement
  execute function app.refuse_change();
create trigger invoice_line_uses after insert on invoice_line referencing new table as added for each statement
  execute function app.use_lines();
create trigger invoice_line_uses_business after insert on invoice_line referencing new table as added for each statement
  execute function app.use_business_lines();
create trigger invoice_line_uses_issued after insert on invoice_line referencing new table as added for each statement
  execute function app.keep_issued();
grant select, insert on invoice_line to app_rw;

-- Amount of a payment in open or issued applications (INV-13). Written only by triggers.
create table invoice_use (
  line_id bigint primary key,
  month date not null,
  batch_id bigint not null,
  centre_id bigint not null,
  unit_id bigint not null,
  mode smallint not null check (mode in (1, 2)),
  cost_fen bigint not null,
  used_fen bigint not null,
  -- the payment was returned; a red letter must reverse the invoiced amount
  is_returned boolean not null default false,
  constraint invoice_use_within_cost check (used_fen >= 0 and used_fen <= cost_fen)
);
create index invoice_use_batch on invoice_use (batch_id);
create index invoice_use_due on invoice_use (centre_id, mode, unit_id) where is_returned and used_fen > 0;
create index invoice_use_place on invoice_use (centre_id, unit_id, mode, line_id);
alter table invoice_use enable row level security;
create policy invoice_use_scope on invoice_use
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or centre_id = any ((select app.centre_ids())::bigint[])
  );
grant select on invoice_use to app_rw;

-- The amount of a unit's payments at a centre in open or issued applications. Each application locks the row.
create table invoice_quota (
  centre_id bigint references centre,
  unit_id bigint references unit,
  mode smallint check (mode in (1, 2)),
  used_fen bigint not null default 0 check (used_fen >= 0),
  version integer not null default 1,
  primary key (centre_id, unit_id, mode)
);
alter table invoice_quota enable row level security;
create policy invoice_quota_scope on invoice_quota
  using (
    (select app.sees_all())
    or unit_id = any ((select app.unit_ids())::bigint[])
    or centre_id = any ((select app.centre_ids())::bigint[])
  );
grant select, insert, update (version) on invoice_quota to app_rw;

-- Returns the amount that a unit paid at a centre, without returned payments. Invoices cannot exceed this amount.
create function app.invoice_paid(of_centre bigint, of_unit bigint, of_mode smallint) returns bigint
  language sql stable as $$
  select coalesce(sum(success_cost_fen), 0)::bigint from payment_batch where centre_id = of_centre and unit_id = of_unit and mode = of_mode and success_cost_fen > 0
$$;

-- Returns the amount of a payment that its business or the centre invoices. Both amounts add up to the amount that the
-- unit paid. No other place defines this split.
create function app.business_invoice_due(of_issuer text, cost bigint, fee_unit bigint) returns bigint
  language sql immutable as $$
  select case when of_issuer = 'business' then cost - fee_unit else fee_unit end
$$;

-- Refuses to release an issued part of a payment without an issued red letter. INV-46 checks the same.
create function app.keep_issued() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare is_wrong boolean;
begin
  if not exists (select from added where amount_fen < 0) then return null; end if;
  execute 'select exists (select from (select distinct application_id from added where amount_fen < 0) part
    where (select sum(amount_fen) from invoice_line held where held.application_id = part.application_id)
      < (select coalesce(sum(total_fen), 0) from invoice paper where paper.application_id = part.application_id and paper.number is not null)
        - (select coalesce(sum(amount_fen), 0) from red_letter red where red.application_id = part.application_id and red.is_issued))' into is_wrong;
  if is_wrong then
    raise exception 'invoice_line: only a red letter releases an issued amount' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create function app.use_business_lines() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare expected bigint; found bigint; is_wrong boolean;
begin
  if not exists (select from added where mode = 1) then return null; end if;

  select count(*) into expected from (select distinct line_id, asked.issuer from added join invoice_application asked on asked.id = added.application_id
    where added.mode = 1 and added.amount_fen < 0) part;
  if expected > 0 then
    execute 'update business_invoice_use kept set used_fen = kept.used_fen + part.fen
      from (select added.line_id, asked.issuer, sum(added.amount_fen) as fen from added join invoice_application asked on asked.id = added.application_id
        where added.mode = 1 and added.amount_fen < 0 group by 1, 2) part
      where (kept.line_id, kept.issuer) = (part.line_id, part.issuer)';
    get diagnostics found = row_count;
    if found <> expected then
      raise exception 'invoice_line: an application releases only amounts that it holds' using errcode = 'integrity_constraint_violation';
    end if;
  end if;

  select count(*) into expected from (select distinct line_id, asked.issuer, asked.entity_id from added join invoice_application asked on asked.id = added.application_id
    where added.mode = 1 and added.amount_fen > 0) part;
  if expected > 0 then
    execute 'insert into business_invoice_use as kept (line_id, issuer, month, batch_id, centre_id, unit_id, due_fen, used_fen)
      select line.id, part.issuer, line.month, line.batch_id, line.centre_id, line.unit_id, app.business_invoice_due(part.issuer, line.cost_fen, line.fee_unit_fen), part.fen
        from (select added.month, added.line_id, asked.issuer, asked.entity_id, sum(added.amount_fen) as fen from added join invoice_application asked on asked.id = added.application_id
            where added.mode = 1 and added.amount_fen > 0 group by 1, 2, 3, 4) part
          join payment_line line on line.month = part.month and line.id = part.line_id
        where part.issuer = ''centre'' or line.entity_id = part.entity_id order by line.id, part.issuer
      on conflict (line_id, issuer) do update set used_fen = kept.used_fen + excluded.used_fen';
    get diagnostics found = row_count;
    if found <> expected then
      raise exception 'invoice_line: a business invoices only payments to it' using errcode = 'integrity_constraint_violation';
    end if;
    execute 'select exists (select from added join invoice_application asked on asked.id = added.application_id
      join business_invoice_use kept on kept.line_id = added.line_id and kept.issuer = asked.issuer
      where added.mode = 1 and added.amount_fen > 0 and kept.used_fen <> kept.due_fen)' into is_wrong;
    if is_wrong then
      raise exception 'invoice_line: a payment of mode 1 is invoiced in full' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  return null;
end $$;

create function app.use_lines() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare place record; expected bigint; found bigint; is_wrong boolean;
begin
  execute 'select exists (select from added
    left join invoice_application asked on asked.id = added.application_id and (asked.centre_id, asked.unit_id, asked.mode) = (added.centre_id, added.unit_id, added.mode)
    left join red_letter red on red.id = added.red_id and red.application_id = added.application_id
    where asked.id is null or (added.red_id is not null and red.id is null))' into is_wrong;
  if is_wrong then
    raise exception 'invoice_line: the application must be the payer''s, and the red letter must belong to it' using errcode = 'integrity_constraint_violation';
  end if;

  -- Locks the quota before the payments, so a writer that waits for the quota holds no payment.
  for place in select centre_id, unit_id, mode, sum(amount_fen)::bigint as fen from added group by 1, 2, 3 order by 1, 2, 3 loop
    insert into invoice_quota (centre_id, unit_id, mode) values (place.centre_id, place.unit_id, place.mode) on conflict do nothing;
    update invoice_quota set used_fen = used_fen + place.fen, version = version + 1
      where (centre_id, unit_id, mode) = (place.centre_id, place.unit_id, place.mode);
  end loop;

  select count(*) into expected from (select distinct month, line_id, batch_id, centre_id, unit_id, mode from added where amount_fen < 0) part;
  if expected > 0 then
    execute 'update invoice_use kept set used_fen = kept.used_fen + part.fen
      from (select month, line_id, batch_id, centre_id, unit_id, mode, sum(amount_fen) as fen from added where amount_fen < 0 group by 1, 2, 3, 4, 5, 6) part
      where kept.line_id = part.line_id
        and (kept.month, kept.batch_id, kept.centre_id, kept.unit_id, kept.mode) = (part.month, part.batch_id, part.centre_id, part.unit_id, part.mode)';
    get diagnostics found = row_count;
    execute 'select exists (select from (select distinct application_id, line_id from added where amount_fen < 0) part
      where (select sum(held.amount_fen) from invoice_line held where (held.application_id, held.line_id) = (part.application_id, part.line_id)) < 0)' into is_wrong;
    if found <> expected or is_wrong then
      raise exception 'invoice_line: an application releases only amounts that it holds' using errcode = 'integrity_constraint_violation';
    end if;
  end if;

  select count(*) into expected from (select distinct month, line_id, batch_id, centre_id, unit_id, mode from added where amount_fen > 0) part;
  if expected > 0 then
    execute 'insert into invoice_use as kept (line_id, month, batch_id, centre_id, unit_id, mode, cost_fen, used_fen)
      select line.id, line.month, line.batch_id, line.centre_id, line.unit_id, line.mode, line.cost_fen, part.fen
        from (select month, line_id, batch_id, centre_id, unit_id, mode, sum(amount_fen) as fen from added where amount_fen > 0 group by 1, 2, 3, 4, 5, 6) part
          join payment_line line on line.month = part.month and line.id = part.line_id
        where line.state = ''success'' and (line.batch_id, line.centre_id, line.unit_id, line.mode) = (part.batch_id, part.centre_id, part.unit_id, part.mode)
        order by line.id for share of line
      on conflict (line_id) do update set used_fen = kept.used_fen + excluded.used_fen where not kept.is_returned';
    get diagnostics found = row_count;
    if found <> expected then
      raise exception 'invoice_line: only payments that were not returned are invoiced, and only to their payer' using errcode = 'integrity_constraint_violation';
    end if;
  end if;

  for place in select centre_id, unit_id, mode from added group by 1, 2, 3 having sum(amount_fen) > 0 loop
    if app.invoice_quota(place.centre_id, place.unit_id, place.mode) < 0 then
      raise exception 'invoice_line: the invoiced amount exceeds the payment' using errcode = 'integrity_constraint_violation';
    end if;
  end loop;
  return null;
end $$;

-- Returns the quota (可开票额度): the paid amount without returns, less open or issued applications, plus red letters. The
-- quota is negative if invoiced payments were returned.
create function app.invoice_quota(of_centre bigint, of_unit bigint, of_mode smallint) returns bigint
  language sql stable as $$
  select app.invoice_paid(of_centre, of_unit, of_mode)
    - coalesce((select used_fen from invoice_quota where centre_id = of_centre and unit_id = of_unit and mode = of_mode), 0)
$$;
