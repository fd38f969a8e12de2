import { type AccountStatus, accountStatus, type UserType, userType } from '#/domain/codes.ts'
/** Who applies: a company, a partner, a person with a resident ID card, a person with another document. */
export const applicationKinds = ['unit', 'partner', 'operator', 'international'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

/** The states of an application (SM-APP). */
export const applicationStates = ['draft', 'pending', 'rejected', 'approved', 'signing', 'active', 'withdrawn'] as const
export type ApplicationState = (typeof applicationStates)[number]

const moves = {
  edit: { from: ['draft', 'rejected'], to: null },
  submit: { from: ['draft', 'rejected'], to: 'pending' },
  take: { from: ['pending'], to: null },
  reject: { from: ['pending'], to: 'rejected' },
  approve: { from: ['pending'], to: 'approved' },
  sign: { from: ['approved'], to: 'signing' },
  open: { from: ['approved', 'signing'], to: 'active' },
  withdraw: { from: ['draft', 'pending', 'rejected'], to: 'withdrawn' },
} as const satisfies Record<string, { from: readonly ApplicationState[]; to: ApplicationState | null }>

/** What can be done to an application. */
export type ApplicationMove = keyof typeof moves

/** Whether the move may be made from this state: asked by the button and by the server. */
export function canApply(state: ApplicationState, move: ApplicationMove): boolean {
  return (moves[move].from as readonly ApplicationState[]).includes(state)
}

const statuses = {
  draft: accountStatus.draft,
  pending: accountStatus.pending,
  rejected: accountStatus.rejected,
  approved: accountStatus.signing,
  signing: accountStatus.signing,
  active: accountStatus.active,
  withdrawn: accountStatus.closed,
} as const satisfies Record<ApplicationState, AccountStatus>

/** The status of the account that belongs to an application in this state (domain.md §3.1). */
export function statusOfApplicant(state: ApplicationState): AccountStatus {
  return statuses[state]
}

const usertypes = {
  unit: userType.unit,
  partner: userType.partner,
  operator: userType.operator,
  international: userType.operator,
} as const satisfies Record<ApplicationKind, UserType>

/** The kinds of account that come of applications. */
export type ApplicantType = (typeof usertypes)[ApplicationKind]

/** The kind of account (usertype) that comes of an application. */
export function usertypeOfApplicant(kind: ApplicationKind): ApplicantType {
  return usertypes[kind]
}

/** Where the applicant stands: submitted → review → signing → open. */
export const progressSteps = ['submitted', 'review', 'signing', 'open'] as const

/** How many of the progress steps are behind an application in this state. */
export function progressOf(state: ApplicationState): number {
  return { draft: 0, pending: 1, rejected: 1, approved: 2, signing: 2, active: 4, withdrawn: 0 }[state]
}

/** How long a reviewer may take: after a day the wait is orange, after two it is red. */
export const slaHours = { late: 24, over: 48 } as const

/** How late a wait of so many hours is. */
export function latenessOf(hours: number): 'fine' | 'late' | 'over' {
  return hours > slaHours.over ? 'over' : hours > slaHours.late ? 'late' : 'fine'
}

/** The edition of terms and privacy that whoever registers now agrees to. */
export const clauseVersion = '2026-11-23'

/**
 * How an appeal against "registered already" stands: `handed` gave the appellant the account of the record, `freed` closed an application that had the
 * identity before; `rejected` left everything as it was, and `withdrawn` went with the application.
 */
export const appealStates = ['open', 'handed', 'freed', 'rejected', 'withdrawn'] as const
export type AppealState = (typeof appealStates)[number]

/** Most appeals of one application. */
export const appealsMost = 3
