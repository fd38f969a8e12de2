import { useEffect, useState } from 'react'
import { roleNames, scopeNames } from '#/api/organisations/fees.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { withNote } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FindField } from '#/web/ui/FindField.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { yuanPattern } from '#/web/ui/yuan.ts'
import { percentText, type planRequestOf } from './forms.ts'
import { texts } from './texts.ts'
import './fees.css'

const pauseMs = 400

interface PlaceFieldProps {
  readonly id: string
  readonly value: number | undefined
  readonly onChange: (settingId: number | undefined) => void
}

function PlaceField({ id, value, onChange }: PlaceFieldProps) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const matches = useRead(api.fees.feePlaces, setConditions({ keyword }))
  const options = (matches.data ?? []).map((place) => ({
    value: place.settingId,
    label: `${place.unitName} · ${place.centreName} · ${t(modeNames[place.mode] ?? texts.unit)}`,
  }))
  return (
    <FindField
      id={id}
      className="f-find"
      value={value}
      onChange={onChange}
      placeholder={t(texts.findUnit)}
      options={options}
      isLoading={matches.isFetching}
      onFind={setKeyword}
    />
  )
}

type TrialFee = NonNullable<ReturnType<typeof useTrial>['data']>

function TrialFeeResult({ sum }: { readonly sum: TrialFee }) {
  const t = useText()
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: t(texts.fee), value: <Money value={sum.fee} isStrong /> },
          { label: t(texts.effective), value: percentText(sum.ratePpm) },
          { label: t(texts.feeUnit), value: <Money value={sum.feeUnit} /> },
          { label: t(texts.feeOperator), value: <Money value={sum.feeOperator} /> },
        ]}
      />
      <table className="f-steps">
        <thead>
          <tr>
            <th scope="col">{t(texts.step)}</th>
            <th scope="col" className="f-figure">
              {t(texts.part)}
            </th>
            <th scope="col" className="f-figure">
              {t(texts.rate)}
            </th>
            <th scope="col" className="f-figure">
              {t(texts.fee)}
            </th>
          </tr>
        </thead>
        <tbody>
          {sum.steps.map((step) => (
            <tr key={step.from}>
              <td>
                <Money value={step.from} />{' '}
                {step.to === null ? (
                  t(scopeNames.andAbove)
                ) : (
                  <>
                    – <Money value={step.to} />
                  </>
                )}
              </td>
              <td className="f-figure">
                <Money value={step.part} />
              </td>
              <td className="f-figure">{percentText(step.ratePpm)}</td>
              <td className="f-figure">
                <Money value={step.fee} />
              </td>
            </tr>
          ))}
          {sum.added > 0 ? (
            <tr>
              <td colSpan={3}>{t(texts.added)}</td>
              <td className="f-figure">
                <Money value={sum.added} />
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
      {sum.parts.length > 0 && sum.unitName !== '' ? <Shares sum={sum} /> : null}
    </div>
  )
}

function Shares({ sum }: { readonly sum: TrialFee }) {
  const t = useText()
  return (
    <table className="f-steps" aria-label={t(texts.shares)}>
      <thead>
        <tr>
          <th scope="col">{t(texts.shares)}</th>
          <th scope="col" className="f-figure">
            {t(texts.fee)}
          </th>
        </tr>
      </thead>
      <tbody>
        {sum.parts.map((part) => (
          <tr key={`${part.role}${part.name}`}>
            <td>{withNote(t(roleNames[part.role]), part.role === 'platform' ? '' : part.name)}</td>
            <td className="f-figure">
              <Money value={part.amount} />
            </td>
          </tr>
        ))}
        <tr>
          <td className="k-strong">{t(texts.total)}</td>
          <td className="f-figure">
            <Money value={sum.fee} isStrong />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

interface TrialRequest {
  readonly amount: string
  readonly monthToDate: string
  readonly settingId?: number | undefined
  readonly planId?: number | undefined
  readonly draft?: ReturnType<typeof planRequestOf> | undefined
}

function useTrial(dialog: TrialRequest) {
  const [settled, settle] = useState(dialog)
  const key = JSON.stringify(dialog)
  useEffect(() => {
    const timer = setTimeout(() => settle(JSON.parse(key) as TrialRequest), pauseMs)
    return () => clearTimeout(timer)
  }, [key])
  const { amount, monthToDate, settingId, planId, draft } = settled
  const isReady = yuanPattern.test(amount) && yuanPattern.test(monthToDate || '0') && (settingId ?? planId ?? draft) !== undefined
  return useRead(
    api.fees.trial,
    { amount, monthToDate: monthToDate || '0', ...setConditions({ settingId, planId, draft }) },
    { isEnabled: isReady, keepLast: true },
  )
}

function PlanField({ value, onChange }: { readonly value: number | undefined; readonly onChange: (planId: number | undefined) => void }) {
  const t = useText()
  const plans = useRead(api.fees.plans, { stand: 'now', size: 200 })
  return (
    <Select
      id="trial-plan"
      isClearable
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      options={(plans.data?.rows ?? []).map((plan) => ({ value: plan.id, label: withNote(plan.name, t(modeNames[plan.mode] ?? texts.unit)) }))}
    />
  )
}

/** 试算: the fee on an amount by a plan, its draft or a unit's plan, and how it is split. */
export function TrialPanel({ plan, draft }: { readonly plan?: number | undefined; readonly draft?: TrialRequest['draft'] }) {
  const t = useText()
  const [amount, setAmount] = useState('10000')
  const [monthToDate, setMonthToDate] = useState('0')
  const [settingId, setSettingId] = useState<number | undefined>()
  const [planId, setPlanId] = useState(plan)
  const trial = useTrial({ amount, monthToDate, settingId, planId: draft ? undefined : planId, draft })
  return (
    <div className="k-stack">
      <Form isBare>
        <div className="k-fields">
          <Field label={t(texts.amount)} htmlFor="trial-amount">
            <MoneyInput id="trial-amount" value={amount} onChange={setAmount} />
          </Field>
          <Field label={t(texts.monthToDate)} htmlFor="trial-month">
            <MoneyInput id="trial-month" value={monthToDate} onChange={setMonthToDate} />
          </Field>
          {!draft && can('shoufeiblList') ? (
            <Field label={t({ zh: '收费方案', en: 'Fee plan', es: 'Tarifa', ja: '料率プラン' })} htmlFor="trial-plan">
              <PlanField value={planId} onChange={setPlanId} />
            </Field>
          ) : null}
          <Field label={t(texts.unit)} htmlFor="trial-unit" hint={t(texts.unitHint)}>
            <PlaceField id="trial-unit" value={settingId} onChange={setSettingId} />
          </Field>
        </div>
      </Form>
      <section aria-live="polite">
        {trial.error ? <Alert type="warning" showIcon title={trial.error.message} /> : trial.data ? <TrialFeeResult sum={trial.data} /> : null}
      </section>
    </div>
  )
}

export function TrialDialog({ plan, onClose }: { readonly plan?: number | undefined; readonly onClose: () => void }) {
  const t = useText()
  return (
    <Dialog title={t(texts.trial)} onClose={onClose} width={720}>
      <TrialPanel plan={plan} />
    </Dialog>
  )
}
