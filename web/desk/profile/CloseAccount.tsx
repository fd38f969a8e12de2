import { useState } from 'react'
import { closingStateNames } from '#/api/desk/closings.texts.ts'
import { ClosingObstacles } from '#/web/desk/closings/public.tsx'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { closeTexts as texts } from './close.texts.ts'

const CloseDialog = onDemand(async () => (await import('./profile-dialogs.ts')).CloseDialog)

/** 注销账户: an operator requests to close the account, sees the obstacles and can withdraw the request. */
export function AccountClosing() {
  const t = useText()
  const requests = useRead(api.closings.own, {})
  const [isAsking, setAsking] = useState(false)
  const withdraw = useSubmit(api.closings.withdraw)
  return (
    <section className="k-card" aria-labelledby="close-account">
      <h2 id="close-account">{t(texts.title)}</h2>
      <p className="k-muted">{t(texts.note)}</p>
      <QueryContent query={requests} lines={2}>
        {({ requests: [last], obstacles }) => (
          <div className="k-stack">
            <ClosingObstacles rows={obstacles} />
            {last && last.state !== 'open' ? (
              <p className="k-note">
                {formatDateTime(last.createdAt)} {[t(closingStateNames[last.state]), last.resolution].filter(Boolean).join(': ')}
              </p>
            ) : null}
            {last?.state === 'open' ? (
              <div className="k-row">
                <span>{t(texts.waits, { at: formatDateTime(last.createdAt), day: last.dueOn })}</span>
                <Button loading={withdraw.isBusy} onClick={() => void withdraw.submit({ closingId: last.id })}>
                  {t(texts.withdraw)}
                </Button>
              </div>
            ) : (
              <div>
                <Button danger onClick={() => setAsking(true)}>
                  {t(texts.ask)}
                </Button>
              </div>
            )}
          </div>
        )}
      </QueryContent>
      {isAsking ? <CloseDialog onClose={() => setAsking(false)} /> : null}
    </section>
  )
}
