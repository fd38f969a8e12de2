import { useState } from 'react'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import type { Business } from './tags.tsx'
import { texts } from './texts.ts'

interface Values {
  readonly from: string
  readonly to: string
  readonly contractId?: number
}

const yearDays = 364

/** Registers a business's authorisation to issue invoices on its behalf, by a signed document or an agreement. */
export function AuthoriseDialog({ business, onClose }: { readonly business: Business; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const authorisation = useRead(api.businessinvoices.authorisation, { entityId: business.entityId })
  const authorise = useSubmit(api.businessinvoices.authorise, { onDone: onClose })
  const send = form.whenValid(({ contractId, from, to }) =>
    authorise.submit({ entityId: business.entityId, from, to, ...(contractId && { contractId }), ...(file && { file }) }),
  )
  const today = dayOf(new Date(nowMs()))
  const requiredRules = [{ required: true, message: t(texts.required) }]
  return (
    <Dialog
      title={t(texts.authoriseTitle, { name: business.name })}
      onClose={onClose}
      confirm={{ text: t(texts.authorise), onPress: send, isBusy: authorise.isBusy }}
    >
      <p className="k-note">{t(texts.authoriseNote)}</p>
      <Form form={form} initialValues={{ from: today, to: shiftDay(today, yearDays) }}>
        <Field name="from" label={t(texts.from)} rules={requiredRules}>
          <DayInput id="gth-from" isNeeded />
        </Field>
        <Field name="to" label={t(texts.to)} rules={requiredRules}>
          <DayInput id="gth-to" isNeeded />
        </Field>
        {authorisation.data?.agreements.length ? (
          <Field name="contractId" label={t(texts.agreement)}>
            <Select
              isClearable
              placeholder={t(texts.agreementHint)}
              options={authorisation.data.agreements.map((agreement) => ({
                value: agreement.id,
                label: `${agreement.no} · ${agreement.from} – ${agreement.to ?? ''}`,
              }))}
            />
          </Field>
        ) : null}
      </Form>
      <FileDrop value={file} onChange={setFile} kinds={['pdf', 'jpg', 'png', 'webp']} maxBytes={maxFileBytes} label={t(texts.paper)} />
    </Dialog>
  )
}
