import { addWorkingDays, type Calendar } from '#/domain/base/working-days.ts'

/**
 * A request of an operator to close the account. `open` awaits the decision of the centre. The other states are final.
 */
export const closingStates = ['open', 'withdrawn', 'refused', 'closed'] as const
export type ClosingState = (typeof closingStates)[number]

/** Matters that are checked before an account is closed. */
export const closingObstacleKinds = ['payments', 'disputes', 'exceptions', 'orders', 'businesses', 'clearings', 'signing', 'agreements', 'months'] as const
export type ClosingObstacleKind = (typeof closingObstacleKinds)[number]

/** Matters that end automatically or continue without the account. All others must be settled before the closing. */
const nonBlockingKinds: ReadonlySet<ClosingObstacleKind> = new Set(['agreements', 'months'])

/** Returns whether a matter of this kind prevents the closing. */
export function isBlockingObstacle(kind: ClosingObstacleKind): boolean {
  return !nonBlockingKinds.has(kind)
}

/** The working days within which the terms promise a decision. */
export const closingWorkingDays = 15

/** Returns the day by which a request made on this day must be decided. */
export function closingDueOn(day: string, calendar: Calendar): string {
  return addWorkingDays(day, closingWorkingDays, calendar)
}
