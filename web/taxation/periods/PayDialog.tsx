import { useState } from 'react'
import { taxKindNames, vatReturnNames } from '#/api/taxation/periods.texts.ts'
import { add, type Fen, fen, formatYuan, parseYuan, plainYuan, subtract, ZERO } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { daysOfDelay, lateFee, lateFeeRates } from '#/domain/taxation/late-fee.ts'
import { type TaxKind, taxKinds } from '#/domain/taxation/tax-declaration.ts'
import { returnTaxes, type VatReturn } from '#/domain/taxation/vat-return.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import { payingTexts } from './paying.texts.ts'
import { useRequiredFile, useRequiredRules } from './required-fields.tsx'
import type { PeriodDetail } from './tags.tsx'
import { texts } from './texts.ts'

interface PayDialogProps {
  readonly period: PeriodDetail
  readonly onClose: () => void
}

type Values = Record<TaxKind, string> & { late?: string; lateReason?: string; paidOn: string; serial: string }

const documentEndings = [...evidenceEndings, 'ofd']

/**
 * Returns the unpaid amounts that no registered payment covers: VAT and surcharge of one VAT return, and income tax.
 */
function openAmounts(period: PeriodDetail, vatReturn: VatReturn): Record<TaxKind, Fen> {
  const proposedEntries = period.entries.filter(({ state }) => state === 'proposed')
  const returnEntries = proposedEntries.filter((entry) => entry.vatReturn === vatReturn)
  const unpaidTax = period.returns.find((each) => each.vatReturn === vatReturn)?.left ?? { vat: ZERO, surcharge: ZERO }
  return {
    vat: subtract(unpaidTax.vat, add(...returnEntries.map((entry) => entry.vat))),
    surcharge: subtract(unpaidTax.surcharge, add(...returnEntries.map((entry) => entry.surcharge))),
    iit: subtract(period.leftByTax.iit, add(...proposedEntries.map((entry) => entry.iit))),
  }
}

const isOpen = (open: Record<TaxKind, Fen>) => returnTaxes.some((kind) => open[kind] !== 0)

/** The computed surcharge with its calculation. The amount of the document can be entered instead, with a reason. */
function LateFields({ period, values }: { readonly period: PeriodDetail; readonly values: Partial<Values> }) {
  const t = useText()
  const amountRule = useAmountRule()
  const total = taxKinds.reduce((sum, kind) => add(sum, parseYuan(values[kind] ?? '') ?? ZERO), ZERO)
  const paidOn = values.paidOn ?? ''
  const dueLateFee = lateFee(total, period.payDueOn, paidOn)
  if (dueLateFee === 0) return null
  const rate = lateFeeRates.findLast(({ from }) => from <= paidOn) ?? lateFeeRates[0]
  const isAmountChanged = values.late !== undefined && values.late !== '' && parseYuan(values.late) !== dueLateFee
  return (
    <>
      <Field
        name="late"
        label={t(payingTexts.late)}
        hint={t(payingTexts.lateNote, {
          day: period.payDueOn,
          days: daysOfDelay(period.payDueOn, paidOn),
          rate: `${rate.ppmPerDay / 10_000}%`,
          due: formatYuan(dueLateFee),
          source: rate.source,
        })}
        rules={[amountRule]}
      >
        <MoneyInput />
      </Field>
      {isAmountChanged ? (
        <Field name="lateReason" label={t(payingTexts.lateReason)} rules={[{ required: true, message: t(texts.required) }, { min: 2 }]}>
          <TextInput maxLength={200} />
        </Field>
      ) : null}
    </>
  )
}

/**
 * Registers a payment to the tax office: income tax, and the taxes of one VAT return. Each amount defaults to the
 * unpaid rest.
 */
export function PayDialog({ period, onClose }: PayDialogProps) {
  const t = useText()
  const rules = useRequiredRules()
  const amountRule = useAmountRule()
  const openReturns = period.returns.map(({ vatReturn }) => vatReturn).filter((each) => isOpen(openAmounts(period, each)))
  const [vatReturn, setVatReturn] = useState<VatReturn>(openReturns[0] ?? period.returns[0]?.vatReturn ?? 'vat_agent')
  const open = openAmounts(period, vatReturn)
  const kinds = taxKinds.filter((kind) => open[kind] !== 0)
  const [form] = useForm<Values>()
  const values = useWatch([], form) ?? {}
  const { file, setFile, need, shownProblem } = useRequiredFile()
  const pay = useSubmit(api.periods.pay, { onDone: onClose })
  const send = form.whenValid(async ({ late = '', lateReason = '', ...given }) => {
    const slip = need()
    if (!slip) return
    const lateInput = late === '' ? {} : { late, lateReason }
    await pay.submit({ declarationId: period.id, version: period.version, vatReturn, ...given, ...lateInput, file: slip })
  })
  const choose = (next: VatReturn) => {
    setVatReturn(next)
    form.resetFields()
  }
  const initialAmounts = Object.fromEntries(kinds.map((kind) => [kind, plainYuan(fen(Math.abs(open[kind])))]))
  return (
    <Dialog title={`${t(texts.pay)} ${period.month}`} onClose={onClose} confirm={{ text: t(texts.pay), onPress: send, isBusy: pay.isBusy }}>
      <p>{t(payingTexts.note)}</p>
      {openReturns.length > 1 ? (
        <>
          <p className="k-note">{t(payingTexts.whichReturn)}</p>
          <RadioGroup
            aria-label={t(payingTexts.whichReturn)}
            value={vatReturn}
            onChange={choose}
            options={openReturns.map((value) => ({ value, label: t(vatReturnNames[value]) }))}
          />
        </>
      ) : null}
      <Form key={vatReturn} form={form} initialValues={{ ...initialAmounts, paidOn: dayOf(new Date(nowMs())) }}>
        {kinds.map((kind) => (
          <Field
            key={kind}
            name={kind}
            label={t(taxKindNames[kind])}
            hint={t(payingTexts.open, { amount: formatYuan(open[kind]) })}
            rules={[...rules, amountRule]}
          >
            <MoneyInput />
          </Field>
        ))}
        <Field name="paidOn" label={t(texts.paidOn)} rules={rules}>
          <DayInput id="tax-paid-on" isNeeded />
        </Field>
        <LateFields period={period} values={values} />
        <Field name="serial" label={t(texts.serial)} rules={[...rules, { min: 4 }]}>
          <TextInput maxLength={40} />
        </Field>
      </Form>
      <FileDrop value={file} onChange={setFile} kinds={documentEndings} maxBytes={maxFileBytes} label={t(texts.payFile)} />
      {shownProblem}
    </Dialog>
  )
}
