import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { applicationStepNames, basisNames, invoiceFields as fields, invoiceKindNames } from '#/api/taxation/invoices.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { formatPpm } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { useLineColumns } from './columns.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { Papers, RedInvoices } from './InvoicePapers.tsx'
import { ChannelOrderLog } from './IssuingOrders.tsx'
import { type ApplicationDetail, ApplicationTag } from './tags.tsx'
import { texts } from './texts.ts'

function Lines({ row }: { readonly row: ApplicationDetail }) {
  const t = useText()
  const [place, setPlace] = useState(firstPage)
  const filter = { show: 'application', invoicingId: row.id } as const
  const list = useRead(api.invoices.lines, { ...pageRequestOf(place), ...filter })
  return (
    <DataTable
      id="invoice-lines"
      label={t(fields.lines)}
      columns={useLineColumns({ isOfOne: true })}
      source={list}
      empty={{ reason: t(texts.noLines) }}
      tools={<ExportButton file={() => api.invoices.exportLines(filter)} />}
      paging={pagingOf(place, list.data, setPlace)}
    />
  )
}

function History({ row }: { readonly row: ApplicationDetail }) {
  const t = useText()
  const columns: Column<ApplicationDetail['steps'][number]>[] = [
    { key: 'at', title: t(texts.at), width: 170, isAlways: true, render: (step) => formatDateTimeSeconds(step.at) },
    { key: 'what', title: t(texts.what), width: 190, isAlways: true, render: (step) => t(applicationStepNames[step.kind]) },
    moneyColumn('amount', t(fields.amount), 130),
    { key: 'who', title: t(texts.who), width: 110, render: (step) => step.byName || '—' },
    { key: 'why', title: t(texts.remark), width: 280, render: (step) => step.reason || '—' },
  ]
  return (
    <DataTable
      id="invoice-steps"
      label={t(texts.history)}
      columns={columns}
      rows={row.steps}
      rowKey={(step) => `${step.at} ${step.kind} ${step.reason}`}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}

/** Returns the issuer's name and credit code, and the operator if the issuer is a registered business. */
const issuerOf = ({ sellerName, sellerNo, operatorName }: ApplicationDetail): string => [sellerName, sellerNo, operatorName].filter(Boolean).join(' · ')

function InvoiceOverview({ row, extra }: { readonly row: ApplicationDetail; readonly extra?: ReactNode }) {
  const t = useText()
  const canSeePayments = useUser()?.usertype !== userType.operator
  const { title } = row
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: t(fields.state), value: <ApplicationTag state={row.state} /> },
          { label: t(fields.amount), value: <Money value={row.amount} isStrong /> },
          { label: t(fields.price), value: <Money value={row.price} /> },
          { label: t(fields.tax), value: <Money value={row.tax} /> },
          { label: t(fields.rate), value: t(texts.rateBy, { rate: formatPpm(row.ratePpm), policy: row.policyVersion }) },
          { label: t(fields.kind), value: t(invoiceKindNames[row.kind]) },
          { label: t(fields.unit), value: row.unitName },
          { label: t(fields.centre), value: issuerOf(row), isWide: true },
          {
            label: t(fields.title),
            value: [title.name, title.taxNo, title.address, title.telephone, title.bank, title.accountNo].filter(Boolean).join(' · '),
            isWide: true,
          },
          { label: t(fields.goods), value: [row.goods, row.taxCode].filter(Boolean).join(' · '), isWide: true },
          {
            label: t(fields.basis),
            value: [t(basisNames[row.basis]), row.periodFrom && `${row.periodFrom} – ${row.periodTo}`].filter(Boolean).join(' · '),
          },
          { label: t(fields.lines), value: t(texts.spans, { batches: row.batchCount, lines: row.lineCount }) },
          { label: t(fields.email), value: row.mailedAt ? `${row.email} · ${t(texts.mailed, { at: formatDateTimeSeconds(row.mailedAt) })}` : row.email },
          { label: t(fields.remark), value: row.remark },
          ...(row.redDue > 0 ? [{ label: t(fields.redDue), value: <Money value={row.redDue} isStrong /> }] : []),
          ...(row.reason ? [{ label: t(fields.reason), value: row.reason, isWide: true }] : []),
        ]}
      />
      {can('fp:issue') && !row.hasMail ? <p className="k-note">{t(texts.noMail)}</p> : null}
      {extra}
      <h3>{t(texts.invoices)}</h3>
      <Papers row={row} />
      {row.reds.length > 0 ? <RedInvoices row={row} /> : null}
      {can('fp:issue') ? <ChannelOrderLog row={row} /> : null}
      {canSeePayments ? (
        <>
          <h3>{t(fields.lines)}</h3>
          <Link to={`/zf/moneyTrail?from=invoice:${row.id}`}>{t(pageTitles.moneyTrail)}</Link>
          <Lines row={row} />
        </>
      ) : null}
      <h3>{t(texts.history)}</h3>
      <History row={row} />
    </div>
  )
}

interface DrawerProps {
  readonly id: number
  readonly onClose: () => void
  /** Additional content from the page of the other mode. */
  readonly extra?: (row: ApplicationDetail) => ReactNode
}

/** One application: its invoices with files, reversals, payments, history and actions. */
export function InvoiceDrawer({ id, onClose, extra }: DrawerProps) {
  const detailQuery = useRead(api.invoices.get, { invoicingId: id }, { keepLast: false, follows: ['invoices'] })
  const row = detailQuery.data
  return (
    <DetailDrawer title={row?.no ?? ''} onClose={onClose} width={1080} footer={row ? <InvoiceActions row={row} /> : undefined}>
      <QueryContent query={detailQuery} lines={12}>
        {(answer) => <InvoiceOverview row={answer} extra={extra?.(answer)} />}
      </QueryContent>
    </DetailDrawer>
  )
}
