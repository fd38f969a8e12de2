import { invoiceFields as fields, invoiceKindNames, invoiceMediumName, redReasonNames } from '#/api/taxation/invoices.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import type { Column } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { ApplicationTag, type InvoiceApplication, type InvoiceLine, RedTag } from './tags.tsx'
import { texts } from './texts.ts'

type RedRow = OutputOf<typeof api.invoices.reds>['rows'][number]

export function useApplicationColumns(open: (id: number) => void): Column<InvoiceApplication>[] {
  const t = useText()
  return [
    { key: 'no', title: t(fields.no), width: 210, isAlways: true, pin: 'left', render: (row) => row.no },
    {
      key: 'state',
      title: t(fields.state),
      width: 150,
      isAlways: true,
      render: (row) => (
        <>
          <ApplicationTag state={row.state} />
          {row.redDue > 0 ? <StatusTag tone="red">{t(fields.redDue)}</StatusTag> : null}
        </>
      ),
    },
    moneyColumn('amount', t(fields.amount), 140, { isAlways: true, isStrong: true }),
    { key: 'unit', title: t(fields.unit), width: 200, isCut: true, render: (row) => row.unitName },
    { key: 'title', title: t(fields.title), width: 200, isCut: true, isAlways: true, render: (row) => row.titleName },
    { key: 'kind', title: t(fields.kind), width: 175, render: (row) => t(invoiceKindNames[row.kind]) },
    { key: 'medium', title: t(fields.medium), width: 80, render: () => t(invoiceMediumName) },
    { key: 'category', title: t(fields.category), width: 140, isCut: true, render: (row) => row.category },
    moneyColumn('price', t(fields.price), 140),
    moneyColumn('tax', t(fields.tax), 120),
    { key: 'count', title: t(fields.count), width: 80, align: 'right', render: (row) => `${row.issuedCount}/${row.invoiceCount}` },
    { key: 'batches', title: t(fields.batches), width: 90, align: 'right', render: (row) => row.batchCount },
    { key: 'number', title: t(fields.number), width: 190, render: (row) => (row.number ? `${row.number}${row.issuedCount > 1 ? ' …' : ''}` : '—') },
    { key: 'issuedOn', title: t(fields.issuedOn), width: 110, render: (row) => row.issuedOn ?? '—' },
    { key: 'appliedAt', title: t(fields.appliedAt), width: 170, render: (row) => formatDateTimeSeconds(row.appliedAt) },
    { key: 'hours', title: t(fields.hours), width: 120, align: 'right', render: (row) => row.hours },
    moneyColumn('red', t(fields.red), 120),
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.no, onOpen: (row) => open(row.id) }),
  ]
}

interface LineColumns {
  /** For the payments of one application: the amounts that it used and released. */
  readonly isOfOne?: boolean
  /** For returned payments: opens the application that reverses the invoice. */
  readonly open?: (id: number) => void
}

export function useLineColumns({ isOfOne = false, open }: LineColumns = {}): Column<InvoiceLine>[] {
  const t = useText()
  return [
    { key: 'line', title: t(fields.line), width: 220, isAlways: true, render: (row) => row.no },
    { key: 'payee', title: t(fields.payee), width: 110, render: (row) => row.payee },
    ...(isOfOne ? [moneyColumn('part', t(fields.part), 130, { isAlways: true }), moneyColumn('back', t(fields.back), 130, { isAlways: true })] : []),
    moneyColumn('cost', t(fields.cost), 130, { isAlways: true }),
    moneyColumn('used', t(fields.used), 130, { isAlways: true }),
    moneyColumn('free', t(fields.free), 130, { isAlways: true }),
    {
      key: 'returned',
      title: t(fields.returned),
      width: 100,
      render: (row) => (row.isReturned ? <StatusTag tone="red">{t(fields.redDue)}</StatusTag> : '—'),
    },
    { key: 'batch', title: t(fields.batch), width: 200, render: (row) => row.batchNo },
    { key: 'paidAt', title: t(fields.paidAt), width: 170, render: (row) => (row.paidAt ? formatDateTimeSeconds(row.paidAt) : '—') },
    { key: 'unit', title: t(fields.unit), width: 200, isCut: true, render: (row) => row.unitName },
    ...(open
      ? [
          {
            key: 'holder',
            title: t(fields.holder),
            width: 210,
            isAlways: true,
            pin: 'right' as const,
            render: ({ holderId, holderNo }: InvoiceLine) =>
              holderId === null ? (
                '—'
              ) : (
                <Button type="link" size="small" onClick={() => open(holderId)}>
                  {holderNo}
                </Button>
              ),
          },
        ]
      : []),
  ]
}

const hourMs = 3_600_000

/** The time left for the other party's answer. */
export function Countdown({ until }: { readonly until: string | null }) {
  const t = useText()
  if (until === null) return '—'
  return t(texts.countdown, { hours: Math.max(0, Math.ceil((Date.parse(until) - nowMs()) / hourMs)) })
}

export function useRedColumns(open: (id: number) => void): Column<RedRow>[] {
  const t = useText()
  return [
    { key: 'blue', title: t(fields.blue), width: 190, isAlways: true, render: (row) => row.blueNumber },
    { key: 'code', title: t(fields.code), width: 250, isAlways: true, render: (row) => <RedTag red={row} /> },
    { key: 'expires', title: t(fields.expires), width: 120, render: (row) => <Countdown until={row.expiresAt} /> },
    moneyColumn('amount', t(fields.amount), 130, { isAlways: true, isStrong: true }),
    moneyColumn('price', t(fields.price), 130),
    moneyColumn('tax', t(fields.tax), 120),
    { key: 'number', title: t(fields.number), width: 190, render: (row) => row.number || '—' },
    { key: 'reason', title: t(fields.reason), width: 120, render: (row) => t(redReasonNames[row.reason]) },
    { key: 'confirmNo', title: t(fields.confirmNo), width: 160, render: (row) => row.confirmNo || '—' },
    { key: 'issuedOn', title: t(fields.issuedOn), width: 110, render: (row) => row.issuedOn ?? '—' },
    { key: 'no', title: t(fields.no), width: 210, render: (row) => row.applicationNo },
    { key: 'unit', title: t(fields.unit), width: 200, isCut: true, render: (row) => row.unitName },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.blueNumber, onOpen: (row) => open(row.invoicingId) }),
  ]
}
