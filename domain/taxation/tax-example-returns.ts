import { add, type Fen, fen, type Ppm, ZERO } from '#/domain/base/money.ts'
import { taxOfMonths } from '#/domain/money/tax-month.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { remainingVat, surchargeOf, type VatFigures, withholdingPart } from '#/domain/taxation/vat-return.ts'

/** Divides the VAT and surcharges of a person's month between the return as agent and the withholding return. */
export function returnsExample(input: Readonly<Record<string, unknown>>, policy: TaxPolicy, cityRatePpm: Ppm) {
  const withheldGross: Fen = fen(Number(input.withheldInclFen))
  const gross = add(fen(Number(input.agentInclFen)), withheldGross)
  const [taxes] = taxOfMonths([{ month: String(input.month), gross, policy, cityRatePpm }])
  const { vat = ZERO, city = ZERO, education = ZERO, localEducation = ZERO } = taxes ?? {}
  const month: VatFigures = { gross, exempt: vat === 0 ? gross : ZERO, vat, city, education, localEducation }
  const withholdingFigures = withholdingPart(month, withheldGross, 'vat_agent')
  const agentFigures = remainingVat(month, withholdingFigures)
  return {
    agentVatFen: agentFigures.vat,
    agentSurchargeFen: surchargeOf(agentFigures),
    withheldVatFen: withholdingFigures.vat,
    withheldSurchargeFen: surchargeOf(withholdingFigures),
    withheldExemptFen: withholdingFigures.exempt,
  }
}
