import { useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { contractFields, contractKindNames } from '#/api/agreements/contracts.texts.ts'
import { type ContractKind, contractRulesOf, hasContractRules } from '#/domain/agreements/contract.ts'
import { type Mode, settlementMode, userType } from '#/domain/base/codes.ts'
import { maxFileBytes } from '#/domain/base/upload.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import { texts } from './texts.ts'

type Choices = OutputOf<typeof api.contracts.choices>

interface Values {
  templateId?: number
  kind?: ContractKind
  name?: string
  centreId: number
  mode: Mode
  subject: number
  /** The unit of a contract with a business. */
  unit?: number
  from: string
  to: string
  cap?: string
  fields?: Record<string, string>
}

const dayAt = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10)
const dayMs = 86_400_000

type SubjectType = 'unit' | 'business' | 'operator' | 'partner'
const subjectTypeOf = (kind: ContractKind): SubjectType => (hasContractRules(kind) ? contractRulesOf(kind).subject : 'unit')

interface ChoiceProps {
  readonly name: 'subject' | 'unit'
  readonly label: string
  readonly of: { readonly type: SubjectType; readonly centreId?: number; readonly unitId?: number }
}

function SubjectChoice({ name, label, of }: ChoiceProps) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const matches = useRead(api.contracts.subjects, { ...of, ...setConditions({ keyword }) }, { keepLast: true })
  const options = (matches.data ?? []).map((row) => ({ value: row.id, label: `${row.name}${row.code ? ` · ${row.code}` : ''}` }))
  return (
    <Field name={name} label={label} rules={[{ required: true, message: t(texts.required) }]}>
      <Select onSearch={setKeyword} options={options} isLoading={matches.isFetching} />
    </Field>
  )
}

/** Selects the counterparty. For a contract with a business, the unit first, then one of its businesses. */
function SubjectField({ kind, centreId }: { readonly kind: ContractKind; readonly centreId: number | undefined }) {
  const t = useText()
  const unitId = useWatch<number | undefined>('unit')
  const subjectType = subjectTypeOf(kind)
  if (subjectType !== 'business') return <SubjectChoice name="subject" label={t(texts.subject)} of={{ type: subjectType, ...setConditions({ centreId }) }} />
  return (
    <>
      <SubjectChoice name="unit" label={t(texts.unit)} of={{ type: 'unit' }} />
      {unitId === undefined ? null : (
        <SubjectChoice key={unitId} name="subject" label={t(texts.business)} of={{ type: subjectType, unitId, ...setConditions({ centreId }) }} />
      )}
    </>
  )
}

function CentreAndModeFields({ choices }: { readonly choices: Choices }) {
  const t = useText()
  const rules = [{ required: true, message: t(texts.required) }]
  return (
    <>
      <Field name="centreId" label={t(texts.centre)} rules={rules}>
        <Select options={choices.centres.map((centre) => ({ value: centre.id, label: centre.name }))} />
      </Field>
      <Field name="mode" label={t(contractFields.mode)} rules={rules} hidden={choices.centres.length === 0}>
        <Select options={choicesOf(t, [1, 2] as const, contractModeNames)} />
      </Field>
    </>
  )
}

function DayFields() {
  const t = useText()
  const amountRule = useAmountRule()
  const rules = [{ required: true, message: t(texts.required) }]
  return (
    <>
      <Field name="from" label={t(texts.from)} rules={rules}>
        <DayInput />
      </Field>
      <Field name="to" label={t(texts.to)} rules={rules}>
        <DayInput />
      </Field>
      <Field name="cap" label={t(texts.cap)} rules={[amountRule]}>
        <MoneyInput />
      </Field>
    </>
  )
}

function subjectOf(kind: ContractKind, { subject, unit }: Pick<Values, 'subject' | 'unit'>) {
  const subjectType = subjectTypeOf(kind)
  if (subjectType === 'business') return { operatorId: subject, ...setConditions({ unitId: unit }) }
  return subjectType === 'unit' ? { unitId: subject } : subjectType === 'operator' ? { operatorId: subject } : { partnerId: subject }
}

/**
 * Returns a function that checks whether a template's mode fits. Centre staff work in one mode. For other users every
 * template fits.
 */
function useFittingMode(mode: Mode): (of: Mode | null) => boolean {
  const isCentre = useUser()?.usertype === userType.centre
  return (of) => !isCentre || of === null || of === mode
}

/** The fields that the template leaves open. */
function OwnFields({ template }: { readonly template: Choices['templates'][number] }) {
  const t = useText()
  return template.fields.map((field) => (
    <Field key={field.key} name={['fields', field.key]} label={field.label} rules={field.isRequired ? [{ required: true, message: t(texts.required) }] : []}>
      <TextInput maxLength={500} placeholder={field.sample} />
    </Field>
  ))
}

