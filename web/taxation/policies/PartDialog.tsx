import { useState } from 'react'
import { filingMethodNames, policyPartNames } from '#/api/taxation/policies.texts.ts'
import { type PolicyPart, type PolicyPath, policyFields, policyParts } from '#/domain/taxation/policy-fields.ts'
import { api } from '#/web/kernel/api.ts'
import { allChoicesOf, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field as FormField } from '#/web/ui/Field.tsx'
import { FieldList, Form, useForm } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import { CategoryMethods } from './CategoryMethods.tsx'
import { amountRule, type BracketInput, type FormValue, formValueOf, percentRule, policyValueOf } from './form-values.ts'
import { texts } from './texts.ts'
import { type PolicyDraft, useFieldName } from './values.tsx'

type Field = PolicyDraft['fields'][number]
const partsOf = ['source', ...policyParts] as const
type Part = (typeof partsOf)[number]
const belongsToPart = (path: PolicyPath, part: Part) => (part === 'source' ? path === 'source' : path.startsWith(`${part}.`))
// The form would treat a dot in a field name as a nested path.
const keyOf = (path: PolicyPath) => path.replace('.', '_')

function BracketFields({ name, label }: { readonly name: string; readonly label: string }) {
  const t = useText()
  const [percent, yuan] = [percentRule(t(texts.percentHint)), amountRule(t(texts.yuanHint))]
  return (
    <FormField label={label}>
      <FieldList name={name}>
        {(steps, { add, remove }) => (
          <div className="k-stack">
            {steps.map(({ key, name: at }) => (
              <div className="k-row" key={key}>
                <FormField name={[at, 'upTo']} rules={at === steps.length - 1 ? [] : [yuan]} isBare>
                  <TextInput aria-label={`${t(texts.upTo)} ${at + 1}`} prefix={t(texts.upTo)} style={{ width: 170 }} disabled={at === steps.length - 1} />
                </FormField>
                <FormField name={[at, 'rate']} rules={[percent]} isBare>
                  <TextInput aria-label={`${t(texts.rate)} ${at + 1}`} suffix="%" style={{ width: 90 }} />
                </FormField>
                <FormField name={[at, 'quick']} rules={[yuan]} isBare>
                  <TextInput aria-label={`${t(texts.quick)} ${at + 1}`} prefix="−" style={{ width: 140 }} />
                </FormField>
                <Button size="small" onClick={() => remove(at)} disabled={steps.length === 1}>
                  {t(texts.remove)}
                </Button>
              </div>
            ))}
            <Button size="small" onClick={() => add({ upTo: '', rate: '', quick: '0' } satisfies BracketInput, Math.max(steps.length - 1, 0))}>
              {t(texts.addStep)}
            </Button>
          </div>
        )}
      </FieldList>
    </FormField>
  )
}

function ItemFields({ name, label }: { readonly name: string; readonly label: string }) {
  const t = useText()
  return (
    <FormField label={label}>
      <FieldList name={name}>
        {(items, { add, remove }) => (
          <div className="k-stack">
            {items.map(({ key, name: at }) => (
              <div className="k-row" key={key}>
                <FormField name={[at, 'name']} rules={[{ required: true, message: t(texts.required) }]} isBare>
                  <TextInput aria-label={`${t(texts.itemName)} ${at + 1}`} maxLength={40} style={{ width: 200 }} />
                </FormField>
                <FormField name={[at, 'rate']} rules={[percentRule(t(texts.percentHint))]} isBare>
                  <TextInput aria-label={`${t(texts.rate)} ${at + 1}`} suffix="%" style={{ width: 110 }} />
                </FormField>
                <Button size="small" onClick={() => remove(at)}>
                  {t(texts.remove)}
                </Button>
              </div>
            ))}
            <Button size="small" onClick={() => add({ name: '', rate: '' })}>
              {t(texts.addItem)}
            </Button>
          </div>
        )}
      </FieldList>
    </FormField>
  )
}

function FieldInput({ field, categories }: { readonly field: Field; readonly categories: readonly string[] }) {
  const t = useText()
  const { name: label } = useFieldName()(field.path)
  const kind = policyFields[field.path]
  const name = keyOf(field.path)
  const requiredRule = { required: true, message: t(texts.required) }
  if (kind === 'brackets') return <BracketFields name={name} label={label} />
  if (kind === 'items') return <ItemFields name={name} label={label} />
  if (kind === 'ways') return <CategoryMethods name={name} label={label} categories={categories} />
  if (kind === 'flag')
    return (
      <FormField name={name} label={label} valuePropName="checked">
        <Switch />
      </FormField>
    )
  if (kind === 'way')
    return (
      <FormField name={name} label={label}>
        <Select options={allChoicesOf(t, filingMethodNames)} />
      </FormField>
    )
  if (kind === 'text')
    return (
      <FormField name={name} label={label} rules={[requiredRule]}>
        <TextArea maxLength={300} autoSize={{ minRows: 1, maxRows: 4 }} />
      </FormField>
    )
  const rule =
    kind === 'ppm' ? percentRule(t(texts.percentHint)) : kind === 'fen' ? amountRule(t(texts.yuanHint)) : { pattern: /^\d{1,2}$/, message: t(texts.countHint) }
  return (
    <FormField name={name} label={label} rules={[requiredRule, rule]}>
      <TextInput suffix={kind === 'ppm' ? '%' : ''} prefix={kind === 'fen' ? '¥' : ''} style={{ maxWidth: 240 }} />
    </FormField>
  )
}

/** Edits one part of a draft. Figures are entered in percent and yuan. */
export function PartDialog({ draft, onClose }: { readonly draft: PolicyDraft; readonly onClose: () => void }) {
  const t = useText()
  const [part, setPart] = useState<Part>('source')
  const [form] = useForm<Record<string, FormValue>>()
  const save = useSubmit(api.policies.save, { onDone: onClose })
  const fields = draft.fields.filter(({ path }) => belongsToPart(path, part))
  // The source comes first, because every change must cite it.
  const orderedFields = [...fields.filter(({ path }) => policyFields[path] === 'text'), ...fields.filter(({ path }) => policyFields[path] !== 'text')]
  const send = form.whenValid(async () => {
    const formValues = form.getFieldsValue(true) as Record<string, FormValue>
    const values = fields.map(({ path }) => ({ path, value: policyValueOf(policyFields[path], formValues[keyOf(path)] as FormValue) }))
    await save.submit({ draftId: draft.id, version: draft.version, values })
  })
  return (
    <Dialog
      title={`${t(texts.edit)} · ${draft.policyVersion}`}
      onClose={onClose}
      width={680}
      confirm={{ text: t(texts.save), onPress: send, isBusy: save.isBusy }}
    >
      <div className="k-stack">
        <Select
          aria-label={t(texts.part)}
          value={part}
          onChange={setPart}
          options={partsOf.map((value: 'source' | PolicyPart) => ({ value, label: t(policyPartNames[value]) }))}
        />
        <Form key={part} form={form} initialValues={Object.fromEntries(fields.map(({ path, value }) => [keyOf(path), formValueOf(policyFields[path], value)]))}>
          {orderedFields.map((field) => (
            <FieldInput key={field.path} field={field} categories={draft.categories} />
          ))}
        </Form>
      </div>
    </Dialog>
  )
}
