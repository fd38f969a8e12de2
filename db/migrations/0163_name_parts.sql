-- Names are found by a part of them, one Chinese character or more, by an index: of each name the characters and the pairs of neighbours. (Trigrams are of no use
-- for words of two characters.) A function of the owner asks it, because under row-level security only comparisons that cannot leak come before the policy, and
-- none for arrays is among them; it tells ids alone, which the caller's own query then sees or not.
create function app.name_parts(name text) returns text[] language sql immutable strict parallel safe cost 100 as $$
  select array(select substr(lower(name), at, size) from generate_series(1, length(name)) at cross join (values (1), (2)) gram(size) where at + size - 1 <= length(name))
$$;
create function app.word_parts(word text) returns text[] language sql immutable strict parallel safe as $$
  select case when length(word) < 2 then array[lower(word)] else array(select substr(lower(word), at, 2) from generate_series(1, length(word) - 1) at) end
$$;

create index operator_name_parts on operator using gin (app.name_parts(name));
create index unit_name_parts on unit using gin (app.name_parts(name));
create index partner_name_parts on partner using gin (app.name_parts(name));
create index candidate_name_parts on candidate using gin (app.name_parts(name));
create index application_name_parts on application using gin (app.name_parts(subject_name));
create index app_user_name_parts on app_user using gin (app.name_parts(name || ' ' || username));

-- The rows whose name has this word in it, when they are no more than so many; null: more, and whoever walks along an order soon finds enough of them.
create function app.named(kind text, word text, most integer) returns bigint[] language plpgsql stable security definer set search_path = public, app as $$
declare
  name text := case kind when 'app_user' then $name$(name || ' ' || username)$name$ when 'application' then 'subject_name' else 'name' end;
  found bigint[];
begin
  if kind not in ('operator', 'unit', 'partner', 'candidate', 'application', 'app_user') then
    raise exception 'names of % are not indexed', kind;
  end if;
  -- Planned with the word at hand: a frequent one is found sooner by reading on until there are too many.
  execute format('select array_agg(id) from (select id from %I where app.name_parts(%s) @> $1 and %s ilike $2 limit $3) matching', kind, name, name)
    into found using app.word_parts(word), '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%', most + 1;
  return case when cardinality(found) > most then null else coalesce(found, '{}') end;
end $$;
revoke all on function app.named(text, text, integer) from public;
grant execute on function app.named(text, text, integer) to app_rw;
