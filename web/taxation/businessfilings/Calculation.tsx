import type { ReactNode } from 'react'
import { basisNames, filingFields as fields } from '#/api/taxation/businessfilings.texts.ts'
import { type Fen, formatYuan, plainPercent, ZERO } from '#/domain/base/money.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { type CalculationStep, TaxCalculation } from '#/web/taxation/periods/public.tsx'
import { Money } from '#/web/ui/Money.tsx'
import type { FilingDetail } from './tags.tsx'
import { texts } from './texts.ts'

const percent = (rate: number) => `${plainPercent(rate)}%`
const money = (value: Fen, isStrong = false) => <Money value={value} isStrong={isStrong} />

function useSold({ figures }: FilingDetail): CalculationStep[] {
  const say = useText()
  const item = (key: string, label: string, value: ReactNode, rule = ''): CalculationStep => ({ key, label, value, rule })
  return [
    item('gross', say(texts.gross, { count: figures.payments }), money(figures.gross), say(texts.grossRule)),
    ...(figures.other === 0 ? [] : [item('other', say(texts.other), money(figures.other), figures.reason)]),
    ...(figures.carried === 0 ? [] : [item('carried', say(texts.carried), money(figures.carried), say(texts.carriedRule))]),
    ...(figures.special === 0 ? [] : [item('special', say(texts.special), money(figures.special), say(texts.specialRule))]),
  ]
}

function useVat({ figures, rules }: FilingDetail): CalculationStep[] {
  const say = useText()
  const item = (key: string, label: string, value: ReactNode, rule = ''): CalculationStep => ({ key, label, value, rule })
  const rate = percent(figures.vatPpm)
  const threshold = rules?.threshold
  const isFree = figures.vat === 0 && figures.exempt > 0
  const halved = say(texts.surchargeRule, { source: rules?.surcharge.source ?? '' })
  // The education surcharges have their own exemption threshold and may be zero although VAT is due.
  const ofEducation =
    figures.education === 0 && figures.city > 0
      ? say(texts.educationFree, { most: formatYuan(rules?.surcharge.educationFree ?? ZERO), source: rules?.surcharge.source ?? '' })
      : halved
  return [
    item('sales', say(texts.sales), money(figures.sales), say(texts.salesRule, { rate })),
    ...(threshold
      ? [
          item(
            'threshold',
            say(texts.threshold),
            money(threshold.amount),
            say(threshold.isInclusive ? texts.inclusive : texts.exclusive, { source: threshold.source }),
          ),
        ]
      : []),
    item('exempt', say(fields.exempt), money(figures.exempt), isFree ? say(texts.exemptRule) : ''),
    item('taxable', say(fields.taxable), money(figures.taxable), say(texts.taxableRule)),
    item('vat', say(fields.vat), money(figures.vat, true), say(texts.vatRule, { rate })),
    item('city', say(fields.city), money(figures.city), halved),
    item('education', say(fields.education), money(figures.education), ofEducation),
    item('localEducation', say(fields.localEducation), money(figures.localEducation), ofEducation),
  ]
}

function useIncome({ figures, kind, rules }: FilingDetail): CalculationStep[] {
  const say = useText()
  const { basis, cost } = figures
  const item = (key: string, label: string, value: ReactNode, rule = ''): CalculationStep => ({ key, label, value, rule })
  const span = say(basis === 'receipts' ? texts.quarterIncome : texts.yearIncome)
  const levy = basis === 'receipts' || basis === 'profit' ? say(texts.levy, { basis: say(basisNames[basis]), rate: percent(figures.levyPpm) }) : ''
  const source = rules?.business ?? ''
  const doubt = figures.isConfirmed ? '' : ` (${say(texts.unconfirmed)})`
  return [
    item('income', say(texts.income), money(figures.income), span),
    ...(basis === 'books' ? [item('cost', say(texts.cost), cost === null ? say(texts.costMissing) : money(cost), figures.reason)] : []),
    ...(levy === '' ? [] : [item('levy', say(fields.basis), levy, `${figures.levySource}${doubt}`)]),
    ...(basis === 'receipts' ? [] : [item('before', say(texts.before), money(figures.before), say(texts.beforeRule))]),
    item('iit', say(texts.iit), money(figures.iit, true), say(kind === 'incomeAnnual' || basis !== 'receipts' ? texts.iitRule : texts.halved, { source })),
    ...(figures.advance === 0 ? [] : [item('advance', say(texts.advance), money(figures.advance), say(texts.advanceRule))]),
  ]
}

/** The calculation of a filing, each figure with its rule. */
export function Calculation({ filing }: { readonly filing: FilingDetail }) {
  const [sold, vat, income] = [useSold(filing), useVat(filing), useIncome(filing)]
  const rows = [...sold, ...(filing.kind === 'vat' ? vat : filing.kind === 'annualReport' ? [] : income)]
  return <TaxCalculation id="filing-calculation" rows={rows} />
}
