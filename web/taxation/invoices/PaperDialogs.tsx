import { useState } from 'react'
import { invoiceFields as fields, redCodeNames, redReasonNames } from '#/api/taxation/invoices.texts.ts'
import { formatYuan, plainYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { maxFileBytes } from '#/domain/base/upload.ts'
import { type RedCode, type RedReason, redReasons } from '#/domain/taxation/invoice.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { Problem } from '#/web/ui/Problem.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import type { ApplicationDetail, InvoicePaper, RedInvoice } from './tags.tsx'
import { texts } from './texts.ts'

interface PaperProps {
  readonly row: ApplicationDetail
  readonly what: 'issue' | 'replace' | 'issueRed'
  readonly paper?: InvoicePaper
  readonly red?: RedInvoice
  readonly onClose: () => void
}

interface Values {
  readonly number: string
  readonly issuedOn: string
  readonly reason: string
}

/** Registers an invoice or a red-letter invoice with its file, or replaces a file. */
export function PaperDialog({ row, what, paper, red, onClose }: PaperProps) {
  const t = useText()
  const [form] = useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState('')
  const issue = useSubmit(api.invoices.issue, { onDone: onClose })
  const replace = useSubmit(api.invoices.replaceFile, { onDone: onClose })
  const issueRed = useSubmit(api.invoices.issueRed, { onDone: onClose })
  const target = { invoicingId: row.id, version: row.version }
  const send = form.whenValid(async ({ number, issuedOn, reason }) => {
    if (!file) return setProblem(t(texts.fileNeeded))
    setProblem('')
    if (what === 'issue' && paper) await issue.submit({ ...target, invoiceId: paper.id, number, issuedOn, file })
    if (what === 'replace' && paper) await replace.submit({ ...target, invoiceId: paper.id, reason, file })
    if (what === 'issueRed' && red) await issueRed.submit({ redId: red.id, version: red.version, number, issuedOn, file })
  })
  const requiredRules = [{ required: true, message: t(texts.required) }]
  return (
    <Dialog
      title={t(texts[what])}
      onClose={onClose}
      confirm={{ text: t(texts[what]), onPress: send, isBusy: issue.isBusy || replace.isBusy || issueRed.isBusy }}
    >
      <p>
        {row.no} · {row.titleName} · <b>{formatYuan(red?.amount ?? paper?.amount ?? row.amount)}</b>
      </p>
      <Form form={form} initialValues={{ issuedOn: dayOf(new Date(nowMs())) }}>
        {what === 'replace' ? (
          <Field name="reason" label={t(fields.reason)} rules={[...requiredRules, { min: 2 }]}>
            <TextInput maxLength={200} />
          </Field>
        ) : (
          <>
            <Field name="number" label={t(fields.number)} rules={[...requiredRules, { pattern: /^\d{20}$/, message: t(texts.numberHint) }]}>
              <TextInput maxLength={20} inputMode="numeric" />
            </Field>
            <Field name="issuedOn" htmlFor="fp-issued-on" label={t(fields.issuedOn)} rules={requiredRules}>
              <DayInput id="fp-issued-on" isNeeded />
            </Field>
          </>
        )}
      </Form>
      <FileDrop value={file} onChange={setFile} kinds={['pdf', 'ofd', 'xml']} maxBytes={maxFileBytes} label={t(texts.file)} />
      <Problem text={problem} />
    </Dialog>
  )
}

/** Applies for a red-letter confirmation of an invoice, in full or in part. */
export function RedDialog({ row, paper, onClose }: { readonly row: ApplicationDetail; readonly paper: InvoicePaper; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<{ reason: RedReason; amount: string }>()
  const requestRed = useSubmit(api.invoices.askRed, { onDone: onClose })
  const chosenReason = useWatch('reason', form)
  const isIssuedByMistake = chosenReason === 'mistake'
  const send = form.whenValid(async ({ reason, amount }) => {
    const fullCorrection = { reason, amount: isIssuedByMistake ? plainYuan(paper.amount) : amount }
    await requestRed.submit({ invoicingId: row.id, version: row.version, invoiceId: paper.id, ...fullCorrection })
  })
  const choices = redReasons.map((value) => ({ value, label: t(redReasonNames[value]), disabled: value === 'mistake' && paper.redLeft < paper.amount }))
  const requiredRules = [{ required: true, message: t(texts.required) }]
  const amountRule = useAmountRule()
  return (
    <Dialog title={t(texts.red)} onClose={onClose} confirm={{ text: t(texts.red), onPress: send, isBusy: requestRed.isBusy }}>
      <p>
        {paper.number} · {formatYuan(paper.amount)}
      </p>
      <Form
        form={form}
        initialValues={{
          reason: row.redDue > 0 ? 'returned' : undefined,
          amount: plainYuan(row.redDue > 0 && row.redDue < paper.redLeft ? row.redDue : paper.redLeft),
        }}
      >
        <Field name="reason" label={t(fields.reason)} rules={requiredRules}>
          <RadioGroup options={choices} />
        </Field>
        {chosenReason === 'discount' ? <p className="k-note">{t(texts.redDiscount)}</p> : null}
        {isIssuedByMistake ? (
          <p className="k-note">{t(texts.redWhole, { amount: formatYuan(paper.amount) })}</p>
        ) : (
          <Field name="amount" label={t(fields.amount)} rules={[...requiredRules, amountRule]} hint={t(texts.redLeft, { amount: formatYuan(paper.redLeft) })}>
            <MoneyInput />
          </Field>
        )}
      </Form>
    </Dialog>
  )
}

/** Registers the tax office's answer to a red-letter confirmation. */
export function MoveDialog({ red, onClose }: { readonly red: RedInvoice; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<{ code: RedCode; confirmNo?: string }>()
  const move = useSubmit(api.invoices.moveRed, { onDone: onClose })
  const send = form.whenValid(({ code, confirmNo = '' }) => move.submit({ redId: red.id, version: red.version, code, confirmNo }))
  return (
    <Dialog title={t(texts.move)} onClose={onClose} confirm={{ text: t(texts.move), onPress: send, isBusy: move.isBusy }}>
      <Form form={form} initialValues={{ confirmNo: red.confirmNo }}>
        <Field name="code" label={t(fields.code)} rules={[{ required: true, message: t(texts.required) }]}>
          <RadioGroup options={choicesOf(t, red.next, redCodeNames)} />
        </Field>
        <Field name="confirmNo" label={t(fields.confirmNo)}>
          <TextInput maxLength={40} />
        </Field>
      </Form>
    </Dialog>
  )
}
