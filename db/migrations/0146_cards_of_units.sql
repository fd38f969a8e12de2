-- The card somebody is paid on at one unit is that unit's affair; the person's own choice stands where a unit has made none.
alter table operator_card
  -- The unit that brought the card; null when the person or the keeper of the file did. Other units do not see it.
  add column brought_by bigint references unit,
  add unique (operator_id, id);
create index operator_card_brought on operator_card (brought_by) where brought_by is not null;
alter table unit_operator
  add column card_id bigint,
  add foreign key (operator_id, card_id) references operator_card (operator_id, id) on delete set null (card_id);
create index unit_operator_card on unit_operator (card_id) where card_id is not null;

-- The card used when nothing else is said: what these units have chosen for the person, else the person's own; null when there is none that they may know.
create function app.card_for(person bigint, units bigint[]) returns bigint language sql stable set search_path = public, app as $$
  select coalesce(
    (select link.card_id from unit_operator link where link.operator_id = person and link.unit_id = any(units) and link.card_id is not null limit 1),
    (select card.id from operator_card card where card.operator_id = person and card.is_default
      and (cardinality(units) = 0 or card.brought_by is null or card.brought_by = any(units))))
$$;

-- Whoever sees the person reads the cards, a unit without those that others brought; cards are written by work that widens its view alone.
drop policy operator_card_scope on operator_card;
create policy operator_card_read on operator_card for select using (
  (select app.sees_all()) or (
    exists (select from operator owner where owner.id = operator_id)
    and (cardinality((select app.unit_ids())) = 0 or brought_by is null or brought_by = any ((select app.unit_ids())::bigint[])
      or exists (select from unit_operator link where link.card_id = operator_card.id and link.unit_id = any ((select app.unit_ids())::bigint[])))));
create policy operator_card_add on operator_card for insert with check ((select app.sees_all()));
create policy operator_card_change on operator_card for update using ((select app.sees_all()));
