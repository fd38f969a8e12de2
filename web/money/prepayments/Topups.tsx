import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { prepaymentRefusals, topupStateNames } from '#/api/money/prepayments.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime, formatMoney } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { SavedViews } from '#/web/parts/views/SavedViews.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { ChartButton } from '#/web/ui/ListChart.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { TotalAmount, useTotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { periodRules, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { moneyTexts } from './money-texts.ts'
import { texts } from './texts.ts'

const ConfirmMoneyDialog = onDemand(async () => (await import('#/web/parts/money/ConfirmMoney.tsx')).ConfirmMoneyDialog)
const TopupAges = onDemand(async () => (await import('./WaitingAges.tsx')).TopupAges)

type Row = OutputOf<typeof api.prepayments.list>['rows'][number]

const initialState = { pane: 'topups', keyword: '', states: [], from: '', to: '', ...firstPage } as const
const tones = { submitted: 'gold', matched: 'blue', confirmed: 'green', rejected: 'red', withdrawn: 'grey' } as const
const states = ['submitted', 'matched', 'confirmed', 'rejected', 'withdrawn'] as const
const allowedValues = { states, size: pageSizes, ...periodRules } as const

interface OpenDialog {
  readonly row: Row
  readonly what: 'confirm' | 'reject'
}

interface ActionOptions {
  readonly ask: (dialog: OpenDialog) => void
  readonly withdraw: (row: Row) => void
}

/** Returns the actions on an undecided top-up, for the centre or the applicant. */
function useTopupActions({ ask, withdraw }: ActionOptions): (row: Row) => ReactNode {
  const t = useText()
  const obstacleOf = (row: Row): string => {
    if (row.isMine) return t(prepaymentRefusals.ownWork)
    if (!row.isOwnName && !row.claimFileId) return t(prepaymentRefusals.otherPayer)
    if (!row.hasBankCredit) return t(prepaymentRefusals.noCredit)
    return row.isVouched ? '' : t(prepaymentRefusals.ownCredit)
  }
  return (row) => {
    const isOpen = row.state === 'submitted' || row.state === 'matched'
    if (isOpen && can('cz:confirm')) {
      return (
        <span className="k-row">
          <ActionButton type="link" size="small" reason={obstacleOf(row)} onPress={() => ask({ row, what: 'confirm' })}>
            {t(texts.confirm)}
          </ActionButton>
          <Button type="link" size="small" onClick={() => ask({ row, what: 'reject' })}>
            {t(texts.reject)}
          </Button>
        </span>
      )
    }
    if ((row.state === 'submitted' || (row.state === 'matched' && row.claimFileId)) && can('cz:apply'))
      return (
        <Button
          type="link"
          size="small"
          onClick={() =>
            confirm({ title: t(texts.withdrawAsk, { no: row.no, amount: formatMoney(row.amount) }), okText: t(texts.withdraw), onOk: () => withdraw(row) })
          }
        >
          {t(texts.withdraw)}
        </Button>
      )
    return '—'
  }
}

function useColumns(rowActions: ActionOptions): Column<Row>[] {
  const t = useText()
  const actions = useTopupActions(rowActions)
  return [
    { key: 'no', title: t(texts.no), width: 180, isAlways: true, pin: 'left', render: (row) => row.no },
    {
      key: 'state',
      title: t(texts.state),
      width: 126,
      render: (row) => (
        <StatusTag tone={tones[row.state]} title={row.reason}>
          {t(topupStateNames[row.state])}
        </StatusTag>
      ),
    },
    moneyColumn('amount', t(texts.amount), 130, { isStrong: true }),
    { key: 'unit', title: t(texts.unit), width: 180, isCut: true, render: (row) => row.unitName },
    {
      key: 'payer',
      title: t(texts.payerName),
      width: 190,
      render: (row) =>
        row.isOwnName ? (
          row.payerName
        ) : (
          <>
            {row.payerName}{' '}
            <StatusTag tone={row.claimFileId ? 'blue' : 'red'} title={row.claimReason}>
              {t(row.claimFileId ? moneyTexts.claimed : texts.otherName)}
            </StatusTag>
          </>
        ),
    },
    { key: 'serial', title: t(texts.serial), width: 160, render: (row) => row.bankSerial },
    { key: 'account', title: t(texts.payerAccount), width: 180, render: (row) => row.payerAccount },
    {
      key: 'credit',
      title: t(texts.bankCredit),
      width: 110,
      render: (row) => <StatusTag tone={row.hasBankCredit ? 'green' : 'grey'}>{t(row.hasBankCredit ? texts.matched : texts.unmatched)}</StatusTag>,
    },
    { key: 'submittedAt', title: t(texts.submittedAt), width: 160, render: (row) => formatDateTime(row.submittedAt) },
    { key: 'creditedAt', title: t(texts.creditedAt), width: 160, render: (row) => (row.creditedAt ? formatDateTime(row.creditedAt) : '—') },
    {
      key: 'slip',
      title: t(texts.slip),
      width: 130,
      render: (row) =>
        (row.slipFileId ?? row.claimFileId) ? (
          <PreviewButton type="link" size="small" fileId={row.slipFileId ?? row.claimFileId ?? ''}>
            {t(row.slipFileId ? texts.slipView : moneyTexts.claimPapers)}
          </PreviewButton>
        ) : (
          '—'
        ),
    },
    {
      key: 'trail',
      title: t(pageTitles.moneyTrail),
      width: 110,
      render: (row) => (row.state === 'confirmed' ? <Link to={`/zf/moneyTrail?from=topup:${row.id}`}>{t(moneyTexts.look)}</Link> : '—'),
    },
    { key: 'why', title: t(texts.why), width: 180, isCut: true, render: (row) => row.reason || '—' },
    { key: 'decidedBy', title: t(texts.decidedBy), width: 110, render: (row) => row.decidedBy ?? '—' },
    ...(can('cz:confirm') || can('cz:apply')
      ? [{ key: 'action', title: t(texts.action), width: 180, pin: 'right' as const, isAlways: true, render: actions }]
      : []),
  ]
}

