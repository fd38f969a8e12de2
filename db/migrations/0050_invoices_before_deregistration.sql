-- compatible with 0047_payout_references.sql
-- A business that is being deregistered still invoices its payments.

create or replace function app.expect_authorisation() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from issue_authorisation given join operator_entity business on business.id = given.entity_id
      where given.entity_id = new.entity_id and business.operator_id = new.operator_id and given.state = 'active' and business.state in ('operating', 'cancelling')
        and (new.applied_at at time zone 'Asia/Shanghai')::date between given.valid_from and given.valid_to) then
    raise exception 'invoice_application: the business has not authorised invoices on its behalf' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
