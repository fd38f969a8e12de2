// Codes of the wire, the permission rules and the tables. The specification fixes the numbers; the English names are
// ours.

/** The kind of account (`usertype`). */
export const userType = { platform: 1, unit: 2, operator: 3, centre: 4, partner: 5 } as const
export type UserType = (typeof userType)[keyof typeof userType]

/**
 * The status of an account (`status`). Only active accounts can sign in. Units and operators use some of the same
 * values.
 */
export const accountStatus = { draft: 0, pending: 1, rejected: 2, signing: 3, incomplete: 4, disabled: 5, frozen: 6, closed: 7, active: 8, locked: 9 } as const
export type AccountStatus = (typeof accountStatus)[keyof typeof accountStatus]

/** The post of an employee of a centre (`poststatus`); 0 for all other users. */
export const postStatus = { none: 0, director: 1, marketer: 2, salesman: 3, crossCentre: 4, finance: 5, auditor: 6 } as const
export type PostStatus = (typeof postStatus)[keyof typeof postStatus]
export type Post = Exclude<PostStatus, typeof postStatus.none>

/** The settlement mode (`NsType`, `isdz`): with registered businesses, or with the centre as general contractor. */
export const settlementMode = { individualBusiness: 1, generalContract: 2 } as const
export type Mode = (typeof settlementMode)[keyof typeof settlementMode]

/** The legal form of an operator (`yztype`). */
export const operatorType = { naturalPerson: 1, individualBusiness: 2, soleProprietorship: 3 } as const
export type OperatorType = (typeof operatorType)[keyof typeof operatorType]
