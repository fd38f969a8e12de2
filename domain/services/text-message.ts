/** Text messages without a message inside the application. Each has a template registered with the gateway. */
export const smsKinds = [
  'recoveryCode',
  'resetLink',
  'firstLink',
  'contactChanged',
  'registrationCode',
  'newMobileCode',
  'oldMobileCode',
  'closingCode',
  'proofCode',
  'accountClosed',
  'signCode',
  'signOpen',
  'signRemind',
  'signDone',
  'signExpired',
  'papersWanted',
  'applicationReceived',
  'applicationRejected',
  'applicationApproved',
  'applicationAccepted',
  'applicationActive',
  'appealHanded',
  'appealFreed',
  'appealRejected',
  'appealHolder',
  'accountApproved',
  'accountRejected',
] as const

/**
 * The kind of a text message: one of these, or `notice.<kind>` for a message inside the application that is also sent
 * as text.
 */
export type SmsKind = (typeof smsKinds)[number] | `notice.${string}`

/** States of a text message: queued, sent to the gateway, delivered to the phone, failed. */
export const smsStates = ['queued', 'sent', 'delivered', 'failed'] as const
export type SmsState = (typeof smsStates)[number]

const nextStates: Readonly<Record<SmsState, readonly SmsState[]>> = {
  queued: ['sent', 'delivered', 'failed'],
  sent: ['delivered', 'failed'],
  delivered: [],
  failed: ['delivered'],
}

/** Returns whether a delivery report may change the state. States only advance, and `delivered` is final. */
export function canMoveSms(from: SmsState, to: SmsState): boolean {
  return nextStates[from].includes(to)
}
