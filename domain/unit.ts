import { accountStatus } from '#/domain/codes.ts'
import { type Fen, fen, type Ppm } from '#/domain/money.ts'

const { signing, disabled, frozen, closed, active } = accountStatus

/** Where a unit stands: waiting for its contract, stopped (no new batches), frozen (no money moves), closed, at work. */
export const unitStatuses = [signing, disabled, frozen, closed, active] as const
export type UnitStatus = (typeof unitStatuses)[number]

/** As what somebody is assigned to a unit. */
export const assignedRoles = ['marketer', 'salesman', 'partner'] as const
export type AssignedRole = (typeof assignedRoles)[number]

/** What can be done with a unit as a whole. */
export type UnitVerb = 'activate' | 'stop' | 'start' | 'freeze' | 'unfreeze' | 'close'

const moves: Readonly<Record<UnitVerb, { readonly from: readonly UnitStatus[]; readonly to: UnitStatus }>> = {
  activate: { from: [signing], to: active },
  stop: { from: [active], to: disabled },
  start: { from: [disabled], to: active },
  freeze: { from: [signing, disabled, active], to: frozen },
  unfreeze: { from: [frozen], to: active },
  close: { from: [signing, disabled, frozen, active], to: closed },
}

/** Where the verb leads from this state; null when it is not for this state. */
export function nextUnitStatus(status: UnitStatus, verb: UnitVerb): UnitStatus | null {
  const move = moves[verb]
  return move.from.includes(status) ? move.to : null
}

/** What was agreed with a unit at one centre in one mode: who bears what, how its batches are checked, and its limits. */
export interface UnitTerms {
  readonly feePlanId: number
  readonly taxBearer: 'unit' | 'operator'
  readonly feeBearer: 'unit' | 'operator' | 'shared'
  /** The unit's part of the fee. */
  readonly feeUnitSharePpm: number
  readonly signRequired: boolean
  readonly signWay: 'sms' | 'face' | 'handwriting'
  readonly dualControl: boolean
  readonly freezeOnSubmit: boolean
  /** Batches up to here without a warning need no audit at the centre; zero: every batch does. */
  readonly autoAuditLimit: Fen
  readonly singleLimit: Fen
  readonly dayLimit: Fen
  readonly monthLimit: Fen
  /** Above it a batch needs papers. */
  readonly evidenceLimit: Fen
  /** Below it the unit is warned. */
  readonly lowBalance: Fen
  /** Through which channels, the preferred first; none: as the centre pays. */
  readonly channelIds: readonly number[]
  readonly invoiceWay: 'batch' | 'period' | 'balance'
  readonly invoiceCategories: readonly string[]
  readonly noticeMobiles: readonly string[]
}

/** What a new unit begins with where nothing else was agreed. */
export const usualTerms: Omit<UnitTerms, 'feePlanId'> = {
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

/** What terms contradict in themselves; null when they hold together. */
export function termsProblem(terms: UnitTerms): 'shareMisfit' | 'limitOrder' | null {
  const { feeBearer, feeUnitSharePpm: share } = terms
  const isShared = share > 0 && share < 1_000_000
  if (feeBearer === 'shared' ? !isShared : share !== (feeBearer === 'unit' ? 1_000_000 : 0)) return 'shareMisfit'
  return terms.singleLimit <= terms.dayLimit && terms.dayLimit <= terms.monthLimit ? null : 'limitOrder'
}

/** The lowest rate that a plan can come to. */
export function lowestRate(tiers: readonly { readonly ratePpm: number }[]): Ppm {
  return Math.min(...tiers.map((tier) => tier.ratePpm)) as Ppm
}

/** The highest rate of a fee plan's steps. */
export function highestRate(tiers: readonly { readonly ratePpm: number }[]): Ppm {
  return Math.max(...tiers.map((tier) => tier.ratePpm)) as Ppm
}
