/**
 * Changes to the account of another person that need two people: printing a password, a new mobile number of an account
 * that takes part in payments, and removing the second factor.
 */
export const dualControlKinds = ['paper', 'mobile', 'factor'] as const
export type DualControlKind = (typeof dualControlKinds)[number]
