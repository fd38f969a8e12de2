import { useState } from 'react'
import { clearingChoiceNames, clearingFields as fields } from '#/api/money/clearings.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
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
import { Form, useForm } from '#/web/ui/Form.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import type { Clearing } from './ChooseDialog.tsx'
import { texts } from './texts.ts'

interface DialogProps {
  readonly clearing: Clearing
  readonly onClose: () => void
}

/** The excess and the person's choice. */
function ClearingFacts({ clearing }: { readonly clearing: Clearing }) {
  const say = useText()
  return (
    <Facts
      rows={[
        { label: say(fields.vat), value: <Money value={clearing.vat} /> },
        { label: say(fields.surcharge), value: <Money value={clearing.surcharge} /> },
        { label: say(fields.iit), value: <Money value={clearing.iit} /> },
        { label: say(fields.left), value: <Money value={clearing.left} isStrong /> },
        { label: say(fields.choice), value: clearing.choice === null ? '—' : say(clearingChoiceNames[clearing.choice]) },
        { label: say(fields.card), value: clearing.card || '—' },
      ]}
    />
  )
}

/** Approves or rejects the person's choice. */
export function DecideDialog({ clearing, onClose }: DialogProps) {
  const say = useText()
  const [isApproved, setApproved] = useState<boolean | null>(null)
  const [reason, setReason] = useState('')
  const decide = useSubmit(api.clearings.decide, { onDone: onClose })
  return (
    <Dialog
      title={say(texts.decideTitle, { name: clearing.operatorName, month: clearing.month })}
      isOpen
      onClose={onClose}
      isDirty={reason !== ''}
      confirm={{
        text: say(texts.decide),
        onPress: () => void decide.submit({ taxClearingId: clearing.id, version: clearing.version, isApproved: isApproved === true, reason: reason.trim() }),
        isBusy: decide.isBusy,
        isDisabled: isApproved === null || (!isApproved && reason.trim().length < 2),
      }}
    >
      {decide.failure ? <Alert type="error" title={decide.failure.message} /> : null}
      <ClearingFacts clearing={clearing} />
      <Form>
        <Field label={say(texts.decide)} required>
          <RadioGroup
            aria-label={say(texts.decide)}
            value={isApproved}
            onChange={setApproved}
            options={[
              { value: true, label: say(texts.approve) },
              { value: false, label: say(texts.reject) },
            ]}
          />
        </Field>
        <Field label={say(fields.reason)} htmlFor="clearing-decision" required={isApproved === false}>
          <TextArea id="clearing-decision" value={reason} onChange={(event) => setReason(event.target.value)} rows={2} maxLength={200} />
        </Field>
      </Form>
    </Dialog>
  )
}

/** Registers the refund with its bank slip. */
export function PayDialog({ clearing, onClose }: DialogProps) {
  const say = useText()
  const [today] = useState(() => dayOf(new Date(nowMs())))
  const [form] = useForm<{ paidOn: string; serial: string }>()
  const [file, setFile] = useState<File | null>(null)
  const [isLacking, setLacking] = useState(false)
  const pay = useSubmit(api.clearings.pay, { onDone: onClose })
  const needed = [{ required: true, message: say(texts.required) }]
  const send = async () => {
    setLacking(file === null)
    const values = await form.validateFields()
    if (file) await pay.submit({ taxClearingId: clearing.id, version: clearing.version, ...values, file })
  }
  return (
    <Dialog
      title={say(texts.payTitle, { name: clearing.operatorName })}
      isOpen
      onClose={onClose}
      isDirty={file !== null}
      confirm={{ text: say(texts.pay), onPress: () => void send().catch(() => undefined), isBusy: pay.isBusy }}
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

/** Withdraws an excess that was not chosen. */
export function WithdrawDialog({ clearing, onClose }: DialogProps) {
  const say = useText()
  const [reason, setReason] = useState('')
  const withdraw = useSubmit(api.clearings.withdraw, { onDone: onClose })
  return (
    <Dialog
      title={say(texts.withdrawTitle, { name: clearing.operatorName, month: clearing.month })}
      isOpen
      onClose={onClose}
      isDirty={reason !== ''}
      confirm={{
        text: say(texts.withdraw),
        onPress: () => void withdraw.submit({ taxClearingId: clearing.id, version: clearing.version, reason: reason.trim() }),
        isBusy: withdraw.isBusy,
        isDisabled: reason.trim().length < 2,
      }}
    >
      {withdraw.failure ? <Alert type="error" title={withdraw.failure.message} /> : null}
      <Form>
        <Field label={say(fields.reason)} htmlFor="clearing-withdrawal" required>
          <TextArea id="clearing-withdrawal" value={reason} onChange={(event) => setReason(event.target.value)} rows={2} maxLength={200} />
        </Field>
      </Form>
    </Dialog>
  )
}
