import { z } from 'zod'
import { codeIn, Id, Mode, Moment } from '#/api/operation.ts'
import { accountFields } from '#/domain/access/account-review.ts'
import { dualControlKinds } from '#/domain/access/dual-control.ts'
import { duties } from '#/domain/access/duties.ts'
import { postStatus, userType } from '#/domain/base/codes.ts'

/** 1 platform, 2 unit, 3 operator, 4 centre, 5 partner. */
export const Usertype = codeIn(userType)

export const Post = codeIn(postStatus)

/** A flag of an account: `1` is set. */
export const Flag = z.enum(['0', '1'])

export const Duties = z.array(z.enum(duties))
export const applicationStates = ['pending', 'approved', 'rejected'] as const
const Rejects = z.array(z.object({ field: z.enum(accountFields), reason: z.string() }))
export const Named = z.object({ id: Id, name: z.string() })
export const Centre = Named.extend({ modes: z.array(Mode) })

/** The reason why the caller cannot do it, in their language; empty when they can. */
export const Why = z.string()

export const User = z.object({
  id: Id,
  username: z.string(),
  name: z.string(),
  mobile: z.string(),
  usertype: Usertype,
  poststatus: Post,
  /** `islr`: may enter data for others, currently for the operators of a unit. */
  islr: Flag,
  /** `isdl`: also acts as an agent. Stored and returned without effect. */
  isdl: Flag,
  /** The unit, operator or partner behind the account. */
  subject: z.string(),
  unitId: Id.nullable(),
  /** Centres of a centre's staff, limited to those the caller may see. */
  centres: z.array(Centre),
  /** Names of the centres of the account, its unit or operator. `moreCentres` counts those the caller may not see. */
  area: z.array(z.string()),
  moreCentres: z.int(),
  /** The first two digits of a division code. */
  province: z.string(),
  roles: z.array(Named),
  duties: Duties,
  status: z.int(),
  isLocked: z.boolean(),
  mustChange: z.boolean(),
  paymentPassword: z.enum(['none', 'unset', 'set', 'locked']),
  isOnline: z.boolean(),
  lastLoginAt: Moment.nullable(),
  createdAt: Moment,
  review: z.object({ id: Id, state: z.enum(applicationStates), reason: z.string(), roles: z.array(z.string()), roleIds: z.array(Id), rejects: Rejects }).nullable(),
  /** Whether changing the mobile number needs two people, because the account takes part in payments. */
  isTwo: z.boolean(),
  may: z.object({ askAgain: Why, edit: Why, roles: Why, centres: Why, reset: Why, paper: Why, mobile: Why, factor: Why, unlock: Why, disable: Why, enable: Why, signOut: Why }),
})

/** A change of an account that waits for a second person. */
export const Proposal = z.object({
  id: Id,
  userId: Id,
  username: z.string(),
  name: z.string(),
  kind: z.enum(dualControlKinds),
  /** The new number, masked; empty for the other kinds. */
  mobile: z.string(),
  /** The number before the change, masked. */
  mobileBefore: z.string(),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Moment,
  mayDecide: Why,
  mayWithdraw: Why,
})

export const Application = z.object({
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
  /** Duties of one batch that the application would combine in one person of a unit with dual control. */
  overlap: Duties,
  letter: z.object({ fileId: z.uuid(), name: z.string() }),
  state: z.enum(applicationStates),
  reason: z.string(),
  requestedAt: Moment,
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  waitingHours: z.number(),
  reviewerId: Id.nullable(),
  reviewer: z.string(),
  rejects: Rejects,
  /** Whether the application corrects a rejected one. */
  isAgain: z.boolean(),
  may: z.object({ decide: Why, disable: Why, take: Why }),
})
