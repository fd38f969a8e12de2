import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { passwordToSend } from '#/web/kernel/installation.ts'
import { isSessionOver, sessionChange } from '#/web/kernel/notices.ts'
import { session, useUser } from '#/web/kernel/session.ts'
import { texts as transportTexts } from '#/web/kernel/texts.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { LockOutlined } from '#/web/ui/icons.ts'
import { PasswordInput } from '#/web/ui/TextInput.tsx'
import { lockTexts as texts } from './lock.texts.ts'
import { unlockScreen } from './lock.ts'
import { signOut } from './sign-out.ts'
import { texts as frameTexts } from './texts.ts'

/** Leads to the sign-in page, or to the new session, when the session ended or changed while the screen was locked. */
function useEndedSession(): void {
  const hasSessionEnded = useSignal(isSessionOver)
  const isSessionChanged = useSignal(sessionChange) !== null
  useEffect(() => {
    if (hasSessionEnded) session.clear()
    if (hasSessionEnded || isSessionChanged) location.reload()
  }, [hasSessionEnded, isSessionChanged])
}

/** Asks for the sign-in password, which the server checks. Failed attempts count as failed sign-ins. */
export function LockScreen() {
  const t = useText()
  const id = useId()
  const account = useUser()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEndedSession()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (password === '') return setProblem(t(texts.empty))
    setBusy(true)
    try {
      await api.auth.checkPassword({ type: 1, pwd: passwordToSend(password) }, { isQuiet: true })
      unlockScreen()
    } catch (failure) {
      setProblem(failure instanceof ApiError ? failure.message : t(transportTexts.serverFailed))
      setPassword('')
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return createPortal(
    <main className="s-lock">
      <form className="s-lock-card" aria-labelledby={`${id}title`} onSubmit={(event) => void submit(event)}>
        <Icon of={LockOutlined} />
        <h1 id={`${id}title`}>{t(texts.locked)}</h1>
        <p>{account?.name}</p>
        <label htmlFor={id}>{t(texts.password)}</label>
        <PasswordInput
          ref={field}
          id={id}
          autoFocus
          autoComplete="current-password"
          maxLength={128}
          value={password}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}problem`}
          onChange={(event) => {
            setPassword(event.target.value)
            setProblem('')
          }}
        />
        <p id={`${id}problem`} className="s-lock-problem" role="alert">
          {problem}
        </p>
        <Button type="primary" htmlType="submit" block loading={isBusy}>
          {t(texts.unlock)}
        </Button>
        <Button type="link" block onClick={() => void signOut(location.pathname + location.search)}>
          {t(frameTexts.logout)}
        </Button>
      </form>
    </main>,
    document.body,
  )
}
