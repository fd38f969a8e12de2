/** The columns of a table that change by a proposal of one person and the approval of another; the triggers of the table name the same. */
export const guardedColumns = {
  centre: ['account_name', 'account_no', 'account_bank', 'invoice_bank', 'invoice_account_no', 'is_active'],
  channel: ['settings_sealed', 'single_limit_fen', 'daily_limit_fen', 'is_active'],
} as const

export type GuardedKind = keyof typeof guardedColumns

export const guardedKinds = ['centre', 'channel'] as const satisfies readonly GuardedKind[]

/** From a proposal to its end; `approved` waits for its hour. */
export const changeStates = ['waiting', 'approved', 'effective', 'rejected', 'withdrawn'] as const

export type ChangeState = (typeof changeStates)[number]
