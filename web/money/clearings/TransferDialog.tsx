import { useState } from 'react'
import { clearingFields as fields } from '#/api/money/clearings.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import type { ClearingPayment } from '#/domain/money/clearing.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import type { Clearing } from './ChooseDialog.tsx'
import { ClearingFacts } from './ClearingFacts.tsx'
import { texts } from './texts.ts'

interface DialogProps {
  readonly clearing: Clearing
  readonly kind: ClearingPayment
  readonly onClose: () => void
}

/** Registers a bank transfer with its slip: the refund to the person, or what the person pays back. */
export function TransferDialog({ clearing, kind, onClose }: DialogProps) {
  const say = useText()
  const isRefund = kind === 'refund'
  const [today] = useState(() => dayOf(new Date(nowMs())))
  const [form] = useForm<{ paidOn: string; serial: string }>()
  const [file, setFile] = useState<File | null>(null)
  const [isLacking, setLacking] = useState(false)
  const pay = useSubmit(isRefund ? api.clearings.pay : api.clearings.recover, { onDone: onClose })
  const needed = [{ required: true, message: say(texts.required) }]
  const send = async () => {
    setLacking(file === null)
    const values = await form.validateFields()
    if (file) await pay.submit({ taxClearingId: clearing.id, version: clearing.version, ...values, file })
  }
  return (
    <Dialog
      title={say(isRefund ? texts.payTitle : texts.recoverTitle, { name: clearing.operatorName })}
      isOpen
      onClose={onClose}
      isDirty={file !== null}
      confirm={{ text: say(isRefund ? texts.pay : texts.recover), onPress: () => void send().catch(() => undefined), isBusy: pay.isBusy }}
    >
      {pay.failure ? <Alert type="error" title={pay.failure.message} /> : null}
      <ClearingFacts clearing={clearing} />
      <Form form={form} initialValues={{ paidOn: today }}>
        <Field name="paidOn" label={say(fields.paidOn)} rules={needed}>
          <DayInput id="clearing-paid-on" isNeeded />
        </Field>
        <Field name="serial" label={say(fields.serial)} rules={[...needed, { min: 4, message: say(texts.required) }]}>
          <TextInput maxLength={40} autoComplete="off" />
        </Field>
        <Field label={say(texts.slip)} required problem={isLacking && file === null ? say(texts.slipNeeded) : undefined}>
          <FileDrop value={file} onChange={setFile} kinds={[...evidenceEndings, 'ofd']} maxBytes={maxFileBytes} label={say(texts.slip)} />
        </Field>
      </Form>
    </Dialog>
  )
}
