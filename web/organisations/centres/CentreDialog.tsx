import { type ReactNode, useState } from 'react'
import { centreFields, invoiceKindNames } from '#/api/organisations/centres.texts.ts'
import { signatureMethodNames } from '#/api/organisations/signature-methods.texts.ts'
import type { Mode } from '#/domain/base/codes.ts'
import { creditCodeProblem } from '#/domain/base/identity.ts'
import { plainYuan } from '#/domain/base/money.ts'
import type { Text } from '#/domain/base/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { CategoriesField } from '#/web/parts/CategoriesField.tsx'
import { ChangeReasonField } from '#/web/parts/proof/ChangeReasonField.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Checkbox, CheckboxGroup } from '#/web/ui/Checkbox.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, type FormInstance, useForm, useWatch } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { NumberField } from '#/web/ui/NumberField.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import { texts } from './texts.ts'

type CentreDetail = OutputOf<typeof api.centres.get>

interface Values {
  name: string
  legalName: string
  creditCode: string
  taxAuthority: string
  regionCode: string
  modes: Mode[]
  cityRatePpm: 70_000 | 50_000 | 10_000
  cityRateFrom?: string
  accountName: string
  accountNo: string
  accountBank: string
  ageMin: number
  ageMax: number
  singleLimit: string
  monthLimit: string
  invoiceKinds: ('special' | 'ordinary')[]
  invoiceCategories: string[]
  invoiceCap: string
  invoiceBank?: string
  invoiceAccountNo?: string
  signWay: 'sms' | 'face' | 'handwriting'
  textsPayees: boolean
  refusesOwners: boolean
  objectionDays: number
  why?: string
}

const defaultValues: Partial<Values> = {
  modes: [2],
  cityRatePpm: 70_000,
  ageMin: 18,
  ageMax: 65,
  singleLimit: '200000',
  monthLimit: '500000',
  invoiceKinds: ['special', 'ordinary'],
  invoiceCategories: [],
  invoiceCap: '100000',
  signWay: 'sms',
  textsPayees: false,
  refusesOwners: false,
  objectionDays: 3,
}

function valuesOf(centre: CentreDetail): Partial<Values> {
  const yuan = (amount: CentreDetail['singleLimit']) => plainYuan(amount).replace(/\.00$/, '')
  const { cityRatePpm, ...rest } = centre
  return {
    ...rest,
    cityRatePpm: cityRatePpm as Values['cityRatePpm'],
    singleLimit: yuan(centre.singleLimit),
    monthLimit: yuan(centre.monthLimit),
    invoiceCap: yuan(centre.invoiceCap),
  }
}

function Fields({ children }: { readonly children: ReactNode }) {
  return <div className="k-fields">{children}</div>
}

function PlainField({
  name,
  label,
  most,
  isNeeded = true,
}: {
  readonly name: keyof Values
  readonly label: Text
  readonly most: number
  readonly isNeeded?: boolean
}) {
  const t = useText()
  return (
    <Field name={name} label={t(label)} rules={isNeeded ? [{ required: true, whitespace: true, message: t(texts.required) }] : []}>
      <TextInput maxLength={most} autoComplete="off" />
    </Field>
  )
}

function BasicFields({ isNew }: { readonly isNew: boolean }) {
  const t = useText()
  const requiredRule = { required: true, message: t(texts.required) }
  const codeRule = {
    validator: (_: unknown, value: string | undefined) =>
      creditCodeProblem((value ?? '').trim().toUpperCase()) === null ? Promise.resolve() : Promise.reject(new Error(t(texts.creditCodeRule))),
  }
  return (
    <Fields>
      <PlainField name="name" label={centreFields.name} most={60} />
      <PlainField name="legalName" label={centreFields.legalName} most={100} />
      {isNew ? (
        <Field name="creditCode" label={t(centreFields.creditCode)} required rules={[codeRule]}>
          <TextInput maxLength={18} autoComplete="off" />
        </Field>
      ) : null}
      <PlainField name="taxAuthority" label={centreFields.taxAuthority} most={100} />
      <Field name="regionCode" label={t(centreFields.regionCode)} rules={[{ required: true, pattern: /^\d{6}$/, message: t(texts.regionRule) }]}>
        <TextInput maxLength={6} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field name="modes" label={t(centreFields.modes)} rules={[requiredRule]}>
        <CheckboxGroup options={Object.entries(modeNames).map(([mode, text]) => ({ value: Number(mode), label: t(text) }))} />
      </Field>
      <Field name="cityRatePpm" label={t(centreFields.cityRatePpm)}>
        <Select options={[70_000, 50_000, 10_000].map((value) => ({ value, label: `${value / 10_000}%` }))} />
      </Field>
      {isNew ? null : (
        <Field
          name="cityRateFrom"
          label={t(centreFields.cityRateFrom)}
          hint={t(texts.cityRateNote)}
          rules={[{ pattern: /^20\d{2}-(0[1-9]|1[0-2])$/, message: t(texts.monthRule) }]}
        >
          <TextInput maxLength={7} placeholder="2027-01" autoComplete="off" />
        </Field>
      )}
      <PlainField name="accountName" label={centreFields.accountName} most={100} />
      <Field name="accountNo" label={t(centreFields.accountNo)} rules={[{ required: true, pattern: /^\d{8,32}$/, message: t(texts.accountRule) }]}>
        <TextInput maxLength={32} inputMode="numeric" autoComplete="off" />
      </Field>
      <PlainField name="accountBank" label={centreFields.accountBank} most={100} />
    </Fields>
  )
}

