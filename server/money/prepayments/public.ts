import { monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { dueStatementMonth, issueMissingStatements } from '#/server/money/prepayments/statements.ts'
import { booksWithoutStatement } from '#/server/money/prepayments/store-statements.ts'

export { notifyLowBalance } from '#/server/money/prepayments/low-balance.ts'
// The demo runs these operations to claim, refund and adjust.
export { prepayments } from '#/server/money/prepayments/operations.ts'
export { creditsToClaim, topupsToDecide } from '#/server/money/prepayments/pending.ts'
export { deciderOfTopup, payerOfRefund } from '#/server/money/prepayments/store-fragments.ts'

/** Issues the statements of the last `months` due months, each dated as if issued on time. Returns the months. */
export async function issueStatements(at: (moment: Date) => Context, now: Date, months: number): Promise<readonly string[]> {
  const dueMonths = Array.from({ length: months }, (_, index) => shiftMonth(dueStatementMonth(now), index + 1 - months))
  for (const month of dueMonths) {
    const ctx = at(new Date(Date.parse(`${monthStart(shiftMonth(month, 1))}T01:20:00+08:00`)))
    for (const place of await booksWithoutStatement(ctx, month)) await issueMissingStatements(ctx, place, month)
  }
  return dueMonths
}
