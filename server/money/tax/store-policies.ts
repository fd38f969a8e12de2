import { sql } from 'kysely'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { grossDeclared, grossElsewhere } from '#/server/money/tax/store-elsewhere.ts'

export interface PolicyRecord extends Row<'tax_policy', 'version' | 'effective_from' | 'effective_to' | 'params' | 'draft_id' | 'digest'> {
  params: TaxPolicy['params']
}

/** Returns every policy that is in force on some day, oldest first. Omits withdrawn ones. */
export async function allPolicies(ctx: Context): Promise<PolicyRecord[]> {
  return ctx.rows<PolicyRecord>`select version, effective_from::text as effective_from, effective_to::text as effective_to, params, draft_id, digest
    from tax_policy where code = 'CN' and (effective_to is null or effective_to >= effective_from) order by tax_policy.effective_from`
}

export async function batchesByPolicy(ctx: Context): Promise<Map<string, number>> {
  const rows = await ctx.rows<Row<'tax_policy', 'version'> & { count: number }>`select policy_version as version, count(*)::int as count from payment_batch
    where policy_version is not null group by policy_version`
  return new Map(rows.map(({ version, count }) => [version, count]))
}

/**
 * Locks the policies after waiting for transactions that compute with one, so that their results are visible to
 * `isPeriodInUse`.
 */
export const lockPolicies = (ctx: Context): Promise<void> => ctx.run`lock table tax_policy in access exclusive mode`

/** Returns whether a payment was made or a month closed in this period. */
export async function isPeriodInUse(ctx: Context, from: string, to: string | null): Promise<boolean> {
  const rows = await ctx.rows<{ has: boolean }>`select app.policy_computed(${from}::date, ${to}::date) as has`
  return rows[0]?.has ?? false
}

export const setPolicyEnd = (ctx: Context, version: string, day: string | null): Promise<void> =>
  ctx.run`update tax_policy set effective_to = ${day}::date where code = 'CN' and version = ${version}`

export async function insertPolicy(ctx: Context, policy: Omit<TaxPolicy, 'code'>, draftId: number): Promise<void> {
  await ctx.run`insert into tax_policy (code, version, effective_from, effective_to, params, draft_id)
    values ('CN', ${policy.version}, ${policy.effectiveFrom}::date, ${policy.effectiveTo}::date, ${JSON.stringify(policy.params)}::jsonb, ${draftId})`
}

/** Ends a policy on the day before its first day, so that it is never in force. */
export const withdrawPolicy = (ctx: Context, draftId: number): Promise<void> =>
  ctx.run`update tax_policy set effective_to = effective_from - 1 where draft_id = ${draftId}`

/** The payments of a payer to a natural person in a month, including reserved ones. */
export interface PersonMonthRow
  extends Row<'tax_standing', 'centre_id' | 'operator_id' | 'month' | 'gross_fen'>,
    Row<'centre', 'city_rate_ppm'>,
    Row<'operator', 'name'> {
  centre_name: string
  earlier_gross: number
  elsewhere_gross: number
  declared_gross: number
  earlier_vat: number
  earlier_city: number
  earlier_education: number
  earlier_local_education: number
  earlier_withheld: number
}

/** A person's payments in an open batch; `fresh_fen` is the part not reserved yet. */
export interface BatchPersonRow
  extends Row<'payment_line', 'batch_id' | 'centre_id' | 'gross_fen'>,
    Row<'tax_standing', 'operator_id'>,
    Row<'payment_batch', 'no'> {
  fresh_fen: number
  unit_name: string
}

const openBatchStates = sql`('fixing', 'ready', 'checking', 'auditing', 'payable')`

/** Returns the natural persons of computed open batches, newest batches first. */
export const openBatchPeople = (ctx: Context, batches: number, limit: number): Promise<BatchPersonRow[]> => ctx.rows<BatchPersonRow>`
    with open as (select id, no, centre_id, unit_id from payment_batch where state in ${openBatchStates} and mode = 2 and policy_version is not null order by id desc limit ${batches})
    select open.id as batch_id, open.centre_id, line.operator_id, open.no, unit.name as unit_name, sum(line.gross_fen)::bigint as gross_fen,
      coalesce(sum(line.gross_fen) filter (where own.line_id is null), 0)::bigint as fresh_fen
    from open join payment_line line on line.batch_id = open.id and line.state in ('warned', 'ready') and line.entity_id is null and line.operator_id is not null
      join unit on unit.id = open.unit_id left join tax_reservation own on own.line_id = line.id
    group by open.id, open.centre_id, open.no, unit.name, line.operator_id order by open.id desc, line.operator_id limit ${limit}`

/** Returns the people paid by a payer this month, largest amounts first. */
export async function peopleOfMonth(ctx: Context, month: string, limit: number): Promise<Pick<PersonMonthRow, 'centre_id' | 'operator_id'>[]> {
  return ctx.rows<Row<'tax_standing', 'centre_id' | 'operator_id'>>`select centre_id, operator_id from tax_standing
    where month = ${month} and mode = 2 and gross_fen > 0 order by gross_fen desc, operator_id limit ${limit}`
}

/**
 * Returns these people's year at these payers up to a month, oldest first. People without payments have only the month
 * itself.
 */
export async function yearRowsOf(ctx: Context, people: readonly Pick<PersonMonthRow, 'centre_id' | 'operator_id'>[], month: string): Promise<PersonMonthRow[]> {
  if (people.length === 0) return []
  return ctx.rows<PersonMonthRow>`
    with people as (select distinct centre_id, operator_id from json_to_recordset(${JSON.stringify(people)}::json) as asked(centre_id bigint, operator_id bigint)),
      counted as (
        select centre_id, operator_id, month, gross_fen from tax_standing join people using (centre_id, operator_id)
          where mode = 2 and left(month, 4) = left(${month}, 4) and month <= ${month}
        union all
        select centre_id, operator_id, month, gross_fen from tax_adjustment join people using (centre_id, operator_id)
          where mode = 2 and kind = 'uncounted' and left(month, 4) = left(${month}, 4) and month <= ${month}
        union all
        select centre_id, operator_id, ${month}, 0 from people),
      months as (select centre_id, operator_id, month, sum(gross_fen)::bigint as gross_fen from counted group by centre_id, operator_id, month)
    select months.centre_id, months.operator_id, months.month, months.gross_fen,
      ${grossElsewhere({ operator: sql`months.operator_id`, month: sql`months.month`, centre: sql`months.centre_id` })} as elsewhere_gross,
      ${grossDeclared(sql`months.operator_id`, sql`months.month`)} as declared_gross, app.city_rate(centre, (months.month || '-01')::date) as city_rate_ppm, centre.name as centre_name, operator.name,
      coalesce(earlier.gross_fen, 0) as earlier_gross, coalesce(earlier.vat_fen, 0) as earlier_vat, coalesce(earlier.city_fen, 0) as earlier_city,
      coalesce(earlier.education_fen, 0) as earlier_education, coalesce(earlier.local_education_fen, 0) as earlier_local_education,
      coalesce(earlier.withheld_fen, 0) as earlier_withheld
    from months join centre on centre.id = months.centre_id join operator on operator.id = months.operator_id
      left join tax_earlier earlier on earlier.centre_id = months.centre_id and earlier.operator_id = months.operator_id and earlier.month = months.month
    order by months.centre_id, months.operator_id, months.month`
}
