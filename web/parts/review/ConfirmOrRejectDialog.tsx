import { type ReactNode, useId, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import type { SubmitState } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { decisionTexts as texts } from './review.texts.ts'

interface ConfirmOrRejectDialogProps {
  readonly title: string
  /** The confirmation, with its effect. */
  readonly confirmText: string
  readonly onDecide: (decision: { readonly isConfirmed: boolean; readonly answer: string }) => void
  readonly onClose: () => void
  readonly submission: SubmitState
  /** The facts to decide on. */
  readonly children: ReactNode
}

/** Confirms or rejects what another person has proposed. A rejection needs a reason. */
export function ConfirmOrRejectDialog({ title, confirmText, onDecide, onClose, submission, children }: ConfirmOrRejectDialogProps) {
  const t = useText()
  const answerId = useId()
  const [isConfirmed, setConfirmed] = useState<boolean | null>(null)
  const [answer, setAnswer] = useState('')
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isDirty={answer !== ''}
      confirm={{
        text: t(texts.decide),
        onPress: () => onDecide({ isConfirmed: isConfirmed === true, answer: answer.trim() }),
        isBusy: submission.isBusy,
        isDisabled: isConfirmed === null || (!isConfirmed && answer.trim().length < 2),
      }}
    >
      {submission.failure ? <Alert type="error" title={submission.failure.message} /> : null}
      {children}
      <Form>
        <Field label={t(texts.decision)} required>
          <RadioGroup
            aria-label={t(texts.decision)}
            value={isConfirmed}
            onChange={setConfirmed}
            options={[
              { value: true, label: confirmText },
              { value: false, label: t(texts.reject) },
            ]}
          />
        </Field>
        <Field label={t(texts.answer)} htmlFor={answerId} required={isConfirmed === false}>
          <TextArea id={answerId} value={answer} onChange={(event) => setAnswer(event.target.value)} rows={2} maxLength={200} />
        </Field>
      </Form>
    </Dialog>
  )
}
