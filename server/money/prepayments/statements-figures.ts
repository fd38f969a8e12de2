import { fen } from '#/domain/base/money.ts'
import type { StatementRow } from '#/server/money/prepayments/store-statements.ts'

/** Returns the figures of a statement in the order in which they add up. */
export function statementFigures(row: StatementRow) {
  return {
    opening: fen(row.opening_available_fen + row.opening_aside_fen),
    topup: fen(row.topup_fen),
    payment: fen(row.payment_fen),
    fee: fen(row.fee_fen),
    tax: fen(row.tax_fen),
    returned: fen(row.return_fen),
    refund: fen(row.refund_fen),
    adjustment: fen(row.adjustment_fen),
    other: fen(row.other_fen),
    closing: fen(row.closing_available_fen + row.closing_aside_fen),
    openingAside: fen(row.opening_aside_fen),
    closingAside: fen(row.closing_aside_fen),
  }
}
