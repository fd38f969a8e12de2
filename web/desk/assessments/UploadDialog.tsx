import { useState } from 'react'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

interface Values {
  assessedOn: string
  lead: string
  conclusion: string
}

/** Uploads the signed assessment. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const upload = useSubmit(api.assessments.upload, { onDone: onClose })
  const requiredRules = [{ required: true, message: t(texts.required) }]
  const twoCharacterRules = [...requiredRules, { min: 2 }]
  const sendValid = form.whenValid(async (values) => {
    if (file) await upload.submit({ ...values, file })
  })
  const send = () => {
    setMissing(true)
    sendValid()
  }
  return (
    <Dialog title={t(texts.upload)} onClose={onClose} confirm={{ text: t(texts.save), onPress: send, isBusy: upload.isBusy }}>
      {upload.failure ? <Alert type="error" title={upload.failure.message} /> : null}
      <Form form={form}>
        <Field name="assessedOn" label={t(texts.assessedOn)} rules={requiredRules}>
          <DayInput />
        </Field>
        <Field name="lead" label={t(texts.lead)} rules={twoCharacterRules}>
          <TextInput maxLength={50} autoComplete="off" />
        </Field>
        <Field name="conclusion" label={t(texts.conclusion)} rules={twoCharacterRules}>
          <TextArea rows={3} maxLength={500} />
        </Field>
        <Field label={t(texts.file)} required problem={isMissing && file === null ? t(texts.fileNeeded) : undefined}>
          <FileDrop value={file} onChange={setFile} kinds={evidenceEndings} maxBytes={maxFileBytes} label={t(texts.file)} />
        </Field>
      </Form>
    </Dialog>
  )
}
