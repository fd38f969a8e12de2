import type { Fen, Ppm } from '#/domain/base/money.ts'
import { lastMonthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { isUnderThreshold, splitPrice } from '#/domain/money/tax-vat.ts'

type VatPolicy = TaxPolicy['params']['vat']

/** The issuer of an invoice in mode 1: the paid business, or the centre for its service fee. */
export const invoiceIssuers = ['business', 'centre'] as const
export type InvoiceIssuer = (typeof invoiceIssuers)[number]

/** The way of selecting payments for generated invoices in mode 1. */
export const generationBases = ['batch', 'month'] as const
export type GenerationBasis = (typeof generationBases)[number]

/** State of the authorisation to issue invoices for a business on a day. */
export const authorisationStatuses = ['effective', 'none', 'ahead', 'expired', 'revoked'] as const
export type AuthorisationStatus = (typeof authorisationStatuses)[number]

export interface Authorisation {
  readonly isRevoked: boolean
  readonly from: string
  readonly to: string
}

/** Returns the state of an authorisation on a day. */
export function authorisationStatus(authorisation: Authorisation | null, day: string): AuthorisationStatus {
  if (authorisation === null) return 'none'
  if (authorisation.isRevoked) return 'revoked'
  if (day < authorisation.from) return 'ahead'
  return day > authorisation.to ? 'expired' : 'effective'
}

/** Reasons why no invoice is generated for a business; empty if one is. */
export const businessObstacles = ['', 'notOperating', 'taxKindUnknown', 'none', 'ahead', 'expired', 'revoked'] as const
export type BusinessObstacle = (typeof businessObstacles)[number]

/** Returns whether a business in this state can issue invoices. It invoices its payments until it is deregistered. */
export function canIssueInvoices(state: string): boolean {
  return state === 'operating' || state === 'cancelling'
}

/** Returns the reason why no invoice is generated for a business. Returns an empty text if one is. */
export function businessObstacle(business: { readonly state: string; readonly taxKind: string | null }, status: AuthorisationStatus): BusinessObstacle {
  if (!canIssueInvoices(business.state)) return 'notOperating'
  if (business.taxKind === null) return 'taxKindUnknown'
  return status === 'effective' ? '' : status
}

/**
 * Returns the VAT rate on invoices of a business: the reduced rate for a small-scale taxpayer, the service rate for a
 * general taxpayer.
 */
export function businessVatRate(taxKind: string | null, vat: VatPolicy): Ppm {
  return taxKind === 'general' ? vat.generalPpm : vat.reducedPpm
}

/** The sales of a small-scale taxpayer in a quarter, compared with the VAT threshold (起征点). */
export const thresholdStatuses = ['below', 'near', 'reached'] as const
export type ThresholdStatus = (typeof thresholdStatuses)[number]

/** The warning starts at 80 % of the threshold. Most businesses receive more than the remainder within two weeks. */
const nearThresholdPpm = 800_000

/** Returns the quarterly sales without VAT, computed from the gross, and compares them with the threshold. */
export function compareQuarterSales(gross: Fen, rate: Ppm, vat: VatPolicy): { readonly sales: Fen; readonly stand: ThresholdStatus } {
  const { sales } = gross < 0 ? { sales: gross } : splitPrice(gross, rate)
  if (!isUnderThreshold(sales, vat.quarterThresholdFen, vat)) return { sales, stand: 'reached' }
  return { sales, stand: sales * 1_000_000 >= vat.quarterThresholdFen * nearThresholdPpm ? 'near' : 'below' }
}

/** Returns the first day of a quarter (yyyy-Qn), and the first day after it. */
export function daysOfQuarter(quarter: string): { readonly from: string; readonly before: string } {
  const last = lastMonthOf(quarter)
  return { from: monthStart(shiftMonth(last, -2)), before: monthStart(shiftMonth(last, 1)) }
}
