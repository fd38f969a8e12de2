-- A transaction that locked a row `for update` blocked every insert of a row that refers to it: while one person proved a payment password, each
-- trail entry and message for that account waited, and two such waits in opposite order were a deadlock. None of these functions changes a key.
do $$
declare
  name text;
begin
  foreach name in array array['app.login_secret(timestamptz)', 'app.payment_secret()', 'app.red_within_blue()'] loop
    execute replace(pg_get_functiondef(name::regprocedure), ' for update', ' for no key update');
  end loop;
end $$;
