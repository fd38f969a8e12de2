import { lineFields } from '#/api/money/lines.texts.ts'
import { add, type Fen, fen } from '#/domain/base/money.ts'
import type { Text } from '#/domain/base/text.ts'
import { type TaxParts, totalOfTaxParts } from '#/domain/money/clearing.ts'
import type { SharedSettlementSteps, UnitSettlementSteps } from '#/domain/money/payer-view.ts'
import type { SettlementSteps } from '#/domain/money/settlement.ts'
import type { SurchargeRelief } from '#/domain/money/surcharge-relief.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { type Translate, useText } from '#/web/kernel/i18n.ts'
import { Money } from '#/web/ui/Money.tsx'
import { stepTexts } from './lifecycle-texts.ts'
import type { PaymentLine } from './line-tags.tsx'
import './payments.css'

interface Step {
  readonly label: string
  readonly value: Fen | null
  readonly isSum?: boolean
}

interface CalculationPart {
  readonly title: string
  readonly steps: readonly Step[]
}

/** Returns a rate in percent. */
export const rateText = (ppm: number) => `${Number((ppm / 10_000).toFixed(4))}%`

function vatPart(t: Translate, vat: NonNullable<SettlementSteps['vat']>): CalculationPart {
  return {
    title: `${t(stepTexts.vat)} · ${t(stepTexts.rate, { rate: rateText(vat.ratePpm) })}`,
    steps: [
      { label: t(stepTexts.monthBefore), value: fen(vat.monthGrossBefore) },
      { label: t(stepTexts.month), value: fen(vat.monthGross) },
      { label: t(stepTexts.sales), value: fen(vat.monthSales) },
      { label: t(stepTexts.threshold), value: fen(vat.thresholdFen) },
      ...(vat.isExempt ? [{ label: t(stepTexts.exempt), value: null }] : []),
      ...(vat.reachedElsewhere ? [{ label: t(stepTexts.reachedElsewhere), value: null }] : []),
      { label: t(stepTexts.wholeMonth), value: fen(vat.wholeMonth) },
      { label: t(stepTexts.takenBefore), value: fen(vat.takenBefore) },
      { label: t(stepTexts.due), value: fen(vat.due), isSum: true },
    ],
  }
}

/** The surcharge relief, with the month's figures that the user may see. */
function reliefSteps(t: Translate, { source, month }: SurchargeRelief): Step[] {
  const halvedLabel = t(stepTexts.halved, { source })
  if (month === null) return [{ label: halvedLabel, value: null }]
  return [
    { label: t(stepTexts.beforeHalving), value: month.full },
    { label: halvedLabel, value: fen(-month.relief) },
    { label: t(stepTexts.afterHalving), value: month.due },
    ...(month.takenBefore === 0 ? [] : [{ label: t(stepTexts.takenBefore), value: fen(-month.takenBefore) }]),
  ]
}

function surchargePart(t: Translate, part: NonNullable<SharedSettlementSteps['surcharge']>, relief: SurchargeRelief | null): CalculationPart {
  const rateLabel = (ppm: number) =>
    relief
      ? t(stepTexts.halfRate, { rate: rateText(ppm), half: rateText(ppm * (1 - relief.reliefPpm / 1_000_000)) })
      : t(stepTexts.rate, { rate: rateText(ppm) })
  const nameWithRate = (name: Text, ppm: number | undefined) => (ppm === undefined ? t(name) : `${t(name)} · ${rateLabel(ppm)}`)
  return {
    title: t(stepTexts.surcharge),
    steps: [
      ...(relief ? reliefSteps(t, relief) : []),
      { label: nameWithRate(stepTexts.city, part.cityRatePpm), value: fen(part.city) },
      { label: nameWithRate(stepTexts.education, relief?.educationPpm), value: fen(part.education) },
      { label: nameWithRate(stepTexts.localEducation, relief?.localEducationPpm), value: fen(part.localEducation) },
      { label: t(stepTexts.due), value: fen(part.city + part.education + part.localEducation), isSum: true },
    ],
  }
}

