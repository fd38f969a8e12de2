-- What businesses have to declare, and when, was part of the list of ordinary operators and has a right of its own now: who saw it goes on seeing it. The roles
-- that come with the program get it at the start.
insert into role_permission (role_id, permission)
select held.role_id, 'taxCalendar' from role_permission held join role on role.id = held.role_id
where held.permission = 'userYzList' and role.built_in is null
  and role.usertype = any (array[1, 4]) -- the platform and centres
on conflict do nothing;
