import { periodFields as fields } from '#/api/taxation/periods.texts.ts'
import { add, type Fen, formatPpm, formatYuan, subtract } from '#/domain/base/money.ts'
import { cumulativeTaxableOf } from '#/domain/taxation/tax-declaration.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { calculationTexts as how } from './calculation.texts.ts'
import { type CalculationStep, RulesVersion, TaxCalculation } from './TaxCalculation.tsx'
import type { PeriodDetail } from './tags.tsx'
import { texts } from './texts.ts'

type Line = OutputOf<typeof api.periods.lines>['rows'][number]
type Rules = NonNullable<PeriodDetail['rules']>

interface LineProps {
  readonly line: Line
  readonly rules: Rules
}

const percent = (rate: number) => `${formatPpm(rate)}%`
const calculationStep = (key: string, label: string, value: Fen, rule = '', isStrong = false): CalculationStep => ({
  key,
  label,
  value: <Money value={value} isStrong={isStrong} />,
  rule,
})

function useVatSteps({ line, rules: { vat, surcharge } }: LineProps): CalculationStep[] {
  const t = useText()
  const values = { threshold: formatYuan(vat.threshold), rate: percent(vat.ratePpm), source: vat.source }
  const surchargeNote = t(surcharge.reliefPpm === 0 ? how.surchargeFull : how.surcharge, {
    source: surcharge.source,
    kept: percent(1_000_000 - surcharge.reliefPpm),
  })
  const thresholdNote = t(vat.isInclusive ? how.over : how.reached, values)
  return [
    calculationStep('gross', t(fields.gross), line.gross, t(how.gross)),
    ...(line.backGross === 0 ? [] : [calculationStep('back', t(fields.back), line.backGross, t(how.back))]),
    calculationStep('exempt', t(fields.exempt), line.exempt, t(line.vat === 0 ? how.below : how.notExempt, values)),
    calculationStep('vat', t(fields.vat), line.vat, line.vat === 0 ? '' : thresholdNote, true),
    ...(line.withholdingGross === 0
      ? []
      : [
          calculationStep('withheldSales', t(fields.withholdingSales), subtract(line.withholdingGross, line.withholdingVat), t(how.byCategory)),
          calculationStep('withheldVat', t(fields.withholdingVat), line.withholdingVat, t(how.bySales)),
        ]),
    calculationStep('city', t(fields.city), line.city, surchargeNote),
    calculationStep('education', t(fields.education), line.education, surchargeNote),
    calculationStep('localEducation', t(fields.localEducation), line.localEducation, surchargeNote),
  ]
}

function useIncomeTaxSteps({ line, rules: { iit } }: LineProps): CalculationStep[] {
  const t = useText()
  const taxableIncome = cumulativeTaxableOf(line)
  return [
    calculationStep('income', t(fields.income), line.income, t(how.income)),
    calculationStep('cumIncome', t(fields.cumIncome), line.cumIncome, t(how.cumIncome)),
    calculationStep('cumExpense', t(fields.cumExpense), line.cumExpense, t(how.cumExpense, { rate: percent(iit.expensePpm) })),
    calculationStep(
      'cumDeduction',
      t(fields.cumDeduction),
      line.cumDeduction,
      t(how.cumDeduction, { amount: formatYuan(iit.monthlyDeduction), months: line.months }),
    ),
    ...(line.cumOther === 0 ? [] : [calculationStep('cumOther', t(fields.cumOther), line.cumOther)]),
    calculationStep('taxable', t(fields.cumTaxable), taxableIncome, t(how.taxable)),
    calculationStep('should', t(fields.should), line.should, t(how.should, { rate: percent(line.ratePpm), quick: formatYuan(line.quick), source: iit.source })),
    calculationStep('before', t(fields.before), line.before, t(how.before)),
    calculationStep('due', t(fields.due), line.due, t(how.due)),
    calculationStep('withheld', t(fields.withheld), line.withheld, line.withheld === line.due ? '' : t(how.withheld), true),
    ...(line.difference === 0 ? [] : [calculationStep('difference', t(fields.difference), line.difference, t(how.difference))]),
    calculationStep('total', t(fields.total), add(line.withheld, line.vat, line.city, line.education, line.localEducation), '', true),
  ]
}

/** The calculation of a person's line, each figure with its rule. */
export function LineDialog({ line, rules, onClose }: LineProps & { readonly onClose: () => void }) {
  const t = useText()
  const rows = [...useVatSteps({ line, rules }), ...useIncomeTaxSteps({ line, rules })]
  return (
    <Dialog title={`${t(texts.how)} · ${line.name} ${line.idNumber}`} onClose={onClose} width={860}>
      <div className="k-stack">
        <p className="k-note">
          {t(texts.policy)}: <RulesVersion version={rules.version} from={rules.from} />
        </p>
        <TaxCalculation id="tax-line-reckoning" rows={rows} />
      </div>
    </Dialog>
  )
}
