import { useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { commissionFields as fields } from '#/api/money/commissions.texts.ts'
import { formatYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ConfirmMoneyDialog } from '#/web/parts/money/ConfirmMoney.tsx'
import { slipTexts } from '#/web/parts/money/slip.texts.ts'
import { SlipDialog } from '#/web/parts/money/slip.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { Problem } from '#/web/ui/Problem.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import type { BillDetail } from './tags.tsx'
import { texts } from './texts.ts'

interface DialogProps {
  readonly bill: BillDetail
  readonly onClose: () => void
}

function useRequiredRules() {
  const t = useText()
  return [{ required: true, message: t(texts.required) }]
}

/** Issues the missing bills of a past month. */
export function IssueDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [month, setMonth] = useState(shiftMonth(monthOf(new Date(nowMs())), -1))
  const issue = useSubmit(api.commissions.issue, { onDone: onClose })
  return (
    <Dialog title={t(texts.issue)} onClose={onClose} confirm={{ text: t(texts.issue), onPress: () => void issue.submit({ month }), isBusy: issue.isBusy }}>
      <p className="k-note">{t(texts.issueNote)}</p>
      <Form>
        <Field label={t(texts.month)} htmlFor="issue-month">
          <DayInput id="issue-month" value={month} onChange={setMonth} picker="month" isNeeded />
        </Field>
      </Form>
    </Dialog>
  )
}

/** Proposes a correction, which another person has to approve. */
export function AdjustDialog({ bill, onClose }: DialogProps) {
  const t = useText()
  const rules = useRequiredRules()
  const amountRule = useAmountRule()
  const [form] = useForm<{ direction: 'more' | 'less'; amount: string; reason: string }>()
  const propose = useSubmit(api.commissions.propose, { onDone: onClose })
  const send = form.whenValid((values) => propose.submit({ billId: bill.id, version: bill.version, ...values }))
  return (
    <Dialog title={t(texts.adjust)} onClose={onClose} confirm={{ text: t(texts.adjust), onPress: send, isBusy: propose.isBusy }}>
      <p>
        {bill.no} · {formatYuan(bill.amount)}
      </p>
      <Form form={form} initialValues={{ direction: 'more' }}>
        <Field name="direction" label={t(texts.direction)}>
          <RadioGroup
            options={[
              { value: 'more', label: t(texts.more) },
              { value: 'less', label: t(texts.less) },
            ]}
          />
        </Field>
        <Field name="amount" label={t(texts.amount)} rules={[...rules, amountRule]}>
          <MoneyInput />
        </Field>
        <Field name="reason" label={t(texts.reason)} rules={[...rules, { min: 2 }]}>
          <TextArea maxLength={200} autoSize={{ minRows: 2 }} />
        </Field>
      </Form>
    </Dialog>
  )
}

/** Uploads the partner's invoice over the whole amount. */
export function InvoiceDialog({ bill, onClose }: DialogProps) {
  const t = useText()
  const rules = useRequiredRules()
  const [form] = useForm<{ no: string }>()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState('')
  const upload = useSubmit(api.commissions.invoice, { onDone: onClose })
  const send = form.whenValid(async ({ no }) => {
    if (!file) return setProblem(t(texts.fileNeeded))
    setProblem('')
    await upload.submit({ billId: bill.id, version: bill.version, no, file })
  })
  return (
    <Dialog title={t(texts.invoice)} onClose={onClose} confirm={{ text: t(texts.invoice), onPress: send, isBusy: upload.isBusy }}>
      <p>{t(texts.invoiceNote, { amount: formatYuan(bill.amount), title: bill.invoiceTitle, taxNo: bill.invoiceTaxNo })}</p>
      <Form form={form}>
        <Field name="no" label={t(texts.invoiceNo)} rules={[...rules, { pattern: /^[0-9A-Za-z-]{8,30}$/, message: t(texts.invoiceNoWrong) }]}>
          <TextInput maxLength={30} />
        </Field>
      </Form>
      <FileDrop value={file} onChange={setFile} kinds={evidenceEndings} maxBytes={maxFileBytes} label={t(texts.invoiceFile)} />
      <Problem text={problem} />
    </Dialog>
  )
}

