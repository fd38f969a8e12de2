import { titleFields as fields } from '#/api/taxation/titles.texts.ts'
import { taxNoProblem } from '#/domain/taxation/title.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

type Title = OutputOf<typeof api.titles.list>['rows'][number]
type TitleValues = Pick<Title, 'name' | 'taxNo' | 'address' | 'telephone' | 'bank' | 'accountNo' | 'email'>

export function InvoiceTitleDialog({ title, onClose }: { readonly title?: Title; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<TitleValues>()
  const savedText = (saved: Title) => t(saved.state === 'pending' ? texts.waits : texts.saved)
  const create = useSubmit(api.titles.create, { onDone: onClose, done: savedText })
  const change = useSubmit(api.titles.change, { onDone: onClose, done: savedText })
  const send = form.whenValid((values) => (title ? change.submit({ titleId: title.id, version: title.version, ...values }) : create.submit(values)))
  const requiredRules = [{ required: true, message: t(texts.required) }]
  const taxNoRule = {
    validator: async (_: unknown, value: string) =>
      value && taxNoProblem(value.trim().toUpperCase()) ? Promise.reject(new Error(t(texts.taxNoHint))) : undefined,
  }
  const textField = (name: 'address' | 'telephone' | 'bank' | 'accountNo', limit: number) => (
    <Field name={name} label={t(fields[name])}>
      <TextInput maxLength={limit} />
    </Field>
  )
  return (
    <Dialog
      title={t(title ? texts.change : texts.add)}
      onClose={onClose}
      confirm={{ text: t(texts.save), onPress: send, isBusy: create.isBusy || change.isBusy }}
    >
      <Form form={form} initialValues={title ?? {}}>
        <Field name="name" label={t(fields.name)} rules={requiredRules} hint={t(texts.nameHint)}>
          <TextInput maxLength={100} />
        </Field>
        <Field name="taxNo" label={t(fields.taxNo)} rules={[...requiredRules, taxNoRule]} hint={t(texts.taxNoHint)}>
          <TextInput maxLength={20} />
        </Field>
        <Field name="email" label={t(fields.email)} rules={[...requiredRules, { type: 'email' }]}>
          <TextInput maxLength={100} />
        </Field>
        <p className="k-note">{t(texts.specialHint)}</p>
        {textField('address', 100)}
        {textField('telephone', 30)}
        {textField('bank', 100)}
        {textField('accountNo', 40)}
      </Form>
    </Dialog>
  )
}