function AmountField({ name, label }: { readonly name: 'singleLimit' | 'monthLimit' | 'invoiceCap'; readonly label: Text }) {
  const t = useText()
  const amountRule = useAmountRule()
  return (
    <Field name={name} label={t(label)} rules={[{ ...amountRule, required: true }]}>
      <MoneyInput />
    </Field>
  )
}

function InvoiceFields() {
  const t = useText()
  return (
    <Fields>
      <Field name="invoiceKinds" label={t(centreFields.invoiceKinds)}>
        <CheckboxGroup options={choicesOf(t, ['special', 'ordinary'] as const, invoiceKindNames)} />
      </Field>
      <AmountField name="invoiceCap" label={centreFields.invoiceCap} />
      <Field name="invoiceCategories" label={t(centreFields.invoiceCategories)}>
        <CategoriesField most={20} />
      </Field>
      <PlainField name="invoiceBank" label={centreFields.invoiceBank} most={100} isNeeded={false} />
      <PlainField name="invoiceAccountNo" label={centreFields.invoiceAccountNo} most={40} isNeeded={false} />
    </Fields>
  )
}

function RuleFields() {
  const t = useText()
  const requiredRule = { required: true, message: t(texts.required) }
  return (
    <Fields>
      <Field name="ageMin" label={t(centreFields.ageMin)} rules={[requiredRule]}>
        <NumberField min={16} max={100} />
      </Field>
      <Field name="ageMax" label={t(centreFields.ageMax)} rules={[requiredRule]}>
        <NumberField min={16} max={100} />
      </Field>
      <AmountField name="singleLimit" label={centreFields.singleLimit} />
      <AmountField name="monthLimit" label={centreFields.monthLimit} />
      <Field name="signWay" label={t(centreFields.signWay)}>
        <Select options={choicesOf(t, ['sms', 'face', 'handwriting'] as const, signatureMethodNames)} />
      </Field>
      <Field name="objectionDays" label={t(centreFields.objectionDays)} rules={[requiredRule]}>
        <NumberField min={1} max={30} />
      </Field>
      <Field name="textsPayees" valuePropName="checked" label=" ">
        <Checkbox>{t(centreFields.textsPayees)}</Checkbox>
      </Field>
      <Field name="refusesOwners" valuePropName="checked" label=" ">
        <Checkbox>{t(centreFields.refusesOwners)}</Checkbox>
      </Field>
    </Fields>
  )
}

const guardedFields = ['accountName', 'accountNo', 'accountBank', 'invoiceBank', 'invoiceAccountNo', 'singleLimit', 'monthLimit'] as const

/** Returns whether another person must approve: always for a new centre, else when an account or a limit changed. */
function useNeedsApproval(form: FormInstance<Values>, centre: CentreDetail | null): boolean {
  const guardedText = useWatch((values) => guardedFields.map((name) => (values[name] ?? '').trim()).join('\n'), form)
  if (centre === null) return true
  const startValues = valuesOf(centre)
  return guardedText !== undefined && guardedText !== guardedFields.map((name) => startValues[name]).join('\n')
}

/** Creates or edits a centre: basic data, invoices, rules. */
export function CentreDialog({ centre, onClose }: { readonly centre: CentreDetail | null; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const [seen] = useState(centre)
  const [tab, setTab] = useState('basics')
  const needsApproval = useNeedsApproval(form, centre)
  const options = { onDone: onClose }
  const create = useProvedSubmit(api.centres.create, options)
  const update = useProvedSubmit(api.centres.update, options)
  const send = async () => {
    const values = await form.validateFields().catch((problem: { errorFields?: { name: (string | number)[] }[] }) => {
      const name = String(problem.errorFields?.[0]?.name[0] ?? '')
      setTab(
        name.startsWith('invoice')
          ? 'invoices'
          : ['ageMin', 'ageMax', 'singleLimit', 'monthLimit', 'signWay', 'objectionDays'].includes(name)
            ? 'rules'
            : 'basics',
      )
      showNotice('warning', t(texts.fixProblems))
      return null
    })
    if (!values) return
    const { creditCode, invoiceBank = '', invoiceAccountNo = '', why = '', ...rest } = values
    const centreInput = { ...rest, invoiceBank, invoiceAccountNo, why: why.trim() }
    if (seen) await update.submit({ id: seen.id, version: seen.version, ...centreInput })
    else await create.submit({ ...centreInput, creditCode: creditCode.trim() })
  }
  return (
    <Dialog
      title={seen ? `${t(texts.edit)} · ${seen.name}` : t(texts.add)}
      onClose={onClose}
      width={820}
      confirm={{ text: t(seen ? texts.save : texts.create), onPress: () => void send(), isBusy: create.isBusy || update.isBusy, isDisabled: !isDirty }}
    >
      <Form form={form} initialValues={seen ? valuesOf(seen) : defaultValues} onValuesChange={() => setDirty(true)}>
        <Tabs
          activeKey={tab}
          onChange={setTab}
          items={[
            { key: 'basics', label: t(texts.basics), forceRender: true, children: <BasicFields isNew={seen === null} /> },
            { key: 'invoices', label: t(texts.invoices), forceRender: true, children: <InvoiceFields /> },
            { key: 'rules', label: t(texts.rules), forceRender: true, children: <RuleFields /> },
          ]}
        />
        <ChangeReasonField isNeeded={needsApproval} />
      </Form>
    </Dialog>
  )
}
