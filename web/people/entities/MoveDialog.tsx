import { useState } from 'react'
import { entityFields, entityFormNames, evidenceNames, levyNames, obligationKindNames, taxKindNames } from '#/api/people/entities.texts.ts'
import { formatPpm } from '#/domain/base/money.ts'
import type { Text } from '#/domain/base/text.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { type EntityMove, requiredEvidence } from '#/domain/people/entity.ts'
import { type ApiCall, api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field as FormField } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import type { Entity, Obligation } from './StateTags.tsx'
import { texts } from './texts.ts'
import { today } from './today.ts'

/** The actions that use this dialog. */
export type EntityAction = Exclude<EntityMove, 'alarm' | 'cure' | 'edit' | 'settle'> | 'begin' | 'save'

interface Field {
  readonly name: string
  readonly label: Text
  readonly values?: Readonly<Record<string, number>>
  readonly form?: 'long' | 'day' | 'anyDay' | 'amount' | readonly (readonly [string, Text])[]
  readonly most?: number
  readonly least?: number
  readonly isOptional?: boolean
}

const choicesOf = (names: Readonly<Record<string, Text>>) => Object.entries(names)
const name: Field = { name: 'name', label: entityFields.name, least: 4, most: 100 }
const reason: Field = { name: 'reason', label: texts.reason, form: 'long', least: 2, most: 200 }
const nameField = (at: number): Field => ({ name: `name${at}`, label: texts.nameAt, values: { at }, least: 2, most: 30, isOptional: at > 1 })
const industry: Field = { name: 'industry', label: entityFields.industry, least: 2, most: 30 }
const bizScopeField: Field = { name: 'bizScope', label: entityFields.bizScope, form: 'long', least: 4, most: 500 }
const addressField: Field = { name: 'address', label: entityFields.address, least: 5, most: 120 }
const taxKindField: Field = { name: 'taxKind', label: entityFields.taxKind, form: choicesOf(taxKindNames) }
const levyField: Field = { name: 'levy', label: entityFields.levy, form: choicesOf(levyNames) }
const registrationFields = [
  { name: 'form', label: entityFields.form, form: choicesOf(entityFormNames) },
  nameField(1),
  nameField(2),
  nameField(3),
  industry,
  bizScopeField,
  addressField,
]

const fields: Readonly<Record<EntityAction | 'settle', readonly Field[]>> = {
  begin: registrationFields,
  save: registrationFields,
  submit: [name],
  license: [
    name,
    { name: 'creditCode', label: entityFields.creditCode, least: 18, most: 18 },
    { name: 'licensedOn', label: entityFields.licensedOn, form: 'day' },
  ],
  openAccount: [
    { name: 'bankName', label: entityFields.bankName, least: 4, most: 60 },
    { name: 'accountNo', label: entityFields.accountNo, least: 8, most: 40 },
  ],
  skipAccount: [reason],
  enrol: [taxKindField, levyField, { name: 'taxedOn', label: entityFields.taxedOn, form: 'day' }],
  change: [name, industry, bizScopeField, addressField, reason],
  changeTax: [taxKindField, levyField, reason],
  setLevy: [
    { name: 'rate', label: texts.rate, form: 'amount', most: 7 },
    { name: 'from', label: entityFields.levyFrom, form: 'anyDay' },
    { name: 'documentNo', label: entityFields.documentNo, least: 2, most: 60 },
    reason,
  ],
  setFee: [{ name: 'fee', label: texts.fee, form: 'amount' }, reason],
  settle: [
    { name: 'settledOn', label: texts.dayDone, form: 'day' },
    { name: 'receiptNo', label: entityFields.receiptNo, most: 40, isOptional: true },
  ],
  beginCancel: [reason],
  finishCancel: [],
  abandon: [reason],
}

type Values = Readonly<Record<string, string>>

function firstValues(action: EntityAction | 'settle', entity: Entity | undefined, obligation: Obligation | undefined): Values {
  if (action === 'settle')
    return { settledOn: today(), ...(obligation?.kind === 'serviceFee' && obligation.amount !== null && { amount: (obligation.amount / 100).toString() }) }
  if (!entity) return { form: 'individual' }
  const { industry: trade, bizScope: scope, address: place } = entity
  if (action === 'save') {
    const [name1 = '', name2 = '', name3 = ''] = entity.names
    return { form: entity.form, name1, name2, name3, industry: trade, bizScope: scope, address: place }
  }
  if (action === 'submit' || action === 'license') return { name: entity.name, licensedOn: today() }
  if (action === 'enrol') return { taxKind: 'small', levy: 'deemed', taxedOn: today() }
  if (action === 'setFee') return { fee: (entity.annualFee / 100).toString() }
  if (action === 'setLevy') return { rate: formatPpm(entity.levyRatePpm), from: today() }
  if (action === 'change') return { name: entity.name, industry: trade, bizScope: scope, address: place }
  if (action === 'changeTax') return { taxKind: entity.taxKind ?? '', levy: entity.levy ?? '' }
  return {}
}

const sendsChanges = (action: EntityAction | 'settle') => action === 'change' || action === 'changeTax'

/**
 * Returns the input of an action without empty values. `begin` and `save` send the proposed names as a list, `change`
 * and `changeTax` send only changed values.
 */
