import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { feeFields, feeMethodNames, feeRules, progressionNames } from '#/api/organisations/fees.texts.ts'
import { basisNames } from '#/api/organisations/units.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { priceProblem } from '#/domain/base/validation.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { plain } from '#/web/kernel/language.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import type { ApiError } from '#/web/kernel/wire.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { CloseOutlined } from '#/web/ui/icons.ts'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { ReasonField } from '#/web/ui/ReasonFrame.tsx'
import { groupedYuan, yuanPattern } from '#/web/ui/yuan.ts'
import { dayFromNow, formOf, isWhole, type PlanDetail, type PlanForm, percentRule, sentOf, startOf } from './forms.ts'
import { TrialPanel } from './Trial.tsx'
import { texts } from './texts.ts'
import './fees.css'

interface Values extends PlanForm {
  name: string
  mode: 1 | 2
  effectiveFrom: string
}

const options = (names: Readonly<Record<string | number, Text>>, say: ReturnType<typeof useText>) =>
  Object.entries(names).map(([value, text]) => ({ value: /^\d+$/.test(value) ? Number(value) : value, label: say(text) }))

function Tiers({ isLadder }: { readonly isLadder: boolean }) {
  const say = useText()
  const tiers = Form.useWatch('tiers') as PlanForm['tiers'] | undefined
  const rate = <Input suffix="%" inputMode="decimal" maxLength={7} autoComplete="off" />
  const rateRule = [percentRule(say(feeRules.rate), false)]
  if (!isLadder)
    return (
      <Form.Item name={['tiers', 0, 'rate']} label={say(texts.rate)} required rules={rateRule}>
        {rate}
      </Form.Item>
    )
  return (
    <Form.List name="tiers">
      {(fields, { add, remove }) => (
        <Form.Item label={say(texts.steps)} extra={say(texts.stepsHint)} required>
          {fields.map(({ key, name }, at) => (
            <div key={key} className="f-step">
              <span className="k-muted">
                {say(texts.stepFrom)} {groupedYuan(startOf(tiers ?? [], at)) || '—'}
              </span>
              {at === fields.length - 1 ? (
                <span className="k-muted">{say(texts.noEnd)}</span>
              ) : (
                <Form.Item name={[name, 'to']} rules={[{ required: true, pattern: yuanPattern, message: say(texts.amountRule) }]}>
                  <MoneyInput label={`${say(texts.stepTo)} ${at + 1}`} />
                </Form.Item>
              )}
              <Form.Item name={[name, 'rate']} rules={rateRule}>
                <Input aria-label={`${say(texts.rate)} ${at + 1}`} suffix="%" inputMode="decimal" maxLength={7} autoComplete="off" />
              </Form.Item>
              {fields.length > 1 ? (
                <Button type="text" icon={<Icon of={CloseOutlined} />} aria-label={say(texts.removeStep, { no: at + 1 })} onClick={() => remove(name)} />
              ) : null}
            </div>
          ))}
          {fields.length < 20 ? (
            <Button size="small" onClick={() => add({})}>
              {say(texts.addStep)}
            </Button>
          ) : null}
        </Form.Item>
      )}
    </Form.List>
  )
}

