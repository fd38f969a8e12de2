// 对账 (reconciliation): compares our payments with the channel's file and the bank's statement for each day.

import type { DifferenceAccount } from '#/domain/money/posting.ts'

/** The files with which our books are compared. */
export const reconSources = ['channel', 'bank'] as const
export type ReconSource = (typeof reconSources)[number]

/**
 * State of a day: a file is missing, differences are open, no difference is open, closed. `waiting` and `closed` are
 * stored. The other two follow from the differences.
 */
export const reconDayStates = ['waiting', 'differing', 'balanced', 'closed'] as const
export type ReconDayState = (typeof reconDayStates)[number]

/**
 * Kinds of difference. `long`: only the other side has the payment. `short`: only we have it. `amount`: the amounts
 * differ. `state`: only one side reports the order as paid.
 */
export const reconItemKinds = ['long', 'short', 'amount', 'state'] as const
export type ReconItemKind = (typeof reconItemKinds)[number]

/**
 * States of a difference: open, awaiting a later file, proposed to a second person, on the suspense account, moved to
 * the payout exceptions, settled.
 */
export const reconItemStates = ['open', 'waiting', 'proposed', 'hung', 'exception', 'settled'] as const
export type ReconItemState = (typeof reconItemStates)[number]

export const unsettledReconStates = reconItemStates.filter((state) => state !== 'settled')

/**
 * Proposals for a difference: keep it on the suspense account; book it as a charge of the bank, as interest or as an
 * adjustment of the centre; or confirm the bank's return.
 */
export const reconTreatments = ['hang', 'charge', 'interest', 'book', 'return'] as const
export type ReconTreatment = (typeof reconTreatments)[number]

/** The reconciliation rules of a centre. A null limit means that no difference stops payouts. */
export interface ReconRules {
  readonly stopAbove: number | null
  readonly needsBank: boolean
}

/** Returns whether new rules hide more than the old ones: without the bank's statement, or with a higher limit. */
export function isLooser(old: ReconRules, { stopAbove, needsBank }: ReconRules): boolean {
  const isHigher = old.stopAbove !== null && (stopAbove === null || stopAbove > old.stopAbove)
  return isHigher || (old.needsBank && !needsBank)
}

/** The treatments that book money finally, with the account of the centre. */
export const accountByTreatment = {
  charge: 'bank_charge',
  interest: 'bank_interest',
  book: 'adjustment',
} as const satisfies Partial<Record<ReconTreatment, DifferenceAccount>>
export type BookingTreatment = keyof typeof accountByTreatment

export const isBookingTreatment = (treatment: ReconTreatment): treatment is BookingTreatment => treatment in accountByTreatment

/**
 * The ending of a difference: by a proposal, as an exception, or automatically when a later file or another day matched
 * it.
 */
export const reconItemEndings = [...reconTreatments, 'exception', 'timing', 'matched'] as const
export type ReconItemEnding = (typeof reconItemEndings)[number]

export const reconItemSteps = ['found', 'taken', 'waiting', 'proposed', 'withdrawn', 'declined', 'hung', 'toException', 'settled'] as const
export type ReconItemStep = (typeof reconItemSteps)[number]

export const reconItemActions = ['take', 'wait', 'propose', 'withdraw', 'decide', 'toException'] as const
export type ReconItemAction = (typeof reconItemActions)[number]

/** Working days to settle a difference, and to wait for a later file (T+2). */
export const reconSettleDays = 2

const editableStates: readonly ReconItemState[] = ['open', 'waiting']

/** Returns whether the step is possible in this state, without checking permissions. */
export function isReconActionAllowed(action: ReconItemAction, state: ReconItemState): boolean {
  if (action === 'decide' || action === 'withdraw') return state === 'proposed'
  if (action === 'take') return state !== 'settled'
  if (action === 'propose') return editableStates.includes(state) || state === 'hung'
  return editableStates.includes(state)
}

/** The data of a difference that decides how it can be treated. */
export interface TreatableDifference {
  readonly state: ReconItemState
  readonly side: ReconSource
  readonly kind: ReconItemKind
  readonly direction: 'out' | 'in'
  /** In fen; negative if more money left the bank, or less arrived, than our books contain. */
  readonly amount: number
  /** Whether the difference belongs to an order of a payment, and not to another movement of the bank. */
  readonly isOfOrder: boolean
  /** Whether the registered transfer is a top-up. */
  readonly isTopup: boolean
}

