/** Columns that one person changes by a proposal and another approves. The tables' triggers list the same columns. */
export const guardedColumns = {
  centre: ['account_name', 'account_no', 'account_bank', 'invoice_bank', 'invoice_account_no', 'is_active'],
  channel: ['settings_sealed', 'single_limit_fen', 'daily_limit_fen', 'is_active'],
} as const

export type GuardedKind = keyof typeof guardedColumns

export const guardedKinds = ['centre', 'channel'] as const satisfies readonly GuardedKind[]

/** States of a proposal; `approved` takes effect at a set time. */
export const changeStates = ['waiting', 'approved', 'effective', 'rejected', 'withdrawn'] as const

export type ChangeState = (typeof changeStates)[number]
