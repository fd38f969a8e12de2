import { Form, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { basisNames, bearerNames, invoiceWayNames, signWayNames, termFieldNames } from '#/api/organisations/units.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { mobileProblem } from '#/domain/base/validation.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { plain } from '#/web/kernel/language.ts'
import { note } from '#/web/kernel/punctuation.ts'
import { CategoriesField } from '#/web/parts/CategoriesField.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import { yuanPattern } from '#/web/ui/yuan.ts'
import { type Choices, rates } from './tags.tsx'
import { type Amount, sharePpm, type TermsForm } from './terms.ts'
import { texts } from './texts.ts'
import './units.css'

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="n-part">{title}</h3>
      <div className="k-fields">{children}</div>
    </section>
  )
}

function useOptions() {
  const say = useText()
  return (names: Readonly<Record<string, Text>>, only?: readonly string[]) =>
    Object.entries(names)
      .filter(([value]) => !only || only.includes(value))
      .map(([value, text]) => ({ value, label: say(text) }))
}

function Fees({ choices, mode }: { readonly choices: Choices; readonly mode: number }) {
  const say = useText()
  const options = useOptions()
  const form = Form.useFormInstance<TermsForm>()
  const bearer = Form.useWatch('feeBearer', form)
  const planId = Form.useWatch('feePlanId', form)
  const plans = choices.plans.filter((plan) => plan.mode === mode)
  const plan = plans.find((each) => each.id === planId)
  const shareRule = {
    validator: (_: unknown, value: string | undefined) =>
      sharePpm(value ?? '') === null ? Promise.reject(new Error(say(texts.shareRule))) : Promise.resolve(),
  }
  return (
    <Part title={say(texts.fees)}>
      <Form.Item
        name="feePlanId"
        label={say(termFieldNames.feePlanId)}
        rules={[{ required: true, message: say(texts.required) }]}
        extra={plan ? `${say(termFieldNames.basis)}: ${say(basisNames[plan.basis])}` : undefined}
      >
        <Select options={plans.map((each) => ({ value: each.id, label: note(each.name, rates(each)) }))} />
      </Form.Item>
      <Form.Item name="feeBearer" label={say(termFieldNames.feeBearer)}>
        <Select options={options(bearerNames)} />
      </Form.Item>
      {bearer === 'shared' ? (
        <Form.Item name="sharePercent" label={say(termFieldNames.feeUnitSharePpm)} rules={[shareRule]} extra={say(texts.shareHint)}>
          <Input suffix="%" inputMode="decimal" maxLength={5} />
        </Form.Item>
      ) : null}
      <Form.Item name="taxBearer" label={say(termFieldNames.taxBearer)}>
        <Select options={options(bearerNames, ['unit', 'operator'])} />
      </Form.Item>
    </Part>
  )
}

function Checks() {
  const say = useText()
  const options = useOptions()
  const toggle = (name: 'signRequired' | 'dualControl' | 'freezeOnSubmit') => (
    <Form.Item name={name} label={say(termFieldNames[name])} valuePropName="checked">
      <Switch />
    </Form.Item>
  )
  return (
    <Part title={say(texts.signing)}>
      {toggle('signRequired')}
      <Form.Item name="signWay" label={say(termFieldNames.signWay)}>
        <Select options={options(signWayNames)} />
      </Form.Item>
      {toggle('dualControl')}
      {toggle('freezeOnSubmit')}
    </Part>
  )
}

function Limits() {
  const say = useText()
  const names: readonly Amount[] = ['singleLimit', 'dayLimit', 'monthLimit', 'evidenceLimit', 'autoAuditLimit', 'lowBalance']
  return (
    <Part title={say(texts.limits)}>
      {names.map((name) => (
        <Form.Item key={name} name={name} label={say(termFieldNames[name])} rules={[{ required: true, pattern: yuanPattern, message: say(texts.amountRule) }]}>
          <MoneyInput />
        </Form.Item>
      ))}
    </Part>
  )
}

function Rest({ channels }: { readonly channels: readonly { id: number; name: string }[] }) {
  const say = useText()
  const options = useOptions()
  const mobiles = {
    validator: (_: unknown, value: readonly string[] | undefined) => {
      const problem = (value ?? []).map(mobileProblem).find((each) => each !== null)
      return problem ? Promise.reject(new Error(plain(problem))) : Promise.resolve()
    },
  }
  return (
    <Part title={say(texts.rest)}>
      <Form.Item name="channelIds" label={say(termFieldNames.channelIds)} extra={say(texts.channelsHint)}>
        <Select mode="multiple" options={channels.map((channel) => ({ value: channel.id, label: channel.name }))} />
      </Form.Item>
      <Form.Item name="invoiceWay" label={say(termFieldNames.invoiceWay)}>
        <Select options={options(invoiceWayNames)} />
      </Form.Item>
      <Form.Item name="invoiceCategories" label={say(termFieldNames.invoiceCategories)} extra={say(texts.categoriesHint)}>
        <CategoriesField most={10} />
      </Form.Item>
      <Form.Item name="noticeMobiles" label={say(termFieldNames.noticeMobiles)} extra={say(texts.mobilesHint)} rules={[mobiles]}>
        <Select mode="tags" maxCount={5} open={false} suffixIcon={null} />
      </Form.Item>
    </Part>
  )
}

/** All terms of a unit at one centre in one mode. */
export function TermsFields({ choices, centreId, mode }: { readonly choices: Choices; readonly centreId: number; readonly mode: number }) {
  const channels = choices.centres.find((centre) => centre.id === centreId)?.channels ?? []
  return (
    <>
      <Fees choices={choices} mode={mode} />
      <Checks />
      <Limits />
      <Rest channels={channels} />
    </>
  )
}
