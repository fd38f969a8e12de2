import { useState } from 'react'
import { articleLanguageNames, articleFields as fields, sectionNames } from '#/api/services/news.texts.ts'
import { defaultPageSize } from '#/domain/base/paging.ts'
import type { RichNode } from '#/domain/services/rich-text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime, formatDay, formatSize } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { RichView } from '#/web/parts/rich/RichView.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { texts } from './texts.ts'

type ReadArticle = OutputOf<typeof api.news.read>

async function fetchFile(id: number, fileId: string) {
  const { url } = await api.news.file({ id, fileId })
  window.open(url, '_blank', 'noopener')
}

function ArticleText({ article }: { readonly article: ReadArticle }) {
  const t = useText()
  const currentLanguage = useLanguage()
  return (
    <article className="k-stack">
      {article.language === currentLanguage ? null : <p className="k-note">{t(texts.shownIn, { language: t(articleLanguageNames[article.language]) })}</p>}
      <p className="k-muted">
        {t(sectionNames[article.section])} · {formatDateTime(article.publishedAt)}
        {article.effectiveFrom ? ` · ${t(fields.effectiveFrom)} ${article.effectiveFrom}` : ''}
      </p>
      {article.cover ? <img className="n-cover" src={article.cover} alt="" /> : null}
      {article.summary ? <p>{article.summary}</p> : null}
      <RichView doc={JSON.parse(article.body) as RichNode} />
      {article.attachments.map((file) => (
        <p key={file.id} className="k-row">
          <ActionButton type="link" onPress={() => fetchFile(article.id, file.id)}>
            {file.name}
          </ActionButton>
          <span className="k-muted">{formatSize(file.size)}</span>
        </p>
      ))}
    </article>
  )
}

function Feed({ onOpen }: { readonly onOpen: (id: number) => void }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const feed = useRead(api.news.feed, { page, size: defaultPageSize })
  return (
    <QueryContent query={feed}>
      {({ rows, count }) =>
        rows.length === 0 ? (
          <EmptyState title={t(texts.noNotices)} reason={t(texts.noNoticesMore)} />
        ) : (
          <>
            <ul className="n-list">
              {rows.map((row) => (
                <li key={row.id}>
                  <button type="button" onClick={() => onOpen(row.id)}>
                    <span>{row.title}</span>
                    <span className="k-muted">
                      {t(sectionNames[row.section])} · {formatDay(row.publishedAt)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <p className="k-row">
              {page > 1 ? <Button onClick={() => setPage(page - 1)}>{t(texts.newer)}</Button> : null}
              {page * defaultPageSize < count ? <Button onClick={() => setPage(page + 1)}>{t(texts.older)}</Button> : null}
            </p>
          </>
        )
      }
    </QueryContent>
  )
}

interface ReadingProps {
  /** 0 shows the list of articles. */
  readonly id: number
  readonly onOpen: (id: number) => void
  readonly onClose: () => void
}

/** Shows an article to signed-in users, or lists the articles for them. */
export function ReadingDrawer({ id, onOpen, onClose }: ReadingProps) {
  const t = useText()
  const detailQuery = useRead(api.news.read, { id: id || 1 }, { isEnabled: id !== 0 })
  const title = id === 0 ? t(texts.reading) : (detailQuery.data?.title ?? '')
  return (
    <DetailDrawer title={title} onClose={onClose} actions={id === 0 ? null : <Button onClick={() => onOpen(0)}>{t(texts.all)}</Button>}>
      {id === 0 ? <Feed onOpen={onOpen} /> : <QueryContent query={detailQuery}>{(article) => <ArticleText article={article} />}</QueryContent>}
    </DetailDrawer>
  )
}
