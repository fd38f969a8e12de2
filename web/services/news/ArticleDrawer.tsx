import { type ReactNode, useState } from 'react'
import { articleLanguageNames, articleFields as fields } from '#/api/services/news.texts.ts'
import { languages } from '#/domain/base/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { LineChanges } from '#/web/parts/rich/LineChanges.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { ArticleForm } from './ArticleForm.tsx'
import { ArticleTag } from './ArticleTag.ts'
import { texts } from './texts.ts'
import './news.css'
import { useOverlay } from '#/web/ui/overlays.tsx'

const ScheduleDialog = onDemand(async () => (await import('./ScheduleDialog.tsx')).ScheduleDialog)

export type Article = OutputOf<typeof api.news.get>

/** A preview in a sandboxed document without scripts and navigation. */
function Preview({ article }: { readonly article: Article }) {
  const t = useText()
  const detailQuery = useRead(api.news.preview, { id: article.id })
  return <QueryContent query={detailQuery}>{({ html }) => <iframe className="n-preview" title={t(texts.preview)} sandbox="" srcDoc={html} />}</QueryContent>
}

function Versions({ article }: { readonly article: Article }) {
  const t = useText()
  const [no, choose] = useState(0)
  const comparison = useRead(api.news.compare, { id: article.id, from: no, to: 0 }, { isEnabled: no !== 0 })
  if (article.versions.length === 0) return <EmptyState title={t(texts.versions)} reason={t(texts.noVersions)} />
  return (
    <div className="k-stack">
      {article.versions.map((version) => (
        <p key={version.no} className="k-row">
          <b>
            {t(fields.no)} {version.no}
          </b>
          <span>{version.title}</span>
          <span className="k-muted">
            {version.publishedBy ?? t(texts.byItself)} {formatDateTime(version.publishedAt)}
          </span>
          {version.effectiveFrom ? (
            <StatusTag tone="blue">
              {t(fields.effectiveFrom)} {version.effectiveFrom}
            </StatusTag>
          ) : null}
          <Button type="link" onClick={() => choose(version.no)}>
            {t(texts.compare)}
          </Button>
        </p>
      ))}
      {comparison.data && no !== 0 ? (
        <section className="k-panel">
          <h3>{t(texts.comparing, { no })}</h3>
          <LineChanges changes={comparison.data.changes} />
        </section>
      ) : null}
    </div>
  )
}

interface ActionsProps {
  readonly article: Article
  readonly isDirty: boolean
  readonly onMoved: (article: Article) => void
  readonly onGone: () => void
}

function Actions({ article, isDirty, onMoved, onGone }: ActionsProps) {
  const t = useText()
  const { open: openSchedule } = useOverlay((_, close) => <ScheduleDialog at={target} onClose={close} onDone={onMoved} />)
  const target = { id: article.id, version: article.version }
  const publish = useSubmit(api.news.publish, { onDone: onMoved })
  const takeDown = useSubmit(api.news.takeDown, { onDone: onMoved })
  const unschedule = useSubmit(api.news.unschedule, { onDone: onMoved })
  const remove = useSubmit(api.news.remove, { onDone: onGone })
  const unsavedReason = isDirty ? t(texts.saveFirst) : ''
  const confirmAction = (what: 'publish' | 'takeDown' | 'remove', content: string, onOk: () => Promise<unknown>) =>
    confirm({ title: `${t(texts[what])}: ${article.title}`, content, okText: t(texts[what]), onOk })
  return (
    <div className="k-row">
      <ActionButton
        type="primary"
        reason={article.may.publish || unsavedReason}
        isBusy={publish.isBusy}
        onPress={() => confirmAction('publish', t(texts.publishSure), () => publish.submit(target))}
      >
        {t(texts.publish)}
      </ActionButton>
      {article.may.schedule === '' ? (
        <ActionButton reason={unsavedReason} onPress={() => openSchedule()}>
          {t(texts.schedule)}
        </ActionButton>
      ) : null}
      {article.may.unschedule === '' ? (
        <ActionButton isBusy={unschedule.isBusy} onPress={() => unschedule.submit(target)}>
          {t(texts.unschedule)}
        </ActionButton>
      ) : null}
      {article.may.takeDown === '' ? (
        <ActionButton danger isBusy={takeDown.isBusy} onPress={() => confirmAction('takeDown', t(texts.takeDownSure), () => takeDown.submit(target))}>
          {t(texts.takeDown)}
        </ActionButton>
      ) : null}
      {article.may.remove === '' ? (
        <ActionButton danger isBusy={remove.isBusy} onPress={() => confirmAction('remove', t(texts.removeSure), () => remove.submit(target))}>
          {t(texts.remove)}
        </ActionButton>
      ) : null}
    </div>
  )
}

