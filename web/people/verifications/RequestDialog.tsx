import { useState } from 'react'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

interface RequestDialogProps {
  readonly operator: { readonly id: number; readonly name: string }
  /** The card to verify; null to verify the identity. */
  readonly card: { readonly id: number; readonly tail: string } | null
  readonly onClose: () => void
}

/** Submits evidence for an identity or a card, which another person confirms. */
export function RequestDialog({ operator, card, onClose }: RequestDialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const requestVerification = useSubmit(api.verifications.ask, { onDone: onClose })
  return (
    <Dialog
      title={t(texts.askFor, { name: operator.name })}
      onClose={onClose}
      isDirty={reason !== '' || file !== null}
      confirm={{
        text: t(texts.submit),
        onPress: () => void (file && requestVerification.submit({ operatorId: operator.id, cardId: card?.id ?? null, reason: reason.trim(), file })),
        isBusy: requestVerification.isBusy,
        isDisabled: file === null || reason.trim().length < 2,
      }}
    >
      <p>
        <strong>{t(card ? texts.card : texts.identity, { tail: card?.tail ?? '' })}</strong> {t(texts.note)}
      </p>
      <Form>
        <Field label={t(texts.reason)} htmlFor="hand-reason" required>
          <TextArea id="hand-reason" value={reason} onChange={(event) => setReason(event.target.value)} rows={3} maxLength={200} />
        </Field>
        <FileDrop value={file} onChange={setFile} kinds={evidenceEndings} maxBytes={maxFileBytes} label={t(texts.evidence)} hint={t(texts.evidenceHint)} />
      </Form>
    </Dialog>
  )
}
