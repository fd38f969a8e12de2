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
