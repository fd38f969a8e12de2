import { useState } from 'react'
import { formKindNames } from '#/api/taxation/forms.texts.ts'
import { maxFileBytes } from '#/domain/base/upload.ts'
import { type FormKind, formKinds } from '#/domain/taxation/tax-form.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { Problem } from '#/web/ui/Problem.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { texts } from './texts.ts'

interface Values {
  kind: FormKind
  firstDay: string
}

export function UploadDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: (kind: FormKind) => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState('')
  const upload = useSubmit(api.forms.upload, {
    done: t(texts.uploaded),
    onDone: () => {
      onDone(form.getFieldValue('kind') as FormKind)
      onClose()
    },
  })
  const send = form.whenValid((values) => {
    if (!file) return setProblem(t(texts.needed))
    setProblem('')
    return upload.submit({ ...values, file })
  })
  const rules = [{ required: true, message: t(texts.needed) }]
  return (
    <Dialog title={t(texts.upload)} onClose={onClose} confirm={{ text: t(texts.upload), onPress: send, isBusy: upload.isBusy }}>
      <div className="k-stack">
        <Form form={form}>
          <Field name="kind" label={t(texts.form)} rules={rules}>
            <Select options={choicesOf(t, formKinds, formKindNames)} />
          </Field>
          <Field name="firstDay" label={t(texts.firstDay)} rules={rules}>
            <DayInput id="form-first-day" isNeeded />
          </Field>
        </Form>
        <FileDrop value={file} onChange={setFile} kinds={['xlsx']} maxBytes={maxFileBytes} label={t(texts.file)} />
        <Problem text={problem} />
      </div>
    </Dialog>
  )
}
