import { useEffect, useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { recoveryTexts as texts } from './recovery.texts.ts'

const POLL_MS = 1000
const MAX_POLLS = 20

type SandboxMessage = OutputOf<typeof api.recovery.sandbox>['messages'][number]

/** In the demo, shows the message that would have been sent for `ask`, so that the user can continue. */
export function SandboxNote({ ask }: { readonly ask: string }) {
  const [message, setMessage] = useState<SandboxMessage | null>(null)
  useEffect(() => {
    setMessage(null)
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCancelled = false
    const poll = async (remaining: number) => {
      const answer = await api.recovery.sandbox({ ask }, { isQuiet: true }).catch(() => null)
      if (isCancelled) return
      const latest = answer?.messages[0]
      if (latest) setMessage(latest)
      else if (remaining > 0) timer = setTimeout(() => void poll(remaining - 1), POLL_MS)
    }
    void poll(MAX_POLLS)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [ask])
  return (
    <section className="l-sandbox" aria-label={inCurrentLanguage(texts.sandbox)}>
      <h2>{inCurrentLanguage(texts.sandbox)}</h2>
      <div role="status">
        {message ? (
          <>
            <p>
              <b>{message.to}</b> {message.subject}
            </p>
            <pre>{message.text}</pre>
          </>
        ) : (
          <p>{inCurrentLanguage(texts.sandboxEmpty)}</p>
        )}
      </div>
    </section>
  )
}
