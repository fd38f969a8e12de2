import { type ReactNode, useState } from 'react'
import { prepaymentFields } from '#/api/money/prepayments.texts.ts'
import { plainYuan } from '#/domain/base/money.ts'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ReasonItem, useRequiredFile, useRequiredRules } from '#/web/parts/money/slip.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { AccountField, AmountField, placeOf } from './fields.tsx'
import { moneyTexts } from './money-texts.ts'
import type { PrepaymentAccount } from './PrepaymentAccounts.tsx'
import { texts } from './texts.ts'

interface CloseProps {
  readonly onClose: () => void
}

/** 认领来款: the unit claims a credit, described as at the bank, with documents. */
export function ClaimDialog({ onClose }: CloseProps) {
  const t = useText()
  const rules = useRequiredRules()
  const [form] = useForm<{ funds: string; amount: string; payerName: string; bankSerial: string; reason: string }>()
  const accounts = useRead(api.prepayments.accounts, {})
  const papers = useRequiredFile(t(moneyTexts.claimPapers))
  const claim = useSubmit(api.prepayments.claim, { onDone: onClose })
  const send = form.whenValid(async ({ funds, ...values }) => {
    const file = papers.take()
    const { centreId, mode } = placeOf(funds)
    if (file) await claim.submit({ ...values, centreId, mode, papers: file })
  })
  return (
    <Dialog title={t(moneyTexts.claim)} onClose={onClose} confirm={{ text: t(moneyTexts.claim), onPress: send, isBusy: claim.isBusy }}>
      <p className="k-note">{t(moneyTexts.claimNote)}</p>
      <Form form={form}>
        <AccountField accounts={accounts.data ?? []} isOwn />
        <Field name="bankSerial" label={t(texts.serial)} rules={rules}>
          <TextInput maxLength={60} />
        </Field>
        <AmountField />
        <Field name="payerName" label={t(texts.payerName)} rules={rules}>
          <TextInput maxLength={100} />
        </Field>
        <ReasonItem label={t(moneyTexts.claimReason)} />
      </Form>
      {papers.field}
    </Dialog>
  )
}

/** 代单位认领: the centre claims a credit for one of its units. */
export function ClaimForUnitDialog({ creditId, what, onClose }: CloseProps & { readonly creditId: number; readonly what: ReactNode }) {
  const t = useText()
  const [form] = useForm<{ funds: string; reason: string }>()
  const accounts = useRead(api.prepayments.accounts, {})
  const papers = useRequiredFile(t(moneyTexts.claimPapers))
  const claim = useSubmit(api.prepayments.claimFor, { onDone: onClose })
  const send = form.whenValid(async ({ funds, reason }) => {
    const file = papers.take()
    const { unitId, mode } = placeOf(funds)
    if (file) await claim.submit({ creditId, unitId, mode, reason, papers: file })
  })
  return (
    <Dialog title={t(moneyTexts.claimFor)} onClose={onClose} confirm={{ text: t(moneyTexts.claimFor), onPress: send, isBusy: claim.isBusy }}>
      <p>{what}</p>
      <Form form={form}>
        <AccountField accounts={accounts.data ?? []} isOwn={false} />
        <ReasonItem label={t(moneyTexts.claimReason)} />
      </Form>
      {papers.field}
    </Dialog>
  )
}

/** Selects the bank account to refund to, with the refundable amount of each, and the amount of the refund. */
function OriginField({ funds }: { readonly funds: string }) {
  const t = useText()
  const rules = useRequiredRules()
  const { centreId, mode } = placeOf(funds)
  const origins = useRead(api.prepayments.refundOrigins, { centreId, mode })
  const options = (origins.data?.rows ?? []).map((row) => ({
    value: row.account,
    label: `${row.name} ${row.account} · ${t(moneyTexts.left, { amount: formatMoney(row.left) })}`,
    disabled: row.left <= 0,
  }))
  return (
    <>
      <Field name="account" label={t(moneyTexts.origin)} rules={rules}>
        <Select options={options} />
      </Field>
      <AmountField extra={origins.data ? t(moneyTexts.available, { amount: formatMoney(origins.data.available) }) : null} />
    </>
  )
}

