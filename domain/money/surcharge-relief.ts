import { type Fen, fen, type Ppm, subtract } from '#/domain/base/money.ts'
import type { SettlementSteps } from '#/domain/money/settlement.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { surchargesOn } from '#/domain/money/tax-surcharge.ts'

/** The halved surcharges of small-scale taxpayers (六税两费减半征收, 公告2023年第12号) in one calculation. */
export interface SurchargeRelief {
  readonly source: string
  readonly reliefPpm: number
  readonly educationPpm: number
  readonly localEducationPpm: number
  /** The surcharges of the month before and after the halving; null when the user may not see the whole month. */
  readonly month: { readonly full: Fen; readonly relief: Fen; readonly due: Fen; readonly takenBefore: Fen } | null
}

/** Returns the relief on the surcharges of a payment and its month; null without surcharges or relief. */
export function surchargeRelief({ vat, surcharge }: SettlementSteps, policy: TaxPolicy['params']['surcharge'], seesMonth: boolean): SurchargeRelief | null {
  if (!vat || !surcharge || policy.reliefPpm === 0) return null
  // Sales at other centres can end the exemption of education surcharges, but the steps do not contain those sales.
  const sales = vat.reachedElsewhere === 'all' ? policy.educationExemptMonthFen + 1 : vat.monthSales
  const surchargeBase = { cityRatePpm: surcharge.cityRatePpm as Ppm, sales: fen(sales) }
  const fullSurcharge = surchargesOn(fen(vat.wholeMonth), { ...surchargeBase, isHalved: false }, policy).total
  const dueSurcharge = surchargesOn(fen(vat.wholeMonth), { ...surchargeBase, isHalved: true }, policy).total
  return {
    source: policy.source,
    reliefPpm: policy.reliefPpm,
    educationPpm: policy.educationPpm,
    localEducationPpm: policy.localEducationPpm,
    month: seesMonth
      ? { full: fullSurcharge, relief: subtract(fullSurcharge, dueSurcharge), due: dueSurcharge, takenBefore: fen(surcharge.takenBefore) }
      : null,
  }
}