/** Records a bank payment with its slip. Another person has to confirm it. */
export function PaymentDialog({ bill, onClose }: DialogProps) {
  const t = useText()
  const rules = useRequiredRules()
  const [form] = useForm<{ paidOn: string; bankSerial: string }>()
  const [slip, setSlip] = useState<File | null>(null)
  const [problem, setProblem] = useState('')
  const prepare = useSubmit(api.commissions.prepare, { onDone: onClose })
  const send = form.whenValid(async (values) => {
    if (!slip) return setProblem(t(texts.fileNeeded))
    setProblem('')
    await prepare.submit({ billId: bill.id, version: bill.version, ...values, slip })
  })
  return (
    <Dialog title={t(texts.prepare)} onClose={onClose} confirm={{ text: t(texts.prepare), onPress: send, isBusy: prepare.isBusy }}>
      <p>
        {bill.partyName} · {bill.no} · <b>{formatYuan(bill.amount)}</b>
      </p>
      <Form form={form} initialValues={{ paidOn: dayOf(new Date(nowMs())) }}>
        <Field name="paidOn" label={t(texts.paidOn)} rules={rules}>
          <DayInput id="commission-paid-on" isNeeded />
        </Field>
        <Field name="bankSerial" label={t(texts.serial)} rules={[...rules, { min: 4 }]}>
          <TextInput maxLength={40} />
        </Field>
      </Form>
      <FileDrop value={slip} onChange={setSlip} kinds={evidenceEndings} maxBytes={maxFileBytes} label={t(texts.slip)} />
      <Problem text={problem} />
    </Dialog>
  )
}

/** Enters that the bank sent the payment back. Another person has to confirm it. */
export function ReturnDialog({ bill, onClose }: DialogProps) {
  const t = useText()
  const enter = useSubmit(api.commissions.enterReturn, { onDone: onClose })
  const content = (
    <>
      <p className="k-note">{t(slipTexts.enterReturnNote)}</p>
      <p>
        {bill.partyName} · {bill.no} · <b>{formatYuan(bill.amount)}</b>
      </p>
    </>
  )
  return (
    <SlipDialog
      title={t(slipTexts.enterReturn)}
      what={content}
      isReturn
      isBusy={enter.isBusy}
      onSend={({ paidOn, ...entry }) => enter.submit({ billId: bill.id, version: bill.version, ...entry, returnedOn: paidOn })}
      onClose={onClose}
    />
  )
}

/** Confirms the payment, or its return by the bank, as the second person, which books it. */
export function ConfirmPaymentDialog({ bill, isReturn, onClose }: DialogProps & { readonly isReturn: boolean }) {
  const t = useText()
  const pay = useSubmit(api.commissions.pay, { onDone: onClose })
  const confirmReturn = useSubmit(api.commissions.decideReturn, { onDone: onClose })
  const decision = isReturn ? confirmReturn : pay
  const title = t(isReturn ? slipTexts.confirmReturn : texts.pay)
  const entry = bill.returns.at(-1)
  const facts =
    isReturn && entry
      ? [
          { label: t(slipTexts.returnedOn), value: entry.returnedOn },
          { label: t(fields.serial), value: entry.serial || t(slipTexts.neverSent) },
          { label: t(slipTexts.reason), value: entry.reason },
          { label: t(slipTexts.enteredBy), value: entry.enteredBy },
          { label: t(slipTexts.bankSlip), value: <PreviewButton size="small" fileId={entry.fileId} /> },
        ]
      : [{ label: t(fields.serial), value: bill.bankSerial }]
  return (
    <ConfirmMoneyDialog
      title={title}
      thing={`${bill.no} · ${bill.partyName}`}
      amount={bill.amount}
      centre={bill.centreName}
      mode={t(contractModeNames[bill.mode])}
      facts={facts}
      warning={isReturn ? t(slipTexts.confirmReturnNote) : undefined}
      confirmText={title}
      isBusy={decision.isBusy}
      onConfirm={() => void decision.submit({ billId: bill.id, version: bill.version, approve: true })}
      onCancel={onClose}
    />
  )
}
