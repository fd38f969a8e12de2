import { useState } from 'react'
import { invoiceFields as fields } from '#/api/taxation/invoices.texts.ts'
import { formatPpm, formatYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import type { ApplicationDetail } from '#/web/taxation/invoices/public.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { Problem } from '#/web/ui/Problem.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

interface Values {
  readonly number: string
  readonly issuedOn: string
}

/** Uploads an invoice that the operator's own business issued. */
export function UploadDialog({ row, onClose }: { readonly row: ApplicationDetail; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const [picture, setPicture] = useState<File | null>(null)
  const [problem, setProblem] = useState('')
  const upload = useSubmit(api.businessinvoices.upload, { onDone: onClose })
  const send = form.whenValid(async (values) => {
    if (!file) return setProblem(t(texts.fileNeeded))
    setProblem('')
    await upload.submit({ invoicingId: row.id, version: row.version, ...values, file, ...(picture && { picture }) })
  })
  const requiredRules = [{ required: true, message: t(texts.required) }]
  return (
    <Dialog title={t(texts.upload)} onClose={onClose} confirm={{ text: t(texts.upload), onPress: send, isBusy: upload.isBusy }}>
      <div className="k-stack">
        <p className="k-note">{t(texts.uploadNote)}</p>
        <Facts
          rows={[
            { label: t(fields.title), value: `${row.title.name} · ${row.title.taxNo}` },
            { label: t(fields.goods), value: row.goods },
            { label: t(fields.amount), value: `${formatYuan(row.price)} + ${formatYuan(row.tax)} = ${formatYuan(row.amount)}` },
            { label: t(fields.rate), value: `${formatPpm(row.ratePpm)}%` },
          ]}
        />
        <Form form={form} initialValues={{ issuedOn: dayOf(new Date(nowMs())) }}>
          <Field name="number" label={t(fields.number)} rules={[...requiredRules, { pattern: /^\d{20}$/, message: t(texts.numberHint) }]}>
            <TextInput maxLength={20} inputMode="numeric" />
          </Field>
          <Field name="issuedOn" label={t(fields.issuedOn)} rules={requiredRules}>
            <DayInput id="gth-issued-on" isNeeded />
          </Field>
        </Form>
        <FileDrop value={file} onChange={setFile} kinds={['xml']} maxBytes={maxFileBytes} label={t(texts.xml)} />
        <FileDrop value={picture} onChange={setPicture} kinds={['pdf', 'ofd']} maxBytes={maxFileBytes} label={t(texts.pdf)} />
        <Problem text={problem} />
      </div>
    </Dialog>
  )
}
