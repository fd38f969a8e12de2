import { lineRefusals } from '#/api/money/lines.texts.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { add, type Fen, fen, subtract, ZERO } from '#/domain/base/money.ts'
import { monthOf, shiftMonth, yearAndMonthOf } from '#/domain/base/period.ts'
import type { TaxCredit } from '#/domain/money/clearing.ts'
import { noOtherSales, type SalesElsewhere } from '#/domain/money/other-sales.ts'
import { newPersonMonth, type OtherUnitsPart, type PersonMonth } from '#/domain/money/settlement.ts'
import { addWithheldMonth, initialWithholding, type WithholdingState } from '#/domain/money/tax-income.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { postJournals } from '#/server/money/ledger/public.ts'
import { creditJournals, creditsOf } from '#/server/money/tax/credits.ts'
import { reviewTaxMonths } from '#/server/money/tax/facts.ts'
import { reverseClearingsOfShortMonths, reverseUncoveredClearings } from '#/server/money/tax/reversals.ts'
import * as store from '#/server/money/tax/store.ts'
import { moveCredits, releaseCredits, spendCredits } from '#/server/money/tax/store-credits.ts'
import * as counted from '#/server/money/tax/store-facts.ts'
import * as others from '#/server/money/tax/store-others.ts'

export { closeMonth, declareReturns, reopenMonth } from '#/server/money/tax/closing.ts'
export {
  clearableExcesses,
  clearedAt,
  clearMonth,
  creditJournals,
  isCreditUnderWay,
  openYears,
  type TaxExcess,
} from '#/server/money/tax/credits.ts'
export { paidMonths, reviewDeclaredSales } from '#/server/money/tax/declared.ts'
export { addEarlierMonths, dropEarlierMonths, earlierObstacles } from '#/server/money/tax/earlier-income.ts'
export {
  addPolicy,
  allPolicies,
  batchesByPolicy,
  comparePolicies,
  isPeriodInUse,
  lockPolicies,
  type MonthComparison,
  type PolicyRecord,
  policyWithoutSuccessor,
  removePolicy,
} from '#/server/money/tax/policies.ts'
export { grossOfPeople, hasPolicyOn, isTaxMonthClosed, monthsOfPeople, peopleOfSeveralCentres } from '#/server/money/tax/store-fragments.ts'

/** The payments of one payer (centre) to one person so far, including reserved ones. */
export interface PersonMoney {
  /** The figures with which the calculation of the next payment in this month and mode begins. */
  readonly personMonth: PersonMonth
  /** Gross of the month in both modes, for limits. */
  readonly monthGross: Fen
  /** Gross of the month over all centres. */
  readonly everywhereGross: Fen
  /** Other sales of the natural person in the month, for the VAT threshold. Never shown. */
  readonly elsewhere: SalesElsewhere
  /** Sales without VAT in this mode, of this and the eleven months before, for the 5,000,000 rule. */
  readonly rollingSales: Fen
}

/** Returns the tax policy in force on a day (yyyy-MM-dd, Asia/Shanghai). Refuses if there is none. */
export async function policyOn(ctx: Context, day: string): Promise<TaxPolicy> {
  return (await store.findPolicy(ctx, { day })) ?? refuse(lineRefusals, 'noPolicy', { day })
}

/** Returns the policy in force on a day, or null. For display only. */
export function policyInForce(ctx: Context, day: string): Promise<TaxPolicy | null> {
  return store.findPolicy(ctx, { day })
}

/** Returns the tax policy with this version, to explain a calculation; null if there is none. */
export function policyByVersion(ctx: Context, version: string): Promise<TaxPolicy | null> {
  return store.findPolicy(ctx, { version })
}

/**
 * Accumulates the months for cumulative withholding (公告2025年第16号). A gap restarts the accumulation. The calculation
 * judges the gap before the payment itself.
 */
function withholdingOf(months: readonly store.MonthRow[], year: number, policy: TaxPolicy): WithholdingState {
  const { gapMonthsToReset, deductsSurcharge } = policy.params.withholding
  let state = initialWithholding(year)
  for (const row of months) {
    const { year: rowYear, month } = yearAndMonthOf(row.month)
    if (rowYear !== year) continue
    const deductibleSurcharge = deductsSurcharge ? add(fen(row.city_fen), fen(row.education_fen), fen(row.local_education_fen)) : ZERO
    state = addWithheldMonth(state, { year, month, income: fen(row.income_fen), other: deductibleSurcharge, withheld: fen(row.withheld_fen) }, gapMonthsToReset)
  }
  return state
}

/** The payments of all centres to a person in the month, and the natural person's other sales. */
interface TotalIncome {
  readonly gross: Fen
  readonly elsewhere: SalesElsewhere
}

function totalIncomeOf(row: store.TotalIncomeRow): TotalIncome {
  return { gross: fen(row.gross), elsewhere: { centres: fen(row.elsewhere), platforms: fen(row.declared) } }
}

