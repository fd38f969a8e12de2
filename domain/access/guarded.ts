/**
 * Columns that change only by a proposal of one person and the approval of another. Triggers of the tables list the
 * same columns.
 */
export const guardedColumns = {
  centre: ['account_name', 'account_no', 'account_bank', 'invoice_bank', 'invoice_account_no', 'single_limit_fen', 'month_limit_fen', 'is_active'],
  channel: ['settings_sealed', 'single_limit_fen', 'daily_limit_fen', 'is_active'],
  partner: ['account_name', 'account_bank', 'account_no_sealed', 'account_no_index'],
  einvoice_channel: ['kind', 'settings_sealed'],
  gateway: ['kind', 'settings_sealed', 'is_active'],
  seal_certificate: ['state'],
  role: ['duties'],
  app_user: ['duty_roles'],
  platform_setting: ['person_month_limit_fen'],
} as const

export type GuardedKind = keyof typeof guardedColumns

export const guardedKinds = [
  'centre',
  'channel',
  'partner',
  'einvoice_channel',
  'gateway',
  'seal_certificate',
  'role',
  'app_user',
  'platform_setting',
] as const satisfies readonly GuardedKind[]

/** States of a proposal. An `approved` proposal takes effect at a set time. */
export const changeStates = ['waiting', 'approved', 'effective', 'rejected', 'withdrawn'] as const

export type ChangeState = (typeof changeStates)[number]
