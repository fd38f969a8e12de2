import { z } from 'zod'
import { codeSchema, Id, Mode, Moment } from '#/api/operation.ts'
import { accountFields } from '#/domain/access/account-review.ts'
import { dualControlKinds } from '#/domain/access/dual-control.ts'
import { duties } from '#/domain/access/duties.ts'
import { postStatus, userType } from '#/domain/base/codes.ts'

/** The kinds of account: 1 platform, 2 unit, 3 operator, 4 centre, 5 partner. */
export const Usertype = codeSchema(userType)

export const Post = codeSchema(postStatus)

/** A flag of an account: `1` is set. */
export const AccountFlag = z.enum(['0', '1'])

export const Duties = z.array(z.enum(duties))
export const accountApplicationStates = ['pending', 'approved', 'rejected'] as const
const FieldRejections = z.array(z.object({ field: z.enum(accountFields), reason: z.string() }))
export const NamedRecord = z.object({ id: Id, name: z.string() })
export const Centre = NamedRecord.extend({ modes: z.array(Mode) })

/** The reason why the caller cannot do this, in the caller's language; empty when the caller can. */
export const DenialReason = z.string()

export const User = z.object({
  id: Id,
  username: z.string(),
  name: z.string(),
  mobile: z.string(),
  usertype: Usertype,
  poststatus: Post,
  /** `islr`: a member of staff may enter data on behalf of others, such as claims and lists of operators. */
  islr: AccountFlag,
  /** `isdl`: the account also acts as an agent. The value is stored and returned, and has no effect. */
  isdl: AccountFlag,
  /** The unit, operator or partner to which the account belongs. */
  subject: z.string(),
  unitId: Id.nullable(),
  /** The centres of an employee of a centre, as far as the caller may see them. */
  centres: z.array(Centre),
  /**
   * Names of the centres of the account, its unit or its operator. `moreCentres` counts the centres that the caller may
   * not see.
   */
  area: z.array(z.string()),
  moreCentres: z.int(),
  /**
   * The first two digits of the division code of the unit, the operator or the employee's first centre; otherwise
   * empty.
   */
  province: z.string(),
  roles: z.array(NamedRecord),
  duties: Duties,
  status: z.int(),
  isLocked: z.boolean(),
  mustChange: z.boolean(),
  paymentPassword: z.enum(['none', 'unset', 'set', 'locked']),
  isOnline: z.boolean(),
  lastLoginAt: Moment.nullable(),
  createdAt: Moment,
  review: z.object({ id: Id, state: z.enum(accountApplicationStates), reason: z.string(), roles: z.array(z.string()), roleIds: z.array(Id), rejects: FieldRejections }).nullable(),
  /** Whether changing the mobile number needs two people, because the account takes part in payments. */
  isTwo: z.boolean(),
  may: z.object({ askAgain: DenialReason, edit: DenialReason, roles: DenialReason, centres: DenialReason, reset: DenialReason, paper: DenialReason, mobile: DenialReason, factor: DenialReason, unlock: DenialReason, disable: DenialReason, enable: DenialReason, signOut: DenialReason }),
})

/** A change of an account that awaits the decision of a second person. */
export const AccountProposal = z.object({
  id: Id,
  userId: Id,
  username: z.string(),
  name: z.string(),
  kind: z.enum(dualControlKinds),
  /** The new mobile number, masked; empty for other kinds of change. */
  mobile: z.string(),
  /** The number before the change, masked. */
  mobileBefore: z.string(),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Moment,
  mayDecide: DenialReason,
  mayWithdraw: DenialReason,
})

export const AccountApplication = z.object({
  id: Id,
  userId: Id,
  unitId: Id,
  unitName: z.string(),
  applicant: z.string(),
  username: z.string(),
  name: z.string(),
  mobile: z.string(),
  status: z.int(),
  isNew: z.boolean(),
  roles: z.array(z.string()),
  duties: Duties,
  /** Duties of one batch that one person would combine after this application, in a unit with dual control. */
  overlap: Duties,
  letter: z.object({ fileId: z.uuid(), name: z.string() }),
  state: z.enum(accountApplicationStates),
  reason: z.string(),
  requestedAt: Moment,
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  waitingHours: z.number(),
  reviewerId: Id.nullable(),
  reviewer: z.string(),
  rejects: FieldRejections,
  /** Whether the application is the correction of a rejected one. */
  isAgain: z.boolean(),
  may: z.object({ decide: DenialReason, disable: DenialReason, take: DenialReason }),
})
