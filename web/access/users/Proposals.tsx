import { useState } from 'react'
import { dualControlKindNames } from '#/api/access/users.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import type { IssuedPassword } from './TemporaryPassword.tsx'
import { texts } from './texts.ts'

type Proposal = OutputOf<typeof api.users.proposals>[number]
type Action = 'approve' | 'reject' | 'withdraw'

interface DecideProps {
  readonly proposal: Proposal
  readonly action: Action
  readonly onClose: () => void
  readonly onOnce: (once: IssuedPassword) => void
}

function DecideDialog({ proposal, action, onClose, onOnce }: DecideProps) {
  const t = useText()
  const decide = useProvedSubmit(api.users.decide, {
    onDone: ({ password, username, name }) => {
      onClose()
      if (password !== null) onOnce({ username, name, password })
    },
  })
  const withdraw = useProvedSubmit(api.users.withdraw, { onDone: onClose })
  const { id: proposalId, kind, name, username } = proposal
  const send = (note: string) =>
    action === 'withdraw' ? withdraw.submit({ proposalId }) : decide.submit({ proposalId, isApproved: action === 'approve', note })
  const effectText = { approve: kind === 'paper' ? texts.approvePaper : texts.approveTwo, reject: texts.rejectTwo, withdraw: texts.withdrawTwoAsk }[action]
  const title = t({ approve: texts.approve, reject: texts.reject, withdraw: texts.withdrawTwo }[action])
  return (
    <ReasonDialog
      title={`${title} · ${t(dualControlKindNames[kind])}`}
      onClose={onClose}
      confirmText={title}
      onConfirm={({ reason }) => void send(reason)}
      isDangerous={action === 'reject'}
      submission={{ isBusy: decide.isBusy || withdraw.isBusy, failure: decide.failure ?? withdraw.failure }}
      reason={action === 'reject' ? {} : null}
    >
      <p>
        {name} · {username}
      </p>
      <p>{t(effectText)}</p>
    </ReasonDialog>
  )
}

/**
 * Account changes awaiting approval by a second person, with the user's actions. Renders nothing without such changes.
 */
export function Proposals({ onOnce }: { readonly onOnce: (once: IssuedPassword) => void }) {
  const t = useText()
  const pendingProposals = useRead(api.users.proposals, {})
  const [requested, ask] = useState<{ readonly proposal: Proposal; readonly action: Action } | null>(null)
  const rows = pendingProposals.data ?? []
  return (
    <>
      {rows.length > 0 ? (
        <section className="k-card k-stack" aria-label={t(texts.proposals)}>
          <h2>{t(texts.proposals)}</h2>
          {rows.map((row) => (
            <div key={row.id} className="k-row">
              <span className="u-proposal">
                {t(texts.proposalLine, {
                  name: row.name,
                  username: row.username,
                  kind: t(dualControlKindNames[row.kind]),
                  by: row.proposedBy,
                  at: formatDateTime(row.proposedAt),
                  reason: row.reason,
                })}
                {row.mobile ? ` · ${t(texts.proposalMobile, { before: row.mobileBefore || '—', after: row.mobile })}` : null}
              </span>
              <ActionButton type="primary" size="small" reason={row.mayDecide} onPress={() => ask({ proposal: row, action: 'approve' })}>
                {t(texts.approve)}
              </ActionButton>
              <ActionButton size="small" reason={row.mayDecide} onPress={() => ask({ proposal: row, action: 'reject' })}>
                {t(texts.reject)}
              </ActionButton>
              <ActionButton size="small" reason={row.mayWithdraw} onPress={() => ask({ proposal: row, action: 'withdraw' })}>
                {t(texts.withdrawTwo)}
              </ActionButton>
            </div>
          ))}
        </section>
      ) : null}
      {requested ? <DecideDialog {...requested} onClose={() => ask(null)} onOnce={onOnce} /> : null}
    </>
  )
}
