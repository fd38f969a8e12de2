import type { Fen } from '#/domain/base/money.ts'
import { type EarlierMonthTotals, withholdingIncomeOf } from '#/domain/money/tax-month.ts'
import type { Context } from '#/server/kernel/context.ts'
import { policiesOf } from '#/server/money/tax/facts.ts'
import * as people from '#/server/money/tax/store.ts'
import * as store from '#/server/money/tax/store-earlier.ts'

/** A month (yyyy-MM) of a person paid by the payer in an older system, with the tax withheld then. */
export interface EarlierMonth extends EarlierMonthTotals {
  readonly operatorId: number
  readonly month: string
}

export interface YearObstacles {
  readonly closed: ReadonlySet<string>
  /** Returns whether this month of the person was imported already. */
  isThere(operatorId: number, month: string): boolean
  /** Returns the first month of the payer's own payments to the person; null if there is none. */
  firstPaid(operatorId: number): string | null
}

/** Returns the obstacles in these people's year at this payer. */
export async function earlierObstacles(
  ctx: Context,
  of: { readonly centreId: number; readonly year: number },
  operatorIds: readonly number[],
): Promise<YearObstacles> {
  const [rows, closed] = await ctx.widen('tax standings', async () => [
    await store.obstacles(ctx, of.centreId, operatorIds, of.year),
    await store.closedMonths(ctx, of.centreId, of.year),
  ])
  const rowByPerson = new Map(rows.map((row) => [row.operator_id, row]))
  return {
    closed: new Set(closed),
    isThere: (operatorId, month) => rowByPerson.get(operatorId)?.months.includes(month) ?? false,
    firstPaid: (operatorId) => rowByPerson.get(operatorId)?.first_paid ?? null,
  }
}

/**
 * Adds months paid in an older system to the standings, so that the next payment continues from them. The caller has
 * locked the people (`lockPeople`) and then checked the obstacles.
 */
export async function addEarlierMonths(
  ctx: Context,
  of: { readonly centreId: number; readonly sheetId: number },
  months: readonly EarlierMonth[],
): Promise<void> {
  if (months.length === 0) return
  const policies = await policiesOf(ctx, [...new Set(months.map((month) => month.month))])
  const rows = months.map(({ operatorId, month, gross, vat, city, education, localEducation, withheld }) => {
    const policy = policies.get(month)
    const income: Fen = policy ? withholdingIncomeOf(gross, vat, policy) : gross
    return {
      operator_id: operatorId,
      month,
      gross_fen: gross,
      income_fen: income,
      vat_fen: vat,
      city_fen: city,
      education_fen: education,
      local_education_fen: localEducation,
      withheld_fen: withheld,
    }
  })
  await ctx.widen('tax standings', () => store.insert(ctx, of, rows))
}

/** The reason why imported months cannot be removed: later payments depend on them, or they were closed. */
export type ImportUndoBlocker =
  | { readonly kind: 'paid'; readonly batchNo: string; readonly name: string; readonly month: string; readonly count: number }
  | { readonly kind: 'closed'; readonly months: readonly string[] }

/**
 * Removes all months of an import from the standings. Returns their number. If it is impossible, changes nothing and
 * returns the reason.
 */
export function dropEarlierMonths(ctx: Context, sheetId: number): Promise<number | ImportUndoBlocker> {
  return ctx.widen('tax standings', async () => {
    await people.lockPeople(ctx, await store.operatorIdsOfImport(ctx, sheetId))
    const dependentPayment = await store.dependentPayment(ctx, sheetId)
    if (dependentPayment)
      return { kind: 'paid', batchNo: dependentPayment.no, name: dependentPayment.name, month: dependentPayment.month, count: dependentPayment.count }
    const months = await store.closedMonthsOf(ctx, sheetId)
    if (months.length > 0) return { kind: 'closed', months }
    return store.remove(ctx, sheetId)
  })
}
