import { useState } from 'react'
import { type Mode, settlementMode } from '#/domain/base/codes.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import { texts } from './texts.ts'

interface Values {
  topupAccount: string
  amount: string
  payerName: string
  payerAccount: string
  bankSerial: string
}

/** 提交充值: the unit reports a transfer. The centre confirms it against the bank's record. */
export function TopupDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const amountRule = useAmountRule()
  const user = useUser()
  const [form] = useForm<Values>()
  const [slip, setSlip] = useState<File | null>(null)
  const accounts = useRead(api.prepayments.accounts, {})
  const close = () => {
    form.resetFields()
    setSlip(null)
    onClose()
  }
  const submit = useSubmit(api.prepayments.submit, { onDone: close })
  const send = form.whenValid(async ({ topupAccount, ...values }) => {
    const [centreId = 0, mode = settlementMode.generalContract] = topupAccount.split(':').map(Number)
    await submit.submit({ ...values, centreId, mode: mode as Mode, ...(slip ? { slip } : {}) })
  })
  const rules = [{ required: true, message: t(texts.required) }]
  const choices = (accounts.data ?? []).map((account) => ({
    value: `${account.centreId}:${account.mode}`,
    label: `${account.centreName} · ${t(account.mode === settlementMode.individualBusiness ? texts.mode1 : texts.mode2)}`,
  }))
  return (
    <Dialog title={t(texts.submit)} onClose={close} confirm={{ text: t(texts.submit), onPress: send, isBusy: submit.isBusy }}>
      <Form form={form} initialValues={{ payerName: user?.unitName ?? '' }}>
        <Field name="topupAccount" label={t(texts.topupAccount)} rules={rules}>
          <Select options={choices} />
        </Field>
        <Field name="amount" label={t(texts.amount)} rules={[...rules, amountRule]}>
          <MoneyInput value="" onChange={() => undefined} hasWords />
        </Field>
        <Field name="payerName" label={t(texts.payerName)} rules={rules}>
          <TextInput maxLength={100} />
        </Field>
        <Field name="payerAccount" label={t(texts.payerAccount)} rules={rules}>
          <TextInput maxLength={40} inputMode="numeric" />
        </Field>
        <Field name="bankSerial" label={t(texts.serial)} rules={rules}>
          <TextInput maxLength={40} />
        </Field>
      </Form>
      <FileDrop value={slip} onChange={setSlip} kinds={evidenceEndings} maxBytes={maxFileBytes} label={t(texts.slip)} />
    </Dialog>
  )
}
