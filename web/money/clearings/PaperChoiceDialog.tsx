import { useState } from 'react'
import { clearingAnswerNames, clearingFields as fields } from '#/api/money/clearings.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { type ClearingAnswer, clearingAnswers } from '#/domain/money/clearing.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import type { Clearing } from './ChooseDialog.tsx'
import { ClearingFacts } from './ClearingFacts.tsx'
import { texts } from './texts.ts'

/** Enters the choice of a person without an account from a signed paper, with its scan. */
export function PaperChoiceDialog({ clearing, onClose }: { readonly clearing: Clearing; readonly onClose: () => void }) {
  const t = useText()
  const [today] = useState(() => dayOf(new Date(nowMs())))
  const [form] = useForm<{ signedOn: string }>()
  const [choice, setChoice] = useState<ClearingAnswer | null>(null)
  const [reason, setReason] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const enterChoice = useSubmit(api.clearings.enterChoice, { onDone: onClose })
  // The rest of an approved credit can only become a refund.
  const answers = clearing.state === 'approved' ? (['refund'] as const) : clearingAnswers
  const sendValid = form.whenValid(async ({ signedOn }) => {
    if (file && choice) await enterChoice.submit({ taxClearingId: clearing.id, version: clearing.version, choice, reason: reason.trim(), signedOn, file })
  })
  const send = () => {
    setMissing(file === null)
    sendValid()
  }
  return (
    <Dialog
      title={t(texts.enterTitle, { name: clearing.operatorName, month: clearing.month })}
      onClose={onClose}
      isDirty={file !== null || reason !== ''}
      confirm={{
        text: t(texts.enter),
        onPress: send,
        isBusy: enterChoice.isBusy,
        isDisabled: choice === null || (choice === 'refuse' && reason.trim().length < 2),
      }}
    >
      {enterChoice.failure ? <Alert type="error" title={enterChoice.failure.message} /> : null}
      <ClearingFacts clearing={clearing} />
      <p className="k-note">{t(texts.enterNote)}</p>
      <Form form={form} initialValues={{ signedOn: today }}>
        <Field label={t(fields.choice)} required>
          <RadioGroup aria-label={t(fields.choice)} value={choice} onChange={setChoice} options={choicesOf(t, answers, clearingAnswerNames)} />
        </Field>
        {choice === 'refuse' ? (
          <Field label={t(fields.reason)} htmlFor="clearing-written-reason" required>
            <TextArea id="clearing-written-reason" value={reason} onChange={(event) => setReason(event.target.value)} rows={2} maxLength={200} />
          </Field>
        ) : null}
        <Field name="signedOn" label={t(fields.signedOn)} rules={[{ required: true, message: t(texts.required) }]}>
          <DayInput id="clearing-signed-on" isNeeded />
        </Field>
        <Field label={t(fields.scan)} required problem={isMissing && file === null ? t(texts.scanNeeded) : undefined}>
          <FileDrop value={file} onChange={setFile} kinds={evidenceEndings} maxBytes={maxFileBytes} label={t(fields.scan)} />
        </Field>
      </Form>
    </Dialog>
  )
}
