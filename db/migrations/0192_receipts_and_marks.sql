-- Operators see the receipts of the payments that they got, and nobody else's.
alter table voucher add column operator_id bigint references operator (id);
comment on column voucher.operator_id is 'who was paid; of a top-up nobody';

update voucher set operator_id = line.operator_id
  from payment_batch batch join payment_line line on line.month = batch.month and line.batch_id = batch.id
  where batch.id = voucher.batch_id and line.id = voucher.line_id;

create index voucher_operator on voucher (operator_id, id desc) where operator_id is not null;

alter policy voucher_scope on voucher using ((select app.sees_all()) or centre_id = any((select app.centre_ids())::bigint[])
  or unit_id = any((select app.unit_ids())::bigint[]) or operator_id = (select app.operator_id()));

-- Who may key in for others is decided by a mark of the account from now on. Those who could do it keep it.
update app_user set islr = 1 where usertype in (1, 4)
  and exists (select from user_role held join role_permission using (role_id) where held.user_id = app_user.id and permission in ('yz:edit', 'admin3'));
update app_user set islr = 0 where islr <> 1;
update app_user set isdl = '0' where isdl <> '1';
alter table app_user add constraint app_user_islr_check check (islr in (0, 1)), add constraint app_user_isdl_check check (isdl in ('0', '1'));
comment on column app_user.islr is 'whether the account may key in for others: import operators for a unit';
comment on column app_user.isdl is 'whether the account also acts as an agent; the program hands it on and decides nothing by it';
