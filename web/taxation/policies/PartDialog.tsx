import { Button, Form, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { filingWayNames, policyPartNames } from '#/api/taxation/policies.texts.ts'
import { type PolicyPart, type PolicyPath, policyFields, policyParts } from '#/domain/taxation/policy-fields.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { texts } from './texts.ts'
import { amountRule, percentRule, type Step, type TypedValue, typedOf, valueOfTyped } from './typed.ts'
import { type Draft, useFieldName } from './values.tsx'

type Field = Draft['fields'][number]
const partsOf = ['source', ...policyParts] as const
type Part = (typeof partsOf)[number]
const isIn = (path: PolicyPath, part: Part) => (part === 'source' ? path === 'source' : path.startsWith(`${part}.`))
// The form would treat a dot in a field name as a nested path.
const keyOf = (path: PolicyPath) => path.replace('.', '_')

function Steps({ name, label }: { readonly name: string; readonly label: string }) {
  const say = useText()
  const [percent, yuan] = [percentRule(say(texts.percentHint)), amountRule(say(texts.yuanHint))]
  return (
    <Form.Item label={label}>
      <Form.List name={name}>
        {(steps, { add, remove }) => (
          <div className="k-stack">
            {steps.map(({ key, name: at }) => (
              <div className="k-row" key={key}>
                <Form.Item name={[at, 'upTo']} rules={at === steps.length - 1 ? [] : [yuan]} noStyle>
                  <Input aria-label={`${say(texts.upTo)} ${at + 1}`} prefix={say(texts.upTo)} style={{ width: 170 }} disabled={at === steps.length - 1} />
                </Form.Item>
                <Form.Item name={[at, 'rate']} rules={[percent]} noStyle>
                  <Input aria-label={`${say(texts.rate)} ${at + 1}`} suffix="%" style={{ width: 90 }} />
                </Form.Item>
                <Form.Item name={[at, 'quick']} rules={[yuan]} noStyle>
                  <Input aria-label={`${say(texts.quick)} ${at + 1}`} prefix="−" style={{ width: 140 }} />
                </Form.Item>
                <Button size="small" onClick={() => remove(at)} disabled={steps.length === 1}>
                  {say(texts.remove)}
                </Button>
              </div>
            ))}
            <Button size="small" onClick={() => add({ upTo: '', rate: '', quick: '0' } satisfies Step, Math.max(steps.length - 1, 0))}>
              {say(texts.addStep)}
            </Button>
          </div>
        )}
      </Form.List>
    </Form.Item>
  )
}

function Items({ name, label }: { readonly name: string; readonly label: string }) {
  const say = useText()
  return (
    <Form.Item label={label}>
      <Form.List name={name}>
        {(items, { add, remove }) => (
          <div className="k-stack">
            {items.map(({ key, name: at }) => (
              <div className="k-row" key={key}>
                <Form.Item name={[at, 'name']} rules={[{ required: true, message: say(texts.required) }]} noStyle>
                  <Input aria-label={`${say(texts.itemName)} ${at + 1}`} maxLength={40} style={{ width: 200 }} />
                </Form.Item>
                <Form.Item name={[at, 'rate']} rules={[percentRule(say(texts.percentHint))]} noStyle>
                  <Input aria-label={`${say(texts.rate)} ${at + 1}`} suffix="%" style={{ width: 110 }} />
                </Form.Item>
                <Button size="small" onClick={() => remove(at)}>
                  {say(texts.remove)}
                </Button>
              </div>
            ))}
            <Button size="small" onClick={() => add({ name: '', rate: '' })}>
              {say(texts.addItem)}
            </Button>
          </div>
        )}
      </Form.List>
    </Form.Item>
  )
}

function FieldInput({ field }: { readonly field: Field }) {
  const say = useText()
  const { name: label } = useFieldName()(field.path)
  const kind = policyFields[field.path]
  const name = keyOf(field.path)
  const needed = { required: true, message: say(texts.required) }
  if (kind === 'brackets') return <Steps name={name} label={label} />
  if (kind === 'items') return <Items name={name} label={label} />
  if (kind === 'flag')
    return (
      <Form.Item name={name} label={label} valuePropName="checked">
        <Switch />
      </Form.Item>
    )
  if (kind === 'way')
    return (
      <Form.Item name={name} label={label}>
        <Select options={Object.entries(filingWayNames).map(([value, text]) => ({ value, label: say(text) }))} />
      </Form.Item>
    )
  if (kind === 'text')
    return (
      <Form.Item name={name} label={label} rules={[needed]}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    )
  const rule =
    kind === 'ppm'
      ? percentRule(say(texts.percentHint))
      : kind === 'fen'
        ? amountRule(say(texts.yuanHint))
        : { pattern: /^\d{1,2}$/, message: say(texts.countHint) }
  return (
    <Form.Item name={name} label={label} rules={[needed, rule]}>
      <Input suffix={kind === 'ppm' ? '%' : ''} prefix={kind === 'fen' ? '¥' : ''} style={{ maxWidth: 240 }} />
    </Form.Item>
  )
}

/** Edits one part of a draft. Figures are entered in percent and yuan. */
export function PartDialog({ draft, onClose }: { readonly draft: Draft; readonly onClose: () => void }) {
  const say = useText()
  const [part, setPart] = useState<Part>('source')
  const [form] = Form.useForm<Record<string, TypedValue>>()
  const save = useSubmit(api.policies.save, { onDone: onClose })
  const fields = draft.fields.filter(({ path }) => isIn(path, part))
  // The source comes first, because every change is based on it.
  const ordered = [...fields.filter(({ path }) => policyFields[path] === 'text'), ...fields.filter(({ path }) => policyFields[path] !== 'text')]
  const send = async () => {
    await form.validateFields()
    const typed = form.getFieldsValue(true) as Record<string, TypedValue>
    const values = fields.map(({ path }) => ({ path, value: valueOfTyped(policyFields[path], typed[keyOf(path)] as TypedValue) }))
    await save.submit({ draftId: draft.id, version: draft.version, values })
  }
  return (
    <Dialog
      title={`${say(texts.edit)} · ${draft.policyVersion}`}
      isOpen
      onClose={onClose}
      width={680}
      confirm={{ text: say(texts.save), onPress: () => void send().catch(() => undefined), isBusy: save.isBusy }}
    >
      <div className="k-stack">
        <Select
          aria-label={say(texts.part)}
          value={part}
          onChange={setPart}
          options={partsOf.map((value: 'source' | PolicyPart) => ({ value, label: say(policyPartNames[value]) }))}
        />
        <Form
          key={part}
          form={form}
          layout="vertical"
          initialValues={Object.fromEntries(fields.map(({ path, value }) => [keyOf(path), typedOf(policyFields[path], value)]))}
        >
          {ordered.map((field) => (
            <FieldInput key={field.path} field={field} />
          ))}
        </Form>
      </div>
    </Dialog>
  )
}