interface PersonFacts extends TotalIncome {
  /** The credit that the natural person may use; null if there is none. */
  readonly credit: TaxCredit | null
}

function moneyOf(rows: readonly store.MonthRow[], mode: Mode, month: string, policy: TaxPolicy, everywhere: PersonFacts): PersonMoney {
  const modeRows = rows.filter((row) => row.mode === mode)
  const currentRow = modeRows.find((row) => row.month === month)
  const first = shiftMonth(month, -11)
  const personMonth: PersonMonth = {
    month,
    gross: fen(currentRow?.gross_fen ?? 0),
    vat: fen(currentRow?.vat_fen ?? 0),
    city: fen(currentRow?.city_fen ?? 0),
    education: fen(currentRow?.education_fen ?? 0),
    localEducation: fen(currentRow?.local_education_fen ?? 0),
    withholding: withholdingOf(modeRows, yearAndMonthOf(month).year, policy),
    credit: everywhere.credit,
  }
  return {
    personMonth,
    monthGross: add(...rows.filter((row) => row.month === month).map((row) => fen(row.gross_fen))),
    everywhereGross: everywhere.gross,
    elsewhere: everywhere.elsewhere,
    rollingSales: add(...modeRows.filter((row) => row.month >= first).map((row) => subtract(fen(row.gross_fen), fen(row.vat_fen)))),
  }
}

/** Returns the figures of a person without payments from this payer for a year. */
export function emptyPersonMoney(month: string): PersonMoney {
  return { personMonth: newPersonMonth(month), monthGross: ZERO, everywhereGross: ZERO, elsewhere: noOtherSales, rollingSales: ZERO }
}

/**
 * Returns this centre's payments to these people as of `month` (yyyy-MM) in one query. People without payments are
 * absent. Reads outside the caller's scope, because withholding covers all units of the payer.
 */
export async function personMonths(
  ctx: Context,
  where: { readonly centreId: number; readonly mode: Mode; readonly operatorIds: readonly number[]; readonly month: string },
  policy: TaxPolicy,
): Promise<Map<number, PersonMoney>> {
  if (where.operatorIds.length === 0) return new Map()
  const yearAgo = shiftMonth(where.month, -11)
  const [rows, incomes, credits] = await ctx.widen('tax standings', () =>
    Promise.all([
      store.monthsOf(ctx, where.centreId, where.operatorIds, yearAgo),
      store.grossAcrossCentres(ctx, where),
      where.mode === settlementMode.generalContract ? creditsOf(ctx, where.centreId, where.operatorIds) : new Map<number, TaxCredit>(),
    ]),
  )
  const everywhere = new Map(incomes.map((row) => [row.operator_id, totalIncomeOf(row)]))
  const rowsByOperator = Map.groupBy(rows, (row) => row.operator_id)
  const personFactsOf = (id: number) => ({ ...(everywhere.get(id) ?? { gross: ZERO, elsewhere: noOtherSales }), credit: credits.get(id) ?? null })
  return new Map(
    [...new Set([...rowsByOperator.keys(), ...everywhere.keys(), ...credits.keys()])].map((id) => [
      id,
      moneyOf(rowsByOperator.get(id) ?? [], where.mode, where.month, policy, personFactsOf(id)),
    ]),
  )
}

/**
 * Returns the amounts of the month that other units of this payer paid to these people. Omits people without such
 * payments in the last twelve months. Only for the calculation. Units must never see it.
 */
export async function amountsOfOtherUnits(
  ctx: Context,
  where: { readonly unitId: number; readonly centreId: number; readonly mode: Mode; readonly operatorIds: readonly number[]; readonly month: string },
): Promise<Map<number, OtherUnitsPart>> {
  if (where.operatorIds.length === 0) return new Map()
  const rows = await ctx.widen('tax standings', () => others.amountsOfOtherUnits(ctx, { ...where, from: shiftMonth(where.month, -11) }))
  return new Map(rows.map((row) => [row.operator_id, { monthGross: fen(row.month_gross) }]))
}

/**
 * Locks these people until the transaction ends, so that other payments to them wait, at any centre and in any mode.
 * Call it before calculating the amounts to reserve. Locks in ascending order, so that two batches never deadlock.
 */
export async function lockPeople(ctx: Context, operatorIds: readonly number[]): Promise<void> {
  if (operatorIds.length === 0) return
  await ctx.widen('tax standings', () => store.lockPeople(ctx, operatorIds))
}

/**
 * Returns whether a counted batch must be recomputed: earlier payments ended unexpectedly, or a person's month now
 * exceeds a limit.
 */
export async function isOutdated(
  ctx: Context,
  batch: { readonly id: number; readonly centre_id: number; readonly mode: Mode },
  limits: { readonly person: Fen; readonly everywhere: Fen | null },
): Promise<boolean> {
  return ctx.widen('tax standings', () => counted.isBatchOutdated(ctx, batch, monthOf(ctx.now), limits))
}

