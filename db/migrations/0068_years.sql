-- compatible with 0067_outdated_since.sql
-- The months of a past year become one partition, so that plans do not grow with each year.

-- Drops the foreign keys to a partitioned table and returns the statements that restore them. While a key refers to a
-- row, the row cannot move to another partition.
create function app.lift_references(parent text) returns text[] language plpgsql as $$
declare
  each record;
  restoring text[] := '{}';
begin
  for each in select conrelid::regclass as child, conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and confrelid = parent::regclass and conparentid = 0
  loop
    execute format('alter table %s drop constraint %I', each.child, each.conname);
    restoring := restoring || format('alter table %s add constraint %I %s', each.child, each.conname, each.definition);
  end loop;
  return restoring;
end $$;
revoke execute on function app.lift_references from public;

-- Creates the partition of a month in advance, as the owner. Rows of that month move to it from the default partition.
create or replace function app.ensure_month(parent text, starts date) returns bigint language plpgsql set lock_timeout = '5s' as $$
declare
  part text := format('%s_%s', parent, to_char(starts, 'YYYYMM'));
  of_year text := format('%s_%s', parent, to_char(starts, 'YYYY'));
  rest text := parent || '_rest';
  ends date := (starts + interval '1 month')::date;
  has_rows boolean;
  restoring text[] := '{}';
  statement text;
  moved bigint := 0;
begin
  if coalesce(to_regclass(part), to_regclass(of_year)) is not null then return 0; end if;
  execute format('select exists (select from %I where month >= %L and month < %L)', rest, starts, ends) into has_rows;
  -- Locks the table first, as every query does, then the partition. Until the end, the default partition takes no rows.
  execute format('lock table only %I in %s mode', parent,
    case when has_rows then 'access exclusive' else 'share update exclusive' end);
  execute format('lock table %I in access exclusive mode', rest);
  if coalesce(to_regclass(part), to_regclass(of_year)) is not null then return 0; end if;
  execute format('create table %I (like %I including defaults including constraints)', part, parent);
  execute format('insert into %I select * from %I where month >= %L and month < %L', part, rest, starts, ends);
  get diagnostics moved = row_count;
  if moved > 0 then
    if has_rows then restoring := app.lift_references(parent); end if;
    execute format('alter table %I disable trigger user', rest);
    execute format('delete from %I where month >= %L and month < %L', rest, starts, ends);
    execute format('alter table %I enable trigger user', rest);
  end if;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, starts, ends);
  foreach statement in array restoring loop execute statement; end loop;
  return moved;
end $$;

-- Returns the partitioned tables and past years that still have a partition for a month. The first quarter after a year
-- belongs to its late payments and corrections.
create function app.years_to_merge(at timestamptz) returns table(parent text, year integer) language sql stable as $$
  select distinct parent.relname::text, left(right(part.relname, 6), 4)::integer
  from pg_class parent join pg_inherits on inhparent = parent.oid join pg_class part on part.oid = inhrelid
  where parent.relkind = 'p' and parent.relnamespace = 'public'::regnamespace and part.relname ~ '_[0-9]{6}$'
    and make_date(left(right(part.relname, 6), 4)::integer + 1, 4, 1) <= (at at time zone 'Asia/Shanghai')::date
  order by 1, 2
$$;
revoke execute on function app.years_to_merge from public;

-- Returns the partitions for months of a year.
create function app.months_of_year(parent text, year integer) returns table(part text, starts date)
  language sql stable as $$
  select relname::text, to_date(right(relname, 6), 'YYYYMM') from pg_class join pg_inherits on inhrelid = pg_class.oid
  where inhparent = parent::regclass and relname ~ format('_%s[0-9]{2}$', year) order by 2
$$;
revoke execute on function app.months_of_year from public;

-- Refuses a change of a row that is being copied, as a database does that takes no writes: the caller repeats it later.
create function app.refuse_while_merging() returns trigger language plpgsql as $$
begin
  raise exception '% is being merged with its year, try again later', tg_table_name
    using errcode = 'read_only_sql_transaction';
end $$;

-- Tables of years that are being copied. Backups omit them.
create schema merging;

-- Begins to merge the months of a past year, as the owner: their rows cannot change until app.finish_year. A copy that
-- was begun before a migration begins again.
create function app.begin_year(parent text, year integer) returns void language plpgsql set lock_timeout = '2s' as $$
declare
  part text := format('%s_%s', parent, year);
  newest text := (select max(name) from migration);
  month record;
begin
  if not exists (select from app.months_of_year(parent, year)) then return; end if;
  if obj_description(to_regclass(format('merging.%I', part)), 'pg_class') is distinct from newest then
    execute format('drop table if exists merging.%I', part);
    execute format('create table merging.%I (
      like %I including defaults including constraints including indexes,
      constraint whole_year check (month >= %L and month < %L))',
      part, parent, make_date(year, 1, 1), make_date(year + 1, 1, 1));
    execute format('comment on table merging.%I is %L', part, newest);
  end if;
  for month in select * from app.months_of_year(parent, year) loop
    execute format('create or replace trigger merging before insert or update or delete on %I for each row
      execute function app.refuse_while_merging()', month.part);
  end loop;
end $$;
revoke execute on function app.begin_year from public;

-- Copies one month of a year that is being merged, and returns the number of rows. A copied month is not copied again.
create function app.copy_month(parent text, year integer, starts date) returns bigint language plpgsql as $$
declare
  part text := format('%s_%s', parent, to_char(starts, 'YYYYMM'));
  copied bigint;
begin
  execute format('insert into merging.%1$I select * from %2$I
    where not exists (select from merging.%1$I where month >= %3$L and month < %4$L)',
    format('%s_%s', parent, year), part, starts, (starts + interval '1 month')::date);
  get diagnostics copied = row_count;
  return copied;
end $$;
revoke execute on function app.copy_month from public;

-- Replaces the copied months of a year by one partition. It waits briefly, because all queries wait behind it.
create function app.finish_year(parent text, year integer) returns void language plpgsql set lock_timeout = '2s' as $$
declare
  part text := format('%s_%s', parent, year);
  restoring text[];
  statement text;
  month record;
begin
  execute format('lock table %I in access exclusive mode', parent);
  restoring := app.lift_references(parent);
  for month in select * from app.months_of_year(parent, year) loop
    execute format('alter table %I detach partition %I', parent, month.part);
    execute format('drop table %I', month.part);
  end loop;
  execute format('alter table merging.%I set schema public', part);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
    parent, part, make_date(year, 1, 1), make_date(year + 1, 1, 1));
  execute format('alter table %I drop constraint whole_year', part);
  execute format('comment on table %I is null', part);
  foreach statement in array restoring loop execute statement; end loop;
end $$;
revoke execute on function app.finish_year from public;
