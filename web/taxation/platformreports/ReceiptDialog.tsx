import { useState } from 'react'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { Problem } from '#/web/ui/Problem.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

interface Values {
  reportedOn: string
  receiptNo?: string
}

/** The subject of a receipt: a quarterly report or basic data. */
export type ReceiptTarget = { readonly platformReportId: number; readonly version: number } | { readonly platformBasicId: number; readonly version: number }

/** Uploads the tax office's receipt with its date. */
export function ReceiptDialog({ title, target, onClose }: { readonly title: string; readonly target: ReceiptTarget; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [receipt, setReceipt] = useState<File | null>(null)
  const [problem, setProblem] = useState('')
  const report = useSubmit(api.platformreports.register, { onDone: onClose })
  const fileBasic = useSubmit(api.platformreports.fileBasic, { onDone: onClose })
  const send = form.whenValid(({ reportedOn, receiptNo = '' }) => {
    if (!receipt) return setProblem(t(texts.needed))
    setProblem('')
    const receiptForm = { reportedOn, receiptNo, receipt }
    return 'platformReportId' in target ? report.submit({ ...target, ...receiptForm }) : fileBasic.submit({ ...target, ...receiptForm })
  })
  return (
    <Dialog
      title={`${t(texts.register)} · ${title}`}
      onClose={onClose}
      confirm={{ text: t(texts.register), onPress: send, isBusy: report.isBusy || fileBasic.isBusy }}
    >
      <div className="k-stack">
        <Form form={form}>
          <Field name="reportedOn" label={t(texts.reportedOn)} rules={[{ required: true, message: t(texts.required) }]}>
            <DayInput id="reported-on" isNeeded />
          </Field>
          <Field name="receiptNo" label={t(texts.receiptNo)}>
            <TextInput maxLength={64} />
          </Field>
        </Form>
        <FileDrop value={receipt} onChange={setReceipt} kinds={[...evidenceEndings]} maxBytes={maxFileBytes} label={t(texts.receipt)} />
        <Problem text={problem} />
      </div>
    </Dialog>
  )
}
