import { type FormEvent, type ReactNode, useState } from 'react'
import { normalizePassword } from '#/domain/base/password-rule.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { QrCode } from '#/web/ui/QrCode.tsx'
import { Steps } from '#/web/ui/Steps.tsx'
import { factorTexts as texts } from './factor.texts.ts'
import { AppCodeField, PasswordProof } from './ProofFields.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import './factor.css'

/** Formats the secret in groups of four for reading aloud. */
function groupSecret(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ')
}

function SecretQrCode({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const t = useText()
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => showNotice('success', t(texts.copied)),
      () => undefined,
    )
  return (
    <>
      <p>{t(texts.scan)}</p>
      <div className="p-scan">
        <div role="img" aria-label={t(texts.qr)}>
          <div aria-hidden="true">
            <QrCode value={uri} size={168} />
          </div>
        </div>
        <div>
          <span className="k-note">{t(texts.cannotScan)}</span>
          <code className="p-key">{groupSecret(secret)}</code>
          {navigator.clipboard ? (
            <Button size="small" onClick={() => void copy()}>
              {t(texts.copy)}
            </Button>
          ) : null}
        </div>
      </div>
    </>
  )
}

interface SetUpProps {
  readonly onClose: () => void
  /** The installation requires a factor, so the dialog closes once it is set up. */
  readonly isForced?: boolean
  /** Another way to set up a factor, shown on the first step. */
  readonly other?: ReactNode
}

/** Sets up the second factor: password, app with its first code, recovery codes. Reopening restarts at the first step. */
export function SetUpDialog({ onClose, isForced = false, other = null }: SetUpProps) {
  const t = useText()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const start = useSubmit(api.profile.startSecondFactor, { onDone: setBegun, onFailed: (failure) => setProblem(failure.message) })
  const confirm = useSubmit(api.profile.confirmSecondFactor, {
    onDone: (answer) => setCodes(answer.codes),
    onFailed: (failure) => {
      setProblem(failure.message)
      setCode('')
    },
  })
  const step = codes ? 2 : begun ? 1 : 0
  const handlePress = () => {
    setProblem('')
    if (step === 2) return onClose()
    if (step === 1) return code.length === 6 ? void confirm.submit({ code }) : setProblem(t(texts.needCode))
    return normalizePassword(password) ? void start.submit({ password }) : setProblem(t(texts.needPassword))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    handlePress()
  }
  return (
    <Dialog
      title={t(texts.turnOn)}
      width={560}
      isFixed={isForced || step === 2}
      isDirty={step === 1}
      onClose={onClose}
      confirm={{ text: t(step === 2 ? texts.finish : texts.next), onPress: handlePress, isBusy: start.isBusy || confirm.isBusy }}
    >
      {isForced ? <Alert type="warning" showIcon title={t(texts.required)} style={{ marginBottom: 16 }} /> : null}
      <Steps
        className="p-steps"
        items={[texts.stepPassword, texts.stepScan, texts.stepCodes].map((title, at) => ({
          title: t(title),
          state: at < step ? 'done' : at === step ? 'now' : 'later',
        }))}
      />
      <form onSubmit={submit}>
        <Form isBare>
          {step === 0 ? <PasswordProof value={password} onChange={setPassword} problem={problem} /> : null}
          {step === 1 && begun ? (
            <div className="k-stack">
              <SecretQrCode {...begun} />
              <AppCodeField value={code} onChange={setCode} problem={problem} />
            </div>
          ) : null}
        </Form>
        <button type="submit" className="k-visually-hidden" tabIndex={-1} aria-hidden="true" />
      </form>
      {step === 0 ? other : null}
      {codes ? <RecoveryCodes codes={codes} /> : null}
    </Dialog>
  )
}
