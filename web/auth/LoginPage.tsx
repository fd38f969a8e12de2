import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { stripped } from '#/domain/password.ts'
import { languages } from '#/domain/text.ts'
import { loadUser } from '#/web/kernel/account.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { landing } from '#/web/kernel/guard.ts'
import { languageNames, languageTags, plain, setLanguage, useLanguage } from '#/web/kernel/language.ts'
import { type Notice, onNotice, takeFlash } from '#/web/kernel/notices.ts'
import { pageAt } from '#/web/kernel/places.ts'
import { canOpen, session } from '#/web/kernel/session.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { Mark } from '#/web/ui/Mark.tsx'
import { texts } from './texts.ts'
import './login.css'

type Demo = OutputOf<typeof api.demo.accounts>

interface LoginPageProps {
  /** Called once the page can be used: what comes after may be fetched. */
  readonly onReady: () => void
  readonly onEntered: (path: string) => void
}

function mayOpen(pathname: string): boolean {
  const page = pageAt(pathname)
  return page !== null && canOpen(page)
}

/** Signs in; answers where to go. Rejects with the message to show. */
async function signIn(username: string, password: string): Promise<string> {
  const answer = await api.auth.login({ username: username.trim(), password: stripped(password) }, { isQuiet: true })
  // Only status 8 opens a session; everything else is told and stays here.
  if (answer.status !== 8 || !answer.token) throw new Error(answer.message)
  session.setToken(answer.token)
  session.setForced(answer.isEditPassWord === 0)
  try {
    await loadUser()
  } catch (failure) {
    session.clear()
    throw failure
  }
  return landing(new URLSearchParams(location.search).get('redirect'), mayOpen)
}

function LanguageSwitch({ onSwitched }: { onSwitched: () => void }) {
  const spoken = useLanguage()
  return (
    <fieldset className="l-languages">
      <legend className="l-vanished">{plain(texts.language)}</legend>
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={languageTags[each]}
          aria-pressed={each === spoken}
          onClick={() => {
            setLanguage(each)
            onSwitched()
          }}
        >
          {languageNames[each]}
        </button>
      ))}
    </fieldset>
  )
}

function PasswordField({ value, onChange, problem, describedBy }: { value: string; onChange: (value: string) => void; problem: string; describedBy: string }) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const [hasCaps, setCaps] = useState(false)
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <div className="l-field">
      <label htmlFor={id}>{plain(texts.password)}</label>
      <span className="l-password">
        <input
          id={id}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={128}
          value={value}
          aria-invalid={problem !== ''}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.value)}
          onKeyUp={watch}
          onKeyDown={watch}
        />
        <button type="button" aria-label={plain(isShown ? texts.hidePassword : texts.showPassword)} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          <svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
            <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
            <circle cx="12" cy="12" r="2.8" />
            {isShown ? null : <path d="m4 20 16-16" />}
          </svg>
        </button>
      </span>
      {hasCaps ? <small className="l-hint">{plain(texts.capsLock)}</small> : null}
      {problem ? <small className="l-problem">{problem}</small> : null}
    </div>
  )
}

function DemoAccounts({ demo, onChoose }: { demo: Demo; onChoose: (username: string, password: string) => void }) {
  const { password } = demo
  return (
    <section className="l-demo" aria-label={plain(texts.demoTitle)}>
      <h2>{plain(texts.demoTitle)}</h2>
      <p>
        {plain(texts.demoHint)}
        {password ? (
          <span className="l-demo-password">
            {plain(texts.demoPassword)} <code>{password}</code>
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

function Brand() {
  return (
    <aside className="l-brand">
      <div className="l-product">
        <Mark size={34} />
        <span>{plain(texts.product)}</span>
      </div>
      <div>
        <p className="l-promise">{plain(texts.promise)}</p>
        <p className="l-promise-more">{plain(texts.promiseMore)}</p>
        <ul>
          {[texts.point1, texts.point2, texts.point3].map((point) => (
            <li key={point.en}>{plain(point)}</li>
          ))}
        </ul>
      </div>
      <svg className="l-lines" viewBox="0 0 600 300" fill="none" preserveAspectRatio="none" aria-hidden="true">
        {[0, 1, 2, 3, 4, 5, 6].map((at) => (
          <path
            key={at}
            d={`M-10 ${250 - at * 22} C 140 ${170 - at * 30}, 260 ${300 - at * 12}, 400 ${180 - at * 20} S 560 ${60 - at * 8}, 620 ${90 - at * 26}`}
            opacity={0.1 + at * 0.07}
          />
        ))}
      </svg>
    </aside>
  )
}

function useDemo(): Demo | null {
  const [demo, setDemo] = useState<Demo | null>(null)
  const spoken = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the roles come in the language of the page.
  useEffect(() => {
    let isGone = false
    api.demo
      .accounts({}, { isQuiet: true })
      .then((answer) => !isGone && setDemo(answer))
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [spoken])
  return demo
}

function LoginForm({ demo, onEntered }: { demo: Demo | null; onEntered: (path: string) => void }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isBusy) return
    if (!username.trim() || !stripped(password)) {
      form.current?.querySelector<HTMLInputElement>(username.trim() ? 'input[name=password]' : 'input[name=username]')?.focus()
      return
    }
    setBusy(true)
    setFailure('')
    try {
      onEntered(await signIn(username, password))
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : 'Has Error'
      // The specification's failure path: the text, then 0000.
      setFailure(`${message}0000`)
      if (thrown instanceof ApiError && thrown.isFinal) setPassword('')
      setBusy(false)
    }
  }
  return (
    <>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate aria-labelledby={`${id}title`}>
        <h1 id={`${id}title`}>{plain(texts.signIn)}</h1>
        <div className="l-field">
          <label htmlFor={`${id}name`}>{plain(texts.username)}</label>
          <input
            id={`${id}name`}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={50}
            value={username}
            aria-invalid={isTried && !username.trim()}
            aria-describedby={`${id}failure`}
            onChange={(event) => setUsername(event.target.value)}
          />
          {isTried && !username.trim() ? <small className="l-problem">{plain(texts.needUsername)}</small> : null}
        </div>
        <PasswordField
          value={password}
          onChange={setPassword}
          problem={isTried && !password && !failure ? plain(texts.needPassword) : ''}
          describedBy={`${id}failure`}
        />
        <p id={`${id}failure`} role="alert" className="l-failure">
          {failure}
        </p>
        <button type="submit" className="l-submit" aria-disabled={isBusy} aria-busy={isBusy}>
          {plain(isBusy ? texts.signingIn : texts.signIn)}
        </button>
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

/** The face of the product: signs in with plain controls, without the component library. */
export function LoginPage({ onReady, onEntered }: LoginPageProps) {
  useLanguage()
  const demo = useDemo()
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    document.title = plain(texts.documentTitle)
  })
  useEffect(() => {
    const left = takeFlash()
    if (left) setNotice(left)
    const timer = setTimeout(onReady, 300)
    const stop = onNotice(setNotice)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [onReady])
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(null), 5000)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <div className="l-page">
      <Brand />
      <main className="l-main">
        <LanguageSwitch onSwitched={() => setNotice({ tone: 'success', text: plain(texts.switched) })} />
        <div className="l-card">
          <div className="l-product l-product-narrow">
            <Mark size={30} />
            <span>{plain(texts.product)}</span>
          </div>
          <LoginForm demo={demo} onEntered={onEntered} />
        </div>
      </main>
      <div className={notice ? `l-notice l-notice-${notice.tone}` : 'l-vanished'} role="status">
        {notice?.text}
      </div>
    </div>
  )
}
