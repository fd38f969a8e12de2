import { useState } from 'react'
import { taxKindNames, vatReturnNames } from '#/api/taxation/periods.texts.ts'
import { type Fen, plainYuan, ZERO } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { type ReturnTax, returnTaxes, type VatReturn } from '#/domain/taxation/vat-return.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import { payingTexts } from './paying.texts.ts'
import { useRequiredFile, useRequiredRules } from './required-fields.tsx'
import type { PeriodDetail } from './tags.tsx'
import { texts } from './texts.ts'

interface DeclareProps {
  readonly period: PeriodDetail
  readonly onClose: () => void
}

/** Amounts of a return that is not due are absent. */
interface Values extends Partial<Record<ReturnTax, string>> {
  readonly no: string
  readonly iit: string
  readonly vatNo?: string
  readonly withholdingNo?: string
  readonly withholdingVat?: string
  readonly withholdingSurcharge?: string
  readonly declaredOn: string
}

const documentEndings = [...evidenceEndings, 'ofd']
const withheldNames = { vat: 'withholdingVat', surcharge: 'withholdingSurcharge' } as const

function AmountField({ name, label, lines }: { readonly name: string; readonly label: string; readonly lines: Fen }) {
  const t = useText()
  const rules = useRequiredRules()
  const amountRule = useAmountRule({ isSigned: true })
  return (
    <Field name={name} label={label} hint={`${t(texts.lines)}: ${plainYuan(lines)}`} rules={[...rules, amountRule]}>
      <MoneyInput isSigned />
    </Field>
  )
}

/** The number and the amounts of a VAT return, with the name of the return if the month has two. */
function ReturnFields({ period, vatReturn }: { readonly period: PeriodDetail; readonly vatReturn: VatReturn }) {
  const t = useText()
  const rules = useRequiredRules()
  const isAgent = vatReturn === 'vat_agent'
  const accrued = period.returns.find((each) => each.vatReturn === vatReturn)?.accrued
  const suffix = period.returns.length > 1 ? ` · ${t(vatReturnNames[vatReturn])}` : ''
  return (
    <>
      <Field
        name={isAgent ? 'vatNo' : 'withholdingNo'}
        label={t(isAgent ? payingTexts.vatReceiptNo : payingTexts.withholdingReceiptNo)}
        rules={[...rules, { min: 4 }]}
      >
        <TextInput maxLength={40} />
      </Field>
      {returnTaxes.map((kind) => (
        <AmountField key={kind} name={isAgent ? kind : withheldNames[kind]} label={`${t(taxKindNames[kind])}${suffix}`} lines={accrued?.[kind] ?? ZERO} />
      ))}
    </>
  )
}

/** Records the declaration as accepted by the tax office, with a number and amounts for each return. */
export function DeclareDialog({ period, onClose }: DeclareProps) {
  const t = useText()
  const rules = useRequiredRules()
  const [form] = useForm<Values>()
  const { file, setFile, need, shownProblem } = useRequiredFile()
  const [vatFile, setVatFile] = useState<File | null>(null)
  const [withholdingFile, setWithholdingFile] = useState<File | null>(null)
  const dueReturns = period.returns.map(({ vatReturn }) => vatReturn)
  const declare = useSubmit(api.periods.declare, { onDone: onClose })
  const send = form.whenValid(async ({ vat = '0', surcharge = '0', ...values }) => {
    const receipt = need()
    const target = { declarationId: period.id, version: period.version }
    const files = { ...(vatFile ? { vatFile } : {}), ...(withholdingFile ? { withholdingFile } : {}) }
    if (receipt) await declare.submit({ ...target, ...values, vat, surcharge, file: receipt, ...files })
  })
  return (
    <Dialog title={`${t(texts.declare)} ${period.month}`} onClose={onClose} confirm={{ text: t(texts.declare), onPress: send, isBusy: declare.isBusy }}>
      <p>{t(texts.declareNote)}</p>
      <Form form={form} initialValues={{ declaredOn: dayOf(new Date(nowMs())) }}>
        <Field name="no" label={t(payingTexts.iitReceiptNo)} rules={[...rules, { min: 4 }]}>
          <TextInput maxLength={40} />
        </Field>
        <Field name="declaredOn" label={t(texts.declaredOn)} rules={rules}>
          <DayInput id="tax-declared-on" isNeeded />
        </Field>
        {dueReturns.map((vatReturn) => (
          <ReturnFields key={vatReturn} period={period} vatReturn={vatReturn} />
        ))}
        <AmountField name="iit" label={t(taxKindNames.iit)} lines={period.accrued.iit} />
      </Form>
      <FileDrop value={file} onChange={setFile} kinds={documentEndings} maxBytes={maxFileBytes} label={t(texts.receiptFile)} />
      {shownProblem}
      {dueReturns.includes('vat_agent') ? (
        <FileDrop value={vatFile} onChange={setVatFile} kinds={documentEndings} maxBytes={maxFileBytes} label={t(payingTexts.vatFile)} />
      ) : null}
      {dueReturns.includes('vat_withholding') ? (
        <FileDrop
          value={withholdingFile}
          onChange={setWithholdingFile}
          kinds={documentEndings}
          maxBytes={maxFileBytes}
          label={t(payingTexts.withholdingFile)}
        />
      ) : null}
    </Dialog>
  )
}
