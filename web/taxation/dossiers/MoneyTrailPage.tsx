import { Link } from 'react-router'
import { lineStateNames } from '#/api/money/lines.texts.ts'
import { voucherKinds } from '#/api/money/vouchers.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { trailKindNames } from '#/api/taxation/dossiers.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import type { Text } from '#/domain/base/text.ts'
import { trailKinds } from '#/domain/taxation/trail.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { invoicePath, PageLink, useInvoiceColumns } from '#/web/parts/money/invoices.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { type Column, DataTable, type RowSource } from '#/web/ui/DataTable.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, type PagingValues, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { partyNames, texts } from './texts.ts'

type Trail = OutputOf<typeof api.dossiers.trail>
type Node = Trail['topups'][number] | Trail['asides'][number]
type Line = Trail['lines'][number]
type Mode = Trail['mode']

const initialState = { from: '', ...firstPage } as const

/** Parses `batch:12` of the URL; null when it is invalid. */
function parseTrailSource(from: string) {
  const [kind, id] = from.split(':')
  const trailKind = trailKinds.find((each) => each === kind)
  return trailKind && /^\d{1,15}$/.test(id ?? '') ? { kind: trailKind, id: Number(id) } : null
}

const receiptPath = (no: string) => (can('zfpzList') ? `/zf/zfpzList?keyword=${encodeURIComponent(no)}` : null)

function useNodeColumns<N extends Node>(linkOf: (row: N) => string | null): Column<N>[] {
  const t = useText()
  return [
    { key: 'no', title: t(texts.no), width: 230, isAlways: true, render: (row) => <PageLink to={linkOf(row)}>{row.no}</PageLink> },
    moneyColumn('amount', t(texts.amount), 140, { isSigned: true }),
    moneyColumn('used', t(texts.used), 140, { isStrong: true }),
    moneyColumn('before', t(texts.before), 150),
    moneyColumn('after', t(texts.after), 150),
    { key: 'at', title: t(texts.at), width: 180, render: (row) => (row.at ? formatDateTimeSeconds(row.at) : '—') },
    { key: 'by', title: t(texts.by), width: 110, render: (row) => row.by || '—' },
    { key: 'journal', title: t(texts.journal), width: 100, render: (row) => row.journalId },
  ]
}

/** The tax month of a line, with its proof if there is one. */
function Proof({ line, mode }: { readonly line: Line; readonly mode: Mode }) {
  const t = useText()
  const { proof } = line
  if (proof === null) return '—'
  if (proof.filingId !== null)
    return <PageLink to={can('taxList') ? `/tax/taxList?period=${proof.period}&open=${proof.filingId}` : null}>{proof.period}</PageLink>
  const hasCertificate = proof.certificateId !== null
  const to = hasCertificate && mode === 2 && can('fpListDz') ? `/fp/fpListDz?pane=shares&month=${proof.period}&keyword=${encodeURIComponent(line.name)}` : null
  return (
    <>
      <PageLink to={to}>{proof.period}</PageLink> {hasCertificate ? null : <span className="k-muted">{t(texts.notYet)}</span>}
    </>
  )
}

