import { add, atMost, type Fen, fen, subtract, sumOf, ZERO } from '#/domain/base/money.ts'

/**
 * States of the clearing of a closed month. A clearing offers the person the excess of withheld tax, as a credit
 * against later tax or as a refund.
 */
export const clearingStates = ['found', 'offered', 'chosen', 'approved', 'done', 'refused', 'withdrawn', 'expired'] as const
export type ClearingState = (typeof clearingStates)[number]

export const clearingChoices = ['credit', 'refund'] as const
export type ClearingChoice = (typeof clearingChoices)[number]

/** Answers of the person to an offer. */
export const clearingAnswers = [...clearingChoices, 'refuse'] as const
export type ClearingAnswer = (typeof clearingAnswers)[number]

/** Bank transfers: a refund to the person, a repayment by the person, or a refund that the bank sent back. */
export const clearingPayments = ['refund', 'recovery', 'bounce'] as const
export type ClearingPayment = (typeof clearingPayments)[number]

/**
 * An entry of the centre with a document: received money, the choice on paper of a person without an account, or a
 * refund that the bank sent back. Entries take effect once another person confirms them.
 */
export const clearingEntryKinds = ['receipt', 'choice', 'bounce'] as const
export type ClearingEntryKind = (typeof clearingEntryKinds)[number]

export const clearingActions = [
  'offer',
  'choose',
  'refuse',
  'approve',
  'reject',
  'start',
  'cancel',
  'pay',
  'recover',
  'bounce',
  'enter',
  'confirm',
  'adopt',
  'dismiss',
  'withdraw',
  'expire',
] as const
export type ClearingAction = (typeof clearingActions)[number]

const allowedStates: Readonly<Record<ClearingAction, readonly ClearingState[]>> = {
  offer: ['found', 'refused'],
  // The rest of an approved credit can still be refunded.
  choose: ['offered', 'approved'],
  refuse: ['offered'],
  approve: ['chosen'],
  reject: ['chosen'],
  start: ['approved'],
  cancel: ['approved'],
  pay: ['approved'],
  // Money can arrive after a later correction ended the debt.
  recover: ['approved', 'chosen', 'done'],
  bounce: ['approved', 'chosen', 'done'],
  // A choice on paper is possible in the same states as a choice by the person.
  enter: ['offered', 'approved'],
  confirm: ['approved', 'chosen', 'done'],
  adopt: ['offered', 'approved'],
  // A wrong entry can always be rejected.
  dismiss: clearingStates,
  withdraw: ['found', 'offered', 'refused'],
  expire: ['found', 'offered', 'refused'],
}

/** Returns whether the step is allowed in this state. */
export function isClearingActionAllowed(action: ClearingAction, state: ClearingState): boolean {
  return allowedStates[action].includes(state)
}

/** Years from the end of the month in which a person can reclaim overpaid tax (税收征收管理法 §51). */
export const taxReclaimYears = 3

/** Tax by kind, in fen. */
export interface TaxParts {
  readonly vat: Fen
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
  readonly iit: Fen
}

/** The taxes in the order in which a credit pays them. */
export const taxPartNames = ['vat', 'city', 'education', 'localEducation', 'iit'] as const

export const noTaxParts: TaxParts = { vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO, iit: ZERO }

/** Returns VAT, surcharges and individual income tax together, in fen. */
export function totalOfTaxParts(parts: TaxParts): Fen {
  return sumOf(taxPartNames, (name) => parts[name])
}

/**
 * Returns the part of an excess that the person receives: of each tax, at most the amount that the person bore. Units
 * bore the rest.
 */
export function clearableParts(excess: TaxParts, borne: TaxParts): TaxParts {
  const clearablePart = (name: keyof TaxParts) => fen(Math.max(0, Math.min(excess[name], borne[name])))
  return {
    vat: clearablePart('vat'),
    city: clearablePart('city'),
    education: clearablePart('education'),
    localEducation: clearablePart('localEducation'),
    iit: clearablePart('iit'),
  }
}

/**
 * Spreads income tax that a year does not owe over the months in which the person bore it. The newest month comes
 * first, and no month falls below zero. `borne` is in ascending order and adds up to at least the amount.
 */
export function spreadOverMonths(amount: Fen, borne: readonly { readonly month: string; readonly fen: Fen }[]): Map<string, Fen> {
  let rest = amount
  const parts = new Map<string, Fen>()
  for (const { month, fen: limit } of borne.toReversed()) {
    const part = atMost(limit, rest)
    if (part > 0) parts.set(month, part)
    rest = subtract(rest, part)
  }
  return parts
}

/** A credit that later payments of the same payer use up. */
export interface TaxCredit {
  readonly clearingId: number
  readonly left: Fen
}

/** Splits a credit over the taxes of a payment: VAT first, then the surcharges, then income tax. */
export function creditPerTax(amount: Fen, due: TaxParts): TaxParts {
  let rest = amount
  const usedParts = { ...noTaxParts }
  for (const name of taxPartNames) {
    usedParts[name] = atMost(due[name], rest)
    rest = subtract(rest, usedParts[name])
  }
  return usedParts
}

/** Returns the taxes of a payment after the credit. */
export function subtractCredit(due: TaxParts, used: TaxParts): TaxParts {
  return {
    vat: subtract(due.vat, used.vat),
    city: subtract(due.city, used.city),
    education: subtract(due.education, used.education),
    localEducation: subtract(due.localEducation, used.localEducation),
    iit: subtract(due.iit, used.iit),
  }
}

/** A clearing of a month, with the part of each tax by which it still reduces the month. */
export interface ClearedParts {
  readonly clearingId: number
  readonly kept: TaxParts
}

/**
 * Returns the part of each clearing that goes back to its month when a returned payment leaves the month short of tax.
 * The clearings belong to one month, newest first.
 */
export function reversalsFor(missing: TaxParts, clearings: readonly ClearedParts[]): { readonly clearingId: number; readonly parts: TaxParts }[] {
  let rest = missing
  return clearings.flatMap(({ clearingId, kept }) => {
    const parts = clearableParts(rest, kept)
    rest = subtractCredit(rest, parts)
    return totalOfTaxParts(parts) > 0 ? [{ clearingId, parts }] : []
  })
}

/**
 * The amounts of a clearing. `reversed` went back to the month. `transferring` is a refund in transfer. `owed` is the
 * amount that the person has to pay back.
 */
export interface ClearingAmounts {
  readonly amount: Fen
  readonly used: Fen
  readonly reversed: Fen
  readonly refunded: Fen
  readonly transferring: Fen
  readonly recovered: Fen
  readonly left: Fen
  readonly owed: Fen
}

/**
 * Returns whether the amounts of a clearing are complete (INV-65). All of it is credited, reversed, refunded, in
 * transfer or open, and only the amount beyond it is owed.
 */
export function isClearingComplete({ amount, used, reversed, refunded, transferring, recovered, left, owed }: ClearingAmounts): boolean {
  const isOneSided = left >= 0 && owed >= 0 && (left === 0 || owed === 0)
  return isOneSided && add(used, reversed, refunded, transferring, left) === add(amount, recovered, owed)
}
