import { type ReactNode, useState } from 'react'
import { ledgerRefusals } from '#/api/money/ledger.texts.ts'
import { prepaymentFields } from '#/api/money/prepayments.texts.ts'
import { refundFields, refundRefusals, refundStateNames } from '#/api/money/refunds.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime, formatMoney } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { slipTexts } from '#/web/parts/money/slip.texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { TotalAmount, useTotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { RefundDialog } from './dialogs.ts'
import { moneyTexts } from './money-texts.ts'
import { type Refund, type RefundAction, RefundDecision } from './RefundDecision.tsx'
import { texts } from './texts.ts'

const initialState = { pane: 'refunds', keyword: '', states: [], isForMe: false, ...firstPage } as const
const tones = { applied: 'gold', approved: 'blue', failing: 'gold', paid: 'green', failed: 'red', returned: 'red', rejected: 'red', withdrawn: 'grey' } as const
const states = ['applied', 'approved', 'failing', 'paid', 'failed', 'returned', 'rejected', 'withdrawn'] as const
const allowedValues = { states, size: pageSizes } as const

interface OpenDialog {
  readonly row: Refund
  readonly what: RefundAction
}

function useRefundActions(ask: (dialog: OpenDialog) => void): (row: Refund) => ReactNode {
  const t = useText()
  const withdraw = useSubmit(api.prepayments.withdrawRefund)
  return (row) => {
    const actionButton = (what: RefundAction, label: string, reason = '') => (
      <ActionButton key={what} type="link" size="small" reason={reason} onPress={() => ask({ row, what })}>
        {label}
      </ActionButton>
    )
    if (row.state === 'applied' && can('refund:check'))
      return <span className="k-row">{[actionButton('approve', t(moneyTexts.approve)), actionButton('reject', t(texts.reject))]}</span>
    if (row.state === 'approved' && can('refund:pay')) {
      const reason = row.isDecidedByMe ? t(refundRefusals.sameHands) : ''
      return <span className="k-row">{[actionButton('pay', t(moneyTexts.pay), reason), actionButton('fail', t(moneyTexts.fail), reason)]}</span>
    }
    if (row.state === 'failing' && can('refund:check')) {
      const reason = row.isRegisteredByMe ? t(refundRefusals.ownRefundFailure) : ''
      return (
        <span className="k-row">
          {actionButton('confirmFailure', t(moneyTexts.confirmFailure), reason)}
          {actionButton('declineFailure', t(moneyTexts.declineFailure), reason)}
        </span>
      )
    }
    if (row.state === 'paid' && row.bankReturn && can('refund:check')) {
      const reason = row.bankReturn.isOwn ? t(ledgerRefusals.ownReturn) : ''
      return (
        <span className="k-row">
          {actionButton('confirmReturn', t(slipTexts.confirmReturn), reason)}
          {actionButton('declineReturn', t(slipTexts.declineReturn), reason)}
        </span>
      )
    }
    if (row.state === 'paid' && !row.bankReturn && can('refund:pay')) return actionButton('enterReturn', t(slipTexts.enterReturn))
    if (row.state === 'applied' && can('refund:apply')) {
      const withdrawRefund = () => withdraw.submit({ refundId: row.id, version: row.version })
      const title = t(moneyTexts.refundWithdrawAsk, { no: row.no, amount: formatMoney(row.amount) })
      return (
        <Button type="link" size="small" onClick={() => confirm({ title, okText: t(texts.withdraw), onOk: () => void withdrawRefund() })}>
          {t(texts.withdraw)}
        </Button>
      )
    }
    return '—'
  }
}

/** The state of a refund, including a return by the bank that awaits a second person. */
function StateTag({ row }: { readonly row: Refund }) {
  const t = useText()
  if (row.state === 'paid' && row.bankReturn) return <StatusTag tone="gold">{t(slipTexts.returnPending)}</StatusTag>
  return <StatusTag tone={tones[row.state]}>{t(refundStateNames[row.state])}</StatusTag>
}

