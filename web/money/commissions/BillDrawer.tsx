import { useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { billStepNames, commissionFields as fields } from '#/api/money/commissions.texts.ts'
import { formatPpm } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { slipTexts } from '#/web/parts/money/slip.texts.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { BillActions } from './BillActions.tsx'
import { useEarnedColumns } from './columns.tsx'
import { type BillDetail, BillTag } from './tags.tsx'
import { texts } from './texts.ts'

type Step = BillDetail['steps'][number]

function History({ bill }: { readonly bill: BillDetail }) {
  const t = useText()
  const columns: Column<Step>[] = [
    { key: 'at', title: t(texts.at), width: 170, isAlways: true, render: (step) => formatDateTimeSeconds(step.at) },
    { key: 'what', title: t(texts.what), width: 190, isAlways: true, render: (step) => t(billStepNames[step.kind]) },
    moneyColumn('amount', t(texts.amount), 130),
    { key: 'who', title: t(texts.who), width: 110, render: (step) => step.byName || '—' },
    { key: 'why', title: t(texts.remark), width: 280, render: (step) => step.reason || '—' },
  ]
  return (
    <DataTable
      id="commission-steps"
      label={t(texts.history)}
      columns={columns}
      rows={bill.steps}
      rowKey={(step) => `${step.at}${step.kind}`}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}

/** The items of a bill by unit and day. */
function EarnedItems({ bill }: { readonly bill: BillDetail }) {
  const t = useText()
  const [place, setPlace] = useState(firstPage)
  const filter = { billId: bill.id }
  const list = useRead(api.commissions.days, { ...pageRequestOf(place), ...filter, isWhole: false })
  return (
    <DataTable
      id="commission-bill-days"
      label={t(texts.days)}
      columns={useEarnedColumns(true)}
      source={list}
      empty={{ reason: t(texts.noDays) }}
      tools={<ExportButton file={() => api.commissions.exportDays(filter)} />}
      paging={pagingOf(place, list.data, setPlace)}
    />
  )
}

/** The payments that the bank sent back, with both slips. */
function Returns({ bill }: { readonly bill: BillDetail }) {
  const t = useText()
  return (
    <section className="k-panel k-stack" aria-label={t(slipTexts.returns)}>
      {bill.returns.map(({ isConfirmed, returnedOn, serial, reason, fileId, sentFileId, enteredBy }) => (
        <div key={fileId} className="k-row">
          <strong>{t(isConfirmed ? slipTexts.returns : slipTexts.returnPending)}</strong>
          <span>
            {returnedOn} · {serial || t(slipTexts.neverSent)} · {enteredBy}: {reason}
          </span>
          <PreviewButton size="small" fileId={fileId}>
            {t(slipTexts.bankSlip)}
          </PreviewButton>
          <PreviewButton size="small" fileId={sentFileId}>
            {t(slipTexts.sentSlip)}
          </PreviewButton>
        </div>
      ))}
    </section>
  )
}

function BillOverview({ bill }: { readonly bill: BillDetail }) {
  const t = useText()
  const { account, proposal } = bill
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: t(fields.state), value: <BillTag bill={bill} /> },
          { label: t(fields.month), value: bill.month },
          { label: t(fields.party), value: bill.partyName },
          { label: t(fields.centre), value: `${bill.centreName} · ${t(contractModeNames[bill.mode])}` },
          { label: t(fields.base), value: <Money value={bill.base} /> },
          { label: t(fields.rate), value: `${formatPpm(bill.ratePpm)}%` },
          { label: t(fields.accrued), value: <Money value={bill.accrued} /> },
          { label: t(fields.reversed), value: <Money value={bill.reversed} /> },
          { label: t(fields.carried), value: <Money value={bill.carried} /> },
          { label: t(fields.adjusted), value: <Money value={bill.adjusted} /> },
          { label: t(fields.amount), value: <Money value={bill.amount} isStrong /> },
          { label: t(fields.invoice), value: bill.invoiceNo },
          { label: t(fields.paidOn), value: bill.paidOn },
          { label: t(fields.serial), value: bill.bankSerial },
          ...(account ? [{ label: t(texts.account), value: [account.name, account.bank, account.no].filter(Boolean).join(' · '), isWide: true }] : []),
        ]}
      />
      <div className="k-row">
        {bill.invoiceFileId ? (
          <PreviewButton size="small" fileId={bill.invoiceFileId}>
            {t(texts.invoiceView)}
          </PreviewButton>
        ) : null}
        {bill.slipFileId ? (
          <PreviewButton size="small" fileId={bill.slipFileId}>
            {t(texts.slipView)}
          </PreviewButton>
        ) : null}
      </div>
      {bill.returns.length > 0 ? <Returns bill={bill} /> : null}
      {proposal ? (
        <section className="k-panel k-stack" aria-label={t(texts.proposal)}>
          <strong>
            {t(texts.proposal)}: <Money value={proposal.amount} isStrong />
          </strong>
          <span>
            {proposal.byName}: {proposal.reason}
          </span>
        </section>
      ) : null}
      <h3>{t(texts.history)}</h3>
      <History bill={bill} />
      <h3>{t(texts.days)}</h3>
      <EarnedItems bill={bill} />
    </div>
  )
}

/** One bill: total, items, history and available actions. */
export function BillDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const bill = useRead(api.commissions.get, { billId: id }, { keepLast: false })
  const detail = bill.data
  return (
    <DetailDrawer
      title={detail?.no ?? ''}
      onClose={onClose}
      width={980}
      footer={detail && (detail.state !== 'paid' || !detail.isOwn) ? <BillActions bill={detail} /> : undefined}
    >
      <QueryContent query={bill} lines={12}>
        {(answer) => <BillOverview bill={answer} />}
      </QueryContent>
    </DetailDrawer>
  )
}
