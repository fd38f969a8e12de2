import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'

// SQL and questions about registered businesses. Row-level security hides those outside the caller's scope.

/**
 * Returns a business as a lateral table: name, credit_code, state, tax_kind, operator_id, created_at. The table is
 * empty when the caller may not see the business.
 */
export const businessFacts = (id: RawBuilder<unknown>) =>
  sql`(select name, credit_code, state, tax_kind, operator_id, created_at from operator_entity known where known.id = ${id})`

/** Returns an operator's businesses in any state, as a table: id, name, credit_code, state. */
export const businessesOf = (operatorId: RawBuilder<unknown>) =>
  sql`(select id, name, credit_code, state from operator_entity owned where owned.operator_id = ${operatorId})`

/** The businesses that operate, as a table: id, operator_id, centre_id, name, credit_code. */
export const operatingBusinesses = sql`(select id, operator_id, centre_id, name, credit_code from operator_entity where state = 'operating')`

/** Returns the businesses with these ids, as a table: id, operator_id, name, credit_code. */
export const businessesWithIds = (ids: readonly number[]) =>
  sql`(select id, operator_id, name, credit_code from operator_entity where id = any(${[...ids]}::bigint[]))`

/** Returns the businesses with these credit codes, as a table: id, operator_id, name, credit_code, state. */
export const businessesWithCodes = (creditCodes: readonly string[]) =>
  sql`(select id, operator_id, name, credit_code, state from operator_entity
    where credit_code = any(${[...creditCodes]}::text[]))`

/** Selects the ids of the businesses whose name matches a pattern, or with this credit code. */
export const businessesMatching = (namePattern: string, creditCode: string) =>
  sql`(select id from operator_entity where name ilike ${namePattern} or credit_code = ${creditCode})`

/**
 * Returns the moment when the tax clearance of a business `entity` was registered; null while it operates. Its tax periods
 * end then.
 */
export const clearedAt = sql`(case when entity.state in ('cancelling', 'cancelled') then
    (select max(step.created_at) from entity_step step where step.entity_id = entity.id and step.move = 'beginCancel') end)`

// Changes of the taxation of a business `entity`. Each is in force from the start of its day.
const taxationChanges = (fact: 'taxKind' | 'levy') => sql`(select step.id, changed ->> 'before' as before, changed ->> 'after' as after,
    date_trunc('day', step.created_at at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' as starts_at
  from entity_step step cross join jsonb_path_query(step.facts, '$[*] ? (@.fact == $fact)', jsonb_build_object('fact', ${fact}::text)) as changed
  where step.entity_id = entity.id and step.move in ('change', 'changeTax'))`

/** Returns the levy method of a business `entity` at a moment. */
export const levyAt = (at: RawBuilder<unknown>) =>
  sql`coalesce((select nullif(change.before, '') from ${taxationChanges('levy')} change where change.starts_at > ${at} order by change.id limit 1), entity.levy)`

/** The times in which a business `entity` was one kind of taxpayer, as a table: kind, starts_at, ends_at (not included). */
export const taxKindSpans = sql`(select kind, starts_at, coalesce(lead(starts_at) over (order by id), 'infinity') as ends_at
  from (select 0::bigint as id, '-infinity'::timestamptz as starts_at,
      coalesce((select before from ${taxationChanges('taxKind')} earliest order by id limit 1), entity.tax_kind) as kind
    union all select id, starts_at, after from ${taxationChanges('taxKind')} change) known)`

const generalSpans = sql`(select starts_at, ends_at from ${taxKindSpans} span where kind = 'general' and starts_at < ends_at)`

/** The times in which a business `entity` was a general taxpayer, as one multirange. Its VAT is monthly then. */
export const generalTimes = sql`(select coalesce(range_agg(tstzrange(starts_at, ends_at)), '{}') from ${generalSpans} span)`

/** The same times as JSON, an array of first days ('' for always) and of first days after them (null for today). */
export const generalDays = sql`(select coalesce(json_agg(json_build_object('from', case when isfinite(starts_at) then to_char(starts_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') else '' end,
    'to', case when isfinite(ends_at) then to_char(ends_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') end) order by starts_at), '[]') from ${generalSpans} span)`

/**
 * Returns the moment after `from` at which a business `entity` first became a general taxpayer for longer than to `until`;
 * null if it did not.
 */
export const generalSince = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) =>
  sql`(select min(starts_at) from ${generalSpans} span where starts_at > ${from} and ends_at >= ${until})`

/** Counts the open obligations of these kinds and periods. */
export async function countOpenObligations(ctx: Context, of: readonly { readonly kind: string; readonly period: string }[]): Promise<number> {
  const rows = await ctx.rows<{ count: number }>`select count(*)::int as count from entity_obligation duty
    join json_to_recordset(${JSON.stringify(of)}::json) as moved(kind text, period text)
      on moved.kind = duty.kind and moved.period = duty.period where duty.state in ('open', 'overdue')`
  return rows[0]?.count ?? 0
}
