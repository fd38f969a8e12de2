-- What the application role may know of accounts beyond names: the numbers of staff that somebody works with, and whether the caller knows the own login password.

create function app.staff_mobiles(ids bigint[]) returns table (id bigint, mobile text)
  language sql stable security definer set search_path to public, app
  as $$ select app_user.id, app_user.mobile from app_user where app_user.id = any(ids) and app_user.usertype = 4 and (app.sees_all()
    or exists (select from user_centre post where post.user_id = app_user.id and post.centre_id = any(app.centre_ids()))
    or exists (select from unit where unit.id = any(app.unit_ids()) and app_user.id in (unit.marketer_id, unit.salesman_id))) $$;
revoke execute on function app.staff_mobiles(bigint[]) from public;
grant execute on function app.staff_mobiles(bigint[]) to app_rw;

create function app.login_secret(since timestamptz) returns table (hash text, failures smallint)
  language sql security definer set search_path to public, app
  as $$ select password_hash, coalesce((select throttle.failures from throttle where subject = 'password:' || app.user_id() and throttle.since >= login_secret.since), 0::smallint)
    from app_user where id = app.user_id() for update of app_user $$;
revoke execute on function app.login_secret(timestamptz) from public;
grant execute on function app.login_secret(timestamptz) to app_rw;

-- The same count as of every other place that asks for this password.
create function app.login_tried(is_right boolean, at timestamptz, window_from timestamptz) returns void
  language plpgsql security definer set search_path to public, app
  as $$
begin
  if is_right then
    delete from throttle where subject = 'password:' || app.user_id();
  else
    insert into throttle (subject, failures, since) values ('password:' || app.user_id(), 1, at)
      on conflict (subject) do update set failures = case when throttle.since < window_from then 1 else throttle.failures + 1 end,
        since = case when throttle.since < window_from then excluded.since else throttle.since end;
  end if;
end $$;
revoke execute on function app.login_tried(boolean, timestamptz, timestamptz) from public;
grant execute on function app.login_tried(boolean, timestamptz, timestamptz) to app_rw;

-- Month figures of units, and what is still open.
create index payment_batch_paid on payment_batch (paid_at, unit_id) include (success_cost_fen, centre_id, mode) where paid_at is not null;
create index payment_batch_open on payment_batch (unit_id, centre_id) where state not in ('paid', 'partial', 'failed', 'closed', 'cancelled');
create index audit_log_of_unit on audit_log (unit_id, at desc, id desc) where action like 'units.%';
