// The numbers that the wire, permission rules and tables know, each with its name. The names are ours; the numbers are the specification's and never change.

/** Whose people an account belongs to (`usertype`). */
export const userType = { platform: 1, unit: 2, operator: 3, centre: 4, partner: 5 } as const
export type UserType = (typeof userType)[keyof typeof userType]

/** Where an account stands (`status`): only an active one gets in. Units and operators stand in some of the same. */
export const accountStatus = { draft: 0, pending: 1, rejected: 2, signing: 3, incomplete: 4, disabled: 5, frozen: 6, closed: 7, active: 8, locked: 9 } as const
export type AccountStatus = (typeof accountStatus)[keyof typeof accountStatus]

/** The post of somebody of a centre (`poststatus`); everybody else has none. */
export const postStatus = { none: 0, director: 1, marketer: 2, salesman: 3, crossCentre: 4, finance: 5, auditor: 6 } as const
export type PostStatus = (typeof postStatus)[keyof typeof postStatus]
export type Post = Exclude<PostStatus, typeof postStatus.none>

/** How business settles (`NsType`, `isdz`): with registered businesses, or with the centre as general contractor. */
export const settlementMode = { individualBusiness: 1, generalContract: 2 } as const
export type Mode = (typeof settlementMode)[keyof typeof settlementMode]

/** The legal form of an operator (`yztype`). */
export const operatorType = { naturalPerson: 1, individualBusiness: 2, soleProprietorship: 3 } as const
export type OperatorType = (typeof operatorType)[keyof typeof operatorType]
