-- What an application takes of payments is checked for all of its parts together. A foreign key asks once for each row, and for payments, which are partitioned by month, each
-- question is planned anew: 20,000 payments were 180,000 queries. The trigger that counts the parts joins them with their payments and applications anyway, so it refuses what
-- the keys refused, and a part that is not of its application, which they did not.
-- Its statements are planned when they run: a plan that is kept was made for what the first application of the connection was over, one payment or all of a year.

alter table invoice_line drop constraint invoice_line_application_id_fkey, drop constraint invoice_line_red_id_fkey, drop constraint invoice_line_batch_id_fkey,
  drop constraint invoice_line_centre_id_fkey, drop constraint invoice_line_unit_id_fkey, drop constraint invoice_line_month_line_id_fkey;
alter table invoice_use drop constraint invoice_use_batch_id_fkey, drop constraint invoice_use_centre_id_fkey, drop constraint invoice_use_unit_id_fkey,
  drop constraint invoice_use_month_line_id_fkey;
alter table business_invoice_use drop constraint business_invoice_use_batch_id_fkey, drop constraint business_invoice_use_centre_id_fkey,
  drop constraint business_invoice_use_unit_id_fkey, drop constraint business_invoice_use_month_line_id_fkey;

comment on column invoice_line.application_id is 'of an application of the same unit, centre and mode: checked by the trigger, for all parts of a statement together';
comment on column invoice_line.line_id is 'of a payment of the same batch, unit, centre and mode that arrived: checked by the trigger, for all parts of a statement together';
comment on column invoice_line.red_id is 'of a red letter of the application: checked by the trigger, for all parts of a statement together';

-- What the keys kept from going away: a payment that was queued is never deleted (payment_line_delete), and keeps its number.
create trigger payment_line_keeps_its_number before update of id, month on payment_line for each row when ((old.id, old.month) <> (new.id, new.month)) execute function app.refuse_change();
create trigger invoice_application_kept before delete on invoice_application for each row execute function app.refuse_change();
create trigger red_letter_kept before delete on red_letter for each row execute function app.refuse_change();

create or replace function app.use_lines() returns trigger language plpgsql security definer set search_path = public, app as $$
declare place record; expected bigint; found bigint; is_wrong boolean;
begin
  execute 'select exists (select from added
    left join invoice_application asked on asked.id = added.application_id and (asked.centre_id, asked.unit_id, asked.mode) = (added.centre_id, added.unit_id, added.mode)
    left join red_letter red on red.id = added.red_id and red.application_id = added.application_id
    where asked.id is null or (added.red_id is not null and red.id is null))' into is_wrong;
  if is_wrong then
    raise exception 'invoice_line: a part is of an application of who paid, and of a red letter of it' using errcode = 'integrity_constraint_violation';
  end if;

  -- Whoever changes the quota first goes first: nobody waits for a payment while others wait for the quota.
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
      raise exception 'invoice_line: an application gives back what it holds' using errcode = 'integrity_constraint_violation';
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
      raise exception 'invoice_line: only payments that stand are invoiced, to who paid them' using errcode = 'integrity_constraint_violation';
    end if;
  end if;

  for place in select centre_id, unit_id, mode from added group by 1, 2, 3 having sum(amount_fen) > 0 loop
    if app.invoice_quota(place.centre_id, place.unit_id, place.mode) < 0 then
      raise exception 'invoice_line: more than what was paid' using errcode = 'integrity_constraint_violation';
    end if;
  end loop;
  return null;
end $$;

create or replace function app.use_business_lines() returns trigger language plpgsql security definer set search_path = public, app as $$
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
      raise exception 'invoice_line: an application gives back what it holds' using errcode = 'integrity_constraint_violation';
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
      raise exception 'invoice_line: a business invoices what was paid to it' using errcode = 'integrity_constraint_violation';
    end if;
    execute 'select exists (select from added join invoice_application asked on asked.id = added.application_id
      join business_invoice_use kept on kept.line_id = added.line_id and kept.issuer = asked.issuer
      where added.mode = 1 and added.amount_fen > 0 and kept.used_fen <> kept.due_fen)' into is_wrong;
    if is_wrong then
      raise exception 'invoice_line: a payment of mode 1 is invoiced whole' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  return null;
end $$;
