import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { passwordToSend } from '#/web/kernel/installation.ts'
import { inCurrentLanguage, useLanguage } from '#/web/kernel/language.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { showSignInFailure, signIn } from './entry.ts'
import { PasswordField } from './PasswordField.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { SecondFactorStep } from './SecondStep.tsx'
import { texts } from './texts.ts'
import { useFailure } from './useFailure.ts'

type Demo = OutputOf<typeof api.demo.accounts>

const registrations = [
  ['/Registermsg', texts.asOperator],
  ['/Registermsgdw', texts.asUnit],
  ['/Registermsgcom', texts.asPartner],
  ['/EnRegistermsg', texts.international],
  ['/Uploadapp', texts.app],
] as const

interface LoginPageProps {
  /** Called once the page is usable, so that the next chunks can be prefetched. */
  readonly onReady: () => void
  readonly onEntered: (path: string) => void
}

function DemoAccounts({ demo, onChoose }: { demo: Demo; onChoose: (username: string, password: string) => void }) {
  const { password } = demo
  return (
    <section className="l-demo" aria-label={inCurrentLanguage(texts.demoTitle)}>
      <h2>{inCurrentLanguage(texts.demoTitle)}</h2>
      <p>
        {inCurrentLanguage(texts.demoHint)}
        {password ? (
          <span className="l-demo-password">
            {inCurrentLanguage(texts.demoPassword)} <code>{password}</code>
          </span>
        ) : null}
      </p>
      <ul>
        {demo.accounts.map((account) => (
          <li key={account.username}>
            <button type="button" onClick={() => onChoose(account.username, password)}>
              <b>{account.username}</b>
              <span>{account.role}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Registration links for visitors without an account. */
function Registrations() {
  return (
    <nav className="l-register" aria-label={inCurrentLanguage(texts.register)}>
      <span>{inCurrentLanguage(texts.register)}</span>
      {registrations.map(([path, text]) => (
        <a key={path} href={path}>
          {inCurrentLanguage(text)}
        </a>
      ))}
    </nav>
  )
}

function useDemo(): Demo | null {
  const [demo, setDemo] = useState<Demo | null>(null)
  const currentLanguage = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the roles are fetched again in the new language.
  useEffect(() => {
    let isCancelled = false
    api.demo
      .accounts({}, { isQuiet: true })
      .then((answer) => !isCancelled && setDemo(answer))
      .catch(() => undefined)
    return () => {
      isCancelled = true
    }
  }, [currentLanguage])
  return demo
}

interface NameFieldProps {
  /** Id prefix of the form's elements. */
  readonly id: string
  readonly value: string
  readonly onChange: (next: string) => void
  readonly isMissing: boolean
}

function NameField({ id, value, onChange, isMissing }: NameFieldProps) {
  return (
    <div className="l-field">
      <label htmlFor={`${id}name`}>{inCurrentLanguage(texts.username)}</label>
      <input
        id={`${id}name`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={50}
        value={value}
        aria-invalid={isMissing}
        aria-describedby={`${id}failure`}
        onChange={(event) => onChange(event.target.value)}
      />
      {isMissing ? <small className="l-problem">{inCurrentLanguage(texts.needUsername)}</small> : null}
    </div>
  )
}

interface EntryCallbacks {
  readonly onEntered: (path: string) => void
  /** Called when the password was correct and a second step follows. */
  readonly onTicket: () => void
  /** Called after the server refused, but not after a lost answer. */
  readonly onFinal: () => void
}

/** The first step of a sign-in: submits user name and password. */
function useSignInForm({ onEntered, onTicket, onFinal }: EntryCallbacks) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useFailure()
  const [ticket, setTicket] = useState('')
  const [passkey, setPasskey] = useState('')
  const submitCredentials = async (username: string, password: string) => {
    setBusy(true)
    setFailure('')
    try {
      const signInResult = await signIn(username, password)
      if (signInResult.ticket === undefined) return onEntered(signInResult.path)
      setTicket(signInResult.ticket)
      setPasskey(signInResult.passkey)
      onTicket()
      setBusy(false)
    } catch (cause) {
      setFailure(showSignInFailure(cause))
      if (cause instanceof ApiError && cause.isFinal) onFinal()
      setBusy(false)
    }
  }
  return { isBusy, failure, setFailure, ticket, passkey, setTicket, enter: submitCredentials }
}

interface LoginFormProps {
  readonly demo: Demo | null
  readonly onEntered: (path: string) => void
}

function LoginForm({ demo, onEntered }: LoginFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const { isBusy, failure, setFailure, ticket, passkey, setTicket, enter } = useSignInForm({
    onEntered,
    onTicket: () => {
      setPassword('')
      setSubmitted(false)
    },
    onFinal: () => setPassword(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isBusy) return
    if (!username.trim() || !passwordToSend(password)) {
      form.current?.querySelector<HTMLInputElement>(username.trim() ? 'input[name=password]' : 'input[name=username]')?.focus()
      return
    }
    void enter(username, password)
  }
  if (ticket) {
    const returnToForm = (message: string) => {
      setTicket('')
      setFailure(message)
    }
    return <SecondFactorStep ticket={ticket} passkey={passkey} onEntered={onEntered} onBack={returnToForm} />
  }
  return (
    <>
      <form ref={form} onSubmit={submit} noValidate aria-labelledby={`${id}title`}>
        <h1 id={`${id}title`}>{inCurrentLanguage(texts.signIn)}</h1>
        <NameField id={id} value={username} onChange={setUsername} isMissing={isSubmitted && !username.trim()} />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          problem={isSubmitted && !password && !failure ? inCurrentLanguage(texts.needPassword) : ''}
          describedBy={`${id}failure`}
        />
        <p id={`${id}failure`} role="alert" className="l-failure">
          {failure}
        </p>
        <button type="submit" className="l-submit" aria-disabled={isBusy} aria-busy={isBusy}>
          {inCurrentLanguage(isBusy ? texts.signingIn : texts.signIn)}
        </button>
        <p className="l-links">
          <a href="/Forget">{inCurrentLanguage(texts.forgotten)}</a>
        </p>
        <Registrations />
      </form>
      {demo?.isDemo ? (
        <DemoAccounts
          demo={demo}
          onChoose={(name, word) => {
            setUsername(name)
            setPassword(word)
            setFailure('')
            form.current?.querySelector<HTMLElement>(word ? 'button[type=submit]' : 'input[name=password]')?.focus()
          }}
        />
      ) : null}
    </>
  )
}

/** The sign-in page, with plain controls instead of the component library. */
export function LoginPage({ onReady, onEntered }: LoginPageProps) {
  useLanguage()
  const demo = useDemo()
  useEffect(() => {
    const timer = setTimeout(onReady, 300)
    return () => clearTimeout(timer)
  }, [onReady])
  return (
    <PublicLayout title={texts.documentTitle}>
      <LoginForm demo={demo} onEntered={onEntered} />
    </PublicLayout>
  )
}
