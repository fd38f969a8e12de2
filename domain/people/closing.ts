import { addWorkingDays, type Calendar } from '#/domain/base/working-days.ts'

/** A request of an operator to close the account. `open` awaits the centre; the other states are final. */
export const closingStates = ['open', 'withdrawn', 'refused', 'closed'] as const
export type ClosingState = (typeof closingStates)[number]

/** Checks before an account is closed. */
export const closingObstacleKinds = ['payments', 'disputes', 'exceptions', 'orders', 'businesses', 'clearings', 'signing', 'agreements', 'months'] as const
export type ClosingObstacleKind = (typeof closingObstacleKinds)[number]

/** Matters that end automatically or continue without the account. All others must be settled first. */
const nonBlocking: ReadonlySet<ClosingObstacleKind> = new Set(['agreements', 'months'])

/** Returns whether a matter of this kind prevents the closing. */
export function isBlocking(kind: ClosingObstacleKind): boolean {
  return !nonBlocking.has(kind)
}

/** Working days in which the terms promise a decision. */
export const closingWorkingDays = 15

/** Returns the deadline for a decision on a request of this day. */
export function closingDueOn(day: string, calendar: Calendar): string {
  return addWorkingDays(day, closingWorkingDays, calendar)
}
