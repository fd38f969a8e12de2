import { accountStatus } from '#/domain/base/codes.ts'
import { type Fen, fen, type Ppm } from '#/domain/base/money.ts'

const { signing, disabled, frozen, closed, active } = accountStatus

/** Status of a unit: contract not signed, disabled (no new batches), frozen (no movements of money), closed, active. */
export const unitStatuses = [signing, disabled, frozen, closed, active] as const
export type UnitStatus = (typeof unitStatuses)[number]

export const assignedRoles = ['marketer', 'salesman', 'partner'] as const
export type AssignedRole = (typeof assignedRoles)[number]

/**
 * Data of a unit in use that two people change. Payments are matched by its name, contracts name its legal person, and
 * links to sign go to its contact.
 */
export const guardedUnitFields = ['name', 'legalPerson', 'contactMobile'] as const
/** Proposals about a unit that two people decide: its name, legal person and contact number, or its assignments. */
export const unitProposals = ['identity', 'assignment'] as const
export type UnitProposal = (typeof unitProposals)[number]

export type GuardedUnitField = (typeof guardedUnitFields)[number]

export type UnitAction = 'activate' | 'stop' | 'start' | 'freeze' | 'unfreeze' | 'close' | 'reopen'

const moves: Readonly<Record<UnitAction, { readonly from: readonly UnitStatus[]; readonly to: UnitStatus }>> = {
  activate: { from: [signing], to: active },
  stop: { from: [active], to: disabled },
  start: { from: [disabled], to: active },
  freeze: { from: [signing, disabled, active], to: frozen },
  unfreeze: { from: [frozen], to: active },
  close: { from: [signing, disabled, frozen, active], to: closed },
  reopen: { from: [closed], to: disabled },
}

/** Returns the status after the action, or null when the action is not allowed. */
export function nextUnitStatus(status: UnitStatus, action: UnitAction): UnitStatus | null {
  const move = moves[action]
  return move.from.includes(status) ? move.to : null
}

/** The terms of a unit at one centre in one mode: the bearers of tax and fee, the review of batches, and limits. */
export interface UnitTerms {
  readonly feePlanId: number
  readonly taxBearer: 'unit' | 'operator'
  readonly feeBearer: 'unit' | 'operator' | 'shared'
  readonly feeUnitSharePpm: number
  readonly signRequired: boolean
  readonly signWay: 'sms' | 'face' | 'handwriting'
  readonly dualControl: boolean
  readonly freezeOnSubmit: boolean
  /** Batches without warnings up to this amount need no audit by the centre. Zero requires an audit of every batch. */
  readonly autoAuditLimit: Fen
  readonly singleLimit: Fen
  readonly dayLimit: Fen
  readonly monthLimit: Fen
  /** Batches above this amount need supporting documents. */
  readonly evidenceLimit: Fen
  /** The unit is warned when its balance is below this amount, in fen. */
  readonly lowBalance: Fen
  /** Payout channels in order of preference. An empty list stands for the channels of the centre. */
  readonly channelIds: readonly number[]
  readonly invoiceWay: 'batch' | 'period' | 'balance'
  readonly invoiceCategories: readonly string[]
  readonly noticeMobiles: readonly string[]
}

export const defaultUnitTerms: Omit<UnitTerms, 'feePlanId'> = {
  taxBearer: 'operator',
  feeBearer: 'unit',
  feeUnitSharePpm: 1_000_000,
  signRequired: true,
  signWay: 'sms',
  dualControl: true,
  freezeOnSubmit: false,
  autoAuditLimit: fen(0),
  singleLimit: fen(20_000_000),
  dayLimit: fen(3_000_000_000),
  monthLimit: fen(20_000_000_000),
  evidenceLimit: fen(5_000_000),
  lowBalance: fen(2_000_000),
  channelIds: [],
  invoiceWay: 'batch',
  invoiceCategories: [],
  noticeMobiles: [],
}

const guardedLimits = ['autoAuditLimit', 'singleLimit', 'dayLimit', 'monthLimit', 'evidenceLimit'] as const
const guardedDuties = ['dualControl', 'signRequired'] as const

/** The terms that two people loosen: higher limits, or batches without a checker, or payees without a contract. */
export const guardedTerms = [...guardedDuties, ...guardedLimits] as const
export type GuardedTerm = (typeof guardedTerms)[number]

/** Returns the guarded terms that a change loosens, compared with each of the terms in force now or later. */
export function loosenedTerms(before: readonly UnitTerms[], after: UnitTerms): GuardedTerm[] {
  return [
    ...guardedDuties.filter((term) => !after[term] && before.some((each) => each[term])),
    ...guardedLimits.filter((term) => before.some((each) => after[term] > each[term])),
  ]
}

/** The terms that move costs between unit and payees. Two people change them in either direction. */
export const bearerTerms = ['feeBearer', 'feeUnitSharePpm', 'taxBearer'] as const

/** Returns whether a change moves fee or tax between unit and payees, compared with any of the terms in force now or later. */
export function movesBearers(before: readonly UnitTerms[], after: UnitTerms): boolean {
  return before.some((each) => bearerTerms.some((term) => after[term] !== each[term]))
}

/** Returns the reason why the terms contradict each other, or null. */
export function unitTermsProblem(terms: UnitTerms): 'shareMisfit' | 'limitOrder' | null {
  const { feeBearer, feeUnitSharePpm: share } = terms
  const isShared = share > 0 && share < 1_000_000
  if (feeBearer === 'shared' ? !isShared : share !== (feeBearer === 'unit' ? 1_000_000 : 0)) return 'shareMisfit'
  return terms.singleLimit <= terms.dayLimit && terms.dayLimit <= terms.monthLimit ? null : 'limitOrder'
}

/** Returns the lowest rate of a fee plan. */
export function lowestRate(tiers: readonly { readonly ratePpm: number }[]): Ppm {
  return Math.min(...tiers.map((tier) => tier.ratePpm)) as Ppm
}

/** Returns the highest rate of a fee plan. */
export function highestRate(tiers: readonly { readonly ratePpm: number }[]): Ppm {
  return Math.max(...tiers.map((tier) => tier.ratePpm)) as Ppm
}
