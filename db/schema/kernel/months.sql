-- Partitions by month.

-- Creates the partition of a month in advance, as the owner. Rows of that month move to it from the default partition.
create function app.ensure_month(parent text, starts date) returns bigint language plpgsql set lock_timeout = '5s' as $$
declare
  part text := format('%s_%s', parent, to_char(starts, 'YYYYMM'));
  rest text := parent || '_rest';
  ends date := (starts + interval '1 month')::date;
  moved bigint := 0;
begin
  if to_regclass(part) is not null then return 0; end if;
  -- Locks the table first, as every query does, then the partition. Until the end, the default partition takes no rows.
  execute format('lock table only %I in share update exclusive mode', parent);
  execute format('lock table %I in access exclusive mode', rest);
  if to_regclass(part) is not null then return 0; end if;
  execute format('create table %I (like %I including defaults including constraints)', part, parent);
  execute format('insert into %I select * from %I where month >= %L and month < %L', part, rest, starts, ends);
  get diagnostics moved = row_count;
  if moved > 0 then
    execute format('alter table %I disable trigger user', rest);
    execute format('delete from %I where month >= %L and month < %L', rest, starts, ends);
    execute format('alter table %I enable trigger user', rest);
  end if;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, starts, ends);
  return moved;
end $$;
revoke execute on function app.ensure_month from public;

-- Returns the months that lack a partition: those around the given time, and each month with rows in the default
-- partition.
create function app.missing_months(at timestamptz, back integer, ahead integer) returns table(parent text, starts date)
  language plpgsql stable as $$
declare each text;
begin
  for each in select relname from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by relname loop
    return query execute format($query$
      select %L::text, month from (
        select (date_trunc('month', $1 at time zone 'Asia/Shanghai') + make_interval(months => step))::date as month from generate_series(-$2, $3) step
        union select date_trunc('month', month)::date from %I) wanted
      where month <= $1 + make_interval(months => $3) and to_regclass(format('%%s_%%s', %L, to_char(month, 'YYYYMM'))) is null
      order by month$query$, each, each || '_rest', each) using at, back, ahead;
  end loop;
end $$;
revoke execute on function app.missing_months from public;
