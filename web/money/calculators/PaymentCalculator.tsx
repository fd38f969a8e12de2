import { useState } from 'react'
import { ZERO } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { cumulativeMethodStart } from '#/domain/money/tax-calculator.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Calculation, type DisplayedSteps, rateText } from '#/web/money/payments/public.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useWatch } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import { texts } from './texts.ts'

interface Values {
  day: string
  gross: string
  continues: boolean
}

function ContinuesField({ today }: { readonly today: string }) {
  const t = useText()
  const day: string = useWatch<string>('day') ?? today
  // A payment in an earlier month cannot continue from this year's payments, which extend to today.
  if (day.slice(0, 7) < today.slice(0, 7)) return null
  return (
    <Field name="continues" label={t(texts.continues)} valuePropName="checked">
      <Switch />
    </Field>
  )
}

/** The tax of one payment on a chosen day, with every step. */
export function PaymentCalculator() {
  const t = useText()
  const amountRule = useAmountRule()
  const today = dayOf(new Date(nowMs()))
  const [request, ask] = useState<Values | null>(null)
  const { day, gross, continues = false } = request ?? { day: today, gross: '0' }
  const detailQuery = useRead(api.calculators.payment, { day, gross, continues }, { isEnabled: request !== null, keepLast: false })
  return (
    <>
      <p className="k-note">{t(texts.paymentHelp)}</p>
      <Form<Values> initialValues={{ day: today, gross: '', continues: true }} onFinish={ask}>
        <div className="k-fields">
          <Field name="day" label={t(texts.day)}>
            <DayInput min={cumulativeMethodStart} isNeeded />
          </Field>
          <Field name="gross" label={t(texts.gross)} rules={[{ required: true, message: t(texts.required) }, amountRule]}>
            <MoneyInput hasWords />
          </Field>
          <ContinuesField today={today} />
        </div>
        <Button type="primary" htmlType="submit">
          {t(texts.calculate)}
        </Button>
      </Form>
      {request === null ? null : (
        <QueryContent query={detailQuery} lines={10}>
          {({ calculation, policyVersion, centreName, cityRatePpm, isContinued, ...figures }) => (
            <section aria-live="polite" aria-label={t(texts.payment)} className="k-stack">
              <p className="k-note">
                {t(texts.basis, { version: policyVersion, centre: centreName, rate: rateText(cityRatePpm) })} {t(isContinued ? texts.continued : texts.alone)}{' '}
                {t(texts.onlyTrial)}
              </p>
              <Calculation steps={calculation as unknown as DisplayedSteps} line={{ ...figures, fee: ZERO }} />
            </section>
          )}
        </QueryContent>
      )}
    </>
  )
}
