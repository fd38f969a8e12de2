import type { Fen, Ppm } from './money.ts'
import { lastMonthOf, monthStart, shiftMonth } from './period.ts'
import type { TaxPolicy } from './tax-policy.ts'
import { isUnderThreshold, splitPrice } from './tax-vat.ts'

type VatPolicy = TaxPolicy['params']['vat']

/** Who issues an invoice of mode 1: the registered business that was paid, or the centre for its service fee. */
export const issuers = ['business', 'centre'] as const
export type Issuer = (typeof issuers)[number]

/** Over which payments invoices of mode 1 are generated. */
export const generateBases = ['batch', 'month'] as const
export type GenerateBasis = (typeof generateBases)[number]

/** How the authorisation of a business to issue stands on a day. */
export const authorisationStands = ['effective', 'none', 'ahead', 'expired', 'revoked'] as const
export type AuthorisationStand = (typeof authorisationStands)[number]

/** The newest authorisation of a business. */
export interface Authorisation {
  readonly isRevoked: boolean
  readonly from: string
  readonly to: string
}

/** How an authorisation stands on a day. */
export function authorisationStand(given: Authorisation | null, day: string): AuthorisationStand {
  if (given === null) return 'none'
  if (given.isRevoked) return 'revoked'
  if (day < given.from) return 'ahead'
  return day > given.to ? 'expired' : 'effective'
}

/** Why no invoice is generated for a business; empty when one is. */
export const businessObstacles = ['', 'notOperating', 'taxKindUnknown', 'none', 'ahead', 'expired', 'revoked'] as const
export type BusinessObstacle = (typeof businessObstacles)[number]

/** What stands against an invoice of a business. */
export function businessObstacle(business: { readonly state: string; readonly taxKind: string | null }, stand: AuthorisationStand): BusinessObstacle {
  if (business.state !== 'operating') return 'notOperating'
  if (business.taxKind === null) return 'taxKindUnknown'
  return stand === 'effective' ? '' : stand
}

/** The rate that a business puts on its invoices: a small-scale taxpayer the reduced levy rate, a general one the rate of services. */
export function businessRate(taxKind: string | null, vat: VatPolicy): Ppm {
  return taxKind === 'general' ? vat.generalPpm : vat.reducedPpm
}

/** Where the sales of a small-scale taxpayer's quarter stand before the threshold of VAT (起征点). */
export const quarterStands = ['below', 'near', 'reached'] as const
export type QuarterStand = (typeof quarterStands)[number]

/** People are warned from four fifths of the threshold on: what is left is less than most businesses are paid in a fortnight. */
const nearPpm = 800_000

/** The sales of a quarter without VAT, out of what was paid with it, and how they stand before the threshold. */
export function quarterSales(gross: Fen, rate: Ppm, vat: VatPolicy): { readonly sales: Fen; readonly stand: QuarterStand } {
  const { sales } = gross < 0 ? { sales: gross } : splitPrice(gross, rate)
  if (!isUnderThreshold(sales, vat.quarterThresholdFen, vat)) return { sales, stand: 'reached' }
  return { sales, stand: sales * 1_000_000 >= vat.quarterThresholdFen * nearPpm ? 'near' : 'below' }
}

/** The first day of a quarter (yyyy-Qn), and the one after its last. */
export function daysOfQuarter(quarter: string): { readonly from: string; readonly before: string } {
  const last = lastMonthOf(quarter)
  return { from: monthStart(shiftMonth(last, -2)), before: monthStart(shiftMonth(last, 1)) }
}