export interface DialogProps {
  readonly mode: Mode
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

/** Creates a contract from a template: counterparty, period and open fields. */
export function CreateDialog({ mode, onClose, onMade }: DialogProps) {
  const t = useText()
  const choices = useRead(api.contracts.choices, {}).data
  const [form] = useForm<Values>()
  const templateId = useWatch('templateId', form)
  const centreId = useWatch('centreId', form)
  const template = choices?.templates.find((each) => each.id === templateId)
  const create = useSubmit(api.contracts.create, {
    onDone: ({ id }) => {
      onClose()
      onMade(id)
    },
  })
  const send = form.whenValid(async ({ subject, unit, cap, fields, templateId: chosen = 0, centreId: at, mode: way, from, to }) => {
    if (template)
      await create.submit({
        templateId: chosen,
        centreId: at,
        mode: way,
        from,
        to,
        ...(cap ? { cap } : {}),
        fields: fields ?? {},
        ...subjectOf(template.kind, { subject, ...setConditions({ unit }) }),
      })
  })
  const modeFits = useFittingMode(mode)
  const templates = (choices?.templates ?? []).filter((each) => hasContractRules(each.kind) && modeFits(each.mode))
  const today = dayAt(nowMs())
  return (
    <Dialog
      title={t(texts.create)}
      onClose={onClose}
      width={600}
      confirm={{ text: t(texts.drawUp), onPress: send, isBusy: create.isBusy, isDisabled: !template }}
    >
      {choices ? (
        <Form
          form={form}
          initialValues={{ centreId: choices.centres[0]?.id, mode, from: today, to: dayAt(nowMs() + 729 * dayMs) }}
          onValuesChange={(changed: Partial<Values>) => {
            const next = choices.templates.find((each) => each.id === changed.templateId)
            if (next) form.setFieldsValue({ to: dayAt(nowMs() + (next.validDays - 1) * dayMs) })
            if (next?.mode) form.setFieldsValue({ mode: next.mode })
            if (next) form.resetFields(['subject', 'unit'])
            if (changed.unit !== undefined) form.resetFields(['subject'])
          }}
        >
          <Field name="templateId" label={t(texts.template)} rules={[{ required: true, message: t(texts.required) }]}>
            <Select options={templates.map((each) => ({ value: each.id, label: `${t(contractKindNames[each.kind])} · ${each.name}` }))} />
          </Field>
          <CentreAndModeFields choices={choices} />
          {template ? <SubjectField key={template.kind} kind={template.kind} centreId={centreId} /> : null}
          <DayFields />
          {template ? <OwnFields template={template} /> : null}
        </Form>
      ) : null}
    </Dialog>
  )
}

const paperKinds = ['unit_service', 'general_contract', 'business_contract', 'operator_agreement', 'tax_authorisation', 'partner'] as const

/** Records a contract signed on paper. */
export function PaperDialog({ mode, onClose, onMade }: DialogProps) {
  const t = useText()
  const choices = useRead(api.contracts.choices, {}).data
  const [form] = useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const kind = useWatch('kind', form)
  const centreId = useWatch('centreId', form)
  const uploadPaper = useSubmit(api.contracts.uploadPaper, {
    onDone: ({ id }) => {
      onClose()
      onMade(id)
    },
  })
  const send = form.whenValid(async ({ kind: chosen = 'unit_service', name = '', centreId: at, mode: way, subject, unit, from, to, cap }) => {
    if (file)
      await uploadPaper.submit({
        kind: chosen as (typeof paperKinds)[number],
        name,
        centreId: at,
        mode: way,
        from,
        to,
        file,
        ...(cap ? { cap } : {}),
        ...subjectOf(chosen, { subject, ...setConditions({ unit }) }),
      })
  })
  const rules = [{ required: true, message: t(texts.required) }]
  return (
    <Dialog
      title={t(texts.paper)}
      onClose={onClose}
      width={600}
      confirm={{ text: t(texts.paper), onPress: send, isBusy: uploadPaper.isBusy, isDisabled: !file }}
    >
      {choices ? (
        <Form
          form={form}
          initialValues={{ centreId: choices.centres[0]?.id, mode, from: dayAt(nowMs()), to: dayAt(nowMs() + 729 * dayMs) }}
          onValuesChange={(changed: Partial<Values>) => {
            if (changed.kind === 'business_contract') form.setFieldsValue({ mode: settlementMode.individualBusiness })
            if (changed.kind !== undefined) form.resetFields(['subject', 'unit'])
            if (changed.unit !== undefined) form.resetFields(['subject'])
          }}
        >
          <Field name="kind" label={t(contractFields.kind)} rules={rules}>
            <Select options={choicesOf(t, paperKinds, contractKindNames)} />
          </Field>
          <Field name="name" label={t(contractFields.name)} rules={[...rules, { min: 2 }]}>
            <TextInput maxLength={60} />
          </Field>
          <CentreAndModeFields choices={choices} />
          {kind ? <SubjectField key={kind} kind={kind} centreId={centreId} /> : null}
          <DayFields />
        </Form>
      ) : null}
      <FileDrop value={file} onChange={setFile} kinds={['pdf']} maxBytes={maxFileBytes} label={t(texts.file)} hint={t(texts.pdfHint)} />
    </Dialog>
  )
}