function iitPart(t: Translate, iit: NonNullable<SettlementSteps['iit']>): CalculationPart {
  return {
    title: t(stepTexts.iit),
    steps: [
      { label: t(stepTexts.income), value: fen(iit.income) },
      { label: t(stepTexts.cumulative), value: fen(iit.cumulativeIncome) },
      { label: t(stepTexts.expense), value: fen(iit.expense) },
      { label: t(stepTexts.deduction, { months: iit.months }), value: fen(iit.deduction) },
      { label: t(stepTexts.other), value: fen(iit.other) },
      { label: t(stepTexts.taxable), value: fen(iit.taxable), isSum: true },
      { label: t(stepTexts.rate, { rate: rateText(iit.ratePpm) }), value: null },
      { label: t(stepTexts.quick), value: fen(iit.quick) },
      { label: t(stepTexts.cumulativeTax), value: fen(iit.cumulativeTax) },
      { label: t(stepTexts.withheld), value: fen(iit.withheldBefore) },
      { label: t(stepTexts.due), value: fen(iit.due), isSum: true },
    ],
  }
}

/**
 * Returns the components of a tax that also includes payments of other units. A unit sees only its own component and
 * the tax on this payment.
 */
function sharedParts(t: Translate, { vat, surcharge, iit }: SharedSettlementSteps, relief: SurchargeRelief | null): CalculationPart[] {
  const ownSalesSteps =
    vat?.ownBefore == null || vat.ownMonth === null
      ? []
      : [
          { label: t(stepTexts.ownBefore), value: vat.ownBefore },
          { label: t(stepTexts.ownMonth), value: vat.ownMonth },
        ]
  return [
    ...(vat
      ? [
          {
            title: `${t(stepTexts.vat)} · ${t(stepTexts.rate, { rate: rateText(vat.ratePpm) })}`,
            steps: [
              ...ownSalesSteps,
              { label: t(stepTexts.othersHidden), value: null },
              { label: t(stepTexts.threshold), value: fen(vat.thresholdFen) },
              ...(vat.isExempt ? [{ label: t(stepTexts.exempt), value: null }] : []),
              ...(vat.reachedElsewhere ? [{ label: t(stepTexts.reachedElsewhere), value: null }] : []),
              { label: t(stepTexts.due), value: fen(vat.due), isSum: true },
            ],
          },
        ]
      : []),
    ...(surcharge ? [surchargePart(t, surcharge, relief)] : []),
    ...(iit
      ? [
          {
            title: t(stepTexts.iit),
            steps: [
              { label: t(stepTexts.income), value: fen(iit.income) },
              { label: t(stepTexts.othersHidden), value: null },
              { label: t(stepTexts.due), value: fen(iit.due), isSum: true },
            ],
          },
        ]
      : []),
  ]
}

function taxParts(t: Translate, { vat, surcharge, iit }: Omit<SettlementSteps, 'others' | 'credit'>, relief: SurchargeRelief | null): CalculationPart[] {
  return [...(vat ? [vatPart(t, vat)] : []), ...(surcharge ? [surchargePart(t, surcharge, relief)] : []), ...(iit ? [iitPart(t, iit)] : [])]
}

/** The part of these taxes that is paid with a credit from an earlier month. */
function creditPart(t: Translate, credit: TaxParts): CalculationPart {
  const { vat, iit } = credit
  const surcharge = add(credit.city, credit.education, credit.localEducation)
  const stepIfPresent = (label: Text, value: Fen): Step[] => (value === 0 ? [] : [{ label: t(label), value }])
  return {
    title: t(stepTexts.credit),
    steps: [
      ...stepIfPresent(lineFields.vat, vat),
      ...stepIfPresent(lineFields.surcharge, surcharge),
      ...stepIfPresent(lineFields.iit, iit),
      { label: t(stepTexts.credited), value: totalOfTaxParts(credit), isSum: true },
    ],
  }
}

