import { useState } from 'react'
import { appealStateNames } from '#/api/onboarding/applications.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { OpenFilter } from '#/web/parts/review/OpenFilter.tsx'
import { reviewTexts } from '#/web/parts/review/review.texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { formatResultCount, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { reviewTexts as texts } from './review.texts.ts'

const AppealPane = onDemand(async () => (await import('./AppealReview.tsx')).AppealPane)

type Row = OutputOf<typeof api.applications.appeals>['rows'][number]
const AppealTag = stateTag(appealStateNames, { open: 'gold', handed: 'green', freed: 'green', rejected: 'red', withdrawn: 'grey' })
function AppealList({ isOpen }: { readonly isOpen: boolean }) {
  const t = useText()
  const [state, change] = useUrlState({ appealPage: 1, appealSize: 20, appealAt: '' }, { appealSize: pageSizes })
  const position = { page: state.appealPage, size: state.appealSize, at: state.appealAt }
  const list = useRead(api.applications.appeals, { ...pageRequestOf(position), ...(isOpen && { state: 'open' as const }) }, { follows: ['applications'] })
  const [opened, open] = useState<number | null>(null)
  const columns: Column<Row>[] = [
    { key: 'no', title: t(texts.recordNo), width: 190, isAlways: true, render: (row) => row.no },
    { key: 'name', title: t(texts.appellant), width: 150, isCut: true, render: (row) => row.name },
    { key: 'state', title: t(texts.status), width: 190, render: (row) => <AppealTag state={row.state} /> },
    { key: 'statement', title: t(texts.statement), width: 240, isCut: true, render: (row) => row.statement },
    { key: 'at', title: t(texts.appealedAt), width: 150, render: (row) => formatDateTime(row.createdAt) },
    { key: 'result', title: t(texts.outcome), width: 200, isCut: true, render: (row) => [row.resolvedBy, row.resolution].filter(Boolean).join(': ') || '—' },
    {
      key: 'action',
      title: t(reviewTexts.action),
      width: 90,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <Button type="link" size="small" onClick={() => open(row.id)}>
          {t(row.mayDecide === '' ? texts.decideAppeal : reviewTexts.look)}
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable
        id="appeals"
        label={t(texts.appeals)}
        columns={columns}
        source={list}
        empty={{ reason: t(texts.noAppeals) }}
        paging={pagingOf(position, list.data, ({ page, size, at }) => change({ appealPage: page, appealSize: size, appealAt: at }))}
        isPlain
      />
      {opened === null ? null : <AppealPane id={opened} onClose={() => open(null)} />}
    </>
  )
}

/** Appeals against "registered already": the number pending and the list. */
export function Appeals() {
  const t = useText()
  const [{ appeals }, change] = useUrlState({ appeals: '' })
  const isOpen = appeals !== ''
  const list = useRead(api.applications.appeals, { page: 1, size: 20 }, { follows: ['applications'] })
  const open = list.data?.open ?? 0
  const currentLanguage = useLanguage()
  return (
    <>
      <Button danger={open > 0} onClick={() => change({ appeals: '1' })}>
        {open > 0 ? t(texts.appealsOpen, { count: formatResultCount(open, currentLanguage) }) : t(texts.appeals)}
      </Button>
      <DetailDrawer isOpen={isOpen} title={t(texts.appeals)} onClose={() => change({ appeals: '' })} width={1080}>
        {isOpen ? (
          <>
            <OpenFilter label={t(texts.appeals)} isOpen={appeals === 'open'} onChange={(only) => change({ appeals: only ? 'open' : '1' })} />
            <AppealList key={appeals} isOpen={appeals === 'open'} />
          </>
        ) : null}
      </DetailDrawer>
    </>
  )
}
