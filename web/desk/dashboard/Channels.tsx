import { Link } from 'react-router'
import { pages } from '#/api/pages.ts'
import { api } from '#/web/kernel/api.ts'
import { formatCount } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './desk-texts.ts'
import { ScrollTable } from './ScrollTable.tsx'

const POLL_MS = 60_000

/** Today's state of each channel, a subset of the payment console. */
export function Channels() {
  const t = useText()
  const currentLanguage = useLanguage()
  const channels = useRead(api.payouts.console, {}, { everyMs: POLL_MS, follows: ['batches'] })
  const path = `${pages.zfPtListpt.path}?tab=console`
  return (
    <section className="k-card" aria-labelledby="d-channels">
      <h2 id="d-channels" className="k-row k-spread">
        {t(texts.channels)}
        <Link className="d-more" to={path}>
          {t(texts.console)}
        </Link>
      </h2>
      <QueryContent query={channels} lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState reason={t(texts.noChannels)} />
          ) : (
            <ScrollTable>
              <table className="d-table">
                <thead>
                  <tr>
                    <th scope="col">{t(texts.channel)}</th>
                    <th scope="col">{t(texts.state)}</th>
                    <th scope="col">{t(texts.rate)}</th>
                    <th scope="col">{t(texts.average)}</th>
                    <th scope="col">{t(texts.inFlight)}</th>
                    <th scope="col">{t(texts.unknown)}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => {
                    const finishedToday = row.successToday + row.failedToday
                    return (
                      <tr key={row.channelId}>
                        <th scope="row">
                          <Link to={path}>{row.name}</Link>
                          <div className="k-note">{row.centreName}</div>
                        </th>
                        <td>
                          <StatusTag tone={row.isPaused ? 'red' : 'green'} title={row.pausedReason}>
                            {t(row.isPaused ? texts.paused : texts.running)}
                          </StatusTag>
                        </td>
                        <td className="d-wrap">
                          {finishedToday === 0
                            ? t(texts.noneToday)
                            : t(texts.rateOf, { rate: row.successToday / finishedToday, done: row.successToday, ended: finishedToday })}
                        </td>
                        <td>{row.averageSeconds === null ? '—' : t(texts.seconds, { count: row.averageSeconds })}</td>
                        <td>{formatCount(row.queued + row.inFlight, currentLanguage)}</td>
                        <td className={row.unknown > 0 ? 'd-alarm' : ''}>{formatCount(row.unknown, currentLanguage)}</td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            </ScrollTable>
          )
        }
      </QueryContent>
    </section>
  )
}
