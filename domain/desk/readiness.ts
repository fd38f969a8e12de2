/** Requirements of the platform before the first payment, in the recommended order. */
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
  'files',
  'faces',
  'assessment',
  'backup',
] as const
export type PlatformStep = (typeof platformSteps)[number]

/** Requirements for a centre to pay. */
export const centreSteps = ['channel', 'account', 'custody', 'seal', 'director', 'auditor', 'finance', 'einvoice'] as const
export type CentreStep = (typeof centreSteps)[number]

/** Requirements for a unit to pay at a centre in a mode. */
export const unitSteps = ['unit', 'place', 'contract', 'order', 'people', 'paymentPassword', 'payees', 'money'] as const
export type UnitStep = (typeof unitSteps)[number]

export type ReadinessStep = PlatformStep | CentreStep | UnitStep

/** `advised`: payments are possible without the step, or the step is done but will expire shortly. */
export const stepStates = ['done', 'missing', 'advised'] as const
export type StepState = (typeof stepStates)[number]

const advisedSteps: ReadonlySet<ReadinessStep> = new Set<ReadinessStep>([
  'holidays',
  'sms',
  'mail',
  'identity',
  'einvoice',
  'custody',
  'files',
  'faces',
  'assessment',
  'backup',
])

/** The age at which the last backup counts as overdue: one day, and two hours in which the nightly backup is made. */
export const maxBackupAgeHours = 26

/** Returns the state of a step. `soon` means that the requirement is met but will expire shortly. */
export function stepState(step: ReadinessStep, isThere: boolean | 'soon'): StepState {
  if (isThere === 'soon') return 'advised'
  if (isThere) return 'done'
  return advisedSteps.has(step) ? 'advised' : 'missing'
}

/** Returns whether every requirement is met. */
export function isReady(steps: readonly { readonly state: StepState }[]): boolean {
  return steps.every(({ state }) => state !== 'missing')
}
