import { useEffect, useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { registerTexts as texts } from './register.texts.ts'

const POLL_MS = 1000
const MAX_POLLS = 20

type SandboxMessage = OutputOf<typeof api.applications.sandbox>['messages'][number]

/** The code request, or the application whose message contains the account's first password. */
interface SandboxTextProps {
  readonly ask?: string
  readonly ticket?: string
}

/** In the demo, shows the latest text message with its recipient, which was stored instead of sent. */
export function SandboxText({ ask = '', ticket = '' }: SandboxTextProps) {
  const [message, setMessage] = useState<SandboxMessage | null>(null)
  useEffect(() => {
    let isCancelled = false
    let timer: ReturnType<typeof setTimeout> | undefined
    setMessage(null)
    const poll = async (remaining: number) => {
      const answer = await api.applications.sandbox(ask ? { ask } : { ticket }, { isQuiet: true }).catch(() => null)
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
  }, [ask, ticket])
  return (
    <section className="l-sandbox" aria-label={inCurrentLanguage(texts.sandbox)}>
      <h2>{inCurrentLanguage(texts.sandbox)}</h2>
      {message ? <p>{message.to}</p> : null}
      <pre role="status">{message?.text ?? inCurrentLanguage(texts.sandboxEmpty)}</pre>
    </section>
  )
}
