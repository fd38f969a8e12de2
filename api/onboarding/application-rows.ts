import { z } from 'zod'
import { Id, Mode, Moment } from '#/api/operation.ts'
import { appealStates, applicationKinds, applicationStates } from '#/domain/onboarding/application.ts'

export const ApplicationKind = z.enum(applicationKinds)
export const ApplicationState = z.enum(applicationStates)
export const FieldText = z.string().regex(/^[a-zA-Z0-9]{1,40}$/)
export const Rejection = z.object({ field: FieldText, reason: z.string(), isFixed: z.boolean().optional() })
export const AppealState = z.enum(appealStates)

export const ApplicationProgress = z.object({
  state: ApplicationState,
  kind: ApplicationKind,
  no: z.string(),
  /** The number of completed steps: submission, review, signing and opening of the account. */
  done: z.int(),
  submittedAt: Moment.nullable(),
  decidedAt: Moment.nullable(),
  /** Number of rejected fields that the applicant must still correct. */
  rejected: z.int(),
  /** The latest appeal against "already registered". */
  appeal: z.object({ state: AppealState, at: Moment }).nullable(),
})

export const ApplicationPicture = z.object({ id: Id, field: z.string(), via: z.enum(['desk', 'phone']), warnings: z.array(z.string()) })

/** An application as its applicant sees it, with masked numbers. A session on a phone shows only the pictures. */
export const ApplicantView = z.object({
  purpose: z.enum(['edit', 'phone']),
  progress: ApplicationProgress,
  mobile: z.string(),
  values: z.array(z.object({ field: z.string(), value: z.string(), isMasked: z.boolean() })),
  pictures: z.array(ApplicationPicture),
  rejects: z.array(Rejection),
  /** The reason of the latest decision on an appeal; empty while it is open. */
  appealAnswer: z.string(),
  /** The fields that the applicant can change now; none while the application is read-only. */
  open: z.array(z.string()),
  username: z.string(),
  ticketUntil: Moment,
})

export const ListedApplication = z.object({
  id: Id,
  no: z.string(),
  kind: ApplicationKind,
  name: z.string(),
  creditCode: z.string(),
  contact: z.string(),
  mobile: z.string(),
  source: z.enum(['self', 'unit', 'partner', 'staff']),
  inviter: z.string(),
  centreName: z.string(),
  mode: Mode.nullable(),
  round: z.int(),
  submittedAt: Moment.nullable(),
  waitingHours: z.number(),
  reviewerId: Id.nullable(),
  reviewer: z.string(),
  state: ApplicationState,
})

export const ListedAppeal = z.object({
  id: Id,
  no: z.string(),
  kind: ApplicationKind,
  name: z.string(),
  centreName: z.string(),
  statement: z.string(),
  createdAt: Moment,
  state: AppealState,
  resolution: z.string(),
  resolvedBy: z.string(),
  resolvedAt: Moment.nullable(),
  /** The reason why the caller cannot decide; empty when the caller can. */
  mayDecide: z.string(),
  /** The first of the two people who approve handing over an account; null until one has decided. */
  upheld: z.object({ by: z.string(), at: Moment, reason: z.string() }).nullable(),
  /** The reason why the caller may not be the second person; empty when the caller may. */
  mayUphold: z.string(),
})

/** One party of an appeal, with masked numbers. */
export const appealPartyFields = {
  name: z.string(),
  number: z.string(),
  mobile: z.string(),
}
