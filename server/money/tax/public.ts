import { lineRefusals } from '#/api/money/lines.texts.ts'
import { add, type Fen, fen, subtract, ZERO } from '#/domain/money.ts'
import { monthOf, partsOf, shiftMonth } from '#/domain/period.ts'
import { freshStanding, type OthersPart, type PersonStanding } from '#/domain/settlement.ts'
import { carryOn, freshYear, type WithholdingState } from '#/domain/tax-income.ts'
import type { TaxPolicy } from '#/domain/tax-policy.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { settleMonths } from '#/server/money/tax/facts.ts'
import * as store from '#/server/money/tax/store.ts'
import * as counted from '#/server/money/tax/store-facts.ts'
import * as others from '#/server/money/tax/store-others.ts'

export { type CentreMonth, closeMonth, declareReturns, reopenMonth } from '#/server/money/tax/closing.ts'
export { dropEarlier, type EarlierHold, type EarlierMonth, earlierObstacles, takeEarlier } from '#/server/money/tax/earlier.ts'
export {
  allPolicies,
  batchesByPolicy,
  type Compared,
  type Comparison,
  comparedUnder,
  enact,
  isComputed,
  lockPolicies,
  type PolicyRecord,
  takeBack,
  unfollowedLaw,
} from '#/server/money/tax/policies.ts'

/** What one payer (centre) has paid one person so far, frozen payments included. */
export interface PersonMoney {
  /** The figures the next payment of this month and mode continues from. */
  readonly standing: PersonStanding
  /** Gross of the month in both modes, for limits. */
  readonly monthGross: Fen
  /** The same over all centres. */
  readonly everywhereGross: Fen
  /** Sales, without VAT, of this and the eleven months before in this mode, for the 5,000,000 rule. */
  readonly rollingSales: Fen
}

/** The tax policy in force on a day (yyyy-MM-dd, Asia/Shanghai); refuses when there is none. */
export async function policyOn(ctx: Context, day: string): Promise<TaxPolicy> {
  return (await store.findPolicy(ctx, { day })) ?? refuse(lineRefusals, 'noPolicy', { day })
}

/** The same, null when there is none: for showing rules where nothing is computed. */
export function policyInForce(ctx: Context, day: string): Promise<TaxPolicy | null> {
  return store.findPolicy(ctx, { day })
}

/** The tax policy of this version, for showing how something was computed; null when there is none. */
export function policyNamed(ctx: Context, version: string): Promise<TaxPolicy | null> {
  return store.findPolicy(ctx, { version })
}

/** The run of months as cumulative withholding remembers it (公告2025年第16号): a gap restarts it, the payment itself decides about the gap before it. */
function withholdingOf(months: readonly store.MonthRow[], year: number, policy: TaxPolicy): WithholdingState {
  const { gapMonthsToReset, deductsSurcharge } = policy.params.withholding
  let state = freshYear(year)
  for (const row of months) {
    const { year: rowYear, month } = partsOf(row.month)
    if (rowYear !== year) continue
    const other = deductsSurcharge ? add(fen(row.city_fen), fen(row.education_fen), fen(row.local_education_fen)) : ZERO
    state = carryOn(state, { year, month, income: fen(row.income_fen), other, withheld: fen(row.withheld_fen) }, gapMonthsToReset)
  }
  return state
}

function moneyOf(rows: readonly store.MonthRow[], mode: Mode, month: string, policy: TaxPolicy, everywhereGross: Fen): PersonMoney {
  const own = rows.filter((row) => row.mode === mode)
  const now = own.find((row) => row.month === month)
  const first = shiftMonth(month, -11)
  const standing: PersonStanding = {
    month,
    gross: fen(now?.gross_fen ?? 0),
    vat: fen(now?.vat_fen ?? 0),
    city: fen(now?.city_fen ?? 0),
    education: fen(now?.education_fen ?? 0),
    localEducation: fen(now?.local_education_fen ?? 0),
    withholding: withholdingOf(own, partsOf(month).year, policy),
  }
  return {
    standing,
    monthGross: add(...rows.filter((row) => row.month === month).map((row) => fen(row.gross_fen))),
    everywhereGross,
    rollingSales: add(...own.filter((row) => row.month >= first).map((row) => subtract(fen(row.gross_fen), fen(row.vat_fen)))),
  }
}

/** The money of a person whom this payer has not paid for a year. */
export function noMoney(month: string): PersonMoney {
  return { standing: freshStanding(month), monthGross: ZERO, everywhereGross: ZERO, rollingSales: ZERO }
}

/**
 * What this centre has paid these people, as of `month` (yyyy-MM): one query whatever their number; people without payments are absent.
 * The caller sees beyond its scope here, because withholding looks at all units of the payer.
 */
export async function standings(
  ctx: Context,
  where: { readonly centreId: number; readonly mode: Mode; readonly operatorIds: readonly number[]; readonly month: string },
  policy: TaxPolicy,
): Promise<Map<number, PersonMoney>> {
  if (where.operatorIds.length === 0) return new Map()
  const yearAgo = shiftMonth(where.month, -11)
  const { rows, everywhere } = await ctx.widen('tax standings', async () => ({
    rows: await store.monthsOf(ctx, where.centreId, where.operatorIds, yearAgo),
    everywhere: new Map((await store.grossEverywhere(ctx, where.operatorIds, where.month)).map((row) => [row.operator_id, fen(row.gross)])),
  }))
  const months = Map.groupBy(rows, (row) => row.operator_id)
  return new Map(
    [...new Set([...months.keys(), ...everywhere.keys()])].map((id) => [
      id,
      moneyOf(months.get(id) ?? [], where.mode, where.month, policy, everywhere.get(id) ?? ZERO),
    ]),
  )
}

