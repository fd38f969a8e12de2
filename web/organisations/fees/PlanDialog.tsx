import { useState } from 'react'
import { feeFields, feeMethodNames, feeRules, progressionNames } from '#/api/organisations/fees.texts.ts'
import { basisNames } from '#/api/organisations/units.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { priceProblem } from '#/domain/base/validation.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import type { ApiError } from '#/web/kernel/wire.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FieldList, Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { CloseOutlined } from '#/web/ui/icons.ts'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { ReasonField } from '#/web/ui/ReasonFrame.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { groupYuan, yuanPattern } from '#/web/ui/yuan.ts'
import { dayFromNow, isComplete, type PlanDetail, type PlanForm, percentRule, planFormOf, planRequestOf, tierStart } from './forms.ts'
import { TrialPanel } from './Trial.tsx'
import { texts } from './texts.ts'
import './fees.css'

interface Values extends PlanForm {
  name: string
  mode: 1 | 2
  effectiveFrom: string
}

const optionsOf = (names: Readonly<Record<string | number, Text>>, t: ReturnType<typeof useText>) =>
  Object.entries(names).map(([value, text]) => ({ value: /^\d+$/.test(value) ? Number(value) : value, label: t(text) }))

function TierFields({ isLadder }: { readonly isLadder: boolean }) {
  const t = useText()
  const tiers = useWatch('tiers') as PlanForm['tiers'] | undefined
  const rateInput = <TextInput suffix="%" inputMode="decimal" maxLength={7} autoComplete="off" />
  const rateRule = [percentRule(t(feeRules.rate), false)]
  if (!isLadder)
    return (
      <Field name={['tiers', 0, 'rate']} label={t(texts.rate)} required rules={rateRule}>
        {rateInput}
      </Field>
    )
  return (
    <FieldList name="tiers">
      {(fields, { add, remove }) => (
        <Field label={t(texts.steps)} hint={t(texts.stepsHint)} required>
          {fields.map(({ key, name }, at) => (
            <div key={key} className="f-step">
              <span className="k-muted">
                {t(texts.stepFrom)} {groupYuan(tierStart(tiers ?? [], at)) || '—'}
              </span>
              {at === fields.length - 1 ? (
                <span className="k-muted">{t(texts.noEnd)}</span>
              ) : (
                <Field name={[name, 'to']} rules={[{ required: true, pattern: yuanPattern, message: t(texts.amountRule) }]}>
                  <MoneyInput label={`${t(texts.stepTo)} ${at + 1}`} />
                </Field>
              )}
              <Field name={[name, 'rate']} rules={rateRule}>
                <TextInput aria-label={`${t(texts.rate)} ${at + 1}`} suffix="%" inputMode="decimal" maxLength={7} autoComplete="off" />
              </Field>
              {fields.length > 1 ? (
                <Button type="text" icon={<Icon of={CloseOutlined} />} aria-label={t(texts.removeStep, { no: at + 1 })} onClick={() => remove(name)} />
              ) : null}
            </div>
          ))}
          {fields.length < 20 ? (
            <Button size="small" onClick={() => add({})}>
              {t(texts.addStep)}
            </Button>
          ) : null}
        </Field>
      )}
    </FieldList>
  )
}

