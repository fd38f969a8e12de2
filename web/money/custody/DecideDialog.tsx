import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { type CustodyProof, ProofFacts } from './ProofFacts.tsx'
import { texts } from './texts.ts'

/** Confirms or rejects a proof. A rejection needs a reason. */
export function DecideDialog({ name, proof, onClose }: { readonly name: string; readonly proof: CustodyProof; readonly onClose: () => void }) {
  const t = useText()
  const [isConfirmed, setConfirmed] = useState<boolean | null>(null)
  const [answer, setAnswer] = useState('')
  const decide = useSubmit(api.custody.decide, { onDone: onClose })
  return (
    <Dialog
      title={t(texts.decideTitle, { name })}
      isOpen
      onClose={onClose}
      isDirty={answer !== ''}
      confirm={{
        text: t(texts.decide),
        onPress: () => void decide.submit({ custodyProofId: proof.id, isConfirmed: isConfirmed === true, answer: answer.trim() }),
        isBusy: decide.isBusy,
        isDisabled: isConfirmed === null || (!isConfirmed && answer.trim().length < 2),
      }}
    >
      {decide.failure ? <Alert type="error" title={decide.failure.message} /> : null}
      <ProofFacts proof={proof} />
      <Form>
        <Field label={t(texts.decision)} required>
          <RadioGroup
            aria-label={t(texts.decision)}
            value={isConfirmed}
            onChange={setConfirmed}
            options={[
              { value: true, label: t(texts.confirm) },
              { value: false, label: t(texts.reject) },
            ]}
          />
        </Field>
        <Field label={t(texts.answer)} htmlFor="custody-answer" required={isConfirmed === false}>
          <TextArea id="custody-answer" value={answer} onChange={(event) => setAnswer(event.target.value)} rows={2} maxLength={200} />
        </Field>
      </Form>
    </Dialog>
  )
}
