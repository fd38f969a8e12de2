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
import { type Proof, ProofFacts } from './ProofFacts.tsx'
import { texts } from './texts.ts'

/** Confirms or rejects a proof. A rejection needs a reason. */
export function DecideDialog({ name, proof, onClose }: { readonly name: string; readonly proof: Proof; readonly onClose: () => void }) {
  const say = useText()
  const [isConfirmed, setConfirmed] = useState<boolean | null>(null)
  const [answer, setAnswer] = useState('')
  const decide = useSubmit(api.custody.decide, { onDone: onClose })
  return (
    <Dialog
      title={say(texts.decideTitle, { name })}
      isOpen
      onClose={onClose}
      isDirty={answer !== ''}
      confirm={{
        text: say(texts.decide),
        onPress: () => void decide.submit({ custodyProofId: proof.id, isConfirmed: isConfirmed === true, answer: answer.trim() }),
        isBusy: decide.isBusy,
        isDisabled: isConfirmed === null || (!isConfirmed && answer.trim().length < 2),
      }}
    >
      {decide.failure ? <Alert type="error" title={decide.failure.message} /> : null}
      <ProofFacts proof={proof} />
      <Form>
        <Field label={say(texts.decision)} required>
          <RadioGroup
            aria-label={say(texts.decision)}
            value={isConfirmed}
            onChange={setConfirmed}
            options={[
              { value: true, label: say(texts.confirm) },
              { value: false, label: say(texts.reject) },
            ]}
          />
        </Field>
        <Field label={say(texts.answer)} htmlFor="custody-answer" required={isConfirmed === false}>
          <TextArea id="custody-answer" value={answer} onChange={(event) => setAnswer(event.target.value)} rows={2} maxLength={200} />
        </Field>
      </Form>
    </Dialog>
  )
}
