import type { ReactNode } from 'react'
import { basisNames, filingFields as fields } from '#/api/taxation/businessfilings.texts.ts'
import { type Fen, formatPpm, formatYuan, negate, ZERO } from '#/domain/base/money.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { type CalculationStep, TaxCalculation } from '#/web/taxation/periods/public.tsx'
import { Money } from '#/web/ui/Money.tsx'
import type { FilingDetail } from './tags.tsx'
import { texts } from './texts.ts'

const percent = (rate: number) => `${formatPpm(rate)}%`
const renderMoney = (value: Fen, isStrong = false) => <Money value={value} isStrong={isStrong} />

function useSalesSteps({ figures }: FilingDetail): CalculationStep[] {
  const t = useText()
  const calculationStep = (key: string, label: string, value: ReactNode, rule = ''): CalculationStep => ({ key, label, value, rule })
  return [
    calculationStep('gross', t(texts.gross, { count: figures.payments }), renderMoney(figures.gross), t(texts.grossRule)),
    ...(figures.returned === 0
      ? []
      : [calculationStep('returned', t(texts.earlierReturns), renderMoney(negate(figures.returned)), t(texts.earlierReturnsRule))]),
    ...(figures.other === 0 ? [] : [calculationStep('other', t(texts.other), renderMoney(figures.other), figures.reason)]),
    ...(figures.carried === 0 ? [] : [calculationStep('carried', t(texts.carried), renderMoney(figures.carried), t(texts.carriedRule))]),
    ...(figures.special === 0 ? [] : [calculationStep('special', t(texts.special), renderMoney(figures.special), t(texts.specialRule))]),
    ...(figures.lateSpecial === 0 ? [] : [calculationStep('lateSpecial', t(texts.lateSpecial), renderMoney(figures.lateSpecial), t(texts.lateSpecialRule))]),
  ]
}

function useVatSteps({ figures, rules }: FilingDetail): CalculationStep[] {
  const t = useText()
  const calculationStep = (key: string, label: string, value: ReactNode, rule = ''): CalculationStep => ({ key, label, value, rule })
  const rate = percent(figures.vatPpm)
  const threshold = rules?.threshold
  const isExempt = figures.vat === 0 && figures.exempt > 0
  const surchargeNote = t(texts.surchargeRule, { source: rules?.surcharge.source ?? '' })
  // The education surcharges have their own exemption threshold and may be zero although VAT is due.
  const educationNote =
    figures.education === 0 && figures.city > 0
      ? t(texts.educationFree, { most: formatYuan(rules?.surcharge.educationFree ?? ZERO), source: rules?.surcharge.source ?? '' })
      : surchargeNote
  return [
    calculationStep('sales', t(texts.sales), renderMoney(figures.sales), t(texts.salesRule, { rate })),
    ...(threshold
      ? [
          calculationStep(
            'threshold',
            t(texts.threshold),
            renderMoney(threshold.amount),
            t(threshold.isInclusive ? texts.inclusive : texts.exclusive, { source: threshold.source }),
          ),
        ]
      : []),
    calculationStep('exempt', t(fields.exempt), renderMoney(figures.exempt), isExempt ? t(texts.exemptRule) : ''),
    calculationStep('taxable', t(fields.taxable), renderMoney(figures.taxable), t(texts.taxableRule)),
    ...(figures.returnVat === 0
      ? []
      : [
          figures.returnVat < 0
            ? calculationStep('returnVat', t(texts.overpaid), renderMoney(figures.returnVat), t(texts.overpaidRule))
            : calculationStep('returnVat', t(texts.reversedVat), renderMoney(figures.returnVat), t(texts.reversedVatRule)),
        ]),
    ...(figures.creditBefore === 0
      ? []
      : [calculationStep('creditBefore', t(texts.creditBefore), renderMoney(negate(figures.creditBefore)), t(texts.creditBeforeRule))]),
    calculationStep('vat', t(fields.vat), renderMoney(figures.vat, true), t(texts.vatRule, { rate })),
    ...(figures.creditAfter === 0 ? [] : [calculationStep('creditAfter', t(texts.creditAfter), renderMoney(figures.creditAfter), t(texts.creditBeforeRule))]),
    calculationStep('city', t(fields.city), renderMoney(figures.city), surchargeNote),
    calculationStep('education', t(fields.education), renderMoney(figures.education), educationNote),
    calculationStep('localEducation', t(fields.localEducation), renderMoney(figures.localEducation), educationNote),
  ]
}

function useIncomeSteps({ figures, kind, rules }: FilingDetail): CalculationStep[] {
  const t = useText()
  const { basis, cost } = figures
  const calculationStep = (key: string, label: string, value: ReactNode, rule = ''): CalculationStep => ({ key, label, value, rule })
  const span = t(basis === 'receipts' ? texts.quarterIncome : texts.yearIncome)
  const levy = basis === 'receipts' || basis === 'profit' ? t(texts.levy, { basis: t(basisNames[basis]), rate: percent(figures.levyPpm) }) : ''
  const source = rules?.business ?? ''
  const unconfirmedNote = figures.isConfirmed ? '' : ` (${t(texts.unconfirmed)})`
  return [
    calculationStep('income', t(texts.income), renderMoney(figures.income), span),
    ...(basis === 'books' ? [calculationStep('cost', t(texts.cost), cost === null ? t(texts.costMissing) : renderMoney(cost), figures.reason)] : []),
    ...(levy === '' ? [] : [calculationStep('levy', t(fields.basis), levy, `${figures.levySource}${unconfirmedNote}`)]),
    ...(basis === 'receipts' ? [] : [calculationStep('before', t(texts.before), renderMoney(figures.before), t(texts.beforeRule))]),
    calculationStep(
      'iit',
      t(texts.iit),
      renderMoney(figures.iit, true),
      t(kind === 'incomeAnnual' || basis !== 'receipts' ? texts.iitRule : texts.halved, { source }),
    ),
    ...(figures.advance === 0 ? [] : [calculationStep('advance', t(texts.advance), renderMoney(figures.advance), t(texts.advanceRule))]),
  ]
}

/** The calculation of a filing, each figure with its rule. */
export function Calculation({ filing }: { readonly filing: FilingDetail }) {
  const [sold, vat, income] = [useSalesSteps(filing), useVatSteps(filing), useIncomeSteps(filing)]
  const rows = [...sold, ...(filing.kind === 'vat' ? vat : filing.kind === 'annualReport' ? [] : income)]
  return <TaxCalculation id="filing-calculation" rows={rows} />
}