/**
 * Returns whether the missing money can be a charge of the bank at the centre's expense: a separate debit, or the
 * difference between the amounts of a transfer. The charge for a top-up is at the unit's expense.
 */
function canBeCharge({ side, kind, direction, amount, isOfOrder, isTopup }: TreatableDifference): boolean {
  if (side !== 'bank' || amount >= 0 || isTopup) return false
  return kind === 'amount' || (kind === 'long' && direction === 'out' && !isOfOrder)
}

/** Returns whether the money can be interest: a credit of the bank that belongs to no order. */
const canBeInterest = ({ side, kind, direction, amount, isOfOrder }: TreatableDifference) =>
  side === 'bank' && kind === 'long' && direction === 'in' && amount > 0 && !isOfOrder

/** Returns the proposals allowed for a difference. One on the suspense account can be booked or returned. */
export function allowedTreatments(difference: TreatableDifference): readonly ReconTreatment[] {
  return reconTreatments.filter((treatment) => {
    if (treatment === 'charge') return canBeCharge(difference)
    if (treatment === 'interest') return canBeInterest(difference)
    return treatment !== 'hang' || difference.state !== 'hung'
  })
}

/** Returns the number of a difference, as users see it. */
export function reconItemNumber(id: number): string {
  return `DZ${String(id).padStart(8, '0')}`
}

/** A movement on a bank statement, with the balance after it. */
export interface StatementLine {
  readonly line: number
  readonly at: string
  /** The amount in fen; negative for outgoing money. */
  readonly amount: number
  readonly balance: number
}

/**
 * The opening and closing balance of a statement, or the first line whose balance does not follow from the line before.
 */
export type StatementSequence =
  | { readonly opening: number; readonly closing: number; readonly isReversed: boolean; readonly gap: null }
  | { readonly gap: { readonly line: number; readonly expected: number; readonly found: number } }

function gapIn(ordered: readonly StatementLine[]): { line: number; expected: number; found: number } | null {
  let previousBalance: number | null = null
  for (const { line, amount, balance } of ordered) {
    if (previousBalance !== null && previousBalance + amount !== balance) return { line, expected: previousBalance + amount, found: balance }
    previousBalance = balance
  }
  return null
}

/**
 * Checks the balances of a statement in ascending or descending order. Balances decide the sequence of movements with
 * equal times. Throws RangeError for an empty statement.
 */
export function checkSequence(lines: readonly StatementLine[]): StatementSequence {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) throw new RangeError('a statement without movements')
  const forwardResult = first.at > last.at ? null : { gap: gapIn(lines) }
  const isReversed = forwardResult === null || (forwardResult.gap !== null && first.at === last.at && gapIn(lines.toReversed()) === null)
  const gap = isReversed ? gapIn(lines.toReversed()) : (forwardResult?.gap ?? null)
  if (gap) return { gap }
  const [begin, end] = isReversed ? [last, first] : [first, last]
  return { opening: begin.balance - begin.amount, closing: end.balance, isReversed, gap: null }
}

/** The opening and closing balance of a statement. */
export interface StatementBalances {
  readonly opening: number
  readonly closing: number
}

/**
 * The statements of the same account next to a new one: the last before its days, the first after them, and those that
 * share a day.
 */
export interface AdjacentDayBalances {
  readonly before: (StatementBalances & { readonly day: string }) | null
  readonly after: (StatementBalances & { readonly day: string }) | null
  readonly sharing: readonly StatementBalances[]
}

/**
 * Returns the side on which movements are missing between a statement and its neighbours, or null if none are missing.
 * A day can have several statements, uploaded in any sequence.
 */
export function adjacentDayGap({ opening, closing }: StatementBalances, { before, after, sharing }: AdjacentDayBalances): 'before' | 'after' | null {
  const hasPredecessor = sharing.some((each) => each.closing === opening)
  const hasSuccessor = sharing.some((each) => each.opening === closing)
  if (before && before.closing !== opening && !hasPredecessor) return 'before'
  if (after && after.opening !== closing && !hasSuccessor) return 'after'
  return sharing.length === 0 || hasPredecessor || hasSuccessor ? null : 'before'
}
