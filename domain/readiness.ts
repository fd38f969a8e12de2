/** What the platform needs before the first payment, in the order in which it is best seen to. */
export const platformSteps = [
  'colleagues',
  'centre',
  'certificate',
  'templates',
  'taxPolicy',
  'holidays',
  'feePlan',
  'categories',
  'sms',
  'mail',
  'identity',
  'payouts',
] as const
export type PlatformStep = (typeof platformSteps)[number]

/** What a centre needs before it can pay. */
export const centreSteps = ['channel', 'account', 'seal', 'director', 'auditor', 'finance', 'einvoice'] as const
export type CentreStep = (typeof centreSteps)[number]

/** What a unit needs at a centre in a mode before it can pay. */
export const unitSteps = ['unit', 'place', 'contract', 'order', 'people', 'paymentPassword', 'payees', 'money'] as const
export type UnitStep = (typeof unitSteps)[number]

export type ReadinessStep = PlatformStep | CentreStep | UnitStep

/** `advised`: payments go out without it, but people have to do by hand what it would do. */
export const stepStates = ['done', 'missing', 'advised'] as const
export type StepState = (typeof stepStates)[number]

const advised: ReadonlySet<ReadinessStep> = new Set<ReadinessStep>(['holidays', 'sms', 'mail', 'identity', 'einvoice'])

/** How a step stands, from whether what it asks for is there; `soon`: it is there, and will not be for long. */
export function stepState(step: ReadinessStep, isThere: boolean | 'soon'): StepState {
  if (isThere === 'soon') return 'advised'
  if (isThere) return 'done'
  return advised.has(step) ? 'advised' : 'missing'
}

/** Whether nothing is missing; what is only advised may be open. */
export function isReady(steps: readonly { readonly state: StepState }[]): boolean {
  return steps.every(({ state }) => state !== 'missing')
}
