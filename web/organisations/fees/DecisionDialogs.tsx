import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { type SubmitState, useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { dayFromNow, type FeePlanRow, type PlanVersion, type SplitRuleRow } from './forms.ts'
import { texts } from './texts.ts'

export type FeeDecision = 'approve' | 'reject' | 'withdraw'
/** Also requests or decides the withdrawal of an approved version, whose request has the reason. */
export type PlanDecision = FeeDecision | 'askWithdrawal' | 'confirmWithdrawal' | 'keepVersion'

const confirmTexts = {
  approve: texts.approveAsk,
  reject: texts.rejectAsk,
  withdraw: texts.withdrawAsk,
  askWithdrawal: texts.askWithdrawalAsk,
  confirmWithdrawal: texts.confirmWithdrawalAsk,
  keepVersion: texts.keepVersionAsk,
} as const

/** Answers to a requested withdrawal, which has its reason. */
const reasonlessDecisions: readonly PlanDecision[] = ['confirmWithdrawal', 'keepVersion']

interface FeeDecisionDialogProps {
  readonly decision: PlanDecision
  readonly title: string
  readonly day: string
  readonly submission: SubmitState
  readonly onConfirm: (reason: string) => void
  readonly onClose: () => void
}

function FeeDecisionDialog({ decision, title, day, submission, onConfirm, onClose }: FeeDecisionDialogProps) {
  const t = useText()
  return (
    <ReasonDialog
      title={`${t(texts[decision])} · ${title}`}
      onClose={onClose}
      confirmText={t(texts[decision])}
      onConfirm={({ reason }) => onConfirm(reason)}
      isDangerous={decision !== 'approve' && decision !== 'keepVersion'}
      submission={submission}
      reason={reasonlessDecisions.includes(decision) ? null : { isOptional: decision === 'approve' }}
    >
      <p>{t(confirmTexts[decision], { day })}</p>
    </ReasonDialog>
  )
}

/** Approves, rejects or withdraws a version of a plan, or decides on its withdrawal. */
export function PlanDecisionDialog({
  decision,
  version,
  onClose,
}: {
  readonly decision: PlanDecision
  readonly version: PlanVersion
  readonly onClose: () => void
}) {
  const t = useText()
  const options = { onDone: onClose }
  const decide = useSubmit(api.fees.decidePlan, options)
  const withdraw = useSubmit(api.fees.withdrawPlan, options)
  const handlePress = (reason: string) => {
    if (decision === 'withdraw' || decision === 'askWithdrawal') void withdraw.submit({ planVersionId: version.id, reason })
    else if (decision === 'confirmWithdrawal' || decision === 'keepVersion')
      void decide.submit({ planVersionId: version.id, subject: 'withdrawal', isApproved: decision === 'confirmWithdrawal', reason })
    else void decide.submit({ planVersionId: version.id, isApproved: decision === 'approve', reason })
  }
  return (
    <FeeDecisionDialog
      decision={decision}
      title={t(texts.version, { no: version.no })}
      day={version.effectiveFrom}
      submission={{ isBusy: decide.isBusy || withdraw.isBusy, failure: decide.failure ?? withdraw.failure }}
      onConfirm={handlePress}
      onClose={onClose}
    />
  )
}

/** Approves, rejects or withdraws a version of a rule. */
export function RuleDecisionDialog({
  decision,
  rule,
  title,
  onClose,
}: {
  readonly decision: FeeDecision
  readonly rule: SplitRuleRow
  readonly title: string
  readonly onClose: () => void
}) {
  const options = { onDone: onClose }
  const decide = useSubmit(api.fees.decideSplit, options)
  const withdraw = useSubmit(api.fees.withdrawSplit, options)
  const handlePress = (reason: string) => {
    if (decision === 'withdraw') void withdraw.submit({ splitId: rule.id, reason })
    else void decide.submit({ splitId: rule.id, isApproved: decision === 'approve', reason })
  }
  return (
    <FeeDecisionDialog
      decision={decision}
      title={title}
      day={rule.effectiveFrom}
      submission={{ isBusy: decide.isBusy || withdraw.isBusy, failure: decide.failure ?? withdraw.failure }}
      onConfirm={handlePress}
      onClose={onClose}
    />
  )
}

interface EndDialogProps {
  readonly of: { readonly plan: FeePlanRow } | { readonly rule: SplitRuleRow; readonly title: string }
  readonly onClose: () => void
}

/** Sets the last day on which a plan or rule applies. */
export function EndDialog({ of, onClose }: EndDialogProps) {
  const t = useText()
  const [lastDay, setLastDay] = useState(dayFromNow())
  const options = { onDone: onClose }
  const endPlan = useSubmit(api.fees.endPlan, options)
  const stopSplit = useSubmit(api.fees.stopSplit, options)
  const actionLabel = t('plan' in of ? texts.end : texts.stop)
  const handlePress = (reason: string) => {
    if ('plan' in of) void endPlan.submit({ planId: of.plan.id, lastDay, reason })
    else void stopSplit.submit({ splitId: of.rule.id, lastDay, reason })
  }
  return (
    <ReasonDialog
      title={`${actionLabel} · ${'plan' in of ? of.plan.name : of.title}`}
      onClose={onClose}
      confirmText={actionLabel}
      onConfirm={({ reason }) => handlePress(reason)}
      isDangerous
      submission={{ isBusy: endPlan.isBusy || stopSplit.isBusy, failure: endPlan.failure ?? stopSplit.failure }}
    >
      <p>{'plan' in of ? t(texts.endAsk, { name: of.plan.name }) : t(texts.stopAsk)}</p>
      <Field label={t(texts.lastDay)} htmlFor="last-day">
        <DayInput id="last-day" value={lastDay} onChange={setLastDay} min={dayFromNow()} isNeeded />
      </Field>
    </ReasonDialog>
  )
}
