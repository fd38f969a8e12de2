import { useState } from 'react'
import { Link } from 'react-router'
import { showcaseRoutes } from '#/api/desk/showcase.texts.ts'
import type { ShowcaseArticle } from '#/api/desk/showcase.ts'
import { defaultPageSize, pageSizes } from '#/domain/base/paging.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useMock } from '#/web/showcase/mocks.ts'
import { texts } from '#/web/showcase/texts.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'

export interface ArticleList {
  readonly total: number
  readonly items: readonly ShowcaseArticle[]
}

export function useArticleColumns(): Column<ShowcaseArticle>[] {
  const t = useText()
  return [
    { key: 'id', title: t(texts.number), width: 80, align: 'right', sort: { up: '+id', down: '-id' }, render: (row) => row.id },
    {
      key: 'title',
      title: t(texts.title),
      width: 260,
      isAlways: true,
      isCut: true,
      render: (row) => <Link to={showcaseRoutes.exampleEdit.path.replace(':id', String(row.id))}>{row.title}</Link>,
    },
    { key: 'author', title: t(texts.author), width: 110, render: (row) => row.author },
    { key: 'importance', title: t(texts.importance), width: 110, render: (row) => '★'.repeat(row.importance) },
    {
      key: 'status',
      title: t(texts.status),
      width: 110,
      render: (row) => <StatusTag tone={row.status === 'published' ? 'green' : 'grey'}>{t(texts[row.status])}</StatusTag>,
    },
    { key: 'pageviews', title: t(texts.pageviews), width: 120, align: 'right', render: (row) => row.pageviews },
    { key: 'at', title: t(texts.date), width: 160, render: (row) => formatDateTime(row.at) },
  ]
}

const sorts = ['+id', '-id'] as const
const states = ['', 'published', 'draft'] as const
const importances = ['', '1', '2', '3'] as const
const initialState = { title: '', status: '', importance: '', sort: '+id', page: 1, size: defaultPageSize } as const
const allowedValues = { sort: sorts, status: states, importance: importances, size: pageSizes } as const

/** The product's standard list, with articles of the mock. */
export function Articles() {
  const t = useText()
  const columns = useArticleColumns()
  const [state, change] = useUrlState(initialState, allowedValues)
  const filters = Object.entries({ title: state.title, status: state.status, importance: state.importance }).filter(([, value]) => value !== '')
  const query = new URLSearchParams([...filters, ['page', String(state.page)], ['limit', String(state.size)], ['sort', state.sort]])
  const source = useMock<ArticleList>(`/article/list?${query}`)
  return (
    <>
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'text', name: 'title', label: t(texts.title) },
          {
            kind: 'choice',
            name: 'importance',
            label: t(texts.importance),
            choices: ['1', '2', '3'].map((value) => ({ value, label: '★'.repeat(Number(value)) })),
          },
          {
            kind: 'choice',
            name: 'status',
            label: t(texts.status),
            choices: (['published', 'draft'] as const).map((value) => ({ value, label: t(texts[value]) })),
          },
        ]}
      />
      <DataTable
        id="showArticles"
        label={t(showcaseRoutes.exampleList.title)}
        columns={columns}
        rows={source.data?.items ?? []}
        source={source}
        empty={{ reason: t(texts.noArticles) }}
        sorting={{ value: state.sort, onChange: (sort) => change({ sort: sort === '-id' ? '-id' : '+id' }) }}
        paging={{ page: state.page, size: state.size, count: source.data?.total ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
    </>
  )
}

function StatusArticles({ status }: { readonly status: ShowcaseArticle['status'] }) {
  const t = useText()
  const columns = useArticleColumns().filter(({ key }) => key !== 'status')
  const source = useMock<ArticleList>(`/article/list?limit=10&status=${status}`)
  return (
    <DataTable
      id={`showTab ${status}`}
      label={t(texts[status])}
      columns={columns.map(({ sort: _, ...column }) => column)}
      rows={source.data?.items ?? []}
      source={source}
      empty={{ reason: t(texts.noArticles) }}
    />
  )
}

/** A list for each state, in tabs. */
export function TabbedArticles() {
  const t = useText()
  const [active, setActive] = useState('published')
  return (
    <Tabs
      activeKey={active}
      onChange={setActive}
      items={(['published', 'draft'] as const).map((key) => ({ key, label: t(texts[key]), children: <StatusArticles status={key} /> }))}
    />
  )
}