/**
 * Counts the payable lines of a batch in its people's standings, in the current Shanghai month. Each line counts once.
 * Returns the number of lines added. Refuses the batch if the credit of a line is no longer available.
 */
export async function reserveTax(ctx: Context, batch: store.BatchKey): Promise<number> {
  return ctx.widen('tax standings', () => reserveBatchLines(ctx, batch))
}

async function reserveBatchLines(ctx: Context, batch: store.BatchKey, again: number | null = null): Promise<number> {
  const [addedCount, [missing]] = await Promise.all([store.reserveLines(ctx, batch, monthOf(ctx.now)), spendCredits(ctx, batch, again)])
  if (missing !== undefined) refuse(lineRefusals, 'creditGone', { seq: missing })
  return addedCount
}

/**
 * Counts a line that had ended and is in progress again, in the current month. The tax of the line was computed on
 * another day, so the year is reviewed once the person has no unfinished payment.
 */
export async function reserveTaxAgain(ctx: Context, line: store.BatchKey & { readonly batch_id: number }): Promise<void> {
  await ctx.widen('tax standings', async () => {
    await reserveBatchLines(ctx, { id: line.batch_id, month: line.month }, line.id)
    await counted.flagFollowingMonths(ctx, await counted.countedLines(ctx, [line.id]))
  })
}

/** Locks the people of these lines, removes the lines from the standings and reviews the people's tax. */
async function uncountLines(ctx: Context, lines: readonly counted.CountedLine[]): Promise<number> {
  if (lines.length === 0) return 0
  const lineIds = lines.map((line) => line.line_id)
  const personIds = [...new Set(lines.map((line) => line.operator_id))]
  await store.lockPeople(ctx, personIds)
  const releasedCount = await counted.releaseLines(ctx, lineIds)
  await releaseCredits(ctx, lineIds)
  await reverseUncoveredClearings(ctx, lines)
  await counted.flagFollowingMonths(ctx, lines)
  await reviewTaxMonths(ctx, personIds, lines)
  return releasedCount
}

/**
 * Removes lines (failed, cancelled, returned, or of a rejected batch) from the standings, with exactly the counted
 * figures. A closed month stays unchanged until a correction declares the return. Skips lines that are not counted.
 * Returns the number of lines removed.
 */
export async function releaseTax(ctx: Context, lines: readonly { readonly id: number }[]): Promise<number> {
  if (lines.length === 0) return 0
  return ctx.widen('tax standings', async () => {
    const ids = lines.map((line) => line.id)
    return uncountLines(ctx, await counted.countedLines(ctx, ids))
  })
}

/**
 * Removes a whole batch from the standings, and reverses clearings whose months are short of tax again. Returns the
 * number of lines removed.
 */
export async function releaseBatchTax(ctx: Context, batchId: number): Promise<number> {
  return ctx.widen('tax standings', async () => {
    const lines = await counted.countedLinesOfBatch(ctx, batchId)
    if (lines.length === 0) return 0
    const ids = lines.map((line) => line.line_id)
    const releasedCount = await uncountLines(ctx, lines)
    await reverseClearingsOfShortMonths(ctx, lines)
    await postJournals(ctx, await creditJournals(ctx, [], ids))
    return releasedCount
  })
}

/**
 * Counts paid lines in the month of payment (属期), even if they were counted in another one. The withheld tax is the
 * confirmed one. If the tax due of the month differs and the person has no unfinished payment, stores the difference.
 * The caller has locked the people, so that a concurrent review does not treat these lines as unpaid.
 */
export async function countPaidLines(ctx: Context, lines: readonly { readonly id: number; readonly paidAt: Date }[]): Promise<void> {
  if (lines.length === 0) return
  await ctx.widen('tax standings', async () => {
    const movedLines = await counted.markLinesPaid(
      ctx,
      lines.map((line) => ({ line_id: line.id, month: monthOf(line.paidAt) })),
    )
    if (movedLines.length > 0) {
      await counted.recountLines(ctx, movedLines)
      await moveCredits(ctx, movedLines)
      await counted.flagFollowingMonths(ctx, movedLines)
    }
    const linesToReview = await counted.linesToReview(
      ctx,
      lines.map((line) => line.id),
    )
    if (linesToReview.length === 0) return
    await reviewTaxMonths(ctx, [...new Set(linesToReview.map((line) => line.operator_id))], linesToReview)
  })
}

/**
 * Reverses clearings whose months are short of tax again after these lines ended. `creditJournals` returns their
 * journals. The caller has locked the people.
 */
export async function reverseClearings(ctx: Context, lines: readonly { readonly id: number; readonly operator_id: number | null }[]): Promise<void> {
  const endedLines = lines.flatMap(({ id, operator_id }) => (operator_id === null ? [] : [{ line_id: id, operator_id }]))
  if (endedLines.length > 0) await ctx.widen('tax standings', () => reverseClearingsOfShortMonths(ctx, endedLines))
}
