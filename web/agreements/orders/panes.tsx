import { Link } from 'react-router'
import { orderPaperKindNames } from '#/api/agreements/orders.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime, formatSize } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList as listed } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { BatchTag } from '#/web/parts/money/BatchTag.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { AssignmentTag, type OrderDetail } from './tags.tsx'
import { texts } from './texts.ts'

const WithdrawDialog = onDemand(async () => (await import('./ActionDialogs.tsx')).WithdrawDialog)
const RemovePaperDialog = onDemand(async () => (await import('./ActionDialogs.tsx')).RemovePaperDialog)

type Person = OutputOf<typeof api.orders.people>['rows'][number]
type Paper = OutputOf<typeof api.orders.papers>['rows'][number]
type Batch = OutputOf<typeof api.orders.batches>['rows'][number]

/** Returns the position of a list inside the drawer. */
function usePanePaging() {
  const [state, change] = useUrlState({ panePage: 1, paneSize: 20 }, { paneSize: pageSizes })
  const paging = (count: number | undefined) => ({
    page: state.panePage,
    size: state.paneSize,
    count: count ?? 0,
    onChange: (panePage: number, paneSize: number) => change({ panePage, paneSize }),
  })
  return { page: { page: state.panePage, size: state.paneSize }, paging }
}

/** The operators assigned to an order, and their answers. */
export function People({ order }: { readonly order: OrderDetail }) {
  const t = useText()
  const { page, paging } = usePanePaging()
  const { open: withdraw } = useOverlay<Person>((person, close) => <WithdrawDialog order={order} person={person} onClose={close} />)
  const peopleQuery = useRead(api.orders.people, { id: order.id, ...page }, { follows: ['orders'] })
  const columns: Column<Person>[] = [
    { key: 'name', title: t(texts.name), width: 110, render: (row) => row.name },
    { key: 'code', title: t(texts.code), width: 170, render: (row) => row.code },
    { key: 'state', title: t(texts.state), width: 100, render: (row) => <AssignmentTag state={row.state} /> },
    { key: 'assigned', title: t(texts.assignedAt), width: 150, render: (row) => formatDateTime(row.assignedAt) },
    { key: 'by', title: t(texts.assignedBy), width: 100, render: (row) => row.assignedBy },
    { key: 'answered', title: t(texts.answeredAt), width: 150, render: (row) => formatDateTime(row.answeredAt) || '—' },
    { key: 'reason', title: t(texts.reason), width: 160, isCut: true, render: (row) => row.reason || '—' },
    {
      key: 'action',
      title: t(texts.action),
      width: 90,
      render: (row) =>
        order.may.assign === '' && (row.state === 'offered' || row.state === 'accepted') ? (
          <Button type="link" size="small" onClick={() => withdraw(row)}>
            {t(texts.withdraw)}
          </Button>
        ) : null,
    },
  ]
  return (
    <DataTable
      id="order-people"
      label={t(texts.people)}
      columns={columns}
      rowKey={(row) => row.operatorId}
      source={peopleQuery}
      empty={{ reason: t(texts.noPeople) }}
      paging={paging(peopleQuery.data?.count)}
      isPlain
    />
  )
}

function PaperName({ paper }: { readonly paper: Paper }) {
  const t = useText()
  return (
    <span>
      {paper.no ? `${paper.no} · ` : ''}
      {paper.name} <span className="k-muted">{formatSize(paper.size)}</span>
      {paper.alsoIn.length > 0 ? (
        <>
          {' '}
          <StatusTag tone="red" title={paper.explanation}>
            {t(texts.alsoIn, { orders: listed(paper.alsoIn) })}
          </StatusTag>
        </>
      ) : null}
      {paper.removed ? <span className="k-note">{t(texts.removed, { reason: paper.removed.reason })}</span> : null}
    </span>
  )
}

/** Deliverables, business lists and acceptance sheets. */
export function Papers({ order }: { readonly order: OrderDetail }) {
  const t = useText()
  const { page, paging } = usePanePaging()
  const { open: remove } = useOverlay<Paper>((paper, close) => <RemovePaperDialog order={order} paper={paper} onClose={close} />)
  const papersQuery = useRead(api.orders.papers, { id: order.id, ...page }, { follows: ['orders'] })
  const columns: Column<Paper>[] = [
    { key: 'kind', title: t(texts.kind), width: 100, render: (row) => t(orderPaperKindNames[row.kind]) },
    { key: 'name', title: t(texts.file), width: 260, render: (row) => <PaperName paper={row} /> },
    { key: 'period', title: t(texts.month), width: 90, render: (row) => row.period || '—' },
    moneyColumn('amount', t(texts.amount), 130),
    { key: 'note', title: t(texts.note), width: 140, isCut: true, render: (row) => row.note || '—' },
    { key: 'by', title: t(texts.by), width: 100, render: (row) => row.by },
    { key: 'at', title: t(texts.at), width: 150, render: (row) => formatDateTime(row.at) },
    {
      key: 'action',
      title: t(texts.action),
      width: 150,
      render: (row) => (
        <span className="k-row">
          <DownloadButton type="link" size="small" file={row.fileId} />
          {row.mayRemove === '' ? (
            <Button type="link" size="small" onClick={() => remove(row)}>
              {t(texts.remove)}
            </Button>
          ) : null}
        </span>
      ),
    },
  ]
  return (
    <DataTable
      id="order-papers"
      label={t(texts.papers)}
      columns={columns}
      source={papersQuery}
      empty={{ reason: t(texts.noPapers) }}
      paging={paging(papersQuery.data?.count)}
      isPlain
    />
  )
}

/** The batches that pay for the order. */
export function Batches({ order }: { readonly order: OrderDetail }) {
  const t = useText()
  const { page, paging } = usePanePaging()
  const batchesQuery = useRead(api.orders.batches, { id: order.id, ...page }, { follows: ['batches'] })
  const columns: Column<Batch>[] = [
    { key: 'no', title: t(texts.batchNo), width: 210, render: (row) => <Link to={row.path}>{row.no}</Link> },
    { key: 'state', title: t(texts.state), width: 120, render: (row) => <BatchTag batch={row} /> },
    { key: 'lines', title: t(texts.lines), width: 90, align: 'right', render: (row) => row.lines },
    moneyColumn('gross', t(texts.gross), 150),
    { key: 'at', title: t(texts.at), width: 150, render: (row) => formatDateTime(row.createdAt) },
  ]
  return (
    <DataTable
      id="order-batches"
      label={t(texts.batches)}
      columns={columns}
      source={batchesQuery}
      empty={{ reason: t(texts.noBatches) }}
      paging={paging(batchesQuery.data?.count)}
      isPlain
    />
  )
}