function Fields({ isNew, earliest }: { readonly isNew: boolean; readonly earliest: string }) {
  const t = useText()
  const isLadder = useWatch('method') === 'ladder'
  const minimumRule = {
    validator: (_: unknown, value: string | undefined) => {
      const problem = priceProblem(value ?? '')
      return problem ? Promise.reject(new Error(inCurrentLanguage(problem))) : Promise.resolve()
    },
  }
  return (
    <>
      <div className="k-fields">
        {isNew ? (
          <>
            <Field name="name" label={t(feeFields.name)} rules={[{ required: true, whitespace: true, message: t(texts.required) }, { min: 2 }]}>
              <TextInput maxLength={50} autoComplete="off" />
            </Field>
            <Field name="mode" label={t(feeFields.mode)} rules={[{ required: true, message: t(texts.required) }]}>
              <Select options={optionsOf(modeNames, t)} />
            </Field>
          </>
        ) : null}
        <Field name="method" label={t(feeFields.method)}>
          <Select options={optionsOf(feeMethodNames, t)} />
        </Field>
        {isLadder ? (
          <Field name="isProgressive" label={t(feeFields.isProgressive)}>
            <Select
              options={[
                { value: true, label: t(progressionNames.progressive) },
                { value: false, label: t(progressionNames.whole) },
              ]}
            />
          </Field>
        ) : null}
        <Field name="basis" label={t(feeFields.basis)}>
          <Select options={optionsOf(basisNames, t)} />
        </Field>
        <Field name="minimum" label={t(feeFields.minimum)} rules={[minimumRule]} hint={t(texts.minimumHint)}>
          <MoneyInput />
        </Field>
        <Field
          name="effectiveFrom"
          label={t(feeFields.from)}
          rules={[{ required: true, message: t(texts.required) }]}
          hint={isNew ? undefined : t(texts.firstDayHint)}
        >
          <DayInput min={earliest} max={dayFromNow(366)} isNeeded />
        </Field>
      </div>
      <TierFields isLadder={isLadder} />
    </>
  )
}

/** Creates a plan or a new version of one: terms, trial calculation, first day and reason. */
export function PlanDialog({ plan, onClose }: { readonly plan: PlanDetail | null; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [seen] = useState(plan)
  const [reason, setReason] = useState('')
  const [isDirty, setDirty] = useState(false)
  const [isTrying, setTrying] = useState(false)
  const values = useWatch([], form) as Values | undefined
  const onFailed = ({ issues }: ApiError) =>
    form.setFields(
      issues
        .filter((issue) => issue.path.startsWith('terms.'))
        .map((issue) => {
          const name = issue.path
            .split('.')
            .slice(1)
            .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
          // A step starts at the end of the previous step, so that field shows the error.
          const fieldPath = name[0] === 'tiers' && name[2] === 'from' ? ['tiers', Math.max(0, Number(name[1]) - 1), 'to'] : name
          return { name: fieldPath as never, errors: [issue.message] }
        }),
    )
  const create = useSubmit(api.fees.createPlan, { onFailed, onDone: onClose })
  const revise = useSubmit(api.fees.revisePlan, { onFailed, onDone: onClose })
  const draft = values?.tiers ? planRequestOf({ ...planFormOf(seen), ...values }) : null
  const send = form.whenValid(async ({ name, mode, effectiveFrom, ...rest }) => {
    const terms = planRequestOf({ ...planFormOf(seen), ...rest })
    const { method, isProgressive, basis, minimum, tiers } = terms
    const input = { terms: { method, isProgressive, basis, minimum, tiers }, effectiveFrom, reason: reason.trim() }
    if (seen) await revise.submit({ planId: seen.id, baseNo: seen.latestNo, ...input })
    else await create.submit({ name: name.trim(), mode, ...input })
  })
  const earliest = seen ? dayFromNow(1) : dayFromNow()
  return (
    <Dialog
      title={seen ? t(texts.revisePlan, { name: seen.name }) : t(texts.addPlan)}
      onClose={onClose}
      width={760}
      confirm={{
        text: t(texts.submit),
        onPress: send,
        isBusy: create.isBusy || revise.isBusy,
        isDisabled: !isDirty || reason.trim().length < 2,
      }}
    >
      <Form form={form} initialValues={{ mode: 2, effectiveFrom: earliest, ...planFormOf(seen) }} onValuesChange={() => setDirty(true)}>
        <Fields isNew={seen === null} earliest={earliest} />
      </Form>
      <Button size="small" aria-expanded={isTrying} onClick={() => setTrying(!isTrying)}>
        {t(texts.trial)}
      </Button>
      {isTrying && draft && isComplete(draft) ? (
        <TrialPanel draft={{ method: draft.method, isProgressive: draft.isProgressive, basis: draft.basis, minimum: draft.minimum, tiers: draft.tiers }} />
      ) : null}
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  )
}
