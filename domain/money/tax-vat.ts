import { applyRate, atLeast, type Fen, fen, type Ppm, subtract, withoutTax, ZERO } from '#/domain/base/money.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'

type VatPolicy = TaxPolicy['params']['vat']

/** A price split into sales without VAT, and the VAT as the remainder (增值税法 Art. 17; sales are rounded first). */
export interface PriceSplit {
  readonly sales: Fen
  readonly vat: Fen
}

/** Splits one price at a rate. Each invoice is split separately; sums of invoices are never split. */
export function splitPrice(gross: Fen, rate: Ppm): PriceSplit {
  const sales = withoutTax(gross, rate)
  return { sales, vat: subtract(gross, sales) }
}

/**
 * Returns whether the sales of a period are exempt. From 2026, sales that reach the threshold are taxed as a whole
 * (增值税法 Art. 23).
 */
export function isUnderThreshold(sales: Fen, threshold: Fen, policy: VatPolicy): boolean {
  return policy.isThresholdItselfExempt ? sales <= threshold : sales < threshold
}

/**
 * Computes the VAT on a natural person's sales of a month, without VAT. Sales below the threshold are exempt, otherwise
 * all sales are taxed (公告2025年第16号 二, 公告2026年第4号).
 */
export function monthVat(sales: Fen, rate: Ppm, policy: VatPolicy): { readonly isExempt: boolean; readonly vat: Fen } {
  const isExempt = isUnderThreshold(sales, policy.monthThresholdFen, policy)
  return { isExempt, vat: isExempt ? ZERO : applyRate(sales, rate) }
}

/** Computes the VAT on a natural person's sales of a day, without VAT, where the monthly threshold does not apply. */
export function dayVat(sales: Fen, rate: Ppm, policy: VatPolicy): { readonly isExempt: boolean; readonly vat: Fen } {
  const isExempt = isUnderThreshold(sales, policy.dayThresholdFen, policy)
  return { isExempt, vat: isExempt ? ZERO : applyRate(sales, rate) }
}

/**
 * Computes the quarterly VAT of a small-scale taxpayer. Sales on special invoices are taxed even when the rest is
 * exempt.
 */
export function quarterVat(
  sales: Fen,
  specialSales: Fen,
  rate: Ppm,
  policy: VatPolicy,
): { readonly exempt: boolean | 'partial'; readonly vat: Fen; readonly exemptSales: Fen } {
  if (!isUnderThreshold(sales, policy.quarterThresholdFen, policy)) return { exempt: false, vat: applyRate(sales, rate), exemptSales: ZERO }
  if (specialSales <= 0) return { exempt: true, vat: ZERO, exemptSales: sales }
  return { exempt: 'partial', vat: applyRate(specialSales, rate), exemptSales: atLeast(subtract(sales, specialSales), ZERO) }
}

/**
 * Computes the VAT of the general contractor: the VAT in the client's price, less the VAT on subcontractors' special
 * invoices.
 */
export function contractorVat(
  clientPays: Fen,
  rate: Ppm,
  inputs: readonly { readonly gross: Fen; readonly rate: Ppm }[],
): { readonly output: PriceSplit; readonly input: Fen; readonly net: Fen } {
  const output = splitPrice(clientPays, rate)
  const input = inputs.reduce((sum, each) => fen(sum + splitPrice(each.gross, each.rate).vat), ZERO)
  return { output, input, net: subtract(output.vat, input) }
}

/**
 * Returns whether the sales of twelve months exceed (超过) the limit above which the platform must guide the person to
 * register.
 */
export function mustGuideToRegister(rollingSales: Fen, watch: TaxPolicy['params']['watch']): boolean {
  return rollingSales > watch.guideFen
}
