import { sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { freshPlan } from '#/server/lib/database/prepared-plans.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { grossDeclared, grossElsewhere } from '#/server/money/tax/store-elsewhere.ts'

const code = 'CN'

interface PolicyRow extends Row<'tax_policy', 'version' | 'effective_from' | 'effective_to' | 'params'> {
  params: TaxPolicy['params']
}

/** Returns the policy of a day or a version; null if there is none. */
export async function findPolicy(ctx: Context, by: { day: string } | { version: string }): Promise<TaxPolicy | null> {
  const policyCondition =
    'version' in by ? sql`version = ${by.version}` : sql`effective_from <= ${by.day} and (effective_to is null or effective_to >= ${by.day})`
  const row = await ctx.row<PolicyRow>`select version, effective_from, effective_to, params from tax_policy where code = ${code} and ${policyCondition}
    order by effective_from desc limit 1`
  return row ? { code, version: row.version, effectiveFrom: row.effective_from, effectiveTo: row.effective_to, params: row.params } : null
}

const figureNames = ['gross_fen', 'income_fen', 'vat_fen', 'city_fen', 'education_fen', 'local_education_fen', 'withheld_fen'] as const

export interface MonthRow extends Row<'tax_standing', 'operator_id' | 'mode' | 'month' | (typeof figureNames)[number]> {
  mode: Mode
}

const figureSums = sql.raw(figureNames.map((name) => `sum(${name})::bigint as ${name}`).join(', '))
const figureAdditions = sql.raw(figureNames.map((name) => `${name} = tax_standing.${name} + excluded.${name}`).join(', '))
const figureColumnList = sql.raw(figureNames.join(', '))

/**
 * Returns the months of these people with this payer since `from`, oldest first. Payment returns in closed months are
 * deducted.
 */
export async function monthsOf(ctx: Context, centreId: number, operatorIds: readonly number[], from: string): Promise<MonthRow[]> {
  const ids = [...operatorIds]
  return ctx.rows<MonthRow>`
    with counted as (
      select operator_id, mode, month, ${figureColumnList} from tax_standing where centre_id = ${centreId} and operator_id = any(${ids}::bigint[]) and month >= ${from}
      union all
      select operator_id, mode, month, ${figureColumnList} from tax_adjustment
        where centre_id = ${centreId} and operator_id = any(${ids}::bigint[]) and month >= ${from} and kind = 'uncounted')
    select operator_id, mode, month, ${figureSums} from counted group by operator_id, mode, month having sum(gross_fen) > 0 order by operator_id, month`
}

export interface TotalIncomeRow extends Row<'tax_standing', 'operator_id'> {
  gross: number
  elsewhere: number
  declared: number
}

/**
 * Sums the payments to these people in a month: of all centres and both modes, and of other centres to natural persons.
 * Adds the sales that natural persons declared for other platforms. Omits people with neither.
 */
export async function grossAcrossCentres(
  ctx: Context,
  { centreId, operatorIds, month }: { readonly centreId: number; readonly operatorIds: readonly number[]; readonly month: string },
): Promise<TotalIncomeRow[]> {
  const ids = [...operatorIds]
  return ctx.rows<TotalIncomeRow>`
    with person as (select operator_id, sum(gross_fen)::bigint as gross from (
        select operator_id, gross_fen from tax_standing where operator_id = any(${ids}::bigint[]) and month = ${month}
        union all
        select operator_id, 0 from other_sale where operator_id = any(${ids}::bigint[]) and month = ${month} and state = 'confirmed') known group by operator_id)
    select person.operator_id, person.gross,
      ${grossElsewhere({ operator: sql`person.operator_id`, month: sql`${month}`, centre: sql`${centreId}::bigint` })} as elsewhere,
      ${grossDeclared(sql`person.operator_id`, sql`${month}`)} as declared from person`
}

/**
 * Locks people in id order until the transaction ends, so that other payments to them wait, at any centre and in any
 * mode.
 */
export async function lockPeople(ctx: Context, operatorIds: readonly number[]): Promise<void> {
  // Uses row locks, not advisory locks: a batch has up to 5,000 people, and the server's lock table has room for about
  // 6,400 advisory locks in total.
  await ctx.run`select from operator where id = any(${[...operatorIds]}::bigint[]) order by id for no key update`
}

/** A batch with its own month, which is that of its lines' partition. */
export interface BatchKey {
  readonly id: number
  readonly month: string
}

// VAT recovered for the whole month can exceed the payment. Then the income tax due for the months is less than the tax
// withheld.
const isWithheldEarly = sql`bool_or(mode = ${settlementMode.generalContract} and income_fen < city_fen + education_fen + local_education_fen)`

/**
 * Counts the payable lines of a batch in the tax month `month`, each once. Returns the number of lines added. In mode 2,
 * a line that pays a business counts as mode 1.
 */
export async function reserveLines(ctx: Context, batch: BatchKey, month: string): Promise<number> {
  const row = await ctx.row<{ added: number }>`${freshPlan}
    with added as (
      insert into tax_reservation (line_id, batch_id, centre_id, mode, operator_id, month, ${figureColumnList})
      select line.id, line.batch_id, line.centre_id, case when line.entity_id is null then line.mode else 1 end, line.operator_id, ${month}, line.gross_fen, line.income_fen, line.vat_fen, line.city_fen,
        line.education_fen, line.local_education_fen, line.iit_fen
      from payment_line line where line.month = ${batch.month}::date and line.batch_id = ${batch.id} and line.operator_id is not null
        and line.state in ('ready', 'warned', 'queued', 'sent', 'processing', 'held', 'unknown', 'success')
      on conflict (line_id) do nothing
      returning *),
    counted as (
      insert into tax_standing (centre_id, mode, operator_id, month, ${figureColumnList}, needs_review)
      select centre_id, mode, operator_id, month, ${figureSums}, ${isWithheldEarly} from added group by centre_id, mode, operator_id, month
      order by centre_id, mode, operator_id, month
      on conflict (centre_id, mode, operator_id, month) do update set ${figureAdditions}, version = tax_standing.version + 1,
        needs_review = tax_standing.needs_review or excluded.needs_review
      returning 1)
    select count(*) as added from added`
  return row?.added ?? 0
}

interface PaidMonthRow extends Row<'tax_standing', 'month'> {
  gross: number
}

/** Returns the months in which any centre paid the natural person, oldest first. */
export async function paidMonths(ctx: Context, operatorId: number): Promise<PaidMonthRow[]> {
  return ctx.rows<PaidMonthRow>`select month, sum(gross_fen)::bigint as gross from tax_standing
    where operator_id = ${operatorId} and mode = ${settlementMode.generalContract} group by month having sum(gross_fen) > 0 order by month`
}
