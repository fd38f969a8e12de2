import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { OpenFilter } from '#/web/parts/review/OpenFilter.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { formatResultCount, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { DisputeTag } from './DisputeTag.ts'
import { texts } from './texts.ts'

const ResolveDialog = onDemand(async () => (await import('./ResolveDialog.tsx')).ResolveDialog)

type Row = OutputOf<typeof api.disputes.list>['rows'][number]

function DisputeList({ isOpen }: { readonly isOpen: boolean }) {
  const t = useText()
  const [state, change] = useUrlState({ disputePage: 1, disputeSize: 20, disputeAt: '' }, { disputeSize: pageSizes })
  const position = { page: state.disputePage, size: state.disputeSize, at: state.disputeAt }
  const list = useRead(api.disputes.list, { ...pageRequestOf(position), ...(isOpen && { state: 'open' as const }) })
  const { open: ask } = useOverlay<Row>((dialog, close) => <ResolveDialog row={dialog} onClose={close} />)
  const columns: Column<Row>[] = [
    { key: 'operator', title: t(texts.operator), width: 110, isAlways: true, render: (row) => row.operatorName },
    {
      key: 'state',
      title: t(texts.state),
      width: 170,
      render: (row) => <DisputeTag state={row.state} />,
    },
    { key: 'unit', title: t(texts.unit), width: 190, isCut: true, render: (row) => row.unitName },
    { key: 'statement', title: t(texts.statement), width: 240, isCut: true, render: (row) => row.statement },
    { key: 'at', title: t(texts.at), width: 150, render: (row) => formatDateTime(row.createdAt) },
    { key: 'result', title: t(texts.result), width: 220, isCut: true, render: (row) => [row.resolvedBy, row.resolution].filter(Boolean).join(': ') || '—' },
    {
      key: 'action',
      title: t(texts.action),
      width: 100,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <ActionButton size="small" type="link" reason={row.mayResolve} onPress={() => ask(row)}>
          {t(texts.resolve)}
        </ActionButton>
      ),
    },
  ]
  return (
    <DataTable
      id="disputes"
      label={t(texts.list)}
      columns={columns}
      source={list}
      empty={{ reason: t(texts.noDisputes) }}
      paging={pagingOf(position, list.data, ({ page, size, at }) => change({ disputePage: page, disputeSize: size, disputeAt: at }))}
      isPlain
    />
  )
}

/** The disputes a centre has to decide: the number pending and the list. */
export function Disputes() {
  const t = useText()
  const [{ disputes }, change] = useUrlState({ disputes: '' })
  const isOpen = disputes !== ''
  const list = useRead(api.disputes.list, { page: 1, size: 20 }, { follows: ['candidates'] })
  const open = list.data?.open ?? 0
  const currentLanguage = useLanguage()
  return (
    <>
      <Button danger={open > 0} onClick={() => change({ disputes: '1' })}>
        {open > 0 ? t(texts.listOpen, { count: formatResultCount(open, currentLanguage) }) : t(texts.list)}
      </Button>
      <DetailDrawer isOpen={isOpen} title={t(texts.list)} onClose={() => change({ disputes: '' })} width={1080}>
        {isOpen ? (
          <>
            <OpenFilter label={t(texts.list)} isOpen={disputes === 'open'} onChange={(only) => change({ disputes: only ? 'open' : '1' })} />
            <DisputeList key={disputes} isOpen={disputes === 'open'} />
          </>
        ) : null}
      </DetailDrawer>
    </>
  )
}
