import { lineFields } from '#/api/money/lines.texts.ts'
import { type Fen, fen } from '#/domain/money.ts'
import type { SharedSteps, UnitSteps } from '#/domain/payer-view.ts'
import type { SettlementSteps } from '#/domain/settlement.ts'
import type { Text } from '#/domain/text.ts'
import { useText, type Values } from '#/web/kernel/i18n.ts'
import { Money } from '#/web/ui/Money.tsx'
import { stepTexts } from './lifecycle-texts.ts'
import type { Line } from './line-tags.tsx'

interface Step {
  readonly label: string
  readonly value: Fen | null
  readonly isSum?: boolean
}

interface Part {
  readonly title: string
  readonly steps: readonly Step[]
}

type Translate = (text: Text, values?: Values) => string

const rateText = (ppm: number) => `${Number((ppm / 10_000).toFixed(4))}%`

function vatPart(say: Translate, vat: NonNullable<SettlementSteps['vat']>): Part {
  return {
    title: `${say(stepTexts.vat)} · ${say(stepTexts.rate, { rate: rateText(vat.ratePpm) })}`,
    steps: [
      { label: say(stepTexts.monthBefore), value: fen(vat.monthGrossBefore) },
      { label: say(stepTexts.month), value: fen(vat.monthGross) },
      { label: say(stepTexts.sales), value: fen(vat.monthSales) },
      { label: say(stepTexts.threshold), value: fen(vat.thresholdFen) },
      ...(vat.isExempt ? [{ label: say(stepTexts.exempt), value: null }] : []),
      { label: say(stepTexts.wholeMonth), value: fen(vat.wholeMonth) },
      { label: say(stepTexts.takenBefore), value: fen(vat.takenBefore) },
      { label: say(stepTexts.due), value: fen(vat.due), isSum: true },
    ],
  }
}

function surchargePart(say: Translate, part: NonNullable<SharedSteps['surcharge']>): Part {
  return {
    title: say(stepTexts.surcharge),
    steps: [
      { label: `${say(stepTexts.city)} · ${say(stepTexts.rate, { rate: rateText(part.cityRatePpm) })}`, value: fen(part.city) },
      { label: say(stepTexts.education), value: fen(part.education) },
      { label: say(stepTexts.localEducation), value: fen(part.localEducation) },
      { label: say(stepTexts.due), value: fen(part.city + part.education + part.localEducation), isSum: true },
    ],
  }
}

function iitPart(say: Translate, iit: NonNullable<SettlementSteps['iit']>): Part {
  return {
    title: say(stepTexts.iit),
    steps: [
      { label: say(stepTexts.income), value: fen(iit.income) },
      { label: say(stepTexts.cumulative), value: fen(iit.cumulativeIncome) },
      { label: say(stepTexts.expense), value: fen(iit.expense) },
      { label: say(stepTexts.deduction, { months: iit.months }), value: fen(iit.deduction) },
      { label: say(stepTexts.other), value: fen(iit.other) },
      { label: say(stepTexts.taxable), value: fen(iit.taxable), isSum: true },
      { label: say(stepTexts.rate, { rate: rateText(iit.ratePpm) }), value: null },
      { label: say(stepTexts.quick), value: fen(iit.quick) },
      { label: say(stepTexts.cumulativeTax), value: fen(iit.cumulativeTax) },
      { label: say(stepTexts.withheld), value: fen(iit.withheldBefore) },
      { label: say(stepTexts.due), value: fen(iit.due), isSum: true },
    ],
  }
}

/**
 * Returns the parts of a tax that also counts payments of other units. A unit may see only its own part and the tax on
 * this payment.
 */
function sharedParts(say: Translate, { vat, surcharge, iit }: SharedSteps): Part[] {
  const own =
    vat?.ownBefore == null || vat.ownMonth === null
      ? []
      : [
          { label: say(stepTexts.ownBefore), value: vat.ownBefore },
          { label: say(stepTexts.ownMonth), value: vat.ownMonth },
        ]
  return [
    ...(vat
      ? [
          {
            title: `${say(stepTexts.vat)} · ${say(stepTexts.rate, { rate: rateText(vat.ratePpm) })}`,
            steps: [
              ...own,
              { label: say(stepTexts.othersHidden), value: null },
              { label: say(stepTexts.threshold), value: fen(vat.thresholdFen) },
              ...(vat.isExempt ? [{ label: say(stepTexts.exempt), value: null }] : []),
              { label: say(stepTexts.due), value: fen(vat.due), isSum: true },
            ],
          },
        ]
      : []),
    ...(surcharge ? [surchargePart(say, surcharge)] : []),
    ...(iit
      ? [
          {
            title: say(stepTexts.iit),
            steps: [
              { label: say(stepTexts.income), value: fen(iit.income) },
              { label: say(stepTexts.othersHidden), value: null },
              { label: say(stepTexts.due), value: fen(iit.due), isSum: true },
            ],
          },
        ]
      : []),
  ]
}

function wholeParts(say: Translate, { vat, surcharge, iit }: Omit<SettlementSteps, 'others'>): Part[] {
  return [...(vat ? [vatPart(say, vat)] : []), ...(surcharge ? [surchargePart(say, surcharge)] : []), ...(iit ? [iitPart(say, iit)] : [])]
}

/** The figures of a payment. The payee may not see the cost to the unit. */
type Figures = Pick<Line, 'gross' | 'vat' | 'surcharge' | 'iit' | 'fee' | 'net'> & Partial<Pick<Line, 'cost'>>

function partsOf(say: Translate, steps: UnitSteps, line: Figures): Part[] {
  const { levy } = steps
  const keys = ['gross', 'vat', 'surcharge', 'iit', 'fee', 'net', 'cost'] as const
  const figure = (key: (typeof keys)[number]): Step[] => {
    const value = line[key]
    return value === undefined ? [] : [{ label: say(lineFields[key]), value, isSum: key === 'net' || key === 'cost' }]
  }
  return [
    ...('isShared' in steps ? sharedParts(say, steps) : wholeParts(say, steps)),
    ...(levy
      ? [{ title: say(stepTexts.levy), steps: [{ label: say(stepTexts.rate, { rate: rateText(levy.ratePpm) }), value: fen(levy.due), isSum: true }] }]
      : []),
    { title: say(stepTexts.result), steps: keys.flatMap(figure) },
  ]
}

/** The calculation of a line: every figure the server used, in its order, as far as the reader may see it. */
export function Calculation({ steps, line }: { readonly steps: UnitSteps; readonly line: Figures }) {
  const say = useText()
  return (
    <>
      {partsOf(say, steps, line).map((part) => (
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
      ))}
    </>
  )
}
