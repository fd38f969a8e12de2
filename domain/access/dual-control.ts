/**
 * Changes to another person's account that need two people: a printed password, a new mobile number of an account that
 * takes part in payments, and removing the second factor.
 */
export const dualControlKinds = ['paper', 'mobile', 'factor'] as const
export type DualControlKind = (typeof dualControlKinds)[number]
