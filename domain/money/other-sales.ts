import { add, type Fen, type Ppm, share, ZERO } from '#/domain/base/money.ts'
import { shiftMonth } from '#/domain/base/period.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { splitPrice } from '#/domain/money/tax-vat.ts'

// Sales of a natural person outside one payer, for the monthly VAT threshold (增值税法 §23, 公告2025年第16号).

type VatPolicy = TaxPolicy['params']['vat']

/** Gross sales of a natural person's month outside one payer. */
export interface SalesElsewhere {
  /** Paid or reserved by other centres. */
  readonly centres: Fen
  /** Declared by the person for other platforms and payers, and confirmed. */
  readonly platforms: Fen
}

export const nothingElsewhere: SalesElsewhere = { centres: ZERO, platforms: ZERO }

/** Returns the part of the sales elsewhere that the policy counts towards the threshold. */
export function countedElsewhere({ centres, platforms }: SalesElsewhere, vat: VatPolicy): Fen {
  return add(vat.countsAllCentres ? centres : ZERO, vat.countsOtherPlatforms ? platforms : ZERO)
}

/** States of a declaration. Only the last confirmed one of a month counts. */
export const otherSaleStates = ['pending', 'confirmed', 'rejected', 'replaced'] as const
export type OtherSaleState = (typeof otherSaleStates)[number]

/** A declaration covers this month or one of the months before. */
const monthsBack = 12

/** Returns the first month that can still be declared. */
export const firstDeclarable = (month: string): string => shiftMonth(month, -monthsBack)

/** Returns whether a month can be declared in the current one. */
export function isDeclarable(month: string, current: string): boolean {
  return month <= current && month >= firstDeclarable(current)
}

/** The part of the monthly threshold from which the person is asked every month. */
const reachPpm = 500_000 as Ppm

/** A month of a person, as far as the question about other sales depends on it. */
interface AskedMonth {
  /** Gross that all centres paid to the natural person. */
  readonly gross: Fen
  /** No centre paid the person before. */
  readonly isFirst: boolean
  /** A declaration is pending or confirmed. */
  readonly isDeclared: boolean
}

/**
 * Returns whether the person is asked for sales on other platforms: once with the first payment, then in months whose
 * sales here come within reach of the threshold.
 */
export function isRequested({ gross, isFirst, isDeclared }: AskedMonth, vat: VatPolicy): boolean {
  if (!vat.countsOtherPlatforms || isDeclared || gross <= 0) return false
  return isFirst || splitPrice(gross, vat.reducedPpm).sales >= share(vat.monthThresholdFen, reachPpm)
}
