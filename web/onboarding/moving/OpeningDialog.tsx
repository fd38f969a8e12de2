import { useState } from 'react'
import { openingFields } from '#/api/onboarding/moving.texts.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { CentreField, type CentrePlace } from '#/web/onboarding/imports/public.tsx'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { Problem } from '#/web/ui/Problem.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

interface Values {
  day: string
  reason: string
}

/** Creates a sheet of opening balances from the closing report of the older system. */
export function OpeningDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [place, setPlace] = useState<CentrePlace | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [report, setReport] = useState<File | null>(null)
  const [problem, setProblem] = useState('')
  const upload = useSubmit(api.moving.upload, { onDone: onClose })
  const send = form.whenValid((values) => {
    if (!place || !file || !report) return setProblem(t(texts.filesNeeded))
    setProblem('')
    return upload.submit({ ...values, ...place, file, report })
  })
  const rules = [{ required: true, message: t(texts.required) }]
  return (
    <Dialog
      title={t(texts.upload)}
      onClose={onClose}
      isDirty={file !== null || report !== null}
      confirm={{ text: t(texts.upload), onPress: send, isBusy: upload.isBusy }}
    >
      <div className="k-stack">
        <CentreField place={place} onPlace={setPlace} />
        <Form form={form}>
          <Field name="day" label={t(openingFields.day)} rules={rules}>
            <DayInput id="opening-day" isNeeded />
          </Field>
          <Field name="reason" label={t(openingFields.reason)} rules={[...rules, { min: 2 }]}>
            <TextInput maxLength={200} placeholder={t(texts.reasonHint)} />
          </Field>
        </Form>
        <div className="k-row">
          <DownloadButton file={() => api.moving.template({})}>{t(texts.template)}</DownloadButton>
        </div>
        <FileDrop value={file} onChange={setFile} kinds={['xlsx', 'csv']} maxBytes={maxFileBytes} label={t(texts.sheet)} />
        <FileDrop value={report} onChange={setReport} kinds={[...evidenceEndings, 'xlsx']} maxBytes={maxFileBytes} label={t(texts.report)} />
        <Problem text={problem} />
      </div>
    </Dialog>
  )
}
