import { useState } from 'react'
import { accountNames, voucherFields as fields, formatNames, layoutDoubts, omittedReasonNames, voucherKindNames } from '#/api/taxation/accounting.texts.ts'
import { defaultPageSize } from '#/domain/base/paging.ts'
import { voucherFormats } from '#/domain/taxation/accounting.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { Mappings } from './Mappings.tsx'
import { texts } from './texts.ts'

const IssueDialog = onDemand(async () => (await import('./IssueDialog.tsx')).IssueDialog)

export type MonthDetail = OutputOf<typeof api.accounting.get>
type Voucher = MonthDetail['list'][number]
type Entry = OutputOf<typeof api.accounting.entries>['rows'][number]
type Account = MonthDetail['accounts'][number]

function Entries({ voucher }: { readonly voucher: Voucher }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const list = useRead(api.accounting.entries, { acctVoucherId: voucher.id, page, size: defaultPageSize })
  const columns: Column<Entry>[] = [
    { key: 'code', title: t(fields.code), width: 120, isAlways: true, render: (row) => row.code },
    { key: 'name', title: t(fields.name), width: 170, isAlways: true, isCut: true, render: (row) => row.name },
    { key: 'unit', title: t(fields.unitName), width: 220, isCut: true, render: (row) => (row.unitName ? `${row.unitCode} ${row.unitName}` : '') },
    moneyColumn('debit', t(fields.debit), 150, { isAlways: true, hidesZero: true }),
    moneyColumn('credit', t(fields.credit), 150, { isAlways: true, hidesZero: true }),
  ]
  return (
    <section className="k-stack" aria-label={t(texts.entries)}>
      <h3>{[voucher.no, voucher.memo].filter(Boolean).join(' · ')}</h3>
      <DataTable
        id="acct-entries"
        label={t(texts.entries)}
        columns={columns}
        rowKey={(row) => `${row.code} ${row.unitCode} ${row.debit > 0}`}
        source={list}
        empty={{ reason: '—' }}
        paging={{ page, size: defaultPageSize, count: list.data?.count ?? 0, onChange: setPage }}
      />
    </section>
  )
}

function Exports({ monthDetail: detail, edition }: { readonly monthDetail: MonthDetail; readonly edition: number }) {
  const t = useText()
  const { centreId, mode, month } = detail
  return (
    <>
      <div className="k-row">
        {voucherFormats.map((format) => (
          <DownloadButton key={format} size="small" file={() => api.accounting.export({ centreId, mode, month, edition, format })}>
            {`${t(texts.export)} · ${t(formatNames[format])}`}
          </DownloadButton>
        ))}
      </div>
      <div className="k-note">
        <p>{t(texts.unconfirmed)}</p>
        <ul>
          {(['yonyou', 'kingdee'] as const).flatMap((format) =>
            layoutDoubts[format].map((each) => <li key={each.zh}>{`${t(formatNames[format])} · ${t(each)}`}</li>),
          )}
        </ul>
      </div>
    </>
  )
}

function Vouchers({ monthDetail: detail }: { readonly monthDetail: MonthDetail }) {
  const t = useText()
  const last = detail.issues.at(-1)
  const [edition, setEdition] = useState(last?.edition ?? 0)
  const [shown, show] = useState(0)
  const shownIssue = detail.issues.find((each) => each.edition === edition) ?? last
  if (!shownIssue) return <EmptyState reason={t(texts.noVouchers)} />
  const rows = detail.list.filter((each) => each.edition === shownIssue.edition)
  const open = rows.find(({ id }) => id === shown)
  const columns: Column<Voucher>[] = [
    { key: 'no', title: t(fields.no), width: 100, isAlways: true, render: (row) => row.no || '—' },
    { key: 'kind', title: t(texts.kind), width: 110, render: (row) => t(voucherKindNames[row.kind]) },
    { key: 'memo', title: t(fields.memo), width: 300, isAlways: true, isCut: true, render: (row) => row.memo },
    moneyColumn('debit', t(texts.total), 150, { isAlways: true }),
    { key: 'left', title: '', width: 230, render: (row) => (row.leftOut === '' ? '' : <span className="k-note">{t(omittedReasonNames[row.leftOut])}</span>) },
    {
      key: 'action',
      title: t(texts.action),
      width: 90,
      isAlways: true,
      pin: 'right',
      render: (row) => (
        <Button size="small" type="link" aria-label={`${t(texts.entries)} ${row.no || t(voucherKindNames[row.kind])}`} onClick={() => show(row.id)}>
          {t(texts.entries)}
        </Button>
      ),
    },
  ]
  return (
    <div className="k-stack">
      {detail.issues.length > 1 ? (
        <Segmented
          aria-label={t(texts.vouchers)}
          value={String(shownIssue.edition)}
          onChange={(next: string) => setEdition(Number(next))}
          options={detail.issues.map((each) => ({ value: String(each.edition), label: t(texts.edition, { edition: each.edition }) }))}
        />
      ) : null}
      <Facts
        columns={2}
        rows={[
          { label: t(texts.made), value: `${shownIssue.madeBy} · ${formatDateTimeSeconds(shownIssue.madeAt)}` },
          { label: t(texts.total), value: <Money value={shownIssue.debit} isStrong /> },
          { label: t(texts.journals), value: shownIssue.journals },
          { label: t(texts.mappingFrom), value: shownIssue.mappingMonth },
          { label: t(texts.digest), value: <code style={{ overflowWrap: 'anywhere' }}>{shownIssue.sha256}</code>, isWide: true },
        ]}
      />
      <DataTable
        id="acct-vouchers"
        label={t(texts.tabVouchers)}
        columns={columns}
        rows={rows}
        empty={{ reason: t(texts.noVouchers) }}
        onOpen={(row) => show(row.id)}
        openKey={shown || null}
      />
      {open ? <Entries key={open.id} voucher={open} /> : null}
      <Exports monthDetail={detail} edition={shownIssue.edition} />
    </div>
  )
}

