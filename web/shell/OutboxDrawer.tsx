import { api } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { CopyButton } from '#/web/ui/CopyButton.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { outboxTexts } from './outbox.texts.ts'
import { texts } from './texts.ts'

const POLL_MS = 3000

/** The messages that the demo stored instead of sending. */
export function OutboxDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const outbox = useRead(api.demo.outbox, {}, { everyMs: POLL_MS })
  return (
    <DetailDrawer title={t(texts.outbox)} onClose={onClose} width={560}>
      <p className="k-note">{t(outboxTexts.outboxNote)}</p>
      <QueryContent query={outbox}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState reason={t(outboxTexts.outboxNone)} />
          ) : (
            <ul className="s-outbox">
              {rows.map((row) => (
                <li key={row.id}>
                  <div className="k-row k-spread">
                    <span className="k-row">
                      <StatusTag tone="grey">{t(row.way === 'sms' ? outboxTexts.bySms : outboxTexts.byMail)}</StatusTag>
                      <b>{row.to}</b>
                    </span>
                    <time className="k-muted" dateTime={row.at}>
                      {formatDateTimeSeconds(row.at)}
                    </time>
                  </div>
                  {row.subject ? <h3>{row.subject}</h3> : null}
                  <p className="s-outbox-text">
                    {row.text} <CopyButton text={row.text} />
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </DetailDrawer>
  )
}
