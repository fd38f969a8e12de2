import { useState } from 'react'
import { clearingFields as fields } from '#/api/money/clearings.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import type { Clearing } from './ChooseDialog.tsx'
import { ClearingFacts } from './ClearingFacts.tsx'
import { texts } from './texts.ts'

interface DialogProps {
  readonly clearing: Clearing
  readonly onClose: () => void
}

/** Approves or rejects the person's choice. */
export function DecideDialog({ clearing, onClose }: DialogProps) {
  const t = useText()
  const [isApproved, setApproved] = useState<boolean | null>(null)
  const [reason, setReason] = useState('')
  const decide = useSubmit(api.clearings.decide, { onDone: onClose })
  return (
    <Dialog
      title={t(texts.decideTitle, { name: clearing.operatorName, month: clearing.month })}
      onClose={onClose}
      isDirty={reason !== ''}
      confirm={{
        text: t(texts.decide),
        onPress: () => void decide.submit({ taxClearingId: clearing.id, version: clearing.version, isApproved: isApproved === true, reason: reason.trim() }),
        isBusy: decide.isBusy,
        isDisabled: isApproved === null || (!isApproved && reason.trim().length < 2),
      }}
    >
      {decide.failure ? <Alert type="error" title={decide.failure.message} /> : null}
      <ClearingFacts clearing={clearing} />
      <Form>
        <Field label={t(texts.decide)} required>
          <RadioGroup
            aria-label={t(texts.decide)}
            value={isApproved}
            onChange={setApproved}
            options={[
              { value: true, label: t(texts.approve) },
              { value: false, label: t(texts.reject) },
            ]}
          />
        </Field>
        <Field label={t(fields.reason)} htmlFor="clearing-decision" required={isApproved === false}>
          <TextArea id="clearing-decision" value={reason} onChange={(event) => setReason(event.target.value)} rows={2} maxLength={200} />
        </Field>
      </Form>
    </Dialog>
  )
}

/** Fixes the amount of a refund before finance transfers it. */
export function StartDialog({ clearing, onClose }: DialogProps) {
  const t = useText()
  const start = useSubmit(api.clearings.start, { onDone: onClose })
  const send = () => void start.submit({ taxClearingId: clearing.id, version: clearing.version })
  return (
    <Dialog
      title={t(texts.startTitle, { name: clearing.operatorName })}
      onClose={onClose}
      confirm={{ text: t(texts.start), onPress: send, isBusy: start.isBusy }}
    >
      {start.failure ? <Alert type="error" title={start.failure.message} /> : null}
      <ClearingFacts clearing={clearing} />
      <p className="k-note">{t(texts.startNote)}</p>
    </Dialog>
  )
}

/** Withdraws an excess that was not chosen, or cancels a transfer that did not leave the bank. */
export function EndDialog({ clearing, step, onClose }: DialogProps & { readonly step: 'withdraw' | 'cancel' }) {
  const t = useText()
  const isCancel = step === 'cancel'
  const endClearing = useSubmit(isCancel ? api.clearings.cancel : api.clearings.withdraw, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(isCancel ? texts.cancelTitle : texts.withdrawTitle, { name: clearing.operatorName, month: clearing.month })}
      onClose={onClose}
      confirmText={t(texts[step])}
      onConfirm={({ reason }) => void endClearing.submit({ taxClearingId: clearing.id, version: clearing.version, reason })}
      submission={endClearing}
      reason={{ label: t(fields.reason), most: 200 }}
    >
      {isCancel ? (
        <>
          <ClearingFacts clearing={clearing} />
          <p className="k-note">{t(texts.cancelNote)}</p>
        </>
      ) : null}
    </ReasonDialog>
  )
}
