import { useState } from 'react'
import { lineFields } from '#/api/money/lines.texts.ts'
import { add, formatYuan, plainYuan, ZERO } from '#/domain/base/money.ts'
import { dayOf, yearAndMonthOf } from '#/domain/base/period.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Calculation, type DisplayedSteps, rateText } from '#/web/money/payments/public.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import type { PrefilledIncome } from './SettlementCalculator.tsx'
import { texts } from './texts.ts'

type Answer = OutputOf<typeof api.calculators.year>
type Values = { year: number } & Readonly<Record<string, string | undefined>>

const monthNumbers = Array.from({ length: 12 }, (_, at) => at + 1)
const fieldOf = (month: number) => `m${month}`

function Months({ months }: Pick<Answer, 'months'>) {
  const t = useText()
  return months.map(({ calculation, policyVersion, ...figures }) => {
    const { month, gross, vat, surcharge, iit, net } = figures
    const amountTexts = { month, gross: formatYuan(gross), tax: formatYuan(add(vat, surcharge, iit)), net: formatYuan(net) }
    return (
      <details key={month}>
        <summary>{t(texts.ofMonth, amountTexts)}</summary>
        <p className="k-note">{t(texts.policy, { version: policyVersion })}</p>
        <Calculation steps={calculation as unknown as DisplayedSteps} line={{ ...figures, fee: ZERO }} />
      </details>
    )
  })
}

function YearResult({ answer, onSettle }: { readonly answer: Answer; readonly onSettle: (income: PrefilledIncome) => void }) {
  const t = useText()
  const { months, totals, centreName, cityRatesPpm } = answer
  const version = [...new Set(months.map((month) => month.policyVersion))].join(' · ')
  const year = yearAndMonthOf(months[0]?.month ?? '').year
  return (
    <section aria-live="polite" aria-label={t(texts.total)} className="k-stack">
      <p className="k-note">
        {t(texts.basis, { version, centre: centreName, rate: cityRatesPpm.map(rateText).join(' · ') })} {t(texts.onlyTrial)}
      </p>
      <h3>{t(texts.total)}</h3>
      <Facts
        columns={2}
        rows={(['gross', 'vat', 'surcharge', 'iit', 'net'] as const).map((key) => ({
          label: t(lineFields[key]),
          value: <Money value={totals[key]} isStrong={key === 'net'} />,
        }))}
      />
      <div>
        <Button onClick={() => onSettle({ year, labour: plainYuan(totals.income), withheld: plainYuan(totals.iit) })}>{t(texts.toSettlement)}</Button>
      </div>
      <Months months={months} />
    </section>
  )
}

/** The tax of a year month by month, for a person without earlier payments. */
export function YearCalculator({ onSettle }: { readonly onSettle: (income: PrefilledIncome) => void }) {
  const t = useText()
  const amountRule = useAmountRule()
  const { year: thisYear } = yearAndMonthOf(dayOf(new Date(nowMs())).slice(0, 7))
  const [request, ask] = useState<{ readonly year: number; readonly grosses: string[] } | null>(null)
  const detailQuery = useRead(api.calculators.year, request ?? { year: thisYear, grosses: [] }, { isEnabled: request !== null, keepLast: false })
  const handlePress = (values: Values) => ask({ year: values.year, grosses: monthNumbers.map((month) => values[fieldOf(month)] || '0') })
  return (
    <>
      <p className="k-note">{t(texts.yearHelp)}</p>
      <Form<Values> initialValues={{ year: thisYear }} onFinish={handlePress}>
        <div className="k-fields">
          <Field name="year" label={t(texts.whichYear)}>
            <Select options={[thisYear, thisYear + 1, thisYear - 1].map((value) => ({ value, label: String(value) }))} />
          </Field>
          {monthNumbers.map((month) => (
            <Field key={month} name={fieldOf(month)} label={String(month).padStart(2, '0')} rules={[amountRule]}>
              <MoneyInput />
            </Field>
          ))}
        </div>
        <Button type="primary" htmlType="submit">
          {t(texts.calculate)}
        </Button>
      </Form>
      {request === null ? null : (
        <QueryContent query={detailQuery} lines={10}>
          {(answer) => <YearResult answer={answer} onSettle={onSettle} />}
        </QueryContent>
      )}
    </>
  )
}