/** 申请退款: requests a refund to the account of origin. */
export function RefundDialog({ onClose }: CloseProps) {
  const t = useText()
  const [form] = useForm<{ funds: string; account: string; amount: string; reason: string }>()
  const accounts = useRead(api.prepayments.accounts, {})
  const apply = useSubmit(api.prepayments.applyRefund, { onDone: onClose })
  const funds = useWatch('funds', form)
  const send = form.whenValid(async ({ funds: chosen, ...values }) => {
    const { centreId, mode } = placeOf(chosen)
    await apply.submit({ ...values, centreId, mode })
  })
  return (
    <Dialog title={t(moneyTexts.ask)} onClose={onClose} confirm={{ text: t(moneyTexts.ask), onPress: send, isBusy: apply.isBusy }}>
      <p className="k-note">{t(moneyTexts.askNote)}</p>
      <Form form={form}>
        <AccountField accounts={accounts.data ?? []} isOwn />
        {funds ? <OriginField key={funds} funds={funds} /> : null}
        <ReasonItem label={t(prepaymentFields.refundReason)} />
      </Form>
    </Dialog>
  )
}

/** 提交调账: proposes a correction for another person to approve. */
export function AdjustmentDialog({ onClose }: CloseProps) {
  const t = useText()
  const [form] = useForm<{ funds: string; direction: 'more' | 'less'; amount: string; reason: string }>()
  const accounts = useRead(api.prepayments.accounts, {})
  const paper = useRequiredFile(t(moneyTexts.attachment))
  const propose = useSubmit(api.prepayments.proposeAdjustment, { onDone: onClose })
  const send = form.whenValid(async ({ funds, ...values }) => {
    const file = paper.take()
    const { unitId, mode } = placeOf(funds)
    if (file) await propose.submit({ ...values, unitId, mode, file })
  })
  return (
    <Dialog title={t(moneyTexts.propose)} onClose={onClose} confirm={{ text: t(moneyTexts.propose), onPress: send, isBusy: propose.isBusy }}>
      <Form form={form} initialValues={{ direction: 'more' }}>
        <AccountField accounts={accounts.data ?? []} isOwn={false} />
        <Field name="direction" label={t(moneyTexts.direction)}>
          <RadioGroup options={choicesOf(t, ['more', 'less'] as const, moneyTexts)} />
        </Field>
        <AmountField />
        <ReasonItem />
      </Form>
      {paper.field}
    </Dialog>
  )
}

/** Issues the missing statements of a past month. */
export function IssueDialog({ onClose }: CloseProps) {
  const t = useText()
  const [month, setMonth] = useState(shiftMonth(monthOf(new Date(nowMs())), -1))
  const issue = useSubmit(api.prepayments.issueStatements, { onDone: onClose })
  return (
    <Dialog
      title={t(moneyTexts.issue)}
      onClose={onClose}
      confirm={{ text: t(moneyTexts.issue), onPress: () => void issue.submit({ month }), isBusy: issue.isBusy }}
    >
      <p className="k-note">{t(moneyTexts.issueNote)}</p>
      <DayInput value={month} onChange={setMonth} picker="month" isNeeded />
    </Dialog>
  )
}

/** 余额提醒: the balance below which the unit is notified. */
export function LimitDialog({ account, onClose }: CloseProps & { readonly account: PrepaymentAccount }) {
  const t = useText()
  const [form] = useForm<{ amount: string }>()
  const setLimit = useSubmit(api.prepayments.setLimit, { onDone: onClose })
  const send = form.whenValid(({ amount }) => setLimit.submit({ centreId: account.centreId, mode: account.mode, limit: amount }))
  return (
    <Dialog title={t(moneyTexts.limit)} onClose={onClose} confirm={{ text: t(moneyTexts.keepLimit), onPress: send, isBusy: setLimit.isBusy }}>
      <p className="k-note">{t(moneyTexts.limitNote)}</p>
      <Form form={form} initialValues={{ amount: plainYuan(account.lowBalance) }}>
        <AmountField label={t(moneyTexts.limitValue)} />
      </Form>
    </Dialog>
  )
}
