import { sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { firstDeclarableMonth, minGrossNearThreshold, type SalesNoticeReason } from '#/domain/money/other-sales.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { containsPattern } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { allPolicies, grossOfPeople } from '#/server/money/tax/public.ts'

export type UnansweredFilter = FilterOf<Modules['othersales']['silent']>

/** A person who did not answer the request to declare the sales of a month. */
export interface UnansweredRow extends Row<'tax_standing', 'operator_id' | 'month'> {
  operator_name: Row<'operator'>['name']
  operator_code: Row<'operator'>['code']
  centre_name: Row<'centre'>['name']
  asked_reason: SalesNoticeReason
}

/**
 * Returns the declarable months whose policy counts declared sales, with the smallest gross that requires a
 * declaration.
 */
async function monthsRequiringAnswer(ctx: Context, only: string | undefined): Promise<{ month: string; least: number }[]> {
  const currentMonth = monthOf(ctx.now)
  const policies = await allPolicies(ctx)
  const months: { month: string; least: number }[] = []
  for (let month = currentMonth; month >= firstDeclarableMonth(currentMonth); month = shiftMonth(month, -1)) {
    const lastDay = shiftDay(monthStart(shiftMonth(month, 1)), -1)
    const policy = policies.find(({ effective_from, effective_to }) => effective_from <= lastDay && (effective_to === null || effective_to >= lastDay))
    if (policy?.params.vat.countsOtherPlatforms && (only ?? month) === month) months.push({ month, least: minGrossNearThreshold(policy.params.vat) })
  }
  return months
}

/**
 * Returns a page of the people of the caller's centres without a requested declaration, newest month first. The
 * requests depend on payments of all centres (`salesNoticeReasonOf`), so those sums are read beyond the scope and not shown.
 */
export async function peopleWithoutAnswer(
  ctx: Context,
  { month, keyword }: UnansweredFilter,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ rows: UnansweredRow[]; count: number }> {
  const months = await monthsRequiringAnswer(ctx, month)
  if (months.length === 0) return { rows: [], count: 0 }
  const keywordCondition = keyword ? sql`(operator.name ilike ${containsPattern(keyword)} or operator.code = ${keyword})` : sql`true`
  const rows = await ctx.widen(
    'tax standings',
    () =>
      ctx.rows<UnansweredRow & { all_rows: number }>`
    with asked as (select * from json_to_recordset(${JSON.stringify(months)}::json) as asked(month text, least bigint)),
    person as materialized (select operator.id, operator.name, operator.code, operator.sells_elsewhere, centre.name as centre_name
      from operator join centre on centre.id = operator.centre_id where ${inScope(ctx.scope, 'operator')} and ${keywordCondition}),
    month_paid as ${grossOfPeople(sql`select id from person`)},
    paid as (select *, min(month) over (partition by operator_id) = month as is_first from month_paid),
    silent as (select person.id as operator_id, person.name as operator_name, person.code as operator_code, person.centre_name, paid.month,
        case when paid.is_first then 'first' when person.sells_elsewhere then 'said' when paid.gross >= asked.least then 'near' end as asked_reason
      from paid join asked on asked.month = paid.month join person on person.id = paid.operator_id
      where not exists (select from other_sale sale where sale.operator_id = paid.operator_id and sale.month = paid.month
        and sale.state in ('pending', 'confirmed')))
    select *, count(*) over () as all_rows from silent where asked_reason is not null order by month desc, operator_id
    limit ${size} offset ${(page - 1) * size}`,
  )
  return { rows, count: rows[0]?.all_rows ?? 0 }
}
