import { type ReactNode, useState } from 'react'
import { dayOf } from '#/domain/base/period.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { slipTexts as texts } from '#/web/parts/money/slip.texts.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { Problem } from '#/web/ui/Problem.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'

export function useRequiredRules() {
  const t = useText()
  return [{ required: true, message: t(texts.required) }]
}

export function ReasonItem({ label }: { readonly label?: string }) {
  const t = useText()
  const rules = useRequiredRules()
  return (
    <Field name="reason" label={label ?? t(texts.reason)} rules={[...rules, { min: 2 }]}>
      <TextArea maxLength={200} autoSize={{ minRows: 2 }} />
    </Field>
  )
}

/** Returns a required file field and a function that returns the file or shows that it is missing. */
export function useRequiredFile(label: string): { readonly take: () => File | null; readonly field: ReactNode } {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState('')
  const requireFile = () => {
    setProblem(file ? '' : t(texts.fileNeeded))
    return file
  }
  const field = (
    <>
      <FileDrop value={file} onChange={setFile} kinds={evidenceEndings} maxBytes={maxFileBytes} label={label} />
      <Problem text={problem} />
    </>
  )
  return { take: requireFile, field }
}

interface SlipProps {
  readonly title: string
  readonly what: ReactNode
  readonly hasReason?: boolean
  /** Whether the bank sent the payment back or never made it. The dialog then asks which, with a reason. */
  readonly isReturn?: boolean
  readonly isBusy: boolean
  readonly onSend: (paid: { paidOn: string; bankSerial: string; isNeverSent: boolean; reason: string; slip: File }) => Promise<unknown>
  readonly onClose: () => void
}

const outcomes = ['sentBack', 'neverSent'] as const

/** Records a movement at the bank: day, serial number and slip. The serial of a payment that was never made is empty. */
export function SlipDialog({ title, what, hasReason = false, isReturn = false, isBusy, onSend, onClose }: SlipProps) {
  const t = useText()
  const rules = useRequiredRules()
  const [form] = useForm<{ paidOn: string; bankSerial?: string; reason?: string; outcome?: (typeof outcomes)[number] }>()
  const isNeverSent = useWatch('outcome', form) === 'neverSent'
  const slip = useRequiredFile(t(texts.bankSlip))
  const send = form.whenValid(async ({ reason = '', bankSerial = '', paidOn }) => {
    const file = slip.take()
    if (file) await onSend({ paidOn, bankSerial, isNeverSent, reason, slip: file })
  })
  return (
    <Dialog title={title} onClose={onClose} confirm={{ text: title, onPress: send, isBusy }}>
      {what}
      <Form form={form} initialValues={{ paidOn: dayOf(new Date(nowMs())), outcome: 'sentBack' }}>
        {isReturn ? (
          <Field name="outcome" label={t(texts.outcome)} hint={isNeverSent ? t(texts.neverSentNote) : undefined}>
            <RadioGroup options={outcomes.map((value) => ({ value, label: t(texts[value]) }))} />
          </Field>
        ) : null}
        <Field name="paidOn" label={t(texts.paidOn)} rules={rules}>
          <DayInput isNeeded />
        </Field>
        {isNeverSent ? null : (
          <Field name="bankSerial" label={t(texts.serial)} rules={[...rules, { min: 4 }]}>
            <TextInput maxLength={40} />
          </Field>
        )}
        {hasReason || isReturn ? <ReasonItem /> : null}
      </Form>
      {slip.field}
    </Dialog>
  )
}
