import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { texts } from './texts.ts'

const POLL_MS = 1000

interface MobileSandboxProps {
  readonly change: string
  /** The number of expected messages. */
  readonly expected: number
}

/** In the demo, shows the messages that would have been sent for this change, newest first. */
export function MobileSandbox({ change, expected }: MobileSandboxProps) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  const sandbox = useRead(api.profile.mobileSandbox, { change }, { everyMs: isWhole ? null : POLL_MS, keepLast: false })
  const messages = sandbox.data?.messages ?? []
  if (!isWhole && messages.length >= expected) setWhole(true)
  return (
    <section className="p-sandbox" aria-label={t(texts.sandbox)}>
      <b>{t(texts.sandbox)}</b>
      <div role="status">
        {messages.length === 0 ? <p>{t(texts.sandboxWaits)}</p> : null}
        {messages.map((message) => (
          <p key={message.id}>
            <b>{message.to}</b> {message.text}
          </p>
        ))}
      </div>
    </section>
  )
}
