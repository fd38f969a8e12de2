import { add, applyRate, type Fen, fen, type Ppm, ZERO } from '#/domain/base/money.ts'
import { shiftMonth } from '#/domain/base/period.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { splitPrice } from '#/domain/money/tax-vat.ts'

// A natural person's sales outside one payer, for the monthly VAT threshold (增值税法 §23, 公告2025年第16号).

type VatPolicy = TaxPolicy['params']['vat']

/** Gross sales of a natural person outside one payer in a month. */
export interface SalesElsewhere {
  /** Payments made or reserved by other centres. */
  readonly centres: Fen
  /** Sales that the person declared for other platforms and payers, once confirmed. */
  readonly platforms: Fen
}

export const noOtherSales: SalesElsewhere = { centres: ZERO, platforms: ZERO }

/** Returns the sales outside this payer that the policy counts towards the threshold. */
export function countedSalesElsewhere({ centres, platforms }: SalesElsewhere, vat: VatPolicy): Fen {
  return add(vat.countsAllCentres ? centres : ZERO, vat.countsOtherPlatforms ? platforms : ZERO)
}

/** States of a declaration. Only the last confirmed declaration of a month counts. */
export const otherSaleStates = ['pending', 'confirmed', 'rejected', 'replaced'] as const
export type OtherSaleState = (typeof otherSaleStates)[number]

/** The number of past months that can still be declared. */
const maxPastMonths = 12

/** Returns the first month that can still be declared. */
export const firstDeclarableMonth = (month: string): string => shiftMonth(month, -maxPastMonths)

/** Returns whether a month can be declared during the month `current`. */
export function isDeclarableMonth(month: string, current: string): boolean {
  return month <= current && month >= firstDeclarableMonth(current)
}

/** From this part of the monthly threshold, we ask the person every month. */
const nearThresholdPpm = 500_000 as Ppm

/** Facts about a person's month that decide whether we ask about other sales. */
interface DeclarableMonth {
  /** Whether the person declared sales on other platforms at registration. */
  readonly sellsElsewhere: boolean
  /** Gross that all centres paid to the natural person, in fen. */
  readonly gross: Fen
  /** Whether no centre has paid the person before. */
  readonly isFirst: boolean
  /** Whether a declaration is pending or confirmed. */
  readonly isDeclared: boolean
}

/** Returns the lowest monthly gross that counts as near the threshold: half of it, plus VAT. */
export function minGrossNearThreshold(vat: VatPolicy): Fen {
  const halfThreshold = applyRate(vat.monthThresholdFen, nearThresholdPpm)
  let gross = add(halfThreshold, applyRate(halfThreshold, vat.reducedPpm), fen(-2))
  while (splitPrice(gross, vat.reducedPpm).sales < halfThreshold) gross = add(gross, fen(1))
  return gross
}

/** Reasons to ask a person about other sales, in display order. */
export const salesNoticeReasons = ['first', 'said', 'near'] as const
export type SalesNoticeReason = (typeof salesNoticeReasons)[number]

/**
 * Returns the reason why the person must declare sales on other platforms, or null. Reasons are the first payment, the
 * answer at registration, and sales here near the threshold.
 */
export function salesNoticeReasonOf({ gross, isFirst, sellsElsewhere, isDeclared }: DeclarableMonth, vat: VatPolicy): SalesNoticeReason | null {
  if (!vat.countsOtherPlatforms || isDeclared || gross <= 0) return null
  if (isFirst) return 'first'
  if (sellsElsewhere) return 'said'
  return gross >= minGrossNearThreshold(vat) ? 'near' : null
}