function useLineColumns(mode: Mode): Column<Line>[] {
  const t = useText()
  return [
    {
      key: 'seq',
      title: t(texts.no),
      width: 250,
      isAlways: true,
      pin: 'left',
      render: (row) => <Link to={`/zf/batch/${row.batchId}?line=${row.id}`}>{row.no}</Link>,
    },
    { key: 'name', title: t(texts.payee), width: 110, isAlways: true, render: (row) => row.name },
    { key: 'state', title: t(texts.state), width: 110, render: (row) => t(lineStateNames[row.state]) },
    moneyColumn('net', t(texts.net), 150, { isStrong: true }),
    {
      key: 'voucher',
      title: t(texts.voucher),
      width: 260,
      render: (row) => (row.voucherNo ? <PageLink to={receiptPath(row.voucherNo)}>{row.voucherNo}</PageLink> : '—'),
    },
    {
      key: 'invoice',
      title: t(texts.invoice),
      width: 210,
      render: (row) =>
        row.invoices.length === 0
          ? '—'
          : row.invoices.map(({ id, no }) => (
              <div key={id}>
                <PageLink to={invoicePath(mode, id)}>{no}</PageLink>
              </div>
            )),
    },
    { key: 'proof', title: t(texts.proof), width: 150, render: (row) => <Proof line={row} mode={mode} /> },
    moneyColumn('tax', t(texts.tax), 120),
    moneyColumn('fee', t(texts.fee), 120),
    { key: 'at', title: t(texts.at), width: 180, render: (row) => (row.at ? formatDateTimeSeconds(row.at) : '—') },
    { key: 'journal', title: t(texts.journal), width: 100, render: (row) => row.journalId ?? '—' },
  ]
}

/** The sums of the trail. Receipts and commissions link to their lists. */
function Sums({ trail, batchId }: { readonly trail: Trail; readonly batchId: number | undefined }) {
  const t = useText()
  const { paid, certificates } = trail
  const amounts = paid ? (['net', 'vat', 'surcharge', 'iit', 'fee', 'released', 'returned'] as const).map((key) => ({ key, value: paid[key] })) : []
  const receipts = can('zfpzList') && batchId ? `/zf/zfpzList?batchId=${batchId}` : null
  return (
    <section className="k-card" aria-label={t(texts.paid)}>
      <h2>{t(texts.paid)}</h2>
      <Facts
        columns={3}
        rows={[
          ...(paid ? [{ label: t(texts.count), value: paid.count }] : []),
          ...amounts.map(({ key, value }) => ({ label: t(texts[key]), value: <Money value={value} /> })),
          ...trail.vouchers.map((row) => {
            const name = `${t(texts.vouchers)} · ${t(voucherKinds[row.kind])} (${row.count})`
            return { label: name, value: receipts ? <Link to={receipts}>{<Money value={row.amount} />}</Link> : <Money value={row.amount} /> }
          }),
          ...(certificates && certificates.all > 0 ? [{ label: t(texts.certificates), value: t(texts.certified, certificates) }] : []),
          ...(trail.commissions ?? []).map((row) => {
            const label = `${t(texts.commissions)} · ${partyNames[row.party] ? t(partyNames[row.party] as Text) : row.party}`
            const amount = <Money key={row.party} value={row.amount} />
            return { label, value: can('hzhbBrders') ? <Link to="/hzhb_yw/hzhbBrders">{amount}</Link> : amount }
          }),
        ]}
      />
    </section>
  )
}

/** A short list with a heading. A longer one also shows its total count. */
function TrailSection<R extends { readonly id: number }>(props: {
  readonly id: string
  readonly title: string
  readonly columns: Column<R>[]
  readonly rows: readonly R[]
  readonly count: number
  readonly rowKey?: (row: R) => number
  readonly source: RowSource
  readonly empty: string
}) {
  const t = useText()
  const { id, title, columns, rows, count, rowKey = (row) => row.id, source, empty } = props
  return (
    <section className="k-card">
      <h2>{title}</h2>
      {count > rows.length ? <p className="k-note">{t(texts.firstOf, { shown: rows.length, count })}</p> : null}
      <DataTable id={id} label={title} columns={columns} rows={[...rows]} rowKey={rowKey} source={source} empty={{ reason: empty }} isPlain />
    </section>
  )
}

function useTopupColumns(): Column<Trail['topups'][number]>[] {
  const t = useText()
  const columns = useNodeColumns<Trail['topups'][number]>((row) =>
    can('yufukuan') && row.no.startsWith('CZ') ? `/imprest/yufukuan?pane=topups&keyword=${encodeURIComponent(row.no)}` : null,
  )
  const render = (row: Trail['topups'][number]) => (row.voucherNo ? <PageLink to={receiptPath(row.voucherNo)}>{row.voucherNo}</PageLink> : '—')
  return [...columns, { key: 'voucher', title: t(texts.voucher), width: 220, render }]
}