function LedgerComparison({ monthDetail: detail }: { readonly monthDetail: MonthDetail }) {
  const t = useText()
  const columns: Column<Account>[] = [
    { key: 'account', title: t(texts.account), width: 130, isAlways: true, pin: 'left', render: (row) => t(accountNames[row.account]) },
    { key: 'code', title: t(fields.code), width: 200, isCut: true, render: (row) => [row.code, row.name].filter(Boolean).join(' ') || '—' },
    moneyColumn('ledgerDebit', t(texts.ledgerDebit), 150, { isAlways: true }),
    moneyColumn('voucherDebit', t(texts.voucherDebit), 150, { isAlways: true }),
    moneyColumn('ledgerCredit', t(texts.ledgerCredit), 150, { isAlways: true }),
    moneyColumn('voucherCredit', t(texts.voucherCredit), 150, { isAlways: true }),
    {
      key: 'agrees',
      title: t(texts.state),
      width: 100,
      isAlways: true,
      render: (row) =>
        row.ledgerDebit === row.voucherDebit && row.ledgerCredit === row.voucherCredit ? (
          <StatusTag tone="green">{t(texts.agrees)}</StatusTag>
        ) : (
          <StatusTag tone="gold">{t(texts.differs)}</StatusTag>
        ),
    },
  ]
  return (
    <DataTable
      id="acct-compare"
      label={t(texts.tabCompare)}
      columns={columns}
      rows={detail.accounts}
      rowKey={(row) => row.account}
      empty={{ reason: t(texts.none) }}
      isPlain
    />
  )
}

/** The month's output VAT according to the books and to the invoices. */
function Sales({ monthDetail: { sales, mode } }: { readonly monthDetail: MonthDetail }) {
  const t = useText()
  const renderMoney = (value: MonthDetail['sales']['vat']) => <Money value={value} />
  return (
    <div className="k-stack">
      <p className="k-note">{t(mode === 2 ? texts.salesContractor : texts.salesService)}</p>
      <Facts
        columns={2}
        rows={[
          { label: t(texts.salesTotal), value: renderMoney(sales.sales) },
          { label: t(texts.invoicedTotal), value: renderMoney(sales.invoiced) },
          { label: t(texts.salesPrice), value: renderMoney(sales.price) },
          { label: t(texts.invoicedPrice), value: renderMoney(sales.invoicedPrice) },
          { label: t(texts.salesVat), value: <Money value={sales.vat} isStrong /> },
          { label: t(texts.invoicedVat), value: renderMoney(sales.invoicedVat) },
          ...(sales.discount === 0
            ? []
            : [
                { label: t(texts.discountPrice), value: renderMoney(sales.discountPrice) },
                { label: t(texts.discountVat), value: renderMoney(sales.discountVat) },
              ]),
        ]}
      />
      <p className="k-note">{t(texts.salesDifference)}</p>
      {sales.discount === 0 ? null : <p className="k-note">{t(texts.discountNote)}</p>}
    </div>
  )
}

interface MonthDrawerProps {
  readonly centreId: number
  readonly mode: 1 | 2
  readonly month: string
  readonly onClose: () => void
}

/** One month of a centre's books: its vouchers, the ledger next to them, and the mapping. */
export function MonthDrawer({ centreId, mode, month, onClose }: MonthDrawerProps) {
  const t = useText()
  const [isIssuing, setIssuing] = useState(false)
  const place = { centreId, mode }
  const detailQuery = useRead(api.accounting.get, { ...place, month }, { keepLast: false })
  const detail = detailQuery.data
  const footer =
    detail && can('acct:edit') ? (
      <ActionButton type="primary" reason={detail.whyNot} onPress={() => setIssuing(true)}>
        {t(detail.editions > 0 ? texts.supplement : texts.issue)}
      </ActionButton>
    ) : undefined
  return (
    <DetailDrawer title={detail ? `${month} · ${detail.centreName}` : month} onClose={onClose} width={1000} footer={footer}>
      <QueryContent query={detailQuery} lines={10}>
        {(answer) => (
          <div className="k-stack">
            {answer.isPending && answer.isOver ? <Alert type="warning" showIcon title={t(texts.pending)} description={answer.whyNot} /> : null}
            <Tabs
              items={[
                { key: 'vouchers', label: t(texts.tabVouchers), children: <Vouchers key={answer.editions} monthDetail={answer} /> },
                { key: 'compare', label: t(texts.tabCompare), children: <LedgerComparison monthDetail={answer} /> },
                { key: 'sales', label: t(texts.tabSales), children: <Sales monthDetail={answer} /> },
                { key: 'mapping', label: t(texts.tabMapping), children: <Mappings {...place} month={month} /> },
              ]}
            />
          </div>
        )}
      </QueryContent>
      {isIssuing && detail ? <IssueDialog monthDetail={detail} onClose={() => setIssuing(false)} /> : null}
    </DetailDrawer>
  )
}
