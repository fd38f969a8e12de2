import { add, applyRate, type Fen, type Ppm, proportion, ZERO } from '#/domain/base/money.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'

/** The three surcharges on VAT. Each is rounded separately. */
export interface Surcharges {
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
  readonly total: Fen
}

export const NO_SURCHARGES: Surcharges = { city: ZERO, education: ZERO, localEducation: ZERO, total: ZERO }

const ONE_IN_PPM = 1_000_000

function applyRelief(base: Fen, rate: Ppm, relief: number): Fen {
  const effectiveRate = (rate * (ONE_IN_PPM - relief)) / ONE_IN_PPM
  return Number.isInteger(effectiveRate) ? applyRate(base, effectiveRate as Ppm) : proportion(base, rate * (ONE_IN_PPM - relief), ONE_IN_PPM * ONE_IN_PPM)
}

/**
 * Computes the surcharges on VAT: city 7, 5 or 1 % (by place), education 3 %, local education 2 %, less the relief for
 * small-scale taxpayers (公告2023年第12号). Both education surcharges are exempt up to a limit of sales per month or quarter
 * (财税〔2016〕12号, inclusive).
 */
export function surchargesOn(
  vat: Fen,
  place: { readonly cityRatePpm: Ppm; readonly sales: Fen; readonly isHalved: boolean; readonly span?: 'month' | 'quarter' },
  policy: TaxPolicy['params']['surcharge'],
): Surcharges {
  if (vat === 0) return NO_SURCHARGES
  const relief = place.isHalved ? policy.reliefPpm : 0
  const isExempt = place.sales <= (place.span === 'quarter' ? policy.educationExemptQuarterFen : policy.educationExemptMonthFen)
  const city = applyRelief(vat, place.cityRatePpm, relief)
  const education = isExempt ? ZERO : applyRelief(vat, policy.educationPpm, relief)
  const localEducation = isExempt ? ZERO : applyRelief(vat, policy.localEducationPpm, relief)
  return { city, education, localEducation, total: add(city, education, localEducation) }
}
