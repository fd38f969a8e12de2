import { useState } from 'react'
import { defaultPageSize } from '#/domain/base/paging.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDay } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Button } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'
import './news.css'

const ReadingDrawer = onDemand(async () => (await import('./ReadingDrawer.tsx')).ReadingDrawer)

const maxArticles = 5
const POLL_MS = 300_000

/** The latest notices for this user, opened in a drawer next to their work. */
export function Notices() {
  const t = useText()
  const [open, setOpen] = useState<number | null>(null)
  const notices = useRead(api.news.feed, { section: 'notice', page: 1, size: defaultPageSize }, { everyMs: POLL_MS })
  return (
    <section className="k-card" aria-labelledby="n-notices">
      <h2 id="n-notices" className="k-row k-spread">
        {t(texts.notices)}
        <Button type="link" onClick={() => setOpen(0)}>
          {t(texts.all)}
        </Button>
      </h2>
      <QueryContent query={notices}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t(texts.noNotices)} reason={t(texts.noNoticesMore)} />
          ) : (
            <ul className="n-list">
              {rows.slice(0, maxArticles).map((row) => (
                <li key={row.id}>
                  <button type="button" onClick={() => setOpen(row.id)}>
                    <span>{row.title}</span>
                    {row.isPinned ? <StatusTag tone="gold">{t(texts.pinned)}</StatusTag> : null}
                    <span className="k-muted">{formatDay(row.publishedAt)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
      {open === null ? null : <ReadingDrawer id={open} onOpen={setOpen} onClose={() => setOpen(null)} />}
    </section>
  )
}
