import { userType } from '#/domain/base/codes.ts'

const payerKeys = ['zf:pay', 'payZfPt'] as const

/**
 * Returns whether an account needs a second factor if the installation requires one: accounts of the platform and of
 * centres, and payers.
 */
export function needsFactor(usertype: number, permissions: ReadonlySet<string>): boolean {
  return usertype === userType.platform || usertype === userType.centre || payerKeys.some((key) => permissions.has(key))
}
