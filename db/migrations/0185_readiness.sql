-- Hashes of payment passwords are read by sign-in alone; whether somebody has one says no more than that they could pay.
create function app.has_payment_password(account bigint) returns boolean language sql stable security definer set search_path = public, app as $$
  select exists (select from app_user where id = account and payment_password_hash is not null)
$$;
revoke execute on function app.has_payment_password(bigint) from public;
grant execute on function app.has_payment_password(bigint) to app_rw;
