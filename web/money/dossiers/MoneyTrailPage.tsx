import { Link } from 'react-router'
import { trailKindNames } from '#/api/money/dossiers.texts.ts'
import { lineStateNames } from '#/api/money/lines.texts.ts'
import { voucherKinds } from '#/api/money/vouchers.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/paging.ts'
import type { Text } from '#/domain/text.ts'
import { trailKinds } from '#/domain/trail.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatSecond } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { type Column, DataTable, type DataTableProps } from '#/web/ui/DataTable.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, type Paging, pagingOf, turnOf } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { partyNames, texts } from './texts.ts'

type Trail = OutputOf<typeof api.dossiers.trail>
type Node = Trail['topups'][number] | Trail['batches'][number]
type Line = Trail['lines'][number]

const initial = { from: '', ...firstPage } as const

/** `batch:12` of the address; null where it says nothing of the kind. */
function readFrom(from: string) {
  const [kind, id] = from.split(':')
  const known = trailKinds.find((each) => each === kind)
  return known && /^\d{1,15}$/.test(id ?? '') ? { kind: known, id: Number(id) } : null
}

function useNodeColumns(linkOf: (row: Node) => string | null): Column<Node>[] {
  const say = useText()
  return [
    {
      key: 'no',
      title: say(texts.no),
      width: 230,
      isAlways: true,
      render: (row) => {
        const to = linkOf(row)
        return to ? <Link to={to}>{row.no}</Link> : row.no
      },
    },
    { key: 'amount', title: say(texts.amount), width: 140, align: 'right', render: (row) => <Money value={row.amount} isSigned /> },
    { key: 'used', title: say(texts.used), width: 140, align: 'right', render: (row) => <Money value={row.used} isStrong /> },
    { key: 'before', title: say(texts.before), width: 150, align: 'right', render: (row) => <Money value={row.before} /> },
    { key: 'after', title: say(texts.after), width: 150, align: 'right', render: (row) => <Money value={row.after} /> },
    { key: 'at', title: say(texts.at), width: 180, render: (row) => (row.at ? formatSecond(row.at) : '—') },
    { key: 'by', title: say(texts.by), width: 110, render: (row) => row.by || '—' },
    { key: 'journal', title: say(texts.journal), width: 100, render: (row) => row.journalId },
  ]
}

function useLineColumns(batchId: number | undefined): Column<Line>[] {
  const say = useText()
  return [
    { key: 'seq', title: say(texts.no), width: 250, isAlways: true, render: (row) => <Link to={`/zf/batch/${batchId ?? ''}?line=${row.id}`}>{row.no}</Link> },
    { key: 'name', title: say(texts.payee), width: 110, isAlways: true, render: (row) => row.name },
    { key: 'state', title: say(texts.state), width: 110, render: (row) => say(lineStateNames[row.state]) },
    { key: 'net', title: say(texts.net), width: 150, align: 'right', render: (row) => <Money value={row.net} isStrong /> },
    { key: 'tax', title: say(texts.tax), width: 120, align: 'right', render: (row) => <Money value={row.tax} /> },
    { key: 'fee', title: say(texts.fee), width: 120, align: 'right', render: (row) => <Money value={row.fee} /> },
    { key: 'at', title: say(texts.at), width: 180, render: (row) => (row.at ? formatSecond(row.at) : '—') },
    { key: 'journal', title: say(texts.journal), width: 100, render: (row) => row.journalId ?? '—' },
    {
      key: 'voucher',
      title: say(texts.voucher),
      width: 260,
      render: (row) =>
        row.voucherNo && can('zfpzList') ? (
          <Link to={`/zf/zfpzList?keyword=${encodeURIComponent(row.voucherNo)}`}>{row.voucherNo}</Link>
        ) : (
          (row.voucherNo ?? '—')
        ),
    },
  ]
}

