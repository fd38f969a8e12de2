import { fen, ppm, sumOf } from '#/domain/base/money.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import {
  daysOfPeriod,
  type FilingKind,
  type FilingLevel,
  levelOfQuarter,
  policyDayOf,
  previousQuarter,
  quartersBetween,
  quartersUpTo,
} from '#/domain/taxation/business-filing.ts'
import { filingRulesOn } from '#/domain/taxation/filing-rules.ts'
import type { Context } from '#/server/kernel/context.ts'
import { policyInForce, policyOn } from '#/server/money/tax/public.ts'
import type { FilingFacts } from '#/server/taxation/businessfilings/quarters.ts'
import { filingRules } from '#/server/taxation/businessfilings/rules.ts'
import type { BusinessRow } from '#/server/taxation/businessfilings/store-facts.ts'
import * as store from '#/server/taxation/businessfilings/store-quarters.ts'
import { issuedQuarters } from '#/server/taxation/businessinvoices/public.ts'

/** How many quarters after its payment a return is taxed back at the rate of the payment. */
const maxReturnQuarters = 8

const quarterBefore = (quarter: string, count: number): string => (count === 0 ? quarter : quarterBefore(previousQuarter(quarter), count - 1))

/** Returns the tax policies of these quarters and of those whose payments may come back in them, by quarter. */
async function policiesOf(ctx: Context, quarters: readonly string[], first: string): Promise<Map<string, TaxPolicy>> {
  const policies = new Map<string, TaxPolicy>()
  for (const quarter of [...quartersBetween(quarterBefore(first, maxReturnQuarters), previousQuarter(first)), ...quarters]) {
    const policy = quarters.includes(quarter) ? await policyOn(ctx, policyDayOf(quarter)) : await policyInForce(ctx, policyDayOf(quarter))
    if (policy) policies.set(quarter, policy)
  }
  return policies
}

const ratesOf = (policies: ReadonlyMap<string, TaxPolicy>) => [...policies].map(([quarter, { params }]) => ({ quarter, ratePpm: params.vat.reducedPpm }))

/**
 * Returns whether the sales of earlier quarters were near the threshold or reached it, by business and quarter: as filed,
 * or by the payments of a quarter without a filing.
 */
async function earlierLevels(
  ctx: Context,
  businesses: readonly BusinessRow[],
  {
    entered,
    paid,
  }: { readonly entered: readonly store.EnteredFigureRow[]; readonly paid: readonly { readonly entity_id: number; readonly paid_quarter: string }[] },
  { policies, policy, warnPpm }: { readonly policies: ReadonlyMap<string, TaxPolicy>; readonly policy: TaxPolicy; readonly warnPpm: number },
): Promise<Map<number, Map<string, FilingLevel>>> {
  const levels = new Map(businesses.map(({ id }) => [id, new Map<string, FilingLevel>()]))
  for (const row of entered) if (row.kind === 'vat') levels.get(row.entity_id)?.set(row.period, row.level)
  const unfiled = paid.filter((row) => levels.get(row.entity_id)?.get(row.paid_quarter) === undefined)
  const ids = new Set(unfiled.map((row) => row.entity_id))
  const moved = await store.movedQuarters(
    ctx,
    'vat',
    businesses.filter(({ id }) => ids.has(id)),
    [...new Set(unfiled.map((row) => row.paid_quarter))].sort(),
    ratesOf(policies),
  )
  for (const { entity_id: id, paid_quarter: quarter } of unfiled) {
    const sales = sumOf(
      moved.filter((row) => row.entity_id === id && row.quarter === quarter),
      (row) => fen(row.sales_fen),
    )
    levels.get(id)?.set(quarter, levelOfQuarter(sales, ppm(warnPpm), (policies.get(quarter) ?? policy).params))
  }
  return levels
}

/** Reads the facts of these businesses for a period. Returns a function that gives those of one. */
export async function filingFactsOf(
  ctx: Context,
  { kind, period }: { readonly kind: FilingKind; readonly period: string },
  businesses: readonly BusinessRow[],
): Promise<(businessId: number) => FilingFacts> {
  const ids = businesses.map((business) => business.id)
  const [first = period] = quartersUpTo(period)
  const starts = kind === 'annualReport' ? [] : await store.creditStartsBefore(ctx, ids, first)
  const [start = first] = starts.map((each) => each.quarter).sort()
  const quarters = [...quartersBetween(start, previousQuarter(first)), ...quartersUpTo(period)]
  const policies = await policiesOf(ctx, quarters, start)
  const policy = await policyOn(ctx, policyDayOf(period))
  const rules = filingRulesOn(filingRules, policyDayOf(period))
  const moved = await store.movedQuarters(ctx, kind, businesses, quarters, ratesOf(policies))
  const issued = await issuedQuarters(ctx, ids, daysOfPeriod(start).from, daysOfPeriod(period).to)
  const paid = [...moved, ...issued].filter((row) => row.paid_quarter < start)
  const periods = [previousQuarter(start), ...quarters, period, ...paid.map((row) => row.paid_quarter)]
  const entered = await store.enteredFiguresOf(ctx, ids, [...new Set(periods)])
  const levels = await earlierLevels(ctx, businesses, { entered, paid }, { policies, policy, warnPpm: rules.warnPpm })
  const idOf = (row: { readonly entity_id: number }) => row.entity_id
  const [movedBy, issuedBy, enteredBy] = [Map.groupBy(moved, idOf), Map.groupBy(issued, idOf), Map.groupBy(entered, idOf)]
  return (id) => ({
    ...{ kind, period, quarters, policies, policy, rules },
    ...{ moved: movedBy.get(id) ?? [], issued: issuedBy.get(id) ?? [], entered: enteredBy.get(id) ?? [], levels: levels.get(id) ?? new Map() },
  })
}
