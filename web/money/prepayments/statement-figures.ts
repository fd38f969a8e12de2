/** The figures of a statement in the order of its sum. */
export const statementFigures = ['opening', 'topup', 'payment', 'fee', 'tax', 'returned', 'refund', 'adjustment', 'other', 'closing'] as const

export const statementTones = { issued: 'gold', confirmed: 'green', disputed: 'red' } as const
