import { useId, useRef, useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { PasswordInput } from '#/web/ui/TextInput.tsx'
import { proofTexts } from './proof.texts.ts'
import { storeRenewedToken } from './renewed-token.ts'

/** Asks for the login password, or for a passkey if the user has one. */
export function ProofDialog({ onClose, onProved }: { readonly onClose: () => void; readonly onProved: () => void }) {
  const t = useText()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const prove = useSubmit(api.profile.prove, { onDone: storeRenewedToken(onProved) })
  const submit = () => void (password !== '' && prove.submit({ password }))
  const passkeys = useRead(api.profile.passkeys, {})
  const [isCancelled, setCancelled] = useState(false)
  const requestCode = useSubmit(api.profile.askProofCode, { onDone: ({ passkey }) => void showPasskey(passkey) })
  const showPasskey = async (options: string) => {
    const { createAssertion: passkeyAnswer } = await import('#/web/parts/factor/passkey.ts')
    const answer = await passkeyAnswer(options).catch(() => null)
    setCancelled(answer === null)
    if (answer !== null) await prove.submit({ passkey: answer })
  }
  return (
    <Dialog
      title={t(proofTexts.title)}
      onClose={onClose}
      width={420}
      onOpened={() => field.current?.focus()}
      confirm={{ text: t(proofTexts.confirm), onPress: submit, isBusy: prove.isBusy, isDisabled: password === '' }}
    >
      <Form>
        <p className="k-note">{t(proofTexts.note)}</p>
        <Field label={t(proofTexts.password)} htmlFor={id} problem={prove.failure?.message}>
          <PasswordInput
            ref={field}
            id={id}
            autoComplete="current-password"
            maxLength={64}
            value={password}
            aria-invalid={prove.failure !== null}
            onChange={(event) => {
              prove.reset()
              setPassword(event.target.value)
            }}
          />
        </Field>
        {(passkeys.data?.rows.length ?? 0) > 0 ? (
          <Button block loading={requestCode.isBusy} onClick={() => void requestCode.submit({})}>
            {t(proofTexts.usePasskey)}
          </Button>
        ) : null}
        {isCancelled ? <p className="k-problem">{t(proofTexts.passkeyCancelled)}</p> : null}
      </Form>
    </Dialog>
  )
}
