import { periodFields as fields } from '#/api/taxation/periods.texts.ts'
import { add, type Fen, formatYuan, plainPercent, subtract } from '#/domain/base/money.ts'
import { taxableOf } from '#/domain/taxation/tax-declaration.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { reckoningTexts as how } from './reckoning.texts.ts'
import { type CalculationStep, RulesVersion, TaxCalculation } from './TaxCalculation.tsx'
import type { PeriodDetail } from './tags.tsx'
import { texts } from './texts.ts'

type Line = OutputOf<typeof api.periods.lines>['rows'][number]
type Rules = NonNullable<PeriodDetail['rules']>

interface Part {
  readonly line: Line
  readonly rules: Rules
}

const percent = (rate: number) => `${plainPercent(rate)}%`
const item = (key: string, label: string, value: Fen, rule = '', isStrong = false): CalculationStep => ({
  key,
  label,
  value: <Money value={value} isStrong={isStrong} />,
  rule,
})

function useVat({ line, rules: { vat, surcharge } }: Part): CalculationStep[] {
  const say = useText()
  const values = { threshold: formatYuan(vat.threshold), rate: percent(vat.ratePpm), source: vat.source }
  const ofSurcharge = say(surcharge.reliefPpm === 0 ? how.surchargeFull : how.surcharge, {
    source: surcharge.source,
    kept: percent(1_000_000 - surcharge.reliefPpm),
  })
  const reached = say(vat.isInclusive ? how.over : how.reached, values)
  return [
    item('gross', say(fields.gross), line.gross, say(how.gross)),
    ...(line.backGross === 0 ? [] : [item('back', say(fields.back), line.backGross, say(how.back))]),
    item('exempt', say(fields.exempt), line.exempt, say(line.vat === 0 ? how.below : how.notExempt, values)),
    item('vat', say(fields.vat), line.vat, line.vat === 0 ? '' : reached, true),
    ...(line.withholdingGross === 0
      ? []
      : [
          item('withheldSales', say(fields.withholdingSales), subtract(line.withholdingGross, line.withholdingVat), say(how.byCategory)),
          item('withheldVat', say(fields.withholdingVat), line.withholdingVat, say(how.bySales)),
        ]),
    item('city', say(fields.city), line.city, ofSurcharge),
    item('education', say(fields.education), line.education, ofSurcharge),
    item('localEducation', say(fields.localEducation), line.localEducation, ofSurcharge),
  ]
}

function useIncomeTax({ line, rules: { iit } }: Part): CalculationStep[] {
  const say = useText()
  const taxable = taxableOf(line)
  return [
    item('income', say(fields.income), line.income, say(how.income)),
    item('cumIncome', say(fields.cumIncome), line.cumIncome, say(how.cumIncome)),
    item('cumExpense', say(fields.cumExpense), line.cumExpense, say(how.cumExpense, { rate: percent(iit.expensePpm) })),
    item('cumDeduction', say(fields.cumDeduction), line.cumDeduction, say(how.cumDeduction, { amount: formatYuan(iit.monthlyDeduction), months: line.months })),
    ...(line.cumOther === 0 ? [] : [item('cumOther', say(fields.cumOther), line.cumOther)]),
    item('taxable', say(fields.cumTaxable), taxable, say(how.taxable)),
    item('should', say(fields.should), line.should, say(how.should, { rate: percent(line.ratePpm), quick: formatYuan(line.quick), source: iit.source })),
    item('before', say(fields.before), line.before, say(how.before)),
    item('due', say(fields.due), line.due, say(how.due)),
    item('withheld', say(fields.withheld), line.withheld, line.withheld === line.due ? '' : say(how.withheld), true),
    ...(line.difference === 0 ? [] : [item('difference', say(fields.difference), line.difference, say(how.difference))]),
    item('total', say(fields.total), add(line.withheld, line.vat, line.city, line.education, line.localEducation), '', true),
  ]
}

/** The calculation of a person's line, each figure with its rule. */
export function LineDialog({ line, rules, onClose }: Part & { readonly onClose: () => void }) {
  const say = useText()
  const rows = [...useVat({ line, rules }), ...useIncomeTax({ line, rules })]
  return (
    <Dialog title={`${say(texts.how)} · ${line.name} ${line.idNumber}`} isOpen onClose={onClose} width={860}>
      <div className="k-stack">
        <p className="k-note">
          {say(texts.policy)}: <RulesVersion version={rules.version} from={rules.from} />
        </p>
        <TaxCalculation id="tax-line-reckoning" rows={rows} />
      </div>
    </Dialog>
  )
}
