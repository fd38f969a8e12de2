import { applyRate, type Fen, ppm, ZERO } from '#/domain/base/money.ts'
import { shiftDay } from '#/domain/base/period.ts'

/** A rate of the late-payment surcharge (滞纳金), valid from a day until the next rate. */
export interface LateFeeRate {
  readonly from: string
  readonly ppmPerDay: number
  readonly source: string
}

/** All rates, oldest first. A new rate is a new row. */
export const lateFeeRates: readonly [LateFeeRate, ...LateFeeRate[]] = [
  { from: '2001-05-01', ppmPerDay: 500, source: '税收征收管理法 第三十二条；实施细则 第七十五条' },
]

const dayMs = 86_400_000
const daysBetween = (from: string, to: string) => Math.max(0, Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs))

/** Counts the days of delay, from the day after the due day to the day of payment inclusive (yyyy-MM-dd). */
export const daysOfDelay = (dueOn: string, paidOn: string): number => daysBetween(dueOn, paidOn)

/**
 * Returns the surcharge on tax that was paid late, in fen. Each day counts at its own rate, and the sum is rounded
 * once.
 */
export function lateFee(tax: Fen, dueOn: string, paidOn: string, rates: readonly LateFeeRate[] = lateFeeRates): Fen {
  if (tax <= 0 || paidOn <= dueOn) return ZERO
  const total = rates.reduce((sum, { from, ppmPerDay }, at) => {
    const lastDayBefore = shiftDay(from, -1)
    const [begin, end] = [lastDayBefore > dueOn ? lastDayBefore : dueOn, rates[at + 1] ? shiftDay(rates[at + 1]?.from ?? paidOn, -1) : paidOn]
    return sum + ppmPerDay * daysBetween(begin, end < paidOn ? end : paidOn)
  }, 0)
  return applyRate(tax, ppm(total))
}
