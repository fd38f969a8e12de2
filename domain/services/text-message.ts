/** Text messages without a message inside the application. Each has a template registered with the gateway. */
export const textKinds = [
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
export type TextKind = (typeof textKinds)[number] | `notice.${string}`

/** States of a text message: queued, sent to the gateway, delivered to the phone, failed. */
export const textStates = ['queued', 'sent', 'delivered', 'failed'] as const
export type TextState = (typeof textStates)[number]

const nextStates: Readonly<Record<TextState, readonly TextState[]>> = {
  queued: ['sent', 'delivered', 'failed'],
  sent: ['delivered', 'failed'],
  delivered: [],
  failed: ['delivered'],
}

/** Returns whether a delivery report may change the state. States only advance, and `delivered` is final. */
export function canMoveText(from: TextState, to: TextState): boolean {
  return nextStates[from].includes(to)
}
