import { creditMoveNames, creditStateNames, creditFields as fields } from '#/api/taxation/period-corrections.texts.ts'
import { periodRefusals, taxKindNames } from '#/api/taxation/periods.texts.ts'
import { formatYuan } from '#/domain/base/money.ts'
import { defaultPageSize, pageSizes } from '#/domain/base/paging.ts'
import { taxCreditStates } from '#/domain/taxation/tax-declaration.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { idleQuery, useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { creditTexts as texts } from './correction.texts.ts'
import { texts as periodTexts } from './texts.ts'

const ApplyDialog = onDemand(async () => (await import('./CreditDialogs.tsx')).ApplyDialog)
const RefundDialog = onDemand(async () => (await import('./CreditDialogs.tsx')).RefundDialog)

/** A credit case with its history. */
export type OverpaymentCredit = OutputOf<typeof api.periods.credits>['rows'][number]
type Move = OverpaymentCredit['moves'][number]

const initialState = { states: [], credit: 0, page: 1, size: defaultPageSize } as const
const allowedValues = { states: taxCreditStates, size: pageSizes } as const
const CreditTag = stateTag(creditStateNames, { open: 'gold', applied: 'green', refunded: 'green', withdrawn: 'grey' })

function History({ credit }: { readonly credit: OverpaymentCredit }) {
  const t = useText()
  const columns: Column<Move>[] = [
    { key: 'at', title: t(fields.at), width: 170, isAlways: true, render: (move) => formatDateTimeSeconds(move.at) },
    { key: 'step', title: t(fields.step), width: 120, isAlways: true, render: (move) => t(creditMoveNames[move.kind]) },
    moneyColumn('amount', t(fields.moved), 120, { isAlways: true }),
    { key: 'against', title: t(fields.against), width: 100, render: (move) => move.month ?? '—' },
    { key: 'paidOn', title: t(fields.paidOn), width: 110, render: (move) => move.paidOn ?? '—' },
    { key: 'serial', title: t(fields.serial), width: 130, render: (move) => move.serial || '—' },
    { key: 'reason', title: t(fields.reason), width: 150, render: (move) => move.reason || '—' },
    { key: 'who', title: t(fields.who), width: 90, render: (move) => move.byName },
    {
      key: 'file',
      title: t(periodTexts.file),
      width: 100,
      isAlways: true,
      render: (move) =>
        move.fileId === null ? (
          '—'
        ) : (
          <PreviewButton size="small" fileId={move.fileId}>
            {t(periodTexts.view)}
          </PreviewButton>
        ),
    },
  ]
  return (
    <DataTable
      id="tax-credit-moves"
      label={t(texts.history)}
      columns={columns}
      rows={credit.moves}
      rowKey={(move) => move.id}
      source={idleQuery}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}

function WithdrawDialog({ credit, onClose }: { readonly credit: OverpaymentCredit; readonly onClose: () => void }) {
  const t = useText()
  const action = useSubmit(api.periods.withdrawCredit, { onDone: onClose })
  return (
    <ReasonDialog
      title={`${t(texts.withdraw)} ${credit.no}`}
      onClose={onClose}
      confirmText={t(texts.withdraw)}
      onConfirm={({ reason }) => void action.submit({ taxCreditId: credit.id, version: credit.version, reason })}
      submission={action}
    >
      <p>{t(texts.withdrawNote, { left: formatYuan(credit.left) })}</p>
    </ReasonDialog>
  )
}

function CreditDrawer({ credit, onClose }: { readonly credit: OverpaymentCredit; readonly onClose: () => void }) {
  const t = useText()
  // The dialogs use the version they were opened with, so the server refuses them if a colleague has changed the case
  // since.
  const overlay = useOverlay<{ readonly openDialog: 'apply' | 'refund' | 'withdraw'; readonly seen: OverpaymentCredit }>(
    ({ openDialog: dialog, seen }, close) =>
      dialog === 'apply' ? (
        <ApplyDialog credit={seen} onClose={close} />
      ) : dialog === 'refund' ? (
        <RefundDialog credit={seen} onClose={close} />
      ) : (
        <WithdrawDialog credit={seen} onClose={close} />
      ),
  )
  const open = (dialog: 'apply' | 'refund' | 'withdraw') => overlay.open({ openDialog: dialog, seen: credit })
  const ownCreditReason = credit.isOwn ? t(periodRefusals.ownCredit) : ''
  const footer =
    credit.state === 'open' ? (
      <>
        {can('tax:check') ? (
          <ActionButton reason={ownCreditReason} onPress={() => open('withdraw')}>
            {t(texts.withdraw)}
          </ActionButton>
        ) : null}
        {can('tax:edit') ? (
          <ActionButton reason={ownCreditReason} onPress={() => open('refund')}>
            {t(texts.refund)}
          </ActionButton>
        ) : null}
        {can('tax:edit') ? (
          <ActionButton type="primary" onPress={() => open('apply')}>
            {t(texts.apply)}
          </ActionButton>
        ) : null}
      </>
    ) : undefined
  return (
    <DetailDrawer title={`${credit.no} · ${credit.month}`} onClose={onClose} width={1180} footer={footer}>
      <div className="k-stack">
        <Facts
          columns={2}
          rows={[
            { label: t(fields.state), value: <CreditTag state={credit.state} /> },
            { label: t(fields.tax), value: t(taxKindNames[credit.kind]) },
            { label: t(fields.amount), value: <Money value={credit.amount} /> },
            { label: t(fields.left), value: <Money value={credit.left} isStrong /> },
            { label: t(fields.month), value: `${credit.month} · ${t(periodTexts.edition, { edition: credit.edition })}` },
            { label: t(fields.centre), value: credit.centreName },
          ]}
        />
        <h3>{t(texts.history)}</h3>
        <History credit={credit} />
      </div>
    </DetailDrawer>
  )
}

/** 多缴税款: tax overpaid before a correction, with the state and history of each case. */
export function Credits() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const filter = setConditions({ states: [...state.states] })
  const list = useRead(api.periods.credits, { ...filter, page: state.page, size: state.size })
  const rows = list.data?.rows ?? []
  const credit = rows.find((row) => row.id === state.credit)
  const columns: Column<OverpaymentCredit>[] = [
    { key: 'no', title: t(fields.no), width: 110, isAlways: true, pin: 'left', render: (row) => row.no },
    {
      key: 'state',
      title: t(fields.state),
      width: 110,
      isAlways: true,
      render: (row) => <CreditTag state={row.state} />,
    },
    { key: 'month', title: t(fields.month), width: 120, isAlways: true, render: (row) => row.month },
    { key: 'tax', title: t(fields.tax), width: 130, isAlways: true, render: (row) => t(taxKindNames[row.kind]) },
    moneyColumn('amount', t(fields.amount), 140),
    moneyColumn('left', t(fields.left), 140, { isAlways: true, isStrong: true }),
    { key: 'centre', title: t(fields.centre), width: 150, isCut: true, render: (row) => row.centreName },
    { key: 'at', title: t(fields.at), width: 170, render: (row) => formatDateTimeSeconds(row.at) },
    openColumn({ title: t(periodTexts.action), open: t(periodTexts.open), nameOf: (row) => row.no, onOpen: (row) => change({ credit: row.id }) }),
  ]
  return (
    <div className="k-stack">
      <p className="k-note">{t(texts.note)}</p>
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'choices', name: 'states', label: t(fields.state), choices: taxCreditStates.map((value) => ({ value, label: t(creditStateNames[value]) })) },
        ]}
      />
      <DataTable
        id="tax-credits"
        label={t(fields.title)}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => change({ credit: row.id })}
        openKey={state.credit || null}
        tools={<DownloadButton file={() => api.periods.exportCredits(filter)}>{t(periodTexts.export)}</DownloadButton>}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      {credit ? <CreditDrawer credit={credit} onClose={() => change({ credit: 0 })} /> : null}
    </div>
  )
}
