import type { OutputOf } from '#/web/kernel/api.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { texts } from './texts.ts'

export type Person = OutputOf<typeof api.relations.list>['rows'][number]

const labels = { approve: texts.approve, reject: texts.refuse, withdraw: texts.withdraw } as const

/** A reader's decision on a proposed end of a relation. */
export interface EndDecision {
  readonly person: Person
  readonly verdict: keyof typeof labels
}

/** Approves, rejects or withdraws a proposed end of a relation. */
export function EndDialog({ person, verdict, onClose }: EndDecision & { readonly onClose: () => void }) {
  const t = useText()
  const options = { onDone: onClose }
  const decide = useSubmit(api.relations.decideEnd, options)
  const withdraw = useSubmit(api.relations.withdrawEnd, options)
  const handleConfirm = (reason: string) => {
    if (verdict === 'withdraw') void withdraw.submit({ relationId: person.id, reason })
    else void decide.submit({ relationId: person.id, isApproved: verdict === 'approve', reason })
  }
  const values = { name: person.name, by: person.end?.proposedBy ?? '', at: formatDateTime(person.end?.proposedAt ?? null), reason: person.end?.reason ?? '' }
  return (
    <ReasonDialog
      title={`${t(labels[verdict])} · ${person.name}`}
      onClose={onClose}
      confirmText={t(labels[verdict])}
      onConfirm={({ reason }) => handleConfirm(reason)}
      isDangerous={verdict === 'approve'}
      submission={{ isBusy: decide.isBusy || withdraw.isBusy, failure: decide.failure ?? withdraw.failure }}
      reason={{ isOptional: verdict === 'approve' }}
    >
      <p>{t(verdict === 'withdraw' ? texts.withdrawAsk : texts.endAsk, values)}</p>
    </ReasonDialog>
  )
}
