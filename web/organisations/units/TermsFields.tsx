import type { ReactNode } from 'react'
import { signatureMethodNames } from '#/api/organisations/signature-methods.texts.ts'
import { basisNames, bearerNames, invoicingMethodNames, termFieldNames } from '#/api/organisations/units.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { mobileProblem } from '#/domain/base/validation.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { withNote } from '#/web/kernel/punctuation.ts'
import { CategoriesField } from '#/web/parts/CategoriesField.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { useFormInstance, useWatch } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { MultiSelect } from '#/web/ui/MultiSelect.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import { TagsInput } from '#/web/ui/TagsInput.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import { formatRates, type UnitChoices } from './tags.tsx'
import { shareToPpm, type TermsAmount, type TermsForm } from './terms.ts'
import { texts } from './texts.ts'
import './units.css'

function FieldSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="n-part">{title}</h3>
      <div className="k-fields">{children}</div>
    </section>
  )
}

function useOptionsOf() {
  const t = useText()
  return (names: Readonly<Record<string, Text>>, only?: readonly string[]) =>
    Object.entries(names)
      .filter(([value]) => !only || only.includes(value))
      .map(([value, text]) => ({ value, label: t(text) }))
}

function FeeFields({ choices, mode }: { readonly choices: UnitChoices; readonly mode: number }) {
  const t = useText()
  const optionsOf = useOptionsOf()
  const form = useFormInstance<TermsForm>()
  const bearer = useWatch('feeBearer', form)
  const planId = useWatch('feePlanId', form)
  const plans = choices.plans.filter((plan) => plan.mode === mode)
  const plan = plans.find((each) => each.id === planId)
  const shareRule = {
    validator: (_: unknown, value: string | undefined) =>
      shareToPpm(value ?? '') === null ? Promise.reject(new Error(t(texts.shareRule))) : Promise.resolve(),
  }
  return (
    <FieldSection title={t(texts.fees)}>
      <Field
        name="feePlanId"
        label={t(termFieldNames.feePlanId)}
        rules={[{ required: true, message: t(texts.required) }]}
        hint={plan ? `${t(termFieldNames.basis)}: ${t(basisNames[plan.basis])}` : undefined}
      >
        <Select options={plans.map((each) => ({ value: each.id, label: withNote(each.name, formatRates(each)) }))} />
      </Field>
      <Field name="feeBearer" label={t(termFieldNames.feeBearer)}>
        <Select options={optionsOf(bearerNames)} />
      </Field>
      {bearer === 'shared' ? (
        <Field name="sharePercent" label={t(termFieldNames.feeUnitSharePpm)} rules={[shareRule]} hint={t(texts.shareHint)}>
          <TextInput suffix="%" inputMode="decimal" maxLength={5} />
        </Field>
      ) : null}
      <Field name="taxBearer" label={t(termFieldNames.taxBearer)}>
        <Select options={optionsOf(bearerNames, ['unit', 'operator'])} />
      </Field>
    </FieldSection>
  )
}

function CheckFields() {
  const t = useText()
  const optionsOf = useOptionsOf()
  const toggle = (name: 'signRequired' | 'dualControl' | 'freezeOnSubmit') => (
    <Field name={name} label={t(termFieldNames[name])} valuePropName="checked">
      <Switch />
    </Field>
  )
  return (
    <FieldSection title={t(texts.signing)}>
      {toggle('signRequired')}
      <Field name="signWay" label={t(termFieldNames.signWay)}>
        <Select options={optionsOf(signatureMethodNames)} />
      </Field>
      {toggle('dualControl')}
      {toggle('freezeOnSubmit')}
    </FieldSection>
  )
}

function LimitFields() {
  const t = useText()
  const amountRule = useAmountRule()
  const names: readonly TermsAmount[] = ['singleLimit', 'dayLimit', 'monthLimit', 'evidenceLimit', 'autoAuditLimit', 'lowBalance']
  return (
    <FieldSection title={t(texts.limits)}>
      {names.map((name) => (
        <Field key={name} name={name} label={t(termFieldNames[name])} rules={[{ ...amountRule, required: true }]}>
          <MoneyInput />
        </Field>
      ))}
    </FieldSection>
  )
}

function OtherFields({ channels }: { readonly channels: readonly { id: number; name: string }[] }) {
  const t = useText()
  const optionsOf = useOptionsOf()
  const mobilesRule = {
    validator: (_: unknown, value: readonly string[] | undefined) => {
      const problem = (value ?? []).map(mobileProblem).find((each) => each !== null)
      return problem ? Promise.reject(new Error(inCurrentLanguage(problem))) : Promise.resolve()
    },
  }
  return (
    <FieldSection title={t(texts.rest)}>
      <Field name="channelIds" label={t(termFieldNames.channelIds)} hint={t(texts.channelsHint)}>
        <MultiSelect options={channels.map((channel) => ({ value: channel.id, label: channel.name }))} />
      </Field>
      <Field name="invoiceWay" label={t(termFieldNames.invoiceWay)}>
        <Select options={optionsOf(invoicingMethodNames)} />
      </Field>
      <Field name="invoiceCategories" label={t(termFieldNames.invoiceCategories)} hint={t(texts.categoriesHint)}>
        <CategoriesField most={10} />
      </Field>
      <Field name="noticeMobiles" label={t(termFieldNames.noticeMobiles)} hint={t(texts.mobilesHint)} rules={[mobilesRule]}>
        <TagsInput maxCount={5} />
      </Field>
    </FieldSection>
  )
}

/** All terms of a unit at one centre in one mode. */
export function TermsFields({ choices, centreId, mode }: { readonly choices: UnitChoices; readonly centreId: number; readonly mode: number }) {
  const channels = choices.centres.find((centre) => centre.id === centreId)?.channels ?? []
  return (
    <>
      <FeeFields choices={choices} mode={mode} />
      <CheckFields />
      <LimitFields />
      <OtherFields channels={channels} />
    </>
  )
}
