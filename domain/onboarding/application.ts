import { type AccountStatus, accountStatus, type UserType, userType } from '#/domain/base/codes.ts'
/** Kinds of applicant: a company, a partner, a person with a resident ID card, and a person with another ID. */
export const applicationKinds = ['unit', 'partner', 'operator', 'international'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

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

export type ApplicationMove = keyof typeof moves

/** Returns whether the move is allowed in this state. Buttons and server use this rule. */
export function canMoveApplication(state: ApplicationState, move: ApplicationMove): boolean {
  return (moves[move].from as readonly ApplicationState[]).includes(state)
}

const statusByState = {
  draft: accountStatus.draft,
  pending: accountStatus.pending,
  rejected: accountStatus.rejected,
  approved: accountStatus.signing,
  signing: accountStatus.signing,
  active: accountStatus.active,
  withdrawn: accountStatus.closed,
} as const satisfies Record<ApplicationState, AccountStatus>

/** Returns the account status for a state of the registration. */
export function statusOfApplicant(state: ApplicationState): AccountStatus {
  return statusByState[state]
}

const usertypeByKind = {
  unit: userType.unit,
  partner: userType.partner,
  operator: userType.operator,
  international: userType.operator,
} as const satisfies Record<ApplicationKind, UserType>

/** Kinds of account that applications create. */
export type ApplicantType = (typeof usertypeByKind)[ApplicationKind]

/** Returns the kind of account (usertype) that an application creates. */
export function usertypeOfApplicant(kind: ApplicationKind): ApplicantType {
  return usertypeByKind[kind]
}

export const progressSteps = ['submitted', 'review', 'signing', 'open'] as const

/** Returns the number of completed steps of the progress bar. */
export function completedStepCount(state: ApplicationState): number {
  return { draft: 0, pending: 1, rejected: 1, approved: 2, signing: 2, active: 4, withdrawn: 0 }[state]
}

/** Time limits of a review in hours. Waiting times above `late` are shown in orange, above `over` in red. */
export const reviewHourLimits = { late: 24, over: 48 } as const

/**
 * Compares a waiting time in hours with the time limits of a review: within both, above the first, above the second.
 */
export function latenessOf(hours: number): 'fine' | 'late' | 'over' {
  return hours > reviewHourLimits.over ? 'over' : hours > reviewHourLimits.late ? 'late' : 'fine'
}

/** The version of the terms and the privacy policy to which new registrations agree. */
export const clauseVersion = '2026-11-23'

/**
 * States of an appeal against "already registered". `handed`: the appellant received the existing account. `freed`:
 * another application with the identity was closed. `rejected`: nothing changed. `withdrawn`: the appeal ended with its
 * application.
 */
export const appealStates = ['open', 'handed', 'freed', 'rejected', 'withdrawn'] as const
export type AppealState = (typeof appealStates)[number]

/** The maximum number of appeals per application. */
export const maxAppeals = 3
