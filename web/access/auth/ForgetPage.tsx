import { useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { inCurrentLanguage, useLanguage } from '#/web/kernel/language.ts'
import { useRequest } from '#/web/kernel/useRequest.ts'
import { CodeForm } from './CodeForm.tsx'
import { NewPassword } from './NewPassword.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { RequestCodeForm } from './RequestCodeForm.tsx'
import { recoveryTexts as texts } from './recovery.texts.ts'

type RecoveryWays = OutputOf<typeof api.recovery.ways>

/** The entered account and contact, and the server's answer. */
export interface CodeRequest {
  readonly username: string
  readonly contact: string
  readonly ask: string
  readonly resendSeconds: number
}

function RecoverySteps({ at }: { readonly at: 0 | 1 | 2 }) {
  return (
    <ol className="l-steps" aria-label={inCurrentLanguage(texts.steps)}>
      {[texts.stepAccount, texts.stepCode, texts.stepPassword].map((step, index) => (
        <li key={step.en} className={index < at ? 'is-done' : ''} {...(index === at ? { 'aria-current': 'step' as const } : {})}>
          {inCurrentLanguage(step)}
        </li>
      ))}
    </ol>
  )
}

function RecoveryUnavailable({ support }: { readonly support: string }) {
  return (
    <>
      <h1>{inCurrentLanguage(texts.notSetUp)}</h1>
      <p className="l-lead">{inCurrentLanguage(texts.notSetUpMore)}</p>
      {support ? (
        <p className="l-lead">
          {inCurrentLanguage(texts.support)}
          <b>{support}</b>
        </p>
      ) : null}
    </>
  )
}

function Recovery({ ways }: { readonly ways: RecoveryWays }) {
  const [requested, setRequested] = useState<CodeRequest | null>(null)
  const [isProving, setProving] = useState(false)
  const [ticket, setTicket] = useState('')
  if (requested && ticket)
    return (
      <>
        <RecoverySteps at={2} />
        <NewPassword ticket={ticket} username={requested.username} />
      </>
    )
  if (requested && isProving)
    return (
      <>
        <RecoverySteps at={1} />
        <CodeForm codeRequest={requested} isSandbox={ways.isSandbox} onAsked={setRequested} onProved={setTicket} onBack={() => setProving(false)} />
      </>
    )
  return (
    <>
      <RecoverySteps at={0} />
      <RequestCodeForm
        ways={ways}
        earlier={requested}
        onAsked={(next) => {
          setRequested(next)
          setProving(true)
        }}
      />
    </>
  )
}

/** The forgotten-password page: account and contact, code, new password. */
export default function ForgetPage() {
  useLanguage()
  const { answer: ways, failure, retry } = useRequest('ways', () => api.recovery.ways({}))
  return (
    <PublicLayout title={texts.forgetTitle}>
      {ways ? ways.mail || ways.sms ? <Recovery ways={ways} /> : <RecoveryUnavailable support={ways.support} /> : null}
      {ways ? null : (
        <>
          <h1>{inCurrentLanguage(texts.forget)}</h1>
          <p role="status" className="l-lead">
            {failure || inCurrentLanguage(texts.loading)}
          </p>
          {failure ? (
            <button type="button" className="l-submit" onClick={retry}>
              {inCurrentLanguage(texts.retry)}
            </button>
          ) : null}
        </>
      )}
      <p className="l-links">
        <a href="/login">{inCurrentLanguage(texts.toLogin)}</a>
      </p>
    </PublicLayout>
  )
}
