import { Link } from 'react-router'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { texts } from './desk-texts.ts'
import { texts as pageTexts } from './texts.ts'

const POLL_MS = 300_000

/** The units with the highest payments this month. Each links to its receipts. */
export function Ranking() {
  const t = useText()
  const ranking = useRead(api.dashboard.ranking, {}, { everyMs: POLL_MS })
  return (
    <section className="k-card" aria-labelledby="d-ranking">
      <h2 id="d-ranking">{t(texts.ranking)}</h2>
      <QueryContent query={ranking} lines={5}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <EmptyState title={t(texts.noRanking)} reason={t(texts.noRankingMore)} />
          ) : (
            <ol className="d-ranking">
              {rows.map((row, at) => (
                <li key={row.unitId}>
                  <Link to={row.path}>
                    <b>{at + 1}</b>
                    <span className="d-cut">{row.unitName}</span>
                    <span className="k-note">{t(pageTexts.lines, { count: row.count })}</span>
                    <Money value={row.amount} />
                    <span className="k-note d-share">{t(texts.share, { share: total === 0 ? 0 : row.amount / total })}</span>
                    <meter min={0} max={rows[0]?.amount ?? 1} value={row.amount} aria-hidden="true" />
                  </Link>
                </li>
              ))}
            </ol>
          )
        }
      </QueryContent>
    </section>
  )
}
