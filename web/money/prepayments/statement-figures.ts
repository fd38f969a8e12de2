/** The figures of a statement in the order of its sum. */
export const statementFigures = ['opening', 'topup', 'payment', 'fee', 'tax', 'returned', 'refund', 'adjustment', 'other', 'closing'] as const
