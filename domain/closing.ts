import { addWorkingDays, type Calendar } from '#/domain/working-days.ts'

/** A request of an operator to close the account: `open` waits for the centre, all others are ends. */
export const closingStates = ['open', 'withdrawn', 'refused', 'closed'] as const
export type ClosingState = (typeof closingStates)[number]

/** What is looked at before an account is closed. */
export const hindranceKinds = ['payments', 'disputes', 'exceptions', 'orders', 'businesses', 'signing', 'agreements', 'months'] as const
export type HindranceKind = (typeof hindranceKinds)[number]

/** What ends by itself or goes on without the account; everything else has to be settled first. */
const harmless: ReadonlySet<HindranceKind> = new Set(['agreements', 'months'])

/** Whether an account cannot be closed while there is any of it. */
export function isBlocking(kind: HindranceKind): boolean {
  return !harmless.has(kind)
}

/** In how many working days the terms promise a decision. */
export const closingWorkingDays = 15

/** The last day for the decision about a request of this day. */
export function closingDueOn(day: string, calendar: Calendar): string {
  return addWorkingDays(day, closingWorkingDays, calendar)
}
