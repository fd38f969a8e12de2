-- Two people give an account with a duty another centre or mode. An older program would do so for one person, which the
-- database refuses. So this migration is compatible with none.

-- Refuses another centre or mode for an account with a duty, which it would have there. Its roles are taken first, and
-- given back by two people.
create function app.centre_needs_two() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not (tg_op = 'UPDATE' and new.modes <@ old.modes) and app.duties_need_two() and exists (select from user_role
      join role_permission using (role_id) where user_id = new.user_id and app.carries_duty(permission))
    and exists (select from app_user where id = new.user_id and usertype in (1, 4)) then
    raise exception 'user_centre: only two people can give an account a duty at another centre' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger user_centre_by_two before insert or update on user_centre for each row
  when (app.is_program())
  execute function app.centre_needs_two();
