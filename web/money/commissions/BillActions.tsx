import { formatYuan } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { slipTexts } from '#/web/parts/money/slip.texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { BillReasonDialog, type ReasonedAction } from './BillReason.tsx'
import type { BillDetail } from './tags.tsx'
import { texts } from './texts.ts'

const AdjustDialog = onDemand(async () => (await import('./BillDialogs.tsx')).AdjustDialog)
const InvoiceDialog = onDemand(async () => (await import('./BillDialogs.tsx')).InvoiceDialog)
const PaymentDialog = onDemand(async () => (await import('./BillDialogs.tsx')).PaymentDialog)
const ReturnDialog = onDemand(async () => (await import('./BillDialogs.tsx')).ReturnDialog)
const ConfirmPaymentDialog = onDemand(async () => (await import('./BillDialogs.tsx')).ConfirmPaymentDialog)

type OpenDialog = ReasonedAction | 'adjust' | 'invoice' | 'prepare' | 'pay' | 'enterReturn' | 'confirmReturn'

interface BillActionProps {
  readonly bill: BillDetail
  readonly ask: (what: OpenDialog) => void
}

/** Actions of the payee on their own bill. */
function PartnerActions({ bill, ask }: BillActionProps) {
  const t = useText()
  const agree = useSubmit(api.commissions.confirm)
  const handlePress = () =>
    confirm({
      title: t(texts.confirmAsk, { no: bill.no, amount: formatYuan(bill.amount) }),
      content: <p>{t(bill.partyType === 'partner' ? texts.confirmPartner : texts.confirmStaff)}</p>,
      okText: t(texts.confirm),
      onOk: () => agree.submit({ billId: bill.id, version: bill.version }),
    })
  if (bill.state === 'confirmed' && bill.partyType === 'partner') {
    return (
      <ActionButton type="primary" reason={bill.may.invoice} onPress={() => ask('invoice')}>
        {t(texts.invoice)}
      </ActionButton>
    )
  }
  if (bill.state !== 'generated') return null
  return (
    <>
      <ActionButton danger reason={bill.may.dispute} onPress={() => ask('dispute')}>
        {t(texts.dispute)}
      </ActionButton>
      <ActionButton type="primary" reason={bill.may.confirm} isBusy={agree.isBusy} onPress={handlePress}>
        {t(texts.confirm)}
      </ActionButton>
    </>
  )
}

/** Actions while the amount is not agreed: answers, corrections and their approval by a second person. */
function AmountActions({ bill, ask }: BillActionProps) {
  const t = useText()
  return (
    <>
      {bill.state === 'disputed' && can('commission:edit') ? (
        <ActionButton reason={bill.may.answer} onPress={() => ask('answer')}>
          {t(texts.answer)}
        </ActionButton>
      ) : null}
      {can('commission:edit') ? (
        <ActionButton reason={bill.may.propose} onPress={() => ask('adjust')}>
          {t(texts.adjust)}
        </ActionButton>
      ) : null}
      {bill.proposal && can('commission:check') ? (
        <>
          <ActionButton danger reason={bill.may.decide} onPress={() => ask('decline')}>
            {t(texts.decline)}
          </ActionButton>
          <ActionButton type="primary" reason={bill.may.decide} onPress={() => ask('approve')}>
            {t(texts.approve)}
          </ActionButton>
        </>
      ) : null}
    </>
  )
}

/** Actions once the amount is agreed: the payment, by two people. */
function PaymentActions({ bill, ask }: BillActionProps) {
  const t = useText()
  return (
    <>
      {bill.state === 'invoiced' && !bill.isPrepared && can('commission:edit') ? (
        <ActionButton danger reason={bill.may.returnInvoice} onPress={() => ask('returnInvoice')}>
          {t(texts.returnInvoice)}
        </ActionButton>
      ) : null}
      {!bill.isPrepared && can('commission:edit') ? (
        <ActionButton type="primary" reason={bill.may.prepare} onPress={() => ask('prepare')}>
          {t(texts.prepare)}
        </ActionButton>
      ) : null}
      {bill.isPrepared && can('commission:check') ? (
        <>
          <ActionButton danger reason={bill.may.pay} onPress={() => ask('refusePay')}>
            {t(texts.refusePay)}
          </ActionButton>
          <ActionButton type="primary" reason={bill.may.pay} onPress={() => ask('pay')}>
            {t(texts.pay)}
          </ActionButton>
        </>
      ) : null}
    </>
  )
}

/** Actions on a paid bill: a return by the bank, by two people. */
function ReturnActions({ bill, ask }: BillActionProps) {
  const t = useText()
  const isPending = bill.returns.at(-1)?.isConfirmed === false
  if (!isPending)
    return can('commission:edit') ? (
      <ActionButton reason={bill.may.enterReturn} onPress={() => ask('enterReturn')}>
        {t(slipTexts.enterReturn)}
      </ActionButton>
    ) : null
  if (!can('commission:check')) return null
  return (
    <>
      <ActionButton danger reason={bill.may.decideReturn} onPress={() => ask('declineReturn')}>
        {t(slipTexts.declineReturn)}
      </ActionButton>
      <ActionButton type="primary" reason={bill.may.decideReturn} onPress={() => ask('confirmReturn')}>
        {t(slipTexts.confirmReturn)}
      </ActionButton>
    </>
  )
}

/** The caller's actions on a bill. A disabled one gives the reason. */
export function BillActions({ bill }: { readonly bill: BillDetail }) {
  const { open: ask } = useOverlay<OpenDialog>((dialog, close) => {
    if (dialog === 'adjust') return <AdjustDialog bill={bill} onClose={close} />
    if (dialog === 'invoice') return <InvoiceDialog bill={bill} onClose={close} />
    if (dialog === 'prepare') return <PaymentDialog bill={bill} onClose={close} />
    if (dialog === 'pay' || dialog === 'confirmReturn') return <ConfirmPaymentDialog bill={bill} isReturn={dialog === 'confirmReturn'} onClose={close} />
    if (dialog === 'enterReturn') return <ReturnDialog bill={bill} onClose={close} />
    return <BillReasonDialog bill={bill} what={dialog} onClose={close} />
  })
  const isOpen = bill.state === 'generated' || bill.state === 'disputed'
  const Actions = bill.isOwn ? PartnerActions : isOpen ? AmountActions : bill.state === 'paid' ? ReturnActions : PaymentActions
  return (
    <div className="k-row">
      <Actions bill={bill} ask={ask} />
    </div>
  )
}
