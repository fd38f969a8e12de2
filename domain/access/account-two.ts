/**
 * Changes of another person's account that take two people: a password printed on paper, a new telephone of an account
 * with a hand in payments, and removing the second factor.
 */
export const twoKinds = ['paper', 'mobile', 'factor'] as const
export type TwoKind = (typeof twoKinds)[number]
