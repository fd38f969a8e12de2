import { add, type Fen, fen, ppm, ZERO } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftDay } from '#/domain/base/period.ts'
import { type MonthTax, noTax, type PaidMonth, taxOfMonths } from '#/domain/money/tax-month.ts'
import { lawWarningDay, type TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { Context } from '#/server/kernel/context.ts'
import { earlierPartOf, policiesOf } from '#/server/money/tax/facts.ts'
import * as store from '#/server/money/tax/store-policies.ts'

export { allPolicies, batchesByPolicy, isPeriodInUse, lockPolicies, type PolicyRecord } from '#/server/money/tax/store-policies.ts'

/**
 * Adds a policy and ends the previous one on the day before. The caller has locked the table and validated the policy.
 */
export async function addPolicy(ctx: Context, policy: Omit<TaxPolicy, 'code'>, before: { readonly version: string }, draftId: number): Promise<void> {
  await store.setPolicyEnd(ctx, before.version, shiftDay(policy.effectiveFrom, -1))
  await store.insertPolicy(ctx, policy, draftId)
}

/** Removes a policy before its first day and restores the end of the previous one. */
export async function removePolicy(ctx: Context, draftId: number, before: { readonly version: string; readonly to: string | null }): Promise<void> {
  await store.withdrawPolicy(ctx, draftId)
  await store.setPolicyEnd(ctx, before.version, before.to)
}

/** Returns the last policy if users must be reminded that it has no successor. `since` is the day of the reminder. */
export async function policyWithoutSuccessor(ctx: Context): Promise<{ readonly version: string; readonly lastDay: string; readonly since: string } | null> {
  const lastPolicy = (await store.allPolicies(ctx)).at(-1)
  const since = lawWarningDay(lastPolicy?.effective_to ?? null, dayOf(ctx.now))
  return lastPolicy?.effective_to && since ? { version: lastPolicy.version, lastDay: lastPolicy.effective_to, since } : null
}

const limits = { batches: 200, batchPeople: 5000, people: 2000, shown: 50 } as const

/** One row of a comparison: the month's tax under the policy in force and under the other one. */
export interface PolicyComparison {
  readonly gross: Fen
  readonly before: Fen
  readonly after: Fen
}

/** The effect of another policy on this month. */
export interface MonthComparison {
  readonly month: string
  readonly people: { readonly counted: number; readonly changed: number; readonly rows: readonly (PolicyComparison & { name: string; centreName: string })[] }
  readonly batches: {
    readonly counted: number
    readonly changed: number
    readonly rows: readonly (PolicyComparison & { id: number; no: string; unitName: string; people: number })[]
  }
  /** Whether the comparison omits people or batches beyond the limits. */
  readonly isCut: boolean
}

const totalOf = ({ vat, city, education, localEducation, withheld }: MonthTax): Fen => add(vat, city, education, localEducation, withheld)
const keyOf = (row: { readonly centre_id: number; readonly operator_id: number }) => `${row.centre_id}:${row.operator_id}`
const isChanged = ({ before, after }: PolicyComparison) => before !== after
const byDifference = (one: PolicyComparison, other: PolicyComparison) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before)

/** Compares the tax of the last month under both policies. `more` is added to the counted gross. */
function compareMonth(
  months: readonly store.PersonMonthRow[],
  more: Fen,
  policies: ReadonlyMap<string, TaxPolicy>,
  comparedPolicy: TaxPolicy,
): PolicyComparison {
  const lastMonth = months.at(-1)
  const paidMonths = months.flatMap((row): PaidMonth[] => {
    const policy = policies.get(row.month)
    const gross = add(fen(row.gross_fen), row === lastMonth ? more : ZERO)
    const salesElsewhere = { centres: fen(row.elsewhere_gross), platforms: fen(row.declared_gross) }
    return policy && gross > 0
      ? [{ month: row.month, gross, policy, cityRatePpm: ppm(row.city_rate_ppm), elsewhere: salesElsewhere, earlier: earlierPartOf(row) }]
      : []
  })
  const currentMonth = paidMonths.at(-1)
  if (!lastMonth || currentMonth?.month !== lastMonth.month) return { gross: ZERO, before: ZERO, after: ZERO }
  const taxUnder = (policy: TaxPolicy) => totalOf(taxOfMonths([...paidMonths.slice(0, -1), { ...currentMonth, policy }]).at(-1) ?? noTax)
  return { gross: currentMonth.gross, before: taxUnder(currentMonth.policy), after: taxUnder(comparedPolicy) }
}

/**
 * Returns the tax of this month's people and open batches under another policy. Covers natural persons of mode 2, whose
 * tax depends on policies. A batch's tax is that of its people's month including the batch. Limited to the newest
 * batches and largest amounts. `isCut` reports omitted ones.
 */
export async function comparePolicies(ctx: Context, comparedPolicy: TaxPolicy): Promise<MonthComparison> {
  return ctx.widen('tax standings', async () => {
    const month = monthOf(ctx.now)
    const peopleInBatches = await store.openBatchPeople(ctx, limits.batches, limits.batchPeople)
    const peopleOfMonth = await store.peopleOfMonth(ctx, month, limits.people)
    const rows = await store.yearRowsOf(
      ctx,
      [...peopleInBatches, ...peopleOfMonth].map(({ centre_id, operator_id }) => ({ centre_id, operator_id })),
      month,
    )
    const policies = await policiesOf(ctx, [...new Set(rows.map((row) => row.month))])
    const yearRowsByPerson = Map.groupBy(rows, keyOf)
    const people = peopleOfMonth.map((row) => {
      const months = yearRowsByPerson.get(keyOf(row)) ?? []
      return { name: months[0]?.name ?? '', centreName: months[0]?.centre_name ?? '', ...compareMonth(months, ZERO, policies, comparedPolicy) }
    })
    const batches = [...Map.groupBy(peopleInBatches, (row) => row.batch_id)].map(([id, own]) => {
      const comparisons = own.map((row) => compareMonth(yearRowsByPerson.get(keyOf(row)) ?? [], fen(row.fresh_fen), policies, comparedPolicy))
      const sum = (of: (row: PolicyComparison) => Fen) => add(...comparisons.map(of))
      const [first] = own
      const gross = add(...own.map((row) => fen(row.gross_fen)))
      return {
        id,
        no: first?.no ?? '',
        unitName: first?.unit_name ?? '',
        people: own.length,
        gross,
        before: sum((row) => row.before),
        after: sum((row) => row.after),
      }
    })
    const largestDifferences = <T extends PolicyComparison>(all: readonly T[]) => {
      const changedRows = all.filter(isChanged).sort(byDifference)
      return { counted: all.length, changed: changedRows.length, rows: changedRows.slice(0, limits.shown) }
    }
    const isCut = peopleOfMonth.length === limits.people || batches.length === limits.batches || peopleInBatches.length === limits.batchPeople
    return { month, people: largestDifferences(people), batches: largestDifferences(batches), isCut }
  })
}