function Translations({ article, onOpen }: { readonly article: Article; readonly onOpen: (id: number) => void }) {
  const t = useText()
  const translate = useSubmit(api.news.translate, { onDone: ({ id }) => onOpen(id) })
  const missingLanguages = can('news:edit')
    ? languages.filter((language) => !article.translations.some((translation) => translation.language === language))
    : []
  return (
    <p className="k-row">
      <span className="k-muted">{t(texts.translations)}</span>
      {article.translations.map((translation) => (
        <Button
          key={translation.id}
          size="small"
          type={translation.id === article.id ? 'default' : 'link'}
          disabled={translation.id === article.id}
          onClick={() => onOpen(translation.id)}
        >
          {t(articleLanguageNames[translation.language])}
        </Button>
      ))}
      {missingLanguages.map((language) => (
        <ActionButton key={language} size="small" isBusy={translate.isBusy} onPress={() => translate.submit({ id: article.id, language })}>
          {t(texts.translate, { language: t(articleLanguageNames[language]) })}
        </ActionButton>
      ))}
    </p>
  )
}

interface DrawerProps {
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  /** Opens another article; 0 closes the drawer. */
  readonly onOpen: (id: number) => void
}

/**
 * One article. Saving sends the version opened. If a colleague saved in between, the server refuses the save, and the
 * user's input stays.
 */
export function ArticleDrawer({ id, pane, onPane, onOpen }: DrawerProps) {
  const t = useText()
  const detailQuery = useRead(api.news.get, { id })
  const [own, setOwn] = useState<Article | null>(null)
  const [isDirty, setDirty] = useState(false)
  const [first, setFirst] = useState<Article | null>(null)
  if (first === null && detailQuery.data?.id === id) setFirst(detailQuery.data)
  const article = own ?? first ?? undefined
  const withArticle = (content: (row: Article) => ReactNode) => <QueryContent query={{ ...detailQuery, data: article }}>{content}</QueryContent>
  return (
    <DetailDrawer
      title={article?.title ?? ''}
      width={960}
      isDirty={isDirty}
      onClose={() => onOpen(0)}
      pane={pane}
      onPane={onPane}
      panes={[
        {
          key: 'edit',
          label: t(texts.edit),
          content: withArticle((row) => (
            <ArticleForm
              article={row}
              onDirty={setDirty}
              onSaved={(saved) => {
                setOwn(saved)
                setDirty(false)
              }}
            />
          )),
        },
        { key: 'preview', label: t(texts.preview), content: withArticle((row) => <Preview key={row.version} article={row} />) },
        { key: 'versions', label: t(texts.versions), content: withArticle((row) => <Versions article={row} />) },
      ]}
    >
      {article ? (
        <div className="k-stack">
          <p className="k-row">
            <ArticleTag state={article.state} />
            {article.publishAt ? <span>{formatDateTime(article.publishAt)}</span> : null}
            {article.hasChanges ? <StatusTag tone="gold">{t(texts.changes)}</StatusTag> : null}
          </p>
          <Actions article={article} isDirty={isDirty} onMoved={setOwn} onGone={() => onOpen(0)} />
          <Translations article={article} onOpen={onOpen} />
        </div>
      ) : null}
    </DetailDrawer>
  )
}
