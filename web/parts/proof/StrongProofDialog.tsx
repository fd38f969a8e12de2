import { useEffect, useId, useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { PasswordInput, TextInput } from '#/web/ui/TextInput.tsx'
import { proofTexts } from './proof.texts.ts'
import { storeRenewedToken } from './renewed-token.ts'

type OpenDialog = OutputOf<typeof api.profile.askProofCode>

/** Asks for the login password and a code: of the second factor, or sent to the user's phone. */
export function StrongProofDialog({ onClose, onProved }: { readonly onClose: () => void; readonly onProved: () => void }) {
  const t = useText()
  const id = useId()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [requested, setRequested] = useState<OpenDialog | null>(null)
  const requestCode = useSubmit(api.profile.askProofCode, { onDone: setRequested, onFailed: () => undefined })
  const prove = useSubmit(api.profile.prove, { onDone: storeRenewedToken(onProved), onFailed: () => setCode('') })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code is requested once, when the dialog opens.
  useEffect(() => void requestCode.submit({}), [])
  const isReady = password !== '' && code.trim() !== '' && requested !== null
  const submit = () => void (isReady && prove.submit({ password, code, ...(requested.ask ? { ask: requested.ask } : {}) }))
  const failure = requestCode.failure ?? prove.failure
  const [isCancelled, setCancelled] = useState(false)
  const showPasskey = async (options: string) => {
    setCancelled(false)
    const { createAssertion: passkeyAnswer } = await import('#/web/parts/factor/passkey.ts')
    const answer = await passkeyAnswer(options).catch(() => null)
    if (answer === null) setCancelled(true)
    else await prove.submit({ passkey: answer })
  }
  return (
    <Dialog
      title={t(proofTexts.strongTitle)}
      onClose={onClose}
      width={420}
      confirm={{ text: t(proofTexts.confirm), onPress: submit, isBusy: prove.isBusy || requestCode.isBusy, isDisabled: !isReady }}
    >
      <Form>
        <p className="k-note">{t(requested?.way === 'phone' ? proofTexts.strongPhone : proofTexts.strongNote, { mobile: requested?.mobile ?? '' })}</p>
        {failure ? <Alert type="error" showIcon title={failure.message} style={{ marginBottom: 16 }} /> : null}
        {isCancelled ? <Alert type="warning" showIcon title={t(proofTexts.passkeyCancelled)} style={{ marginBottom: 16 }} /> : null}
        {requested?.passkey ? (
          <Button block style={{ marginBottom: 16 }} onClick={() => void showPasskey(requested.passkey)}>
            {t(proofTexts.usePasskey)}
          </Button>
        ) : null}
        {requested ? (
          <>
            <Field label={t(proofTexts.password)} htmlFor={`${id}password`} required>
              <PasswordInput
                id={`${id}password`}
                autoFocus
                autoComplete="current-password"
                maxLength={64}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            </Field>
            <Field label={t(requested.way === 'phone' ? proofTexts.smsCode : proofTexts.factorCode)} htmlFor={`${id}code`} required>
              <TextInput
                id={`${id}code`}
                autoComplete="one-time-code"
                spellCheck={false}
                maxLength={40}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            </Field>
          </>
        ) : null}
      </Form>
    </Dialog>
  )
}
