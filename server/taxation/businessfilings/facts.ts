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
import { invoiceParts } from '#/server/taxation/businessinvoices/public.ts'

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

interface BusinessQuarter {
  readonly entity_id: number
  readonly quarter: string
}

/**
 * Returns whether the sales of earlier quarters were near the threshold or reached it, by business and quarter: as filed,
 * or by the payments of a quarter without a filing.
 */
async function earlierLevels(
  ctx: Context,
  businesses: readonly BusinessRow[],
  { entered, earlier }: { readonly entered: readonly store.EnteredFigureRow[]; readonly earlier: readonly BusinessQuarter[] },
  { policies, policy, warnPpm }: { readonly policies: ReadonlyMap<string, TaxPolicy>; readonly policy: TaxPolicy; readonly warnPpm: number },
): Promise<Map<number, Map<string, FilingLevel>>> {
  const levels = new Map(businesses.map(({ id }) => [id, new Map<string, FilingLevel>()]))
  for (const row of entered) if (row.kind === 'vat') levels.get(row.entity_id)?.set(row.period, row.level)
  const unfiled = earlier.filter((row) => levels.get(row.entity_id)?.get(row.quarter) === undefined)
  const ids = new Set(unfiled.map((row) => row.entity_id))
  const moved = await store.movedQuarters(
    ctx,
    'vat',
    businesses.filter(({ id }) => ids.has(id)),
    [...new Set(unfiled.map((row) => row.quarter))].sort(),
    ratesOf(policies),
  )
  const movedBy = Map.groupBy(moved, (row) => `${row.entity_id} ${row.quarter}`)
  for (const { entity_id: id, quarter } of unfiled) {
    const sales = sumOf(movedBy.get(`${id} ${quarter}`) ?? [], (row) => fen(row.sales_fen))
    levels.get(id)?.set(quarter, levelOfQuarter(sales, ppm(warnPpm), (policies.get(quarter) ?? policy).params))
  }
  return levels
}

/** Reads the facts of businesses whose computed quarters begin with the same one. */
async function factsSince(
  ctx: Context,
  start: string,
  { kind, period }: { readonly kind: FilingKind; readonly period: string },
  businesses: readonly BusinessRow[],
): Promise<[number, FilingFacts][]> {
  const ids = businesses.map((business) => business.id)
  const [first = period] = quartersUpTo(period)
  const quarters = [...quartersBetween(start, previousQuarter(first)), ...quartersUpTo(period)]
  const policies = await policiesOf(ctx, quarters, start)
  const policy = await policyOn(ctx, policyDayOf(period))
  const rules = filingRulesOn(filingRules, policyDayOf(period))
  const moved = await store.movedQuarters(ctx, kind, businesses, quarters, ratesOf(policies))
  const parts = await invoiceParts(ctx, ids, daysOfPeriod(start).from, daysOfPeriod(period).to)
  const concerned = [
    ...moved.map((row) => ({ entity_id: row.entity_id, quarter: row.paid_quarter })),
    ...parts.flatMap((part) => [part.paidQuarter, part.returnedQuarter ?? start].map((quarter) => ({ entity_id: part.entityId, quarter }))),
  ]
  const earlier = [...new Map(concerned.filter((row) => row.quarter < start).map((row) => [`${row.entity_id} ${row.quarter}`, row])).values()]
  const periods = [previousQuarter(start), ...quarters, period, ...earlier.map((row) => row.quarter)]
  const entered = await store.enteredFiguresOf(ctx, ids, [...new Set(periods)])
  const levels = await earlierLevels(ctx, businesses, { entered, earlier }, { policies, policy, warnPpm: rules.warnPpm })
  const idOf = (row: { readonly entity_id: number }) => row.entity_id
  const [movedBy, partsBy, enteredBy] = [Map.groupBy(moved, idOf), Map.groupBy(parts, (part) => part.entityId), Map.groupBy(entered, idOf)]
  return ids.map((id) => [
    id,
    {
      ...{ kind, period, quarters, policies, policy, rules },
      ...{ moved: movedBy.get(id) ?? [], invoiceParts: partsBy.get(id) ?? [], entered: enteredBy.get(id) ?? [], levels: levels.get(id) ?? new Map() },
    },
  ])
}

/** Reads the facts of these businesses for a period, by business. Those of one do not depend on the others. */
export async function filingFactsOf(
  ctx: Context,
  filing: { readonly kind: FilingKind; readonly period: string },
  businesses: readonly BusinessRow[],
): Promise<Map<number, FilingFacts>> {
  const ids = businesses.map((business) => business.id)
  const [first = filing.period] = quartersUpTo(filing.period)
  const starts = filing.kind === 'annualReport' ? [] : await store.creditStartsBefore(ctx, ids, first)
  const startBy = new Map(starts.map((row) => [row.entity_id, row.quarter]))
  const facts = new Map<number, FilingFacts>()
  for (const [start, group] of Map.groupBy(businesses, ({ id }) => startBy.get(id) ?? first))
    for (const [id, ofOne] of await factsSince(ctx, start, filing, group)) facts.set(id, ofOne)
  return facts
}
