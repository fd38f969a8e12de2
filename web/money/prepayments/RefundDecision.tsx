import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { prepaymentFields } from '#/api/money/prepayments.texts.ts'
import { refundFields } from '#/api/money/refunds.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ConfirmMoneyDialog } from '#/web/parts/money/ConfirmMoney.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { SlipDialog } from './dialogs.ts'
import { moneyTexts } from './money-texts.ts'
import { texts } from './texts.ts'

export type Refund = OutputOf<typeof api.prepayments.refunds>['rows'][number]
export type RefundAction = 'approve' | 'reject' | 'pay' | 'fail' | 'confirmFailure' | 'declineFailure'

interface Props {
  readonly row: Refund
  readonly onClose: () => void
}

function ApproveDialog({ row, onClose, isFailure }: Props & { readonly isFailure: boolean }) {
  const t = useText()
  const decide = useSubmit(isFailure ? api.prepayments.decideRefundFailure : api.prepayments.decideRefund, { onDone: onClose })
  const title = t(isFailure ? moneyTexts.confirmFailure : moneyTexts.approve)
  return (
    <ConfirmMoneyDialog
      isOpen
      title={title}
      thing={`${row.no} · ${row.unitName}`}
      amount={row.amount}
      centre={row.centreName}
      mode={t(contractModeNames[row.mode])}
      facts={[
        { label: t(refundFields.payeeName), value: row.payeeName },
        { label: t(refundFields.payeeAccount), value: row.payeeAccount },
        ...(isFailure
          ? [
              { label: t(refundFields.registrar), value: row.paidBy },
              { label: t(moneyTexts.failReason), value: row.answer },
            ]
          : [{ label: t(prepaymentFields.refundReason), value: row.reason }]),
      ]}
      warning={isFailure ? t(moneyTexts.confirmFailureNote) : undefined}
      confirmText={title}
      isBusy={decide.isBusy}
      onConfirm={() => void decide.submit({ refundId: row.id, version: row.version, approve: true })}
      onCancel={onClose}
    />
  )
}

function PayDialog({ row, onClose }: Props) {
  const t = useText()
  const pay = useSubmit(api.prepayments.payRefund, { onDone: onClose })
  const content = (
    <p>
      {row.no} · <Money value={row.amount} isStrong /> → {row.payeeName} {row.payeeAccount}
    </p>
  )
  return (
    <SlipDialog
      title={t(moneyTexts.pay)}
      what={content}
      isBusy={pay.isBusy}
      onSend={({ reason: _none, ...paid }) => pay.submit({ refundId: row.id, version: row.version, ...paid })}
      onClose={onClose}
    />
  )
}

const refusalTexts = {
  reject: { title: texts.reject, label: texts.reason, note: null },
  fail: { title: moneyTexts.fail, label: moneyTexts.failReason, note: moneyTexts.failNote },
  declineFailure: { title: moneyTexts.declineFailure, label: texts.reason, note: null },
} as const

function RefuseDialog({ row, what, onClose }: Props & { readonly what: keyof typeof refusalTexts }) {
  const t = useText()
  const reject = useSubmit(api.prepayments.decideRefund, { onDone: onClose })
  const fail = useSubmit(api.prepayments.failRefund, { onDone: onClose })
  const declineFailure = useSubmit(api.prepayments.decideRefundFailure, { onDone: onClose })
  const { isBusy, failure } = { reject, fail, declineFailure }[what]
  const target = { refundId: row.id, version: row.version }
  const send = {
    reject: (reason: string) => reject.submit({ ...target, approve: false, reason }),
    fail: (reason: string) => fail.submit({ ...target, reason }),
    declineFailure: (reason: string) => declineFailure.submit({ ...target, approve: false, reason }),
  }[what]
  const { title, label, note } = refusalTexts[what]
  return (
    <ReasonDialog
      title={t(title)}
      onClose={onClose}
      confirmText={t(title)}
      onConfirm={({ reason }) => void send(reason)}
      isDangerous
      isBusy={isBusy}
      failure={failure}
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
  if (what === 'pay') return <PayDialog row={row} onClose={onClose} />
  if (what === 'approve' || what === 'confirmFailure') return <ApproveDialog row={row} onClose={onClose} isFailure={what === 'confirmFailure'} />
  return <RefuseDialog row={row} what={what} onClose={onClose} />
}
