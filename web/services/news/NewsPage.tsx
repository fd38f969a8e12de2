import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { articleLanguageNames, articleStateNames, audienceNames, articleFields as fields, sectionNames } from '#/api/services/news.texts.ts'
import { defaultPageSize, pageSizes } from '#/domain/base/paging.ts'
import { languages } from '#/domain/base/text.ts'
import { articleSections, articleStates } from '#/domain/services/article.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatCount, formatDateTime } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { ArticleTag } from './ArticleTag.ts'
import { texts } from './texts.ts'

const ArticleDrawer = onDemand(async () => (await import('./ArticleDrawer.tsx')).ArticleDrawer)
const CreateDialog = onDemand(async () => (await import('./CreateDialog.tsx')).CreateDialog)

type Row = OutputOf<typeof api.news.list>['rows'][number]

const initialState = { keyword: '', section: '', state: '', language: '', open: 0, pane: 'edit', page: 1, size: defaultPageSize } as const
const allowedValues = { section: articleSections, state: articleStates, language: languages, pane: ['preview', 'versions'], size: pageSizes } as const

function useColumns(open: (id: number) => void): Column<Row>[] {
  const t = useText()
  const currentLanguage = useLanguage()
  return [
    { key: 'title', title: t(fields.title), width: 260, isAlways: true, pin: 'left', isCut: true, render: (row) => row.title },
    { key: 'section', title: t(fields.section), width: 110, render: (row) => t(sectionNames[row.section]) },
    { key: 'language', title: t(fields.language), width: 90, render: (row) => t(articleLanguageNames[row.language]) },
    {
      key: 'state',
      title: t(fields.state),
      width: 110,
      isAlways: true,
      render: (row) => <ArticleTag state={row.state} />,
    },
    { key: 'pinned', title: t(fields.isPinned), width: 80, render: (row) => (row.isPinned ? <StatusTag tone="gold">{t(texts.pinned)}</StatusTag> : '—') },
    { key: 'published', title: t(fields.publishedAt), width: 150, render: (row) => formatDateTime(row.publishAt ?? row.publishedAt ?? '') || '—' },
    { key: 'reads', title: t(fields.reads), width: 80, align: 'right', render: (row) => formatCount(row.reads, currentLanguage) },
    {
      key: 'votes',
      title: t(fields.votes),
      width: 150,
      align: 'right',
      render: (row) => (row.section === 'knowledge' ? `${formatCount(row.helped, currentLanguage)} / ${formatCount(row.notHelped, currentLanguage)}` : '—'),
    },
    { key: 'author', title: t(fields.author), width: 110, isCut: true, render: (row) => row.author },
    {
      key: 'audiences',
      title: t(fields.audiences),
      width: 180,
      isCut: true,
      render: (row) => row.audiences.map((audience) => t(audienceNames[audience])).join(' / '),
    },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.title, onOpen: (row) => open(row.id) }),
  ]
}

/** 新闻列表: news, notices, the knowledge base and rules. */
export default function NewsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isCreating, setCreating] = useState(false)
  const filter = setConditions({ keyword: state.keyword, section: state.section, state: state.state, language: state.language })
  const list = useRead(api.news.list, { ...filter, page: state.page, size: state.size })
  const open = (id: number) => change({ open: id, pane: 'edit' })
  return (
    <>
      <PageHeader
        title={t(pageTitles.newsEdit)}
        actions={
          can('news:edit') ? (
            <Button type="primary" onClick={() => setCreating(true)}>
              {t(texts.create)}
            </Button>
          ) : null
        }
      />
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keyword) },
          { kind: 'choice', name: 'section', label: t(fields.section), choices: choicesOf(t, articleSections, sectionNames) },
          { kind: 'choice', name: 'state', label: t(fields.state), choices: choicesOf(t, articleStates, articleStateNames) },
          { kind: 'choice', name: 'language', label: t(fields.language), choices: choicesOf(t, languages, articleLanguageNames) },
        ]}
      />
      <DataTable
        id="news"
        label={t(pageTitles.newsEdit)}
        columns={useColumns(open)}
        source={list}
        empty={{ reason: t(texts.none) }}
        tools={<ExportButton file={() => api.news.exportList(filter)} />}
        onOpen={(row) => open(row.id)}
        openKey={state.open || null}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      {state.open === 0 ? null : (
        <ArticleDrawer
          key={state.open}
          id={state.open}
          pane={state.pane}
          onPane={(pane) => change({ pane: pane === 'preview' || pane === 'versions' ? pane : 'edit' })}
          onOpen={open}
        />
      )}
      {isCreating ? <CreateDialog onClose={() => setCreating(false)} onMade={open} /> : null}
    </>
  )
}
