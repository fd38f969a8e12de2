import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { prepaymentFields } from '#/api/money/prepayments.texts.ts'
import { refundFields } from '#/api/money/refunds.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ConfirmMoneyDialog } from '#/web/parts/money/ConfirmMoney.tsx'
import { slipTexts } from '#/web/parts/money/slip.texts.ts'
import { Money } from '#/web/ui/Money.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { SlipDialog } from './dialogs.ts'
import { moneyTexts } from './money-texts.ts'
import { texts } from './texts.ts'

export type Refund = OutputOf<typeof api.prepayments.refunds>['rows'][number]
export type RefundAction = 'approve' | 'reject' | 'pay' | 'fail' | 'confirmFailure' | 'declineFailure' | 'enterReturn' | 'confirmReturn' | 'declineReturn'

interface Props {
  readonly row: Refund
  readonly onClose: () => void
}

const approvals = {
  approve: { title: moneyTexts.approve, note: null },
  confirmFailure: { title: moneyTexts.confirmFailure, note: moneyTexts.confirmFailureNote },
  confirmReturn: { title: slipTexts.confirmReturn, note: slipTexts.confirmReturnNote },
} as const

function ApproveDialog({ row, what, onClose }: Props & { readonly what: keyof typeof approvals }) {
  const t = useText()
  const options = { onDone: onClose } as const
  const decisions = {
    approve: useSubmit(api.prepayments.decideRefund, options),
    confirmFailure: useSubmit(api.prepayments.decideRefundFailure, options),
    confirmReturn: useSubmit(api.prepayments.decideRefundReturn, options),
  }
  const decide = decisions[what]
  const { title, note } = approvals[what]
  const facts = {
    approve: [{ label: t(prepaymentFields.refundReason), value: row.reason }],
    confirmFailure: [
      { label: t(refundFields.registrar), value: row.paidBy },
      { label: t(moneyTexts.failReason), value: row.answer },
    ],
    confirmReturn: [
      { label: t(refundFields.returnedOn), value: row.bankReturn?.returnedOn },
      { label: t(refundFields.returnSerial), value: row.bankReturn?.serial || t(slipTexts.neverSent) },
      { label: t(slipTexts.reason), value: row.bankReturn?.reason },
      { label: t(slipTexts.enteredBy), value: row.bankReturn?.enteredBy },
      { label: t(slipTexts.bankSlip), value: row.bankReturn ? <PreviewButton size="small" fileId={row.bankReturn.fileId} /> : null },
    ],
  }[what]
  return (
    <ConfirmMoneyDialog
      title={t(title)}
      thing={`${row.no} · ${row.unitName}`}
      amount={row.amount}
      centre={row.centreName}
      mode={t(contractModeNames[row.mode])}
      facts={[{ label: t(refundFields.payeeName), value: row.payeeName }, { label: t(refundFields.payeeAccount), value: row.payeeAccount }, ...facts]}
      warning={note ? t(note) : undefined}
      confirmText={t(title)}
      isBusy={decide.isBusy}
      onConfirm={() => void decide.submit({ refundId: row.id, version: row.version, approve: true })}
      onCancel={onClose}
    />
  )
}

/** Enters the payment of a refund, or its return by the bank. */
function BankDialog({ row, isReturn, onClose }: Props & { readonly isReturn: boolean }) {
  const t = useText()
  const pay = useSubmit(api.prepayments.payRefund, { onDone: onClose })
  const enterReturn = useSubmit(api.prepayments.returnRefund, { onDone: onClose })
  const target = { refundId: row.id, version: row.version }
  const content = (
    <>
      {isReturn ? <p className="k-note">{t(slipTexts.enterReturnNote)}</p> : null}
      <p>
        {row.no} · <Money value={row.amount} isStrong /> → {row.payeeName} {row.payeeAccount}
      </p>
    </>
  )
  return (
    <SlipDialog
      title={t(isReturn ? slipTexts.enterReturn : moneyTexts.pay)}
      what={content}
      isReturn={isReturn}
      isBusy={pay.isBusy || enterReturn.isBusy}
      onSend={({ paidOn, reason, isNeverSent, ...paid }) =>
        isReturn ? enterReturn.submit({ ...target, ...paid, isNeverSent, returnedOn: paidOn, reason }) : pay.submit({ ...target, ...paid, paidOn })
      }
      onClose={onClose}
    />
  )
}

const refusalTexts = {
  reject: { title: texts.reject, label: texts.reason, note: null },
  fail: { title: moneyTexts.fail, label: moneyTexts.failReason, note: moneyTexts.failNote },
  declineFailure: { title: moneyTexts.declineFailure, label: texts.reason, note: null },
  declineReturn: { title: slipTexts.declineReturn, label: texts.reason, note: null },
} as const

function RefuseDialog({ row, what, onClose }: Props & { readonly what: keyof typeof refusalTexts }) {
  const t = useText()
  const reject = useSubmit(api.prepayments.decideRefund, { onDone: onClose })
  const fail = useSubmit(api.prepayments.failRefund, { onDone: onClose })
  const declineFailure = useSubmit(api.prepayments.decideRefundFailure, { onDone: onClose })
  const declineReturn = useSubmit(api.prepayments.decideRefundReturn, { onDone: onClose })
  const submission = { reject, fail, declineFailure, declineReturn }[what]
  const target = { refundId: row.id, version: row.version }
  const send = {
    reject: (reason: string) => reject.submit({ ...target, approve: false, reason }),
    fail: (reason: string) => fail.submit({ ...target, reason }),
    declineFailure: (reason: string) => declineFailure.submit({ ...target, approve: false, reason }),
    declineReturn: (reason: string) => declineReturn.submit({ ...target, approve: false, reason }),
  }[what]
  const { title, label, note } = refusalTexts[what]
  return (
    <ReasonDialog
      title={t(title)}
      onClose={onClose}
      confirmText={t(title)}
      onConfirm={({ reason }) => void send(reason)}
      isDangerous
      submission={submission}
      reason={{ label: t(label) }}
    >
      <p>
        {row.no} · <Money value={row.amount} isStrong />
      </p>
      {note ? <p>{t(note)}</p> : null}
    </ReasonDialog>
  )
}

/** The dialog of one step of a refund. */
export function RefundDecision({ row, what, onClose }: Props & { readonly what: RefundAction }) {
  if (what === 'pay' || what === 'enterReturn') return <BankDialog row={row} isReturn={what === 'enterReturn'} onClose={onClose} />
  if (what === 'approve' || what === 'confirmFailure' || what === 'confirmReturn') return <ApproveDialog row={row} what={what} onClose={onClose} />
  return <RefuseDialog row={row} what={what} onClose={onClose} />
}
