// The steps of random histories. A kind that is listed several times is drawn more often.

export const stepKinds = [
  'prepare',
  'prepare',
  'onward',
  'onward',
  'onward',
  'onward',
  'onward',
  'onward',
  'reject',
  'cancel',
  'retry',
  'giveUp',
  'resend',
  'send',
  'send',
  'ask',
  'ask',
  'crash',
  'returns',
  'settle',
  'settle',
  'terms',
  'hours',
  'days',
  'monthEnd',
  'closeMonth',
  'commission',
  'refund',
  'refund',
  'correct',
  'stranger',
  'stranger',
  'reconcile',
  'reconcile',
  'resend',
  'claim',
  'claim',
  'claim',
  'late',
  'byHand',
  'slips',
  'slips',
  'business',
  'business',
  'rules',
  'books',
  'invoice',
  'invoice',
  'invoice',
  'red',
  'red',
  'filings',
] as const

/** A step: its kind, and three numbers that choose who, what and how. */
export interface Step {
  readonly kind: (typeof stepKinds)[number]
  readonly a: number
  readonly b: number
  readonly c: number
}
