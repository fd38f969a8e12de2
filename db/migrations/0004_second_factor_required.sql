-- Whether an account has a second factor that is set up (decision 0101).
create function app.has_factor(person bigint) returns boolean language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from second_factor where second_factor.user_id = person and confirmed_at is not null)
$$;
