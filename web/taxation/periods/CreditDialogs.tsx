import { useState } from 'react'
import { creditFields as fields } from '#/api/taxation/period-corrections.texts.ts'
import { type Fen, fen, formatYuan, plainYuan, ZERO } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import type { OverpaymentCredit } from './Credits.tsx'
import { creditTexts as texts } from './correction.texts.ts'
import { useRequiredFile, useRequiredRules } from './required-fields.tsx'

interface DialogProps {
  /** The case as it was when the dialog was opened. */
  readonly credit: OverpaymentCredit
  readonly onClose: () => void
}

const documentEndings = [...evidenceEndings, 'ofd']

type Month = OutputOf<typeof api.periods.list>['rows'][number]

/** Returns the unpaid tax of a month that the credit may pay: the same tax on the same return. */
function unpaidTaxFor({ kind, vatReturn }: OverpaymentCredit, month: Month): Fen {
  if (kind === 'iit') return month.leftByTax.iit
  return month.returns.find((each) => each.vatReturn === vatReturn)?.left[kind] ?? ZERO
}

/** Pays a part of a declared month with a credit. */
export function ApplyDialog({ credit, onClose }: DialogProps) {
  const t = useText()
  const rules = useRequiredRules()
  const amountRule = useAmountRule()
  const [form] = useForm<{ declarationId: number; amount: string }>()
  const months = useRead(api.periods.list, { states: ['declared'], page: 1, size: 50 })
  const apply = useSubmit(api.periods.applyCredit, { onDone: onClose })
  const open = (months.data?.rows ?? []).filter((row) => unpaidTaxFor(credit, row) > 0 && row.centreName === credit.centreName)
  const [seen, setSeen] = useState<{ readonly id: number; readonly version: number } | null>(null)
  const choose = (id: number) => {
    const row = open.find((each) => each.id === id)
    if (!row) return
    setSeen({ id, version: row.version })
    form.setFieldValue('amount', plainYuan(fen(Math.min(unpaidTaxFor(credit, row), credit.left))))
  }
  const send = form.whenValid(async ({ amount }) => {
    if (seen) await apply.submit({ taxCreditId: credit.id, version: credit.version, declarationId: seen.id, declarationVersion: seen.version, amount })
  })
  return (
    <Dialog title={`${t(texts.apply)} ${credit.no}`} onClose={onClose} confirm={{ text: t(texts.apply), onPress: send, isBusy: apply.isBusy }}>
      {months.data && open.length === 0 ? <p className="k-note">{t(texts.noneOpen)}</p> : null}
      <Form form={form} initialValues={{ amount: plainYuan(credit.left) }}>
        <Field name="declarationId" label={t(texts.against)} rules={rules}>
          <RadioGroup onChange={choose} options={open.map((row) => ({ value: row.id, label: `${row.month} ${formatYuan(unpaidTaxFor(credit, row))}` }))} />
        </Field>
        <Field name="amount" label={t(texts.amount)} rules={[...rules, amountRule]}>
          <MoneyInput />
        </Field>
      </Form>
    </Dialog>
  )
}

/** Registers a refund by the tax office with its document. */
export function RefundDialog({ credit, onClose }: DialogProps) {
  const t = useText()
  const rules = useRequiredRules()
  const amountRule = useAmountRule()
  const [today] = useState(() => dayOf(new Date(nowMs())))
  const [form] = useForm<{ amount: string; paidOn: string; serial: string }>()
  const { file, setFile, need, shownProblem } = useRequiredFile()
  const refund = useSubmit(api.periods.refundCredit, { onDone: onClose })
  const send = form.whenValid(async (values) => {
    const voucher = need()
    if (voucher) await refund.submit({ taxCreditId: credit.id, version: credit.version, ...values, file: voucher })
  })
  return (
    <Dialog title={`${t(texts.refund)} ${credit.no}`} onClose={onClose} confirm={{ text: t(texts.refund), onPress: send, isBusy: refund.isBusy }}>
      <Form form={form} initialValues={{ amount: plainYuan(credit.left), paidOn: today }}>
        <Field name="amount" label={t(texts.amount)} rules={[...rules, amountRule]}>
          <MoneyInput />
        </Field>
        <Field name="paidOn" label={t(fields.paidOn)} rules={rules}>
          <DayInput id="tax-refunded-on" isNeeded />
        </Field>
        <Field name="serial" label={t(fields.serial)} rules={[...rules, { min: 4 }]}>
          <TextInput maxLength={40} />
        </Field>
      </Form>
      <FileDrop value={file} onChange={setFile} kinds={documentEndings} maxBytes={maxFileBytes} label={t(texts.refundFile)} />
      {shownProblem}
    </Dialog>
  )
}
