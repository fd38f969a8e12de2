import { useEffect, useState } from 'react'
import { superKey } from '#/api/pages.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs, setServerNow } from '#/web/kernel/clock.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can, type User } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { ExperimentOutlined } from '#/web/ui/icons.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { texts } from './texts.ts'

const OutboxDrawer = onDemand(async () => (await import('./OutboxDrawer.tsx')).OutboxDrawer)

const TICK_MS = 15_000

/** Warns that the data is not real, shows the virtual clock and lets the user advance it. */
export function DemoBanner({ user }: { readonly user: User }) {
  const t = useText()
  const [, tick] = useState(0)
  const [isOutboxOpen, setOutboxOpen] = useState(false)
  const demo = useRead(api.demo.accounts, {}, { isEnabled: user.mode === 'demo' })
  const advanceClock = useSubmit(api.demo.advance, {
    onDone: ({ now }) => {
      setServerNow(now)
      tick((count) => count + 1)
    },
  })
  const serverTime = demo.data?.now
  useEffect(() => {
    if (!serverTime) return
    setServerNow(serverTime)
    tick((count) => count + 1)
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [serverTime])
  if (user.mode !== 'demo') return null
  const steps = [
    { minutes: 60, text: texts.plusHour },
    { minutes: 1440, text: texts.plusDay },
    { minutes: 2880, text: texts.plusTwoDays },
  ]
  return (
    <div className="s-demo" role="note">
      <span className="s-demo-words">
        <Icon of={ExperimentOutlined} /> {t(texts.demo)}
        {can(superKey) ? (
          <Button size="small" type="text" onClick={() => setOutboxOpen(true)}>
            {t(texts.outbox)}
          </Button>
        ) : null}
      </span>
      {isOutboxOpen ? <OutboxDrawer onClose={() => setOutboxOpen(false)} /> : null}
      {serverTime ? (
        <span className="s-demo-clock">
          {t(texts.virtualTime)} <b>{formatDateTime(new Date(nowMs()).toISOString())}</b>
          {steps.map((step) => (
            <ActionButton
              key={step.minutes}
              size="small"
              type="text"
              isBusy={advanceClock.isBusy}
              onPress={() => advanceClock.submit({ minutes: step.minutes })}
            >
              {t(step.text)}
            </ActionButton>
          ))}
        </span>
      ) : null}
    </div>
  )
}
