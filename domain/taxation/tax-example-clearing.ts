import { type Fen, fen, type Ppm, subtract, sumOf, ZERO } from '#/domain/base/money.ts'
import { clearableParts, type TaxParts, totalOfTaxParts } from '#/domain/money/clearing.ts'
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
  const settleGross = (gross: Fen, before: PersonMonth, of: string) => settlePayment({ gross, fee: ZERO, month: of }, before, terms, policy)
  let personMonth = newPersonMonth(month)
  const settlements = (input.paymentsInclFen as number[]).map((gross): Settlement => {
    const settledPayment = settleGross(fen(gross), personMonth, month)
    personMonth = settledPayment.personMonth
    return settledPayment
  })
  const keptPayments = settlements.filter((_, index) => index !== Number(input.returned))
  const gross = sumOf(keptPayments, (one) => one.gross)
  const withheldTotal = (name: keyof TaxParts) => sumOf(keptPayments, (one) => one[name])
  const taxOwed = taxOfMonths([{ month, gross, policy, cityRatePpm }])[0] ?? { vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO }
  const taxBorne = {
    vat: withheldTotal('vat'),
    city: withheldTotal('city'),
    education: withheldTotal('education'),
    localEducation: withheldTotal('localEducation'),
    iit: ZERO,
  }
  const excess = {
    vat: subtract(taxBorne.vat, taxOwed.vat),
    city: subtract(taxBorne.city, taxOwed.city),
    education: subtract(taxBorne.education, taxOwed.education),
    localEducation: subtract(taxBorne.localEducation, taxOwed.localEducation),
    iit: ZERO,
  }
  const clearedParts = clearableParts(excess, taxBorne)
  const nextGross = fen(Number(input.nextInclFen))
  const nextWithoutCredit = settleGross(nextGross, newPersonMonth(next), next)
  const nextWithCredit = settleGross(nextGross, { ...newPersonMonth(next), credit: { clearingId: 1, left: totalOfTaxParts(clearedParts) } }, next)
  const usedCredit = subtract(totalOfTaxParts(partsOf(nextWithoutCredit)), totalOfTaxParts(partsOf(nextWithCredit)))
  return {
    vatFen: clearedParts.vat,
    surchargeFen: totalOfTaxParts({ ...clearedParts, vat: ZERO }),
    creditFen: totalOfTaxParts(clearedParts),
    nextTaxFen: totalOfTaxParts(partsOf(nextWithoutCredit)),
    nextWithheldFen: totalOfTaxParts(partsOf(nextWithCredit)),
    nextNetFen: nextWithCredit.net,
    leftFen: subtract(totalOfTaxParts(clearedParts), usedCredit),
  }
}