function inputOf(action: EntityAction | 'settle', values: Values, first: Values): Record<string, unknown> {
  const trimmedValues = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value.trim()]))
  if (action === 'begin' || action === 'save') {
    const { name1 = '', name2 = '', name3 = '', ...rest } = trimmedValues
    return { ...rest, names: [name1, name2, name3].filter((each) => each !== '') }
  }
  if (sendsChanges(action)) return Object.fromEntries(Object.entries(trimmedValues).filter(([key, value]) => value !== '' && value !== (first[key] ?? '')))
  return Object.fromEntries(Object.entries(trimmedValues).filter(([, value]) => value !== ''))
}

function isComplete(action: EntityAction | 'settle', shown: readonly Field[], values: Values): boolean {
  return shown.every((field) => {
    const length = [...(values[field.name] ?? '').trim()].length
    const canBeEmpty = field.isOptional || (sendsChanges(action) && field.name !== 'reason')
    return length === 0 ? canBeEmpty === true : length >= (field.least ?? 1)
  })
}

function FieldInput({ field, value, onChange }: { readonly field: Field; readonly value: string; readonly onChange: (value: string) => void }) {
  const id = `entity-${field.name}`
  const inputProps = { id, value, maxLength: field.most ?? 100, autoComplete: 'off' }
  const t = useText()
  if (Array.isArray(field.form))
    return (
      <Select
        id={id}
        aria-label={t(field.label)}
        value={value || null}
        onChange={onChange}
        options={field.form.map(([key, text]) => ({ value: key, label: t(text) }))}
      />
    )
  if (field.form === 'long') return <TextArea {...inputProps} rows={2} onChange={(event) => onChange(event.target.value)} />
  if (field.form === 'anyDay' || field.form === 'day')
    return <DayInput id={id} value={value} {...(field.form === 'day' && { max: today() })} onChange={onChange} />
  return <TextInput {...inputProps} {...(field.form === 'amount' && { inputMode: 'decimal' as const })} onChange={(event) => onChange(event.target.value)} />
}

interface MoveDialogProps {
  readonly deed: EntityAction | 'settle'
  readonly entity?: Entity
  readonly operatorId?: number
  readonly obligation?: Obligation
  readonly onClose: () => void
}

type Send = ApiCall<Readonly<Record<string, unknown>>, unknown>

/** Asks for the input of a step, including its document, and performs the step. */
export function MoveDialog({ deed: action, entity, operatorId, obligation, onClose }: MoveDialogProps) {
  const t = useText()
  const [first] = useState(() => firstValues(action, entity, obligation))
  const [values, setValues] = useState(first)
  const [file, setFile] = useState<File | null>(null)
  const { submit, isBusy, failure, issues } = useSubmit(api.entities[action] as unknown as Send, { onDone: onClose })
  const paper = action === 'begin' || action === 'save' ? null : requiredEvidence(action)
  const amount: Field[] =
    action === 'settle' && obligation && obligation.kind !== 'annualReport'
      ? [{ name: 'amount', label: obligation.kind === 'serviceFee' ? texts.feeAmount : texts.taxPaid, form: 'amount', isOptional: true }]
      : []
  const visibleFields = [...fields[action], ...amount]
  const target =
    action === 'begin'
      ? { operatorId: operatorId ?? 0 }
      : action === 'settle'
        ? { obligationId: obligation?.id ?? 0 }
        : { entityId: entity?.id ?? 0, version: entity?.version ?? 0 }
  const handlePress = () => void submit({ ...inputOf(action, values, first), ...target, ...(file && { file }) })
  const title = obligation ? `${t(texts.settle)} · ${t(obligationKindNames[obligation.kind])} ${obligation.period}` : t(texts[action])
  const isDangerous = action === 'abandon' || action === 'beginCancel' || action === 'finishCancel'
  return (
    <Dialog
      title={entity ? `${title} · ${entity.name}` : title}
      onClose={onClose}
      isDirty={file !== null || values !== first}
      confirm={{
        text: t(texts[action]),
        onPress: handlePress,
        isBusy,
        isDangerous,
        isDisabled: !isComplete(action, visibleFields, values) || (paper !== null && file === null),
      }}
    >
      <Form>
        {action === 'begin' ? <p className="k-note">{t(texts.law)}</p> : null}
        {action === 'abandon' ? <p>{t(texts.abandonAsk)}</p> : null}
        {action === 'changeTax' || action === 'setLevy' ? <p className="k-note">{t(texts.byTwo)}</p> : null}
        {action === 'beginCancel' ? <p>{t(texts.cancelAsk)}</p> : null}
        {visibleFields.map((field) => {
          const fieldIssue = issues.find((each) => each.path.split('.')[0] === field.name.replace(/\d$/, 's'))
          return (
            <FormField
              key={field.name}
              label={t(field.label, field.values)}
              htmlFor={`entity-${field.name}`}
              required={!field.isOptional}
              problem={fieldIssue ? fieldIssue.message : undefined}
            >
              <FieldInput field={field} value={values[field.name] ?? ''} onChange={(value) => setValues((was) => ({ ...was, [field.name]: value }))} />
            </FormField>
          )
        })}
        {paper ? (
          <FileDrop value={file} onChange={setFile} kinds={evidenceEndings} maxBytes={maxFileBytes} label={t(evidenceNames[paper])} hint={t(texts.fileHint)} />
        ) : null}
        {failure ? <Alert type="error" showIcon title={failure.message} style={{ marginTop: 12 }} /> : null}
      </Form>
    </Dialog>
  )
}
