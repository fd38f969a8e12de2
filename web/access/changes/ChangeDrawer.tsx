import { useState } from 'react'
import { changeKindNames } from '#/api/access/changes.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { type Change, ChangeTag } from './change.ts'
import { texts } from './texts.ts'

type Difference = Change['differences'][number]
type Action = 'approve' | 'reject' | 'withdraw'

const confirmTexts = { approve: texts.approveAsk, reject: texts.rejectAsk, withdraw: texts.withdrawAsk } as const

function DecideDialog({ change, action, onClose }: { readonly change: Change; readonly action: Action; readonly onClose: () => void }) {
  const t = useText()
  const decide = useProvedSubmit(api.changes.decide, { onDone: onClose })
  const withdraw = useProvedSubmit(api.changes.withdraw, { onDone: onClose })
  const send = (note: string) =>
    action === 'withdraw' ? withdraw.submit({ changeId: change.id, note }) : decide.submit({ changeId: change.id, isApproved: action === 'approve', note })
  return (
    <ReasonDialog
      title={`${t(texts[action])} · ${change.name}`}
      onClose={onClose}
      confirmText={t(texts[action])}
      onConfirm={({ reason }) => void send(reason)}
      isDangerous={action !== 'approve'}
      submission={{ isBusy: decide.isBusy || withdraw.isBusy, failure: decide.failure ?? withdraw.failure }}
      reason={{ label: t(texts.decisionNote), isOptional: action === 'approve' }}
    >
      <p>{t(confirmTexts[action])}</p>
    </ReasonDialog>
  )
}

function Differences({ change }: { readonly change: Change }) {
  const t = useText()
  const valueText = (row: Difference, text: string) => (text === '' ? '—' : row.isSecret ? t(texts.fingerprint, { digits: text }) : text)
  const columns: Column<Difference>[] = [
    { key: 'field', title: t(texts.field), width: 150, isAlways: true, render: (row) => row.field },
    { key: 'before', title: t(texts.before), width: 230, render: (row) => valueText(row, row.before) },
    { key: 'after', title: t(texts.after), width: 230, render: (row) => valueText(row, row.after) },
  ]
  return (
    <DataTable
      id="change-differences"
      label={t(texts.differences)}
      columns={columns}
      rows={change.differences}
      rowKey={(row) => row.field}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}

/** One change: the differences, reason, author and decision. */
export function ChangeDrawer({ change, onClose }: { readonly change: Change; readonly onClose: () => void }) {
  const t = useText()
  const [action, ask] = useState<Action | null>(null)
  const isOpen = change.state === 'waiting' || change.state === 'approved'
  const actions = isOpen ? (
    <span className="k-row">
      {change.state === 'waiting' ? (
        <>
          <ActionButton type="primary" size="small" reason={change.mayDecide} onPress={() => ask('approve')}>
            {t(texts.approve)}
          </ActionButton>
          <ActionButton size="small" reason={change.mayDecide} onPress={() => ask('reject')}>
            {t(texts.reject)}
          </ActionButton>
        </>
      ) : null}
      <ActionButton size="small" reason={change.mayWithdraw} onPress={() => ask('withdraw')}>
        {t(texts.withdraw)}
      </ActionButton>
    </span>
  ) : null
  return (
    <>
      <DetailDrawer title={t(texts.title, { kind: t(changeKindNames[change.kind]), name: change.name })} onClose={onClose} actions={actions}>
        <div className="k-stack">
          <Facts
            columns={2}
            rows={[
              { label: t(texts.state), value: <ChangeTag state={change.state} /> },
              { label: t(texts.centre), value: change.centreName },
              { label: t(texts.reason), value: change.reason, isWide: true },
              { label: t(texts.proposedBy), value: change.proposedBy },
              { label: t(texts.proposedAt), value: formatDateTime(change.proposedAt) },
              { label: t(texts.decidedBy), value: change.decidedBy },
              { label: t(texts.decidedAt), value: formatDateTime(change.decidedAt) },
              { label: t(texts.effectiveAt), value: formatDateTime(change.effectiveAt) },
              { label: t(texts.decisionNote), value: change.note },
            ]}
          />
          <Differences change={change} />
        </div>
      </DetailDrawer>
      {action ? <DecideDialog change={change} action={action} onClose={() => ask(null)} /> : null}
    </>
  )
}
