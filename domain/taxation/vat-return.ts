import { add, type Fen, proportion, subtract, ZERO } from '#/domain/base/money.ts'
import { type FilingMethod, filingMethodOf, type TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { TaxKind } from '#/domain/taxation/tax-declaration.ts'

/**
 * The two returns by which a centre files VAT of natural persons: as their agent, or as the payer that withholds the
 * VAT.
 */
export const vatReturns = ['vat_agent', 'vat_withholding'] as const
export type VatReturn = (typeof vatReturns)[number]

export const isVatReturn = (form: string): form is VatReturn => (vatReturns as readonly string[]).includes(form)

/** Returns the VAT return for this way of filing. */
export const returnOfMethod = (way: FilingMethod): VatReturn => (way === 'PAYER_WITHHOLD_28' ? 'vat_withholding' : 'vat_agent')

/** Returns the VAT return for a category of service. An empty category has the default way of filing. */
export const returnOfCategory = (vat: TaxPolicy['params']['vat'], category = ''): VatReturn => returnOfMethod(filingMethodOf(vat, category))

/** Lists the VAT returns that a month can need under a policy. The return of the default way is first. */
export function vatReturnsUnder(vat: TaxPolicy['params']['vat']): VatReturn[] {
  const categoryReturns = Object.keys(vat.waysByCategory ?? {}).map((category) => returnOfCategory(vat, category))
  return [...new Set([returnOfCategory(vat), ...categoryReturns])]
}

/** The taxes that a VAT return declares. */
export const returnTaxes = ['vat', 'surcharge'] as const satisfies readonly TaxKind[]
export type ReturnTax = (typeof returnTaxes)[number]

/** A tax that is paid separately. Income tax is paid once, VAT and surcharges for each VAT return. */
export interface PayableTax {
  readonly kind: TaxKind
  /** The VAT return; not used for income tax. */
  readonly vatReturn: VatReturn
}

export const payableTaxes: readonly PayableTax[] = [
  ...returnTaxes.flatMap((kind) => vatReturns.map((vatReturn) => ({ kind, vatReturn }))),
  { kind: 'iit', vatReturn: 'vat_agent' },
]

/** The figures of a person on a VAT return. */
export interface VatFigures {
  readonly gross: Fen
  readonly exempt: Fen
  readonly vat: Fen
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
}

export const noVat: VatFigures = { gross: ZERO, exempt: ZERO, vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO }

/**
 * Returns the part of a person's month that belongs to the withholding return. The threshold counts the whole month, so
 * taxes are divided in the proportion of sales. The return as agent has the rest, so both add up to the month. Tax
 * without sales belongs to the return `byDefault`.
 */
export function withholdingPart(month: VatFigures, withheldGross: Fen, byDefault: VatReturn): VatFigures {
  const { gross } = month
  if (gross === 0) return byDefault === 'vat_withholding' ? month : noVat
  const sign = gross < 0 ? -1 : 1
  const shareOf = (amount: Fen) => proportion(amount, withheldGross * sign, gross * sign)
  return {
    gross: withheldGross,
    exempt: shareOf(month.exempt),
    vat: shareOf(month.vat),
    city: shareOf(month.city),
    education: shareOf(month.education),
    localEducation: shareOf(month.localEducation),
  }
}

/** Returns the figures that remain for the other return. */
export function remainingVat(month: VatFigures, part: VatFigures): VatFigures {
  return {
    gross: subtract(month.gross, part.gross),
    exempt: subtract(month.exempt, part.exempt),
    vat: subtract(month.vat, part.vat),
    city: subtract(month.city, part.city),
    education: subtract(month.education, part.education),
    localEducation: subtract(month.localEducation, part.localEducation),
  }
}

/**
 * Divides figures in the proportion of sales, for rows of a form. The parts add up exactly to the figures. `grosses`
 * add up to the gross.
 */
export function divideFigures(figures: VatFigures, grosses: readonly Fen[]): VatFigures[] {
  if (figures.gross === 0) return grosses.map((_, at) => (at === 0 ? figures : noVat))
  let cumulativeGross = ZERO
  let cumulativeFigures = noVat
  return grosses.map((gross) => {
    cumulativeGross = add(cumulativeGross, gross)
    const cumulativePart = withholdingPart(figures, cumulativeGross, 'vat_agent')
    const part = remainingVat(cumulativePart, cumulativeFigures)
    cumulativeFigures = cumulativePart
    return part
  })
}

/** Returns whether a person with these figures is on a return. */
export const hasFigures = (figures: VatFigures): boolean => Object.values(figures).some((amount) => amount !== 0)

/** Returns the sum of the three surcharges. */
export const surchargeOf = ({ city, education, localEducation }: VatFigures): Fen => add(city, education, localEducation)