function Fields({ isNew, earliest }: { readonly isNew: boolean; readonly earliest: string }) {
  const say = useText()
  const isLadder = Form.useWatch('method') === 'ladder'
  const minimum = {
    validator: (_: unknown, value: string | undefined) => {
      const problem = priceProblem(value ?? '')
      return problem ? Promise.reject(new Error(plain(problem))) : Promise.resolve()
    },
  }
  return (
    <>
      <div className="k-fields">
        {isNew ? (
          <>
            <Form.Item name="name" label={say(feeFields.name)} rules={[{ required: true, whitespace: true, min: 2, message: say(texts.required) }]}>
              <Input maxLength={50} autoComplete="off" />
            </Form.Item>
            <Form.Item name="mode" label={say(feeFields.mode)} rules={[{ required: true, message: say(texts.required) }]}>
              <Select options={options(modeNames, say)} />
            </Form.Item>
          </>
        ) : null}
        <Form.Item name="method" label={say(feeFields.method)}>
          <Select options={options(feeMethodNames, say)} />
        </Form.Item>
        {isLadder ? (
          <Form.Item name="isProgressive" label={say(feeFields.isProgressive)}>
            <Select
              options={[
                { value: true, label: say(progressionNames.progressive) },
                { value: false, label: say(progressionNames.whole) },
              ]}
            />
          </Form.Item>
        ) : null}
        <Form.Item name="basis" label={say(feeFields.basis)}>
          <Select options={options(basisNames, say)} />
        </Form.Item>
        <Form.Item name="minimum" label={say(feeFields.minimum)} rules={[minimum]} extra={say(texts.minimumHint)}>
          <MoneyInput />
        </Form.Item>
        <Form.Item
          name="effectiveFrom"
          label={say(feeFields.from)}
          rules={[{ required: true, message: say(texts.required) }]}
          extra={isNew ? undefined : say(texts.firstDayHint)}
        >
          <DayInput min={earliest} max={dayFromNow(366)} isNeeded />
        </Form.Item>
      </div>
      <Tiers isLadder={isLadder} />
    </>
  )
}

/** Creates a plan or a new version of one: terms, trial calculation, first day and reason. */
export function PlanDialog({ plan, onClose }: { readonly plan: PlanDetail | null; readonly onClose: () => void }) {
  const say = useText()
  const [form] = Form.useForm<Values>()
  const [seen] = useState(plan)
  const [reason, setReason] = useState('')
  const [isDirty, setDirty] = useState(false)
  const [isTrying, setTrying] = useState(false)
  const values = Form.useWatch([], form) as Values | undefined
  const onFailed = ({ issues }: ApiError) =>
    form.setFields(
      issues
        .filter((issue) => issue.path.startsWith('terms.'))
        .map((issue) => {
          const name = issue.path
            .split('.')
            .slice(1)
            .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
          // A step starts where the previous one ends, so the error is shown on that field.
          const at = name[0] === 'tiers' && name[2] === 'from' ? ['tiers', Math.max(0, Number(name[1]) - 1), 'to'] : name
          return { name: at as never, errors: [issue.message] }
        }),
    )
  const create = useSubmit(api.fees.createPlan, { onFailed, onDone: onClose })
  const revise = useSubmit(api.fees.revisePlan, { onFailed, onDone: onClose })
  const draft = values?.tiers ? sentOf({ ...formOf(seen), ...values }) : null
  const send = async () => {
    const { name, mode, effectiveFrom, ...rest } = await form.validateFields()
    const terms = sentOf({ ...formOf(seen), ...rest })
    const { method, isProgressive, basis, minimum, tiers } = terms
    const sent = { terms: { method, isProgressive, basis, minimum, tiers }, effectiveFrom, reason: reason.trim() }
    if (seen) await revise.submit({ planId: seen.id, baseNo: seen.latestNo, ...sent })
    else await create.submit({ name: name.trim(), mode, ...sent })
  }
  const earliest = seen ? dayFromNow(1) : dayFromNow()
  return (
    <Dialog
      title={seen ? say(texts.revisePlan, { name: seen.name }) : say(texts.addPlan)}
      isOpen
      onClose={onClose}
      isDirty={isDirty}
      width={760}
      confirm={{
        text: say(texts.submit),
        onPress: () => void send().catch(() => undefined),
        isBusy: create.isBusy || revise.isBusy,
        isDisabled: !isDirty || reason.trim().length < 2,
      }}
    >
      <Form form={form} layout="vertical" initialValues={{ mode: 2, effectiveFrom: earliest, ...formOf(seen) }} onValuesChange={() => setDirty(true)}>
        <Fields isNew={seen === null} earliest={earliest} />
      </Form>
      <Button size="small" aria-expanded={isTrying} onClick={() => setTrying(!isTrying)}>
        {say(texts.trial)}
      </Button>
      {isTrying && draft && isWhole(draft) ? (
        <TrialPanel draft={{ method: draft.method, isProgressive: draft.isProgressive, basis: draft.basis, minimum: draft.minimum, tiers: draft.tiers }} />
      ) : null}
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  )
}
