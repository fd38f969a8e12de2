import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ChangeTable } from '#/web/ui/ChangeTable.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { type TermsVersion, withFieldNames } from './terms.ts'
import { texts } from './texts.ts'

export type VersionDecision = 'approve' | 'reject' | 'withdraw' | 'askWithdrawal' | 'confirmWithdrawal' | 'keepChange'

const confirmTexts = {
  approve: texts.approveAsk,
  reject: texts.rejectAsk,
  withdraw: texts.withdrawAsk,
  askWithdrawal: texts.askWithdrawalAsk,
  confirmWithdrawal: texts.confirmWithdrawalAsk,
  keepChange: texts.keepChangeAsk,
} as const

/** Answers to a requested withdrawal, which has its reason. */
const reasonlessVerdicts: readonly VersionDecision[] = ['confirmWithdrawal', 'keepChange']
const safeVerdicts: readonly VersionDecision[] = ['approve', 'keepChange']

/** Approves, rejects or withdraws a change, which the dialog shows, or decides on its withdrawal. */
export function VersionDialog({
  verdict,
  version,
  onClose,
}: {
  readonly verdict: VersionDecision
  readonly version: TermsVersion
  readonly onClose: () => void
}) {
  const t = useText()
  const options = { onDone: onClose }
  const decide = useSubmit(api.units.decide, options)
  const withdraw = useSubmit(api.units.withdraw, options)
  const handlePress = (reason: string) => {
    if (verdict === 'withdraw' || verdict === 'askWithdrawal') void withdraw.submit({ versionId: version.id, reason })
    else if (verdict === 'confirmWithdrawal' || verdict === 'keepChange')
      void decide.submit({ versionId: version.id, subject: 'withdrawal', isApproved: verdict === 'confirmWithdrawal', reason })
    else void decide.submit({ versionId: version.id, subject: 'terms', isApproved: verdict === 'approve', reason })
  }
  return (
    <ReasonDialog
      title={`${t(texts[verdict])} · ${t(texts.version, { no: version.no })}`}
      onClose={onClose}
      width={640}
      confirmText={t(texts[verdict])}
      onConfirm={({ reason }) => handlePress(reason)}
      isDangerous={!safeVerdicts.includes(verdict)}
      submission={{ isBusy: decide.isBusy || withdraw.isBusy, failure: decide.failure ?? withdraw.failure }}
      reason={reasonlessVerdicts.includes(verdict) ? null : { isOptional: verdict === 'approve' }}
    >
      <p>{t(confirmTexts[verdict], { no: version.no, day: version.effectiveFrom })}</p>
      <ChangeTable changes={withFieldNames(version.changes, t)} />
    </ReasonDialog>
  )
}
