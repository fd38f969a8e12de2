import { useState } from 'react'
import { unitFields } from '#/api/organisations/units.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { ChangeTable } from '#/web/ui/ChangeTable.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import type { UnitDetail } from './tags.tsx'
import { texts } from './texts.ts'

type Proposal = NonNullable<UnitDetail['identityChange']>
const effectTexts = { approve: texts.identityApprove, reject: texts.identityReject, withdraw: texts.identityWithdraw } as const
type Verdict = keyof typeof effectTexts

function Changes({ proposal }: { readonly proposal: Proposal }) {
  const t = useText()
  return <ChangeTable changes={proposal.changes.map((change) => ({ ...change, key: change.field, label: t(unitFields[change.field]) }))} />
}

interface DecideDialogProps {
  readonly proposal: Proposal
  readonly verdict: Verdict
  readonly onClose: () => void
}

function DecideDialog({ proposal, verdict, onClose }: DecideDialogProps) {
  const t = useText()
  const options = { onDone: onClose }
  const decide = useSubmit(api.units.decideIdentity, options)
  const withdraw = useSubmit(api.units.withdrawIdentity, options)
  const handleConfirm = (reason: string) => {
    if (verdict === 'withdraw') void withdraw.submit({ identityChangeId: proposal.id, reason })
    else void decide.submit({ identityChangeId: proposal.id, isApproved: verdict === 'approve', reason })
  }
  return (
    <ReasonDialog
      title={t(texts[verdict])}
      onClose={onClose}
      confirmText={t(texts[verdict])}
      onConfirm={({ reason }) => handleConfirm(reason)}
      isDangerous={verdict !== 'approve'}
      submission={{ isBusy: decide.isBusy || withdraw.isBusy, failure: decide.failure ?? withdraw.failure }}
      reason={{ isOptional: verdict === 'approve' }}
    >
      <p>{t(effectTexts[verdict])}</p>
      <Changes proposal={proposal} />
    </ReasonDialog>
  )
}

/** The change of a unit's name or contact number that awaits another person, with the actions of the reader. */
export function IdentityChange({ proposal }: { readonly proposal: Proposal }) {
  const t = useText()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const { may } = proposal
  return (
    <section className="k-card k-stack" aria-label={t(texts.identityChange)}>
      <h2>{t(texts.identityChange)}</h2>
      <p className="k-note">{t(texts.proposedBy, { name: proposal.proposedBy, at: formatDateTime(proposal.proposedAt) })}</p>
      <Changes proposal={proposal} />
      <div className="k-row">
        <ActionButton type="primary" size="small" reason={may.decide} onPress={() => setVerdict('approve')}>
          {t(texts.approve)}
        </ActionButton>
        <ActionButton size="small" reason={may.decide} onPress={() => setVerdict('reject')}>
          {t(texts.reject)}
        </ActionButton>
        <ActionButton size="small" reason={may.withdraw} onPress={() => setVerdict('withdraw')}>
          {t(texts.withdraw)}
        </ActionButton>
      </div>
      {verdict ? <DecideDialog proposal={proposal} verdict={verdict} onClose={() => setVerdict(null)} /> : null}
    </section>
  )
}