/** What one person may be paid in a month by all centres together, in fen; null where the platform sets no such limit. */
export async function personLimitEverywhere(ctx: Context): Promise<Fen | null> {
  const limit = await store.personLimit(ctx)
  return limit === null ? null : fen(limit)
}

/**
 * What of these people's money at this payer comes from units other than this one; people whom nobody else has paid since the year began (or, for the rule of
 * twelve months, since eleven months ago) are absent. For the calculation, which keeps it beside what it computes: units are never told it.
 */
export async function othersParts(
  ctx: Context,
  where: { readonly unitId: number; readonly centreId: number; readonly mode: Mode; readonly operatorIds: readonly number[]; readonly month: string },
): Promise<Map<number, OthersPart>> {
  if (where.operatorIds.length === 0) return new Map()
  const rows = await ctx.widen('tax standings', () => others.ofOtherUnits(ctx, { ...where, from: shiftMonth(where.month, -11) }))
  return new Map(rows.map((row) => [row.operator_id, { monthGross: fen(row.month_gross) }]))
}

/**
 * Keeps every other payment to these people, by whatever centre and in either mode, waiting until the transaction ends. To be called before calculating what is
 * then reserved (domain.md §8.1); people are locked in ascending order, so two batches never wait for each other.
 */
export async function lockPeople(ctx: Context, operatorIds: readonly number[]): Promise<void> {
  if (operatorIds.length === 0) return
  await ctx.widen('tax standings', () => store.lockPeople(ctx, operatorIds))
}

/** Whether the figures of a batch that is counted rest on payments that ended otherwise since, or a person's month is beyond a limit by now: then it is computed anew. */
export async function isShaken(
  ctx: Context,
  batch: { readonly id: number; readonly centre_id: number; readonly mode: Mode },
  limits: { readonly person: Fen; readonly everywhere: Fen | null },
): Promise<boolean> {
  return ctx.widen('tax standings', () => counted.isShaken(ctx, batch, monthOf(ctx.now), limits))
}

/** Counts the payable lines of a batch in the standings of its people, in the Shanghai month of now. Each line counts once: repeating it adds nothing. */
export async function reserveTax(ctx: Context, batchId: number): Promise<number> {
  return ctx.widen('tax standings', () => store.reserve(ctx, batchId, monthOf(ctx.now)))
}

/**
 * Counts a line that had ended and is under way again, in the month of now. Its tax was computed as of another day: when nothing of the person is under way any
 * more, what was taken in the year is held against what is due.
 */
export async function reserveTaxAgain(ctx: Context, line: { readonly id: number; readonly batch_id: number }): Promise<void> {
  await ctx.widen('tax standings', async () => {
    await store.reserve(ctx, line.batch_id, monthOf(ctx.now))
    await counted.flagFollowing(ctx, await counted.countedLines(ctx, [line.id]))
  })
}

/** Takes lines out of what is counted, their people locked; then what was taken from these people is held against what is due. */
async function uncount(ctx: Context, lineIds: readonly number[]): Promise<number> {
  const lines = await counted.countedLines(ctx, lineIds)
  if (lines.length === 0) return 0
  const people = [...new Set(lines.map((line) => line.operator_id))]
  await store.lockPeople(ctx, people)
  const gone = await counted.release(ctx, lineIds)
  await counted.flagFollowing(ctx, lines)
  await settleMonths(ctx, people, lines)
  return gone
}

/**
 * Takes lines (failed, cancelled, returned, or of a batch that goes back) out of the standings again, in the month they were counted in and by exactly
 * what was counted; a closed month stands still until a correction declares what came back. Lines that are not counted, or no longer, are passed
 * over; answers how many were taken out.
 */
export async function releaseTax(ctx: Context, lines: readonly { readonly id: number }[]): Promise<number> {
  if (lines.length === 0) return 0
  return ctx.widen('tax standings', () =>
    uncount(
      ctx,
      lines.map((line) => line.id),
    ),
  )
}

/** Takes a whole batch out of the standings; answers how many lines were counted. */
export async function releaseBatchTax(ctx: Context, batchId: number): Promise<number> {
  return ctx.widen('tax standings', async () => uncount(ctx, await store.reservedLines(ctx, batchId)))
}

/**
 * Counts paid lines in the month they were paid in (属期: the month of payment), whatever month they were counted in before. Their tax was taken as confirmed; where
 * the month owes another one, and nothing of the person is under way, the difference is written beside.
 */
export async function countPaid(ctx: Context, lines: readonly { readonly id: number; readonly paidAt: Date }[]): Promise<void> {
  if (lines.length === 0) return
  await ctx.widen('tax standings', async () => {
    const late = await counted.markPaid(
      ctx,
      lines.map((line) => ({ line_id: line.id, month: monthOf(line.paidAt) })),
    )
    if (late.length > 0) {
      await store.lockPeople(ctx, [...new Set(late.map((line) => line.operator_id))])
      await counted.recount(ctx, late)
      await counted.flagFollowing(ctx, late)
    }
    const own = await counted.flaggedOf(
      ctx,
      lines.map((line) => line.id),
    )
    if (own.length === 0) return
    const people = [...new Set(own.map((line) => line.operator_id))]
    await store.lockPeople(ctx, people)
    await settleMonths(ctx, people, own)
  })
}
