import { question } from '#/server/kernel/question.ts'

/**
 * Returns whether reconciliation has booked this credit. Locks its differences: they cannot be booked before the
 * transaction ends.
 */
export const isBookedAsDifference =
  question<(credit: { readonly centreId: number; readonly serial: string }) => Promise<boolean>>('prepayments.isBookedAsDifference')
