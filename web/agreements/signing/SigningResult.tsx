import { useEffect, useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { Message } from './SigningLayout.tsx'
import type { SigningPass } from './Steps.tsx'
import { texts } from './texts.ts'
import { useSigningCall } from './ticket.ts'
import { FaceConsentWithdrawal } from './WithdrawFaceConsent.tsx'

type State = OutputOf<typeof api.signing.state>

const POLL_MS = 1000
const MAX_POLLS = 60

function useProgress(inside: SigningPass): State | null {
  const [state, setState] = useState<State | null>(null)
  const { ticket, pass } = inside
  useEffect(() => {
    let isCancelled = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const poll = async (remaining: number) => {
      const answer = await api.signing.state({ ticket, pass }).catch(() => null)
      if (isCancelled) return
      if (answer) setState(answer)
      if (remaining > 0 && answer?.state !== 'done' && answer?.state !== 'refused') timer = setTimeout(() => void poll(remaining - 1), POLL_MS)
    }
    void poll(MAX_POLLS)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [ticket, pass])
  return state
}

/** The result of signing, and the next document. */
export function SigningResult({ inside, onNext }: { readonly inside: SigningPass; readonly onNext: (ticket: string) => void }) {
  const state = useProgress(inside)
  const { isBusy, failure, run } = useSigningCall()
  const download = () =>
    void run(async () => {
      const { url } = await api.signing.signed(inside)
      window.open(url, '_blank', 'noopener')
    })
  const next = () => void run(async () => onNext((await api.signing.next(inside)).ticket))
  if (state?.state === 'refused') return <Message title={inCurrentLanguage(texts.refused)} more={inCurrentLanguage(texts.refusedMore)} />
  const isDone = state?.state === 'done'
  const title = isDone ? texts.done : state ? texts.waiting : texts.putting
  return (
    <Message title={inCurrentLanguage(title)} more={inCurrentLanguage(isDone ? texts.doneMore : texts.putting)} tone={isDone ? 'good' : 'plain'}>
      {state?.sha256 ? (
        <p className="g-hash">
          <span>{inCurrentLanguage(texts.fingerprint)}</span>
          <code>{state.sha256}</code>
        </p>
      ) : null}
      <div className="g-row">
        {state?.hasNext ? (
          <button type="button" className="g-main-button" aria-disabled={isBusy} onClick={next}>
            {inCurrentLanguage(texts.next)}
          </button>
        ) : null}
        {isDone ? (
          <button type="button" className={state.hasNext ? 'g-second-button' : 'g-main-button'} aria-disabled={isBusy} onClick={download}>
            {inCurrentLanguage(texts.download)}
          </button>
        ) : null}
      </div>
      <p role="alert" className="g-failure">
        {failure}
      </p>
      {state?.mayWithdrawFace ? <FaceConsentWithdrawal inside={inside} /> : null}
    </Message>
  )
}