/** The figures of a payment. The payee may not see the cost to the unit. */
type Figures = Pick<PaymentLine, 'gross' | 'vat' | 'surcharge' | 'iit' | 'fee' | 'net'> & Partial<Pick<PaymentLine, 'cost'>>

/** The shares of tax and fee that the unit and the payee pay. */
type Shares = OutputOf<typeof api.lines.explain>['shares']

function sharesPart(t: Translate, shares: Shares, { gross, cost }: Figures): CalculationPart[] {
  const { feeRatePpm, feeBasis } = shares
  const rate = feeRatePpm === null ? t(stepTexts.ladder) : t(feeBasis === 'net' ? stepTexts.feeOfNet : stepTexts.feeOfGross, { rate: rateText(feeRatePpm) })
  const stepIfPresent = (label: Text, value: Fen): Step[] => (value === 0 ? [] : [{ label: t(label), value }])
  return [
    {
      title: `${t(lineFields.fee)} · ${rate}`,
      steps: [
        { label: t(stepTexts.feeUnit), value: shares.feeUnit },
        { label: t(stepTexts.feeOperator), value: shares.feeOperator },
        { label: t(lineFields.fee), value: add(shares.feeUnit, shares.feeOperator), isSum: true },
      ],
    },
    ...(cost === undefined
      ? []
      : [
          {
            title: t(stepTexts.unitShare),
            steps: [
              { label: t(lineFields.gross), value: gross },
              ...stepIfPresent(stepTexts.taxUnit, shares.taxUnit),
              ...stepIfPresent(stepTexts.feeUnit, shares.feeUnit),
              { label: t(lineFields.cost), value: cost, isSum: true },
            ],
          },
        ]),
  ]
}

/** The steps as the server sends them, with the relief applied. */
export type DisplayedSteps = UnitSettlementSteps & { readonly relief?: SurchargeRelief | null }

function partsOf(t: Translate, steps: DisplayedSteps, line: Figures, shares: Shares | undefined): CalculationPart[] {
  const { levy, credit, relief = null } = steps
  const keys = ['gross', 'vat', 'surcharge', 'iit', 'fee', 'net', 'cost'] as const
  const figure = (key: (typeof keys)[number]): Step[] => {
    const value = line[key]
    return value === undefined ? [] : [{ label: t(lineFields[key]), value, isSum: key === 'net' || key === 'cost' }]
  }
  return [
    ...('isShared' in steps ? sharedParts(t, steps, relief) : taxParts(t, steps, relief)),
    ...(levy ? [{ title: t(stepTexts.levy), steps: [{ label: t(stepTexts.rate, { rate: rateText(levy.ratePpm) }), value: fen(levy.due), isSum: true }] }] : []),
    ...(credit ? [creditPart(t, credit)] : []),
    ...(shares ? sharesPart(t, shares, line) : []),
    { title: t(stepTexts.result), steps: keys.flatMap(figure) },
  ]
}

/** The parts of a computation, line by line. */
export function LedgerTables({ parts }: { readonly parts: readonly CalculationPart[] }) {
  return parts.map((part) => (
    <table key={part.title} className="p-ledger">
      <caption className="k-strong">{part.title}</caption>
      <tbody>
        {part.steps.map((step) => (
          <tr key={step.label} className={step.isSum ? 'p-sum' : ''}>
            <th scope="row">{step.label}</th>
            <td>{step.value === null ? null : <Money value={step.value} isStrong={step.isSum ?? false} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  ))
}

/** The calculation of a line: every figure that the server used and the user may see, in the order of calculation. */
export function Calculation({ steps, line, shares }: { readonly steps: DisplayedSteps; readonly line: Figures; readonly shares?: Shares }) {
  const t = useText()
  return <LedgerTables parts={partsOf(t, steps, line, shares)} />
}
