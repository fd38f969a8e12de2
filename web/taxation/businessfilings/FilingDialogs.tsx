import { useState } from 'react'
import { declarationMethodNames, filingTaxNames } from '#/api/taxation/businessfilings.texts.ts'
import { formatYuan, plainYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { type DeclarationMethod, declarationMethods, type FilingTax, filingTaxes, taxesByFilingKind } from '#/domain/taxation/business-filing.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { useRequiredFile, useRequiredRules } from '#/web/taxation/periods/public.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import type { FilingDetail } from './tags.tsx'
import { texts } from './texts.ts'

interface DialogProps {
  readonly filing: FilingDetail
  readonly onClose: () => void
}

const documentEndings = [...evidenceEndings, 'ofd']
const targetOf = (filing: FilingDetail) => ({ businessFilingId: filing.id, version: filing.version })
const titleOf = (what: string, filing: FilingDetail) => `${what} ${filing.name} ${filing.period}`

function DeclarationMethodItem({ label }: { readonly label: string }) {
  const t = useText()
  return (
    <Field name="way" label={label}>
      <RadioGroup options={choicesOf(t, declarationMethods, declarationMethodNames)} />
    </Field>
  )
}

interface EnteredFigures {
  other?: string
  invoiced?: string
  special?: string
  cost?: string
  reason: string
}

/** Corrects the figures by those that the business reported, with a reason. */
export function CorrectDialog({ filing, onClose }: DialogProps) {
  const t = useText()
  const rules = useRequiredRules()
  const signedRule = useAmountRule({ isSigned: true })
  const [form] = useForm<EnteredFigures>()
  const { figures } = filing
  const correct = useSubmit(api.businessfilings.correct, { onDone: onClose })
  const send = form.whenValid((values) => correct.submit({ ...targetOf(filing), ...values }))
  const initialFigures =
    filing.kind === 'vat'
      ? {
          other: plainYuan(figures.other),
          invoiced: plainYuan(figures.enteredInvoiced),
          special: plainYuan(figures.enteredSpecial),
        }
      : figures.cost === null
        ? {}
        : { cost: plainYuan(figures.cost) }
  const amount = [useAmountRule()]
  return (
    <Dialog title={titleOf(t(texts.correct), filing)} onClose={onClose} confirm={{ text: t(texts.correct), onPress: send, isBusy: correct.isBusy }}>
      {filing.state === 'open' ? null : <p>{t(texts.correctNote)}</p>}
      <Form form={form} initialValues={initialFigures}>
        {filing.kind === 'vat' ? (
          <>
            <Field name="other" label={t(texts.other)} hint={t(texts.otherHint)} rules={[...rules, signedRule]}>
              <MoneyInput isSigned />
            </Field>
            <Field name="invoiced" label={t(texts.invoiced)} hint={t(texts.issuedHint, { amount: formatYuan(figures.issued) })} rules={amount}>
              <MoneyInput />
            </Field>
            <Field name="special" label={t(texts.specialField)} hint={t(texts.issuedHint, { amount: formatYuan(figures.issuedSpecial) })} rules={amount}>
              <MoneyInput />
            </Field>
          </>
        ) : null}
        {figures.basis === 'books' ? (
          <Field name="cost" label={t(texts.cost)} rules={[...rules, ...amount]}>
            <MoneyInput />
          </Field>
        ) : null}
        <Field name="reason" label={t(texts.reason)} rules={[...rules, { min: 2 }]}>
          <TextArea maxLength={200} rows={2} />
        </Field>
      </Form>
    </Dialog>
  )
}

interface DeclarationValues extends Partial<Record<FilingTax, string>> {
  way: DeclarationMethod
  no: string
  declaredOn: string
}

/** Records the filing as accepted by the tax office or the market regulator. */
export function DeclareDialog({ filing, onClose }: DialogProps) {
  const t = useText()
  const rules = useRequiredRules()
  const signedRule = useAmountRule({ isSigned: true })
  const [form] = useForm<DeclarationValues>()
  const { file, setFile, need, shownProblem } = useRequiredFile()
  const declare = useSubmit(api.businessfilings.declare, { onDone: onClose })
  const taxes = filing.isZero ? [] : taxesByFilingKind[filing.kind]
  const actionLabel = t(filing.isZero ? texts.declareZero : texts.declare)
  const send = form.whenValid(async (values) => {
    const receipt = need()
    if (receipt) await declare.submit({ ...targetOf(filing), ...values, isZero: filing.isZero, file: receipt })
  })
  return (
    <Dialog title={titleOf(actionLabel, filing)} onClose={onClose} confirm={{ text: actionLabel, onPress: send, isBusy: declare.isBusy }}>
      {taxes.length > 0 ? <p>{t(texts.declareNote)}</p> : null}
      <Form form={form} initialValues={{ way: 'self', declaredOn: dayOf(new Date(nowMs())) }}>
        <DeclarationMethodItem label={t(texts.way)} />
        <Field name="no" label={t(texts.receiptNo)} rules={[...rules, { min: 4 }]}>
          <TextInput maxLength={40} />
        </Field>
        <Field name="declaredOn" label={t(texts.declaredOn)} rules={rules}>
          <DayInput id="filing-declared-on" isNeeded />
        </Field>
        {taxes.map((tax) => (
          <Field key={tax} name={tax} label={t(filingTaxNames[tax])} hint={`${t(texts.due)}: ${plainYuan(filing[tax])}`} rules={[...rules, signedRule]}>
            <MoneyInput isSigned />
          </Field>
        ))}
      </Form>
      <FileDrop value={file} onChange={setFile} kinds={documentEndings} maxBytes={maxFileBytes} label={t(texts.receiptFile)} />
      {shownProblem}
    </Dialog>
  )
}

/** Records a payment by the business, one tax at a time. */
export function PayDialog({ filing, onClose }: DialogProps) {
  const t = useText()
  const rules = useRequiredRules()
  const amountRule = useAmountRule()
  const open = filingTaxes.filter((tax) => filing.leftByTax[tax] !== 0)
  const [tax, setTax] = useState<FilingTax>(open[0] ?? 'iit')
  const [form] = useForm<{ amount: string; paidOn: string; way: DeclarationMethod; serial: string }>()
  const { file, setFile, need, shownProblem } = useRequiredFile()
  const pay = useSubmit(api.businessfilings.pay, { onDone: onClose })
  const send = form.whenValid(async (values) => {
    const slip = need()
    if (slip) await pay.submit({ ...targetOf(filing), tax, ...values, file: slip })
  })
  return (
    <Dialog title={titleOf(t(texts.pay), filing)} onClose={onClose} confirm={{ text: t(texts.pay), onPress: send, isBusy: pay.isBusy }}>
      <Form form={form} initialValues={{ way: 'self', paidOn: dayOf(new Date(nowMs())) }}>
        <Field label={t(texts.tax)} htmlFor="filing-tax">
          <RadioGroup
            id="filing-tax"
            value={tax}
            onChange={setTax}
            options={open.map((value) => ({ value, label: `${t(filingTaxNames[value])} ${formatYuan(filing.leftByTax[value])}` }))}
          />
        </Field>
        <Field name="amount" label={t(texts.amount)} rules={[...rules, amountRule]}>
          <MoneyInput />
        </Field>
        <Field name="paidOn" label={t(texts.paidOn)} rules={rules}>
          <DayInput id="filing-paid-on" isNeeded />
        </Field>
        <DeclarationMethodItem label={t(texts.payWay)} />
        <Field name="serial" label={t(texts.serial)} rules={[...rules, { min: 4 }]}>
          <TextInput maxLength={40} />
        </Field>
      </Form>
      <FileDrop value={file} onChange={setFile} kinds={documentEndings} maxBytes={maxFileBytes} label={t(texts.payFile)} />
      {shownProblem}
    </Dialog>
  )
}

/** Uploads the certificate of one filing. */
export function AttachDialog({ filing, onClose }: DialogProps) {
  const t = useText()
  const { file, setFile, need, shownProblem } = useRequiredFile()
  const attach = useSubmit(api.businessfilings.attach, { onDone: onClose })
  const send = async () => {
    const paper = need()
    if (paper) await attach.submit({ ...targetOf(filing), file: paper })
  }
  return (
    <Dialog
      title={titleOf(t(texts.attach), filing)}
      onClose={onClose}
      confirm={{ text: t(texts.attach), onPress: () => void send().catch(() => undefined), isBusy: attach.isBusy }}
    >
      <FileDrop value={file} onChange={setFile} kinds={documentEndings} maxBytes={maxFileBytes} label={t(texts.attachFile)} />
      {shownProblem}
    </Dialog>
  )
}
