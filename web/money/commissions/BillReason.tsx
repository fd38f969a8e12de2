import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { slipTexts } from '#/web/parts/money/slip.texts.ts'
import { Money } from '#/web/ui/Money.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import type { BillDetail } from './tags.tsx'
import { texts } from './texts.ts'

/** The actions on a bill that need a reason. */
export type ReasonedAction = 'dispute' | 'answer' | 'returnInvoice' | 'approve' | 'decline' | 'refusePay' | 'declineReturn'

const hints = { dispute: texts.disputeHint, answer: texts.answerHint } as const

export function BillReasonDialog({ bill, what, onClose }: { readonly bill: BillDetail; readonly what: ReasonedAction; readonly onClose: () => void }) {
  const t = useText()
  const submitOptions = { onDone: onClose } as const
  const dispute = useSubmit(api.commissions.dispute, submitOptions)
  const answer = useSubmit(api.commissions.answer, submitOptions)
  const sendInvoiceBack = useSubmit(api.commissions.returnInvoice, submitOptions)
  const decide = useSubmit(api.commissions.decide, submitOptions)
  const pay = useSubmit(api.commissions.pay, submitOptions)
  const decideReturn = useSubmit(api.commissions.decideReturn, submitOptions)
  const target = { billId: bill.id, version: bill.version }
  const actions = {
    dispute: { ...dispute, go: (reason: string) => dispute.submit({ ...target, reason }) },
    answer: { ...answer, go: (reason: string) => answer.submit({ ...target, reason }) },
    returnInvoice: { ...sendInvoiceBack, go: (reason: string) => sendInvoiceBack.submit({ ...target, reason }) },
    approve: { ...decide, go: (reason: string) => decide.submit({ ...target, approve: true, reason }) },
    decline: { ...decide, go: (reason: string) => decide.submit({ ...target, approve: false, reason }) },
    declineReturn: { ...decideReturn, go: (reason: string) => decideReturn.submit({ ...target, approve: false, reason }) },
    refusePay: { ...pay, go: (reason: string) => pay.submit({ ...target, approve: false, reason }) },
  }
  const action = actions[what]
  const title = t(what === 'declineReturn' ? slipTexts.declineReturn : texts[what])
  const hintProps = what in hints ? { hint: t(hints[what as keyof typeof hints]) } : {}
  return (
    <ReasonDialog
      title={title}
      onClose={onClose}
      confirmText={title}
      onConfirm={({ reason }) => void action.go(reason)}
      isDangerous={what !== 'approve' && what !== 'answer'}
      submission={action}
      reason={{ isOptional: what === 'approve', ...hintProps }}
    >
      <p>
        {bill.no} · <Money value={what === 'approve' || what === 'decline' ? (bill.proposal?.amount ?? bill.amount) : bill.amount} isStrong />
      </p>
    </ReasonDialog>
  )
}
