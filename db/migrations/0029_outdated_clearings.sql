-- compatible with 0028_plain_comments.sql
-- The search withdraws a refused clearing whose excess grew. The person's reason stays in the row.

alter table tax_clearing add column is_outdated boolean not null default false;
grant update (is_outdated) on tax_clearing to app_rw;
update tax_clearing set is_outdated = true where state = 'withdrawn' and reason = '';
comment on column tax_clearing.is_outdated is 'withdrawn by the search, because the excess of the month changed; the reason is that of a refusal before';
