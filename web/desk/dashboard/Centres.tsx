import { Link } from 'react-router'
import { api } from '#/web/kernel/api.ts'
import { formatCount } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { texts } from './desk-texts.ts'
import { ScrollTable } from './ScrollTable.tsx'

const POLL_MS = 300_000

/** The centres in comparison: payments this month and pending work, each figure linked to its list. */
export function Centres() {
  const t = useText()
  const currentLanguage = useLanguage()
  const centres = useRead(api.dashboard.centres, {}, { everyMs: POLL_MS })
  return (
    <section className="k-card d-whole" aria-labelledby="d-centres">
      <h2 id="d-centres">{t(texts.centres)}</h2>
      <QueryContent query={centres} lines={4}>
        {(rows) => (
          <ScrollTable>
            <table className="d-table">
              <thead>
                <tr>
                  <th scope="col">{t(texts.centre)}</th>
                  <th scope="col">{t(texts.paid)}</th>
                  <th scope="col">{t(texts.payments)}</th>
                  <th scope="col">{t(texts.auditing)}</th>
                  <th scope="col">{t(texts.paying)}</th>
                  <th scope="col">{t(texts.returned)}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.centreId}>
                    <th scope="row">{row.name}</th>
                    <td>
                      {row.paidPath === null ? (
                        '—'
                      ) : (
                        <Link to={row.paidPath}>
                          <Money value={row.amount} />
                        </Link>
                      )}
                    </td>
                    <td>{row.paidPath === null ? '—' : <Link to={row.paidPath}>{formatCount(row.count, currentLanguage)}</Link>}</td>
                    <td>
                      <Link to={`${row.batchPath}&tab=auditing`}>{formatCount(row.auditing, currentLanguage)}</Link>
                    </td>
                    <td>
                      <Link to={`${row.batchPath}&tab=paying`}>{formatCount(row.paying, currentLanguage)}</Link>
                    </td>
                    <td>
                      <Link to={`${row.batchPath}&tab=returned&states=partial,failed`}>{formatCount(row.returned, currentLanguage)}</Link>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollTable>
        )}
      </QueryContent>
    </section>
  )
}
