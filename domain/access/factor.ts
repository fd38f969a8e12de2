import { userType } from '#/domain/base/codes.ts'

const payerKeys = ['zf:pay', 'payZfPt'] as const

/**
 * Returns whether an account needs a second factor, where the installation requires one. Platform accounts, centre
 * accounts and payers do.
 */
export function needsFactor(usertype: number, permissions: ReadonlySet<string>): boolean {
  return usertype === userType.platform || usertype === userType.centre || payerKeys.some((key) => permissions.has(key))
}
