import { add, type Fen, fen, ZERO } from '#/domain/base/money.ts'
import { clearableParts, noTaxParts, spreadOverMonths, type TaxCredit, type TaxParts, taxPartNames, totalOfTaxParts } from '#/domain/money/clearing.ts'
import { clearedTaxPostings } from '#/domain/money/posting.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type Journal, postJournals } from '#/server/money/ledger/public.ts'
import { policiesOf, reviewTaxMonths } from '#/server/money/tax/facts.ts'
import * as store from '#/server/money/tax/store-credits.ts'
import { flagFollowingMonths } from '#/server/money/tax/store-facts.ts'

/** The excess tax of a person's closed month, and the part that belongs to the person. */
export interface TaxExcess {
  readonly centreId: number
  readonly operatorId: number
  readonly month: string
  readonly parts: TaxParts
}

function excessOf(row: store.ExcessRow): TaxExcess {
  const credit = {
    vat: fen(row.vat_fen),
    city: fen(row.city_fen),
    education: fen(row.education_fen),
    localEducation: fen(row.local_education_fen),
    iit: fen(row.withheld_fen),
  }
  const borneParts = {
    vat: fen(row.borne_vat),
    city: fen(row.borne_city),
    education: fen(row.borne_education),
    localEducation: fen(row.borne_local_education),
    iit: fen(row.borne_withheld),
  }
  return { centreId: row.centre_id, operatorId: row.operator_id, month: row.month, parts: clearableParts(credit, borneParts) }
}

/**
 * Returns the clearable excess of closed months, of these centres (null for all) and of everyone, or of one person who
 * claimed it in time.
 */
export async function clearableExcesses(ctx: Context, centreIds: readonly number[] | null, claimantId: number | null = null): Promise<TaxExcess[]> {
  const rows = await ctx.widen('tax standings', () => store.taxExcesses(ctx, centreIds, claimantId, claimantId !== null))
  return rows.map(excessOf).filter(({ parts }) => taxPartNames.some((name) => parts[name] > 0))
}

/** Returns the credit of each person that the next payment of the centre uses. */
export async function creditsOf(ctx: Context, centreId: number, operatorIds: readonly number[]): Promise<Map<number, TaxCredit>> {
  const rows = await store.openCredits(ctx, centreId, operatorIds)
  return new Map(rows.map((row) => [row.operator_id, { clearingId: row.id, left: fen(row.left_fen) }]))
}

/** Returns the journal of a clearing's row in tax_adjustment. Each row is posted once. */
function clearedTaxJournal(row: store.ClearedTaxRow): Journal {
  const surcharge = add(fen(row.city_fen), fen(row.education_fen), fen(row.local_education_fen))
  return {
    kind: 'clearing',
    owner: { centreId: row.centre_id, mode: 2, unitId: null },
    refType: 'tax_adjustment',
    refId: row.id,
    refNo: row.month,
    idemKey: `clearing:${row.id}`,
    postings: clearedTaxPostings({ vat: fen(row.vat_fen), surcharge, iit: fen(row.withheld_fen) }),
  }
}

/**
 * Returns the unposted journals for ended lines: those of the credits that the paid or returned lines use, and those of
 * the reversed clearings. `others` are lines that ended without payment.
 */
export async function creditJournals(ctx: Context, lineIds: readonly number[], others: readonly number[]): Promise<Journal[]> {
  if (lineIds.length + others.length === 0) return []
  const rows = await ctx.widen('tax standings', () => store.unbookedCredits(ctx, lineIds, others))
  return rows.map(clearedTaxJournal)
}

/**
 * Returns the years (`operator:year`) in which these people have unfinished payments. The excess of such a year may
 * still change.
 */
export async function openYears(ctx: Context, operatorIds: readonly number[]): Promise<Set<string>> {
  if (operatorIds.length === 0) return new Set()
  const rows = await ctx.widen('tax standings', () => store.yearsUnderWay(ctx, operatorIds))
  return new Set(rows.map((row) => `${row.operator_id}:${row.year}`))
}

/** Returns when a clearing removed its excess from the month: at its first approval. */
export async function clearedAt(ctx: Context, clearingId: number): Promise<Date | null> {
  return ctx.widen('tax standings', () => store.clearedAt(ctx, clearingId))
}

export interface MonthToClear extends TaxExcess {
  readonly clearingId: number
}

/** Returns whether an unfinished payment reserves the credit. */
export async function isCreditUnderWay(ctx: Context, clearingId: number): Promise<boolean> {
  return ctx.widen('tax standings', () => store.isCreditUnderWay(ctx, clearingId))
}

/**
 * Removes an excess from its closed month and books it as owed to the person. The next correction of the month declares
 * it. Income tax of the year beyond that of the month is removed from earlier months. Returns false, and changes no
 * row, if the month no longer has that excess. The caller has locked the person.
 */
export async function clearMonth(ctx: Context, { clearingId, centreId, operatorId, month, parts }: MonthToClear): Promise<boolean> {
  const currentExcess = (await clearableExcesses(ctx, [centreId], operatorId)).find((each) => each.month === month)
  if (!currentExcess || taxPartNames.some((name) => currentExcess.parts[name] < parts[name])) return false
  return ctx.widen('tax standings', async () => {
    const policy = (await policiesOf(ctx, [month])).get(month)
    const income: Fen = policy?.params.withholding.baseExcludesVat ? parts.vat : ZERO
    const borneByMonth = await store.incomeTaxBorne(ctx, centreId, operatorId, month.slice(0, 4))
    const iit = spreadOverMonths(
      parts.iit,
      borneByMonth.map((each) => ({ month: each.month, fen: fen(each.fen) })),
    )
    const clearingKey = { clearingId, centreId, operatorId }
    const rows: store.ClearedTaxRow[] = []
    for (const [of, part] of new Map([[month, ZERO], ...iit])) {
      const otherParts = of === month ? { ...parts, income } : { ...noTaxParts, income: ZERO }
      const clearedTax = { ...clearingKey, ...otherParts, month: of, iit: part }
      if (totalOfTaxParts(clearedTax) > 0) rows.push(await store.insertClearedTax(ctx, clearedTax))
    }
    const flaggedMonths = [...iit.keys(), month].map((of) => ({ line_id: 0, centre_id: centreId, mode: 2, operator_id: operatorId, month: of }) as const)
    await flagFollowingMonths(ctx, flaggedMonths)
    await reviewTaxMonths(ctx, [operatorId], [])
    await postJournals(ctx, rows.map(clearedTaxJournal))
    return true
  })
}
