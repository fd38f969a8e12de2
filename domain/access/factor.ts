import { userType } from '#/domain/base/codes.ts'

const payerKeys = ['zf:pay', 'payZfPt'] as const

/**
 * Returns whether this type of account needs a second factor when the installation requires one: platform, centre, and
 * payers.
 */
export function needsFactor(usertype: number, permissions: ReadonlySet<string>): boolean {
  return usertype === userType.platform || usertype === userType.centre || payerKeys.some((key) => permissions.has(key))
}
