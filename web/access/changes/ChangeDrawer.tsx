import { useState } from 'react'
import { changeKindNames, changeStateNames } from '#/api/access/changes.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { idleQuery } from '#/web/kernel/query.ts'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { type Change, tones } from './change.ts'
import { texts } from './texts.ts'

type Difference = Change['differences'][number]
type Verb = 'approve' | 'reject' | 'withdraw'

const asks = { approve: texts.approveAsk, reject: texts.rejectAsk, withdraw: texts.withdrawAsk } as const

function DecideDialog({ change, verb, onClose }: { readonly change: Change; readonly verb: Verb; readonly onClose: () => void }) {
  const say = useText()
  const decide = useProvedSubmit(api.changes.decide, { onDone: onClose })
  const withdraw = useProvedSubmit(api.changes.withdraw, { onDone: onClose })
  const send = (note: string) =>
    verb === 'withdraw' ? withdraw.submit({ changeId: change.id, note }) : decide.submit({ changeId: change.id, isApproved: verb === 'approve', note })
  return (
    <ReasonDialog
      title={`${say(texts[verb])} · ${change.name}`}
      onClose={onClose}
      confirmText={say(texts[verb])}
      onConfirm={({ reason }) => void send(reason)}
      isDangerous={verb !== 'approve'}
      isBusy={decide.isBusy || withdraw.isBusy}
      reason={{ label: say(texts.decisionNote), isOptional: verb === 'approve' }}
      failure={decide.failure ?? withdraw.failure}
    >
      <p>{say(asks[verb])}</p>
    </ReasonDialog>
  )
}

function Differences({ change }: { readonly change: Change }) {
  const say = useText()
  const value = (row: Difference, text: string) => (text === '' ? '—' : row.isSecret ? say(texts.fingerprint, { digits: text }) : text)
  const columns: Column<Difference>[] = [
    { key: 'field', title: say(texts.field), width: 150, isAlways: true, render: (row) => row.field },
    { key: 'before', title: say(texts.before), width: 230, render: (row) => value(row, row.before) },
    { key: 'after', title: say(texts.after), width: 230, render: (row) => value(row, row.after) },
  ]
  return (
    <DataTable
      id="change-differences"
      label={say(texts.differences)}
      columns={columns}
      rows={change.differences}
      rowKey={(row) => row.field}
      source={idleQuery}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}

/** One change: the differences, reason, author and decision. */
export function ChangeDrawer({ change, onClose }: { readonly change: Change; readonly onClose: () => void }) {
  const say = useText()
  const [verb, ask] = useState<Verb | null>(null)
  const isOpen = change.state === 'waiting' || change.state === 'approved'
  const actions = isOpen ? (
    <span className="k-row">
      {change.state === 'waiting' ? (
        <>
          <ActionButton type="primary" size="small" reason={change.mayDecide} onPress={() => ask('approve')}>
            {say(texts.approve)}
          </ActionButton>
          <ActionButton size="small" reason={change.mayDecide} onPress={() => ask('reject')}>
            {say(texts.reject)}
          </ActionButton>
        </>
      ) : null}
      <ActionButton size="small" reason={change.mayWithdraw} onPress={() => ask('withdraw')}>
        {say(texts.withdraw)}
      </ActionButton>
    </span>
  ) : null
  return (
    <>
      <DetailDrawer isOpen title={say(texts.title, { kind: say(changeKindNames[change.kind]), name: change.name })} onClose={onClose} actions={actions}>
        <div className="k-stack">
          <Facts
            columns={2}
            rows={[
              { label: say(texts.state), value: <StatusTag tone={tones[change.state]}>{say(changeStateNames[change.state])}</StatusTag> },
              { label: say(texts.centre), value: change.centreName },
              { label: say(texts.reason), value: change.reason, isWide: true },
              { label: say(texts.proposedBy), value: change.proposedBy },
              { label: say(texts.proposedAt), value: formatDateTime(change.proposedAt) },
              { label: say(texts.decidedBy), value: change.decidedBy },
              { label: say(texts.decidedAt), value: formatDateTime(change.decidedAt) },
              { label: say(texts.effectiveAt), value: formatDateTime(change.effectiveAt) },
              { label: say(texts.decisionNote), value: change.note },
            ]}
          />
          <Differences change={change} />
        </div>
      </DetailDrawer>
      {verb ? <DecideDialog change={change} verb={verb} onClose={() => ask(null)} /> : null}
    </>
  )
}
