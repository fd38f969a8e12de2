import { type Fen, fen, type Ppm, subtract, sumOf, ZERO } from '#/domain/base/money.ts'
import { clearableParts, type TaxParts, totalOf } from '#/domain/money/clearing.ts'
import { newPersonMonth, type PersonMonth, type Settlement, settlePayment } from '#/domain/money/settlement.ts'
import { taxOfMonths } from '#/domain/money/tax-month.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'

const partsOf = ({ vat, city, education, localEducation, iit }: TaxParts): TaxParts => ({ vat, city, education, localEducation, iit })

/**
 * Computes the clearing of a month with a returned payment, and uses the credit for the tax of the next month's
 * payment. Income tax evens out within the year and is not cleared.
 */
export function clearingExample(input: Readonly<Record<string, unknown>>, policy: TaxPolicy, cityRatePpm: Ppm) {
  const [month, next] = [String(input.month), String(input.nextMonth)]
  const terms = { mode: 2, cityRatePpm, taxBearer: 'operator', feeBearer: 'operator', feeUnitSharePpm: 0 as Ppm, levyRatePpm: 0 as Ppm } as const
  const step = (gross: Fen, before: PersonMonth, of: string) => settlePayment({ gross, fee: ZERO, month: of }, before, terms, policy)
  let before = newPersonMonth(month)
  const paid = (input.paymentsInclFen as number[]).map((gross): Settlement => {
    const one = step(fen(gross), before, month)
    before = one.personMonth
    return one
  })
  const remaining = paid.filter((_, index) => index !== Number(input.returned))
  const gross = sumOf(remaining, (one) => one.gross)
  const withheld = (name: keyof TaxParts) => sumOf(remaining, (one) => one[name])
  const owed = taxOfMonths([{ month, gross, policy, cityRatePpm }])[0] ?? { vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO }
  const borne = { vat: withheld('vat'), city: withheld('city'), education: withheld('education'), localEducation: withheld('localEducation'), iit: ZERO }
  const excess = {
    vat: subtract(borne.vat, owed.vat),
    city: subtract(borne.city, owed.city),
    education: subtract(borne.education, owed.education),
    localEducation: subtract(borne.localEducation, owed.localEducation),
    iit: ZERO,
  }
  const cleared = clearableParts(excess, borne)
  const later = fen(Number(input.nextInclFen))
  const whole = step(later, newPersonMonth(next), next)
  const credited = step(later, { ...newPersonMonth(next), credit: { clearingId: 1, left: totalOf(cleared) } }, next)
  const used = subtract(totalOf(partsOf(whole)), totalOf(partsOf(credited)))
  return {
    vatFen: cleared.vat,
    surchargeFen: totalOf({ ...cleared, vat: ZERO }),
    creditFen: totalOf(cleared),
    nextTaxFen: totalOf(partsOf(whole)),
    nextWithheldFen: totalOf(partsOf(credited)),
    nextNetFen: credited.net,
    leftFen: subtract(totalOf(cleared), used),
  }
}
