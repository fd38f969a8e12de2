import { type ReactNode, useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { adjustmentStateNames, refundFields, refundRefusals } from '#/api/money/refunds.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime, formatMoney } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { AdjustmentDialog } from './dialogs.ts'
import { moneyTexts } from './money-texts.ts'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.prepayments.adjustments>['rows'][number]

const initialState = { pane: 'adjustments', states: [], isForMe: false, ...firstPage } as const
const AdjustmentTag = stateTag(adjustmentStateNames, { proposed: 'gold', approved: 'green', rejected: 'red', withdrawn: 'grey' })
const states = ['proposed', 'approved', 'rejected', 'withdrawn'] as const
const allowedValues = { states, size: pageSizes } as const

interface OpenDialog {
  readonly row: Row
  readonly approve: boolean
}

function DecisionDialog({ openDialog: { row, approve }, onClose }: { readonly openDialog: OpenDialog; readonly onClose: () => void }) {
  const t = useText()
  const decide = useSubmit(api.prepayments.decideAdjustment, { onDone: onClose })
  const label = t(approve ? moneyTexts.approve : texts.reject)
  return (
    <ReasonDialog
      title={label}
      onClose={onClose}
      confirmText={label}
      onConfirm={({ reason }) => void decide.submit({ adjustmentId: row.id, version: row.version, approve, reason })}
      isDangerous={!approve}
      submission={decide}
      reason={{ isOptional: approve }}
    >
      <p>
        {row.no} · {row.unitName} · <Money value={row.amount} isStrong isSigned />
        <br />
        {row.reason}
      </p>
    </ReasonDialog>
  )
}

function useAdjustmentActions(ask: (dialog: OpenDialog) => void): (row: Row) => ReactNode {
  const t = useText()
  const withdraw = useSubmit(api.prepayments.withdrawAdjustment)
  return (row) => {
    if (row.state !== 'proposed') return '—'
    if (can('adjustment:check') && !(row.isMine && can('adjustment:edit'))) {
      const reason = row.isMine ? t(refundRefusals.ownAdjustment) : ''
      return (
        <span className="k-row">
          <ActionButton type="link" size="small" reason={reason} onPress={() => ask({ row, approve: true })}>
            {t(moneyTexts.approve)}
          </ActionButton>
          <ActionButton type="link" size="small" reason={reason} onPress={() => ask({ row, approve: false })}>
            {t(texts.reject)}
          </ActionButton>
        </span>
      )
    }
    if (!row.isMine || !can('adjustment:edit')) return '—'
    const withdrawAdjustment = () => withdraw.submit({ adjustmentId: row.id, version: row.version })
    const title = t(moneyTexts.adjustmentWithdrawAsk, { no: row.no, amount: formatMoney(row.amount) })
    return (
      <Button type="link" size="small" onClick={() => confirm({ title, okText: t(texts.withdraw), onOk: () => void withdrawAdjustment() })}>
        {t(texts.withdraw)}
      </Button>
    )
  }
}

function useColumns(ask: (dialog: OpenDialog) => void): Column<Row>[] {
  const t = useText()
  const actions = useAdjustmentActions(ask)
  return [
    { key: 'no', title: t(moneyTexts.adjustmentNo), width: 210, isAlways: true, pin: 'left', render: (row) => row.no },
    {
      key: 'state',
      title: t(texts.state),
      width: 110,
      render: (row) => <AdjustmentTag state={row.state} />,
    },
    { key: 'unit', title: t(texts.unit), width: 210, isCut: true, render: (row) => row.unitName },
    { key: 'mode', title: t(moneyTexts.mode), width: 130, render: (row) => t(contractModeNames[row.mode]) },
    moneyColumn('amount', t(texts.amount), 140, { isSigned: true, isStrong: true }),
    { key: 'reason', title: t(moneyTexts.reason), width: 220, isCut: true, render: (row) => row.reason },
    {
      key: 'file',
      title: t(moneyTexts.attachment),
      width: 110,
      render: (row) =>
        row.fileId ? (
          <PreviewButton type="link" size="small" fileId={row.fileId}>
            {t(moneyTexts.attachment)}
          </PreviewButton>
        ) : (
          '—'
        ),
    },
    { key: 'proposedBy', title: t(moneyTexts.proposer), width: 110, render: (row) => row.proposedBy },
    { key: 'proposedAt', title: t(texts.submittedAt), width: 160, render: (row) => formatDateTime(row.proposedAt) },
    { key: 'decidedBy', title: t(refundFields.decider), width: 110, render: (row) => row.decidedBy ?? '—' },
    { key: 'answer', title: t(refundFields.answer), width: 160, isCut: true, render: (row) => row.answer || '—' },
    { key: 'action', title: t(texts.action), width: 150, pin: 'right', isAlways: true, render: actions },
  ]
}

/** 调账: balance corrections by two people of the centre. */
export function Adjustments() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const [isProposing, setProposing] = useState(false)
  const list = useRead(
    api.prepayments.adjustments,
    { ...pageRequestOf(state), ...setConditions({ states: [...state.states], isForMe: state.isForMe || undefined }) },
    { follows: ['topups'] },
  )
  return (
    <>
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'choices', name: 'states', label: t(texts.state), choices: choicesOf(t, states, adjustmentStateNames) },
          ...(can('adjustment:check') ? [{ kind: 'flag', name: 'isForMe', label: t(moneyTexts.adjustmentForMe) } as const] : []),
        ]}
      />
      <DataTable
        id="adjustments"
        label={t(moneyTexts.adjustments)}
        columns={useColumns(ask)}
        source={list}
        empty={{ reason: t(moneyTexts.noAdjustments) }}
        toolbar={
          can('adjustment:edit') ? (
            <Button type="primary" onClick={() => setProposing(true)}>
              {t(moneyTexts.propose)}
            </Button>
          ) : null
        }
        paging={pagingOf(state, list.data, change)}
      />
      {dialog ? <DecisionDialog key={`${dialog.row.id}-${dialog.approve}`} openDialog={dialog} onClose={() => ask(null)} /> : null}
      {isProposing ? <AdjustmentDialog onClose={() => setProposing(false)} /> : null}
    </>
  )
}