function useColumns(ask: (dialog: OpenDialog) => void): Column<Refund>[] {
  const t = useText()
  const actions = useRefundActions(ask)
  return [
    { key: 'no', title: t(refundFields.refundNo), width: 180, isAlways: true, pin: 'left', render: (row) => row.no },
    { key: 'state', title: t(texts.state), width: 110, render: (row) => <StateTag row={row} /> },
    moneyColumn('amount', t(texts.amount), 140, { isStrong: true }),
    { key: 'unit', title: t(texts.unit), width: 180, isCut: true, render: (row) => row.unitName },
    { key: 'name', title: t(refundFields.payeeName), width: 180, isCut: true, render: (row) => row.payeeName },
    { key: 'account', title: t(refundFields.payeeAccount), width: 200, render: (row) => row.payeeAccount },
    { key: 'why', title: t(prepaymentFields.refundReason), width: 180, isCut: true, render: (row) => row.reason },
    { key: 'answer', title: t(refundFields.answer), width: 160, isCut: true, render: (row) => row.answer || '—' },
    { key: 'appliedAt', title: t(refundFields.appliedAt), width: 160, render: (row) => formatDateTime(row.appliedAt) },
    { key: 'appliedBy', title: t(refundFields.applicant), width: 100, render: (row) => row.appliedBy },
    { key: 'decidedBy', title: t(refundFields.decider), width: 100, render: (row) => row.decidedBy ?? '—' },
    { key: 'paidBy', title: t(refundFields.registrar), width: 110, render: (row) => row.paidBy ?? '—' },
    { key: 'confirmedBy', title: t(refundFields.failureConfirmedBy), width: 130, isHiddenAtFirst: true, render: (row) => row.failureConfirmedBy ?? '—' },
    { key: 'returnedOn', title: t(refundFields.returnedOn), width: 130, isHiddenAtFirst: true, render: (row) => row.bankReturn?.returnedOn ?? '—' },
    {
      key: 'returnSerial',
      title: t(refundFields.returnSerial),
      width: 170,
      isHiddenAtFirst: true,
      render: (row) => (row.bankReturn ? row.bankReturn.serial || t(slipTexts.neverSent) : '—'),
    },
    { key: 'paidOn', title: t(refundFields.paidOn), width: 120, render: (row) => row.paidOn ?? '—' },
    { key: 'serial', title: t(refundFields.refundSerial), width: 170, render: (row) => row.bankSerial ?? '—' },
    {
      key: 'slip',
      title: t(moneyTexts.bankSlip),
      width: 130,
      render: (row) =>
        row.slipFileId ? (
          <PreviewButton type="link" size="small" fileId={row.slipFileId}>
            {t(texts.slipView)}
          </PreviewButton>
        ) : (
          '—'
        ),
    },
    { key: 'action', title: t(texts.action), width: 180, pin: 'right', isAlways: true, render: actions },
  ]
}

/** 退款: requested by units, decided by one person of the centre and paid by another. */
export function Refunds() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const [isAsking, setAsking] = useState(false)
  const filter = setConditions({ keyword: state.keyword, states: [...state.states], isForMe: state.isForMe || undefined })
  const [isWhole, requestTotals] = useTotalsOnRequest(filter)
  const list = useRead(api.prepayments.refunds, { ...pageRequestOf(state), ...filter, isWhole }, { follows: ['topups'] })
  return (
    <>
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint) },
          { kind: 'choices', name: 'states', label: t(texts.state), choices: choicesOf(t, states, refundStateNames) },
          ...(can('refund:check') || can('refund:pay') ? [{ kind: 'flag', name: 'isForMe', label: t(moneyTexts.refundForMe) } as const] : []),
        ]}
      />
      <DataTable
        id="refunds"
        label={t(moneyTexts.refunds)}
        columns={useColumns(ask)}
        source={list}
        empty={{ reason: t(moneyTexts.noRefunds) }}
        toolbar={
          can('refund:apply') ? (
            <Button type="primary" onClick={() => setAsking(true)}>
              {t(moneyTexts.ask)}
            </Button>
          ) : null
        }
        tools={<ExportButton file={() => api.prepayments.exportRefunds(filter)} />}
        paging={pagingOf(state, list.data, change)}
        totals={<TotalAmount label={t(texts.total)} list={list} amount={list.data?.totals?.amount} onAsk={requestTotals} />}
      />
      {dialog ? <RefundDecision key={`${dialog.row.id}-${dialog.what}`} {...dialog} onClose={() => ask(null)} /> : null}
      {isAsking ? <RefundDialog onClose={() => setAsking(false)} /> : null}
    </>
  )
}