/** What became of the money of a batch, in sums; each leads to where it is listed. */
function Sums({ trail, batchId }: { readonly trail: Trail; readonly batchId: number | undefined }) {
  const say = useText()
  const { paid } = trail
  const amounts = paid ? (['net', 'vat', 'surcharge', 'iit', 'fee', 'released', 'returned'] as const).map((key) => ({ key, value: paid[key] })) : []
  const receipts = can('zfpzList') && batchId ? `/zf/zfpzList?batchId=${batchId}` : null
  return (
    <section className="k-card" aria-label={say(texts.paid)}>
      <h2>{say(texts.paid)}</h2>
      <Facts
        columns={3}
        rows={[
          ...(paid ? [{ label: say(texts.count), value: paid.count }] : []),
          ...amounts.map(({ key, value }) => ({ label: say(texts[key]), value: <Money value={value} /> })),
          ...trail.vouchers.map((row) => {
            const name = `${say(texts.vouchers)} · ${say(voucherKinds[row.kind as keyof typeof voucherKinds])} (${row.count})`
            return { label: name, value: receipts ? <Link to={receipts}>{<Money value={row.amount} />}</Link> : <Money value={row.amount} /> }
          }),
          ...(trail.commissions ?? []).map((row) => {
            const label = `${say(texts.commissions)} · ${partyNames[row.party] ? say(partyNames[row.party] as Text) : row.party}`
            const amount = <Money key={row.party} value={row.amount} />
            return { label, value: can('hzhbBrders') ? <Link to="/hzhb_yw/hzhbBrders">{amount}</Link> : amount }
          }),
        ]}
      />
    </section>
  )
}

interface BodyProps {
  readonly trail: Trail
  readonly source: DataTableProps<Node>['source']
  readonly paging: Paging
}

function Body({ trail, source, paging }: BodyProps) {
  const say = useText()
  const batchId = trail.batches.length === 1 ? trail.batches[0]?.id : undefined
  const topupColumns = useNodeColumns((row) =>
    can('yufukuan') && row.no.startsWith('CZ') ? `/imprest/yufukuan?pane=topups&keyword=${encodeURIComponent(row.no)}` : null,
  )
  const batchColumns = useNodeColumns((row) => `/zf/batch/${row.id}`)
  const lineColumns = useLineColumns(batchId)
  const table = (id: string, label: Text, columns: Column<Node>[], rows: readonly Node[]) => (
    <section className="k-card">
      <h2>{say(label)}</h2>
      <DataTable
        id={id}
        label={say(label)}
        columns={columns}
        rows={[...rows]}
        rowKey={(row) => row.journalId ?? row.id}
        source={source}
        empty={{ reason: say(texts.nothing) }}
        isPlain
      />
    </section>
  )
  return (
    <div className="k-stack">
      <Alert type="info" showIcon title={say(texts.pool)} />
      {table('trail-topups', texts.topups, topupColumns, trail.topups)}
      {table('trail-batches', texts.aside, batchColumns, trail.batches)}
      <Sums trail={trail} batchId={batchId} />
      {trail.lineCount > 0 ? (
        <section>
          <DataTable
            id="trail-lines"
            label={say(texts.lines)}
            columns={lineColumns}
            rows={[...trail.lines]}
            rowKey={(row) => row.id}
            source={source}
            empty={{ reason: say(texts.nothing) }}
            paging={paging}
            toolbar={<b>{say(texts.lines)}</b>}
          />
        </section>
      ) : null}
    </div>
  )
}

/** 资金链路: from a batch, line, top-up or receipt to all that its money went through. */
export default function MoneyTrailPage() {
  const say = useText()
  const [state, change] = useUrlState(initial, { size: pageSizes })
  const from = readFrom(state.from)
  const { page, size } = turnOf(state)
  const trail = useRead(api.dossiers.trail, { kind: from?.kind ?? 'batch', id: from?.id ?? 1, page, size }, { isEnabled: from !== null })
  const { data } = trail
  return (
    <>
      <PageHeader
        title={say(pageTitles.moneyTrail)}
        {...(data
          ? { note: `${say(trailKindNames[data.from.kind])} ${data.from.no} · ${data.unitName} · ${data.centreName} · ${say(modeNames[data.mode] as Text)}` }
          : {})}
      />
      {from ? (
        <QueryContent query={trail} lines={12}>
          {(answer) => <Body trail={answer} source={trail} paging={pagingOf(state, { count: answer.lineCount, next: null }, change)} />}
        </QueryContent>
      ) : (
        <Alert type="warning" showIcon title={say(texts.wrong)} />
      )}
    </>
  )
}
