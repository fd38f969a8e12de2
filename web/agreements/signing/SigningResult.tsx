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

const isFinal = (state: State | null) => state?.state === 'done' || state?.state === 'refused' || state?.state === 'over'

/** Reads the result every second for a minute. After that, `refresh` starts another minute. */
function useProgress(inside: SigningPass) {
  const [state, setState] = useState<State | null>(null)
  const [hasStopped, setStopped] = useState(false)
  const [round, setRound] = useState(0)
  const { ticket, pass } = inside
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round polls again
  useEffect(() => {
    let isCancelled = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const poll = async (remaining: number) => {
      const answer = await api.signing.state({ ticket, pass }, { isQuiet: true }).catch(() => null)
      if (isCancelled) return
      if (answer) setState(answer)
      if (isFinal(answer)) return
      if (remaining > 0) timer = setTimeout(() => void poll(remaining - 1), POLL_MS)
      else setStopped(true)
    }
    setStopped(false)
    void poll(MAX_POLLS)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [ticket, pass, round])
  return { state, hasStopped, refresh: () => setRound(round + 1) }
}

const messages = {
  waiting: { title: texts.waiting, more: texts.waitingMore },
  done: { title: texts.done, more: texts.doneMore },
  refused: { title: texts.refused, more: texts.refusedMore },
  over: { title: texts.over, more: texts.overMore },
} as const satisfies Record<State['state'], object>

/** The result of signing, and the next document. */
export function SigningResult({ inside, onNext }: { readonly inside: SigningPass; readonly onNext: (ticket: string) => void }) {
  const { state, hasStopped, refresh } = useProgress(inside)
  const { isBusy, failure, run } = useSigningCall()
  const download = () =>
    void run(async () => {
      const { url } = await api.signing.signed(inside)
      window.open(url, '_blank', 'noopener')
    })
  const next = () => void run(async () => onNext((await api.signing.next(inside)).ticket))
  const { title, more } = state ? messages[state.state] : { title: texts.putting, more: hasStopped ? texts.noAnswer : texts.puttingMore }
  if (state?.state === 'refused') return <Message title={inCurrentLanguage(title)} more={inCurrentLanguage(more)} />
  const isDone = state?.state === 'done'
  return (
    <Message title={inCurrentLanguage(title)} more={inCurrentLanguage(more)} tone={isDone ? 'good' : 'plain'}>
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
        {hasStopped ? (
          <button type="button" className="g-second-button" onClick={refresh}>
            {inCurrentLanguage(texts.refresh)}
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
