-- A partner brings units while its agreement is in effect; it is drawn up with a centre, which sees the partner from then on, and the partner sees what it signs.

-- The centre that a partner was told to sign with when it was approved: it may draw up the agreement before the partner has brought anybody.
alter table partner add column signing_centre_id bigint references centre;
create index partner_signing_centre on partner (signing_centre_id) where signing_centre_id is not null;
alter table stored_file add column partner_id bigint references partner;

create function app.partner_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.partner', true), '')::bigint $$;

drop policy contract_scope on contract;
create policy contract_scope on contract using ((select app.sees_all()) or centre_id = any((select app.centre_ids())::bigint[])
  or unit_id = any((select app.unit_ids())::bigint[]) or operator_id = (select app.operator_id()) or partner_id = (select app.partner_id()));
drop policy sign_task_scope on sign_task;
create policy sign_task_scope on sign_task using ((select app.sees_all()) or centre_id = any((select app.centre_ids())::bigint[])
  or unit_id = any((select app.unit_ids())::bigint[]) or operator_id = (select app.operator_id()) or partner_id = (select app.partner_id()));
drop policy stored_file_scope on stored_file;
create policy stored_file_scope on stored_file using ((select app.sees_all()) or created_by = (select app.user_id()) or centre_id = any((select app.centre_ids())::bigint[])
  or unit_id = any((select app.unit_ids())::bigint[]) or operator_id = (select app.operator_id()) or partner_id = (select app.partner_id()));
drop policy contract_template_scope on contract_template;
create policy contract_template_scope on contract_template for select using ((select app.sees_all()) or for_centre_id = any((select app.centre_ids())::bigint[])
  or (for_centre_id is null and ((select app.centre_ids()) <> '{}'::bigint[] or (select app.unit_ids()) <> '{}'::bigint[] or (select app.operator_id()) is not null
    or (select app.partner_id()) is not null)));
drop policy partner_scope on partner;
create policy partner_scope on partner for select using ((select app.sees_all()) or signing_centre_id = any((select app.centre_ids())::bigint[])
  or exists (select from unit where unit.partner_id = partner.id) or exists (select from contract where contract.partner_id = partner.id));

-- How a partner stands by its agreements on a day: by the one in effect, else by the one on its way, else by the latest. With the owner's eyes: whether a partner
-- may bring a unit to one centre does not depend on which centre it signed with.
create function app.partner_agreement(partner bigint, today date) returns table(stand text, contract_id bigint)
  language sql stable security definer set search_path = public, app
  as $$
    select agreement.stand, agreement.id from (
      select contract.id, case
          when sign_state in ('done', 'terminating') and today between valid_from and valid_to then 'current'
          when sign_state in ('done', 'terminating') then case when today < valid_from then 'early' else 'over' end
          else sign_state end as stand
        from contract where contract.partner_id = partner and contract.kind = 'partner' and sign_state <> 'draft'
          -- What was never sent to anybody is no answer of anybody.
          and (sign_state <> 'revoked' or sent_at is not null)
    ) agreement order by case agreement.stand when 'current' then 0 when 'signing' then 1 when 'early' then 1 else 2 end, agreement.id desc limit 1
  $$;

-- Whether a partner may bring units on that day.
create function app.partner_ready(partner bigint, today date) returns boolean language sql stable
  as $$ select exists (select from app.partner_agreement(partner, today) agreement where agreement.stand = 'current') $$;
