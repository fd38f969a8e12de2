-- Lists of batches are searched by a part of the number or remark of a batch, of the number or title of its order, or of the name of its unit; as with names (0163),
-- a function of the owner asks the indexes and tells ids alone, which the caller's own query then sees or not.
create index payment_batch_words on payment_batch using gin (app.name_parts(no || ' ' || remark));
create index service_order_words on service_order using gin (app.name_parts(no || ' ' || title));
create index payment_batch_order on payment_batch (order_id, id desc);

-- The batches that a word means, when they are no more than so many; null: more, and whoever walks along an order soon finds enough of them.
create function app.batches_named(word text, most integer) returns bigint[] language plpgsql stable security definer set search_path = public, app as $$
declare
  found bigint[];
begin
  -- Planned with the word at hand, as in app.named.
  execute $found$
    select array_agg(id) from (
      (select id from payment_batch where app.name_parts(no || ' ' || remark) @> $1 and no || ' ' || remark ilike $2)
      union all
      (select batch.id from service_order asked join payment_batch batch on batch.order_id = asked.id
        where app.name_parts(asked.no || ' ' || asked.title) @> $1 and asked.no || ' ' || asked.title ilike $2)
      union all
      (select batch.id from unit named join payment_batch batch on batch.unit_id = named.id where app.name_parts(named.name) @> $1 and named.name ilike $2)
      limit $3) matching
  $found$ into found using app.word_parts(word), '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%', most + 1;
  return case when cardinality(found) > most then null else coalesce(found, '{}') end;
end $$;
revoke all on function app.batches_named(text, integer) from public;
grant execute on function app.batches_named(text, integer) to app_rw;
