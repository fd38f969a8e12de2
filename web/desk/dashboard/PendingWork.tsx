import { Link } from 'react-router'
import { pages } from '#/api/pages.ts'
import { formatCount } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { canOpen } from '#/web/kernel/session.ts'
import { keyOfPendingWork } from '#/web/shell/places.ts'
import { useWaiting } from '#/web/shell/useWaiting.ts'
import { LongWaitNote } from '#/web/shell/WaitingAge.tsx'
import { WaitingAmount } from '#/web/shell/WaitingAmount.tsx'
import { WaitingLink, WaitingPlace } from '#/web/shell/WaitingLink.tsx'
import { waitingNames } from '#/web/shell/waiting-names.ts'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { texts } from './texts.ts'

const maxItems = 10
const urgentKinds: ReadonlySet<string> = new Set(['failed', 'returned'])

/** The user's pending work, the first ten kinds. */
export function PendingWork() {
  const t = useText()
  const currentLanguage = useLanguage()
  const pendingWork = useWaiting()
  return (
    <section className="k-card" aria-labelledby="d-waiting">
      <h2 id="d-waiting" className="k-row k-spread">
        {t(texts.waiting)}
        {canOpen('message') ? (
          <Link className="d-more" to={pages.message.path}>
            {t(texts.all)}
          </Link>
        ) : null}
      </h2>
      <QueryContent query={pendingWork}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t(texts.nothingWaiting)} reason={t(texts.nothingWaitingMore)} />
          ) : (
            <ul className="d-waiting">
              {rows.slice(0, maxItems).map((row) => (
                <li key={keyOfPendingWork(row)}>
                  <WaitingLink row={row}>
                    <b className={urgentKinds.has(row.kind) ? 'd-count d-count-red' : 'd-count'}>{formatCount(row.count, currentLanguage)}</b>
                    <span className="d-waiting-what">
                      <span>
                        {t(waitingNames[row.kind])}
                        <WaitingPlace row={row} />
                      </span>
                      <WaitingAmount of={row} />
                      <LongWaitNote of={row} />
                    </span>
                    <em>{t(texts.handle)}</em>
                  </WaitingLink>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </section>
  )
}
