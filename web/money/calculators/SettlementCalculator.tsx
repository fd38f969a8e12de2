import { useState } from 'react'
import { type Fen, fen } from '#/domain/base/money.ts'
import { dayOf, yearAndMonthOf } from '#/domain/base/period.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { LedgerTables, rateText } from '#/web/money/payments/public.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import { incomeTexts, texts } from './texts.ts'

type IncomeKey = keyof typeof incomeTexts
const incomeKeys = Object.keys(incomeTexts) as IncomeKey[]

/** Income that another calculator fills in. */
export interface PrefilledIncome {
  readonly year: number
  readonly labour: string
  readonly withheld: string
}

type Values = { year: number } & { readonly [A in IncomeKey]?: string }
type Settlement = OutputOf<typeof api.calculators.settlement>

function SettlementResult({ settled }: { readonly settled: Settlement }) {
  const t = useText()
  const negate = (value: Fen) => fen(-value)
  const amountProps = (key: IncomeKey) => ({
    label: t(incomeTexts[key]),
    value: key === 'wages' || key === 'labour' || key === 'royalties' ? settled[key] : negate(settled[key]),
  })
  const isRefund = settled.difference < 0
  return (
    <section aria-live="polite" aria-label={t(texts.steps)}>
      <p className="k-note">
        {t(texts.policy, { version: settled.policyVersion })} {t(texts.onlyTrial)}
      </p>
      <LedgerTables
        parts={[
          {
            title: t(texts.steps),
            steps: [
              amountProps('wages'),
              amountProps('labour'),
              { label: t(texts.labourExpense), value: negate(settled.labourExpense) },
              amountProps('royalties'),
              { label: t(texts.royaltyExpense), value: negate(settled.royaltyExpense) },
              { label: t(texts.royaltyRelief), value: negate(settled.royaltyRelief) },
              { label: t(texts.income), value: settled.income, isSum: true },
              { label: t(texts.basicDeduction), value: negate(settled.basicDeduction) },
              amountProps('insurance'),
              amountProps('additional'),
              amountProps('otherDeductions'),
              { label: t(texts.taxable), value: settled.taxable, isSum: true },
              { label: t(texts.rate, { rate: rateText(settled.ratePpm) }), value: null },
              { label: t(texts.quick), value: settled.quick },
              { label: t(texts.tax), value: settled.tax, isSum: true },
              amountProps('withheld'),
              { label: t(isRefund ? texts.toRefund : texts.toPay), value: fen(Math.abs(settled.difference)), isSum: true },
            ],
          },
        ]}
      />
    </section>
  )
}

/** The annual settlement of comprehensive income, with every step. */
export function SettlementCalculator({ given }: { readonly given?: PrefilledIncome }) {
  const t = useText()
  const amountRule = useAmountRule()
  const { year: thisYear } = yearAndMonthOf(dayOf(new Date(nowMs())).slice(0, 7))
  const [request, ask] = useState<Values | null>(null)
  const { year } = request ?? { year: thisYear }
  const incomeOf = (key: IncomeKey) => request?.[key] || '0'
  const input = {
    year,
    wages: incomeOf('wages'),
    labour: incomeOf('labour'),
    royalties: incomeOf('royalties'),
    insurance: incomeOf('insurance'),
    additional: incomeOf('additional'),
    otherDeductions: incomeOf('otherDeductions'),
    withheld: incomeOf('withheld'),
  }
  const detailQuery = useRead(api.calculators.settlement, input, { isEnabled: request !== null, keepLast: false })
  const years = Array.from({ length: 4 }, (_, back) => thisYear - back)
  return (
    <>
      <p className="k-note">{t(texts.settlementHelp)}</p>
      <Form<Values> initialValues={given ?? { year: thisYear }} onFinish={ask}>
        <h3>{t(texts.given)}</h3>
        <div className="k-fields">
          <Field name="year" label={t(texts.whichYear)}>
            <Select options={[...new Set([...years, given?.year ?? thisYear])].map((value) => ({ value, label: String(value) }))} />
          </Field>
          {incomeKeys.map((key) => (
            <Field key={key} name={key} label={t(incomeTexts[key])} rules={[amountRule]}>
              <MoneyInput />
            </Field>
          ))}
        </div>
        <Button type="primary" htmlType="submit">
          {t(texts.calculate)}
        </Button>
      </Form>
      {request === null ? null : (
        <QueryContent query={detailQuery} lines={12}>
          {(settled) => <SettlementResult settled={settled} />}
        </QueryContent>
      )}
    </>
  )
}
