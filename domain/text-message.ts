/** Text messages that are no letters about a message of the program: each is registered with the gateway as a template. */
export const textKinds = [
  'recoveryCode',
  'registrationCode',
  'newMobileCode',
  'oldMobileCode',
  'closingCode',
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

/** What a text message says: one of these, or `notice.<kind>` for a message of the program that also goes out as text. */
export type TextKind = (typeof textKinds)[number] | `notice.${string}`

/** How a text message stands: queued until the gateway took it, sent until the telephone did. */
export const textStates = ['queued', 'sent', 'delivered', 'failed'] as const
export type TextState = (typeof textStates)[number]

const next: Readonly<Record<TextState, readonly TextState[]>> = {
  queued: ['sent', 'delivered', 'failed'],
  sent: ['delivered', 'failed'],
  delivered: [],
  failed: ['delivered'],
}

/** Whether a report may move a message: only forwards, and what arrived has arrived. */
export function mayMove(from: TextState, to: TextState): boolean {
  return next[from].includes(to)
}
