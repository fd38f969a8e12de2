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

-- Tables of years that are being copied. Backups omit them.
create schema if not exists merging;

-- Returns the mark of the current merge of a year, which is the time of its beginning; null: none.
create function app.merge_mark(parent text, year integer) returns text language sql stable as
  $$ select obj_description(to_regclass(format('merging.%I', format('%s_%s', parent, year))), 'pg_class') $$;
revoke execute on function app.merge_mark from public;

-- Refuses a change of a row while its year is being copied, as a database does that takes no writes: the caller repeats
-- it later. The trigger stays on the months of an abandoned merge, and does nothing there.
create function app.refuse_while_merging() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if app.merge_mark(left(tg_table_name, -7), left(right(tg_table_name, 6), 4)::integer) is not null then
    raise exception '% is being merged with its year, try again later', tg_table_name
      using errcode = 'read_only_sql_transaction';
  end if;
  return coalesce(new, old);
end $$;

-- Refuses unless the merge with this mark is under way.
create function app.check_merge(parent text, year integer, mark text) returns void language plpgsql stable as $$
begin
  if app.merge_mark(parent, year) is distinct from mark then
    raise exception 'the merge of %_% was abandoned', parent, year;
  end if;
end $$;
revoke execute on function app.check_merge from public;

-- Ends a merge without a result, so that the rows can change again. Without a mark, any merge ends.
create function app.abandon_year(parent text, year integer, mark text default null) returns void language plpgsql as $$
begin
  if mark is not null and app.merge_mark(parent, year) is distinct from mark then return; end if;
  execute format('drop table if exists merging.%I', format('%s_%s', parent, year));
end $$;
revoke execute on function app.abandon_year from public;

-- Ends all merges. Migrations may change past rows.
create function app.abandon_merges() returns void language plpgsql as $$
declare part text;
begin
  for part in select relname from pg_class where relnamespace = 'merging'::regnamespace and relkind = 'r' loop
    perform app.abandon_year(left(part, -5), right(part, 4)::integer);
  end loop;
end $$;
revoke execute on function app.abandon_merges from public;

-- Begins to merge the months of a past year, as the owner: their rows cannot change until app.finish_year or
-- app.abandon_year. Returns the mark of the merge, or null while another server merges the year. After two hours, a
-- merge counts as dead.
create function app.begin_year(parent text, year integer) returns text
  language plpgsql set lock_timeout = '500ms' as $$
declare
  part text := format('%s_%s', parent, year);
  mark text := clock_timestamp()::text;
  month record;
begin
  if not exists (select from app.months_of_year(parent, year))
    or app.merge_mark(parent, year)::timestamptz > clock_timestamp() - interval '2 hours'
  then return null; end if;
  perform app.abandon_year(parent, year);
  execute format('create table merging.%I (
    like %I including defaults including constraints including indexes,
    constraint whole_year check (month >= %L and month < %L))',
    part, parent, make_date(year, 1, 1), make_date(year + 1, 1, 1));
  execute format('comment on table merging.%I is %L', part, mark);
  for month in select * from app.months_of_year(parent, year) loop
    -- The lock of this statement waits for changes under way.
    execute format('create or replace trigger merging before insert or update or delete on %I for each row
      execute function app.refuse_while_merging()', month.part);
  end loop;
  return mark;
end $$;
revoke execute on function app.begin_year from public;

-- Copies one month of a year that is being merged, and returns the number of rows.
create function app.copy_month(parent text, year integer, starts date, mark text) returns bigint language plpgsql as $$
declare copied bigint;
begin
  perform app.check_merge(parent, year, mark);
  execute format('insert into merging.%I select * from %I', format('%s_%s', parent, year),
    format('%s_%s', parent, to_char(starts, 'YYYYMM')));
  get diagnostics copied = row_count;
  return copied;
end $$;
revoke execute on function app.copy_month from public;

-- Gives a complete copy the foreign keys of the table, so that the exchange need not check them. Sets its mark again,
-- which dates the copy. Returns the names of the keys to validate.
create function app.tie_year(parent text, year integer, mark text) returns text[]
  language plpgsql set lock_timeout = '2s' as $$
declare
  part text := format('%s_%s', parent, year);
  each record;
  names text[] := '{}';
begin
  perform app.check_merge(parent, year, mark);
  for each in select conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and conrelid = parent::regclass and conparentid = 0
  loop
    execute format('alter table merging.%I add constraint %I %s not valid', part, each.conname, each.definition);
    names := names || each.conname::text;
  end loop;
  execute format('comment on table merging.%I is %L', part, mark);
  return names;
end $$;
revoke execute on function app.tie_year from public;

-- Replaces the copied months of a year by one partition. It waits only briefly, because all queries wait behind it.
-- Refuses when a month was not copied, and while another session has a snapshot from before the end of the copy: it
-- would see neither the months nor their copy. The keys that refer to the table still have to be validated.
create function app.finish_year(parent text, year integer, mark text) returns void
  language plpgsql set lock_timeout = '200ms' as $$
declare
  part text := format('%s_%s', parent, year);
  copied_by xid := (select xmin from pg_description where objoid = to_regclass(format('merging.%I', part))
    and classoid = 'pg_class'::regclass and objsubid = 0);
  restoring text[];
  statement text;
  month record;
  is_lost boolean;
begin
  execute format('lock table %I in access exclusive mode', parent);
  perform app.check_merge(parent, year, mark);
  if exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and coalesce(backend_type, 'client backend') in ('client backend', 'walsender') and age(backend_xmin) >= age(copied_by))
  then raise exception 'an older snapshot is in use' using errcode = 'lock_not_available'; end if;
  restoring := app.lift_references(parent);
  for month in select * from app.months_of_year(parent, year) loop
    execute format('select not exists (select from pg_trigger where tgrelid = %L::regclass and tgname = ''merging'')
      or exists (select from %I) and not exists (select from merging.%I where month >= %L and month < %L)',
      month.part, month.part, part, month.starts, month.starts + interval '1 month') into is_lost;
    if is_lost then raise exception '% was not copied', month.part; end if;
    execute format('alter table %I detach partition %I', parent, month.part);
    execute format('drop table %I', month.part);
  end loop;
  execute format('alter table merging.%I set schema public', part);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
    parent, part, make_date(year, 1, 1), make_date(year + 1, 1, 1));
  execute format('alter table %I drop constraint whole_year', part);
  execute format('comment on table %I is null', part);
  foreach statement in array restoring loop execute statement || ' not valid'; end loop;
end $$;
revoke execute on function app.finish_year from public;

-- Validates the foreign keys to partitioned tables that an exchange restored, while the tables are in use.
create function app.validate_references() returns void language plpgsql as $$
declare each record;
begin
  for each in select conrelid::regclass as child, conname from pg_constraint join pg_class parent on parent.oid = confrelid
    where contype = 'f' and parent.relkind = 'p' and conparentid = 0 and not convalidated
  loop
    execute format('alter table %s validate constraint %I', each.child, each.conname);
  end loop;
end $$;
revoke execute on function app.validate_references from public;