function DecisionDialog({ openDialog: dialog, onClose }: { readonly openDialog: OpenDialog | null; readonly onClose: () => void }) {
  const t = useText()
  const confirm = useSubmit(api.prepayments.confirm, { onDone: onClose })
  const reject = useSubmit(api.prepayments.reject, { onDone: onClose })
  if (!dialog) return null
  const { row } = dialog
  const target = { id: row.id, version: row.version }
  if (dialog.what === 'confirm') {
    return (
      <ConfirmMoneyDialog
        title={t(texts.confirm)}
        thing={`${row.no} · ${row.unitName}`}
        amount={row.amount}
        centre={row.centreName}
        mode={t(row.mode === settlementMode.individualBusiness ? texts.mode1 : texts.mode2)}
        facts={[
          { label: t(texts.payerName), value: row.payerName },
          { label: t(texts.serial), value: row.bankSerial },
          ...(row.claimFileId ? [{ label: t(moneyTexts.claimReason), value: row.claimReason }] : []),
        ]}
        confirmText={t(texts.confirm)}
        isBusy={confirm.isBusy}
        onConfirm={() => void confirm.submit(target)}
        onCancel={onClose}
      />
    )
  }
  return (
    <ReasonDialog
      title={t(texts.reject)}
      onClose={onClose}
      confirmText={t(texts.reject)}
      onConfirm={({ reason }) => void reject.submit({ ...target, reason })}
      isDangerous
      submission={reject}
      reason={{ label: t(texts.reason) }}
    />
  )
}

/** 充值记录: the top-ups, with the centre's pending decisions. */
export function Topups() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const [hasChart, showChart] = useState(false)
  const filter = setConditions({ keyword: state.keyword, states: [...state.states], from: state.from, to: state.to })
  const [isWhole, requestTotals] = useTotalsOnRequest(filter)
  const list = useRead(api.prepayments.list, { ...pageRequestOf(state), ...filter, isWhole }, { follows: ['topups'] })
  const withdraw = useSubmit(api.prepayments.withdraw)
  const columns = useColumns({ ask, withdraw: (row) => void withdraw.submit({ id: row.id, version: row.version }) })
  return (
    <>
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint) },
          { kind: 'choices', name: 'states', label: t(texts.state), choices: choicesOf(t, states, topupStateNames) },
          { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
        ]}
      />
      {hasChart ? <TopupAges filter={filter} /> : null}
      <DataTable
        id="topups"
        label={t(texts.topups)}
        columns={columns}
        source={list}
        empty={{ reason: t(texts.noTopups) }}
        toolbar={<SavedViews list="topups" />}
        tools={
          <>
            <ChartButton isOn={hasChart} onChange={showChart} />
            <ExportButton file={() => api.prepayments.exportList(filter)} />
          </>
        }
        paging={pagingOf(state, list.data, change)}
        totals={<TotalAmount label={t(texts.total)} list={list} amount={list.data?.totals?.amount} onAsk={requestTotals} />}
      />
      <DecisionDialog key={dialog ? `${dialog.row.id}-${dialog.what}` : ''} openDialog={dialog} onClose={() => ask(null)} />
    </>
  )
}
