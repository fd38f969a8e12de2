import { userType } from '#/domain/base/codes.ts'

const payerKeys = ['zf:pay', 'payZfPt'] as const

/** Returns whether an installation that requires a second factor means this account: platform, centre, and payers. */
export function needsFactor(usertype: number, permissions: ReadonlySet<string>): boolean {
  return usertype === userType.platform || usertype === userType.centre || payerKeys.some((key) => permissions.has(key))
}