const refundPath = (no: string) => (can('yufukuan') ? `/imprest/yufukuan?pane=refunds&keyword=${encodeURIComponent(no)}` : null)

function useAsideColumns(): Column<Trail['asides'][number]>[] {
  return useNodeColumns<Trail['asides'][number]>((row) => (row.what === 'batch' ? `/zf/batch/${row.id}` : refundPath(row.no)))
}

interface BodyProps {
  readonly trail: Trail
  readonly source: RowSource
  readonly paging: PagingValues
}

function Body({ trail, source, paging }: BodyProps) {
  const t = useText()
  const { mode } = trail
  const batchId = trail.asides.length === 1 && trail.asides[0]?.what === 'batch' ? trail.asides[0].id : undefined
  const topupColumns = useTopupColumns()
  const asideColumns = useAsideColumns()
  const invoiceColumns = useInvoiceColumns(mode)
  // Users without access to certificates see no empty column.
  const lineColumns = useLineColumns(mode).filter(({ key }) => key !== 'proof' || trail.certificates !== null)
  return (
    <div className="k-stack">
      <Alert type="info" showIcon title={t(texts.pool)} />
      <TrailSection
        id="trail-topups"
        title={t(texts.topups)}
        columns={topupColumns}
        rows={trail.topups}
        count={trail.topupCount}
        rowKey={(row) => row.journalId ?? row.id}
        source={source}
        empty={t(texts.nothing)}
      />
      <TrailSection
        id="trail-batches"
        title={t(texts.aside)}
        columns={asideColumns}
        rows={trail.asides}
        count={trail.asideCount}
        rowKey={(row) => row.journalId ?? row.id}
        source={source}
        empty={t(texts.nothing)}
      />
      <Sums trail={trail} batchId={batchId} />
      {trail.lineCount > 0 ? (
        <TrailSection
          id="trail-invoices"
          title={t(texts.invoices)}
          columns={invoiceColumns}
          rows={trail.invoices}
          count={trail.invoiceCount}
          source={source}
          empty={t(texts.noInvoices)}
        />
      ) : null}
      {trail.lineCount > 0 ? (
        <section>
          <DataTable
            id="trail-lines"
            label={t(texts.lines)}
            columns={lineColumns}
            rows={[...trail.lines]}
            source={source}
            empty={{ reason: t(texts.nothing) }}
            paging={paging}
            toolbar={<b>{t(texts.lines)}</b>}
          />
        </section>
      ) : null}
    </div>
  )
}

/** 资金链路: all records related to a batch, line, top-up, receipt, invoice or certificate, with their proof. */
export default function MoneyTrailPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, { size: pageSizes })
  const trailSource = parseTrailSource(state.from)
  const { page, size } = pageRequestOf(state)
  const trail = useRead(api.dossiers.trail, { kind: trailSource?.kind ?? 'batch', id: trailSource?.id ?? 1, page, size }, { isEnabled: trailSource !== null })
  const { data } = trail
  return (
    <>
      <PageHeader
        title={t(pageTitles.moneyTrail)}
        {...(data
          ? { note: `${t(trailKindNames[data.from.kind])} ${data.from.no} · ${data.unitName} · ${data.centreName} · ${t(modeNames[data.mode] as Text)}` }
          : {})}
      />
      {trailSource ? (
        <QueryContent query={trail} lines={12}>
          {(answer) => <Body trail={answer} source={trail} paging={pagingOf(state, { count: answer.lineCount, next: null }, change)} />}
        </QueryContent>
      ) : (
        <Alert type="warning" showIcon title={t(texts.wrong)} />
      )}
    </>
  )
}
