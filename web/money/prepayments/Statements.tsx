import { type ReactNode, useState } from 'react'
import { contractModeNames } from '#/api/agreements/contracts.texts.ts'
import { refundFields } from '#/api/money/refunds.texts.ts'
import { statementFields, statementStateNames, statementWords } from '#/api/money/statements.texts.ts'
import { userType } from '#/domain/codes.ts'
import { pageSizes } from '#/domain/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { notify } from '#/web/kernel/notices.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { firstPage, pagingOf, turnOf } from '#/web/ui/paging.ts'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { given } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { IssueDialog } from './dialogs.ts'
import { moneyTexts } from './money-texts.ts'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.prepayments.statements>['rows'][number]
type Deed = 'dispute' | 'reply'

const initial = { pane: 'statements', states: [], ...firstPage } as const
const tones = { issued: 'gold', confirmed: 'green', disputed: 'red' } as const
const states = ['issued', 'confirmed', 'disputed'] as const
const allowed = { states, size: pageSizes } as const
const figures = ['opening', 'topup', 'payment', 'fee', 'tax', 'returned', 'refund', 'adjustment', 'other', 'closing', 'closingAside'] as const

interface Asked {
  readonly row: Row
  readonly what: Deed
}

/** The unit's dispute, or the centre's answer to it. */
function Say({ asked: { row, what }, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const say = useText()
  const dispute = useSubmit(api.prepayments.disputeStatement, { onDone: onClose, isQuiet: true })
  const reply = useSubmit(api.prepayments.answerStatement, { onDone: onClose, isQuiet: true })
  const target = { statementId: row.id, version: row.version }
  const isDispute = what === 'dispute'
  return (
    <ReasonDialog
      title={say(moneyTexts[what])}
      onClose={onClose}
      confirmText={say(moneyTexts[what])}
      onConfirm={({ reason }) => void (isDispute ? dispute.submit({ ...target, reason }) : reply.submit({ ...target, answer: reason }))}
      isDangerous={isDispute}
      isBusy={dispute.isBusy || reply.isBusy}
      failure={isDispute ? dispute.failure : reply.failure}
      reason={{ label: say(isDispute ? moneyTexts.disputeReason : moneyTexts.reply) }}
    >
      <p>
        {row.no} · {row.unitName}
        {isDispute ? null : (
          <>
            <br />
            {row.reason}
          </>
        )}
      </p>
    </ReasonDialog>
  )
}

function useActions(ask: (asked: Asked) => void): (row: Row) => ReactNode {
  const say = useText()
  const isOwn = useUser()?.usertype === userType.unit
  const agree = useSubmit(api.prepayments.confirmStatement)
  const sheet = useSubmit(api.prepayments.statementSheet, { onDone: () => notify('success', say(moneyTexts.sheetStarted)) })
  return (row) => {
    const deed = (label: string, onClick: () => void) => (
      <Button type="link" size="small" onClick={onClick}>
        {label}
      </Button>
    )
    const asksToAgree = () =>
      confirm({
        title: say(moneyTexts.agreeAsk, { month: row.month, amount: formatMoney(row.closing) }),
        okText: say(moneyTexts.agree),
        onOk: () => void agree.submit({ statementId: row.id, version: row.version }),
      })
    const mayDecide = isOwn && can('cz:apply') && row.state === 'issued'
    return (
      <span className="k-row">
        {mayDecide ? deed(say(moneyTexts.agree), asksToAgree) : null}
        {mayDecide ? deed(say(moneyTexts.dispute), () => ask({ row, what: 'dispute' })) : null}
        {row.state === 'disputed' && can('cz:confirm') ? deed(say(moneyTexts.reply), () => ask({ row, what: 'reply' })) : null}
        <DownloadButton type="link" size="small" file={() => api.prepayments.statementPdf({ statementId: row.id })}>
          {say(moneyTexts.pdf)}
        </DownloadButton>
        {deed(say(moneyTexts.sheet), () => void sheet.submit({ statementId: row.id }))}
      </span>
    )
  }
}

function useColumns(ask: (asked: Asked) => void): Column<Row>[] {
  const say = useText()
  const actions = useActions(ask)
  const isOwn = useUser()?.usertype === userType.unit
  return [
    { key: 'month', title: say(statementWords.month), width: 110, isAlways: true, pin: 'left', render: (row) => row.month },
    {
      key: 'state',
      title: say(texts.state),
      width: 100,
      render: (row) => <StatusTag tone={tones[row.state]}>{say(statementStateNames[row.state])}</StatusTag>,
    },
    isOwn
      ? { key: 'centre', title: say(moneyTexts.centre), width: 180, isCut: true, render: (row) => row.centreName }
      : { key: 'unit', title: say(texts.unit), width: 210, isCut: true, render: (row) => row.unitName },
    { key: 'mode', title: say(moneyTexts.mode), width: 130, render: (row) => say(contractModeNames[row.mode]) },
    ...figures.map(
      (key): Column<Row> => ({
        key,
        title: say(statementFields[key]),
        width: 140,
        align: 'right',
        render: (row) => <Money value={row[key]} isStrong={key === 'opening' || key === 'closing'} />,
      }),
    ),
    { key: 'no', title: say(moneyTexts.statementNo), width: 190, render: (row) => row.no },
    { key: 'reason', title: say(moneyTexts.disputeReason), width: 180, isCut: true, render: (row) => row.reason || '—' },
    { key: 'answer', title: say(refundFields.answer), width: 180, isCut: true, render: (row) => row.answer || '—' },
    { key: 'action', title: say(texts.action), width: 300, pin: 'right', isAlways: true, render: actions },
  ]
}

/** 对账单: what moved in each month, agreed to or disputed by the unit. */
export function Statements() {
  const say = useText()
  const [state, change] = useUrlState(initial, allowed)
  const [asked, ask] = useState<Asked | null>(null)
  const [isIssuing, setIssuing] = useState(false)
  const list = useRead(api.prepayments.statements, { ...turnOf(state), ...given({ states: [...state.states] }) }, { follows: ['topups'] })
  return (
    <>
      <FilterBar
        state={state}
        onChange={change}
        initial={initial}
        fields={[
          { kind: 'choices', name: 'states', label: say(texts.state), choices: states.map((value) => ({ value, label: say(statementStateNames[value]) })) },
        ]}
      />
      <DataTable
        id="statements"
        label={say(moneyTexts.statements)}
        columns={useColumns(ask)}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: say(moneyTexts.noStatements) }}
        toolbar={can('cz:confirm') ? <Button onClick={() => setIssuing(true)}>{say(moneyTexts.issue)}</Button> : null}
        paging={pagingOf(state, list.data, change)}
      />
      {asked ? <Say key={`${asked.row.id}-${asked.what}`} asked={asked} onClose={() => ask(null)} /> : null}
      {isIssuing ? <IssueDialog onClose={() => setIssuing(false)} /> : null}
    </>
  )
}
