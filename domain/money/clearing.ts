import { add, atMost, type Fen, fen, subtract, sumOf, ZERO } from '#/domain/base/money.ts'

/**
 * Steps of the clearing of a closed month: tax withheld beyond what the month owes, offered to the person as a credit
 * against later tax or as a refund.
 */
export const clearingStates = ['found', 'offered', 'chosen', 'approved', 'done', 'refused', 'withdrawn', 'expired'] as const
export type ClearingState = (typeof clearingStates)[number]

export const clearingChoices = ['credit', 'refund'] as const
export type ClearingChoice = (typeof clearingChoices)[number]

export const clearingVerbs = ['offer', 'choose', 'refuse', 'approve', 'reject', 'pay', 'withdraw', 'expire'] as const
export type ClearingVerb = (typeof clearingVerbs)[number]

const from: Readonly<Record<ClearingVerb, readonly ClearingState[]>> = {
  offer: ['found', 'refused'],
  // An approved credit may still become a refund of the part that is left.
  choose: ['offered', 'approved'],
  refuse: ['offered'],
  approve: ['chosen'],
  reject: ['chosen'],
  pay: ['approved'],
  withdraw: ['found', 'offered', 'refused'],
  expire: ['found', 'offered', 'refused'],
}

/** Returns whether the step is allowed in this state. */
export function isClearingMove(verb: ClearingVerb, state: ClearingState): boolean {
  return from[verb].includes(state)
}

/** Years from the end of the month in which a person can reclaim overpaid tax (税收征收管理法 §51). */
export const claimYears = 3

/** Tax by kind, in fen. */
export interface TaxParts {
  readonly vat: Fen
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
  readonly iit: Fen
}

/** In the order in which a credit pays them. */
export const taxPartNames = ['vat', 'city', 'education', 'localEducation', 'iit'] as const

export const noParts: TaxParts = { vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO, iit: ZERO }

/** Returns the sum of the taxes. */
export function totalOf(parts: TaxParts): Fen {
  return sumOf(taxPartNames, (name) => parts[name])
}

/**
 * Returns the part of an excess that goes to the person: of each tax at most what the person bore. The rest was borne
 * by units.
 */
export function clearableOf(excess: TaxParts, borne: TaxParts): TaxParts {
  const part = (name: keyof TaxParts) => fen(Math.max(0, Math.min(excess[name], borne[name])))
  return { vat: part('vat'), city: part('city'), education: part('education'), localEducation: part('localEducation'), iit: part('iit') }
}

/** A credit that later payments of the same payer use up. */
export interface TaxCredit {
  readonly clearingId: number
  readonly left: Fen
}

/** Splits a credit over the taxes of a payment: VAT first, then the surcharges, then income tax. */
export function spendCredit(left: Fen, due: TaxParts): TaxParts {
  let rest = left
  const used = { ...noParts }
  for (const name of taxPartNames) {
    used[name] = atMost(due[name], rest)
    rest = subtract(rest, used[name])
  }
  return used
}

/** Returns the taxes of a payment after the credit. */
export function lessCredit(due: TaxParts, used: TaxParts): TaxParts {
  return {
    vat: subtract(due.vat, used.vat),
    city: subtract(due.city, used.city),
    education: subtract(due.education, used.education),
    localEducation: subtract(due.localEducation, used.localEducation),
    iit: subtract(due.iit, used.iit),
  }
}

/** Returns whether every fen of a clearing is credited, refunded or open (INV-65). */
export function isClearingComplete({ amount, used, refunded, left }: { amount: Fen; used: Fen; refunded: Fen; left: Fen }): boolean {
  return left >= 0 && used >= 0 && refunded >= 0 && add(used, refunded, left) === amount
}
