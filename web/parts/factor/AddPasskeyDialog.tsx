import { type FormEvent, useId, useState } from 'react'
import { normalizePassword } from '#/domain/base/password-rule.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { useProof } from '#/web/parts/proof/useProof.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { factorTexts as texts } from './factor.texts.ts'
import { PasswordProof } from './ProofFields.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import './factor.css'

interface AddProps {
  readonly onClose: () => void
  /** The installation requires a factor, so the dialog closes once one is set up. */
  readonly isForced?: boolean
}

/** Adds a passkey: password and name, then the browser's own dialog, then recovery codes if it is the first factor. */
export function AddPasskeyDialog({ onClose, isForced = false }: AddProps) {
  const t = useText()
  const id = useId()
  const proof = useProof()
  const [password, setPassword] = useState('')
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const beginPasskey = useSubmit(api.profile.beginPasskey, {
    onDone: ({ options }) => void create(options),
    onFailed: (failure) =>
      failure.error === 'strongProofNeeded' ? proof.onFailed(failure, () => beginPasskey.submit({ password })) : setProblem(failure.message),
  })
  const add = useSubmit(api.profile.addPasskey, {
    onDone: (answer) => (answer.codes.length > 0 ? setCodes(answer.codes) : onClose()),
    onFailed: (failure) => setProblem(failure.message),
  })
  const create = async (options: string) => {
    const { createPasskey } = await import('./passkey.ts')
    const response = await createPasskey(options).catch(() => null)
    if (response === null) setProblem(t(texts.passkeyCancelled))
    else await add.submit({ response, name: name.trim() || t(texts.passkeyDefault) })
  }
  const handlePress = () => {
    setProblem('')
    if (codes) return onClose()
    return normalizePassword(password) ? void beginPasskey.submit({ password }) : setProblem(t(texts.needPassword))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    handlePress()
  }
  return (
    <Dialog
      title={t(texts.addPasskey)}
      isFixed={codes !== null || isForced}
      isDirty={codes === null && password !== ''}
      onClose={onClose}
      confirm={{ text: t(codes ? texts.finish : texts.next), onPress: handlePress, isBusy: beginPasskey.isBusy || add.isBusy }}
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <form className="k-stack" onSubmit={submit}>
          <p>{t(texts.passkeyWhy)}</p>
          {problem ? <Alert type="error" showIcon title={problem} /> : null}
          <Form isBare>
            <PasswordProof value={password} onChange={setPassword} problem="" />
            <Field label={t(texts.passkeyName)} htmlFor={id}>
              <TextInput
                id={id}
                maxLength={40}
                autoComplete="off"
                placeholder={t(texts.passkeyDefault)}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
          </Form>
          <button type="submit" className="k-visually-hidden" tabIndex={-1} aria-hidden="true" />
        </form>
      )}
    </Dialog>
  )
}
