-- A unit may pay whoever is known and verified at its centre, and sees none of them but its own: that there is somebody says no more than that.
create function app.has_payees(centre bigint) returns boolean language sql stable security definer set search_path = public, app as $$
  select exists (select from operator where centre_id = centre and status = 8 and is_identity_verified)
$$;
revoke execute on function app.has_payees(bigint) from public;
grant execute on function app.has_payees(bigint) to app_rw;
