-- compatible with 0015_lost_orders.sql
-- NOTIFY leaves the transactions: triggers raise a notice, and the server notifies after the commit.

create function app.hint(channel text, payload text) returns void language plpgsql as $$
begin
  raise notice using errcode = 'YC100', message = channel, detail = payload;
end $$;

create or replace function app.tell(kind text, who jsonb) returns void language sql
  as $$ select app.hint('live', (jsonb_build_object('kind', kind) || jsonb_strip_nulls(who))::text) $$;

create or replace function app.tell_portal() returns trigger language plpgsql as $$
begin
  perform app.hint('portal', '');
  return null;
end $$;

create or replace function app.tell_gateways() returns trigger language plpgsql
  as $$ begin perform app.hint('gateways', ''); return null; end $$;
