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
import { slipTexts } from '#/web/parts/money/slip.texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import type { Clearing } from './ChooseDialog.tsx'
import { ClearingFacts } from './ClearingFacts.tsx'
import { Payments } from './Payments.tsx'
import { texts } from './texts.ts'

interface Values {
  amount: string
  /** The refund that the bank sent back. */
  clearingPaymentId: number
  paidOn: string
  serial?: string
  outcome?: (typeof outcomes)[number]
}

const outcomes = ['sentBack', 'neverSent'] as const

interface DialogProps {
  readonly clearing: Clearing
  readonly kind: ClearingPayment
  readonly onClose: () => void
}

const titles = { refund: texts.payTitle, recovery: texts.recoverTitle, bounce: texts.bounceTitle } as const
const labels = { refund: texts.pay, recovery: texts.recover, bounce: texts.bounce } as const
const notes = { refund: null, recovery: texts.recoverNote, bounce: texts.bounceNote } as const

const sentRefundsOf = (clearing: Clearing) => clearing.payments.filter((payment) => payment.kind === 'refund' && !payment.isReturned)

/** The refund that did not arrive, and whether the bank sent it back or never paid it. */
function BounceFields({ clearing, isNeverSent }: { readonly clearing: Clearing; readonly isNeverSent: boolean }) {
  const t = useText()
  const refundChoices = sentRefundsOf(clearing).map(({ id, amount, paidOn, serial }) => ({
    value: id,
    label: `${formatYuan(fen(amount))} · ${paidOn} · ${serial}`,
  }))
  return (
    <>
      <Field name="clearingPaymentId" label={t(texts.returnedRefund)} rules={[{ required: true, message: t(texts.required) }]}>
        <RadioGroup options={refundChoices} />
      </Field>
      <Field name="outcome" label={t(slipTexts.outcome)} hint={isNeverSent ? t(slipTexts.neverSentNote) : undefined}>
        <RadioGroup options={outcomes.map((value) => ({ value, label: t(slipTexts[value]) }))} />
      </Field>
    </>
  )
}

/** Registers a bank transfer with its slip: a refund to the person, a repayment by the person, or a refund that the bank sent back. */
export function TransferDialog({ clearing, kind, onClose }: DialogProps) {
  const t = useText()
  const isRecovery = kind === 'recovery'
  const sentRefunds = sentRefundsOf(clearing)
  const [today] = useState(() => dayOf(new Date(nowMs())))
  const [form] = useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const refund = useSubmit(api.clearings.pay, { onDone: onClose })
  const recover = useSubmit(api.clearings.recover, { onDone: onClose })
  const bounce = useSubmit(api.clearings.bounce, { onDone: onClose })
  const submission = { refund, recovery: recover, bounce }[kind]
  const amountText = useWatch('amount', form)
  const isNeverSent = useWatch('outcome', form) === 'neverSent'
  const excess = subtract(parseYuan(amountText ?? '') ?? fen(0), clearing.owed)
  const initialValues = {
    paidOn: today,
    outcome: 'sentBack' as const,
    amount: clearing.owed > 0 ? plainYuan(clearing.owed) : '',
    ...(sentRefunds.length === 1 && { clearingPaymentId: sentRefunds[0]?.id }),
  }
  const requiredRules = [{ required: true, message: t(texts.required) }]
  const sendValid = form.whenValid(async ({ amount, clearingPaymentId, paidOn, serial = '' }) => {
    if (!file) return
    const input = { taxClearingId: clearing.id, version: clearing.version, paidOn, file }
    if (kind === 'refund') await refund.submit({ ...input, serial })
    else if (isRecovery) await recover.submit({ ...input, serial, amount })
    else await bounce.submit({ ...input, clearingPaymentId, isNeverSent, ...(!isNeverSent && { bankSerial: serial }) })
  })
  const send = () => {
    setMissing(file === null)
    sendValid()
  }
  return (
    <Dialog
      title={t(titles[kind], { name: clearing.operatorName })}
      onClose={onClose}
      confirm={{ text: t(labels[kind]), onPress: send, isBusy: submission.isBusy }}
    >
      {submission.failure ? <Alert type="error" title={submission.failure.message} /> : null}
      <ClearingFacts clearing={clearing} />
      {isRecovery && clearing.payments.length > 0 ? <Facts rows={[{ label: t(texts.received), value: <Payments clearing={clearing} /> }]} /> : null}
      {notes[kind] ? <p className="k-note">{t(notes[kind])}</p> : null}
      {isRecovery && excess > 0 ? <Alert type="warning" title={t(texts.beyond, { amount: formatYuan(excess) })} /> : null}
      <Form form={form} initialValues={initialValues}>
        {isRecovery ? (
          <Field name="amount" label={t(fields.paid)} rules={requiredRules}>
            <MoneyInput />
          </Field>
        ) : null}
        {kind === 'bounce' ? <BounceFields clearing={clearing} isNeverSent={isNeverSent} /> : null}
        <Field name="paidOn" label={t(fields.paidOn)} rules={requiredRules}>
          <DayInput id="clearing-paid-on" isNeeded />
        </Field>
        {isNeverSent ? null : (
          <Field name="serial" label={t(fields.serial)} rules={[...requiredRules, { min: 4 }]}>
            <TextInput maxLength={40} autoComplete="off" />
          </Field>
        )}
        <Field label={t(texts.slip)} required problem={isMissing && file === null ? t(texts.slipNeeded) : undefined}>
          <FileDrop value={file} onChange={setFile} kinds={[...evidenceEndings, 'ofd']} maxBytes={maxFileBytes} label={t(texts.slip)} />
        </Field>
      </Form>
    </Dialog>
  )
}
