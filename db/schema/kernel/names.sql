-- Comparison of names, and search by part of a name.

-- Normalises a name for comparison. domain/base/names.ts has the same function, and a test compares both. Names are
-- stored as entered.
create function app.comparable_name(name text) returns text language sql immutable parallel safe strict as $$
  select case when name ~ '^[\u4e00-\u9fff]*$' then name else
    translate(regexp_replace(normalize(translate(name,
      U&'\E815\E816\E817\E818\E819\E81A\E81B\E81C\E81D\E81E\E81F\E820\E821\E822\E823\E824\E825\E826\E827\E828\E829\E82A\E82B\E82C\E82D\E82E\E82F\E830\E831\E832\E833\E834\E835\E836\E837\E838\E839\E83A\E83B\E83C\E83D\E83E\E83F\E840\E841\E842\E843\E844\E845\E846\E847\E848\E849\E84A\E84B\E84C\E84D\E84E\E84F\E850\E851\E852\E853\E854\E855\E856\E857\E858\E859\E85A\E85B\E85C\E85D\E85E\E85F\E860\E861\E862\E863\E864',
      U&'\2E81\+020087\+020089\+0200CC\2E84\3473\3447\2E88\2E8B\9FB4\359E\361A\360E\2E8C\2E97\396E\3918\9FB5\39CF\39DF\3A73\39D0\9FB6\9FB7\3B4E\3C6E\3CE0\2EA7\+0215D7\9FB8\2EAA\4056\415F\2EAE\4337\2EB3\2EB6\2EB7\+02298F\43B1\43AC\2EBB\43DD\44D6\4661\464C\9FB9\4723\4729\477C\478D\2ECA\4947\497A\497D\4982\4983\4985\4986\499F\499B\49B7\49B6\9FBA\+0241FE\4CA3\4C9F\4CA0\4CA1\4C77\4CA2\4D13\4D14\4D15\4D16\4D17\4D18\4D19\4DAE\9FBB'), nfkc),
      '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
      '[{【〔〖]}】〕〗.。•‧・●∙⋅᛫⸱ꞏ', '((((()))))···········') end
$$;
revoke execute on function app.comparable_name from public;
grant execute on function app.comparable_name to app_rw;

-- Returns the search terms of a name: its characters and adjacent pairs. An index of them finds names by one or more
-- Chinese characters, which trigrams cannot do for two characters. A function of the owner searches, because row-level
-- security runs only leakproof comparisons before its policies, and no comparison of arrays is leakproof. It returns
-- only ids, and the caller's query shows or hides them.
create function app.name_parts(name text) returns text[] language sql immutable parallel safe strict as $$
  select array(select substr(lower(name), at, size) from generate_series(1, length(name)) at cross join (values (1), (2)) gram(size) where at + size - 1 <= length(name))
$$;

-- Returns the ids of the rows with this word in their name, or null when there are more than the limit: a scan in list
-- order is then fast enough.
create function app.named(kind text, word text, most integer) returns bigint[]
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare
  name text := case kind when 'app_user' then $name$(name || ' ' || username)$name$ when 'application' then 'subject_name' else 'name' end;
  found bigint[];
begin
  if kind not in ('operator', 'unit', 'partner', 'candidate', 'application', 'app_user') then
    raise exception '% has no index of names', kind;
  end if;
  -- Planned for this word: if it is frequent, a scan that stops at the limit is faster.
  execute format('select array_agg(id) from (select id from %I where app.name_parts(%s) @> $1 and %s ilike $2 limit $3) matching', kind, name, name)
    into found using app.word_parts(word), '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%', most + 1;
  return case when cardinality(found) > most then null else coalesce(found, '{}') end;
end $$;
revoke execute on function app.named from public;
grant execute on function app.named to app_rw;

create function app.word_parts(word text) returns text[] language sql immutable parallel safe strict as $$
  select case when length(word) < 2 then array[lower(word)] else array(select substr(lower(word), at, 2) from generate_series(1, length(word) - 1) at) end
$$;
