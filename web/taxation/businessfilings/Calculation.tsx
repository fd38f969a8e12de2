import type { ReactNode } from 'react'
import { basisNames, filingFields as fields } from '#/api/taxation/businessfilings.texts.ts'
import { type Fen, formatPpm, formatYuan, ZERO } from '#/domain/base/money.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { type CalculationStep, TaxCalculation } from '#/web/taxation/periods/public.tsx'
import { Money } from '#/web/ui/Money.tsx'
import type { FilingDetail } from './tags.tsx'
import { texts } from './texts.ts'

const percent = (rate: number) => `${formatPpm(rate)}%`
const money = (value: Fen, isStrong = false) => <Money value={value} isStrong={isStrong} />

function useSalesSteps({ figures }: FilingDetail): CalculationStep[] {
  const t = useText()
  const item = (key: string, label: string, value: ReactNode, rule = ''): CalculationStep => ({ key, label, value, rule })
  return [
    item('gross', t(texts.gross, { count: figures.payments }), money(figures.gross), t(texts.grossRule)),
    ...(figures.other === 0 ? [] : [item('other', t(texts.other), money(figures.other), figures.reason)]),
    ...(figures.carried === 0 ? [] : [item('carried', t(texts.carried), money(figures.carried), t(texts.carriedRule))]),
    ...(figures.special === 0 ? [] : [item('special', t(texts.special), money(figures.special), t(texts.specialRule))]),
  ]
}

function useVatSteps({ figures, rules }: FilingDetail): CalculationStep[] {
  const t = useText()
  const item = (key: string, label: string, value: ReactNode, rule = ''): CalculationStep => ({ key, label, value, rule })
  const rate = percent(figures.vatPpm)
  const threshold = rules?.threshold
  const isFree = figures.vat === 0 && figures.exempt > 0
  const halvedLabel = t(texts.surchargeRule, { source: rules?.surcharge.source ?? '' })
  // The education surcharges have their own exemption threshold and may be zero although VAT is due.
  const educationSteps =
    figures.education === 0 && figures.city > 0
      ? t(texts.educationFree, { most: formatYuan(rules?.surcharge.educationFree ?? ZERO), source: rules?.surcharge.source ?? '' })
      : halvedLabel
  return [
    item('sales', t(texts.sales), money(figures.sales), t(texts.salesRule, { rate })),
    ...(threshold
      ? [
          item(
            'threshold',
            t(texts.threshold),
            money(threshold.amount),
            t(threshold.isInclusive ? texts.inclusive : texts.exclusive, { source: threshold.source }),
          ),
        ]
      : []),
    item('exempt', t(fields.exempt), money(figures.exempt), isFree ? t(texts.exemptRule) : ''),
    item('taxable', t(fields.taxable), money(figures.taxable), t(texts.taxableRule)),
    item('vat', t(fields.vat), money(figures.vat, true), t(texts.vatRule, { rate })),
    item('city', t(fields.city), money(figures.city), halvedLabel),
    item('education', t(fields.education), money(figures.education), educationSteps),
    item('localEducation', t(fields.localEducation), money(figures.localEducation), educationSteps),
  ]
}

function useIncomeSteps({ figures, kind, rules }: FilingDetail): CalculationStep[] {
  const t = useText()
  const { basis, cost } = figures
  const item = (key: string, label: string, value: ReactNode, rule = ''): CalculationStep => ({ key, label, value, rule })
  const span = t(basis === 'receipts' ? texts.quarterIncome : texts.yearIncome)
  const levy = basis === 'receipts' || basis === 'profit' ? t(texts.levy, { basis: t(basisNames[basis]), rate: percent(figures.levyPpm) }) : ''
  const source = rules?.business ?? ''
  const unconfirmedNote = figures.isConfirmed ? '' : ` (${t(texts.unconfirmed)})`
  return [
    item('income', t(texts.income), money(figures.income), span),
    ...(basis === 'books' ? [item('cost', t(texts.cost), cost === null ? t(texts.costMissing) : money(cost), figures.reason)] : []),
    ...(levy === '' ? [] : [item('levy', t(fields.basis), levy, `${figures.levySource}${unconfirmedNote}`)]),
    ...(basis === 'receipts' ? [] : [item('before', t(texts.before), money(figures.before), t(texts.beforeRule))]),
    item('iit', t(texts.iit), money(figures.iit, true), t(kind === 'incomeAnnual' || basis !== 'receipts' ? texts.iitRule : texts.halved, { source })),
    ...(figures.advance === 0 ? [] : [item('advance', t(texts.advance), money(figures.advance), t(texts.advanceRule))]),
  ]
}

/** The calculation of a filing, each figure with its rule. */
export function Calculation({ filing }: { readonly filing: FilingDetail }) {
  const [sold, vat, income] = [useSalesSteps(filing), useVatSteps(filing), useIncomeSteps(filing)]
  const rows = [...sold, ...(filing.kind === 'vat' ? vat : filing.kind === 'annualReport' ? [] : income)]
  return <TaxCalculation id="filing-calculation" rows={rows} />
}
