import { useState } from 'react'
import { clearingFields as fields } from '#/api/money/clearings.texts.ts'
import { fen, formatYuan, parseYuan, plainYuan, subtract } from '#/domain/base/money.ts'
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
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import type { Clearing } from './ChooseDialog.tsx'
import { ClearingFacts } from './ClearingFacts.tsx'
import { Payments } from './Payments.tsx'
import { texts } from './texts.ts'

interface Values {
  amount: string
  paidOn: string
  serial: string
}

interface DialogProps {
  readonly clearing: Clearing
  readonly kind: ClearingPayment
  readonly onClose: () => void
}

/** Registers a bank transfer with its slip: a refund to the person, or a repayment by the person. */
export function TransferDialog({ clearing, kind, onClose }: DialogProps) {
  const t = useText()
  const isRefund = kind === 'refund'
  const [today] = useState(() => dayOf(new Date(nowMs())))
  const [form] = useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const refund = useSubmit(api.clearings.pay, { onDone: onClose })
  const recover = useSubmit(api.clearings.recover, { onDone: onClose })
  const submission = isRefund ? refund : recover
  const amountText = useWatch('amount', form)
  const excess = subtract(parseYuan(amountText ?? '') ?? fen(0), clearing.owed)
  const requiredRules = [{ required: true, message: t(texts.required) }]
  const send = async () => {
    setMissing(file === null)
    const { amount, ...values } = await form.validateFields()
    if (!file) return
    const input = { taxClearingId: clearing.id, version: clearing.version, ...values, file }
    if (isRefund) await refund.submit(input)
    else await recover.submit({ ...input, amount })
  }
  return (
    <Dialog
      title={t(isRefund ? texts.payTitle : texts.recoverTitle, { name: clearing.operatorName })}
      isOpen
      onClose={onClose}
      confirm={{ text: t(isRefund ? texts.pay : texts.recover), onPress: () => void send().catch(() => undefined), isBusy: submission.isBusy }}
    >
      {submission.failure ? <Alert type="error" title={submission.failure.message} /> : null}
      <ClearingFacts clearing={clearing} />
      {isRefund || clearing.payments.length === 0 ? null : <Facts rows={[{ label: t(texts.received), value: <Payments clearing={clearing} /> }]} />}
      {isRefund ? null : <p className="k-note">{t(texts.recoverNote)}</p>}
      {!isRefund && excess > 0 ? <Alert type="warning" title={t(texts.beyond, { amount: formatYuan(excess) })} /> : null}
      <Form form={form} initialValues={{ paidOn: today, amount: clearing.owed > 0 ? plainYuan(clearing.owed) : '' }}>
        {isRefund ? null : (
          <Field name="amount" label={t(fields.paid)} rules={requiredRules}>
            <MoneyInput />
          </Field>
        )}
        <Field name="paidOn" label={t(fields.paidOn)} rules={requiredRules}>
          <DayInput id="clearing-paid-on" isNeeded />
        </Field>
        <Field name="serial" label={t(fields.serial)} rules={[...requiredRules, { min: 4 }]}>
          <TextInput maxLength={40} autoComplete="off" />
        </Field>
        <Field label={t(texts.slip)} required problem={isMissing && file === null ? t(texts.slipNeeded) : undefined}>
          <FileDrop value={file} onChange={setFile} kinds={[...evidenceEndings, 'ofd']} maxBytes={maxFileBytes} label={t(texts.slip)} />
        </Field>
      </Form>
    </Dialog>
  )
}
