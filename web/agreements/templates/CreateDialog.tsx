import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { contractKindNames } from '#/api/agreements/contracts.texts.ts'
import { type ContractKind, contractKinds } from '#/domain/agreements/contract.ts'
import type { Mode } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

export function CreateDialog({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (id: number) => void }) {
  const t = useText()
  const [form] = useForm<{ name: string; kind: ContractKind; mode: 0 | Mode; format: 'text' | 'pdf' }>()
  const create = useSubmit(api.templates.create, {
    onDone: ({ id }) => {
      onClose()
      onMade(id)
    },
  })
  const send = form.whenValid(({ mode, ...values }) => create.submit({ ...values, ...(mode === 0 ? {} : { mode }) }))
  const rules = [{ required: true, message: t(texts.required) }]
  return (
    <Dialog title={t(texts.create)} onClose={onClose} confirm={{ text: t(texts.create), onPress: send, isBusy: create.isBusy }}>
      <Form form={form} initialValues={{ kind: 'operator_agreement', mode: 0, format: 'text' }}>
        <Field name="name" label={t(texts.name)} rules={[...rules, { min: 2 }]}>
          <TextInput maxLength={60} />
        </Field>
        <Field name="kind" label={t(texts.kind)} rules={rules}>
          <Select options={contractKinds.map((value) => ({ value, label: t(contractKindNames[value]) }))} />
        </Field>
        <Field name="mode" label={t(texts.mode)}>
          <Select options={[{ value: 0, label: t(texts.anyMode) }, ...([1, 2] as const).map((value) => ({ value, label: t(contractModeNames[value]) }))]} />
        </Field>
        <Field name="format" label={t(texts.format)}>
          <RadioGroup options={(['text', 'pdf'] as const).map((value) => ({ value, label: t(texts[value]) }))} />
        </Field>
      </Form>
    </Dialog>
  )
}
