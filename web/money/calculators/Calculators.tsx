import { useState } from 'react'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { PaymentCalculator } from './PaymentCalculator.tsx'
import { type PrefilledIncome, SettlementCalculator } from './SettlementCalculator.tsx'
import { texts } from './texts.ts'
import { YearCalculator } from './YearCalculator.tsx'

const kinds = ['payment', 'year', 'settlement'] as const

/** 税费计算器: the tax of one payment, a year, or the annual settlement. The server stores nothing. */
export function Calculators() {
  const t = useText()
  const [kind, choose] = useState<(typeof kinds)[number]>('payment')
  const [given, give] = useState<PrefilledIncome>()
  return (
    <div className="k-card k-stack">
      <div>
        <Segmented aria-label={t(texts.which)} value={kind} onChange={choose} options={choicesOf(t, kinds, texts)} />
      </div>
      {kind === 'payment' ? <PaymentCalculator /> : null}
      {kind === 'year' ? (
        <YearCalculator
          onSettle={(income) => {
            give(income)
            choose('settlement')
          }}
        />
      ) : null}
      {kind === 'settlement' ? <SettlementCalculator {...(given ? { given } : {})} /> : null}
    </div>
  )
}
