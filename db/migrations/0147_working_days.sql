-- Days to declare by follow the published working days: calendars that were computed by others are computed again.
alter table operator_entity add column calendar_edition text not null default '';
create index operator_entity_edition on operator_entity (calendar_edition) where state in ('operating', 'abnormal');
grant update (calendar_edition) on operator_entity to app_rw;
grant update (due_on) on entity_obligation to app_rw;
